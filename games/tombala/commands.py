"""The commands that players type in the lobby and in rooms: /create, /rooms, /join, and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple, TypeAlias

from tilenet.game import Cost, Events, Go, Listing, Player, Refuse, RoomsOf, Tell, Words
from tilenet.games.tombala.rooms import Entry, NotPossible, in_order
from tilenet.text import MAX_NAME, name_key

USAGE = (
    Words(
        "/create NAME SECONDS makes a room whose game starts after that many seconds, and takes you there. If you add "
        "`every N`, it draws a number every N seconds."
    ),
    Words("/rooms lists the rooms, /join NAME joins one, and /quit leaves it."),
    Words(
        "In a room, /mark NUMBER marks a number on your card, /cinko TOTAL announces how many rows you have completed, "
        "and /next asks for the next number."
    ),
)

SIGN = "/"  # with which all of them begin
PLAYING: Mapping[str, str] = dict.fromkeys(("mark", "cinko", "next"), USAGE[2])
COMMANDS: Mapping[str, str] = {"create": USAGE[0], **dict.fromkeys(("rooms", "join", "quit"), USAGE[1]), **PLAYING}

LISTED = 40  # rooms that /rooms lists
LOOKED_AT = 100  # rooms, which it costs one more command to look at
NAMED = 4  # people who are named
LONG = 90  # seconds, above which minutes are shown

STARTED = Words("started")

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


@dataclass(frozen=True)
class NextGame(RoomsOf):
    """A question: which game a player can join next, who has come too late for the one in the room of this name."""

    player: Player
    watched: str


def obey(player: Player, text: str, commands: Mapping[str, Command]) -> Events:
    """Run the command that was typed after a slash, if there is one."""
    word, _, rest = text[1:].partition(" ")
    command = commands.get(word.lower())
    if command is None:
        return
    try:
        yield from command(rest.strip())
    except NotPossible as error:
        yield Refuse(player, str(error))


def whole(text: str, example: str) -> int:
    """A number that was typed."""
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise NotPossible(Words("Type a number, as in {example}.", example=example))
    return int(text)


def new_room(text: str) -> NewRoom:
    """What was typed after /create. Whoever types it plays there."""
    asked = _CREATE.fullmatch(text)
    if asked is None:
        raise NotPossible(USAGE[0])
    every = None if asked["every"] is None else int(asked["every"])
    return NewRoom(asked["name"], int(asked["seconds"]), every, is_to_join=True)


def room_name(text: str) -> str:
    """What was typed after /join."""
    if not text:
        raise NotPossible(Words("Which room? Type /join NAME."))
    return text


def missing(name: str) -> NotPossible:
    return NotPossible(Words("{name} does not exist!", name=name[:MAX_NAME]))


def answered(question: object, answer: object, now: float) -> Events:
    """What comes of a question about rooms."""
    assert isinstance(answer, tuple)
    match question:
        case AllRooms(player=player):
            yield Cost(player, len(answer) / LOOKED_AT)
            yield from _list(player, in_order(answer), now)
        case RoomToJoin(player=player, name=name):
            yield _join(player, name, answer)
        case NextGame(player=player, watched=watched):
            yield Cost(player, len(answer) / LOOKED_AT)
            yield _watch(player, watched, in_order(answer), now)


def _list(player: Player, rooms: Sequence[Entry], now: float) -> Events:
    if not rooms:
        yield Tell(player, Words("There are no rooms. /create NAME SECONDS makes one."))
    if len(rooms) > LISTED:
        yield Tell(player, Words("There are {n} rooms. These are the first {some}:", n=len(rooms), some=LISTED))
    for room in reversed(rooms[:LISTED]):  # those that can be joined come last, so that they stay on the screen
        yield Tell(player, Words("{room}: {about}", room=room.name, about=about(room, now)))


def _join(player: Player, name: str, listings: Iterable[Listing]) -> Go | Tell:
    key = name_key(name[:100])
    found = next((room for room in in_order(listings) if name_key(room.name) == key), None)
    return Refuse(player, str(missing(name))) if found is None else Go(player, found.room)


def _watch(player: Player, watched: str, rooms: Sequence[Entry], now: float) -> Tell:
    """Those that can be joined come first, the earliest first."""
    if rooms and rooms[0].can_join:
        soonest, time = rooms[0].name, _roughly(rooms[0].begins_at - now)
        text = Words(
            "{watched} has already started, so you are watching. You can play in {room}, which starts in {time}: "
            "/join {room}",
            watched=watched,
            room=soonest,
            time=time,
        )
    else:
        text = Words(
            "{watched} has already started, so you are watching. To play, make a room in the lobby.", watched=watched
        )
    return Tell(player, text)


# What is shown of a room


def about(room: Entry, now: float) -> str:
    """Starts in 12 s. 2 players: ann, bob."""
    time = None if room.has_started else _roughly(room.begins_at - now)
    return _about(time, room.every, room.players)


@lru_cache(1024)
def _about(time: Words | None, every: int | None, names: Sequence[str]) -> Words:
    when = Words("Already started: you can watch.") if time is None else Words("Starts in {time}.", time=time)
    if every is not None:
        when = Words("{when} A number every {seconds} s.", when=when, seconds=every)
    if not names:
        return Words("{when} Nobody is there yet.", when=when)
    return Words("{when} {players}: {names}.", when=when, players=_players(len(names)), names=some(names))


def besides(room: Entry) -> str:
    """What `in_short` does not say: Players: ann, bob."""
    return _besides(room.has_started, room.every, room.players)


@lru_cache(1024)
def _besides(has_started: bool, every: int | None, names: Sequence[str]) -> Words:
    if has_started:
        who = Words("You can watch {names}.", names=some(names))
    else:
        who = Words("Players: {names}.", names=some(names)) if names else Words("Be the first to join.")
    return who if every is None else Words("{who} A number every {seconds} s.", who=who, seconds=every)


def in_short(room: Entry, now: float) -> str:
    """25 s, 2 players"""
    when = STARTED if room.has_started else _roughly(room.begins_at - now)
    return _in_short(when, len(room.players))


@lru_cache(1024)
def _in_short(when: Words, players: int) -> Words:
    return Words("{when}, {players}", when=when, players=_players(players))


def next_change(room: Entry, now: float) -> float | None:
    """When these texts change because time goes by; None if they do not."""
    left = ceil(room.begins_at - now)
    if room.has_started or left <= 1:
        return None
    return room.begins_at - (left - 1 if left <= LONG else max(LONG, 60 * (ceil(left / 60) - 1)))


def some(names: Sequence[str]) -> str:
    """ann, bob and 3 more"""
    more = len(names) - NAMED
    named = ", ".join(names[:NAMED])
    return Words("{names} and {more} more", names=named, more=more) if more > 0 else named


@lru_cache(256)
def _players(count: int) -> Words:
    return Words("{n} player", many="{n} players", n=count)


def _roughly(seconds: float) -> Words:
    """In minutes as long as there is time, so that tiles rarely change; then in seconds."""
    left = max(1, ceil(seconds))
    return _minutes(ceil(left / 60)) if left > LONG else in_seconds(left)


@lru_cache(256)
def _minutes(count: int) -> Words:
    return Words("{n} min", n=count)


@lru_cache(256)
def in_seconds(count: int) -> Words:
    return Words("{n} s", n=count)
