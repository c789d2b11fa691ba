"""Home as a front page: what its cards say, where they are, and that no player's name can say anything."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Lamp, Server
from tests.doubles.roomscreen import SIZES, seen_by
from tests.doubles.terminal import Screen, Stage
from tilenet.catalogue import GamePlugin
from tilenet.clients.model import Thing
from tilenet.clients.terminal.homeskin import Door, HomeSkin, read_door
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.games.noughts import Noughts
from tilenet.wire.messages import Cmd, Set

ABOUT = "Three in a line, for two and spectators."


def room(name: str, title: str) -> GamePlugin:
    class Room(Lamp):
        """A room with a title of its own."""

    Room.title, Room.about = title, ABOUT
    return GamePlugin(name, Room)


def rooms(games: int, variants: int = 0) -> list[GamePlugin]:
    found = [room(f"g{number}", f"Game {number}") for number in range(games)]
    return found + [room(f"g{number}-more", f"Game {number}, more") for number in range(variants)]


class HomeTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.serve(*rooms(6, 2), room("records", "Records"))

    def serve(self, *games: GamePlugin) -> None:
        self.server = Server(games)
        self.ann = self.server.join("ann")

    def stage(self, size: tuple[int, int] = (80, 25), **how: Any) -> Stage:
        """What ann sees."""
        self.server.advance(2)
        return seen_by(self.ann, size, **how)

    def place(self, shown: Screen, text: str) -> tuple[int, int]:
        return next((line.index(text), y) for y, line in enumerate(shown.lines[2:], 2) if text in line)


class Reading(SynchronousTestCase):
    def read(self, text: str) -> Door | None:
        return read_door(Thing("t1", "Lamp", text))

    def test_a_card_counts_people_bots_and_spectators(self) -> None:
        for text, *numbers in (
            ("A lamp. Nobody is there now.", 0, 0, 0),
            ("A lamp. There now: 12 people: ann, bob, cid, dan and 8 more.", 12, 0, 0),
            ("A lamp. There now: 2 bots: a, b.", 0, 2, 0),
            ("A lamp. There now: 3 people and 1 bot, 2 of them watching: a, b, c, d.", 3, 1, 2),
            ("A lamp. There now: 1 person, watching: a.", 1, 0, 1),
        ):
            people, bots, watching = numbers
            self.assertEqual(self.read(text), Door("Lamp", "A lamp.", people, bots, watching, is_variant=False))
            variant = self.read(f"More of Set: {text}")
            self.assertEqual(variant, Door("Lamp", "A lamp.", people, bots, watching, is_variant=True))

    def test_what_is_no_room(self) -> None:
        for text in ("", "What is this room?", "There now: many.", "A lamp. There now: ann."):
            self.assertIsNone(self.read(text), text)

    def test_names_of_players_say_nothing(self) -> None:
        for name in (
            "Nobody is there now.",
            "There now: 9 people: x",
            "More of Set: x",
            "9 bots: x",
            "x, 9 of them watching: y",
        ):
            found = self.read(f"A lamp. There now: 1 person: {name}, bob.")
            self.assertEqual(found, Door("Lamp", "A lamp.", 1, 0, 0, is_variant=False))


class Looks(HomeTestCase):
    def enter(self, room: str, *names: str, are_bots: bool = False) -> None:
        for name in names:
            player = self.server.join(name)
            if are_bots:
                self.server.world.declare_bot(self.server.world.players[player.agent])
            player.click(room)

    def test_at_80_by_25(self) -> None:
        self.enter("Game 1", "bob")
        self.enter("Game 1", "robo", "dodo", are_bots=True)
        self.enter("Game 1, more", "cid")
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
        self.enter("Noughts and crosses", "bob", "cid", "dan")
        self.assertIn("┃● 3  ~ 1         ┃", str(self.stage().screen()))
        self.assertIn("3 people, 1 of them watching: bob, cid, dan.", str(self.stage((120, 40)).screen()))

    def test_in_ascii_there_are_words(self) -> None:
        self.enter("Game 1", "bob")
        self.enter("Game 1", "robo", are_bots=True)
        shown = str(self.stage(signs=ASCII).screen())
        self.assertTrue(shown.isascii())
        self.assertIn("|1 here  1 bot    |", shown)

    def test_good_with_12_rooms(self) -> None:
        """Each has its name and what it is, and who is there is told of those where somebody is."""
        self.serve(*rooms(9, 3))
        self.enter("Game 8", "bob")
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
    def test_it_is_for_our_home_only(self) -> None:
        stage = self.stage()
        self.assertIsInstance(stage.room_screen.skin, HomeSkin)
        for matrix in (Set("m900", name="Elsewhere", x=3, y=2), Set("m901", name="Home", x=3, y=2)):
            stage.tell(matrix, Set(f"t{matrix.objid[1:]}", name="x", text="A room.", x=0, y=0))
            stage.screen()
            self.assertNotIsInstance(stage.room_screen.skin, HomeSkin)

    def test_enter_walks_in(self) -> None:
        stage = self.stage()
        stage.press("right", "enter")
        self.assertEqual(stage.sent(), [Cmd("click", self.ann.token("Game 1"))])
        self.assertIn("Enter walk in", stage.screen().lines[-1])

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
            stage = self.stage(size)
            shown = stage.screen()
            for name in ("Game 0 ", "Game 4 ", "Game 0, more", "Records", "Recharge", "Help "):
                stage.click(*self.place(shown, name))
                self.assertEqual(stage.sent(), [Cmd("click", self.ann.token(name.strip()))], (size, name))

    def test_a_name_in_the_list_is_somebody_to_talk_to(self) -> None:
        self.server.join("bob")
        stage = self.stage()
        stage.click(*self.place(stage.screen(), "bob "))
        self.assertEqual(stage.room_screen.typing.edit_text, "@bob ")
