"""What somebody was shown of the room that they are in, so that it can be compared with what they are shown later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tilenet.clients.model import Model
from tilenet.clients.things import Thing
from tilenet.wire.messages import AGENT, KEY

_SECONDS = re.compile(r"\b\d+ s\b")

#: The phase in which the result of a game counts; in others it goes with whatever happens next.
OVER = "over"

#: The kinds of rooms that list other rooms, and who is there.
LISTS = ("home", "tombala-lobby", "dancing-lobby")

Parts = dict[str, Any]


@dataclass(frozen=True)
class Sight:
    """A room as one client knows it, by cells, names and roles: objids are new after each login."""

    room: str
    kind: str
    now: float  # the server's clock, when the room said something last
    points: int | None  # one less than the energy
    parts: Parts

    def differences(self, later: Sight) -> list[str]:
        """What is not as it was; a line for each part."""
        is_timed = any(time > self.now for time in self.times())
        return [
            *_differences(
                _without_seconds(self.parts) if is_timed else self.parts,
                _without_seconds(later.parts) if is_timed else later.parts,
                "",
            )
        ]

    def times(self) -> list[float]:
        """The times that the room has told of, such as deadlines."""
        return [*_numbers(self.parts["facts"]), *_numbers(self.parts["you"])]


def sight_of(model: Model) -> Sight:
    matrix, me = model.matrix, model.my_agent
    assert matrix is not None
    parts: Parts = {
        "room": (matrix.name, matrix.text, matrix.bg, matrix.fg, matrix.x, matrix.y, _image(model, matrix)),
        "tiles": {f"{cell[0]},{cell[1]}": _tile(model, thing) for cell, thing in model.grid().items()},
        "keys": {thing.name: (model.role_of(thing.objid), thing.text, thing.energy) for thing in model.here(KEY)},
        "people": {thing.name: (thing.energy, thing.text) for thing in model.here(AGENT)},
        "facts": _plain(model.facts),
        "you": _plain(model.you),
        "result": _without_seats(model.result) if model.facts.get("phase") == OVER else {},
    }
    if model.kind.partition("/")[0] in LISTS:
        parts = _without_order(parts)
    return Sight(model.address, model.kind, model.server_time, me.energy - 1 if me else None, parts)


def _tile(model: Model, thing: Thing) -> tuple[Any, ...]:
    role = model.role_of(thing.objid)
    return role, thing.name, thing.text, thing.energy, thing.bg, thing.fg, _image(model, thing)


def _image(model: Model, thing: Thing) -> str:
    return model.things[thing.image].text if thing.image else ""


def _plain(value: Any) -> Any:
    """Facts without the objids of agents."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items() if key != "agent"}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def _without_seats(result: Any) -> Any:
    """A result without the seats of those who are in it, who may have left them since."""
    found = _plain(result)
    for row in found.get("standings", ()):
        row.pop("seat", None)
    return found


def _without_order(parts: Parts) -> Parts:
    """A lobby or Home without the order in which it names people: those who come back are last."""
    facts = {**parts["facts"]}
    for what, rooms in facts.items():
        if isinstance(rooms, dict):
            facts[what] = {
                key: {**one, "names": sorted(one["names"])} if isinstance(one, dict) and "names" in one else one
                for key, one in rooms.items()
            }
    tiles = {cell: (tile[0], tile[1], *tile[3:]) for cell, tile in parts["tiles"].items()}
    return {**parts, "facts": facts, "tiles": tiles}


def _differences(before: Any, after: Any, where: str) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from _differences(before.get(key), after.get(key), f"{where}/{key}")
    elif before != after:
        yield f"{where}: {_short(before)}, and later {_short(after)}"


def _without_seconds(value: Any) -> Any:
    """The same without the seconds that a countdown shows: they are fewer all the time."""
    if isinstance(value, dict):
        return {key: _without_seconds(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(map(_without_seconds, value))
    return _SECONDS.sub("_ s", value) if isinstance(value, str) else value


def _short(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _numbers(part)
    elif isinstance(value, list):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, float):
        yield value
