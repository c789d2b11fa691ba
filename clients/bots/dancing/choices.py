"""Which line a group of dancers takes: one that is free, and that leaves them as much time as possible."""

from __future__ import annotations

from random import Random

from tilenet.clients.bots.dancing.board import Board, bits
from tilenet.clients.bots.dancing.fit import Span, touching

#: What is bad about a line that leaves a group this many steps to spare: such lines are harder to dance to.
SPARE = ((2, 0.0), (1, 0.1), (0, 0.3))
NO_LINE = 1.0
NOWHERE = -1  # the place of no line
MOST_KNOWN = 20_000  # groups whose lines we remember


class Choices:
    """The lines that groups can form within a number of steps. A group is a set of dancers, as bits."""

    def __init__(self, board: Board, steps: int, random: Random) -> None:
        self._colours = board.task.colours
        self._random = random.random
        self._spans = [Span(board, max(0, steps - spare)) for spare, _ in SPARE]
        self._known: dict[int, list[int]] = {}  # the lines of a group in each of the spans; -1 if not needed so far
        self._last = 2 * board.mirror
        #: The cells of the line at each place, on the board and in the mirror.
        self.cells = {place: sum(map(board.both, board.line_cells(place))) for place in bits(board.places(board.free))}
        self.cells[NOWHERE] = 0

    def find(self, group: int, taken: int) -> tuple[float, int]:
        """What is bad about the best line for a group, and its place; the cells that are taken are not for it."""
        blocked = touching(taken, self._colours)
        known = self._known.get(group)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[group] = [-1] * len(self._spans)
        for number, places in enumerate(known):
            if places < 0:
                places = known[number] = sum(1 << place for place in self._spans[number].places(list(bits(group))))
            if free := places & ~blocked:
                first = int(self._random() * self._last)  # any of them: the next one from here
                later = free >> first
                place = first + (later & -later).bit_length() - 1 if later else (free & -free).bit_length() - 1
                return SPARE[number][1], place
        return NO_LINE, NOWHERE
