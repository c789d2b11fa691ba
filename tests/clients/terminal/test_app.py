"""The terminal client from the first call to the end, by examples; test_app_machine.py tries everything else."""

from __future__ import annotations

import json
import termios
from collections.abc import Callable
from unittest.mock import patch

from tests.doubles.app import AppTestCase
from tests.doubles.own_table import TABLE
from tests.doubles.terminal import HOSTILE, is_harmless, told
from tilenet.wire.messages import (
    ClientOpen,
    Closed,
    Cmd,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Set,
    Xrequest,
    Xresponse,
)

LOST = "The connection to the server was lost."


class FirstCall(AppTestCase):
    def test_where_nobody_listens_it_is_over(self) -> None:
        self.app.connect()
        self.call.refuse()
        ((_, words),) = self.ends
        self.assertRegex(words, r"^cannot reach localhost:44455: Connection was refused[^\n]*$")
        self.assertEqual(self.loops, [])
        self.assert_over(1, words)

    def test_a_silent_server_is_given_up_after_ten_seconds_and_nothing_is_drawn_until_then(self) -> None:
        self.app.connect()
        self.call.accept()
        self.clock.advance(9.9)
        self.assertEqual((self.loops, self.ends), ([], []))
        self.clock.advance(0.2)
        self.assert_over(1, "localhost:44455 is not a TileNet server: it sent nothing")


class Answers(AppTestCase):
    def test_a_long_answer_is_a_page_over_the_board_until_it_is_closed(self) -> None:
        self.begin()
        self.log_in()
        self.press("tab", *"/who", "enter")
        self.say(*[Hear("m1", "a1", f"Room {number}: ann") for number in range(12)])
        self.assert_seen("/who", "Esc closes", "Room 0: ann", "Room 11: ann")
        self.press("esc")
        self.assertNotIn("Esc closes", self.seen())


class Joining(AppTestCase):
    def said(self) -> list[str]:
        return [message.text for message in self.call.heard() if isinstance(message, Cmd)]

    def test_a_code_on_the_command_line_leads_to_its_table_after_the_login_and_never_again(self) -> None:
        self.begin(join="amber-otter-nine")
        self.log_in()
        self.assertEqual(self.said(), ["/join amber-otter-nine"])
        self.say(Hear("m1", "a1", "There is no table with that code."))
        self.assert_seen("There is no table with that code.")
        self.lose()
        self.come_back()
        self.assertEqual(self.said(), [])

    def test_without_one_nothing_is_said(self) -> None:
        self.log_in()
        self.assertEqual(self.said(), [])

    def test_what_is_copied_is_handed_to_the_terminal(self) -> None:
        self.begin(way_in="tilenet play localhost:44455 NAME {code}")
        self.log_in()
        self.say(told(kind="set/1", facts={"phase": "waiting"}, table=TABLE))
        self.assert_seen("tilenet play localhost:44455 NAME amber-otter-nine")
        self.press("i", "enter")
        self.assertEqual(self.host.copied, ["amber-otter-nine"])


class Calling(AppTestCase):
    def test_who_looks_elsewhere_is_called_by_bell_and_title(self) -> None:
        self.log_in()
        self.assertEqual(self.host.titles[-1], "Room · tilenet")
        self.press("focus out")
        self.say(told(you={"turn": True}))
        self.assertEqual((self.host.rings, self.host.titles[-1]), (1, "● Your turn: Room · tilenet"))
        self.press("focus in")
        self.say(told(you={"turn": False}))
        self.assertEqual((self.host.rings, self.host.titles[-1]), (1, "Room · tilenet"))

    def test_a_key_is_a_look_where_the_terminal_says_nothing_of_the_focus(self) -> None:
        self.log_in()
        self.advance(30)
        self.say(Set("a2", name="bob"), Hear("a2", "m1", "ann?"))
        self.assertEqual(self.host.titles[-1], "● bob speaks to you: Room · tilenet")
        self.press("right")
        self.assertEqual(self.host.titles[-1], "Room · tilenet")

    def test_f8_turns_the_bell_off_and_on(self) -> None:
        self.log_in()
        self.assert_seen_after_f8("The bell is off.")
        self.press("focus out")
        self.say(told(you={"turn": True}))
        self.assertEqual((self.host.rings, self.host.titles[-1]), (0, "● Your turn: Room · tilenet"))
        self.assert_seen_after_f8("The bell is on.")
        self.advance(10)
        self.press("focus out")
        self.say(told(you={"turn": False}))
        self.say(told(you={"turn": True}))
        self.assertEqual(self.host.rings, 1)

    def assert_seen_after_f8(self, words: str) -> None:
        self.press("f8")
        self.assert_seen(words)


HAS_ACCOUNT = "bob has an account: log in with its password, or choose another name."


