"""Set as its players want to see it: cards with shapes, which shrink and grow when they are replaced, and scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from urwid import AttrSpec

from tilenet.clients.model import Cell, Model, Thing
from tilenet.clients.terminal.glyphs import columns as width_of
from tilenet.clients.terminal.glyphs import fit, visible
from tilenet.clients.terminal.inks import BLACK, Colour, read
from tilenet.clients.terminal.keys import JAVA, Binding
from tilenet.clients.terminal.keys import shown as shown_key
from tilenet.clients.terminal.paint import Row, Run, filled
from tilenet.clients.terminal.skin import Brushes, Shares
from tilenet.messages import KEY, MATRIX

ACROSS, DOWN = 4, 3  # cards
WIDE, HIGH = 15, 5
PITCH = WIDE + 1, HIGH + 1
LEAST = 80, 23
BODY = DOWN * PITCH[1]

FRAMES = 14
FRAME = 0.05  # seconds

SHAPES = {
    "diamond": (" # ", "###", " # "),
    "box": ("###", "# #", "###"),
    "slash": ("  #", " # ", "#  "),
}
SOLID = "█"
CARD = re.compile(rf"(\* )?([123]) (red|blue|yellow) ([o@{SOLID}]) ({'|'.join(SHAPES)})")
DECK = re.compile(r"[;:.] (\d+) in the deck\.$")
COUNTDOWN = re.compile(r"begins in (\d+) s\b")
PAPER, CLOTH = Colour(0xE9, 0xE9, 0xE9), Colour(0x1A, 0x1A, 0x1A)
FEW = 16  # colours, of which two look alike on a card
#: For eyes that cannot tell red from green: by brightness, too.
SAFE = {"red": Colour(0xC6, 0x4A, 0x00), "blue": Colour(0x00, 0x3F, 0xB8), "yellow": BLACK}


@dataclass(frozen=True)
class Card:
    """What a tile's name says of a card."""

    number: int
    colour: str
    shading: str
    shape: str


@lru_cache(512)
def read_card(name: str) -> Card | None:
    found = CARD.fullmatch(name)
    return None if found is None else Card(int(found[2]), found[3], found[4], found[5])


