"""Facts tell a player no more than the picture does: games that look the same to a player must tell the same.

Found in two ways. Two games with other random numbers look the same for a while; and a game that says how to
`scramble` what a player cannot know must look the same, and tell the same, afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilenet.checks.explain import explain
from tilenet.checks.looks import differences, look
from tilenet.checks.sessions import Moment, in_words, moment_of
from tilenet.checks.subject import Subject
from tilenet.game import Event, Game, Private, Tell
from tilenet.rehearsal.improviser import Improviser, enabled_ids
from tilenet.rehearsal.stage import Act, Stage, StandIn, data_of, write
from tilenet.saving.reader import load
from tilenet.saving.writer import save

COPY = "copy"  # the name of a plugin that nobody needs


def check_two_seeds(subject: Subject, number: int) -> Iterator[str]:
    """The same acts in two games with other random numbers."""
    seed = f"{subject.name} {number}"
    playing = Improviser(subject.kinds, seed, subject.setup, subject.requests, subject.answers)
    twin = Twin(Stage(subject.kinds, f"{seed} with other numbers"))
    acts: list[str] = []
    try:
        while len(acts) < subject.length and (act := playing.next()) is not None:
            acts.append(in_words(act))
            playing.do(act)
            if not twin.can(act):
                return
            twin.stage.do(act, is_watched=False)
            moment = moment_of(playing, act)
            if moment is not None:
                yield from twin.compare(moment)
    except Exception as error:
        yield explain(error, subject.game, acts)


class Twin:
    """Another game to which the same is done, and the players who could tell it from the first one."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._knowing: set[tuple[str, str]] = set()  # rooms, and players who have seen or heard different things there

    def can(self, act: Act) -> bool:
        """Whether the same can be done here."""
        now, room, what, *args = act
        if what == "open":
            return True
        if room not in self.stage.rooms:
            return False
        game = self.stage.rooms[room].game
        if what == "tick":
            return game.deadline is not None and game.deadline <= now
        if what in ("click", "press"):
            ids = enabled_ids(game, self.stage.people[args[0]["player"]], what)
            return any(data_of(game, id) == args[1] for id in ids)
        return True

    def compare(self, moment: Moment) -> Iterator[str]:
        game = self.stage.rooms[moment.room].game
        if not game.kind:
            return
        for player in moment.players:
            if (moment.room, player.id) in self._knowing:
                continue
            one, other = moment.look(player), look(game, self.stage.people[player.id])
            heard, heard_here = _heard(moment.game, moment.happened, player), _heard(game, self.stage.happened, player)
            if one.picture != other.picture or heard != heard_here:
                self._knowing.add((moment.room, player.id))
            elif one.told() != other.told():
                self._knowing.add((moment.room, player.id))
                found = next(differences(one.told(), other.told()))
                what, name = found.partition("[")[0].partition(":")[0], type(game).__name__
                told = f"{name} tells a player more than it shows: two games look the same, but not their {what}"
                yield f"{told}\n    {found}"


def _heard(game: Game, events: Sequence[Event], player: StandIn) -> list[str]:
    """All that a player may have heard of."""
    heard = []
    for event in events:
        to = (event.player,) if isinstance(event, Tell) else event.to if isinstance(event, Private) else None
        if to is None or player.id in [one.id for one in to]:
            heard.append(write(game, event))
    return heard


class Scrambled:
    """A copy of a game, scrambled for a player, looks and tells the same to that player. Keeps count over sessions."""

    def __init__(self) -> None:
        self._is_effective: dict[str, bool] = {}  # whether scrambling has ever changed a game of a class

    def after(self, moment: Moment) -> Iterator[str]:
        if not (moment.game.kind and hasattr(moment.game, "scramble")):
            return
        name = type(moment.game).__name__
        for player in moment.players:
            copy = self._scrambled(moment, player)
            one, other = moment.look(player), look(copy, player)
            if one.picture != other.picture:
                found = next(differences(one.picture, other.picture))
                yield f"{name}.scramble changes what the player sees, or the picture shows what is hidden\n    {found}"
            elif one.told() != other.told():
                found = next(differences(one.told(), other.told()))
                what = found.partition("[")[0].partition(":")[0]
                yield f"{name} tells a player what is hidden: after scramble(player), {what} is different\n    {found}"

    def _scrambled(self, moment: Moment, player: StandIn) -> Game:
        game = moment.game
        saved = save(game, COPY)
        copy = load(saved, type(game), moment.people.__getitem__)
        copy.scramble(player)  # type: ignore[attr-defined]
        name = type(game).__name__
        self._is_effective[name] = self._is_effective.get(name, False) or save(copy, COPY)["state"] != saved["state"]
        return copy

    def at_the_end(self) -> Iterator[str]:
        for name, is_effective in self._is_effective.items():
            if not is_effective:
                yield f"{name}.scramble has never changed anything, so nothing was checked by it"
