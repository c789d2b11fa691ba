"""What the lobby of Tombala shows: its rooms, as tiles and as data, and the ways to make one."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from tilenet.game import HELP, HOME, Scene, Tile, TileId, Words, help_tile, home_tile
from tilenet.games.tombala import commands
from tilenet.games.tombala.rooms import Entry

COLUMNS = 4  # the last is for tiles that are not rooms
SHOWN = 24  # rooms; /rooms lists more

NEW, NEW_TIMED = "new", "new timed"
USUAL_EVERY = 5  # seconds from number to number in a `New timed room`

NO_ROOMS = Words("There are no rooms yet. Click New room to make one.")


def scene_of(rooms: Mapping[TileId, Tile], places: int, count: int, countdown: int) -> Scene:
    """The rooms that are shown, in so many places, and how many there are; the countdown is that of a new one."""
    columns = COLUMNS - 1
    text = Words("Make a room whose game starts in {seconds} s", seconds=countdown)
    timed = Words("The same, with a new number every {seconds} s", seconds=USUAL_EVERY)
    tiles = {
        **rooms,
        NEW: Tile(columns, 0, Words("New room"), text),
        NEW_TIMED: Tile(columns, 1, Words("New timed room"), timed),
        HOME: home_tile(columns, 2),
        HELP: help_tile(columns, 3),
    }
    return Scene((COLUMNS, max(4, ceil(places / columns))), tiles, text=_headline(count))


def room_tile(slot: int, room: Entry, now: float) -> Tile:
    """kahve (25 s, 2 players). What the name says is not in the text again: many clients show both on the tile."""
    x, y = slot % (COLUMNS - 1), slot // (COLUMNS - 1)
    name = Words("{room} ({state})", room=room.name, state=commands.in_short(room, now))
    return Tile(x, y, name, commands.besides(room), room.can_enter)


def room_facts(room: Entry) -> dict[str, object]:
    """What the tile of a room says, as data. When it begins is a time, so nothing changes because time goes by."""
    return {
        "name": room.name,
        "room": room.room,
        "players": len(room.players),
        "names": room.players[: commands.NAMED],
        "begins": None if room.has_started else room.begins_at,
        "begun": True if room.has_started else None,
        "full": True if not room.has_started and not room.can_join else None,
        "every": room.every,
    }


def _headline(count: int) -> Words:
    if count > SHOWN:
        return Words("{some} of {n} rooms. Click one, or New room; /rooms lists more.", some=SHOWN, n=count)
    if not count:
        return NO_ROOMS
    return Words(
        "{n} room. Click one to join it before it starts, or New room.",
        many="{n} rooms. Click one to join it before it starts, or New room.",
        n=count,
    )
