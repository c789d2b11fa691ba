"""Newcomers, each from another address: they log in one after the other, and a line of JSON says how long each took.

`python -m tests.soak.arriving PORT NUMBER` prints `{"seconds": [...]}` of those who were let in.
"""

import json
import socket
import sys
import time

from tests.bench.member import OPENING

PATIENCE = 10.0
PAUSE = 0.05  # seconds from one newcomer to the next
LOGGED_IN = b' objid="a'


def log_in(port: int, number: int) -> float | None:
    """Log a guest in and out again, and return the seconds that the login took, or None if there was none."""
    began = time.perf_counter()
    try:
        here = f"127.0.2.{number % 250 + 1}", 0
        with socket.create_connection(("127.0.0.1", port), PATIENCE, here) as link:
            link.sendall(OPENING + f'<login user="newcomer{number}" password=""/>'.encode())
            said = b""
            while LOGGED_IN not in said:
                data = link.recv(1 << 16)
                if not data:
                    return None
                said += data
            taken = time.perf_counter() - began
            link.sendall(b"<logout/></client>")
            return taken
    except OSError:
        return None


def main(argv: list[str]) -> int:
    """Let them come, and tell how long they took."""
    taken = []
    for number in range(int(argv[1])):
        taken.append(log_in(int(argv[0]), number))
        time.sleep(PAUSE)
    print(json.dumps({"seconds": [seconds for seconds in taken if seconds is not None]}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
