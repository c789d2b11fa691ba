"""Whether what is saved of a game keeps growing, however long it is played: then it gets slower, and no room is saved.

Nobody can be sure: it may be the history of a match that has not come to its end, or have a bound that is far away.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from time import monotonic

from tilenet.checks.legality import LawAbiding
from tilenet.checks.subject import Subject
from tilenet.game import Ranking, Result
from tilenet.rehearsal.improviser import Improviser
from tilenet.saving.writer import save

LENGTH = 1600  # acts of a session
EVERY = 10  # acts from one look to the next
SECONDS = 5.0  # after which a session ends
ENOUGH = 2**20  # bytes of a saved game, at which it ends as well
PARTS = 12  # of a session: what grows is larger in each of them, even when it is smallest
BEGIN = 3  # parts in which everything may grow: people come, and tables are laid
LITTLE = 0.5  # bytes an act that nobody notices


class Session:
    """A long session of one game, and how large its attributes were, one look after another."""

    def __init__(self, subject: Subject, improviser: Callable[..., Improviser], seconds: Callable[[], float]) -> None:
        self.acts = 0
        self.has_ended = False  # whether a match has
        self._sizes: dict[str, list[int]] = defaultdict(list)
        playing = improviser(subject.kinds, f"{subject.name} long", subject.setup, subject.requests, subject.answers)
        end = seconds() + SECONDS
        while self.acts < LENGTH and seconds() < end and (act := playing.next()) is not None:
            playing.do(act)
            self.acts += 1
            self.has_ended |= any(isinstance(event, Result | Ranking) for event in playing.stage.happened)
            if self.acts % EVERY == 0 and self._look(playing, subject.name) > ENOUGH:
                break

    def _look(self, playing: Improviser, room: str) -> int:
        """Returns how large the saved game is."""
        saved = save(*playing.stage.rooms[room])["state"]
        sizes = {name: len(json.dumps(value)) for name, value in saved.items()}
        for name, size in sizes.items():
            self._sizes[name].append(size)
        return sum(sizes.values())

    def growing(self) -> dict[str, tuple[int, int]]:
        """The attributes that keep growing: how large they were after a while, and at the end."""
        found = {}
        for name, sizes in self._sizes.items():
            smallest = _smallest(sizes)[BEGIN:]
            grows = all(one < other for one, other in pairwise(smallest))
            if grows and smallest and smallest[-1] - smallest[0] > LITTLE * self.acts:
                found[name] = smallest[0], sizes[-1]
        return found


def _smallest(sizes: Sequence[int]) -> list[int]:
    """The smallest of each part; nothing if there are too few."""
    if len(sizes) < PARTS:
        return []
    ends = [len(sizes) * part // PARTS for part in range(PARTS + 1)]
    return [min(sizes[begin:end]) for begin, end in pairwise(ends)]


def growth(subject: Subject, seconds: Callable[[], float] = monotonic) -> Iterator[str]:
    """What keeps growing, whoever plays: people who do only what is legal, and people who do anything."""
    try:
        sessions = [Session(subject, improviser, seconds) for improviser in (LawAbiding, Improviser)]
    except Exception:  # the game fails, or cannot be saved: there are checks for that
        return
    found = [session.growing() for session in sessions]
    for name, (first, last) in found[0].items():
        if name in found[1]:
            told = f"it had {first} bytes early in a long session, and {last} after {sessions[0].acts} acts"
            if all(session.has_ended for session in sessions):
                why = "Keep only the last of it, or clear it when a match is over"
            else:
                why = (
                    "Keep only the last of it. If it is cleared when a match is over, all is well: no match came so far"
                )
            yield f"self.{name} keeps growing: {told}. {why}"
