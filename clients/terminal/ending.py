"""The end of a game: who has won is shown until the user closes it, or the next game begins.

In a replay it would only cover what people came to see.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.model import Model
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.roomfacts import Members, text
from tilenet.clients.terminal.verdict import verdict
from tilenet.clients.vocabulary import PLAYING, STARTING, Standing, standings, unlisted
from tilenet.words import Words

PAUSE = 1.0  # seconds in which Enter was meant for the game that is over


class Ending:
    """The ranking of the last game in the present room."""

    def __init__(self) -> None:
        self.places: Sequence[Standing] = ()  # empty if there is nothing to show
        self.more = 0  # players who are not among them
        self.verdict = Words("")
        self.note = ""  # how it was won
        self.replay = ""  # the id of that of the game, if it can be watched again
        self.since = float("-inf")
        self.told: list[str] = []  # the last ranking in any room, in lines
        self._result: Members = {}
        self._is_closed = False

    def close(self) -> None:
        self.places, self._is_closed = (), True

    def model_changed(self, model: Model, now: float) -> None:
        if model.result.get("standings") != self._result.get("standings"):
            self._is_closed = False
        if model.result and not self._result:
            self.since = now
        self._result = model.result
        is_hidden = self._is_closed or is_replay(model) or _is_next(model)
        self.places = () if is_hidden else standings(model)
        self.more = unlisted(model)
        self.verdict = verdict(self.places, model.me, self.more)
        self.note, self.replay = text(model.result, "note"), text(model.result, "replay")
        if self.places:
            title = "" if model.matrix is None else f"{model.matrix.name}:"
            self.told = [title, *map(_line, self.places)]

    def best(self, me: str | None, room: int) -> Sequence[Standing]:
        """The best who fit into so many lines, and the user; one line may be needed to count the others."""
        places = self.places
        if len(places) + bool(self.more) <= room:
            return places
        best = places[: max(1, room - 1)]
        mine = [place for place in places[len(best) :] if place.agent == me]
        return [*best[: len(best) - len(mine)], *mine] if len(best) > 1 else best


def _is_next(model: Model) -> bool:
    """Whether it is the next game already, or will be in a moment: all at a table of their own have said so."""
    phase = text(model.facts, "phase")
    return phase == PLAYING or (phase == STARTING and bool(model.table))


def _line(place: Standing) -> str:
    change = f" ({place.points:+})" if place.points else ""
    return f"{place.place}. {place.name} {place.score}{change}"
