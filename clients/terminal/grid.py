"""The tiles of a matrix as a grid: how large the cells are, what they look like, and where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from urwid import AttrSpec

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import centred, columns, cut, visible, wrap
from tilenet.clients.terminal.inks import BLACK, WHITE, Colour, Inks, contrast, read, receding
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.pictures import Pictures
from tilenet.clients.terminal.signs import Signs

NARROWEST, WIDEST = 5, 24  # columns of a tile
WANTED = 18  # columns; a longer name is broken into lines
TALLEST, TALLEST_PICTURE = 5, 8  # lines of a cell, and of one with an image
MANY = 200  # columns, more than any terminal shows at once
LEAST_TEXT = 12  # columns; a tile's text is below its name if there is room for that
CLEAR = 3.0  # the least contrast of the focus
PLAIN = "ffe6e6e6", "ff1a1a1a"  # what our server says where a room has no colours of its own (docs/protocol.md)
LEAST_PICTURE = 6, 3  # columns and lines; in a smaller tile a name says more than an image


@dataclass(frozen=True)
class Geometry:
    """Where the cells are. `left` and `top` are the first column and row of the matrix on the screen."""

    widths: Sequence[int]  # of every column of the matrix, with the gap to its right
    gap: int
    height: int  # of every row, with the gap below it
    left: int
    top: int
    across: int  # how many columns of the matrix are on the screen
    down: int

    @property
    def shown_columns(self) -> range:
        return range(self.left, self.left + self.across)

    @property
    def shown_rows(self) -> range:
        return range(self.top, self.top + self.down)

    @property
    def tile_height(self) -> int:
        return max(1, self.height - 1)

    def cell_at(self, column: int, line: int) -> Cell | None:
        """The cell at a place on the screen; None in a gap."""
        row = self.top + line // self.height
        if row not in self.shown_rows or line % self.height >= self.tile_height:
            return None
        for x in self.shown_columns:
            if column < self.widths[x] - self.gap:
                return (x, row) if column >= 0 else None
            column -= self.widths[x]
        return None

    def shows(self, cell: Cell) -> bool:
        return cell[0] in self.shown_columns and cell[1] in self.shown_rows


@dataclass(frozen=True)
class EqualWidths(Sequence[int]):
    """Any number of columns of one width: a matrix may have two thousand million."""

    width: int
    number: int

    def __len__(self) -> int:
        return self.number

    def __getitem__(self, index: Any) -> Any:
        found = range(self.number)[index]  # or IndexError
        return EqualWidths(self.width, len(found)) if isinstance(found, range) else self.width


def needs(matrix: Thing, tiles: Mapping[Cell, Thing]) -> Sequence[int]:
    """The width that the tiles of each column need, marks included."""
    if matrix.x > MANY:
        return EqualWidths(max((_need(tile) for tile in tiles.values()), default=NARROWEST), matrix.x)
    widths = [NARROWEST] * matrix.x
    for (x, _), tile in tiles.items():
        widths[x] = max(widths[x], _need(tile))
    return tuple(widths)


def _need(tile: Thing) -> int:
    return max(NARROWEST, min(columns(visible(tile.name)), WANTED) + 2)


def width_of(needed: Sequence[int]) -> int:
    """The width that all columns need together."""
    return needed.width * needed.number if isinstance(needed, EqualWidths) else sum(needed)


@lru_cache(64)
def spread(needed: Sequence[int], width: int, height: int) -> tuple[Sequence[int], int]:
    """The widths of the columns in this much room, and the gap that each includes.

    If there is enough room, all have the same width, so that nothing moves when a name changes. Otherwise each gets
    what it needs and a share of the rest; if there is too little, the widest are cut first. If not all fit on the
    screen, they have the same width again, enough for any name.
    """
    widest = needed.width if isinstance(needed, EqualWidths) else max(needed)
    if len(needed) * NARROWEST > width:
        return EqualWidths(min(widest + 1, width), len(needed)), 1
    most = max(NARROWEST + 1, min(WIDEST, 3 * height + 2))
    equal = min(width // len(needed), max(most, widest + 1))
    if widest < equal:
        return (equal,) * len(needed), 1
    gap = 1 if sum(needed) + len(needed) <= width else 0
    widths = [need + gap for need in needed]
    share = max(0, width - sum(widths)) // len(widths)
    widths = [max(one, min(one + share, most)) for one in widths]
    excess = sum(widths) - width
    while excess > 0 and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
        excess -= 1
    return tuple(widths), gap


def tallest(tiles: Mapping[Cell, Thing]) -> int:
    """The most lines that a cell may have."""
    return TALLEST_PICTURE if any(tile.image for tile in tiles.values()) else TALLEST


def geometry(
    matrix: Thing, needed: Sequence[int], width: int, lines: int, origin: Cell, focus: Cell | None
) -> Geometry:
    """The cells of a matrix in this much room, so that the origin is on the screen, and the focus if there is one."""
    height = max(1, lines // matrix.y)
    widths, gap = spread(needed, width, height)
    down = min(matrix.y, max(1, lines // height))
    across = min(matrix.x, width // widths.width) if isinstance(widths, EqualWidths) else matrix.x
    left = _in_view(origin[0], focus[0] if focus else None, across, matrix.x)
    top = _in_view(origin[1], focus[1] if focus else None, down, matrix.y)
    return Geometry(widths, gap, height, left, top, across, down)


def _in_view(first: int, wanted: int | None, shown: int, of: int) -> int:
    if wanted is not None:
        first = min(max(first, wanted - shown + 1), wanted)
    return min(max(first, 0), of - shown)


REMEMBERED = 2048  # tiles


@lru_cache(16)
def tile_painter(inks: Inks, signs: Signs) -> TilePainter:
    """The painter for these looks: all clients in this process that have them share what it remembers."""
    return TilePainter(inks, signs, Pictures(inks))


class TilePainter:
    """Draws tiles, one at a time, and remembers what they look like."""

    def __init__(self, inks: Inks, signs: Signs, pictures: Pictures) -> None:
        self._inks = inks
        self._signs = signs
        self._pictures = pictures
        self._drawn = lru_cache(REMEMBERED)(self._draw)

    def rows(
        self,
        matrix: Thing,
        tiles: Mapping[Cell, Thing],
        place: Geometry,
        images: Mapping[str, Thing],
        focus: Cell | None,
        *,
        awake: bool,
        vivid: Container[str] = (),
        selected: Container[str] = (),
    ) -> list[Row]:
        """The whole grid, in `place.down * place.height` rows.

        Tiles that are vivid do not fade if they cannot be clicked.
        """
        plain = self._inks["plain"]
        found: list[Row] = []
        roomy = [x for x in place.shown_columns if place.widths[x] - place.gap - 2 >= LEAST_TEXT]
        texts = Counter(tile.text for tile in tiles.values()) if roomy and place.tile_height > 1 else {}
        for y in place.shown_rows:
            lines: list[list[Run]] = [[] for _ in range(place.height)]
            for x in place.shown_columns:
                width = place.widths[x]
                tile = tiles.get((x, y))
                if tile is None:
                    drawn: Sequence[Row] = ()
                else:
                    marks = None if (x, y) != focus else self._signs.focus if awake else self._signs.focus_while_typing
                    image = images.get(tile.image) if tile.image else None
                    text = tile.text if texts.get(tile.text) == 1 and x in roomy else ""
                    colours = _colours(tile, matrix)
                    is_vivid = tile.is_enabled or tile.objid in vivid
                    is_selected = tile.objid in selected
                    looks = TileLook(
                        tile.name, text, tile.is_enabled, is_vivid, is_selected, *colours, matrix.bg, marks
                    )
                    drawn = self._drawn(looks, image, width - place.gap, place.tile_height)
                for number, line in enumerate(lines):
                    if number < len(drawn):
                        line.extend(drawn[number])
                        if place.gap:
                            line.append((plain, " "))
                    else:
                        line.append((plain, " " * width))
            found += lines
        return found

    def _draw(self, looks: TileLook, image: Thing | None, width: int, height: int) -> list[Row]:
        ink, faint, mark, bg = self._paints(looks)
        background = self._inks.theme.background
        pixels = None
        is_tight = height == LEAST_PICTURE[1] - 1  # then a picture uses half of the gap below the tile
        if (
            image is not None
            and self._signs.has_blocks
            and width - 2 >= LEAST_PICTURE[0]
            and height + is_tight >= LEAST_PICTURE[1]
        ):
            pixels = self._pictures.rows(image, width - 2, height + is_tight, bg, background if is_tight else None)
        if pixels is None:
            named, lines = self._named(looks, width, height)
            inks = [ink if number in named else faint for number in range(height)]
            if looks.marks is None:
                return [[(one, line)] for one, line in zip(inks, lines, strict=True)]
            return [
                [(mark, line[0]), (one, line[1:-1]), (mark, line[-1])] for one, line in zip(inks, lines, strict=True)
            ]
        left, right = looks.marks or (" ", " ")
        edges = [((mark, left), (mark, right))] * height
        if not looks.is_vivid:
            before, after = ((faint, sign) for sign in self._signs.disabled)
            edges[(height - 1) // 2] = (mark, left) if looks.marks else before, after
        rows: list[Row] = [[before, *row, after] for row, (before, after) in zip(pixels, edges, strict=False)]
        half = self._inks.of(bg, background), "▀"
        return [*rows, [half, *pixels[-1], half]] if is_tight else rows

    def _paints(self, looks: TileLook) -> tuple[AttrSpec, AttrSpec, AttrSpec, Colour]:
        """The inks of a tile: for its name, its text and the marks of the focus; and the colour behind them.

        The focus is gold, where that can be told from the tile.
        """
        inks, theme = self._inks, self._inks.theme
        bold = ("" if looks.marks is None else ",bold") + (",standout" if looks.is_selected else "")
        if looks.fg is looks.bg is None:
            bg = theme.tile if looks.is_vivid else theme.panel
            fg, faint = (theme.ink if looks.is_vivid else theme.dim), theme.dim
            if inks.depth == 16 and not looks.is_selected:
                role = "tile" if looks.is_vivid else "disabled"
                return inks[role], inks["faint"], inks["focus" if looks.marks else role], bg
        else:
            bg = read(looks.bg, read(looks.background, theme.background, BLACK), BLACK)
            fg = read(looks.fg, bg, WHITE)
            faint = receding(fg, bg)
            fg = fg if looks.is_vivid else faint
        mark = theme.gold if looks.marks and contrast(theme.gold, bg) >= CLEAR else fg
        return inks.of(fg, bg, bold), inks.of(faint, bg), inks.of(mark, bg, bold), bg

    def _named(self, looks: TileLook, width: int, height: int) -> tuple[range, list[str]]:
        """The name in the middle of the tile, between the marks, on several lines if necessary; and its text below it.

        Returns which lines have the name, and all lines.
        """
        name = visible(looks.name).strip()
        is_blank = not name.strip("·. ")
        if is_blank:
            name = self._signs.blank_enabled if looks.is_enabled else self._signs.blank_disabled
        lines = self._wrapped(name, width - 2, height)
        lines = [centred(line, max(3, columns(line))) for line in lines]
        if not looks.is_vivid and not is_blank and self._inks.depth < 256:
            before, after = self._signs.disabled
            lines[0] = before + lines[0] + after
        text = visible(looks.text).strip()
        below = self._wrapped(text, width - 2, height - len(lines)) if text and not is_blank and text != name else []
        above = (height - len(lines) - len(below)) // 2
        named = range(above, above + len(lines))
        lines = [*[""] * above, *lines, *below]
        lines += [""] * (height - len(lines))
        return named, [self._focused(centred(line, width), looks.marks) for line in lines]

    def _wrapped(self, text: str, width: int, height: int) -> list[str]:
        """A text in at most so many lines."""
        lines = wrap(text, width)
        if len(lines) <= height:
            return lines
        return [*lines[: height - 1], cut(" ".join(lines[height - 1 :]), width, self._signs.ellipsis)][:height]

    def _focused(self, line: str, marks: tuple[str, str] | None) -> str:
        """A line with the marks at its ends. Of the brackets of a disabled tile, they replace only the left one."""
        if marks is None:
            return line
        return marks[0] + line[1:-1] + (marks[1] if line[-1] == " " else line[-1])


@dataclass(frozen=True)
class TileLook:
    """Everything that the drawing of a tile depends on, besides its size."""

    name: str
    text: str  # as far as it is to be on the tile
    is_enabled: bool
    is_vivid: bool
    is_selected: bool
    fg: str | None  # neither, if the client chooses its colours
    bg: str | None
    background: str | None
    marks: tuple[str, str] | None


def _colours(tile: Thing, matrix: Thing) -> tuple[str | None, str | None]:
    """The colours of a tile as the server wants them; None, if it leaves them to the client."""
    fg, bg = tile.fg or matrix.fg, tile.bg or matrix.bg
    return (None, None) if (fg, bg) in ((None, None), PLAIN) else (fg, bg)
