"""A crowd with accounts that logs in, beside a room that plays; then a line of JSON is printed.

`python -m tests.soak.newcomers PORT ACCOUNTS AT_ONCE SECONDS PLAYERS RATE`: the accounts u1 to uN log in, a
few at once, and stay; one that is refused tries again. Guests are in the room `Lamp 1` all the while, and each of them
clicks the lamp RATE times a second.
"""

import json
import re
import resource
import sys
import time
from collections import deque

from tests.bench import BenchError
from tests.soak.load_clients import PATIENCE, LoadClient, LoadClients
from tests.soak.members import PASSWORD

LAMP = b"Lamp 1"
A_MOMENT = 1.0  # seconds after which somebody who was refused tries again
REFUSED = re.compile(rb"<logged-in (?![^<>]*objid=)[^<>]*>")


class Guest(LoadClient):
    """Somebody in the room. Its lamp is the token whose name is a number."""

    def switch(self) -> None:
        lamps = [token for name, token in self.tokens[self.matrix].items() if name.isdigit()]
        self.send(lamps[-1])


class Owner(LoadClient):
    """Somebody with an account."""

    def __init__(self, number: int, port: int) -> None:
        super().__init__(number, port, "u", PASSWORD)
        self.is_refused = False

    def learn(self, piece: bytes) -> None:
        """A login that has failed is answered without an objid."""
        self.is_refused = self.is_refused or bool(REFUSED.search(piece))


class Evening:
    """The room, and those who come."""

    def __init__(self, port: int, players: int, rate: float) -> None:
        self.acts = self.arrived = self.refused = 0
        self._port = port
        self._rate = rate * players
        self._crowd = LoadClients()
        self._guests = [Guest(number, port, "guest") for number in range(1, players + 1)]
        deadline = time.monotonic() + PATIENCE
        for one in self._guests:
            self._crowd.add(one)
        while not all(one.arrivals == 2 for one in self._guests):
            if time.monotonic() > deadline:
                raise BenchError("some did not get into the room")
            for one in self._guests:
                if one.arrivals == 1 and not one.acts:
                    one.click(LAMP)
            self._crowd.read(0.05)

    def log_in(self, accounts: int, at_once: int, seconds: float) -> None:
        """Log everybody in, as long as there is time."""
        coming = deque((0.0, number) for number in range(1, accounts + 1))  # from when on, and who
        waiting: list[Owner] = []
        began = time.monotonic()
        while (coming or waiting) and (passed := time.monotonic() - began) < seconds:
            resting = sum(since > passed for since, _ in coming)
            while coming and coming[0][0] <= passed and len(waiting) + resting < at_once:
                waiting.append(Owner(coming.popleft()[1], self._port))
                self._crowd.add(waiting[-1])
            self._play(passed)
            self._crowd.read(0.005)
            self.arrived += sum(bool(one.matrix) for one in waiting)
            for one in [one for one in waiting if one.is_refused]:
                self.refused += 1
                coming.append((passed + A_MOMENT, one.number))
                self._crowd.remove(one)
            waiting = [one for one in waiting if not (one.matrix or one.is_refused)]

    def _play(self, passed: float) -> None:
        due = int(passed * self._rate)
        for number in range(self.acts, due):
            self._guests[number % len(self._guests)].switch()
        self.acts = due


def main(argv: list[str]) -> int:
    """Do it, and tell how long it took."""
    port, accounts, at_once, seconds, players, rate = (
        *map(int, argv[:3]),
        float(argv[3]),
        int(argv[4]),
        float(argv[5]),
    )
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        evening = Evening(port, players, rate)
        began = time.monotonic()
        evening.log_in(accounts, at_once, seconds)
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    told = {what: getattr(evening, what) for what in ("arrived", "refused", "acts")}
    print(json.dumps({**told, "seconds": time.monotonic() - began}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
