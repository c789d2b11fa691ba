"""Help: the rules of a room and the keys that work in it, over the board."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterable

from twisted.trial.unittest import SynchronousTestCase
from urwid.testing import click, press

from tests.doubles.terminal import HOSTILE, SIZE, Stage, board, is_harmless, key, pairs, screen, told
from tilenet.clients.terminal.helppage import HelpPage, room_help
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.messages import HELP_LINES, Set, Xresponse

SMALLEST = 60, 20


def inside(lines: Iterable[str]) -> list[str]:
    """What stands in the frame of the page."""
    return [line[4:-4].rstrip("│ ") for line in lines if "│" in line]


class Help(SynchronousTestCase):
    def open(self, stage: Stage) -> HelpPage:
        self.closed = 0

        def close() -> None:
            self.closed += 1

        return room_help(stage.room_screen, stage.inks, stage.signs, close)

    def everything(self, page: HelpPage, columns: int = 80) -> str:
        """All of it, on a terminal that has room for that."""
        return str(screen(page, (columns, 70)))

    def test_all_of_it_can_be_scrolled_to(self) -> None:
        page = self.open(Stage(*pairs()))
        found: list[str] = []
        for _ in range(60):
            found += inside(screen(page, SMALLEST).lines)
            press(page, SMALLEST, "down")
        self.assertEqual({*inside(self.everything(page, 60).splitlines())} - {*found}, set())
        self.assertIn("a message to you, or about you", str(screen(page, SMALLEST)))

    def test_end_and_home_lead_to_its_last_line_and_back(self) -> None:
        for size in (SMALLEST, SIZE):
            page = self.open(Stage(*pairs()))
            first = screen(page, size).lines
            press(page, size, "end")
            last = screen(page, size).lines
            self.assertIn("a message to you, or about you", last[-2])
            self.assertNotIn("30 pairs to find", "".join(last[2:]))
            press(page, size, "up")
            self.assertEqual(inside(screen(page, size).lines[4:-1]), inside(last[3:-2]))
            press(page, size, "home")
            self.assertEqual(screen(page, size).lines, first)

    def test_the_page_keys_show_every_line_of_it(self) -> None:
        for size in (SMALLEST, SIZE):
            page = self.open(Stage(*pairs()))
            ways = {}
            for way in ("page down", "page up"):
                found: list[str] = []
                for _ in range(6):
                    found += inside(screen(page, size).lines)
                    press(page, size, way)
                ways[way] = set(found)
            everything = set(inside(self.everything(page, size[0]).splitlines()))
            self.assertEqual((everything - ways["page down"], everything - ways["page up"]), (set(), set()))

    def test_a_long_line_goes_on_under_its_beginning(self) -> None:
        lines = screen(self.open(Stage(*pairs())), (60, 60)).lines
        first = next(number for number, line in enumerate(lines) if "log out and leave" in line)
        self.assertEqual(lines[first].index("log out"), lines[first + 1].index("Ctrl-C)"))

    def test_opening_it_again_and_again_is_little_work(self) -> None:
        """On a server many people may do that, and what is left of a page is for the garbage collector."""
        stage = Stage(*pairs())
        self.everything(self.open(stage))
        gc.collect()
        self.everything(self.open(stage))
        self.assertLess(gc.collect(), 700)
        self.open(stage)
        self.assertLess(gc.collect(), 400)

    def test_all_keys_that_work_are_told(self) -> None:
        text = self.everything(self.open(Stage(*pairs())))
        for line in (
            "PairPanicking ── Esc closes",
            "30 pairs to find.",
            "←↑↓→         move the focus",
            "Enter        click the tile with the focus",
            "Space        click the tile with the focus",
            "Tab          type a message",
            "F1           the rules, and all keys",
            "F10          log out and leave",
            "PgUp         scroll back",
            "Ctrl-arrows  move the focus",
            "Enter  send to all; @name text: whisper to one player; /help: commands",
            "Tab    back to the tiles (also Esc)",
        ):
            self.assertIn(line, text)

    def test_ctrl_z_is_told_where_a_shell_can_resume_the_client(self) -> None:
        stage = Stage(*pairs())
        for can_suspend in (True, False):
            page = room_help(stage.room_screen, stage.inks, stage.signs, lambda: None, can_suspend=can_suspend)
            text = self.everything(page)
            self.assertIn("Ctrl-L redraws the screen.", text)
            self.assertIs("Ctrl-Z" in text, can_suspend)

    def test_the_signs_are_told(self) -> None:
        for signs in (FANCY, ASCII):
            text = self.everything(self.open(Stage(*pairs(), signs=signs)))
            pairs_of_signs = " ".join(signs.focus), " ".join(signs.disabled)
            for sign in (*pairs_of_signs, signs.blank_disabled, signs.audience, signs.to_me, signs.away, signs.bot):
                self.assertRegex(text, rf"[│|] {re.escape(sign)} +\w")
            self.assertTrue(signs is FANCY or text.isascii(), text)

    def test_a_key_that_is_disabled_disappears(self) -> None:
        stage = Stage(*pairs(), key(1, "VK_X", "explode"))
        page = self.open(stage)
        self.assertRegex(str(screen(page)), r"x +explode")
        stage.tell(Set("k1", energy=0))
        self.assertNotIn("explode", str(screen(page)))
        stage.tell(Set("k1", energy=1))
        self.assertRegex(str(screen(page)), r"x +explode")
        stage.tell(Set("k1", x=-1))
        self.assertEqual(screen(page), screen(self.open(Stage(*pairs()))))

    def test_keys_that_this_keyboard_has_not_are_told(self) -> None:
        text = self.everything(self.open(Stage(*pairs(), key(1, "VK_CONTROL", "fire"), key(2, "VK_F1", "aim"))))
        self.assertIn("VK_CONTROL: fire (not available on this keyboard)", text)
        self.assertIn("VK_F1: aim (not available on this keyboard)", text)

    def test_news_do_not_scroll_it(self) -> None:
        stage = Stage(*pairs())
        page = self.open(stage)
        screen(page, SMALLEST)
        press(page, SMALLEST, *["down"] * 12)
        before = screen(page, SMALLEST).lines
        stage.tell(Set("m1", text="29 pairs to find. bob 14, ann 9, bot-1 6 and 1 more."))
        self.assertEqual(screen(page, SMALLEST).lines[2:], before[2:])

    def test_the_wheel_scrolls_it(self) -> None:
        page = self.open(Stage(*pairs()))
        before = str(screen(page, SMALLEST))
        for _ in range(3):
            click(page, SMALLEST, 20, 10, button=5)
        after = str(screen(page, SMALLEST))
        self.assertNotEqual(before, after)
        for _ in range(3):
            click(page, SMALLEST, 20, 10, button=4)
        self.assertEqual(str(screen(page, SMALLEST)), before)

    def test_the_rules_of_the_room_come_first(self) -> None:
        stage = Stage(*pairs(), told({"t102": "help"}, kind="pairs/1"))
        page = self.open(stage)
        stage.click_on("Help")
        self.assertEqual((stage.done, stage.sent()), (["help"], []))
        stage.tell(Xresponse('["Find pairs.", "They bring points."]', HELP_LINES))
        for size in (SMALLEST, SIZE):
            shown = screen(page, size)
            lines = [shown.find(text)[1] for text in ("Find pairs.", "They bring points.", "Keys on the board")]
            self.assertEqual(lines, sorted(lines))

    def test_a_server_that_has_no_rules_or_sends_nonsense_has_the_headline_instead(self) -> None:
        for nonsense in ("", "[", "{}", "5", "[[]]", "null"):
            stage = Stage(*pairs())
            page = self.open(stage)
            stage.room_screen.open_help()
            stage.tell(Xresponse(nonsense, HELP_LINES))
            self.assertIn("30 pairs to find.", str(screen(page, SIZE)).split("Keys on the board")[0])

    def test_other_rooms_have_other_rules(self) -> None:
        stage = Stage(*pairs())
        stage.room_screen.open_help()
        stage.tell(Xresponse('["A rule."]', HELP_LINES))
        self.assertEqual(stage.model.help, ["A rule."])
        stage.tell(Set("m2", name="Attic", x=2, y=2), Set("a1"))
        self.assertEqual(stage.model.help, [])

    def test_a_room_without_help_has_its_keys(self) -> None:
        stage = Stage(*board())
        page = self.open(stage)
        stage.room_screen.open_help()
        self.assertEqual(stage.sent(), [])
        self.assertIn("Keys on the board", str(screen(page)))

    def test_it_is_closed_by_what_people_try(self) -> None:
        page = self.open(Stage(*pairs()))
        press(page, SIZE, "esc", "f1", "enter", "q")
        self.assertEqual(self.closed, 4)

    def test_no_key_in_it_is_a_command(self) -> None:
        stage = Stage(*board(), key(1, "VK_X"))
        page = self.open(stage)
        press(page, SIZE, "x", " ", "right", "tab", "page up")
        click(page, SIZE, 4, 4)
        click(page, SIZE, 1, 3)
        self.assertEqual(
            (stage.sent(), stage.controller.focus, stage.controller.is_typing, self.closed), ([], (0, 0), False, 0)
        )

    def test_nothing_but_visible_characters_is_on_the_screen(self) -> None:
        for text in HOSTILE:
            stage = Stage(*pairs(), Set("m1", name=text, text=text), key(1, "VK_X", text), key(2, f"VK_{text}", text))
            shown = self.everything(self.open(stage))
            self.assertTrue(is_harmless(shown.replace("\n", "")), ascii(text))

    def test_what_is_known_of_the_deals_of_the_room_is_told(self) -> None:
        stage = Stage(*pairs())
        self.assertNotIn("Hash", self.everything(self.open(stage)))
        room = stage.model.current
        for fair in (
            {"match": {"commitment": "c1"}, "next": 5},
            {"match": {"secret": "s1\x1b[2J"}, "next": {"commitment": "c2"}, "previous": {"secret": "s0"}},
        ):
            stage.tell(Xresponse(json.dumps({"room": room, "kind": "set/1", "now": 1, "fair": fair}), "facts"))
        text = self.everything(self.open(stage))
        for line in (
            "The next deal",
            "Hash of its secret: c2",
            "Its secret: s1",
            "The deal of the match before",
            "Its secret: s0",
        ):
            self.assertIn(line, text)
        self.assertNotIn("\x1b", text)
