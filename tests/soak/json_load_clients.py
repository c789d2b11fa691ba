"""Many clients that keep a server busy by Tombala's own protocol, within its limits; then it prints a line of JSON.

`python -m tests.soak.json_load_clients rooms|names PORT CLIENTS RATE SECONDS`: so many clients make, join and quit
rooms, or ask for a name that is taken, each of them RATE times a second.
"""

import json
import select
import socket
import sys
import time

from tests.bench import BenchError

PATIENCE = 60.0  # seconds to connect
TAKEN = "ann"


class JsonLoadClient:
    """One client. It counts the answers."""

    def __init__(self, number: int, port: int) -> None:
        self.number = number
        self.link = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.link.setblocking(False)
        self.acts = self.answers = self.right = 0
        self.is_lost = False

    def read(self) -> None:
        try:
            data = self.link.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.is_lost = self.is_lost or not data
        self.right += data.count(b"SSUCCS")
        self.answers += data.count(b"SSUCCS") + data.count(b"SERROR")

    def ask(self, header: str, **body: object) -> None:
        self.acts += 1
        try:
            self.link.send(f"{header}:{json.dumps({**body, 'seq': self.acts})}\n".encode())
        except OSError:
            self.is_lost = True

    def login(self, name: str) -> None:
        self.ask("CLOGIN", username=name)

    def rooms(self) -> None:
        """Make a room, join it, quit it, and so on."""
        match self.acts % 3:
            case 1:
                self.ask("CCROOM", roomname=f"r{self.number}", countdown=3)
            case 2:
                self.ask("CJROOM", roomname=f"r{self.number}")
            case _:
                self.ask("CQROOM")


def act(does: str, crowd: list[JsonLoadClient], rate: float, seconds: float) -> None:
    """Let everybody act at their rate, spread evenly over time."""
    epoll = select.epoll()
    by_descriptor = {one.link.fileno(): one for one in crowd}
    for descriptor in by_descriptor:
        epoll.register(descriptor, select.EPOLLIN)
    began = time.monotonic()
    done = 0
    while (passed := time.monotonic() - began) < seconds:
        due = int(passed * rate * len(crowd))
        for number in range(done, due):
            one = crowd[number % len(crowd)]
            if not one.is_lost:
                one.rooms() if does == "rooms" else one.login(TAKEN)
        done = due
        for descriptor, _ in epoll.poll(0.002):
            by_descriptor[descriptor].read()
            if by_descriptor[descriptor].is_lost:
                epoll.unregister(descriptor)


def main(argv: list[str]) -> int:
    """Do it, and tell how often everybody acted."""
    does, port, clients, rate, seconds = argv[0], int(argv[1]), int(argv[2]), float(argv[3]), float(argv[4])
    try:
        owner = JsonLoadClient(0, port)
        owner.login(TAKEN)
        crowd = [JsonLoadClient(number, port) for number in range(1, clients + 1)]
        for one in crowd:
            one.login(f"h{one.number}" if does == "rooms" else TAKEN)
        act(does, crowd, rate, seconds)
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    told = {
        "acts": sum(one.acts for one in crowd),
        "answers": sum(one.answers for one in crowd),
        "right": sum(one.right for one in crowd),
        "lost": sum(one.is_lost for one in crowd),
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
