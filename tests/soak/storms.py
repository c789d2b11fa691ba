"""Everybody at once: thousands who connect, or who leave, at the same moment; then a line of JSON is printed.

`python -m tests.soak.storms leave|connect|guests PORT CLIENTS`: so many players log in and hang up together;
so many connections are made, one after the other, as fast as it goes, and closed; so many guests come into a running
game of PairPanicking, one after the other, and are gone again. `churn PORT CLIENTS RATE SECONDS`: so many players are
here, and RATE times a second one of them vanishes and another one comes.
"""

import json
import resource
import socket
import struct
import sys
import time
from collections.abc import Callable

from tests.bench import BenchError
from tests.soak.load_clients import PATIENCE, ROOMS, LoadClient, LoadClients

RESET = struct.pack("ii", 1, 0)  # no lingering: closing is a reset
GUESTS_AT_ONCE = 10
RESTART = b"Restart"


def reset(link: socket.socket) -> None:
    """Hang up without a goodbye."""
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    link.close()


def leave(port: int, clients: int) -> int:
    """Log in and walk into the rooms; then all hang up, half of them with a reset."""
    crowd = LoadClients()
    crowd.gather(clients, port)
    crowd.act("walk", 1.0, 1.0)
    settle(crowd, 2.0)
    for number, one in enumerate(crowd.people):
        reset(one.link) if number % 2 else one.link.close()
    time.sleep(1.0)
    return len(crowd.people)


def settle(crowd: LoadClients, seconds: float) -> None:
    """Let everybody read what still comes."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        crowd.read(0.05)


def connect(port: int, clients: int) -> int:
    """Connect and hang up again, as fast as it goes."""
    for number in range(clients):
        link = socket.create_connection(("127.0.0.1", port), PATIENCE)
        reset(link) if number % 2 else link.close()
    return clients


def guests(port: int, clients: int) -> int:
    """One player begins a game; all others come and go while it is on."""
    crowd = LoadClients()
    crowd.gather(1, port)
    host = crowd.people[0]
    walk_in(crowd, [host])
    host.click(RESTART)
    done = 0
    number = 1
    deadline = time.monotonic() + 10 * PATIENCE
    while done < clients and time.monotonic() < deadline:
        while len(crowd.people) <= min(GUESTS_AT_ONCE, clients - done):
            number += 1
            crowd.add(LoadClient(number, port, "guest"))
        coming = crowd.people[1:]
        walk_in(crowd, coming)
        for one in coming:
            crowd.remove(one)
        done += len(coming)
    return done


def churn(port: int, clients: int, rate: int, seconds: int) -> int:
    """Those who have been here longest vanish, and others come."""
    crowd = LoadClients()
    crowd.gather(clients, port)
    came, began = clients, time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        while came < clients + passed * rate:
            came += 1
            crowd.remove(crowd.people[0])
            crowd.add(LoadClient(came, port))
        crowd.read(0.01)
    return came


def walk_in(crowd: LoadClients, people: list[LoadClient]) -> None:
    """Wait until they are all in the room."""
    deadline = time.monotonic() + PATIENCE
    while not all(one.arrivals == 2 for one in people):
        if time.monotonic() > deadline:
            raise BenchError("some did not get into the room")
        for one in people:
            if one.arrivals == 1 and not one.acts:
                one.click(ROOMS[0])
        crowd.read(0.05)


DOES: dict[str, Callable[..., int]] = {"leave": leave, "connect": connect, "guests": guests, "churn": churn}


def main(argv: list[str]) -> int:
    """Do it, and tell how many took part."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        print(json.dumps({"clients": DOES[argv[0]](*map(int, argv[1:]))}))
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
