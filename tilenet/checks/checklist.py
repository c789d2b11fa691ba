"""Everything that is checked, in order, each with what it makes sure of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

from tilenet.catalogue import GamePlugin
from tilenet.checks.attributes import unprintable, wrong_kind, wrong_options
from tilenet.checks.completeness import Complete
from tilenet.checks.explain import explain
from tilenet.checks.forbidden import forbidden, in_sentences
from tilenet.checks.hooks import misspelt, wrong_parameters
from tilenet.checks.legality import LawAbiding, Legal
from tilenet.checks.secrecy import Scrambled, check_two_seeds
from tilenet.checks.sessions import Watch, check_session
from tilenet.checks.subject import Subject
from tilenet.checks.vocabulary import NoClocks, Vocabulary
from tilenet.checks.walk import check_walk
from tilenet.checks.watches import Deadlines, Roles, SameScenes, Ways
from tilenet.game import HELP
from tilenet.rehearsal.improviser import Improviser
from tilenet.saving.writer import CannotSave
from tilenet.testing import NotRepeatable, Table, Understudy, check_repeatable

WALKS, SESSIONS, REPEATS = 150, 25, 8
LONGER = 4  # times


class Check(NamedTuple):
    """One thing that is checked."""

    about: str  # what holds if nothing is found
    run: Callable[[Subject, int], Iterable[str]]  # what is wrong, in the part of this number
    parts: int = 1  # such as random games, each with its own seed
    unit: str = "sessions"  # what the parts are
    is_of_class: bool = False  # whether it needs no room at Home
    needs_kind: bool = False


def check_class(subject: Subject, _: int) -> Iterator[str]:
    yield from misspelt(subject.game)
    yield from wrong_parameters(subject.game)
    yield from wrong_kind(subject.game)
    if isinstance(subject.plugin, GamePlugin):
        yield from wrong_options(subject.plugin)
        yield from unprintable(subject.plugin)


def check_code(subject: Subject, _: int) -> Iterator[str]:
    return in_sentences(forbidden(subject.game))


def check_help(subject: Subject, _: int) -> Iterator[str]:
    table = Table(subject.at_home, others=subject.others)
    ann, bob = table.enter("ann"), table.enter("bob")
    before = [*bob.heard]
    ann.click(HELP)
    lines = table.room.help
    if not table.game.help or ann.heard[-len(lines) :] != lines or bob.heard != before:
        yield "a player who clicks Help must be told the lines of `help`, and nobody else"


def check_walks(subject: Subject, number: int) -> Iterator[str]:
    found = check_walk(subject, number)
    return iter([found] if found else [])


def check_silent(subject: Subject, number: int) -> Iterator[str]:
    rooms = {one.name for one in subject.installed if one.is_at_home} | {subject.name}
    plugins = {one.name for one in subject.installed} | {subject.name}
    return check_session(subject, number, [SameScenes(), Roles(), Ways(rooms, plugins), Deadlines()])


def check_legal(subject: Subject, number: int) -> Iterator[str]:
    return check_session(subject, number, [Legal()], LawAbiding)


class Repeatable:
    """Needs another process, which is started when it is first needed."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._understudy: Understudy | None = None

    def __call__(self, subject: Subject, number: int) -> Iterator[str]:
        self._understudy = self._understudy or self._stack.enter_context(Understudy())
        name, *others = subject.kinds
        try:
            check_repeatable(
                subject.game,
                self._understudy,
                name=name,
                setup=subject.setup,
                others={other: subject.kinds[other] for other in others},
                first=number,
                sessions=1,
                length=subject.length,
                requests=subject.requests,
                answers=subject.answers,
            )
        except NotRepeatable as error:
            said = forbidden(subject.game)
            if said and (error.place is None or error.place in said):
                yield from in_sentences(said)  # once is enough
            else:
                yield str(error)
        except CannotSave as error:
            yield str(error)
        except Exception as error:
            yield explain(error, subject.game, [])


class Sessions:
    """Random sessions, and what watches find in them. These keep what they know from session to session.

    In every other session, everybody does only what is legal: so more happens. Some are long: a match may begin late.
    """

    def __init__(self, *watches: Watch) -> None:
        self._watches = watches

    def __call__(self, subject: Subject, number: int) -> Iterator[str]:
        if number % 5 == 4:
            subject = subject._replace(length=LONGER * subject.length)
        return check_session(subject, number, self._watches, LawAbiding if number % 2 else Improviser)


class Secrets:
    """Nobody is told what is hidden."""

    def __init__(self) -> None:
        self._scrambled = Scrambled()
        self._sessions = Sessions(self._scrambled)

    def __call__(self, subject: Subject, number: int) -> Iterator[str]:
        yield from check_two_seeds(subject, number)
        yield from self._sessions(subject, number)
        if number == SESSIONS - 1:
            yield from self._scrambled.at_the_end()


def checklist(stack: ExitStack) -> list[Check]:
    """All checks; the stack ends what they need."""
    again = Repeatable(stack)
    words = Sessions(Vocabulary(), NoClocks())
    return [
        Check("hooks are spelt as rooms call them; kind, options and texts are right", check_class, is_of_class=True),
        Check("its code has no clock, no chance, no files and no threads of its own", check_code, is_of_class=True),
        Check("Help helps, and only the player who asks", check_help),
        Check("no exception, no illegal scene, no wrong result, whatever people do", check_walks, WALKS, "games"),
        Check("scenes that were shown stay as they are, ways lead somewhere, deadlines pass", check_silent, SESSIONS),
        Check("the same acts lead to the same game, in any process, also when it is saved", again, REPEATS),
        Check("facts use the words that all kinds share", words, SESSIONS, needs_kind=True),
        Check("nobody is refused what is legal", check_legal, SESSIONS, needs_kind=True),
        Check("facts tell a player no more than the picture does", Secrets(), SESSIONS, needs_kind=True),
        Check("facts tell a player no less than the picture does", Sessions(Complete()), SESSIONS, needs_kind=True),
    ]


def run(check: Check, subject: Subject, number: int) -> Iterator[str]:
    """What one part of a check finds; an exception is something wrong, too."""
    try:
        yield from check.run(subject, number)
    except Exception as error:
        yield explain(error, subject.game, [])


def gist(text: str) -> str:
    """What two texts have in common that tell of the same: random games find it again and again, by other ways."""
    return re.sub(r"\b(ann|bob|cid|dan|eve)\d*\b|[0-9.]+(e\+\d+)?", "", text.partition("\n")[0])
