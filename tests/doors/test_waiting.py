"""Connections that have not logged in: nobody can take all their places."""

from __future__ import annotations

from collections import Counter
from random import Random

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.blind import Blind, BlindClient, BlindDoor, PatientDoor
from tests.doubles.harness import Server
from tilenet.doors.gate import MADE_ROOM
from tilenet.doors.session import Session
from tilenet.doors.waiting import Waiting
from tilenet.world.players.accounts import Refused
from tilenet.world.players.player import Player


class Undecided(Blind):
    """Its logins are answered by the test."""

    def admit(self, user: str, password: str) -> Deferred[Player]:
        self.answer: Deferred[Player] = Deferred()
        return self.answer


class UndecidedDoor(BlindDoor):
    def dialect(self, session: Session) -> Undecided:
        return Undecided(session)


class SilentConnections(SynchronousTestCase):
    def test_from_four_or_forty_addresses_keep_no_newcomer_out(self) -> None:
        for addresses in (4, 40):
            server = Server()
            for number in range(12 * addresses):
                BlindClient(server, address=f"192.0.2.{number % addresses}")
            self.assertEqual(len(server.gate.waiting), min(256, 8 * addresses))
            for number in range(50):
                self.assertTrue(BlindClient(server, f"p{number}", f"198.51.100.{number}").player)

    def test_from_one_address_have_a_limit_unless_it_is_this_machine_or_the_door_allows_more(self) -> None:
        """Whoever logs in or leaves does not count any more."""
        for address, door, expected in (
            ("192.0.2.1", BlindDoor, [True, True, False]),
            ("127.0.0.1", BlindDoor, [True, True, True]),
            ("192.0.2.1", PatientDoor, [True, True, True]),
        ):
            server = Server(max_waiting_per_address=2)
            clients = [BlindClient(server, None, address, door) for _ in range(3)]
            self.assertEqual([client.is_in for client in clients], expected, address)
            clients[0].login("ann")
            clients[1].lose()
            self.assertTrue(BlindClient(server, None, address, door).is_in)

    def test_make_room_and_the_oldest_of_the_address_with_the_most_goes_first(self) -> None:
        server = Server(max_waiting=5)
        a, b, c = "192.0.2.1", "192.0.2.2", "192.0.2.3"
        waiting = [BlindClient(server, address=address) for address in (a, b, c, b, c)]
        gone = []
        for newcomer in range(3):
            BlindClient(server, address=f"198.51.100.{newcomer}")
            gone += [number for number, client in enumerate(waiting) if not client.pipe.is_open and number not in gone]
        self.assertEqual(gone, [1, 2, 0])
        self.assertEqual(waiting[1].pipe.written, f"bye: {MADE_ROOM}\n".encode())
        self.assertEqual(len(server.gate.waiting), 5)

    def test_of_a_kind_of_door_with_its_own_places_make_room_for_each_other_alone(self) -> None:
        server = Server(max_waiting=2)
        patient = [BlindClient(server, door=PatientDoor) for _ in range(4)]
        others = [server.connect() for _ in range(2)]
        self.assertEqual([client.pipe.is_open for client in patient], [False, True, True, True])
        self.assertTrue(all(client.pipe.is_open for client in others))


class ALoginThatIsLookedUp(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server(max_waiting=2)
        self.first, self.second = (BlindClient(self.server, name, door=UndecidedDoor) for name in ("ann", "bob"))

    def test_of_an_address_with_many_makes_room_before_the_only_connection_of_another_does(self) -> None:
        server = Server(max_waiting=6)
        for number in range(5):
            BlindClient(server, f"p{number}", f"192.0.2.{number % 2}", UndecidedDoor)
        ann = BlindClient(server, address="198.51.100.1", door=UndecidedDoor)
        for number in range(10):
            BlindClient(server, f"p{number}", f"192.0.2.{number % 5}", UndecidedDoor)
        self.assertTrue(ann.pipe.is_open)

    def test_keeps_its_place_so_the_next_client_is_told_that_the_server_is_busy(self) -> None:
        late = BlindClient(self.server)
        self.assertEqual((late.is_in, late.pipe.written), (False, b"full\n"))
        self.assertTrue(self.first.pipe.is_open and self.second.pipe.is_open)

    def test_gives_its_place_to_somebody_whose_address_has_fewer_and_the_newest_goes_first(self) -> None:
        self.assertTrue(BlindClient(self.server, address="192.0.2.1").is_in)
        self.assertEqual((self.first.pipe.is_open, self.second.pipe.is_open), (True, False))

    def test_and_is_refused_leaves_a_silent_connection(self) -> None:
        dialect = self.second.dialect
        assert isinstance(dialect, Undecided)
        dialect.answer.errback(Refused("Wrong password."))
        self.assertTrue(BlindClient(self.server).is_in)
        self.assertEqual((self.first.pipe.is_open, self.second.pipe.is_open), (True, False))


class ManyThatComeAndGo(SynchronousTestCase):
    def test_are_counted_as_a_list_would_count_them(self) -> None:
        random, waiting, silent = Random(7), Waiting[int](20, 20), list[tuple[str, int]]()
        asking: dict[int, str] = {}
        for number in range(3000):
            act = random.choice(("add", "add", "login", "answer", "remove"))
            if act == "add":
                origin = random.choice("abcd")
                totals = Counter(at for at, _ in silent) + Counter(asking.values())
                own = totals[origin]
                if waiting.refusal(origin):
                    self.assertEqual((totals.total(), max(totals.values()) <= own + 1), (20, True))
                    continue
                loser = waiting.add(number, origin)
                if loser is not None:
                    self.assertEqual(totals.total(), 20)
                    [at] = [at for at, who in [*silent, *((at, who) for who, at in asking.items())] if who == loser]
                    self.assertTrue(totals[at] > own + 1 or at == origin or not own)
                    quiet = [who for here, who in silent if here == at]
                    newest = max((who for who, here in asking.items() if here == at), default=None)
                    self.assertEqual(loser, quiet[0] if quiet else newest)
                    silent = [one for one in silent if one != (at, loser)]
                    asking.pop(loser, None)
                silent.append((origin, number))
            elif act == "login" and silent:
                origin, who = silent.pop(random.randrange(len(silent)))
                asking[who] = origin
                waiting.expects_answer(who)
            elif act == "answer" and asking:
                who, origin = asking.popitem()
                silent.append((origin, who))
                waiting.is_silent(who)
            elif act == "remove" and silent:
                waiting.remove(silent.pop(random.randrange(len(silent)))[1])
        for who in [who for _, who in silent] + [*asking]:
            waiting.remove(who)
        self.assertEqual((waiting._origins, waiting._counts, waiting._silent, waiting._ranks), ({}, {}, {}, {}))
