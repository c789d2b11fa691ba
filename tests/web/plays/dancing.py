"""Dancing on four rows: bob, a program, places stars, and ann dances by clicks until all stand in lines."""

from __future__ import annotations

from random import Random

from tests.doubles.dancing_clients import FILE
from tests.web.plays.recording import Recording
from tilenet.games.dancing.events import Place, TakeSeat
from tilenet.games.dancing.game import DancingGame
from tilenet.testing import Seat


class SmallMatch(DancingGame):
    def __init__(self, random: Random) -> None:
        super().__init__(random, instance=FILE, size=4)


def click(seat: Seat, *cells: tuple[int, int]) -> None:
    for cell in cells:
        seat.click(("cell", *cell))


def play() -> Recording:
    match = Recording(SmallMatch)
    ann, bob = match.enter("ann"), match.enter("bob")
    match.moment("waiting")
    ann.click("dance")
    bob.ask(TakeSeat())
    match.moment("stars")
    bob.ask(Place(1, [(3, 0), (1, 1)]))
    match.moment("turn")
    click(ann, (0, 0), (0, 1), (2, 0))
    match.moment("moved")
    click(ann, (2, 1))
    ann.click("step ends")
    bob.click("pause")
    match.moment("paused")
    click(ann, (0, 1), (0, 2), (2, 1), (2, 2))
    ann.click("step ends")
    ann.click("lines")
    match.moment("behind")
    bob.click("pause")
    for _ in range(4):
        match.table.advance(0.2)
    match.moment("over")
    bob.click("pause")
    match.moment("stopped")
    return match
