"""Noughts and crosses for two, with as many spectators as like to watch: the smallest game, and the one to copy."""

from __future__ import annotations

from random import Random

from tilenet.game import HELP, HOME, Events, Game, Player, Points, Say, Scene, Tell, Tile, TileId, help_tile, home_tile

NOUGHT, CROSS = "O", "X"
THINKING = 60.0  # seconds for one move
WIN = 2  # points that go from the loser to the winner

LINES = [
    *([(x, y) for x in range(3)] for y in range(3)),
    *([(x, y) for y in range(3)] for x in range(3)),
    [(i, i) for i in range(3)],
    [(i, 2 - i) for i in range(3)],
]

Cell = tuple[int, int]


class Board:
    """The rules: nine cells, two marks that take turns, three in a line win."""

    def __init__(self) -> None:
        self.marks: dict[Cell, str] = {}
        self.turn = CROSS
        self.given_up = False

    def put(self, cell: Cell) -> None:
        self.marks[cell] = self.turn
        self.turn = NOUGHT if self.turn == CROSS else CROSS

    def line(self) -> list[Cell]:
        """The cells of a line of three; empty if there is none."""
        for line in LINES:
            if len({self.marks.get(cell, cell) for cell in line}) == 1:
                return line
        return []

    def is_over(self) -> bool:
        return self.given_up or bool(self.line()) or len(self.marks) == 9


class Noughts(Game):
    """A table for two. Who comes first sits down, and somebody who leaves makes room for a spectator."""

    title = "Noughts and crosses"
    about = "Three in a line, for two and spectators."
    help = (
        "Two play, the others watch. Click an empty cell when it is your turn; three in a line win.",
        f"The winner takes {WIN} points from the loser. Who leaves, or thinks for over {THINKING:g} s, loses.",
        "Restart begins a new game, and the other player moves first.",
    )

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.board = Board()
        self.seats: dict[str, Player] = {}
        self.watching: list[Player] = []

    def scene(self) -> Scene:
        line = self.board.line()
        playing = len(self.seats) == 2 and not self.board.is_over()
        tiles: dict[TileId, Tile] = {}
        for x in range(3):
            for y in range(3):
                mark = self.board.marks.get((x, y), "")
                bg = "ff2f5d2f" if (x, y) in line else None
                tiles[x, y] = Tile(x, y, mark or ".", mark or "An empty cell", enabled=playing and not mark, bg=bg)
        tiles[HOME] = home_tile(3, 0)
        tiles[HELP] = help_tile(3, 1)
        tiles["restart"] = Tile(3, 2, "Restart", "A new game", enabled=self.board.is_over() and len(self.seats) == 2)
        return Scene((4, 3), tiles, text=self.headline())

    def headline(self) -> str:
        if len(self.seats) < 2:
            return "Waiting for a second player."
        players = f"{self.seats[CROSS].name} (X) against {self.seats[NOUGHT].name} (O)"
        if self.board.is_over():
            end = "three in a line" if self.board.line() else "out of time" if self.board.given_up else "a draw"
            return f"{players}: {end}."
        return f"{players}: {self.board.turn} to move."

    def enter(self, player: Player, now: float) -> Events:
        self.watching.append(player)
        yield from self.sit_down(now)
        if player in self.watching:
            yield Tell(player, "Both seats are taken: you watch, and play when one is free.")

    def leave(self, player: Player, now: float) -> Events:
        if player in self.watching:
            self.watching.remove(player)
            return
        if self.board.marks and not self.board.is_over():
            yield Say(f"{player.name} has left the game.")
            yield from self.won(next(other for other in self.seats.values() if other is not player))
        self.seats = {mark: other for mark, other in self.seats.items() if other is not player}
        self.board, self.deadline = Board(), None
        yield from self.sit_down(now)

    def sit_down(self, now: float) -> Events:
        """Fill the free seats from those who have watched longest."""
        for mark in (CROSS, NOUGHT):
            if mark not in self.seats and self.watching:
                self.seats[mark] = self.watching.pop(0)
                yield Tell(self.seats[mark], f"You play {mark}.")
                if len(self.seats) == 2:
                    self.deadline = now + THINKING

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if player not in self.seats.values():
            yield Tell(player, "You are watching.")
        elif tile == "restart":
            self.seats = {CROSS: self.seats[NOUGHT], NOUGHT: self.seats[CROSS]}
            self.board, self.deadline = Board(), now + THINKING
            yield Say(f"A new game: {self.headline()}")
        elif self.seats[self.board.turn] is not player:
            yield Tell(player, "It is not your turn.")
        elif isinstance(tile, tuple):
            self.board.put(tile)
            self.deadline = now + THINKING
            if self.board.line():
                yield from self.won(player)
            elif self.board.is_over():
                self.deadline = None
                yield Say("A draw.")

    def tick(self, now: float) -> Events:
        late = self.seats[self.board.turn]
        self.board.given_up = True
        yield Say(f"{late.name} has thought for too long.")
        yield from self.won(next(player for player in self.seats.values() if player is not late))

    def won(self, winner: Player) -> Events:
        self.deadline = None
        loser = next(player for player in self.seats.values() if player is not winner)
        stake = min(WIN, loser.points)
        yield Points(loser, -stake)
        yield Points(winner, stake)
        yield Say(f"{winner.name} beats {loser.name} and wins {stake} point{'' if stake == 1 else 's'}.")
