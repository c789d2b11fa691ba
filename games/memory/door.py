"""The door for clients that speak Memory's own protocol: structs, as docs/memory.md has them.

<- dimension                at once: there is no login, and everybody gets a name
<- board                    as soon as there is a game
-> play                     a card, by column and row
<- play_response            what came of it, for everybody in the game
<- play_response (3) + endgame_info     the end; the next thing is another board
-> play with x = y = -1     answered by a last play_response (-6)

This door sends nothing of TileNet. The game's events tell it what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from weakref import ref

from tilenet.doors.door import Door
from tilenet.doors.gate import Gate
from tilenet.doors.session import WRONG as FAILED
from tilenet.doors.session import Dialect, Session
from tilenet.game import Event
from tilenet.games.memory.events import (
    BothHidden,
    Dealt,
    Filled,
    First,
    FirstHidden,
    Frozen,
    Over,
    Pair,
    Pick,
    Right,
    TooEarly,
    Unfrozen,
    Welcome,
    Wrong,
)
from tilenet.games.memory.wire import LEAVING, Code, Decoder, board, dimension, endgame, response
from tilenet.world.players.admission import Naming
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Request

ROOM = "memory"  # where clients of this protocol play, as the world calls it
NAME = "memory"  # what their players are called, with a number
OUT_OF_ORDER = "Memory is out of order at the moment."


class MemoryDoor(Door):
    """Clients of this protocol play in the world's room of Memory, like everybody else."""

    def __init__(self, gate: Gate) -> None:
        super().__init__(gate)
        self._last: Callable[[], Event | None] = lambda: None  # weakly, because events know players
        self._bytes = b""

    def dialect(self, session: Session) -> MemoryDialect:
        return MemoryDialect(session, self)

    def encoded(self, event: Event) -> bytes:
        """An event as bytes. Everybody is told of it in a row, so it is encoded once."""
        if event is not self._last():
            self._last, self._bytes = ref(event), encode(event)
        return self._bytes


class MemoryDialect(Dialect[Pick]):
    """A client that speaks Memory's own protocol. Each message gets a write of its own."""

    naming = Naming.COUNTED
    messages = (Pick,)

    def __init__(self, session: Session, door: MemoryDoor) -> None:
        super().__init__(session)
        self._door = door
        self._decoder = Decoder()
        self._is_welcome = False  # whether the client knows the dimension
        self._has_board = False  # whether it reads responses; if not, nothing but a board may come
        self._is_lost = False  # whether another game has begun that it cannot be told of

    # What the client says

    def greet(self) -> None:
        """There is no login in this protocol: everybody who connects is a guest."""
        self.session.login(NAME, "")

    def decode(self, data: bytes) -> Iterable[Pick]:
        return self._decoder.feed(data)

    def handle(self, pick: Pick) -> None:
        if (pick.x, pick.y) == LEAVING:
            self.session.end("You have left.", why="left")
        else:
            self.session.act(Request(pick))

    # Coming and going

    def client(self) -> Client:
        return self.session.new_client(listener=self._happened)

    def welcome(self, player: Player) -> None:
        self.session.world.place(player, ROOM)
        if not self._is_welcome:
            self.session.end(OUT_OF_ORDER)

    def refuse(self, reason: str) -> None:
        """The protocol has no words for it."""
        self.session.end(reason)

    def farewell(self, reason: str) -> bytes:
        return response(Code.PERMISSION_TO_LEAVE) if self._is_welcome else b""

    # When the server is reloaded

    def state(self) -> dict[str, Any] | None:
        """Somebody who is not a guest yet has to connect again: the next process would not greet them."""
        if self.session.player is None:
            return None
        return {
            "rest": self._decoder.rest.hex(),
            "is_welcome": self._is_welcome,
            "has_board": self._has_board,
            "is_lost": self._is_lost,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._decoder.rest = bytes.fromhex(state["rest"])
        self._is_welcome = state["is_welcome"]
        self._has_board = state["has_board"]
        self._is_lost = state["is_lost"]

    # What happens

    def _happened(self, event: Event) -> None:
        match event:
            case _ if self._is_lost:
                pass
            case Welcome(_, dim):
                self._welcome(dim)
            case Over():
                self._has_board = False
                self._send(encode(event) + self._result(event))
            case _:
                self._has_board = self._has_board or isinstance(event, Dealt)
                self._send(self._door.encoded(event))

    def _send(self, message: bytes) -> None:
        """Published clients take each message with one read, so each gets its own write."""
        self.line.send_single(message)

    def _welcome(self, dim: int) -> None:
        """Once; a second time the game has failed, and begins again. There is no word for that in the middle of one."""
        if not self._is_welcome:
            self._is_welcome = True
            self._send(dimension(dim))
        elif self._has_board:
            self._is_lost = True
            self.session.later(0, lambda: self.session.end(FAILED))

    def _result(self, event: Over) -> bytes:
        player = self.session.player
        cards = 0 if player is None else event.cards[player]
        return endgame(has_won=cards == event.most, points=cards)


def encode(event: Event) -> bytes:
    """What everybody in the game is sent."""
    match event:
        case Dealt(_, places):
            return board(places)
        case Filled(_, _, pick):
            return response(Code.FILLED, pick)
        case First(_, _, colour, pick, letters):
            return response(Code.FIRST_PLAY, pick, letters=(letters, ""), colour=colour)
        case Right(_, pair):
            return _pair(Code.SECOND_PLAY_RIGHT, pair)
        case Over(_, pair):
            return _pair(Code.GAME_OVER, pair)
        case Wrong(_, pair):
            return _pair(Code.SECOND_PLAY_WRONG, pair)
        case FirstHidden(_, pick):
            return response(Code.HIDE_FIRST_PLAY, pick)
        case BothHidden(_, first, second):
            return response(Code.HIDE_BOTH_PLAYS, first, second)
        case TooEarly(_, _, pick):
            return response(Code.WAITING_WRONG_PLAY_TIME_UP, pick)
        case Frozen():
            return response(Code.GAME_FROZEN)
        case Unfrozen():
            return response(Code.GAME_UNFROZEN)
    raise TypeError(f"{event!r} has no bytes in this protocol")


def _pair(code: Code, pair: Pair) -> bytes:
    return response(code, pair.first, pair.second, pair.letters, pair.colour)
