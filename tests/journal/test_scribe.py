"""The journal stays short, and what a failing disk has missed is saved again."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from twisted.internet.defer import Deferred
from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running, act, entries_of
from tilenet.game import LookUp, Open, RoomsOf
from tilenet.journal import scribe as scribes
from tilenet.journal.scribe import Scribe
from tilenet.journal.segments import segments
from tilenet.records import Overview
from tilenet.turns.cpuclock import CpuClock
from tilenet.world.home import HEADLINE, NOT_KEPT, Home
from tilenet.world.players.accounts import Guests
from tilenet.world.rooms.acts import Click


def at_once(call: Callable[[], object]) -> None:
    call()


class ScribeTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory())) / "journal"
        self.server = Running(self.folder)
        self.server.recovery.run()

    def scribe(self, long: int = scribes.LONG, cpu: CpuClock | None = None) -> Scribe:
        scribe = Scribe(self.server.reactor, self.server.world, self.server.journal, at_once, long=long, cpu=cpu)
        scribe.start()
        self.addCleanup(scribe.stop)
        self.server.advance(0)
        return scribe

    def again(self) -> Running:
        again = Running(self.folder, 2)
        again.recovery.do_again()
        return again

    def numbers(self) -> list[int]:
        return [int(path.stem) for path in segments(self.folder)]

    def rotate(self) -> None:
        """Save all to another segment, and forget the one before."""
        before = self.numbers()
        self.server.journal.begin()
        for _ in self.server.world.note_all():
            self.server.end_turn()
        forget = self.server.journal.forgetting()
        assert forget is not None
        forget()
        self.assertEqual(self.numbers(), [before[-1] + 1])


class AFailingDisk(ScribeTestCase):
    def headline(self) -> str:
        return self.server.world.homes[0].game.scene().text

    def test_is_told_once_and_games_go_on_and_it_is_tried_again(self) -> None:
        self.scribe()
        ann = self.server.join("ann")
        self.assertEqual(self.headline(), HEADLINE)
        real = os.write

        def full(file: int, data: bytes) -> int:
            real(file, data[:10])  # some of it fits
            raise OSError(errno.ENOSPC, "No space left on device")

        with capturedLogs() as logged:
            with patch("os.write", full):
                bob = self.server.join("bob")
                self.server.world.send_to(bob, "set")
                self.server.reactor.pump([1] * 25)
                self.assertEqual(self.headline(), NOT_KEPT)
                self.server.world.send_to(ann, "noughts")
                self.server.end_turn()
                before = self.numbers()
            self.server.reactor.pump([1] * 40)
        said = [formatEvent(event) for event in logged]
        self.assertEqual(
            [line.split(":")[0] for line in said if "journal" in line].count("The journal cannot be written"), 1
        )
        self.assertEqual(len([line for line in said if "can be written again" in line]), 1)
        self.assertEqual(before, [1], "what could not be written takes no space")
        self.assertEqual(self.headline(), HEADLINE)
        self.server.end_turn()
        self.assertEqual(self.again().state(), self.server.state())

    def test_a_disk_that_does_not_keep_what_it_was_given_fails_too(self) -> None:
        self.scribe()
        with patch("os.fdatasync", side_effect=OSError(errno.EIO, "Input/output error")), capturedLogs() as logged:
            self.server.reactor.pump([1] * 3)
        self.assertEqual(len([event for event in logged if "cannot be written" in formatEvent(event)]), 1)
        self.assertFalse(self.server.journal.is_kept)

    def test_after_a_gap_nothing_that_was_not_saved_is_mixed_up(self) -> None:
        """Whenever the server is killed while all is saved again."""
        dice = Random(5)
        for _ in range(80):
            act(self.server, dice)
        self.server.journal._fail(OSError("full"))
        for _ in range(80):
            act(self.server, dice)
        self.server.journal.begin()
        steps = self.server.world.note_all()
        for number in range(60):
            if next(steps, 0) == 0:
                break
            act(self.server, dice)
            if number % 6 == 0:
                again = Running(self.folder, 2)
                with capturedLogs():
                    again.recovery.run()
                    again.advance(1)
                again.journal.close()
                segments(self.folder)[-1].unlink()


class TheScribe(ScribeTestCase):
    def test_saves_all_rooms_to_a_new_segment_when_one_is_long_and_drops_the_old_ones(self) -> None:
        self.scribe(long=100_000)
        dice, most = Random(3), 0
        for _ in range(1500):
            act(self.server, dice)
            most = max(most, sum(path.stat().st_size for path in segments(self.folder)))
        self.server.advance(3)
        self.assertLess(most, 1_500_000)
        self.assertEqual(len(segments(self.folder)), 1)
        self.assertGreater(self.numbers()[0], 1)
        self.assertEqual(self.again().state(), self.server.state())

    def test_no_turn_takes_long(self) -> None:
        """However many there are, a turn saves no more than it has time for."""
        for number in range(40):
            self.server.join(f"p{number}")
        spent = [0.0]

        def cpu() -> float:
            spent[0] += 0.001  # for each look at the clock
            return spent[0]

        slices: list[int] = []
        save_some = Scribe._save_some

        def count(scribe: Scribe) -> None:
            slices.append(1)
            save_some(scribe)

        self.patch(Scribe, "_save_some", count)
        self.scribe(cpu=CpuClock(cpu, lambda: spent[0]))
        self.server.reactor.pump([0.02] * 60)
        self.assertGreater(len(slices), 8)
        self.assertEqual(self.numbers(), [1])

    def test_a_kill_at_any_moment_while_all_is_saved_loses_nothing(self) -> None:
        dice = Random(7)
        for _ in range(150):
            act(self.server, dice)
        self.server.journal.begin()
        steps = self.server.world.note_all()
        while next(steps, 0) is None:
            act(self.server, dice)
            self.assertEqual(self.again().state(), self.server.state())
        self.assertEqual(len(self.numbers()), 2)

    def test_two_kills_during_recovery(self) -> None:
        """Before all is in the new segment, and after."""
        dice = Random(8)
        for _ in range(100):
            act(self.server, dice)
        states = []
        for steps in (0, 3, 10_000):
            again = Running(self.folder, 2 + steps)
            again.recovery.run()
            for _, _ in zip(range(steps), again.world.note_all(), strict=False):
                again.end_turn()
            again.end_turn()
            with segments(self.folder)[-1].open("ab") as file:
                file.write(b'["torn')
            states.append(again.state())
        self.assertEqual(states[1:], states[:1] * 2)


class NothingIsForgotten(ScribeTestCase):
    """All that recovery needs is in the new segment."""

    def test_tokens_and_whether_they_were_used(self) -> None:
        world = self.server.world
        ann, bob = self.server.join("ann"), self.server.join("bob")
        token, used = world.resume_token(ann), world.resume_token(bob)
        world.disconnected(bob, bob.client, holds_seat=True)
        back = self.successResultOf(world.login("bob", used, address="127.0.0.1"))
        self.server.attach(back)
        for rotate in (lambda: None, self.rotate):
            rotate()
            self.server.end_turn()
            again = Running(self.folder, 3)
            again.recovery.do_again()
            self.assertIsNotNone(again.world._people._tokens.owner(token))
            self.assertIsNone(again.world._people._tokens.owner(used))

    def test_numbers_of_rooms_that_are_closed_and_who_has_opened_those_that_are_not(self) -> None:
        world, opener = self.server.world, self.server.rooms["set"]
        for _ in range(2):
            name = world.open(Open("noughts"), opener)
        world.shut("noughts-3")
        self.rotate()
        again = Running(self.folder, 2)
        again.recovery.run()
        self.assertNotIn("noughts-3", again.rooms)
        self.assertEqual(again.rooms["noughts-2"].opener, again.rooms["set"])
        name = again.world.open(Open("noughts"), again.rooms["set"])
        self.assertEqual(name, "noughts-4")

    def test_a_stop_saves_what_has_changed(self) -> None:
        """So no act is done again after it, and other code can go on from there."""
        scribe = self.scribe()
        self.server.world.send_to(self.server.join("ann"), "noughts")
        self.server.end_turn()
        noted = len(self.noted("noughts"))
        scribe.stop()
        self.assertEqual(self.noted("noughts")[noted:], ["saved"])
        self.assertEqual(len(self.noted("set")), 2)

    def test_a_stop_saves_a_room_that_is_to_close(self) -> None:
        """Otherwise other code would take that for an act."""
        scribe = self.scribe()
        name = self.server.world.open(Open("noughts"), self.server.rooms["set"])
        assert name is not None
        self.server.world.send_to(self.server.join("ann"), name)
        scribe.stop()
        self.server.journal.begin()
        for _ in self.server.world.note_all():
            pass
        self.server.world.shut(name)
        scribe.stop()
        self.assertEqual(self.noted(name)[-2:], ["shut", "saved"])

    def test_after_a_stop_rooms_are_in_the_order_in_which_they_were(self) -> None:
        """Whichever of them were saved last: Home shows them in it."""
        scribe = self.scribe()
        for _ in range(11):
            self.server.world.open(Open("noughts"), self.server.rooms["set"])
        before = [*self.server.world.rooms]
        for name in ("set", "noughts-3", "dancing", "noughts-11", "noughts-2"):
            self.server.world.send_to(self.server.join(name.replace("-", "")), name)
        self.server.end_turn()
        scribe.stop()
        again = Running(self.folder, 2)
        again.recovery.run()
        self.assertEqual([*again.world.rooms], before)
        tiles = [one.world.homes[0].game.scene().tiles for one in (self.server, again)]
        places = [{id: (tile.x, tile.y) for id, tile in some.items()} for some in tiles]
        self.assertEqual(places[1], places[0])

    def noted(self, room: str) -> list[str]:
        return [entry[0] for path in segments(self.folder) for entry in entries_of(path) if entry[2:3] == [room]]

    def test_the_clock_goes_on_from_the_last_second_although_nothing_happened_in_it(self) -> None:
        self.scribe()
        self.server.join("ann")
        for _ in range(30):
            self.server.advance(1)
        self.assertAlmostEqual(self.again().clock.seconds(), self.server.clock.seconds(), delta=2)

    def test_that_a_room_is_to_close(self) -> None:
        world = self.server.world
        name = world.open(Open("noughts"), self.server.rooms["set"])
        assert name is not None
        ann = self.server.join("ann")
        world.send_to(ann, name)
        world.shut(name)
        for rotate in (lambda: None, self.rotate):
            rotate()
            self.server.end_turn()
            again = self.again()
            again.clock.go_on()
            again.journal.is_recovering = False
            again.world.send_to(again.world.known(ann.id), None)
            self.assertNotIn(name, again.rooms)

    def test_who_has_recharged(self) -> None:
        ann = self.server.join("ann")
        self.server.world.award(ann, -10)
        home = self.server.world.homes[0]
        home.act(ann, Click(home.objid_of("recharge")))
        self.rotate()
        again = self.again()
        self.assertEqual([*again.world.building._recharges], [ann.id])
        game = again.world.homes[0].game
        assert isinstance(game, Home)
        self.assertIs(game.recharges, again.world.building._recharges)

    def test_who_has_recharged_in_another_room(self) -> None:
        ann = self.server.join("ann")
        self.server.world.award(ann, -10)
        room = self.server.rooms["pairpanicking"]
        self.server.world.send_to(ann, "pairpanicking")
        room.act(ann, Click(room.objid_of("recharge")))
        self.assertEqual(ann.points, 5)
        for prepare in (self.server.end_turn, self.rotate):
            prepare()
            again = self.again()
            self.assertEqual([*again.world.building._recharges], [ann.id])
            self.assertEqual(again.world.known(ann.id).points, 5)
            self.assertEqual(again.state(), self.server.state())

    def test_questions_without_an_answer_are_asked_again(self) -> None:
        asked: list[object] = []

        def look_up(guests: Guests, question: object) -> Deferred[object]:
            asked.append(question)
            return Deferred()

        self.patch(Guests, "look_up", look_up)
        room = self.server.rooms["records"]
        room.play(lambda now: [LookUp(Overview()), LookUp(RoomsOf("set"))])
        self.rotate()
        before = [*room.asked]
        asked.clear()
        Running(self.folder, 2).recovery.run()
        self.assertIn(Overview(), before)
        self.assertEqual(asked, before)

    def test_points_since_the_last_ranking_and_how_the_last_game_has_ended(self) -> None:
        ann, bob = self.server.join("ann"), self.server.join("bob")
        room = self.server.rooms["noughts"]
        for player in (ann, bob):
            self.server.world.send_to(player, "noughts")
        for at in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)):
            mover = next(one for one in (ann, bob) if room.game.legal(one))
            room.act(mover, Click(room.objid_of(("cell", *at))))
        ended = room.facts.ended
        assert ended is not None
        self.rotate()
        again = self.again().rooms["noughts"].facts.ended
        assert again is not None
        places = [[(one.player.id, one.place) for one in some.standings] for some in (ended, again)]
        self.assertEqual(places[0], places[1])
        self.assertEqual({**again.changes}, {**ended.changes})
        self.assertEqual((again[2:], bool(again.note)), (ended[2:], True))
