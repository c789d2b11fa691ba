"""A crowd that reads the records, while accounts log in; then a line of JSON is printed.

`python -m tests.soak.readers PORT READERS RATE SECONDS ACCOUNTS`: so many guests turn the pages of Records, each RATE
times a second, and the accounts u1 to uN log in meanwhile, one after the other, again and again.
"""

import json
import sys
import time

from tests.bench import BenchError
from tests.soak.load_clients import PATIENCE, LoadClient, LoadClients
from tests.soak.members import Member

RECORDS = b"Records"
PAGES = (b"Today", b"By wins", b"This month", b"Latest", b"By rating", b"Ever", b"Refresh")


class Reader(LoadClient):
    """Somebody in the room Records."""

    @property
    def games(self) -> list[bytes]:
        """The games that can be chosen; none before the server has looked up which there are."""
        return sorted(name for name in self.tokens.get(self.matrix, ()) if name.startswith(b"Game "))

    def turn(self, games: list[bytes]) -> None:
        """Turn to the next page, and now and then to another game."""
        times, page = divmod(self.number + self.acts, len(PAGES))
        self.click(PAGES[page] if page else games[times % len(games)])


class Login(Member):
    """An account that logs in; how long that takes is measured."""

    @property
    def seconds(self) -> float:
        return self.answered - self.asked if self.is_in else time.monotonic() - self.asked


def gather(port: int, readers: int) -> LoadClients:
    """Let everybody walk into the room."""
    crowd = LoadClients()
    people = [Reader(number, port, "reader") for number in range(1, readers + 1)]
    for one in people:
        crowd.add(one)
    deadline = time.monotonic() + PATIENCE
    while not all(one.games for one in people):
        if time.monotonic() > deadline:
            raise BenchError("some did not get into the room, or there are no games")
        for one in people:
            if one.arrivals == 1 and not one.acts:
                one.click(RECORDS)
        crowd.read(0.05)
    return crowd


def read(crowd: LoadClients, port: int, rate: float, seconds: float, accounts: int) -> list[float]:
    """Let them read; returns how many seconds each login took."""
    people = [one for one in crowd.people if isinstance(one, Reader)]
    games = people[0].games
    logins: list[float] = []
    account = Login(port, "u1")
    began = time.monotonic()
    done = 0
    while (passed := time.monotonic() - began) < seconds:
        due = int(passed * rate * len(people))
        for number in range(done, due):
            people[number % len(people)].turn(games)
        done = due
        crowd.read(0.002)
        account.read()
        if account.is_in or account.is_lost:
            logins.append(account.seconds)
            account.leave()
            account = Login(port, f"u{len(logins) % accounts + 1}")
    logins.append(account.seconds)
    return logins


def main(argv: list[str]) -> int:
    """Read, and tell how many pages were turned, and how long logins took."""
    port, readers, rate, seconds, accounts = int(argv[0]), int(argv[1]), float(argv[2]), float(argv[3]), int(argv[4])
    try:
        crowd = gather(port, readers)
        logins = read(crowd, port, rate, seconds, accounts)
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    told = {
        "acts": sum(one.acts for one in crowd.people),
        "lost": sum(one.is_lost for one in crowd.people),
        "logins": logins,
    }
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
