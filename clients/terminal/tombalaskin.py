"""Tombala as its players want to see it: a ruled card, the number just drawn in large digits, board and players."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from urwid import AttrSpec

from tilenet.clients.model import Cell, Model, Thing
from tilenet.clients.terminal.glyphs import centred, fit, visible, wrap
from tilenet.clients.terminal.inks import BLACK, WHITE, Colour
from tilenet.clients.terminal.keys import JAVA, Binding
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.large import END, WIN, large
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.skin import Brushes, Shares
from tilenet.clients.terminal.tombalaroom import (
    CARD_COLUMNS,
    CARD_ROWS,
    CARD_TOP,
    COMMANDS,
    COMMANDS_X,
    DECADES,
    LAST_ROW,
    SEATS,
    SIZE,
    TENS,
    Player,
    card_cells,
    is_a_room,
    read_player,
)
from tilenet.messages import KEY

Tiles: TypeAlias = Mapping[Cell, Thing]

# The body: at the left the number and the board with the card below them, at the right the players and the commands
LEAST = 80, 23
BODY = 16
BALL = 18, 7  # columns and lines of the number just drawn, with its edge
BOARD_WIDTH = 3 * TENS + 1
LEFT = BALL[0] + BOARD_WIDTH
PANEL = LEFT + 1  # where the panel begins
CARD_LEFT, CARD_LINE = 1, DECADES
CELL_WIDTH = 4
CARD_WIDTH = CARD_COLUMNS * (CELL_WIDTH + 1) + 1
COMMANDS_LINE = BODY - len(COMMANDS)
SEAT_LINES = COMMANDS_LINE - 2  # below the heading, above a blank line
SEAT_WIDTH = 15, 24  # at least and at most
SPACIOUS = 20  # from here on

COUNTDOWN = re.compile(r"begins in (\d+) s\b", re.ASCII)
OVER = re.compile(r"Game over(?:: (.*?)\.?)?", re.DOTALL)

PAPER, NAVY = Colour(0xF6, 0xEF, 0xDC), Colour(0x1B, 0x3A, 0x6B)
RED, CYAN, AMBER = Colour(0xB0, 0x12, 0x1D), Colour(0x00, 0xC8, 0xD7), Colour(0xF2, 0xB9, 0x3B)


@dataclass(frozen=True)
class Lines:
    """What boxes are drawn with: each edge of the card is left end, line, crossing and right end."""

    top: tuple[str, str, str, str]
    middle: tuple[str, str, str, str]
    bottom: tuple[str, str, str, str]
    sides: tuple[str, str, str]  # left, between two cells, right
    ball: tuple[str, str, str, str]  # the top of the number's edge, its line, its side, its bottom
    full: str  # a dot of a digit
    blank: str  # a cell of the card without a number, where there are no colours
    waiting: str


FANCY = Lines(
    top=("╔", "═", "╤", "╗"),
    middle=("╟", "─", "┼", "╢"),
    bottom=("╚", "═", "╧", "╝"),
    sides=("║", "│", "║"),
    ball=("╭╮", "─", "│", "╰╯"),
    full="█",
    blank="░",
    waiting="…",
)
ASCII = Lines(
    top=("+", "-", "+", "+"),
    middle=("+", "-", "+", "+"),
    bottom=("+", "-", "+", "+"),
    sides=("|", "|", "|"),
    ball=("++", "-", "|", "++"),
    full="#",
    blank=" ",
    waiting="...",
)


class TombalaSkin:
    """A room of Tombala. The lobby is left to the grid."""

    def __init__(self, brushes: Brushes) -> None:
        self._desk = brushes.desk
        self._model: Model = brushes.desk.model
        self._inks = brushes.inks
        self._signs = brushes.signs
        self._lines = FANCY if brushes.signs.has_blocks else ASCII
        self._columns = LEAST[0]
        self._has_card = False
        self._ball = self._ink(WHITE, RED, ",bold")
        self._newest = self._ink(WHITE, RED, ",standout")
        self._drawn = self._ink(BLACK, AMBER, ",bold")
        self._rule = self._ink(NAVY, PAPER)
        self._empty = self._ink(PAPER, NAVY)
        self._number = self._ink(BLACK, PAPER)
        self._marked = self._ink(WHITE, RED, ",standout")
        self._focused = self._ink(BLACK, CYAN, ",bold")

    def _ink(self, fg: Colour, bg: Colour, mono: str = "") -> AttrSpec:
        """An ink of two colours, bold; or what tells it from others where there are none."""
        depth = self._inks.depth
        is_bold = depth > 16 or fg == WHITE  # of sixteen colours, a bold black is a grey
        return self._inks.of(fg, bg, mono if depth == 1 else ",bold" if is_bold else "")

    # What it is for

    def knows(self) -> bool:
        """Whether this is a room of Tombala: by its size, and by the name of every tile in it."""
        matrix = self._model.matrix
        if matrix is None or (matrix.x, matrix.y) != SIZE:
            return False
        return is_a_room({cell: tile.name for cell, tile in self._model.grid().items()})

    def told(self) -> None:
        """When the card is dealt, the focus goes there: that is where one plays."""
        tiles = self._model.grid() if self.knows() else {}
        card = [cell for cell in card_cells() if cell in tiles and tiles[cell].name]
        if card and not self._has_card and self._desk.focus not in card:
            self._desk.focus = card[0]
        self._has_card = bool(card)

    def allows(self, thing: Thing) -> bool:
        return True

    def due(self) -> float | None:
        return None

    def more(self) -> str:
        return ""

    # Painting

    def shares(self, columns: int, lines: int) -> Shares | None:
        if columns < LEAST[0] or lines < LEAST[1]:
            return None
        return Shares(headline=1, body=BODY, tooltip=int(lines >= LEAST[1] + 2))

    def rows(self, columns: int, lines: int) -> list[Row]:
        self._columns = columns
        tiles, plain = self._model.grid(), self._inks["plain"]
        above = [[*number, *board] for number, board in zip(self._first(tiles), self._board(tiles), strict=True)]
        left = [*above, *self._card(tiles)]
        right = self._panel(tiles, columns - PANEL)
        return [
            [*filled(row, PANEL, plain), *filled(beside, columns - PANEL, plain)]
            for row, beside in zip(left, right, strict=True)
        ]

    def _sides(self, cell: Cell, otherwise: tuple[str, str] = (" ", " ")) -> tuple[str, str]:
        """What is at the left and the right of a tile: marks if it has the focus."""
        if cell != self._desk.focus:
            return otherwise
        return self._signs.focus_asleep if self._desk.is_typing else self._signs.focus

    # The number

    def _first(self, tiles: Tiles) -> list[Row]:
        """The number just drawn and the last ten; before the game the seconds, after it who has won."""
        text = "" if self._model.matrix is None else self._model.matrix.text
        over, countdown = OVER.fullmatch(text), COUNTDOWN.search(text)
        if over is not None:
            is_mine = self._has_won(over[1] or "")
            return [*self._framed(WIN if is_mine else END), *self._words(over[1] or "Game over", self._newest)]
        if countdown is not None:
            words = self._words("seconds to the first number", self._inks["headline"])
            return [*self._framed(large(countdown[1], BALL[0] - 4)), *words]
        newest = tiles[0, LAST_ROW].name
        return [*self._framed(large(newest, BALL[0] - 4)), *self._last(tiles)]

    def _has_won(self, words: str) -> bool:
        me = self._model.my_agent
        return me is not None and words == f"{me.name} wins"

    def _framed(self, drawn: Sequence[str]) -> list[Row]:
        """Five lines with an edge around them, which is needed only without colours."""
        ink, (width, _) = self._ball, BALL
        inside = [line.replace("#", self._lines.full) for line in drawn]
        if self._inks.depth > 1:
            return [[(ink, line.center(width))] for line in ["", *inside, ""]]
        above, across, side, below = self._lines.ball
        line = across * (width - 2)
        body: list[Row] = [[(ink, side + text.center(width - 2) + side)] for text in inside]
        return [[(ink, line.join(above))], *body, [(ink, line.join(below))]]

    def _words(self, text: str, ink: AttrSpec) -> list[Row]:
        """Two lines below the number."""
        first, *rest = wrap(visible(text).strip(), BALL[0])
        return [[(ink, centred(line, BALL[0], self._signs.ellipsis))] for line in (first, " ".join(rest))]

    def _last(self, tiles: Tiles) -> list[Row]:
        """The last ten, the newest first, in two lines."""
        cells = [(x, LAST_ROW) for x in range(TENS)]
        plain, half = self._inks["plain"], TENS // 2
        found: list[Row] = []
        for some in (cells[:half], cells[half:]):
            runs = [self._inks["headline" if cell == cells[0] else "plain"] for cell in some]
            texts = [tiles[cell].name for cell in some]
            found.append([(plain, " "), *self._between(some, texts, runs), (plain, " ")])
        return found

    def _between(self, cells: Sequence[Cell], texts: Sequence[str], inks: Sequence[AttrSpec]) -> list[Run]:
        """Tiles of two columns with one column between them, in which the marks of the focus are."""
        between = [" "] * (len(cells) + 1)
        for number, cell in enumerate(cells):
            if cell == self._desk.focus:
                between[number : number + 2] = self._sides(cell)
        found: list[Run] = [(self._inks["focus"], between[0])]
        for text, ink, mark in zip(texts, inks, between[1:], strict=True):
            found += [(ink, f"{text:>2}"), (self._inks["focus"], mark)]
        return found

    # The board

    def _board(self, tiles: Tiles) -> list[Row]:
        newest = tiles[0, LAST_ROW].name
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
                inks.append(self._inks["faint"] if not is_drawn else self._newest if number == newest else self._drawn)
            found.append(self._between(cells, texts, inks))
        return found

    # The card

    def _card(self, tiles: Tiles) -> list[Row]:
        found = [self._edge(self._lines.top)]
        for row in range(CARD_ROWS):
            found += [self._cells(tiles, CARD_TOP + row), self._edge(self._lines.middle)]
        return [*found[:-1], self._edge(self._lines.bottom)]

    def _edge(self, line: tuple[str, str, str, str]) -> Row:
        left, across, crossing, right = line
        parts = crossing.join([across * CELL_WIDTH] * CARD_COLUMNS)
        return [(self._inks["plain"], " " * CARD_LEFT), (self._rule, left + parts + right)]

    def _cells(self, tiles: Tiles, y: int) -> Row:
        """A row of the card: the marks of the focus take the place of the lines beside a cell."""
        left, between, right = self._lines.sides
        sides = [left, *[between] * (CARD_COLUMNS - 1), right]
        inks = [self._rule] * len(sides)
        row: list[Run] = []
        for x in range(CARD_COLUMNS):
            has_focus = (x, y) == self._desk.focus
            if has_focus:
                sides[x : x + 2] = self._sides((x, y))
                inks[x : x + 2] = [self._focused] * 2
            row.append(self._cell(tiles[x, y].name, is_lit=has_focus and not self._desk.is_typing))
        found: list[Run] = [(self._inks["plain"], " " * CARD_LEFT), (inks[0], sides[0])]
        for cell, ink, side in zip(row, inks[1:], sides[1:], strict=True):
            found += [cell, (ink, side)]
        return found

    def _cell(self, name: str, *, is_lit: bool) -> Run:
        if not name:
            fill = self._lines.blank if self._inks.depth == 1 else " "
            return self._focused if is_lit else self._empty, fill * CELL_WIDTH
        number = name.strip("()")
        if name != number:
            return self._marked, f"[{number:>2}]"
        return self._focused if is_lit else self._number, f" {number:>2} "

    # Beside them

    def _panel(self, tiles: Tiles, width: int) -> list[Row]:
        blank: Row = ()
        seats = self._seats(tiles, width)
        commands = [self._command(tiles[COMMANDS_X, y], width) for y in range(len(COMMANDS))]
        return [*seats, *[blank] * (BODY - len(seats) - len(commands)), *commands]

    def _shown(self, tiles: Tiles, width: int) -> list[list[Cell]]:
        """The cells of the players who are shown, in columns, each in so many lines.

        If there are too many, the user and those who are waited for come first, and the last line is for the others.
        """
        taken = [cell for cell in SEATS if cell in tiles and tiles[cell].name]
        room = SEAT_LINES * max(1, width // SEAT_WIDTH[0])
        if len(taken) > room:
            chosen = sorted(taken, key=lambda cell: self._rank(read_player(tiles[cell].name)))[: room - 1]
            taken = [cell for cell in taken if cell in chosen]
        return [taken[at : at + SEAT_LINES] for at in range(0, len(taken), SEAT_LINES)]

    def _rank(self, player: Player) -> tuple[bool, bool]:
        return not self._is_me(player), not player.is_waited_for

    def _is_me(self, player: Player) -> bool:
        me = self._model.my_agent
        return me is not None and me.name == player.name

    def _seat_width(self, columns: Sequence[Sequence[Cell]], width: int) -> int:
        return min(width // max(1, len(columns)), SEAT_WIDTH[1])

    def _seats(self, tiles: Tiles, width: int) -> list[Row]:
        plain, shown = self._inks["plain"], self._shown(tiles, width)
        count = sum(cell in tiles and bool(tiles[cell].name) for cell in SEATS)
        more = count - sum(map(len, shown))
        rows: list[list[Run]] = [[] for _ in range(SEAT_LINES)]
        each = self._seat_width(shown, width)
        for column in shown:
            for row, cell in zip(rows, column, strict=False):
                row += self._seat(cell, read_player(tiles[cell].name), each)
        if more:
            rows[-1].append((plain, f"  +{more} more"))
        focus = self._desk.focus
        is_elsewhere = focus in SEATS and not any(focus in column for column in shown)
        left, right = self._sides(focus) if focus is not None and is_elsewhere else (" ", " ")
        return [[(self._inks["faint"], f"{left}Players ({count}) and cinkos{right}")], *rows]

    def _seat(self, cell: Cell, player: Player, width: int) -> Row:
        """A mark for the user, the name, the cinkos, and a mark for who is waited for."""
        left, right = self._sides(cell)
        is_me, is_narrow = self._is_me(player), width < SPACIOUS
        waiting = self._lines.waiting[: 1 if is_narrow else None]
        behind = f" {player.cinkos:1} {waiting if player.is_waited_for else ' ' * len(waiting)}"
        name = fit(visible(player.name), width - len(behind) - 3, self._signs.ellipsis)
        ink = self._inks["me" if is_me else "headline" if player.is_waited_for else "plain"]
        return [
            (self._inks["focus"], left),
            (ink, f"{'*' if is_me else ' '}{name}{behind}"),
            (self._inks["focus"], right),
        ]

    def _claim(self) -> str:
        """What there is to claim, by one's own marks."""
        tiles = self._model.grid()
        rows = [[name for x in range(CARD_COLUMNS) if (name := tiles[x, CARD_TOP + y].name)] for y in range(CARD_ROWS)]
        full = sum(all(name.startswith("(") for name in row) for row in rows if row)
        players = (read_player(tiles[cell].name) for cell in SEATS if cell in tiles)
        mine = [player for player in players if self._is_me(player)]
        return f"{full} full!" if mine and full > int(mine[0].cinkos or 0) else "for a full row"

    def _command(self, tile: Thing, width: int) -> Row:
        """The key, the name, and a word on it."""
        left, right = self._sides(tile.cell)
        is_open = self._model.can_act_on(tile)
        name, hint = tile.name, ""
        if name == "Auto mark":
            hint = "on" if tile.text.startswith("On:") else "off"
        elif is_open:
            hint = {"Next": "your turn", "Cinko": self._claim()}.get(name, "")
        key = self._key(name) if is_open else self._signs.dot
        ink = self._inks["faint" if not is_open else "awake" if name == "Next" else "headline"]
        marks = self._inks["focus"]
        gap = " " * (len(max(COMMANDS, key=len)) - len(name) + 1)
        return [
            (self._inks["key" if is_open else "faint"], fit(f" {key}", 3, self._signs.ellipsis)),
            (marks, left),
            (ink, name),
            (marks, right),
            (self._inks["plain" if is_open else "faint"], gap + hint),
        ]

    def _key(self, name: str) -> str:
        """The key that does the same as a command."""
        keys = (key for key in self._model.here(KEY) if key.text.casefold() == name.casefold() and key.name in JAVA)
        return next((shown_key(JAVA[key.name]) for key in keys), "")

    def legend(self, bindings: Sequence[Binding]) -> list[Binding]:
        """The room's own keys first; moving and clicking in one, as they are used together; talking before the rest."""
        ours = [one for one in bindings if one.short.casefold() in [name.casefold() for name in COMMANDS[:3]]]
        move = next((one for one in bindings if one.short == "move"), None)
        click = next((one for one in bindings if one.short == "click"), None)
        talk = [one for one in bindings if one.short == "talk"]
        rest = [one for one in bindings if one not in (*ours, move, click, *talk)]
        both = [one for one in (move, click) if one is not None]
        if move is not None and click is not None:
            what = "mark" if self._desk.focus in card_cells() else "click"
            both = [replace(move, label=f"{move.shown} {click.shown}", short=what)]
        ours = [replace(one, short="auto") if one.short.casefold() == "auto mark" else one for one in ours]
        return [*ours, *both, *talk, *rest]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        if column >= PANEL:
            return self._in_panel(column - PANEL, line)
        across, down = column - CARD_LEFT, line - CARD_LINE
        is_inside = 0 <= across < CARD_WIDTH and 0 <= down < BODY - CARD_LINE
        if not is_inside or not across % (CELL_WIDTH + 1) or not down % 2:
            return None
        return across // (CELL_WIDTH + 1), CARD_TOP + down // 2

    def _in_panel(self, column: int, line: int) -> Cell | Thing | None:
        """A command, or somebody to talk to."""
        if line >= COMMANDS_LINE:
            return (COMMANDS_X, line - COMMANDS_LINE) if column < LEAST[0] - PANEL else None
        tiles, width = self._model.grid(), self._columns - PANEL
        shown = self._shown(tiles, width)
        across, down = column // self._seat_width(shown, width), line - 1
        if not (across < len(shown) and 0 <= down < len(shown[across])):
            return None
        name = read_player(tiles[shown[across][down]].name).name
        return next((agent for agent in self._model.agents() if agent.name == name), None)
