"""A game whose saved state grows for ever is found out, and nothing is said of one that clears or bounds it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.silent_games import Quiet
from tilenet.catalogue import GamePlugin
from tilenet.checks import growth as module
from tilenet.checks.growth import growth
from tilenet.checks.subject import Subject
from tilenet.game import Events, Game, Player, Result, TileId, standings


class Logs(Quiet):
    """Notes all clicks for ever."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.log: Any = self.new_log()
        self.clicks = 0

    def new_log(self) -> Any:
        return []

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.clicks += 1
        self.log.append((player, tile))
        return ()


class LogsMatches(Logs):
    """The same, and matches end."""

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        yield from super().click(player, tile, now)
        if self.clicks % 40 == 0:
            yield Result("Logs", standings({player: 1.0}))


class Cleared(LogsMatches):
    """Clears what it has noted with each match."""

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if self.clicks % 40 == 0:
            self.log = self.new_log()
        yield from super().click(player, tile, now)


class Bounded(Logs):
    """Notes the last clicks."""

    def new_log(self) -> Any:
        return deque(maxlen=50)


class Heavy(Logs):
    """Notes so much of each click that nobody wants to wait for the end."""

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.log += ["x" * 10] * 1000
        return ()


class Fails(Logs):
    """There is another check for that."""

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        raise KeyError("x")


def told(game: type[Game], seconds: Callable[[], float] = lambda: 0.0) -> list[str]:
    return [*growth(Subject(GamePlugin("quiet", game)), seconds)]


class Growth(SynchronousTestCase):
    def test_is_found_and_the_attribute_is_named(self) -> None:
        (found,) = told(Logs)
        self.assertRegex(
            found, r"^self\.log keeps growing: it had \d+ bytes early in a long session, and \d+ after 1600 a"
        )
        self.assertIn("If it is cleared when a match is over, all is well", found)

    def test_from_match_to_match_is_told_as_such(self) -> None:
        (found,) = told(LogsMatches)
        self.assertIn("Keep only the last of it, or clear it when a match is over", found)

    def test_is_none_if_it_is_cleared_or_bounded(self) -> None:
        for game in (Quiet, Cleared, Bounded, Fails):
            self.assertEqual(told(game), [], game.__name__)

    def test_of_much_at_once_is_found_before_the_session_is_over(self) -> None:
        (found,) = told(Heavy)
        self.assertRegex(found, r"after 1\d0 acts")

    def test_a_slow_game_is_not_played_to_the_end(self) -> None:
        self.patch(module, "LENGTH", 10**9)
        ticks = count()
        (found,) = told(Logs, lambda: next(ticks) / 100)
        self.assertRegex(found, r"after \d{3} acts")
