"""Rooms of Tombala as the directory lists them, without a world."""

from __future__ import annotations

from tilenet.game import Listing, Summary
from tilenet.games.tombala.rooms import LOBBY, ROOM, WAITING
from tilenet.games.tombala.table import SEATS


def listed(name: str, begins_at: float = 30.0, *players: str) -> Listing:
    """A room that can be joined."""
    return Listing(
        room=f"{ROOM}-{name}",
        game=ROOM,
        title=f"Tombala: {name}",
        about="",
        belongs_to=LOBBY,
        is_temporary=True,
        setup={"name": name, "begins_at": begins_at, "every": None, "by": f"maker of {name}"},
        summary=Summary(players, SEATS, WAITING, begins_at),
        people=len(players),
        bots=0,
        some=players[:4],
    )
