"""Words in large letters of half blocks: three lines of the screen, for a code that is read aloud across a room."""

from __future__ import annotations

from tilenet.clients.terminal.largedigits import DIGITS

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
