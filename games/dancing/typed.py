"""The commands that players of Dancing type instead of clicking cells one by one: /star and /move."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tilenet.game import Words
from tilenet.games.dancing.instances import Cell

COMMANDS: Mapping[str, str] = {
    "star": Words("/star ROW COLUMN places a star; add two more numbers for each other star."),
    "move": Words("/move ROW COLUMN ROW COLUMN moves a dancer; add four more numbers for each other dancer."),
}
_NUMBERS = {"star": 2, "move": 4}  # of one star, or one move
_TEXT = re.compile(r"[ ]*[0-9]{1,3}(?:[ ]+[0-9]{1,3})*[ ]*", re.ASCII)


class NotNumbers(Exception):
    """This is not what the command needs; the text, which is Words, says what is."""


def cells_in(text: str, command: str) -> list[Cell]:
    """The cells that were typed after a command."""
    numbers = [*map(int, text.split())] if _TEXT.fullmatch(text) else []
    if not numbers or len(numbers) % _NUMBERS[command]:
        raise NotNumbers(COMMANDS[command])
    return [*zip(numbers[::2], numbers[1::2], strict=True)]
