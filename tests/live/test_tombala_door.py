"""Tombala's own protocol at a server process: two players over sockets, lost connections, ports, and the end."""

from __future__ import annotations

import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_twisted
from twisted.internet import reactor as installed_reactor
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol, serverFromString
from twisted.internet.protocol import Protocol
from twisted.internet.task import deferLater

from tests.live.helper import LOCAL, PATIENCE, SERVE, TWISTD, Callers, Process, Start
from tests.model import say
from tests.tombala_clients import Game, Message, read, request
from tilenet.accounts import Guests
from tilenet.clients.bots import tombalajson
from tilenet.games.tombala.door import TombalaDoor
from tilenet.gate import Gate
from tilenet.limits import Limits
from tilenet.world import World

FAST = ("--commands-per-second", "1000000", "--command-burst", "1000000")
BOT = [sys.executable, "-I", "-S", str(Path(tombalajson.__file__).resolve())]
COMMANDS = {"tilenet": SERVE, "twistd": TWISTD}

reactor: Any = installed_reactor


class Guest:
    """A player of the JSON protocol at a blocking socket."""

    def __init__(self, port: int) -> None:
        self.name = ""
        self.game = Game()
        self.news: list[Message] = []  # what was read and not asked for yet
        self.is_over = False
        self._seqs = count()
        self._held = b""
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)

    def _read(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        assert left > 0, f"not within {PATIENCE} s, but {self.news}"
        self._socket.settimeout(left)
        data = self._socket.recv(1024)
        self.is_over = not data
        *lines, self._held = (self._held + data).split(b"\n")
        for line in lines:
            message = read(line + b"\n")
            self.news.append(message)
            self.game.hear(message)

    def take(self, *headers: str) -> Message:
        """Read up to the next message with one of these headers; that and all before it are no news any more."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for at, message in enumerate(self.news):
                if message.header in headers:
                    del self.news[: at + 1]
                    return message
            assert not self.is_over, f"the connection was closed before {headers}"
            self._read(deadline)

    def until_over(self) -> None:
        """Read until the server has closed its side."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_over:
            self._read(deadline)

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def ask(self, header: str, /, **body: object) -> Message:
        """Ask for something, and wait for the answer; what comes before it stays news."""
        seq = next(self._seqs)
        self.send(request(header, seq=seq, **body))
        deadline = time.monotonic() + PATIENCE
        while not any(message.is_answer for message in self.news):
            assert not self.is_over, f"the connection was closed before the answer to {header}"
            self._read(deadline)
        (answer,) = (message for message in self.news if message.is_answer)
        self.news.remove(answer)
        assert answer.body["seq"] == seq
        return answer

    def does(self, header: str, /, **body: object) -> None:
        answer = self.ask(header, **body)
        assert answer.is_right, answer

    def login(self, name: str) -> Guest:
        self.does("CLOGIN", username=name)
        self.name = name
        return self

    def join(self, room: str) -> None:
        self.game = Game()
        self.does("CJROOM", roomname=room)

    def reset(self) -> None:
        """Be gone without a goodbye."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def close(self) -> None:
        self._socket.close()


class Visits:
    """Makes guests; whoever made it closes them all."""

    def __init__(self) -> None:
        self._made: list[Guest] = []

    def __call__(self, port: int) -> Guest:
        guest = Guest(port)
        self._made.append(guest)
        return guest

    def close(self) -> None:
        for guest in self._made:
            guest.close()


@pytest.fixture
def guests() -> Iterator[Visits]:
    made = Visits()
    try:
        yield made
    finally:
        made.close()


def tombala_ports(server: Process, number: int = 1) -> list[int]:
    """The ports that so many lines of the log name."""
    found = server.log.wait_for(r" is serving Tombala on 127\.0\.0\.1:(\d+)\b", number)
    return [int(line[1]) for line in found]


def sit_down(port: int, guests: Visits, *names: str) -> list[Guest]:
    """New players in a room that begins in 1 s; wait until it has."""
    players = [guests(port).login(name) for name in names]
    players[0].does("CCROOM", roomname="den", countdown=1)
    for player in players:
        player.join("den")
    for player in players:
        player.take("BGCARD")
        player.take("BNUMBR")
        assert player.game.users == [*names]
    return players


def play_out(players: list[Guest]) -> None:
    """Go on, and claim what there is, until one has won and all have heard of it."""
    while True:
        for player in players:
            if player.game.rows > player.game.total(player.name):
                player.does("CCINKO", total=player.game.rows)
                for other in players:
                    other.take("BCINKO")
                if player.game.is_over:
                    return
        for player in players:
            player.does("CNNMBR")
        for player in players:
            player.take("BNUMBR")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_game_from_the_first_room_to_the_third_cinko(start: Start, guests: Visits, command: list[str]) -> None:
    server = start(command, "--listen", LOCAL, "--tombala", LOCAL, *FAST)
    (port,) = tombala_ports(server)
    players = sit_down(port, guests, "ann", "bob")
    play_out(players)
    assert players[0].game.numbers == players[1].game.numbers
    assert players[0].game.cinkos == players[1].game.cinkos
    assert players[0].ask("CLROOM").body["rooms"] == []
    players[1].does("CCROOM", roomname="den", countdown=60)
    for player in players:
        player.join("den")
    assert "Traceback" not in server.log.text


def test_a_client_that_is_killed_in_mid_turn_does_not_hold_the_others_up(start: Start, guests: Visits) -> None:
    server = start(TWISTD, "--listen", LOCAL, "--tombala", LOCAL, *FAST)
    (port,) = tombala_ports(server)
    ann, bob, eve = sit_down(port, guests, "ann", "bob", "eve")
    for player in (ann, bob):
        player.does("CNNMBR")
    eve.reset()
    for player in (ann, bob):
        assert player.take("BUSRLS").body == {"userlist": ["ann", "bob"]}
        player.take("BNUMBR")
    guests(port).login("eve")
    play_out([ann, bob])
    assert "Traceback" not in server.log.text


def test_all_endpoints_are_listened_on(start: Start, callers: Callers, guests: Visits) -> None:
    """Those of both protocols lead into one world."""
    server = start(TWISTD, "--listen", LOCAL, "--tombala", LOCAL, "--tombala", LOCAL)
    first, second = tombala_ports(server, 2)
    assert len({first, second, server.port}) == 3
    ann, bob = guests(first).login("ann"), guests(second).login("bob")
    ann.does("CCROOM", roomname="den", countdown=60)
    ann.join("den")
    bob.join("den")
    tom = callers.join(server.port, "tom")
    tom.walk("Tombala")
    tom.send(say(tom.screen.model.current or "", "/join den"))
    while ann.game.users != ["ann", "bob", "tom"]:
        ann.take("BUSRLS")
    tom.until("the room", lambda: tom.screen.room == "Tombala: den")
    names = {tom.screen.model.objects[objid]["name"] for objid in tom.screen.model.members_single()}
    assert {"ann", "bob", "tom"} <= names
    assert not guests(second).ask("CLOGIN", username="tom").is_right


def test_there_is_no_such_door_unless_it_is_asked_for(start: Start) -> None:
    server = start.local()
    assert server.port
    assert "Tombala on" not in server.log.text


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_taken_port_is_one_line_and_status_1(start: Start, command: list[str]) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        endpoint = f"tcp:{holder.getsockname()[1]}:interface=127.0.0.1"
        server = start(command, "--listen", LOCAL, "--tombala", endpoint)
        assert server.status() == 1
    assert server.errors.text == f"tilenet: cannot listen on {endpoint}: the port is taken\n"
    assert "Traceback" not in server.log.text


def test_a_bad_endpoint_is_one_line_and_status_1(start: Start) -> None:
    server = start(SERVE, "--listen", LOCAL, "--tombala", "pigeon:0")
    assert server.status() == 1
    assert server.errors.text.startswith("tilenet serve: --tombala pigeon:0: ")
    assert server.errors.text.endswith("; an endpoint is like tcp:44455\n")
    assert len(server.errors.lines) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_closes_all_connections(start: Start, guests: Visits, number: signal.Signals) -> None:
    server = start.local("--tombala", LOCAL)
    (port,) = tombala_ports(server)
    players = [*sit_down(port, guests, "ann", "bob"), guests(port)]
    server.send_signal(number)
    for player in players:
        player.until_over()
        player.close()
    assert server.status() in (0, -number)
    assert "Traceback" not in server.log.text
    assert server.errors.text == ""


def test_a_closed_server_lets_nobody_in(start: Start, guests: Visits) -> None:
    server = start.local("--tombala", LOCAL, "--closed")
    (port,) = tombala_ports(server)
    ann = guests(port)
    ann.does("CHBEAT")
    for _ in range(3):
        assert not ann.ask("CLOGIN", username="ann").is_right
    ann.until_over()


def test_the_sample_bots_play_a_whole_game(start: Start, guests: Visits) -> None:
    """The client that comes with the server, twice, and a guest who sees them through."""
    server = start.local("--tombala", LOCAL, *FAST)
    (port,) = tombala_ports(server)
    ann = guests(port).login("ann")
    ann.does("CCROOM", roomname="den", countdown=4)
    ann.join("den")
    start([*BOT, f"127.0.0.1:{port}", "bot", "--count", "2", "--room", "den", "--games", "1"])
    ann.take("BNUMBR")
    assert {*ann.game.users} == {"ann", "bot-1", "bot-2"}
    while not ann.game.is_over:
        assert ann.ask("CNNMBR").is_right or ann.game.is_over
        while not ann.game.is_over and ann.take("BNUMBR", "BCINKO").header != "BNUMBR":
            pass
    assert "Traceback" not in server.log.text


@pytest_twisted.ensureDeferred
async def test_a_peer_that_has_vanished_is_noticed_within_30_s() -> None:
    """Who has never sent a heartbeat is asked by TCP."""
    limits = Limits()
    gate = Gate(World(reactor, Random(1), [], limits, Guests()), reactor, limits)
    port = await serverFromString(reactor, LOCAL).listen(TombalaDoor(gate))
    endpoint = TCP4ClientEndpoint(reactor, "127.0.0.1", port.getHost().port, timeout=PATIENCE)
    client: Any = await connectProtocol(endpoint, Protocol())
    try:
        while not gate.sessions:
            await deferLater(reactor, 0.01)
        (session,) = gate.sessions
        transport: Any = session.transport
        handle = transport.getHandle()
        options = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        idle, interval, questions = (handle.getsockopt(socket.IPPROTO_TCP, option) for option in options)
        assert handle.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert idle + interval * questions <= 30
        assert handle.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 30_000
        assert handle.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
    finally:
        client.transport.abortConnection()
        await gate.close("The test is over.")
        await port.stopListening()
