"""The way from a client to a server that does not always read."""

from __future__ import annotations

from collections import deque

from tests.doubles.harness import Client, Server

STEP = 0.05


class Wire:
    """The way from a client to the server: it delivers only while the server reads, and keeps the rest."""

    def __init__(self, server: Server, client: Client) -> None:
        self.waiting: deque[bytes] = deque()
        self._server = server
        self._client = client

    def send(self, *data: bytes) -> None:
        self.waiting.extend(data)
        self.deliver()

    def deliver(self) -> None:
        while self.waiting and self._client.pipe.is_reading and self._client.pipe.is_open:
            self._client.send(self.waiting.popleft())

    def advance(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self._server.advance(STEP, STEP)
            self.deliver()

    def flood(self, seconds: float, packet: bytes) -> None:
        """Never let the server run out of these, as long as it keeps its limits."""
        for _ in range(round(seconds / STEP)):
            for _ in range(20):
                if self._client.pipe.is_reading and self._client.pipe.is_open:
                    self.send(packet)
            self._server.advance(STEP, STEP)
