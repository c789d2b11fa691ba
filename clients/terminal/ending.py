"""The end of a game: its ranking is shown until the user closes it, or the room says that it is no longer over.

In a replay it would only cover what people came to see.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.model import Model
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.roomfacts import Members, text
from tilenet.clients.vocabulary import Standing, standings, unlisted

PAUSE = 1.0  # seconds in which Enter was meant for the game that is over


class Ending:
    """The ranking of the last game in the present room."""

    def __init__(self) -> None:
        self.places: Sequence[Standing] = ()  # empty if there is nothing to show
        self.more = 0  # players who are not among them
        self.replay = ""  # the id of that of the game, if it can be watched again
        self.since = float("-inf")
        self.told: list[str] = []  # the last ranking in any room, in lines
        self._result: Members = {}
        self._is_closed = False

    def close(self) -> None:
        self.places, self._is_closed = (), True

    def model_changed(self, model: Model, now: float) -> None:
        if model.result != self._result:
            if not self._result:
                self.since = now
            self._result, self._is_closed = model.result, False
        self.places = () if self._is_closed or is_replay(model) else standings(model)
        self.more = unlisted(model)
        self.replay = text(model.result, "replay")
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


def _line(place: Standing) -> str:
    change = f" ({place.points:+})" if place.points else ""
    return f"{place.place}. {place.name} {place.score}{change}"
