"""The screen while playing, and what keys, text and mouse do there."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.doubles.roomscreen import SIZES, RoomScreenTestCase
from tests.doubles.terminal import ANN, BOB, HOSTILE, Screen, Stage, agent, board, is_harmless, key, matrix, pairs, tile
from tilenet.clients.model import REMEMBERED, Cell
from tilenet.clients.terminal.inputline import LONGEST
from tilenet.clients.terminal.keys import JAVA
from tilenet.wire.messages import Cmd, Hear, Set


class TileKeys(RoomScreenTestCase):
    def test_arrows_move_the_focus_and_enter_and_space_click_there(self) -> None:
        stage = Stage(*board(), Set("t2", text="A lamp."))
        self.assertEqual(stage.screen().lines[-3].strip(), "00")
        self.assertEqual(stage.press("right", "down", "right", "left", "up"), [])
        self.assertEqual((stage.controller.focus, stage.screen().lines[-3].strip()), ((1, 0), "A lamp."))
        stage.press("ctrl down", "ctrl right", "ctrl left", "ctrl up", "ctrl down")
        self.assertEqual((stage.controller.focus, stage.sent()), ((1, 1), []))
        stage.press("enter", "right", " ")
        self.assertEqual(stage.sent(), [Cmd("click", "t5"), Cmd("click", "t6")])

    def test_a_slash_begins_a_command_and_leaves_what_was_typed(self) -> None:
        stage = Stage(*board())
        self.assertEqual(stage.press("/"), [])
        self.assertEqual((stage.controller.is_typing, stage.typed, stage.sent()), (True, "/", []))
        stage.press(*"next", "enter")
        self.assertEqual((stage.sent(), stage.typed), ([Cmd("say", "m1", text="/next")], ""))
        stage.press(*"half", "tab", "/")
        self.assertEqual((stage.controller.is_typing, stage.typed), (True, "half"))
        stage.press("/")
        self.assertEqual(stage.typed, "half/")

    def test_a_slash_that_the_room_has_for_itself(self) -> None:
        for energy in (0, 1):
            stage = Stage(*board(), key(1, "VK_SLASH", "right hand", energy=energy))
            self.assertEqual(stage.press("/"), [])
            self.assertEqual((stage.controller.is_typing, stage.typed), (False, ""))
            self.assertEqual(stage.sent(), [Cmd("press", "k1")] * energy)
            ours = [one for one in stage.room_screen.bindings() if one.about.startswith("type a command")]
            self.assertEqual(ours, [])

    def test_a_disabled_key_is_not_sent_and_does_nothing_else(self) -> None:
        stage = Stage(*board(), key(1, "VK_ENTER", "go", energy=0), key(2, "VK_RIGHT", "go", energy=0))
        self.assertEqual(stage.press("enter", "right"), [])
        self.assertEqual((stage.sent(), stage.controller.focus), ([], (0, 0)))
        self.assertIn("That key can't be pressed now. A room.", stage.screen().lines[-3])

    def test_keys_of_the_matrix_come_before_our_own(self) -> None:
        names = ("VK_ENTER", "VK_UP", "VK_SPACE", "VK_PAGE_UP")
        stage = Stage(*board(), *(key(number, name, f"do {number}") for number, name in enumerate(names, 1)))
        stage.press("enter", "up", " ", "page up")
        self.assertEqual(stage.sent(), [Cmd("press", f"k{number}") for number in (1, 2, 3, 4)])
        self.assertEqual(stage.controller.focus, (0, 0))
        stage.press("down", "ctrl right", "ctrl up")
        self.assertEqual((stage.controller.focus, stage.sent()), ((1, 0), []))

    def test_the_legend_no_longer_claims_what_the_matrix_has(self) -> None:
        stage = Stage(*board(), size=(120, 25))
        self.assertTrue(stage.screen().lines[-1].startswith(" ←↑↓→ move · Enter click · Tab chat · "))
        stage.tell(key(1, "VK_ENTER", "go"))
        self.assertTrue(stage.screen().lines[-1].startswith(" ←↑↓→ move · Space click · Enter go · Tab chat · "))
        stage.tell(key(2, "VK_SPACE", "jump"), key(3, "VK_UP", "rise"))
        legend = " Left Down Right move · Enter go · Space jump · Up rise · Tab chat · F1 help · F10 leave"
        self.assertEqual(stage.screen().lines[-1].rstrip(), legend)
        stage.tell(*(key(number, name) for number, name in enumerate(("VK_LEFT", "VK_DOWN", "VK_RIGHT"), 4)))
        self.assertTrue(stage.screen().lines[-1].startswith(" Enter go · "))

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.tuples(st.sampled_from(sorted(JAVA)), st.booleans()), max_size=12, unique=True))
    def test_every_key_does_what_is_said_of_it(self, keys: list[tuple[str, bool]]) -> None:
        messages = [key(n, name, f"act {n}", energy=int(is_on)) for n, (name, is_on) in enumerate(keys, 1)]
        stage = Stage(*board(), *messages)
        theirs = {JAVA[name] for name, _ in keys} - {"tab", "f1", "f10"}
        for binding in stage.room_screen.tile_bindings():
            self.assertEqual(binding.about.startswith("act "), not theirs.isdisjoint(binding.keys), binding)
            if binding.held is not None:
                binding.act()
                sent = [stage.model.things[cmd.objid].text for cmd in stage.sent()]
                self.assertEqual(sent, [binding.about] * binding.is_enabled)
        told = {typed for binding in stage.room_screen.tile_bindings() for typed in binding.keys}
        self.assertLessEqual({"tab", "f1", "f10", "ctrl left", "ctrl up", "ctrl down", "ctrl right"}, told)


class Typing(RoomScreenTestCase):
    def test_a_line_has_an_end_however_much_is_typed_or_pasted(self) -> None:
        stage = Stage(*board())
        stage.type("x" * LONGEST + "y")
        stage.paste(*"more")
        self.assertEqual(stage.typed, "x" * LONGEST)

    def test_no_key_is_a_command(self) -> None:
        stage = Stage(*board(), key(1, "VK_X"), key(2, "VK_ESCAPE"), key(3, "VK_UP"), key(4, "VK_ENTER"))
        stage.type("x X")
        stage.press("ctrl x", "esc")
        self.assertEqual((stage.sent(), stage.typed), ([], "x X"))
        self.assertFalse(stage.controller.is_typing)

    def test_enter_says_it_and_the_line_is_free_again(self) -> None:
        stage = Stage(*board(), BOB, key(1, "VK_ENTER"))
        stage.say("hello")
        stage.say("@bob (psst)")
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="hello"), Cmd("say", "a2", text="(psst)")])
        self.assertEqual((stage.typed, stage.controller.is_typing), ("", True))
        self.assertIn("you > bob: (psst)", str(stage.screen()))

    def test_a_long_answer_to_a_command_opens_a_page_once(self) -> None:
        stage = Stage(*board(), BOB)
        stage.screen()
        stage.say("/who")
        stage.tell(Hear("m1", "a1", "3 players are on this server:"))
        self.assertEqual(stage.done, [])
        stage.tell(*[Hear("m1", "a1", f"Room {number}: ann") for number in range(12)])
        self.assertEqual(stage.done, ["answer"])
        self.assertEqual(
            [line.message for line in stage.controller.answer][:2], ["3 players are on this server:", "Room 0: ann"]
        )
        stage.tell(Hear("m1", "a1", "Room 12: ann"))
        self.assertEqual(stage.done, ["answer"])
        stage.say("/who")
        stage.tell(*[Hear("m1", "a1", f"Room {number}: ann") for number in range(12)])
        self.assertEqual(stage.done, ["answer", "answer"])

    def test_what_the_next_room_says_is_no_answer_to_a_command_that_led_there(self) -> None:
        stage = Stage(*board(), BOB)
        stage.screen()
        stage.say("/join amber-otter-nine")
        stage.tell(Set("m2", x=2, y=2, name="Set", text="Set"), Set("a1", x=0))
        stage.tell(*[Hear("m2", "a1", f"Line {number}") for number in range(12)])
        self.assertEqual(stage.done, [])

    def test_nothing_else_that_is_long_opens_one(self) -> None:
        lines = [Hear("m1", "a1", f"Line {number}") for number in range(12)]
        for text, messages, seconds in (
            ("hello", lines, 0),
            ("/who", [Hear("a2", "m1", f"Line {number}") for number in range(12)], 0),
            ("/who", lines, 60),
        ):
            stage = Stage(*board(), BOB)
            stage.screen()
            stage.say(text)
            stage.clock.advance(seconds)
            stage.tell(*messages)
            self.assertEqual(stage.done, [], (text, seconds))

    def test_what_was_said_can_be_said_again(self) -> None:
        """A server may have refused it."""
        stage = Stage(*board(), BOB)
        for text in ("one", "two", "two"):
            stage.say(text)
        seen = []
        for way in ("up", "up", "up", "down", "down"):
            stage.press(way)
            seen.append(stage.typed)
        self.assertEqual(seen, ["two", "one", "one", "two", ""])

    def test_what_is_refused_is_kept_with_a_hint(self) -> None:
        for text, hint in (
            ("(psst)", "Who is the whisper for?"),
            ("@dan hi", "Nobody here is called 'dan'."),
            ("@bob", "Nothing to send"),
        ):
            stage = Stage(*board(), BOB)
            stage.say(text)
            self.assertEqual((stage.sent(), stage.typed), ([], text))
            self.assertIn(hint, stage.screen().lines[-3])
            stage.press("x")
            self.assertNotIn(hint, stage.screen().lines[-3])

    def test_a_blank_line_says_nothing(self) -> None:
        stage = Stage(*board())
        stage.say("")
        stage.say("   ")
        self.assertEqual((stage.sent(), stage.typed), ([], ""))

    def test_talking_shows_what_was_heard_last(self) -> None:
        stage = Stage(*board())
        for number in range(30):
            stage.hear(f"line {number}")
        stage.press("page up")
        self.assertNotIn("line 29", str(stage.screen()))
        stage.say("hello")
        self.assertIn("line 29", str(stage.screen()))

    def test_the_line_is_edited_as_in_a_shell(self) -> None:
        stage = Stage(*board())
        stage.type("one two three")
        cases = [
            (("ctrl w",), "one two "),
            (("ctrl a", "x"), "xone two "),
            (("ctrl e", "y"), "xone two y"),
            (("home", "delete"), "one two y"),
            (("end", "backspace"), "one two "),
            (("left", "left", "ctrl k"), "one tw"),
            (("home", "right", "ctrl u"), "ne tw"),
        ]
        for keys, expected in cases:
            stage.press(*keys)
            self.assertEqual(stage.typed, expected, keys)

    def test_home_and_end_are_those_of_the_whole_line(self) -> None:
        stage = Stage(*board())
        stage.type("0123456789" * 20)
        stage.screen()
        stage.press("home", "x")
        self.assertTrue(stage.typed.startswith("x0123"))
        self.assertIn("say: x0123", stage.screen().lines[-2])
        stage.press("end", "y")
        self.assertTrue(stage.typed.endswith("789y"))
        self.assertTrue(stage.screen().lines[-2].rstrip().endswith("789y"))

    def test_only_what_can_be_seen_is_typed(self) -> None:
        stage = Stage(*board())
        stage.type("a\u202eb\u200bc\u009bde\u0301")
        self.assertEqual(stage.typed, "abcd\u00e9")
        stage.press("enter")
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="abcd\u00e9")])


class Pasting(RoomScreenTestCase):
    def test_it_goes_to_the_line_and_presses_nothing(self) -> None:
        stage = Stage(*board(), key(1, "VK_X"), key(2, "VK_A"))
        stage.paste(*"xa", "enter", *"b c", "tab", "x")
        self.assertEqual((stage.sent(), stage.typed, stage.controller.focus), ([], "xa b c x", (0, 0)))
        self.assertFalse(stage.controller.is_typing)
        stage.press("x", "tab")
        self.assertEqual(stage.sent(), [Cmd("press", "k1")])
        stage.paste(*"y", "enter", *"all")
        self.assertEqual((stage.sent(), stage.typed), ([], "xa b c xy all"))
        stage.press("enter")
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="xa b c xy all")])

    def test_control_characters_in_it_do_nothing(self) -> None:
        stage = Stage(*board())
        stage.paste("a", "ctrl u", "f1", "f10", "ctrl q", "esc", "up", "page up", "ctrl a", "backspace", "b")
        self.assertEqual((stage.done, stage.typed, stage.controller.is_typing), ([], "ab", False))


class Mouse(RoomScreenTestCase):
    def test_a_click_on_a_tile_clicks_it_and_takes_the_keyboard_from_the_line(self) -> None:
        stage = Stage(*pairs())
        stage.type("half")
        stage.click_on("Scoring")
        self.assertEqual((stage.sent(), stage.controller.focus), ([Cmd("click", "t103")], (8, 2)))
        self.assertEqual((stage.controller.is_typing, stage.typed), (False, "half"))

    def test_a_click_beside_the_tiles_does_nothing(self) -> None:
        stage = Stage(*pairs())
        for column, line in ((5, 2), (0, 3), (50, 12), (58, 2), (3, 0), (3, 1), (3, 18), (3, 20), (3, 22), (3, 24)):
            stage.click(column, line)
            self.assertEqual(
                (stage.sent(), stage.controller.focus, stage.controller.is_typing), ([], (0, 1), False), (column, line)
            )

    def test_only_the_left_button_clicks_and_only_when_it_goes_down(self) -> None:
        stage = Stage(*pairs())
        stage.screen()
        for event, button in (("mouse press", 2), ("mouse press", 3), ("mouse release", 0), ("mouse drag", 1)):
            self.assertFalse(stage.room_screen.mouse_event(stage.size, event, button, 2, 6, True))
        self.assertEqual(stage.sent(), [])

    @settings(max_examples=25, deadline=None)
    @given(st.data())
    def test_what_is_seen_is_what_is_clicked(self, data: st.DataObject) -> None:
        """Also in a matrix that is larger than the screen, wherever it was scrolled to."""
        draw = data.draw
        across, down = draw(st.tuples(st.integers(2, 40), st.integers(2, 40)))
        names = {(x, y): _name(x + across * y) for y in range(down) for x in range(across)}
        objids = {name: f"t{number}" for number, name in enumerate(names.values(), 1)}
        tiles = [tile(number, *cell, name, text="-") for number, (cell, name) in enumerate(names.items(), 1)]
        stage = Stage(matrix(across, down), *tiles, ANN, size=draw(SIZES))
        stage.take_a_part()
        for way in draw(st.lists(st.sampled_from(["down", "right"]), max_size=40)):
            stage.press(way)
        stage.wheel(draw(st.sampled_from(["up", "down"])), 2, 4, times=draw(st.integers(0, 40)))
        shown = stage.screen()
        seen = [(found[0], found.start(), y) for y, line in enumerate(shown.lines) for found in _TILE.finditer(line)]
        self.assertTrue(seen)
        for name, column, line in draw(st.lists(st.sampled_from(seen), min_size=1, max_size=3)):
            stage.click(column + 1, line)
            stage.press("enter")  # it has the focus now
            self.assertEqual(stage.sent(), [Cmd("click", objids[name])] * 2)
            self.assertEqual(_positions(stage.screen()), _positions(shown))

    def test_a_click_on_a_name_begins_a_word_to_them_whatever_it_is(self) -> None:
        for number, name in enumerate(("bot-1", *HOSTILE)):
            stage = Stage(matrix(2, 2), tile(1, 0, 0), ANN, agent(2, name))
            column, line = stage.screen().find("Here (2)")
            stage.click(column, line + 2)
            self.assertEqual((stage.controller.is_typing, stage.sent()), (True, []))
            self.assertTrue(is_harmless("".join(stage.screen().lines)), ascii(name))
            stage.say("hi")
            self.assertEqual(stage.sent(), [Cmd("say", "a2", text="(hi)")], (number, ascii(name)))

    def test_a_click_on_how_many_more_are_here_is_to_none_of_them(self) -> None:
        stage = Stage(*pairs())
        for line in (2, 7, 8, 17):  # nobody is there
            stage.click(65, line)
            self.assertFalse(stage.controller.is_typing, line)
        stage.tell(*(agent(number, f"p{number}") for number in range(5, 60)))
        stage.click_on("and 45 more")
        self.assertEqual((stage.typed, stage.controller.is_typing), ("", False))
        stage.click(65, 16)
        self.assertEqual(stage.typed, "@p21 ")

    def test_a_click_on_the_line_is_for_typing_there(self) -> None:
        for column, typed in ((28, "hexllo"), (3, "hellox")):
            stage = Stage(*pairs())
            stage.type("hello")
            stage.press("tab")
            stage.click(column, 23)
            stage.press("x")
            self.assertEqual((stage.controller.is_typing, stage.typed), (True, typed))


_TILE = re.compile(r"\b[bcdfgjkqvwxz]{3}\b")


def _name(number: int) -> str:
    """Three consonants: no word on the screen is like that."""
    letters = "bcdfgjkqvwxz"
    return letters[number // 144] + letters[number // 12 % 12] + letters[number % 12]


def _positions(shown: Screen) -> list[str]:
    """The screen without the marks of the focus and the tooltip."""
    return [re.sub("[▐▌]", " ", line) for line in shown.lines[:-3]]


class Scrolling(RoomScreenTestCase):
    def setUp(self) -> None:
        super().setUp()
        names = {(x, y): _name(x + 40 * y) for y in range(40) for x in range(40)}
        tiles = [tile(number, *cell, name) for number, (cell, name) in enumerate(names.items(), 1)]
        self.names = names
        self.stage = Stage(matrix(40, 40), *tiles, ANN)
        self.stage.take_a_part()

    def assert_shows(self, *cells: Cell) -> None:
        for cell in cells:
            self.assertIn(self.names[cell], str(self.stage.screen()), cell)

    def test_the_screen_follows_the_focus(self) -> None:
        self.stage.press(*["right"] * 20, *["down"] * 30)
        self.assertEqual(self.stage.controller.focus, (20, 30))
        self.assert_shows((20, 30), (10, 15))
        self.stage.press(*["left"] * 20)
        self.assert_shows((0, 30), (0, 15))
        self.stage.press(*["right"] * 50, *["down"] * 50)
        self.assert_shows((39, 39))

    def test_the_wheel_scrolls_to_the_ends_and_leaves_the_focus(self) -> None:
        self.assertTrue(self.stage.screen().lines[-3].endswith(" columns 1-11 of 40, rows 1-16 of 40 "))
        for way, times, rows in (("down", 5, "6-21"), ("up", 1, "5-20"), ("down", 60, "25-40"), ("up", 60, "1-16")):
            self.stage.wheel(way, 10, 5, times=times)
            self.assertEqual(self.stage.controller.focus, (0, 0))
            self.assertTrue(self.stage.screen().lines[-3].endswith(f"rows {rows} of 40 "), rows)
            self.assertEqual("▐" in str(self.stage.screen()), rows == "1-16")
            self.stage.tell(Set("t99", text=rows), BOB)  # news do not scroll
            self.assertTrue(self.stage.screen().lines[-3].endswith(f"rows {rows} of 40 "), rows)
        self.stage.wheel("down", 10, 5)
        self.assertTrue(self.stage.screen().lines[-3].endswith("rows 2-17 of 40 "))

    def test_enter_shows_what_it_clicks_and_an_arrow_where_the_focus_is(self) -> None:
        for pressed, focus, sent in (("enter", (0, 0), [Cmd("click", "t1")]), ("right", (1, 0), [])):
            self.stage.wheel("down", 10, 5, times=20)
            self.stage.press(pressed)
            self.assertEqual((self.stage.sent(), self.stage.controller.focus), (sent, focus))
            self.assert_shows(focus)

    def test_another_matrix_is_shown_from_its_beginning(self) -> None:
        self.stage.wheel("down", 10, 5, times=5)
        self.stage.tell(Set("m2", x=30, y=30), *(tile(5000 + y, 0, y, f"y{y}") for y in range(30)))
        self.assertTrue(self.stage.screen().lines[-3].endswith("rows 1-16 of 30 "))


class LookingBack(RoomScreenTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.stage = Stage(*pairs())
        for number in range(40):
            self.stage.hear(f"line {number}")

    def shown(self) -> list[str]:
        return [line.strip() for line in self.stage.screen().lines[19:22]]

    def numbers(self) -> list[int]:
        return [int(line.rpartition(" ")[2]) for line in self.shown()]

    def rule(self) -> str:
        return self.stage.screen().lines[18]

    def test_pages_up_and_down(self) -> None:
        self.assertEqual(self.numbers(), [37, 38, 39])
        self.stage.press("page up")
        self.assertEqual(self.numbers(), [35, 36, 37])
        self.assertTrue(self.rule().endswith("── 2 lines back, PgDn ─"))
        self.stage.press("tab", "page up", "page up", "page down")  # while typing, too
        self.assertEqual(self.numbers(), [33, 34, 35])
        self.stage.press("page down", "page down", "page down")
        self.assertEqual(self.numbers(), [37, 38, 39])
        self.assertEqual(self.rule(), "─" * 80)

    def test_the_wheel_below_the_tiles(self) -> None:
        self.stage.wheel("up", 5, 20)
        self.assertEqual(self.numbers(), [34, 35, 36])
        self.stage.wheel("down", 5, 20)
        self.assertEqual(self.numbers(), [37, 38, 39])
        self.assertEqual(self.stage.controller.origin, (0, 0))

    def test_it_ends_at_the_first_line(self) -> None:
        for _ in range(50):
            self.stage.press("page up")
            self.stage.screen()
        self.assertEqual(self.numbers(), [0, 1, 2])
        self.stage.press("page down")
        self.assertEqual(self.numbers(), [2, 3, 4])

    def test_new_lines_do_not_move_what_is_read(self) -> None:
        self.stage.press("page up", "page up")
        before = self.shown()
        self.stage.hear("a new line")
        self.stage.hear("a very long line, " * 20)
        self.assertEqual(self.shown(), before)
        self.stage.tell(Hear("a2", "m1", "one"), Hear("a2", "m1", "two"), Set("t5", name="x"))
        self.assertEqual(self.shown(), before)
        for _ in range(20):
            self.stage.press("page down")
        self.assertTrue(self.shown()[0].endswith("a very long line,"))
        self.assertEqual(self.shown()[1:], ["bob: one", "bob: two"])

    def test_what_is_forgotten_can_no_longer_be_read(self) -> None:
        for _ in range(30):
            self.stage.press("page up")
            self.stage.screen()
        for number in range(40, 600):
            self.stage.hear(f"line {number}")
        first = 600 - REMEMBERED
        self.assertEqual(self.numbers(), [first, first + 1, first + 2])
