"""Somebody takes up the doors without ever logging in: with silent connections, or by connecting in a loop."""

import re
from dataclasses import dataclass

from tests.bench.report import percentile
from tests.soak.scenarios.load import bystander
from tests.soak.server import LOCAL, Server
from tests.soak.stage import Stage

NEWCOMER = 100.0  # ms in which somebody who has just come is logged in
OTHERS = ("--tombala", "--memory", "--dancing", "--web", "--ssh")  # doors besides that of TileNet
PORT = re.compile(r" is serving (.*?) on \S*?127\.0\.0\.1:(\d+)")


def ports(server: Server) -> dict[str, int]:
    """The ports of all doors, by what is spoken there."""
    return {speaks: int(port) for speaks, port in PORT.findall(server.log())}


def let_come(stage: Stage, server: Server, newcomers: int, what: str) -> None:
    """Let newcomers log in, and note how many could, and how long it took."""
    told = stage.play("tests.soak.arriving", server.port, newcomers, seconds=30 + newcomers)
    stage.at_least(f"newcomers who log in, {what}", len(told["seconds"]), newcomers)
    if told["seconds"]:
        slowest = percentile(told["seconds"], 0.99)
        stage.at_most(f"a newcomer waits, at p99, {what}", 1e3 * slowest, NEWCOMER, "ms")


@dataclass(frozen=True)
class Silent:
    """Each address holds all the silent connections that it can get."""

    addresses: tuple[int, ...] = (4, 40)
    newcomers: int = 100

    name: str = "silent"
    about: str = "newcomers log in while four, and then forty, addresses hold silent connections"

    def run(self, stage: Stage) -> None:
        server = stage.serve()
        with stage.witness(server):
            server.forget_turns()
            made = 0
            for addresses in self.addresses:
                with stage.beside("tests.soak.knockers", "silent", addresses, server.port) as told:
                    let_come(stage, server, self.newcomers, f"beside {addresses} addresses")
                made += told["made"]
        bystander(stage)
        stage.nothing_left(server, made)


@dataclass(frozen=True)
class Knocking:
    """One address connects in a loop: at Memory's door, which logs everybody in at once, and at all doors.

    This machine is exempt from the rate for one address, and yet nobody waits.
    """

    newcomers: int = 100
    made: int = 1000  # connections, at least

    name: str = "knocking"
    about: str = "newcomers log in while somebody connects in a loop, at Memory's door and at six doors"

    def run(self, stage: Stage) -> None:
        doors = [word for option in OTHERS for word in (option, LOCAL)]
        server = stage.serve(*doors)
        found = ports(server)
        with stage.witness(server):
            server.forget_turns()
            for what, addresses, attacked in (
                ("at Memory's door", 1, [found["Memory"]]),
                ("at six doors", 1, [*found.values()]),
                ("at Memory's door on this machine", 0, [found["Memory"]]),
            ):
                with stage.beside("tests.soak.knockers", "loop", addresses, *attacked) as told:
                    let_come(stage, server, self.newcomers, f"beside a loop {what}")
                stage.at_least(f"connections {what}", told["made"], self.made)
        bystander(stage)
        stage.nothing_left(server, 3 * self.made)
