"""The rules of Memory against the second opinion in `tests/doubles/memory_model.py`, in thousands of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import memory_model as model
from tests.doubles.memory_cards import Noted
from tests.doubles.memory_model import NO_COLOUR, NO_PLAY, MemoryModel, Message, ModelPlayer
from tests.doubles.someone import Someone
from tilenet.game import Event, Events, Points, Private
from tilenet.games.memory.events import (
    BothHidden,
    Dealt,
    Filled,
    First,
    FirstHidden,
    Frozen,
    Over,
    Pick,
    Place,
    Right,
    State,
    TooEarly,
    Unfrozen,
    Welcome,
    Wrong,
)
from tilenet.games.memory.rules import Contest

GAMES = 3000
STATES = {State.DOWN: 0, State.UP: 1, State.LOCKED: 2}
ODD = (-(2**31), -2, -1, 4, 100000, 2**31 - 1)


def place(shown: Place) -> tuple[object, ...]:
    return shown.letters, STATES[shown.state], tuple(shown.colour)


def response(
    code: int, one: Iterable[int] = NO_PLAY, two: Iterable[int] = NO_PLAY, a: str = "", b: str = "", colour: Any = ()
) -> Message:
    return "response", code, tuple(one), tuple(two), a, b, tuple(colour) or NO_COLOUR


def messages(event: Event, player: Someone) -> list[Message]:
    """What an event is to one of those whom it is for."""
    match event:
        case Welcome(_, dim):
            return [("dimension", dim)]
        case Dealt(_, board):
            return [("board", tuple(map(place, board)))]
        case Filled(_, _, pick):
            return [response(model.FILLED, pick)]
        case First(_, _, colour, pick, letters):
            return [response(model.FIRST_PLAY, pick, a=letters, colour=colour)]
        case Right(_, pair):
            return [response(model.RIGHT, pair.first, pair.second, *pair.letters, pair.colour)]
        case Wrong(_, pair):
            return [response(model.WRONG, pair.first, pair.second, *pair.letters, pair.colour)]
        case Over(_, pair, cards):
            result = model.WIN if cards[player] == max(cards.values()) else model.LOST
            over = response(model.CODE_OVER, pair.first, pair.second, *pair.letters, pair.colour)
            return [over, ("end", result, cards[player])]
        case FirstHidden(_, pick):
            return [response(model.HIDE_FIRST, pick)]
        case BothHidden(_, first, second):
            return [response(model.HIDE_BOTH, first, second)]
        case TooEarly(_, _, pick):
            return [response(model.TIME_NOT_UP, pick)]
        case Frozen():
            return [response(model.FROZEN)]
        case Unfrozen():
            return [response(model.UNFROZEN)]
    raise AssertionError(f"nobody knows {event}")


class Both:
    """The same game twice: by our rules, and by the model."""

    def __init__(self, dim: int, seed: int) -> None:
        self.chance = Noted(seed)
        self.ours = Contest(dim, self.chance)
        deals = iter(self.chance.deals)
        self.theirs = MemoryModel(dim, lambda: next(deals))
        self.now = 0.0
        self.people: dict[Someone, ModelPlayer] = {}
        self.sent: dict[Someone, list[Message]] = {}
        self.points: Counter[Someone] = Counter()
        self.met: Counter[str] = Counter()  # what has come up, so that we know what was tried

    def happen(self, events: Events) -> None:
        for event in events:
            if isinstance(event, Points):
                assert isinstance(event.player, Someone)
                self.points[event.player] += event.change
                continue
            assert isinstance(event, Private)
            self.met[type(event).__name__] += bool(event.to)
            for player in event.to:
                assert isinstance(player, Someone)
                self.sent[player] += messages(event, player)

    def tick(self) -> None:
        self.happen(self.ours.tick(self.now))
        self.theirs.sleep_until(self.now)
        self.check()

    def enter(self) -> None:
        player = Someone(f"player {len(self.people)}")
        self.sent[player] = []
        self.happen(self.ours.enter(player, self.now))
        self.theirs.sleep_until(self.now)
        self.people[player] = self.theirs.connect(self.ours.seats[player].colour)

    def leave(self, player: Someone) -> None:
        self.happen(self.ours.leave(player, self.now))
        self.theirs.sleep_until(self.now)
        other = self.people.pop(player)
        assert self.sent[player] == other.sent
        self.theirs.quit(other)

    def pick(self, player: Someone, play: tuple[int, int, int]) -> None:
        self.happen(self.ours.pick(player, Pick(*play), self.now))
        self.theirs.sleep_until(self.now)
        self.theirs.play(self.people[player], play)

    def check(self) -> None:
        """Everybody was sent the same by both since the last check."""
        for player, other in self.people.items():
            assert self.sent[player] == other.sent, (player, self.sent[player], other.sent)
            self.sent[player].clear()
            other.sent.clear()
            assert self.ours.seats[player].cards == other.n_corrects


def play_at_random(seed: int) -> Counter[str]:
    """Some minutes of coming, going and picking, fast and slow; what has come up."""
    chance = Random(seed)
    dim = chance.choice((2, 2, 2, 4, 4, 6))
    both = Both(dim, seed)
    is_sharp = chance.random() < 0.7  # whether players know where the pairs are, half of the time
    for number in range(chance.choice((30, 70, 110))):
        people = list(both.people)
        what = chance.random()
        if not people or (what < 0.06 and len(people) < 5):
            both.enter()
        elif what < 0.10:
            both.leave(chance.choice(people))
        elif what < 0.30:
            both.now += chance.choice((0.25, 0.5, 1.0, 2.0, 5.0, 10.0))
            if chance.random() < 0.3:
                continue  # our clock is late, and whatever is done next has to make up for it
        else:
            player = chance.choice(people)
            x, y = chance.randrange(dim), chance.randrange(dim)
            turn = both.ours.seats[player].turn
            if is_sharp and turn is not None and chance.random() < 0.5:
                cards = both.chance.deals[-1]
                first = turn.first.y * dim + turn.first.x
                mate = next(cell for cell, card in enumerate(cards) if card == cards[first] and cell != first)
                y, x = divmod(mate, dim)
            if chance.random() < 0.03:
                x = chance.choice(ODD)
            if chance.random() < 0.03:
                y = chance.choice(ODD)
            both.pick(player, (chance.choice((number, 0, -1, 2**31 - 1)), x, y))
        both.tick()
    found = sum(both.points.values())
    assert found * 2 >= sum(seat.cards for seat in both.ours.seats.values())
    return both.met


class SecondOpinion(SynchronousTestCase):
    def test_agrees_in_thousands_of_games(self) -> None:
        met: Counter[str] = Counter()
        for seed in range(GAMES):
            try:
                met += play_at_random(seed)
            except AssertionError as error:
                self.fail(f"seed {seed}: {error}")
        self.assertGreater(min(met.values()), 500, met)
        self.assertEqual(len(met), 12, "everything that can happen has happened")
