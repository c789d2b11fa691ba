"""The scenarios: one room of each size against the references, many small rooms, many people elsewhere, and timers."""

import re
import resource
import statistics
import sys
import time
from dataclasses import dataclass, field

from tests.bench import BenchError
from tests.bench.pickers import Tally
from tests.bench.processes import Attendant, Crowd, Processes, Server, cpu_seconds, resident_bytes
from tests.bench.rooms import add_rooms
from tests.bench.witness import Witness

TESTED, WRITE, SEND, GATHER = "tilenet", "(a) write", "(b) send", "(c) gather"
REFERENCES = (WRITE, SEND, GATHER)
ONE, MANY, AWAY = f"{TESTED}, one room", f"{TESTED}, many rooms", f"{TESTED}, people elsewhere"
PUNCTUAL, PICKING = f"{TESTED}, PairPanicking", f"{TESTED}, Memory"
GATHER_ONE, GATHER_MANY = f"{GATHER}, one room", f"{GATHER}, many rooms"
UNASKED, ASKED = f"{TESTED}, nobody asks", f"{TESTED}, all take facts"
OVER_TCP, OVER_WEBSOCKET = f"{TESTED}, TCP", f"{TESTED}, WebSocket"
IN_FLIGHT = (1, 8)
LOCAL = "tcp:0:interface=127.0.0.1"
SERVING = re.compile(r"serving TileNet on 127\.0\.0\.1:(\d+)")
SERVING_BROWSERS = re.compile(r"serving HTTP \(for browsers\) on http://127\.0\.0\.1:(\d+)/")
SERVING_SSH = re.compile(r"serving ssh on 127\.0\.0\.1:(\d+)")
SSH_PEOPLE, FIRST_ROOM = "tests.bench.sshpeople", "A lamp"
SERVING_MEMORY = re.compile(r"serving Memory on 127\.0\.0\.1:(\d+)")
PORT = re.compile(r"^(\d+)\n")
SPARE = 100  # descriptors besides those of the clients
BOARD = 26  # rows and columns of Memory, the most there are
PICK_RATE = 4.0  # picks of each player a second
THINKERS = 10  # more players there, who let their cards time out
LATE = 11.0  # seconds after which the last arrival in a large room has been announced
LIMITS = {
    "--commands-per-second": 1000000,
    "--command-burst": 1000000,
    "--output-kib": 4096,
    "--home-size": 250,
    "--max-waiting": 5000,
}


def say(text: str) -> None:
    """Tell the user how far it is."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Cell:
    """One server, one number of acts in flight, one round."""

    acts: int
    deliveries: int
    size: int
    strays: int
    seconds: float
    latencies: list[float]
    cpu: float

    @property
    def cost(self) -> float:
        """Server CPU seconds for one delivery."""
        return self.cpu / self.deliveries


@dataclass
class Outcome:
    """All cells of one scenario, by subject and acts in flight, a list of rounds each."""

    clients: int
    cells: dict[tuple[str, int], list[Cell]] = field(default_factory=dict)
    bytes: int = 0  # of one delivery of the server under test
    memory: float = 0.0  # bytes for one idle client
    setup: float = 0.0  # seconds to fill the server under test
    loud: bool = False  # whether it was measured without ever falling quiet

    def ratios(self, subject: str, in_flight: int, base: str) -> list[float]:
        """Return each round's ratio of cost a delivery, to the other subject with as many acts in flight."""
        pairs = zip(self.cells[subject, in_flight], self.cells[base, in_flight], strict=True)
        return [one.cost / other.cost for one, other in pairs]

    def cost(self, subject: str, in_flight: int) -> float:
        """Return the median cost of one delivery in seconds of server CPU."""
        return statistics.median(cell.cost for cell in self.cells[subject, in_flight])


@dataclass(frozen=True)
class Remote:
    """What people with ssh cost, and what somebody in another room noticed of them."""

    people: int
    latencies: list[float]  # seconds
    memory: float  # bytes for each of them
    load: float  # of one core


@dataclass(frozen=True)
class Subject:
    """A server with its clients in place."""

    name: str
    server: Server
    rooms: list[int]  # where acts happen
    size: int  # bytes of one delivery


