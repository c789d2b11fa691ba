"""The collector of garbage: when it looks at how much."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.turns.collector import ALL_SECONDS, AT_LAST, FEW, LOOK_SECONDS, NEVER, STEP, Collector

ALL = ["unfreeze", "collect", "freeze"]
NEW = ["collect", "freeze"]


class Python:
    """Python's collector, which notes what it was asked for."""

    def __init__(self) -> None:
        self.runs = 0  # on younger objects
        self.asked: list[str] = []
        self.threshold = 700, 10, 10

    def get_threshold(self) -> tuple[int, int, int]:
        return self.threshold

    def set_threshold(self, *threshold: int) -> None:
        self.threshold = threshold  # type: ignore[assignment]

    def get_count(self) -> tuple[int, int, int]:
        return 0, 0, self.runs

    def collect(self) -> None:
        self.asked.append("collect")

    def freeze(self) -> None:
        self.asked.append("freeze")

    def unfreeze(self) -> None:
        self.asked.append("unfreeze")


class TheCollector(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.python = Python()
        self.clients = FEW + 1
        self.collector = Collector(self.clock, lambda: self.clients, self.python)
        self.collector.start()

    def asked_in(self, seconds: float) -> list[str]:
        """What it is asked for meanwhile."""
        self.python.asked.clear()
        self.clock.advance(seconds)
        return self.python.asked

    def test_puts_aside_what_the_start_has_made(self) -> None:
        self.assertEqual(self.python.asked, ALL)

    def test_python_never_looks_at_the_oldest_by_itself(self) -> None:
        self.assertEqual(self.python.threshold, (700, 10, NEVER))

    def test_looks_at_what_is_new_once_there_is_enough_of_it(self) -> None:
        self.python.runs = STEP - 1
        self.assertEqual(self.asked_in(LOOK_SECONDS), [])
        self.python.runs = STEP
        self.assertEqual(self.asked_in(LOOK_SECONDS), NEW)

    def test_looks_at_everything_now_and_then_if_few_are_here(self) -> None:
        self.clients = FEW
        self.assertEqual(self.asked_in(ALL_SECONDS - 1), [])
        self.assertEqual(self.asked_in(1), ALL)
        self.assertEqual(self.asked_in(ALL_SECONDS - 1), [])

    def test_in_a_crowd_only_after_a_day(self) -> None:
        self.assertEqual(self.asked_in(AT_LAST - 1), [])
        self.assertEqual(self.asked_in(1), ALL)

    def test_leaves_it_to_python_when_the_server_stops(self) -> None:
        self.python.asked.clear()
        self.collector.stop()
        self.assertEqual((self.python.asked, self.python.threshold), (["unfreeze"], (700, 10, 10)))
        self.python.runs = STEP
        self.assertEqual(self.asked_in(AT_LAST), [])
