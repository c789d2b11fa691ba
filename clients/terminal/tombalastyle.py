"""What a Tombala room is drawn with: its colours, and the characters for boxes."""

from __future__ import annotations

from dataclasses import dataclass

from urwid import AttrSpec

from tilenet.clients.terminal.inks import BLACK, WHITE, Colour, Inks

PAPER, NAVY = Colour(0xF6, 0xEF, 0xDC), Colour(0x1B, 0x3A, 0x6B)
RED, CYAN, AMBER = Colour(0xB0, 0x12, 0x1D), Colour(0x00, 0xC8, 0xD7), Colour(0xF2, 0xB9, 0x3B)
ORANGE = Colour(0xE8, 0x9A, 0x20)  # where there are few colours, it differs from paper


@dataclass(frozen=True)
class BoxSigns:
    """The characters for boxes. An edge of the card has a left end, a line, crossings and a right end."""

    top: tuple[str, str, str, str]
    middle: tuple[str, str, str, str]
    bottom: tuple[str, str, str, str]
    sides: tuple[str, str, str]  # left, between two cells, right
    ball: tuple[str, str, str, str]  # the top of the number's edge, its line, its side, its bottom
    full: str  # a dot of a digit
    blank: str  # a cell of the card without a number, where there are no colours
    waiting: str


FANCY_BOXES = BoxSigns(
    top=("╔", "═", "╤", "╗"),
    middle=("╟", "─", "┼", "╢"),
    bottom=("╚", "═", "╧", "╝"),
    sides=("║", "│", "║"),
    ball=("╭╮", "─", "│", "╰╯"),
    full="█",
    blank="░",
    waiting="…",
)
ASCII_BOXES = BoxSigns(
    top=("+", "-", "+", "+"),
    middle=("+", "-", "+", "+"),
    bottom=("+", "-", "+", "+"),
    sides=("|", "|", "|"),
    ball=("++", "-", "|", "++"),
    full="#",
    blank=" ",
    waiting="...",
)


class TombalaInks:
    """The room's own colours, by what they are for."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks
        self.ball = self._ink(WHITE, RED, ",bold")  # around the number just drawn
        self.newest = self._ink(WHITE, RED, ",standout")
        self.drawn = self._ink(BLACK, AMBER, ",bold")
        self.rule = self._ink(NAVY, PAPER)  # the lines of the card
        self.empty = self._ink(PAPER, NAVY)
        self.number = self._ink(BLACK, PAPER)
        self.marked = self._ink(WHITE, RED, ",standout")
        self.full = self._ink(BLACK, ORANGE, ",bold,standout")  # a row that can be announced
        self.focused = self._ink(BLACK, CYAN, ",bold")

    def _ink(self, fg: Colour, bg: Colour, mono: str = "") -> AttrSpec:
        """An ink of two colours, bold where that helps; without colours, `mono` tells it from the others."""
        depth = self._inks.depth
        is_bold = depth > 16 or fg == WHITE  # of sixteen colours, a bold black is a grey
        return self._inks.of(fg, bg, mono if depth == 1 else ",bold" if is_bold else "")
