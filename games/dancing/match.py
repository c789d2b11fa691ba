"""A match: one round, or two on the same instance with the roles swapped; whose turn it is, clocks, and verdicts.

Time is a parameter, as everywhere in games: `now`, in seconds. A player who does something illegal, or lets time run
out, loses the round at once; the reason is kept. The sides of a match are 0 and 1: side 0 dances in the first round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import chain
from math import ceil

from tilenet.game import Words
from tilenet.games.dancing.instances import Cell, Instance
from tilenet.games.dancing.outcome import Outcome, Side
from tilenet.games.dancing.rules import Board, Illegal, Line, Move

SECONDS = 120.0  # to think, for each player in each round
LINES_SECONDS = 10.0  # from DONE to the lines: they are not for thinking
MOST_STEPS = 10_000
MOST_MOVES = 250_000  # of all steps together: every move is kept as long as the match can be looked at


class Role(Enum):
    """What a player does in a round."""

    CHOREOGRAPHER = "choreographer"
    SPOILER = "spoiler"

    @property
    def other(self) -> Role:
        return Role.SPOILER if self is Role.CHOREOGRAPHER else Role.CHOREOGRAPHER


class Phase(Enum):
    """What a round waits for."""

    STARS = "stars"
    STEPS = "steps"
    LINES = "lines"
    OVER = "over"


#: The same for people.
PHASES = {
    Phase.STARS: Words("stars"),
    Phase.STEPS: Words("steps"),
    Phase.LINES: Words("lines"),
    Phase.OVER: Words("over"),
}


class Cause(Enum):
    """Why a round or a match is over."""

    GOAL = "goal"  # nobody has lost: all dancers stand in lines
    ILLEGAL = "illegal"
    TIME = "time"
    LEFT = "left"


class Round:
    """One dance, from the board without stars to the lines, or to the illegal act that ended it."""

    def __init__(self, instance: Instance, now: float, seconds: float = SECONDS) -> None:
        self.instance = instance
        self.board = Board(instance)
        self.phase = Phase.STARS
        self.deadline = now + seconds
        self.stars: tuple[Cell, ...] = ()
        self.steps: list[bytes] = []  # see `moves_of`
        self._moves = 0  # of all of them
        self.lines: tuple[tuple[Cell, ...], ...] = ()
        self.loser: Role | None = None
        self.reason = ""  # why somebody has lost, for people
        self.cause = Cause.GOAL  # and in a word
        self.seconds_needed = 0  # by the choreographer, from the stars to the last step
        self._seconds = seconds

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def turn(self) -> Role | None:
        """Whose clock is running."""
        if self.phase is Phase.OVER:
            return None
        return Role.SPOILER if self.phase is Phase.STARS else Role.CHOREOGRAPHER

    # What players do

    def place(self, stars: Sequence[Cell], now: float) -> None:
        """The spoiler places all stars."""
        if self._is_turn(Role.SPOILER, Phase.STARS, now) and self._is_legal(lambda: self.board.place(stars)):
            self.stars = tuple(stars)
            self.phase = Phase.STEPS
            self.deadline = now + self._seconds

    def step(self, moves: Sequence[Move], now: float) -> None:
        """The choreographer lets some dancers move."""
        if not self._is_turn(Role.CHOREOGRAPHER, Phase.STEPS, now):
            return
        if len(self.steps) == MOST_STEPS:
            self.lose(Role.CHOREOGRAPHER, Words("more than {n} steps", n=MOST_STEPS))
        elif self._moves + len(moves) > MOST_MOVES:
            self.lose(Role.CHOREOGRAPHER, Words("more than {n} moves", n=MOST_MOVES))
        elif self._is_legal(lambda: self.board.step(moves)):
            self.steps.append(bytes(chain.from_iterable(moves)))
            self._moves += len(moves)

    def done(self, now: float) -> None:
        """The choreographer's last step was made: the clock stops."""
        if self._is_turn(Role.CHOREOGRAPHER, Phase.STEPS, now):
            self.phase = Phase.LINES
            self.seconds_needed = max(1, ceil(self._seconds - (self.deadline - now)))
            self.deadline = now + LINES_SECONDS

    def finish(self, lines: Sequence[Line], now: float) -> None:
        """The choreographer says where the lines are."""
        if self._is_turn(Role.CHOREOGRAPHER, Phase.LINES, now):
            found: list[tuple[tuple[Cell, ...], ...]] = []
            if self._is_legal(lambda: found.append(self.board.check(lines))):
                (self.lines,) = found
                self.phase = Phase.OVER

    def fault(self, role: Role, reason: str, now: float) -> None:
        """Somebody said something that makes no sense."""
        self.expire(now)
        self.lose(role, self._in_step(reason) if role is self.turn and self.phase is Phase.STEPS else reason)

    def lose(self, role: Role, reason: str, cause: Cause = Cause.ILLEGAL) -> None:
        """Somebody loses this round, unless it is over."""
        if not self.is_over:
            self.phase = Phase.OVER
            self.loser = role
            self.reason = reason
            self.cause = cause

    def expire(self, now: float) -> None:
        """A player who should have done something by now loses."""
        if self.turn is not None and now >= self.deadline:
            self.lose(self.turn, self._too_late, Cause.TIME)

    def _in_step(self, reason: str) -> Words:
        return Words("step {number}: {why}", number=len(self.steps) + 1, why=reason)

    @property
    def _too_late(self) -> Words:
        match self.phase:
            case Phase.STARS:
                return Words("ran out of time (no stars within {seconds} s)", seconds=f"{self._seconds:.15g}")
            case Phase.LINES:
                return Words("ran out of time (no lines within {seconds} s of DONE)", seconds=f"{LINES_SECONDS:g}")
        return Words("ran out of time (no DONE within {seconds} s)", seconds=f"{self._seconds:.15g}")

    def _is_turn(self, role: Role, phase: Phase, now: float) -> bool:
        """Whether somebody may do what belongs to a phase now; if not, they lose, unless all is over."""
        self.expire(now)
        if self.phase is not phase:
            reason = Words("{what} when it was time for {due}", what=PHASES[phase], due=PHASES[self.phase])
            self.lose(role, reason)
        return not self.is_over

    def _is_legal(self, act: Callable[[], object]) -> bool:
        turn = self.turn
        assert turn is not None
        try:
            act()
        except Illegal as error:
            self.lose(turn, self._in_step(str(error)) if self.phase is Phase.STEPS else str(error))
            return False
        return True


