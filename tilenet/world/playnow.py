"""Where somebody can play soonest: with people if possible, else with a bot."""

from __future__ import annotations

from collections.abc import Iterable

from tilenet.game import Listing, Words

PLAYING = "playing"
NOWHERE_TO_PLAY = Words("Every table is busy. Open one of your own: type /new and the name of a game.")


def soonest(rooms: Iterable[Listing]) -> Listing | None:
    """The room to play in; None if nobody can join any game now."""
    return min((one for one in rooms if _is_open(one)), key=_wait, default=None)


def needs_bot(room: Listing) -> bool:
    """Whether nobody is there to play with."""
    return not room.people and not room.bots


def in_words(room: Listing) -> str:
    """What playing there now would be."""
    people = room.some[: room.people]
    if len(people) == 1:
        return Words("{name} is at {room}.", name=people[0], room=room.title)
    if people and len(people) == room.people:
        both = Words("{names} and {last}", names=", ".join(people[:-1]), last=people[-1])
        return Words("{names} are at {room}.", names=both, room=room.title)
    if people:
        some = Words("{names} and {more} more", names=", ".join(people), more=room.people - len(people))
        return Words("{names} are at {room}.", names=some, room=room.title)
    return Words("Nobody is waiting: play {room} with a bot.", room=room.title)


def _is_open(room: Listing) -> bool:
    """Whether somebody who comes in now can play: what has no phase is a lobby, or no game."""
    summary = room.summary
    has_seat = summary.seats is None or len(summary.players) < summary.seats
    return bool(summary.phase) and summary.can_join and has_seat and room.takes_bots


def _wait(room: Listing) -> tuple[bool, bool, float, int, int]:
    """What comes first is best: people who have not begun, a game that one can join, and then the order at Home."""
    begins_at = room.summary.begins_at
    return (
        not room.people,
        room.summary.phase == PLAYING,
        float("inf") if begins_at is None else begins_at,
        room.order,
        -room.people,
    )
