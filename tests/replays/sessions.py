"""Matches of games that deal, played to their end by people who know more than players do, but not always use it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.replays.test_recorder import Recorded
from tilenet.games.set.rules import find_set
from tilenet.replays.recording import Recording
from tilenet.world.players.player import Player

MOST = 3000  # acts


class Session:
    """Some people in one room, until its match is over."""

    def __init__(self, server: Recorded, room: str, dice: Random, *names: str) -> None:
        self.server = server
        self.dice = dice
        self.people = server.at(room, *names)
        self.room = room

    @property
    def game(self) -> Any:
        return self.server.world.rooms[self.room].game

    def play(self, act: Callable[[Player], None]) -> Recording:
        """Somebody does something, again and again; returns the recording."""
        before = len(self.server.library)
        for _ in range(MOST):
            if len(self.server.library) > before:
                return self.server.library.read([*self.server.library._kept][-1])
            player = self.dice.choice(self.people)
            chance = self.dice.random()
            if chance < 0.02:
                self.server.say(player, self.dice.choice(["hello", "/seed", "/seed of mine", "/help"]))
            elif chance < 0.3:
                self.server.advance(self.dice.choice([0.1, 1.0, 2.5]))
            else:
                act(player)
        raise AssertionError("it does not end")

    def click(self, player: Player, id: object) -> None:
        self.server.click(player, id)

    def act(self, player: Player) -> None:
        raise NotImplementedError


class Memory(Session):
    def act(self, player: Player) -> None:
        contest = self.game.contest
        letters, down = contest._letters, [*contest.can_pick(player)]
        if not down:
            return
        turn = contest.seats[player].turn
        cell = self.dice.choice(down)
        if turn is not None and self.dice.random() < 0.8:
            first = contest._cell(turn.first)
            cell = next((one for one in down if one != first and letters[one] == letters[first]), cell)
        y, x = divmod(cell, contest.dim)
        self.click(player, ("card", x, y))


class PairPanicking(Session):
    def act(self, player: Player) -> None:
        contest = self.game.contest
        if not contest.is_on:
            self.click(player, "restart")
            return
        symbols, hidden = contest.board._symbols, [id[1:] for id in self.game.legal(player) if id[0] == "square"]
        if not hidden:
            self.server.advance(2)
            return
        square = self.dice.choice(hidden)
        shown = [*contest.turned]
        if len(shown) == 1 and self.dice.random() < 0.9:
            square = next((one for one in hidden if symbols[one] == symbols[shown[0]]), square)
        self.click(player, ("square", *square))


class Set(Session):
    def act(self, player: Player) -> None:
        match = self.game.match
        if match is None:
            return
        if match.is_over:
            self.click(player, "restart")
            return
        found = find_set(match.cards)
        if self.dice.random() < 0.1:
            self.click(player, self.dice.choice(["submit", "no set", ("card", self.dice.randrange(12))]))
        elif found is None:
            self.click(player, "no set")
        else:
            self.server.advance(1)
            for position in self.game._hands.of(player).selected.copy():
                self.click(player, ("card", position))
            for card in found:
                self.click(player, ("card", match.board.index(card)))
            self.click(player, "submit")


class Tombala(Session):
    def __init__(self, server: Recorded, dice: Random, *names: str) -> None:
        super().__init__(server, "tombala", dice, *names)
        server.say(self.people[0], "/create here 10 every 1")
        for one in self.people:
            server.advance(2)
            server.say(one, "/join here")
        self.room = next(name for name in server.world.rooms if name.startswith("tombala-room"))

    def act(self, player: Player) -> None:
        match = self.game.match
        if match is None or match.is_over:
            self.server.advance(1)
        elif self.dice.random() < 0.3:
            self.server.say(player, f"/cinko {self.dice.randrange(1, 4)}")
        else:
            self.click(player, self.dice.choice([("card", 1, 4), "auto", "cinko"]))


def played(game: str, server: Recorded, dice: Random) -> list[Recording]:
    """The recordings of two matches; of one, if there is only one in a room."""
    names = ["ann", "bob", "cid"]
    if game == "tombala-room":
        tombala = Tombala(server, dice, *names)
        return [tombala.play(tombala.act)]
    kind = Memory if game.startswith("memory") else Set if game == "set" else PairPanicking
    session = kind(server, game, dice, *names)
    return [session.play(session.act) for _ in range(2)]
