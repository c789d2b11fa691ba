"""Account: ann comes as a guest, makes an account, and has a key."""

from __future__ import annotations

import json

from twisted.internet.task import Clock

from tests.doubles.harness import Server
from tests.doubles.owners import KEY
from tests.doubles.store import MemoryStore
from tilenet.catalogue import GamePlugin
from tilenet.games.account.game import Account

LOGIN = b'objid="a1"/>'


class Visit:
    """What ann is told in Account, moment by moment; the answers to what she asks for are left out."""

    def __init__(self) -> None:
        store = MemoryStore(Clock())
        self.server = Server([GamePlugin("account", Account)], accounts=store.accounts, clock=store.clock)
        store.accounts.start(self.server.world, {})
        self.ann = self.server.join("ann")
        self.ann.send(b'<xrequest options="facts"/>')
        self.ann.click("Account")
        _, _, self.ann.raw = self.ann.raw.partition(LOGIN)
        self._moments: list[tuple[str, str]] = []

    def moment(self, name: str) -> None:
        self._moments.append((name, self.ann.raw.decode()))
        self.ann.raw = b""

    def ask(self, **request: object) -> None:
        self.ann.send(b'<xrequest options="account">' + json.dumps(request).encode() + b"</xrequest>")
        self.server.advance(1)

    @property
    def text(self) -> str:
        return json.dumps({"me": self.ann.agent, "moments": self._moments})


def play() -> Visit:
    visit = Visit()
    visit.moment("guest")
    visit.ask(do="create", new="sesame")
    visit.moment("account")
    visit.ask(do="add key", key=KEY, password="sesame")
    visit.moment("key")
    visit.ask(do="rename", name="anne", password="sesame")
    visit.moment("renamed")
    return visit
