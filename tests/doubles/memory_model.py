"""Memory as its report and its protocol describe it, in numbers and strings: a second opinion on the rules.

It does not import `tilenet`, and should not. It says what each player is sent, message by message. Colours and deals
are given to it, because those are chance, or a matter of taste.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# What the players of the report are doing
NO_PICK, FIRST_PICK, SECOND_PICK, WAITING_TO_JOIN = "no pick", "first pick", "second pick", "waiting to join"

# What the game is doing
GAME_ON, GAME_WAITING, GAME_OVER = "on", "waiting", "over"

STATE_DOWN, STATE_UP, STATE_LOCKED = 0, 1, 2
FILLED, FIRST_PLAY, RIGHT, CODE_OVER = 0, 1, 2, 3
WRONG, HIDE_FIRST, HIDE_BOTH, TIME_NOT_UP, LEAVE, FROZEN, UNFROZEN = -2, -3, -4, -5, -6, -7, -8
WIN, LOST = 0, 1

Play = tuple[int, int, int]  # id, x, y
Colour = tuple[int, int, int]
NO_PLAY: Play = (0, 0, 0)
NO_COLOUR: Colour = (0, 0, 0)
Message = tuple[Any, ...]


class ModelPlayer:
    """One player: what they do, what they have, and all that they were sent."""

    def __init__(self, color: Colour) -> None:
        self.color = color
        self.state = WAITING_TO_JOIN
        self.play1 = NO_PLAY
        self.n_corrects = 0
        self.turn = 0  # counts up, so that an old timer can see that it is too late
        self.sent: list[Message] = []


class MemoryModel:
    """The server of the report. Time goes on by `sleep_until`."""

    def __init__(self, dim: int, deal: Callable[[], list[str]]) -> None:
        self.dim = dim
        self.deal = deal
        self.game_state = GAME_WAITING
        self.players: list[ModelPlayer] = []  # who has not quit
        self.sleepers: list[tuple[float, Callable[[], None]]] = []  # the report's threads, in the order they began
        self.clock = 0.0
        self.init_board()

    def init_board(self) -> None:
        self._strings: list[str] = []
        self.states = [STATE_DOWN] * self.dim**2
        self.colors = [NO_COLOUR] * self.dim**2
        self.n_corrects = 0

    @property
    def strings(self) -> list[str]:
        """The cards, which are dealt when a game begins: that is when anybody is told of them first."""
        self._strings = self._strings or self.deal()
        return self._strings

    # Time

    def sleep_until(self, time: float) -> None:
        while True:
            soon = [sleeper for sleeper in self.sleepers if sleeper[0] <= time]
            if not soon:
                break
            first = soon[0]
            for sleeper in soon:
                if sleeper[0] < first[0]:
                    first = sleeper
            self.sleepers.remove(first)
            self.clock = first[0]
            first[1]()
        self.clock = time

    def after(self, seconds: float, routine: Callable[[], None]) -> None:
        self.sleepers.append((self.clock + seconds, routine))

    # Sending

    def send_to_all(self, message: Message) -> None:
        for player in self.players:
            if player.state != WAITING_TO_JOIN:
                player.sent.append(message)

    def respond(
        self,
        code: int,
        play1: Play = NO_PLAY,
        play2: Play = NO_PLAY,
        strings: tuple[str, str] = ("", ""),
        color: Colour = NO_COLOUR,
    ) -> None:
        self.send_to_all(("response", code, play1, play2, *strings, color))

    def send_board(self, player: ModelPlayer) -> None:
        places = []
        for cell in range(self.dim**2):
            if self.states[cell] == STATE_DOWN:
                places.append(("", STATE_DOWN, NO_COLOUR))
            else:
                places.append((self.strings[cell], self.states[cell], self.colors[cell]))
        player.sent.append(("board", tuple(places)))
        player.state = NO_PICK

    # Coming and going

    def connect(self, color: Colour) -> ModelPlayer:
        assert all(other.color != color for other in self.players), "a colour is unique among those present"
        player = ModelPlayer(color)
        self.players.append(player)
        player.sent.append(("dimension", self.dim))
        if self.game_state == GAME_ON:
            self.send_board(player)
        elif self.game_state == GAME_WAITING:
            self.check_and_update_game_on()
        return player

    def check_and_update_game_on(self) -> None:
        if len(self.players) < 2:
            return
        self.game_state = GAME_ON
        self.respond(UNFROZEN)  # it does not reach those who wait to join
        for player in self.players:
            if player.state == WAITING_TO_JOIN:
                self.send_board(player)

    def quit(self, player: ModelPlayer) -> None:
        self.players.remove(player)
        if self.game_state == GAME_ON and len(self.players) < 2:
            self.game_state = GAME_WAITING
            self.respond(FROZEN)

    # Playing

    def play(self, player: ModelPlayer, play: Play) -> None:
        _, x, y = play
        if self.game_state != GAME_ON:
            return
        if x not in range(self.dim) or y not in range(self.dim):
            return
        cell = y * self.dim + x
        if player.state == SECOND_PICK:
            self.respond(TIME_NOT_UP, play)
        elif player.state == NO_PICK and self.states[cell] != STATE_DOWN:
            self.respond(FILLED, play)
        elif player.state == NO_PICK:
            player.state = FIRST_PICK
            player.play1 = play
            player.turn += 1
            self.states[cell] = STATE_UP
            self.colors[cell] = player.color
            self.respond(FIRST_PLAY, play, NO_PLAY, (self.strings[cell], ""), player.color)
            turn = player.turn
            self.after(5, lambda: self.hide_first_pick(player, turn))
        elif self.states[cell] != STATE_DOWN:
            self.put_back(player.play1)
            player.state = NO_PICK
            player.turn += 1
            self.respond(HIDE_FIRST, player.play1)
        else:
            self.second_pick(player, play, cell)

    def second_pick(self, player: ModelPlayer, play: Play, cell: int) -> None:
        player.turn += 1
        first = player.play1[2] * self.dim + player.play1[1]
        both = self.strings[first], self.strings[cell]
        if both[0] != both[1]:
            player.state = SECOND_PICK
            self.states[cell] = STATE_UP
            self.colors[cell] = player.color
            self.respond(WRONG, player.play1, play, both, player.color)
            play1 = player.play1
            self.after(2, lambda: self.hide_second_pick(player, play1, play))
            return
        player.state = NO_PICK
        player.n_corrects += 2
        self.n_corrects += 2
        for found in (first, cell):
            self.states[found] = STATE_LOCKED
            self.colors[found] = player.color
        if self.n_corrects < self.dim**2:
            self.respond(RIGHT, player.play1, play, both, player.color)
            return
        self.respond(CODE_OVER, player.play1, play, both, player.color)
        self.game_state = GAME_OVER
        most = max(other.n_corrects for other in self.players)
        for other in self.players:
            other.sent.append(("end", WIN if other.n_corrects == most else LOST, other.n_corrects))
            other.state = WAITING_TO_JOIN
        self.after(10, self.end_game)

    def end_game(self) -> None:
        for player in self.players:
            player.n_corrects = 0
        self.init_board()
        self.game_state = GAME_WAITING
        self.check_and_update_game_on()

    # Hiding

    def put_back(self, play: Play) -> None:
        self.states[play[2] * self.dim + play[1]] = STATE_DOWN

    def hide_first_pick(self, player: ModelPlayer, turn: int) -> None:
        if player.state == FIRST_PICK and player.turn == turn:
            self.put_back(player.play1)
            player.state = NO_PICK
            self.respond(HIDE_FIRST, player.play1)

    def hide_second_pick(self, player: ModelPlayer, play1: Play, play2: Play) -> None:
        self.put_back(play1)
        self.put_back(play2)
        player.state = NO_PICK
        self.respond(HIDE_BOTH, play1, play2)
