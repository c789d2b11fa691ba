"""Noughts and crosses on a board of 5 x 5, where four in a line win: ann has three, and then four."""

from __future__ import annotations

from functools import partial

from tests.web.plays.recording import Recording
from tilenet.catalogue import GamePlugin
from tilenet.games.noughts.game import Noughts


def play() -> Recording:
    game = Recording(GamePlugin("noughts", Noughts, make=partial(Noughts, board=5, clock=0)))
    ann, bob = game.enter("ann"), game.enter("bob")
    for x in range(3):
        ann.click(("cell", x, 4))
        bob.click(("cell", x, 0))
    game.moment("three")
    ann.click(("cell", 3, 4))
    game.moment("won")
    return game
