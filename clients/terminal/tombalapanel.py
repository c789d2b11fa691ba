"""The right side of a Tombala room: the players with their cinkos, and the commands."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import columns, fit, fit_name, visible
from tilenet.clients.terminal.keys import JAVA
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.terminal.tombalafacts import TombalaFacts
from tilenet.clients.terminal.tombalastyle import ASCII_BOXES, FANCY_BOXES
from tilenet.clients.vocabulary import HELP, HOME, LOBBY, SEAT, Seat
from tilenet.words import Words

NEXT, CINKO, AUTO = "next", "cinko", "auto"
COMMANDS = NEXT, CINKO, AUTO, HOME, HELP, LOBBY  # roles, line by line
LEAST_WIDTH = 30
SEAT_WIDTH = 15, 24  # at least and at most
SPACIOUS = 20  # columns of a seat; in fewer, the sign for waiting is short


class TombalaPanel:
    """Draws the right side, and says what is where in it."""

    def __init__(self, context: SkinContext, facts: TombalaFacts) -> None:
        self._facts = facts
        self._controller = context.controller
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._boxes = FANCY_BOXES if context.signs.has_blocks else ASCII_BOXES

    def rows(self, width: int, lines: int) -> list[Row]:
        blank: Row = ()
        players = self.players(width, lines - len(COMMANDS) - 1)
        commands = self.commands(width)
        return [*players, *[blank] * (lines - len(players) - len(commands)), *commands]

    def commands(self, width: int) -> list[Row]:
        names = [columns(self._name(role)) for role in COMMANDS]
        return [self._command(role, max(names), width >= LEAST_WIDTH) for role in COMMANDS]

    def command_at(self, line: int) -> Cell | None:
        """The command in a line of those that `commands` draws."""
        return self._facts.cell(COMMANDS[line]) if 0 <= line < len(COMMANDS) else None

    def at(self, column: int, line: int, width: int, lines: int) -> Cell | Thing | None:
        """A command, or a player to talk to."""
        commands_line = lines - len(COMMANDS)
        if line >= commands_line:
            return self.command_at(line - commands_line) if column < LEAST_WIDTH else None
        return self.player_at(column, line, width, commands_line - 1)

    def player_at(self, column: int, line: int, width: int, lines: int) -> Thing | None:
        """A player, in the list of so many lines."""
        shown = self._shown(width, lines - 1)
        across, down = column // self._seat_width(shown, width), line - 1
        if not (across < len(shown) and 0 <= down < len(shown[across])):
            return None
        return self._agent(shown[across][down])

    def _agent(self, seat: Seat) -> Thing | None:
        return self._model.things.get(seat.agent) if self._model.is_here(seat.agent) else None

    def _shown(self, width: int, lines: int) -> list[list[Seat]]:
        """The seats that are shown, in columns of so many lines.

        If there are too many, the user and the players we wait for come first, and the last line counts the rest.
        """
        taken = self._facts.seats
        room = lines * max(1, width // SEAT_WIDTH[0])
        if len(taken) > room:
            chosen = sorted(taken, key=self._rank)[: room - 1]
            taken = [seat for seat in taken if seat in chosen]
        return [taken[at : at + lines] for at in range(0, len(taken), lines)]

    def _rank(self, seat: Seat) -> tuple[bool, bool]:
        return not self._facts.is_mine(seat), not seat.has_turn

    def _seat_width(self, columns: Sequence[Sequence[Seat]], width: int) -> int:
        return min(width // max(1, len(columns)), SEAT_WIDTH[1])

    def players(self, width: int, lines: int) -> list[Row]:
        """A heading, and the players below it."""
        plain, shown = self._inks["plain"], self._shown(width, lines - 1)
        count = len(self._facts.seats)
        more = count - sum(map(len, shown))
        rows: list[list[Run]] = [[] for _ in range(lines - 1)]
        each = self._seat_width(shown, width)
        for column in shown:
            for row, seat in zip(rows, column, strict=False):
                row += self._seat(seat, each)
        if more:
            rows[-1].append((plain, f"  {self._signs.say(Words('+{n} more', n=more))}"))
        here = {self._facts.cell(f"{SEAT}{seat.id}") for column in shown for seat in column}
        tile = self._controller.focused
        is_elsewhere = tile is not None and self._model.role_of(tile.objid).startswith(SEAT) and tile.cell not in here
        left, right = self._marks(self._controller.focus if is_elsewhere else None)
        heading = self._signs.say(Words("Players ({n}) and cinkos", n=count))
        return [[(self._inks["faint"], f"{left}{heading}{right}")], *rows]

    def _seat(self, seat: Seat, width: int) -> Row:
        """A mark for who it is, the name, the cinkos, and a mark if the game is waiting for this player."""
        left, right = self._marks(self._facts.cell(f"{SEAT}{seat.id}"))
        agent, is_me, is_narrow = self._agent(seat), self._facts.is_mine(seat), width < SPACIOUS
        waiting = self._boxes.waiting[: 1 if is_narrow else None]
        behind = f" {seat.score:1} {waiting if seat.has_turn else ' ' * len(waiting)}"
        name = fit_name(visible(seat.name), width - len(behind) - 3, self._signs.ellipsis)
        mark = "*" if is_me else "" if agent is None else self._signs.of(agent, self._model)[:1]
        is_away = agent is not None and self._model.is_away(agent)
        role = "me" if is_me else "audience" if is_away else "headline" if seat.has_turn else "plain"
        return [
            (self._inks["focus"], left),
            (self._inks[role], f"{mark or ' '}{name}{behind}"),
            (self._inks["focus"], right),
        ]

    def _hint(self, role: str) -> str:
        """What to know about a command that can be used now."""
        if role == NEXT:
            return Words("your turn")
        if role != CINKO:
            return ""
        full = len(self._facts.full_rows)
        return Words("{n} full!", n=full) if full else Words("for a full row")

    def _name(self, role: str) -> str:
        tile = self._model.tile(role)
        return "" if tile is None else visible(tile.name)

    def _command(self, role: str, widest: int, is_wide: bool) -> Row:
        """A command: its key, its name, and a hint if there is room. What is due now stands out."""
        tile, key = self._model.tile(role), self._model.key(role)
        if tile is None:
            return ()
        left, right = self._marks(self._facts.cell(role))
        is_open = self._model.can_act_on(tile)
        name, hint = self._name(role), ""
        if role == AUTO:
            hint = self._signs.say(Words("on") if self._facts.is_auto else Words("off"))
        elif is_open:
            hint = self._signs.say(self._hint(role))
        is_due = role == (CINKO if self._facts.full_rows else NEXT)
        gap = " " * (widest - columns(name) + 1)
        if not is_wide:
            name, gap, hint = name.split(" ")[0], "", hint if role == AUTO else ""
        typed = shown_key(JAVA[key.name]) if key is not None and key.name in JAVA else ""
        ink = self._inks["faint" if not is_open else "awake" if is_due else "headline"]
        marks = self._inks["focus"]
        return [
            (self._inks["key" if is_open else "faint"], fit(f" {typed if is_open else self._signs.dot}", 3)),
            (marks, left),
            (ink, name),
            (marks, right),
            (self._inks["plain" if is_open else "faint"], gap + hint),
        ]
