"""`tilenet bot dancing` as a process, at a server that plays one round and judges nothing, like the published one."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from random import Random

import pytest

from tests.doubles.dancing import Cell, Pair, fault_in_lines, fault_in_stars, fault_in_steps
from tests.doubles.processes import PATIENCE, Start
from tilenet.clients.bots.dancing.task import Task, generate, write

BOT = [sys.executable, "-m", "tilenet", "bot", "dancing"]
TASK = generate(20, 4, 10, Random(1))
VERDICT = "match: that was it"


class Visit:
    """The server's end of a connection."""

    def __init__(self, wire: socket.socket) -> None:
        wire.settimeout(PATIENCE)
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wire = wire
        self._bytes = b""

    def hear(self) -> str:
        while b"&" not in self._bytes:
            data = self._wire.recv(2**16)
            assert data, "the bot has hung up"
            self._bytes += data
        text, _, self._bytes = self._bytes.partition(b"&")
        return text.decode()

    def say(self, text: str) -> None:
        """In pieces, cut anywhere."""
        data = f"{text}&".encode()
        for at in range(0, len(data), 97):
            self._wire.sendall(data[at : at + 97])

    def begin(self, task: Task) -> None:
        self.say(f"{task.size} {task.colours} {task.each}")
        self.say(write(task))

    def stars(self) -> list[Cell]:
        return list(cells(self.hear()))

    def dance(self) -> tuple[list[list[Pair]], list[Pair]]:
        steps: list[list[Pair]] = []
        while (text := self.hear()) != "DONE":
            count, _, moves = text.partition(" ")
            steps.append(list(pairs(moves)))
            assert int(count) == len(steps[-1])
        return steps, list(pairs(self.hear()))

    def end(self, verdict: str = "") -> None:
        """Close the connection, as the published server does, or say how it ended before that."""
        if verdict:
            self.say(verdict)
        self._wire.close()


def cells(text: str) -> Iterator[Cell]:
    numbers = map(int, text.split())
    return zip(numbers, numbers, strict=True)


def pairs(text: str) -> Iterator[Pair]:
    found = cells(text)
    return zip(found, found, strict=True)


class Server:
    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(PATIENCE)
        self._wires: list[socket.socket] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def accept(self) -> Visit:
        self._wires.append(self._listener.accept()[0])
        return Visit(self._wires[-1])

    def close(self) -> None:
        for one in (*self._wires, self._listener):
            one.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with closing(Server()) as made:
        yield made


def check(stars: list[Cell], steps: list[list[Pair]], lines: list[Pair]) -> None:
    fault, where = fault_in_steps(TASK.size, TASK.dancers, stars, steps)
    assert not fault
    assert not fault_in_lines(TASK.colours, TASK.each, where, lines)


@pytest.mark.parametrize("verdict", [VERDICT, ""])
def test_a_round_against_itself(start: Start, server: Server, verdict: str) -> None:
    bot = start(BOT, server.address, "dora", "--role", "both", "--seconds", "2")
    choreographer = server.accept()
    assert choreographer.hear() == "dora"
    spoiler = server.accept()
    assert spoiler.hear() == "dora"
    for one in (choreographer, spoiler):
        one.begin(TASK)
    stars = spoiler.stars()
    assert not fault_in_stars(TASK.size, TASK.colours, TASK.each, TASK.dancers, stars)
    choreographer.say(" ".join(f"{x} {y}" for x, y in stars))
    check(stars, *choreographer.dance())
    spoiler.end(verdict)
    choreographer.end(verdict)
    assert bot.status() == 0
    assert bot.errors.text == ""
    assert f"choreographer: {verdict or 'the match is over; the server sent no verdict'}" in bot.log.lines


def test_a_server_that_closes_too_early(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--role", "spoiler")
    visit = server.accept()
    visit.hear()
    visit.end()
    assert bot.status() == 1
    assert bot.errors.text == "tilenet bot: the server has closed the connection\n"


def test_nobody_is_there(start: Start, free_port: int) -> None:
    bot = start(BOT, f"127.0.0.1:{free_port}")
    assert bot.status() == 1
    assert f"tilenet bot: 127.0.0.1:{free_port} cannot be reached" in bot.errors.text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_stopped_while_it_waits(start: Start, server: Server, number: signal.Signals) -> None:
    bot = start(BOT, server.address)
    server.accept().hear()
    bot.send_signal(number)
    assert bot.status() == 0
    assert bot.errors.text == ""
