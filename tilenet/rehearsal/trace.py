"""Which lines of a game run while acts are done, and what they know then: to find where two runs begin to differ."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import zip_longest
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

from tilenet.rehearsal.fingerprint import fingerprint
from tilenet.rehearsal.stage import Act, Kinds, Saved, Stage
from tilenet.sources import file_of, modules_of

DEPTH = 3
MOST = 100_000  # moments of one run: after them, nobody looks any more

Tracer: TypeAlias = Callable[[FrameType, str, Any], Any]


class Place(NamedTuple):
    """A line of the game's source."""

    file: str  # with its whole path
    line: int


class Moment(NamedTuple):
    """Before a line runs, or when a function returns or yields."""

    file: str
    line: int
    returns: bool
    known: str  # a digest of all that it knows, or gives


def trace(
    kinds: Kinds, seed: str, acts: Sequence[Act], *, is_watched: bool, begin: int = 0, saved: Saved | None = None
) -> list[Moment]:
    """Do acts from this one on, with the games as they were saved then, or else after those before it."""
    stage = Stage(kinds, seed)
    if saved is not None:
        stage.load(saved)
    else:
        for act in acts[:begin]:
            stage.do(act, is_watched=is_watched)
    files = {str(file_of(module)) for kind in kinds.values() for module in modules_of(kind)}
    moments: list[Moment] = []
    with _tracing(files, moments):
        for act in acts[begin:]:
            stage.do(act, is_watched=is_watched)
    return moments


@contextmanager
def _tracing(files: set[str], moments: list[Moment]) -> Iterator[None]:
    def called(frame: FrameType, event: str, arg: object) -> Tracer | None:
        code = frame.f_code
        return note if code.co_filename in files and code.co_name != "<module>" else None

    def note(frame: FrameType, event: str, arg: object) -> Tracer | None:
        if event in ("line", "return") and len(moments) < MOST:
            known = arg if event == "return" else frame.f_locals
            digest = sha256(fingerprint(known, DEPTH).encode(errors="replace")).hexdigest()[:12]
            moments.append(Moment(frame.f_code.co_filename, frame.f_lineno, event == "return", digest))
        return note

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield
    finally:
        sys.settrace(before)


def where_they_part(one: Sequence[Moment], other: Sequence[Moment]) -> Place | None:
    """The line after which two runs are not the same any more; None if none is known."""
    before: Place | None = None
    for first, second in zip_longest(one, other):
        if first != second:
            if first is not None and second is not None and first.returns and first[:3] == second[:3]:
                return Place(first.file, first.line)
            return before
        before = Place(first.file, first.line)
    return None
