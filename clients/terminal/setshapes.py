"""The shapes on the cards of Set, at any size: outlined, shaded and full, or in the letters of the game's document."""

from __future__ import annotations

from functools import lru_cache

SOLID = "█"
SHADINGS = {"o": "", "@": "▒", SOLID: SOLID}  # as a card's name has them, and what fills the shape
LETTERS = {"o": "o", "@": "@", SOLID: "#"}  # where there is only ASCII

#: As the document has them, with # for each letter.
DOCUMENT = {
    "diamond": (" # ", "###", " # "),
    "box": ("###", "# #", "###"),
    "slash": ("  #", " # ", "#  "),
}
SMALL_DIAMOND = ("╱▔╲", "▏ ▕", "╲▁╱")  # an outline in three columns and lines


@lru_cache(128)
def shape_rows(shape: str, shading: str, scale: int, *, has_blocks: bool) -> tuple[str, ...]:
    """A shape in three times this many columns and lines."""
    side = 3 * scale
    if not has_blocks:
        letter = LETTERS[shading]
        return tuple(
            "".join((letter if dot == "#" else " ") * scale for dot in line)
            for line in DOCUMENT[shape]
            for _ in range(scale)
        )
    fill = SHADINGS[shading]
    rows = {"diamond": _diamond, "box": _box, "slash": _slash}[shape](scale, fill)
    above = (side - len(rows)) // 2
    return tuple(line.center(side) for line in [*[""] * above, *rows, *[""] * (side - above - len(rows))])


def _diamond(scale: int, fill: str) -> list[str]:
    if scale == 1:
        return [line.replace("#", fill) for line in (DOCUMENT["diamond"] if fill else SMALL_DIAMOND)]
    half = 3 * scale // 2
    rows = [(2 * row + 2) * fill if fill else f"╱{' ' * 2 * row}╲" for row in range(half)]
    below = rows if fill else [f"╲{row[1:-1]}╱" for row in rows]
    return [*rows, *below[::-1]]


def _box(scale: int, fill: str) -> list[str]:
    side = 3 * scale
    if fill:
        return [fill * side] * side
    inside = side - 2
    return [f"┌{'─' * inside}┐", *[f"│{' ' * inside}│"] * inside, f"└{'─' * inside}┘"]


def _slash(scale: int, fill: str) -> list[str]:
    """A slanting bar: `scale` columns thick, and leaning by one column a line."""
    lines = 2 * scale + 1
    found = []
    for line in range(lines):
        between = "▔" if not line else "▁" if line == lines - 1 else " "
        bar = fill * scale if fill else "╱" if scale == 1 else f"╱{between * (scale - 2)}╱"
        found.append(" " * (lines - 1 - line) + bar + " " * line)
    return found
