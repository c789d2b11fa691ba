"""The box with the ranking of a game that is over, and the keys for what can be done next."""

from __future__ import annotations

from collections.abc import Sequence

from urwid import TextCanvas

from tilenet.clients.model import Model
from tilenet.clients.terminal.box import box
from tilenet.clients.terminal.ending import Ending, Place
from tilenet.clients.terminal.glyphs import columns, fit, visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.signs import Signs

AROUND = 3  # lines of the box that are not for places
LONGEST_NAME = 24


class EndingBox:
    """Draws a ranking, with the keys below it."""

    def __init__(self, inks: Inks, signs: Signs) -> None:
        self._inks = inks
        self._signs = signs

    def draw(self, ending: Ending, model: Model, keys: Sequence[Binding], width: int, lines: int) -> TextCanvas:
        """A box that fits into this room."""
        mine = "" if model.my_agent is None else model.my_agent.name
        places = ending.best(mine, max(1, lines - AROUND))
        rows = self._rows(places, mine)
        if more := ending.more + len(ending.places) - len(places):
            rows.append([(self._inks["faint"], f" and {more} more")])
        return box("Game over", rows, keys, width, self._inks, self._signs)

    def _rows(self, places: Sequence[Place], mine: str) -> list[Row]:
        number = max((len(place.number) for place in places), default=1)
        name = min(LONGEST_NAME, max([8, *(columns(visible(place.name)) for place in places)]))
        score = max((len(place.score) for place in places), default=1)
        change = max((len(place.change) for place in places), default=0)
        rows: list[Row] = []
        for place in places:
            is_me = place.name == mine
            called = fit(visible(place.name), name, self._signs.ellipsis)
            text = f" {place.number:>{number}}. {called}  {place.score:>{score}}  {place.change:>{change}}"
            ink = self._inks["me" if is_me else "headline" if place.number == "1" else "plain"]
            rows.append([(ink, f"{text}  you " if is_me else text)])
        return rows
