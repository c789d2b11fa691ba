"""What it costs to save a game and to load it: `python -m tests.bench.saved` prints a table.

Each game is played at random, as in `tests/test_contract.py`, and saved and loaded at many moments: the table has the
median, and the first time of all, when the code of its classes is read as well.
"""

import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from tests.doubles.rehearsals import Rehearsed, rehearsed
from tilenet.game import Player
from tilenet.rehearsal import Improviser, Part
from tilenet.saving.reader import from_text, load
from tilenet.saving.writer import save, to_text

SESSIONS, LENGTH, EVERY = 5, 400, 20  # acts of a session, and from one measurement to the next


def measure(one: Rehearsed, sessions: int = SESSIONS) -> Iterator[tuple[float, float, int]]:
    """Milliseconds to save and to load, and bytes, at some moments of some sessions."""
    for session in range(sessions):
        improviser = Improviser(Part(one.game, one.setup), f"bench {session}", one.requests, one.answers)
        rehearsal = improviser.rehearsal
        people: dict[str, Player] = {**rehearsal.people}
        for number in range(LENGTH):
            act = improviser.next()
            rehearsal.do(act, is_watched=False)
            improviser.done(act)
            if number % EVERY == 0:
                began = perf_counter()
                text = to_text(save(rehearsal.game, one.name, one.setup))
                saved = perf_counter()
                load(from_text(text), one.game, people.__getitem__)
                yield (saved - began) * 1e3, (perf_counter() - saved) * 1e3, len(text.encode())


def main() -> int:
    print(f"{'':24}{'first ms':>9}{'save ms':>9}{'load ms':>9}{'bytes':>8}{'most':>8}")
    for one in rehearsed():
        saves, loads, sizes = zip(*measure(one), strict=True)
        print(f"{one.name:24}{saves[0]:9.1f}{median(saves):9.2f}{median(loads):9.2f}{median(sizes):8.0f}{max(sizes):8}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
