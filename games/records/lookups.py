"""What has to be asked: who reads the answer to which question, and how old the answers are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tilenet.game import Player
from tilenet.records import NotNow, Question

SHARED = 1.0  # seconds for which everybody who asks the same gets the same answer
STALE = 60.0  # seconds after which an answer is old, even if nothing was played
AT_ONCE = 4  # questions under way: others need the database, too


@dataclass(frozen=True)
class Kept:
    """An answer, and when it came."""

    answer: object  # None if there never was any
    at: float
    revision: int  # of the records when it was asked for
    is_late: bool = False  # whether it could not be looked up again since


class Lookups:
    """All questions of a room. Each player has at most one under way, and all together have a few."""

    def __init__(self) -> None:
        self.answers: dict[Question, Kept] = {}
        self._reading: dict[Player, Question] = {}
        self._readers: dict[Question, dict[Player, None]] = {}  # the same, by question
        self._askers: dict[Question, tuple[Player, int]] = {}  # who has asked what, and the revision then
        self._wanting: dict[Player, None] = {}  # who wants to know the answer again

    def read(self, player: Player, question: Question | None) -> None:
        """A player reads the answer to this question from now on, or to none."""
        before = self._reading.pop(player, None)
        self._wanting.pop(player, None)
        if before is not None:
            del self._readers[before][player]
            if not self._readers[before]:
                del self._readers[before]
        if question is not None:
            self._reading[player] = question
            self._readers.setdefault(question, {})[player] = None
            self._wanting[player] = None

    def want(self, player: Player) -> None:
        """A player wants to know it again."""
        if player in self._reading:
            self._wanting[player] = None

    def age(self, now: float, revision: int) -> None:
        """Forget the answers that nobody reads, and ask again for those that are old."""
        self.answers = {
            question: kept
            for question, kept in self.answers.items()
            if question in self._readers or now < kept.at + SHARED
        }
        for question, readers in self._readers.items():
            kept = self.answers.get(question)
            if kept is None or kept.revision != revision or now >= kept.at + STALE:
                self._wanting[next(iter(readers))] = None

    def next(self, now: float, revision: int) -> Iterator[Question]:
        """The questions to ask now; an answer may come before the next one is taken."""
        busy = {player for player, _ in self._askers.values()}
        for player in [*self._wanting]:
            if player in busy or player not in self._wanting:
                continue
            if len(self._askers) >= AT_ONCE:
                return
            del self._wanting[player]
            question = self._reading[player]
            kept = self.answers.get(question)
            if question not in self._askers and (kept is None or now >= kept.at + SHARED):
                self._askers[question] = player, revision
                yield question

    def take(self, question: Question, answer: object, now: float) -> Iterable[Player]:
        """An answer has come. Returns those who read it, if it is another one than before."""
        _, revision = self._askers.pop(question)
        before = self.answers.get(question)
        if isinstance(answer, NotNow):
            kept = Kept(None, now, -1, True) if before is None else replace(before, at=now, revision=-1, is_late=True)
        else:
            kept = Kept(answer, now, revision)
        self.answers[question] = kept
        is_same = before is not None and (before.answer, before.is_late) == (kept.answer, kept.is_late)
        return () if is_same else self._readers.get(question, ())
