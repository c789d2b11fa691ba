"""What is beside any board: whose turn it is, the time, the seats, the commands with their keys, and who is here.

All of it is made of the words that kinds of rooms share [docs/kinds/README.md], so that it suits every game.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilenet.clients.model import Cell, Model, Thing
from tilenet.clients.replayfacts import is_control, is_replay
from tilenet.clients.roomfacts import text
from tilenet.clients.terminal.countdown import seconds_to
from tilenet.clients.terminal.glyphs import columns, fit, fit_name, visible
from tilenet.clients.terminal.inks import read
from tilenet.clients.terminal.keys import JAVA, shown
from tilenet.clients.terminal.layout import PEOPLE, SIDE
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.panels import Panels, watchers
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.vocabulary import (
    CLOCK,
    HELP,
    HOME,
    LOBBY,
    OVER,
    SEAT,
    STARTING,
    WAITING,
    Seat,
    first_step,
    is_my_turn,
    my_seat,
    seats,
)
from tilenet.words import Words

LEAST_NAME = 8  # columns of a command, if two share a line
FEW = 3  # people who are listed, if there is little room
LAST = LOBBY, HELP, HOME  # commands that lead away


@dataclass(frozen=True)
class Spot:
    """A part of a line that can be clicked."""

    line: int
    begin: int  # columns
    end: int
    target: Cell | Thing


def board(model: Model) -> dict[Cell, Thing]:
    """The tiles that the panel does not show in another way; all tiles, if it would show all of them."""
    grid = {cell: tile for cell, tile in model.grid().items() if not is_control(model, tile.objid)}
    return {cell: tile for cell, tile in grid.items() if not _is_beside(model, tile)} or grid


def _is_beside(model: Model, tile: Thing) -> bool:
    role = model.role_of(tile.objid)
    if not role or is_on_board(model, tile):
        return False
    if role.startswith(SEAT):
        return "seats" in model.facts
    return "/" not in role and not role.isdigit()


def is_on_board(model: Model, tile: Thing) -> bool:
    """Whether the room says that this tile is a part of its board, and no button."""
    first = model.role_of(tile.objid).partition("/")[0]
    return bool(model.board_role) and first == model.board_role


def time_left(model: Model) -> str:
    """What is left of the deadline, as people write it; empty if there is none."""
    seconds = seconds_to(model, model.facts.get("deadline"))
    if seconds is None:
        return ""
    return Words("{n} s", n=seconds) if seconds < 60 else f"{seconds // 60}:{seconds % 60:02}"


def news(model: Model) -> str:
    """What the game waits for, in a few Words."""
    phase, here = text(model.facts, "phase"), seats(model)
    if phase == WAITING:
        return Words("Waiting for players")
    if phase == STARTING:
        return Words("About to start")
    if phase == OVER:
        winner = next((seat for seat in here if seat.id == model.facts.get("winner")), None)
        if winner is None:
            return Words("Game over")
        is_me = winner.id == my_seat(model)
        return Words("You have won!") if is_me else Words("{name} has won", name=visible(winner.name))
    if is_my_turn(model):
        return Words("Your turn")
    waited = [visible(seat.name) for seat in here if seat.has_turn and seat.name]
    if len(waited) > 1:
        return Words("Waiting for {n} players", n=len(waited))
    return Words("{name} to move", name=waited[0]) if waited else ""


class SidePanel:
    """Draws it, in any width and height, and says what is where. Skins may use it beside a board of their own."""

    def __init__(self, context: SkinContext, scores: str = "") -> None:
        """`scores` is a heading above the seats: what the numbers there count."""
        self._context = context
        self._scores = scores
        self._model = context.controller.model
        self._inks = context.inks
        self._signs = context.signs
        self._panels = Panels(context.inks, context.signs)
        self._spots: list[Spot] = []  # of what was drawn last

    def commands(self) -> list[Thing]:
        """The tiles that are commands, or say something, in the order in which they are shown."""
        model = self._model
        shown = {CLOCK, *(f"{SEAT}{seat.id}" for seat in seats(model))}
        on_board = board(model)
        roles = {tile.objid: model.role_of(tile.objid) for tile in model.grid().values()}
        found = [
            tile
            for cell, tile in model.grid().items()
            if cell not in on_board
            and roles[tile.objid] not in shown
            and (tile.name or tile.is_enabled)
            and not is_control(model, tile.objid)
        ]
        order = {role: number for number, role in enumerate(LAST, 1)}
        return sorted(found, key=lambda tile: (order.get(roles[tile.objid], 0), tile.y, tile.x))

    def narrowest(self) -> int:
        """How many columns it needs, at least."""
        return SIDE[0] if self.commands() or seats(self._model) else PEOPLE[0]

    def lines(self, width: int) -> int:
        """How many lines it would like to have."""
        above = len(self._above(width)) + len(seats(self._model)) + len(self.commands())
        return above + 1 + min(FEW, len(watchers(self._model))) + 2 * bool(above)

    # Painting

    def rows(self, width: int, lines: int) -> list[Row]:
        """This many lines, each exactly this wide."""
        rows, self._spots = self._drawn(width, lines)
        return rows

    def at(self, column: int, line: int) -> Cell | Thing | None:
        """What is at a place of what was drawn last: the cell of a tile, a player to talk to, or nothing."""
        return next((one.target for one in self._spots if one.line == line and one.begin <= column < one.end), None)

    def spots(self, width: int, lines: int) -> list[Spot]:
        """What can be clicked, if it has this size."""
        _, spots = self._drawn(width, lines)
        return spots

    def _drawn(self, width: int, lines: int) -> tuple[list[Row], list[Spot]]:
        plain = self._inks["plain"]
        rows: list[Row] = self._above(width)
        spots: list[Spot] = []
        commands = self.commands()
        here = seats(self._model)
        pairs = 2 if len(rows) + len(here) + len(commands) + 2 > lines and width >= 2 * LEAST_NAME else 1
        room = max(1, lines - len(rows) - -(-len(commands) // pairs) - 1)
        for seat in here[: room if len(here) <= room else room - 1]:
            spots += self._seat_spots(seat, len(rows), width)
            rows.append(self._seat(seat, width))
        if len(here) > room:
            rows.append(self._faint(f"  {self._more(len(here) - room + 1)}", width))
        if rows and commands and len(rows) + -(-len(commands) // pairs) < lines:
            rows.append([])
        for first in range(0, len(commands), pairs):
            row: list[Run] = []
            for number, tile in enumerate(commands[first : first + pairs]):
                begin = number * (width // pairs)
                row += self._command(tile, width // pairs)
                spots.append(Spot(len(rows), begin, begin + width // pairs - 1, tile.cell))
            rows.append(row)
        rows = rows[:lines]
        self._add_people(rows, spots, width, lines)
        rows += [[]] * (lines - len(rows))
        return [filled(row, width, plain) for row in rows], [spot for spot in spots if spot.line < lines]

    def _faint(self, words: str, width: int) -> Row:
        return [(self._inks["faint"], fit(words, width, self._signs.ellipsis))]

    def _above(self, width: int) -> list[Row]:
        """What is above the seats."""
        heading = f"  {self._signs.say(self._scores)}" if self._scores and seats(self._model) else ""
        return [*self._state(width), *([self._faint(heading, width)] if heading else [])]

    def _state(self, width: int) -> list[Row]:
        """Whose turn it is, and what is left of the time."""
        words, left = self._signs.say(news(self._model)), self._signs.say(time_left(self._model))
        clock = self._model.tile(CLOCK)
        if not left and clock is not None:
            left = visible(clock.name)
        if not words and not left:
            return []
        ink = self._inks["awake" if is_my_turn(self._model) else "headline"]
        said = f"  {fit(words, max(1, width - columns(left) - 4), self._signs.ellipsis)} " if words else "  "
        return [[(ink, said), (self._inks["key"], left)], []]

    def _seat(self, seat: Seat, width: int) -> Row:
        is_me = seat.id == my_seat(self._model)
        mark = self._marks(seat) or (self._signs.say(Words("you")) if is_me else "")
        mark_width = 4 if width >= 20 else 3
        tile = self._model.tile(f"{SEAT}{seat.id}")
        left, _ = self._context.marks(tile.cell if tile is not None and tile.is_enabled else None)
        turn = self._signs.to_me if seat.has_turn else " "
        swatch = self._swatch(seat)
        room = width - 2 - len(swatch) - mark_width - len(seat.score) - 1
        called = fit_name(visible(seat.name) or self._signs.say(Words("free")), max(1, room), self._signs.ellipsis)
        role = "me" if is_me else "audience" if self._is_off(seat) else "headline" if seat.has_turn else "plain"
        words = fit(called, max(1, room))
        return [
            (self._inks["focus"], left if left.strip() else turn),
            *swatch,
            (self._inks[role], f" {words} {seat.score}"),
            (self._inks[role], fit(f" {mark}", mark_width)),
        ]

    def _swatch(self, seat: Seat) -> list[Run]:
        """The colour of a seat, where there are colours."""
        if not seat.colour or self._inks.depth == 1:
            return []
        background = self._inks.theme.background
        return [(self._inks.of(read(seat.colour, background, background), background), self._signs.swatch)]

    def _marks(self, seat: Seat) -> str:
        agent = self._agent(seat)
        if seat.is_gone:
            return self._signs.gone
        if agent is not None:
            return self._signs.of(agent, self._model)[:2]
        return self._signs.bot if seat.is_bot else ""

    def _is_off(self, seat: Seat) -> bool:
        """Whether nobody acts there at the moment."""
        agent = self._agent(seat)
        if agent is None:
            return seat.is_gone or not seat.name or not is_replay(self._model)
        return seat.is_gone or not seat.name or self._model.is_away(agent)

    def _agent(self, seat: Seat) -> Thing | None:
        return self._model.things.get(seat.agent) if self._model.is_here(seat.agent) else None

    def _seat_spots(self, seat: Seat, line: int, width: int) -> list[Spot]:
        """Its tile, if that can be clicked; otherwise its player, to talk to."""
        tile = self._model.tile(f"{SEAT}{seat.id}")
        if tile is not None and tile.is_enabled:
            return [Spot(line, 0, width, tile.cell)]
        agent = self._agent(seat)
        return [] if agent is None else [Spot(line, 0, width, agent)]

    def _command(self, tile: Thing, width: int) -> list[Run]:
        can_act = self._model.can_act_on(tile)
        key = self._key(self._model.role_of(tile.objid)) if can_act else ""
        left, right = self._context.marks(tile.cell)
        name = visible(tile.name) or self._model.role_of(tile.objid)
        if not can_act and left == " ":
            left, right = self._signs.disabled if self._inks.depth < 256 else (" ", " ")
        room = width - 3 - (columns(key) + 1 if key else 0)
        is_next = self._model.role_of(tile.objid) == first_step(self._model)
        role = "faint" if not can_act else "me" if is_next else "headline"
        ink, focus = self._inks[role], self._inks["focus"]
        called = fit(name, min(room, columns(name)), self._signs.ellipsis)
        return [
            (focus, " "),
            *filled([(focus, left), (ink, called), (focus, right)], width - columns(key) - 2, self._inks["plain"]),
            (self._inks["legend"], f"{key} "),
        ]

    def _key(self, role: str) -> str:
        """The key that does what a tile does, as people write it."""
        if role == HELP:
            return "F1"
        key = self._model.key(role)
        return "" if key is None or key.name not in JAVA else shown(JAVA[key.name])

    def _more(self, count: int) -> str:
        return self._signs.say(Words("and {n} more", n=count))

    # People

    def _add_people(self, rows: list[Row], spots: list[Spot], width: int, lines: int) -> None:
        """As many as there is room for, below everything else."""
        people, room = watchers(self._model), lines - len(rows) - (2 if rows else 1)
        if not people or room < 1:
            return
        count = len(people)
        heading = Words("Watching ({n})", n=count) if seats(self._model) else Words("Here ({n})", n=count)
        indent = "" if width < SIDE[0] else "  "
        if rows:
            rows.append([])
        rows.append(self._faint(f"{indent}{self._signs.say(heading)}", width))
        listed = people if len(people) <= room else people[: room - 1]
        for agent in listed:
            spots.append(Spot(len(rows), 0, width, agent))
            person = self._panels.person(agent, self._model, width - len(indent))
            rows.append([(self._inks["plain"], indent), *person])
        if len(listed) < len(people):
            rows.append(self._faint(f"{indent}{self._more(count - len(listed))}", width))
