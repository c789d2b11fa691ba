"""Noughts and crosses for two, with any number of spectators: what is seen and done, and who has the seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    NO_VIEW,
    Choice,
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
    Standing,
    Summary,
    Tell,
    TileId,
    Turns,
    View,
    Words,
    role,
    standings,
)
from tilenet.games.noughts import looks, speech
from tilenet.games.noughts.board import CROSS, IN_A_LINE, NOUGHT, OTHER, WINNING, Board
from tilenet.games.noughts.looks import DRAW, LEAVING, WIN

THINKING = 60  # seconds for one move

CHOICES = {
    "board": Choice(
        Words("Board"),
        [(n, Words("{n} x {n}, {line}", n=n, line=IN_A_LINE[winning])) for n, winning in WINNING.items()],
        3,
    ),
    "clock": Choice(
        Words("Time for a move"),
        [*((n, Words("{n} s", n=n)) for n in (20, THINKING, 120)), (0, Words("as long as you like"))],
        THINKING,
    ),
}


class Noughts(Game):
    """A table for two. The first two sit down; when one of them leaves or dozes off, a spectator takes the seat."""

    title: ClassVar[str] = Words("Noughts and crosses")
    about = Words("Three in a line, for two and spectators.")
    kind = "noughts/1"
    bot = "noughts"
    table = "noughts"
    choices = CHOICES
    order = 45
    board_role = "cell"
    help = (
        Words(
            "Two play, the others watch. Click an empty cell when it is your turn; three in a line win. At a table of "
            "your own, the board can be larger, and it may take four or five."
        ),
        Words(
            "The winner takes {points} points from the loser. You lose if you leave, or take over {s:g} s for a move: "
            "a table of your own can have another clock, or none.",
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

    def __init__(self, random: Random, board: int = 3, clock: int = THINKING) -> None:
        super().__init__(random)
        self.board = Board(board)
        self.thinking = clock  # seconds for a move; 0: as long as they like
        self.is_begun = False  # whether this board is for a game of these two
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
        side, on = self.board.side, self.is_on()
        tiles = {
            **looks.cells(self.board, is_on=on),
            **looks.beside(side, can_restart=self.can_restart()),
            **looks.below(self.board, self.seats, self.seconds if on and self.thinking else None, is_on=on),
        }
        return Scene((side + 1, side + 1), tiles, text=self.headline())

    def is_on(self) -> bool:
        return self.is_begun and not self.board.is_over()

    def can_restart(self) -> bool:
        """Whether the players can begin the next game; if the table is held, it begins by `start`."""
        return self.board.is_over() and not self.is_held

    def view(self, player: Player) -> View:
        if self.has_given_up(player):
            return looks.out_of_line(self.board.side)
        return looks.before_leaving(self.board.side) if self.would_lose(player) else NO_VIEW

    def has_given_up(self, player: Player) -> bool:
        """Whether this player has lost a seat, and is not in line for another."""
        return player in self.gave_up and player not in self.watching

    def would_lose(self, player: Player) -> bool:
        """Whether this player would lose by leaving."""
        return bool(self.board.marks) and not self.board.is_over() and player in self.seats.values()

    def stale_views(self) -> Iterable[Player]:
        """For those who have only watched, nothing changes until they get in line or have a seat."""
        return [*self.seats.values(), *self.gave_up, *self.eager]

    def facts(self) -> Mapping[Any, Any]:
        on, board = self.is_on(), self.board
        return {
            "phase": "over" if board.is_over() else "playing" if on else "waiting",
            "options": {"board": board.side, "in_line": WINNING[board.side], "clock": self.thinking},
            "seats": {mark: {"player": player} for mark, player in self.seats.items()},
            "turn": [board.turn] if on else [],
            "deadline": self.ends_at if on and self.thinking else None,
            "board": {("cell", *cell): mark for cell, mark in board.marks.items()},
            "last": board.last and role(("cell", *board.last)),
            "line": [role(("cell", *cell)) for cell in board.line] if board.line else None,
            "winner": board.winner or None,
        }

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        return {
            "status": self.status(player),
            "turn": self.is_to_move(player) or None,
            "leave": LEAVING if self.would_lose(player) else None,
            "gave_up": self.has_given_up(player) or None,
        }

    def is_to_move(self, player: Player) -> bool:
        return self.is_on() and self.seats[self.board.turn] is player

    def legal(self, player: Player) -> Iterable[TileId]:
        if player not in self.seats.values():
            return ["restart"] if self.has_given_up(player) else []
        if not self.is_on():
            return ["restart"] if self.can_restart() else []
        free = (cell for cell in self.board.cells() if cell not in self.board.marks)
        return [("cell", *cell) for cell in free] if self.is_to_move(player) else []

    def headline(self) -> str:
        return speech.headline(self.board, self.seats, is_begun=self.is_begun)

    def status(self, player: Player) -> str:
        """How it stands for this player, and what they can do."""
        for mark, other in self.seats.items():
            if other is player:
                return speech.status(mark, self.board, self.seats, is_begun=self.is_begun)
        if self.has_given_up(player):
            return speech.OUT_OF_LINE
        return speech.IN_LINE if player in self.eager else speech.WATCHES

    def enter(self, player: Player, now: float) -> Events:
        self.watching.append(player)
        yield from self.sit_down(now)
        if player in self.watching:
            yield Tell(player, speech.TAKEN)
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
            note = Words("{name} has left", name=player.name)
            yield from self.won(winner, "left", note, left=(player,))
        self.seats = {mark: other for mark, other in self.seats.items() if other is not player}
        self.clear()

    def clear(self) -> None:
        self.board, self.is_begun = Board(self.board.side), False

    def begin(self, now: float) -> None:
        """The two who sit here play, on an empty board."""
        self.clear()
        self.is_begun, self.ends_at = True, now + self.thinking

    def sit_down(self, now: float) -> Events:
        """Give the free seats to spectators, and begin if both are taken."""
        for mark in (CROSS, NOUGHT):
            if mark not in self.seats and self.watching:
                player = self.next_in_line()
                self.watching.remove(player)
                self.eager.discard(player)
                self.gave_up.discard(player)
                self.seats[mark] = player
                self.turns.begin(player)
                yield Tell(player, Words("You play {mark}.", mark=mark))
        if len(self.seats) == 2 and not self.is_begun and not self.is_held:
            self.begin(now)

    def next_in_line(self) -> Player:
        """Those who have clicked come before those who only watch. Friends at a table of their own take turns."""
        if self.is_own_table:
            return self.watching[0]
        return self.turns.next_of([one for one in self.watching if one in self.eager] or self.watching)

    def set_clock(self, now: float) -> None:
        """Show the seconds that are left, and again in a second; and see who keeps spectators waiting.

        At a table of somebody's own, friends wait for one another.
        """
        holding = [self.seats[self.board.turn]] if self.is_on() else self.seats.values()
        self.patience.watch(holding if self.watching and not self.is_own_table else (), now)
        times = [self.patience.deadline]
        if self.is_on() and self.thinking:
            self.seconds = round(self.ends_at - now)
            times.append(min(now + 1, self.ends_at))
        self.deadline = min((time for time in times if time is not None), default=None)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        self.patience.acted(player)
        if player not in self.seats.values():
            yield from self.get_in_line(player, now)
        elif tile == "restart":
            yield from self.begin_again(now)
        elif not self.is_to_move(player):
            yield Refuse(player, Words("It is not your turn."))
        elif isinstance(tile, tuple):
            self.board.put((tile[1], tile[2]))
            self.ends_at = now + self.thinking
            if self.board.winner:
                yield from self.won(player, "line", speech.by_line(self.board))
            elif self.board.is_over():
                yield Say(Words("A draw."))
                yield Moment(Words("A draw."))
                halves = dict.fromkeys(self.seats.values(), 0.5)
                yield Result(self.title, self.standings(halves), reason="draw", note=DRAW)
        self.set_clock(now)

    def get_in_line(self, player: Player, now: float) -> Events:
        told = Refuse if player in self.eager else Tell
        self.eager.add(player)
        if self.has_given_up(player):
            self.watching.append(player)
        yield told(player, Words("You are watching, and in line for a seat."))
        yield from self.sit_down(now)

    def begin_again(self, now: float) -> Events:
        """Those in line take turns with the players: otherwise two could keep the table for as long as they like.

        At a table of somebody's own, everybody who watches is in line.
        """
        last = self.seats[OTHER[self.board.winner] if self.board.winner else CROSS]
        self.seats = {CROSS: self.seats[NOUGHT], NOUGHT: self.seats[CROSS]}
        self.patience.watch((), now)
        if self.eager or (self.is_own_table and self.watching):
            yield Tell(last, Words("You make way for somebody in line. Now you are in line yourself."))
            yield from self.stand_up(last, now)
            self.watching.append(last)
            self.eager.add(last)
            yield from self.sit_down(now)
        self.begin(now)
        yield Say(Words("A new game: {headline}", headline=self.headline()))

    def why_not_start(self) -> str | None:
        if self.is_on():
            return Words("A game is on.")
        return None if len(self.seats) == 2 else Words("It takes two players.")

    def start(self, now: float) -> Events:
        if self.board.is_over():
            yield from self.begin_again(now)
        else:
            self.begin(now)
            yield Say(Words("A new game: {headline}", headline=self.headline()))
        self.set_clock(now)

    def hold(self, is_held: bool, now: float) -> Events:
        self.is_held = is_held
        yield from self.sit_down(now)
        self.set_clock(now)

    def tick(self, now: float) -> Events:
        if self.is_on() and self.thinking and now >= self.ends_at:
            late = self.board.turn
            self.board.winner = OTHER[late]
            yield Say(Words("{name} ran out of time.", name=self.seats[late].name))
            note = Words("{name} ran out of time", name=self.seats[late].name)
            yield from self.won(self.seats[self.board.winner], "time", note)
        yield from self.make_way(now)
        self.set_clock(now)

    def make_way(self, now: float) -> Events:
        """Players who have done nothing for long give up their seats to those who wait."""
        warned, idle = self.patience.due(now)
        for player in warned:
            yield Tell(player, self.patience.WARNED)
        for player in idle[: len(self.watching)]:
            yield Tell(player, speech.DOZED)
            yield from self.stand_up(player, now)
            self.gave_up.add(player)
        yield from self.sit_down(now)

    def won(self, winner: Player, reason: str, note: str, left: tuple[Player, ...] = ()) -> Events:
        loser = next(player for player in self.seats.values() if player is not winner)
        stake = min(WIN, loser.points)
        yield Points(loser, -stake)
        yield Points(winner, stake)
        yield Moment(Words("{winner} wins", winner=winner.name))
        yield Say(speech.beats(winner, loser, stake))
        yield Result(self.title, self.standings({winner: 1, loser: 0}, left), reason=reason, note=note)

    def standings(self, scores: Mapping[Player, float], left: tuple[Player, ...] = ()) -> tuple[Standing, ...]:
        """How both have done, and what each has played."""
        marks = {player: mark for mark, player in self.seats.items()}
        return tuple(
            replace(one, notes=(speech.moves(marks[one.player], self.board),)) for one in standings(scores, left)
        )
