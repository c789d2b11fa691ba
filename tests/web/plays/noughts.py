"""Noughts and crosses: ann plays X against bob, and wins; then bob begins, and runs out of time; then he leaves in the
middle of a game, and cid, who has watched, has his seat. When cid has lost and leaves, dan has it."""

from __future__ import annotations

from tests.web.plays.recording import Recording
from tilenet.games.noughts import Noughts


def play() -> Recording:
    game = Recording(Noughts)
    ann = game.enter("ann")
    game.moment("alone")
    bob = game.enter("bob")
    game.moment("begun")
    ann.click(("cell", 0, 0))
    bob.click(("cell", 1, 1))
    game.moment("two marks")
    for seat, x, y in ((ann, 1, 0), (bob, 1, 2), (ann, 2, 0)):
        seat.click(("cell", x, y))
    game.moment("won")
    ann.click("restart")
    game.moment("again")
    game.table.advance(60)
    game.moment("late")
    cid = game.enter("cid")
    ann.click("restart")
    ann.click(("cell", 0, 0))
    game.moment("third game")
    bob.leave()
    game.moment("against cid")
    game.enter("dan")
    for seat, x, y in ((ann, 0, 0), (cid, 0, 1), (ann, 1, 0), (cid, 1, 1), (ann, 2, 0)):
        seat.click(("cell", x, y))
    game.moment("won against cid")
    cid.leave()
    game.moment("against dan")
    return game
