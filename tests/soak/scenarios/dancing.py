"""Matches of Dancing, many at once, whose clocks all run out in time."""

from dataclasses import dataclass

from tests.bench.report import percentile
from tests.soak.dancers import SHOWN
from tests.soak.server import LOCAL
from tests.soak.stage import Stage

DANCERS = "tests.soak.dancers"
ROUNDS = 2  # of each match
JOINING = 120.0  # seconds for all to come in


@dataclass(frozen=True)
class DancingClocks:
    """Every match has a stage that moves, spectators, and players who let their time run out."""

    matches: int = 50
    watchers: int = 2  # of each match that has a tile in the lobby
    seconds: int = 20  # to think
    late: float = 50.0  # ms, at p99

    name: str = "dancing"

    @property
    def about(self) -> str:
        return (
            f"{self.matches} matches of Dancing at once, the first 20 watched by {self.watchers} each, hold every clock"
        )

    def run(self, stage: Stage) -> None:
        most = str(self.matches * (2 + self.watchers) + 100)
        server = stage.serve(
            *("--dancing", LOCAL, "--max-waiting", most, "--max-connections", most),
            *("--room-option", f"dancing.rounds={ROUNDS}", "--room-option", f"dancing.seconds={self.seconds}"),
        )
        before = server.first.objects["Server"]
        arguments = (server.door, server.port, self.matches, self.watchers, self.seconds)
        with stage.witness(server):
            told = stage.play(DANCERS, *arguments, seconds=ROUNDS * self.seconds + JOINING)
        verdicts, changes = ([1e3 * off for off in told[kind]] for kind in ("verdicts", "changes"))
        stage.at_least("matches at once", told["at_once"], self.matches)
        stage.at_least("rounds that ended when their time was up", len(verdicts), ROUNDS * self.matches)
        stage.at_most("verdicts off their time, at p99", percentile(verdicts, 0.99), self.late, "ms")
        stage.at_least("changes of clocks seen", len(changes), self.watchers * min(self.matches, SHOWN) * self.seconds)
        stage.at_most("clocks off their time, at p99", percentile(changes, 0.99), self.late, "ms")
        stage.at_most("connections left", server.rest().objects["Server"] - before, 0)
