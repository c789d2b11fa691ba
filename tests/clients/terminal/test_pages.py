"""The other screens: logging in, waiting, and the word that the terminal is too small."""

from __future__ import annotations

import urwid
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase
from urwid.testing import click, press

from tests.doubles.terminal import HOSTILE, SIZE, Screen, Stage, board, is_harmless, key, pairs, screen
from tilenet.clients.terminal.helppage import room_help
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import LoginPage, Shell, WaitingPage
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.messages import Cmd, ServerOpen, Set

SMALLEST = 60, 20


class PagesTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        urwid.set_encoding("utf-8")
        self.left = self.helped = 0

    def leave(self) -> None:
        self.left += 1

    def help(self) -> None:
        self.helped += 1

    def shell(self, page: urwid.Widget) -> Shell:
        return Shell(page, self.leave)


class LoggingIn(PagesTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.logins: list[tuple[str, str]] = []
        self.page = self.make()

    def make(self, server: ServerOpen | None = None, address: str = "localhost:44455", name: str = "ann") -> LoginPage:
        server = server or ServerOpen("Müller & Søn", "Brettspiele", "open")
        return LoginPage(server, address, name, Inks(1), lambda *login: self.logins.append(login), self.help)

    def press(self, *keys: str) -> None:
        press(self.page, SIZE, *keys)

    def screen(self, size: tuple[int, int] = SIZE) -> Screen:
        return screen(self.page, size)

    def test_the_server_is_shown_before_a_password_is_asked(self) -> None:
        for size in (SMALLEST, SIZE):
            shown = self.screen(size)
            places = [
                shown.find(text)[1]
                for text in ("Brettspiele", "Group: Müller & Søn", "Address: localhost:44455", "Name: ann", "Password:")
            ]
            self.assertEqual(places, sorted(places))
            self.assertIn("Status: open", str(shown))

    def test_a_server_cannot_push_the_fields_or_its_group_off_the_screen(self) -> None:
        self.page = self.make(ServerOpen("g" * 5000, "n " * 5000, "open"))
        self.page.ask("no " * 5000)
        shown = self.screen(SMALLEST)
        fields = "Address: localhost:44455", "Name: ann", "Password:"
        for text in (*fields, " n n n n ", "Group: gggg", "F10 leaves", "no no"):
            self.assertIn(text, str(shown))

    def test_the_first_character_replaces_the_suggested_name_and_the_others_are_appended(self) -> None:
        self.press(*"bob")
        self.assertIn("Name: bob  ", str(self.screen()))
        self.assertEqual(self.screen().cursor, (17, self.screen().find("Name:")[1]))
        self.press("tab", "shift tab", "b", "y", "enter", "enter")
        self.assertEqual(self.logins, [("bobby", "")])

    def test_enter_and_tab_keep_the_suggested_name(self) -> None:
        for keys in (["enter"], ["tab"], ["down"], ["tab", "tab", "enter"], ["down", "up", "enter"]):
            self.page = self.make()
            self.press(*keys, "x", "enter")
            self.assertEqual(self.logins.pop(), ("ann", "x"), keys)

    def test_moving_the_cursor_edits_the_suggested_name(self) -> None:
        cases = (
            (["right", *"abel"], "annabel"),
            (["left", "a"], "anan"),
            (["end", "backspace", "backspace", "l"], "al"),
            (["home", "j", "o"], "joann"),
            (["ctrl a", "j", "ctrl e", "a"], "janna"),
        )
        for keys, name in cases:
            self.page = self.make()
            self.press(*keys, "enter", "enter")
            self.assertEqual(self.logins.pop(), (name, ""))
        self.page = self.make()
        click(self.page, SIZE, 16, self.screen().find("Name:")[1])
        self.press("x", "enter", "enter")
        self.assertEqual(self.logins, [("anxn", "")])

    def test_deleting_deletes_the_suggested_name_as_a_whole(self) -> None:
        for pressed in ("backspace", "delete", "ctrl u", "ctrl k", "ctrl w"):
            self.page = self.make()
            self.press(pressed)
            self.assertNotIn("ann", str(self.screen()), pressed)

    def test_what_a_character_would_replace_is_shown_as_selected(self) -> None:
        def selected() -> str:
            line = self.screen().find("Name:")[1]
            cells = self.screen().cells[line]
            return "".join(char for char, ink in cells if ink == Inks(1)["selected"])

        self.assertEqual(selected(), "ann")
        for keys, text in ((["tab"], ""), (["tab"], "ann"), (["x"], "")):
            self.press(*keys)
            self.assertEqual(selected(), text, keys)

    def test_tab_and_arrows_go_from_field_to_field(self) -> None:
        name, password = self.screen().find("Name:")[1], self.screen().find("Password:")[1]
        ways = "tab", "tab", "shift tab", "shift tab", "down", "up"
        for pressed, line in zip(ways, (password, name) * 3, strict=True):
            self.press(pressed)
            cursor = self.screen().cursor
            assert cursor is not None
            self.assertEqual(cursor[1], line, pressed)

    def test_a_click_goes_to_a_field(self) -> None:
        shown = self.screen()
        click(self.page, SIZE, 20, shown.find("Password:")[1])
        self.press("x", "enter")
        self.assertEqual(self.logins, [("ann", "x")])

    def test_the_password_shows_nothing_not_even_its_length(self) -> None:
        self.press("tab")
        empty = self.screen()
        for pressed in (*"secret世\u0301", "backspace", "left", "home", "right", "end", "delete"):
            self.press(pressed)
            self.assertEqual(self.screen(), empty, pressed)
        click(self.page, SIZE, 30, empty.find("Password:")[1])
        self.assertEqual(self.screen(), empty)

    def test_a_password_is_sent_as_it_was_typed(self) -> None:
        password = " e\u0301\u200b\u202e  "
        self.press("tab", *"wrong", "ctrl u", *password, "x", "backspace", "enter")
        self.assertEqual(self.logins, [("ann", password)])

    def test_an_empty_name_is_refused(self) -> None:
        for name in ("", "   "):
            self.press("ctrl u", *name, "enter", "enter")
            self.assertEqual(self.logins, [])
            self.assertIn("Please type a name.", str(self.screen()))
        self.press("ctrl u", *" bob ", "enter", "enter")
        self.assertEqual(self.logins, [("bob", "")])

    def test_nothing_is_typed_or_sent_while_an_answer_is_awaited(self) -> None:
        self.press("enter", "enter", "x", "enter", "tab", "enter")
        self.assertEqual(self.logins, [("ann", "")])
        self.assertIn("Name: ann ", str(self.screen()))

    @settings(max_examples=40, deadline=None)
    @given(st.tuples(st.integers(60, 200), st.integers(20, 60)), *[st.text(max_size=40) | st.sampled_from(HOSTILE)] * 5)
    def test_any_server_fits_any_terminal(
        self, size: tuple[int, int], group: str, name: str, address: str, user: str, message: str
    ) -> None:
        self.page = self.make(ServerOpen(group, name, "open"), address, user)
        self.page.ask(message)
        self.press(*message)
        waiting = WaitingPage(message)
        waiting.count(3)
        for shown in (self.screen(size), screen(waiting, size)):
            self.assertEqual(shown.size, size)
            self.assertTrue(is_harmless("".join(shown.lines)), ascii(shown.lines))


class Waiting(PagesTestCase):
    def test_a_long_reason_does_not_push_the_countdown_off_the_screen(self) -> None:
        for words in ("word " * 2000, "x" * 9999, "世" * 9999):
            page = WaitingPage(words)
            page.count(3)
            shown = screen(page, SMALLEST)
            self.assertIn("Trying again in 3 s.", str(shown))
            self.assertIn(words[:20].strip(), str(shown))


class Around(PagesTestCase):
    def test_a_small_terminal_is_told_so(self) -> None:
        shell = self.shell(Stage(*pairs()).room_screen)
        for size in ((59, 20), (60, 19), (59, 19)):
            words = " ".join("".join(screen(shell, size).lines).split())
            self.assertEqual(
                words, f"This terminal is {size[0]}x{size[1]}. tilenet needs 60x20: make it larger, or press F10."
            )
        self.assertIn("PairPanicking", str(screen(shell, SMALLEST)))
        for size in ((1, 1), (3, 40), (59, 1), (200, 2)):
            self.assertEqual(screen(shell, size).size, size)

    def test_in_a_small_terminal_nothing_is_done_but_leaving(self) -> None:
        stage = Stage(*board(), key(1, "VK_X"))
        shell = self.shell(stage.room_screen)
        press(shell, (59, 20), "enter", "x", "tab", "f1", "begin paste", "x", "f10", "end paste")
        click(shell, (59, 20), 3, 3)
        self.assertEqual((stage.sent(), stage.done, stage.controller.is_typing), ([], [], False))
        self.assertEqual((stage.typed, self.left), ("", 0))
        press(shell, (59, 20), "f10")
        self.assertEqual(self.left, 1)
        press(shell, SIZE, "x")
        click(shell, SIZE, 4, 3)
        self.assertEqual(stage.sent(), [Cmd("press", "k1"), Cmd("click", "t1")])

    def test_one_can_leave_from_every_page(self) -> None:
        stage = Stage(*board(), key(1, "VK_Q"), key(2, "VK_F10"))
        pages: list[urwid.Widget] = [
            LoginPage(ServerOpen("g", "n", "open"), "", "", Inks(1), lambda *_: None, self.help),
            WaitingPage("why"),
            stage.room_screen,
            room_help(stage.room_screen, Inks(1), FANCY, lambda: None),
        ]
        for page in pages:
            shell = self.shell(page)
            self.left = 0
            press(shell, SIZE, "f10", "ctrl q")
            self.assertEqual(self.left, 2, page)
        self.assertEqual((stage.sent(), stage.done), ([], []))


class Pasting(PagesTestCase):
    """Whatever is in it, a paste is text, for the page in which it began."""

    def test_at_the_table_it_is_typed_and_cannot_leave(self) -> None:
        stage = Stage(*board(), key(1, "VK_A"))
        shell = self.shell(stage.room_screen)
        press(shell, SIZE, "begin paste", "a", "f10", "ctrl q", "enter", "b", "end paste")
        self.assertEqual((self.left, stage.done, stage.sent(), stage.typed), (0, [], [], "a b"))
        press(shell, SIZE, "f10")
        self.assertEqual(self.left, 1)

    def test_at_the_login_it_goes_into_the_field_and_does_not_log_in(self) -> None:
        logins: list[tuple[str, str]] = []
        page = LoginPage(ServerOpen("g", "n", "open"), "", "", Inks(1), lambda *login: logins.append(login), self.help)
        shell = self.shell(page)
        press(shell, SIZE, "begin paste", *"bo", "tab", "enter", "enter", "b", "end paste", "enter", "enter")
        self.assertEqual(logins, [("bob", "")])

    def test_in_the_help_it_closes_nothing(self) -> None:
        stage = Stage(*board(), key(1, "VK_A"))
        closed: list[bool] = []
        shell = self.shell(room_help(stage.room_screen, Inks(1), FANCY, lambda: closed.append(True)))
        press(shell, SIZE, "begin paste", "q", "a", "enter", "esc", "end paste")
        self.assertEqual((closed, stage.sent(), stage.typed), ([], [], ""))

    def test_what_comes_after_a_change_of_pages_is_dropped(self) -> None:
        stage = Stage(*board(), key(1, "VK_A"))
        shell = self.shell(WaitingPage("why"))
        press(shell, SIZE, "begin paste", "a")
        shell.show(stage.room_screen)
        press(shell, SIZE, "a", "enter", " ", "end paste")
        self.assertEqual((stage.sent(), stage.typed), ([], ""))
        press(shell, SIZE, "a")
        self.assertEqual(stage.sent(), [Cmd("press", "k1")])


class OtherEncodings(PagesTestCase):
    def test_pages_fit_a_terminal_without_unicode(self) -> None:
        stage = Stage(*pairs(), Set("m1", name="世界", text="grüße, 世界"), key(1, "VK_X", "世界"), signs=ASCII)
        login = LoginPage(ServerOpen("世界", "世界", "open"), "世界", "世界", Inks(1), lambda *_: None, self.help)
        login.ask("世界 " * 100)
        waiting = WaitingPage("世界 " * 100)
        waiting.count(3)
        pages: list[urwid.Widget] = [login, waiting, room_help(stage.room_screen, Inks(1), ASCII, lambda: None)]
        urwid.set_encoding("ascii")
        self.addCleanup(urwid.set_encoding, "utf-8")
        for page in pages:
            shown = screen(page)
            self.assertEqual({len(line) for line in shown.cells}, {80})
            self.assertIn("?", str(shown))
