"""Whole visits by ssh, in memory: from the login to the exit status."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

from twisted.conch.ssh.common import NS
from twisted.logger import Logger
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.ssh_callers import CLOSE, EOF, SshCaller
from tilenet.catalogue import GamePlugin
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.screen import RemoteScreen
from tilenet.clients.ssh.visit import Visit
from tilenet.clients.terminal.background import QUESTION
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.doors.session import Session
from tilenet.games.noughts import Noughts

F10, TAB, ENTER, RIGHT = "\x1b[21~", "\t", "\r", "\x1b[C"
ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"


class VisitTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([GamePlugin("noughts", Noughts)], seat_seconds=60)
        self.door = SshDoor(self.server.gate)

    def connect(self) -> SshCaller:
        return SshCaller(self.server, self.door)

    def play(self, name: str = "ann") -> SshCaller:
        return self.connect().play(name)


class Coming(VisitTestCase):
    def test_the_user_is_at_the_same_table_as_everybody(self) -> None:
        caller, witness = self.play(), self.server.join("bob")
        caller.pump()
        self.assertIn("bob", caller.screen)
        caller.type(TAB).type("hello, all").type(ENTER)
        self.assertIn("hello, all", witness.heard)
        witness.say("hello, ann")
        caller.pump()
        self.assertIn("bob: hello, ann", caller.screen)

    def test_a_name_that_cannot_be_one_is_asked_for_again(self) -> None:
        caller = self.play("x" * 100)
        self.assertIn("A name has at most 32 characters.", caller.screen)
        caller.type("\x7f" * 110).type("cleo" + ENTER).type(ENTER)
        caller.advance(1)
        self.assertIn("Welcome, cleo.", caller.screen)

    def test_a_closed_server_says_so(self) -> None:
        self.server.gate.status = "closed"
        caller = self.play()
        self.assertEqual(caller.status, 1)
        self.assertIn("the server is closed", caller.screen)

    def test_two_at_once_do_not_share_anything(self) -> None:
        one, two = self.play("ann"), self.play("bob")
        one.type(ENTER)
        two.pump()
        self.assertIn("Noughts", one.terminal.display[0])
        self.assertIn("Home", two.terminal.display[0])


class AtATable(VisitTestCase):
    def test_a_code_leads_there_and_the_table_says_how_others_come(self) -> None:
        bob = self.server.join("bob")
        bob.say("/new noughts")
        (room,) = [one for one in self.server.world.rooms.values() if one.table is not None]
        assert room.table is not None
        caller = self.connect().log_in("ann").open().pty().request(b"exec", NS(room.table.code.encode()))
        caller.advance(1)
        self.assertIn("bob is its host.", caller.screen)
        self.assertIn(f"-t {room.table.code}", caller.screen)
        caller.type("i").type(ENTER)
        self.assertIn(b"\x1b]52;c;", caller.output)

    def test_a_code_of_no_table_leads_home_with_the_servers_words(self) -> None:
        caller = self.connect().log_in("ann").open().pty().request(b"exec", NS(b"amber-otter-nine"))
        caller.advance(1)
        self.assertIn("There is no table with that code", caller.screen)
        self.assertIn("Home", caller.terminal.display[0])


class TheGround(VisitTestCase):
    def start(self, **variables: str) -> SshCaller:
        return self.connect().log_in().open().pty().set(**variables).request(b"shell")

    def test_the_terminal_is_asked_and_need_not_answer(self) -> None:
        caller = self.start()
        self.assertEqual(caller.output, QUESTION)
        caller.advance(0.5)
        self.assertIn("Welcome, ann.", caller.screen)

    def test_nothing_waits_once_it_has_answered_and_a_light_one_is_drawn_otherwise(self) -> None:
        dark, light = (
            self.start().type(b"\x1b]11;rgb:%s/%s/%s\x1b\\\x1b[?62c" % ((ground,) * 3)) for ground in (b"0000", b"ffff")
        )
        self.assertIn("Welcome, ann.", dark.screen)
        self.assertNotEqual(dark.output, light.output)

    def test_a_lot_of_typing_is_no_answer(self) -> None:
        self.assertIn("Welcome, ann.", self.start().type("x" * 300).screen)

    def test_ascii_is_drawn_in_ascii(self) -> None:
        caller = self.start(LANG="C").advance(1)
        self.assertIn("Welcome, ann.", caller.screen)
        self.assertTrue(caller.output.isascii())

    def test_rooms_are_shown_in_the_language_of_the_client(self) -> None:
        turkish = self.start(LANG="tr_TR.UTF-8").advance(1).screen
        for words in ("Ana salon", "Burada (1)", "F1 yardım"):  # of the room, and of the client
            self.assertIn(words, turkish)
        self.assertNotIn("Ana salon", self.start(LANG="tr_TR").advance(1).screen)

    def test_colours_are_those_of_the_client(self) -> None:
        self.assertIn(b"\x1b[", self.start().advance(1).output)
        self.assertIn(b";2;", self.start(COLORTERM="truecolor").advance(1).output)
        without = self.start(NO_COLOR="1").advance(1).output
        self.assertNotIn(b";5;", without)
        self.assertNotIn(QUESTION, without)


class Leaving(VisitTestCase):
    def assert_restored(self, caller: SshCaller) -> None:
        for mode in (1049, 1000, 1002, 2004):
            on, off = f"\x1b[?{mode}h".encode(), f"\x1b[?{mode}l".encode()
            self.assertGreaterEqual(caller.output.rfind(off), caller.output.rfind(on), mode)

    def test_the_terminal_is_as_it_was_and_the_status_is_0(self) -> None:
        for keys in (F10, "\x11", "\x03"):
            caller = self.play()
            caller.type(keys)
            self.assert_restored(caller)
            self.assertEqual(caller.status, 0, keys)
            self.assertEqual([number for number in caller.heard() if number in (EOF, CLOSE)], [EOF, CLOSE])
            self.assertEqual(dict(self.server.world.players), {})
            caller.hang_up()

    def test_what_was_won_stays_on_the_terminal(self) -> None:
        caller, bob = self.play(), self.server.join("bob")
        bob.click("Noughts and crosses")
        caller.type(ENTER)
        caller.advance(61)
        caller.type(F10).type(F10)
        self.assertIn(b"1. ann 1 (+2)\r\n2. bob 0 (-2)", caller.output[caller.output.rfind(ALTERNATE_OFF) :])

    def test_the_server_stops(self) -> None:
        caller = self.play()
        self.server.gate.close("The server is stopping.")
        caller.pump()
        self.assert_restored(caller)
        after = caller.output[caller.output.rfind(ALTERNATE_OFF) :]
        self.assertIn(b"The server has logged you out: The server is stopping.\r\n", after)
        self.assertEqual(caller.status, 0)

    def test_the_server_stops_before_the_shell(self) -> None:
        callers = [self.connect(), self.connect().begin(), self.connect().log_in()]
        self.server.gate.close("The server is stopping.")
        for caller in callers:
            caller.pump()
            self.assertFalse(caller.is_open)

    def test_a_client_that_does_not_go_is_cut_off(self) -> None:
        caller = self.play()
        self.patch(caller.client, "dispatchMessage", lambda number, payload: None)
        caller.type(F10)
        self.assertTrue(caller.is_open)
        self.server.clock.advance(4)
        self.assertFalse(caller.is_open)

    def test_a_lost_connection_holds_the_seat(self) -> None:
        caller = self.play()
        caller.type(ENTER)
        self.assertIn("Noughts", caller.terminal.display[0])
        caller.hang_up()
        (player,) = self.server.world.players.values()
        self.assertTrue(player.is_away)
        back = self.play()
        self.assertIn("Noughts", back.terminal.display[0])
        self.assertIn("Welcome back, ann.", back.screen)


class GoingWrong(VisitTestCase):
    def test_a_failure_ends_that_visit_with_the_terminal_restored(self) -> None:
        witness, caller = self.play("bob"), self.play("ann")
        self.patch(RoomScreen, "keypress", lambda *args: 1 // 0)
        caller.type("x")
        self.assertEqual(caller.status, 1)
        self.assertGreater(caller.output.rfind(ALTERNATE_OFF), caller.output.rfind(ALTERNATE_ON))
        self.assertIn(b"Something went wrong here.", caller.output)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertTrue(witness.is_open)
        self.assertIsNone(witness.status)

    def test_so_does_one_while_drawing_or_by_a_timer(self) -> None:
        for name in ("render", "model_changed"):
            caller = self.play()
            with self.subTest(name):
                patched = self.patch(RoomScreen, name, lambda *args, **kwargs: 1 // 0)
                self.server.join("bob")
                caller.type("x")
                patched.restore()
                self.assertEqual(caller.status, 1)
                self.assertGreaterEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
            caller.hang_up()

    def test_one_at_the_very_beginning_is_noticed(self) -> None:
        self.patch(Visit, "_begin", lambda self: 1 // 0)
        caller = self.connect().log_in().open().pty().shell()
        self.assertEqual(caller.status, 1)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)


class NotReading(VisitTestCase):
    def news(self, text: str) -> None:
        self.server.clients[-1].say(text)
        self.server.clock.advance(2)

    def watch_drawing(self) -> list[object]:
        """Note what is drawn from now on."""
        drawn: list[object] = []
        draw = RemoteScreen.draw_screen

        def noted(screen: RemoteScreen, *args: Any) -> None:
            drawn.append(args)
            draw(screen, *args)

        self.patch(RemoteScreen, "draw_screen", noted)
        return drawn

    def test_a_terminal_that_takes_nothing_is_drawn_once_it_does(self) -> None:
        caller = self.connect().log_in().open(window=10_000).pty().shell()
        self.server.join("bob")
        caller.take(10_000)
        channel = next(iter(caller.protocol.service.channels.values()))
        channel.remoteWindowLeft = 0
        for number in range(30):
            self.news(f"number {number}")
            caller.pump()
        self.assertLess(len(channel.buf), 20_000)
        self.assertNotIn("number 29", caller.screen)
        for _ in range(3):
            caller.take(100_000)
        self.assertIn("number 29", caller.screen)

    def test_nothing_is_drawn_while_the_network_is_stuck(self) -> None:
        caller = self.play()
        self.server.join("bob")
        caller.pump()
        caller.pipe.is_stuck = True
        self.news("this waits")
        drawn = self.watch_drawing()
        self.news("anybody?")
        self.assertEqual(drawn, [])
        caller.pipe.is_stuck = False
        caller.pipe.drain()
        caller.pump()
        self.assertIn("bob: anybody?", caller.screen)

    def test_nothing_is_drawn_during_a_key_exchange(self) -> None:
        """It would wait in memory, for as long as the client likes."""
        caller = self.play()
        self.server.join("bob")
        caller.pump()
        caller.protocol.sendKexInit()
        drawn = self.watch_drawing()
        self.news("anybody?")
        self.server.settle()
        self.assertEqual(drawn, [])


class NothingIsLeft(VisitTestCase):
    def test_after_visits_that_ended_in_any_way(self) -> None:
        silent = Logger(observer=lambda event: None)  # type: ignore[arg-type]
        self.patch(Session, "log", silent)  # what is logged stays in memory as long as nobody reads it
        visits = []
        for number in range(6):
            caller = self.play()
            visits.append(ref(caller.protocol.visit))
            if number % 2:
                caller.type(F10)
            caller.hang_up()
            self.server.others = []
            del caller
        self.server.clock.advance(100)
        gc.collect()
        self.assertEqual([visit() for visit in visits], [None] * 6)
        self.assertEqual((dict(self.server.world.players), dict(self.server.gate.sessions)), ({}, {}))
