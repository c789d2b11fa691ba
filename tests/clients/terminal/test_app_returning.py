"""The terminal client without its server: it waits, comes back as it was, or ends with the server's words."""

from __future__ import annotations

import re

from tests.doubles.app import AppTestCase
from tests.doubles.terminal import agent, board, told
from tilenet.wire.messages import ClientOpen, Closed, Cmd, Hear, LoggedIn, LoggedOut, Login, Message, Set, Xresponse

LATER = "Too many people are logging in right now. Try again in a moment."
IDLE = "The server has logged you out: You were idle."


class NotOpen(AppTestCase):
    def test_it_is_called_again_after_five_seconds_which_are_counted(self) -> None:
        self.open("busy")
        for number in (1, 2):
            for seconds in (5, 4, 3, 2, 1):
                draws = self.loop.draws
                self.assert_seen(f"Trying again in {seconds} s.")
                self.clock.advance(0.99)
                self.assertEqual(len(self.calls), number)
                self.clock.advance(0.01)
                self.turn()
                self.assertEqual(self.loop.draws, draws + 1)
            self.assert_seen("Trying again ...")
            self.assertEqual(len(self.calls), number + 1)
            self.answer("busy")

    def test_neither_a_failed_call_nor_something_else_that_answers_is_the_end(self) -> None:
        self.open("busy")
        self.advance(5)
        self.call.refuse()
        self.assert_seen("Cannot reach localhost:44455: Connection was refused", "Trying again in 5 s.")
        self.advance(5)
        self.call.accept()
        self.call.say_raw("HTTP/1.0 503 Service Unavailable\r\n\r\n")
        self.assert_seen("localhost:44455 is no longer a TileNet server:")
        self.advance(5)
        self.answer("open")
        self.assert_seen("Name: ann")


class TurnedAway(AppTestCase):
    """The login failed, and the server ends the session instead of waiting for another one."""

    def setUp(self) -> None:
        self.begin()
        self.open()
        self.press("enter", "enter")

    def test_it_is_over_with_the_reason(self) -> None:
        refusal, reason = LoggedIn("The game has started."), "The game has started."
        for words, messages in (
            (reason, [refusal, LoggedOut("Too many failed logins."), Closed()]),
            (reason, [refusal, Closed()]),
            (reason, [refusal, LoggedOut("Bye.")]),  # it does not close
            (reason, [refusal]),
            ("localhost:44455 refused your login", [LoggedIn(""), Closed()]),
        ):
            self.setUp()
            self.say(*messages)
            self.clock.advance(2)
            self.call.hang_up()
            self.assert_over(1, words)

    def test_the_reason_counts_even_if_the_user_is_trying_again_or_coming_back(self) -> None:
        self.say(LoggedIn("The game has started."))
        self.press("enter", "enter")
        self.call.say(Closed())
        self.assert_over(1, "The game has started.")
        self.setUp()
        self.let_in()
        self.lose()
        self.call.say(LoggedIn("The game has started."), Closed())
        self.assert_over(1, "The game has started.")

    def test_a_server_that_waited_in_vain_for_the_next_login_is_called_again(self) -> None:
        self.say(LoggedIn("Wrong password."))
        self.clock.advance(3)
        self.say(LoggedOut("No login within 3 s."), Closed())
        self.assertEqual(self.ends, [])
        self.press("enter", "x", "enter")
        self.assertEqual(len(self.calls), 2)


class LoggedOutTestCase(AppTestCase):
    """The server has logged the user out, and may not be there any more."""

    def setUp(self) -> None:
        self.begin()
        self.log_in()
        self.call.heard()
        self.say(LoggedOut("You were idle."), Closed())

    def test_if_the_server_is_gone_or_closing_it_is_over_with_its_last_words(self) -> None:
        def hang_up() -> None:
            self.call.accept()
            self.call.hang_up()

        for answer in (lambda: self.call.refuse(), lambda: self.answer("closed"), lambda: self.answer("busy"), hang_up):
            self.setUp()
            self.advance(1)
            answer()
            self.assert_over(0, IDLE)

    def test_if_it_is_still_there_the_user_is_asked_and_it_is_no_goodbye_any_more(self) -> None:
        self.assert_seen(IDLE)
        self.assertNotIn("Trying again", self.seen())
        self.advance(1)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen()])
        self.assert_seen(IDLE, "Name: ann")
        self.call.hang_up()  # while it is asking
        self.advance(600)
        self.assertEqual(len(self.calls), 2)
        self.assert_seen(IDLE)
        self.press("enter", "enter")
        self.call.refuse()
        for _ in range(10):
            self.advance(30)  # longer than any pause
            self.call.refuse()
        self.assertEqual(self.ends, [])
        self.advance(30)
        self.answer()
        self.assertEqual(self.logins(), [Login("ann", "")])