class LoggingIn(AppTestCase):
    def test_the_form_shows_the_server_and_sends_name_and_password(self) -> None:
        self.open()
        self.assert_seen("tilenet", "Group: testers", "Status: open", "localhost:44455", "Name: ann", "Password:")
        self.press("ctrl u", *"bob", "enter", *"secret", "enter")
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("bob", "")], "has bob an account?")
        self.say(LoggedIn(HAS_ACCOUNT))
        self.assertEqual(self.call.heard(), [Login("bob", "secret")])
        self.assert_seen("Logging in ...")

    def test_a_name_without_an_account_gets_one_when_the_password_is_typed_again(self) -> None:
        self.open()
        self.press("ctrl u", *"bob", "enter", *"secret", "enter")
        self.let_in()
        self.assertNotIn("secret", repr(self.call.heard()), "a server that makes accounts would make one")
        self.assert_seen("No account is called ann yet.", "New password again:")
        self.press(*"secreT", "enter")
        (asked,) = self.call.heard()
        assert isinstance(asked, Xrequest)
        self.assertEqual(json.loads(asked.content), {"do": "create", "new": "secret", "again": "secreT"})
        self.say(Xresponse(json.dumps({"do": "create", "why": "Not the same.", "field": "again"}), "account"))
        self.assert_seen("Not the same.")
        self.press(*"secret", "enter")
        self.say(Xresponse(json.dumps({"do": "create", "done": True, "text": "You have one."}), "account"))
        self.assert_seen("You have one.")
        self.assertNotIn("No account is called", self.seen())

    def test_whoever_types_it_no_more_plays_as_a_guest_and_comes_back_as_one(self) -> None:
        self.open()
        self.press("enter", *"secret", "enter")
        self.let_in()
        self.press("esc")
        self.assertNotIn("No account is called", self.seen())
        self.call.heard()
        self.lose()
        self.assertEqual(self.logins(), [Login("ann", "")])

    def test_a_failed_login_says_why_and_asks_again_for_what_was_wrong(self) -> None:
        taken = "Somebody here is already called ann. Choose another name for your account."
        for words, keys, second in (
            ("Wrong password.", ["y"], Login("ann", "y")),
            (taken, ["end", "e", "enter", "x"], Login("anne", "")),
        ):
            self.begin()
            self.open()
            self.press("enter", "x", "enter")
            self.say(LoggedIn(HAS_ACCOUNT))
            self.say(LoggedIn(words))
            self.assert_seen(words[:40], "Name: ann")
            self.press(*keys, "enter")
            self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", ""), Login("ann", "x"), second])

    def test_a_server_that_does_not_wait_is_called_again_when_all_is_typed(self) -> None:
        """Servers wait only so long for a login; what was typed is not lost."""
        self.open()
        self.press("end", "e", "tab")
        self.say(Closed())
        self.advance(60)
        self.assert_seen("Name: anne")
        self.assertEqual(len(self.calls), 1)
        self.press("x", "enter")
        self.answer()
        self.assertEqual(self.call.heard()[1:], [Login("anne", "")])

    def test_the_welcome_is_in_the_log_before_the_first_news(self) -> None:
        self.open()
        self.press("enter", "enter")
        self.say(LoggedIn("Welcome.", "a1"))
        self.assert_seen(" Welcome. ")
        self.begin()
        self.log_in()
        self.say(Hear("m1", "m1", "news"))
        lines = [line.rstrip() for line in self.seen().split("\n")]
        self.assertEqual(lines.index("  Welcome."), lines.index("  Room: news") - 1)

    def test_hostile_words_of_a_server_do_no_harm(self) -> None:
        for text in HOSTILE:
            self.begin()
            self.open()
            self.press("enter", "enter")
            self.call.say_raw(f'<logged-in message="{text}"/>')
            self.assert_harmless()
            self.press("tab", "enter", "enter")
            self.call.say_raw(f'<logged-in message="{text}" objid="a1"/>')
            self.assert_harmless()
            self.call.say_raw(f'<logged-out message="{text}"/></server>')
            self.assert_seen("The server has logged you out: ")
            self.assert_harmless()
            self.advance(1)
            self.call.refuse()
            self.assertTrue(is_harmless(self.ends[0][1]), ascii(text))


