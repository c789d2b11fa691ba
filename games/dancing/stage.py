"""The stage: what spectators see of a match, slowly enough to follow.

The match itself never waits for the stage. The stage has its own dancers, and makes the steps that were made, one by
one; it can be slowed down, stopped, and begun again.
"""

from __future__ import annotations

from tilenet.games.dancing.instances import Cell, Instance
from tilenet.games.dancing.match import Match, Round, moves_of
from tilenet.games.dancing.rules import positions

PACE, FASTEST, SLOWEST = 0.2, 0.025, 5.0  # seconds from step to step: usually, and the bounds
VERDICT_SECONDS = 3.0  # for which the end of a round is shown, before the next begins


class Stage:
    """What is on the stage now."""

    def __init__(self, instance: Instance, pace: float) -> None:
        self.pace = pace
        self.is_paused = False
        self.due: float | None = None  # when there is something else to show; None if there is nothing, or it is paused
        self.revision = 0  # one more whenever something looks different
        self.changed: frozenset[Cell] = frozenset()  # with the last revision
        self._instance = instance
        self._last = float("-inf")  # when something was shown
        self._hold = 0.0  # for how long that stays, at least
        self._set_up(1)

    def _set_up(self, number: int) -> None:
        """Show the beginning of a round."""
        self.round = number
        self.step = 0  # how many were shown
        self.dancers = positions(self._instance)
        self.stars: frozenset[Cell] = frozenset()
        self.moved: frozenset[Cell] = frozenset()  # where dancers stand who moved in the last step
        self.lit: dict[Cell, int] = {}  # cells of lines, and of which
        self.is_at_end = False  # whether the verdict is shown
        self.changed = self.cells

    @property
    def cells(self) -> frozenset[Cell]:
        """All of them."""
        size = self._instance.size
        return frozenset((x, y) for x in range(size) for y in range(size))

    # What happens on it

    def follow(self, match: Match, now: float) -> None:
        """See whether there is something else to show, and when."""
        if self.is_paused or not self._has_more(match):
            self.due = None
        elif self.due is None:
            self.due = max(now, self._last + self._hold)

    def advance(self, match: Match, now: float) -> bool:
        """Show what is due; returns whether that was the end of a round."""
        if self.due is None or now < self.due:
            return False
        was_at_end = self.is_at_end
        self._show_next(match)
        self.revision += 1
        self._last, self._hold = now, VERDICT_SECONDS if self.is_at_end else self.pace
        self.due = None
        self.follow(match, now)
        return self.is_at_end and not was_at_end

    def _has_more(self, match: Match) -> bool:
        one = match.rounds[self.round - 1]
        if self.is_at_end:
            return self.round < len(match.rounds)
        return one.is_over or self.step < len(one.steps) or (bool(one.stars) and not self.stars)

    def _show_next(self, match: Match) -> None:
        one = match.rounds[self.round - 1]
        if self.is_at_end:
            self._set_up(self.round + 1)
        elif one.stars and not self.stars:
            self.stars = self.changed = frozenset(one.stars)
        elif self.step < len(one.steps):
            self._dance(one.steps[self.step])
        else:
            self._show_end(one)

    def _dance(self, step: bytes) -> None:
        moves = [*moves_of(step)]
        colours = {(x2, y2): self.dancers.pop((x1, y1)) for x1, y1, x2, y2 in moves}
        self.dancers.update(colours)
        self.changed = self.moved.union(((x1, y1) for x1, y1, _, _ in moves), colours)
        self.moved = frozenset(colours)
        self.step += 1

    def _show_end(self, one: Round) -> None:
        self.is_at_end = True
        self.lit = {cell: number for number, cells in enumerate(one.lines) for cell in cells}
        self.changed = self.moved.union(self.lit)
        self.moved = frozenset()

    # What spectators do

    def slower(self, now: float) -> None:
        self._set_pace(min(SLOWEST, self.pace * 2), now)

    def faster(self, now: float) -> None:
        self._set_pace(max(FASTEST, self.pace / 2), now)

    def _set_pace(self, pace: float, now: float) -> None:
        self.pace = pace
        if not self.is_at_end:
            self._hold = pace
        if self.due is not None:
            self.due = max(now, self._last + self._hold)

    def pause(self) -> None:
        """Stop, or go on."""
        self.is_paused = not self.is_paused
        self.changed = frozenset()
        self.revision += 1
        self.due = None

    def again(self, now: float) -> None:
        """Show everything from the beginning of the match."""
        self._set_up(1)
        self.revision += 1
        self.is_paused = False
        self.due = None
        self._last, self._hold = now, self.pace
