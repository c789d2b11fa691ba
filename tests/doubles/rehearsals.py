"""How each installed game is rehearsed: its class, and what doors and the store say to it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from tilenet.catalogue import GamePlugin, installed_games
from tilenet.checks.subject import Subject, installed
from tilenet.game import Feat, Game, Json
from tilenet.games.dancing.events import Dance, Done, Fault, Finish, OpenTable, Place, TakeSeat
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.lobby import Lobby
from tilenet.games.dancing.match import Phase
from tilenet.games.memory.events import Pick
from tilenet.games.records.game import Records
from tilenet.games.replays.game import ReplayRoom
from tilenet.games.set.onegame import Entrance, OneGame
from tilenet.games.tombala.events import Claim, Create, Find, Proceed
from tilenet.games.tombala.game import TombalaGame
from tilenet.records import (
    Best,
    Career,
    Contents,
    Finished,
    Latest,
    NotNow,
    Overview,
    Own,
    OwnResult,
    Placed,
    Ranked,
    Replay,
    Replays,
)
from tilenet.rehearsal.improviser import BEGIN, Answers, Requests
from tilenet.rehearsal.stage import Kinds
from tilenet.saving.writer import NO_SETUP
from tilenet.testing import Understudy, check_repeatable
from tilenet.world.home import Home

GAMES = tuple("abcdefghijkl")  # more than there is room for


class Rehearsed(NamedTuple):
    """One game, and how to rehearse it."""

    name: str
    game: type[Game]
    others: Kinds  # that it opens rooms for
    requests: Requests | None = None
    answers: Answers | None = None
    setup: Mapping[str, Json] = NO_SETUP
    length: int = 100  # acts after which most of what can happen has happened

    @property
    def subject(self) -> Subject:
        """The same for all other checks."""
        plugin = GamePlugin(self.name, self.game)
        return Subject(plugin, installed(), self.requests, self.answers, self.setup, self.length)

    def check(self, understudy: Understudy, sessions: int, times: int = 1) -> None:
        """Raise NotRepeatable if it does something else when the same is done again; sessions are longer if `times`
        are more.
        """
        check_repeatable(
            self.game,
            understudy,
            name=self.name,
            setup=self.setup,
            others=self.others,
            sessions=sessions,
            length=times * self.length,
            requests=self.requests,
            answers=self.answers,
        )


def pick(game: Game, dice: Random) -> object:
    """What a client of Memory's own protocol asks for, mostly on the board."""
    return Pick(dice.randrange(100), dice.randrange(5), dice.randrange(5))


def dance(game: Game, dice: Random) -> object:
    """What a program asks for that plays Dancing, rightly or wrongly."""
    if isinstance(game, Lobby):
        return OpenTable()
    assert isinstance(game, DancingGame)
    if game.match is None or dice.random() < 0.05:
        return TakeSeat()
    number, board = len(game.match.rounds), game.match.round.board
    cells = [(x, y) for x in range(board.size) for y in range(board.size)]
    match game.match.round.phase:
        case Phase.STARS:
            star = dice.choice([cell for cell in cells if cell not in board.dancers])
            return Place(number, (star,))
        case Phase.STEPS if dice.random() < 0.9:
            x, y = dice.choice([*board.dancers])
            free = [cell for cell in ((x + 1, y), (x - 1, y), (x, y + 1)) if cell not in board.dancers]
            return Dance(number, (((x, y, *free[0]),),) if free else ())
        case Phase.STEPS:
            return Done(number)
        case Phase.LINES if dice.random() < 0.5:
            return Finish(number, ())
    return Fault(number, "nonsense")


def play_tombala(game: Game, dice: Random) -> object:
    """What a client of Tombala's own protocol asks for."""
    if isinstance(game, TombalaGame):
        return dice.choice([Proceed(), Proceed(), Proceed(), Claim(dice.randrange(4))])
    name = dice.choice(["kahve", "cay", "room1"])
    return dice.choice([Create(name, dice.choice([1, 5, 60])), Find(name)])


def look_up(question: object, dice: Random) -> object:
    """What a store may know."""
    if dice.random() < 0.1:
        return NotNow()
    match question:
        case Overview():
            games = GAMES[: dice.choice([0, 2, 12])]
            return Contents(dice.randrange(3), games, dice.choice(games) if games else None)
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
        case Replays():
            return tuple(replay(number, dice) for number in range(dice.choice([0, 1, question.count])))
    raise AssertionError(f"nobody asks {question}")


def replay(number: int, dice: Random) -> Replay:
    place = dice.choice([None, 1, 2])
    top = (Placed(1, "ann", 3.5), Placed(2, "bob", 1.0))
    ended = dice.random() * 1e6
    return Replay(f"set-{number}", "Set", "set/1", ended, 61.5, dice.random() < 0.2, place is not None, place, 3, top)


LENGTHS: Mapping[str, int] = {"tombala": 300}  # a game begins half a minute after its room is made
REQUESTS: Mapping[str, Requests] = {"memory": pick, "memory-large": pick, "dancing": dance, "tombala": play_tombala}


def rehearsed() -> list[Rehearsed]:
    """All installed games, each with those that it can open rooms for; and those that servers bring along."""
    plugins = {plugin.name: plugin for plugin in installed_games() if isinstance(plugin, GamePlugin)}
    return [
        Rehearsed(
            plugin.name,
            plugin.game,
            {name: other.game for name, other in plugins.items() if not other.is_at_home},
            REQUESTS.get(plugin.name),
            look_up if plugin.game in (Records, ReplayRoom) else None,
            length=LENGTHS.get(plugin.name, 100),
        )
        for plugin in plugins.values()
        if plugin.is_at_home or plugin.game.choices
    ] + [
        Rehearsed("home", Home, {}),
        Rehearsed("one-game", OneGame, {}, setup={"begins_at": BEGIN + 15, "countdown": 15.0}),
        Rehearsed("entrance", Entrance, {}, setup={"begins_at": BEGIN + 15}),
    ]
