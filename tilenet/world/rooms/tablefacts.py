"""What clients are told of a table of somebody's own, as data [docs/protocol.md]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilenet.game import Choice
from tilenet.world.rooms.table import Table

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room

PLAYING = "playing"
ON_BOARD = 12  # players whose scores everybody is told


def table_facts(room: Room) -> dict[str, Any]:
    """All of it; nothing if this is no table of anybody's own."""
    table = room.table
    if table is None:
        return {}
    ids = {one.id: one.objid for one in room.everybody}
    phase = room.game.summary().phase  # that of the room may still be what it was before this act
    found: dict[str, Any] = {
        "code": table.code,
        **room.links_to(table.code),
        "name": table.name,
        "game": table.game,
        "host": ids.get(table.host),
        "public": table.is_public,
        "locked": table.is_locked,
        "starts": "host" if table.waits else "itself",
        "phase": phase or None,  # also of a game that tells no facts
        "options": dict(room.origin.setup),
        "choices": choices_facts(room.game.choices),
        "games": table.games,
        "scores": [
            {
                "name": one.name,
                "agent": ids.get(id),
                "wins": one.wins,
                "points": int(one.points) if one.points == int(one.points) else one.points,
                "games": one.games,
            }
            for id, one in table.ranking()[:ON_BOARD]
        ],
    }
    if phase != PLAYING:
        found["why_not"] = room.why_not_start()
        if table.games or table.ready:
            waiting = waiting_for(room, table)
            found["ready"] = [one.objid for one in room.everybody if not one.is_away and one.id not in waiting]
            found["waiting_for"] = [ids[id] for id in waiting]
    return found


def choices_facts(choices: Mapping[str, Choice]) -> dict[str, Any]:
    """What can be chosen, by name."""
    return {
        name: {"text": one.text, "values": [list(value) for value in one.values], "usual": one.usual}
        for name, one in choices.items()
    }


def waiting_for(room: Room, table: Table) -> list[str]:
    """The ids of the people here who have not said yet that they would like to play again.

    Those whose connection is lost are waited for, too, if nobody else is here to play with, and at a public table: they
    would lose a game that counts.
    """
    present = [one for one in room.everybody if not one.is_away]
    missing = [one for one in room.everybody if one.is_away] if table.is_public or len(present) < 2 else []
    unsaid = [one for one in present if one.id not in table.ready]
    return [one.id for one in (*unsaid, *missing) if not one.is_bot]


def invitation_to(room: Room) -> dict[str, Any]:
    """What somebody is told who is invited to a room."""
    table = room.table
    return {
        "game": str(room.title) if table is None else room.game.title,
        "kind": room.game.kind,
        "name": None if table is None or not table.name else table.name,
        "join": room.name if table is None else table.code,
    }
