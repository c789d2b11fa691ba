"""What one player sees of a game, and what they are told as data: both as plain values, by role, to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from tilenet.game import Game, Image, Key, Scene, Tile, View, role
from tilenet.rehearsal.stage import StandIn
from tilenet.world.screens.facts import own_facts, public_facts
from tilenet.world.screens.plain import also_plain

ROOM = ""  # the role of the room itself in a picture


def _stand_in(player: StandIn) -> dict[str, Any]:
    return {"name": player.name, "agent": player.id, **({"bot": True} if player.is_bot else {})}


also_plain(StandIn, _stand_in)


class Headline(NamedTuple):
    """What a room shows besides its tiles and keys."""

    text: str
    size: tuple[int, int]
    fg: str
    bg: str
    image: Image | None


class Look(NamedTuple):
    """A game as one player has it."""

    picture: dict[str, Any]  # tiles and keys, and the headline, by role
    facts: dict[str, Any]
    own: dict[str, Any]
    legal: list[str]  # as the game says, or all that is enabled

    def told(self) -> dict[str, Any]:
        """All that is told as data."""
        return {"facts": self.facts, "own_facts": self.own, "legal": self.legal}


NAMED = (Tile, Key, Headline)


def look(game: Game, player: StandIn) -> Look:
    shown = picture(game, player)
    legal = game.legal(player)
    roles = enabled(shown) if legal is None else [role(id) for id in legal]
    return Look(shown, public_facts(game), own_facts(game, player), sorted(roles))


def picture(game: Game, player: StandIn) -> dict[str, Any]:
    scene, view = game.scene(), game.view(player)
    text = scene.text if view.text is None else view.text
    room = Headline(text, scene.size, scene.fg, scene.bg, scene.image)
    return {**_faces(scene), **_faces(view), ROOM: room}


@lru_cache(64)
def _faces(shown: Scene | View) -> dict[str, Any]:
    """Both never change; most are looked at by several players, and some have hundreds of tiles."""
    faces: dict[Any, Tile | Key] = {**shown.tiles, **shown.keys}
    return {role(id): face for id, face in faces.items()}


def enabled(picture: dict[str, Any]) -> list[str]:
    return [found for found, face in picture.items() if found != ROOM and face.enabled]


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
    elif isinstance(one, NAMED) and isinstance(other, NAMED):
        yield from differences(one._asdict(), other._asdict(), place)
    else:
        yield f"{place}: {_short(one)} or {_short(other)}"


def _short(value: object) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) < 80 else f"{text[:77]}..."
