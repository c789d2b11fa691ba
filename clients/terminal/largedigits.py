"""Numbers and two words in large letters: five lines, with # for each dot."""

from __future__ import annotations

from tilenet.clients.terminal.glyphs import cut

DIGITS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
}
LARGE_WIN = (
    "#   # # #   #",
    "#   # # ##  #",
    "# # # # # # #",
    "## ## # #  ##",
    "#   # # #   #",
)
LARGE_END = (
    "#### #  # ### ",
    "#    ## # #  #",
    "###  # ## #  #",
    "#    #  # #  #",
    "#### #  # ### ",
)


def large(text: str, width: int, widest: int = 2) -> list[str]:
    """A number in large digits, with dots as wide as fits, up to so many columns; if none fits, in plain digits."""
    for wide in range(widest, 0, -1):
        gap = " " * wide
        lines = [
            gap.join("".join(dot * wide for dot in DIGITS[digit][line]) for digit in text if digit in DIGITS)
            for line in range(5)
        ]
        if len(lines[0]) <= width:
            return lines
    return ["", "", cut(text, width, "..."), "", ""]
