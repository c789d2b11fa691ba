"""A table of Set as it is: who sits there, which cards lie on it, and what people see and programs are told of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from tilenet.game import Game, Key, KeyId, Player, Scene, Summary, Tile, TileId, View, Words, role
from tilenet.games.set import status
from tilenet.games.set.hand import FULL, Hands
from tilenet.games.set.layouts import NO_SET, SUBMIT
from tilenet.games.set.rules import PLACES, Answer, Match, features
from tilenet.games.set.seats import Queue, Seats
from tilenet.games.set.table import (
    PLAYS,
    RESTART,
    SEATS,
    SIZE,
    TABLE_KEYS,
    WATCHES,
    card_tiles,
    command_tiles,
    deck_tile,
    seat_tiles,
)

WAITING, STARTING, PLAYING, OVER = "waiting", "starting", "playing", "over"  # the phases

OVER_HERE = Words("The game is over.")
NO_CARDS = (None,) * PLACES
SHOWING = 2.0  # seconds for clients to show what somebody has found, beside the cards that replace it


@dataclass(frozen=True)
class Found:
    """The last right answer, and until when clients show it."""

    answer: Answer
    until: float

    def facts(self, seat: int) -> Mapping[Any, Any]:
        answer = self.answer
        return {
            "claim": answer.kind,
            "by": str(seat),
            "cards": {("card", place): features(card) for place, card in answer.claimed.items()},
            "points": answer.points + answer.bonus,
            "until": self.until,
        }


class ShownTable(Game):
    """The state of a table, which a subclass changes, and all views of it."""

    board_role = "card"
    caches: ClassVar = {"_scene": None}
    playing: str = Words("Find 3 cards, each feature all alike or all different.")
    stake: str = Words("The game goes on without you.")  # what leaving costs those who play
    seats = SEATS  # how many can play at once

    def __init__(self, random: Random, *, at_three: bool = False) -> None:
        super().__init__(random)
        self._queue = Queue()
        self._hands = Hands(at_three=at_three)
        self._reset()

    def _reset(self) -> None:
        self.match: Match | None = None  # the current match, or the last one
        self._sitting = Seats()  # in that match
        self._found: Found | None = None  # in that match
        self._begins_at: float | None = None
        self._seconds = 0  # of the countdown, as shown
        self._free_at: dict[int, float] = {}  # when a replaced card can be selected
        self._now = 0.0  # when something last happened
        self._scene: Scene | None = None  # None when something in it may have changed

    @property
    def is_on(self) -> bool:
        return self.match is not None and not self.match.is_over

    def _next_players(self) -> list[Player]:
        """Who plays if the game begins now."""
        return self._queue.order()[: self.seats]

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._scene = Scene(SIZE, self._tiles(), self._keys(), self._headline())
        return self._scene

    def view(self, player: Player) -> View:
        plays = self._is_playing(player)
        stake = self.stake if plays else ""
        plays = plays or not self.is_on
        return self._hands.view(player, self.scene().tiles, self._board(), self.is_on, stake, plays=plays)

    def stale_views(self) -> Iterable[Player] | None:
        """Views show cards and keys: so a score that changes concerns nobody's."""
        counts_down, can_restart = self._begins_at is not None, self._can_restart()
        return self._hands.stale(self.match, self.is_on, counts_down, can_restart, *self._board())

    def summary(self) -> Summary:
        here, taken = self._queue.here, self._sitting.taken
        return Summary(
            tuple(player.name for player in self._players()),
            self.seats,
            WAITING if self.match is None else PLAYING if self.is_on else OVER,
            self._begins_at,
            can_join=self.match is None and self._queue.busy < self.seats,
            watching=len(here) - sum(player in here for player in taken) if self.is_on else 0,
        )

    def _board(self) -> Sequence[int | None]:
        return NO_CARDS if self.match is None else self.match.board

    def _tiles(self) -> dict[TileId, Tile]:
        cards = card_tiles(self._board(), self.is_on)
        deck = deck_tile(len(self.match.deck) if self.match is not None and self.is_on else None)
        commands = command_tiles(self.is_on, self._can_restart(), self._hands.at_three)
        return {**cards, **seat_tiles(self._seats()), **commands, **deck}

    def _keys(self) -> dict[KeyId, Key]:
        return TABLE_KEYS

    def _seats(self) -> list[tuple[str, str]]:
        """ann 23, and what she does"""
        return [
            (f"{player.name} {self._score(player)}", WATCHES if self._has_given_up(player) else PLAYS)
            for player in self._players()
        ]

    def _players(self) -> Iterable[Player]:
        """In the order of their seats: those of the match, or of the next one."""
        return self._next_players() if self.match is None else self.match.scores

    def _has_given_up(self, player: Player) -> bool:
        return self.match is not None and player not in self._sitting.taken

    def _score(self, player: Player) -> int:
        return 0 if self.match is None else self.match.scores[player]

    def _can_restart(self) -> bool:
        return self.match is not None and self.match.is_over and not self.is_held

    def _headline(self) -> str:
        if self.match is None:
            if self.is_held:
                return Words("The game starts when the host says so.")
            return Words("The game begins in {seconds} s.", seconds=self._seconds) if self._seconds else ""
        if not self.match.is_over:
            return self.playing
        return OVER_HERE if self.is_held else Words("The game is over. Restart begins a new one.")

    # What programs are told

    def facts(self) -> Mapping[Any, Any]:
        waits = WAITING if self._begins_at is None else STARTING
        return {
            "phase": waits if self.match is None else PLAYING if self.is_on else OVER,
            "deadline": self._begins_at,
            "deck": len(self.match.deck) if self.match is not None and self.is_on else None,
            "cards": {("card", place): features(card) for place, card in enumerate(self._board()) if card is not None},
            "free_at": {("card", place): free_at for place, free_at in self._free_at.items()},
            "seats": {seat: self._seat(player) for seat, player in enumerate(self._players())},
            "found": self._found and self._found.facts([*self._players()].index(self._found.answer.by)),
        }

    def _seat(self, player: Player) -> Mapping[str, object]:
        return {"player": player, "score": self._score(player), "gone": self._has_given_up(player) or None}

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        facts = {**self._hands.facts(player), "status": self._status(player)}
        if not self._is_playing(player):
            return facts
        selected = [role(("card", place)) for place in sorted(self._hands.of(player).selected)]
        return {**facts, "selected": selected, "leave": self.stake or None}

    def _status(self, player: Player) -> str | None:
        """In a line. What to do until a host starts a game depends on who that is: the room says it."""
        if self.match is None:
            if player not in self._next_players():
                return status.FULL_TABLE
            return None if self._begins_at is None else status.PLAYS_SOON
        if self.match.is_over:
            return status.OVER_FOR_NOW if self._can_restart() else None
        if self._is_playing(player):
            hand = self._hands.of(player)
            return status.playing(len(hand.selected), submits_at_three=hand.submits_at_three)
        return status.GAVE_UP if player in self.match.scores else status.WATCHES

    def scramble(self, player: Player) -> None:
        """The deck, and what others have selected."""
        if self.match is None or self.match.is_over:
            return
        self.random.shuffle(self.match.deck)
        cards = [place for place, card in enumerate(self.match.board) if card is not None]
        for other in filter(self._is_playing, self._queue.here):
            if other is not player:
                self._hands.of(other).selected = {*self.random.sample(cards, self.random.randrange(FULL + 1))}

    def legal(self, player: Player) -> Iterable[TileId]:
        if self.match is None or self.match.is_over:
            return [RESTART] if self._can_restart() else []
        if not self._is_playing(player):
            return []
        selected = self._hands.of(player).selected
        if len(selected) == FULL:
            return [*(("card", place) for place in sorted(selected)), SUBMIT, NO_SET]
        return [*self._free_cards(), NO_SET]

    def _is_playing(self, player: Player) -> bool:
        return self.is_on and player in self._sitting.taken

    def _free_cards(self) -> list[TileId]:
        """The cards that can be selected: they lie on the board, and are not being replaced."""
        cards = [place for place, card in enumerate(self._board()) if card is not None]
        return [("card", place) for place in cards if self._free_at.get(place, self._now) <= self._now]
