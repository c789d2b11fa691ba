"""The watchdog: which turns are worth a line in the log, and when they begin and end."""

from __future__ import annotations

import inspect
import re
import signal
from collections.abc import Callable, Sequence
from types import FrameType, SimpleNamespace
from typing import Any

from twisted.internet.defer import succeed
from twisted.internet.task import Clock
from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.cpu import cpu_clock
from tilenet.turns.cpuclock import CpuClock
from tilenet.turns.turn import Turn
from tilenet.turns.watchdog import ACCEPTS, LONG, PAUSE, Watchdog


class Reactor(Clock):
    """A reactor as the watchdog knows it."""

    def __init__(self, heard: list[object]) -> None:
        super().__init__()
        self.heard = heard

    def runUntilCurrent(self) -> None:
        self.heard.append("runs")

    def addSystemEventTrigger(self, phase: str, event: str, call: Callable[[], None]) -> None:
        self.triggers = {(phase, event): call}


class EpollReactor(Reactor):
    """The same with epoll, where it is known when a turn ends."""

    _poller = SimpleNamespace(poll=None)
    _selectables = _doReadOrWrite = None


class HeardTurn(Turn):
    """Notes what it is told, and the CPU time."""

    def __init__(self, clock: Clock, cpu: CpuClock, heard: list[object]) -> None:
        super().__init__(clock, cpu)
        self.heard = heard

    def begin(self, cpu: float) -> None:
        self.heard += ["begins", cpu]

    def end(self) -> None:
        self.heard.append("ends")


class Port:
    numberAccepts = 100


class WatchdogTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.patch(signal, "setitimer", lambda which, *seconds: self.timers.append(seconds))
        self.patch(signal, "signal", lambda number, handler: self.handlers.append(handler))
        self.handlers: list[object] = []
        self.patch(signal, "siginterrupt", lambda number, flag: None)
        self.timers: list[tuple[float, ...]] = []
        self.heard: list[object] = []
        self.spent = 0.0
        self.watch(EpollReactor(self.heard))

    def watch(self, reactor: Any, before: float = 0.0, ports: Sequence[Port] = ()) -> None:
        """Start watching a reactor when so much CPU time was spent."""
        self.reactor = reactor
        self.watchdog = Watchdog(reactor, HeardTurn(reactor, cpu_clock(lambda: self.spent), self.heard))
        self.watchdog.ports = ports
        self.spent += before
        self.watchdog.start()

    def turn(self, seconds: float, frame: FrameType | None = None) -> list[str]:
        """Let a turn take so long, and return what was logged of it."""
        self.reactor.runUntilCurrent()
        self.spent += seconds
        if frame is not None:
            self.watchdog._look(signal.SIGPROF, frame)
        with capturedLogs() as events:
            self.reactor.runUntilCurrent()
        return [formatEvent(event) for event in events]

    def test_a_long_turn_is_logged(self) -> None:
        self.assertEqual(self.turn(0.083), ["A turn of the reactor took 83 ms of CPU time"])

    def test_with_what_it_was_busy_with(self) -> None:
        [line] = self.turn(0.083, inspect.currentframe())
        found = re.search(r"83 ms of CPU time, in (\w+) \(test_watchdog.py\) < ", line)
        self.assertEqual(found and found[1], "test_with_what_it_was_busy_with")

    def test_but_not_how_twisted_led_there(self) -> None:
        """Many functions of its own are in between, which are always the same."""
        found: list[FrameType | None] = []
        succeed(None).addCallback(lambda _: found.append(inspect.currentframe()))
        [inner] = found
        [line] = self.turn(0.083, inner)
        self.assertIn("in <lambda> (test_watchdog.py) < test_but_not_how_twisted_led_there (test_watchdog.py)", line)

    def test_others_are_not_nor_what_another_one_was_busy_with(self) -> None:
        self.assertEqual(self.turn(LONG, inspect.currentframe()), [])
        self.assertEqual(self.turn(1), ["A turn of the reactor took 1000 ms of CPU time"])

    def test_what_came_before_the_first_one_is_none(self) -> None:
        """Doors are imported and opened then."""
        self.watch(EpollReactor(self.heard), 1.0)
        with capturedLogs() as events:
            self.reactor.runUntilCurrent()
        self.assertEqual([*events], [])

    def test_there_is_at_most_one_line_a_minute_and_the_next_counts_the_others(self) -> None:
        self.turn(1)
        self.reactor.advance(PAUSE - 1)
        self.assertEqual(self.turn(1) + self.turn(1), [])
        self.reactor.advance(1)
        [line] = self.turn(1)
        self.assertTrue(line.endswith("; 2 more long turns since the last such line"), line)

    def test_every_turn_begins_runs_and_ends(self) -> None:
        self.turn(0.01)
        self.assertEqual(self.heard, ["begins", 0.0, "runs", "ends", "begins", 0.01, "runs", "ends"])

    def test_other_reactors_do_not_say_when_a_turn_ends(self) -> None:
        self.watch(Reactor(self.heard))
        self.reactor.runUntilCurrent()
        self.assertEqual(self.heard, ["begins", 0.0, "runs"])

    def test_every_long_turn_is_looked_at(self) -> None:
        [(first, interval)] = self.timers
        self.assertTrue(first == interval <= LONG / 2)

    def test_at_the_end_there_are_no_more_signals(self) -> None:
        """Python puts the handlers back before it ends, and a signal after that would kill the process."""
        self.reactor.triggers["after", "shutdown"]()
        self.assertEqual((self.timers[-1], self.handlers[-1]), ((0,), signal.SIG_IGN))

    def test_no_port_accepts_more_and_more_connections_in_one_turn_and_few_are_left_alone(self) -> None:
        many, few = Port(), Port()
        for event in (lambda: self.watch(EpollReactor(self.heard), ports=[many, few]), lambda: self.turn(LONG)):
            many.numberAccepts, few.numberAccepts = 520, 1
            event()
            self.assertEqual((many.numberAccepts, few.numberAccepts), (ACCEPTS, 1))
