"""The turns of Tombala, in any room: who plays, when a number is drawn, and how a game ends."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import ClassVar

from tilenet.game import Events, Game, Patience, Player, Result, Say, Tell, Words
from tilenet.games.tombala.ending import note_of, standings_of
from tilenet.games.tombala.events import Dealt, Drawn, Over
from tilenet.games.tombala.hand import Hand
from tilenet.games.tombala.look import Look
from tilenet.games.tombala.rules import Match
from tilenet.games.tombala.seats import Seat, seats_of

THIRD_CINKO, NO_NUMBERS = "cinko", "numbers"  # why a game is over: somebody has won, or no number is left


class Turns(Game):
    """What all rooms of Tombala have in common."""

    title = "Tombala"
    about = Words("Turkish bingo.")
    kind = "tombala/1"
    bot = "tombala"
    is_dealt = True
    board_role = "board"
    has_lobby: ClassVar[bool] = True  # whether there is a way to the lobby

    def __init__(self, random: Random, every: int | None) -> None:
        """`every` is how many seconds there are from number to number; None if the game waits for all players."""
        super().__init__(random)
        self.every = every
        self.match: Match | None = None
        self._hands: dict[Player, Hand] = {}  # of those who play, in order of arrival
        self._patience = Patience()
        self._look = Look()
        self._seconds = 0  # of the countdown, as shown
        self._last_seats: list[Seat] = []  # as they were when the game was over

    @property
    def is_on(self) -> bool:
        return self.match is not None and not self.match.is_over

    # The game

    def _deal(self) -> Events:
        """Begin a game of those who have a hand, and draw the first number, for which `_draw` is next."""
        self.match = match = Match(self._hands, self.new_match())
        for player, card in match.cards.items():
            self._hands[player].card = card
            yield Dealt((player,), card)

    def _draw(self, match: Match, now: float) -> Events:
        number = match.draw()
        self._look.changed_for_all()
        if number is None:
            yield Say(Words("All 90 numbers have been drawn. Game over: no winner."))
            yield from self._end(match, now)
            return
        self.deadline = None if self.every is None else now + self.every
        for hand in self._hands.values():
            if hand.is_auto and number in hand.numbers:
                hand.marks.add(number)
        yield Drawn(number)

    def _end(self, match: Match, now: float) -> Events:
        self._last_seats = self._seats()
        self._ended(now)
        yield Over()
        reason = NO_NUMBERS if match.winner is None else THIRD_CINKO
        yield Result(self.title, standings_of(match), reason=reason, note=note_of(match))

    @abstractmethod
    def _ended(self, now: float) -> None:
        """A game is over."""

    def _play_on(self, match: Match, now: float) -> Events:
        """The deadline of a game that is on has come."""
        if self.every is None:
            yield from self._stop_waiting(match, now)
        elif match.is_attended:
            yield from self._draw(match, now)
        else:
            self.deadline = None  # nothing is drawn while everybody is away

    def _go_on(self, now: float) -> Events:
        """Draw, if the game no longer waits for anybody; otherwise it does not wait for ever."""
        match = self.match
        if match is None or match.is_over or self.every is not None:
            return
        if match.is_turn_over:
            yield from self._draw(match, now)
        if not match.is_over:
            self._patience.watch(match.keeping_others_waiting, now)
            self.deadline = self._patience.deadline

    def _stop_waiting(self, match: Match, now: float) -> Events:
        """For players who have kept the others waiting for long."""
        warned, idle = self._patience.due(now)
        for player in warned:
            text = Words(
                "The others are waiting: ask for the next number within {seconds:g} s.", seconds=Patience.WARNING
            )
            yield Tell(player, text)
        for player in idle:
            match.dozing.add(player)
            self._look.changed()
            yield Tell(player, Words("The game goes on without waiting for you, until you ask for a number again."))
        yield from self._go_on(now)

    def away(self, player: Player, now: float) -> Events:
        """The others go on at once."""
        self._look.changed()
        return self._go_on(now)

    def back(self, player: Player, now: float) -> Events:
        """The game waits for the player again. If everybody was away, it goes on."""
        self._look.changed()
        if self.is_on and self.every is not None and self.deadline is None:
            self.deadline = now + self.every
        return self._go_on(now)

    def _seats(self) -> list[Seat]:
        return self._last_seats or seats_of(self._hands, self.match, waits_for_all=self.every is None)