class Stage:
    """Sets up servers and clients, and measures them in interleaved rounds."""

    def __init__(self, processes: Processes, seconds: float, rounds: int) -> None:
        self.processes = processes
        self.crowd = Crowd(processes)
        self.seconds = seconds
        self.rounds = rounds
        self.record = processes.folder / "late"  # how late each decision of PairPanicking was

    def serve(self, name: str, people: list[int], kind: str = "tilenet", data: str = "none") -> Server:
        """Start the server under test, with the rooms in `people`: n is `Lamp n`, -n is `Pairs n`, 0 is Home."""
        folder = self.processes.folder / re.sub(r"\W+", "_", f"{name} {len(people)}")
        add_rooms(folder, max(people), max(0, -min(people)), self.record)
        arguments = ["-m", "tilenet", "serve", "--data", data, "--listen", LOCAL]
        if kind == "browser":
            arguments += ["--web", LOCAL]
        for option, value in {"--max-connections": len(people) + SPARE, **LIMITS}.items():
            arguments += [option, str(value)]
        return self.processes.serve(folder.name, arguments, SERVING_BROWSERS if kind == "browser" else SERVING, folder)

    def tested(
        self,
        name: str,
        outcome: Outcome,
        people: list[int],
        act_in: list[int],
        kind: str = "tilenet",
        data: str = "none",
    ) -> Subject:
        """Start the server under test and bring one client of that kind into each room in `people`."""
        server = self.serve(name, people, kind, data)
        time.sleep(0.3)
        empty = resident_bytes(server.process.pid)
        began = time.monotonic()
        self.crowd.ask("join", name, kind=kind, port=server.port, rooms=people)
        outcome.setup = time.monotonic() - began
        large = len(people) >= 100
        least, seconds = (LATE, 3.0) if large else (0.0, 1.5)
        outcome.loud |= not self.crowd.ask("quiet", name, least=least, seconds=seconds, most=20.0 + least)
        outcome.memory = (resident_bytes(server.process.pid) - empty) / len(people)
        outcome.bytes = self.crowd.ask("look", name, room=act_in[-1])
        return Subject(name, server, act_in, outcome.bytes)

    def reference(self, name: str, size: int, people: list[int]) -> Subject:
        """Start a reference that sends `size` bytes for an act, and bring the clients into their rooms."""
        kind = next(known for known in REFERENCES if name.startswith(known)).split()[1]
        folder = self.processes.folder
        label = re.sub(r"\W+", "_", f"{name} {len(people)}").strip("_")
        arguments = ["-m", "tests.bench.reference", kind, str(size)]
        server = self.processes.serve(label, arguments, PORT, folder)
        self.crowd.ask("join", name, kind="reference", port=server.port, rooms=people)
        self.crowd.ask("quiet", name, least=0.0, seconds=0.2, most=5.0)
        if self.crowd.ask("look", name, room=people[0]) != size:
            raise BenchError(f"{name} does not send {size} bytes for an act")
        return Subject(name, server, sorted(set(people)), size)

    def measure(self, subject: Subject, in_flight: int, seconds: float) -> Cell:
        """Measure one cell."""
        pid = subject.server.process.pid
        before = cpu_seconds(pid)
        told = self.crowd.ask("act", subject.name, rooms=subject.rooms, in_flight=in_flight, seconds=seconds)
        return Cell(**told, cpu=cpu_seconds(pid) - before)

    def rounds_of(self, subjects: list[Subject], in_flights: tuple[int, ...], outcome: Outcome) -> None:
        """Measure all cells, the servers taking turns within each round, and end the servers."""
        for subject in subjects:
            self.measure(subject, 1, min(0.1, self.seconds))
        for number in range(1, self.rounds + 1):
            say(f"round {number} of {self.rounds}")
            turn = number % len(subjects)
            for in_flight in in_flights:
                for subject in subjects[turn:] + subjects[:turn]:
                    cell = self.measure(subject, in_flight, self.seconds)
                    outcome.cells.setdefault((subject.name, in_flight), []).append(cell)
        for subject in subjects:
            self.crowd.ask("leave", subject.name)
        self.processes.end([subject.server.process for subject in subjects])

    def one_room(self, clients: int) -> Outcome:
        """Measure one room of that many clients, lone acts and eight in flight, against all references."""
        outcome = Outcome(clients)
        people = [1] * clients
        say(f"one room of {clients}: the server under test")
        subjects = [self.tested(TESTED, outcome, people, [1])]
        say(f"one room of {clients}: the references (filled in {outcome.setup:.1f} s)")
        subjects += [self.reference(name, outcome.bytes, people) for name in REFERENCES]
        self.rounds_of(subjects, IN_FLIGHT, outcome)
        return outcome

    def facts(self, clients: int) -> Outcome:
        """Measure one room of that many clients who all want facts against one in which nobody does."""
        say(f"one room of {clients}, with and without facts")
        outcome = Outcome(clients)
        people = [1] * clients
        subjects = [self.tested(UNASKED, outcome, people, [1]), self.tested(ASKED, outcome, people, [1], "facts")]
        self.rounds_of(subjects, (1,), outcome)
        return outcome

    def browsers(self, clients: int) -> Outcome:
        """Measure one room of that many browsers against one of as many clients on TCP."""
        say(f"one room of {clients}, over TCP and over WebSocket")
        outcome = Outcome(clients)
        people = [1] * clients
        subjects = [
            self.tested(OVER_TCP, outcome, people, [1]),
            self.tested(OVER_WEBSOCKET, outcome, people, [1], "browser"),
        ]
        self.rounds_of(subjects, IN_FLIGHT, outcome)
        return outcome

    def small_rooms(self, rooms: int, elsewhere: int) -> Outcome:
        """Measure a room of ten: alone, as one of many with acts in all of them, and with people elsewhere."""
        outcome = Outcome(10)
        ten = [1] * 10
        many = [room for room in range(1, rooms + 1) for _ in range(10)]
        away = [0 if number % 2 else 2 + number // 100 for number in range(elsewhere)]  # half of them stay at Home
        say(f"rooms of 10: one, {rooms}, and one with {elsewhere} people elsewhere")
        one = self.tested(ONE, outcome, ten, [1])
        all_act = self.tested(MANY, outcome, many, sorted(set(many)))
        one_acts = self.tested(AWAY, outcome, ten + away, [1])
        bare = self.reference(GATHER_ONE, one.size, ten)
        bare_many = self.reference(GATHER_MANY, all_act.size, many)
        self.rounds_of([one, all_act, one_acts, bare, bare_many], (1,), outcome)
        return outcome

    def punctual(self, clients: int, rooms: int, seconds: float) -> list[float]:
        """Return by how many seconds the decisions of PairPanicking were late while a room of clients acted."""
        say(f"PairPanicking in {rooms} rooms beside one room of {clients} that acts")
        people = [1] * clients + [-room for room in range(1, rooms + 1)]
        server = self.serve(PUNCTUAL, people)
        self.crowd.ask("join", PUNCTUAL, kind="tilenet", port=server.port, rooms=people)
        self.record.unlink(missing_ok=True)  # what was decided while the rooms filled up
        self.crowd.ask("act", PUNCTUAL, rooms=[1], in_flight=max(IN_FLIGHT), seconds=seconds)
        late = [float(line) for line in self.record.read_text().split()]
        self.crowd.ask("leave", PUNCTUAL)
        self.processes.end([server.process])
        return late

    def ssh(self, people: int, seconds: float) -> Remote:
        """Let that many people with ssh watch a lamp in one room, while somebody acts in another one."""
        say(f"{people} people with ssh in one busy room, and somebody in another")
        folder = self.processes.folder / "ssh"
        add_rooms(folder, 1, 0, self.record, FIRST_ROOM)
        arguments = ["-m", "tilenet", "serve", "--data", "none", "--listen", LOCAL, "--ssh", LOCAL]
        server = self.processes.serve(folder.name, arguments, SERVING_SSH, folder)
        found = SERVING.search((self.processes.folder / f"{folder.name}.log").read_text())
        assert found is not None
        time.sleep(0.3)
        pid = server.process.pid
        warm = Attendant(self.processes, folder, SSH_PEOPLE, "stay", server.port, 1, found[1], core=1)
        warm.leave()  # what is there only once is there now
        empty = resident_bytes(pid)
        crowd = Attendant(self.processes, folder, SSH_PEOPLE, "stay", server.port, people, found[1], core=1)
        memory = (resident_bytes(pid) - empty) / people
        witness = Witness(self.processes, folder, int(found[1]), 1)
        before, began = cpu_seconds(pid), time.monotonic()
        time.sleep(seconds)
        load = (cpu_seconds(pid) - before) / (time.monotonic() - began)
        latencies = witness.leave()
        crowd.leave()
        self.processes.end([server.process])
        return Remote(people, latencies, memory, load)

    def picking(self, players: int, seconds: float) -> Tally:
        """Let that many players of the binary protocol pick at one board of Memory, with the limits that all have."""
        say(f"Memory: {players} players with {PICK_RATE:g} picks a second at one board of {BOARD} x {BOARD}")
        folder = self.processes.folder / "memory"
        folder.mkdir()
        arguments = ["-m", "tilenet", "serve", "--data", "none", "--listen", LOCAL, "--memory", LOCAL]
        server = self.processes.serve(
            folder.name, [*arguments, "--room-option", f"memory.dim={BOARD}"], SERVING_MEMORY, folder
        )
        told = self.crowd.ask(
            "pick", PICKING, port=server.port, players=players, thinkers=THINKERS, rate=PICK_RATE, seconds=seconds
        )
        self.processes.end([server.process])
        return Tally(**told)


def descriptors(needed: int) -> bool:
    """Raise the soft limit to the hard one; whether this process and its children can open so many descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard == resource.RLIM_INFINITY or hard >= needed
