"""The client from connecting to leaving, with a clock, a loop and a network that tests turn by hand."""

from __future__ import annotations

from typing import Any

import urwid
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionDone, ConnectionLost, ConnectionRefusedError
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase
from urwid.testing import press

from tests.terminal_stage import HOSTILE, SIZE, Wire, board, is_harmless, screen
from tilenet.clients.address import Address
from tilenet.clients.link import Link
from tilenet.clients.terminal import app as app_module
from tilenet.clients.terminal.app import App, Asked
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.signs import FANCY
from tilenet.grammar import CLIENT, SERVER
from tilenet.messages import (
    ClientOpen,
    Closed,
    Cmd,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    ServerOpen,
    Set,
    Status,
)
from tilenet.wire import Decoder, closing, encode, opening


class Loop:
    """Counts what is asked of urwid's main loop, which runs from the beginning until it is stopped."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.draws = 0
        self.stops = 0

    def draw_screen(self) -> None:
        assert not self.stops
        self.draws += 1
        screen(self.shell)

    def stop(self) -> None:
        self.stops += 1


class Call:
    """One call to the server, as the network sees it."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.wire = Wire()
        self.answer: Deferred[Any] = Deferred()
        self._decoder = Decoder(CLIENT)
        self._is_lost = False

    def accept(self) -> None:
        self.link.makeConnection(self.wire)
        self.answer.callback(self.link)

    def refuse(self) -> None:
        self.answer.errback(Failure(ConnectionRefusedError()))

    def say(self, *messages: Message) -> None:
        for message in messages:
            if isinstance(message, ServerOpen):
                data = opening(message)
            else:
                data = closing(SERVER) if isinstance(message, Closed) else encode(message)
            self.link.dataReceived(data)

    def say_raw(self, text: str) -> None:
        self.link.dataReceived(text.encode())

    def heard(self) -> list[Message]:
        """What the client has said since this was asked last."""
        return self._decoder.feed(self.wire.take())

    def hang_up(self, error: type[Exception] = ConnectionLost) -> None:
        if not self._is_lost:
            self._is_lost = self.wire.is_closed = True
            self.link.connectionLost(Failure(error()))

    def settle(self) -> None:
        """What the client has closed is closed."""
        if self.wire.is_closed:
            self.hang_up(ConnectionDone)


class AppTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        urwid.set_encoding("utf-8")
        self.clock = Clock()
        self.calls: list[Call] = []
        self.loops: list[Loop] = []
        self.ends: list[tuple[int, str]] = []
        self.endpoints: list[tuple[object, ...]] = []
        self.patch(app_module, "HostnameEndpoint", self._endpoint)
        self.patch(app_module, "connectProtocol", self._connect)
        self.app = self.start()

    def start(self, is_name_given: bool = False) -> App:
        asked = Asked(Address("localhost", 44455), "ann", is_name_given, Inks(1), FANCY)
        return App(self.clock, asked, self._start_loop, lambda *end: self.ends.append(end))  # type: ignore[arg-type]

    def _endpoint(self, reactor: object, host: str, port: int, timeout: float) -> str:
        self.endpoints.append((reactor, host, port, timeout))
        return f"{host}:{port}"

    def _connect(self, endpoint: str, link: Link) -> Deferred[Any]:
        self.calls.append(Call(link))
        return self.calls[-1].answer

    def _start_loop(self, shell: Shell) -> Loop:
        self.loops.append(Loop(shell))
        return self.loops[-1]

    # Where one can be

    @property
    def call(self) -> Call:
        return self.calls[-1]

    @property
    def loop(self) -> Loop:
        (loop,) = self.loops
        return loop

    def turn(self) -> None:
        """The end of a turn of the reactor."""
        for call in self.calls:
            call.settle()
        self.clock.advance(0)

    def advance(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.advance(1)

    def seen(self) -> str:
        self.turn()
        return str(screen(self.loop.shell))

    def press(self, *keys: str) -> None:
        press(self.loop.shell, SIZE, *keys)
        self.turn()

    def open(self, status: Status = "open") -> None:
        self.app.connect()
        self.answer(status)

    def answer(self, status: Status = "open") -> None:
        self.call.accept()
        self.call.say(ServerOpen("testers", "tilenet", status))
        self.turn()

    def log_in(self) -> None:
        self.open()
        self.press("enter", *"secret", "enter")
        self.let_in()

    def let_in(self) -> None:
        self.call.say(LoggedIn("Welcome.", "a1"), *board())
        self.turn()

    def assert_over(self, status: int, words: str) -> None:
        self.turn()
        self.assertEqual(self.ends, [(status, words)])
        self.assertEqual([loop.stops for loop in self.loops], [1] * len(self.loops))
        self.assertEqual(self.clock.getDelayedCalls(), [])
        self.app.leave()
        self.app.leave()
        self.turn()
        self.assertEqual(self.ends, [(status, words)])


class FirstCall(AppTestCase):
    def test_it_goes_to_the_address_that_was_asked_for(self) -> None:
        self.app.connect()
        self.assertEqual(self.endpoints, [(self.clock, "localhost", 44455, 10.0)])
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
        self.assert_over(1, "localhost:44455 is not a TileNet server: it hung up without a word")

    def test_who_says_nothing_is_no_server(self) -> None:
        self.app.connect()
        self.call.accept()
        self.clock.advance(9.9)
        self.assertEqual(self.ends, [])
        self.clock.advance(0.2)
        self.assert_over(1, "localhost:44455 is not a TileNet server: it says nothing")

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
        self.press("enter", "y", "enter")
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "x"), Login("ann", "y")])

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
        self.press("2", "enter", *"secret", "enter")
        self.assertEqual(self.call.heard(), [Login("ann2", "secret")])
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

    def test_it_is_a_notice_until_the_user_does_something(self) -> None:
        self.log_in()
        self.assertIn(" Welcome. ", self.seen())
        self.call.say(Set("t1", name="new"), Hear("m1", "m1", "news"))
        self.assertIn(" Welcome. ", self.seen())
        self.press("right")
        self.assertNotIn("Welcome.", self.seen())

    def test_it_is_there_before_the_first_room(self) -> None:
        self.open()
        self.press("enter", "enter")
        self.call.say(LoggedIn("Welcome.", "a1"))
        self.assertIn(" Welcome. ", self.seen())
        self.call.say(*board())
        self.assertIn(" Welcome. ", self.seen())

    def test_another_room_takes_it_away(self) -> None:
        self.log_in()
        self.call.say(Set("m2", name="Elsewhere", x=2, y=2))
        self.assertNotIn("Welcome.", self.seen())

    def test_hostile_ones_do_no_harm(self) -> None:
        for text in HOSTILE:
            self.setUp()
            self.open()
            self.press("enter", "enter")
            self.call.say_raw(f'<logged-in message="{text}" objid="a1"/>')
            self.call.say(*board())
            self.assertTrue(is_harmless(self.seen().replace("\n", "")), ascii(text))


