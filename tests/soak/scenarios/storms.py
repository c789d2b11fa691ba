"""Thousands who come or go at the same moment."""

from dataclasses import dataclass

from tests.soak.stage import Stage

MIB = 2**20
STALL = 100.0  # ms: a storm lasts for a moment, so what counts is the longest wait


@dataclass(frozen=True)
class Storm:
    """A crowd that comes or goes all at once, and a bystander who must not be kept waiting."""

    name: str
    does: str
    about: str
    clients: int
    kept: float = 30.0  # MiB of memory that may stay
    homes: int = 1
    waves: int = (
        1  # the same crowd comes so often; what the first one leaves, such as room for the next, does not count
    )

    def run(self, stage: Stage) -> None:
        most = str(self.clients + 100)
        server = stage.serve("--max-connections", most, "--max-waiting", "2000")
        with stage.witness(server):
            server.forget_turns()
            before, clients = server.first.memory, 0
            for wave in range(self.waves):
                if wave == 1:
                    before = server.settle().memory
                told = stage.play("tests.soak.storms", self.does, server.port, self.clients, seconds=600)
                clients += told["clients"]
        stage.at_least("clients", clients, self.waves * self.clients)
        stage.at_most("the bystander waits, at most", 1e3 * max(stage.result.latencies), STALL, "ms")
        stage.nothing_left(server, self.clients, homes=self.homes)
        stage.at_most("memory kept", (server.last.memory - before) / MIB, self.kept, "MiB")


LEAVING = Storm("leaving", "leave", "1000 players hang up in the same moment", 1000, homes=5)
CONNECTING = Storm("connecting", "connect", "10000 connections are made and closed, as fast as it goes", 10_000)
GUESTS = Storm(
    "guests", "guests", "3000 guests come and go, twice, while a game of PairPanicking is on", 3000, kept=4.0, waves=2
)
