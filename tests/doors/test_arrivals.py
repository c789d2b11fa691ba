"""How often an address may connect, and what accepting may take of a turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.blind import Blind, BlindDoor
from tests.doubles.browser import Visitor, handshake
from tests.doubles.cpu import cpu_clock
from tests.doubles.harness import Client, Server
from tests.doubles.model import login, opening
from tests.doubles.pipe import Pipe
from tilenet.doors.door import Busy
from tilenet.doors.session import Session
from tilenet.doors.web import WebDoor
from tilenet.limits import Limits

IN, BUSY, CLOSED = "in", "busy", "closed"


def received(door: Any, times: int, address: str = "192.0.2.1") -> dict[str, int]:
    """How so many connections from there are received."""
    made = [door.buildProtocol(IPv4Address("TCP", address, 40000)) for _ in range(times)]
    return dict(Counter(CLOSED if one is None else BUSY if isinstance(one, Busy) else IN for one in made))


class TooManyConnections(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server(connection_burst=Limits.connection_burst)

    def test_from_one_address_are_told_so_and_then_closed_until_some_time_has_passed(self) -> None:
        self.assertEqual(received(self.server.door, 100), {IN: 20, BUSY: 20, CLOSED: 60})
        self.assertEqual(received(self.server.door, 100, "192.0.2.2"), {IN: 20, BUSY: 20, CLOSED: 60})
        self.server.clock.advance(2)
        self.assertEqual(received(self.server.door, 20), {IN: 6, BUSY: 6, CLOSED: 8})

    def test_from_this_machine_are_let_in(self) -> None:
        self.assertEqual(received(self.server.door, 100, "127.0.0.1"), {IN: 100})

    def test_count_at_all_doors_together(self) -> None:
        other = BlindDoor(self.server.gate)
        self.assertEqual([received(door, 15) for door in (self.server.door, other)], [{IN: 15}, {IN: 5, BUSY: 10}])

    def test_have_their_number_and_rate_as_options(self) -> None:
        server = Server(connections_per_second=1, connection_burst=2)
        self.assertEqual(received(server.door, 5), {IN: 2, BUSY: 2, CLOSED: 1})
        server.clock.advance(1)
        self.assertEqual(received(server.door, 3), {IN: 1, BUSY: 1, CLOSED: 1})

    def test_of_browsers_that_load_the_page_may_be_twenty_times_as_many_besides(self) -> None:
        door = WebDoor(self.server.gate)
        self.assertEqual(received(door, 900), {IN: 400, BUSY: 400, CLOSED: 100})
        self.assertEqual(received(self.server.door, 20), {IN: 20})

    def test_behind_a_proxy_that_is_trusted_are_those_of_each_user(self) -> None:
        server = Server(connections_per_second=1, connection_burst=1)
        server.gate.proxies = server.gate.visits._proxies = {"192.0.2.9"}
        door = WebDoor(server.gate)
        for user, said in (("198.51.100.7", b'"open"'), ("198.51.100.7", b'"busy"'), ("198.51.100.7", b" 503 ")):
            opening = handshake("/tilenet", f"X-Forwarded-For: {user}")
            self.assertIn(said, Visitor(server, opening, address="192.0.2.9", door=door).raw)
        self.assertEqual(received(door, 100, "192.0.2.9"), {IN: 100})


class Hasty(Blind):
    """A client that is logged in as soon as it is connected."""

    def greet(self) -> None:
        self.session.login(f"p{id(self)}", "")


class HastyDoor(BlindDoor):
    def dialect(self, session: Session) -> Hasty:
        return Hasty(session)


class ManyInOneTurn(SynchronousTestCase):
    """Each login takes 2 ms of CPU time."""

    def setUp(self) -> None:
        self.server = Server()
        self.turn = self.server.world.turn
        self.spent = 0.0
        self.turn.cpu = cpu_clock(lambda: self.spent)
        enter, self.logins = self.server.world.enter_world, 0

        def slowly(*arguments: Any) -> Any:
            self.spent += 0.002
            self.logins += 1
            return enter(*arguments)

        self.patch(self.server.world, "enter_world", slowly)
        self.turn.begin(0)
        door = HastyDoor(self.server.gate)
        self.protocols = [door.buildProtocol(None) for _ in range(50)]
        for protocol in self.protocols:
            protocol.makeConnection(Pipe())

    def test_are_logged_in_over_several_turns(self) -> None:
        self.assertLess(self.spent, 0.01)
        longest = 0.0
        for _ in range(10):
            began = self.spent
            self.turn.begin(began)
            self.turn._catch_up()
            longest = max(longest, self.spent - began)
        self.assertEqual(self.logins, 50)
        self.assertLess(longest, 0.02)

    def test_are_forgotten_if_they_are_gone_by_then(self) -> None:
        for protocol in self.protocols:
            protocol.connectionLost()
        logins = self.logins
        self.turn.begin(self.spent)
        self.server.advance(1)
        self.assertEqual((self.logins, self.server.gate.waiting), (logins, {}))


class AClientThatIsGreetedLater(SynchronousTestCase):
    def test_is_read_after_that_whatever_it_says_meanwhile(self) -> None:
        server = Server()
        turn = server.world.turn
        turn.begin(float("-inf"))  # this one has lasted for ever
        client = Client(server, "127.0.0.1")
        server.clients.append(client)
        client.protocol.dataReceived(opening() + login("ann"))
        self.assertEqual(client.pipe.written, b"")
        turn.begin(turn.cpu.exact())
        server.settle()
        self.assertLess(client.raw.find(b"<server "), client.raw.find(b"<logged-in "))
        self.assertIsNotNone(client.model.agent)
