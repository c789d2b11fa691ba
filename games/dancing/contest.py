"""A match of Dancing in a room: who has a seat, what players do in which round, how it ends; and its stage."""

from __future__ import annotations

from abc import abstractmethod
from math import ceil
from random import Random

from tilenet.game import Events, Game, Moment, Player, Ranking, Result, Say, Tell, Words
from tilenet.games.dancing.ending import standings_of
from tilenet.games.dancing.events import (
    NOT_YOUR_TURN,
    Begins,
    Dance,
    Done,
    Fault,
    Finish,
    Over,
    Place,
    Seated,
    StarsPlaced,
    Verdict,
)
from tilenet.games.dancing.instances import Instance
from tilenet.games.dancing.match import Cause, Match, Phase, Role
from tilenet.games.dancing.outcome import Side
from tilenet.games.dancing.people import People
from tilenet.games.dancing.scenery import Scenery
from tilenet.games.dancing.stage import Stage

Request = Place | Dance | Done | Finish | Fault


class Contest(Game):
    """What all rooms of matches have in common. Who sits down when, and what comes after a match, is for a subclass."""

    def __init__(
        self, random: Random, *, instance: Instance, rounds: int, seconds: float, pace: float, file_first: bool
    ) -> None:
        """See `DancingGame`."""
        super().__init__(random)
        self._rounds = rounds
        self._seconds_each = seconds
        self._file_first = file_first
        self._here: dict[Player, None] = {}  # in order of arrival
        self._people = People()
        self._is_dropped = False  # whether the game has failed
        self._seats: dict[Side, Player] = {}
        self._names = ["", ""]  # of both sides; they stay when players are gone
        self._set_up(instance, pace)

    def _set_up(self, instance: Instance, pace: float) -> None:
        """An empty stage, on which nothing has begun."""
        self.instance = instance
        self.match: Match | None = None
        self.stage = Stage(instance, pace)
        self._gone: set[Side] = set()  # the sides whose players have left
        self._ended_at: float | None = None
        self._result: Result | None = None  # when the match is over; the stage may be behind
        self._said = 0  # rounds whose verdict was said to spectators
        self._seconds: int | None = None  # on the clock
        self._steps = 0  # of the round on the stage, when the scene last changed
        self._scenery = Scenery(instance.size, self._rounds)
        self._seen: tuple[object, ...] = ()  # what the scene was made from

    def _set_rounds(self, rounds: int) -> None:
        """The match that is about to begin has so many."""
        if rounds != self._rounds:
            self._rounds = rounds
            self._scenery = Scenery(self.instance.size, rounds)

    @property
    def _is_on(self) -> bool:
        return self.match is not None and self._ended_at is None

    @abstractmethod
    def _changed(self) -> None:
        """Something that everybody sees has changed, or the line that others are told of this room."""

    # Seats

    def _side_of(self, player: Player) -> Side | None:
        return next((side for side, one in self._seats.items() if one is player), None)

    def _stand_up(self, side: Side) -> None:
        del self._seats[side]
        self._names[side] = ""
        self._people.sides.discard(side)

    def _take_seat(self, player: Player, side: Side) -> Events:
        self._seats[side] = player
        self._names[side] = player.name
        self._changed()
        yield Seated((player,))

    # The match

    def _begin(self, now: float) -> Events:
        self.match = match = Match(self.instance, self._rounds, now, self._seconds_each)
        yield from self._tell_begin(match)
        yield from self._go_on(match, now)

    def _tell_begin(self, match: Match) -> Events:
        for side, player in self._seats.items():
            yield Begins((player,), len(match.rounds), match.role_of(side), match.instance, self._file_first)

    def _play(self, match: Match, role: Role, request: Request, now: float) -> Events:
        """Let a player do something in the round that is on."""
        before = match.round.phase
        self._do(match, role, request, now)
        if isinstance(request, Place) and before is Phase.STARS and match.round.phase is Phase.STEPS:
            yield StarsPlaced((self._seats[match.side_of(Role.CHOREOGRAPHER)],), match.round.stars)
        yield from self._go_on(match, now)

    def _do(self, match: Match, role: Role, request: Request, now: float) -> None:
        one = match.round
        match role, request:
            case Role.SPOILER, Place(_, stars):
                one.place(stars, now)
            case Role.CHOREOGRAPHER, Dance(_, steps, fault):
                for moves in steps:
                    one.step(moves, now)
                if fault:
                    one.fault(role, fault, now)
            case Role.CHOREOGRAPHER, Done():
                one.done(now)
            case Role.CHOREOGRAPHER, Finish(_, lines):
                one.finish(lines, now)
            case _, Fault(_, reason):
                one.fault(role, reason, now)
            case _:
                one.fault(role, NOT_YOUR_TURN, now)

    def _forfeit(self, match: Match) -> None:
        """A round goes on without its spoiler once the stars are placed, but never without its choreographer."""
        one = match.round
        for side in sorted(self._gone):
            role = match.role_of(side)
            if role is Role.CHOREOGRAPHER or one.phase is Phase.STARS:
                one.lose(role, Words("left before the end"), Cause.LEFT)

    def _go_on(self, match: Match, now: float) -> Events:
        """Something may have happened in the round: tell players, and begin the next one if it is over."""
        while match.round.is_over and self._ended_at is None:
            number = len(match.rounds)
            players = tuple(self._seats.values())
            yield Verdict(players, f"round {number}: {match.round_verdict(number, self._names)}")
            if match.is_over:
                self._ended_at = now
                yield Over(players, f"match: {match.outcome.verdict(self._names)}")
                if len(self._gone) < len(players):
                    self._result = self._conclude(match)
                    yield self._result
                yield from self._ended(match, now)
            else:
                match.begin_round(now)
                yield from self._tell_begin(match)
                self._forfeit(match)
        yield from self._attend(now)

    def _conclude(self, match: Match) -> Result:
        standings = standings_of(match, self._seats, self._gone)
        note = match.outcome.verdict(self._names)
        return Result(self.title, standings, is_told=False, reason=match.cause.value, note=note)

    @abstractmethod
    def _ended(self, match: Match, now: float) -> Events:
        """The match is over, and the result told to those who keep it."""

    # Time, and the stage

    def tick(self, now: float) -> Events:
        if self.match is not None:
            self.match.round.expire(now)
            yield from self._go_on(self.match, now)

    def _attend(self, now: float) -> Events:
        """Show what is due on the stage, and set the next deadline."""
        match = self.match
        if match is not None:
            self.stage.follow(match, now)
            if self.stage.advance(match, now):
                yield from self._say_verdicts(match, self.stage.round)
            for side, hint in self._people.deal(match, self._names):
                seconds = f"{self._seconds_each:.15g}"
                yield Tell(self._seats[side], Words("{hint} You have {seconds} s.", hint=hint, seconds=seconds))
            self._set_deadline(match, now)
        phase = None if match is None else (len(match.rounds), match.round.phase)
        seen = (self.stage.revision, self._seconds, phase, *self._names)
        if seen != self._seen:  # how many steps were sent is not worth a new scene each time
            self._seen = seen
            self._steps = 0 if match is None else len(match.rounds[self.stage.round - 1].steps)
            self._changed()

    def _say_verdicts(self, match: Match, shown: int) -> Events:
        """Say how the rounds have ended, up to this one, each the first time that it ends on the stage."""
        while self._said < shown:
            self._said = number = self._said + 1
            verdict = match.round_verdict(number, self._names)
            yield Say(Words("Round {number}: {verdict}.", number=number, verdict=verdict))
            yield Moment(Words("Round {number}", number=number))
            if match.is_over and number == len(match.rounds):
                yield Say(Words("Match: {verdict}.", verdict=match.outcome.verdict(self._names)))
                if self._result is None:
                    yield Ranking((), match.cause.value)
                else:
                    yield Ranking(self._result.standings, self._result.reason, self._result.note)

    def _set_deadline(self, match: Match, now: float) -> None:
        times = [] if self.stage.due is None else [self.stage.due]
        self._seconds = None
        if not match.round.is_over:
            end = match.round.deadline
            self._seconds = max(1, ceil(end - now))
            next_second = end - (self._seconds - 1)
            times.append(next_second if now < next_second else end)
        self.deadline = min(times, default=None)
