"""A replay on the screen: the game's own skin draws the board, and the bar is below it."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.cinema import theatre, watching
from tests.doubles.playing import Playing
from tests.doubles.replays import noughts
from tilenet.clients.replayfacts import PLAY
from tilenet.clients.terminal.noughtsskin import NoughtsSkin
from tilenet.clients.terminal.replaybar import LINES
from tilenet.clients.terminal.signs import ASCII

SIZES = (60, 20), (80, 24), (80, 25), (100, 30), (200, 60)


class AReplay(SynchronousTestCase):
    def room(self, **how: Any) -> Playing:
        eve = watching(**how)
        self.table = eve.table
        return eve

    def test_the_skin_of_the_game_draws_it(self) -> None:
        for size in SIZES:
            eve = self.room(size=size)
            self.table.advance(3)
            text = str(eve.screen())
            self.assertIn("██", text, size)
            self.assertIn("X ann", text, size)
            self.assertIn("0:03", text, size)
            self.assertIn("Pause", text, size)
            self.assertEqual([len(line) for line in text.split("\n")], [size[0]] * size[1])

    def test_a_game_without_a_skin_has_the_panel(self) -> None:
        """The controls are in the bar, and not among the tiles of the board."""
        self.patch(NoughtsSkin, "budget", lambda *size: None)
        eve = self.room()
        self.table.advance(3)
        text = str(eve.screen())
        self.assertEqual(
            [text.count(word) for word in ("Slower", "Spectator", "Back", "1 ann  2", "Home")], [1, 1, 1, 1, 2]
        )
        self.assertIn("0:03", text)

    def test_a_skin_that_fails_leaves_the_bar(self) -> None:
        def fail(*size: int) -> None:
            raise KeyError("board")

        self.patch(NoughtsSkin, "rows", fail)
        eve = self.room()
        self.assertIn("Slower", str(eve.screen()))
        self.assertEqual(len(self.flushLoggedErrors()), 0)

    def test_nothing_is_asked_of_the_user(self) -> None:
        eve = self.room()
        eve.press("1")
        self.table.advance(1)
        text = str(eve.screen())
        self.assertEqual(eve.model.you["seat"], "X")
        self.assertEqual(eve.model.facts["turn"], ["X"])
        self.assertNotIn("Your turn", text)
        self.assertNotIn("□", text)

    def test_no_ranking_lies_on_the_board(self) -> None:
        eve = self.room()
        self.table.advance(30)
        self.assertTrue(eve.model.result["standings"])
        self.assertNotIn("┌─ Game over", str(eve.screen()))
        self.assertIn("1. ann", str(eve.screen()))  # it is said

    def test_nobody_is_asked_whether_to_leave(self) -> None:
        eve = self.room()
        eve.model.you["leave"] = "You lose the game."
        eve.press("h")
        self.assertFalse(eve.seat.is_at_the_table)

    def test_only_the_bar_is_drawn_as_time_passes(self) -> None:
        drawn: list[int] = []
        rows = NoughtsSkin.rows

        def counted(skin: NoughtsSkin, columns: int, lines: int) -> Any:
            drawn.append(lines)
            return rows(skin, columns, lines)

        self.patch(NoughtsSkin, "rows", counted)
        eve = self.room()
        eve.press("up")  # twice as fast
        self.table.advance(0.6)
        eve.screen()
        before, shown = len(drawn), set()
        for _ in range(3):
            self.table.clock.advance(0.1)  # nothing comes from the server
            shown.add(next(line for line in eve.screen().lines if "/1 " in line))
        self.assertEqual(len(drawn), before)
        eve.press("ctrl right")
        eve.screen()
        self.assertGreater(len(drawn), before)
        self.assertGreater(len(shown), 1)

    def test_the_focus_begins_at_the_control_that_plays_it(self) -> None:
        eve = self.room()
        assert eve.controller.focused is not None
        self.assertEqual(eve.model.role_of(eve.controller.focused.objid), PLAY)
        eve.press("enter")
        self.assertIn("▐Play▌", str(eve.screen()))

    def test_the_focus_goes_from_the_bar_to_the_board_and_back(self) -> None:
        eve = self.room()
        roles = []
        eve.screen()
        for key in ("ctrl right", "ctrl right", "ctrl left", "ctrl up", "ctrl down"):
            eve.press(key)
            eve.screen()
            assert eve.controller.focused is not None
            roles.append(eve.model.role_of(eve.controller.focused.objid))
        self.assertEqual(roles[:3], ["replay/step", "replay/slower", "replay/step"])
        self.assertFalse(roles[3].startswith("replay/"))
        self.assertTrue(roles[4].startswith("replay/"))

    def test_a_replay_that_is_being_prepared_is_not_drawn_by_the_skin(self) -> None:
        eve = self.room()
        eve.model.facts["replay"] = {"prepared": 0.5, "seats": [], "playing": True}
        eve.room_screen.model_changed()
        self.assertIn("Preparing the replay: 50 %", str(eve.screen()))
        self.assertNotIn("O bob", str(eve.screen()))

    def test_a_replay_that_cannot_be_shown_says_so(self) -> None:
        eve = Playing(theatre(id="another"), "eve")
        text = str(eve.screen())
        self.assertIn("not kept", text)
        self.assertIn("Home", text)

    def test_in_ascii(self) -> None:
        eve = self.room(signs=ASCII)
        self.table.advance(5)
        text = str(eve.screen())
        self.assertTrue(text.isascii())
        self.assertIn("=O-", text)
        self.assertIn("Left/Right step", text)

    def test_the_board_keeps_its_size_where_there_is_room(self) -> None:
        for size in SIZES:
            eve = self.room(size=size)
            budget = eve.room_screen.skin.budget(*size)
            assert budget is not None
            alone = NoughtsSkin(eve.room_screen._skins._context).budget(*size)
            assert alone is not None
            self.assertEqual(budget.body, alone.body + LINES, size)
            self.assertGreaterEqual(budget.heard(size[1]), 0)

    def test_help_has_the_keys(self) -> None:
        eve = self.room()
        about = {binding.shown: str(binding.about) for binding in eve.room_screen.tile_bindings() if binding.about}
        for key in ("Space", "Left", "Right", "Up", "Down", "0-2", "n", "p", "Home", "End", "h"):
            self.assertIn(key, about)
        self.assertEqual(noughts().header["kind"], "noughts/1")
