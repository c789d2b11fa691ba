"""`make play`: which server it starts. tests/live/test_make_play.py runs it."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.bots import demo
from tilenet.wire.messages import PORT


class Backstage:
    """Starts nothing, and remembers what it should have started."""

    def __init__(self) -> None:
        self.started: list[tuple[str, ...]] = []

    def start(self, name: str, *arguments: str) -> None:
        self.started.append(arguments)


class Serving(SynchronousTestCase):
    def arguments(self, port: int) -> tuple[str, ...]:
        self.patch(demo, "answers", lambda port: True)
        backstage: Any = Backstage()
        demo.serve(backstage, port)
        (arguments,) = backstage.started
        assert isinstance(arguments, tuple)
        return arguments

    def test_it_keeps_nothing_and_is_for_this_machine_alone(self) -> None:
        listen = "tcp:50000:interface=127.0.0.1"
        self.assertEqual(self.arguments(50000), ("serve", "--data", "none", "--listen", listen))

    def test_on_the_usual_port_bots_of_other_protocols_can_come(self) -> None:
        self.assertIn("--usual-doors", self.arguments(PORT))
