"""Saved rounds of Dancing, one after the other: what is shown when, and what the board looks like then."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.arena.tape import Tape, after, positions
from tilenet.clients.bots.dancing.task import Point
from tilenet.clients.model import Cell
from tilenet.clients.terminal.dancingfloor import LINES, Light, Spot, Spots

PACE, FASTEST, SLOWEST = 0.2, 0.025, 5.0  # seconds from step to step
#: The colours of dancers, which a saved round does not have: those that a server tells.
PALETTE = ["ffd55e00", "ff0072b2", "ff009e73", "fff0e442", "ffcc79a7", "ff56b4e9", "ffe69f00", "ff8b5a2b", "ffb4b4b4"]
VERDICT_SECONDS = 3.0  # for which the end of a round is shown, before the next begins


class Replay:
    """What is shown now. Each round is a board, then its stars, its steps, and its end."""

    def __init__(self, tapes: Sequence[Tape], pace: float, now: float) -> None:
        self.tapes = tapes
        self.pace = pace
        self.is_paused = False
        self._last = now  # when something was shown
        self._set_up(0)

    def _set_up(self, number: int) -> None:
        """Show the beginning of a round."""
        self.number = number
        self.tape = self.tapes[number]
        self.step = 0
        self.has_stars = self.is_at_end = False
        self._where = positions(self.tape.task)
        self._moved: set[Point] = set()

    @property
    def due(self) -> float | None:
        """When there is something else to show."""
        if self.is_paused or (self.is_at_end and self.number == len(self.tapes) - 1):
            return None
        return self._last + (VERDICT_SECONDS if self.is_at_end else self.pace)

    def advance(self, now: float) -> bool:
        """Show what comes next, if it is time; returns whether it is."""
        if self.due is None or now < self.due:
            return False
        self._last = now
        tape = self.tape
        if self.is_at_end:
            self._set_up(self.number + 1)
        elif tape.task.stars and not self.has_stars:
            self.has_stars = True
        elif self.step < len(tape.steps):
            step = tape.steps[self.step]
            self._where, self._moved = after(self._where, step), {end for _, end in step}
            self.step += 1
        else:
            self.is_at_end = True
            self._moved = set()
        return True

    def slower(self) -> None:
        self.pace = min(SLOWEST, self.pace * 2)

    def faster(self) -> None:
        self.pace = max(FASTEST, self.pace / 2)

    def pause(self, now: float) -> None:
        """Stop, or go on."""
        self.is_paused = not self.is_paused
        self._last = now

    def again(self, now: float) -> None:
        """Show everything from the beginning."""
        self._set_up(0)
        self.is_paused = False
        self._last = now

    # What it looks like

    @property
    def headline(self) -> str:
        dancer, spoiler = self.tape.names
        if self.is_at_end:
            return f"{self.tape.verdict}." if self.tape.verdict else "The contest was interrupted here."
        if not self.has_stars:
            return f"{spoiler} places stars for {dancer}."
        return f"{dancer} dances: step {self.step} of {len(self.tape.steps)}."

    @property
    def seconds(self) -> float:
        """When this has happened in the match."""
        if self.is_at_end:
            return self.tape.ended_at
        return self.tape.times[self.step - 1] if self.step else self.tape.stars_at if self.has_stars else 0.0

    def spots(self) -> Spots:
        """The board: by column and row."""
        lights = self._lights() if self.is_at_end else {}
        stars = self.tape.task.stars if self.has_stars else ()
        found: dict[Cell, Spot] = {(y, x): Spot(is_star=True) for x, y in stars}
        for point, colour in self._where.items():
            found[point[1], point[0]] = Spot((colour,), False, point in self._moved, lights.get(point))
        return found

    def _lights(self) -> dict[Point, Light]:
        found = {}
        for number, line in enumerate(self.tape.lines):
            (x1, y1), (x2, y2) = sorted(line)
            for x in range(x1, x2 + 1):
                for y in range(y1, y2 + 1):
                    found[x, y] = LINES[number % 2]
        return found
