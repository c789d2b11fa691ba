"""Logging in by ssh: who is asked what, and who is let in."""

from __future__ import annotations

from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.dsa import generate_private_key as dsa_key
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as ec_key
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key as rsa_key
from twisted.conch.ssh.common import NS
from twisted.conch.ssh.keys import Key
from twisted.internet.defer import Deferred, fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.ssh_callers import (
    AUTH_FAILURE,
    AUTH_REQUEST,
    AUTH_SUCCESS,
    BANNER,
    DISCONNECT,
    PK_OK,
    SERVICE_REQUEST,
    SshCaller,
    a_key,
)
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.login import MOST_FAILURES, MOST_REQUESTS
from tilenet.publickeys import fingerprint
from tilenet.world.players.accounts import Account, Guests, Refused

METHODS = NS(b"publickey,keyboard-interactive") + b"\0"


class OneAccount(Guests):
    """There is an account called bea: its password is `secret`, and it has one key."""

    def __init__(self) -> None:
        self.key = a_key()
        self.account = Account("bea", 30, 1)
        self.waiting: Deferred[Account] | None = None

    def has_account(self, name: str) -> bool:
        return name == "bea"

    def admit(self, name: str, password: str, address: str, key: str = "") -> Deferred[Account]:
        if self.waiting is not None:
            return self.waiting
        if name != "bea":
            return super().admit(name, password, address, key)
        if password == "secret" or key == fingerprint(self.key.blob()):
            return succeed(self.account)
        return fail(Refused("Wrong name or password."))


class SshTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.accounts = OneAccount()
        self.server = Server(accounts=self.accounts, seat_seconds=60)
        self.door = SshDoor(self.server.gate)
        self.caller = self.connect().begin()

    def connect(self, address: str = "127.0.0.1") -> SshCaller:
        return SshCaller(self.server, self.door, address)


class AGuest(SshTestCase):
    def test_none_is_refused_so_that_keys_are_offered(self) -> None:
        self.caller.ask("ann", b"none", b"")
        self.assertEqual(self.caller.payloads(AUTH_FAILURE), [METHODS])

    def test_a_guest_is_asked_nothing(self) -> None:
        self.caller.ask("ann")
        self.assertEqual(self.caller.payloads(PK_OK), [NS(b"") * 3 + bytes(4)])
        self.caller.answer()
        self.assertEqual(self.caller.heard()[-1], AUTH_SUCCESS)

    def test_any_key_is_let_in_if_it_proves_itself(self) -> None:
        rsa = Key(rsa_key(65537, 2048))
        keys = [
            (a_key(), b"ssh-ed25519"),
            (Key(ec_key(SECP256R1())), b"ecdsa-sha2-nistp256"),
            (rsa, b"rsa-sha2-512"),
            (rsa, b"rsa-sha2-256"),
        ]
        for key, kind in keys:
            caller = self.connect().begin()
            caller.offer("ann", key, kind)
            self.assertEqual(caller.payloads(PK_OK), [NS(kind) + NS(key.blob())], kind)
            caller.prove("ann", key, kind)
            self.assertEqual(caller.heard()[-1], AUTH_SUCCESS, kind)

    def test_a_key_that_does_not_prove_itself_is_refused(self) -> None:
        key = a_key()
        self.caller.prove("ann", key, signed="bob")
        self.assertEqual(self.caller.heard(), [AUTH_FAILURE])
        other = a_key()
        forged = NS(b"ssh-ed25519") + NS(other.sign(b"something")[4 + 11 + 4 :])
        self.caller.ask("ann", b"publickey", b"\1" + NS(b"ssh-ed25519") + NS(key.blob()) + NS(forged))
        self.assertEqual(self.caller.heard(), [AUTH_FAILURE])

    def test_weak_signatures_are_refused(self) -> None:
        rsa = Key(rsa_key(65537, 2048))
        self.caller.prove("ann", rsa, b"ssh-rsa")
        dsa = Key(dsa_key(1024))
        self.caller.offer("ann", dsa, b"ssh-dss")
        self.assertEqual(self.caller.heard(), [AUTH_FAILURE] * 2)

    def test_a_signature_of_another_kind_than_it_says_is_refused(self) -> None:
        """Or a weak one could be passed off as a strong one."""
        rsa = Key(rsa_key(65537, 2048))
        kind, session = b"rsa-sha2-512", self.caller.client.sessionID
        assert session is not None
        head = bytes([AUTH_REQUEST]) + NS(b"ann") + NS(b"ssh-connection") + NS(b"publickey") + b"\1"
        head += NS(kind) + NS(rsa.blob())
        signature = rsa.sign(NS(session) + head, signatureType=b"ssh-rsa")
        self.caller.ask("ann", b"publickey", b"\1" + NS(kind) + NS(rsa.blob()) + NS(signature))
        self.assertEqual(self.caller.heard(), [AUTH_FAILURE])

    def test_what_is_no_key_is_refused(self) -> None:
        for blob in (b"", b"nonsense", NS(b"ssh-ed25519") + NS(b"short"), bytes(5000)):
            self.caller.ask("ann", b"publickey", b"\0" + NS(b"ssh-ed25519") + NS(blob))
            self.assertEqual(self.caller.heard(), [AUTH_FAILURE], blob)

    def test_a_guest_with_a_key_has_the_seat_that_was_held_for_it(self) -> None:
        """Wherever they come from; and nobody else has it, even from the same place."""
        key = a_key()
        self.caller.prove("ann", key).open().pty().shell()
        (before,) = self.server.world.players.values()
        self.caller.hang_up()
        stranger = self.connect().log_in("ann").open().pty().shell()
        self.assertIn("you are called ann2 here", stranger.screen)
        stranger.hang_up()
        other_key = self.connect().begin().prove("ann", a_key()).open().pty().shell()
        self.assertIn("you are called ann3 here", other_key.screen)
        back = self.connect("192.0.2.7").begin().prove("ann", key).open().pty().shell()
        self.assertIn("Welcome back, ann.", back.screen)
        self.assertIn(before, self.server.world.players.values())


