"""The terminal client while its server is there: connecting, logging in, playing, leaving."""

from __future__ import annotations

from tests.doubles.app import AppTestCase
from tests.doubles.terminal import HOSTILE, board, is_harmless
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.wire.messages import (
    ClientOpen,
    Closed,
    Cmd,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    ServerOpen,
    Set,
)


class FirstCall(AppTestCase):
    def test_nothing_is_shown_before_the_server_has_answered(self) -> None:
        self.app.connect()
        self.assertEqual((len(self.calls), self.loops, self.ends), (1, [], []))

    def test_where_nobody_listens_it_is_over(self) -> None:
        self.app.connect()
        self.call.refuse()
        self.assertEqual(self.loops, [])
        ((_, words),) = self.ends
        self.assertRegex(words, r"^cannot reach localhost:44455: Connection was refused[^\n]*$")
        self.assert_over(1, words)

    def test_where_something_else_listens_it_is_over(self) -> None:
        for said in (
            "HTTP/1.0 400 Bad Request\r\n\r\n",
            "SSH-2.0-OpenSSH_9.2\r\n",
            "<html>",
            "<?xml version='1.0'?><x>",
        ):
            self.setUp()
            self.app.connect()
            self.call.accept()
            self.call.say_raw(said)
            self.turn()
            self.assertEqual(self.loops, [])
            ((_, words),) = self.ends
            self.assertRegex(words, r"^localhost:44455 is not a TileNet server: [^\n]+$")
            self.assert_over(1, words)

    def test_who_hangs_up_is_no_server(self) -> None:
        self.app.connect()
        self.call.accept()
        self.call.hang_up()
        self.assert_over(1, "localhost:44455 is not a TileNet server: it closed the connection at once")

    def test_who_says_nothing_is_no_server(self) -> None:
        self.app.connect()
        self.call.accept()
        self.clock.advance(9.9)
        self.assertEqual(self.ends, [])
        self.clock.advance(0.2)
        self.assert_over(1, "localhost:44455 is not a TileNet server: it sent nothing")

    def test_nothing_is_on_the_screen_before_the_server_has_spoken(self) -> None:
        self.app.connect()
        self.call.accept()
        self.turn()
        self.assertEqual(self.loops, [])
        self.call.say(ServerOpen("testers", "tilenet", "open"))
        self.assertEqual(len(self.loops), 1)