class ReturningTestCase(AppTestCase):
    def setUp(self) -> None:
        self.begin()
        self.log_in()
        self.call.heard()

    def assert_focus(self, name: str) -> None:
        self.assertEqual(re.findall("▐ +([a-z0-9]+) +▌", self.seen()), [name])


class TheLogin(ReturningTestCase):
    def test_a_resume_token_is_used_once_and_the_password_if_it_is_refused(self) -> None:
        self.say(Xresponse("first", "resume"))
        self.lose()
        self.assertEqual(self.logins(), [Login("ann", "first")])
        self.say(LoggedIn(LATER))
        self.lose()
        self.assertEqual(self.logins(), [Login("ann", "first")])
        self.come_back()
        self.logins()
        self.lose()
        self.assertEqual(self.logins(), [Login("ann", "secret")], "there was no second one")
        self.come_back()
        self.say(Xresponse("second", "resume"))
        self.lose()
        self.say(LoggedIn("Log in again."))
        self.assertEqual(self.logins(), [Login("ann", "second"), Login("ann", "secret")])
        self.assertNotIn("second", self.seen())

    def test_many_calls_later_it_is_still_the_name_that_the_server_gave(self) -> None:
        self.say(Set("a1", name="ann2"))
        self.call.hang_up()
        self.advance(5)
        self.call.refuse()
        self.advance(5)
        self.answer("closed")
        self.advance(5)
        self.call.accept()
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.lose()
        self.assertEqual(self.logins(), [Login("ann2", "secret")])

    def test_an_agent_without_a_name_leaves_the_name_as_it_is(self) -> None:
        self.say(Set("a1", name=""))
        self.lose()
        self.assertEqual(self.logins(), [Login("ann", "secret")])

    def test_another_server_in_its_place_is_not_told_the_password(self) -> None:
        self.say(Xresponse("token", "resume"))
        self.call.hang_up()
        self.advance(5)
        self.answer(group="Mallory Inc.")
        self.assertEqual(self.logins(), [])
        self.assert_seen("Group: Mallory Inc.", "Name: ann")
        self.press("enter", "enter")
        self.assertEqual(self.logins(), [Login("ann", "")])

    def test_a_server_that_breaks_the_protocol_is_left_and_not_returned_to(self) -> None:
        self.say(Set("t99", name="a tile without a cell"))
        self.assert_seen("The server breaks the protocol: a new token without a cell.")
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen()])

    def test_a_refusal_that_will_pass_is_waited_for(self) -> None:
        for number in range(10):  # more often than a server allows in one session
            self.lose()
            self.assertEqual(self.logins(), [Login("ann", "secret")])
            end: list[Message] = [LoggedOut("Too many failed logins."), Closed()] if number % 2 else []
            self.say(LoggedIn(LATER), *end)
            self.assertFalse(self.call.wire.is_open)
            self.assert_seen(LATER, "Trying again in 5 s.")
        self.lose()
        self.come_back()
        self.assert_seen("[tiles]")

    def test_after_another_refusal_the_user_is_asked(self) -> None:
        for words, keys, login in (
            ("ann is playing already.", ["b", "o", "b", "enter", "enter"], Login("bob", "")),
            ("Wrong name or password.", ["y", "enter"], Login("ann", "y")),
            ("Wrong password. Please try again.", ["y", "enter"], Login("ann", "y")),
        ):
            self.setUp()
            self.lose()
            self.logins()
            self.say(LoggedIn(words))
            self.assert_seen(words, "Name: ann")
            self.advance(20)
            self.assertEqual((self.logins(), len(self.calls)), ([], 2))
            self.press(*keys)
            self.assertEqual(self.logins(), [login])


