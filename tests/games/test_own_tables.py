"""Two friends at tables of their own: they choose, start, play, and play again, through a real server."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.model import click
from tilenet.catalogue import GamePlugin
from tilenet.game import Game
from tilenet.games.memory.game import Memory
from tilenet.games.noughts.game import Noughts
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.world.players.player import Player
from tilenet.world.rooms.room import Room

GAMES: dict[str, type[Game]] = {"noughts": Noughts, "memory": Memory, "pairpanicking": PairPanicking}


class Tables(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([GamePlugin(name, game) for name, game in GAMES.items()], command_burst=1000.0)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")

    def open(self, game: str, *choices: str) -> None:
        """ann opens a table, and bob comes by its code."""
        self.say(self.ann, f"/new {game} {' '.join(choices)}")
        table = self.room.table
        assert table is not None
        self.say(self.bob, f"/join {table.code}")
        self.assertEqual(len(self.room.members), 2)

    @property
    def room(self) -> Room:
        room = self.player(self.ann).room
        assert room is not None
        return room

    @property
    def game(self) -> Game:
        return self.room.game

    def player(self, client: Client) -> Player:
        return self.server.world.players[client.agent]

    def say(self, client: Client, text: str) -> None:
        client.say(text)
        self.server.settle()

    def click(self, client: Client, *cells: tuple[int, int]) -> None:
        for cell in cells:
            client.send(click(client.model.grid()[cell]))
            self.server.settle()

    def phase(self) -> object:
        return self.game.facts()["phase"]

    def again(self) -> None:
        """Both would like to play again."""
        self.say(self.bob, "/again")
        self.assertEqual(self.phase(), "over")
        self.say(self.ann, "/again")
        self.assertEqual(self.phase(), "playing")
        self.server.check()

    def test_noughts_on_another_board_and_the_seats_change(self) -> None:
        self.open("noughts", "board=4", "clock=0")
        self.assertEqual((len(self.ann.model.grid()), self.phase()), (16 + 6, "waiting"))
        self.say(self.ann, "/option board 3")
        self.server.check()
        self.say(self.ann, "/start")
        for client, cell in zip([self.ann, self.bob] * 3, ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0)), strict=False):
            self.click(client, cell)
        self.assertEqual(self.phase(), "over")
        self.again()
        self.assertEqual(self.game.facts()["seats"]["X"]["player"], self.player(self.bob))
        table = self.room.table
        assert table is not None
        self.assertEqual([(score.name, score.wins) for _, score in table.ranking()], [("ann", 1), ("bob", 0)])

    def test_memory(self) -> None:
        self.open("memory", "faces=letters")
        self.say(self.ann, "/start")
        assert isinstance(self.game, Memory)
        letters = self.game.contest._letters
        for first, card in enumerate(letters):
            second = letters.index(card, first + 1) if card in letters[first + 1 :] else None
            if second is not None:
                self.click(self.ann, *((cell % 4, cell // 4) for cell in (first, second)))
        self.server.advance(60)
        self.again()

    def test_pairpanicking(self) -> None:
        self.open("pairpanicking", "faces=pictures", "misses=free")
        self.say(self.ann, "/start")
        assert isinstance(self.game, PairPanicking)
        symbols: dict[int, list[tuple[int, int]]] = {}
        for square, symbol in self.game.contest.board._symbols.items():
            symbols.setdefault(symbol, []).append(square)
        for squares in symbols.values():
            self.click(self.bob, *squares)
        self.server.advance(3)
        self.again()
