"""The door for another kind of client, which speaks TileNet in JSON over WebSocket; `tilenet.wire.jsonwire` has it.

What it says makes no sense now and then: after a lost connection, it begins the next one with what it did not get rid
of. So commands before a login are skipped, and nonsense in a game is, too. It takes the end of a connection for granted
only after a <logged-out>: that comes first, always.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilenet.doors.door import Door
from tilenet.doors.jsonscreen import JsonScreen
from tilenet.doors.session import Dialect, Session
from tilenet.doors.tilenet import act_of, welcome_text
from tilenet.lines.frames import close_frame, frame_each_line
from tilenet.lines.framing import NORMAL, TOO_BIG, TRY_LATER
from tilenet.lines.websocket import LineFraming
from tilenet.wire.jsonwire import decode, encode
from tilenet.wire.messages import Cmd, Fault, LoggedIn, LoggedOut, Login, Logout, Message, ServerOpen
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player


class TooLong(Fault):
    """A message that is too long, of which no more is read."""


class JsonDialect(Dialect[Message]):
    """A client that speaks TileNet in JSON, one message a line. It is shown all of the room that its player is in."""

    __slots__ = ("_rest", "_screen")

    holds_seats = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._rest = b""  # of a message, as much as has come
        self._screen: JsonScreen | None = None

    def greet(self) -> None:
        gate = self.session.gate
        self.line.send(encode(ServerOpen(gate.group, gate.name, gate.status)))

    def decode(self, data: bytes) -> Iterable[Message]:
        *lines, rest = (self._rest + data).split(b"\n")
        limits = self.session.gate.limits
        limit = limits.login_tag_bytes if self.session.player is None else limits.tag_bytes
        for line in [*lines, rest]:
            if len(line) > limit:
                self._rest = b""
                return [TooLong(f"a message longer than {limit} bytes")]
        self._rest = rest
        return [message for message in map(decode, lines) if message is not None]

    def handle(self, message: Message) -> None:
        session = self.session
        match message:
            case TooLong(reason):
                session.end(f"Error: {reason}.", code=TOO_BIG)
            case Login(user, password) if session.player is None:
                session.login(user, password)
            case Fault(reason) if session.player is None:
                session.end(f"Error: {reason}.")
            case Cmd() if session.player is not None:
                session.act(act_of(message))
            case Logout(text) if session.player is not None:
                session.end("You have logged out.", "logged out" + (f": {text}" if text else ""), NORMAL)

    def client(self) -> Client:
        world = self.session.world
        self._screen = JsonScreen(self.line, world.turn, world.is_online)
        return self.session.new_client(self._screen)

    def welcome(self, player: Player) -> None:
        self.line.send(encode(LoggedIn(welcome_text("Welcome", player), player.objid)))
        self.session.world.place(player)

    def welcome_back(self, player: Player) -> None:
        self.line.send(encode(LoggedIn(welcome_text("Welcome back", player), player.objid)))

    def refuse(self, reason: str) -> None:
        self.line.send(encode(LoggedIn(reason)))

    def farewell(self, reason: str) -> bytes:
        """What the client was shown so far comes first."""
        if self._screen is not None:
            self._screen.close()
        return encode(LoggedOut(reason))


class JsonDoor(Door):
    """The door for clients that speak TileNet in JSON. Connections come to it after a handshake; see `web`."""

    framing = LineFraming
    login_seconds = 300.0  # they connect at once, and log in when somebody has typed a name
    max_waiting = 64
    max_waiting_per_address = 32  # a class or an office

    def dialect(self, session: Session) -> JsonDialect:
        return JsonDialect(session)

    def busy(self) -> bytes:
        answer = encode(ServerOpen(self.gate.group, self.gate.name, "busy"))
        return frame_each_line(answer) + close_frame(TRY_LATER)
