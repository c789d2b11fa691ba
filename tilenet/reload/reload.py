"""Reloading: a running server saves its rooms, lets the new code rehearse, and then hands over to it.

Until the very last moment nothing is given up: if anything goes wrong, the server goes on as before.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.error import ProcessDone
from twisted.internet.protocol import ProcessProtocol
from twisted.internet.task import deferLater
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.journal.journal import Journal
from tilenet.journal.scribe import Scribe
from tilenet.reload.handover import VERSION, HandOver, handed_over
from tilenet.reload.program import Program, rehearsal_of
from tilenet.text import plain
from tilenet.world.world import World

PAUSE = 0.005  # seconds between two slices of saving, or two looks
SLICE = 0.010  # seconds of saving, after which others come first
REHEARSAL_SECONDS = 300.0  # after which the new code is given up
SETTLING = 200  # pauses to wait for a moment at which nothing is about to happen
MOST_DETAILS = 64 * 1024  # bytes of what the child writes to stderr
CHILD = "tilenet.reload.child"
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)  # those that the server handles once it is up

NO_JOURNAL = "with --data none there is no journal to go on from"
NOT_KEPT = "the journal cannot be written at the moment, so the games could not go on"
BUSY = "a reload is under way already"


class NotReloaded(Exception):
    """Nothing has happened; the text says why."""

    def __init__(self, why: str, details: str = "") -> None:
        """`details` are for authors: the traceback of what is wrong with the new code."""
        super().__init__(why)
        self.details = details


class Server(Protocol):
    """The running server: sockets, sessions and signals."""

    def is_settled(self) -> bool:
        """Whether nothing is about to happen in any session, or is being written to the disk."""

    def hand_over(self) -> HandOver:
        """What the next program in this process gets. Nothing of this one may disturb it."""

    def stay(self) -> None:
        """There is no next program after all."""


class Reload:
    """Reloads one server."""

    log = Logger()

    def __init__(
        self,
        reactor: Any,
        world: World,
        journal: Journal,
        scribe: Scribe,
        program: Program,
        written: Callable[[], Coroutine[Any, Any, bool]],
        in_thread: Callable[[Callable[[], object]], Deferred[Any]],
        server: Server,
        execute: Callable[[str, list[str]], Any] = os.execv,
    ) -> None:
        """`written` waits until the store has all points and results, `in_thread` calls what waits for the disk."""
        self._reactor = reactor
        self._world = world
        self._journal = journal
        self._scribe = scribe
        self._program = program
        self._written = written
        self._in_thread = in_thread
        self._server = server
        self._execute = execute
        self._is_under_way = False

    def start(self, tell: Callable[[str], object], *, has_old_rules: bool = True) -> Deferred[None]:
        """Let new code take over, if it can. Fails with NotReloaded; if all goes well, this process never hears of it.

        `tell` is told what is worth knowing before it happens. If games may have new rules, it is enough that all rooms
        can be loaded as they stand, whatever led there.
        """
        return Deferred.fromCoroutine(self._start(tell, has_old_rules))

    async def _start(self, tell: Callable[[str], object], has_old_rules: bool) -> None:
        if self._is_under_way:
            self.log.warn("Not reloaded: {why}", why=BUSY)
            raise NotReloaded(BUSY)
        self._is_under_way = True
        self._scribe.rest()
        try:
            await self._save_all()
            await self._rehearse(tell, has_old_rules)
            await self._settle()
            self._switch()
        except NotReloaded as error:
            self.log.error("Not reloaded: {why}", why=plain(str(error)))
            raise
        except Exception:
            self.log.failure("Not reloaded")
            raise NotReloaded("something went wrong; the log says what") from None
        finally:
            self._scribe.go_on()
            self._is_under_way = False

    # Before

    async def _save_all(self) -> None:
        """Save all rooms to a segment of their own, bit by bit: from there the new program goes on, soon."""
        while self._scribe.is_saving:
            await self._pause()
        self._check_journal()
        self._journal.begin()
        began = monotonic()
        for _ in self._world.note_all():
            if monotonic() - began > SLICE:
                await self._pause()
                began = monotonic()
        self._journal.commit()
        self._check_journal()

    def _check_journal(self) -> None:
        if not self._journal.is_kept or self._journal.has_failed:
            raise NotReloaded(NOT_KEPT)

    def _pause(self) -> Deferred[None]:
        return deferLater(self._reactor, PAUSE, lambda: None)

    async def _rehearse(self, tell: Callable[[str], object], has_old_rules: bool) -> None:
        request = {
            "version": VERSION,
            "options": self._program.options,
            "until": self._journal.end,
            "redoes": has_old_rules,
            "out_of_order": [str(room.title) for room in self._world.rooms.values() if room.is_out_of_order],
        }
        child = _Child(self._reactor, json.dumps(request).encode())
        command = rehearsal_of(self._program, CHILD)
        self._reactor.spawnProcess(child, command[0], command, os.environ, self._program.folder)
        answer, details = await child.done
        verdict = answer[-1:]
        if verdict != ["yes"]:
            why = "".join(line.removeprefix("no: ") for line in verdict if line.startswith("no: "))
            raise NotReloaded(why or "the new code has ended without a word", details)
        for line in answer[:-1]:
            room, _, why_anew = line.removeprefix("anew ").partition(": ")
            text = f"{room} begins anew: {why_anew}"
            self.log.warn("Reloading: {text}", text=text)
            tell(text)
        await self._written()
        forget = self._journal.forgetting()
        if forget is not None:
            await self._in_thread(forget)

    async def _settle(self) -> None:
        """Wait for a moment at which nothing is about to happen, so that nothing is forgotten; but not for ever."""
        for _ in range(SETTLING):
            await self._pause()
            if self._server.is_settled() and not self._world.turn.has_leftovers:
                break

    # The moment itself

    def _switch(self) -> None:
        """All of this is one turn of the reactor; what comes meanwhile waits in the sockets."""
        began = monotonic()
        self._world.turn.flush_all()
        self._world.building.note_changes()  # so the new code does nothing again that has come since the rehearsal
        self._journal.commit()
        self._check_journal()
        before = os.getcwd()
        left = self._server.hand_over()
        left.began = began
        left.clock = self._world.clock.seconds()
        left.pid_file = self._program.pid_file
        self.log.info("Reloading: {count} connections go on", count=len(left.connections))
        sys.stdout.flush()
        sys.stderr.flush()
        with handed_over(left), _without_signals():
            try:
                os.chdir(self._program.folder)
                self._execute(self._program.command[0], [*self._program.command])
            except OSError as error:
                self._server.stay()
                raise NotReloaded(f"the new program cannot be started: {error.strerror}") from None
            finally:
                os.chdir(before)


@contextmanager
def _without_signals() -> Iterator[None]:
    """Signals wait until the new program is up: before that, they would end it without a goodbye."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


