"""The matches of Dancing that exist now, as their games report them: opening one, finding one, and the last results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import NamedTuple, TypeAlias

from tilenet.game import Close, Game, Open
from tilenet.games.dancing.instances import Instance

LOBBY = "dancing"  # the world's name for the room that leads to all others
RESULTS = 20  # that are kept, each with its room

_NUMBERS = count(1)  # of matches; they go on even if the lobby starts again


class Terms(NamedTuple):
    """What applies to all matches of a lobby."""

    rounds: int = 1
    seconds: float = 120.0  # to think, for each player in each round
    pace: float = 0.2  # seconds from step to step on the stage
    file_first: bool = False  # whether clients are sent the input file before the parameters


class Setup(NamedTuple):
    """What is fixed when a table is made."""

    number: int
    instance: Instance
    terms: Terms

    @property
    def address(self) -> str:
        """The world's name for it."""
        return f"dancing-{self.number}"

    @property
    def title(self) -> str:
        return f"Dancing {self.number}"


@dataclass(frozen=True)
class Entry:
    """A match as the hall knows it. Its game reports a new entry whenever something in it changes."""

    setup: Setup
    names: tuple[str, str] = ("", "")  # the choreographer's and the spoiler's, in the first round; empty if the seat is
    state: str = "empty"  # in a few words
    has_begun: bool = False
    verdict: str = ""  # once it is over
    score: str = ""  # the same in short, the numbers first

    @property
    def is_waiting(self) -> bool:
        """Whether somebody waits there for an opponent."""
        return not self.has_begun and any(self.names) and not all(self.names)


class Hall:
    """All matches: those that are on, or wait for players, and the last that are over."""

    def __init__(self, make: MakeTable) -> None:
        self._make = make
        self._matches: dict[int, Entry] = {}  # by number, the oldest first
        self._results: deque[tuple[Entry, Retire]] = deque()  # the newest first
        self.revision = 0  # another number whenever something has changed

    @property
    def matches(self) -> list[Entry]:
        """Those that are not over, the oldest first."""
        return [*self._matches.values()]

    @property
    def results(self) -> list[Entry]:
        """Those that are over, the newest first."""
        return [entry for entry, _ in self._results]

    def find(self, number: int) -> Entry | None:
        """A match by its number, over or not."""
        found = (entry for entry in (*self._matches.values(), *self.results) if entry.setup.number == number)
        return next(found, None)

    def is_open(self, number: int) -> bool:
        """Whether a match exists and is not over."""
        return number in self._matches

    def find_waiting(self) -> Entry | None:
        """The match in which somebody has waited longest for an opponent."""
        return next((entry for entry in self._matches.values() if entry.is_waiting), None)

    def open(self, instance: Instance, terms: Terms) -> tuple[Setup, Open]:
        """A new table; it exists once the event is taken."""
        setup = Setup(next(_NUMBERS), instance, terms)

        def make(random: Random) -> Game:
            self._matches[setup.number] = Entry(setup)
            self.revision += 1
            return self._make(random, self, setup)

        return setup, Open(setup.address, setup.title, make, lambda: self.remove(setup), LOBBY)

    def report(self, entry: Entry) -> None:
        """Something has changed at a table."""
        known = self._matches.get(entry.setup.number)
        if known is not None and known != entry:
            self._matches[entry.setup.number] = entry
            self.revision += 1

    def finish(self, entry: Entry, retire: Retire) -> Iterator[Close]:
        """A match is over. Its room stays as long as it is among the last, to be looked at; then it is retired."""
        if self._matches.pop(entry.setup.number, None) is None:
            return
        self._results.appendleft((entry, retire))
        self.revision += 1
        while len(self._results) > RESULTS:
            last, retire = self._results.pop()
            retire()
            yield Close(last.setup.address)

    def remove(self, setup: Setup) -> None:
        """A room has closed."""
        self._matches.pop(setup.number, None)
        self._results = deque(one for one in self._results if one[0].setup.number != setup.number)
        self.revision += 1


MakeTable: TypeAlias = Callable[[Random, Hall, Setup], Game]
Retire: TypeAlias = Callable[[], object]
