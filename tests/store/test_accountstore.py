"""Who may log in as whom: guests, accounts, wrong passwords, races, and a database that does not answer."""

from __future__ import annotations

import gc
import sqlite3
from typing import Any
from weakref import ref

from twisted.internet.defer import Deferred, DeferredLock
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.store import MemoryStore, PlainHasher
from tilenet.limits import Limits
from tilenet.store import accountstore, attempts, database
from tilenet.store.accountchanges import LOOK_SECONDS
from tilenet.store.attempts import FOR_ACCOUNT, FROM_ADDRESS, IN_A_ROW, LONGEST, WINDOW, Attempts
from tilenet.store.newcomers import Newcomers
from tilenet.store.passwords import AT_ONCE, WAITING_EACH
from tilenet.world.players.accounts import NEWCOMER_POINTS, Account, Refused


class Names:
    """A roster that only knows names."""

    def __init__(self) -> None:
        self.reserved: set[str] = set()
        self.here: set[str] = set()
        self.expelled: list[tuple[int, str]] = []
        self.tokens: list[tuple[int, bytes, float]] = []

    def reserve(self, name: str) -> None:
        self.reserved.add(name)

    def release(self, name: str) -> None:
        self.reserved.discard(name)

    def is_here(self, name: str) -> bool:
        return name in self.here

    def expel(self, account: int, reason: str) -> None:
        self.expelled.append((account, reason))

    def restore_token(self, account: int, digest: bytes, seconds: float) -> None:
        self.tokens.append((account, digest, seconds))


class AccountStoreTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.accounts = self.store.accounts
        self.roster = Names()
        self.accounts.start(self.roster, {})

    def admit(self, name: str, password: str = "", address: str = "192.0.2.1") -> Deferred[Account]:
        return self.accounts.admit(name, password, address)

    def enter(self, name: str, password: str = "", address: str = "192.0.2.1") -> Account:
        account: Account = self.successResultOf(self.admit(name, password, address))
        return account

    def refused(self, asked: Deferred[Any]) -> str:
        return str(self.failureResultOf(asked, Refused).value)

    def assert_waiting(self, *asked: Deferred[Any]) -> None:
        for one in asked:
            self.assertNoResult(one)


