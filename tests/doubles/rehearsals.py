"""How each installed game is rehearsed: its class, and what doors and the store say to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from tilenet.catalogue import installed_games
from tilenet.chance import Chance
from tilenet.game import Feat, Game
from tilenet.games.memory.events import Pick
from tilenet.games.records.game import Records
from tilenet.records import (
    Best,
    Career,
    Finished,
    Latest,
    NotNow,
    Overview,
    Own,
    OwnResult,
    Placed,
    Ranked,
    Stock,
)
from tilenet.rehearsal import Answers, Requests
from tilenet.saving.writer import NO_SETUP, Data

GAMES = tuple("abcdefghijkl")  # more than there is room for


class Rehearsed(NamedTuple):
    """One game, and how to rehearse it."""

    name: str
    game: type[Game]
    setup: Mapping[str, Data] = NO_SETUP
    requests: Requests | None = None
    answers: Answers | None = None


def pick(game: Game, dice: Random) -> Pick:
    """What a client of Memory's own protocol asks for, mostly on the board."""
    return Pick(dice.randrange(100), dice.randrange(5), dice.randrange(5))


def look_up(question: object, dice: Random) -> object:
    """What a store may know."""
    if dice.random() < 0.1:
        return NotNow()
    match question:
        case Overview():
            games = GAMES[: dice.choice([0, 2, 12])]
            return Stock(dice.randrange(3), games, dice.choice(games) if games else None)
        case Best():
            return tuple(Ranked(place, f"p{place}", dice.choice([None, 1500.5]), 1, 2) for place in range(1, 5))
        case Latest():
            return (Finished(dice.random() * 1e6, True, 2, (Placed(1, "ann", 3.5), Placed(2, "bob", 1.0))),)
        case Own():
            results = (OwnResult(60.0, 1, 2, 7.0, 1510.0),)
            return Career(
                "ann",
                3,
                2,
                1510.0,
                7.0,
                (Feat("best streak", 4), Feat("fastest set", 2.5, "s", is_less_better=True)),
                (1500.0, 1510.0),
                results,
            )
    raise AssertionError(f"nobody asks {question}")


REQUESTS: dict[str, Requests] = {"memory": pick, "memory-large": pick}


def rehearsed() -> Iterator[Rehearsed]:
    """All installed games."""
    for plugin in installed_games():
        game = type(plugin.make(Chance.named("a")))
        answers = look_up if issubclass(game, Records) else None
        if plugin.name not in ("set", "tombala", "dancing"):  # whose tables are opened by functions
            yield Rehearsed(plugin.name, game, NO_SETUP, REQUESTS.get(plugin.name), answers)
