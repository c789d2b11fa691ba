"""Memory in its room: what is seen and said, and when the next tick is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    Event,
    Events,
    Game,
    Moment,
    Player,
    Refuse,
    Result,
    Say,
    Scene,
    Tell,
    Tile,
    TileId,
    Words,
    standings,
)
from tilenet.games.memory.colours import Colour, argb
from tilenet.games.memory.events import Dealt, Filled, Frozen, Over, Pick, Place, Right, State, TooEarly, Unfrozen
from tilenet.games.memory.rules import ENOUGH, FIRST_SHOWS, PAIR_SHOWS, PAUSE, REWARD, SIDES, Contest, Phase
from tilenet.games.memory.symbols import symbol
from tilenet.games.memory.table import STAKE, card_tile, side_tiles, size_of
from tilenet.text import listed

PHASES = {Phase.WAITING: "waiting", Phase.ON: "playing", Phase.OVER: "over"}


def read_dim(text: str) -> int:
    """The size of a board, as an option of the server has it."""
    if text.isascii() and text.isdigit() and int(text) in SIDES:
        return int(text)
    raise ValueError(f"it must be an even number from {SIDES[0]} to {SIDES[-1]}, not {text!r}")


HELP = (
    Words(
        "Each picture is on two cards. Pick a card, then another: if they match, both are yours. Everybody plays at "
        "once, each with their own picks."
    ),
    Words(
        "If they do not match, both stay up for {pair:g} s while you wait. If you pick no second card within "
        "{first:g} s, or pick one that is already up, your first card is hidden again.",
        pair=PAIR_SHOWS,
        first=FIRST_SHOWS,
    ),
    Words(
        "When all pairs are found, the player with the most cards wins, and {pause:g} s later a new game begins. "
        "If you leave, you lose the cards you have found, but they stay on the board.",
        pause=PAUSE,
    ),
    Words("It takes {players} players: if you are alone, the game waits. /bot brings a bot.", players=ENOUGH),
    Words("Every pair also earns you {points} point, which you keep wherever you go.", points=REWARD),
)


class Memory(Game):
    """One board, for everybody who comes, through whatever door."""

    title: ClassVar[str] = Words("Memory")
    about: ClassVar[str] = Words("Find pairs of cards, all players at once. It takes two.")
    kind = "memory/1"
    is_dealt = True
    board_role = "card"
    bot = "memory"
    order = 30
    help = HELP
    options: ClassVar = {"dim": read_dim}
    caches: ClassVar = {
        "_scene": None,
        "_cards": {},
        "_cards_of": (False, ()),
        "_side": {},
        "_side_of": None,
        "_told": (None, set()),
    }
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
        self._told: tuple[Phase | None, set[Player]] = None, set()  # what own facts were made from: who was busy

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        if self.contest.dim != self.dim:  # the server was started with another option
            self.contest.resize(self.dim)
            vars(self).update({name: self.caches[name] for name in ("_scene", "_cards_of", "_side_of")}, _cards={})
        return self._play(self.contest.enter(player, now), now)

    def leave(self, player: Player, now: float) -> Events:
        self._ids.pop(player, None)
        self._scene = None
        return self._play(self.contest.leave(player, now), now)

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        match tile:
            case ("card", int(x), int(y)):
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
                yield Refuse(by, Words("That card is already up: pick another."))
            case TooEarly(_, by):
                yield Refuse(by, Words("Wait until your two cards are hidden again."))
            case Right(_, pair):
                yield Moment(Words("{name} found a pair", name=pair.by.name))
                yield Say(Words("{name} found a pair.", name=pair.by.name))
            case Over(_, pair):
                self._result = _result(event)
                yield Moment(Words("{name} found the last pair", name=pair.by.name))
                yield Say(Words("{name} found the last pair.", name=pair.by.name))
                yield Say(Words("Game over: {result}.", result=self._result))
                for player, cards in event.cards.items():
                    yield Tell(player, _won(cards) if cards == event.most else _lost(cards))
                scores = {**event.cards, **dict.fromkeys(event.left, 0)}
                yield Result(self.title, standings(scores, event.left), reason="finished")
            case Dealt() if self._result:
                self._result = ""
                pairs = self.contest.pairs_left
                yield Say(Words("A new game: {n} pair to find.", many="A new game: {n} pairs to find.", n=pairs))
            case Frozen():
                yield Say(Words("The game waits until there is a second player."))
            case Unfrozen():
                yield Say(Words("The game continues."))

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._draw_cards()
            self._draw_side()
            self._scene = Scene(size_of(self.contest.dim), self._cards | self._side, text=self._headline())
        return self._scene

    def _draw_cards(self) -> None:
        """Only those that have changed: a board may have hundreds."""
        is_on, places = self.contest.phase is Phase.ON, tuple(self.contest.places)
        was_on, before = self._cards_of
        is_new = is_on is not was_on or not before
        for cell, place in enumerate(places):
            if is_new or place is not before[cell]:
                y, x = divmod(cell, self.contest.dim)
                self._cards["card", x, y] = card_tile(x, y, place, self.contest.dim, is_on=is_on)
        self._cards_of = is_on, places

    def _draw_side(self) -> None:
        """The players, best first."""
        seats = sorted(self.contest.seats.items(), key=lambda item: -item[1].cards)
        players = [(player.name, seat.cards, seat.colour) for player, seat in seats]
        is_on = self.contest.phase is Phase.ON
        if (is_on, players) != self._side_of:
            self._side, self._side_of = side_tiles(self.contest.dim, players, is_on=is_on), (is_on, players)

    def _headline(self) -> str:
        match self.contest.phase:
            case Phase.WAITING:
                return Words("Nobody else is here: add a bot, or invite a friend.")
            case Phase.ON:
                return Words(
                    "Turn two cards: {n} pair to find. {leaders}",
                    many="Turn two cards: {n} pairs to find. {leaders}",
                    n=self.contest.pairs_left,
                    leaders=self._leaders(),
                )
            case Phase.OVER:
                return Words(
                    "A new game in {seconds} s. Game over: {result}.", seconds=self._seconds, result=self._result
                )

    def _leaders(self) -> str:
        most = max((seat.cards for seat in self.contest.seats.values()), default=0)
        best = [player.name for player, seat in self.contest.seats.items() if seat.cards == most]
        if not most:
            return Words("Nobody has one yet.")
        if len(best) == 1:
            return Words("{name} leads with {cards} cards.", name=best[0], cards=most)
        return Words("{names} lead with {cards} cards.", names=listed(best), cards=most)

    # What programs are told

    def facts(self) -> Mapping[Any, Any]:
        contest = self.contest
        turned = {cell: place for cell, place in enumerate(contest.places) if place.by is not None}
        left = {
            place.seat: {"player": {"name": place.by.name}, "colour": argb(place.colour), "gone": True}
            for place in turned.values()
            if place.by is not None
        }
        seats = {
            seat.number: {"player": player, "score": seat.cards, "colour": argb(seat.colour)}
            for player, seat in contest.seats.items()
        }
        return {
            "phase": PHASES[contest.phase],
            "deadline": contest.next_deal,
            "options": {"dim": self.contest.dim},
            "pairs_left": contest.pairs_left,
            "seats": {**left, **seats},
            "cards": {
                self._id(cell): _card(place, symbol(place.letters, contest.dim)) for cell, place in turned.items()
            },
        }

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        is_on = self.contest.phase is Phase.ON
        return {"leave": STAKE if is_on else None, "busy_until": self.contest.busy_until(player)}

    def stale_views(self) -> Iterable[Player] | None:
        """Nobody has a view: this is about what players know besides."""
        told = self._told
        self._told = self.contest.phase, {player for player in self.contest.seats if self.contest.busy_until(player)}
        return self._told[1] ^ told[1] if self._told[0] is told[0] else None

    def legal(self, player: Player) -> Iterable[TileId]:
        return map(self._id, self.contest.can_pick(player))

    def scramble(self, player: Player) -> None:
        self.contest.scramble(self.random)

    def _id(self, cell: int) -> TileId:
        y, x = divmod(cell, self.contest.dim)
        return "card", x, y


class LargeMemory(Memory):
    """The same on a larger board."""

    title = Words("Memory, large")
    about = Words("Memory on a larger board.")
    dim = 8


def _card(place: Place, symbol: str | None) -> Mapping[str, object]:
    state = "found" if place.state is State.LOCKED else "wrong" if place.is_wrong else "up"
    return {"letters": place.letters, "symbol": symbol, "by": str(place.seat), "state": state}


def _won(cards: int) -> str:
    return Words("You have won with {n} card.", many="You have won with {n} cards.", n=cards)


def _lost(cards: int) -> str:
    return Words("You have lost with {n} card.", many="You have lost with {n} cards.", n=cards)


def _result(over: Over) -> str:
    """ann wins with 10 cards / ann and bob tie, with 8 cards each"""
    names = [player.name for player, cards in over.cards.items() if cards == over.most]
    if len(names) == 1:
        return Words("{name} wins with {cards} cards", name=names[0], cards=over.most)
    return Words("{names} tie, with {cards} cards each", names=listed(names), cards=over.most)
