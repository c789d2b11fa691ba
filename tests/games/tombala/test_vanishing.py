"""Clients of Tombala's own protocol that have vanished: TCP notices them as soon as the protocol promises."""

from __future__ import annotations

from itertools import count
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tilenet.games.tombala.door import SILENCE, TombalaDoor
from tilenet.lines.tcp import KeepAlive


def keepalive(idle: int = 30, interval: int = 10, probes: int = 3, user_timeout: float = 70) -> KeepAlive:
    """What holds for clients of Tombala's own protocol where this holds for others."""
    usual: dict[str, Any] = {"keepalive_idle": idle, "keepalive_interval": interval, "keepalive_count": probes}
    return TombalaDoor(Server(**usual, user_timeout=user_timeout).gate).keepalive


def noticed(keepalive: KeepAlive) -> float:
    """Seconds from the last sign of life to the end of the connection: when a probe is due after the user timeout."""
    due = (keepalive.idle + number * keepalive.interval for number in count(1))
    return next(seconds for seconds in due if seconds >= keepalive.user_timeout)


class AClientThatHasVanished(SynchronousTestCase):
    def test_is_noticed_within_30_seconds(self) -> None:
        for number in range(20):
            self.assertTrue(24 < noticed(keepalive().spread(number)) <= SILENCE, str(number))

    def test_whatever_holds_for_other_doors(self) -> None:
        slow = keepalive(600, 60, 9, 3600)
        for number in range(20):
            self.assertLessEqual(noticed(slow.spread(number)), SILENCE)

    def test_is_noticed_sooner_if_other_doors_do(self) -> None:
        self.assertEqual(keepalive(2, 1, 2, 5), (2, 1, 2, 5))

    @settings(deadline=None, max_examples=100)
    @given(st.integers(1, 100), st.integers(1, 100), st.integers(1, 100), st.integers(1, 100), st.integers(0, 100))
    def test_is_not_taken_for_one_that_has_lost_a_probe(
        self, idle: int, interval: int, count: int, more: int, number: int
    ) -> None:
        timeout = idle + interval * count + more
        made = keepalive(idle, interval, count, timeout).spread(number)
        self.assertLess(made.seconds, made.user_timeout)
        self.assertLessEqual(noticed(made), SILENCE)
