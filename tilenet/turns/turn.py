"""One turn of the reactor: how much work it may take, and what is flushed at its end.

Output goes out once a turn: that of single lines, and that which many lines share. Work that many clients can cause at
once, such as a thousand of them hanging up, is handed to `Turn`, which spreads it over several turns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf
from typing import Protocol

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.turns.cpuclock import CpuClock
from tilenet.turns.jobs import Job, Jobs

AT_ONCE = 0.005  # seconds of CPU time after which a turn leaves new work to the next ones, so that all can be read
SLICE = 0.015  # seconds of CPU time after which it leaves them the work that has waited, too; its output comes on top
CHORES = 0.001  # seconds of CPU time in a turn for what can be put off
MOST_CHORES = 0.01  # the same if a great many of them wait
MANY = 250  # chores that wait, for which there is twice the time
WRITE = 0.000005  # seconds of CPU time for a write
WRITING = 0.015  # seconds of CPU time in a turn for output of many writes


def _nothing() -> None:
    """There is nothing to be done before output leaves."""


class Flushable(Protocol):
    """Something with output that goes out at the end of a turn."""

    def flush(self) -> None: ...


class Outlet(Flushable, Protocol):
    """The output to one peer."""

    has_single_pieces: bool  # whether some of it has writes of its own
    peer: str


class Turn:
    """The present turn: its work, and everything that has output in it. Output is flushed once, at the end."""

    log = Logger()

    def __init__(self, clock: IReactorTime, cpu: CpuClock | None = None) -> None:
        self.clock = clock
        self.cpu = cpu or CpuClock()
        self._began = inf  # the CPU time at the beginning of this turn; not known unless somebody calls `begin`
        self._spent_on_chores = 0.0  # CPU time of this turn
        self._is_behind = False  # whether something is left for the next turns:
        self._jobs = Jobs(clock.seconds)
        self._alarms: deque[Job] = deque()
        self._chores: deque[Job] = deque()
        self._lines: list[Outlet] = []
        self._feeds: list[Flushable] = []
        self._writers: deque[Outlet] = deque()  # lines with output of many writes
        self._is_flushed_soon = False
        self._promised = 0.0  # CPU time that output of this turn will take besides
        self.commit: Callable[[], object] = _nothing  # is called before any output leaves

    # Work

    def begin(self, cpu: float) -> None:
        """A turn begins, at this CPU time. The owner of the reactor calls this; without it no turn counts as long."""
        self._began = cpu
        self._spent_on_chores = 0.0
        self._promised = 0.0

    def end(self) -> None:
        """A turn is over, before the reactor waits. Where this is called, output needs no timer."""
        self.flush()
        self._is_flushed_soon = True

    def promise(self, writes: int) -> None:
        """There will be so many writes more: they are part of what the present job takes."""
        self._promised += writes * WRITE

    @property
    def _spent(self) -> float:
        """CPU time, including that of output to come."""
        return self.cpu.exact() + self._promised

    @property
    def is_waited_for(self) -> bool:
        """Whether there is work that waits for its turn."""
        return self._jobs.count > 0 or bool(self._alarms)

    @property
    def has_leftovers(self) -> bool:
        """Whether any work is left for the next turns."""
        return self.is_waited_for or bool(self._chores)

    @property
    def is_long(self) -> bool:
        """Whether new work should wait: some waits already, or this turn has taken long."""
        return self.is_waited_for or self.cpu.rough() + self._promised - self._began > AT_ONCE

    def do(self, job: Job, whose: object) -> None:
        """Do this now, or in a later turn if this one is long already.

        Those whose jobs wait get the same CPU time, and the jobs of one are done in the order they are given: so a room
        where little is done comes next, however many others are busy, and however expensive their work is.
        """
        if self.is_long:
            self._jobs.add(job, whose)
            self._catch_up_soon()
        else:
            self._try(job)

    def ring(self, alarm: Job) -> None:
        """It is time to do this: it is done now, or in turn with the jobs that wait."""
        if self.is_long:
            self._alarms.append(alarm)
            self._catch_up_soon()
        else:
            self._try(alarm)

    def put_off(self, chore: Job) -> None:
        """Do this when there is time for it: now, unless this turn has had many chores. They are done in order, too."""
        if self._chores or self._spent_on_chores > CHORES:
            self._chores.append(chore)
            self._catch_up_soon()
        else:
            self._try_chore(chore)

    def _catch_up_soon(self) -> None:
        if not self._is_behind:
            self._is_behind = True
            self.clock.callLater(0, self._catch_up)

    def _catch_up(self) -> None:
        """Do some of what was left over by earlier turns, and at least one piece of each kind."""
        while self.is_waited_for:
            if self._alarms:
                self._try(self._alarms.popleft())
            if self._jobs.count:
                began = self._spent
                self._try(self._jobs.next())
                self._jobs.took(self._spent - began)
            if self._spent - self._began > SLICE:
                break
        while self._chores and self._spent_on_chores <= self._time_for_chores:
            self._try_chore(self._chores[0])
            self._chores.popleft()
        self._is_behind = False
        if self.is_waited_for or self._chores:
            self._catch_up_soon()

    @property
    def _time_for_chores(self) -> float:
        """The more of them wait, the more they get: otherwise they could come faster than they go."""
        return min(CHORES * (1 + len(self._chores) / MANY), MOST_CHORES)

    def _try(self, job: Job) -> None:
        try:
            job()
        except Exception:
            self.log.failure("A job failed")

    def _try_chore(self, chore: Job) -> None:
        began = self.cpu.exact()
        self._try(chore)
        if self._began != inf:
            self._spent_on_chores += self.cpu.exact() - began

    # Output

    def add_line(self, line: Outlet) -> None:
        self._soon()
        self._lines.append(line)

    def add_feed(self, feed: Flushable) -> None:
        self._soon()
        self._feeds.append(feed)

    def flush(self) -> None:
        """Send everything. Lines with output of their own go first, and take what they follow along.

        Those with many writes come last. If there are too many of them, some are left for the next turns.
        """
        self._is_flushed_soon = False
        self.commit()
        lines, self._lines = self._lines, []
        feeds, self._feeds = self._feeds, []
        for line in lines:
            if line.has_single_pieces:
                self._writers.append(line)
            else:
                self._flush(line)
        for feed in feeds:
            feed.flush()
        if self._writers:
            self._write()

    def flush_all(self) -> None:
        """Send everything, and leave nothing for the next turns, however long that takes."""
        self.flush()
        while self._writers:
            self._flush(self._writers.popleft())

    def _write(self) -> None:
        began = self.cpu.exact()
        while self._writers:
            self._flush(self._writers.popleft())
            if self.cpu.exact() - began > WRITING:
                break
        if self._writers:
            self._soon()

    def _flush(self, line: Outlet) -> None:
        try:
            line.flush()
        except Exception:
            self.output_failed(line)

    def output_failed(self, line: Outlet) -> None:
        """Log the exception that is being handled: whoever else has output still gets it."""
        self.log.failure("Output to {client} failed", client=line.peer)

    def _soon(self) -> None:
        if not self._is_flushed_soon:
            self._is_flushed_soon = True
            self.clock.callLater(0, self.flush)
