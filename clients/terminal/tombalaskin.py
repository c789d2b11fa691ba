"""Tombala as its players want to see it: a ruled card, the number just drawn in large digits, board and players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.countdown import next_second
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.skin import AROUND, LineBudget, Skin, SkinContext
from tilenet.clients.terminal.tombalaboard import LARGE, SMALL, USUAL, Measures, TombalaBoard
from tilenet.clients.terminal.tombalafacts import CARD_ROLES, TombalaFacts
from tilenet.clients.terminal.tombalapanel import AUTO, CINKO, LEAST_WIDTH, NEXT, TombalaPanel

LEAST = 60, 20
HEARD = 3  # lines, at least, if what is above them is not the smallest
FEW = 4  # lines of the smallest list of players, with its heading


def measures(columns: int, lines: int) -> Measures:
    """The largest that fit."""
    if columns > LARGE.width + LEAST_WIDTH and lines >= LARGE.height + AROUND + 2 + HEARD:
        return LARGE
    return USUAL if columns > USUAL.width + LEAST_WIDTH and lines >= USUAL.height + AROUND + HEARD else SMALL


class TombalaSkin(Skin):
    """A room of Tombala."""

    kinds = ("tombala/1",)

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._now = context.now
        self._plain = context.inks["plain"]
        self._facts = TombalaFacts(self._model)
        self._board = TombalaBoard(context, self._facts)
        self._panel = TombalaPanel(context, self._facts)
        self._columns, self._lines = LEAST
        self._has_card = False

    def model_changed(self) -> None:
        """When the card is dealt, move the focus there."""
        card, controller = self._facts.card, self._controller
        if card and not self._has_card and not self._facts.stands_for(controller.focus, *card):
            controller.focus = self._facts.cell(next(role for role in CARD_ROLES if role in card))
        self._has_card = bool(card)

    def due(self) -> float | None:
        return next_second(self._model, self._facts.starts_at, self._now())

    # Painting

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        if columns < LEAST[0] or lines < LEAST[1]:
            return None
        chosen = self._board.measures = measures(columns, lines)
        self._columns, self._lines = columns, chosen.height + (0 if chosen.digits else FEW)
        return LineBudget(headline=1, body=self._lines, tooltip=int(lines - AROUND - 2 - self._lines >= HEARD))

    @property
    def _beside(self) -> int:
        """The column where the right side begins."""
        return self._board.measures.width + 1

    def rows(self, columns: int, lines: int) -> list[Row]:
        plain, beside = self._plain, columns - self._beside
        if self._board.measures.digits:
            right, below = self._panel.rows(beside, lines), []
        else:
            right = [(), *self._panel.commands(beside)]
            right += [()] * (lines - FEW - len(right))
            below = [filled(row, columns, plain) for row in self._panel.players(columns, FEW)]
        above = zip(self._board.rows(), right, strict=True)
        return [*([*filled(one, self._beside, plain), *filled(other, beside, plain)] for one, other in above), *below]

    def legend(self, bindings: Sequence[Binding]) -> list[Binding]:
        """The room's own keys first, then one entry for moving and clicking, then talking and the rest."""
        ours = [one for one in bindings if one.id in (NEXT, CINKO, AUTO)]
        move = next((one for one in bindings if one.id == "move" and one.short), None)
        click = next((one for one in bindings if one.id == "click" and one.short), None)
        chat = [one for one in bindings if one.id == "chat"]
        rest = [one for one in bindings if one not in (*ours, move, click, *chat)]
        both = [one for one in (move, click) if one is not None]
        if move is not None and click is not None:
            what = "mark" if self._facts.stands_for(self._controller.focus, *CARD_ROLES) else "click"
            both = [replace(move, label=f"{move.shown} {click.shown}", short=what)]
        ours = [replace(one, short="auto") if one.id == AUTO else one for one in ours]
        return [*ours, *both, *chat, *rest]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        chosen, beside = self._board.measures, self._columns - self._beside
        if not chosen.digits and line >= chosen.height:
            return self._panel.player_at(column, line - chosen.height, self._columns, FEW)
        if column < self._beside:
            return self._board.at(column, line)
        if chosen.digits:
            return self._panel.at(column - self._beside, line, beside, self._lines)
        return self._panel.command_at(line - 1)
