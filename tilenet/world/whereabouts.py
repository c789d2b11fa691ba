"""Who is where, as data for clients: /who says the same in words."""

from __future__ import annotations

from typing import Any

from tilenet.world.building import PRIVATE, Building
from tilenet.world.players.player import Player
from tilenet.world.rooms.commands import LOOKED_AT
from tilenet.world.rooms.room import Room


def places_for(player: Player, building: Building) -> list[dict[str, Any]]:
    """Everybody, by place, with the address that leads there; private tables are one place, and have none.

    A crowd costs the player who asks more, as it does for /who.
    """
    addresses: dict[str, str] = {}
    for room in (*building.homes, *building.rooms.values()):
        addresses.setdefault(building.place_of(room), _address(building, room))
    found = []
    whereabouts = building.whereabouts()
    player.charge(sum(map(len, whereabouts.values())) / LOOKED_AT)
    for place, players in whereabouts.items():
        members: dict[str, Any] = {"place": place, "players": [_person(one) for one in players]}
        if addresses[place]:
            members["address"] = addresses[place]
        found.append(members)
    return found


def _address(building: Building, room: Room) -> str:
    """What leads to where others see those who are in a room; empty if nothing does."""
    place = building.place_of(room)
    if place == PRIVATE:
        return ""
    return room.name if place == room.title else room.belongs_to


def _person(player: Player) -> dict[str, Any]:
    flags = {"bot": player.is_bot, "away": player.is_away}
    return {"name": player.name, **{name: True for name, is_so in flags.items() if is_so}}
