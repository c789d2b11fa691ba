"""What one player sees of a game, and what they are told as data: both as plain values, by role, to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tilenet.game import Game, Key, Tile, role
from tilenet.rehearsal.stage import StandIn
from tilenet.world.screens.facts import own_facts, public_facts
from tilenet.world.screens.plain import also_plain

ROOM = ""  # the role of the room itself in a picture


def _stand_in(player: StandIn) -> dict[str, Any]:
    return {"name": player.name, "agent": player.id, **({"bot": True} if player.is_bot else {})}


also_plain(StandIn, _stand_in)


class Look(NamedTuple):
    """A game as one player has it."""

    picture: dict[str, Any]  # the room, its tiles and its keys, by role
    facts: dict[str, Any]
    own: dict[str, Any]
    legal: list[str]  # as the game says, or all that is enabled

    def told(self) -> dict[str, Any]:
        """All that is told as data."""
        return {"facts": self.facts, "own_facts": self.own, "legal": self.legal}


def look(game: Game, player: StandIn) -> Look:
    shown = picture(game, player)
    legal = game.legal(player)
    roles = enabled(shown) if legal is None else [role(id) for id in legal]
    return Look(shown, public_facts(game), own_facts(game, player), sorted(roles))


def picture(game: Game, player: StandIn) -> dict[str, Any]:
    scene, view = game.scene(), game.view(player)
    text = scene.text if view.text is None else view.text
    faces: dict[Any, Tile | Key] = {**scene.tiles, **scene.keys, **view.tiles, **view.keys}
    room = {"size": scene.size, "text": text, "fg": scene.fg, "bg": scene.bg, "image": scene.image}
    return {ROOM: room, **{role(id): face._asdict() for id, face in faces.items()}}


def enabled(picture: dict[str, Any]) -> list[str]:
    return [found for found, face in picture.items() if found != ROOM and face["enabled"]]


def seat_of(facts: dict[str, Any], player: StandIn) -> str | None:
    """The seat that a room would find for a player."""
    seats = facts.get("seats")
    for seat, one in seats.items() if isinstance(seats, dict) else ():
        if isinstance(one, dict) and isinstance(one.get("player"), dict) and one["player"].get("agent") == player.id:
            return str(seat)
    return None


def differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Where two plain values differ, and how, in words."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if one.get(key) != other.get(key):
                yield from differences(one.get(key), other.get(key), f"{place}[{key!r}]" if place else str(key))
    else:
        yield f"{place}: {_short(one)} or {_short(other)}"


def _short(value: object) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) < 80 else f"{text[:77]}..."
