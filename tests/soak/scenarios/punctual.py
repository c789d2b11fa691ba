"""Timers that fire in time while a large room keeps the server busy."""

from dataclasses import dataclass

from tests.bench import BenchError
from tests.bench.report import percentile
from tests.soak.stage import Stage

GROUP = "the crowd"
RATE = 1_000_000  # commands a second: the crowd acts as fast as it can
WITNESS_ROOM = 2


@dataclass(frozen=True)
class Punctual:
    """Rooms of PairPanicking decide two seconds after the second square, whatever happens in the room next door."""

    clients: int = 1000
    rooms: int = 40
    in_flight: int = 8
    seconds: float = 60.0
    late: float = 50.0  # ms, at p99

    name: str = "punctual"

    @property
    def about(self) -> str:
        return f"the 2 s of PairPanicking in {self.rooms} rooms, beside {self.clients} clients in a room that acts"

    def run(self, stage: Stage) -> None:
        rates = ("--commands-per-second", str(RATE), "--command-burst", str(RATE), "--output-kib", "4096")
        people = [1] * self.clients + [-room for room in range(1, self.rooms + 1)]
        most = str(len(people) + 100)
        options = (*rates, "--max-connections", most, "--max-waiting", most)
        server = stage.serve(*options, lamps=WITNESS_ROOM, pairs=self.rooms)
        crowd = stage.crowd()
        crowd.ask("join", GROUP, kind="tilenet", port=server.port, rooms=people)
        stage.record.unlink(missing_ok=True)  # what was decided while the rooms filled up
        server.forget_turns()
        stage.say(f"all are in; they act for {self.seconds:.0f} s")
        with stage.witness(server, WITNESS_ROOM):
            crowd.ask("act", GROUP, rooms=[1], in_flight=self.in_flight, seconds=self.seconds)
        if not stage.record.exists():
            raise BenchError("PairPanicking decided nothing")
        late = [1e3 * float(line) for line in stage.record.read_text().split()]
        crowd.ask("leave", GROUP)
        stage.at_least("decisions", len(late), self.rooms * self.seconds // 4)
        stage.at_most("decisions late, at p99", percentile(late, 0.99), self.late, "ms")
        stage.nothing_left(server, self.clients, rooms=self.rooms)