def frame_width(frame: int) -> int:
    """How wide the blank card of a frame is: from all of it to one column, and back."""
    return WIDE - 2 * (FRAMES // 2 - abs(frame - FRAMES // 2))


class SetSkin:
    """A room of Set: three rows of four cards, and beside them the players, the keys, and how the game stands."""

    def __init__(self, brushes: Brushes) -> None:
        self._desk = brushes.desk
        self._model: Model = brushes.desk.model
        self._inks = brushes.inks
        self._signs = brushes.signs
        self._now = brushes.now
        self._is_safe = brushes.is_safe
        self._room: str | None = None  # whose cards these are
        self._cards: dict[Cell, Card | None] = {}
        self._replaced: dict[Cell, float] = {}  # when the animation began

    # What it is for

    def knows(self) -> bool:
        """Whether this is a room of Set: by its size and its cards, and by its name as long as there are none."""
        matrix = self._model.matrix
        if matrix is None or matrix.x != ACROSS or matrix.y < DOWN + 4:
            return False
        names = [tile.name for tile in self._tiles().values() if tile.name]
        if not names:
            return matrix.name.split(" ")[0] == "Set"
        return all(read_card(name) is not None for name in names)

    def _tiles(self) -> dict[Cell, Thing]:
        return {cell: tile for cell, tile in self._model.grid().items() if cell[1] < DOWN}

    def told(self) -> None:
        """See which cards are others than before."""
        matrix = self._model.matrix
        cards = {cell: read_card(tile.name) for cell, tile in self._tiles().items()} if self.knows() else {}
        if matrix is None or matrix.objid != self._room:
            self._room = None if matrix is None else matrix.objid
            self._replaced.clear()
        else:
            now = self._now()
            for cell, card in self._cards.items():
                if card is not None and cell in cards and cards[cell] != card and self._frame(cell) is None:
                    self._replaced[cell] = now
        self._cards = cards

    # The animation

    def _frame(self, cell: Cell) -> int | None:
        """The frame that is shown of a card that is being replaced."""
        began = self._replaced.get(cell)
        if began is None:
            return None
        frame = int((self._now() - began) / FRAME + 1e-6)
        if frame >= FRAMES:
            del self._replaced[cell]
            return None
        return frame

    def due(self) -> float | None:
        now = self._now()
        for cell in list(self._replaced):
            self._frame(cell)  # forgets those that are over
        return min(
            (began + (int((now - began) / FRAME + 1e-6) + 1) * FRAME for began in self._replaced.values()), default=None
        )

    def allows(self, thing: Thing) -> bool:
        """A card that is being replaced cannot be selected, by its tile or by its key."""
        busy = [self._model.grid().get(cell) for cell in list(self._replaced) if self._frame(cell) is not None]
        if thing.kind == KEY:
            return thing.text not in {tile.text for tile in busy if tile is not None}
        return thing not in busy

    # Painting

    def shares(self, columns: int, lines: int) -> Shares | None:
        if columns < LEAST[0] or lines < LEAST[1]:
            return None
        extra = int(lines >= LEAST[1] + 4)
        return Shares(headline=extra, body=BODY, tooltip=extra)

    def more(self) -> str:
        return ""

    def rows(self, columns: int, lines: int) -> list[Row]:
        plain = self._cloth
        panel = self._panel(columns - ACROSS * PITCH[0], lines)
        found: list[Row] = []
        for y in range(DOWN):
            cards = [self._card((x, y)) for x in range(ACROSS)]
            for line in range(PITCH[1]):
                row: list[Run] = []
                for card in cards:
                    row += [*card[line], (plain, " ")]
                found.append([*row, *panel[len(found)]])
        return found

    @property
    def _cloth(self) -> AttrSpec:
        """What the cards lie on: dark, whatever the terminal is, so that they can be told from it."""
        return self._inks.of(PAPER, CLOTH) if self._inks.depth > 1 else self._inks["plain"]

    def _card(self, cell: Cell) -> list[Row]:
        """A card, five lines, and the line below it, which tells whether it is selected."""
        tile, frame = self._model.grid().get(cell), self._frame(cell)
        card = None if tile is None else read_card(tile.name)
        letter = "" if tile is None else visible(tile.text).rpartition(" ")[2][:1]
        letter = letter if width_of(letter) == 1 else ""
        if tile is None or (card is None and frame is None):
            rows: list[Row] = [[(self._cloth, fit(letter if not line else "", WIDE))] for line in range(HIGH)]
        elif frame is not None:
            rows = self._blank(tile, letter, frame)
        else:
            assert card is not None
            rows = self._face(tile, card, letter)
        return [*rows, self._caption(cell, tile)]

    def _ground(self, tile: Thing) -> tuple[Colour, str]:
        """The colour of the card, and what it is filled with: without colours it has to be seen, too."""
        bg = read(tile.bg, BLACK, PAPER) if tile.name else PAPER
        return bg, " " if self._inks.depth > 1 else "░" if self._signs.has_blocks else "."

    def _blank(self, tile: Thing, letter: str, frame: int) -> list[Row]:
        bg, fill = self._ground(tile)
        width = frame_width(frame)
        side = (self._cloth, " " * ((WIDE - width) // 2))
        ink = self._inks.of(BLACK, bg)
        rows: list[Row] = [[side, (ink, fill * width), side] for _ in range(HIGH)]
        if frame in (0, FRAMES):
            rows[0] = [(ink, letter + fill * (WIDE - len(letter)))]
        return rows

    def _face(self, tile: Thing, card: Card, letter: str) -> list[Row]:
        bg, fill = self._ground(tile)
        fg = SAFE[card.colour] if self._is_safe else read(tile.fg, bg, BLACK)
        ink, solid = self._inks.of(fg, bg), self._inks.of(bg, fg)
        mark = card.colour[0].upper() if self._inks.depth <= FEW or self._is_safe else ""
        rows: list[Row] = [
            [(self._inks.of(BLACK, bg, ",bold"), letter + fill * (WIDE - len(letter) - len(mark)) + mark)]
        ]
        for line in SHAPES[card.shape]:
            drawn = " ".join([line] * card.number).center(WIDE)
            rows.append(self._drawn(drawn, card.shading, fill, ink, solid))
        return [*rows, [(ink, fill * WIDE)]]

    def _drawn(self, line: str, shading: str, fill: str, ink: AttrSpec, solid: AttrSpec) -> Row:
        if shading != SOLID:
            return [(ink, line.replace(" ", fill).replace("#", shading))]
        if self._inks.depth == 1:
            return [(ink, line.replace(" ", fill).replace("#", SOLID if self._signs.has_blocks else "#"))]
        return [(solid if char == "#" else ink, " " * len(list(run))) for char, run in groupby(line)]

    def _caption(self, cell: Cell, tile: Thing | None) -> Row:
        is_selected = tile is not None and tile.name.startswith("* ")
        is_focused = cell == self._desk.focus
        fill = self._signs.below if is_selected else " "
        text = (" selected " if is_selected else "").center(WIDE, fill)
        if is_focused:
            marks = self._signs.focus if not self._desk.is_typing else self._signs.focus_asleep
            text = marks[0] + text[1:-1] + marks[1]
        return [(self._inks["focus"] if is_focused else self._cloth, text)]

    # Beside the cards

    def _panel(self, width: int, lines: int) -> list[Row]:
        plain, faint = self._inks["plain"], self._inks["faint"]
        players = self._players()
        below = self._below()
        rows: list[Row] = [[(faint, self._heading(players))]] if len(players) + len(below) < lines else []
        if self._is_over():
            players = _ranked(players)
        rows += [self._player(name, score, width) for name, score in players]
        rows = [*rows[: lines - len(below)], *[()] * (lines - len(below) - len(rows)), *below]
        return [filled(row, width, plain) for row in rows]

    def _is_over(self) -> bool:
        matrix = self._model.matrix
        return matrix is not None and matrix.text.startswith("The game is over")

    def _heading(self, players: Sequence[tuple[str, str]]) -> str:
        if self._is_over():
            return "The ranking"
        is_watching = players and not any(self._is_me(name) for name, _ in players)
        return f"{'You watch' if is_watching else 'Players'} ({len(players)})"

    def _is_me(self, name: str) -> bool:
        me = self._model.my_agent
        return me is not None and visible(me.name) == name

    def _players(self) -> list[tuple[str, str]]:
        """Names and scores, from the tiles below the cards."""
        grid = self._model.grid()
        names = [
            tile.name for (x, y), tile in sorted(grid.items(), key=lambda one: one[0][::-1]) if DOWN <= y < DOWN + 3
        ]
        found = [name.rpartition(" ") for name in names if name]
        return [(visible(name), visible(score)) for name, _, score in found]

    def _player(self, name: str, score: str, width: int) -> Row:
        is_me = self._is_me(name.partition(". ")[2] if self._is_over() else name)
        room = width - len(score) - 2
        return [
            (
                self._inks["me" if is_me else "plain"],
                f"{'*' if is_me else ' '}{fit(name, room, self._signs.ellipsis)} {score}",
            )
        ]

    def _below(self) -> list[Row]:
        """The keys that are always there, how the game stands, and the tiles that are no cards."""
        keys = {key.text: shown_key(JAVA[key.name]) for key in self._model.here(KEY) if key.name in JAVA}
        legend: list[Row] = [
            [(self._inks["key"], f"{visible(keys[text]):<6}"), (self._inks["plain"], self._words([text]))]
            for text in ("submit", "no set", "quit")
            if text in keys
        ]
        rows = [[(self._inks["plain"], self._words(names))] for names in self._commands() if names]
        return [*legend, [(self._inks["headline"], f" {self._standing()}")], *rows]

    def _words(self, names: Sequence[str]) -> str:
        """Words, each behind a blank; that of the tile with the focus is between marks."""
        tile = self._desk.focused
        focused = tile.name.lower() if tile is not None and tile.y >= DOWN else ""
        left, right = self._signs.focus if not self._desk.is_typing else self._signs.focus_asleep
        text = " "
        for name in names:
            text = f"{text[:-1]}{left}{name}{right}" if name.lower() == focused else f"{text}{name} "
        return text

    def _standing(self) -> str:
        matrix = self._model.matrix
        found = COUNTDOWN.search(matrix.text) if matrix is not None else None
        if found is not None:
            return f"begins in {found[1]} s"
        for line in reversed(self._model.heard):
            if line.from_ == self._model.current and line.from_[:1] == MATRIX:
                deck = DECK.search(line.message)
                if deck is not None:
                    return f"{deck[1]} in the deck"
        return ""

    def _commands(self) -> list[list[str]]:
        """The names of the tiles that are no cards, in two rows; those that can be used only now are above."""
        tiles = {tile.name: tile for tile in self._model.grid().values() if tile.y >= DOWN + 3}
        rows = ("Restart", "Hint"), ("Home", "Help", "Keys")
        return [[name for name in row if name in tiles and tiles[name].is_enabled] for row in rows]

    def legend(self, bindings: Sequence[Binding]) -> list[Binding]:
        """Each card has its letter: they need no line for each. The other keys of the room are beside the cards."""
        cards = [one for one in bindings if one.short.startswith("Card ")]
        rest = [
            one
            for one in bindings
            if one.keys[0] in ("tab", "esc", "enter", "f1", "f10") or one.short.startswith(("yes", "hint"))
        ]
        if not cards:
            return rest
        letters = [card.shown for card in cards]
        is_range = [ord(letter[0]) for letter in letters] == [
            *range(ord(letters[0][0]), ord(letters[0][0]) + len(letters))
        ]
        label = f"{letters[0]}-{letters[-1]}" if is_range else "letters"
        return [replace(cards[0], label=label, short="select"), *rest]

    # The mouse

    def at(self, column: int, line: int) -> Cell | Thing | None:
        if column < ACROSS * PITCH[0]:
            cell = column // PITCH[0], line // PITCH[1]
            is_inside = column % PITCH[0] < WIDE and line % PITCH[1] < HIGH and cell[1] < DOWN
            return cell if is_inside else None
        column -= ACROSS * PITCH[0]
        below = BODY - line - 1  # lines from the bottom
        rows = [names for names in self._commands() if names][::-1]
        if below < len(rows):
            return self._cell_of(_word_at(rows[below], column))
        return self._cell_of({3: "Submit", 2: "No set"}.get(below - len(rows), ""))

    def _cell_of(self, name: str) -> Cell | None:
        tiles = self._model.grid().items()
        return next((cell for cell, tile in tiles if name and tile.name == name and cell[1] >= DOWN), None)


def _ranked(players: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """1. emily: by score, then by name; equal scores share a number."""
    scores = {name: int(score) if re.fullmatch(r"-?\d{1,20}", score) else 0 for name, score in players}
    order = sorted(players, key=lambda player: (-scores[player[0]], player[0].casefold()))
    return [(f"{1 + sum(other > scores[name] for other in scores.values())}. {name}", score) for name, score in order]


def _word_at(names: Sequence[str], column: int) -> str:
    """The word at a column of a row in which each is behind a blank."""
    for name in names:
        if 0 <= column <= len(name):
            return name
        column -= len(name) + 1
    return ""
