"""A server in memory with both doors to Memory, and clients of its binary protocol that put up with nothing else.

Such a client reads as the published ones do: it knows what comes next, and takes each write for one message. Whatever
else comes is an error of the server. What it has read is in the words of `tests/doubles/memory_model.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.doubles.harness import Client, Server
from tests.doubles.memory_model import CODE_OVER, LEAVE, Message
from tests.doubles.model import click
from tests.doubles.pipe import Caller
from tilenet.catalogue import GamePlugin
from tilenet.games.memory.door import MemoryDoor
from tilenet.games.memory.game import Memory
from tilenet.games.memory.rules import Contest
from tilenet.wire.messages import Status

RESPONSE, PLACE, ENDGAME = 48, 20, 8  # bytes


class Illegal(AssertionError):
    """The server sent what the protocol does not have."""


def number(data: bytes, at: int) -> int:
    """A signed 32-bit integer, little-endian."""
    return int.from_bytes(data[at : at + 4], "little", signed=True)


def numbers(data: bytes, at: int) -> tuple[int, int, int]:
    return number(data, at), number(data, at + 4), number(data, at + 8)


def text(data: bytes, at: int) -> str:
    """Two letters or none, and zeros up to three bytes."""
    letters = data[at : at + 3].rstrip(b"\0").decode("ascii")
    if len(letters) not in (0, 2) or data[at + 2]:
        raise Illegal(f"this is no text of a card: {data[at : at + 3]!r}")
    return letters


def read_response(data: bytes) -> Message:
    if len(data) != RESPONSE:
        raise Illegal(f"this is no response: {data!r}")
    if data[34:36] != b"\0\0":
        raise Illegal(f"padding is zero: {data!r}")
    return (
        "response",
        number(data, 0),
        numbers(data, 4),
        numbers(data, 16),
        text(data, 28),
        text(data, 31),
        numbers(data, 36),
    )


def read_board(data: bytes, dim: int) -> Message:
    if len(data) != PLACE * dim * dim:
        raise Illegal(f"this is no board: {len(data)} bytes")
    places = [data[at : at + PLACE] for at in range(0, len(data), PLACE)]
    if any(place[3] for place in places):
        raise Illegal("padding is zero")
    return "board", tuple((text(place, 0), number(place, 4), numbers(place, 8)) for place in places)


def read_endgame(data: bytes) -> Message:
    if len(data) != ENDGAME or number(data, 0) not in (0, 1):
        raise Illegal(f"this is no result: {data!r}")
    return "end", number(data, 0), number(data, 4)


class Reader:
    """Makes messages of writes: dimension, board, then responses; after the last of a game, a board again."""

    def __init__(self) -> None:
        self.dim = 0
        self.has_board = False
        self.is_over = False  # whether it may leave

    def read(self, data: bytes) -> list[Message]:
        """One write."""
        if self.is_over:
            raise Illegal(f"nothing comes after the permission to leave: {data!r}")
        if not self.dim:
            if len(data) != 4 or not 2 <= number(data, 0) <= 26:
                raise Illegal(f"this is no dimension: {data!r}")
            self.dim = number(data, 0)
            return [("dimension", self.dim)]
        if len(data) == RESPONSE and number(data, 0) == LEAVE:
            self.is_over = True
            return [read_response(data)]
        if not self.has_board:
            self.has_board = True
            return [read_board(data, self.dim)]
        response = read_response(data[:RESPONSE])
        if response[1] == CODE_OVER:
            self.has_board = False
            return [response, read_endgame(data[RESPONSE:])]
        if len(data) != RESPONSE:
            raise Illegal(f"two messages in one write: {data!r}")
        return [response]


class BinaryClient(Caller):
    """A client of the binary protocol, connected to the server in memory."""

    def __init__(self, server: MemoryServer, address: str) -> None:
        self.reader = Reader()
        self.heard: list[Message] = []  # all of it
        self._seen = 0  # writes that were read
        self._ids = 0
        super().__init__(server, server.memory, address)

    def read(self, data: bytes) -> None:
        for write in self.pipe.writes[self._seen :]:
            self.heard += self.reader.read(write)
        self._seen = len(self.pipe.writes)

    # What a player does and knows

    def pick(self, *cells: tuple[int, int]) -> list[Message]:
        """Pick cards, one after the other; what came of it."""
        before = len(self.heard)
        for x, y in cells:
            self._ids += 1
            self.send(play(self._ids, x, y))
        return self.heard[before:]

    def quit(self) -> None:
        self.send(play(39, -1, -1))

    @property
    def codes(self) -> list[int]:
        """The codes of all responses so far."""
        return [message[1] for message in self.heard if message[0] == "response"]

    @property
    def kinds(self) -> list[object]:
        """All messages so far: responses by their codes, the others by their names."""
        return [message[1] if message[0] == "response" else message[0] for message in self.heard]

    def forget(self) -> None:
        self.heard.clear()


def play(id: int, x: int, y: int) -> bytes:
    return b"".join(value.to_bytes(4, "little", signed=True) for value in (id, x, y))


class MemoryServer(Server):
    """A server with both doors, a room of Memory, and clients of both kinds."""

    others: list[BinaryClient]

    def __init__(
        self, game: type[Memory] = Memory, status: Status = "open", random: Random | None = None, **limits: float
    ) -> None:
        """The cards are dealt by `random`."""
        super().__init__(
            [GamePlugin("memory", game, lambda _: game(random or Random(1)))], status, None, None, True, 1, **limits
        )
        self.memory = MemoryDoor(self.gate)

    def dial(self, address: str = "127.0.0.1") -> BinaryClient:
        """A new client of the binary protocol."""
        client = BinaryClient(self, address)
        self.others.append(client)
        self.settle()
        return client

    def walk_in(self, name: str) -> Client:
        """A new TileNet player in the room."""
        client = self.join(name)
        client.click("Memory")
        return client

    def pick(self, client: Client, *cells: tuple[int, int]) -> None:
        """Let a TileNet player pick cards."""
        for cell in cells:
            client.send(click(client.model.grid()[cell]))

    def forget(self) -> None:
        for client in self.others:
            client.forget()

    @property
    def contest(self) -> Contest:
        game = self.world.rooms["memory"].game
        assert isinstance(game, Memory)
        return game.contest

    def own_leftovers(self) -> dict[str, Sequence[object]]:
        return {"seats": [*self.contest.seats]}
