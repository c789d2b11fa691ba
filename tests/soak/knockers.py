"""Somebody who connects and never logs in, from one address or from many, until its input ends.

`python -m tests.soak.knockers silent|loop ADDRESSES PORT...` prints `{}` when it has begun. `silent` holds as many
silent connections as it can get at each address; `loop` connects to one port after the other and hangs up, as fast as
it goes. No address means this machine itself. At the end it prints how many connections it has made: `{"made": ...}`.
"""

import json
import select
import socket
import sys
from itertools import cycle

from tests.soak.storms import reset

HELD = 64  # connections that one address wants to hold
ROUND = 0.02  # seconds in which each address makes one more
PATIENCE = 10.0
BIND_ADDRESS_NO_PORT = 24  # Linux: the port is chosen when it connects, so there are enough for each port of the server


def places(addresses: int) -> list[str]:
    """So many of this machine's addresses that the server does not take for this machine; or this machine, if none."""
    return [f"127.0.1.{number + 1}" for number in range(addresses)] or ["127.0.0.1"]


def is_over(seconds: float = 0.0) -> bool:
    """Whether the input has ended; waits for so long."""
    return bool(select.select([sys.stdin], [], [], seconds)[0])


def connect(port: int, address: str) -> socket.socket | None:
    """Connect from this address; None if the server does not answer."""
    link = socket.socket()
    link.settimeout(PATIENCE)
    link.setsockopt(socket.IPPROTO_IP, BIND_ADDRESS_NO_PORT, 1)
    try:
        link.bind((address, 0))
        link.connect(("127.0.0.1", port))
    except OSError:
        link.close()
        return None
    return link


def stay_silent(addresses: list[str], ports: list[int]) -> int:
    made = 0
    held: dict[str, list[socket.socket]] = {address: [] for address in addresses}
    poll = select.poll()
    for port in cycle(ports):
        for address, links in held.items():
            link = connect(port, address) if len(links) < HELD else None
            if link is not None:
                made += 1
                links.append(link)
                poll.register(link, select.POLLRDHUP)
        ended = {descriptor for descriptor, _ in poll.poll(0)}
        for links in held.values():
            for link in [link for link in links if link.fileno() in ended]:
                poll.unregister(link)
                links.remove(link)
                link.close()
        if is_over(ROUND):
            break
    return made


def loop(addresses: list[str], ports: list[int]) -> int:
    made = 0
    for port, address in zip(cycle(ports), cycle(addresses), strict=False):
        link = connect(port, address)
        if link is not None:
            made += 1
            reset(link) if made % 2 else link.close()
        if made % 100 == 0 and is_over():
            break
    return made


DOES = {"silent": stay_silent, "loop": loop}


def main(argv: list[str]) -> int:
    """Do it until the input ends."""
    print(json.dumps({}), flush=True)
    print(json.dumps({"made": DOES[argv[0]](places(int(argv[1])), [int(port) for port in argv[2:]])}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
