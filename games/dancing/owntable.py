"""A table of somebody's own for Dancing: one match after the other, and whoever has waited longest plays next."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from random import Random
from typing import Any, ClassVar

from tilenet.game import Choice, Events, Game, Player, Summary, Words
from tilenet.games.dancing import advice
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.hall import PLAYING, STARTING, WAITING
from tilenet.games.dancing.hall import SEATS as MOST
from tilenet.games.dancing.instances import generate
from tilenet.games.dancing.match import Match
from tilenet.games.dancing.outcome import Side
from tilenet.games.dancing.play import Play
from tilenet.games.dancing.stage import PACE

SECONDS = 300  # usually, for each player in each round: people click
COUNTDOWN = 10.0  # seconds from the second player to a match that begins by itself
BREAK = 30.0  # seconds from the end of a match to the next one

MATCH_IS_ON = Words("The match is on.")
TWO = Words("It takes two players: invite a friend, or add a bot.")


class DancingTable(Play):
    """The first two who come sit down. After each match others take their turn, people before bots."""

    help = (
        *DancingGame.help,
        Words("At this table, whoever has waited longest plays in the next match, and people come before bots."),
    )
    has_lobby = False
    choices: ClassVar = {
        "board": Choice(
            Words("Board"),
            tuple(
                (
                    f"{size}-{colours}-{lines}",
                    Words("{size} x {size}, {colours} colours, {n} lines", size=size, colours=colours, n=lines),
                )
                for size, colours, lines in ((8, 2, 4), (12, 3, 5), (16, 3, 10), (20, 4, 15))
            ),
            "8-2-4",
        ),
        "rounds": Choice(Words("A match is"), ((1, Words("one dance")), (2, Words("one dance each"))), 2),
        "seconds": Choice(
            Words("Time to think"),
            tuple((60 * n, Words("{n} min", n=n)) for n in (2, 5, 10)),
            SECONDS,
        ),
    }

    def __init__(self, random: Random, *, board: str = "8-2-4", rounds: int = 2, seconds: int = SECONDS) -> None:
        """`board` is its size, the number of colours, and of dancers of each."""
        size, colours, dancers = map(int, board.split("-"))
        self._board = size, colours, dancers
        instance = generate(size, colours, dancers, random)
        super().__init__(random, instance=instance, rounds=rounds, seconds=float(seconds), pace=PACE, file_first=False)
        self._due_at: float | None = None  # when the next match begins by itself
        self._countdown = 0  # seconds until then, as shown
        self._played: dict[Player, Side] = {}  # who was at the last match, and on which side at first

    # For others

    def summary(self) -> Summary:
        playing = [*self._seats.values()] if self._is_on else self._next()
        names = tuple(player.name for player in playing)
        watching = sum(player not in playing for player in self._here)
        phase = PLAYING if self._is_on else WAITING
        can_join = not self._is_on and len(names) < MOST
        return Summary(names, MOST, phase, self._due_at, can_join=can_join, can_watch=self._is_on, watching=watching)

    def why_not_start(self) -> str | None:
        if self._is_on:
            return MATCH_IS_ON
        return None if len(self._here) >= MOST else TWO

    # Coming and going

    def replace_failed(self, failed: Game) -> None:
        """The host still decides when the next match begins."""
        self.is_held = failed.is_held

    def enter(self, player: Player, now: float) -> Events:
        self._here[player] = None
        if self.match is None:
            yield from self._fill_seats()
        self._set_timer(COUNTDOWN, now)
        self._changed()

    def leave(self, player: Player, now: float) -> Events:
        del self._here[player]
        self._played.pop(player, None)
        side = self._side_of(player)
        if side is not None and self.match is None:
            self._stand_up(side)
            yield from self._fill_seats()
        elif side is not None and self.match is not None:
            self._gone.add(side)
            self._forfeit(self.match)
            yield from self._go_on(self.match, now)
        if not self._here:
            self._clear()
        elif len(self._here) < MOST:
            self._set_timer(0, now)
        self._changed()

    def _clear(self) -> None:
        """Nobody is here: whoever comes next finds a table at which nothing was played."""
        for side in [*self._seats]:
            self._stand_up(side)
        self._played.clear()
        self._due_at = self.deadline = None
        if self.match is not None:
            self._set_up(generate(*self._board, self.new_match()), self.stage.pace)

    # Seats

    def _next(self) -> list[Player]:
        """Who plays next: people before bots, those who have waited before those who have played, as they came."""
        if self.match is None:
            seated = [self._seats[side] for side in sorted(self._seats)]
            return [*seated, *(one for one in self._here if one not in seated)][:MOST]
        return sorted(self._here, key=lambda one: (one.is_bot, one in self._played))[:MOST]

    def _fill_seats(self) -> Events:
        """Free seats go to those who have been here longest."""
        for player in self._next():
            free = [side for side in range(MOST) if side not in self._seats]
            if free and self._side_of(player) is None:
                self._people.sides.add(free[0])
                yield from self._take_seat(player, free[0])

    def _sat_down(self, player: Player, side: Side, now: float) -> Events:
        yield from self._take_seat(player, side)

    # Matches

    def start(self, now: float) -> Events:
        if self.match is not None:
            players = self._next()
            if self._played.get(players[0]) == 0 or self._played.get(players[1]) == 1:
                players.reverse()  # who danced first spoils first
            for side in [*self._seats]:
                self._stand_up(side)
            self._set_up(generate(*self._board, self.new_match()), self.stage.pace)
            for side, player in enumerate(players):
                self._people.sides.add(side)
                yield from self._take_seat(player, side)
        yield from self._fill_seats()
        self._due_at, self._countdown = None, 0
        self._played = {player: side for side, player in self._seats.items()}
        yield from self._begin(now)

    def hold(self, is_held: bool, now: float) -> Events:
        self.is_held = is_held
        self._due_at = None
        self._set_timer(COUNTDOWN, now)
        self._changed()
        return ()

    def _ended(self, match: Match, now: float) -> Events:
        """The stage may be a step behind, but the next match need not wait for it."""
        yield from self._say_verdicts(match, len(match.rounds))
        self._set_timer(BREAK, now)

    def _set_timer(self, seconds: float, now: float) -> None:
        """The next match begins by itself after so long, if it can, unless the host begins them."""
        if self._is_on:
            return
        if self.is_held or len(self._here) < MOST:
            self._due_at, self._countdown = None, 0
        elif self._due_at is None:
            self._due_at = now + seconds
        self._wait(now)

    def _wait(self, now: float) -> None:
        """Set the deadline while no match is on."""
        times = [] if self.match is None or self.stage.due is None else [self.stage.due]
        if self._due_at is not None:
            left = max(1, ceil(self._due_at - now))
            if left != self._countdown:
                self._countdown = left
                self._changed()
            at = self._due_at - (left - 1)
            times.append(at if now < at else self._due_at)
        self.deadline = min(times, default=None)

    def _set_deadline(self, match: Match, now: float) -> None:
        super()._set_deadline(match, now)
        if not self._is_on:
            self._wait(now)

    def tick(self, now: float) -> Events:
        if not self._is_on and self._due_at is not None and now >= self._due_at:
            yield from self.start(now)
        elif self.match is None:
            self._wait(now)
        else:
            yield from super().tick(now)

    def facts(self) -> Mapping[Any, Any]:
        facts = super().facts()
        return facts if self._is_on or self._due_at is None else {**facts, "deadline": self._due_at}

    # What is seen

    @property
    def _phase(self) -> str:
        return STARTING if self.match is None and self._due_at is not None else super()._phase

    def _headline(self) -> str:
        if self.match is not None:
            text = super()._headline()
            if self._is_on or self._due_at is None:
                return text
            return Words("{text} The next match starts in {seconds} s.", text=text, seconds=self._countdown)
        if self._due_at is not None:
            return self._goal(Words("The match starts in {seconds} s.", seconds=self._countdown))
        if len(self._here) < MOST:
            return self._goal(Words("It takes two players."))
        return self._goal(Words("The match begins when the host starts it."))

    def _status(self, player: Player) -> str | None:
        status = super()._status(player) if self._is_on else None
        if status is not None:
            return status
        if player not in self._next():
            return advice.NEXT_BUT_ONE if self._is_on else advice.WAIT_YOUR_TURN
        if self._is_on:
            return advice.NEXT
        if len(self._here) < MOST:
            return TWO
        return advice.NEXT_SEAT
