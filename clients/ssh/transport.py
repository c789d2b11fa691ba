"""One ssh connection: conch's transport, within bounds, and the session that it is the line of.

The session is there from the beginning: so a client has to log in within the usual time, and counts like any other.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from twisted.conch.ssh.common import NS
from twisted.conch.ssh.connection import MSG_CHANNEL_DATA
from twisted.conch.ssh.service import SSHService
from twisted.conch.ssh.transport import (
    DISCONNECT_BY_APPLICATION,
    MSG_DISCONNECT,
    SSHServerTransport,
)
from twisted.internet.interfaces import IDelayedCall, IPushProducer
from twisted.internet.protocol import connectionDone
from twisted.logger import Logger
from twisted.python.failure import Failure
from zope.interface import implementer

from tilenet.clients.ssh.loopback import LoopbackSender
from tilenet.doors.session import Session
from tilenet.internals import Silent, is_exchanging_keys
from tilenet.limits import Bucket
from tilenet.lines.line import Line
from tilenet.lines.tcp import set_options

if TYPE_CHECKING:
    from tilenet.clients.ssh.door import SshDoor
    from tilenet.clients.ssh.visit import Visit

MOST_UNREAD = 64 * 1024  # bytes that make no whole packet
PIECE = 2 * 1024  # bytes that are read at once: some dozens of short packets
BYTES_PER_SECOND = 16 * 1024  # of input, in the long run
BYTES_AT_ONCE = 64 * 1024
LEAST_PACKET = 64  # bytes that a packet counts as, however short it is
TYPED = 4  # times that what is typed counts: each key is work
EXCHANGES_AT_ONCE = 10  # of keys; each is expensive
EXCHANGE_SECONDS = 60.0  # in which there may be one more
EXCHANGE_PATIENCE = 30.0  # seconds that one may take
SERVICES = (5, 6)  # the messages by which services begin
FIRST_OF_SERVICES = 50  # their messages
PARTING = 3.0  # seconds for a client that was told to go

#: Signatures of clients' keys that are accepted.
SIGNATURES = (
    b"ssh-ed25519",
    b"ecdsa-sha2-nistp256",
    b"ecdsa-sha2-nistp384",
    b"ecdsa-sha2-nistp521",
    b"rsa-sha2-512",
    b"rsa-sha2-256",
)


@implementer(IPushProducer)
class _Output:
    """Hears from the TCP transport whether too much waits there."""

    def __init__(self, connection: SshTransport) -> None:
        self._connection = connection

    def pauseProducing(self) -> None:
        self._connection.is_output_full = True

    def resumeProducing(self) -> None:
        self._connection.is_output_full = False
        self._connection.output_went()

    def stopProducing(self) -> None:
        """The connection is gone, and we are told so soon."""


class SshTransport(Silent, SSHServerTransport):
    """A client that speaks ssh."""

    log = Logger()

    ourVersionString = b"SSH-2.0-tilenet"
    supportedCiphers = [b"aes256-ctr", b"aes192-ctr", b"aes128-ctr"]  # noqa: RUF012
    supportedMACs = [b"hmac-sha2-512", b"hmac-sha2-256"]  # noqa: RUF012
    supportedKeyExchanges = [  # noqa: RUF012
        name
        for name in (b"mlkem768x25519-sha256", b"curve25519-sha256", b"curve25519-sha256@libssh.org")
        if name in SSHServerTransport.supportedKeyExchanges
    ]
    supportedPublicKeys = [b"ssh-ed25519"]  # noqa: RUF012
    supportedCompressions = [b"none"]  # noqa: RUF012

    factory: Any
    transport: Any
    session: Session
    sender: LoopbackSender  # to the client in this process
    line: Line

    def __init__(self, door: SshDoor, host: str) -> None:
        gate = door.gate
        self.factory = self.door = door
        self.host = host
        self.visit: Visit | None = None  # once there is a shell
        self._clock = gate.clock
        self._turn = gate.world.turn
        self._rate = Bucket(BYTES_PER_SECOND, BYTES_AT_ONCE, gate.clock.seconds)
        self._exchanges = Bucket(1 / EXCHANGE_SECONDS, EXCHANGES_AT_ONCE, gate.clock.seconds)
        self._unread = b""
        self._is_queued = False  # for a later turn of the reactor
        self._is_lost = False
        self._is_secret = False  # whether there has been a key exchange
        self._is_exchanging = False  # whether the client's half of a new key is to come
        self._pauses: set[str] = set()  # why nothing is read
        self._timers: dict[str, IDelayedCall] = {}
        self.is_output_full = False

    # Coming and going

    def connectionMade(self) -> None:
        gate = self.door.gate
        with suppress(OSError):  # the client is gone already, and the reactor is about to say so
            set_options(self.transport, self.door.keepalive.spread(next(self.door.numbers)))
        self.transport.registerProducer(_Output(self), True)
        self.sender = LoopbackSender(self, self.say_goodbye)
        self.line = Line(self.sender, self.host, self._turn, gate.limits, lambda reason: None)
        self.session = Session(gate, self.line, self.door)
        gate.came(self.session, self.host)
        self.session.start()
        super().connectionMade()

    def connectionLost(self, reason: Failure | None = connectionDone) -> None:
        self._is_lost = True
        for timer in self._timers.values():
            if timer.active():
                timer.cancel()
        self._timers.clear()
        if self.visit is not None:
            self.visit.connection_lost()
        self.line.close()
        self.session.lost()
        super().connectionLost(reason)
        self.service = self.visit = None
        del self.sender, self.line, self.session  # all of these refer to us: see Session.lost

    def say_goodbye(self, why: str) -> None:
        """End the connection in good order."""
        self.sendDisconnect(DISCONNECT_BY_APPLICATION, why.encode())

    def sendDisconnect(self, reason: int, desc: bytes | str) -> None:
        if self._is_lost or "parting" in self._timers:
            return
        words = desc.encode() if isinstance(desc, str) else desc
        self.sendPacket(MSG_DISCONNECT, reason.to_bytes(4, "big") + NS(words) + NS(b""))
        self.transport.loseConnection()
        self._later("parting", PARTING, self.abortConnection)

    def abortConnection(self) -> None:
        self.transport.abortConnection()

    def fail(self) -> None:
        """Whatever this client has sent, conch could not make sense of it."""
        self.log.info("Left: {client}: not valid ssh", client=self.host)
        self.abortConnection()

    def _later(self, name: str, seconds: float, call: Any) -> None:
        self._stop_timer(name)
        if not self._is_lost:
            self._timers[name] = self._clock.callLater(seconds, call)

    def _stop_timer(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None and timer.active():
            timer.cancel()

    # Input, at a bearable rate

    def pauseProducing(self) -> None:
        """The session has enough to do."""
        self._pause("session")

    def resumeProducing(self) -> None:
        self._resume("session")

    def _pause(self, why: str) -> None:
        if not self._pauses and not self._is_lost:
            self.transport.pauseProducing()
        self._pauses.add(why)

    def _resume(self, why: str) -> None:
        if why in self._pauses:
            self._pauses.remove(why)
            if not self._pauses and not self._is_lost:
                self.transport.resumeProducing()
                self._read_soon()

    def hold_typing(self, is_held: bool) -> None:
        """Whether so much was typed that it has to be taken in first."""
        (self._pause if is_held else self._resume)("typing")

    def dataReceived(self, data: bytes) -> None:
        self._unread += data
        self._read_soon()

    def _read_soon(self) -> None:
        if self._unread and not self._is_queued and not self._pauses:
            self._is_queued = True
            self._turn.do(self._read, self)
            if self._is_queued:
                self._pause("turn")

    def _read(self) -> None:
        """Read a piece, which is many packets if they are short; the others come next."""
        if self._is_lost or "parting" in self._timers:
            return
        data, self._unread = self._unread[:PIECE], self._unread[PIECE:]
        try:
            super().dataReceived(data)
        except Exception:
            self.fail()
            return
        if len(self.buf) > MOST_UNREAD:
            self.fail()
            return
        if self._rate.is_in_debt:
            self._pause("rate")
            self._later("rate", self._rate.wait(), lambda: self._resume("rate"))
        self._is_queued = False
        self._resume("turn")
        self._read_soon()

    def dispatchMessage(self, messageNum: int, payload: bytes) -> None:
        if not self._is_secret and (messageNum in SERVICES or messageNum >= FIRST_OF_SERVICES):
            self.fail()  # anybody on the way could have said this
            return
        size = len(payload) * TYPED if messageNum == MSG_CHANNEL_DATA else len(payload)
        self._rate.spend(max(LEAST_PACKET, size))
        super().dispatchMessage(messageNum, payload)

    def ssh_KEXINIT(self, packet: bytes) -> None:
        if self._exchanges.take():
            self.fail()
            return
        self._later("exchange", EXCHANGE_PATIENCE, self.fail)
        self._is_exchanging = True
        super().ssh_KEXINIT(packet)

    def ssh_KEX_DH_GEX_REQUEST_OLD(self, packet: bytes) -> None:
        """The client's half of the key, of whatever method: once for each exchange."""
        if not self._is_exchanging:
            self.fail()
            return
        self._is_exchanging = bool(self.ignoreNextPacket)  # a wrong guess, and the right one is to come
        super().ssh_KEX_DH_GEX_REQUEST_OLD(packet)

    def ssh_KEX_DH_GEX_REQUEST(self, packet: bytes) -> None:
        """This is of a method that we do not offer."""
        self.fail()

    ssh_KEX_DH_GEX_INIT = ssh_KEX_DH_GEX_REQUEST

    def ssh_NEWKEYS(self, packet: bytes) -> None:
        """The client uses the new keys from now on."""
        self._stop_timer("exchange")
        self._is_secret = True
        super().ssh_NEWKEYS(packet)
        self.ourKexInitPayload = self.otherKexInitPayload = b""  # some KiB that nobody needs any more
        self.output_went()

    def sendExtInfo(self, extensions: list[tuple[bytes, bytes]]) -> None:
        """Which signatures of clients we take is another question than which ones we make."""
        super().sendExtInfo([(b"server-sig-algs", b",".join(SIGNATURES))])

    def receiveError(self, reasonCode: int, description: str) -> None:
        """The client says goodbye."""

    def receiveUnimplemented(self, seqnum: int) -> None:
        """The client does not know something: it does not have to."""

    def receiveDebug(self, alwaysDisplay: bool, message: str, lang: str) -> None:
        """The client talks to itself."""

    # Output

    @property
    def is_output_waiting(self) -> bool:
        """Whether the client has yet to take what it was sent, or to agree on new keys."""
        return self.is_output_full or is_exchanging_keys(self)

    def output_went(self) -> None:
        """The client has taken output."""
        if self.visit is not None and not self.is_output_waiting:
            self.visit.unblock()


class Service(Silent, SSHService):
    """A service of one connection."""

    transport: SshTransport
