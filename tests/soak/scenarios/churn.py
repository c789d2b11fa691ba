"""Thousands who are here while others come and go: what the garbage collector makes of it."""

from dataclasses import dataclass

from tests.soak.scenarios.load import bystander
from tests.soak.stage import Stage


@dataclass(frozen=True)
class Churn:
    """A crowd at Home, of whom some vanish all the time, and others come; their seats are held."""

    clients: int = 3500
    each_second: int = 35
    seconds: int = 120
    held: int = 60  # seconds

    name: str = "churn"

    @property
    def about(self) -> str:
        held = self.each_second * self.held
        return f"{self.clients} players, {held} held seats, and {self.each_second} who come and go each second"

    def run(self, stage: Stage) -> None:
        most = str(self.clients + 100)
        server = stage.serve("--max-connections", most, "--max-waiting", "2000", "--seat-seconds", str(self.held))
        with stage.witness(server):
            server.forget_turns()
            arguments = ("churn", server.port, self.clients, self.each_second, self.seconds)
            told = stage.play("tests.soak.storms", *arguments, seconds=self.seconds + 300)
        stage.at_least("clients", told["clients"], self.clients + 0.9 * self.each_second * self.seconds)
        bystander(stage)
