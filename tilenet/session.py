"""One TileNet client's session.

<- <server>                 at once
-> <client> <login>         answered by <logged-in>, tried again if that has no objid
<- <set>... <hear>...       as the player's room sends them
-> <cmd> <xrequest>         in order; illegal ones end the session, those that cannot be executed do nothing
-> <logout>                 or whatever else ends it:
<- <logged-out> </server>   the reason
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tilenet.connection import Connection
from tilenet.grammar import CLIENT, SERVER
from tilenet.messages import (
    ClientOpen,
    Cmd,
    Fault,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    ServerOpen,
    Xrequest,
)
from tilenet.player import Player
from tilenet.wire import Decoder, closing, encode, opening

if TYPE_CHECKING:
    from tilenet.door import TileNetDoor


class Session(Connection):
    """A client that speaks TileNet. It sees all of the room that its player is in."""

    sees = True

    def __init__(self, door: TileNetDoor, address: str) -> None:
        super().__init__(door.gate, address)
        self._door = door
        self._decoder = Decoder(CLIENT, door.gate.limits.login_tag_bytes)

    def _greet(self) -> None:
        self.send = self._outbox.send  # type: ignore[method-assign]  # its own, to save a call for each delivery
        self.send(opening(ServerOpen(self._door.group, self._door.name, self._gate.status)))

    def _decode(self, data: bytes) -> tuple[Iterable[Message], float]:
        before = self._decoder.work
        messages = self._decoder.feed(data)
        return messages, self._decoder.work - before

    def _handle(self, message: Message) -> None:
        match message:
            case ClientOpen():
                pass
            case Login(user, password) if self.player is None:
                self._login(user, password)
            case Cmd(kind, target, _, text) if self.player is not None and self.player.room is not None:
                room = self.player.room
                match kind:
                    case "click":
                        room.click(self.player, target)
                    case "press":
                        room.press(self.player, target)
                    case "say":
                        room.say(self.player, target, text)
            case Xrequest() if self.player is not None:
                pass  # no extension is known here: it is read, and that is all
            case Logout(reason):
                self.end("You have logged out.", why="logged out" + (f": {reason}" if reason else ""))
            case Fault(reason):
                self.end(f"Error: {reason}.")
            case _:
                self.end(f"Error: <{type(message).__name__.lower()}> out of order.")

    def _welcome(self, player: Player) -> None:
        self._decoder.set_limit(self._gate.limits.tag_bytes)
        name = player.distinct_name
        message = f"Welcome, {name}."
        if name != player.name.strip():
            message += f" The name {player.name.strip()} is taken, so you are called {name} here."
        self.send(encode(LoggedIn(message, player.objid)))
        self._gate.world.place(player)

    def _tell_refusal(self, reason: str) -> None:
        self.send(encode(LoggedIn(reason)))

    def _farewell(self, reason: str) -> bytes:
        """The end of the document as the grammar wants it [c8.1]: there is no <logged-out> before a <logged-in>."""
        was_answered = self.player is not None or self._tries
        return (encode(LoggedOut(reason)) if was_answered else b"") + closing(SERVER)