class _Child(ProcessProtocol):
    """The process that rehearses. `done` fires with the lines that it has answered, and what it wrote to stderr."""

    def __init__(self, reactor: Any, request: bytes) -> None:
        self.done: Deferred[tuple[list[str], str]] = Deferred()
        self._request = request
        self._answer = b""
        self._errors = b""
        self._timer = reactor.callLater(REHEARSAL_SECONDS, self._give_up)
        self._is_late = False

    def connectionMade(self) -> None:
        transport: Any = self.transport
        transport.write(self._request)
        transport.closeStdin()

    def outReceived(self, data: bytes) -> None:
        self._answer += data

    def errReceived(self, data: bytes) -> None:
        self._errors = (self._errors + data)[-MOST_DETAILS:]

    def _give_up(self) -> None:
        self._is_late = True
        transport: Any = self.transport
        transport.signalProcess("KILL")

    def processEnded(self, reason: Failure) -> None:
        if self._timer.active():
            self._timer.cancel()
        lines = self._answer.decode(errors="replace").splitlines()
        details = self._errors.decode(errors="replace")
        if self._is_late:
            lines = [f"no: the new code has rehearsed for {REHEARSAL_SECONDS:g} s, and was given up"]
        elif not reason.check(ProcessDone):
            killed = getattr(reason.value, "signal", None)
            last = details.strip().splitlines()[-1:] or ["the new code has ended without a word"]
            lines = [f"no: the rehearsal of the new code was killed (signal {killed})" if killed else f"no: {last[0]}"]
        self.done.callback((lines, details))
