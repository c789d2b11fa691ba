"""The tiles of a matrix as a grid: how large the cells are, what each one looks like, and which one is where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import centred, columns, cut, visible, wrap
from tilenet.clients.terminal.inks import BLACK, WHITE, Colour, Inks, read
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.pictures import Pictures
from tilenet.clients.terminal.signs import Signs

NARROWEST, WIDEST = 5, 24  # columns of a tile
WANTED = 18  # a name of more columns is rather broken into lines
TALLEST, TALLEST_PICTURE = 5, 8  # lines of a cell, and of one with an image
MANY = 200  # columns, which no terminal shows at once
LEAST_PICTURE = 6, 3  # columns and lines of a tile from which on an image says more than a name


@dataclass(frozen=True)
class Geometry:
    """Where the cells are. `left` and `top` are the first column and row of the matrix that are on the screen."""

    widths: Sequence[int]  # of every column of the matrix, with the gap behind it
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
        """The cell at a place of the screen, gaps excluded."""
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
class Same(Sequence[int]):
    """Columns of one width, however many: a matrix may have two thousand million."""

    width: int
    number: int

    def __len__(self) -> int:
        return self.number

    def __getitem__(self, index: Any) -> Any:
        found = range(self.number)[index]  # or IndexError
        return Same(self.width, len(found)) if isinstance(found, range) else self.width


def needs(matrix: Thing, tiles: Mapping[Cell, Thing]) -> Sequence[int]:
    """How wide the tiles of each column want to be, marks included."""
    if matrix.x > MANY:
        return Same(max((_need(tile) for tile in tiles.values()), default=NARROWEST), matrix.x)
    widths = [NARROWEST] * matrix.x
    for (x, _), tile in tiles.items():
        widths[x] = max(widths[x], _need(tile))
    return tuple(widths)


def _need(tile: Thing) -> int:
    return max(NARROWEST, min(columns(visible(tile.name)), WANTED) + 2)


def width_of(needed: Sequence[int]) -> int:
    """How wide all columns want to be together."""
    return needed.width * needed.number if isinstance(needed, Same) else sum(needed)


@lru_cache(64)
def spread(needed: Sequence[int], width: int, height: int) -> tuple[Sequence[int], int]:
    """The widths of the columns in so much room, and the gap that is in them.

    Where there is room all are the same, so that nothing moves when a name changes. Otherwise each has what it needs
    and a share of the rest, and where there is too little, the widest give first. Where not all can be on the
    screen, they are the same again, with room for any name.
    """
    widest = needed.width if isinstance(needed, Same) else max(needed)
    if len(needed) * NARROWEST > width:
        return Same(min(widest + 1, width), len(needed)), 1
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
    """How many lines a cell may have, if there is room."""
    return TALLEST_PICTURE if any(tile.image for tile in tiles.values()) else TALLEST


def geometry(
    matrix: Thing, needed: Sequence[int], width: int, lines: int, origin: Cell, focus: Cell | None
) -> Geometry:
    """The cells of a matrix in so much room, with the origin on the screen, and the focus, if there is one."""
    height = max(1, lines // matrix.y)
    widths, gap = spread(needed, width, height)
    down = min(matrix.y, max(1, lines // height))
    across = min(matrix.x, width // widths.width) if isinstance(widths, Same) else matrix.x
    left = _in_view(origin[0], focus[0] if focus else None, across, matrix.x)
    top = _in_view(origin[1], focus[1] if focus else None, down, matrix.y)
    return Geometry(widths, gap, height, left, top, across, down)


def _in_view(first: int, wanted: int | None, shown: int, of: int) -> int:
    if wanted is not None:
        first = min(max(first, wanted - shown + 1), wanted)
    return min(max(first, 0), of - shown)


class TilePainter:
    """Draws tiles, one at a time; the same tile in the same place is drawn once."""

    def __init__(self, inks: Inks, signs: Signs, pictures: Pictures) -> None:
        self._inks = inks
        self._signs = signs
        self._pictures = pictures
        self._drawn = lru_cache(512)(self._draw)

    def rows(
        self,
        matrix: Thing,
        tiles: Mapping[Cell, Thing],
        place: Geometry,
        images: Mapping[str, Thing],
        focus: Cell | None,
        *,
        awake: bool,
    ) -> list[Row]:
        """The whole grid, `place.down * place.height` rows."""
        plain = self._inks["plain"]
        ground = read(matrix.bg, BLACK, BLACK)
        found: list[Row] = []
        for y in place.shown_rows:
            lines: list[list[Run]] = [[] for _ in range(place.height)]
            for x in place.shown_columns:
                width = place.widths[x]
                tile = tiles.get((x, y))
                if tile is None:
                    drawn: Sequence[Row] = ()
                else:
                    marks = None if (x, y) != focus else self._signs.focus if awake else self._signs.focus_asleep
                    image = images.get(tile.image) if tile.image else None
                    looks = Looks(tile.name, tile.is_enabled, tile.fg, tile.bg, matrix.fg, marks)
                    drawn = self._drawn(looks, ground, image, width - place.gap, place.tile_height)
                for number, line in enumerate(lines):
                    if number < len(drawn):
                        line.extend(drawn[number])
                        if place.gap:
                            line.append((plain, " "))
                    else:
                        line.append((plain, " " * width))
            found += lines
        return found

    def _draw(self, looks: Looks, ground: Colour, image: Thing | None, width: int, height: int) -> list[Row]:
        bg = read(looks.bg, ground, ground)
        fg = read(looks.fg or looks.matrix_fg, bg, WHITE)
        ink = self._inks.of(fg, bg, "" if looks.marks is None else ",bold")
        pixels = None
        if (
            image is not None
            and self._signs.has_blocks
            and width - 2 >= LEAST_PICTURE[0]
            and height >= LEAST_PICTURE[1]
        ):
            pixels = self._pictures.rows(image, width - 2, height, bg)
        if pixels is None:
            return [[(ink, line)] for line in self._named(looks, width, height)]
        left, right = looks.marks or (" ", " ")
        edges = [(left, right)] * height
        if not looks.is_enabled:
            edges[(height - 1) // 2] = left if looks.marks else self._signs.disabled[0], self._signs.disabled[1]
        return [[(ink, before), *row, (ink, after)] for row, (before, after) in zip(pixels, edges, strict=True)]

    def _named(self, looks: Looks, width: int, height: int) -> list[str]:
        """The name in the middle of the tile, on several lines if need be, between the marks."""
        name = visible(looks.name).strip()
        is_blank = not name.strip("·. ")
        if is_blank:
            name = self._signs.blank_enabled if looks.is_enabled else self._signs.blank_disabled
        lines = wrap(name, width - 2)
        if len(lines) > height:
            lines = [*lines[: height - 1], cut(" ".join(lines[height - 1 :]), width - 2, self._signs.ellipsis)]
        lines = [centred(line, max(3, columns(line))) for line in lines]
        if not looks.is_enabled and not is_blank:
            before, after = self._signs.disabled
            lines[0] = before + lines[0] + after
        above = (height - len(lines)) // 2
        lines = [*[""] * above, *lines, *[""] * (height - above - len(lines))]
        return [self._focused(centred(line, width), looks.marks) for line in lines]

    def _focused(self, line: str, marks: tuple[str, str] | None) -> str:
        """A line with the marks at its ends; what shows that a tile is disabled gives way on the left alone."""
        if marks is None:
            return line
        return marks[0] + line[1:-1] + (marks[1] if line[-1] == " " else line[-1])


@dataclass(frozen=True)
class Looks:
    """What a tile's drawing depends on, besides its size."""

    name: str
    is_enabled: bool
    fg: str | None
    bg: str | None
    matrix_fg: str | None
    marks: tuple[str, str] | None
