"""What is in lines at Home: other forms of games, open tables, and rooms that are no games, in a few columns each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import columns, cut, fit, visible
from tilenet.clients.terminal.homedoors import Door, OpenTable, who
from tilenet.clients.terminal.homespots import Spot
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.skin import SkinContext

JOIN = "join/"  # how the id of a table begins
LEAST = 8  # columns that a table has in a line; with fewer, nobody knows which it is
MARKS = 2  # columns around the words


@dataclass(frozen=True)
class Chip:
    """One of them: the cell of a tile, or the id of a table, and what it is called."""

    what: Cell | str
    words: str
    is_table: bool = False


class Chips:
    """Makes them, says where they are, and draws them."""

    def __init__(self, context: SkinContext) -> None:
        self._context = context
        self._inks = context.inks
        self._signs = context.signs

    def of_tile(self, tile: Thing, door: Door | None, parent: Door | None = None) -> Chip:
        """A tile; in the card of its game it does not begin with the title of that."""
        if door is None:
            return Chip(tile.cell, visible(tile.name))
        name = visible(tile.name) if parent is None else without(parent.title, door.title)
        return Chip(tile.cell, f"{name} {self._count(door)}".strip())

    def of_table(self, table: OpenTable, parent: Door, *, is_in_card: bool) -> Chip:
        name = without(parent.title, table.title) if is_in_card else table.title
        return Chip(f"{JOIN}{table.join}", f"{name} {self._count(table)}".strip(), is_table=True)

    def _count(self, place: Door | OpenTable) -> str:
        ink = self._inks["tile"]
        return "".join(text for _, text in who(place, 0, ink, ink, self._signs, is_short=True))

    def placed(self, chips: Sequence[Chip], left: int, top: int, room: int) -> tuple[list[Spot], list[Chip]]:
        """Where they are in a line, the widest cut if there is too little room; and tables for which there is none."""
        chosen: list[Chip] = [*chips]
        rest: list[Chip] = []
        while sum(map(_least, chosen)) + len(chosen) - 1 > room and any(chip.is_table for chip in chosen):
            last = max(at for at, chip in enumerate(chosen) if chip.is_table)
            rest.insert(0, chosen.pop(last))
        widths = [columns(chip.words) + MARKS for chip in chosen]
        while sum(widths) + len(widths) - 1 > room and max(widths, default=0) > MARKS + 1:
            widths[widths.index(max(widths))] -= 1
        spots = []
        for chip, width in zip(chosen, widths, strict=True):
            spots.append(Spot(chip.what, left, top, width, 1))
            left += width + 1
        return spots, rest

    def drawn(self, chip: Chip, width: int, *, has_focus: bool) -> Row:
        left, right = self._context.signs.focus if has_focus else (" ", " ")
        if has_focus and self._context.controller.is_typing:
            left, right = self._signs.focus_while_typing
        words = cut(chip.words, width - MARKS, self._signs.ellipsis)
        mark = self._inks["tile focus"]
        return [(mark, left), (self._inks["tile"], fit(words, width - MARKS)), (mark, right)]


def without(title: str, text: str) -> str:
    """A title without that of the game at its beginning."""
    return text.removeprefix(title).strip(" ,:·-") or text


def _least(chip: Chip) -> int:
    return min(columns(chip.words), LEAST) + MARKS
