"""`tilenet play` in pseudo-terminals: how it is started, how a test finds its way in it, and what it must leave."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import tilenet
from tests.doubles.pseudoterminal import Terminal, Terminals

PLAY = [sys.executable, "-m", "tilenet", "play"]
SOURCE = {"PYTHONPATH": str(Path(tilenet.__file__).parents[1])}


class Play:
    """Starts clients."""

    def __init__(self, terminals: Terminals) -> None:
        self._terminals = terminals

    def __call__(self, *arguments: str, apart: bool = False) -> Terminal:
        return self._terminals([*PLAY, *arguments], env=SOURCE, errors_apart=apart)

    def at_home(self, port: int, name: str, *options: str) -> Terminal:
        """A client that has logged in, and has drawn Home by its facts, which come a moment after its tiles."""
        terminal = self(str(port), name, *options)
        terminal.sees("Click a room to walk into it.", f"{name} ", " Recharge ")
        return terminal

    def in_room(self, port: int, name: str, *options: str) -> Terminal:
        """A client that has walked to PairPanicking."""
        terminal = self.at_home(port, name, *options)
        walk(terminal, "PairPanicking", "Scoring")
        return terminal


def walk(terminal: Terminal, tile: str, sign: str) -> None:
    """Click a tile with the mouse, and see where it leads.

    It is one at the edge of a card, if there is any, since Home speaks of games elsewhere, too; or one whose name
    stands alone: that of another may begin with the same words or the same line.
    """
    terminal.sees(tile)
    rows = [terminal.row(row) for row in range(25)]
    name = re.escape(tile) + "(?![:,]| variant| practice)"
    places = [(found.start(), row) for row in range(2, 25) for found in re.finditer(name, rows[row])]
    edge = [(left, row) for left, row in places if re.search("[│┃] ?$", rows[row][:left])]
    places = edge or places
    alone = [(left, row) for left, row in places if row < 24 and not rows[row + 1][left : left + len(tile)].strip()]
    terminal.click(*(alone or places)[0])
    terminal.sees(sign)


def restored(terminal: Terminal) -> bool:
    assert terminal.left_behind == []
    return True
