"""The left side of a Tombala room: the number just drawn in large digits, the board of 90, and the card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from urwid import AttrSpec

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import centred, visible, wrap
from tilenet.clients.terminal.largedigits import LARGE_END, LARGE_WIN, large
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.terminal.tombalaroom import (
    CARD_COLUMNS,
    CARD_ROWS,
    CARD_TOP,
    CLOCK,
    DECADES,
    LAST_ROW,
    TENS,
    WIN,
    is_over,
    seats,
    seconds_left,
)
from tilenet.clients.terminal.tombalastyle import ASCII_BOXES, FANCY_BOXES, TombalaInks

Tiles: TypeAlias = Mapping[Cell, Thing]

LAST_CELLS = [(x, LAST_ROW) for x in range(TENS)]
NUMBERS = [(x, y) for y in range(DECADES) for x in range(TENS)]
CARD_LEFT = 1


@dataclass(frozen=True)
class Measures:
    """How large everything is. In the smallest terminals there is neither a large number nor a board of 90."""

    digits: int  # times the usual size, or 0
    pitch: tuple[int, int]  # columns and lines of a number on the board
    cell: tuple[int, int]  # columns and lines of a cell of the card, without the lines around it

    @property
    def ball(self) -> int:
        """The columns of the number just drawn, with its edge."""
        return 14 * self.digits + 4

    @property
    def above(self) -> int:
        """The lines above the card."""
        return (DECADES - 1) * self.pitch[1] + 1 if self.digits else 1

    @property
    def card(self) -> int:
        """The columns of the card."""
        return CARD_COLUMNS * (self.cell[0] + 1) + 1

    @property
    def width(self) -> int:
        return max(self.ball + self.pitch[0] * TENS + 1 if self.digits else 0, CARD_LEFT + self.card)

    @property
    def height(self) -> int:
        return self.above + CARD_ROWS * (self.cell[1] + 1) + 1


SMALL = Measures(0, (3, 1), (4, 1))
USUAL = Measures(1, (3, 1), (4, 1))
LARGE = Measures(2, (4, 2), (7, 3))


class TombalaBoard:
    """Draws the left side. Only the card can be clicked."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._is_me = context.is_me
        self.measures = USUAL
        self._own = TombalaInks(context.inks)
        self._boxes = FANCY_BOXES if context.signs.has_blocks else ASCII_BOXES

    def rows(self, tiles: Tiles) -> list[Row]:
        if not self.measures.digits:
            return [self._summary(tiles), *self._card(tiles)]
        number, plain = self._first(tiles), self._inks["plain"]
        number += [[(plain, " " * self.measures.ball)]] * (self.measures.above - len(number))
        above = [[*left, *right] for left, right in zip(number, self._board(tiles), strict=True)]
        return [*above, *self._card(tiles)]

    def at(self, column: int, line: int) -> Cell | None:
        """The cell of the card at a place."""
        across, down = column - CARD_LEFT, line - self.measures.above
        wide, high = self.measures.cell
        is_inside = 0 <= across < self.measures.card and 0 <= down < self.measures.height - self.measures.above
        if not is_inside or not across % (wide + 1) or not down % (high + 1):
            return None
        return across // (wide + 1), CARD_TOP + down // (high + 1)

    # The number

    def _first(self, tiles: Tiles) -> list[Row]:
        """The number just drawn and the last ten; before the game the countdown, after it the winner."""
        newest, seconds = tiles[0, LAST_ROW].name, seconds_left(tiles)
        if not newest:
            text = "seconds to the first number" if seconds else "not started"
            words = self._words(text, self._inks["headline"])
            return [*self._framed(self._large(seconds), [CLOCK, *LAST_CELLS]), *words]
        if is_over(tiles):
            winner = next((seat for seat in seats(tiles) if seat.cinkos == WIN), None)
            word = LARGE_WIN if winner is not None and self._is_me(winner.name) else LARGE_END
            drawn = ["".join(dot * self.measures.digits for dot in line) for line in word]
            text = "no winner" if winner is None else f"{winner.name} wins"
            return [*self._framed(drawn, [CLOCK, *LAST_CELLS]), *self._words(text, self._own.newest)]
        return [*self._framed(self._large(newest), [CLOCK]), *self._last(tiles)]

    def _large(self, number: str) -> list[str]:
        return large(number, self.measures.ball - 4, 2 * self.measures.digits)

    def _framed(self, drawn: Sequence[str], stands_for: Sequence[Cell]) -> list[Row]:
        """Large letters in a frame, with an edge only without colours; marked if one of these cells has the focus."""
        ink, width = self._own.ball, self.measures.ball - 2
        inside = [
            line.replace("#", self._boxes.full).center(width) for line in drawn for _ in range(self.measures.digits)
        ]
        above, across, side, below = self._boxes.ball if self._inks.depth == 1 else ("  ", " ", " ", "  ")
        sides = [(side, side)] * len(inside)
        focus = self._controller.focus
        if focus in stands_for:
            sides[len(sides) // 2] = self._marks(focus)
        body: list[Row] = [[(ink, left + text + right)] for text, (left, right) in zip(inside, sides, strict=True)]
        line = across * width
        return [[(ink, line.join(above))], *body, [(ink, line.join(below))]]

    def _words(self, text: str, ink: AttrSpec) -> list[Row]:
        """Two lines below the number."""
        width = self.measures.ball
        first, *rest = wrap(visible(text).strip(), width)
        return [[(ink, centred(line, width, self._signs.ellipsis))] for line in (first, " ".join(rest))]

    def _summary(self, tiles: Tiles) -> Row:
        """One line instead of the number and the board: the last ten; before the game the countdown, or the winner."""
        newest, seconds = tiles[0, LAST_ROW].name, seconds_left(tiles)
        focus = self._controller.focus
        left, right = self._marks(focus if focus in (CLOCK, *NUMBERS) else None)
        if newest and not is_over(tiles):
            inks = [self._own.newest, *[self._inks["plain"]] * (TENS - 1)]
            last = self._between(LAST_CELLS, [tiles[cell].name for cell in LAST_CELLS], inks, 3)
            return [(self._inks["focus"], left), (self._inks["faint"], "drawn"), (self._inks["focus"], right), *last]
        if newest:
            winner = next((seat for seat in seats(tiles) if seat.cinkos == WIN), None)
            text = "no winner" if winner is None else f"{visible(winner.name)} wins"
        else:
            text = f"{seconds} s to the first number" if seconds else "not started"
        return [(self._inks["focus"], left), (self._inks["headline"], text), (self._inks["focus"], right)]

    def _last(self, tiles: Tiles) -> list[Row]:
        """The last ten numbers, the newest first, in two lines."""
        cells = LAST_CELLS
        plain, half = self._inks["plain"], TENS // 2
        pitch = (self.measures.ball - 3) // half
        sides = (self.measures.ball - pitch * half - 1) // 2, (self.measures.ball - pitch * half) // 2
        found: list[Row] = []
        for some in (cells[:half], cells[half:]):
            runs = [self._inks["headline" if cell == cells[0] else "plain"] for cell in some]
            texts = [tiles[cell].name for cell in some]
            left, right = (" " * side for side in sides)
            found.append([(plain, left), *self._between(some, texts, runs, pitch), (plain, right)])
        return found

    def _between(self, cells: Sequence[Cell], texts: Sequence[str], inks: Sequence[AttrSpec], pitch: int) -> list[Run]:
        """Tiles of two columns, this far apart, with columns between them for the marks of the focus."""
        between = [" ", *[" " * (pitch - 2)] * len(cells)]
        for number, cell in enumerate(cells):
            if cell == self._controller.focus:
                left, right = self._marks(cell)
                between[number] = between[number][:-1] + left
                between[number + 1] = right + between[number + 1][1:]
        found: list[Run] = [(self._inks["focus"], between[0])]
        for text, ink, gap in zip(texts, inks, between[1:], strict=True):
            found += [(ink, f"{text:>2}"), (self._inks["focus"], gap)]
        return found

    # The board

    def _board(self, tiles: Tiles) -> list[Row]:
        newest, (across, down) = tiles[0, LAST_ROW].name, self.measures.pitch
        found: list[Row] = []
        for y in range(DECADES):
            cells = [(x, y) for x in range(TENS)]
            texts, inks = [], []
            for cell in cells:
                name = tiles[cell].name
                number = name.strip("()")
                is_drawn = name != number
                has_colours = self._inks.depth > 1
                texts.append(number if is_drawn or has_colours else self._signs.blank_disabled)
                ink = self._own.newest if number == newest else self._own.drawn
                inks.append(ink if is_drawn else self._inks["faint"])
            if y:
                found += [[(self._inks["plain"], " " * (across * TENS + 1))]] * (down - 1)
            found.append(self._between(cells, texts, inks, across))
        return found

    # The card

    def _card(self, tiles: Tiles) -> list[Row]:
        found = [self._edge(self._boxes.top)]
        for row in range(CARD_ROWS):
            high = self.measures.cell[1]
            found += [self._cells(tiles, CARD_TOP + row, is_middle=line == high // 2) for line in range(high)]
            found.append(self._edge(self._boxes.middle))
        return [*found[:-1], self._edge(self._boxes.bottom)]

    def _edge(self, line: tuple[str, str, str, str]) -> Row:
        left, across, crossing, right = line
        parts = crossing.join([across * self.measures.cell[0]] * CARD_COLUMNS)
        return [(self._inks["plain"], " " * CARD_LEFT), (self._own.rule, left + parts + right)]

    def _cells(self, tiles: Tiles, y: int, *, is_middle: bool) -> Row:
        """A line of a row of the card. The marks of the focus replace the lines beside a cell."""
        left, between, right = self._boxes.sides
        sides = [left, *[between] * (CARD_COLUMNS - 1), right]
        inks = [self._own.rule] * len(sides)
        row: list[Run] = []
        for x in range(CARD_COLUMNS):
            has_focus = (x, y) == self._controller.focus
            if has_focus:
                sides[x : x + 2] = self._marks((x, y))
                inks[x : x + 2] = [self._own.focused] * 2
            is_lit = has_focus and not self._controller.is_typing
            row.append(self._cell(tiles[x, y].name, is_lit=is_lit, is_middle=is_middle))
        found: list[Run] = [(self._inks["plain"], " " * CARD_LEFT), (inks[0], sides[0])]
        for cell, ink, side in zip(row, inks[1:], sides[1:], strict=True):
            found += [cell, (ink, side)]
        return found

    def _cell(self, name: str, *, is_lit: bool, is_middle: bool) -> Run:
        width, number = self.measures.cell[0], name.strip("()")
        if not name:
            fill = self._boxes.blank if self._inks.depth == 1 else " "
            return self._own.focused if is_lit else self._own.empty, fill * width
        if name != number:
            return self._own.marked, (f"[{number:>2}]" if is_middle else "").center(width)
        return self._own.focused if is_lit else self._own.number, (f" {number:>2} " if is_middle else "").center(width)
