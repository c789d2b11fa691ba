"""People with ssh, many in one process: `python -m tests.bench.sshpeople stay|visit PORT PEOPLE [TILENET]`.

`stay` brings them into the room `A lamp`, which is the first at Home, prints `{}`, and lets somebody who came to the
port TILENET click the lamp there several times a second, until its input ends. `visit` lets them come and go, half of
them without a goodbye. At the end a line of JSON is printed.
"""

import json
import os
import socket
import struct
import sys
import time
from collections.abc import Callable
from typing import Any

from twisted.conch.ssh.channel import SSHChannel
from twisted.conch.ssh.common import NS
from twisted.conch.ssh.connection import SSHConnection
from twisted.conch.ssh.transport import SSHClientTransport
from twisted.conch.ssh.userauth import SSHUserAuthClient
from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred, succeed
from twisted.internet.protocol import ClientFactory, Protocol
from twisted.internet.stdio import StandardIO
from twisted.logger import Logger

from tests.bench import BenchError
from tests.bench.member import TileNetMember

AT_ONCE = 25  # who come at the same time
FIRST_ROOM = "A lamp"
AT_HOME = b"walk in"  # in the line of keys
ENTER, LEAVE = b"\r", b"\x1b[21~"
EVERY = 0.2  # seconds between two clicks
PATIENCE = 120.0  # seconds for everybody to be there

reactor: Any = installed_reactor


class Transport(SSHClientTransport):
    """A connection that trusts whatever server it finds."""

    _log = Logger(observer=lambda event: None)  # type: ignore[arg-type]

    def __init__(self, person: "Person") -> None:
        self.person = person

    def verifyHostKey(self, pubKey: bytes, fingerprint: bytes) -> Deferred[int]:
        return succeed(1)

    def connectionSecure(self) -> None:
        self.requestService(Login(self.person.name, Channels(self.person)))

    def connectionLost(self, reason: Any = None) -> None:
        super().connectionLost(reason)
        self.person.lost()


class Login(SSHUserAuthClient):
    """Answers no question, because there is none."""

    def getPublicKey(self) -> None:
        return None

    def getGenericAnswers(self, name: str, instruction: str, prompts: list[Any]) -> Deferred[list[str]]:
        return succeed([])


class Channels(SSHConnection):
    _log = Logger(observer=lambda event: None)  # type: ignore[arg-type]

    def __init__(self, person: "Person") -> None:
        super().__init__()
        self.person = person

    def serviceStarted(self) -> None:
        self.openChannel(Terminal(self.person))


class Terminal(SSHChannel):
    """A terminal of 80x24, which is drawn nowhere."""

    name = b"session"
    conn: Any
    _log = Logger(observer=lambda event: None)  # type: ignore[arg-type]

    def __init__(self, person: "Person") -> None:
        super().__init__(localWindow=2**31 - 1)
        self.person = person

    def channelOpen(self, specificData: bytes) -> None:
        self.person.channel = self
        size = struct.pack(">4L", 80, 24, 0, 0)
        self.conn.sendRequest(self, b"pty-req", NS(b"xterm-256color") + size + NS(b""))
        self.conn.sendRequest(self, b"shell", b"")

    def dataReceived(self, data: bytes) -> None:
        self.person.see(data)


class Person:
    """One of them, from coming to being where they want to be."""

    def __init__(
        self, number: int, room: bytes, ready: Callable[["Person"], None], gone: Callable[["Person"], None]
    ) -> None:
        self.name = f"p{os.getpid()}-{number}".encode()  # nobody comes back to a seat that was held
        self.drawn = 0
        self.channel: Any = None
        self._room = room  # to walk into; none is to stay at Home
        self._seen = b""
        self._is_ready = self._has_walked = False
        self._ready = ready
        self._gone = gone

    def see(self, data: bytes) -> None:
        self.drawn += len(data)
        if self._is_ready:
            return
        self._seen += data
        if not self._has_walked and AT_HOME in self._seen:
            self._has_walked = True
            self._seen = b""
            if self._room:
                self.channel.write(ENTER)
        if self._has_walked and (not self._room or self._room in self._seen):
            self._is_ready = True
            self._ready(self)

    def hang_up(self) -> None:
        self.channel.conn.transport.transport.abortConnection()

    def lost(self) -> None:
        self._gone(self)


