"""Words in large letters of half blocks: three lines of the screen, for a code that is read aloud across a room."""

from __future__ import annotations

from urwid import AttrSpec

from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.largedigits import DIGITS
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.signs import Signs

#: Five lines of dots for each letter.
LETTERS = {
    "a": " # /# #/###/# #/# #",
    "b": "## /# #/## /# #/## ",
    "c": " ##/#  /#  /#  / ##",
    "d": "## /# #/# #/# #/## ",
    "e": "###/#  /## /#  /###",
    "f": "###/#  /## /#  /#  ",
    "g": " ##/#  /# #/# #/ ##",
    "h": "# #/# #/###/# #/# #",
    "i": "###/ # / # / # /###",
    "j": "  #/  #/  #/# #/ # ",
    "k": "# #/# #/## /# #/# #",
    "l": "#  /#  /#  /#  /###",
    "m": "#   #/## ##/# # #/#   #/#   #",
    "n": "#  #/## #/# ##/#  #/#  #",
    "o": " # /# #/# #/# #/ # ",
    "p": "## /# #/## /#  /#  ",
    "q": " # /# #/# #/ # /  #",
    "r": "## /# #/## /# #/# #",
    "s": " ##/#  / # /  #/## ",
    "t": "###/ # / # / # / # ",
    "u": "# #/# #/# #/# #/###",
    "v": "# #/# #/# #/# #/ # ",
    "w": "#   #/#   #/# # #/## ##/#   #",
    "x": "# #/# #/ # /# #/# #",
    "y": "# #/# #/ # / # / # ",
    "z": "###/  #/ # /#  /###",
    "-": "  /  /##/  /  ",
    " ": "  /  /  /  /  ",
    **{digit: "/".join(rows) for digit, rows in DIGITS.items()},
}


def hashed_text(text: str) -> list[str]:
    """Five lines, with # for each dot; none if there is a character that has no large form."""
    glyphs = [LETTERS.get(char, "").split("/") for char in text.lower()]
    if not text or any(len(glyph) != 5 for glyph in glyphs):
        return []
    return [" ".join(glyph[line] for glyph in glyphs) for line in range(5)]


def large_text(text: str) -> list[str]:
    """Three lines; none if there is a character that has no large form."""
    dots = hashed_text(text)
    if not dots:
        return []
    dots.append(" " * len(dots[0]))
    return [
        "".join(
            " ▄▀█"[2 * (upper == "#") + (lower == "#")] for upper, lower in zip(dots[at], dots[at + 1], strict=True)
        )
        for at in range(0, 6, 2)
    ]


def code_rows(code: str, width: int, ink: AttrSpec, signs: Signs, *, is_high: bool) -> list[Row]:
    """A code as large as there is room for: in large letters, in a frame, or just so."""
    large = large_text(code) if is_high and signs.has_blocks else []
    if large and columns(large[0]) + 3 <= width:
        return [(), *([(ink, f"  {row}")] for row in large)]
    edges, wide = signs.frame_focus, columns(code) + 2
    if wide + 5 > width:
        return [[(ink, f" {code}")]]
    return [
        [(ink, f" {edges[0]}{edges[1] * wide}{edges[2]}")],
        [(ink, f" {edges[3]} {code} {edges[4]}")],
        [(ink, f" {edges[5]}{edges[6] * wide}{edges[7]}")],
    ]
