"""The files of finished games that browsers and programs can ask for."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.internet.defer import Deferred, execute, succeed
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import Visitor, get
from tests.doubles.harness import Server
from tests.replays.test_library import header
from tilenet.doors import replayfiles
from tilenet.doors.web import WebDoor
from tilenet.replays.library import Library
from tilenet.replays.recording import Recording


class AReplay(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.jobs: list[tuple[Deferred[Any], Any]] = []
        self.is_slow = False
        self.library = Library(self.folder, Clock(), lambda: 1e9, self.in_thread, days=30, size=2**30)
        self.library.start()
        self.server = Server()
        self.server.gate.replays = self.library
        self.door = WebDoor(self.server.gate)
        lines = [b'["saved",1,"noughts",{}]']
        self.public = self.library.keep(header(is_private=False), lines)
        self.private = self.library.keep(header(is_private=True), lines)

    def in_thread(self, job: Any) -> Deferred[Any]:
        if not self.is_slow:
            return succeed(job())
        waiting: Deferred[Any] = Deferred()
        self.jobs.append((waiting, job))
        return waiting

    def work(self) -> None:
        """The thread does what it was asked."""
        jobs, self.jobs = self.jobs, []
        for waiting, job in jobs:
            execute(job).chainDeferred(waiting)
        self.server.settle()

    def ask(self, name: str, method: str = "GET") -> Visitor:
        return Visitor(self.server, get(f"/replays/{name}", method=method), door=self.door)

    def test_is_sent_as_it_was_written(self) -> None:
        answer = self.ask(f"{self.public}.jsonl.gz")
        self.assertEqual((answer.code, answer.headers["content-type"]), (200, "application/gzip"))
        self.assertNotIn("content-encoding", answer.headers)
        self.assertEqual(Recording.read(answer.body).id, self.public)
        head = self.ask(f"{self.public}.jsonl.gz", "HEAD")
        self.assertEqual((head.code, head.body), (200, b""))
        self.assertEqual(head.headers["content-length"], str(len(answer.body)))

    def test_is_not_there_if_it_is_private_or_no_replay(self) -> None:
        names = (self.private, "nobody", "../noughts", "%2e%2e/index", f"{self.public}/x", "", "x" * 500)
        for name in [*(f"{name}.jsonl.gz" for name in names), self.public, "", "index"]:
            self.assertEqual(self.ask(name).code, 404, name)

    def test_is_not_there_if_its_file_is_gone_or_too_large_or_none_are_kept(self) -> None:
        (self.folder / f"{self.public}.jsonl.gz").unlink()
        self.is_slow = True
        answer = self.ask(f"{self.public}.jsonl.gz")
        self.work()
        self.assertEqual(answer.code, 404)
        self.patch(replayfiles, "LARGEST", 10)
        self.assertEqual(self.ask(f"{self.public}.jsonl.gz").code, 404)
        self.server.gate.replays = None
        self.assertEqual(self.ask(f"{self.public}.jsonl.gz").code, 404)

    def test_few_are_read_at_once_and_nobody_waits_for_one_who_has_gone(self) -> None:
        self.is_slow = True
        answers = [self.ask(f"{self.public}.jsonl.gz") for _ in range(replayfiles.AT_ONCE)]
        self.assertEqual(self.ask(f"{self.public}.jsonl.gz").code, 503)
        answers[0].hang_up()
        self.work()
        self.assertEqual([answer.code for answer in answers[1:]], [200] * (replayfiles.AT_ONCE - 1))
        self.is_slow = False
        self.assertEqual(self.ask(f"{self.public}.jsonl.gz").code, 200)
