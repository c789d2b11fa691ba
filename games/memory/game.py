"""Memory in its room: what is seen and said, and when the next tick is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from random import Random
from typing import Any, ClassVar

from tilenet.game import (
    Choice,
    Event,
    Events,
    Game,
    Moment,
    Player,
    Refuse,
    Result,
    Say,
    Scene,
    Standing,
    Summary,
    Tell,
    Tile,
    TileId,
    Words,
    standings,
)
from tilenet.games.memory import speech
from tilenet.games.memory.colours import Colour, argb
from tilenet.games.memory.events import Dealt, Filled, Frozen, Over, Pick, Place, Right, State, TooEarly, Unfrozen
from tilenet.games.memory.rules import ENOUGH, SIDES, Contest, Phase
from tilenet.games.memory.symbols import has_pictures, symbol
from tilenet.games.memory.table import STAKE, card_tile, side_tiles, size_of

PHASES = {Phase.WAITING: "waiting", Phase.ON: "playing", Phase.OVER: "over"}


def read_dim(text: str) -> int:
    """The size of a board, as an option of the server has it."""
    if text.isascii() and text.isdigit() and int(text) in SIDES:
        return int(text)
    raise ValueError(f"it must be an even number from {SIDES[0]} to {SIDES[-1]}, not {text!r}")


SUMMARIES = {phase: Summary(phase=name) for phase, name in PHASES.items()}
PICTURES, LETTERS = "pictures", "letters"


class Memory(Game):
    """One board, for everybody who comes, through whatever door."""

    title: ClassVar[str] = Words("Memory")
    about: ClassVar[str] = Words("Find pairs of cards, all players at once. It takes two.")
    kind = "memory/1"
    is_dealt = True
    board_role = "card"
    bot = "memory"
    order = 30
    table = "memory"
    help = speech.HELP
    options: ClassVar = {"dim": read_dim}
    choices: ClassVar = {
        "dim": Choice(
            Words("Size"), [(n, Words("{n} x {n}, {pairs} pairs", n=n, pairs=n * n // 2)) for n in (4, 6, 8)], 4
        ),
        "faces": Choice(Words("Cards"), [(PICTURES, Words("pictures")), (LETTERS, Words("letters"))], PICTURES),
    }
    caches: ClassVar = {
        "_scene": None,
        "_cards": {},
        "_cards_of": (False, ()),
        "_side": {},
        "_side_of": None,
        "_told": (None, {}),
    }
    dim: ClassVar[int] = 4

    def __init__(self, random: Random, dim: int | None = None, faces: str = PICTURES) -> None:
        super().__init__(random)
        self.chosen = dim  # for this table; None if it is as the server says
        self.faces = faces
        self.contest = Contest(dim or self.dim, self)
        self._ids: Counter[Player] = Counter()  # of the picks of players who do not number them
        self._result = ""  # of the last game
        self._most = 0  # cards that anybody had in it
        self._seconds = 0  # of the pause, as shown
        self._cards: dict[TileId, Tile] = {}
        self._cards_of: tuple[bool, Sequence[Place]] = False, ()  # what these were made from
        self._side: dict[TileId, Tile] = {}
        self._side_of: tuple[bool, Sequence[tuple[str, int, Colour]]] | None = None  # the same
        self._scene: Scene | None = None  # None when something in it may have changed
        self._told: tuple[tuple[Phase, bool] | None, dict[Player, bool]] = None, {}  # what own facts were made from

    # What happens

    def enter(self, player: Player, now: float) -> Events:
        self.contest.is_held = self.is_held
        if self.contest.dim != (self.chosen or self.dim):  # the server was started with another option
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

    def why_not_start(self) -> str | None:
        if self.contest.can_start():
            return None
        return Words("A game is on.") if self.contest.phase is Phase.ON else Words("It takes two players.")

    def start(self, now: float) -> Events:
        is_first = not self._result
        yield from self._play(self.contest.start(), now)
        if is_first:
            yield Say(speech.new_game(self.contest.pairs_left))

    def hold(self, is_held: bool, now: float) -> Events:
        self.is_held = is_held
        self._scene = None
        return self._play(self.contest.hold(is_held, now), now)

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
                yield Refuse(by, speech.TOO_EARLY)
            case Right(_, pair):
                yield Moment(Words("{name} found a pair", name=pair.by.name))
                yield Say(Words("{name} found a pair.", name=pair.by.name))
            case Over(_, pair):
                self._result, self._most = speech.result(event), event.most
                yield Moment(Words("{name} found the last pair", name=pair.by.name))
                yield Say(Words("{name} found the last pair.", name=pair.by.name))
                yield Say(Words("Game over: {result}.", result=self._result))
                for player, cards in event.cards.items():
                    yield Tell(player, speech.won(cards) if cards == event.most else speech.lost(cards))
                note = speech.how(event, self.contest.dim**2 // 2)
                yield Result(self.title, self._standings(event), reason="finished", note=note)
            case Dealt() if self._result:
                self._result = ""
                yield Say(speech.new_game(self.contest.pairs_left))
            case Frozen():
                yield Say(Words("The game waits until there is a second player."))
            case Unfrozen():
                yield Say(Words("The game continues."))

    def _standings(self, over: Over) -> tuple[Standing, ...]:
        """How everybody has done; of those who have left, nothing is left."""
        found = standings({**over.cards, **dict.fromkeys(over.left, 0)}, over.left)
        notes = {player: speech.notes(tally) for player, tally in over.tallies.items()}
        return tuple(replace(one, notes=notes.get(one.player, ())) for one in found)

    # What is seen

    def scene(self) -> Scene:
        if self._scene is None:
            self._draw_cards()
            self._draw_side()
            self._scene = Scene(
                size_of(self.contest.dim),
                self._cards | self._side,
                text=speech.headline(self.contest, self._result, self._seconds),
            )
        return self._scene

    def _draw_cards(self) -> None:
        """Only those that have changed: a board may have hundreds."""
        is_on, places = self.contest.phase is Phase.ON, tuple(self.contest.places)
        was_on, before = self._cards_of
        is_new = is_on is not was_on or not before
        for cell, place in enumerate(places):
            if is_new or place is not before[cell]:
                y, x = divmod(cell, self.contest.dim)
                self._cards["card", x, y] = card_tile(x, y, place, self._pictures, is_on=is_on)
        self._cards_of = is_on, places

    def _draw_side(self) -> None:
        """The players, best first."""
        seats = sorted(self.contest.seats.items(), key=lambda item: -item[1].cards)
        players = [(player.name, seat.cards, seat.colour) for player, seat in seats]
        is_on = self.contest.phase is Phase.ON
        if (is_on, players) != self._side_of:
            self._side, self._side_of = side_tiles(self.contest.dim, players, is_on=is_on), (is_on, players)

    # What programs are told

    def summary(self) -> Summary:
        return SUMMARIES[self.contest.phase]

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
            "options": {"dim": contest.dim, "faces": PICTURES if has_pictures(self._pictures) else LETTERS},
            "pairs_left": contest.pairs_left,
            "seats": {**left, **seats},
            "cards": {
                self._id(cell): _card(place, symbol(place.letters, self._pictures)) for cell, place in turned.items()
            },
        }

    def own_facts(self, player: Player) -> Mapping[Any, Any]:
        is_on = self.contest.phase is Phase.ON
        return {
            "status": speech.status(self.contest, player, self._most),
            "leave": STAKE if is_on else None,
            "busy_until": self.contest.busy_until(player),
        }

    def stale_views(self) -> Iterable[Player] | None:
        """Nobody has a view: this is about what players know besides."""
        (state, before), seats = self._told, self.contest.seats
        up = {player: seat.turn.second is None for player, seat in seats.items() if seat.turn is not None}
        self._told = (self.contest.phase, len(seats) < ENOUGH), up
        return {player for player, _ in up.items() ^ before.items()} if self._told[0] == state else None

    def legal(self, player: Player) -> Iterable[TileId]:
        return map(self._id, self.contest.can_pick(player))

    def scramble(self, player: Player) -> None:
        self.contest.scramble(self.random)

    @property
    def _pictures(self) -> int:
        """The size of the board, if there are pictures on its cards; otherwise 0."""
        return self.contest.dim if self.faces == PICTURES else 0

    def _id(self, cell: int) -> TileId:
        y, x = divmod(cell, self.contest.dim)
        return "card", x, y


class LargeMemory(Memory):
    """The same on a larger board."""

    table = ""
    title = Words("Memory, large")
    about = Words("Memory on a larger board.")
    dim = 8


def _card(place: Place, symbol: str | None) -> Mapping[str, object]:
    state = "found" if place.state is State.LOCKED else "wrong" if place.is_wrong else "up"
    return {"letters": place.letters, "symbol": symbol, "by": str(place.seat), "state": state}
