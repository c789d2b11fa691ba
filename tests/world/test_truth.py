"""Whatever happens, every client's picture is the truth as that player may see it [c4.3.3, c8.9.5.3.1.5]."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    rule,
    run_state_machine_as_test,
)
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.people import Broken, People
from tilenet.lines.feed import GATHERING
from tilenet.world.screens import audience
from tilenet.world.screens.painter import IllegalScene


class Crowd(People):
    """The same where even two are a crowd: comings and goings are told a moment later, and other news in between."""

    @property
    def is_quiet(self) -> bool:
        rooms = [*self.server.world.rooms.values(), *self.server.world.homes]
        return not any(feed.pieces for room in rooms for feed in room.audience._feeds.values())

    @rule()
    def wait_a_moment(self) -> None:
        self.server.advance(GATHERING, GATHERING)


class Truth(SynchronousTestCase):
    def run_machine(self, machine: type[People], examples: int) -> None:
        settings_ = settings(
            max_examples=examples, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
        )
        run_state_machine_as_test(machine, settings=settings_)
        self.flushLoggedErrors(Broken, IllegalScene)

    def test_every_client_sees_the_truth_whatever_happens(self) -> None:
        """c4.3.3: nothing is sent again that is known, and no picture is ever wrong."""
        self.run_machine(People, 150)

    def test_also_in_a_crowd(self) -> None:
        self.patch(audience, "CROWD", 1)
        self.run_machine(Crowd, 80)
