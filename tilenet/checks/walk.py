"""Random walks: a game in the real room, in memory, where people come, click, press, talk, wait and leave."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from tilenet.checks.explain import Broken, explain
from tilenet.checks.subject import Subject
from tilenet.game import HELP, HOME
from tilenet.testing import Seat, Table
from tilenet.world.players.accounts import Played

Steps: TypeAlias = Sequence[tuple[str, int]]  # what to do, and a number that says by whom, or to what

SHOWN = 18  # columns and rows: clients with a window of a fixed size show no more
NAMES = ("ann", "bob", "cid", "dan")
DEEDS = ("enter", "leave", "home", "click", "click", "click", "press", "say", "wait", "deadline")
LENGTH = 40


def random_steps(seed: int) -> Steps:
    dice = Random(seed)
    return [(dice.choice(DEEDS), dice.randrange(10**6)) for _ in range(dice.randrange(LENGTH + 1))]


def check_walk(subject: Subject, seed: int) -> str | None:
    """What goes wrong on one walk; None if nothing does."""
    walk = Walk(subject, seed)
    try:
        walk.go(random_steps(seed))
    except Exception as error:
        return explain(error, subject.game, walk.acts)
    return None


class Walk:
    """One of them. What the game raises, an illegal scene and a deadline that stays come out of `Table`."""

    def __init__(self, subject: Subject, seed: int) -> None:
        self.acts: list[str] = []  # what was done
        self._subject = subject
        self._seed = seed

    def go(self, steps: Steps) -> None:
        table = self.table = Table(self._subject.at_home, self._seed, self._subject.others)
        seats: list[Seat] = []
        for what, number in [("enter", 0), ("enter", 1), *steps]:
            seat = seats[number % len(seats)] if seats else None
            if what == "enter" and len(seats) < len(NAMES):
                name = NAMES[number % len(NAMES)]
                self.acts.append(f"{name} enters")
                seats.append(table.enter(name))
            elif what == "wait":
                self._wait(number % 100 / 10)
            elif what == "deadline" and table.game.deadline is not None:
                self._wait(max(0.0, table.game.deadline - table.clock.seconds()))
            elif seat is not None:
                self._act(seat, what, number)
            seats = [seat for seat in seats if seat.is_at_the_table]
            for played in table.results:
                check_result(played)
            self._look(seats)

    def _look(self, seats: list[Seat]) -> None:
        tiles = self.table.game.scene().tiles
        if max(tiles[HOME][:2] + tiles[HELP][:2]) >= SHOWN:
            raise Broken(f"Home or Help is not within {SHOWN} x {SHOWN} cells, so some clients cannot show it")
        for seat in seats:
            if seat.points < 0:
                raise Broken(f"{seat.name} has {seat.points} points")

    def _wait(self, seconds: float) -> None:
        self.acts.append(f"{seconds:g} s pass")
        self.table.advance(seconds)

    def _act(self, seat: Seat, what: str, number: int) -> None:
        scene = self.table.game.scene()
        match what:
            case "leave":
                self.acts.append(f"{seat.name} logs out")
                seat.leave()
            case "home":
                self.acts.append(f"{seat.name} clicks {HOME!r}")
                seat.click(HOME)
            case "click":
                enabled = [tile for tile in scene.tiles if seat.tile(tile).enabled]
                self.acts.append(f"{seat.name} clicks {enabled[number % len(enabled)]!r}")
                seat.click(enabled[number % len(enabled)])
            case "press":
                if keys := [key for key in scene.keys if seat.key(key).enabled]:
                    self.acts.append(f"{seat.name} presses {keys[number % len(keys)]!r}")
                    seat.press(keys[number % len(keys)])
            case "say":
                to = [None, *scene.tiles][number % (1 + len(scene.tiles))]
                self.acts.append(f"{seat.name} says hello to {'the room' if to is None else repr(to)}")
                seat.say("hello", to=to)


def check_result(played: Played) -> None:
    """There is a name for it, everybody is in it once, the best first, and nobody has a place that the score denies."""
    scores = played.scores
    if not (played.game and scores):
        raise Broken("a Result without a name, or without anybody in it")
    if len({score.name for score in scores}) < len(scores):
        raise Broken(f"somebody is twice in the result: {[score.name for score in scores]}")
    for score in scores:
        place = 1 + sum(other.score > score.score for other in scores)
        if score.place != place:
            raise Broken(
                f"the result has {score.name} in place {score.place}; with the score {score.score} it is {place}"
            )
    if [score.place for score in scores] != sorted(score.place for score in scores):
        raise Broken("the best is not first in the result")
    if not any(score.stayed for score in scores):
        raise Broken("a result of which nobody stayed to the end")
