"""The collector of garbage: when it looks at how much."""

from __future__ import annotations

import gc
import mmap
from collections.abc import Callable

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.turns.collector import (
    ALL_SECONDS,
    FEW,
    GROWTH,
    GROWTH_OF_FEW,
    NEVER,
    NEW_SECONDS,
    Collector,
    memory_in_use,
)

NEW, ALL = ["collect 1"], ["collect 2"]


class Python:
    """Python's collector, which notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.threshold = 700, 10, 10
        self.collected: Callable[[], object] = lambda: None

    def get_threshold(self) -> tuple[int, int, int]:
        return self.threshold

    def set_threshold(self, *threshold: int) -> None:
        self.threshold = threshold  # type: ignore[assignment]

    def collect(self, generation: int) -> None:
        self.asked.append(f"collect {generation}")
        self.collected()

    def freeze(self) -> None:
        self.asked.append("freeze")

    def unfreeze(self) -> None:
        self.asked.append("unfreeze")


class TheCollector(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.python = Python()
        self.clients = FEW + 1
        self.memory = 100_000
        self.collector = Collector(self.clock, lambda: self.clients, lambda: self.memory, self.python)
        self.collector.start()

    def next_look(self) -> list[str]:
        self.python.asked.clear()
        self.clock.advance(NEW_SECONDS)
        return [*self.python.asked]

    def test_puts_aside_what_the_start_has_made(self) -> None:
        self.assertEqual(self.python.asked, [*ALL, "freeze"])

    def test_python_never_looks_at_everything_by_itself(self) -> None:
        self.assertEqual(self.python.threshold, (700, 10, NEVER))

    def test_looks_at_what_is_new_however_long_it_takes(self) -> None:
        self.clock.advance(ALL_SECONDS)
        self.assertEqual((self.next_look(), self.next_look()), (NEW, NEW))

    def test_looks_at_everything_now_and_then_if_few_are_here(self) -> None:
        self.clients = FEW
        self.clock.pump([NEW_SECONDS] * (int(ALL_SECONDS / NEW_SECONDS) - 1))
        self.assertEqual((self.next_look(), self.next_look()), (ALL, NEW))

    def test_sooner_when_memory_has_grown_in_a_crowd_by_much(self) -> None:
        for clients, growth in ((FEW, GROWTH_OF_FEW), (FEW + 1, GROWTH)):
            self.clients = clients
            self.memory += growth
            self.assertEqual(self.next_look(), NEW)
            self.memory += 1
            self.assertEqual((self.next_look(), self.next_look()), (ALL, NEW))

    def test_garbage_may_grow_no_larger_the_second_time_than_the_first(self) -> None:
        """What counts is the memory in use, not the most that there ever was, which never becomes less."""
        for _ in range(2):
            self.memory += GROWTH + 1
            self.python.collected = lambda: setattr(self, "memory", 100_000)
            self.assertEqual(self.next_look(), ALL)
            self.python.collected = lambda: None

    def test_a_crowd_that_has_gone_leaves_no_room_for_garbage(self) -> None:
        self.memory += GROWTH
        self.next_look()
        self.memory -= GROWTH
        self.next_look()
        self.memory += GROWTH + 1
        self.assertEqual(self.next_look(), ALL)

    def test_memory_in_use_becomes_less_when_it_is_freed(self) -> None:
        gc.collect()  # what other tests have left must not go in the meantime
        before = memory_in_use()
        much = mmap.mmap(-1, 64 * 2**20, mmap.MAP_PRIVATE)  # `malloc` might take what was in use before, and is free
        for page in range(0, len(much), mmap.PAGESIZE):
            much[page] = 1
        with_much = memory_in_use()
        much.close()
        self.assertGreater(with_much - before, 60 * 1024)
        self.assertLess(memory_in_use() - before, 4 * 1024)

    def test_leaves_it_to_python_when_the_server_stops(self) -> None:
        self.python.asked.clear()
        self.collector.stop()
        self.assertEqual((self.python.asked, self.python.threshold), (["unfreeze"], (700, 10, 10)))
        self.assertEqual(self.next_look(), [])
