"""Crowds that stay within the limits and still try to keep everybody else waiting."""

from dataclasses import dataclass
from math import ceil

from tests.bench.report import percentile
from tests.soak.server import LOCAL
from tests.soak.stage import Stage

HOME_SIZE = 250  # players in one Home
LATE = 50.0  # ms in which the bystander is answered, at p99
MIB = 2**20
TILENET, JSON = "tests.soak.load_clients", "tests.soak.json_load_clients"


def bystander(stage: Stage) -> None:
    """Note how long the bystander had to wait."""
    stage.at_most("the bystander waits, at p99", 1e3 * percentile(stage.result.latencies, 0.99), LATE, "ms")


@dataclass(frozen=True)
class Load:
    """A crowd of one kind of load clients, and a bystander who must not be kept waiting."""

    name: str
    does: str  # what the load clients are to do: submit, walk, click, tables
    clients: int
    rate: float  # acts of each client a second
    seconds: float = 20.0
    least: float = 0.8  # of the acts that were meant to happen
    rooms: int = 0  # that are shown for the first time

    @property
    def about(self) -> str:
        return f"{self.clients} clients {self.does} {self.rate:g} times a second each, beside a bystander"

    def run(self, stage: Stage) -> None:
        most = str(self.clients + 100)
        server = stage.serve("--max-connections", most, "--max-waiting", most)
        with stage.witness(server):
            server.forget_turns()
            arguments = (self.does, server.port, self.clients, self.rate, self.seconds)
            told = stage.play(TILENET, *arguments, seconds=self.seconds + 120)
        wanted = self.clients * self.rate * self.seconds
        stage.at_least("acts", told["acts"], self.least * wanted)
        stage.at_most("clients that were dropped", told["lost"], 0)
        if self.does == "walk":
            stage.at_least("rooms walked into", told["arrivals"], self.least * wanted)
        bystander(stage)
        stage.nothing_left(server, self.clients, homes=ceil((self.clients + 1) / HOME_SIZE), rooms=self.rooms)


@dataclass(frozen=True)
class Idle:
    """Healthy clients that say nothing for a long time. Nobody may be taken for lost."""

    clients: int = 3000
    seconds: float = 600.0

    name: str = "idle"

    @property
    def about(self) -> str:
        return f"{self.clients} clients say nothing for {self.seconds:g} s, and nobody is lost"

    def run(self, stage: Stage) -> None:
        most = str(self.clients + 100)
        server = stage.serve("--max-connections", most, "--max-waiting", most)
        with stage.witness(server):
            server.forget_turns()
            arguments = ("idle", server.port, self.clients, 0, self.seconds)
            told = stage.play(TILENET, *arguments, seconds=self.seconds + 120)
        stage.at_most("clients lost", told["lost"], 0)
        bystander(stage)


@dataclass(frozen=True)
class Deaf:
    """Clients that make the server send a lot, and read nothing. What waits for them has a bound in all."""

    clients: int = 400
    rate: float = 2.0
    seconds: float = 20.0
    total: int = 64  # MiB
    besides: int = 64  # MiB for all else that so many clients need

    name: str = "deaf"

    @property
    def about(self) -> str:
        return f"{self.clients} clients walk about and read nothing, beside a bystander"

    def run(self, stage: Stage) -> None:
        options = ("--max-waiting", str(self.clients + 100), "--output-total-mib", str(self.total))
        server = stage.serve(*options, "--output-kib", "1024", "--stall-seconds", "60")
        with stage.witness(server):
            server.forget_turns()
            arguments = ("deaf", server.port, self.clients, self.rate, self.seconds)
            told = stage.play(TILENET, *arguments, seconds=self.seconds + 120)
        stage.at_least("clients that were dropped", server.log().count("output were waiting in all"), 1)
        stage.at_least("acts", told["acts"], 1)
        grown = (server.peak() - server.first.memory) / MIB
        stage.at_most("memory at its peak, beyond that at first", grown, self.total + self.besides, "MiB")
        bystander(stage)


@dataclass(frozen=True)
class Stalled:
    """Clients that stop reading: each is dropped 15 s after the last byte that it has taken."""

    clients: int = 400
    rate: float = 4.0
    least: float = 13.0  # seconds from when they have all stopped
    most: float = 20.0
    share: float = 0.95  # of the clients: a few are sent too little to notice

    name: str = "stalled"

    @property
    def about(self) -> str:
        return f"{self.clients} clients stop reading, and are dropped in time"

    def run(self, stage: Stage) -> None:
        server = stage.serve("--max-waiting", "1000", "--output-kib", "8192", "--output-total-mib", "1024")
        with stage.witness(server):
            server.forget_turns()
            arguments = ("stall", server.port, self.clients, self.rate, self.most + 5)
            told = stage.play(TILENET, *arguments, seconds=2 * self.most + 120)
        stage.at_least("clients that were dropped", told["dropped"], self.share * self.clients)
        stage.at_least("the first of them", told["first"], self.least, "s")
        stage.at_most("the last of them", told["last"], self.most, "s")
        bystander(stage)
        stage.nothing_left(server, self.clients, homes=ceil((self.clients + 1) / HOME_SIZE))


@dataclass(frozen=True)
class JsonLoad:
    """Many clients of Tombala's own protocol, which the log must not grow with."""

    name: str
    does: str
    about: str
    clients: int
    rate: float
    seconds: float = 20.0
    log: float = 100.0  # lines a second, at most

    def run(self, stage: Stage) -> None:
        server = stage.serve("--tombala", LOCAL)
        lines = server.log().count("\n")
        with stage.witness(server):
            server.forget_turns()
            arguments = (self.does, server.door, self.clients, self.rate, self.seconds)
            told = stage.play(JSON, *arguments, seconds=self.seconds + 120)
        stage.at_least("requests that were answered", told["answers"], self.clients)
        stage.at_most("lines in the log", server.log().count("\n") - lines, self.log * self.seconds)
        bystander(stage)
        stage.nothing_left(server, self.clients)


SUBMITTERS = Load("set-submit", "submit", 64, 19.0)
WALKERS = Load("walkers", "walk", 1000, 1.0)
TABLES = Load("dancing-tables", "tables", 64, 1.0, rooms=60)  # so many cells are kept to be shared
CLICKERS = Load("clickers", "click", 1900, 1.0)
ROOMS = JsonLoad(
    "tombala-rooms", "rooms", "64 clients make, join and quit rooms of Tombala, as fast as they may", 64, 19.0
)
NAMES = JsonLoad("taken-names", "names", "20 clients ask for a name that is taken, again and again", 20, 19.0, log=10.0)
