"""Facts tell a player no less than the picture does: where they are the same, the picture is, clocks apart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tilenet.checks.looks import Headline, differences, seat_of
from tilenet.checks.sessions import Moment
from tilenet.game import Game, Ranking, Result, Tile

OVER = "over"
SEAT = "seat/"  # how the roles of seats begin
CLOCK = "clock"  # the role of the tile that shows the time: a client can tell it from a deadline
TIMES = re.compile(r"deadline|begins|\w+_at|\w+_until")  # the names of facts that are times
DIGITS = re.compile(r"[0-9]+")


class Seen(NamedTuple):
    """How something looked that was told."""

    times: str  # of the look, and in what was told
    picture: dict[str, Any]


class Complete:
    """All that was told so far, and how it looked. If times differ, so may the numbers in texts."""

    def __init__(self) -> None:
        self._seen: dict[str, Seen] = {}
        self._reasons: dict[Game, str] = {}  # why the last match was over: the room tells it with the result

    def after(self, moment: Moment) -> Iterator[str]:
        game = moment.game
        for event in moment.happened:
            if isinstance(event, Result | Ranking):
                self._reasons[game] = event.reason
        for player in moment.players if game.kind else ():
            found = moment.look(player)
            times = [moment.now]
            reason = self._reasons.get(game) if found.facts.get("phase") == OVER else ""
            you = [seat_of(found.facts, player), player.points, reason]
            agents = [[one.id, one.points, one.is_bot, one.is_away] for one in moment.members]  # clients know them
            told = without_times([found.facts, found.own, you, agents], times)
            key = f"{type(game).__module__} {type(game).__name__} {json.dumps(told)}"
            seen = Seen(str(times), found.picture)
            before = self._seen.setdefault(key, seen)
            if before is not seen and (difference := _difference(before, seen)):
                wrong = "shows what it does not tell: facts are the same, but not the picture"
                yield f"{type(game).__name__} {wrong}\n    {difference}"


def _difference(one: Seen, other: Seen) -> str | None:
    pictures = _timeless(one.picture), _timeless(other.picture)
    if one.times != other.times and pictures[0] != pictures[1]:
        pictures = _without_numbers(pictures[0]), _without_numbers(pictures[1])
    return next(differences(*pictures), None)


def without_times(value: Any, times: list[float], *, is_time: bool = False) -> Any:
    """The same with every time replaced by a word, and added to the list."""
    if isinstance(value, dict):
        return {
            key: without_times(one, times, is_time=is_time or bool(TIMES.fullmatch(key))) for key, one in value.items()
        }
    if isinstance(value, list):
        return [without_times(one, times, is_time=is_time) for one in value]
    if is_time and isinstance(value, int | float):
        times.append(value)
        return "a time"
    return value


def _timeless(picture: dict[str, Any]) -> dict[str, Any]:
    """Without the clock, and without cells: where a thing is shown, and in which order seats are, tells nothing."""
    found = {role: _in_no_cell(face) for role, face in picture.items() if role != CLOCK}
    seats = [role for role in found if role.startswith(SEAT)]
    faces = sorted((found.pop(role) for role in seats), key=str)
    return {**found, **{f"{SEAT}{number}": face for number, face in enumerate(faces)}}


def _in_no_cell(face: Any) -> Any:
    return face._replace(x=0, y=0) if isinstance(face, Tile) else face


def _without_numbers(picture: dict[str, Any]) -> dict[str, Any]:
    return {role: _without_number(face) for role, face in picture.items()}


def _without_number(face: Any) -> Any:
    face = face._replace(text=DIGITS.sub("#", face.text))
    return face if isinstance(face, Headline) else face._replace(name=DIGITS.sub("#", face.name))