class Guests(AppTestCase):
    """A name on the command line logs in at once, as a guest."""

    def setUp(self) -> None:
        self.begin(is_name_given=True)
        self.open()

    def test_they_see_no_form(self) -> None:
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "")])
        self.assert_seen("Logging in as ann ...")
        self.assertNotIn("Password:", self.seen())
        self.press("enter", "x")
        self.assertEqual(self.call.heard(), [])
        self.let_in()
        self.assert_seen("Room · tilenet on localhost")

    def test_a_refused_guest_gets_the_form_with_the_reason_and_the_cursor_at_the_password(self) -> None:
        self.call.heard()
        self.say(LoggedIn("That name has a password."))
        self.assert_seen("That name has a password.", "Name: ann", "Password:")
        self.press(*"secret", "enter")
        self.assertEqual(self.call.heard(), [Login("ann", "secret")])

    def test_a_guest_is_logged_in_without_a_question_only_once(self) -> None:
        def log_out() -> None:
            self.let_in()
            self.say(LoggedOut("You were idle."), Closed())

        for end in (log_out, self.call.hang_up):
            self.setUp()
            (end if end is log_out else self.call.hang_up)()
            self.advance(5)
            self.answer()
            self.assertEqual(self.call.heard(), [ClientOpen()])
            self.assert_seen("Name: ann")
            self.press("enter")  # the password is next
            self.assertEqual(self.call.heard(), [Login("ann", "")])

    def test_a_server_that_is_not_open_yet_is_waited_for(self) -> None:
        self.begin(is_name_given=True)
        self.open("closed")
        self.assertEqual(self.call.heard(), [])
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "")])


class Leaving(AppTestCase):
    def test_a_player_is_logged_out_and_waits_for_the_goodbye(self) -> None:
        for keys in (["f10"], ["ctrl q"], ["tab", "f10"], ["f1", "f10"]):
            self.begin()
            self.log_in()
            self.call.heard()
            self.press(*keys)
            asked = [Xrequest("", "help")] * ("f1" in keys)
            self.assertEqual((self.call.heard(), self.ends), ([*asked, Logout(), Closed()], []))
            self.call.say(Set("t1", name="new"), Hear("m1", "m1", "news"))
            self.press("enter", "x")
            self.call.say(LoggedOut("Goodbye."), Closed())
            self.assertEqual(self.call.heard(), [])
            self.assert_over(0, "")

    def test_leaving_twice_ends_at_once(self) -> None:
        self.log_in()
        self.press("f10", "f10")
        self.assertTrue(self.call.wire.was_aborted)
        self.assert_over(0, "")

    def test_it_ends_where_the_terminal_cannot_be_restored(self) -> None:
        """Its window may be closed, or the shell may have it again, because it has killed the client's parent."""
        for error in (OSError, termios.error):
            self.begin()
            self.open()
            with patch.object(self.loop, "stop", side_effect=error(5, "Input/output error")):
                self.app.leave()
                self.app.leave()
                self.turn()
            self.assertEqual(self.ends, [(0, "")])


class Failing(AppTestCase):
    def test_it_ends_with_the_first_reason_wherever_it_was(self) -> None:
        places: tuple[Callable[[], None], ...] = (
            lambda: self.app.connect(),
            lambda: self.open("busy"),
            lambda: self.log_in(),
        )
        for go_there in places:
            self.begin()
            go_there()
            self.app.fail("one")
            self.app.fail("two")
            if go_there is places[-1]:
                self.call.say(Set("t1", name="new"))  # which is not drawn
            self.assertTrue(self.call.answer.called and (not self.call.is_live or self.call.wire.was_aborted))
            self.assert_over(1, "one")


class Drawing(AppTestCase):
    def test_many_messages_in_one_turn_are_drawn_once(self) -> None:
        self.log_in()
        for number in range(3):
            draws = self.loop.draws
            for message in range(20):
                self.call.say(Set("t1", name=f"n{number}"), Hear("m1", "m1", f"line {message}"))
            self.assertEqual(self.loop.draws, draws)
            self.turn()
            self.assertEqual(self.loop.draws, draws + 1)
            self.assert_seen(f"n{number}")

    def test_another_page_and_an_answer_are_drawn(self) -> None:
        self.open("busy")
        self.advance(5)
        self.turn()
        draws = self.loop.draws
        self.answer()
        self.assertEqual(self.loop.draws, draws + 1)
        self.press("enter", "enter")
        draws = self.loop.draws
        self.say(LoggedIn("Wrong password."))
        self.assertEqual(self.loop.draws, draws + 1)


class Help(AppTestCase):
    def test_it_lies_over_the_room_shows_news_and_closes(self) -> None:
        self.log_in()
        self.press("f1")
        self.say(Set("k1", name="VK_X", text="explode"))
        self.assert_seen("Keys on the board")
        self.assertRegex(self.seen(), "x +explode")
        self.press("esc")
        self.assertNotIn("Keys on the board", self.seen())
        self.assert_seen("[tiles]")


class WithoutComingBack(AppTestCase):
    """A client whose server is in the same process: if it is lost, there is nobody to call again."""

    def test_the_end_of_the_session_is_the_end(self) -> None:
        goodbye = "The server is stopping."
        for end, status, words in (
            (lambda: self.say(LoggedOut(goodbye), Closed()), 0, f"The server has logged you out: {goodbye}"),
            (lambda: self.call.hang_up(), 1, LOST),
        ):
            self.begin(is_name_given=True, comes_back=False)
            self.open()
            self.let_in()
            end()
            self.assert_over(status, words)
            self.assertEqual(len(self.calls), 1)
