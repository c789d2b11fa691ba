"""What a tape needs stands again, too, when its room does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock
from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running
from tilenet.game import Result
from tilenet.games.noughts import Noughts
from tilenet.replays.library import Library
from tilenet.replays.recorder import Recorder
from tilenet.world.rooms.tape import Tape


def at_once(call: Callable[[], object]) -> Deferred[Any]:
    return succeed(call())


def recorder(folder: Path) -> Recorder:
    library = Library(folder / "replays", Clock(), lambda: 0.0, at_once, days=1, size=1)
    return Recorder(library, lambda: 0.0)


class Tapes(SynchronousTestCase):
    def test_somebody_who_is_on_a_tape_and_gone_for_good_does_not_keep_the_room_from_standing_again(self) -> None:
        """A guest who has logged out is known to nobody when all is saved once more."""
        folder = Path(self.enterContext(TemporaryDirectory()))
        server = Running(folder)
        server.world.record(recorder(folder))
        server.recovery.run()
        ann, bob = server.join("ann"), server.join("bob")
        for player in (ann, bob):
            server.world.send_to(player, "memory")
        server.end_turn()
        server.world.logout(bob)
        server.end_turn()
        for _ in server.world.note_all():
            pass
        server.end_turn()
        again = Running(folder, 2, begins=5.0)
        again.world.record(recorder(folder))
        with capturedLogs() as logged:
            again.recovery.do_again()
        self.assertEqual([formatEvent(one) for one in logged if "begins anew" in formatEvent(one)], [])
        self.assertEqual(again.state(), server.state())

    def test_there_is_none_of_a_match_whose_replay_is_kept_and_one_of_the_match_that_is_on(self) -> None:
        folder = Path(self.enterContext(TemporaryDirectory()))
        server = Running(folder)
        server.world.record(self.recorder(folder))
        server.recovery.run()
        for name in ("ann", "bob"):
            server.world.send_to(server.join(name), "noughts")
        room = server.world.rooms["noughts"]
        for tile in [*(("cell", x, y) for y in range(3) for x in (0, 1)), "restart", ("cell", 2, 2)]:
            assert isinstance(room.game, Noughts)
            room.play(room.game.click, room.game.seats[room.game.board.turn], tile)
            server.end_turn()
        self.assertNotEqual(room.last_replay, "")
        begun: list[str] = []
        begin = Tape.begin

        def counting(tape: Tape, now: float, name: str, *rest: Any) -> None:
            begun.append(name)
            begin(tape, now, name, *rest)

        self.patch(Tape, "begin", counting)
        again = Running(folder, 2, begins=5.0)
        again.world.record(self.recorder(folder))
        again.recovery.do_again()
        stands = again.world.rooms["noughts"]
        self.assertEqual(stands.last_replay, room.last_replay)
        assert room.chronicle.taping is not None and stands.chronicle.taping is not None
        self.assertEqual([*stands.chronicle.taping.tape.lines()][1:], [*room.chronicle.taping.tape.lines()][1:])
        self.assertNotEqual(stands.chronicle.taping.tape.base, b"")
        self.assertEqual(begun.count("noughts"), 1)

    def test_a_room_that_was_saved_just_before_the_end_still_knows_which_replay_is_kept(self) -> None:
        """Dancing tells the result, and the ranking a few seconds later."""
        folder = Path(self.enterContext(TemporaryDirectory()))
        server = Running(folder)
        server.world.record(self.recorder(folder))
        server.recovery.run()
        self.patch(Recorder, "kept", lambda recorder, room: "noughts-abcdefgh")
        chronicle = server.world.rooms["noughts"].chronicle
        chronicle.resume_tape({}, [], Result("Noughts", ()))
        self.assertEqual(chronicle.end_match(), "noughts-abcdefgh")

    def recorder(self, folder: Path) -> Recorder:
        library = Library(folder / "replays", Clock(), lambda: 0.0, at_once, days=1, size=10**6)
        library.start()
        self.addCleanup(library.stop)
        return Recorder(library, lambda: 0.0)
