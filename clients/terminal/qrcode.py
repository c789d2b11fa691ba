"""A link as a QR code, in half blocks, for the camera of somebody who sits beside the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from tilenet.clients.terminal.inks import BLACK, WHITE, Colour, Inks
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.signs import Signs

LONGEST = 200  # characters of a link; more would not fit on a screen
MARGINS = 2, 1  # modules of white around it, where there is room; cameras want to see an edge
ENOUGH = 384  # of a background's red, green and blue: a light one has more


def qr_code(link: str, columns: int, lines: int, inks: Inks, signs: Signs) -> Sequence[Row]:
    """Rows of the same width; none if there is no link, no room, or nothing to draw it with."""
    modules = _modules(link) if link and len(link) <= LONGEST and signs.has_blocks else ()
    for margin in MARGINS:
        size = len(modules) + 2 * margin
        if modules and size <= columns and -(-size // 2) <= lines:
            return _drawn(modules, margin, inks)
    return ()


@lru_cache(16)
def _modules(link: str) -> tuple[tuple[bool, ...], ...]:
    """The dark modules; none if the library is missing, as in a client that was installed by hand."""
    try:
        import segno
    except ImportError:
        return ()
    return tuple(tuple(bool(one) for one in row) for row in segno.make_qr(link, error="l").matrix)


@lru_cache(16)
def _drawn(modules: tuple[tuple[bool, ...], ...], margin: int, inks: Inks) -> tuple[Row, ...]:
    size = len(modules) + 2 * margin

    def is_dark(x: int, y: int) -> bool:
        x, y = x - margin, y - margin
        return 0 <= x < len(modules) and 0 <= y < len(modules) and modules[y][x]

    return tuple(
        _joined([_block(is_dark(x, y), is_dark(x, y + 1), inks) for x in range(size)]) for y in range(0, size, 2)
    )


def _joined(blocks: Sequence[Run]) -> Row:
    """The same in as few runs as possible: it is drawn often."""
    return [(ink, "".join(text for _, text in runs)) for ink, runs in groupby(blocks, key=lambda run: run[0])]


def _block(upper: bool, lower: bool, inks: Inks) -> Run:
    """Two modules, one above the other: as colours, or, without colours, as what stands out from the background."""
    if inks.depth > 1:
        return inks.of(_colour(upper), _colour(lower)), "▀"
    is_light = sum(inks.theme.background) > ENOUGH
    return inks["plain"], " ▄▀█"[2 * (upper is is_light) + (lower is is_light)]


def _colour(is_dark: bool) -> Colour:
    return BLACK if is_dark else WHITE