def moves_of(step: bytes) -> Iterator[Move]:
    """The moves of a step that was made: they are kept as bytes, because matches can be long."""
    numbers = iter(step)
    return zip(numbers, numbers, numbers, numbers, strict=True)


class Match:
    """Up to two rounds, one after the other."""

    def __init__(self, instance: Instance, rounds: int, now: float, seconds: float = SECONDS) -> None:
        self.instance = instance
        self.most_rounds = rounds
        self.rounds: list[Round] = []
        self._seconds = seconds
        self.begin_round(now)

    @property
    def round(self) -> Round:
        """The last that has begun."""
        return self.rounds[-1]

    @property
    def is_over(self) -> bool:
        return len(self.rounds) == self.most_rounds and self.round.is_over

    def begin_round(self, now: float) -> None:
        self.rounds.append(Round(self.instance, now, self._seconds))

    def role_of(self, side: Side, number: int | None = None) -> Role:
        """What a side does in a round, counted from 1; or in the last one."""
        is_first = (number or len(self.rounds)) % 2 == 1
        return Role.CHOREOGRAPHER if (side == 0) is is_first else Role.SPOILER

    def side_of(self, role: Role, number: int | None = None) -> Side:
        return 0 if self.role_of(0, number) is role else 1

    @property
    def outcome(self) -> Outcome:
        """Once it is over."""
        lost = {self.side_of(one.loser, number) for number, one in enumerate(self.rounds, 1) if one.loser is not None}
        return Outcome(tuple(len(one.steps) for one in self.rounds), tuple(sorted(lost)))

    @property
    def cause(self) -> Cause:
        """Why it is over: what the last loser of a round has done, unless nobody has lost one."""
        return next((one.cause for one in reversed(self.rounds) if one.loser is not None), Cause.GOAL)

    def round_verdict(self, number: int, names: Sequence[str]) -> Words:
        """ann reaches the goal in 12 steps; or: bob loses: star 3: there is a dancer at 5 10"""
        one = self.rounds[number - 1]
        if one.loser is not None:
            return Words("{name} loses: {why}", name=names[self.side_of(one.loser, number)], why=one.reason)
        return Words(
            "{name} reaches the goal in {n} step",
            many="{name} reaches the goal in {n} steps",
            name=names[self.side_of(Role.CHOREOGRAPHER, number)],
            n=len(one.steps),
        )
