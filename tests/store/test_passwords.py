"""Hashing shared between addresses, and passwords that were proved a moment ago."""

from __future__ import annotations

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import PlainHasher, Worker
from tilenet.store import proofs
from tilenet.store.database import AccountRow
from tilenet.store.passwords import AT_ONCE, TOO_MANY, WAITING, WAITING_EACH, Passwords
from tilenet.store.proofs import Proofs
from tilenet.world.players.accounts import Refused


class Hashing(SynchronousTestCase):
    def setUp(self) -> None:
        self.worker = Worker()
        self.worker.is_held = True
        self.hasher = PlainHasher()
        self.passwords = Passwords(self.worker, self.hasher)
        self.unwanted: set[str] = set()

    def ask(self, password: str, origin: str = "") -> Deferred[str]:
        return self.passwords.hash(password, origin, lambda: password not in self.unwanted)

    def work(self) -> None:
        while self.worker.jobs:
            self.worker.next()

    def assert_refused(self, *asked: Deferred[str]) -> None:
        for one in asked:
            self.assertEqual(str(self.failureResultOf(one, Refused).value), TOO_MANY)

    def test_two_run_at_once_and_addresses_take_turns(self) -> None:
        for number in range(4):
            self.ask(f"flood {number}", "flood")
        for origin in ("ann", "bob"):
            self.ask(f"{origin} 1", origin)
            self.ask(f"{origin} 2", origin)
        self.assertEqual(len(self.worker.jobs), AT_ONCE)
        self.work()
        order = ["flood 0", "flood 1", "flood 2", "ann 1", "bob 1", "flood 3", "ann 2", "bob 2"]
        self.assertEqual(self.hasher.hashed, order)

    def test_one_address_has_two_waiting_and_this_machine_has_more(self) -> None:
        for origin, most in (("192.0.2.1", WAITING_EACH), ("", WAITING)):
            self.setUp()
            asked = [self.ask(str(number), origin) for number in range(AT_ONCE + most + 1)]
            self.assert_refused(asked.pop())
            self.work()
            self.assertEqual(len(self.hasher.hashed), len(asked))

    def test_when_all_places_are_taken_the_address_with_the_most_gives_one_up(self) -> None:
        asked = [self.ask(str(number)) for number in range(AT_ONCE + WAITING)]
        other = self.ask("other", "192.0.2.1")
        self.assert_refused(asked.pop())
        self.work()
        self.successResultOf(other)
        self.assertLess(self.hasher.hashed.index("other"), 5)

    def test_when_every_address_has_one_the_newcomer_is_refused(self) -> None:
        asked = [self.ask(str(number), f"address {number}") for number in range(AT_ONCE + WAITING + 1)]
        self.assert_refused(asked[-1])

    def test_a_hash_that_nobody_wants_is_not_made_and_leaves_its_place(self) -> None:
        asked = [self.ask(str(number), "192.0.2.1") for number in range(AT_ONCE + WAITING_EACH)]
        self.unwanted.add("3")
        other = self.ask("other", "192.0.2.1")
        self.unwanted.add("2")
        self.work()
        self.successResultOf(other)
        self.assert_refused(*asked[AT_ONCE:])
        self.assertEqual(self.hasher.hashed, ["0", "1", "other"])


class Proved(SynchronousTestCase):
    ANN = AccountRow(1, "ann", "hash", 10, 0.0, 0.0)

    def setUp(self) -> None:
        self.clock = Clock()
        self.proofs = Proofs(self.clock.seconds)
        self.proofs.add(self.ANN, "192.0.2.1", "sesame")

    def test_a_proof_is_for_one_account_with_one_password_at_one_address_for_a_while(self) -> None:
        for account, origin, password, expected in (
            (self.ANN, "192.0.2.1", "sesame", True),
            (self.ANN, "192.0.2.2", "sesame", False),
            (self.ANN, "192.0.2.1", "Sesame", False),
            (self.ANN, "192.0.2.1s", "esame", False),
            (self.ANN._replace(id=2), "192.0.2.1", "sesame", False),
            (self.ANN._replace(password="new hash"), "192.0.2.1", "sesame", False),
        ):
            self.assertEqual(self.proofs.has(account, origin, password), expected, (account, origin, password))
        self.clock.advance(proofs.SECONDS)
        self.assertFalse(self.proofs.has(self.ANN, "192.0.2.1", "sesame"))

    def test_the_oldest_proofs_are_forgotten_first(self) -> None:
        self.patch(proofs, "_MOST", 2)
        for password in ("open", "sesame", "third"):
            self.proofs.add(self.ANN, "192.0.2.1", password)
        found = [self.proofs.has(self.ANN, "192.0.2.1", password) for password in ("open", "sesame", "third")]
        self.assertEqual(found, [False, True, True])
