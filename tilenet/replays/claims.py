"""What the header of a recording says of a match, compared with what is known when the match has been played again.

A header tells days and hours as well, which can be compared with nothing; how long the match took can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tilenet.game import Result
from tilenet.replays.controls import minutes
from tilenet.replays.playback import Playback
from tilenet.saving.classes import classes_of
from tilenet.saving.reader import Reader

SLACK = 1.0  # seconds that a busy server may need to end a match


def title(playback: Playback) -> str:
    """That of the room, as it was saved before the match. Anything may be raised if it makes no sense."""
    noted = playback.recording.entries[0][3]["title"]
    return str(Reader(classes_of(type(playback.game)), playback.people.__getitem__).value(noted))


def wrong_claims(playback: Playback) -> Iterator[str]:
    """What is not true of the room and of its people. Anything may be raised if it makes no sense."""
    header, (_, _, room, saved, *_) = playback.recording.header, playback.recording.entries[0]
    if (header["game"], header.get("kind")) != (saved["game"], playback.game.kind):
        yield f"it calls the game {header['game']}, but it is another one"
    if header["title"] != (real := title(playback)):
        yield f"it calls the room {header['title']}, but its title is {real}"
    if header.get("room") != room:
        yield f"it says that the room is {header.get('room')}, but it is {room}"
    is_private = saved.get("is_private", saved["setup"].get("private")) is True
    if header["is_private"] is not is_private:
        yield f"it says that the room is {'not ' if is_private else ''}private, but it is{'' if is_private else ' not'}"
    for one in header["people"]:
        yield from _wrong_person(playback, one)


def _wrong_person(playback: Playback, told: Mapping[str, Any]) -> Iterator[str]:
    person, name, account = playback.people.get(told["id"]), told.get("name"), told.get("account")
    if person is None:
        return  # somebody unknown was not there, either
    if name != person.name:
        yield f"it calls {person.name} {name}"
    if told.get("is_bot") is not person.is_bot:
        yield f"it says that {person.name} is a {'person' if person.is_bot else 'bot'}"
    if (type(account), account) != (type(person.account_id), person.account_id):
        yield f"it says that {person.name} has {_account(account)}, but it is {_account(person.account_id)}"


def _account(number: object) -> str:
    return "no account" if number is None else f"account {number}"


def wrong_presence(header: Mapping[str, Any], were_there: Collection[str]) -> Iterator[str]:
    """Who is named, and neither was in the room nor is in the result."""
    for one in header["people"]:
        if one["id"] not in were_there:
            yield f"it names {one.get('name')}, who was not there"


def wrong_length(header: Mapping[str, Any], end: float) -> Iterator[str]:
    """The times, if the match has not taken so long until its last entry."""
    took = end - header["start"]
    for told in (header["seconds"], header["ended"] - header["began"]):
        if abs(told - took) > SLACK:
            yield f"it says that the match took {_minutes(told)}, but it took {_minutes(took)}"
            return


def _minutes(seconds: float) -> str:
    return f"-{minutes(-seconds)}" if seconds < 0 else minutes(seconds)


# Results


def of_result(result: Result) -> dict[str, Any]:
    """As a header tells it."""
    return {
        "game": str(result.game),
        "reason": result.reason,
        "standings": [
            {"id": one.player.id, "place": one.place, "score": one.score, "stayed": one.stayed}
            for one in result.standings
        ],
    }


def ranking(standings: Any, playback: Playback) -> str:
    """Places, names and scores of standings in a header, as people read them; empty if they make no sense."""
    try:
        found = [(one["place"], playback.people[one["id"]].name, f"{one['score']:g}") for one in standings]
    except (TypeError, ValueError, KeyError):
        return ""
    return ", ".join(f"{place}. {name} {score}" for place, name, score in found)


def wrong_result(told: Any, result: Result, playback: Playback) -> str:
    """How the result that was announced differs from this one; empty if it does not."""
    real = of_result(result)
    if told == real:
        return ""
    announced, ended = (
        ranking(one.get("standings"), playback) if isinstance(one, dict) else "" for one in (told, real)
    )
    if not announced:
        return f"No result was announced that makes sense, but the game ends so: {ended}"
    if announced != ended:
        return f"The announced result is {announced}, but the game ends so: {ended}"
    if told.get("reason") != result.reason:
        why = told.get("reason") or "no reason"
        return f"The reason that was announced is {why}, but the game ends for another: {result.reason or 'none'}"
    return f"The announced result ({ended}) is told of another game, or says wrongly who stayed to the end"


def wrong_places(header: Mapping[str, Any], result: Result) -> str:
    """Of whom the list of people says another place or score than the result; empty if of nobody."""
    real = {one.player.id: (one.place, one.score) for one in result.standings}
    named = {one["id"]: (one.get("place"), one.get("score")) for one in header["people"]}
    for one in result.standings:
        if one.player.id not in named:
            return f"{one.player.name} is missing in the list of people"
    for one in header["people"]:
        place, score = named[one["id"]]
        if (place, score) != real.get(one["id"], (None, None)):
            return f"In the list of people, {one.get('name')} has place {place} and score {score}"
    return ""