class AnAccount(SshTestCase):
    def test_its_password_is_asked_for_once(self) -> None:
        self.caller.ask("bea")
        prompt = NS(b"bea has an account. Password (not you? ssh -p 40000 OTHER@HOST): ") + b"\0"
        self.assertEqual(self.caller.payloads(PK_OK), [NS(b"") * 3 + bytes([0, 0, 0, 1]) + prompt])
        self.caller.answer("secret")
        self.assertEqual(self.caller.heard()[-1], AUTH_SUCCESS)
        self.assertIn("bea · 30 points", self.caller.open().pty().shell().screen)

    def test_a_wrong_password_or_none_is_refused_with_the_reason(self) -> None:
        for answers in (["guess"], [""], []):
            caller = self.connect().begin().ask("bea").answer(*answers)
            self.assertEqual(caller.heard(AUTH_FAILURE, AUTH_SUCCESS), [AUTH_FAILURE], answers)
        self.caller.ask("bea").answer("guess")
        self.assertEqual(self.caller.payloads(BANNER), [NS(b"Wrong name or password.\r\n") + NS(b"")])

    def test_its_own_key_is_enough(self) -> None:
        self.caller.offer("bea", self.accounts.key)
        self.assertEqual(self.caller.heard(), [PK_OK])
        self.caller.prove("bea", self.accounts.key)
        self.assertEqual(self.caller.heard(), [AUTH_SUCCESS])
        self.assertIn("bea · 30 points", self.caller.open().pty().shell().screen)

    def test_another_key_is_not_nor_its_own_without_a_signature(self) -> None:
        key = a_key()
        self.caller.offer("bea", key).prove("bea", key)
        self.assertEqual(self.caller.heard(), [AUTH_FAILURE] * 2)
        self.caller.offer("bea", self.accounts.key).open()
        self.assertNotIn(AUTH_SUCCESS, self.caller.heard())

    def test_a_key_lets_in_under_one_name_alone(self) -> None:
        """The client logs in again, in TileNet, as whoever it says: only the name that was proved is free."""
        self.caller.ask("ann").answer().open().pty()
        session = self.caller.protocol.session
        found: list[object] = []
        session.dialect.admit("bea", "").addErrback(lambda failure: found.append(failure.value))
        self.assertIsInstance(found[0], Refused)

    def test_an_account_that_was_changed_since_counts_no_more(self) -> None:
        """Its password, say, between the login and the shell."""
        self.caller.ask("bea").answer("secret").open().pty()
        self.accounts.account.changes += 1
        self.caller.shell()
        self.assertIn("This account has just been changed", self.caller.screen)
        self.assertEqual(dict(self.server.world.players), {})

    def test_a_client_that_is_gone_before_the_answer_harms_nobody(self) -> None:
        self.accounts.waiting = Deferred()
        self.caller.ask("bea").answer("secret")
        self.caller.hang_up()
        self.assertEqual(self.flushLoggedErrors(), [])
        self.assertEqual(len(self.server.gate.sessions), 0)

    def test_one_question_at_a_time(self) -> None:
        self.accounts.waiting = Deferred()
        self.caller.ask("bea").answer("secret").ask("bea")
        self.assertEqual(self.caller.heard()[-1], DISCONNECT)
        self.accounts.waiting.callback(self.accounts.account)
        self.caller.pump()
        self.assertNotIn(AUTH_SUCCESS, self.caller.heard())

    def test_a_store_that_fails_ends_the_connection(self) -> None:
        self.accounts.waiting = fail(ZeroDivisionError())
        self.caller.ask("bea").answer("secret")
        self.assertEqual(self.caller.heard()[-1], DISCONNECT)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)