class LoggingIn(AppTestCase):
    def test_the_server_is_shown_and_the_name_is_filled_in(self) -> None:
        self.open()
        for text in ("tilenet", "Group: testers", "Status: open", "localhost:44455", "Name: ann", "Password:"):
            self.assertIn(text, self.seen())
        self.assertEqual(self.call.heard(), [ClientOpen()])

    def test_name_and_password_are_sent(self) -> None:
        self.open()
        self.press("ctrl u", *"bob", "enter", *"secret", "enter")
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("bob", "secret")])
        self.assertIn("Logging in ...", self.seen())

    def test_a_failed_login_says_why_and_asks_again(self) -> None:
        self.open()
        self.press("enter", "x", "enter")
        self.call.say(LoggedIn("Wrong password."))
        self.assertIn("Wrong password.", self.seen())
        self.assertIn("Name: ann", self.seen())
        self.press("y", "enter")  # the password is next
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "x"), Login("ann", "y")])

    def test_a_name_that_is_refused_is_asked_for_first(self) -> None:
        self.open()
        self.press("enter", "x", "enter")
        self.call.say(LoggedIn("Somebody here is already called ann. Choose another name for your account."))
        self.assertIn("Choose another name", self.seen())
        self.press("e", "enter", "x", "enter")
        self.assertEqual(self.call.heard()[1:], [Login("ann", "x"), Login("anne", "x")])

    def test_a_password_is_not_sent_to_another_server_than_it_was_typed_for(self) -> None:
        """Even if nobody has logged in yet: the form says which server it is for."""
        self.open()
        self.press("tab", *"secret")
        self.call.hang_up()
        self.press("enter")
        self.call.accept()
        self.call.say(ServerOpen("Mallory Inc.", "trap", "open"))
        self.turn()
        self.assertEqual(self.call.heard(), [ClientOpen()])
        self.assertIn("Group: Mallory Inc.", self.seen())
        self.press("tab", "enter")
        self.assertEqual(self.call.heard(), [Login("ann", "")])

    def test_who_is_let_in_is_at_the_table(self) -> None:
        self.log_in()
        for text in ("Room · tilenet on localhost", "ann · energy 9", "[tiles]", "Here (1)"):
            self.assertIn(text, self.seen())
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_keys_are_commands_then(self) -> None:
        self.log_in()
        self.press("right", "enter")
        self.assertEqual(self.call.heard()[-1], Cmd("click", "t2"))

    def test_a_server_that_does_not_wait_is_called_again_when_all_is_typed(self) -> None:
        """Servers wait only so long for a login; what was typed is not lost by it."""
        self.open()
        self.press("e", "tab")
        self.call.say(Closed())
        self.advance(60)
        self.assertIn("Name: anne", self.seen())
        calls = len(self.calls)
        self.press("x", "enter")
        self.assertEqual(len(self.calls), calls + 1)
        self.answer()
        self.assertEqual(self.call.heard()[1:], [Login("anne", "x")])

    def test_hostile_answers_do_no_harm(self) -> None:
        self.open()
        for text in HOSTILE:
            self.press("enter", "enter")
            self.call.say_raw(f'<logged-in message="{text}"/>')
            self.assertIn("Name: ann", self.seen())
            self.assertTrue(is_harmless(self.seen().replace("\n", "")), ascii(text))


class Guests(AppTestCase):
    """Who gave a name is logged in by it at once, as a guest."""

    def setUp(self) -> None:
        super().setUp()
        self.app = self.start(is_name_given=True)
        self.open()

    def test_without_the_form(self) -> None:
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "")])
        self.assertIn("Logging in as ann ...", self.seen())
        self.assertNotIn("Password:", self.seen())
        self.press("enter", "x")
        self.assertEqual(self.call.heard(), [])
        self.let_in()
        self.assertIn("Room · tilenet on localhost", self.seen())

    def test_who_is_refused_gets_the_form_with_the_reason(self) -> None:
        self.call.heard()
        self.call.say(LoggedIn("That name has a password."))
        for text in ("That name has a password.", "Name: ann", "Password:"):
            self.assertIn(text, self.seen())
        self.assertEqual((self.call.heard(), self.ends), ([], []))
        self.press(*"secret", "enter")
        self.assertEqual(self.call.heard(), [Login("ann", "secret")])
        self.let_in()
        self.assertIn("[tiles]", self.seen())

    def test_who_is_turned_away_sees_no_form(self) -> None:
        self.call.say(LoggedIn("The game has started."), LoggedOut("Too many failed logins."), Closed())
        self.assert_over(1, "The game has started.")

    def test_once(self) -> None:
        """Who is logged out may have somebody else in that place, and is asked."""
        self.let_in()
        self.call.say(LoggedOut("You were idle."), Closed())
        self.turn()
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen()])
        self.assertIn("Name: ann", self.seen())
        self.press("enter")  # the password is next
        self.assertEqual(self.call.heard(), [Login("ann", "")])

    def test_a_server_that_hangs_up_instead_is_called_again_and_the_user_is_asked(self) -> None:
        self.call.hang_up()
        self.assertIn("The connection to the server was lost.", self.seen())
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen()])
        self.assertIn("Name: ann", self.seen())

    def test_a_server_that_is_not_open_yet_is_waited_for(self) -> None:
        self.app = self.start(is_name_given=True)
        self.loops.clear()
        self.open("closed")
        self.assertEqual(self.call.heard(), [])
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "")])

    def test_who_gave_no_name_is_asked(self) -> None:
        self.app = self.start()
        self.loops.clear()
        self.open()
        self.assertEqual(self.call.heard(), [ClientOpen()])
        self.assertIn("Name: ann", self.seen())


