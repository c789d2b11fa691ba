"""The terminal client comes back by itself after a lost connection: as who, with what on the screen, and when not."""

from __future__ import annotations

import re

from tests.doubles.app import AppTestCase
from tests.doubles.terminal import agent, board
from tilenet.wire.messages import (
    ClientOpen,
    Closed,
    Cmd,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Message,
    ServerOpen,
    Set,
    Xrequest,
)


class ReturningTestCase(AppTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.log_in()
        self.call.heard()

    def lose(self) -> None:
        """The connection is lost, and the server answers the next call."""
        self.call.hang_up()
        self.advance(5)
        self.answer()

    def come_back(self, *news: Message, me: str = "a7") -> None:
        """The server lets the user in as another agent, and shows the room: the agents come last."""
        *room, _ = board()
        self.call.say(LoggedIn("Welcome back, ann.", me), *room, *news, Set(me, name="ann", energy=9))
        self.turn()

    def assert_focus(self, name: str) -> None:
        self.assertEqual(re.findall("▐ +([a-z0-9]+) +▌", self.seen()), [name])

    def sent(self) -> list[Message]:
        return [message for message in self.call.heard() if not isinstance(message, ClientOpen | Xrequest)]


class TheName(ReturningTestCase):
    def test_whoever_was_renamed_comes_back_by_the_new_name(self) -> None:
        self.call.say(Set("a1", name="ann2"))
        self.lose()
        self.assertEqual(self.sent(), [Login("ann2", "secret")])

    def test_also_after_several_calls(self) -> None:
        self.call.say(Set("a1", name="ann2"))
        self.call.hang_up()
        for _ in range(3):
            self.advance(5)
            self.call.refuse()
        self.advance(5)
        self.answer()
        self.assertEqual(self.sent(), [Login("ann2", "secret")])

    def test_an_agent_without_a_name_is_no_reason_to_have_none(self) -> None:
        self.call.say(Set("a1", name=""))
        self.lose()
        self.assertEqual(self.sent(), [Login("ann", "secret")])


class TheScreen(ReturningTestCase):
    def test_the_focus_stays_on_its_cell(self) -> None:
        self.press("right", "down")
        self.assert_focus("11")
        self.lose()
        self.come_back()
        self.assert_focus("11")

    def test_also_if_the_room_comes_in_pieces(self) -> None:
        """What is there first must not keep the focus."""
        self.press("right", "down")
        self.lose()
        self.call.say(LoggedIn("Welcome back, ann.", "a7"))
        for message in board()[:-1]:
            self.call.say(message)
            self.turn()
        self.call.say(Set("a7", name="ann", energy=9))
        self.assert_focus("11")
        self.press("left")
        self.assert_focus("01")
        self.call.say(Set("t1", name="new"))
        self.assert_focus("01")

    def test_also_if_it_is_lost_again_before_the_room_is_there(self) -> None:
        self.press("right", "down")
        self.lose()
        self.call.say(LoggedIn("Welcome back, ann.", "a7"))
        self.lose()
        self.come_back(me="a8")
        self.assert_focus("11")

    def test_another_room_has_a_focus_of_its_own(self) -> None:
        self.press("right", "down")
        self.lose()
        *room, _ = board()
        self.call.say(LoggedIn("Welcome, ann.", "a1"), Set("m1", name="Home", x=3, y=3), *room[1:])
        self.call.say(Set("m1", name="Home"), Set("a1", name="ann"))
        self.assert_focus("00")

    def test_a_line_that_is_half_typed_stays_with_its_cursor(self) -> None:
        self.press("tab", *"helo", "left")
        self.lose()
        self.come_back()
        self.press("l")
        self.assertIn("[typing] Tab: tiles  say: hello", self.seen())
        self.press("enter")
        self.assertEqual(self.sent()[1:], [Cmd("say", "m1", text="hello")])

    def test_what_was_said_stays_and_the_gap_is_seen(self) -> None:
        self.call.say(agent(2, "bob"), Hear("a2", "a1", "psst"))
        self.lose()
        self.come_back(agent(2, "bob"))
        self.call.say(Hear("a2", "m1", "there you are"))
        lines = [line.rstrip() for line in self.seen().split("\n")]
        said = lines.index("► bob > you: psst")
        self.assertEqual(
            lines[said : said + 4],
            [
                "► bob > you: psst",
                "  The connection to the server was lost.",
                "  You are back. Welcome back, ann.",
                "  bob: there you are",
            ],
        )

    def test_those_who_have_an_old_objid_now_are_not_taken_for_others(self) -> None:
        """After a restart, bob's old objid may be the user's."""
        self.call.say(agent(2, "bob"), agent(3, "cid"), Hear("a3", "a2", "hello"), Hear("a1", "a3", "hi"))
        self.lose()
        self.come_back(me="a2")
        self.assertIn("cid > bob: hello", self.seen())
        self.assertIn("you > cid: hi", self.seen())

    def test_whoever_reads_old_lines_goes_on_reading_them(self) -> None:
        for number in range(30):
            self.call.say(Hear("m1", "m1", f"line {number}."))
        self.press("page up")
        shown = [line for line in self.seen().split("\n") if "Room: line" in line]
        self.assertNotIn("line 29", self.seen())
        self.lose()
        self.come_back()
        self.assertEqual([line for line in self.seen().split("\n") if "Room: line" in line], shown)

    def test_people_of_the_old_session_are_not_shown(self) -> None:
        self.call.say(agent(2, "bob"))
        self.assertIn("Here (2)", self.seen())
        self.lose()
        self.come_back()
        self.assertIn("Here (1)", self.seen())

    def test_what_was_said_before_can_be_recalled(self) -> None:
        self.press("tab", *"one", "enter", *"two", "enter", "up", "up")
        self.lose()
        self.come_back()
        self.assertIn("say: one", self.seen())
        self.press("down")
        self.assertIn("say: two", self.seen())

    def test_the_deck_of_set_is_known_at_once(self) -> None:
        *_, ann = board()
        room: list[Message] = [Set("m1", name="Set", x=4, y=8), Set("t9", 0, "63 in the deck", x=3, y=7)]
        self.call.say(*room, ann)
        self.assertIn(" 63 in the deck ", self.seen())
        self.lose()
        self.call.say(LoggedIn("Welcome back, ann.", "a7"), *room, Set("a7", name="ann"))
        self.assertIn(" 63 in the deck ", self.seen())


class Refused(ReturningTestCase):
    """The login by which the client comes back is refused."""

    LATER = "Too many people are logging in right now. Try again in a moment."

    def test_whoever_may_try_again_does(self) -> None:
        self.call.say(Set("a1", name="ann2"))
        for _ in range(10):  # more often than a server allows in one session
            self.lose()
            self.assertEqual(self.sent(), [Login("ann2", "secret")])
            self.call.say(LoggedIn(self.LATER))
            self.turn()
            self.assertTrue(self.call.wire.is_closed)
            self.assertIn(self.LATER, self.seen())
            self.assertIn("Trying again in 5 s.", self.seen())
        self.lose()
        self.come_back()
        self.assertIn("[tiles]", self.seen())
        self.assertEqual(self.ends, [])

    def test_also_if_the_server_ends_the_session_then(self) -> None:
        self.lose()
        self.call.say(LoggedIn(self.LATER), LoggedOut("Too many failed logins."), Closed())
        self.turn()
        self.lose()
        self.assertEqual(self.sent(), [Login("ann", "secret")])

    def test_whoever_has_a_wrong_password_is_asked_for_another(self) -> None:
        for words in ("Wrong name or password.", "Wrong password. Please try again."):
            self.setUp()
            self.lose()
            self.sent()
            self.call.say(LoggedIn(words))
            self.assertIn(words, self.seen())
            self.assertIn("Name: ann", self.seen())
            self.advance(20)
            self.assertEqual((self.sent(), len(self.calls)), ([], 2))
            self.press("y", "enter")
            self.assertEqual(self.sent(), [Login("ann", "y")])

    def test_leaving_meanwhile(self) -> None:
        self.lose()
        self.call.say(LoggedIn(self.LATER))
        self.press("f10")
        self.assert_over(0, "")


class Elsewhere(ReturningTestCase):
    """The account has logged in from somewhere else: two clients must not throw each other out for ever."""

    WORDS = "You have logged in from somewhere else."

    def test_it_is_said_and_the_client_does_not_come_back_by_itself(self) -> None:
        self.call.say(LoggedOut(self.WORDS), Closed())
        self.assertIn(self.WORDS, self.seen())
        self.advance(5)
        self.answer()
        self.advance(600)
        self.assertEqual(self.sent(), [])
        self.assertIn(self.WORDS, self.seen())
        self.assertIn("Name: ann", self.seen())

    def test_nor_if_the_server_hangs_up_instead_of_closing(self) -> None:
        self.call.say(LoggedOut(self.WORDS))
        self.lose()
        self.assertEqual(self.sent(), [])
        self.assertIn(self.WORDS, self.seen())

    def test_nor_after_the_form_has_lost_its_connection(self) -> None:
        self.call.say(LoggedOut(self.WORDS), Closed())
        self.turn()
        self.advance(5)
        self.answer()
        self.call.hang_up()
        self.advance(600)
        self.assertEqual(len(self.calls), 2)
        self.assertIn(self.WORDS, self.seen())

    def test_the_user_may(self) -> None:
        self.call.say(LoggedOut(self.WORDS), Closed())
        self.turn()
        self.advance(5)
        self.answer()
        self.press("enter", *"secret", "enter")
        self.assertEqual(self.sent(), [Login("ann", "secret")])


class ThePassword(ReturningTestCase):
    """It is kept only as long as it may be needed to come back."""

    def kept(self) -> str:
        return self.app._user.password

    def test_while_playing_and_while_the_connection_is_lost(self) -> None:
        self.assertEqual(self.kept(), "secret")
        self.call.hang_up()
        self.assertEqual(self.kept(), "secret")

    def test_not_after_leaving(self) -> None:
        self.press("f10")
        self.assertEqual(self.kept(), "")

    def test_not_after_being_logged_out(self) -> None:
        self.call.say(LoggedOut("You were idle."), Closed())
        self.turn()
        self.assertEqual(self.kept(), "")

    def test_not_when_another_server_answers(self) -> None:
        self.call.hang_up()
        self.advance(5)
        self.call.accept()
        self.call.say(ServerOpen("Mallory Inc.", "trap", "open"))
        self.turn()
        self.assertEqual(self.kept(), "")

    def test_not_when_it_was_wrong(self) -> None:
        self.lose()
        self.call.say(LoggedIn("Wrong name or password."))
        self.assertEqual(self.kept(), "")

    def test_it_is_never_on_the_screen(self) -> None:
        self.call.say(LoggedOut("You were idle."), Closed())
        self.turn()
        self.advance(5)
        self.answer()
        self.press("tab", *"secret")
        self.assertNotIn("secret", self.seen())
        self.press("enter")
        self.assertNotIn("secret", self.seen())
