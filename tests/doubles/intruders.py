"""A server with accounts, at which somebody tries to get into one that is not theirs."""

from __future__ import annotations

from collections.abc import Callable

from tests.doubles.accounts import AccountsTestCase
from tests.doubles.harness import Client
from tests.doubles.model import logout
from tilenet.store import database
from tilenet.store.database import AccountRow


class IntrudersTestCase(AccountsTestCase):
    def known(self, name: str = "ann") -> AccountRow:
        known = database.find_account(self.store.connection.cursor(), name)
        assert known is not None
        return known

    def at_the_command_line(self, change: Callable[..., object], *arguments: object, name: str = "ann") -> None:
        """What `tilenet account` does; the server looks once a second."""
        known = self.known(name)
        database.write(self.store.connection.cursor(), lambda cursor: change(cursor, known, *arguments))

    def password(self, text: str) -> None:
        self.at_the_command_line(database.set_password, f"plain:{text}")

    def rename(self, new: str, name: str = "ann") -> None:
        self.at_the_command_line(database.rename_account, new, name=name)

    def delete(self) -> None:
        self.at_the_command_line(database.delete_account)

    def knock(self, name: str = "ann", password: str = "sesame", address: str = "192.0.2.9") -> Client:
        """Somebody whose password is being hashed."""
        self.store.hashing.is_held = True
        return self.server.connect(address).login(name, password)

    def go_on(self) -> None:
        self.store.hashing.go_on()
        self.server.settle()

    def gone(self, name: str = "ann") -> None:
        """There is an account, and nobody is here as it."""
        self.come(name).send(logout())

    def assert_in(self, client: Client) -> None:
        self.assertIsNotNone(client.model.agent, client.model.login_messages)
        self.assertIn(client.model.agent, self.server.world.players)

    def assert_refused(self, client: Client, reason: str = "") -> None:
        self.assertIsNone(client.model.agent)
        self.assertIn(reason, client.model.login_messages[-1])

    def assert_no_guest_is(self, name: str) -> None:
        self.assert_refused(self.server.connect("198.51.100.7").login(name), "has an account")
