"""A server in memory with both doors, and programs that speak Dancing's own protocol as published ones do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.doubles.dancing_boards import instance_of
from tests.doubles.harness import Client, Server
from tests.doubles.pipe import Caller
from tilenet.catalogue import GamePlugin
from tilenet.games.dancing.door import DancingDoor
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.hall import MATCH, Entry, read_entry
from tilenet.games.dancing.lobby import Lobby
from tilenet.world.players.accounts import Accounts

BOARD = """
    1..2
    ....
    2..1
    ....
"""
STARS = "3 0 1 1 "
STEPS = ("2 0 0 0 1 2 0 2 1", "2 0 1 0 2 2 1 2 2")
LINES = "0 2 0 3 2 2 2 3 "
PLAN = (*STEPS, "DONE", LINES)  # that reaches the goal


class SmallLobby(Lobby):
    """Everybody gets the same small board."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._instance = instance_of(BOARD)


FILE = instance_of(BOARD).text
PARAMETERS = "4 2 2"


class TwoRounds(SmallLobby):
    rounds = 2


def rooms(lobby: type[Lobby] = Lobby) -> list[GamePlugin]:
    """The plugins of a lobby, and of the matches that it opens."""
    return [GamePlugin("dancing", lobby), GamePlugin(MATCH, DancingGame, is_at_home=False)]


class Program(Caller):
    """A client of Dancing's own protocol, connected to the server in memory."""

    def __init__(self, server: DancingServer, address: str) -> None:
        super().__init__(server, server.dancing, address)
        self._taken = 0  # messages that were looked at

    def say(self, *texts: str) -> None:
        """Say these, each in a piece of its own."""
        for text in texts:
            self.send(text.encode() + b"&")

    @property
    def heard(self) -> list[str]:
        """All messages so far. What the server sends is always whole messages, none of them empty."""
        assert self.raw == b"" or self.raw.endswith(b"&"), self.raw
        messages = self.raw.decode().split("&")[:-1]
        assert all(messages), messages
        return messages

    @property
    def news(self) -> list[str]:
        """The messages since this was asked last."""
        news = self.heard[self._taken :]
        self._taken += len(news)
        return news


class DancingServer(Server):
    """A server with both doors, a lobby of Dancing, and clients of both kinds."""

    others: list[Program]

    def __init__(
        self, lobby: type[Lobby] = SmallLobby, seed: int = 1, accounts: Accounts | None = None, **limits: float
    ) -> None:
        super().__init__(rooms(lobby), "open", accounts, None, True, seed, **limits)
        self.dancing = DancingDoor(self.gate)

    def dial(self, address: str = "127.0.0.1") -> Program:
        """A new connection of a program."""
        program = Program(self, address)
        self.others.append(program)
        self.settle()
        return program

    def enter(self, name: str) -> Program:
        """One that has said its name."""
        program = self.dial()
        program.say(name)
        return program

    def pair(self, first: str = "ann", second: str = "bob") -> tuple[Program, Program]:
        """Two programs in a match, which have been told of the instance."""
        programs = self.enter(first), self.enter(second)
        for program in programs:
            assert program.news == [PARAMETERS, FILE]
        return programs

    # Rooms

    def games(self) -> list[DancingGame]:
        """All tables, the oldest first."""
        return [room.game for room in self.world.rooms.values() if isinstance(room.game, DancingGame)]

    def entries(self) -> list[Entry]:
        """What the directory says about all of them."""
        return [entry for one in self.world.directory.listed_by("dancing") if (entry := read_entry(one)) is not None]

    def watch(self, name: str, match: int = 0) -> Client:
        """A new TileNet player at a match."""
        client = self.join(name)
        client.click("Dancing")
        room = [room for room in self.world.rooms.values() if isinstance(room.game, DancingGame)][match]
        player = self.world.players[client.agent]
        self.world.send_to(player, room.name)
        self.settle()
        assert client.room == room.title
        return client

    def own_leftovers(self) -> dict[str, Sequence[object]]:
        """Results and their rooms may stay."""
        matches = self.world.directory.listed_by("dancing")
        return {"rooms": [one.room for one in matches if one.summary.phase not in ("", "over")]}


def shown(client: Client, size: int = 4) -> str:
    """The board that a TileNet player sees."""
    grid = client.model.grid()
    rows = ["".join(str(client.model.objects[grid[2 + y, x]]["name"]) for y in range(size)) for x in range(size)]
    return "\n".join(rows)


def beside(client: Client) -> list[str]:
    """What the tiles beside the board say, from the clock down."""
    grid = client.model.grid()
    return [str(client.model.objects[grid[0, y]]["name"]) for y in range(7, 13)]


def headline(client: Client) -> str:
    return str(client.model.objects[client.model.current or ""]["text"])
