"""The left side of a Tombala room: the number just drawn in large digits, the board of 90, and the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from urwid import AttrSpec

from tilenet.clients.model import Cell
from tilenet.clients.terminal.glyphs import centred, visible, wrap
from tilenet.clients.terminal.largedigits import LARGE_END, LARGE_WIN, large
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.terminal.tombalafacts import (
    CARD_COLUMNS,
    CARD_ROWS,
    DECADES,
    LAST,
    NUMBERS,
    TENS,
    TombalaFacts,
    card_role,
)
from tilenet.clients.terminal.tombalastyle import ASCII_BOXES, FANCY_BOXES, TombalaInks
from tilenet.clients.vocabulary import CLOCK
from tilenet.words import Words

LAST_TILES = [f"last/{at}" for at in range(LAST)]  # roles
BOARD = [f"board/{number}" for number in NUMBERS]
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
NOT_STARTED = Words("Not started")
LARGE = Measures(2, (4, 2), (7, 3))


class TombalaBoard:
    """Draws the left side. Only the card can be clicked."""

    def __init__(self, context: SkinContext, facts: TombalaFacts) -> None:
        self._facts = facts
        self._controller = context.controller
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self.measures = USUAL
        self._own = TombalaInks(context.inks)
        self._boxes = FANCY_BOXES if context.signs.has_blocks else ASCII_BOXES

    def rows(self) -> list[Row]:
        if not self.measures.digits:
            return [self._summary(), *self._card()]
        number, plain = self._first(), self._inks["plain"]
        number += [[(plain, " " * self.measures.ball)]] * (self.measures.above - len(number))
        above = [[*left, *right] for left, right in zip(number, self._board(), strict=True)]
        return [*above, *self._card()]

    def at(self, column: int, line: int) -> Cell | None:
        """The cell of the card at a place."""
        across, down = column - CARD_LEFT, line - self.measures.above
        wide, high = self.measures.cell
        is_inside = 0 <= across < self.measures.card and 0 <= down < self.measures.height - self.measures.above
        if not is_inside or not across % (wide + 1) or not down % (high + 1):
            return None
        return self._facts.cell(card_role(down // (high + 1), across // (wide + 1)))

    # The number

    def _first(self) -> list[Row]:
        """The number just drawn and the last ten; before the game the countdown, after it the winner."""
        facts = self._facts
        if facts.is_over:
            winner = facts.winner
            word = LARGE_WIN if winner is not None and facts.is_mine(winner) else LARGE_END
            drawn = ["".join(dot * self.measures.digits for dot in line) for line in word]
            return [*self._framed(drawn, CLOCK, *LAST_TILES), *self._words(self._ended(), self._own.newest)]
        if facts.drawn:
            return [*self._framed(self._large(str(facts.drawn[-1])), CLOCK), *self._last()]
        seconds = facts.seconds
        state = Words("seconds to the first number") if seconds else NOT_STARTED
        words = self._words(self._signs.say(state), self._inks["headline"])
        return [*self._framed(self._large(str(seconds) if seconds else ""), CLOCK, *LAST_TILES), *words]

    def _ended(self) -> str:
        winner = self._facts.winner
        words = Words("No winner") if winner is None else Words("{name} wins", name=visible(winner.name))
        return self._signs.say(words)

    def _large(self, number: str) -> list[str]:
        return large(number, self.measures.ball - 4, 2 * self.measures.digits)

    def _framed(self, drawn: Sequence[str], *roles: str) -> list[Row]:
        """Large letters in a frame, with an edge only without colours; marked if one of these tiles has the focus."""
        ink, width = self._own.ball, self.measures.ball - 2
        inside = [
            line.replace("#", self._boxes.full).center(width) for line in drawn for _ in range(self.measures.digits)
        ]
        above, across, side, below = self._boxes.ball if self._inks.depth == 1 else ("  ", " ", " ", "  ")
        sides = [(side, side)] * len(inside)
        focus = self._controller.focus
        if self._facts.stands_for(focus, *roles):
            sides[len(sides) // 2] = self._marks(focus)
        body: list[Row] = [[(ink, left + text + right)] for text, (left, right) in zip(inside, sides, strict=True)]
        line = across * width
        return [[(ink, line.join(above))], *body, [(ink, line.join(below))]]

    def _words(self, text: str, ink: AttrSpec) -> list[Row]:
        """Two lines below the number."""
        width = self.measures.ball
        first, *rest = wrap(visible(text).strip(), width)
        return [[(ink, centred(line, width, self._signs.ellipsis))] for line in (first, " ".join(rest))]

    def _summary(self) -> Row:
        """One line instead of the number and the board: the last ten; before the game the countdown, or the winner."""
        facts, focus = self._facts, self._controller.focus
        left, right = self._marks(focus if facts.stands_for(focus, CLOCK, *BOARD) else None)
        if facts.drawn and not facts.is_over:
            inks = [self._own.newest, *[self._inks["plain"]] * (LAST - 1)]
            last = self._between(LAST_TILES, self._last_texts(), inks, 3)
            return [
                (self._inks["focus"], left),
                (self._inks["faint"], self._signs.say(Words("drawn"))),
                (self._inks["focus"], right),
                *last,
            ]
        seconds = facts.seconds
        before = Words("{n} s to the first number", n=seconds) if seconds else NOT_STARTED
        text = self._ended() if facts.is_over else self._signs.say(before)
        return [(self._inks["focus"], left), (self._inks["headline"], text), (self._inks["focus"], right)]

    def _last_texts(self) -> list[str]:
        last = [*map(str, self._facts.last)]
        return [*last, *[""] * (LAST - len(last))]

    def _last(self) -> list[Row]:
        """The last ten numbers, the newest first, in two lines."""
        plain, half = self._inks["plain"], LAST // 2
        pitch = (self.measures.ball - 3) // half
        sides = (self.measures.ball - pitch * half - 1) // 2, (self.measures.ball - pitch * half) // 2
        found: list[Row] = []
        inks, texts = [self._inks["headline"], *[plain] * (LAST - 1)], self._last_texts()
        for some in (slice(half), slice(half, LAST)):
            left, right = (" " * side for side in sides)
            found.append(
                [(plain, left), *self._between(LAST_TILES[some], texts[some], inks[some], pitch), (plain, right)]
            )
        return found

    def _between(self, roles: Sequence[str], texts: Sequence[str], inks: Sequence[AttrSpec], pitch: int) -> list[Run]:
        """Tiles of two columns, this far apart, with columns between them for the marks of the focus."""
        between, focus = [" ", *[" " * (pitch - 2)] * len(roles)], self._controller.focus
        for number, role in enumerate(roles):
            if self._facts.stands_for(focus, role):
                left, right = self._marks(focus)
                between[number] = between[number][:-1] + left
                between[number + 1] = right + between[number + 1][1:]
        found: list[Run] = [(self._inks["focus"], between[0])]
        for text, ink, gap in zip(texts, inks, between[1:], strict=True):
            found += [(ink, f"{text:>2}"), (self._inks["focus"], gap)]
        return found

    # The board

    def _board(self) -> list[Row]:
        drawn, (across, down) = self._facts.drawn, self.measures.pitch
        inks = dict.fromkeys(NUMBERS, self._inks["faint"])
        inks |= dict.fromkeys(drawn, self._own.drawn) | dict.fromkeys(drawn[-1:], self._own.newest)
        found: list[Row] = []
        for first in NUMBERS[::TENS]:
            numbers = range(first, first + TENS)
            has_colours = self._inks.depth > 1
            texts = [str(n) if n in drawn or has_colours else self._signs.blank_disabled for n in numbers]
            if found:
                found += [[(self._inks["plain"], " " * (across * TENS + 1))]] * (down - 1)
            roles = BOARD[first - 1 : first - 1 + TENS]
            found.append(self._between(roles, texts, [inks[number] for number in numbers], across))
        return found

    # The card

    def _card(self) -> list[Row]:
        found = [self._edge(self._boxes.top)]
        for row in range(CARD_ROWS):
            high = self.measures.cell[1]
            found += [self._cells(row, is_middle=line == high // 2) for line in range(high)]
            found.append(self._edge(self._boxes.middle))
        return [*found[:-1], self._edge(self._boxes.bottom)]

    def _edge(self, line: tuple[str, str, str, str]) -> Row:
        left, across, crossing, right = line
        parts = crossing.join([across * self.measures.cell[0]] * CARD_COLUMNS)
        return [(self._inks["plain"], " " * CARD_LEFT), (self._own.rule, left + parts + right)]

    def _cells(self, y: int, *, is_middle: bool) -> Row:
        """A line of a row of the card. The marks of the focus replace the lines beside a cell."""
        left, between, right = self._boxes.sides
        sides = [left, *[between] * (CARD_COLUMNS - 1), right]
        inks = [self._own.rule] * len(sides)
        row: list[Run] = []
        is_full = y in self._facts.full_rows
        for x in range(CARD_COLUMNS):
            role, focus = card_role(y, x), self._controller.focus
            has_focus = self._facts.stands_for(focus, role)
            if has_focus:
                sides[x : x + 2] = self._marks(focus)
                inks[x : x + 2] = [self._own.focused] * 2
            is_lit = has_focus and not self._controller.is_typing
            cell = self._cell(self._facts.card.get(role), is_lit=is_lit, is_middle=is_middle)
            row.append((self._own.full, cell[1]) if is_full and not is_lit else cell)
        found: list[Run] = [(self._inks["plain"], " " * CARD_LEFT), (inks[0], sides[0])]
        for cell, ink, side in zip(row, inks[1:], sides[1:], strict=True):
            found += [cell, (ink, side)]
        return found

    def _cell(self, number: int | None, *, is_lit: bool, is_middle: bool) -> Run:
        width = self.measures.cell[0]
        if number is None:
            fill = self._boxes.blank if self._inks.depth == 1 else " "
            return self._own.focused if is_lit else self._own.empty, fill * width
        if number in self._facts.marks:
            return self._own.marked, (f"[{number:>2}]" if is_middle else "").center(width)
        return self._own.focused if is_lit else self._own.number, (f" {number:>2} " if is_middle else "").center(width)
