"""The commands that players type in the lobby and in rooms: /create, /rooms, /join, and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, TypeAlias

from tilenet.game import Cost, Events, Go, Listing, Player, RoomsOf, Tell
from tilenet.games.tombala.rooms import Entry, NotPossible, in_order
from tilenet.text import MAX_NAME, name_key

USAGE = (
    "/create NAME SECONDS makes a room whose game starts after that many seconds. If you add `every N`, it draws a "
    "number every N seconds.",
    "/rooms lists the rooms, /join NAME joins one, and /quit leaves it.",
    "In a room, /mark NUMBER marks a number on your card, /cinko TOTAL announces how many rows you have completed, and "
    "/next asks for the next number.",
)

SIGN = "/"  # with which all of them begin

LISTED = 40  # rooms that /rooms lists
LOOKED_AT = 100  # rooms, which it costs one more command to look at
NAMED = 4  # people who are named
LONG = 90  # seconds, above which minutes are shown

Command: TypeAlias = Callable[[str], Events]

#: A name, which may have blanks in it, and numbers. No run of blanks is tried twice: that would be quadratic.
_CREATE = re.compile(r"(?P<name>[^ ]++(?: ++[^ ]++)*?) ++(?P<seconds>\d{1,9})(?: ++every ++(?P<every>\d{1,9}))?")


class NewRoom(NamedTuple):
    """A room that somebody wants to make."""

    name: str
    countdown: int
    every: int | None = None
    is_to_join: bool = False  # at once


@dataclass(frozen=True)
class AllRooms(RoomsOf):
    """A question: all rooms, for a player who wants a list."""

    player: Player


@dataclass(frozen=True)
class RoomToJoin(RoomsOf):
    """A question: all rooms, for a player who wants to join the one of this name."""

    player: Player
    name: str


def obey(player: Player, text: str, commands: Mapping[str, Command]) -> Events:
    """Run the command that was typed after a slash."""
    word, _, rest = text[1:].partition(" ")
    command = commands.get(word.lower())
    if command is None:
        yield Tell(player, f"There is no command /{word[:20]}. Try /{', /'.join(commands)}.")
        return
    try:
        yield from command(rest.strip())
    except NotPossible as error:
        yield Tell(player, str(error))


def whole(text: str, example: str) -> int:
    """A number that was typed."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise NotPossible(f"Type a number, as in {example}.")
    return int(text)


def help_lines(player: Player) -> Events:
    return [Tell(player, line) for line in USAGE]


def new_room(text: str) -> NewRoom:
    """What was typed after /create."""
    asked = _CREATE.fullmatch(text)
    if asked is None:
        raise NotPossible(USAGE[0])
    return NewRoom(asked["name"], int(asked["seconds"]), None if asked["every"] is None else int(asked["every"]))


def room_name(text: str) -> str:
    """What was typed after /join."""
    if not text:
        raise NotPossible("Which room? Type /join NAME.")
    return text


def missing(name: str) -> NotPossible:
    return NotPossible(f"{name[:MAX_NAME]} does not exist!")


def answered(question: object, answer: object, now: float) -> Events:
    """What comes of a question about rooms."""
    assert isinstance(answer, tuple)
    match question:
        case AllRooms(player=player):
            yield Cost(player, len(answer) / LOOKED_AT)
            yield from _list(player, in_order(answer), now)
        case RoomToJoin(player=player, name=name):
            yield _join(player, name, answer)


def _list(player: Player, rooms: Sequence[Entry], now: float) -> Events:
    if not rooms:
        yield Tell(player, "There are no rooms. /create NAME SECONDS makes one.")
    if len(rooms) > LISTED:
        yield Tell(player, f"There are {len(rooms)} rooms. These are the first {LISTED}:")
    for room in reversed(rooms[:LISTED]):  # those that can be joined come last, so that they stay on the screen
        yield Tell(player, f"{room.name}: {about(room, now)}")


def _join(player: Player, name: str, listings: Iterable[Listing]) -> Go | Tell:
    key = name_key(name[:100])
    found = next((room for room in in_order(listings) if name_key(room.name) == key), None)
    return Tell(player, str(missing(name))) if found is None else Go(player, found.room)


# What is shown of a room


def about(room: Entry, now: float) -> str:
    """Starts in 12 s. 2 players: ann, bob."""
    when = "Already started." if room.has_started else f"Starts in {_roughly(room.begins_at - now)}."
    pace = "" if room.every is None else f" A number every {room.every} s."
    names = room.players
    return f"{when}{pace} {f'{_players(names)}: {some(names)}' if names else 'Nobody is there yet'}."


def in_short(room: Entry, now: float) -> str:
    """25 s, 2 players"""
    when = "started" if room.has_started else _roughly(room.begins_at - now)
    return f"{when}, {_players(room.players)}"


def next_change(room: Entry, now: float) -> float | None:
    """When these texts change because time goes by; None if they do not."""
    left = ceil(room.begins_at - now)
    if room.has_started or left <= 1:
        return None
    return room.begins_at - (left - 1 if left <= LONG else max(LONG, 60 * (ceil(left / 60) - 1)))


def some(names: Sequence[str]) -> str:
    """ann, bob and 3 more"""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _players(names: Sequence[str]) -> str:
    return f"{len(names)} player{'' if len(names) == 1 else 's'}"


def _roughly(seconds: float) -> str:
    """In minutes as long as there is time, so that tiles rarely change; then in seconds."""
    left = max(1, ceil(seconds))
    return f"{ceil(left / 60)} min" if left > LONG else f"{left} s"
