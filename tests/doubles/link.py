"""A client's link on a fake transport: what it is fed, what it sends, and which calls it makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.pipe import Pipe
from tilenet.clients.link import LONGEST_TAG, End, Link
from tilenet.clients.model import Thing
from tilenet.wire.codec import Decoder, closing, encode, opening
from tilenet.wire.grammar import CLIENT, SERVER
from tilenet.wire.messages import (
    ClientOpen,
    Closed,
    Cmd,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    ServerOpen,
    Set,
    Xrequest,
)

OPEN = opening(ServerOpen("testers", "test server", "open"))
IN = encode(LoggedIn("Welcome.", "a1"))
NOT_IN = encode(LoggedIn("Wrong password."))
ROOM = b"".join(
    encode(new)
    for new in (
        Set("m1", name="Home", x=3, y=2, fgcolor="ff000000", bgcolor="ffffffff"),
        Set("t1", 1, "tile", x=0, y=0),
        Set("t2", 0, "disabled", x=1, y=0),
        Set("k1", 1, "VK_A"),
        Set("k2", 0, "VK_B"),
        Set("a2", 1, "bob"),
        Set("a1", 1, "ann"),
    )
)
OUT = encode(LoggedOut("Bye."))
END = closing(SERVER)
HELLO = encode(Hear("a2", "m1", "hello"))
CHANGED = ("model_changed",)


class LinkUser:
    """Keeps every call; `does` says what else to do."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.does: dict[str, Callable[[], None]] = {}

    def _call(self, *call: Any) -> None:
        self.calls.append(call)
        self.does.get(call[0], lambda: None)()

    def opened(self, server: ServerOpen) -> None:
        self._call("opened", server)

    def answered(self, answer: LoggedIn) -> None:
        self._call("answered", answer)

    def model_changed(self) -> None:
        self._call("model_changed")

    def ended(self, end: End, why: str) -> None:
        self._call("ended", end, why)


class Connection:
    """A link on a fake transport, with a clock that the test advances."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.caller = LinkUser()
        self.link = Link(self.caller, self.clock)
        self.pipe = Pipe()
        self.link.makeConnection(self.pipe)
        self._is_lost = False

    def feed(self, *data: bytes) -> None:
        """The server's bytes, in one piece."""
        self.link.dataReceived(b"".join(data))

    def enter(self, *news: bytes) -> Connection:
        """Log in, and be in a room."""
        self.feed(OPEN)
        self.link.login("ann", "secret")
        self.feed(IN, ROOM, *news)
        return self

    def lose(self, why: type[Exception] = ConnectionDone) -> None:
        """The connection is gone."""
        if not self._is_lost:
            self._is_lost = True
            self.link.connectionLost(Failure(why()))

    @property
    def sent(self) -> list[Message]:
        """What was sent so far, as the server reads it."""
        return Decoder(CLIENT, LONGEST_TAG).feed(self.pipe.written)

    @property
    def calls(self) -> list[tuple[Any, ...]]:
        """All calls; several times `model_changed` in a row are as good as one."""
        calls = self.caller.calls
        return [call for number, call in enumerate(calls) if call != CHANGED or calls[number - 1 : number] != [CHANGED]]

    @property
    def ends(self) -> list[tuple[Any, ...]]:
        return [call[1:] for call in self.caller.calls if call[0] == "ended"]

    def thing(self, objid: str) -> Thing:
        return self.link.model.things[objid]

    def check(self) -> None:
        """What holds of every connection that is over."""
        assert len(self.ends) == 1, self.ends
        assert self.caller.calls[-1][0] == "ended"
        assert self.clock.getDelayedCalls() == []
        legal = [ClientOpen, Login, Cmd, Xrequest, Logout, Closed]
        assert all(type(message) in legal for message in self.sent), self.sent
        assert b"</client>" not in self.pipe.written.removesuffix(closing(CLIENT))


class LinkTestCase(SynchronousTestCase):
    """Every test has a connection, and what must hold at its end is checked there."""

    def setUp(self) -> None:
        self.connection = c = Connection()
        self.link, self.pipe, self.clock, self.feed = c.link, c.pipe, c.clock, c.feed
        self.addCleanup(c.check)
        self.addCleanup(c.lose)

    @property
    def sent(self) -> list[Message]:
        return self.connection.sent

    @property
    def ends(self) -> list[tuple[Any, ...]]:
        return self.connection.ends

    def open(self) -> None:
        self.feed(OPEN)

    def enter(self, *news: bytes) -> None:
        self.connection.enter(*news)

    def assert_ended(self, end: End, why: str | None = None) -> str:
        """We have hung up or were hung up on, and the caller was told so, for that reason."""
        self.connection.lose()
        self.assertEqual([one[0] for one in self.ends], [end])
        found: str = self.ends[0][1]
        if why is not None:
            self.assertEqual(found, why)
        return found
