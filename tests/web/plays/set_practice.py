"""Set practice: ann has a board of her own, finds a set, and takes a hint."""

from __future__ import annotations

from tests.doubles.set_table import Dealt
from tests.web.plays.recording import Recording
from tilenet.catalogue import GamePlugin
from tilenet.games.set.layouts import SUBMIT
from tilenet.games.set.practice import HINT, Practice


def play() -> Recording:
    table = Recording(GamePlugin("practice", Practice, lambda random: Practice(Dealt())))
    ann = table.enter("ann")
    table.enter("bob")
    table.moment("begun")
    table.table.advance(4.2)
    for place in (0, 1, 2):
        ann.click(("card", place))
    ann.click(SUBMIT)
    table.moment("found")
    table.table.advance(1)
    ann.click(HINT)
    table.moment("hint")
    return table
