"""The box with the end of a game: who has won, large if there is room; what each has done; and what can be done next.

At a table of one's own it says who is ready for the next game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from urwid import TextCanvas

from tilenet.clients.model import Model
from tilenet.clients.tablefacts import own_table
from tilenet.clients.terminal.box import FRAME, box, footers
from tilenet.clients.terminal.ending import Ending
from tilenet.clients.terminal.glyphs import columns, cut, fit, visible
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.largeletters import hashed_text, large_text
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.panels import in_order
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.verdict import winners
from tilenet.clients.vocabulary import Standing
from tilenet.words import Words

LONGEST_NAME = 24
INNER = 76  # columns, at most
FEW = 4  # players of whom all should be seen, before anything is large
YOU, LEFT = Words("you"), Words("left")


class EndingBox:
    """Draws the end of a game, with the keys below it."""

    def __init__(self, inks: Inks, signs: Signs) -> None:
        self._inks = inks
        self._signs = signs
        self._say = signs.say

    def draw(self, ending: Ending, model: Model, keys: Sequence[Binding], width: int, lines: int) -> TextCanvas:
        """A box that is at most so wide, and fits into so many lines, if it can."""
        inner = min(width - FRAME, INNER)
        plain, faint = self._inks["plain"], self._inks["faint"]
        below: list[Row] = [[(plain, f" {text}")] for text in self._ready(model, inner - 2)]
        above: list[Row] = []
        if ending.note:
            above.append([(faint, f" {cut(visible(ending.note), inner - 2, self._signs.ellipsis)}")])
        room = lines - FRAME - len(footers(keys, inner, self._signs)) - len(above) - len(below)
        head = self._head(ending, inner, room - min(len(ending.places), FEW))
        room -= len(head)
        if room < 1:  # at least who has won, and with how much
            above = []
        places = ending.best(model.me, max(1, room))
        rows = self._rows(places, ending, model.me, inner)
        if more := ending.more + len(ending.places) - len(places):
            rows.append([(faint, f" {self._say(Words('and {n} more', n=more))}")])
        if room - len(rows) > 1:
            above.append([(plain, "")])
        if below and room - len(rows) > 2:
            below.insert(0, [(plain, "")])
        all = [*head, *above, *rows, *below]
        return box(self._say(Words("Game over")), all, keys, width, self._inks, self._signs, INNER)

    def _head(self, ending: Ending, width: int, room: int) -> list[Row]:
        """Who has won: in letters that are as large as there is room for."""
        words, ink = visible(self._say(ending.verdict)), self._inks["awake" if self._inks.depth == 1 else "me"]
        letters = large_text(words) if self._signs.has_blocks else hashed_text(words)
        if letters and len(letters) <= room and columns(letters[0]) <= width - 2:
            return [[(self._inks["me"], f" {line}")] for line in letters]
        return [[(ink, f" {cut(words, width - 2, self._signs.ellipsis)} ")]]

    def _rows(self, places: Sequence[Standing], ending: Ending, me: str | None, width: int) -> list[Row]:
        number = max((len(str(place.place)) for place in places), default=1)
        name = min(LONGEST_NAME, max(8, width // 3), max([8, *(columns(visible(place.name)) for place in places)]))
        score = max((len(place.score) for place in places), default=1)
        changes = [f"{place.points:+}" if place.points else "" for place in places]
        change = max(map(len, changes), default=0)
        first = {place.agent for place in winners(ending.places, ending.more)}
        rows: list[Row] = []
        for place, points in zip(places, changes, strict=True):
            called = fit(visible(place.name), name, self._signs.ellipsis)
            text = f" {place.place:>{number}}. {called}  {place.score:>{score}}"
            text += f"  {points:>{change}}" if change else ""
            is_mine = place.agent == me
            ink = self._inks["me" if is_mine else "headline" if place.agent in first else "plain"]
            role = YOU if is_mine else "" if place.has_stayed else LEFT
            about = f" {self._signs.dot} ".join(visible(self._say(one)) for one in (role, *place.notes) if one)
            about = cut(about, width - columns(text) - 3, self._signs.ellipsis)
            rows.append([(ink, f"{text}  {about} " if about else text)])
        return rows

    def _ready(self, model: Model, width: int) -> list[str]:
        """Who is ready for the next game, and for whom they wait; in one line, if that is wide enough."""
        table = own_table(model)
        if table is None:
            return []
        ready, waiting = self._names(model, table.ready), self._names(model, table.waiting_for)
        sign = "✓" if self._signs.has_blocks else "+"
        parts = []
        if ready:
            parts.append(Words("ready: {names}", names=" ".join(f"{name} {sign}" for name in ready)))
        if waiting:
            parts.append(Words("waiting for {names}", names=", ".join(waiting)))
        texts = [self._say(part) for part in parts]
        together = f" {self._signs.dot} ".join(texts)
        texts = [together] if columns(together) <= width else texts
        return [cut(text, width, self._signs.ellipsis) for text in texts if text]

    def _names(self, model: Model, agents: Iterable[str]) -> list[str]:
        here = [agent for agent in in_order(model) if agent.objid in agents]
        return [self._say(YOU) if agent.objid == model.me else visible(agent.name) for agent in here]
