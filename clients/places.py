"""Who is where, as the server tells those who ask [docs/protocol.md]. What makes no sense is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilenet.clients.roomfacts import read, text


@dataclass(frozen=True)
class Person:
    """A player somewhere on the server."""

    name: str
    is_bot: bool = False
    is_away: bool = False


@dataclass(frozen=True)
class Place:
    """A room as others may know it, or all private tables together."""

    title: str
    address: str  # empty if nobody can just go there
    people: tuple[Person, ...]


def places(content: str) -> list[Place]:
    """All places where anybody is, in the server's order."""
    try:
        message = read(content)
    except (ValueError, RecursionError):
        return []
    return [
        Place(text(place, "place"), text(place, "address"), tuple(_people(place.get("players"))))
        for place in _objects(message.get("places") if isinstance(message, dict) else None)
    ]


def _people(players: Any) -> list[Person]:
    return [
        Person(text(player, "name"), player.get("bot") is True, player.get("away") is True)
        for player in _objects(players)
    ]


def _objects(found: Any) -> list[dict[str, Any]]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
