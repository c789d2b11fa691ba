"""Tables of Set with known cards: which cards are dealt, and what people do there."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tilenet.catalogue import GamePlugin
from tilenet.games.set.game import SetGame
from tilenet.games.set.layouts import NO_SET, SUBMIT, key_of
from tilenet.games.set.rules import CARDS, Match, features
from tilenet.testing import Seat, Table

BOARD = [*range(12)]  # a b c, d e f, g h i and j k l are sets, and so are a d g and more; a b d is not one
CAP = [card for card in CARDS if 2 not in features(card)]  # 16 cards, and no set among them

PLAYING = "Find 3 cards, each feature all alike or all different."
OVER = "The game is over. Restart begins a new one."
BEGUN = "The game has begun: you watch, and play in the next game. 69 in the deck."
TWELVE = "Twelve are playing: you watch, and play in the next game."


class Dealt(Random):
    """Chance that deals these cards, first those of the board, and then the others in order; all else is by chance."""

    def __init__(self, cards: Sequence[int] = BOARD) -> None:
        super().__init__(0)
        self.cards = [*cards, *(card for card in CARDS if card not in cards)]

    def shuffle(self, x: Any) -> None:
        if len(x) == len(CARDS):
            x[:] = reversed(self.cards)
        else:
            super().shuffle(x)


def dealt(cards: Sequence[int] = BOARD, countdown: float | None = None, name: str = "set") -> GamePlugin:
    """The game with a known deck."""
    return GamePlugin(name, SetGame, lambda random: SetGame(Dealt(cards), countdown=countdown))


def card(position: int) -> tuple[str, int]:
    return "card", position


def letter(position: int) -> tuple[str, str, int]:
    return "key", "card", position


class SetTestCase(SynchronousTestCase):
    """A table of Set, and everybody at it."""

    table: Table
    everybody: list[Seat]

    def forget(self) -> None:
        for seat in self.everybody:
            seat.heard.clear()

    @property
    def game(self) -> SetGame:
        assert isinstance(self.table.game, SetGame)
        return self.table.game

    @property
    def match(self) -> Match:
        assert self.game.match is not None
        return self.game.match

    def lay(self, board: Sequence[int | None], deck: Sequence[int] = ()) -> None:
        """Let these lie on the board, and draw from these, in order."""
        self.match.board = [*board, *[None] * (12 - len(board))]
        self.match.deck = [*reversed(deck)]
        vars(self.game).update(self.game.caches)
        self.table.room.rooms_changed({})

    def select(self, seat: Seat, *positions: int) -> None:
        for position in positions:
            seat.press(letter(position))

    def claim(self, seat: Seat, *positions: int) -> None:
        self.select(seat, *positions)
        seat.press(key_of(SUBMIT))

    def selected(self, seat: Seat) -> list[int]:
        return [position for position in range(12) if seat.tile(card(position)).name.startswith("* ")]

    def names(self, seat: Seat, kind: str = "card") -> list[str]:
        return [seat.tile((kind, number)).name for number in range(12)]

    def players(self, seat: Seat) -> list[str]:
        return [name for name in self.names(seat, "seat") if name]

    def come_back(self, seat: Seat) -> None:
        """From Home."""
        self.table.world.send_to(seat.player, self.table.room.name)
        self.table.advance(0)

    def hear(self) -> list[str]:
        """What all have heard since this was asked last, and nobody anything else."""
        heard = [list(seat.heard) for seat in self.everybody if seat.is_at_the_table]
        self.forget()
        self.assertEqual(heard, [heard[0]] * len(heard))
        return heard[0]


class SetTableTestCase(SetTestCase):
    """ann and bob play, on a known board; cid has come later and watches."""

    def setUp(self) -> None:
        self.table = Table(dealt())
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")
        self.table.advance(15)
        self.cid = self.table.enter("cid")
        self.table.advance(2)
        self.everybody = [self.ann, self.bob, self.cid]
        self.forget()

    def end(self) -> None:
        """Leave cards without a set, and let bob say so."""
        self.lay(CAP[:9])
        self.bob.press(key_of(NO_SET))
