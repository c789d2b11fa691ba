"""The terminal client and a server that is not open, turns it away, logs it out or is lost."""

from __future__ import annotations

from tests.doubles.app import AppTestCase
from tests.doubles.terminal import HOSTILE, is_harmless
from tilenet.wire.messages import (
    ClientOpen,
    Closed,
    Cmd,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    ServerOpen,
    Set,
    Xrequest,
)


class Goodbye(AppTestCase):
    """The server has logged the user out, and may not be there any more."""

    WORDS = "The server has logged you out: The game is over."

    def setUp(self) -> None:
        super().setUp()
        self.log_in()
        self.call.say(LoggedOut("The game is over."), Closed())
        self.turn()

    def test_it_says_goodbye_and_does_not_count_down(self) -> None:
        self.assertIn(self.WORDS, self.seen())
        self.assertNotIn("Trying again", self.seen())

    def test_if_the_server_is_gone_it_is_over_with_the_last_words(self) -> None:
        self.advance(1)
        self.assertEqual(len(self.calls), 2)
        self.call.refuse()
        self.assert_over(0, self.WORDS)

    def test_also_if_it_is_just_closing(self) -> None:
        for status in ("closed", "busy"):
            with self.subTest(status):
                self.setUp()
                self.advance(1)
                self.answer(status)
                self.assert_over(0, self.WORDS)
        self.setUp()
        self.advance(1)
        self.call.accept()
        self.call.hang_up()
        self.assert_over(0, self.WORDS)

    def test_if_it_is_still_there_the_user_is_asked(self) -> None:
        self.advance(1)
        self.answer()
        self.assertIn(self.WORDS, self.seen())
        self.assertIn("Name: ann", self.seen())
        self.press("enter", "enter")
        self.let_in()
        self.assertIn("[tiles]", self.seen())

    def test_its_last_words_do_no_harm(self) -> None:
        for words in HOSTILE:
            with self.subTest(words):
                super().setUp()
                self.log_in()
                self.call.say(LoggedOut(words), Closed())
                self.turn()
                self.advance(1)
                self.call.refuse()
                ((status, last),) = self.ends
                self.assertEqual(status, 0)
                self.assertTrue(is_harmless(last), last)

    def test_a_server_that_was_lost_is_waited_for_without_end(self) -> None:
        self.come_back()
        self.press("enter", "enter")
        self.let_in()
        self.call.hang_up()
        self.call_in_vain(20)
        self.assertIn("Trying again in 5 s.", self.seen())

    def test_what_a_server_said_before_it_came_back_is_no_goodbye_any_more(self) -> None:
        self.come_back()
        self.call.hang_up()  # while it is asking for a login
        self.press("enter", "enter")
        self.call.refuse()
        self.call_in_vain(10)

    def test_leaving_in_the_meantime_says_nothing(self) -> None:
        self.press("f10")
        self.assert_over(0, "")

    def come_back(self) -> None:
        self.advance(1)
        self.answer()

    def call_in_vain(self, times: int) -> None:
        for _ in range(times):
            self.advance(5)
            self.call.refuse()
            self.turn()
        self.assertEqual(self.ends, [])


