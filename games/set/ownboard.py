"""One player's own board in practice: the cards on it, which of them are being replaced, and the last answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any

from tilenet.game import Player, Tile, TileId, Words
from tilenet.games.set.beginning import REPLACING
from tilenet.games.set.rules import Answer, Kind, Match, features, find_sets, why_no_set
from tilenet.games.set.shown import OVER, PLAYING, SHOWING
from tilenet.games.set.table import card_tiles, deck_tile

SCORE = "score"


class OwnBoard:
    """The deck that a player goes through alone."""

    def __init__(self, player: Player, random: Random, now: float) -> None:
        self.player = player
        self.free_at: dict[int, float] = {}  # when a card that is being replaced can be selected
        self._begin(random, now)

    def _begin(self, random: Random, now: float) -> None:
        self.match = Match([self.player], random, now)
        self.last: Answer | None = None
        self._shown_until = now  # what was found last

    def deal_again(self, random: Random, now: float) -> None:
        """Begin with another deck. Cards that change are replaced, as after an answer."""
        before = self.match.board
        self._begin(random, now)
        board = self.match.board
        self._replace((place for place, card in enumerate(before) if card not in (None, board[place])), now)

    def is_free(self, place: int, now: float) -> bool:
        """Whether there is a card that can be selected."""
        return self.match.board[place] is not None and now >= self.free_at.get(place, now)

    def is_replacing(self, now: float) -> bool:
        return any(now < free_at for free_at in self.free_at.values())

    def claim(self, places: Collection[int], now: float) -> Answer:
        return self._answered(self.match.claim(self.player, places, now), now)

    def no_set(self, now: float) -> Answer:
        return self._answered(self.match.no_set(self.player, now), now)

    def _answered(self, answer: Answer, now: float) -> Answer:
        self.last = answer
        self._replace(answer.replaced, now)
        if answer.is_right:
            self._shown_until = now + SHOWING
        return answer

    def _replace(self, places: Iterable[int], now: float) -> None:
        """A second replacement does not prolong the animation of the first."""
        self.free_at = {place: free_at for place, free_at in self.free_at.items() if now < free_at}
        for place in places:
            self.free_at.setdefault(place, now + REPLACING)

    def hint(self, selected: Collection[int]) -> set[int] | None:
        """The places of a set, if possible one with these cards; None if there is none."""
        board = self.match.board
        sets = [{board.index(card) for card in cards} for cards in find_sets(self.match.cards)]
        return next((places for places in sets if places >= {*selected}), sets[0] if sets else None)

    # What is seen

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def sets(self) -> int:
        """How many were found."""
        return self.match.records[self.player].sets

    def tiles(self) -> dict[TileId, Tile]:
        """What this player sees in place of the empty board that is there for everybody."""
        deck = None if self.is_over else len(self.match.deck)
        score = Tile(0, 3, Words("{n} set", many="{n} sets", n=self.sets), Words("Sets that you have found"), False)
        return {**card_tiles(self.match.board, not self.is_over), SCORE: score, **deck_tile(deck)}

    def facts(self) -> Mapping[str, object]:
        match = self.match
        return {
            "phase": OVER if self.is_over else PLAYING,
            "deck": None if self.is_over else len(match.deck),
            "sets": self.sets,
            "cards": {("card", place): features(card) for place, card in enumerate(match.board) if card is not None},
            "free_at": {("card", place): free_at for place, free_at in self.free_at.items()},
            "last": None if self.last is None else self._last(self.last),
            "found": self._found(match.last_right),
        }

    def _last(self, answer: Answer) -> Mapping[str, object]:
        is_wrong_set = answer.kind is Kind.SET and not answer.is_right
        feature = why_no_set(*answer.claimed.values())[0] if is_wrong_set else None
        seconds = answer.seconds if answer.is_right else None
        return {"claim": answer.kind, "right": answer.is_right, "feature": feature, "seconds": seconds}

    def _found(self, answer: Answer | None) -> Mapping[Any, Any] | None:
        if answer is None:
            return None
        cards = {("card", place): features(card) for place, card in answer.claimed.items()}
        return {"claim": answer.kind, "cards": cards, "seconds": answer.seconds, "until": self._shown_until}
