"""How long clients wait for a server that was lost."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.pauses import LONGEST, Pauses


class Waiting(SynchronousTestCase):
    def test_whenever_the_server_starts_again_its_clients_are_there_soon(self) -> None:
        """Within a second after a short outage; later, after a part of the time that it took."""
        for seed in range(50):
            pauses, at = Pauses(Random(seed)), 0.0
            while at < 600:
                pause = pauses.next()
                self.assertLessEqual(pause, min(1 + at / 2, 1.4 * LONGEST))
                at += pause

    def test_a_thousand_clients_come_one_after_the_other(self) -> None:
        first = sorted(Pauses(Random(seed)).next() for seed in range(1000))
        self.assertTrue(first[0] >= 0.3 and first[-1] <= 0.7)
        most = max(sum(at <= one < at + 0.01 for one in first) for at in first[::20])
        self.assertLess(most, 50)

    def test_a_server_that_stays_away_is_not_called_often(self) -> None:
        pauses = Pauses(Random(1))
        self.assertLess(sum(1 for _ in range(100) if pauses.next() < 0.5 * LONGEST), 30)

    def test_the_first_pause_is_short_again_when_it_was_there(self) -> None:
        pauses = Pauses(Random(1))
        for _ in range(30):
            pauses.next()
        pauses.over()
        self.assertLess(pauses.next(), 1)
