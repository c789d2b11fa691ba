"""What a room tells of the replay that it shows: where it is, how long it is, its moments, and whose seats there are.

A server may send anything. What is not as it should be is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor
from typing import Any

from tilenet.clients.model import Model
from tilenet.clients.roomfacts import Members, is_number, text

CONTROL = "replay/"  # how the roles of its controls begin
PLAY, SLOWER, FASTER, STEP, STEP_BACK, FORK = (
    CONTROL + word for word in ("play", "slower", "faster", "step", "stepback", "fork")
)
MOMENT, SEAT = f"{CONTROL}moment/", f"{CONTROL}seat/"  # with a number; seat 0 is that of spectators
CLOSE = 0.05  # seconds: so near, a moment is now


@dataclass(frozen=True)
class Moment:
    """Something worth finding again."""

    at: float  # seconds from the beginning
    text: str


@dataclass(frozen=True)
class ReplayFacts:
    """A replay, as it is now."""

    at: float  # seconds from the beginning
    length: float  # 0 until it is known
    speed: float
    is_playing: bool
    moments: Sequence[Moment]  # by time
    seats: Sequence[str]  # the names of those whose seats can be watched from, which are numbered from 1
    seat: int  # the one that the user watches from; 0 is that of spectators
    is_known: bool  # whether it can be gone through; otherwise it is being prepared, or cannot be shown
    prepared: int | None  # how much of it is, in a hundred, until it is known; None if it never will be

    @property
    def moment(self) -> int:
        """The number, from 1, of the moment that was last; 0 before the first."""
        return sum(one.at <= self.at + CLOSE for one in self.moments)

    def fraction(self, at: float) -> float:
        """How far along a time is: 0 at the beginning, 1 at the end."""
        return min(max(at / self.length, 0.0), 1.0) if self.length else 0.0


def is_replay(model: Model) -> bool:
    """Whether the room shows a game that is over: then nothing of it can be played."""
    return isinstance(model.facts.get("replay"), dict)


def is_local(model: Model) -> bool:
    """Whether there is no server: then nobody has points, and nobody else can be here."""
    told = model.facts.get("replay")
    return isinstance(told, dict) and told.get("local") is True


def is_preparing(model: Model) -> bool:
    """Whether the replay cannot be seen yet: then the room tells nothing of its board."""
    replay = replay_of(model)
    return replay is not None and not replay.is_known


def is_control(model: Model, objid: str) -> bool:
    """Whether a tile controls a replay, and is no part of its board."""
    return is_replay(model) and model.role_of(objid).startswith(CONTROL)


def replay_of(model: Model) -> ReplayFacts | None:
    """The replay that the room shows; None if it shows none."""
    told = model.facts.get("replay")
    if not isinstance(told, dict):
        return None
    length, start, speed, prepared = (_number(told, name) for name in ("length", "start", "speed", "prepared"))
    at = _number(told, "at") if start is None else model.time - start
    seats, seat = told.get("seats"), model.you.get("seat_of")
    names = [one for one in seats if isinstance(one, str)] if isinstance(seats, list) else []
    return ReplayFacts(
        min(max(at or 0.0, 0.0), max(length or 0.0, 0.0)),
        max(length or 0.0, 0.0),
        speed or 1.0,
        told.get("playing") is True,
        _moments(told.get("moments")),
        names,
        seat if type(seat) is int and 0 < seat <= len(names) else 0,
        length is not None,
        None if prepared is None else floor(100 * min(max(prepared, 0.0), 1.0)),
    )


def minutes(seconds: float) -> str:
    """A time as people write it: 1:23, or 1:02:03."""
    whole = floor(seconds + 1e-6)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def _moments(told: Any) -> list[Moment]:
    if not isinstance(told, list):
        return []
    found = []
    for one in told:
        at = _number(one, "at") if isinstance(one, dict) else None
        if at is None:
            return []  # their numbers would be others
        found.append(Moment(at, text(one, "text")))
    return found if all(a.at <= b.at for a, b in pairwise(found)) else []


def _number(told: Members, name: str) -> float | None:
    value = told.get(name)
    return value if is_number(value) else None
