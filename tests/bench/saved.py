"""What it costs to save a game and to load it: `python -m tests.bench.saved` prints a table.

Each game is played at random, as in `tests/test_contract.py`, and saved and loaded at many moments: the table has the
median, and the first time of all, when the code of its classes is read as well.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from tests.doubles.rehearsals import Rehearsed, rehearsed
from tilenet.game import Player
from tilenet.rehearsal.improviser import Improviser
from tilenet.saving.reader import from_text, load
from tilenet.saving.writer import save, to_text

SESSIONS, LENGTH, EVERY = 5, 400, 20  # acts of a session, and from one measurement to the next


def measure(one: Rehearsed, sessions: int = SESSIONS) -> Iterator[tuple[str, float, float, int]]:
    """The plugin of a room, milliseconds to save it and to load it, and bytes, at some moments of some sessions."""
    for session in range(sessions):
        kinds = {one.name: one.game, **one.others}
        improviser = Improviser(kinds, f"bench {session}", one.setup, one.requests, one.answers)
        people: dict[str, Player] = {**improviser.stage.people}
        for number in range(LENGTH):
            act = improviser.next()
            if act is None:
                return
            improviser.do(act)
            if number % EVERY == 0:
                for room in improviser.stage.rooms.values():
                    began = perf_counter()
                    text = to_text(save(*room))
                    saved = perf_counter()
                    load(from_text(text), kinds[room.plugin], people.__getitem__)
                    yield room.plugin, (saved - began) * 1e3, (perf_counter() - saved) * 1e3, len(text.encode())


def main() -> int:
    print(f"{'':24}{'first ms':>9}{'save ms':>9}{'load ms':>9}{'bytes':>8}{'most':>8}")
    found: defaultdict[str, list[tuple[float, float, int]]] = defaultdict(list)
    for one in rehearsed():
        for plugin, *numbers in measure(one):
            found[plugin].append((numbers[0], numbers[1], int(numbers[2])))
    for plugin, measured in found.items():
        saves, loads, sizes = zip(*measured, strict=True)
        print(f"{plugin:24}{saves[0]:9.1f}{median(saves):9.2f}{median(loads):9.2f}{median(sizes):8.0f}{max(sizes):8}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
