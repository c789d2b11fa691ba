"""Random sessions without a world: a game and those that it opens rooms for, with stand-ins for players.

After each act, watches look at the game in whose room it was done. What they find is told in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from tilenet.checks.explain import explain
from tilenet.checks.looks import Look, look
from tilenet.checks.subject import Subject
from tilenet.game import Event, Game
from tilenet.rehearsal.improviser import Improviser
from tilenet.rehearsal.stage import Act, StandIn
from tilenet.saving.writer import Data


class Moment:
    """A game after an act."""

    def __init__(self, playing: Improviser, act: Act) -> None:
        self.now: float = act[0]
        self.room: str = act[1]
        self.what: str = act[2]
        self.act = act
        self.game: Game = playing.stage.rooms[self.room].game
        self.people = playing.stage.people
        self.happened: Sequence[Event] = playing.stage.happened
        self.members = playing.members(self.room)
        self.players = [player for player in self.members if not player.is_away]
        self._looks: dict[str, Look] = {}

    def look(self, player: StandIn) -> Look:
        """The same for all watches."""
        if player.id not in self._looks:
            self._looks[player.id] = look(self.game, player)
        return self._looks[player.id]


class Watch(Protocol):
    """Looks at one thing, for one session."""

    def after(self, moment: Moment) -> Iterator[str]: ...


def check_session(
    subject: Subject, number: int, watches: Sequence[Watch], improviser: Callable[..., Improviser] = Improviser
) -> Iterator[str]:
    """What the watches find in one random session, and why it had to end, if it failed."""
    seed = f"{subject.name} {number}"
    acts: list[str] = []
    try:
        playing = improviser(subject.kinds, seed, subject.setup, subject.requests, subject.answers)
        while len(acts) < subject.length and (act := playing.next()) is not None:
            acts.append(in_words(act))
            playing.do(act)
            moment = moment_of(playing, act)
            if moment is not None:
                for watch in watches:
                    yield from watch.after(moment)
    except Exception as error:
        yield explain(error, subject.game, acts)


def moment_of(playing: Improviser, act: Act) -> Moment | None:
    """None for the opening and the closing of rooms."""
    room = act[1]
    if act[2] == "open" or room not in playing.stage.rooms:
        return None
    return Moment(playing, act)


def in_words(act: Act) -> str:
    now, _, what, *args = act
    return f"{what}({', '.join([*map(_argument, args), f'{now:g}'])})"


def _argument(arg: Data) -> str:
    match arg:
        case {"player": str() as player}:
            return player.removeprefix("id-")
        case list():
            return f"({', '.join(map(_argument, arg))})"
        case dict():
            return "..."
    return repr(arg)
