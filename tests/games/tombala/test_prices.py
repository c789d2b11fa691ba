"""What expensive requests cost in Tombala: 64 clients who make rooms take no more of a server than 64 who talk."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client
from tests.doubles.tombala_clients import JsonClient, TombalaServer, request
from tilenet.games.tombala.lobby import Lobby

AT_ONCE, A_SECOND = 40, 20  # cheap requests that a client is allowed


class ManyRooms(Lobby):
    rooms_each = 1000


def paid(client: JsonClient | Client) -> float:
    """How many commands a client has paid for, if it had not sent any for a while."""
    return float(AT_ONCE - client.protocol.session.commands_left)


class Prices(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = TombalaServer(ManyRooms)
        self.others = [self.enter(f"p{number}") for number in range(24)]
        self.ann = self.enter("ann")

    def enter(self, name: str) -> JsonClient:
        """Somebody who has been here for a while."""
        client = self.server.enter(name)
        self.server.advance(3)
        return client

    def fill(self, room: str, players: int) -> None:
        self.others[0].does("CCROOM", roomname=room, countdown=3600)
        for other in self.others[:players]:
            other.join(room)
        self.server.advance(3)

    def answers(self, *requests: bytes, seconds: float = 0.0) -> int:
        """How many of these requests, sent in one piece, are answered within this time."""
        self.ann.forget()
        self.ann.send(*requests)
        self.server.advance(seconds)
        return sum(message.is_answer for message in self.ann.news)

    def test_cheap_ones(self) -> None:
        self.assertEqual(self.answers(*[request("CNNMBR", seq=1)] * 100), AT_ONCE)
        self.assertIn(self.answers(seconds=1), (A_SECOND - 1, A_SECOND))

    def test_making_rooms(self) -> None:
        rooms = [request("CCROOM", seq=n, roomname=f"r{n}", countdown=60) for n in range(100)]
        self.assertEqual(self.answers(*rooms), AT_ONCE / 4)
        self.assertLessEqual(self.answers(seconds=2), 2 * A_SECOND / 4)

    def assert_price_of_joining(self, others: int, price: float) -> None:
        """And of leaving again."""
        self.fill("den", others)
        self.assertEqual(self.answers(request("CJROOM", seq=1, roomname="den"), request("CQROOM", seq=1)), 2)
        self.assertAlmostEqual(paid(self.ann), price)

    def test_joining_and_leaving(self) -> None:
        self.assert_price_of_joining(1, 3 + 2 / 3)

    def test_the_more_players_are_told_the_dearer_it_is(self) -> None:
        self.assert_price_of_joining(24, 3 + 25 / 3)

    def test_a_long_list_of_rooms(self) -> None:
        for number in range(400):
            maker = self.others[number % 24]
            maker.does("CCROOM", roomname=f"a room of theirs {number}", countdown=3600)
            self.server.advance(0.25)
        self.ann.pipe.was_stuck = True  # let the writes be
        self.assertEqual(len(self.ann.rooms()), 400)
        self.server.advance(3)
        self.assertLess(self.answers(*[request("CLROOM", seq=1)] * 100), AT_ONCE / 4)


class OfTileNetPlayers(SynchronousTestCase):
    """They pay for the same things, however they ask for them."""

    def setUp(self) -> None:
        self.server = TombalaServer(ManyRooms, speech_burst=10**6)
        self.tom = self.server.join("tom")
        self.tom.click("Tombala")
        self.server.advance(3)

    def test_for_a_list_of_rooms(self) -> None:
        self.tom.say("/rooms")
        self.assertAlmostEqual(paid(self.tom), 1.01)  # a hundredth for each, and one for the lobby

    def test_for_a_room_that_is_made_by_a_command(self) -> None:
        self.tom.say("/create den 60")
        self.assertEqual(self.tom.room, "Tombala: den")
        self.assertAlmostEqual(paid(self.tom), 5 + 1 / 3)

    def test_for_one_that_is_made_by_a_tile(self) -> None:
        self.tom.click("New room")
        self.assertEqual(self.tom.room, "Tombala: room1")
        self.assertAlmostEqual(paid(self.tom), 5 + 1 / 3)

    def test_for_joining(self) -> None:
        self.server.table(*(f"p{number}" for number in range(8)))
        self.server.advance(2)
        self.tom.say("/join den")
        self.assertEqual(self.tom.room, "Tombala: den")
        self.assertAlmostEqual(paid(self.tom), 2 + 9 / 3)
