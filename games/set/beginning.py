"""When a game of Set begins: by a countdown, at once, or when the host of the table says so."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import ClassVar

from tilenet.game import Events, Patience, Player, Say, Tell, Words
from tilenet.games.set.rules import Match
from tilenet.games.set.seats import Seats
from tilenet.games.set.shown import ShownTable

REPLACING = 0.7  # seconds for clients to animate a replaced card, which cannot be selected meanwhile
LATE = 5.0  # seconds before a game begins, in which somebody who comes in to play lengthens the countdown to as many
LONGER = 15.0  # seconds by which all of them together can lengthen it: nobody waits for ever
ANNOUNCING = 1.0  # seconds from game to game without a countdown, in which the hash of the next deal can be read

GAME_IS_ON = Words("A game is on.")
NOBODY_IS_HERE = Words("Nobody is here to play.")


class Beginnings(ShownTable):
    """A table at which one game follows another."""

    options: ClassVar = {"countdown": float}
    countdown = 15.0  # seconds
    meanwhile: str = Words("you watch, and play in the next game.")

    def __init__(self, random: Random, *, countdown: float | None = None, at_three: bool = False) -> None:
        super().__init__(random, at_three=at_three)
        if countdown is not None:
            self.countdown = countdown
        self._patience = Patience()
        self._found_nothing_since: float | None = None  # while others wait
        self._begins_at_latest = 0.0  # however many come in during the countdown

    def why_not_start(self) -> str | None:
        if self.is_on:
            return GAME_IS_ON
        return None if self._queue.here else NOBODY_IS_HERE

    def _count_down(self, now: float) -> Events:
        """The next game begins in a while, or now; unless the host says when."""
        self._scene = None
        if self.is_held:
            return
        if self.countdown > 0:
            self._begins_at = now + self.countdown
            self._begins_at_latest = self._begins_at + LONGER
        elif self.deals is not None and not self.deals.is_announced:
            self._begins_at = self._begins_at_latest = now + ANNOUNCING
        else:
            yield from self._begin(now)

    def _wait_for(self, player: Player, begins_at: float, now: float) -> Events:
        """Somebody has come in during the countdown, and should have a moment to look around."""
        later = min(now + min(LATE, self.countdown), self._begins_at_latest)
        if begins_at < later:
            self._begins_at = later
            yield Say(Words("The game starts a little later, so {name} has time to get ready.", name=player.name))

    def _count(self, begins_at: float, now: float) -> float:
        """Show how many seconds are left of the countdown; returns when that changes.

        Counted back from the end, so that a late tick does not delay it. The subtraction is rounded: what counts is
        which of the deadlines below have passed.
        """
        about = ceil(begins_at - now)
        left = next(second for second in (about - 1, about, about + 1) if now >= begins_at - second)
        left = max(1, min(left, ceil(self.countdown)))
        if left != self._seconds:
            self._seconds, self._scene = left, None
        return begins_at - (left - 1)

    def _go_on(self, match: Match, now: float) -> Events:
        """Another game follows this one, with those first who have watched it."""
        self._clear_away(match)
        yield from self._count_down(now)
        yield from self._turn_away()

    def _start_now(self, now: float) -> Events:
        """The host has said so."""
        if self.match is not None:
            self._clear_away(self.match)
        yield from self._begin(now)
        yield from self._turn_away()

    def _hold(self, now: float) -> Events:
        """The host says when games begin, from now on or no longer."""
        self._scene = None
        if self.match is not None or not self._queue.here:
            return
        if self.is_held:
            self._begins_at, self._seconds = None, 0
        elif self._begins_at is None:
            yield from self._count_down(now)

    def _clear_away(self, match: Match) -> None:
        self._queue.line_up(match.scores, self._sitting)
        self.match = self._found = None

    def _turn_away(self) -> Events:
        """Tell those without a seat in the next game, or in the one that has just begun."""
        players = {*self._players()}
        for other in self._queue.here:
            if other not in players:
                yield Tell(other, self._full())

    def _begin(self, now: float) -> Events:
        self.match = Match(self._next_players(), self.new_match(), now)
        self._sitting = Seats(self.match.scores, now)
        self._begins_at = self._scene = self._found = None
        self._seconds = 0
        self._patience.watch((), now)
        self._found_nothing_since = None
        self._free_at.clear()
        yield Say(Words("The game begins: {cards} in the deck.", cards=len(self.match.deck)))

    def _meanwhile(self) -> str:
        """What those do who have no seat."""
        return self.meanwhile

    def _full(self) -> str:
        return Words("Twelve are playing: {meanwhile}", meanwhile=self._meanwhile())
