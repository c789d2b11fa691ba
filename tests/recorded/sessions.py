"""Knows all sessions that are recorded: plays them, compares them, and rewrites the recordings.

`python -m tests.recorded.sessions` writes all recordings; with the name of a session it prints what everybody got in
it, and with the number of a step after that, in this one step.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from twisted.logger import ILogObserver, LogEvent, globalLogBeginner
from zope.interface import implementer

from tests.recorded import coming, notes, stages, tables, tombala, wandering
from tests.recorded.notes import Notes, Step

Session = Callable[[Notes], None]

SESSIONS: Mapping[str, Session] = {
    **coming.SESSIONS,
    **wandering.SESSIONS,
    **tables.SESSIONS,
    **tombala.SESSIONS,
    **stages.SESSIONS,
}


def play(name: str, recorded: Sequence[str] | None = None) -> list[Step]:
    """Play a session; raise Mismatch at the first step that is not as recorded."""
    taken = Notes(recorded)
    SESSIONS[name](taken)
    taken.end()
    return taken.steps


@implementer(ILogObserver)
def _ignore(event: LogEvent) -> None:
    """Games fail on purpose in some sessions: nobody needs to read of it."""


def main(args: Sequence[str]) -> None:
    globalLogBeginner.beginLoggingTo([_ignore], discardBuffer=True, redirectStandardIO=False)
    if not args:
        for name in SESSIONS:
            notes.write(name, play(name))
        return
    name, *numbers = args
    for step in play(name):
        if not numbers or str(step.number) in numbers:
            print(step.line(), step.bytes_of([*step.got]), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
