"""PairPanicking: ann turns squares; two match, and two do not, until she has no points left; and she recharges."""

from __future__ import annotations

from tests.doubles.pairs import dealt
from tests.web.plays.recording import Recording
from tilenet.games.pairpanicking.game import IDS, RESTART
from tilenet.world.home import RECHARGE


def play() -> Recording:
    pairs = Recording(dealt())
    ann = pairs.enter("ann")
    pairs.moment("empty")
    ann.click(RESTART)
    pairs.moment("begun")
    ann.click(IDS[0, 0])
    pairs.moment("one shows")
    ann.click(IDS[0, 2])
    pairs.moment("a pair shows")
    pairs.table.advance(2)
    pairs.moment("solved")
    ann.click(IDS[2, 0])
    ann.click(IDS[3, 1])
    pairs.moment("no pair shows")
    pairs.table.advance(2)
    pairs.moment("hidden")
    for _ in range(6):
        ann.click(IDS[2, 0])
        ann.click(IDS[3, 1])
        pairs.table.advance(2)
    pairs.moment("no points left")
    ann.click(RECHARGE)
    pairs.moment("recharged")
    return pairs
