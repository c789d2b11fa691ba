"""Numbers and a few words in large letters: five lines, their dots as #."""

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
WIN = (
    "#   # # #   #",
    "#   # # ##  #",
    "# # # # # # #",
    "## ## # #  ##",
    "#   # # #   #",
)
END = (
    "#### #  # ### ",
    "#    ## # #  #",
    "###  # ## #  #",
    "#    #  # #  #",
    "#### #  # ### ",
)


def large(text: str, width: int) -> list[str]:
    """A number in digits of five lines, its dots as #, as wide as there is room for; plain if there is not enough."""
    for wide in (2, 1):
        gap = " " * wide
        lines = [
            gap.join("".join(dot * wide for dot in DIGITS[digit][line]) for digit in text if digit in DIGITS)
            for line in range(5)
        ]
        if len(lines[0]) <= width:
            return lines
    return ["", "", cut(text, width, "..."), "", ""]
