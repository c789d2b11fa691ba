"""Whether a game does the same again when the same is done: here, in another process, and after it was saved."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from subprocess import PIPE, Popen
from typing import IO, Any, NamedTuple

from tilenet.game import Game, Json
from tilenet.rehearsal import diagnosis
from tilenet.rehearsal.diagnosis import Finding, Session
from tilenet.rehearsal.improviser import Answers, Improvised, Requests, improvise
from tilenet.rehearsal.stage import Act, Kinds, Saved, Step, again
from tilenet.rehearsal.trace import Moment, trace, where_they_part
from tilenet.saving.reader import from_text
from tilenet.saving.writer import NO_SETUP

UNSEEN, ELSEWHERE, LOADED = "with nobody looking", "in another process", "saved and loaded"
SHOWN = 100  # characters of what came of an act


class NotRepeatable(AssertionError):
    """A game does something else when the same is done again; the text says which rule it breaks, and where."""

    def __init__(self, finding: Finding, details: str = "") -> None:
        super().__init__(f"{finding}\n    {details}" if details else str(finding))
        self.place = finding.place


class Understudy:
    """Another process with another order of sets, in which games are played again. One is enough for many games."""

    def __init__(self, seed: str = "") -> None:
        """The seed decides about the order of sets, and is another than ours if it is not given."""
        self.seed = seed or ("1" if os.environ.get("PYTHONHASHSEED") != "1" else "2")
        command = [sys.executable, "-m", "tilenet.rehearsal"]
        env = {**os.environ, "PYTHONHASHSEED": self.seed}
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=env)

    def __enter__(self) -> Understudy:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            _pipe(self._process.stdin).close()

    def ask(self, task: Mapping[str, Any]) -> dict[str, Any]:
        into = _pipe(self._process.stdin)
        into.write(f"{json.dumps(task)}\n")
        into.flush()
        answer = _pipe(self._process.stdout).readline()
        assert answer, "the other process has failed; its traceback is above"
        found: dict[str, Any] = json.loads(answer)
        return found


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


class Difference(NamedTuple):
    """Where something else came of the same acts."""

    how: str
    at: int  # the number of the act
    act: Act
    what: str  # a part of a step
    one: object
    other: object

    def __str__(self) -> str:
        name, args = self.act[2], [json.dumps(arg) for arg in self.act[3:]]
        told = f"{self.how}, {name}({', '.join(args)}) at {self.act[0]:g} was followed by other {self.what}"
        return f"{told}:\n    {str(self.other)[:SHOWN]}\n    and not {str(self.one)[:SHOWN]}"


def check_repeatable(
    game: type[Game],
    understudy: Understudy,
    *,
    name: str = "game",
    setup: Mapping[str, Json] = NO_SETUP,
    others: Kinds | None = None,
    first: int = 0,
    sessions: int = 10,
    length: int = 80,
    requests: Requests | None = None,
    answers: Answers | None = None,
) -> None:
    """Play random sessions, and each of them again: raises NotRepeatable if anything else happens then.

    Again in this process and in another one, with nobody looking; and in the other process by games that are saved in
    the middle and loaded there, with everybody looking. `name` is the name of the game's plugin, `setup` what the game
    is made with, and `others` are games that it can open rooms for; `requests` and `answers` give what doors and the
    store say. Sessions are numbered, and `first` is the number of the first.
    """
    kinds = {name: game, **(others or {})}
    for number in range(first, first + sessions):
        seed = f"{name} {number}"
        played = improvise(kinds, seed, length, setup=setup, requests=requests, answers=answers)
        Repetition(kinds, seed, played, understudy).check()


class Repetition:
    """One session, and how it is done again."""

    def __init__(self, kinds: Kinds, seed: str, played: Improvised, understudy: Understudy) -> None:
        self._kinds = kinds
        self._seed = seed
        self._played = played
        self._understudy = understudy

    def check(self) -> None:
        """Raise NotRepeatable if anything else happens."""
        played = self._played
        for finding in diagnosis.shared_changes(self._session(len(played.acts))):
            raise NotRepeatable(finding)
        steps, saved = again(self._kinds, self._seed, played.acts, played.saved_at)
        found = compare(UNSEEN, played.acts, played.steps, steps)
        if found is not None:
            raise NotRepeatable(self._why_here(found), str(found))
        self._compare_saved(saved)
        told = self._understudy.ask(self._task())
        found = compare(ELSEWHERE, played.acts, played.steps, [Step(*step) for step in told["again"]])
        if found is not None:
            raise NotRepeatable(self._why_elsewhere(found), str(found))
        found = compare(LOADED, played.acts, played.steps, [Step(*step) for step in told["go on"]], played.saved_at)
        if found is not None:
            raise NotRepeatable(self._why_loaded(found), str(found))

    def _session(self, length: int) -> Session:
        played = self._played
        return Session(self._kinds, self._seed, played.acts[:length], min(played.saved_at, length))

    def _task(self, **more: object) -> dict[str, Any]:
        names = {plugin: f"{kind.__module__}:{kind.__qualname__}" for plugin, kind in self._kinds.items()}
        return {"path": sys.path, "kinds": names, "seed": self._seed, **self._played._asdict(), **more}

    def _compare_saved(self, second: Saved) -> None:
        """Whatever looking may change is a cache, and not saved."""
        for one, other in zip(self._played.saved.rooms.values(), second.rooms.values(), strict=True):
            for line, found in zip(one.splitlines(), other.splitlines(), strict=False):
                if line != found:
                    name = line.partition(":")[0].strip().strip('"')
                    game = self._kinds[from_text(one)["game"]].__name__
                    why = diagnosis.by_looking(self._session(self._played.saved_at))
                    details = f"a look has changed it:\n    {line.strip()[:SHOWN]}\n    was {found.strip()[:SHOWN]}"
                    raise NotRepeatable(why or diagnosis.look_changes(game, name), details)

    # Why

    def _why_here(self, found: Difference) -> Finding:
        session = self._session(found.at + 1)
        return diagnosis.by_looking(session) or diagnosis.not_even_here(session)

    def _why_elsewhere(self, found: Difference) -> Finding:
        here = self._session(found.at + 1).trace(is_watched=False)
        there = self._moments(self._understudy, until=found.at + 1)
        with Understudy(self._understudy.seed) as twin:
            same = self._moments(twin, until=found.at + 1)
        if there == same:
            return diagnosis.by_the_order_of_sets(where_they_part(here, there))
        return diagnosis.elsewhere(where_they_part(there, same))

    def _why_loaded(self, found: Difference) -> Finding:
        played = self._played
        acts = played.acts[: found.at + 1]
        here = trace(self._kinds, self._seed, acts, is_watched=True, begin=played.saved_at)
        there = self._moments(self._understudy, until=found.at + 1, begin=played.saved_at)
        return diagnosis.by_loading(where_they_part(here, there))

    def _moments(self, understudy: Understudy, *, until: int, begin: int | None = None) -> list[Moment]:
        """Each line that runs in the other process: from the beginning with nobody looking, or in games that load."""
        told = understudy.ask(self._task(until=until, begin=begin))
        return [Moment(*moment) for moment in told["moments"]]


def compare(
    how: str, acts: Sequence[Act], steps: Sequence[Step], others: Sequence[Step], begin: int = 0
) -> Difference | None:
    """The first difference between what came of the same acts."""
    for at, other in enumerate(others, begin):
        for name, one, found in zip(Step._fields, steps[at], other, strict=True):
            if one != found and (other.scene or name not in ("scene", "views")):
                return Difference(how, at, acts[at], name, one, found)
    return None
