"""The right side of a Tombala room: the players with their cinkos, and the commands."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import fit, fit_name, visible
from tilenet.clients.terminal.keys import JAVA
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.leaveguard import purpose
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.terminal.tombalaboard import Tiles
from tilenet.clients.terminal.tombalaroom import (
    CARD_COLUMNS,
    CARD_ROWS,
    CARD_TOP,
    COMMANDS,
    COMMANDS_X,
    SEATS,
    Seat,
    read_seat,
    seats,
)
from tilenet.clients.terminal.tombalastyle import ASCII_BOXES, FANCY_BOXES
from tilenet.wire.messages import KEY

LEAST_WIDTH = 30
FULL = "full!"  # after the number of full rows
SEAT_WIDTH = 15, 24  # at least and at most
SPACIOUS = 20  # columns of a seat; in fewer, the sign for waiting is short


class TombalaPanel:
    """Draws the right side, and says what is where in it."""

    def __init__(self, context: SkinContext) -> None:
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._is_me = context.is_me
        self._boxes = FANCY_BOXES if context.signs.has_blocks else ASCII_BOXES

    def rows(self, tiles: Tiles, width: int, lines: int) -> list[Row]:
        blank: Row = ()
        players = self.players(tiles, width, lines - len(COMMANDS) - 1)
        commands = self.commands(tiles, width)
        return [*players, *[blank] * (lines - len(players) - len(commands)), *commands]

    def commands(self, tiles: Tiles, width: int) -> list[Row]:
        return [self._command(tiles[COMMANDS_X, y], width >= LEAST_WIDTH) for y in range(len(COMMANDS))]

    def at(self, column: int, line: int, width: int, lines: int) -> Cell | Thing | None:
        """A command, or a player to talk to."""
        commands_line = lines - len(COMMANDS)
        if line >= commands_line:
            return (COMMANDS_X, line - commands_line) if column < LEAST_WIDTH else None
        return self.player_at(column, line, width, commands_line - 1)

    def player_at(self, column: int, line: int, width: int, lines: int) -> Thing | None:
        """A player, in the list of so many lines."""
        tiles = self._model.grid()
        shown = self._shown(tiles, width, lines - 1)
        across, down = column // self._seat_width(shown, width), line - 1
        if not (across < len(shown) and 0 <= down < len(shown[across])):
            return None
        return self._agents().get(read_seat(tiles[shown[across][down]].name).name)

    def _agents(self) -> dict[str, Thing]:
        return {agent.name: agent for agent in self._model.agents()}

    def _shown(self, tiles: Tiles, width: int, lines: int) -> list[list[Cell]]:
        """The seats that are shown, in columns of so many lines.

        If there are too many, the user and the players we wait for come first, and the last line counts the rest.
        """
        taken = [cell for cell in SEATS if cell in tiles and tiles[cell].name]
        room = lines * max(1, width // SEAT_WIDTH[0])
        if len(taken) > room:
            chosen = sorted(taken, key=lambda cell: self._rank(read_seat(tiles[cell].name)))[: room - 1]
            taken = [cell for cell in taken if cell in chosen]
        return [taken[at : at + lines] for at in range(0, len(taken), lines)]

    def _rank(self, seat: Seat) -> tuple[bool, bool]:
        return not self._is_me(seat.name), not seat.is_waited_for

    def _seat_width(self, columns: Sequence[Sequence[Cell]], width: int) -> int:
        return min(width // max(1, len(columns)), SEAT_WIDTH[1])

    def players(self, tiles: Tiles, width: int, lines: int) -> list[Row]:
        """A heading, and the players below it."""
        plain, shown = self._inks["plain"], self._shown(tiles, width, lines - 1)
        count = sum(cell in tiles and bool(tiles[cell].name) for cell in SEATS)
        more = count - sum(map(len, shown))
        rows: list[list[Run]] = [[] for _ in range(lines - 1)]
        each, agents = self._seat_width(shown, width), self._agents()
        for column in shown:
            for row, cell in zip(rows, column, strict=False):
                seat = read_seat(tiles[cell].name)
                row += self._seat(cell, seat, agents.get(seat.name), each)
        if more:
            rows[-1].append((plain, f"  +{more} more"))
        focus = self._controller.focus
        is_elsewhere = focus in SEATS and not any(focus in column for column in shown)
        left, right = self._marks(focus if is_elsewhere else None)
        return [[(self._inks["faint"], f"{left}Players ({count}) and cinkos{right}")], *rows]

    def _seat(self, cell: Cell, seat: Seat, agent: Thing | None, width: int) -> Row:
        """A mark for who it is, the name, the cinkos, and a mark if the game is waiting for this player."""
        left, right = self._marks(cell)
        is_me, is_narrow = self._is_me(seat.name), width < SPACIOUS
        waiting = self._boxes.waiting[: 1 if is_narrow else None]
        behind = f" {seat.cinkos:1} {waiting if seat.is_waited_for else ' ' * len(waiting)}"
        name = fit_name(visible(seat.name), width - len(behind) - 3, self._signs.ellipsis)
        mark = "*" if is_me else "" if agent is None else self._signs.of(agent, self._model)[:1]
        is_away = agent is not None and agent.is_away
        role = "me" if is_me else "audience" if is_away else "headline" if seat.is_waited_for else "plain"
        return [
            (self._inks["focus"], left),
            (self._inks[role], f"{mark or ' '}{name}{behind}"),
            (self._inks["focus"], right),
        ]

    def _claim(self) -> str:
        """What the user can claim, going by the marks on the card."""
        tiles = self._model.grid()
        rows = [[name for x in range(CARD_COLUMNS) if (name := tiles[x, CARD_TOP + y].name)] for y in range(CARD_ROWS)]
        full = sum(all(name.startswith("(") for name in row) for row in rows if row)
        mine = [seat for seat in seats(tiles) if self._is_me(seat.name)]
        return f"{full} {FULL}" if mine and full > int(mine[0].cinkos or 0) else "for a full row"

    def _command(self, tile: Thing, is_wide: bool) -> Row:
        """A command: its key, its name, and a hint; if that is too wide, a row that is full is highlighted instead."""
        left, right = self._marks(tile.cell)
        is_open = self._model.can_act_on(tile)
        name, hint = tile.name, ""
        if name == "Auto mark":
            hint = "on" if tile.text.startswith("On:") else "off"
        elif is_open:
            hint = {"Next": "your turn", "Cinko": self._claim()}.get(name, "")
        is_due = name == "Next" or (not is_wide and hint.endswith(FULL))
        gap = " " * (len(max(COMMANDS, key=len)) - len(name) + 1)
        if not is_wide:
            name, gap, hint = name.split(" ")[0], "", hint if name == "Auto mark" else ""
        key = self._key(tile.name) if is_open else self._signs.dot
        ink = self._inks["faint" if not is_open else "awake" if is_due else "headline"]
        marks = self._inks["focus"]
        return [
            (self._inks["key" if is_open else "faint"], fit(f" {key}", 3, self._signs.ellipsis)),
            (marks, left),
            (ink, name),
            (marks, right),
            (self._inks["plain" if is_open else "faint"], gap + hint),
        ]

    def _key(self, name: str) -> str:
        """The key for a command."""
        keys = (key for key in self._model.here(KEY) if purpose(key).casefold() == name.casefold() and key.name in JAVA)
        return next((shown_key(JAVA[key.name]) for key in keys), "")