class Calls(ClientFactory):
    noisy = False

    def __init__(self, person: Person) -> None:
        self.person = person

    def buildProtocol(self, addr: object) -> Transport:
        return Transport(self.person)

    def clientConnectionFailed(self, connector: object, reason: object) -> None:
        self.person.lost()


class People:
    """All of them. `done` is called when everybody has come, or has come and gone."""

    def __init__(self, port: int, number: int, room: bytes, done: Callable[[], None], *, stay: bool) -> None:
        self.people: list[Person] = []
        self.error = ""
        self._port = port
        self._number = number
        self._room = room
        self._done = done
        self._stay = stay
        self._ready = self._gone = 0
        self._is_over = False
        self._late = reactor.callLater(PATIENCE, self._fail, f"not everybody was there within {PATIENCE:.0f} s")
        for _ in range(min(AT_ONCE, number)):
            self._bring()

    def _bring(self) -> None:
        if len(self.people) < self._number:
            person = Person(len(self.people), self._room, self._came, self._left)
            self.people.append(person)
            reactor.connectTCP("127.0.0.1", self._port, Calls(person))

    def _came(self, person: Person) -> None:
        self._ready += 1
        if self._stay:
            self._bring()
            if self._ready == self._number:
                self._finish()
        elif self._ready % 2:
            person.hang_up()
        else:
            person.channel.write(LEAVE)

    def _left(self, person: Person) -> None:
        self._gone += 1
        if self._is_over:
            return
        if self._stay or self._gone > self._ready:
            self._fail(f"the server closed the connection of {person.name.decode()}")
        elif self._gone == self._number:
            self._finish()
        else:
            self._bring()

    def _fail(self, why: str) -> None:
        self.error = why
        self._finish()

    def leave(self) -> None:
        """It is over: whatever is closed now, we close it."""
        if not self._is_over:
            self._is_over = True
            reactor.stop()

    def _finish(self) -> None:
        if self._late.active():
            self._late.cancel()
        self._done()


class Actor:
    """Somebody with another client, who clicks the lamp."""

    def __init__(self, port: int) -> None:
        self._link = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._member = TileNetMember(f"actor{os.getpid()}", 1)
        self._member.wanted = FIRST_ROOM.encode()
        deadline = time.monotonic() + PATIENCE
        while not self._member.ready:
            data = self._link.recv(1 << 16)
            if not data or time.monotonic() > deadline:
                raise BenchError("the actor did not get into the room")
            self._link.sendall(self._member.feed(data))
        self._link.setblocking(False)

    def act(self) -> None:
        try:
            while self._link.recv(1 << 16):
                pass  # until there is nothing more to read
        except BlockingIOError:
            pass
        self._link.send(self._member.act)
        reactor.callLater(EVERY, self.act)


class Input(Protocol):
    """Standard input: its end is ours."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end

    def connectionLost(self, reason: object = None) -> None:
        self._end()


def main(argv: list[str]) -> int:
    """Come, and say what came of it."""
    mode, port, number = argv[0], int(argv[1]), int(argv[2])

    def done() -> None:
        if mode == "visit" or people.error:
            people.leave()
            return
        print(json.dumps({}), flush=True)
        Actor(int(argv[3])).act()
        StandardIO(Input(people.leave))

    people = People(port, number, FIRST_ROOM.encode() if mode == "stay" else b"", done, stay=mode == "stay")
    reactor.run()
    drawn = sum(one.drawn for one in people.people)
    print(json.dumps({"error": people.error} if people.error else {"clients": number, "drawn": drawn}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