class Goodbye(AppTestCase):
    """The server has logged the user out, and may not be there any more."""

    WORDS = "The server has logged you out: The game is over."

    def setUp(self) -> None:
        super().setUp()
        self.log_in()
        self.call.say(LoggedOut("The game is over."), Closed())
        self.turn()

    def call_in_vain(self, times: int) -> None:
        for _ in range(times):
            self.advance(5)
            self.call.refuse()
            self.turn()

    def test_after_six_calls_in_vain_it_is_over_with_the_last_words(self) -> None:
        self.call_in_vain(5)
        self.assertEqual(self.ends, [])
        self.assertIn("Trying again in 5 s.", self.seen())
        self.call_in_vain(1)
        self.assertEqual(len(self.calls), 7)
        self.assert_over(0, self.WORDS)

    def test_a_server_that_comes_back_has_all_its_time_again(self) -> None:
        self.call_in_vain(5)
        self.advance(5)
        self.answer()
        self.press("enter", "enter")
        self.let_in()
        self.call.say(LoggedOut("Bye."), Closed())
        self.turn()
        self.call_in_vain(5)
        self.assertEqual(self.ends, [])
        self.call_in_vain(1)
        self.assert_over(0, "The server has logged you out: Bye.")

    def test_its_last_words_do_no_harm(self) -> None:
        for words in HOSTILE:
            with self.subTest(words):
                self.setUp()
                self.advance(5)
                self.answer()
                self.press("enter", "enter")
                self.let_in()
                self.call.say(LoggedOut(words), Closed())
                self.turn()
                self.call_in_vain(6)
                ((status, last),) = self.ends
                self.assertEqual(status, 0)
                self.assertTrue(is_harmless(last), last)

    def test_a_server_that_was_lost_is_waited_for_without_end(self) -> None:
        self.advance(5)
        self.answer()
        self.press("enter", "enter")
        self.let_in()
        self.call.hang_up()
        self.call_in_vain(20)
        self.assertEqual(self.ends, [])
        self.assertIn("Trying again in 5 s.", self.seen())

    def test_what_a_server_said_before_it_came_back_is_no_goodbye_any_more(self) -> None:
        self.advance(5)
        self.answer()
        self.call.hang_up()  # while it is asking for a login
        self.press("enter", "enter")
        self.call.refuse()
        self.call_in_vain(10)
        self.assertEqual(self.ends, [])

    def test_leaving_in_the_meantime_says_nothing(self) -> None:
        self.call_in_vain(3)
        self.press("f10")
        self.assert_over(0, "")


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
        self.assert_over(1, "localhost:44455 does not let you in")

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
        self.assertIn("localhost:44455 is not a TileNet server now:", self.seen())
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
        self.assertEqual(self.call.heard(), [Cmd("click", "t2")])

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
        self.advance(4)
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
            self.advance(5)
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
        self.assertEqual(self.call.heard(), [ClientOpen(), Login("ann", "secret")])

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
        self.assertIn("While the tiles have the keyboard", self.seen())
        self.press("esc")
        self.assertNotIn("While the tiles have the keyboard", self.seen())
        self.assertIn("[tiles]", self.seen())

    def test_news_are_seen_in_it(self) -> None:
        self.call.say(Set("k1", name="VK_X", text="explode"))
        self.assertRegex(self.seen(), "x +explode")

    def test_a_lost_connection_is_seen_instead_of_it(self) -> None:
        self.call.hang_up()
        self.assertIn("The connection to the server was lost.", self.seen())
        self.press("esc")
        self.assertIn("The connection to the server was lost.", self.seen())
