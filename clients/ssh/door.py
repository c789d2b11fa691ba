"""The door for people who have ssh: each of them gets the terminal client, which runs here.

ssh -p 44422 ann@host
ssh -p 44422 ann@host -t amber-otter-nine     to the table with this code, or the room with this address
"""

from __future__ import annotations

from functools import cache
from typing import Any

import urwid
from twisted.conch.ssh.keys import Key
from twisted.internet.defer import Deferred, fail, maybeDeferred
from twisted.logger import Logger

from tilenet.clients.address import Address
from tilenet.clients.ssh.channel import Channel
from tilenet.clients.ssh.drawqueue import DrawQueue
from tilenet.clients.ssh.hostkey import kept_key, new_key
from tilenet.clients.ssh.login import Login, Visitor
from tilenet.clients.ssh.screen import Terminal
from tilenet.clients.ssh.transport import SshTransport
from tilenet.clients.ssh.visit import Visit
from tilenet.clients.terminal.inks import Depth, Inks
from tilenet.doors.door import Door
from tilenet.doors.gate import Gate
from tilenet.doors.session import Session
from tilenet.doors.tilenet import TileNetDialect
from tilenet.publickeys import fingerprint
from tilenet.world.players.accounts import Refused
from tilenet.world.players.admission import Claim
from tilenet.world.players.player import Player

CHANGED = "This account has just been changed. Connect again."


class SshDialect(TileNetDialect):
    """TileNet with a client in this process, for somebody who has logged in by ssh."""

    __slots__ = ("visitor",)

    def __init__(self, session: Session, gate: Gate) -> None:
        super().__init__(session, gate)
        self.visitor: Visitor | None = None

    def admit(self, user: str, password: str) -> Deferred[Player]:
        """A player who has proved to ssh whose account it is does not have to prove it again."""
        visitor, world, peer = self.visitor, self.session.world, self.line.peer
        assert visitor is not None
        if user != visitor.name or password or visitor.account is None:
            return world.login(user, password, self.naming, peer, visitor.key)
        if not visitor.is_up_to_date:
            return fail(Refused(CHANGED))
        return maybeDeferred(world.enter_world, visitor.account, Claim(user, self.naming, peer, visitor.key))


class SshDoor(Door):
    """The door itself: the factory of ssh connections."""

    log = Logger()

    def __init__(self, gate: Gate) -> None:
        super().__init__(gate)
        urwid.set_encoding("utf-8")  # for all terminals; those that have only ASCII are sent nothing else
        self._draw_queue = DrawQueue(gate.clock)
        self._inks = cache(_inks)  # shared by all terminals that look the same
        self._have_key(new_key())

    def begin(self) -> None:
        path = self.gate.host_key
        if path is None:
            self.log.warn("The host key for ssh is new at each start: clients will warn their users")
        else:
            self._have_key(kept_key(path))
        self.log.info("The fingerprint of the host key for ssh is {key}", key=fingerprint(self._public.blob()))

    def _have_key(self, key: Key) -> None:
        self._public = key.public()
        self.privateKeys = {b"ssh-ed25519": key}
        self.publicKeys = {b"ssh-ed25519": self._public}

    def invitation(self, host: str, port: str) -> str:
        return f"ssh -p {port} {host}"

    def connection(self, host: str, preface: bytes) -> SshTransport:
        return SshTransport(self, host)

    def dialect(self, session: Session) -> SshDialect:
        return SshDialect(session, self.gate)

    # For connections

    def getService(self, transport: SshTransport, name: bytes) -> type[Login] | None:
        """The one service to begin with; it leads to the other."""
        return Login if name == Login.name and transport.service is None else None

    def let_in(self, transport: SshTransport, visitor: Visitor) -> None:
        dialect = transport.session.dialect
        assert isinstance(dialect, SshDialect)
        dialect.visitor = visitor

    def visit(self, transport: SshTransport, channel: Channel, terminal: Terminal, join: str = "") -> Visit:
        """Somebody has a terminal, and wants to play, perhaps at the table with a code."""
        dialect: Any = transport.session.dialect
        here = transport.transport.getHost()
        address = Address(getattr(here, "host", None) or "localhost", getattr(here, "port", None) or 22)
        return Visit(
            transport.session,
            transport.sender,
            channel,
            terminal,
            dialect.visitor.name,
            address,
            self._draw_queue,
            self._inks,
            join,
        )


def _inks(depth: Depth, is_light: bool) -> Inks:
    return Inks(depth, is_light=is_light)
