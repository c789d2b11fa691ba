"""The door for another kind of client, which speaks TileNet in JSON over WebSocket; `tilenet.wire.jsonwire` has it.

What it says makes no sense now and then: after a lost connection, it begins the next one with what it did not get rid
of. So commands before a login are skipped, and nonsense in a game is, too. It takes the end of a connection for granted
only after a <logged-out>: that comes first, always.
"""

from __future__ import annotations

from typing import Any

from tilenet.doors.door import Door
from tilenet.doors.session import Session
from tilenet.doors.tilenet import act_of, welcome_text
from tilenet.doors.websocket import FrameDialect
from tilenet.lines.frames import NORMAL, TOO_BIG, TRY_LATER, Text, Violation, close_frame, frame_each_line
from tilenet.lines.websocket import WEBSOCKETS
from tilenet.wire.format import JSON
from tilenet.wire.jsonwire import decode, encode
from tilenet.wire.messages import Cmd, Fault, LoggedIn, LoggedOut, Login, Logout, ServerOpen
from tilenet.world.players.client import Client, Screen
from tilenet.world.players.player import Player


class JsonDialect(FrameDialect):
    """A client that speaks TileNet in JSON. It is shown all of the room that its player is in."""

    holds_seats = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.line.framing = frame_each_line
        self._message = b""  # as much of it as has come

    def greet(self) -> None:
        gate = self.session.gate
        self.line.send(encode(ServerOpen(gate.group, gate.name, gate.status)))

    def read(self, piece: Text) -> list[Any]:
        limits = self.session.gate.limits
        limit = limits.login_tag_bytes if self.session.player is None else limits.tag_bytes
        self._message += piece.data
        if len(self._message) > limit:
            self._message = b""
            return [Violation(TOO_BIG, f"a message longer than {limit} bytes")]
        if not piece.is_last:
            return []
        message, self._message = self._message, b""
        found = decode(message)
        return [] if found is None else [found]

    def obey(self, message: Any) -> None:
        session = self.session
        if session.player is None:
            match message:
                case Login(user, password):
                    session.login(user, password)
                case Fault(reason):
                    session.end(f"Error: {reason}.")
            return
        match message:
            case Cmd():
                session.act(act_of(message))
            case Logout(text):
                self.line.close_code = NORMAL
                session.end("You have logged out.", why="logged out" + (f": {text}" if text else ""))

    def client(self) -> Client:
        return Client(self.line.peer, Screen(self.line, JSON, self.session.world.is_online))

    def welcome(self, player: Player) -> None:
        self.line.send(encode(LoggedIn(welcome_text("Welcome", player), player.objid)))
        self.session.world.place(player)

    def welcome_back(self, player: Player) -> None:
        self.line.send(encode(LoggedIn(welcome_text("Welcome back", player), player.objid)))

    def refuse(self, reason: str) -> None:
        self.line.send(encode(LoggedIn(reason)))

    def farewell(self, reason: str) -> bytes:
        return super().farewell(reason) + encode(LoggedOut(reason))


class JsonDoor(Door):
    """The door for clients that speak TileNet in JSON. Connections come to it after a handshake; see `web`."""

    lines = WEBSOCKETS
    login_seconds = 300.0  # they connect at once, and log in when somebody has typed a name
    max_waiting = 64

    def dialect(self, session: Session) -> JsonDialect:
        return JsonDialect(session)

    def busy(self) -> bytes:
        answer = encode(ServerOpen(self.gate.group, self.gate.name, "busy"))
        return frame_each_line(answer) + close_frame(TRY_LATER)
