"""Where /play leads: to people first, and to a game with a bot if nobody waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.table_games import Race
from tilenet.catalogue import GamePlugin
from tilenet.game import Json, Listing, Summary
from tilenet.world.playnow import in_words, needs_bot, soonest


def room(name: str, people: int = 0, bots: int = 0, order: int = 50, **summary: Any) -> Listing:
    setup: Mapping[str, Json] = {}
    some = tuple(f"{name}{number}" for number in range(min(people + bots, 4)))
    told = Summary(**{"phase": "waiting", **summary})
    return Listing(name, name, name, "", "", False, setup, told, people, bots, some, "", "", True, order)


class Soonest(SynchronousTestCase):
    def best(self, *rooms: Listing) -> str | None:
        found = soonest(rooms)
        return None if found is None else found.room

    def test_people_who_wait_come_first_and_then_a_game_that_is_on(self) -> None:
        empty, on, waiting = room("a"), room("b", 1, phase="playing"), room("c", 1, order=90)
        self.assertEqual(self.best(empty, on, waiting), "c")
        self.assertEqual(self.best(empty, on), "b")
        self.assertEqual(self.best(empty), "a")

    def test_the_one_that_begins_first(self) -> None:
        later, soon = room("a", 3, begins_at=20.0), room("b", 1, begins_at=10.0)
        self.assertEqual(self.best(later, soon), "b")

    def test_the_order_of_home_decides_among_empty_ones(self) -> None:
        self.assertEqual(self.best(room("a", order=30), room("b", order=10)), "b")

    def test_not_where_one_would_only_watch(self) -> None:
        full = room("a", 2, seats=2, players=("x", "y"))
        closed = room("b", 2, can_join=False, phase="playing")
        lobby = room("c", 2, phase="")
        without_bots = replace(room("d", 2), takes_bots=False)
        self.assertIsNone(self.best(full, closed, lobby, without_bots))

    def test_it_is_said_in_words(self) -> None:
        for found, words in (
            (room("Set", 1), "Set0 is at Set."),
            (room("Set", 2), "Set0 and Set1 are at Set."),
            (room("Set", 6), "Set0, Set1, Set2, Set3 and 2 more are at Set."),
            (room("Set"), "Nobody is waiting: play Set with a bot."),
        ):
            self.assertEqual(in_words(found), words)
        self.assertEqual(
            [needs_bot(room("a")), needs_bot(room("a", 0, 1)), needs_bot(room("a", 1))], [True, False, False]
        )


class Playable(Race):
    bot = "race"


class NoCompany:
    """Brings bots, and says which rooms it was asked to bring one to."""

    def __init__(self) -> None:
        self.brought: list[str] = []

    def strengths(self, bot: str, kind: str) -> list[str] | None:
        return [] if bot else None

    def bring(self, room: Any, player: Any, strength: str) -> str:
        self.brought.append(room.name)
        return ""


class Play(SynchronousTestCase):
    def test_it_leads_there_and_brings_a_bot_if_nobody_is_there(self) -> None:
        server = Server([GamePlugin("race", Playable)])
        company: Any = NoCompany()
        server.world.building.bring_company(company)
        ann, bob = server.join("ann"), server.join("bob")
        ann.say("/play")
        self.assertEqual((ann.room, company.brought), ("Race", ["race"]))
        bob.say("/play")
        self.assertEqual((bob.room, company.brought), ("Race", ["race"]))

    def test_not_where_nobody_is_let_in(self) -> None:
        server = Server([GamePlugin("race", Playable)])
        company: Any = NoCompany()
        server.world.building.bring_company(company)
        ann, bob, cid = (server.join(name) for name in ("ann", "bob", "cid"))
        ann.say("/new race public")
        (table,) = (room for room in server.world.rooms.values() if room.table is not None)
        bob.say("/play")
        self.assertEqual(bob.room, table.title)
        ann.say("/kick bob")
        bob.say("/play")
        self.assertEqual(bob.room, "Race")
        bob.click("Home")
        ann.say("/lock")
        server.advance(2)
        self.assertEqual(server.world.directory.listed_by("race")[0].people, 0)
        cid.say("/play")
        self.assertEqual(cid.room, "Race")
        cid.click("Home")
        ann.say("/unlock")
        cid.say("/play")
        self.assertEqual(cid.room, table.title)

    def test_if_there_is_nothing_to_play_it_says_what_to_do(self) -> None:
        server = Server([GamePlugin("race", Race)])
        ann = server.join("ann")
        ann.heard  # noqa: B018
        ann.say("/play")
        self.assertEqual(ann.heard, ["Every table is busy. Open one of your own: type /new and the name of a game."])
