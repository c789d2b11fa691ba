"""Ratings are told in a recording as soon as the store has them, and can be checked there."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import MemoryStore
from tests.replays.test_recorder import MOVES, Recorded
from tilenet.catalogue import installed_games
from tilenet.game import Result, Standing
from tilenet.replays.people import People
from tilenet.replays.rated import ratings
from tilenet.replays.recording import Recording
from tilenet.replays.verification import RATINGS, Finding, Verification
from tilenet.store import database, writer
from tilenet.store.ratings import Model
from tilenet.world.players.player import Player

GAMES = {game.name: game for game in installed_games()}

Cheat = Callable[[dict[str, Any]], None]


def found(recording: Recording) -> Finding:
    (finding,) = (one for one in Verification(recording, GAMES, Model()).run() if one.check == RATINGS)
    return finding


class WithStore(Recorded):
    """A server that keeps accounts, too."""

    def __init__(self, folder: Path, store: MemoryStore) -> None:
        self.store = store
        super().__init__(folder, accounts=store.accounts)

    def prepare(self) -> None:
        cursor = self.store.connection.cursor()
        self.store.accounts.start(self.world, database.account_names(cursor), origins=database.origins(cursor))


class Ratings(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.store = MemoryStore(Clock())
        self.server = self.begin()

    def begin(self) -> Recorded:
        server = WithStore(self.folder, self.store)
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

    def become_account(self, guest: Player) -> None:
        answered: list[Any] = []
        self.server.world.desk.ask(guest, {"do": "create", "new": "sesame"}).addCallback(answered.append)
        self.assertTrue(answered[0]["done"], answered)
        self.server.end_turn()

    def test_do_not_change_for_somebody_who_was_a_guest_when_the_match_began(self) -> None:
        """Even if they are an account when it ends, or the server was killed in the meantime."""
        for is_killed in (False, True):
            ann, bob = self.come("ann"), self.come("bob", "")
            self.server.click(ann, ("cell", *MOVES[0]))
            self.server.advance(1)
            self.become_account(bob)
            ids = ann.id, bob.id
            if is_killed:
                self.server = self.begin()
            ann, bob = (self.server.back(id) for id in ids)
            for number, cell in enumerate(MOVES[1:], 1):
                self.server.click((ann, bob)[number % 2], ("cell", *cell))
            self.write()
            self.assertIsNotNone(bob.account_id)
            self.assertEqual(self.store.rows("SELECT account FROM standing ORDER BY place"), [(1,), (None,)])
            self.assertEqual(found(self.server.latest)[1:], (True, "This match is not rated."))
            if not is_killed:
                self.setUp()

    def test_change_in_the_first_match_that_begins_after_a_guest_has_an_account(self) -> None:
        ann, bob = self.come("ann"), self.come("bob", "")
        self.play(ann, bob)
        self.become_account(bob)
        self.server.advance(5)
        self.server.click(ann, "restart")
        self.play(bob, ann)
        self.write()
        self.assertTrue(found(self.server.latest).is_right, found(self.server.latest))
        self.assertEqual(self.store.rows("SELECT count(*) FROM rating"), [(2,)])

    def test_of_two_accounts_are_right_if_a_third_player_was_a_guest(self) -> None:
        """Whose account is on the recording, too."""
        people = [self.come("ann"), self.come("bob"), self.come("cid", "")]
        standings = tuple(Standing(one, place, 4 - place) for place, one in enumerate(people, 1))
        told = [{"account": n, "before": [25.0, 8.0], "after": [*one]} for n, one in enumerate(self.after_two(), 1)]
        known = People()
        for one in people:
            known.know(one.as_public_data())
        known.know({**people[2].as_public_data(), "account": 3}, 5.0)
        result = Result("Set", tuple(replace(one, player=known[one.player.id]) for one in standings))
        self.assertTrue(ratings(told, result, Model(), 4.0).is_right)
        self.assertFalse(ratings(told, result, Model(), 6.0).is_right)

    def after_two(self) -> list[tuple[float, float]]:
        return [*Model().after([(25.0, 8.0), (25.0, 8.0)], [1, 2])]

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
