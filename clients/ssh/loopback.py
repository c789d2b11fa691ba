"""Where a client meets its session in the same process: the link's end and the session's end of a line in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IDelayedCall
from twisted.python.failure import Failure

from tilenet.clients.link import Link
from tilenet.clients.ssh.drawqueue import DrawQueue
from tilenet.doors.session import Session
from tilenet.lines.sender import DirectSender
from tilenet.turns.turn import Turn


class LoopbackSender(DirectSender):
    """Sends to a client in the same process. What is said before there is one waits for it."""

    __slots__ = ("_connection", "_early", "_loopback", "_lose")

    def __init__(self, connection: Any, lose: Callable[[str], object]) -> None:
        """`connection` can be paused, resumed and aborted; `lose` ends it in good order, if there is no client yet."""
        self._connection = connection
        self._lose = lose
        self._early: list[bytes] = []
        self._loopback: Loopback | None = None

    def join(self, loopback: Loopback) -> None:
        self._loopback = loopback
        early, self._early = self._early, []
        for data in early:
            loopback.hear(data)

    def send(self, data: bytes) -> int:
        if self._loopback is None:
            self._early.append(data)
        else:
            self._loopback.hear(data)
        return len(data)

    def pause(self) -> None:
        self._connection.pauseProducing()

    def resume(self) -> None:
        self._connection.resumeProducing()

    def hang_up(self) -> None:
        if self._loopback is None:
            self._lose("the session has ended")
        else:
            self._loopback.loseConnection()

    def abort(self) -> None:
        self._connection.abortConnection()


class Loopback:
    """The transport of a link. What either side says reaches the other a moment later, as over a network.

    Taking in news is work, so the link hears it when there is time for it, as terminals are drawn.
    """

    def __init__(self, session: Session, turn: Turn, draw_queue: DrawQueue, failed: Callable[[], None]) -> None:
        """`failed` is called while an exception of the client's is being handled."""
        self._session = session
        self._clock = turn.clock
        self._draw_queue = draw_queue
        self._failed = failed
        self._heard: list[bytes] = []  # what the link has yet to hear
        self._link: Link | None = None
        self._said: list[bytes] = []
        self._saying: IDelayedCall | None = None
        self._closing: IDelayedCall | None = None

    def connect(self, link: Link, sender: LoopbackSender) -> None:
        self._link = link
        link.makeConnection(self)
        sender.join(self)

    def hear(self, data: bytes) -> None:
        """The session says this to the link."""
        if not self._heard:
            self._draw_queue.add(self._listen)
        self._heard.append(data)

    def _listen(self) -> None:
        heard, self._heard = self._heard, []
        if self._link is not None and heard:
            try:
                self._link.dataReceived(b"".join(heard))
            except Exception:
                self._failed()

    # For the link

    def write(self, data: bytes) -> None:
        self._said.append(data)
        if self._saying is None:
            self._saying = self._clock.callLater(0, self._say)

    def loseConnection(self) -> None:
        if self._closing is None:
            self._closing = self._clock.callLater(0, self._close)

    def abortConnection(self) -> None:
        self.loseConnection()

    def _say(self) -> None:
        self._saying = None
        said, self._said = self._said, []
        if said:
            self._session.received(b"".join(said))

    def _close(self) -> None:
        self._say()
        self._session.hung_up()
        self._listen()
        link, self._link = self._link, None
        if link is not None:
            try:
                link.connectionLost(Failure(ConnectionDone()))
            except Exception:
                self._failed()
