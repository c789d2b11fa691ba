"""The rooms behind the tiles of Home: what it tells of each, and who is there in as many columns as there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from urwid import AttrSpec

from tilenet.clients.model import Model, Thing
from tilenet.clients.roomfacts import Members, text
from tilenet.clients.terminal.glyphs import columns, visible
from tilenet.clients.terminal.paint import Row, Run
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.vocabulary import members
from tilenet.words import Words


@dataclass(frozen=True)
class OpenTable:
    """A table of somebody's own that everybody can come to."""

    join: str
    title: str
    people: int
    bots: int
    watching: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Door:
    """A room as Home tells of it."""

    room: str
    title: str
    about: str
    kind: str
    people: int
    bots: int
    watching: int  # of both
    names: tuple[str, ...]  # of some of both, people first
    variant_of: str = ""
    tables: tuple[OpenTable, ...] = ()


def door_of(model: Model, tile: Thing) -> Door | None:
    """The room behind a tile; None if it leads to no room."""
    room = members(model.facts, "rooms").get(model.role_of(tile.objid))
    if not isinstance(room, dict):
        return None
    tables = room.get("tables")
    return Door(
        text(room, "room"),
        visible(text(room, "title")),
        visible(text(room, "about")),
        text(room, "kind"),
        **_people(room),
        variant_of=text(room, "variant_of"),
        tables=tuple(
            OpenTable(text(one, "join"), visible(text(one, "title")), **_people(one))
            for one in (tables if isinstance(tables, list) else ())
            if isinstance(one, dict) and text(one, "join")
        ),
    )


def _people(room: Members) -> dict[str, Any]:
    """How many are there, and the names of some."""
    counts = {name: _count(room.get(name)) for name in ("people", "bots", "watching")}
    names = room.get("names")
    known = [visible(one) for one in names if isinstance(one, str)] if isinstance(names, list) else []
    return {**counts, "names": tuple(known)}


def who(
    door: Door | OpenTable, room: int, people: AttrSpec, bots: AttrSpec, signs: Signs, *, is_short: bool = False
) -> Row:
    """Who is there, in so many columns if that is possible: people by name, or else their number; and bots."""
    gap = "" if is_short or not signs.person else " "
    beside: list[Run] = []
    if door.bots:
        count = Words("{n} bot", many="{n} bots", n=door.bots)
        beside.append((bots, f"{signs.bot}{gap}{door.bots}" if signs.person else signs.say(count)))
    if door.watching:
        beside.append((bots, f"{signs.audience}{gap}{door.watching}"))
    between = " " if is_short else "  "
    parts = list(beside)
    if door.people:
        left = room - sum(columns(words) + len(between) for _, words in beside)
        sign = f"{signs.person}{gap}"
        said = next((words for words in _named(door) if columns(sign + words) <= left), "")
        if not said:
            said = str(door.people) if signs.person else signs.say(Words("{n} here", n=door.people))
        parts.insert(0, (people, sign + said))
    return [run for number, part in enumerate(parts) for run in (*([(bots, between)] if number else []), part)]


def _named(door: Door | OpenTable) -> list[str]:
    """The people there, by as many names as possible first."""
    names = door.names[: door.people]
    found = []
    for shown in range(len(names), 0, -1):
        more = door.people - shown
        found.append(", ".join(names[:shown]) + (f" +{more}" if more else ""))
    return found


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
