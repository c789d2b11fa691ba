"""Tombala: ann plays against bob, marks some numbers, and wins; in her own card's numbers she is lucky."""

from __future__ import annotations

from random import Random

from tests.doubles.tombala_table import Bag
from tests.web.plays.recording import Recording
from tilenet.games.tombala.events import Claim, Proceed
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.rules import new_card

CARD = new_card(Random(0))
NUMBERS = [number for row in CARD for number in row]


class Den(TombalaGame):
    def __init__(self, random: Random) -> None:
        super().__init__(Bag(NUMBERS), name="den", begins_at=25.0)


def play() -> Recording:
    game = Recording(Den)
    ann, bob = game.enter("ann"), game.enter("bob")
    game.moment("starting")
    game.table.advance(25)
    game.moment("begun")
    for seat in (ann, bob, ann):
        seat.ask(Proceed())
    ann.click(("card", 0, min(NUMBERS[0] // 10, 8)))
    game.moment("two numbers")
    ann.click("auto")
    game.moment("auto")
    while len(game.table.game.facts()["drawn"]) < len(NUMBERS):
        for seat in (bob, ann):
            seat.ask(Proceed())
    ann.ask(Claim(1))
    ann.ask(Claim(3))
    game.moment("won")
    return game
