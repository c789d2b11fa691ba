"""The gate behind all doors: whatever the clients speak, they are counted together, and go together."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.blind import BlindClient, BlindDoor, PatientDoor
from tests.doubles.harness import Rang, Server, Stage, stage
from tilenet.game import Say


class Limits(SynchronousTestCase):
    def status(self, server: Server, address: str = "127.0.0.1") -> str | None:
        """Whether there is room for one more, by the one door and by the other."""
        client = server.connect(address)
        other = BlindClient(server, None, address)
        status = client.model.status
        self.assertEqual(other.is_in, status == "open")
        client.lose()
        other.lose()
        return status

    def test_all_connections_count(self) -> None:
        server = Server(max_connections=3)
        first = server.join("ann")
        second = BlindClient(server, "bob")
        self.assertTrue(BlindClient(server).is_in)
        self.assertEqual(self.status(server), "busy")
        self.assertEqual(len(server.gate.sessions), 3)
        second.lose()
        self.assertEqual(server.connect().model.status, "open")
        self.assertEqual(self.status(server), "busy")
        first.lose()
        self.assertTrue(BlindClient(server).is_in)

    def test_connections_from_one_address_count(self) -> None:
        server = Server(max_per_address=2)
        server.connect("192.0.2.1")
        blind = BlindClient(server, "bob", "192.0.2.1")
        self.assertEqual(self.status(server, address="192.0.2.1"), "busy")
        self.assertEqual(self.status(server, address="192.0.2.2"), "open")
        blind.lose()
        self.assertTrue(BlindClient(server, None, "192.0.2.1").is_in)
        self.assertEqual(self.status(server, address="192.0.2.1"), "busy")

    def test_who_is_gone_is_not_counted_on(self) -> None:
        server = Server(max_connections=10, max_per_address=10)
        for number in range(20):
            client = server.connect("192.0.2.1")
            blind = BlindClient(server, f"p{number}", "192.0.2.1")
            self.assertTrue(blind.is_in)
            client.lose()
            blind.lose()
        self.assertEqual((server.gate.sessions, server.gate.waiting, server.gate._origins), ({}, {}, {}))
        self.assertEqual(server.clock.getDelayedCalls(), [])


class OneWorld(SynchronousTestCase):
    def test_a_name_is_taken_whatever_door_its_owner_came_by(self) -> None:
        server = Server()
        server.join("ann")
        blind = BlindClient(server, "ANN")
        self.assertEqual(blind.dialect.refusals, ["Somebody else is called ANN."])
        blind.login("bob")
        self.assertEqual(blind.player.name, "bob")
        client = server.join("Bob")
        self.assertEqual(client.model.objects[client.agent]["name"], "Bob2")

    def test_one_turn_serves_all(self) -> None:
        server = Server()
        server.join("ann")
        server.connect()
        blind = BlindClient(server)
        server.clock.advance(0)
        before = len(server.clock.getDelayedCalls())
        for session in (server.clients[0].protocol.session, blind.session):
            session.line.send(b"")
        self.assertEqual(len(server.clock.getDelayedCalls()), before + 1)

    def test_who_has_no_screen_is_seen_and_shown_nothing(self) -> None:
        """Of what happens in the room they get the game's own events, and no byte besides."""
        game = Stage()
        server = Server([stage(game)])
        ann, blind = server.join("ann"), BlindClient(server, "bob")
        ann.click("Stage")
        server.world.send_to(blind.player, "stage")
        server.settle()
        self.assertIn(blind.player.objid, ann.model.members_single())
        rang = Rang()
        game.acts["click"] = [rang, Say("ding")]
        ann.click("prop")
        ann.say("hello", blind.player.objid)
        self.assertEqual(ann.heard[-2:], ["ding", "hello"])
        self.assertEqual((blind.dialect.events, blind.pipe.written), ([rang], b""))
        self.assertEqual(game.called("view"), [["ann"]] * len(game.called("view")))

    def test_a_login_takes_no_longer_than_it_may_at_its_door(self) -> None:
        for door, seconds in ((BlindDoor, 5), (PatientDoor, 60)):
            server = Server(login_seconds=5)
            blind = BlindClient(server, door=door)
            server.advance(seconds - 0.25)
            self.assertTrue(blind.pipe.is_open)
            server.advance(0.25)
            self.assertEqual(blind.pipe.written, f"bye: No login within {seconds} s.\n".encode())
            self.assertFalse(blind.pipe.is_open)


class TheEnd(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.gone: list[Any] = []

    def close(self) -> None:
        self.server.gate.close("The server is stopping.").addCallback(self.gone.append)
        self.server.settle()

    def test_it_is_done_when_the_last_is_gone_by_whatever_door(self) -> None:
        self.server.join("ann")
        bob, cid = BlindClient(self.server, "bob"), BlindClient(self.server)
        self.close()
        self.assertEqual(self.gone, [])
        bob.lose()
        self.assertEqual(self.gone, [])
        cid.lose()
        self.assertEqual(self.gone, [None])
        self.assertEqual(self.server.clock.getDelayedCalls(), [])
