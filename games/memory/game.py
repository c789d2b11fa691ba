"""Memory in its room: what is seen and said, and when the next tick is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from random import Random
from typing import ClassVar

from tilenet.game import Event, Events, Game, Player, Result, Say, Scene, Tell, Tile, TileId, standings
from tilenet.games.memory.colours import Colour
from tilenet.games.memory.events import Dealt, Filled, Frozen, Over, Pair, Pick, Place, Right, TooEarly, Unfrozen
from tilenet.games.memory.rules import ENOUGH, FIRST_SHOWS, PAIR_SHOWS, PAUSE, REWARD, SIDES, Contest, Phase
from tilenet.games.memory.table import card_tile, side_tiles, size_of
from tilenet.text import counted, listed


def read_dim(text: str) -> int:
    """The size of a board, as an option of the server has it."""
    if text.isascii() and text.isdigit() and int(text) in SIDES:
        return int(text)
    raise ValueError(f"it must be an even number from {SIDES[0]} to {SIDES[-1]}, not {text!r}")


def _help(bot: str) -> tuple[str, ...]:
    """The rules; this command brings a bot."""
    return (
        "Each pair of letters is on two cards. Pick a card, then another: if they match, both are yours. Everybody "
        "plays at once, each with their own picks.",
        f"If they do not match, both stay up for {PAIR_SHOWS:g} s while you wait. If you pick no second card within "
        f"{FIRST_SHOWS:g} s, or pick one that is already up, your first card is hidden again.",
        f"When all pairs are found, the player with the most cards wins, and {PAUSE:g} s later a new game begins. "
        "If you leave, you lose the cards you have found, but they stay on the board.",
        f"It takes {ENOUGH} players: if you are alone, the game waits. `{bot}` brings a bot.",
        f"Every pair also earns you {REWARD} point, which you keep wherever you go.",
    )


class Memory(Game):
    """One board, for everybody who comes, through whatever door."""

    title = "Memory"
    about = "Find pairs of cards, all players at once. It takes two."
    bot: ClassVar[str] = "tilenet bot memory"  # the command that brings one here
    help = _help(bot)
    options: ClassVar = {"dim": read_dim}
    caches: ClassVar = {"_scene": None, "_cards": {}, "_cards_of": (False, ()), "_side": {}, "_side_of": None}
    dim: ClassVar[int] = 4

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.contest = Contest(self.dim, self)
        self._ids: Counter[Player] = Counter()  # of the picks of players who do not number them
        self._result = ""  # of the last game
        self._seconds = 0  # of the pause, as shown
        self._cards: dict[TileId, Tile] = {}
        self._cards_of: tuple[bool, Sequence[Place]] = False, ()  # what these were made from
        self._side: dict[TileId, Tile] = {}
        self._side_of: tuple[bool, Sequence[tuple[str, int, Colour]]] | None = None  # the same
        self._scene: Scene | None = None  # None when something in it may have changed

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        return self._play(self.contest.enter(player, now), now)

    def leave(self, player: Player, now: float) -> Events:
        self._ids.pop(player, None)
        self._scene = None
        return self._play(self.contest.leave(player, now), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case (int(x), int(y)):
                self._ids[player] += 1
                return self._play(self.contest.pick(player, Pick(self._ids[player], x, y), now), now)
        return ()

    def ask(self, player: Player, request: object, now: float) -> Events:
        match request:
            case Pick():
                return self._play(self.contest.pick(player, request, now), now)
        return ()

    def tick(self, now: float) -> Events:
        return self._play(self.contest.tick(now), now)

    def _play(self, events: Events, now: float) -> Events:
        """Put what the rules did into words, and set the clock. A pick that was refused changes nothing to see."""
        shown = self._seconds
        for event in events:
            if not isinstance(event, Filled | TooEarly):
                self._scene = None
            yield event
            yield from self._in_words(event)
        self._set_clock(now)
        if self._seconds != shown:
            self._scene = None

    def _set_clock(self, now: float) -> None:
        """In the pause its seconds are counted, back from the next deal, so that they cannot delay it."""
        self.deadline, self._seconds = self.contest.deadline, 0
        if (end := self.contest.next_deal) is not None:
            self._seconds = max(1, ceil(round(end - now, 3)))  # a rounding error is not another second
            self.deadline = end - (self._seconds - 1)

    # What is said

    def _in_words(self, event: Event) -> Events:
        match event:
            case Filled(_, by):
                yield Tell(by, "That card is already up: pick another.")
            case TooEarly(_, by):
                yield Tell(by, "Wait until your two cards are hidden again.")
            case Right(_, pair):
                yield Say(_found(pair, "a pair"))
            case Over(_, pair):
                self._result = _result(event)
                yield Say(_found(pair, "the last pair"))
                yield Say(f"Game over: {self._result}.")
                for player, cards in event.cards.items():
                    outcome = "won" if cards == event.most else "lost"
                    yield Tell(player, f"You have {outcome} with {counted(cards, 'card')}.")
                yield Result(self.title, standings({**event.cards, **dict.fromkeys(event.left, 0)}, event.left))
            case Dealt() if self._result:
                self._result = ""
                yield Say(f"A new game: {counted(self.contest.pairs_left, 'pair')} to find.")
            case Frozen():
                yield Say("The game waits until there is a second player.")
            case Unfrozen():
                yield Say("The game continues.")

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._draw_cards()
            self._draw_side()
            self._scene = Scene(size_of(self.dim), self._cards | self._side, text=self._headline())
        return self._scene

    def _draw_cards(self) -> None:
        """Only those that have changed: a board may have hundreds."""
        is_on, places = self.contest.phase is Phase.ON, tuple(self.contest.places)
        was_on, before = self._cards_of
        is_new = is_on is not was_on or not before
        for cell, place in enumerate(places):
            if is_new or place is not before[cell]:
                y, x = divmod(cell, self.dim)
                self._cards[x, y] = card_tile(x, y, place, is_on=is_on)
        self._cards_of = is_on, places

    def _draw_side(self) -> None:
        """The players, best first."""
        seats = sorted(self.contest.seats.items(), key=lambda item: -item[1].cards)
        players = [(player.name, seat.cards, seat.colour) for player, seat in seats]
        is_on = self.contest.phase is Phase.ON
        if (is_on, players) != self._side_of:
            self._side, self._side_of = side_tiles(self.dim, players, is_on=is_on), (is_on, players)

    def _headline(self) -> str:
        match self.contest.phase:
            case Phase.WAITING:
                return f"No opponent yet: `{self.bot}` brings one."
            case Phase.ON:
                return f"Turn two cards: {counted(self.contest.pairs_left, 'pair')} to find. {self._leaders()}"
            case Phase.OVER:
                return f"A new game in {self._seconds} s. Game over: {self._result}."

    def _leaders(self) -> str:
        most = max((seat.cards for seat in self.contest.seats.values()), default=0)
        best = [player.name for player, seat in self.contest.seats.items() if seat.cards == most]
        if not most:
            return "Nobody has one yet."
        return f"{listed(best)} {'leads' if len(best) == 1 else 'lead'} with {counted(most, 'card')}."


class LargeMemory(Memory):
    """The same on a larger board."""

    title = "Memory, large"
    about = "Memory on a larger board."
    bot = "tilenet bot memory --large"
    help = _help(bot)
    dim = 8


def _found(pair: Pair, what: str) -> str:
    return f"{pair.by.name} found {what}: {pair.letters[0]}."


def _result(over: Over) -> str:
    """ann wins with 10 cards / ann and bob tie, with 8 cards each"""
    names = [player.name for player, cards in over.cards.items() if cards == over.most]
    cards = counted(over.most, "card")
    return f"{names[0]} wins with {cards}" if len(names) == 1 else f"{listed(names)} tie, with {cards} each"
