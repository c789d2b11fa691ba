"""Memory's own protocol over sockets: whole games, each message in one write and one read, and every kind of end."""

from __future__ import annotations

import signal
import socket
from random import Random
from typing import Any

import pytest
import pytest_twisted
from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol, serverFromString
from twisted.internet.protocol import Protocol

from tests.doubles.memory_callers import MemoryCaller, MemoryCallers, memory_ports
from tests.doubles.memory_cards import Stacked
from tests.doubles.memory_clients import Reader, play
from tests.doubles.memory_model import (
    CODE_OVER,
    FILLED,
    FIRST_PLAY,
    HIDE_FIRST,
    LEAVE,
    RIGHT,
    WRONG,
    Message,
)
from tests.doubles.processes import LOCAL, PATIENCE, SERVE, TWISTD, Start
from tilenet.catalogue import GamePlugin
from tilenet.doors.gate import Gate
from tilenet.games.memory.door import MemoryDoor
from tilenet.games.memory.game import Memory
from tilenet.limits import Limits
from tilenet.lines.tcp import SocketSender, sender_to
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

SMALL = ("--room-option", "memory.dim=2")
COMMANDS = {"tilenet": SERVE, "twistd": TWISTD}

reactor: Any = installed_reactor


def find_pair(player: MemoryCaller, others: list[MemoryCaller], known: dict[tuple[int, int], str]) -> Message:
    """Pick the first card that is not known to be found, and its mate; everybody reads along."""
    left = [(x, y) for y in range(player.dim) for x in range(player.dim) if known.get((x, y)) != "found"]

    def pick(cell: tuple[int, int]) -> Message:
        player.pick(*cell)
        answer, *heard = [one.response() for one in (player, *others)]
        assert heard == [answer] * len(others)
        return answer

    first, *rest = left
    assert pick(first)[1] == FIRST_PLAY
    for cell in rest:
        answer = pick(cell)
        if answer[1] in (RIGHT, CODE_OVER):
            known[first] = known[cell] = "found"
            return answer
        assert answer[1] == WRONG
        hidden = [one.response() for one in (player, *others)]  # 2 s later
        assert {message[1] for message in hidden} == {-4}
        assert pick(first)[1] == FIRST_PLAY
    raise AssertionError("there is no mate")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_game_from_the_first_board_to_the_result(
    start: Start, memory_callers: MemoryCallers, command: list[str]
) -> None:
    server = start(command, "--listen", LOCAL, "--memory", LOCAL, *SMALL)
    (port,) = memory_ports(server)
    ann, bob = memory_callers.in_a_game(port)
    known: dict[tuple[int, int], str] = {}
    find_pair(ann, [bob], known)
    assert find_pair(bob, [ann], known)[1] == CODE_OVER
    assert ann.endgame() == bob.endgame() == ("end", 0, 2)
    bob.pick(0, 0)
    bob.quit()
    assert bob.response()[1] == LEAVE, "and no answer to the pick, in the pause"
    assert bob.read(1) == b""
    assert "Traceback" not in server.log.text


def test_a_client_that_is_killed_in_the_middle_of_a_play(start: Start, memory_callers: MemoryCallers) -> None:
    server = start.local("--memory", LOCAL)
    (port,) = memory_ports(server)
    ann, bob, eve = memory_callers.in_a_game(port, 3)
    eve.pick(0, 0)
    assert [one.response()[1] for one in (ann, bob)] == [FIRST_PLAY] * 2
    eve.send(play(2, 1, 1)[:5])
    eve.reset()
    ann.pick(0, 0)
    assert bob.response()[1] == FILLED
    assert bob.response()[1] == HIDE_FIRST
    assert "Traceback" not in server.log.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_when_the_server_stops_everybody_may_leave(
    start: Start, memory_callers: MemoryCallers, number: signal.Signals
) -> None:
    server = start.local("--memory", LOCAL)
    (port,) = memory_ports(server)
    players = memory_callers.in_a_game(port, 3)
    server.send_signal(number)
    for player in players:
        assert player.response()[1] == LEAVE
        assert player.read(1) == b""
        player.close()
    assert server.status() in (0, -number)
    assert "Traceback" not in server.log.text


def test_silence_is_no_offence(start: Start, memory_callers: MemoryCallers) -> None:
    """The time for a login is not for those who need none."""
    server = start.local("--memory", LOCAL, "--login-seconds", "0.2")
    (port,) = memory_ports(server)
    ann, bob = memory_callers.in_a_game(port)
    assert ann.is_silent_for(0.6)
    bob.pick(0, 0)
    assert ann.response()[1] == FIRST_PLAY


class Player(Protocol):
    """A client on the reactor, which counts bytes."""

    def __init__(self) -> None:
        self.size = 0
        self._wanted: tuple[int, Deferred[None]] | None = None

    def dataReceived(self, data: bytes) -> None:
        self.size += len(data)
        if self._wanted is not None and self.size >= self._wanted[0]:
            (_, done), self._wanted = self._wanted, None
            done.callback(None)

    async def until(self, size: int) -> None:
        """Wait until this many bytes have come in all."""
        if self.size < size:
            done: Deferred[None] = Deferred()
            self._wanted = size, done
            await done.addTimeout(PATIENCE, reactor)
        assert self.size == size


@pytest_twisted.ensureDeferred
async def test_each_message_is_one_send_on_the_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a whole game: what the server hands to the kernel at once is one message, and the kernel does not wait."""
    sent: list[list[bytes]] = []  # of each connection

    def tapped(*args: Any) -> Any:
        sender = sender_to(*args)
        assert isinstance(sender, SocketSender)
        send = sender.send
        mine: list[bytes] = []
        sent.append(mine)

        def send_now(data: bytes) -> int:
            mine.append(bytes(data))
            return send(data)

        sender.send = send_now
        assert sender.transport.getHandle().getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        return sender

    monkeypatch.setattr("tilenet.doors.door.sender_to", tapped)
    limits = Limits(command_burst=1000)
    games = [GamePlugin("memory", Memory, lambda random: Memory(Stacked()))]
    world = World(reactor, Random(1), games, limits, Guests())
    gate = Gate(world, reactor, limits)
    port = await serverFromString(reactor, LOCAL).listen(MemoryDoor(gate))
    players: list[Any] = []
    try:
        for _ in range(2):
            endpoint = TCP4ClientEndpoint(reactor, "127.0.0.1", port.getHost().port, timeout=PATIENCE)
            players.append(await connectProtocol(endpoint, Player()))
        await players[0].until(4 + 320)
        await players[1].until(4 + 320)
        cells = [(x, y) for y in range(4) for x in range(4)]
        players[0].transport.write(b"".join(play(id, *cell) for id, cell in enumerate(cells)))  # in one piece
        for player in players:
            await player.until(4 + 320 + 15 * 48 + 56)
        players[1].transport.write(play(1, -1, -1))
        await players[1].until(4 + 320 + 15 * 48 + 56 + 48)
    finally:
        for player in players:
            player.transport.abortConnection()
        await gate.close("The test is over.")
        await port.stopListening()
    assert [len(data) for data in sent[0]] == [4, 320, *[48] * 15, 56, 48]  # the last when the server stops
    assert [len(data) for data in sent[1]] == [4, 320, *[48] * 15, 56, 48]
    for writes in sent:
        reader = Reader()
        for data in writes:
            reader.read(data)
