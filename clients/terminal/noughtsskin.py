"""Noughts and crosses with marks as large as the terminal allows; beside them players, clock and commands."""

from __future__ import annotations

from functools import lru_cache

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.countdown import next_second, seconds_to
from tilenet.clients.terminal.glyphs import fit_name, visible
from tilenet.clients.terminal.inks import WHITE, Colour
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.skin import AROUND, LineBudget, Skin, SkinContext
from tilenet.clients.vocabulary import members
from tilenet.words import Words

SIDE = 3  # rows and columns of the usual board
DRAWN = 3  # lines of a cell, at least, for a mark that is drawn and not a letter
INK = {"X": Colour(0x7F, 0xA8, 0xF5), "O": Colour(0xF2, 0xC1, 0x4E)}
DARK, LIT = Colour(0x1A, 0x1F, 0x2A), Colour(0x15, 0x3D, 0x25)  # lit: the line that has won
LAST = Colour(0x30, 0x3A, 0x4D)  # the mark that was made last
PALER = Colour(0x24, 0x2B, 0x39)  # every second cell, where there is no line between the rows
COMMANDS = "home", "help", "restart"
COMMANDS_LINE = 8  # of the panel
NOBODY = Words("nobody yet")
HIGHEST = 13  # lines of a cell
PANEL = 22  # columns
PEOPLE = 10, 28  # columns, at least and at most
HEARD = 3  # lines, at least


@lru_cache(64)
def drawn_mark(mark: str, lines: int) -> tuple[str, ...]:
    """A mark with # for each dot, in this many lines and twice as many columns."""
    middle, thick, dots = (lines - 1) / 2, max(1.0, lines / 5), range(lines)
    if mark == "X":
        rows = [[min(abs(x - y), abs(lines - 1 - x - y)) < thick for x in dots] for y in dots]
    else:
        far = [[((x - middle) ** 2 + (y - middle) ** 2) ** 0.5 for x in dots] for y in dots]
        rows = [[middle + 0.35 - thick < away <= middle + 0.35 for away in line] for line in far]
    return tuple("".join("##" if dot else "  " for dot in row) for row in rows)


