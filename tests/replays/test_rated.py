"""Ratings are told in a recording as soon as the store has them, and can be checked there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import MemoryStore
from tests.replays.test_recorder import MOVES, Recorded
from tilenet.catalogue import installed_games
from tilenet.replays.recording import Recording
from tilenet.replays.verification import RATINGS, Finding, Verification
from tilenet.store import writer
from tilenet.store.ratings import Model
from tilenet.world.players.player import Player

GAMES = {game.name: game for game in installed_games()}

Cheat = Callable[[dict[str, Any]], None]


def found(recording: Recording) -> Finding:
    (finding,) = (one for one in Verification(recording, GAMES, Model()).run() if one.check == RATINGS)
    return finding


class Ratings(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.store = MemoryStore(Clock())
        self.server = self.begin()

    def begin(self) -> Recorded:
        server = Recorded(self.folder, accounts=self.store.accounts)
        self.store.accounts.start(server.world, {})
        self.store.accounts.when_rated(server.library.add_ratings)
        return server

    def come(self, name: str, password: str = "sesame") -> Player:
        arrived: list[Player] = []
        self.server.world.login(name, password, address="127.0.0.1").addCallback(arrived.append)
        (player,) = arrived
        self.server.attach(player)
        self.server.world.place(player)
        self.server.world.send_to(player, "noughts")
        self.server.end_turn()
        return player

    def play(self, *people: Player) -> None:
        for number, cell in enumerate(MOVES):
            self.server.click(people[number % 2], ("cell", *cell))

    def write(self) -> None:
        self.store.clock.advance(writer.RESULT_SECONDS)

    def changed(self, cheat: Cheat) -> Finding:
        header, entries = json.loads(json.dumps([self.server.latest.header, [*self.server.latest.entries]]))
        cheat(header)
        return found(Recording(header, entries))

    def test_follow_from_those_before_and_from_the_result(self) -> None:
        ann, bob = self.come("ann"), self.come("bob")
        for number in range(2):
            self.play(ann, bob)
            self.write()
            is_right, text = found(self.server.latest)[1:]
            self.assertTrue(is_right, text)
            self.assertRegex(
                text, r"^The ratings follow from those before and from the result: \w+ \d+ to \d+, \w+ \d+ "
            )
            if not number:
                before = self.server.latest.header["ratings"]
                self.server.advance(5)
                self.server.click(ann, "restart")
                ann, bob = bob, ann
        after = {one["account"]: one["before"] for one in self.server.latest.header["ratings"]}
        self.assertEqual(after, {one["account"]: one["after"] for one in before})

    def test_are_not_there_before_the_store_has_them(self) -> None:
        self.play(self.come("ann"), self.come("bob"))
        self.assertEqual(
            found(self.server.latest)[1:], (None, "Ratings are not checked: this file does not have them.")
        )

    def test_do_not_change_if_a_guest_is_the_other_player(self) -> None:
        self.play(self.come("ann"), self.come("bob", ""))
        self.write()
        self.assertEqual(found(self.server.latest)[1:], (True, "This match is not rated."))

    def test_are_told_after_a_crash_if_the_store_did_not_have_the_result(self) -> None:
        self.play(self.come("ann"), self.come("bob"))
        self.server = self.begin()
        self.write()
        self.assertTrue(found(self.server.latest).is_right)

    def test_that_were_changed_are_found_out(self) -> None:
        self.play(self.come("ann"), self.come("bob"))
        self.write()

        def better(header: dict[str, Any]) -> None:
            header["ratings"][0]["after"][0] += 0.1

        def other_before(header: dict[str, Any]) -> None:
            header["ratings"][1]["before"][1] -= 0.1

        def somebody_else(header: dict[str, Any]) -> None:
            header["ratings"][0]["account"] = 77

        def one_is_missing(header: dict[str, Any]) -> None:
            del header["ratings"][0]

        def nonsense(header: dict[str, Any]) -> None:
            header["ratings"] = [7]

        def endless(header: dict[str, Any]) -> None:
            header["ratings"][0]["before"] = [1e300, 1e-300]

        cheats = {
            better: "The ratings do not follow from the result: .* follows for ann from ",
            other_before: "The ratings do not follow from the result: ",
            somebody_else: "The ratings are of others than those whose ratings change by this match",
            one_is_missing: "The ratings are of others",
            nonsense: "It makes no sense: ",
            endless: "It makes no sense: ",
        }
        for cheat, text in cheats.items():
            finding = self.changed(cheat)
            self.assertIs(finding.is_right, False, cheat.__name__)
            self.assertRegex(finding.text, f"^{text}")
