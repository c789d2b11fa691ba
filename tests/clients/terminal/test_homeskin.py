"""Home as a front page: what its cards say, where they are, and that no player's name can say anything."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Lamp
from tests.doubles.playing import Playing
from tests.doubles.roomscreen import SIZES
from tests.doubles.terminal import Screen
from tilenet.catalogue import GamePlugin
from tilenet.clients.terminal.homeskin import HomeSkin
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.games.noughts import Noughts
from tilenet.games.records.game import Records
from tilenet.testing import Table

ABOUT = "Three in a line, for two and spectators."


def room(name: str, title: str) -> GamePlugin:
    return GamePlugin(name, type("Room", (Lamp,), {"title": title, "about": ABOUT}))


def rooms(games: int, variants: int = 0) -> list[GamePlugin]:
    found = [room(f"g{number}", f"Game {number}") for number in range(games)]
    return found + [room(f"g{number}-more", f"Game {number}, more") for number in range(variants)]


class HomeTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.serve(*rooms(6, 2), GamePlugin("records", Records))

    def serve(self, *games: GamePlugin) -> None:
        self.table = Table(games[0], others=games[1:])

    def stage(self, size: tuple[int, int] = (80, 25), **how: Any) -> Playing:
        """ann, at Home."""
        ann = Playing(self.table, "ann", size=size, **how)
        self.send(ann, None)
        self.table.advance(2)
        return ann

    def send(self, one: Playing, room: str | None) -> None:
        with self.table.nothing_fails():
            self.table.world.send_to(one.seat.player, room)

    def enter(self, room: str | None, *names: str, are_bots: bool = False) -> None:
        for name in names:
            seat = self.table.enter(name)
            with self.table.nothing_fails():
                if are_bots:
                    self.table.world.declare_bot(seat.player)
                self.table.world.send_to(seat.player, room)

    def place(self, shown: Screen, text: str) -> tuple[int, int]:
        return next((line.index(text), y) for y, line in enumerate(shown.lines[2:], 2) if text in line)


class Looks(HomeTestCase):
    def test_at_80_by_25(self) -> None:
        self.enter("g1", "bob")
        self.enter("g1", "robo", "dodo", are_bots=True)
        self.enter("g1-more", "cid")
        self.assertEqual(
            [line[:59].rstrip() for line in self.stage().screen().lines[2:18]],
            [
                "┏━━━━━━━━━━━━━━━━━┓ ┌─────────────────┐ ┌─────────────────┐",
                "┃Game 0           ┃ │Game 1           │ │Game 2           │",
                "┃Three in a line, ┃ │Three in a line, │ │Three in a line, │",
                "┃for two and      ┃ │for two and      │ │for two and      │",
                "┃spectators.      ┃ │spectators.      │ │spectators.      │",
                "┃nobody yet       ┃ │● 1  ⚙ 2         │ │nobody yet       │",
                "┗━━━━━━━━━━━━━━━━━┛ └─────────────────┘ └─────────────────┘",
                "┌─────────────────┐ ┌─────────────────┐ ┌─────────────────┐",
                "│Game 3           │ │Game 4           │ │Game 5           │",
                "│Three in a line, │ │Three in a line, │ │Three in a line, │",
                "│for two and      │ │for two and      │ │for two and      │",
                "│spectators.      │ │spectators.      │ │spectators.      │",
                "│nobody yet       │ │nobody yet       │ │nobody yet       │",
                "└─────────────────┘ └─────────────────┘ └─────────────────┘",
                " More   Game 0, more   Game 1, more ●1",
                " You    Records   Recharge   Help",
            ],
        )

    def test_those_who_watch_are_counted(self) -> None:
        self.serve(GamePlugin("noughts", Noughts))
        self.enter("noughts", "bob", "cid", "dan")
        self.assertIn("┃● 3  ~ 1         ┃", str(self.stage().screen()))
        self.assertIn("3 people, 1 of them watching: bob, cid, dan.", str(self.stage((120, 40)).screen()))

    def test_in_ascii_there_are_words(self) -> None:
        self.enter("g1", "bob")
        self.enter("g1", "robo", are_bots=True)
        shown = str(self.stage(signs=ASCII).screen())
        self.assertTrue(shown.isascii())
        self.assertIn("|1 here  1 bot    |", shown)

    def test_good_with_12_rooms(self) -> None:
        """Each has its name and what it is, and who is there is told of those where somebody is."""
        self.serve(*rooms(9, 3))
        self.enter("g8", "bob")
        shown = str(self.stage().screen())
        for number in range(9):
            self.assertIn(f"Game {number} ", shown)
        self.assertEqual(shown.count("Three in a line."), 9)
        self.assertIn("Game 8         ●1", shown)
        for number in range(3):
            self.assertIn(f"Game {number}, more", shown)

    def test_it_grows(self) -> None:
        for size, width, height in (((60, 20), 15, 4), ((80, 25), 19, 7), ((120, 40), 29, 9)):
            shown = self.stage(size).screen()
            (left, top), (right, _), (_, bottom) = (self.place(shown, corner) for corner in "┏┓┗")
            self.assertEqual((right - left + 1, bottom - top + 1), (width, height))

    def test_the_focus_can_be_told_without_colour(self) -> None:
        for signs, awake, asleep in ((FANCY, "┏━", "╔═"), (ASCII, "#=", "':")):
            stage = self.stage(signs=signs)
            self.assertEqual([mark in str(stage.screen()) for mark in (awake, asleep)], [True, False])
            stage.press("tab")
            self.assertEqual([mark in str(stage.screen()) for mark in (awake, asleep)], [False, True])

    def test_the_frame_of_the_focus_is_gold(self) -> None:
        stage = self.stage(depth=16777216)
        shown = stage.screen()
        self.assertEqual(shown.ink(*self.place(shown, "┏")), stage.inks["card focus"])

    @settings(max_examples=30, deadline=None)
    @given(SIZES, st.integers(1, 12), st.integers(0, 4))
    def test_every_number_of_rooms_at_every_size(self, size: tuple[int, int], games: int, variants: int) -> None:
        self.serve(*rooms(games, min(games, variants)))
        shown = self.stage(size).screen()
        self.assertEqual({len(line) for line in shown.lines}, {size[0]})
        self.assertEqual(len(shown.lines), size[1])


class Use(HomeTestCase):
    def test_it_goes_by_what_home_says_and_not_by_names(self) -> None:
        self.assertIsInstance(self.stage().room_screen.skin, HomeSkin)
        deceiver = type("Room", (Lamp,), {"title": "Home", "about": "There now: 9 people: x"})
        self.serve(GamePlugin("home-like", deceiver))
        stage = self.stage()
        self.assertIn("nobody yet", str(stage.screen()))
        self.send(stage, "home-like")
        self.assertNotIsInstance(stage.room_screen.skin, HomeSkin)

    def test_enter_walks_in(self) -> None:
        stage = self.stage()
        self.assertIn("Enter walk in", stage.screen().lines[-1])
        stage.press("right", "enter")
        self.assertEqual(self.room_of(stage), "g1")

    def focused(self, stage: Playing) -> str:
        assert stage.controller.focused is not None
        return stage.controller.focused.name

    def test_whoever_comes_back_finds_the_focus_on_the_room_they_come_from(self) -> None:
        stage = self.stage()
        for way, there in (("right", "Game 1"), ("down", "Game 4"), ("down", "Game 1, more")):
            stage.press(way, "enter")
            self.assertNotEqual(self.room_of(stage), "home")
            self.send(stage, None)
            self.assertEqual(self.focused(stage), there)
        stage.click(*self.place(stage.screen(), "Game 2 "))
        self.send(stage, "g5")  # a table of that game, say, or a friend's link
        self.send(stage, None)
        self.assertEqual(self.focused(stage), "Game 2")

    def test_a_door_that_is_gone_is_not_missed(self) -> None:
        stage = self.stage()
        stage.press("down", "enter")
        self.serve(*rooms(2))
        other = self.stage()
        other.controller.continue_from(stage.controller)
        self.send(other, "g1")
        self.send(other, None)
        self.assertEqual(self.focused(other), "Game 0")

    def room_of(self, stage: Playing) -> str:
        room = stage.seat.player.room
        assert room is not None
        return room.name

    def test_arrows_go_where_they_point(self) -> None:
        stage = self.stage()
        seen = []
        for key in ("right", "down", "down", "down", "right", "up", "up", "left"):
            stage.press(key)
            assert stage.controller.focused is not None
            seen.append(stage.controller.focused.name)
        there = ["Game 1", "Game 4", "Game 1, more", "Recharge", "Help", "Game 5", "Game 2", "Game 1"]
        self.assertEqual(seen, there)

    def test_every_tile_can_be_clicked_where_it_is_drawn(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            for name, role in (
                ("Game 0 ", "room/g0"),
                ("Game 4 ", "room/g4"),
                ("Game 0, more", "room/g0-more"),
                ("Records", "room/records"),
                ("Recharge", "recharge"),
            ):
                self.setUp()
                stage = self.stage(size)
                objid = stage.thing(role).objid
                stage.click(*self.place(stage.screen(), name))
                self.assertEqual([cmd.objid for cmd in stage.sent()], [objid], (size, name))

    def test_a_name_in_the_list_is_somebody_to_talk_to(self) -> None:
        self.enter(None, "bob")
        stage = self.stage()
        stage.click(*self.place(stage.screen(), "bob "))
        self.assertEqual(stage.room_screen.typing.edit_text, "@bob ")
