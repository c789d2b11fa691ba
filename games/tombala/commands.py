"""The commands that players type in the lobby and in rooms: /create, /rooms, /join, and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TypeAlias

from tilenet.game import Events, Go, Player, Tell
from tilenet.games.tombala.hall import Entry, Hall, NotPossible

USAGE = (
    "/create NAME SECONDS makes a room; with `every N` after it, a room with a new number every N seconds.",
    "/rooms lists the rooms, /join NAME takes you into one, /quit leaves it.",
    "In a room, /mark NUMBER marks your card, /cinko TOTAL says that so many rows are complete, and /next asks for the "
    "next number.",
)

LISTED = 40  # rooms that /rooms lists
NAMED = 4  # people who are named

Command: TypeAlias = Callable[[str], Events]

#: A name, which may have blanks in it, and numbers. No run of blanks is tried twice: that would be quadratic.
_CREATE = re.compile(r"(?P<name>[^ ]++(?: ++[^ ]++)*?) ++(?P<seconds>\d{1,9})(?: ++every ++(?P<every>\d{1,9}))?")


def obey(player: Player, text: str, commands: Mapping[str, Command]) -> Events:
    """Run the command that was typed after a slash."""
    word, _, rest = text[1:].partition(" ")
    command = commands.get(word.lower())
    if command is None:
        yield Tell(player, f"There is no /{word[:20]}. Try /{', /'.join(commands)}.")
        return
    try:
        yield from command(rest.strip())
    except NotPossible as error:
        yield Tell(player, str(error))


def whole(text: str, example: str) -> int:
    """A number that was typed."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise NotPossible(f"Type a number after that, as in {example}.")
    return int(text)


def help_lines(player: Player) -> Events:
    return [Tell(player, line) for line in USAGE]


def create(hall: Hall, player: Player, rest: str, now: float, before: str = "") -> Events:
    """`before` is what the player must type before they can join a room."""
    asked = _CREATE.fullmatch(rest)
    if asked is None:
        yield Tell(player, USAGE[0])
        return
    every, how = asked["every"], f"{before}/join {asked['name']}"
    yield from hall.create(player, asked["name"], int(asked["seconds"]), now, None if every is None else int(every))
    yield Tell(player, f"Created {asked['name']}; it starts in {int(asked['seconds'])} s. Type {how}.")


def rooms(hall: Hall, player: Player, now: float) -> Events:
    found = hall.rooms()
    if not found:
        yield Tell(player, "There are no rooms. /create NAME SECONDS makes one.")
    if len(found) > LISTED:
        yield Tell(player, f"There are {len(found)} rooms. The first of them:")
    for room in reversed(found[:LISTED]):  # those that can be joined come last, so that they stay on the screen
        yield Tell(player, f"{room.setup.name}: {about(room, now)}")


def join(hall: Hall, player: Player, name: str) -> Events:
    if not name:
        raise NotPossible("Which room? /join NAME")
    yield Go(player, hall.find_to_join(player, name).setup.address)


def about(room: Entry, now: float) -> str:
    """Begins in 12 s. 2 players: ann, bob."""
    when = "It has begun." if room.has_begun else f"Begins in {_roughly(room.setup.begins_at - now)}."
    names = room.names
    pace = "" if room.setup.every is None else f" A number every {room.setup.every} s."
    if not names:
        return f"{when}{pace} Nobody is there."
    return f"{when}{pace} {len(names)} player{'s' if len(names) > 1 else ''}: {some(names)}."


def in_short(room: Entry, now: float) -> str:
    """25 s, 2 here"""
    when = "has begun" if room.has_begun else _roughly(room.setup.begins_at - now)
    return f"{when}, {len(room.names)} here"


def some(names: Sequence[str]) -> str:
    """ann, bob and 3 more"""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _roughly(seconds: float) -> str:
    """In minutes as long as there is time, so that tiles rarely change; then in seconds."""
    left = max(1, ceil(seconds))
    return f"{ceil(left / 60)} min" if left > 90 else f"{left} s"
