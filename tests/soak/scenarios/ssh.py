"""People with ssh who come and go."""

from dataclasses import dataclass

from tests.soak.server import LOCAL
from tests.soak.stage import Stage

MIB = 2**20
ROUNDS = 4


@dataclass(frozen=True)
class Ssh:
    """Many people with ssh, one after the other, half of whom hang up without a goodbye."""

    name: str = "ssh"
    about: str = "1000 people come by ssh and go, half of them without a goodbye"
    people: int = 1000
    kept: float = 10.0  # MiB of memory that may stay

    def run(self, stage: Stage) -> None:
        server = stage.serve("--ssh", LOCAL)
        self._visit(stage, server.door, self.people // ROUNDS)  # what is there only once is there now
        stage.say("the first of them have gone")
        server.first = server.rest()
        with stage.witness(server):
            server.forget_turns()
            for number in range(ROUNDS - 1):
                self._visit(stage, server.door, self.people // ROUNDS)
                stage.say(f"{self.people // ROUNDS * (number + 2)} have come and gone")
        stage.nothing_left(server, self.people // ROUNDS)
        stage.at_most("memory kept", (server.last.memory - server.first.memory) / MIB, self.kept, "MiB")

    def _visit(self, stage: Stage, port: int, people: int) -> None:
        told = stage.play("tests.bench.sshpeople", "visit", port, people, seconds=600)
        stage.at_least("people", told.get("clients", 0), people)


SSH = Ssh()
