"""The command `tilenet check GAME`: runs all checks on one game, and says what is wrong, or what was checked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from time import monotonic

from twisted.logger import globalLogBeginner

from tilenet.checks.checklist import Check, checklist, gist, run
from tilenet.checks.growth import growth
from tilenet.checks.lookup import NotFound, find
from tilenet.checks.subject import Subject, installed

MOST = 3  # problems after which a check begins no further part
SECONDS = 5.0  # after which a check begins no further part


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet check",
        description="Find out whether a game keeps the rules of docs/writing-a-game.md: it is played at random, many "
        "times. The exit status is 1 if anything is wrong, and 2 if there is no such game.",
    )
    parser.add_argument("game", metavar="GAME", help="the name of an installed plugin, or module:Class")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    name = read(argv).game
    try:
        subject, problems = find(name, installed())
    except NotFound as error:
        print(f"tilenet check: {error}", file=sys.stderr)
        return 2
    silence()
    game = subject.game
    print(f"Checking {subject.plugin.title} ({subject.name}, {game.__module__}:{game.__qualname__})")
    report = Report(problems)
    with ExitStack() as stack:
        for check in checklist(stack):
            if (subject.stands_alone or check.is_of_class) and (subject.has_kind or not check.needs_kind):
                report.run(check, subject)
    notes: list[str] = []
    if subject.stands_alone:
        notes += growth(subject)
        print(f"  {'note' if notes else 'ok':5}  what is saved of it does not keep growing in a long session")
    else:
        print("  The rest is checked with the game that opens rooms for this one.")
    if not subject.has_kind:
        print("  It has no kind, so there are no facts to check.")
    elif not hasattr(game, "scramble"):
        print("  It has no scramble(player), so hidden things that leak were looked for only in deals that look alike.")
    if notes:
        print("\nThis may be wrong; nobody can be sure, so it breaks no rule:")
        print(*(f"- {note}" for note in notes), sep="\n")
    if not problems:
        print(f"{subject.name} keeps the rules.")
        return 0
    print(f"\n{len(problems)} {'thing is' if len(problems) == 1 else 'things are'} wrong with {subject.name}:")
    for problem in problems:
        print(f"- {problem}")
    return 1


def silence() -> None:
    """What a game raises is told by the checks: the log would tell it once more, with a traceback, each time."""
    globalLogBeginner.beginLoggingTo([], redirectStandardIO=False, discardBuffer=True)


class Report:
    """What was found so far: each thing once, however many checks have found it. A terminal shows the progress."""

    def __init__(self, problems: list[str], seconds: Callable[[], float] = monotonic) -> None:
        self._problems = problems
        self._known = {*map(gist, problems)}
        self._seconds = seconds
        self._again = "\r" if sys.stdout.isatty() else ""  # to the beginning of the line

    def run(self, check: Check, subject: Subject) -> None:
        begin, done = self._seconds(), 0
        found: set[str] = set()
        while done < check.parts and len(found) < MOST and self._seconds() < begin + SECONDS:
            for problem in run(check, subject, done):
                found.add(gist(problem))
                if gist(problem) not in self._known:
                    self._problems.append(problem)
                self._known.add(gist(problem))
            done += 1
            if self._again and check.parts > 1:
                print(f"{self._again}  ...    {check.about} ({done} of {check.parts} {check.unit})", end="", flush=True)
        amount = f" ({done} {check.unit}, {self._seconds() - begin:.1f} s)" if check.parts > 1 else ""
        print(f"{self._again}  {'wrong' if found else 'ok':5}  {check.about}{amount}      ".rstrip())
