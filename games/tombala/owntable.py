"""A table of somebody's own for Tombala: one game after the other, with those who are there when each begins."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import ClassVar

from tilenet.game import Choice, Cost, Events, Game, Player, Summary, Words
from tilenet.games.tombala import advice
from tilenet.games.tombala.commands import PLAYING as COMMANDS
from tilenet.games.tombala.game import JOINING, TOLD, TombalaGame
from tilenet.games.tombala.hand import Hand
from tilenet.games.tombala.play import Play
from tilenet.games.tombala.rooms import OVER, PLAYING, STARTING, WAITING
from tilenet.games.tombala.table import SEATS, headline

COUNTDOWN = 15.0  # seconds before a game that begins by itself
GRACE = 5.0  # seconds that somebody has who comes in during them
LONGEST = 60.0  # seconds of a countdown, whoever comes
BREAK = 20.0  # seconds from the end of a game to the next one that begins by itself

GAME_IS_ON, NOBODY = Words("The game is on."), Words("Nobody is here.")
HELD = Words("The game begins when the host starts it.")
YOU_PLAY = Words("You play in the next game.")
YOU_WATCH = Words("You watch; you play in the next game.")


class TombalaTable(Play):
    """Everybody who is here when a game begins gets a card; whoever comes later watches, and plays in the next one."""

    help = (
        *TombalaGame.help[:3],
        Words("If you come during a game, you watch it, and play in the next one. This game does not change points."),
    )
    commands = COMMANDS
    has_lobby = False
    choices: ClassVar = {
        "every": Choice(
            Words("Next number"),
            (
                (0, Words("when all are ready")),
                (3, Words("every {n} s", n=3)),
                (5, Words("every {n} s", n=5)),
                (10, Words("every {n} s", n=10)),
            ),
            0,
        )
    }

    def __init__(self, random: Random, *, every: int = 0) -> None:
        """`every` is 0 if the game waits for all players."""
        super().__init__(random, every or None)
        self._waiting: dict[Player, None] = {}  # those who are here and have no card, in order of arrival
        self._due_at: float | None = None  # when the next game begins by itself
        self._latest = 0.0  # the same, however many come in the meantime

    # For others

    def summary(self) -> Summary:
        playing = [*self._hands] if self.is_on else [*self._hands, *self._waiting][:SEATS]
        names = tuple(player.name for player in playing)
        watching = len(self._hands) + len(self._waiting) - len(names)
        phase = PLAYING if self.is_on else WAITING
        can_join = not self.is_on and len(names) < SEATS
        return Summary(names, SEATS, phase, self._begins_at, can_join=can_join, can_watch=self.is_on, watching=watching)

    def why_not_start(self) -> str | None:
        return GAME_IS_ON if self.is_on else None if self._hands or self._waiting else NOBODY

    # Coming and going

    def replace_failed(self, failed: Game) -> None:
        """The host still decides when the next game begins."""
        self.is_held = failed.is_held

    def enter(self, player: Player, now: float) -> Events:
        if self.match is None and len(self._hands) < SEATS:
            self._hands[player] = Hand()
        else:
            self._waiting[player] = None
        self._look.changed()
        if self._due_at is None:
            self._set_timer(COUNTDOWN, now)
        elif not player.is_bot:
            self._due_at = max(self._due_at, min(now + GRACE, self._latest))
            self._count_down(now)
        yield Cost(player, JOINING + (len(self._hands) + len(self._waiting)) / TOLD)

    def leave(self, player: Player, now: float) -> Events:
        self._waiting.pop(player, None)
        played = self._hands.pop(player, None) is not None
        self._look.changed()
        self._look.forget(player)
        if played and self.match is not None and self.is_on:
            self.match.leave(player)
            if self.match.is_over:  # those who are left only watch
                self._ended(now)
        if not self._hands and not self._waiting:
            self.match, self._due_at, self.deadline = None, None, None
            self._last_seats = []
        yield from self._go_on(now)

    # Games

    def start(self, now: float) -> Events:
        """Begin a game with all who are here."""
        marking = {player for player, hand in self._hands.items() if hand.is_auto}
        everybody = [*self._hands, *self._waiting]
        self._hands = {player: Hand() for player in everybody[:SEATS]}
        self._waiting = dict.fromkeys(everybody[SEATS:])
        for player in marking & self._hands.keys():
            self._hands[player].is_auto = True
        self._due_at, self._seconds, self._last_seats = None, 0, []
        yield from self._deal()
        yield from self._draw(self._match_now(), now)

    def hold(self, is_held: bool, now: float) -> Events:
        self.is_held = is_held
        self._due_at = None
        self._set_timer(COUNTDOWN, now)
        self._look.changed_for_all()
        return ()

    def tick(self, now: float) -> Events:
        if self.match is not None and self.is_on:
            yield from self._play_on(self.match, now)
        elif self._due_at is None:
            self.deadline = None
        elif now < self._due_at:
            self._count_down(now)
        else:
            yield from self.start(now)

    def _ended(self, now: float) -> None:
        self._look.changed_for_all()
        self._set_timer(BREAK, now)

    def _set_timer(self, seconds: float, now: float) -> None:
        """The next game begins by itself after so long, unless one is on, or the host begins them."""
        if self.is_on:
            return
        self.deadline, self._seconds = None, 0
        if not self.is_held and (self._hands or self._waiting):
            self._due_at, self._latest = now + seconds, now + LONGEST
            self._count_down(now)

    def _count_down(self, now: float) -> None:
        assert self._due_at is not None
        self._seconds = max(1, ceil(self._due_at - now))
        at = self._due_at - (self._seconds - 1)
        self.deadline = at if now < at else self._due_at
        self._look.changed()

    # What is seen

    @property
    def _is_at_stake(self) -> bool:
        return self.is_on

    @property
    def _begins_at(self) -> float | None:
        return self._due_at

    @property
    def _phase(self) -> str:
        if self.match is not None:
            return PLAYING if self.is_on else OVER
        return WAITING if self._due_at is None else STARTING

    def _headline(self) -> str:
        if self.match is None and self._due_at is None:
            return HELD
        text = headline(self.match, self._seconds, self.every)
        if self.match is None or self._due_at is None:
            return text
        return Words("{text} The next game starts in {seconds} s.", text=text, seconds=self._seconds)

    def _status(self, player: Player) -> Words:
        if not self.is_on:
            return YOU_PLAY if self.match is not None or self.is_held else advice.BEFORE
        return self._only_watching(player)

    def _only_watching(self, player: Player) -> Words:
        return YOU_WATCH