class NoughtsSkin(Skin):
    """The room of noughts and crosses."""

    kinds = ("noughts/1",)

    def __init__(self, context: SkinContext) -> None:
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._now = context.now
        self._panels = Panels(context.inks, context.signs)
        self._high = DRAWN  # lines of a cell
        self._inner = 2 * DRAWN  # columns of a cell, without the marks of the focus
        self._gap = 1  # lines between two rows of cells

    def keeps(self) -> tuple[int, int]:
        """The line that has won is somewhere on the board."""
        return self._beside - 1, self._lines

    def due(self) -> float | None:
        return next_second(self._model, self._model.facts.get("deadline"), self._now())

    def _tile(self, role: str) -> Thing:
        tile = self._model.tile(role)
        assert tile is not None, role
        return tile

    # Painting

    @property
    def _side(self) -> int:
        """The rows and columns of this board."""
        side = members(self._model.facts, "options").get("board")
        return side if isinstance(side, int) and side > 0 else SIDE

    @property
    def _wide(self) -> int:
        """The columns of a cell: usually twice its lines, and the marks of the focus."""
        return self._inner + 2

    @property
    def _lines(self) -> int:
        """The lines of the board."""
        return self._side * (self._high + self._gap) - self._gap

    @property
    def _beside(self) -> int:
        """The column where the panel begins."""
        return self._side * (self._wide + 1) + 1

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        side, room = self._side, lines - AROUND - 2 - max(HEARD, lines // 8)
        across = (columns - PANEL - PEOPLE[0] - 1) // side - 3
        self._gap = int(room >= 2 * side - 1)
        self._high = min((room + self._gap) // side - self._gap, across // 2, HIGHEST)
        if self._high < (DRAWN if side <= SIDE else 1):
            return None
        self._inner = max(2 * self._high, min(DRAWN, across))
        return LineBudget(headline=1, body=max(self._lines, COMMANDS_LINE + len(COMMANDS)))

    def rows(self, columns: int, lines: int) -> list[Row]:
        plain = self._inks["plain"]
        across = columns - self._beside - PANEL
        people = self._panels.people(self._model, min(across, PEOPLE[1]), lines)
        panel = self._panel()
        panel += [()] * (lines - len(panel))
        cells = self._cells()
        cells += [[(plain, " " * self._beside)]] * (lines - len(cells))
        return [
            [*left, *filled(middle, PANEL, plain), *filled(right, across, plain)]
            for left, middle, right in zip(cells, panel, people, strict=True)
        ]

    def _cells(self) -> list[Row]:
        """The board, and a blank column to its right. Lines between the cells are for terminals without colours."""
        plain, has_lines = self._inks["plain"], self._inks.depth == 1
        across, down, crossing = (self._signs.rule, "│", "┼") if self._signs.has_blocks else ("-", "|", "+")
        if not has_lines:
            across = down = crossing = " "
        side = range(self._side)
        found: list[Row] = []
        for y in side:
            if y and self._gap:
                found.append([(plain, crossing.join([across * self._wide] * len(side)) + "  ")])
            cells = [self._cell(x, y) for x in side]
            for line in range(self._high):
                row: list[Run] = []
                for x, cell in enumerate(cells):
                    row += [*([(plain, down)] if x else []), *cell[line]]
                found.append([*row, (plain, "  ")])
        return found

    def _cell(self, x: int, y: int) -> list[Row]:
        role = f"cell/{x}/{y}"
        tile, facts = self._tile(role), self._model.facts
        mark = facts["board"].get(role, "")
        plain = DARK if self._gap or (x + y) % 2 else PALER
        bg = LIT if role in facts.get("line", ()) else LAST if role == facts.get("last") else plain
        ink, focus = self._inks.of(INK.get(mark, WHITE), bg), self._inks.of(WHITE, bg, ",bold")
        size = DRAWN if self._high < DRAWN + 2 else self._high - 2
        blank = self._signs.blank_enabled * tile.is_enabled
        shape = (mark or blank,) if not mark or self._high < DRAWN else drawn_mark(mark, size)
        dot = "█" if self._signs.has_blocks else mark
        lines = [line.replace("#", dot) for line in shape]
        above = (self._high - len(lines)) // 2
        lines = [*[""] * above, *lines, *[""] * (self._high - above - len(lines))]
        left, right = self._marks(tile.cell)
        return [[(focus, left), (ink, line.center(self._inner)), (focus, right)] for line in lines]

    def _panel(self) -> list[Row]:
        found = [row for mark in INK for row in self._seat(mark)]
        found += [()] * (COMMANDS_LINE - len(found))
        return [*found, *map(self._command, COMMANDS)]

    def _seat(self, mark: str) -> list[Row]:
        """A player, and how it stands for them in the server's words; if it is their turn, the seconds left for it."""
        facts, tile, focus = self._model.facts, self._tile(f"seat/{mark}"), self._inks["focus"]
        is_taken, is_to_move = mark in facts["seats"], mark in facts["turn"]
        name = visible(facts["seats"][mark]["player"]["name"]) if is_taken else ""
        state = visible(tile.text) if is_taken and (is_to_move or facts["phase"] == "over") else ""
        seconds = seconds_to(self._model, facts.get("deadline")) if is_to_move else None
        bg = LIT if is_to_move or mark == facts.get("winner") else DARK
        shown = fit_name(name or self._signs.say(NOBODY), PANEL - 5, self._signs.ellipsis)
        left, right = self._marks(tile.cell)
        return [
            [
                (focus, left),
                (self._inks.of(INK[mark], bg, ",bold" if name else ""), f"{mark} {shown}"),
                (focus, right),
            ],
            [
                (
                    self._inks["headline"],
                    f"   {state}" + ("" if seconds is None else f", {self._signs.say(Words('{n} s', n=seconds))}"),
                )
            ],
            (),
        ]

    def _command(self, role: str) -> Row:
        tile = self._tile(role)
        left, right = self._marks(tile.cell)
        ink = self._inks["headline" if self._model.can_act_on(tile) else "faint"]
        return [(self._inks["focus"], left), (ink, visible(tile.name)), (self._inks["focus"], right)]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        """A cell of the board, a command, or a player to talk to."""
        if column < self._beside - 1:
            if line >= self._lines:
                return None
            (x, right), (y, down) = divmod(column, self._wide + 1), divmod(line, self._high + self._gap)
            is_inside = right < self._wide and down < self._high
            return self._tile(f"cell/{x}/{y}").cell if is_inside and max(x, y) < self._side else None
        if column < self._beside + PANEL:
            number = line - COMMANDS_LINE
            return self._tile(COMMANDS[number]).cell if 0 <= number < len(COMMANDS) else None
        people = listed(self._model, max(self._lines, COMMANDS_LINE + len(COMMANDS)))
        return people[line - 1] if 1 <= line <= len(people) else None