class TurnedAway(AppTestCase):
    """The login failed, and the server ends the session instead of waiting for another one."""

    def setUp(self) -> None:
        super().setUp()
        self.open()
        self.press("enter", "enter")

    def test_it_is_over_with_the_reason(self) -> None:
        self.call.say(LoggedIn("The game has started."), LoggedOut("Too many failed logins."), Closed())
        self.assert_over(1, "The game has started.")

    def test_also_without_a_goodbye(self) -> None:
        self.call.say(LoggedIn("The game has started."), Closed())
        self.assert_over(1, "The game has started.")

    def test_also_if_it_just_hangs_up(self) -> None:
        self.call.say(LoggedIn("The game has started."))
        self.turn()
        self.call.hang_up()
        self.assert_over(1, "The game has started.")

    def test_also_if_it_does_not_close_after_its_goodbye(self) -> None:
        self.call.say(LoggedIn("The game has started."), LoggedOut("Bye."))
        self.clock.advance(2)
        self.assert_over(1, "The game has started.")

    def test_also_if_the_user_is_trying_again_already(self) -> None:
        self.call.say(LoggedIn("The game has started."))
        self.press("enter", "enter")
        self.call.say(Closed())
        self.assert_over(1, "The game has started.")

    def test_also_who_comes_back_after_a_loss(self) -> None:
        self.let_in()
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.call.say(LoggedIn("The game has started."), Closed())
        self.assert_over(1, "The game has started.")

    def test_there_may_be_no_reason(self) -> None:
        self.call.say(LoggedIn(""), Closed())
        self.assert_over(1, "localhost:44455 refused your login")

    def test_hostile_reasons_do_no_harm(self) -> None:
        for text in HOSTILE:
            self.setUp()
            self.call.say_raw(f'<logged-in message="{text}"/></server>')
            self.turn()
            ((status, words),) = self.ends
            self.assertEqual(status, 1)
            self.assertTrue(is_harmless(words), ascii(text))

    def test_a_server_that_waited_in_vain_for_the_next_login_is_called_again(self) -> None:
        self.call.say(LoggedIn("Wrong password."))
        self.advance(30)
        self.call.say(LoggedOut("No login within 30 s."), Closed())
        self.turn()
        self.assertEqual(self.ends, [])
        self.press("enter", "x", "enter")
        self.assertEqual(len(self.calls), 2)

    def test_who_was_let_in_later_is_not_turned_away(self) -> None:
        self.call.say(LoggedIn("Wrong password."))
        self.press("enter", "x", "enter")
        self.let_in()
        self.call.hang_up()
        self.assertIn("The connection to the server was lost.", self.seen())


class NotOpen(AppTestCase):
    def test_a_server_that_is_closed_or_busy_is_told_nothing(self) -> None:
        for status in ("closed", "busy"):
            self.setUp()
            self.open(status)
            self.assertIn(f"localhost:44455: the server is {status}.", self.seen())
            self.assertIn("Trying again in 5 s.", self.seen())
            self.assertEqual((self.call.heard(), self.call.wire.is_closed, self.ends), ([], True, []))

    def test_it_is_called_again_after_five_seconds_and_never_sooner(self) -> None:
        self.open("busy")
        for number in range(1, 4):
            self.assertEqual(len(self.calls), number)
            self.advance(4)
            self.clock.advance(0.99)
            self.assertEqual(len(self.calls), number)
            self.clock.advance(0.01)
            self.assertEqual(len(self.calls), number + 1)
            self.answer("busy")

    def test_the_seconds_are_counted(self) -> None:
        self.open("busy")
        for seconds in (5, 4, 3, 2, 1):
            draws = self.loop.draws
            self.assertIn(f"Trying again in {seconds} s.", self.seen())
            self.clock.advance(1)
            self.turn()
            self.assertEqual(self.loop.draws, draws + 1)
        self.assertIn("Trying again ...", self.seen())

    def test_when_it_is_open_the_user_is_asked(self) -> None:
        self.open("closed")
        self.advance(5)
        self.answer("open")
        self.assertIn("Name: ann", self.seen())

    def test_a_call_that_fails_then_is_no_reason_to_end(self) -> None:
        self.open("busy")
        for _ in range(3):
            self.advance(5)
            self.call.refuse()
            self.assertIn("Cannot reach localhost:44455: Connection was refused", self.seen())
            self.assertIn("Trying again in 5 s.", self.seen())
        self.assertEqual((self.ends, len(self.loops)), ([], 1))

    def test_something_else_that_answers_then_is_no_reason_to_end(self) -> None:
        self.open("busy")
        self.advance(5)
        self.call.accept()
        self.call.say_raw("HTTP/1.0 503 Service Unavailable\r\n\r\n")
        self.assertIn("localhost:44455 is no longer a TileNet server:", self.seen())
        self.assertEqual(self.ends, [])


