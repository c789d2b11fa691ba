"""Guests who take all seats of Set and do nothing, and people who come later and want to play.

`python -m tests.soak.idlers PORT IDLERS PEOPLE SECONDS`: the idlers come from four addresses and sit down at as many
tables as they need. Then the people come, and look for a seat for so many seconds at most. A line of JSON says how long
each of them looked: `{"seated": [...]}`.
"""

import json
import sys
import time

from tests.bench import BenchError
from tests.soak.load_clients import PATIENCE, SET, LoadClient, LoadClients

ADDRESSES = [f"127.0.1.{number}" for number in range(1, 5)]
OTHER = b"Other table"
PAUSE = 1.0  # seconds from one try to the next


def is_seated(one: LoadClient, name: str) -> bool:
    """Whether there is a seat with the name of this client."""
    return b"%s%d 0" % (name.encode(), one.number) in one.tokens.get(one.matrix, {})


def look_for_seats(crowd: LoadClients, people: list[LoadClient], name: str, seconds: float) -> list[float]:
    """Let them walk to a table, and on to another one, until each has a seat; tell how long each has looked."""
    began = time.monotonic()
    next_try = dict.fromkeys(people, began)
    seated: dict[LoadClient, float] = {}
    while len(seated) < len(people) and time.monotonic() - began < seconds:
        crowd.read(0.05)
        now = time.monotonic()
        for one in people:
            if one not in seated and is_seated(one, name):
                seated[one] = now - began
            elif one not in seated and now >= next_try[one]:
                one.click(OTHER, SET)
                next_try[one] = now + PAUSE
    return [*seated.values()]


def main(argv: list[str]) -> int:
    """Do it, and tell how long people had to look for a seat."""
    port, idlers, number, seconds = map(int, argv)
    crowd = LoadClients()
    try:
        crowd.gather(idlers, port, ADDRESSES)
        if len(look_for_seats(crowd, [*crowd.people], "h", PATIENCE)) < idlers:
            raise BenchError("not all idlers got a seat")
        people = [LoadClient(one, port, "person") for one in range(number)]
        for one in people:
            crowd.add(one)
        print(json.dumps({"seated": look_for_seats(crowd, people, "person", seconds)}))
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
