"""Noughts and crosses for two, with any number of spectators: the smallest game, and the one to copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    HELP,
    HOME,
    NO_VIEW,
    Events,
    Game,
    Moment,
    Patience,
    Player,
    Points,
    Refuse,
    Result,
    Say,
    Scene,
    Summary,
    Tell,
    Tile,
    TileId,
    Turns,
    View,
    Words,
    help_tile,
    home_tile,
    role,
    standings,
)

NOUGHT, CROSS = "O", "X"
OTHER = {NOUGHT: CROSS, CROSS: NOUGHT}
THINKING = 60.0  # seconds for one move
WIN = 2  # points that go from the loser to the winner
INK = {CROSS: "ff7fa8f5", NOUGHT: "fff2c14e"}
DARK, LIT = "ff1a1f2a", "ff153d25"  # lit: the line of three, and the player who is to move or has won

TO_MOVE, WAITS, WINS, LOSES = Words("to move"), Words("waits"), Words("wins"), Words("loses")
LEAVING = Words("You lose up to {points} points.", points=WIN)
EMPTY = Words("An empty cell")
ASKED = View({HOME: home_tile(3, 0, LEAVING)})  # before leaving
TAKEN = Words("Both seats are taken: you watch, and play when one is free. A click gets you in line.")
DOZED = Words("Somebody else has your seat: you did nothing for a minute. Restart gets you in line.")
RESTART = Tile(3, 2, Words("Restart"), Words("A new game"))
IDLE = View({"restart": RESTART._replace(text=Words("Get in line for a seat again"))})

LINES = [
    *([(x, y) for x in range(3)] for y in range(3)),
    *([(x, y) for y in range(3)] for x in range(3)),
    [(i, i) for i in range(3)],
    [(i, 2 - i) for i in range(3)],
]

Cell = tuple[int, int]
CELLS = [(x, y) for x in range(3) for y in range(3)]


class Board:
    """The rules: nine cells, two marks that take turns, three in a line win."""

    def __init__(self) -> None:
        self.marks: dict[Cell, str] = {}
        self.turn = CROSS
        self.winner = ""

    def put(self, cell: Cell) -> None:
        self.marks[cell] = self.turn
        self.winner = self.turn if self.line() else ""
        self.turn = OTHER[self.turn]

    def line(self) -> list[Cell]:
        """The cells of a line of three; empty if there is none."""
        for line in LINES:
            if len({self.marks.get(cell, cell) for cell in line}) == 1:
                return line
        return []

    def is_over(self) -> bool:
        return bool(self.winner) or len(self.marks) == 9


class Noughts(Game):
    """A table for two. The first two sit down; when one of them leaves or dozes off, a spectator takes the seat."""

    title: ClassVar[str] = Words("Noughts and crosses")
    about = Words("Three in a line, for two and spectators.")
    kind = "noughts/1"
    bot = "noughts"
    order = 45
    board_role = "cell"
    help = (
        Words("Two play, the others watch. Click an empty cell when it is your turn; three in a line win."),
        Words(
            "The winner takes {points} points from the loser. You lose if you leave, or take over {s:g} s for a move.",
            points=WIN,
            s=THINKING,
        ),
        Words(
            "If others are waiting and you do nothing for a minute, you give up your seat. A click gets you in line."
        ),
        Words(
            "Restart begins a new game, and the other player moves first. If anybody is in line, the loser makes way "
            "(X, after a draw). /bot brings a bot."
        ),
    )

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.board = Board()
        self.seats: dict[str, Player] = {}
        self.watching: list[Player] = []  # and waiting for a seat
        self.eager: set[Player] = set()  # those of them who have shown that they are there
        self.turns = Turns()
        self.gave_up: set[Player] = set()  # spectators who had a seat, and wait for one only if they ask again
        self.patience = Patience()
        self.ends_at = 0.0  # when the time for this move is up
        self.seconds = 0  # that are left, as shown

    def summary(self) -> Summary:
        names = tuple(player.name for player in self.seats.values())
        watching = len(self.watching) + sum(player not in self.watching for player in self.gave_up)
        return Summary(names, 2, "playing" if self.is_on() else "waiting", watching=watching)

    def scene(self) -> Scene:
        line = self.board.line()
        playing = self.is_on()
        tiles: dict[TileId, Tile] = {}
        for x, y in CELLS:
            mark = self.board.marks.get((x, y), "")
            fg, bg = INK.get(mark), LIT if (x, y) in line else DARK
            tiles["cell", x, y] = Tile(x, y, mark or ".", mark or EMPTY, playing and not mark, fg, bg)
        tiles[HOME] = home_tile(3, 0)
        tiles[HELP] = help_tile(3, 1)
        tiles["restart"] = RESTART._replace(enabled=self.board.is_over() and len(self.seats) == 2)
        for x, mark in enumerate((CROSS, NOUGHT)):
            name, state = self.seats[mark].name if mark in self.seats else "", self.state(mark)
            bg = LIT if state in (TO_MOVE, WINS) else DARK
            tiles["seat", mark] = Tile(x, 3, f"{mark} {name}".strip(), state, enabled=False, fg=INK[mark], bg=bg)
        clock = Words("{seconds} s", seconds=self.seconds) if playing else ""
        tiles["clock"] = Tile(2, 3, clock, Words("The time left for this move"), enabled=False)
        return Scene((4, 4), tiles, text=self.headline())

    def is_on(self) -> bool:
        return len(self.seats) == 2 and not self.board.is_over()

    def state(self, mark: str) -> str:
        """How it stands for one of the two players."""
        if self.board.is_over():
            return WINS if self.board.winner == mark else LOSES if self.board.winner else Words("a draw")
        return WAITS if not self.is_on() or self.board.turn != mark else TO_MOVE

    def view(self, player: Player) -> View:
        return IDLE if self.has_given_up(player) else ASKED if self.would_lose(player) else NO_VIEW

    def has_given_up(self, player: Player) -> bool:
        """Whether this player has lost a seat, and is not in line for another."""
        return player in self.gave_up and player not in self.watching

    def would_lose(self, player: Player) -> bool:
        """Whether this player would lose by leaving."""
        return bool(self.board.marks) and not self.board.is_over() and player in self.seats.values()

    def stale_views(self) -> Iterable[Player]:
        """Only those who have a seat have one, or who had one."""
        return [*self.seats.values(), *self.gave_up]

    def facts(self) -> Mapping[Any, Any]:
        on, line, winner = self.is_on(), self.board.line(), self.board.winner
        return {
            "phase": "over" if self.board.is_over() else "playing" if on else "waiting",
            "seats": {mark: {"player": player} for mark, player in self.seats.items()},
            "turn": [self.board.turn] if on else [],
            "deadline": self.ends_at if on else None,
            "board": {("cell", *cell): mark for cell, mark in self.board.marks.items()},
            "line": [role(("cell", *cell)) for cell in line] if line else None,
            "winner": winner or None,
        }

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        return {"leave": LEAVING if self.would_lose(player) else None, "gave_up": self.has_given_up(player) or None}

    def legal(self, player: Player) -> Iterable[TileId]:
        if player not in self.seats.values():
            return ["restart"] if self.has_given_up(player) else []
        if not self.is_on():
            return ["restart"] if self.board.is_over() else []
        is_to_move = self.seats[self.board.turn] is player
        return [("cell", *cell) for cell in CELLS if cell not in self.board.marks] if is_to_move else []

    def headline(self) -> str:
        if len(self.seats) < 2:
            return Words("Nobody else is here: add a bot, or invite a friend.")
        names = {mark: player.name for mark, player in self.seats.items()}
        winner = self.board.winner
        if not winner and self.board.is_over():
            return Words("{X} (X) against {O} (O): a draw.", **names)
        if not winner:
            return Words("{X} (X) against {O} (O): {turn} to move.", **names, turn=self.board.turn)
        names |= {"winner": names[winner], "loser": names[OTHER[winner]]}
        if self.board.line():
            return Words("{X} (X) against {O} (O): three in a line, {winner} wins.", **names)
        return Words("{X} (X) against {O} (O): {loser} ran out of time, {winner} wins.", **names)

    def enter(self, player: Player, now: float) -> Events:
        self.watching.append(player)
        yield from self.sit_down(now)
        if player in self.watching:
            yield Tell(player, TAKEN)
        self.set_clock(now)

    def leave(self, player: Player, now: float) -> Events:
        if player in self.seats.values():
            yield from self.stand_up(player, now)
        self.gave_up.discard(player)
        self.eager.discard(player)
        if player in self.watching:
            self.watching.remove(player)
        yield from self.sit_down(now)
        self.set_clock(now)

    def stand_up(self, player: Player, now: float) -> Events:
        """A player gives up the seat. In the middle of a game, that is to lose it."""
        if self.board.marks and not self.board.is_over():
            yield Say(Words("{name} has left the game.", name=player.name))
            winner = next(other for other in self.seats.values() if other is not player)
            yield from self.won(winner, "left", left=(player,))
        self.seats = {mark: other for mark, other in self.seats.items() if other is not player}
        self.board = Board()

    def sit_down(self, now: float) -> Events:
        """Give the free seats to spectators."""
        for mark in (CROSS, NOUGHT):
            if mark not in self.seats and self.watching:
                player = self.next_in_line()
                self.watching.remove(player)
                self.eager.discard(player)
                self.gave_up.discard(player)
                self.seats[mark] = player
                self.turns.begin(player)
                yield Tell(player, Words("You play {mark}.", mark=mark))
                if len(self.seats) == 2:
                    self.ends_at = now + THINKING

    def next_in_line(self) -> Player:
        """Those who have clicked come before those who only watch."""
        return self.turns.next_of([one for one in self.watching if one in self.eager] or self.watching)

    def set_clock(self, now: float) -> None:
        """Show the seconds that are left, and again in a second; and see who keeps spectators waiting."""
        holding = [self.seats[self.board.turn]] if self.is_on() else self.seats.values()
        self.patience.watch(holding if self.watching else (), now)
        times = [self.patience.deadline]
        if self.is_on():
            self.seconds = round(self.ends_at - now)
            times.append(min(now + 1, self.ends_at))
        self.deadline = min((time for time in times if time is not None), default=None)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.patience.acted(player)
        if player not in self.seats.values():
            yield from self.get_in_line(player, now)
        elif tile == "restart":
            yield from self.begin_again(now)
        elif self.seats[self.board.turn] is not player:
            yield Refuse(player, Words("It is not your turn."))
        elif isinstance(tile, tuple):
            self.board.put((tile[1], tile[2]))
            self.ends_at = now + THINKING
            if self.board.winner:
                yield from self.won(player, "line")
            elif self.board.is_over():
                yield Say(Words("A draw."))
                yield Moment(Words("A draw."))
                yield Result(self.title, standings(dict.fromkeys(self.seats.values(), 0.5)), reason="draw")
        self.set_clock(now)

    def get_in_line(self, player: Player, now: float) -> Events:
        told = Refuse if player in self.eager else Tell
        self.eager.add(player)
        if self.has_given_up(player):
            self.watching.append(player)
        yield told(player, Words("You are watching, and in line for a seat."))
        yield from self.sit_down(now)

    def begin_again(self, now: float) -> Events:
        """Those in line take turns with the players: otherwise two could keep the table for as long as they like."""
        last = self.seats[OTHER[self.board.winner] if self.board.winner else CROSS]
        self.seats = {CROSS: self.seats[NOUGHT], NOUGHT: self.seats[CROSS]}
        self.board = Board()
        self.ends_at = now + THINKING
        self.patience.watch((), now)
        if self.eager:
            yield Tell(last, Words("You make way for somebody in line. Now you are in line yourself."))
            yield from self.stand_up(last, now)
            self.watching.append(last)
            self.eager.add(last)
            yield from self.sit_down(now)
        yield Say(Words("A new game: {headline}", headline=self.headline()))

    def tick(self, now: float) -> Events:
        if self.is_on() and now >= self.ends_at:
            late = self.board.turn
            self.board.winner = OTHER[late]
            yield Say(Words("{name} ran out of time.", name=self.seats[late].name))
            yield from self.won(self.seats[self.board.winner], "time")
        yield from self.make_way(now)
        self.set_clock(now)

    def make_way(self, now: float) -> Events:
        """Players who have done nothing for long give up their seats to those who wait."""
        warned, idle = self.patience.due(now)
        for player in warned:
            yield Tell(player, self.patience.WARNED)
        for player in idle[: len(self.watching)]:
            yield Tell(player, DOZED)
            yield from self.stand_up(player, now)
            self.gave_up.add(player)
        yield from self.sit_down(now)

    def won(self, winner: Player, reason: str, left: tuple[Player, ...] = ()) -> Events:
        loser = next(player for player in self.seats.values() if player is not winner)
        stake = min(WIN, loser.points)
        yield Points(loser, -stake)
        yield Points(winner, stake)
        yield Moment(Words("{winner} wins", winner=winner.name))
        yield Say(
            Words(
                "{winner} beats {loser} and wins {n} point.",
                many="{winner} beats {loser} and wins {n} points.",
                winner=winner.name,
                loser=loser.name,
                n=stake,
            )
        )
        yield Result(self.title, standings({winner: 1, loser: 0}, left), reason=reason)