class TheRecovery(ReturningTestCase):
    """The server was started again, and takes calls; but it answers only when it stands where it stood."""

    def test_the_answer_is_waited_for_for_a_minute_and_then_the_server_is_called_again_soon(self) -> None:
        self.call.hang_up()
        self.advance(1)
        self.call.accept()
        self.advance(59)
        self.assertEqual(len(self.calls), 2)
        self.advance(1)
        self.assert_seen("localhost:44455 does not answer.")
        self.advance(1)
        self.assertEqual(len(self.calls), 3)
        self.answer()
        self.come_back()
        self.assert_seen("Welcome back, ann.")

    def test_a_server_that_is_killed_before_it_answers_is_called_again_soon(self) -> None:
        self.call.hang_up()
        for number in range(2, 5):
            self.advance(1)
            self.assertEqual(len(self.calls), number)
            self.call.accept()
            self.call.hang_up()


class TheScreen(ReturningTestCase):
    def test_the_focus_stays_on_its_cell_even_if_the_room_comes_in_pieces(self) -> None:
        self.press("right", "down")
        self.lose()
        self.say(LoggedIn("Welcome back, ann.", "a7"))
        self.lose()  # again, before the room is there
        self.say(LoggedIn("Welcome back, ann.", "a7"))
        for message in board()[:-1]:
            self.say(message)
        self.say(Set("a7", name="ann", energy=9), told(kind=""))
        self.assert_focus("11")
        self.press("left")
        self.say(Set("t1", name="new"))
        self.assert_focus("01")

    def test_the_focus_stays_on_its_cell_after_a_restart_although_rooms_have_other_objids(self) -> None:
        self.press("right", "down")
        self.lose()
        room, *tiles = [one for one in board() if isinstance(one, Set)]
        self.say(LoggedIn("Welcome back, ann.", "a1"), room._replace(objid="m9"), *tiles, told(kind="", room="m9"))
        self.assert_focus("11")

    def test_another_room_has_its_own_focus(self) -> None:
        self.press("right", "down")
        self.lose()
        *room, _ = board()
        self.say(LoggedIn("Welcome, ann.", "a1"), Set("m1", name="Home", x=3, y=3), *room[1:])
        self.say(Set("m1", name="Home"), Set("a1", name="ann"), told(kind=""))
        self.assert_focus("00")

    def test_a_half_typed_line_stays_with_its_cursor_and_is_not_sent(self) -> None:
        self.press("tab", *"one", "enter", *"helo", "left")
        self.call.hang_up()
        self.press("enter", "x")
        self.advance(5)
        self.answer()
        self.come_back()
        self.press("l")
        self.assert_seen("[typing] Tab: tiles  say: hello")
        self.press("enter", "up", "up")
        self.assertEqual(self.logins()[1:], [Cmd("say", "m1", text="hello")])
        self.assert_seen("say: one")

    def test_what_was_said_stays_with_its_speakers_and_the_gap_is_seen(self) -> None:
        """After a restart, bob's old objid may be the user's."""
        self.say(agent(2, "bob"), agent(3, "cid"), Hear("a2", "a1", "psst"), Hear("a3", "a2", "hello"))
        self.lose()
        self.come_back(agent(4, "bob"), me="a2")
        self.say(Hear("a4", "m1", "there you are"))
        lines = [line.rstrip() for line in self.seen().split("\n")]
        said = lines.index("  cid > bob: hello")
        self.assertEqual(
            lines[said : said + 4],
            [
                "  cid > bob: hello",
                "  The connection to the server was lost.",
                "  You are back. Welcome back, ann.",
                "  bob: there you are",
            ],
        )
        self.press("page up")
        self.assert_seen("Here (2)", "► bob > you: psst")

    def test_a_reader_of_old_lines_goes_on_reading_them(self) -> None:
        self.say(*(Hear("m1", "m1", f"line {number}.") for number in range(30)))
        self.press("page up")
        shown = re.findall("Room: line .*", self.seen())
        self.assertNotIn("line 29", self.seen())
        self.lose()
        self.come_back()
        self.assertEqual(re.findall("Room: line .*", self.seen()), shown)

    def test_the_last_result_is_kept(self) -> None:
        place = {"place": 1, "name": "ann", "score": 3, "points": 2}
        self.say(told(kind="room/1", result={"standings": [place]}))
        self.say(told(result=None))
        self.lose()
        self.let_in()
        self.assertEqual(self.app.last_result, ["Room:", "1. ann 3 (+2)"])
