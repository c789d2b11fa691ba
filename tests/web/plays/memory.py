"""Memory: ann finds a pair and a player whose name looks like a score does not; then the game ends."""

from __future__ import annotations

from random import Random

from tests.doubles.memory_cards import PAIRS, Stacked
from tests.web.plays.recording import Recording
from tilenet.games.memory.game import Memory


class Plain(Memory):
    """A board with the cards in order: aa aa ab ab ..."""

    def __init__(self, random: Random) -> None:
        super().__init__(Stacked())


def play() -> Recording:
    memory = Recording(Plain)
    ann, other = memory.enter("ann"), memory.enter("b 9")
    memory.moment("begun")
    ann.click(("card", 0, 0))
    memory.moment("one is up")
    ann.click(("card", 1, 0))
    memory.moment("a pair is found")
    other.click(("card", 2, 0))
    other.click(("card", 3, 3))
    memory.moment("two are wrong")
    memory.table.advance(2)
    memory.moment("hidden")
    for pair in PAIRS[1:]:
        for cell in pair:
            ann.click(("card", *cell))
    memory.moment("over")
    return memory
