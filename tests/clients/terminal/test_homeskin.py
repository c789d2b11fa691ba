"""Home as a front page: what its cards say, where they are, and that no player's name can say anything."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Lamp
from tests.doubles.playing import Playing
from tests.doubles.roomscreen import SIZES
from tests.doubles.terminal import ANN, Screen, Stage, matrix, tile, told
from tilenet.catalogue import GamePlugin
from tilenet.clients.terminal.homeskin import HomeSkin
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.games.noughts import Noughts
from tilenet.games.records.game import Records
from tilenet.testing import Table
from tilenet.wire.messages import Set

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
        return next((line.index(text), y) for y, line in enumerate(shown.lines[1:], 1) if text in line)


class Looks(HomeTestCase):
    def test_at_80_by_25(self) -> None:
        self.enter("g1", "bob")
        self.enter("g1", "robo", "dodo", are_bots=True)
        self.enter("g1-more", "cid")
        self.assertEqual(
            [line[:59].rstrip() for line in self.stage().screen().lines[1:18]],
            [
                "┏━━━━━━━━━━━━━━━━━┓ ┌─────────────────┐ ┌─────────────────┐",
                "┃Game 0           ┃ │Game 1           │ │Game 2           │",
                "┃Three in a line, ┃ │Three in a line, │ │                 │",
                "┃for two and      ┃ │for two and      │ │Three in a line, │",
                "┃spectators.      ┃ │spectators.      │ │for two and      │",
                "┃ more            ┃ │ more ●1         │ │spectators.      │",
                "┃nobody yet       ┃ │● bob  ⚙ 2       │ │nobody yet       │",
                "┗━━━━━━━━━━━━━━━━━┛ └─────────────────┘ └─────────────────┘",
                "┌─────────────────┐ ┌─────────────────┐ ┌─────────────────┐",
                "│Game 3           │ │Game 4           │ │Game 5           │",
                "│                 │ │                 │ │                 │",
                "│Three in a line, │ │Three in a line, │ │Three in a line, │",
                "│for two and      │ │for two and      │ │for two and      │",
                "│spectators.      │ │spectators.      │ │spectators.      │",
                "│nobody yet       │ │nobody yet       │ │nobody yet       │",
                "└─────────────────┘ └─────────────────┘ └─────────────────┘",
                " Records   Recharge   Help",
            ],
        )

    def test_who_is_there_is_told_by_name_as_far_as_there_is_room(self) -> None:
        self.enter("g1", "bob", "cid", "dan")
        self.enter("g2", *(f"somebody-{number}" for number in range(3)))
        shown = str(self.stage().screen())
        self.assertIn("│● bob, cid, dan  │ │● somebody-2 +2  │", shown.replace("somebody-0", "somebody-2"))
        self.assertIn("● bob, cid, dan ", str(self.stage((120, 40)).screen()))

    def test_those_who_watch_are_counted(self) -> None:
        self.serve(GamePlugin("noughts", Noughts))
        self.enter("noughts", "bob", "cid", "dan")
        self.assertIn("┃● bob +2  ~ 1    ┃", str(self.stage().screen()))
        self.assertIn("3 people, 1 of them watching: bob, cid, dan.", str(self.stage((120, 40)).screen()))

    def test_in_ascii_there_are_words(self) -> None:
        self.enter("g1", "bob")
        self.enter("g1", "robo", are_bots=True)
        shown = str(self.stage(signs=ASCII).screen())
        self.assertTrue(shown.isascii())
        self.assertIn("|bob  1 bot       |", shown)

    def test_good_with_12_rooms(self) -> None:
        """Each has its name and what it is, and who is there is told of those where somebody is."""
        self.serve(*rooms(9, 3))
        self.enter("g8", "bob")
        shown = str(self.stage().screen())
        for number in range(9):
            self.assertIn(f"Game {number} ", shown)
        self.assertEqual(shown.count("Three in a line."), 9)
        self.assertIn("● bob", shown)
        for number in range(3):
            self.assertIn(f"Game {number}, more", shown)

    def test_it_grows(self) -> None:
        for size, width, height in (((60, 20), 15, 5), ((80, 25), 19, 8), ((120, 40), 29, 9)):
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
        for way, there in (("right", "Game 1"), ("down", "Game 1, more"), ("down", "Game 4")):
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
        there = ["Game 1", "Game 1, more", "Game 4", "Help", "Help", "Game 4", "Game 1, more", "Game 0, more"]
        self.assertEqual(seen, there)

    def test_every_tile_can_be_clicked_where_it_is_drawn(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            for name, role in (
                ("Game 0 ", "room/g0"),
                ("Game 4 ", "room/g4"),
                ("Game 0, more" if size == (60, 20) else " more", "room/g0-more"),
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


class Tables(HomeTestCase):
    """What leads into a game at once, and to a table of one's own."""

    def home(self, size: tuple[int, int] = (80, 25), **facts: Any) -> Stage:
        """Home with two games, one of which has tables, as ann sees it who has just come."""
        choices = {"dim": {"text": "Size", "values": [[2, "2 x 2"], [4, "4 x 4"]], "usual": 4}}
        known = {"people": 0, "bots": 0, "watching": 0, "names": [], "about": ABOUT}
        rooms = {
            "room/set": {"room": "set", "title": "Set", "kind": "set/1", **known},
            "room/memory": {"room": "memory", "title": "Memory", "kind": "memory/1", "game": "memory", **known},
        }
        rooms["room/memory"]["table"] = {"choices": choices}
        roles = {"t1": "room/set", "t2": "room/memory", "t3": "help"}
        play = {"text": "lin and kai are at Set.", "room": "set"}
        stage = Stage(matrix(3, 2, "Home"), tile(1, 0, 0, "Set"), tile(2, 1, 0, "Memory"), tile(3, 0, 1, "Help"), ANN)
        stage.size = size
        stage.tell(told(roles, kind="home/1", address="home", facts={"rooms": rooms, "play": play, **facts}))
        return stage

    def said(self, stage: Stage) -> list[str]:
        return [cmd.text for cmd in stage.sent()]

    def test_enter_plays_now(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            stage = self.home(size)
            shown = str(stage.screen())
            for text in ("▐ Play now", "lin and kai are at Set.", "New table", "I have a code"):
                self.assertIn(text, shown.replace("▐Play", "▐ Play"), size)
            stage.press("enter")
            self.assertEqual(self.said(stage), ["/play"])

    def test_where_there_is_nothing_to_play_the_focus_is_on_a_game(self) -> None:
        stage = self.home(play=None)
        self.assertNotIn("Play now", str(stage.screen()))
        self.assertIn("New table", str(stage.screen()))
        stage.press("enter")
        self.assertEqual([cmd.objid for cmd in stage.sent()], ["t1"])

    def test_buttons_by_keys_arrows_and_mouse(self) -> None:
        for ways, seen in (
            (["n"], "Open the table"),
            (["right", "enter"], "Open the table"),
            (["c"], "Join a table"),
            (["right", "right", " "], "Join a table"),
        ):
            stage = self.home()
            stage.press(*ways)
            self.assertIn(seen, str(stage.screen()), ways)
            stage.press("esc")
            self.assertNotIn(seen, str(stage.screen()))
        for text, seen in (("New table", "Open the table"), ("I have a code", "Join a table")):
            stage = self.home()
            stage.click_on(text)
            self.assertIn(seen, str(stage.screen()))
        stage = self.home()
        stage.press("down")
        stage.click_on("Play now")
        self.assertEqual(self.said(stage), ["/play"])

    def test_whoever_comes_back_finds_the_focus_where_it_was(self) -> None:
        for ways, focus in (
            (["enter"], "▐ Play now"),
            (["n", "enter"], "▐ New table"),
            (["right", "enter", "esc"], "▐ New table"),
            (["down", "enter"], "┏━"),
        ):
            stage = self.home()
            stage.press(*ways)
            stage.tell(Set("m2", name="Set", text="", x=2, y=2), Set("a1"), told(room="m2", kind="set/1"))
            stage.screen()
            home = self.home().model
            stage.tell(Set("m1"), Set("a1"), told(home.roles, kind="home/1", facts=home.facts))
            self.assertIn(focus, str(stage.screen()))

    def with_tables(self, count: int, size: tuple[int, int] = (80, 25)) -> Stage:
        """Home with open tables of Memory."""
        stage = self.home(size)
        tables = [
            {"join": f"memory-{number}", "title": f"Memory · den {number}", "people": 2, "bots": 0, "names": ["lin"]}
            for number in range(1, count + 1)
        ]
        stage.tell(told(facts={"rooms": {"room/memory": {"tables": tables}}}))
        return stage

    def test_open_tables_are_in_the_card_of_their_game(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            stage = self.with_tables(1, size)
            stage.click_on("den 1")
            self.assertEqual(self.said(stage), ["/join memory-1"], size)
        stage = self.with_tables(1)
        stage.press("right", "right", "down", "down")
        self.assertIn("▐den 1 ●2▌", str(stage.screen()))
        self.assertIn("Enter join", stage.screen().lines[-1])
        stage.press("enter")
        self.assertEqual(self.said(stage), ["/join memory-1"])

    def test_those_without_room_there_are_below_the_cards_or_counted(self) -> None:
        shown = str(self.with_tables(3).screen())
        self.assertIn(" More   Memory · den 2 ●2   Memory · den 3 ●2", shown)
        stage = self.with_tables(12)
        stage.click_on("+5")
        self.assertIn("Who is where", str(stage.screen()))

    def test_a_table_that_is_gone_has_not_the_focus(self) -> None:
        stage = self.with_tables(1)
        stage.press("right", "right", "down", "down")
        stage.tell(told(facts={"rooms": {"room/memory": {"tables": None}}}))
        stage.screen()
        stage.press("enter")
        self.assertEqual([cmd.text for cmd in stage.sent()], ["/play"])
