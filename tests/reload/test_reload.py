"""A reload from the running server's side: until the last moment, it can go on as if nothing had happened."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from twisted.internet.defer import Deferred, succeed
from twisted.internet.error import ProcessDone, ProcessTerminated
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running
from tilenet.journal.scribe import Scribe
from tilenet.journal.segments import segments
from tilenet.reload.handover import VARIABLE, HandOver
from tilenet.reload.program import Program
from tilenet.reload.rehearsal import entries
from tilenet.reload.reload import BUSY, NOT_KEPT, REHEARSAL_SECONDS, NotReloaded, Reload

DONE = Failure(ProcessDone(0))


class Child:
    """The process that rehearses, as the reactor starts it."""

    def __init__(self, protocol: Any) -> None:
        self.request: dict[str, Any] = {}
        self.was_killed = False
        self._protocol = protocol
        protocol.makeConnection(self)

    def write(self, data: bytes) -> None:
        self.request = json.loads(data)

    def closeStdin(self) -> None:
        """It knows what to do."""

    def signalProcess(self, name: str) -> None:
        self.was_killed = name == "KILL"
        self.ends("", "", Failure(ProcessTerminated(None, 9)))

    def ends(self, answer: str, errors: str = "", reason: Failure = DONE) -> None:
        self._protocol.outReceived(answer.encode())
        self._protocol.errReceived(errors.encode())
        self._protocol.processEnded(reason)


class Reactor(Clock):
    children: list[Child]

    def spawnProcess(self, protocol: Any, *command: object) -> None:
        self.children.append(Child(protocol))


class Reloads(SynchronousTestCase):
    """The test is the server, too: see `tilenet.reload.reload.Server`."""

    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.running = Running(Path(folder.name) / "journal")
        self.running.recovery.run()
        self.reactor = Reactor()
        self.reactor.children = []
        self.journal, self.world = self.running.journal, self.running.world
        self.scribe = Scribe(self.reactor, self.world, self.journal, lambda call: call())
        self.executed: list[list[str]] = []
        self.is_busy = False
        self.stays = 0
        self.told: list[str] = []
        self.lock = os.open(folder.name, os.O_RDONLY)
        self.addCleanup(os.close, self.lock)
        program = Program(os.getcwd(), ("python3", "tilenet"), ("--name", "x"), (), (), "")
        self.reload = Reload(
            self.reactor,
            self.world,
            self.journal,
            self.scribe,
            program,
            self.written,
            self.in_thread,
            self,
            self.execute,
        )

    async def written(self) -> bool:
        return True

    def in_thread(self, call: Callable[[], object]) -> Deferred[Any]:
        return succeed(call())

    def is_settled(self) -> bool:
        return not self.is_busy

    def hand_over(self) -> HandOver:
        return HandOver(self.lock, self.lock)

    def stay(self) -> None:
        self.stays += 1

    def execute(self, path: str, command: list[str]) -> None:
        self.assertIn(VARIABLE, os.environ)
        self.executed.append(command)

    def start(self) -> Deferred[None]:
        started = self.reload.start(self.told.append)
        self.advance(1)
        return started

    def advance(self, seconds: float) -> None:
        self.reactor.pump([0.01] * round(100 * seconds))

    def assert_not_reloaded(self, started: Deferred[None], why: str) -> None:
        self.assertEqual(str(self.failureResultOf(started, NotReloaded).value), why)
        self.assertEqual(self.executed, [])
        self.assertNotIn(VARIABLE, os.environ)
        self.assertTrue(self.journal.is_kept)
        again = self.start()
        self.reactor.children[1].ends("no: again\n")
        self.failureResultOf(again, NotReloaded)

    def test_the_new_program_takes_over_with_a_journal_that_is_short(self) -> None:
        started = self.start()
        (child,) = self.reactor.children
        self.assertEqual(child.request["options"], ["--name", "x"])
        self.assertEqual(len(segments(self.journal.folder)), 2)
        child.ends("anew set: it has no wind\nyes\n")
        self.advance(0.1)
        self.successResultOf(started)
        self.assertEqual(self.executed, [["python3", "tilenet"]])
        self.assertEqual(self.told, ["set begins anew: it has no wind"])
        self.assertEqual(len(segments(self.journal.folder)), 1)
        assert self.journal.end is not None
        saved = {entry[2] for entry in entries(self.journal.folder, self.journal.end) if entry[0] == "saved"}
        self.assertEqual(saved, {*self.running.rooms})

    def test_what_happens_during_the_rehearsal_is_not_done_again_by_the_new_code(self) -> None:
        """Nobody has compared what it would make of that."""
        ann = self.running.join("ann")
        self.running.world.send_to(ann, "noughts")
        self.running.end_turn()
        started = self.start()
        room = self.running.rooms["noughts"]
        room.play(room.game.press, ann, "nothing")
        self.running.end_turn()
        self.reactor.children[0].ends("yes\n")
        self.advance(0.1)
        self.successResultOf(started)
        assert self.journal.end is not None
        noted = [entry[0] for entry in entries(self.journal.folder, self.journal.end) if entry[2:3] == ["noughts"]]
        self.assertEqual(noted, ["saved", "press", "saved"])

    def test_it_waits_until_nothing_is_about_to_happen_but_not_for_ever(self) -> None:
        self.is_busy = True
        self.start()
        self.reactor.children[0].ends("yes\n")
        self.advance(0.5)
        self.assertEqual(self.executed, [])
        self.advance(5)
        self.assertEqual(len(self.executed), 1)

    def test_new_code_that_says_no_or_dies_or_says_nothing_changes_nothing(self) -> None:
        endings: list[tuple[Callable[[Child], object], str]] = [
            (lambda child: child.ends("no: Set: that is wrong\n", "Traceback"), "Set: that is wrong"),
            (lambda child: child.ends(""), "the new code has ended without a word"),
            (
                lambda child: child.ends("", "Traceback\nImportError: oh\n", Failure(ProcessTerminated(1))),
                "ImportError: oh",
            ),
        ]
        for end, why in endings:
            with self.subTest(why):
                self.reactor.children.clear()
                started = self.start()
                end(self.reactor.children[0])
                self.assert_not_reloaded(started, why)

    def test_new_code_that_takes_for_ever_is_given_up(self) -> None:
        started = self.start()
        self.reactor.advance(REHEARSAL_SECONDS)
        self.assertTrue(self.reactor.children[0].was_killed)
        self.assert_not_reloaded(started, f"the new code has rehearsed for {REHEARSAL_SECONDS:g} s, and was given up")

    def test_if_the_program_cannot_be_started_this_one_goes_on(self) -> None:
        with patch.object(self.reload, "_execute", side_effect=OSError(2, "No such file or directory")):
            started = self.start()
            self.reactor.children[0].ends("yes\n")
            self.advance(0.1)
        self.assertEqual(self.stays, 1)
        self.assert_not_reloaded(started, "the new program cannot be started: No such file or directory")

    def test_one_reload_at_a_time(self) -> None:
        self.start()
        self.assertEqual(str(self.failureResultOf(self.start(), NotReloaded).value), BUSY)
        self.assertEqual(len(self.reactor.children), 1)

    def test_without_a_journal_that_can_be_written_nothing_happens(self) -> None:
        self.journal.close()
        self.assertEqual(str(self.failureResultOf(self.start(), NotReloaded).value), NOT_KEPT)
        self.assertEqual(self.reactor.children, [])
