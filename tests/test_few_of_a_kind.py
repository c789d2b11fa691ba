"""Nobody can fill the log: events that are alike are counted."""

from __future__ import annotations

import json
from io import StringIO

from twisted.internet.defer import fail
from twisted.internet.task import Clock
from twisted.logger import ILogObserver, LogEvent, Logger, LogLevel, formatEvent, globalLogPublisher
from twisted.trial.unittest import SynchronousTestCase
from zope.interface import implementer
from zope.interface.verify import verifyObject

from tests.doubles.harness import Server, Stage, stage
from tests.doubles.model import login, opening
from tilenet.log import (
    A_WHILE,
    FEW,
    FEW_FAILURES,
    MOST_KINDS,
    MOST_TOLD,
    FewOfAKind,
    JsonLog,
    TextLog,
)
from tilenet.world.players.accounts import Guests

REFUSED = "Login from {client} refused: {reason}"


class Counted(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.events: list[LogEvent] = []
        self.few = FewOfAKind(self.note, self.clock)
        self.log = Logger(observer=self.few)

    @implementer(ILogObserver)
    def note(self, event: LogEvent) -> None:
        self.events.append(event)

    @property
    def lines(self) -> list[str]:
        return [formatEvent(event) for event in self.events]

    def refuse(self, times: int, client: str = "192.0.2.1") -> None:
        for _ in range(times):
            self.log.info(REFUSED, client=client, reason="No.")

    def fail_in(self, room: str) -> None:
        try:
            raise ZeroDivisionError
        except ZeroDivisionError:
            self.log.failure("The game of {room} failed", room=room)

    def test_a_few_are_passed_on_at_once_and_the_rest_is_counted_in_one_line_later(self) -> None:
        self.assertTrue(verifyObject(ILogObserver, self.few))
        for more, told in ((0, []), (389, [f"... and 389 more like this from 192.0.2.1: {REFUSED}"]), (0, [])):
            self.events.clear()
            self.refuse(FEW + more)
            self.assertEqual(self.lines, ["Login from 192.0.2.1 refused: No."] * FEW)
            self.assertEqual(len(self.clock.getDelayedCalls()), 1)
            self.clock.advance(A_WHILE)
            self.assertEqual((self.lines[FEW:], self.clock.getDelayedCalls()), (told, []))

    def test_a_flood_that_goes_on_is_a_few_lines_a_minute(self) -> None:
        for _ in range(600):
            self.refuse(39)
            self.clock.advance(0.1)
        self.assertLessEqual(len(self.lines), FEW + 1)

    def test_each_kind_and_address_is_told_of(self) -> None:
        self.refuse(FEW + 1)
        self.refuse(FEW + 2, "192.0.2.2")
        self.assertEqual(len(self.lines), 2 * FEW)
        for _ in range(FEW + 3):
            self.log.warn("Turned away {client}: {reason}", client="192.0.2.2", reason="x")
        self.events.clear()
        self.clock.advance(A_WHILE)
        self.assertEqual(
            self.lines,
            [
                f"... and 1 more like this from 192.0.2.1: {REFUSED}",
                f"... and 2 more like this from 192.0.2.2: {REFUSED}",
                "... and 3 more like this from 192.0.2.2: Turned away {client}: {reason}",
            ],
        )
        self.assertEqual([event["log_level"].name for event in self.events], ["info", "info", "warn"])

    def test_a_great_many_kinds_are_told_of_in_few_lines(self) -> None:
        """All of these lines are written at once, while everybody waits."""
        for number in range(MOST_TOLD + 50):
            self.refuse(FEW + 2, f"192.0.2.{number}")
        self.events.clear()
        self.clock.advance(A_WHILE)
        self.assertEqual(len(self.lines), MOST_TOLD + 1)
        self.assertEqual(self.lines[0], f"... and 2 more like this from 192.0.2.0: {REFUSED}")
        self.assertEqual(self.lines[-1], "... and 100 more lines of 50 other kinds")

    def test_what_is_the_servers_own_is_always_passed_on(self) -> None:
        for level in (LogLevel.info, LogLevel.warn, LogLevel.error, LogLevel.critical):
            for _ in range(3 * FEW):
                self.log.emit(level, "The disk is full: {path}", path="/var")
        for _ in range(3 * FEW):
            try:
                raise ZeroDivisionError
            except ZeroDivisionError:
                self.log.failure("Something failed")
        self.assertEqual(len(self.lines), 5 * 3 * FEW)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_game_that_fails_is_a_kind_of_its_room(self) -> None:
        for _ in range(FEW_FAILURES + 7):
            self.fail_in("Lamp")
        self.fail_in("Stage")
        self.assertEqual(len(self.lines), FEW_FAILURES + 1)
        self.clock.advance(A_WHILE)
        self.assertEqual(self.lines[-1], "... and 7 more like this in Lamp: The game of {room} failed")
        self.assertNotIn("log_failure", self.events[-1])
        self.assertEqual(self.events[-1]["log_level"], LogLevel.critical)

    def test_a_site_has_many_addresses(self) -> None:
        for number in range(FEW + 5):
            self.refuse(1, f"2001:db8::{number:x}")
        self.refuse(1, "2001:db8:0:1::1")
        self.assertEqual(len(self.lines), FEW + 1)
        self.clock.advance(A_WHILE)
        self.assertEqual(self.lines[-1], f"... and 5 more like this from 2001:db8::/64: {REFUSED}")

    def test_not_all_addresses_of_the_world_are_told_apart(self) -> None:
        for number in range(3 * MOST_KINDS):
            self.refuse(1, f"198.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        self.assertEqual(len(self.lines), MOST_KINDS + FEW)
        self.clock.advance(A_WHILE)
        rest = 2 * MOST_KINDS - FEW
        self.assertEqual(self.lines[-1], f"... and {rest} more like this from many addresses: lines of many kinds")
        self.refuse(1, "198.255.255.1")
        self.assertEqual(self.lines[-1], "Login from 198.255.255.1 refused: No.")

    def test_at_the_end_it_is_told_of_at_once(self) -> None:
        self.refuse(FEW + 1)
        self.few.tell()
        self.assertEqual(self.lines[FEW:], [f"... and 1 more like this from 192.0.2.1: {REFUSED}"])
        self.assertEqual(self.clock.getDelayedCalls(), [])
        self.few.tell()
        self.assertEqual(len(self.lines), FEW + 1)

    def test_nobody_can_write_to_the_terminal_by_it(self) -> None:
        file = StringIO()
        self.log = Logger(observer=FewOfAKind(TextLog(file), self.clock))
        self.refuse(FEW + 1, "\x1b[2J\n")
        self.clock.advance(A_WHILE)
        self.assertTrue(all(line.isprintable() for line in file.getvalue().split("\n")))

    def test_a_program_can_read_it(self) -> None:
        file = StringIO()
        self.log = Logger(observer=FewOfAKind(JsonLog(file), self.clock))
        self.refuse(FEW + 389)
        self.clock.advance(A_WHILE)
        last = json.loads(file.getvalue().splitlines()[-1])
        wanted = {"level": "info", "more": 389, "subject": "from 192.0.2.1", "kind": REFUSED}
        self.assertEqual({key: last[key] for key in wanted}, wanted)
        self.assertEqual(len(file.getvalue().splitlines()), FEW + 1)


class OneClient(SynchronousTestCase):
    """Whatever one client does, again and again: the log has a few lines of each kind of it, and one that counts."""

    TIMES = 3 * FEW

    def setUp(self) -> None:
        self.file = StringIO()
        few = FewOfAKind(TextLog(self.file), Clock())
        globalLogPublisher.addObserver(few)
        self.addCleanup(globalLogPublisher.removeObserver, few)
        self.few = few

    def lines(self, of: str) -> list[str]:
        """What is in the log, without times and tracebacks."""
        self.flushLoggedErrors()
        self.few.tell()
        found = [line.split(" ", 1)[1] for line in self.file.getvalue().splitlines() if not line.startswith("    ")]
        return [line for line in found if of in line]

    def assert_few(self, of: str, few: int = FEW) -> None:
        found = self.lines(of)
        self.assertEqual(len(found), few + 1, found[-3:])
        self.assertIn(f"... and {self.TIMES - few} more like this", found[-1])

    def test_comes_and_goes(self) -> None:
        server = Server()
        for _ in range(self.TIMES):
            server.connect("192.0.2.1").lose()
        self.assert_few("Connected: ")
        self.assert_few("Left: ")
        self.assertLess(len(self.file.getvalue()), 50_000)

    def test_logs_in_under_many_names(self) -> None:
        server = Server()
        for number in range(self.TIMES):
            server.connect("192.0.2.1").login(f"ann{number}").lose()
        self.assert_few("Login: ")

    def test_is_refused_or_makes_accounts_fail(self) -> None:
        broken = Guests()
        self.patch(broken, "admit", lambda *login: fail(ZeroDivisionError()))
        for accounts, name, line, few in (
            (Guests(), "<", "Login from ", FEW),
            (broken, "ann", "A login from ", FEW_FAILURES),
        ):
            server = Server(accounts=accounts, login_tries=10**6, command_burst=10**6)
            client = server.connect("192.0.2.1")
            client.send(opening())
            for _ in range(self.TIMES):
                client.send(login(name))
            self.assert_few(line, few)

    def test_finds_no_room(self) -> None:
        server = Server(max_connections=0)
        for _ in range(self.TIMES):
            server.door.buildProtocol(None)
        self.assert_few("Turned away ")

    def test_makes_a_game_fail(self) -> None:
        games = [Stage(click=ZeroDivisionError()) for _ in range(self.TIMES + 1)]
        server = Server([stage(*games)], command_burst=10**6)
        ann = server.join("ann")
        ann.click("Stage")
        for _ in range(self.TIMES):
            ann.click("prop")
        self.assert_few("The game of ", FEW_FAILURES)

    def test_makes_its_session_or_a_door_fail(self) -> None:
        for line, part, method in (("The session of ", "world", "login"), ("The door of ", "door", "dialect")):
            server = Server()
            self.patch(getattr(server, part), method, lambda *args: 1 / 0)
            for _ in range(self.TIMES):
                server.connect("192.0.2.1").login("ann")
            self.assert_few(line, FEW_FAILURES)

    def test_makes_its_line_fail(self) -> None:
        server = Server()
        ann = server.join("ann")
        self.patch(ann.pipe, "write", lambda data: 1 / 0)
        for _ in range(self.TIMES):
            ann.protocol.session.line.send(b"x")
            server.clock.advance(0)
        self.assert_few("Output to ", FEW_FAILURES)
