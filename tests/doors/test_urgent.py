"""Messages that cannot wait: they are handled as they come, though the client is over its rate, and paid for later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.pipe import Pipe
from tilenet.doors.door import Door
from tilenet.doors.session import Dialect, Session
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player

AT_ONCE, A_SECOND = 40, 20  # commands; and 40 more can be owed for what is urgent
STEP = 0.01  # seconds


class Shout(Dialect[str]):
    """A line is a message; one that ends with an exclamation mark is urgent."""

    has_urgent = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.handled: list[str] = []

    def decode(self, data: bytes) -> Iterable[str]:
        return data.decode().splitlines()

    def is_urgent(self, message: str) -> bool:
        return message.endswith("!")

    def handle(self, message: str) -> None:
        self.handled.append(message)

    def client(self) -> Client:
        return self.session.new_client()

    def welcome(self, player: Player) -> None:
        pass

    def refuse(self, reason: str) -> None:
        pass

    def farewell(self, reason: str) -> bytes:
        return reason.encode()


class ShoutDoor(Door):
    def dialect(self, session: Session) -> Shout:
        return Shout(session)


class UrgentTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.pipe = Pipe()
        self.protocol: Any = ShoutDoor(self.server.gate).buildProtocol(IPv4Address("TCP", "127.0.0.1", 40000))
        self.protocol.makeConnection(self.pipe)

    @property
    def handled(self) -> list[str]:
        handled: list[str] = self.protocol.session.dialect.handled
        return handled

    def send(self, *messages: str) -> None:
        self.protocol.dataReceived("".join(f"{message}\n" for message in messages).encode())

    def say(self, count: int) -> None:
        """So many messages that are not urgent, in one piece."""
        self.send(*["hm"] * count)

    def pass_time(self, seconds: float) -> None:
        self.server.advance(seconds, STEP)


class Urgent(UrgentTestCase):
    def test_what_came_before_it_is_handled_first_though_the_client_is_over_its_rate(self) -> None:
        self.send(*(str(number) for number in range(50)))
        self.assertEqual(len(self.handled), AT_ONCE)
        self.send(*(str(number) for number in range(50, 60)), "now!", "hm")
        self.assertEqual(self.handled, [*map(str, range(60)), "now!"])

    def test_what_comes_after_it_waits_until_all_is_paid(self) -> None:
        self.say(AT_ONCE + 19)
        self.send("now!", "hm")
        self.assertEqual(len(self.handled), AT_ONCE + 20)
        self.pass_time(1)
        self.assertEqual(len(self.handled), AT_ONCE + 20)
        self.pass_time(0.1)
        self.assertEqual(len(self.handled), AT_ONCE + 21)

    def test_a_flood_of_them_ends_the_session(self) -> None:
        for _ in range(9 * 50):
            if self.pipe.is_reading:
                self.send("now!")
            self.pass_time(0.02)
        self.assertTrue(self.pipe.is_open)
        for _ in range(4 * 50):
            if self.pipe.is_reading and self.pipe.is_open:
                self.send("now!")
            self.pass_time(0.02)
        self.assertEqual((self.pipe.is_open, self.pipe.written), (False, b"Too many commands."))
        self.assertLess(len(self.handled), 2 * AT_ONCE + 14 * A_SECOND)


class ReadingAhead(UrgentTestCase):
    """A client over its rate is still read from, to find what is urgent; but only so much."""

    def test_a_few_messages_and_again_when_there_are_fewer(self) -> None:
        self.say(AT_ONCE + 1)
        self.say(AT_ONCE - 2)
        self.assertTrue(self.pipe.is_reading)
        self.say(1)
        self.assertFalse(self.pipe.is_reading)
        self.pass_time(0.06)
        self.assertTrue(self.pipe.is_reading)
        self.send("now!")
        self.assertEqual(self.handled[-1], "now!")
