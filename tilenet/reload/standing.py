"""Where a room stands, as data: so that it can be compared with where another process says it stood."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tilenet.saving.writer import save
from tilenet.world.rooms.room import Room

LONGEST = 60  # characters of a value that are shown


def standing(room: Room) -> dict[str, Any]:
    """Where a room stands now. Raises CannotSave."""
    return _compared(
        json.loads(json.dumps(save(room.game, room.origin.game, room.origin.setup))),
        [player.id for player in room.members.values()],
    )


def noted_standing(noted: Mapping[str, Any]) -> dict[str, Any]:
    """Where it stood when this was noted in the journal."""
    return _compared(noted["state"], noted["members"])


def _compared(state: Mapping[str, Any], members: list[str]) -> dict[str, Any]:
    """Somebody who comes back is the last in the room from then on, and no game knows."""
    return {"game": unshared(state["state"], {}), "members": sorted(members)}


def unshared(data: Any, shared: dict[int, Any]) -> Any:
    """Saved data without the numbers of what is met twice: whether two words are one object makes no difference."""
    if isinstance(data, list):
        return [unshared(one, shared) for one in data]
    if not isinstance(data, dict):
        return data
    if [*data] == ["same"]:
        return shared.get(data["same"])
    number = data.get("as")
    if number is not None:
        shared[number] = "itself"
    found = {key: unshared(one, shared) for key, one in data.items() if key != "as"}
    if number is not None:
        shared[number] = found
    return found


def difference(now: Any, before: Any, path: str = "") -> str:
    """The first difference between two pieces of data, in words; nothing if they are equal."""
    if isinstance(now, dict) and isinstance(before, dict) and now.keys() == before.keys():
        return next((found for key in now if (found := difference(now[key], before[key], f"{path}.{key}"))), "")
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        pairs = enumerate(zip(now, before, strict=True))
        return next((found for at, (a, b) in pairs if (found := difference(a, b, f"{path}[{at}]"))), "")
    if now == before:
        return ""
    return f"{path.lstrip('.')} is {_short(now)}, and was {_short(before)}"


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
