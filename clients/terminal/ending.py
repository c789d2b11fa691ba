"""The end of a game as the room tells it: a line "Game over. The ranking:", then one for each place [docs/protocol.md].

Only the room itself can say so to everybody: what players say comes from their agents.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tilenet.clients.model import HeardLine, Model
from tilenet.wire.messages import TOKEN

HEADING = "Game over. The ranking:"
NEW_GAME = 3  # tiles that can be clicked, and could not at the end, mean that the next game has begun
PAUSE = 1.0  # seconds in which Enter was meant for the game that is over

_PLACE = re.compile(r" *(\d{1,6})\. (.*\S) +(-?\d+(?:\.\d+)?)(?: \(([+-]\d+)\))?")
_MORE = re.compile(r"and (\d{1,6}) more\.")


@dataclass(frozen=True)
class Place:
    """One line of a ranking."""

    number: str
    name: str
    score: str
    change: str  # of points, with a sign; empty if there is none


class Ending:
    """The last ranking that the present room has told, until the user closes it or the next game begins."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.more = 0  # players who are not among them
        self.since = float("-inf")
        self._room: str | None = None
        self._is_reading = False
        self._tiles: set[str] = set()  # that could be clicked when the game ended

    def close(self) -> None:
        self.places, self._is_reading = [], False

    def model_changed(self, lines: Sequence[HeardLine], model: Model, now: float) -> None:
        """The model has changed, and these lines are new."""
        for line in lines:
            if line.from_ == model.current and (line.is_announcement or line.is_to_me):
                self._hear(line, model, now)
        if self.places and (self._room != model.current or len(_enabled(model) - self._tiles) >= NEW_GAME):
            self.close()

    def _hear(self, line: HeardLine, model: Model, now: float) -> None:
        if line.message == HEADING and line.is_announcement:
            self.places, self.more, self._is_reading = [], 0, True
            self._room, self.since, self._tiles = model.current, now, _enabled(model)
        elif self._is_reading and (more := _MORE.fullmatch(line.message)):
            self.more = int(more[1])
        elif self._is_reading and (place := _PLACE.fullmatch(line.message)):
            self.places.append(Place(place[1], place[2], place[3], place[4] or ""))
        elif line.is_announcement:
            self._is_reading = False

    def best(self, mine: str, room: int) -> list[Place]:
        """The best who fit into so many lines, and the user; one line may be needed to count the others."""
        places = self.places
        if len(places) + bool(self.more) <= room:
            return places
        best = places[: max(1, room - 1)]
        me = [place for place in places[len(best) :] if place.name == mine]
        return [*best[: len(best) - len(me)], *me] if len(best) > 1 else best


def _enabled(model: Model) -> set[str]:
    return {thing.objid for thing in model.here(TOKEN) if thing.is_enabled}