class Welcome(AppTestCase):
    """What a server says to who is let in."""

    def test_it_is_among_what_was_said(self) -> None:
        self.log_in()
        self.call.say(Set("t1", name="new"), Hear("m1", "m1", "news"))
        lines = [line.rstrip() for line in self.seen().split("\n")]
        self.assertEqual(lines.index("  Welcome."), lines.index("  Room: news") - 1)

    def test_it_is_no_error(self) -> None:
        self.log_in()
        assert isinstance(self.app._page, RoomScreen)
        self.assertEqual(self.app._page.controller.notice, "")

    def test_it_is_there_before_the_first_room(self) -> None:
        self.open()
        self.press("enter", "enter")
        self.call.say(LoggedIn("Welcome.", "a1"))
        self.assertIn(" Welcome. ", self.seen())
        self.call.say(*board())
        self.assertIn(" Welcome. ", self.seen())

    def test_hostile_ones_do_no_harm(self) -> None:
        for text in HOSTILE:
            self.setUp()
            self.open()
            self.press("enter", "enter")
            self.call.say_raw(f'<logged-in message="{text}" objid="a1"/>')
            self.call.say(*board())
            self.assertTrue(is_harmless(self.seen().replace("\n", "")), ascii(text))


class Leaving(AppTestCase):
    def test_while_calling(self) -> None:
        self.app.connect()
        self.app.leave()
        self.assert_over(0, "")

    def test_while_waiting_for_the_first_word(self) -> None:
        self.app.connect()
        self.call.accept()
        self.app.leave()
        self.assert_over(0, "")

    def test_at_the_login(self) -> None:
        self.open()
        self.press("f10")
        self.assertEqual(self.call.heard(), [ClientOpen()])
        self.assert_over(0, "")

    def test_while_a_login_is_not_answered(self) -> None:
        self.open()
        self.press("enter", "enter", "ctrl q")
        self.assert_over(0, "")

    def test_while_waiting(self) -> None:
        self.open("busy")
        self.press("f10")
        self.assert_over(0, "")
        self.advance(20)
        self.assertEqual(len(self.calls), 1)

    def test_while_waiting_after_a_call_that_failed(self) -> None:
        self.open("busy")
        self.advance(5)
        self.call.refuse()
        self.press("f10")
        self.assert_over(0, "")

    def test_while_calling_again(self) -> None:
        self.open("busy")
        self.advance(5)
        self.press("f10")
        self.assert_over(0, "")

    def test_while_being_logged_in_again(self) -> None:
        self.log_in()
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.press("f10")
        self.assert_over(0, "")

    def test_who_plays_is_logged_out(self) -> None:
        for keys in (["f10"], ["ctrl q"], ["tab", "f10"], ["f1", "f10"]):
            self.setUp()
            self.log_in()
            self.call.heard()
            self.press(*keys)
            self.assertEqual(self.call.heard(), [Logout(), Closed()])
            self.assertEqual(self.ends, [])
            self.call.say(LoggedOut("Goodbye."), Closed())
            self.assert_over(0, "")

    def test_a_server_that_does_not_answer_is_left_after_two_seconds(self) -> None:
        self.log_in()
        self.press("f10")
        self.clock.advance(1.99)
        self.assertEqual(self.ends, [])
        self.clock.advance(0.01)
        self.assertTrue(self.call.wire.was_aborted)
        self.assert_over(0, "")

    def test_who_is_in_a_hurry_asks_twice(self) -> None:
        self.log_in()
        self.press("f10", "f10")
        self.assertTrue(self.call.wire.was_aborted)
        self.assert_over(0, "")

    def test_a_server_that_hangs_up_then_is_no_reason_to_wait(self) -> None:
        self.log_in()
        self.press("f10")
        self.call.hang_up()
        self.assert_over(0, "")

    def test_news_until_then_do_no_harm(self) -> None:
        self.log_in()
        self.press("f10")
        self.call.say(Set("t1", name="new"), Hear("m1", "m1", "news"))
        self.press("enter", "x")
        self.call.heard()
        self.call.say(LoggedOut("Goodbye."), Closed())
        self.assertEqual(self.call.heard(), [])
        self.assert_over(0, "")