class Lost(AppTestCase):
    """The connection ends while the user is playing."""

    def setUp(self) -> None:
        super().setUp()
        self.log_in()
        self.call.heard()

    def test_another_server_in_its_place_is_not_told_the_password(self) -> None:
        self.call.hang_up()
        self.advance(5)
        self.call.accept()
        self.call.say(ServerOpen("Mallory Inc.", "trap", "open"))
        self.turn()
        self.assertEqual([one for one in self.call.heard() if isinstance(one, Login)], [])
        self.assertIn("Group: Mallory Inc.", self.seen())

    def test_it_is_said_and_five_seconds_are_waited(self) -> None:
        self.call.hang_up()
        self.assertIn("The connection to the server was lost.", self.seen())
        self.advance(4)
        self.assertEqual(len(self.calls), 1)
        self.advance(1)
        self.assertEqual(len(self.calls), 2)

    def test_the_user_is_logged_in_again_without_being_asked(self) -> None:
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "secret")])
        self.assertNotIn("Password:", self.seen())
        self.let_in()
        self.assertIn("Room · tilenet on localhost", self.seen())
        self.press("right", "enter")
        self.assertEqual(self.call.heard(), [Xrequest(options="points"), Cmd("click", "t2")])

    def test_also_after_many_calls(self) -> None:
        self.call.hang_up()
        self.advance(5)
        self.call.refuse()
        self.advance(5)
        self.answer("closed")
        self.assertIn("the server is closed.", self.seen())
        self.advance(5)
        self.call.accept()
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "secret")])

    def test_also_when_it_is_lost_again_before_the_answer(self) -> None:
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "secret")])

    def test_if_that_fails_the_user_is_asked(self) -> None:
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.call.say(LoggedIn("ann is playing already."))
        self.assertIn("ann is playing already.", self.seen())
        self.assertIn("Name: ann", self.seen())
        self.call.heard()
        self.press("2", "enter", "enter")
        self.assertEqual(self.call.heard(), [Login("ann2", "")])
        self.let_in()
        self.assertIn("[tiles]", self.seen())

    def test_who_was_logged_out_is_asked_before_coming_back(self) -> None:
        self.call.say(LoggedOut("You were idle."), Closed())
        self.assertIn("The server has logged you out: You were idle.", self.seen())
        self.assertEqual(len(self.calls), 1)
        self.advance(1)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen()])
        self.assertIn("Name: ann", self.seen())
        self.press("enter", "enter")
        self.assertEqual(self.call.heard(), [Login("ann", "")])

    def test_also_if_the_server_does_not_close_then(self) -> None:
        self.call.say(LoggedOut("You were idle."))
        self.clock.advance(2)
        self.assertTrue(self.call.wire.was_aborted)
        self.assertIn("The server has logged you out: You were idle.", self.seen())

    def test_a_server_that_breaks_the_protocol_is_left(self) -> None:
        self.call.say(Set("t99", name="a tile without a cell"))
        self.assertTrue(self.call.wire.is_closed)
        self.assertIn("The server breaks the protocol: a new token without a cell.", self.seen())
        self.advance(5)
        self.answer()
        self.assertEqual(self.call.heard(), [ClientOpen()])

    def test_hostile_last_words_do_no_harm(self) -> None:
        for text in HOSTILE:
            self.call.say_raw(f'<logged-out message="{text}"/></server>')
            self.assertIn("The server has logged you out: ", self.seen())
            self.assertTrue(is_harmless(self.seen().replace("\n", "")), ascii(text))
            self.advance(1)
            self.answer()
            self.press("enter", "enter")
            self.let_in()

    def test_what_was_typed_is_not_sent_to_the_next_session(self) -> None:
        self.press("tab", *"half")
        self.call.hang_up()
        self.press("enter", "x", "enter")
        self.advance(5)
        self.answer()
        self.let_in()
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "secret"), Xrequest(options="points")])

    def test_results_are_kept(self) -> None:
        self.call.say(Hear("m1", "m1", "ann wins."))
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.let_in()
        self.assertEqual(self.app.results.last, ["ann wins."])

    def test_what_was_said_after_a_result_does_not_become_a_part_of_it(self) -> None:
        """What was heard before the loss is shown again, and is no news."""
        self.call.say(Hear("m1", "m1", "ann wins."))
        result = self.app.results.last
        self.clock.advance(60)
        self.call.say(Hear("m1", "m1", "bob has come in."))
        self.call.hang_up()
        self.advance(5)
        self.answer()
        self.let_in()
        self.assertIn("Room: bob has come in.", self.seen())
        self.assertEqual((len(result), self.app.results.last), (1, result))


class WithoutComingBack(AppTestCase):
    """A client whose server is in the same process: if it is lost, there is nobody to call again."""

    def setUp(self) -> None:
        super().setUp()
        self.app = self.start(is_name_given=True, comes_back=False)
        self.open()
        self.let_in()

    def test_it_ends_with_the_words_of_the_server(self) -> None:
        self.call.say(LoggedOut("The server is stopping."), Closed())
        self.assert_over(0, "The server has logged you out: The server is stopping.")
        self.assertEqual(len(self.calls), 1)

    def test_a_lost_connection_is_the_end(self) -> None:
        self.call.hang_up()
        self.assert_over(1, "The connection to the server was lost.")
        self.assertEqual(len(self.calls), 1)