class ByKey(AccountStoreTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.number = self.enter("ann", "sesame").id
        self.store.connection.execute(
            "INSERT INTO ssh_key VALUES (?, 'SHA256:a', 'ssh-ed25519', '', 0)", (self.number,)
        )

    def by_key(self, name: str, key: str) -> Deferred[Account]:
        return self.accounts.admit(name, "", "192.0.2.1", key)

    def test_an_account_is_known_by_its_key_and_by_no_other(self) -> None:
        account = self.successResultOf(self.by_key("ANN", "SHA256:a"))
        self.assertEqual((account.id, account.is_new), (self.number, False))
        self.enter("bob", "sesame")
        for name, key in (("ann", "SHA256:b"), ("bob", "SHA256:a")):
            self.assertEqual(self.refused(self.by_key(name, key)), accountstore.UNKNOWN_KEY)
        self.assertIsNone(self.successResultOf(self.by_key("cid", "SHA256:a")).id, "a guest under a free name")

    def test_which_names_have_accounts(self) -> None:
        self.assertEqual([self.accounts.has_account(name) for name in ("ann", "\uff41NN", "bob")], [True, True, False])
        self.store.hashing.is_held = True
        self.admit("bob", "sesame")
        self.assertTrue(self.accounts.has_account("bob"))

    def test_a_change_at_the_command_line_is_counted(self) -> None:
        """So whoever has proved something before it has to prove it again."""
        account = self.successResultOf(self.by_key("ann", "SHA256:a"))
        self.store.connection.execute("INSERT INTO change (account, old, new) VALUES (?, 'ann', 'ann')", (self.number,))
        self.clock.advance(LOOK_SECONDS)
        self.assertEqual(account.changes, 1)


class Coming(AccountStoreTestCase):
    def test_without_a_password_is_a_guest(self) -> None:
        account = self.enter("ann")
        self.assertEqual((account.name, account.points, account.id), ("ann", NEWCOMER_POINTS, None))
        self.assertEqual(self.store.rows("SELECT * FROM account"), [])

    def test_with_a_password_makes_the_account_of_a_free_name(self) -> None:
        account = self.enter("ann", "sesame")
        self.assertTrue(account.is_new)
        self.assertEqual(self.store.rows("SELECT name, points FROM account"), [("ann", NEWCOMER_POINTS)])
        self.assertEqual(self.roster.reserved, {"ann"})

    def test_a_new_account_is_acknowledged_only_when_it_is_written(self) -> None:
        self.store.hashing.is_held = True
        asked = self.admit("ann", "sesame")
        self.store.thread.is_held = True
        self.store.hashing.go_on()
        self.assert_waiting(asked)
        self.store.thread.go_on()
        self.assertTrue(self.successResultOf(asked).is_new)
        self.assertFalse(self.store.connection.in_transaction)

    def test_coming_again_needs_the_password_and_a_name_that_looks_the_same(self) -> None:
        number = self.enter("Ann", "sesame").id
        self.assertEqual(self.refused(self.admit("Ann", "Sesame")), accountstore.WRONG)
        again = self.enter("\uff41NN", "sesame")
        self.assertEqual((again.id, again.name, again.is_new), (number, "Ann", False))
        self.assertIs(self.enter("ann", "sesame"), again)

    def test_a_guest_with_the_name_of_an_account_is_refused_with_help(self) -> None:
        self.enter("ann", "sesame")
        self.assertIn("log in with its password, or choose another name", self.refused(self.admit("ANN")))

    def test_no_account_is_made_of_the_name_of_a_guest_who_is_here(self) -> None:
        self.roster.here.add("ann")
        self.assertIn("Somebody here is already called ann", self.refused(self.admit("ann", "sesame")))
        self.assertEqual(self.roster.reserved, set())

    def test_points_are_found_whether_they_are_written_yet_or_not(self) -> None:
        for seconds, points in ((0, 77), (2, 78)):
            account = self.enter("ann", "sesame")
            account.points = points
            self.accounts.keep(account)
            self.clock.advance(seconds)
            del account
            self.assertEqual(self.enter("ann", "sesame").points, points)

    def test_with_a_password_that_is_too_long_is_refused_before_it_is_hashed(self) -> None:
        self.assertEqual(self.refused(self.admit("ann", "é" * 513)), accountstore.TOO_LONG)
        self.assertEqual(self.store.hasher.hashed, [])
        self.enter("ann", "é" * 512)

    def test_improves_a_hash_of_old(self) -> None:
        self.store.hasher.kind = "old"
        self.enter("ann", "sesame")
        self.store.hasher.kind = "new"
        self.enter("ann", "sesame")
        self.assertEqual(self.store.rows("SELECT password FROM account"), [("new:sesame",)])
        self.enter("ann", "sesame")

    def test_at_the_start_everybody_is_known(self) -> None:
        self.enter("ann", "sesame")
        other = MemoryStore(self.clock)
        roster = Names()
        other.accounts.start(roster, {1: "ann"})
        self.assertEqual(roster.reserved, {"ann"})
        self.assertIn("has an account", self.refused(other.accounts.admit("ann", "", "192.0.2.1")))


class TheSameName(AccountStoreTestCase):
    """Several who ask at the same moment."""

    def setUp(self) -> None:
        super().setUp()
        self.store.hashing.is_held = True

    def test_several_logins_at_once_make_one_account_for_whoever_asked_first(self) -> None:
        mine, theirs, *again = (self.admit("ann", password) for password in ("mine", "theirs", *["mine"] * 8))
        self.store.hashing.go_on()
        self.assertEqual(self.refused(theirs), accountstore.WRONG)
        self.assertEqual(len({self.successResultOf(one).id for one in (mine, *again)}), 1)
        self.assertEqual(self.store.rows("SELECT count(*) FROM account"), [(1,)])

    def test_no_guest_gets_the_name_while_the_account_is_being_made(self) -> None:
        self.admit("ann", "sesame")
        self.assertIn("has an account", self.refused(self.admit("ann")))

    def test_the_name_is_free_again_if_the_account_could_not_be_made(self) -> None:
        asked = self.admit("ann", "sesame")
        self.store.error = sqlite3.DatabaseError("malformed")
        self.store.hashing.go_on()
        self.failureResultOf(asked, Refused)  # at once: a database that is damaged stays so
        self.assertEqual(self.roster.reserved, set())
        self.enter("ann")

    def test_no_lock_is_left_behind(self) -> None:
        for name in ("ann", "bob", "ann"):
            self.admit(name, "sesame")
        held = [ref(one) for one in gc.get_objects() if isinstance(one, DeferredLock)]
        self.store.hashing.go_on()
        gc.collect()
        self.assertTrue(held)
        self.assertEqual([one for one in held if one() is not None], [])


class ManyWhoLogIn(AccountStoreTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.enter("ann", "sesame")
        self.store.hashing.is_held = True

    def test_no_password_is_hashed_for_a_login_that_has_given_up(self) -> None:
        self.store.hasher.hashed.clear()
        asked = [self.admit(f"x{number}", "sesame", f"192.0.2.{number}") for number in range(5)]
        self.clock.advance(accountstore.LOGIN_SECONDS + 1)
        for one in asked:
            self.assertEqual(self.refused(one), accountstore.UNAVAILABLE)
        self.store.hashing.go_on()
        self.assertEqual(len(self.store.hasher.hashed), AT_ONCE)

    def test_an_address_that_logs_in_again_and_again_keeps_nobody_out(self) -> None:
        flood = [self.admit(f"x{number}", "sesame", "192.0.2.9") for number in range(50)]
        honest = [self.admit(f"y{number}", "sesame", f"198.51.100.{number}") for number in range(32)]
        self.store.hashing.go_on()
        for one in honest:
            self.successResultOf(one)
        for one in flood[AT_ONCE + WAITING_EACH :]:
            self.assertIn("Try again", self.refused(one))

    def test_an_address_that_has_just_proved_a_password_need_not_pay_again(self) -> None:
        known = self.admit("ann", "sesame")
        self.store.hashing.go_on()
        self.successResultOf(known)
        self.store.hashing.is_held = True
        self.enter("ann", "sesame")
        for password, address in (("sesame", "198.51.100.1"), ("Sesame", "192.0.2.1")):
            asked = self.admit("ann", password, address)
            self.assert_waiting(asked)
            asked.cancel()
            self.failureResultOf(asked)


class Guessing(AccountStoreTestCase):
    HOME = "198.51.100.1"  # from where the accounts were made

    def setUp(self) -> None:
        super().setUp()
        for name in ("ann", "bob"):
            self.enter(name, "sesame", self.HOME)

    def fail_at(self, name: str, times: int, address: str = "192.0.2.1") -> None:
        for _ in range(times):
            asked = self.admit(name, "wrong", address)
            self.clock.advance(LONGEST)
            self.assertEqual(self.refused(asked), accountstore.WRONG)

    def test_failures_from_one_address_make_the_next_try_wait_longer_and_longer(self) -> None:
        """Up to a bound. Guests do not wait."""
        for address, failures, seconds in (
            ("192.0.2.1", FROM_ADDRESS, 1.0),
            ("192.0.2.2", FROM_ADDRESS + 1, 2.0),
            ("192.0.2.3", 30, LONGEST),
        ):
            self.fail_at("ann", failures, address)
            self.enter("cid", address=address)
            asked = self.admit("bob", "sesame", address)
            self.clock.advance(seconds - 0.1)
            self.assert_waiting(asked)
            self.clock.advance(0.1)
            self.successResultOf(asked)
            self.clock.advance(WINDOW)

    def test_tries_of_one_address_wait_one_after_the_other_whichever_account_they_are_for(self) -> None:
        self.fail_at("ann", FROM_ADDRESS)
        wrong, right, last, refused = (
            self.admit(name, password)
            for name, password in (("ann", "wrong"), ("bob", "sesame"), ("ann", "sesame"), ("bob", "sesame"))
        )
        self.assertEqual(self.refused(refused), accountstore.TOO_OFTEN)
        self.clock.advance(1)
        self.assertEqual(self.refused(wrong), accountstore.WRONG)
        self.clock.advance(1.9)
        self.assert_waiting(right)
        self.clock.advance(0.1)
        self.successResultOf(right)
        self.clock.advance(4)
        self.successResultOf(last)

    def test_at_many_accounts_one_address_has_no_more_tries_a_minute_than_at_one(self) -> None:
        tries = []
        for accounts in (1, 32):
            self.setUp()
            for number in range(accounts):
                self.enter(f"u{number}", "sesame", self.HOME)
            asked: list[Deferred[Account]] = []
            for _ in range(60):
                asked += [self.admit(f"u{number % accounts}", "wrong") for number in range(32)]
                self.clock.advance(1)
            self.clock.advance(IN_A_ROW * LONGEST)
            tries.append(sum(self.refused(one) == accountstore.WRONG for one in asked))
        self.assertEqual(tries, [17, 17])

    def test_failures_are_no_obstacle_to_the_owner_elsewhere(self) -> None:
        self.fail_at("ann", FROM_ADDRESS)
        self.enter("ann", "sesame", "198.51.100.2")

    def test_strangers_at_an_account_make_other_strangers_wait_but_no_address_that_has_proved_it(self) -> None:
        for number in range(FOR_ACCOUNT):
            self.fail_at("ann", 1, f"203.0.113.{number}")
        asked = self.admit("ann", "sesame", "203.0.113.99")
        self.assert_waiting(asked)
        self.enter("ann", "sesame", self.HOME)
        self.fail_at("ann", FROM_ADDRESS - 1, self.HOME)
        self.enter("ann", "sesame", self.HOME)
        self.fail_at("ann", 1, self.HOME)
        self.assert_waiting(self.admit("ann", "sesame", self.HOME))
        self.successResultOf(asked)

    def test_strangers_whose_passwords_are_being_hashed_hold_up_no_address_that_has_proved_the_account(self) -> None:
        self.store.hashing.is_held = True
        guesses = [self.admit("ann", "wrong", f"203.0.113.{number}") for number in range(20)]
        ann = self.admit("ann", "sesame", self.HOME)
        for _ in range(2):
            self.store.hashing.next()
        self.successResultOf(ann)
        self.store.hashing.go_on()
        for one in guesses:
            self.refused(one)

    def test_strangers_who_have_given_up_ask_the_database_nothing(self) -> None:
        self.store.hashing.is_held = True
        guesses = [self.admit("ann", "wrong", f"203.0.113.{number}") for number in range(20)]
        self.clock.advance(accountstore.LOGIN_SECONDS)
        for one in guesses:
            self.refused(one)
        begun = self.store.begun
        self.store.hashing.go_on()
        self.assertEqual(self.store.begun, begun)

    def test_what_is_remembered_has_a_bound(self) -> None:
        made = Attempts(self.clock.seconds)
        self.patch(attempts, "_MOST", 50)
        for number in range(200):
            made.proved("192.0.2.1", f"name{number}")
            made.proved(f"192.0.2.{number}", "ann")
            for _ in range(FROM_ADDRESS):
                made.failed(f"192.0.2.{number}", f"name{number}")
            made.wait(f"192.0.2.{number}", "bob")
        for remembered in (made._failures, made._rows, made._known):
            self.assertEqual(len(remembered), 50)
        known = [number for number in range(200) if made.is_known(f"192.0.2.{number}", "ann")]
        self.assertEqual(known, [*range(200 - attempts.KNOWN_EACH, 200)])


class ADatabaseThatDoesNotAnswer(AccountStoreTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.enter("ann", "sesame")

    def test_keeps_an_account_waiting_for_ten_seconds_whether_it_fails_or_is_slow(self) -> None:
        for error in (sqlite3.OperationalError("database is locked"), None):
            self.store.error, self.store.thread.is_held = error, error is None
            asked = self.admit("ann", "sesame")
            self.clock.advance(9.5)
            self.assert_waiting(asked)
            self.clock.advance(0.5)
            self.assertEqual(self.refused(asked), accountstore.UNAVAILABLE)
            self.enter("bob")  # no guest waits
        self.store.thread.go_on()

    def test_a_database_that_fails_is_asked_again_for_a_login(self) -> None:
        self.store.error = sqlite3.OperationalError("database is locked")
        asked = self.admit("ann", "sesame")
        self.clock.advance(5)
        self.store.error = None
        self.clock.advance(1)
        self.successResultOf(asked)

    def test_while_an_account_is_being_made_may_have_made_it(self) -> None:
        """Then the name is taken, and whoever knows the password gets in the next time."""
        self.store.hashing.is_held = True
        asked = self.admit("bob", "sesame")
        self.store.thread.is_held = True
        self.store.hashing.go_on()
        self.clock.advance(accountstore.LOGIN_SECONDS)
        self.assertEqual(self.refused(asked), accountstore.UNAVAILABLE)
        self.assertIn("has an account", self.refused(self.admit("bob")))
        self.store.thread.go_on()
        self.assertFalse(self.enter("bob", "sesame").is_new)

    def test_resume_tokens_are_written_when_that_is_possible_again_or_at_the_end(self) -> None:
        self.store.error = sqlite3.OperationalError("database is locked")
        self.accounts.keep_token(1, b"first")
        self.clock.advance(5)
        self.store.error = None
        self.clock.advance(1)
        self.assertEqual(self.store.rows("SELECT digest FROM resume_token"), [(b"first",)])
        self.accounts.keep_token(1, b"second")
        self.successResultOf(Deferred.fromCoroutine(self.accounts.stop()))
        self.assertEqual(self.store.rows("SELECT digest FROM resume_token"), [(b"second",)])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_a_database_that_is_busy_is_not_asked_by_more_and_more(self) -> None:
        self.store.thread.is_held = True
        asked = [self.admit(f"x{number}", "sesame") for number in range(500)]
        self.assertLess(len(self.store.thread.jobs), 200)
        self.assertEqual(self.refused(asked[-1]), accountstore.UNAVAILABLE)
        self.clock.advance(accountstore.LOGIN_SECONDS)
        for one in asked:
            one.addErrback(lambda failure: failure.trap(Refused))


class WhatIsChangedAtTheCommandLine(AccountStoreTestCase):
    def setUp(self) -> None:
        super().setUp()
        number = self.enter("ann", "sesame").id
        assert number is not None
        self.number = number

    def change(self, how: Any, *arguments: Any) -> None:
        def do(cursor: sqlite3.Cursor) -> None:
            known = database.find_account(cursor, "ann")
            assert known is not None
            how(cursor, known, *arguments)

        database.write(self.store.connection.cursor(), do)
        self.clock.advance(1)

    def test_a_deleted_account_is_logged_out_and_its_name_is_free(self) -> None:
        self.change(database.delete_account)
        self.assertEqual(self.roster.expelled, [(self.number, "This account was deleted.")])
        self.assertEqual(self.roster.reserved, set())
        self.enter("ann")

    def test_a_renamed_account_is_logged_out_and_has_its_new_name(self) -> None:
        """Also while somebody has it."""
        account = self.enter("ann", "sesame")
        self.change(database.rename_account, "anne")
        self.assertEqual(self.roster.expelled, [(self.number, "This account is now called anne. Log in again.")])
        self.assertEqual((self.roster.reserved, account.name), ({"anne"}, "anne"))
        self.assertEqual(self.enter("anne", "sesame").id, self.number)
        self.enter("ann")

    def test_a_new_password_logs_everybody_out_who_had_the_old_one(self) -> None:
        self.change(database.set_password, PlainHasher().hash("other"))
        (expelled,) = self.roster.expelled
        self.assertEqual(expelled[0], self.number)
        self.assertEqual(self.refused(self.admit("ann", "sesame")), accountstore.WRONG)
        self.enter("ann", "other")

    def test_it_is_taken_once_even_if_it_cannot_be_forgotten(self) -> None:
        def locked(cursor: sqlite3.Cursor, up_to: int) -> None:
            raise sqlite3.OperationalError("database is locked")

        patched = self.patch(database, "forget_changes", locked)
        self.change(database.delete_account)
        self.clock.advance(1)
        patched.restore()
        self.clock.advance(2)
        self.assertEqual(len(self.roster.expelled), 1)
        self.assertEqual(self.store.rows("SELECT * FROM change"), [])

    def test_points_that_wait_to_be_written_are_not_those_of_the_next_account(self) -> None:
        account = self.enter("ann", "sesame")
        account.points = 5
        self.accounts.keep(account)
        self.store.connection.execute("DELETE FROM account")
        self.enter("bob", "sesame")
        self.clock.advance(2)
        self.assertEqual(self.store.rows("SELECT name, points FROM account"), [("bob", NEWCOMER_POINTS)])

    def test_points_of_a_deleted_account_go_nowhere(self) -> None:
        account = self.enter("ann", "sesame")
        self.change(database.delete_account)
        account.points = 5
        self.accounts.keep(account)
        self.clock.advance(2)
        self.assertEqual(self.store.rows("SELECT * FROM account"), [])

    def test_a_database_that_fails_is_asked_again(self) -> None:
        self.store.error = sqlite3.OperationalError("locked")
        self.clock.advance(1)
        self.store.error = None
        self.change(database.delete_account)
        self.assertEqual(len(self.roster.expelled), 1)


class Stopping(AccountStoreTestCase):
    def stop(self) -> Deferred[None]:
        return Deferred.fromCoroutine(self.accounts.stop())

    def test_writes_what_is_left(self) -> None:
        account = self.enter("ann", "sesame")
        account.points = 3
        self.accounts.keep(account)
        self.successResultOf(self.stop())
        self.assertEqual(self.store.rows("SELECT points FROM account"), [(3,)])
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_with_nothing_to_write_writes_nothing(self) -> None:
        before = self.store.begun
        self.successResultOf(self.stop())
        self.assertEqual(self.store.begun, before)

    def test_gives_up_after_a_while(self) -> None:
        account = self.enter("ann", "sesame")
        self.accounts.keep(account)
        self.store.error = sqlite3.OperationalError("disk full")
        stopped = self.stop()
        for _ in range(20):
            self.clock.advance(0.5)
        self.successResultOf(stopped)
        self.assertEqual(self.clock.getDelayedCalls(), [])


class NewAccounts(AccountStoreTestCase):
    """So many accounts may be made from one address in a day."""

    def setUp(self) -> None:
        super().setUp()
        self.store = MemoryStore(self.clock, Limits(new_accounts=2))
        self.accounts = self.store.accounts
        self.accounts.start(self.roster, {})
        self.enter("ann", "sesame")
        self.enter("bob", "sesame")

    def test_one_too_many_is_told_what_to_do_and_no_account_is_made(self) -> None:
        self.store.hasher.hashed.clear()
        self.assertEqual(self.refused(self.admit("cid", "sesame")), accountstore.TOO_MANY)
        self.assertEqual(self.store.rows("SELECT name FROM account"), [("ann",), ("bob",)])
        self.assertEqual(self.store.hasher.hashed, [])
        self.assertEqual(self.roster.reserved, {"ann", "bob"})
        self.assertIsNone(self.enter("cid").id)
        self.assertFalse(self.enter("ann", "sesame").is_new, "whoever has an account logs in as before")

    def test_there_is_a_bound_to_all_accounts_even_from_this_machine(self) -> None:
        self.store = MemoryStore(self.clock, Limits(max_accounts=2))
        self.accounts = self.store.accounts
        self.accounts.start(self.roster, {1: "ann"})
        self.enter("bob", "sesame", "127.0.0.1")
        self.assertEqual(self.refused(self.admit("cid", "sesame", "127.0.0.1")), accountstore.FULL)

    def test_all_addresses_of_a_site_count_as_one_and_this_machine_as_none(self) -> None:
        self.assertTrue(self.enter("dan", "sesame", "192.0.2.2").is_new)
        for number in range(5):
            self.enter(f"v{number}", "sesame", "127.0.0.1")
        for number in (1, 2):
            self.enter(f"u{number}", "sesame", f"2001:db8::{number}")
        self.assertEqual(self.refused(self.admit("cid", "sesame", "2001:db8::3")), accountstore.TOO_MANY)
        self.enter("cid", "sesame", "2001:db8:0:1::3")

    def test_a_day_later_there_may_be_as_many_again_and_no_more(self) -> None:
        self.clock.advance(43199)
        self.refused(self.admit("cid", "sesame"))
        self.clock.advance(1)
        self.enter("cid", "sesame")
        self.clock.advance(3 * 86400)
        for name in ("dan", "eve"):
            self.enter(name, "sesame")
        self.refused(self.admit("flo", "sesame"))

    def test_after_a_crowd_of_other_addresses_one_is_forgotten(self) -> None:
        """So they take a bounded amount of memory."""
        newcomers = Newcomers(1, self.clock.seconds)
        self.assertEqual([newcomers.may_come("192.0.2.9") for _ in range(2)], [True, False])
        for number in range(10_000):
            newcomers.may_come(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
        self.assertTrue(newcomers.may_come("192.0.2.9"))
