"""Tombala in one room: who plays, when it begins, what players do in it, and what is seen and said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from random import Random
from typing import TYPE_CHECKING, ClassVar

from tilenet.game import (
    NO_VIEW,
    Cost,
    Events,
    Game,
    Go,
    KeyId,
    Player,
    Result,
    Say,
    Scene,
    Tell,
    Tile,
    TileId,
    View,
    standings,
)
from tilenet.games.tombala import commands
from tilenet.games.tombala.commands import Command
from tilenet.games.tombala.events import Answer, Cinko, Claim, Dealt, Drawn, Joined, Over, Proceed, UserList
from tilenet.games.tombala.hall import LOBBY, Entry, NotPossible, Setup
from tilenet.games.tombala.hand import Hand
from tilenet.games.tombala.rules import NUMBERS, WIN, Match
from tilenet.games.tombala.table import (
    CLOCK,
    SIZE,
    board_tiles,
    card_tiles,
    clock_tile,
    command_tiles,
    keys,
    last_tiles,
    seat_tiles,
)

if TYPE_CHECKING:
    from tilenet.games.tombala.hall import Hall

JOINING = 1  # commands: what it costs to come in, and to leave again
TOLD = 3  # players, to whom it costs one more command to tell both


class TombalaGame(Game):
    """One game, from the countdown to the third cinko. Nobody can enter once it has begun, or come back."""

    title = "Tombala"
    about = "Turkish bingo."
    help = (
        "You get a card with 15 of the numbers 1 to 90. Mark the numbers that are drawn, with a click or with /mark "
        "NUMBER, or let Auto mark do it for you. Nobody checks your marks.",
        "When all five numbers of a row have been drawn, you have a cinko: announce it with Cinko, or with /cinko "
        "TOTAL for all your complete rows. The first to three wins.",
        "Next asks for the next number. It comes when everybody has asked; in a timed room, it comes by itself.",
        "/quit takes you out of the game and back to the lobby. This game does not change your points.",
    )

    caches: ClassVar = {"_scene": None, "_touched": None, "_board_of": (-1, {})}

    def __init__(self, random: Random, hall: Hall, setup: Setup) -> None:
        super().__init__(random)
        self.setup = setup
        self.match: Match | None = None
        self.deadline = setup.begins_at
        self._hall = hall
        self._hands: dict[Player, Hand] = {}  # of everybody here, in order of arrival
        self._touched: set[Player] | None = None  # whose views may have changed; None if it may be anybody's
        self._seconds = 0  # of the countdown, as shown
        self._last_seats: list[str] = []  # as they were when the game was over
        self._scene: Scene | None = None  # None when something in it may have changed
        self._board_of: tuple[int, dict[TileId, Tile]] = (-1, {})  # how many numbers were drawn, and their tiles

    # For the hall

    @property
    def entry(self) -> Entry:
        """What others may know about this room."""
        return Entry(self.setup, tuple(player.name for player in self._hands), self.match is not None)

    @property
    def is_on(self) -> bool:
        return self.match is not None and not self.match.is_over

    # Entering, beginning, leaving

    def replace_failed(self, failed: Game) -> None:
        """A game that was over does not begin again."""
        if failed.is_done:
            self._done()

    def enter(self, player: Player, now: float) -> Events:
        entry = self.entry
        if self.is_done or entry.has_begun or not entry.has_room_for(player.name):
            yield Tell(player, f"{self.setup.name} {'is full' if entry.is_full else 'has already started'}!")
            yield Go(player, LOBBY)
            return
        self._hands[player] = Hand()
        entry = self._report()
        self._count_down(now)
        yield Cost(player, JOINING + len(entry.names) / TOLD)
        yield UserList(entry.names)
        yield Joined((player,), self.setup.name)
        yield Tell(player, f"You have joined {self.setup.name}.")

    def leave(self, player: Player, now: float) -> Events:
        if self._hands.pop(player, None) is None:
            return
        entry = self._report()
        self._scene = None
        if self._touched is not None:
            self._touched.discard(player)
        if not self._hands:
            self._done()
        if self.is_done:
            return
        yield UserList(entry.names)
        if self.match is not None:
            self.match.leave(player)
            yield from self._go_on(now)

    def away(self, player: Player, now: float) -> Events:
        """The others go on at once."""
        self._scene = None
        return self._go_on(now)

    def back(self, player: Player, now: float) -> Events:
        """The game waits for the player again. If everybody was away, it goes on."""
        self._scene = None
        if self.is_on and self.setup.every is not None and self.deadline is None:
            self.deadline = now + self.setup.every
        return self._go_on(now)

    def tick(self, now: float) -> Events:
        if self.match is None and now < self.setup.begins_at:
            self._count_down(now)
        elif self.match is None and not self._hands:
            self._done()
        elif self.match is None:
            yield from self._begin(now)
        elif self.match.is_attended:
            yield from self._draw(self.match, now)
        else:
            self.deadline = None  # nothing is drawn while everybody is away

    def _report(self) -> Entry:
        """Tell the hall that somebody has come or gone, or that the game begins."""
        entry = self.entry
        self._hall.report(entry)
        return entry

    def _count_down(self, now: float) -> None:
        """Show how many seconds are left, and set the deadline for the next one."""
        left = max(1, ceil(self.setup.begins_at - now))
        at = self.setup.begins_at - (left - 1)
        self.deadline = at if now < at else self.setup.begins_at
        self._seconds, self._scene = left, None

    def _begin(self, now: float) -> Events:
        self.match = match = Match(self._hands, self.new_match())
        yield UserList(self._report().names)
        for player, card in match.cards.items():
            self._hands[player].card = card
            yield Dealt((player,), card)
        yield from self._draw(match, now)

    def _draw(self, match: Match, now: float) -> Events:
        number = match.draw()
        self._scene = self._touched = None
        if number is None:
            yield Say("All 90 numbers have been drawn, and nobody has won. Game over.")
            yield from self._end(match)
            return
        every = self.setup.every
        self.deadline = None if every is None else now + every
        for hand in self._hands.values():
            if hand.is_auto and number in hand.numbers:
                hand.marks.add(number)
        yield Drawn(number)

    def _go_on(self, now: float) -> Events:
        """Draw, if the game no longer waits for anybody."""
        if self.match is not None and self.is_on and self.setup.every is None and self.match.is_turn_over:
            yield from self._draw(self.match, now)

    def _end(self, match: Match) -> Events:
        self._last_seats = self._seats()
        self._done()
        yield Over()
        yield Result(self.title, standings({**match.totals, **match.left}, match.left))

    def _done(self) -> None:
        """Nobody can join any more; those who are here may stay as long as they like."""
        self.is_done = True
        self.deadline = None
        self._scene = self._touched = None
        self._hall.remove(self.setup)

    # What players do

    def ask(self, player: Player, request: object, now: float) -> Events:
        match request:
            case Proceed():
                return self._proceed(player, now)
            case Claim(total):
                return self._claim(player, total)
        return ()

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("card", int(row), int(at)):
                number = self._hands[player].number_at(row, at)
                if number is not None:
                    self._hands[player].mark(number)
                    self._touch(player)
                return ()
            case "next":
                return self._proceed(player, now)
            case "cinko":
                return self._claim_marked(player)
            case "auto":
                return self._switch(player)
            case "lobby":
                return self._quit(player)
        return ()

    def press(self, player: Player, key: KeyId, now: float) -> Events:
        match key:
            case ("key", str(tile)):
                return self.click(player, tile, now)
        return ()

    def say(self, player: Player, text: str, to: TileId | KeyId | None, now: float) -> Events:
        if to is None and text.startswith("/") and player in self._hands:
            return commands.obey(player, text, self._commands(player, now))
        return super().say(player, text, to, now)

    def _commands(self, player: Player, now: float) -> Mapping[str, Command]:
        return {
            "mark": lambda rest: self._mark(player, commands.whole(rest, "/mark 17")),
            "cinko": lambda rest: self._claim(player, commands.whole(rest, "/cinko 1")),
            "next": lambda rest: self._proceed(player, now),
            "quit": lambda rest: self._quit(player),
            "rooms": lambda rest: commands.rooms(self._hall, player, now),
            "join": lambda rest: self._join(player, rest),
            "create": lambda rest: commands.create(
                self._hall, player, rest, now, "" if self.is_done else "/quit, then "
            ),
            "help": lambda rest: commands.help_lines(player),
        }

    def _quit(self, player: Player) -> Events:
        return [Tell(player, f"You have left {self.setup.name}."), Go(player, LOBBY)]

    def _join(self, player: Player, name: str) -> Events:
        if not self.is_done:
            raise NotPossible(f"You are in {self.setup.name}: /quit first!")
        return commands.join(self._hall, player, name)

    def _match_now(self) -> Match:
        if self.match is None:
            raise NotPossible("The game has not started yet!")
        if self.match.is_over:
            raise NotPossible("The game is over!")
        return self.match

    def _proceed(self, player: Player, now: float) -> Events:
        try:
            if not self._match_now().proceed(player):
                already = "You have already asked for the next number."
                return [
                    Answer((player,), False, "You've already proceeded for the current turn!"),
                    Tell(player, already),
                ]
        except NotPossible as error:
            return _answer(player, False, str(error))
        self._scene = None
        self._touch(player)
        by_itself = [] if self.setup.every is None else [Tell(player, "Numbers come by themselves here.")]
        return [
            Answer((player,), True, "Next number will be broadcasted when everyone proceeds!"),
            *by_itself,
            *self._go_on(now),
        ]

    def _claim(self, player: Player, total: int) -> Events:
        try:
            match = self._match_now()
        except NotPossible as error:
            yield from _answer(player, False, str(error))
            return
        if not match.claim(player, total):
            yield from _answer(player, False, "Your cinko claim is wrong!")
            return
        self._scene = None
        yield Cinko(player, total)
        yield Say(f"{player.name} has {total} cinko{'s' if total > 1 else ''}{' and wins!' if total == WIN else '.'}")
        yield from _answer(player, True, "Congratulations!")
        if match.is_over:
            yield from self._end(match)

    def _claim_marked(self, player: Player) -> Events:
        rows = self._hands[player].rows_marked
        if not rows:
            return [Tell(player, "Mark all five numbers of a row first.")]
        if self.match is not None and rows == self.match.totals[player]:
            return [Tell(player, f"You have already announced {rows}: mark another row first.")]
        return self._claim(player, rows)

    def _mark(self, player: Player, number: int) -> Events:
        hand = self._hands[player]
        if not self.is_on:
            yield Tell(player, "There is nothing to mark now.")
        elif number not in hand.numbers:
            yield Tell(player, f"{number} is not on your card.")
        elif number in hand.marks:
            yield Tell(player, f"{number} is already marked.")
        else:
            hand.mark(number)
            self._touch(player)

    def _switch(self, player: Player) -> Events:
        hand = self._hands[player]
        hand.is_auto = not hand.is_auto
        self._touch(player)
        if hand.is_auto and self.match is not None:
            hand.marks |= hand.numbers.intersection(self.match.drawn)
        return [Tell(player, f"Drawn numbers are {'now' if hand.is_auto else 'no longer'} marked for you.")]

    def _touch(self, player: Player) -> None:
        if self._touched is not None:
            self._touched.add(player)

    # What is seen

    def stale_views(self) -> Iterable[Player] | None:
        touched, self._touched = self._touched, set()
        return touched

    def view(self, player: Player) -> View:
        hand = self._hands.get(player)
        if hand is None:
            return NO_VIEW
        return hand.view(is_on=self.is_on, is_waited_for=self._is_waited_for(player), is_done=self.is_done)

    def _is_waited_for(self, player: Player) -> bool:
        match = self.match
        if self.setup.every is not None or match is None or player.is_away:
            return False
        return player in match.cards and not match.has_proceeded(player)

    def scene(self) -> Scene:
        if self._scene is None:
            tiles = self._board() | command_tiles(self.is_on) | seat_tiles(self._last_seats or self._seats())
            tiles[CLOCK] = clock_tile(self._seconds if self.match is None else 0)
            self._scene = Scene(SIZE, tiles, keys(self.is_on, self.setup.every is None), self._headline())
        return self._scene

    def _board(self) -> dict[TileId, Tile]:
        """The tiles that change only when a number is drawn."""
        drawn = [] if self.match is None else self.match.drawn
        if len(drawn) != self._board_of[0]:
            self._board_of = len(drawn), board_tiles(drawn) | last_tiles(drawn) | card_tiles()
        return self._board_of[1]

    def _seats(self) -> list[str]:
        return [self._seat(player) for player in self._hands]

    def _seat(self, player: Player) -> str:
        """ann 1, or ann 1 ... if the game waits for ann"""
        if self.match is None:
            return f"{player.name} 0"
        waiting = " ..." if self.is_on and self._is_waited_for(player) else ""
        return f"{player.name} {self.match.totals.get(player, 0)}{waiting}"

    def _headline(self) -> str:
        match, every = self.match, self.setup.every
        if match is None:
            pace = "" if every is None else f" A new number every {every} s."
            return f"The game begins in {self._seconds} s.{pace}"
        if match.is_over:
            return f"Game over: {'nobody has won' if match.winner is None else f'{match.winner.name} wins'}."
        standing = f"Number {len(match.drawn)} of {len(NUMBERS)}: {match.drawn[-1]}."
        if every is not None:
            return f"{standing} A new one every {every} s."
        return f"{standing} Waiting for {commands.some([player.name for player in match.waited_for])}."


def _answer(player: Player, is_right: bool, text: str) -> Events:
    """An answer for a player who came through any door: some hear it, the others get it as an event."""
    return [Answer((player,), is_right, text), Tell(player, text)]
