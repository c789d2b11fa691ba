"""What is beside the board of Dancing: the commands with their keys, the clock, the step, the players; who is here."""

from __future__ import annotations

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.dancingroom import CLOCK, COMMANDS, DANCER, PHASE, PHASES, ROWS, SEATS, SPOILER, Tiles
from tilenet.clients.terminal.glyphs import fit_name, visible
from tilenet.clients.terminal.keys import JAVA
from tilenet.clients.terminal.leaveguard import purpose
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import Panels, listed
from tilenet.clients.terminal.skin import SkinContext
from tilenet.wire.messages import KEY

LEAST_WIDTH, MOST_WIDTH = 18, 30  # without the players beside it
PAUSE = COMMANDS.index("Pause")
WIDEST = 59  # columns, with them
SECOND = 10  # the column of the second command in a line
PEOPLE = 16, 28  # columns for the list of players beside all this
LEAST_PEOPLE = 4  # lines for that list below all this, if there is no room beside it


class DancingPanel:
    """Draws it, in the order of the tiles, and says what is where."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._is_me = context.is_me
        self._panels = Panels(context.inks, context.signs)

    def rows(self, tiles: Tiles, width: int, lines: int) -> list[Row]:
        own, beside = _widths(width)
        plain = self._inks["plain"]
        rows = [filled(self._line(tiles, y, own), own, plain) for y in range(ROWS)]
        left, _, across, down = _people(width, lines)
        people = self._panels.people(self._model, across, down) if down else []
        blank: Row = [(plain, " " * own)]
        if beside:
            rows += [blank] * (lines - ROWS)
            return [[*row, (plain, " " * (left - own)), *who] for row, who in zip(rows, people, strict=True)]
        return [*rows, *[blank] * (lines - ROWS - down), *people]

    def at(self, column: int, line: int, width: int, lines: int) -> Cell | Thing | None:
        """A tile, or a player to talk to."""
        own, _ = _widths(width)
        if line < ROWS and column < own:
            is_second = column >= SECOND and line in SEATS
            return int(is_second), line
        left, top, _, down = _people(width, lines)
        people = listed(self._model, down) if down else []
        number = line - top - 1
        return people[number] if column >= left and 0 <= number < len(people) else None

    def _line(self, tiles: Tiles, y: int, width: int) -> Row:
        """A line of the panel: the tiles of one row."""
        left, between = self._marks((0, y))
        marks = self._inks["focus"]
        if y >= len(COMMANDS):
            return [(marks, left), self._fact(y, tiles[0, y], width - 2), (marks, between)]
        is_on = y == PAUSE and tiles[0, y].bg != tiles[0, PAUSE - 1].bg  # the stage is paused
        found: list[Run] = [(marks, left), *self._command(tiles[0, y], SECOND - 2, is_on=is_on)]
        if y not in SEATS:
            return [*found, (marks, between)]
        second_left, right = self._marks((1, y))
        between = second_left if between == " " else between
        room = LEAST_WIDTH - SECOND - 1
        return [*found, (marks, between), *self._command(tiles[1, y], room), (marks, right)]

    def _command(self, tile: Thing, width: int, *, is_on: bool = False) -> list[Run]:
        """A command: its key, and its name."""
        is_open = self._model.can_act_on(tile)
        key = self._key(tile.name) if is_open else " "
        ink = self._inks["faint" if not is_open else "to me" if is_on else "headline"]
        name = visible(tile.name)
        return [
            (self._inks["key"], f"{key} "),
            (ink, name),
            (self._inks["plain"], " " * (width - 2 - len(name))),
        ]

    def _key(self, name: str) -> str:
        """The key for a command, if it is a letter."""
        keys = (JAVA.get(key.name, "") for key in self._model.here(KEY) if purpose(key).casefold() == name.casefold())
        return next((key for key in keys if len(key) == 1), " ")

    def _fact(self, y: int, tile: Thing, width: int) -> Run:
        text, role = visible(tile.name), "plain"
        if y == CLOCK:
            role = "headline"
        elif y == PHASE:
            text = PHASES[text]
        elif y in (DANCER, SPOILER):
            role = "me" if self._is_me(tile.name) else "plain"
            text = f"{'Dancer ' if y == DANCER else 'Spoiler'} {text}"
        return self._inks[role], fit_name(text, width, self._signs.ellipsis)


def _widths(width: int) -> tuple[int, int]:
    """Columns for the panel, and for the players beside it, if they fit there."""
    beside = min(width - LEAST_WIDTH - 1, PEOPLE[1])
    if beside < PEOPLE[0]:
        return min(width, MOST_WIDTH), 0
    return min(width - beside - 1, MOST_WIDTH), beside


def _people(width: int, lines: int) -> tuple[int, int, int, int]:
    """Where the players are listed: column, line, width and lines."""
    own, beside = _widths(width)
    if beside:
        return own + 1, 0, beside, lines
    down = lines - ROWS - 1
    return 0, ROWS + 1, own, down if down >= LEAST_PEOPLE else 0
