"""The cards of Set: what is on them, how large they are, and how one is drawn, also while it is being replaced."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from urwid import AttrSpec

from tilenet.clients.model import Thing
from tilenet.clients.terminal.glyphs import columns, fit, fit_name, visible
from tilenet.clients.terminal.inks import BLACK, Colour, read
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.setshapes import DOCUMENT, LETTERS, SHADINGS, SOLID, shape_rows
from tilenet.clients.terminal.skin import SkinContext
from tilenet.words import Words

FULL = SOLID, LETTERS[SOLID]
FRAMES = 14  # of the animation when a card is replaced

PAPER, CLOTH = Colour(0xE9, 0xE9, 0xE9), Colour(0x1A, 0x1A, 0x1A)
GOLD = Colour(0xF2, 0xC1, 0x4E)  # beside a card that has the focus
FEW = 16  # colours, of which two look alike on a card
INKS = {"red": Colour(0xB3, 0x12, 0x1D), "blue": Colour(0x14, 0x33, 0xC4), "yellow": Colour(0x73, 0x56, 0x00)}
#: For eyes that cannot tell red from green: they differ in brightness, too.
SAFE = {"red": Colour(0xC6, 0x4A, 0x00), "blue": Colour(0x00, 0x3F, 0xB8), "yellow": BLACK}
#: Around a card where there are no colours: corners, and lines across and down; heavy ones if it has the focus.
EDGES = {True: ("╮", "╰", "╯", "─", "│"), False: ("+", "+", "+", "-", "|")}
HEAVY = {True: ("┓", "┗", "┛", "━", "┃"), False: ("#", "#", "#", "#", "#")}
SMALLEST = 12  # columns for a card in a single line, without any blank around it
#: A shape in a single line, around its shading.
AROUND = {"diamond": ("<", ">"), "box": ("[", "]"), "slash": ("/", "/")}


@dataclass(frozen=True)
class SetCard:
    """What is on a card."""

    number: int
    colour: str
    shading: str
    shape: str


@lru_cache(81)
def read_card(number: int, colour: int, shading: int, shape: int) -> SetCard:
    """A card by its features, each from 0 to 2 [docs/kinds/set.json]."""
    return SetCard(number + 1, [*SAFE][colour], [*LETTERS][shading], [*DOCUMENT][shape])


@dataclass(frozen=True)
class CardView:
    """A place for a card, as it is now."""

    tile: Thing | None
    card: SetCard | None  # None if it is empty
    letter: str  # of the key that selects it
    frame: int | None  # of the animation, while it is being replaced
    is_selected: bool
    finder: str = ""  # who has just found a set with the card that was here
    taken: SetCard | None = None  # that card, if it is to be shown here


@dataclass(frozen=True)
class CardSize:
    """How large cards are, without the gap to their right and the caption below them."""

    wide: int
    high: int

    @property
    def scale(self) -> int:
        """How many columns and lines of a shape are one of the document's three."""
        return max(1, min((self.wide - 2) // 11, (self.high - 2) // 3))

    @property
    def has_edges(self) -> bool:
        """Whether there is a line above the shapes, for the card's letter."""
        return self.high >= 3 * self.scale + 2

    def frame_width(self, frame: int) -> int:
        """The width of the blank card in a frame: it shrinks to one or two columns, and grows again."""
        half = FRAMES // 2
        return self.wide - 2 * round((self.wide - 1) // 2 * (half - abs(frame - half)) / half)


class CardPainter:
    """Draws one card at a time."""

    def __init__(self, context: SkinContext) -> None:
        self._inks = context.inks
        self._signs = context.signs
        self._marks = context.marks
        self._is_safe = context.is_safe
        #: What the cards lie on: dark on every terminal, so that they stand out.
        self.cloth = context.inks.of(PAPER, CLOTH) if context.inks.depth > 1 else context.inks["plain"]

    def rows(self, view: CardView, size: CardSize) -> list[Row]:
        """The lines of a card, and one below it, which says whether it is selected."""
        tile, card, letter, frame = view.tile, view.card, view.letter[:1], view.frame
        mark = "" if card is None or not self._has_marks else card.colour[0].upper()
        above = letter if size.has_edges else ""
        if tile is None or (card is None and frame is None):
            rows: list[Row] = [[(self.cloth, fit(above if not line else "", size.wide))] for line in range(size.high)]
        elif frame is not None:
            rows = self._blank(PAPER if card is None else self._ground(tile), above, frame, size)
        else:
            assert card is not None
            rows = self._face(tile, card, above, mark if size.has_edges else "", size)
        return [*rows, self._caption(view, "" if size.has_edges else f"{letter or ' '}{mark}", size.wide)]

    def small(self, card: SetCard, width: int) -> Row:
        """A card in a single line."""
        left, right = AROUND[card.shape]
        blocks = {**SHADINGS, "o": " "}
        shape = left + (blocks if self._signs.has_blocks else {**LETTERS, "o": " "})[card.shading] + right
        blank = " " if width > SMALLEST else ""
        mark = f"{blank}{card.colour[0].upper()}" if self._has_marks else ""
        text = blank + " ".join([shape] * card.number)
        colour = SAFE[card.colour] if self._is_safe else INKS[card.colour]
        return [(self._inks.of(colour, PAPER), fit(text, width - len(mark)) + mark)]

    def _has_focus(self, tile: Thing) -> bool:
        """Whether the keys go to this card."""
        return self._marks(tile.cell) == self._signs.focus

    @property
    def _has_marks(self) -> bool:
        """Whether the card says its colour by a letter."""
        return self._inks.depth <= FEW or self._is_safe

    def _ground(self, tile: Thing) -> Colour:
        return read(tile.bg, BLACK, PAPER)

    def _blank(self, paper: Colour, letter: str, frame: int, size: CardSize) -> list[Row]:
        fill = " " if self._inks.depth > 1 else "░" if self._signs.has_blocks else "."
        width = size.frame_width(frame)
        side = (self.cloth, " " * ((size.wide - width) // 2))
        ink = self._inks.of(BLACK, paper)
        rows: list[Row] = [[side, (ink, fill * width), side] for _ in range(size.high)]
        if frame == 0:
            rows[0] = [(ink, letter + fill * (size.wide - len(letter)))]
        return rows

    def _face(self, tile: Thing, card: SetCard, letter: str, mark: str, size: CardSize) -> list[Row]:
        bg, wide = self._ground(tile), size.wide
        fg = SAFE[card.colour] if self._is_safe else read(tile.fg, bg, BLACK)
        ink, solid = self._inks.of(fg, bg), self._inks.of(bg, fg)
        shape = shape_rows(card.shape, card.shading, size.scale, has_blocks=self._signs.has_blocks)
        shapes = [(" " * size.scale).join([line] * card.number).center(wide) for line in shape]
        if not size.has_edges:
            return [self._drawn(line, ink, solid) for line in shapes]
        above = (size.high - 2 - len(shape)) // 2
        blank = " " * wide
        shapes = [*[blank] * above, *shapes, *[blank] * (size.high - 2 - above - len(shape))]
        top, bottom = f"{letter}{' ' * (wide - len(letter) - len(mark))}{mark}", blank
        if self._inks.depth == 1:
            edges = HEAVY if self._has_focus(tile) else EDGES
            right, low_left, low_right, across, side = edges[self._signs.has_blocks]
            top = f"{letter or across}{across * (wide - 2)}{mark or right}"
            bottom = f"{low_left}{across * (wide - 2)}{low_right}"
            shapes = [side + line[1:-1] + side for line in shapes]
        drawn = [self._drawn(line, ink, solid) for line in shapes]
        bold = self._inks.of(BLACK, bg, ",bold")
        if self._inks.depth == 1 or not self._has_focus(tile):
            return [[(bold, top)], *drawn, [(ink, bottom)]]
        bar = self._inks.of(BLACK, GOLD), " "
        inner = [self._drawn(line[1:-1], ink, solid) for line in shapes]
        return [[(bold, top[:-1]), bar], *[[bar, *row, bar] for row in inner], [bar, (ink, bottom[1:-1]), bar]]

    def _drawn(self, line: str, ink: AttrSpec, solid: AttrSpec) -> Row:
        """A line of shapes. What is full is a blank on the shape's colour, if there are colours."""
        if self._inks.depth == 1:
            return [(ink, line)]
        runs = [("".join(run), is_solid) for is_solid, run in groupby(line, FULL.__contains__)]
        return [(solid, " " * len(text)) if is_solid else (ink, text) for text, is_solid in runs]

    def _caption(self, view: CardView, letters: str, wide: int) -> Row:
        """Whether the card is selected; for a small card, its letters before that."""
        is_selected = view.is_selected
        if view.taken is not None and not is_selected and not letters:
            return self._taken(view.taken, view.finder, wide)
        fill = self._signs.below if is_selected else " "
        finder = fit_name(visible(view.finder), wide - 5 if letters else wide - 2, self._signs.ellipsis).rstrip()
        if letters:
            text = fit(f" {letters:<2} {self._signs.say(Words('chosen')) if is_selected else finder}", wide)
        else:
            word = self._signs.say(Words("selected")) if is_selected else finder
            text = _centred(f" {word} " if word else "", wide, fill)
        marks = self._marks(None if view.tile is None else view.tile.cell)
        if marks == (" ", " "):
            return [(self.cloth, text)]
        return [(self._inks["focus"], marks[0] + text[1:-1] + marks[1])]

    def _taken(self, card: SetCard, finder: str, wide: int) -> Row:
        """The card of a set that was found, and who has found it."""
        width = 4 * card.number - 1 + self._has_marks
        name = fit_name(visible(finder), wide - width - 1, self._signs.ellipsis)
        return [*self.small(card, width), (self.cloth, f" {name}")]


def _centred(text: str, width: int, fill: str) -> str:
    """A text in the middle of this many columns."""
    left = (width - columns(text) + 1) // 2
    return f"{fill * left}{text}{fill * (width - columns(text) - left)}"
