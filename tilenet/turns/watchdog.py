"""Keeps the reactor's turns short, and writes a line to the log when one was not.

A turn is everything that the reactor does from one wait for events to the next. While it lasts, everybody else waits.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import FrameType
from typing import Any

from twisted.logger import Logger

from tilenet.internals import Poll, Serve, limit_accepts, replace_polling, wrap_turns
from tilenet.turns.sockets import ReadySockets
from tilenet.turns.turn import Turn

LONG = 0.05  # seconds of CPU time: a longer turn is worth a line
BUSY = 0.001  # seconds of CPU time in a turn, from which on a port may have accepted many connections
SAMPLE = 0.02  # seconds of CPU time from one look at what a turn is doing to the next
PAUSE = 60.0  # seconds between two such lines
ACCEPTS = 10  # connections that one port accepts in one turn
DEPTH = 4  # functions named in the line


class Watchdog:
    """Watches the turns of one reactor.

    The system sends a signal whenever the process has used some CPU time, and what it is busy with then is noted: so
    the log can say where a long turn spent its time.
    """

    log = Logger()

    def __init__(self, reactor: Any, turn: Turn) -> None:
        """`turn` is told when each turn begins, and if possible when it ends."""
        self.ports: Iterable[Any] = ()  # that accept connections
        self._reactor = reactor
        self._turn = turn
        self._busy_with = ""  # in this turn
        self._unlogged = 0  # long turns since the last line
        self._quiet_until = float("-inf")

    def start(self) -> None:
        """Watch from now on."""
        self._limit_accepts()
        self._began = self._turn.cpu.rough()
        wrap_turns(self._reactor, self._wrapped)
        self._knows_end = replace_polling(self._reactor, self._serving)
        self.ask_for_signals()
        self._reactor.addSystemEventTrigger("after", "shutdown", self.stop)

    def ask_for_signals(self) -> None:
        """Note from now on what a turn is busy with."""
        if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
            with suppress(ValueError, OSError):
                signal.signal(signal.SIGPROF, self._look)
                signal.siginterrupt(signal.SIGPROF, False)
                signal.setitimer(signal.ITIMER_PROF, SAMPLE, SAMPLE)

    def stop(self) -> None:
        """Ask for no more signals: Python stops handling them before it ends, and then they would kill the process.

        They would also kill another program that takes over the process.
        """
        if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
            with suppress(ValueError, OSError):
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.signal(signal.SIGPROF, signal.SIG_IGN)

    def _wrapped(self, run: Callable[[], None]) -> Callable[[], None]:
        self._run = run
        return self._next_turn

    def _serving(self, poll: Poll, serve: Serve) -> Callable[[float | None], None]:
        return ReadySockets(poll, serve, self._turn.cpu.rough).serve

    def _next_turn(self) -> None:
        """The last turn is over, and the next one begins with the timers that are due."""
        now = self._turn.cpu.rough()
        taken, self._began = now - self._began, now
        if taken > BUSY:
            self._was_busy(taken)
        self._busy_with = ""
        self._turn.begin(now)
        self._run()
        if self._knows_end:  # the reactor waits for sockets next
            self._turn.end()

    def _was_busy(self, taken: float) -> None:
        if taken > LONG:
            self._tell(taken)
        self._limit_accepts()

    def _limit_accepts(self) -> None:
        for port in self.ports:
            limit_accepts(port, ACCEPTS)

    def _look(self, number: int, frame: FrameType | None) -> None:
        """Note what this turn is doing."""
        self._busy_with = " < ".join(_calls(frame))

    def _tell(self, taken: float) -> None:
        now = self._reactor.seconds()
        if now < self._quiet_until:
            self._unlogged += 1
            return
        self._quiet_until = now + PAUSE
        before, self._unlogged = self._unlogged, 0
        self.log.warn(
            "A turn of the reactor took {ms} ms of CPU time{doing}{more}",
            ms=round(1000 * taken),
            doing=f", in {self._busy_with}" if self._busy_with else "",
            more=f"; {before} more long turns since the last such line" if before else "",
        )


def _calls(frame: FrameType | None) -> list[str]:
    """Where a frame is, such as `_play (room.py)`, and the functions of this program that led there."""
    found: list[str] = []
    while frame is not None and len(found) < DEPTH:
        code = frame.f_code
        if not found or f"{os.sep}twisted{os.sep}" not in code.co_filename:
            found.append(f"{code.co_name} ({os.path.basename(code.co_filename)})")
        frame = frame.f_back
    return found
