"""Accounts over ssh: made at the login, or in the session, with the key that somebody came with."""

from __future__ import annotations

from twisted.conch.ssh.common import getNS
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.model import logout
from tests.doubles.ssh_callers import AUTH_FAILURE, AUTH_SUCCESS, BANNER, PK_OK, SshCaller, a_key
from tests.doubles.store import MemoryStore
from tilenet.clients.ssh.door import SshDoor
from tilenet.clients.ssh.login import AGAIN, NEW, NOT_TWICE
from tilenet.publickeys import fingerprint


class AccountsOverSsh(SynchronousTestCase):
    def setUp(self) -> None:
        self.store = MemoryStore(Clock())
        self.server = Server(accounts=self.store.accounts, clock=self.store.clock, seat_seconds=60)
        self.store.accounts.start(self.server.world, {})
        self.door = SshDoor(self.server.gate)

    def connect(self) -> SshCaller:
        return SshCaller(self.server, self.door, "192.0.2.1").begin()

    def question(self, caller: SshCaller) -> str:
        """The one that was put last."""
        packet = caller.payloads(PK_OK)[-1]
        _, _, _, rest = getNS(packet, 3)
        return getNS(rest[4:])[0].decode()

    def names(self) -> list[str]:
        return [name for (name,) in self.store.rows("SELECT name FROM account")]

    def test_enter_plays_as_a_guest(self) -> None:
        caller = self.connect().ask("ann")
        self.assertEqual(self.question(caller), NEW.format(name="ann"))
        caller.answer("")
        self.assertEqual((caller.heard(AUTH_SUCCESS), self.names()), ([AUTH_SUCCESS], []))

    def test_a_new_password_that_is_typed_twice_makes_an_account(self) -> None:
        caller = self.connect().ask("ann").answer("sesame")
        self.assertEqual((self.question(caller), self.names()), (AGAIN, []))
        caller.answer("sesame")
        self.assertEqual((caller.heard(AUTH_SUCCESS), self.names()), ([AUTH_SUCCESS], ["ann"]))
        caller.open().pty().shell()
        (player,) = self.server.world.players.values()
        self.assertEqual((player.name, player.account_id), ("ann", 1))
        self.assertTrue(any("You have an account now" in line for line in caller.terminal.display))

    def test_two_different_ones_make_none(self) -> None:
        caller = self.connect().ask("ann").answer("sesame").answer("sesam")
        self.assertEqual(getNS(caller.payloads(BANNER)[0])[0].decode().strip(), NOT_TWICE)
        self.assertEqual((caller.heard(AUTH_FAILURE), self.names()), ([AUTH_FAILURE], []))
        caller.ask("ann").answer("sesame").answer("sesame")
        self.assertEqual(self.names(), ["ann"])

    def test_a_password_is_not_kept_from_one_question_to_another(self) -> None:
        """Whoever asks anew begins anew, also under another name."""
        caller = self.connect().ask("ann").answer("sesame").ask("bob")
        self.assertEqual(self.question(caller), NEW.format(name="bob"))
        caller.answer("sesame")
        self.assertEqual((self.question(caller), self.names()), (AGAIN, []))

    def test_a_name_that_somebody_has_gets_none(self) -> None:
        self.server.join("ann")
        caller = self.connect().ask("ann").answer("sesame").answer("sesame")
        self.assertIn("already called ann", getNS(caller.payloads(BANNER)[0])[0].decode())
        self.assertEqual(self.names(), [])

    def test_a_name_that_somebody_else_makes_an_account_of_meanwhile_needs_its_password(self) -> None:
        caller = self.connect().ask("ann").answer("sesame")
        other = self.server.connect().login("ann", "mine")
        caller.answer("sesame")
        self.assertIn("Wrong name or password", getNS(caller.payloads(BANNER)[0])[0].decode())
        other.send(logout())

    def test_a_guest_with_a_key_makes_an_account_in_the_session_and_adds_the_key_in_one_step(self) -> None:
        key = a_key()
        caller = self.connect().prove("ann", key).open().pty().shell()
        caller.type("\x1b[20~").advance(1)  # F9
        self.assertTrue(any("Create an account" in line for line in caller.terminal.display))
        caller.type("sesame\rsesame\r").advance(1)
        self.assertEqual(self.names(), ["ann"])
        caller.type("\x1b[20~").advance(1)
        (row,) = [number for number, line in enumerate(caller.terminal.display) if "that you connected with" in line]
        first = next(number for number, line in enumerate(caller.terminal.display) if "Change password" in line)
        for _ in range(row - first):
            caller.type("\x1b[B")
        caller.type("\r").advance(1)
        mark = fingerprint(key.blob())
        self.assertEqual(self.store.rows("SELECT account, fingerprint FROM ssh_key"), [(1, mark)])
        self.assertNotIn(b"sesame", caller.output)
        again = self.connect().prove("ann", key)
        self.assertEqual(again.heard(AUTH_SUCCESS), [AUTH_SUCCESS])

    def test_the_key_that_was_offered_in_vain_is_known_after_the_password(self) -> None:
        self.server.connect().login("ann", "sesame").send(logout())
        key = a_key()
        caller = self.connect().offer("ann", key).ask("ann").answer("sesame")
        caller.open().pty().shell()
        (player,) = self.server.world.players.values()
        self.assertEqual(player.key, fingerprint(key.blob()))

    def test_what_is_exported_is_shown_on_the_screen(self) -> None:
        caller = self.connect().ask("ann").answer("sesame").answer("sesame").open().pty().shell()
        caller.type("\x1b[20~").advance(1).type("\x1b[B" * 4 + "\r").advance(2)
        self.assertTrue(any('"name": "ann"' in line for line in caller.terminal.display), caller.terminal.display)