class Failing(AppTestCase):
    """Something is wrong with the client itself."""

    def test_it_ends_with_the_reason(self) -> None:
        self.log_in()
        self.call.say(Set("t1", name="new"))
        self.app.fail("Traceback ...")
        self.assertTrue(self.call.wire.was_aborted)
        self.assert_over(1, "Traceback ...")

    def test_nothing_is_drawn_after_that(self) -> None:
        self.log_in()
        self.app.fail("Traceback ...")
        self.call.say(Set("t1", name="new"))
        self.assert_over(1, "Traceback ...")

    def test_only_the_first_reason_counts(self) -> None:
        self.log_in()
        self.app.fail("one")
        self.app.fail("two")
        self.assert_over(1, "one")

    def test_while_calling(self) -> None:
        self.app.connect()
        self.app.fail("one")
        self.assertTrue(self.call.answer.called)  # nobody waits for it any more
        self.assert_over(1, "one")

    def test_while_waiting(self) -> None:
        self.open("busy")
        self.app.fail("one")
        self.assert_over(1, "one")


class Drawing(AppTestCase):
    def test_many_messages_in_one_turn_are_drawn_once(self) -> None:
        self.log_in()
        draws = self.loop.draws
        for number in range(50):
            self.call.say(Set("t1", name=f"n{number}"), Hear("m1", "m1", f"line {number}"))
        self.assertEqual(self.loop.draws, draws)
        self.turn()
        self.assertEqual(self.loop.draws, draws + 1)
        self.assertIn("n49", self.seen())

    def test_every_turn_with_news_is_drawn(self) -> None:
        self.log_in()
        draws = self.loop.draws
        for number in range(3):
            self.call.say(Set("t1", name=f"n{number}"))
            self.turn()
        self.assertEqual(self.loop.draws, draws + 3)

    def test_nothing_is_drawn_while_nothing_happens(self) -> None:
        self.log_in()
        draws = self.loop.draws
        self.clock.advance(3600)
        self.assertEqual((self.loop.draws, self.clock.getDelayedCalls()), (draws, []))

    def test_another_page_is_drawn(self) -> None:
        self.open("busy")
        self.advance(5)
        self.turn()
        draws = self.loop.draws
        self.answer()
        self.assertEqual(self.loop.draws, draws + 1)

    def test_an_answer_is_drawn(self) -> None:
        self.open()
        self.press("enter", "enter")
        draws = self.loop.draws
        self.call.say(LoggedIn("Wrong password."))
        self.turn()
        self.assertEqual(self.loop.draws, draws + 1)

    def test_there_is_one_loop_however_often_one_comes_back(self) -> None:
        self.log_in()
        for _ in range(3):
            self.call.hang_up()
            self.turn()
            self.advance(5)
            self.answer()
            self.let_in()
        self.assertEqual(len(self.loops), 1)
        self.assertEqual(self.loop.stops, 0)


class Help(AppTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.log_in()
        self.press("f1")

    def test_it_is_opened_and_closed(self) -> None:
        self.assertIn("Keys on the board", self.seen())
        self.press("esc")
        self.assertNotIn("Keys on the board", self.seen())
        self.assertIn("[tiles]", self.seen())

    def test_news_are_seen_in_it(self) -> None:
        self.call.say(Set("k1", name="VK_X", text="explode"))
        self.assertRegex(self.seen(), "x +explode")

    def test_a_lost_connection_is_seen_instead_of_it(self) -> None:
        self.call.hang_up()
        self.assertIn("The connection to the server was lost.", self.seen())
        self.press("esc")
        self.assertIn("The connection to the server was lost.", self.seen())
