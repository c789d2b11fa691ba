"""Replays on the screen: a list of finished games, the commands beside it, and the way to each by key and mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.playing import Playing
from tests.games.replays.test_game import Shelf, replay
from tilenet.catalogue import GamePlugin
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.games.replays.game import ReplayRoom
from tilenet.records import Replay
from tilenet.testing import Table

SOME = [replay(number) for number in range(1, 12)]


class ReplaysOnTheScreen(SynchronousTestCase):
    def room(self, replays: Sequence[Replay] = SOME, **how: Any) -> Playing:
        self.table = Table(GamePlugin("replays", ReplayRoom))
        self.shelf = Shelf(replays)
        self.table.world.building.usher = self.shelf
        return Playing(self.table, "ann", **how)

    def lines(self, playing: Playing) -> list[str]:
        return [line.split("  ")[0].strip() for line in playing.screen().lines]

    def test_each_game_has_two_lines_or_one(self) -> None:
        for size, begins in (((80, 25), (2, 4, 6)), ((60, 20), (2, 3, 4)), ((160, 50), (3, 5, 7))):
            for signs in (FANCY, ASCII):
                playing = self.room(size=size, signs=signs)
                lines = playing.screen().lines
                for number, line in enumerate(begins, 1):
                    self.assertIn(f"{number} Set {number}", lines[line], size)
                self.assertIn("1 minute ago", "".join(lines[begins[0] : begins[1]]))
                self.assertEqual({len(line) for line in lines}, {size[0]})

    def test_the_focus_is_on_the_first_and_enter_leads_there(self) -> None:
        playing = self.room()
        for key in ("down", "down", "enter"):
            playing.press(key)
        self.assertEqual(self.shelf.led, [("ann", "set-3")])

    def test_by_number_and_by_mouse(self) -> None:
        playing = self.room()
        playing.press("2")
        playing.click_on("Set 5")
        playing.click_on("4 minutes ago")
        self.assertEqual([id for _, id in self.shelf.led], ["set-2", "set-5", "set-4"])

    def test_pages_and_commands(self) -> None:
        playing = self.room()
        playing.press("o")
        self.assertIn("1 Set 9", str(playing.screen()))
        self.assertNotIn("Set 8", str(playing.screen()))
        playing.click_on("Newer")
        self.assertIn("Set 8", str(playing.screen()))
        playing.click_on("All")
        self.assertEqual([one.only_theirs for one in self.shelf.asked], [True, True, True, False])

    def test_without_games_there_are_the_commands(self) -> None:
        playing = self.room([])
        self.assertIn("No game of yours", str(playing.screen()))
        playing.press("enter")
        self.assertIn("No game is kept yet", str(playing.screen()))
