"""The room Replays: what is asked for whom, and what everybody sees of the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tilenet.catalogue import GamePlugin
from tilenet.game import Watch
from tilenet.games.replays.game import CHOOSE, NO_MORE, NONE, NONE_OF_YOURS, NOTHING_KEPT, ReplayRoom
from tilenet.games.replays.page import CARDS, ago, length
from tilenet.records import Placed, Replay, Replays
from tilenet.testing import Seat, Table

ANN_AND_BOB = (Placed(1, "ann", 31), Placed(2, "bob", 27.5))


def replay(number: int, **more: Any) -> Replay:
    usual: dict[str, Any] = {"is_private": False, "was_there": False, "place": None, "players": 2, "top": ANN_AND_BOB}
    return Replay(f"set-{number}", f"Set {number}", "set/1", 60.0 * number, 301.0, **{**usual, **more})


class Shelf:
    """An usher that has these replays, and remembers who is led to which."""

    def __init__(self, replays: Sequence[Replay]) -> None:
        self.replays = replays
        self.asked: list[Replays] = []
        self.led: list[tuple[str, str]] = []

    def answer(self, question: Replays) -> tuple[Replay, ...]:
        self.asked.append(question)
        begin = 1 + next((at for at, one in enumerate(self.replays) if one.id == question.after), -1)
        return tuple(self.replays[begin : begin + question.count])

    def refuses(self, player: Any, replay: str) -> str:
        return "" if replay != "set-2" else "Not for you."

    def lead(self, player: Any, replay: str) -> str:
        self.led.append((player.name, replay))
        return "" if replay != "set-2" else "Not for you."


class Room(SynchronousTestCase):
    def table(self, replays: Sequence[Replay] = ()) -> tuple[Seat, Shelf]:
        self.here = Table(GamePlugin("replays", ReplayRoom))
        self.shelf = Shelf(replays)
        self.here.world.building.usher = self.shelf
        return self.here.enter("ann"), self.shelf

    def titles(self, seat: Seat) -> list[str]:
        return [name for number in range(CARDS) if (name := seat.tile(("replay", number)).name)]

    def test_shows_those_of_the_player_first(self) -> None:
        ann, shelf = self.table([replay(1), replay(2)])
        self.assertEqual((self.titles(ann), ann.headline), (["Set 1", "Set 2"], CHOOSE))
        (question,) = shelf.asked
        self.assertEqual((question.player.name, question.only_theirs, question.after), ("ann", True, ""))
        ann.click("all")
        self.assertFalse(shelf.asked[-1].only_theirs)

    def test_a_card_says_how_it_ended_and_when(self) -> None:
        ann, _ = self.table([replay(5), replay(0, top=(), players=0), replay(1, is_private=True, players=4)])
        self.assertEqual(
            [ann.tile(("replay", number)).text for number in range(3)],
            [
                "5 minutes ago · 5:01 · ann 31, bob 27.5",
                "just now · 5:01 · nobody won",
                "1 minute ago · 5:01 · ann 31, bob 27.5 and 2 more · private",
            ],
        )

    def test_a_click_or_a_key_leads_to_it_or_says_why_not(self) -> None:
        ann, shelf = self.table([replay(1), replay(2)])
        ann.click(("replay", 0))
        ann.press(("key", "replay", 1))
        self.assertEqual(shelf.led, [("ann", "set-1"), ("ann", "set-2")])
        self.assertEqual(ann.heard[-1], "Not for you.")

    def test_pages(self) -> None:
        ann, shelf = self.table([replay(number) for number in range(1, 2 * CARDS + 2)])
        self.assertFalse(ann.tile("newer").enabled)
        pages = [self.titles(ann)]
        for what in ("older", "older", "newer", "newer"):
            ann.click(what)
            pages.append(self.titles(ann))
        self.assertEqual([page[0] for page in pages], ["Set 1", "Set 9", "Set 17", "Set 9", "Set 1"])
        self.assertEqual([len(page) for page in pages], [CARDS, CARDS, 1, CARDS, CARDS])
        ann.click("older")
        ann.press(("key", "all"))
        self.assertEqual((self.titles(ann)[0], shelf.asked[-1].after), ("Set 1", ""))

    def test_the_last_page_has_none_after_it(self) -> None:
        ann, _ = self.table([replay(number) for number in range(1, CARDS + 1)])
        self.assertFalse(ann.tile("older").enabled)

    def test_those_that_were_removed_in_the_meantime_leave_an_empty_page(self) -> None:
        ann, shelf = self.table([replay(number) for number in range(1, CARDS + 2)])
        shelf.replays = shelf.replays[:CARDS]
        ann.click("older")
        self.assertEqual((self.titles(ann), ann.headline), ([], NO_MORE))

    def test_says_what_to_do_if_there_is_none(self) -> None:
        ann, _ = self.table()
        self.assertEqual(ann.headline, NONE_OF_YOURS)
        ann.click("all")
        self.assertEqual(ann.headline, NONE)

    def test_new_ones_are_there_after_a_refresh(self) -> None:
        ann, shelf = self.table()
        shelf.replays = [replay(1)]
        ann.click("refresh")
        self.assertEqual(self.titles(ann), ["Set 1"])

    def test_a_server_that_keeps_none_says_so(self) -> None:
        ann = Table(GamePlugin("replays", ReplayRoom)).enter("ann")
        self.assertEqual(ann.headline, NOTHING_KEPT)
        self.assertFalse(any(ann.tile(id).enabled for id in ("mine", "all", "older", "refresh", ("replay", 0))))

    def test_everybody_has_a_page_of_their_own(self) -> None:
        ann, shelf = self.table([replay(1)])
        bob = self.here.enter("bob")
        shelf.replays = []
        bob.click("all")
        self.assertEqual((self.titles(ann), self.titles(bob)), (["Set 1"], []))
        bob.leave()

    def test_a_game_says_watch(self) -> None:
        self.table([replay(1)])
        game: Any = self.here.game
        (player,) = game._pages
        self.assertEqual([*game.click(player, ("replay", 0), 0.0)], [Watch(player, "set-1")])
        self.assertEqual([*game.click(player, ("replay", 1), 0.0)], [])

    def test_facts(self) -> None:
        ann, _ = self.table([replay(1, was_there=True, place=2)])
        own = ann.own
        self.assertEqual((own["page"], own["number"], own["older"]), ("mine", 1, False))
        self.assertEqual(
            own["replays"]["replay/0"],
            {
                **{"id": "set-1", "title": "Set 1", "kind": "set/1", "ended_at": -60.0, "seconds": 301.0},
                **{"there": True, "place": 2, "players": 2},
                "top": [{"place": 1, "name": "ann", "score": 31}, {"place": 2, "name": "bob", "score": 27.5}],
            },
        )


class Times(SynchronousTestCase):
    def test_how_long_ago(self) -> None:
        cases = {
            0: "just now",
            60: "1 minute ago",
            3599: "59 minutes ago",
            7200: "2 hours ago",
            86400 * 3: "3 days ago",
        }
        self.assertEqual({seconds: ago(seconds) for seconds in cases}, cases)

    def test_how_long(self) -> None:
        cases = {0.4: "0:00", 4.0: "0:04", 61.5: "1:02", 3599.0: "59:59", 3660.0: "1:01:00"}
        self.assertEqual({seconds: length(seconds) for seconds in cases}, cases)