class Limits(SshTestCase):
    def test_some_failures_are_too_many(self) -> None:
        for _ in range(MOST_FAILURES):
            self.caller.ask("bea").answer("guess")
            self.assertEqual(self.caller.heard()[-1], AUTH_FAILURE)
        self.caller.ask("bea").answer("guess")
        self.assertEqual(self.caller.heard()[-1], DISCONNECT)
        self.assertFalse(self.caller.is_open)

    def test_offering_many_keys_is_not_failing(self) -> None:
        for _ in range(MOST_FAILURES + 4):
            self.caller.offer("bea", a_key())
        self.caller.ask("bea").answer("secret")
        self.assertEqual(self.caller.heard()[-1], AUTH_SUCCESS)

    def test_there_is_an_end_to_offering_keys(self) -> None:
        for _ in range(MOST_REQUESTS):
            self.caller.ask("ann", b"none", b"")
        self.assertNotIn(DISCONNECT, self.caller.heard())
        self.caller.ask("ann")
        self.assertEqual(self.caller.heard()[-1], DISCONNECT)

    def test_what_is_out_of_order_ends_the_connection(self) -> None:
        """Another service, another beginning, or answers that nobody waits for."""
        acts: list[Callable[[SshCaller], SshCaller]] = [
            lambda caller: caller.say(AUTH_REQUEST, NS(b"ann"), NS(b"ssh-other"), NS(b"none")),
            lambda caller: caller.ask("ann").answer().say(SERVICE_REQUEST, NS(b"ssh-userauth")),
            lambda caller: caller.answer(),
            lambda caller: caller.ask("bea").answer("secret", "secret"),
            lambda caller: caller.ask("bea").answer("secret").answer("secret"),
        ]
        for number, act in enumerate(acts):
            self.accounts.waiting = Deferred() if number == len(acts) - 1 else None
            self.assertEqual(act(self.connect().begin()).heard()[-1], DISCONNECT, number)

    def test_nothing_works_before_the_login(self) -> None:
        caller = self.connect()
        caller.say(SERVICE_REQUEST, NS(b"ssh-connection"))
        self.assertEqual(caller.heard()[-1], DISCONNECT)
        self.caller.open()
        self.assertNotIn(91, self.caller.heard())

    def test_a_login_takes_no_longer_than_elsewhere(self) -> None:
        """From connecting to the shell: whoever has not finished by then is gone."""
        idle, logged_in = self.connect(), self.connect().log_in()
        for caller in (idle, logged_in, self.caller):
            self.assertTrue(caller.is_open)
        self.server.clock.advance(30)
        for caller in (idle, logged_in, self.caller):
            caller.pump()
            self.assertFalse(caller.is_open)

    def test_a_silent_connection_makes_room_for_the_next(self) -> None:
        server = Server(max_waiting=1)
        door = SshDoor(server.gate)
        first, second = SshCaller(server, door), SshCaller(server, door)
        first.pump()
        self.assertEqual((first.is_open, second.is_open), (False, True))
