"""Facts in a room: who is told what of them, and when; through the real door, in memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.conversations import merged
from tests.doubles.harness import Client, Server
from tilenet.catalogue import GamePlugin
from tilenet.game import (
    HELP,
    HOME,
    Events,
    Game,
    GameClock,
    Player,
    Result,
    Say,
    Scene,
    Tile,
    TileId,
    help_tile,
    home_tile,
    standings,
)
from tilenet.wire.codec import encode
from tilenet.wire.messages import Xrequest
from tilenet.world.rooms.commands import ABOUT_HELP
from tilenet.world.screens.painter import IllegalScene


class Hands(Game):
    """Everybody who comes in has a seat and a hand that only they know; a click on a cell puts a mark there."""

    title = "Hands"
    about = "For tests."
    help = ("Click & see.", "That is all.")
    kind = "hands/1"
    board_role = "cell"

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.seats: dict[int, Player] = {}
        self.marks: dict[tuple[str, int, int], str] = {}
        self.phase = "playing"
        self.deadline = 60.0
        self.asked = 0  # how often anybody wanted facts

    def scene(self) -> Scene:
        cells: dict[TileId, Tile] = {
            ("cell", x, 0): Tile(x, 0, self.marks.get(("cell", x, 0), ".-"[x])) for x in range(2)
        }
        return Scene((4, 2), {**cells, HOME: home_tile(2, 0), HELP: help_tile(3, 0), "end": Tile(0, 1, "End")})

    def facts(self) -> Mapping[Any, Any]:
        self.asked += 1
        seats = {number: {"player": player, "score": 0} for number, player in self.seats.items()}
        return {"phase": self.phase, "deadline": self.deadline, "seats": seats, "board": self.marks, "winner": None}

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        return {"hand": [len(player.name), sum(mark == player.name for mark in self.marks.values())]}

    def stale_views(self) -> Iterable[Player]:
        return self.seats.values()

    def enter(self, player: Player, now: float) -> Events:
        self.seats[len(self.seats)] = player
        return ()

    def leave(self, player: Player, now: float) -> Events:
        self.seats = {number: one for number, one in self.seats.items() if one is not player}
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if isinstance(tile, tuple):
            self.marks[tile] = player.name
            self.phase = "playing"
        elif tile == "end":
            self.phase = "over"
            yield Say("It is over.")
            yield Result(self.title, standings(dict.fromkeys(self.seats.values(), 1)), reason="time")

    def tick(self, now: float) -> Events:
        self.deadline = now + 60
        return ()


class Plain(Hands):
    """The same without facts for TileNet clients."""

    tells_facts = False


class Nameless(Hands):
    """The same without a kind."""

    kind = ""


class FactsTestCase(SynchronousTestCase):
    game: type[Game] = Hands

    def setUp(self) -> None:
        self.server = Server([GamePlugin("hands", self.game)])
        self.ann, self.bob = self.come("ann"), self.come("bob")

    def come(self, name: str, *, asks: bool = True) -> Client:
        client = self.server.join(name)
        if asks:
            client.send(encode(Xrequest("", "facts")))
        client.click("Hands")
        client.model.responses.clear()
        return client

    def told(self, client: Client) -> list[dict[str, Any]]:
        """What a client was told since this was asked last."""
        found = [json.loads(text) for options, text in client.model.responses if options == "facts"]
        client.model.responses.clear()
        return found

    def patched(self, known: dict[str, Any], client: Client) -> dict[str, Any]:
        """What a client that knew this knows now."""
        for message in self.told(client):
            known = message if "kind" in message else merged(known, message)
        return known

    def game_asked(self) -> int:
        game = self.server.world.rooms["hands"].game
        assert isinstance(game, Hands)
        return game.asked


def each(roles: dict[str, list[str]]) -> dict[str, str]:
    """The roles by objid."""
    return {f"t{int(first[1:]) + at}": one for first, row in roles.items() for at, one in enumerate(row)}


class ClockTestCase(FactsTestCase):
    def test_times_are_on_the_clock_of_the_game_whose_pace_is_told(self) -> None:
        game = self.server.world.rooms["hands"].game
        self.server.clock.advance(7)
        game.clock = GameClock(500.0, 0.0, 0.0)
        self.ann.click("End")
        self.assertEqual([(one["now"], one["pace"]) for one in self.told(self.bob) if "pace" in one], [(500.0, 0.0)])
        (whole,) = self.told(self.come_in("cid"))
        self.assertEqual((whole["now"], whole["pace"]), (500.0, 0.0))
        self.told(self.bob)
        for clock, told in (
            (GameClock(500.0, 4.0, 2.0), [{"now": 506.0, "pace": 2.0}]),
            (GameClock(300.0, 6.0), [{"now": 301.0, "pace": None}]),
            (GameClock(300.0, 6.0), []),
            (GameClock(300.0, 5.0), [{"now": 302.0}]),
            (None, [{"now": 7.0}]),
            (GameClock(300.0, 7.0, 0.5), [{"now": 300.0, "pace": 0.5}]),
            (None, [{"now": 7.0, "pace": None}]),
        ):
            game.clock = clock
            self.ann.click("Help")
            self.assertEqual([{**one, "room": 0} for one in self.told(self.bob)], [{"room": 0, **one} for one in told])

    def come_in(self, name: str) -> Client:
        client = self.server.join(name)
        client.send(encode(Xrequest("", "facts")))
        client.model.responses.clear()
        client.click("Hands")
        return client


class EnteringTestCase(FactsTestCase):
    def test_all_of_it_is_told_on_entering(self) -> None:
        cid = self.server.join("c & d")
        cid.send(encode(Xrequest("", "facts")))
        cid.model.responses.clear()
        cid.click("Hands")
        (whole,) = self.told(cid)
        cells = {cid.model.grid()[x, 0]: f"cell/{x}/0" for x in range(2)}
        self.assertEqual(
            each(whole["roles"]), cells | {cid.token(name): name.lower() for name in ("Home", "Help", "End")}
        )
        seats = whole["facts"]["seats"]
        self.assertEqual(seats["2"], {"player": {"name": "c & d", "agent": cid.agent}, "score": 0})
        self.assertEqual(
            {**whole, "roles": {}, "facts": {**whole["facts"], "seats": [*seats]}},
            {
                "room": cid.model.current,
                "address": "hands",
                "kind": "hands/1",
                "board_role": "cell",
                "now": 0.0,
                "facts": {"phase": "playing", "deadline": 60.0, "seats": ["0", "1", "2"], "board": {}},
                "you": {"agent": cid.agent, "seat": "2", "hand": [5, 0]},
                "roles": {},
            },
        )

    def test_asking_in_a_room_is_answered_at_once_and_once(self) -> None:
        cid = self.come("cid", asks=False)
        for wanted in ([cid.agent], []):
            cid.send(encode(Xrequest("", "facts")))
            self.assertEqual([told["you"]["agent"] for told in self.told(cid)], wanted)

    def test_coming_back_is_told_all_again(self) -> None:
        self.ann.click("Home")
        self.told(self.ann)
        self.ann.click("Hands")
        self.assertEqual([told.get("kind") for told in self.told(self.ann)], ["hands/1"])

    def test_others_are_told_what_has_changed(self) -> None:
        cid = self.come("cid")
        seat = {"player": {"name": "cid", "agent": cid.agent}, "score": 0}
        room = self.ann.model.current
        self.assertEqual(self.told(self.ann)[-1], {"room": room, "now": 0.0, "facts": {"seats": {"2": seat}}})

    def test_help_is_told_on_request(self) -> None:
        self.ann.send(encode(Xrequest("", "help")))
        self.assertEqual(self.ann.model.responses[-1], ("help", json.dumps([*Hands.help, ABOUT_HELP])))


class ActsTestCase(FactsTestCase):
    def test_a_patch_for_all_and_one_for_each_whose_own_facts_have_changed(self) -> None:
        self.told(self.ann), self.told(self.bob)
        self.server.clock.advance(1.5)
        self.ann.click(".")
        room, board = self.ann.model.current, {"board": {"cell/0/0": "ann"}}
        for_all = {"room": room, "now": 1.5, "facts": board}
        self.assertEqual(self.told(self.ann), [for_all, {"room": room, "now": 1.5, "you": {"hand": [3, 1]}}])
        self.assertEqual(self.told(self.bob), [for_all])

    def test_they_come_after_the_tiles_and_before_speech(self) -> None:
        data: list[bytes] = []
        self.patch(self.bob, "read", data.append)
        self.ann.click("End")
        tags = [line.split(b" ")[0] for line in b"".join(data).splitlines()]
        self.assertEqual(tags, [b"<xresponse", b"<hear", *3 * [b"<xresponse", b"<hear"]])
        data.clear()
        self.ann.click(".")
        self.assertEqual([line.split(b" ")[0] for line in b"".join(data).splitlines()], [b"<set", b"<xresponse"])

    def test_patches_lead_to_what_a_newcomer_is_told(self) -> None:
        self.ann.click("Home")
        self.told(self.ann)
        self.ann.click("Hands")
        for name in (".", "End", "-", "End"):
            self.bob.click(name)
        self.bob.click("Home")
        cid = self.server.join("cid")
        cid.send(encode(Xrequest("", "facts")))
        cid.click("Hands")
        ann, newcomer = self.patched({}, self.ann), self.patched({}, cid)
        self.assertEqual({**ann, "you": {}}, {**newcomer, "you": {}})
        self.assertEqual(newcomer["result"]["reason"], "time")

    def test_a_passing_second_costs_nothing(self) -> None:
        self.told(self.ann)
        self.server.clock.advance(59)
        self.assertEqual(self.told(self.ann), [])


class NobodyAsksTestCase(FactsTestCase):
    def setUp(self) -> None:
        self.server = Server([GamePlugin("hands", self.game)])
        self.ann = self.come("ann", asks=False)

    def test_the_game_is_not_asked_either(self) -> None:
        self.ann.click(".")
        self.ann.click("End")
        self.assertEqual((self.game_asked(), self.ann.model.responses), (0, []))

    def test_nor_after_those_who_asked_have_left(self) -> None:
        bob = self.come("bob")
        bob.click("Home")
        before = self.game_asked()
        self.ann.click(".")
        self.assertEqual(self.game_asked(), before)


class EndTestCase(FactsTestCase):
    def test_a_ranking_is_a_result_until_the_next_game(self) -> None:
        self.told(self.ann)
        self.bob.click("End")
        rows = [
            {"place": 1, "name": name, "agent": client.agent, "seat": seat, "score": 1}
            for seat, name, client in (("0", "ann", self.ann), ("1", "bob", self.bob))
        ]
        (told,) = self.told(self.ann)
        self.assertEqual(told["result"], {"standings": rows, "reason": "time"})
        self.bob.click(".")
        self.assertEqual([told.get("result", 0) for told in self.told(self.ann)], [None])

    def test_bots_are_marked_as_such(self) -> None:
        server = Server([GamePlugin("hands", Hands)])
        robo, ann = server.connect().login("robo"), server.join("ann")
        robo.send(encode(Xrequest("", "bot")), encode(Xrequest("", "facts")))
        for client in (robo, ann):
            client.click("Hands")
        ann.click("End")
        told = [json.loads(content) for options, content in robo.model.responses if options == "facts"]
        (result,) = [one["result"] for one in told if "result" in one]
        self.assertEqual(
            [(row["name"], row.get("bot")) for row in result["standings"]], [("ann", None), ("robo", True)]
        )

    def test_points_and_those_who_have_left_are_in_it(self) -> None:
        """The places below the best twelve are told to those who have them."""
        players = [self.come(f"p{number}") for number in range(12)]
        self.ann.click("End")
        whole = self.patched({}, self.ann)
        self.assertEqual((len(whole["result"]["standings"]), whole["result"]["more"]), (12, 2))
        self.assertEqual([told["you"]["standing"]["name"] for told in self.told(players[9]) if "you" in told], ["p9"])
        self.ann.click(".")
        self.assertEqual([told["you"] for told in self.told(players[9]) if "you" in told], [{"standing": None}])


class FlagsTestCase(FactsTestCase):
    def test_bots_and_those_who_are_away(self) -> None:
        robot = self.server.join("robot")
        robot.send(encode(Xrequest("", "bot")))
        robot.click("Hands")
        known = self.patched({}, self.ann)
        self.assertEqual(known["agents"], {robot.agent: {"bot": True}})
        self.assertEqual(known["facts"]["seats"]["2"]["player"]["bot"], True)
        robot.click("Home")
        self.assertNotIn("agents", self.patched(known, self.ann))

    def test_somebody_who_is_back_is_not_away_any_more(self) -> None:
        self.server = Server([GamePlugin("hands", self.game)], seat_seconds=60)
        ann, bob = self.come("ann"), self.come("bob")
        bob.send(encode(Xrequest("", "resume")))
        token = bob.model.responses[-1][1]
        bob.hang_up()
        known = self.patched({}, ann)
        self.assertEqual(known["agents"], {bob.agent: {"away": True}})
        self.server.connect().login("bob", token)
        self.assertNotIn("agents", self.patched(known, ann))


class PlainTestCase(FactsTestCase):
    game = Plain

    def test_a_game_that_is_played_by_tiles_alone_tells_kind_roles_and_results(self) -> None:
        cid = self.server.join("cid")
        cid.click("Hands")
        cid.send(encode(Xrequest("", "facts")))
        (whole,) = self.told(cid)
        self.assertEqual([*whole], ["room", "address", "kind", "board_role", "now", "you", "roles"])
        self.assertEqual(whole["you"], {"agent": cid.agent})
        self.ann.click(".")
        self.assertEqual((self.told(cid), self.game_asked()), ([], 0))
        self.ann.click("End")
        self.assertEqual([[*told] for told in self.told(cid)], [["room", "now", "result"]])


class NamelessTestCase(FactsTestCase):
    game = Nameless

    def test_a_game_without_a_kind_tells_nothing_of_its_own(self) -> None:
        cid = self.server.join("cid")
        cid.click("Hands")
        cid.send(encode(Xrequest("", "facts")))
        head = {"room": cid.model.current, "address": "hands", "kind": "", "now": 0.0}
        self.assertEqual(self.told(cid), [{**head, "you": {"agent": cid.agent}}])
        self.assertEqual(self.game_asked(), 0)


class Wrong(Hands):
    """Its facts go wrong when somebody clicks."""

    def facts(self) -> Mapping[Any, Any]:
        return {"what": object()} if self.marks else {}


class WrongTestCase(FactsTestCase):
    game = Wrong

    def test_a_fact_that_is_not_json_fails_the_game_and_all_are_told_of_the_next_one(self) -> None:
        self.told(self.ann)
        self.ann.click(".")
        (failure,) = self.flushLoggedErrors(IllegalScene)
        self.assertIn("facts() gave <object", failure.getErrorMessage())
        self.assertEqual([told.get("kind") for told in self.told(self.ann)], ["hands/1"])
