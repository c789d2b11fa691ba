"""The box with the ranking of a game that is over, and the keys for what can be done next."""

from __future__ import annotations

from collections.abc import Sequence

from urwid import TextCanvas

from tilenet.clients.model import Model
from tilenet.clients.terminal.box import box
from tilenet.clients.terminal.ending import Ending
from tilenet.clients.terminal.glyphs import columns, fit, visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.vocabulary import Standing
from tilenet.words import Words

AROUND = 3  # lines of the box that are not for places
LONGEST_NAME = 24
YOU, LEFT = Words("you"), Words("left")


class EndingBox:
    """Draws a ranking, with the keys below it."""

    def __init__(self, inks: Inks, signs: Signs) -> None:
        self._inks = inks
        self._signs = signs

    def draw(self, ending: Ending, model: Model, keys: Sequence[Binding], width: int, lines: int) -> TextCanvas:
        """A box that fits into this room."""
        places = ending.best(model.me, max(1, lines - AROUND))
        rows = self._rows(places, model.me)
        if more := ending.more + len(ending.places) - len(places):
            rows.append([(self._inks["faint"], f" {self._signs.say(Words('and {n} more', n=more))}")])
        return box(self._signs.say(Words("Game over")), rows, keys, width, self._inks, self._signs)

    def _rows(self, places: Sequence[Standing], me: str | None) -> list[Row]:
        number = max((len(str(place.place)) for place in places), default=1)
        name = min(LONGEST_NAME, max([8, *(columns(visible(place.name)) for place in places)]))
        score = max((len(place.score) for place in places), default=1)
        changes = [f"{place.points:+}" if place.points else "" for place in places]
        change = max(map(len, changes), default=0)
        rows: list[Row] = []
        for place, points in zip(places, changes, strict=True):
            called = fit(visible(place.name), name, self._signs.ellipsis)
            text = f" {place.place:>{number}}. {called}  {place.score:>{score}}  {points:>{change}}"
            note = YOU if place.agent == me else "" if place.has_stayed else LEFT
            ink = self._inks["me" if place.agent == me else "headline" if place.place == 1 else "plain"]
            rows.append([(ink, f"{text}  {self._signs.say(note)} " if note else text)])
        return rows
