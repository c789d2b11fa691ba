"""The protocol of Dancing without Stars, as its players see it: texts that end with an &.

player:  NAME&                            the first to come is the choreographer, the second the spoiler
         (below the name may be a line `role: any`, or with the only role that the player wants)
server:  role: spoiler&                   if there was such a line; some servers take it for a part of the name
server:  30 4 40&                         board size, colours, dancers of each colour
server:  Dancer positions for color: 1    the input file (some servers send it first)
         7 14 ... &
spoiler: 6 3 16 14 ... &                  stars, x y each
server:  6 3 16 14 ... &                  the choreographer is told them
choreographer:
         2 10 11 11 11 6 0 6 1&           a step: number of moves, then x1 y1 x2 y2 each; and so on
         DONE&
         0 0 0 3 2 2 2 5 ... &            the lines, x1 y1 x2 y2 each
server:  any other text&                  how it ended; the published server just closes the connection instead
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import Protocol

from tilenet.clients.address import Address
from tilenet.clients.bots.dancing.task import Dance, Point

PORT = 4321
DONE = "DONE"
ROLE = "role: "  # before a role
END = "&"
LONGEST = 2**20  # bytes of a message
CONNECTING = 10.0  # seconds


class Lost(Exception):
    """There is no connection, or none that we can play on."""


class Closed(Lost):
    """The server has closed the connection."""

    def __init__(self) -> None:
        super().__init__("the server has closed the connection")


class Link(Protocol):
    """Texts to and from a server."""

    def send(self, text: str) -> None:
        """Send one."""

    def receive(self) -> str:
        """Wait for the next one. Raises Closed at the end, and Lost if the connection fails."""


class SocketLink:
    """A connection to a server."""

    def __init__(self, address: Address) -> None:
        try:
            self._socket = socket.create_connection(address, CONNECTING)
        except OSError as error:
            raise Lost(f"{address} cannot be reached: {error.strerror or error}") from None
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self._received = b""

    def send(self, text: str) -> None:
        try:
            self._socket.sendall((text + END).encode())
        except OSError as error:
            raise Lost(error.strerror or str(error)) from None

    def receive(self) -> str:
        end = END.encode()
        while end not in self._received:
            try:
                data = self._socket.recv(2**16)
            except OSError as error:
                raise Lost(error.strerror or str(error)) from None
            if not data:
                raise Closed
            self._received += data
            if len(self._received) > LONGEST:
                raise Lost("the server sends a message without an end")
        message, _, self._received = self._received.partition(end)
        return message.decode(errors="replace").strip()

    def close(self) -> None:
        self._socket.close()


def join(points: Iterable[Point]) -> str:
    """x y x y ..."""
    return " ".join(f"{x} {y}" for x, y in points)


def dance_texts(dance: Dance) -> list[str]:
    """All that a choreographer sends."""
    steps = [f"{len(step)} {join(point for move in step for point in move)}" for step in dance.steps]
    return [*steps, DONE, join(point for line in dance.lines for point in line)]


def read_points(text: str) -> list[Point]:
    """Read stars; nothing if this is something else."""
    numbers = read_numbers(text)
    return [] if len(numbers) % 2 else list(zip(numbers[::2], numbers[1::2], strict=True))


def read_numbers(text: str) -> list[int]:
    """Read numbers; nothing if there is anything else."""
    words = text.split()
    return [int(word) for word in words] if all(word.isascii() and word.isdecimal() for word in words) else []


def introduction(name: str, role: str) -> str:
    """What a player says first, to be told its role; the role is the only one that it takes, or any."""
    return f"{name}\n{ROLE}{role}"


def is_parameters(text: str) -> bool:
    return len(read_numbers(text)) == 3


def is_file(text: str) -> bool:
    """Whether there are dancers in it."""
    return any(len(read_numbers(line)) == 2 for line in text.splitlines())
