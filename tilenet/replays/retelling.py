"""What was said in a recorded game, as it is said again in a replay: and to whom."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from tilenet.game import Chat, Event, Ranking, Result, Say, Tell
from tilenet.replays.people import Person

LONGEST = 2000  # characters that are said at once


class NotSayable(ValueError):
    """Something that no room would say."""


class Retold(NamedTuple):
    """Something that is said again."""

    event: Say | Ranking
    to: str | None = None  # the id of the only one whom it was for


def retold(event: Event) -> Retold | None:
    """What is said again of an event. Raises NotSayable."""
    match event:
        case Tell(Person() as person, text):
            return Retold(Say(sayable(text)), person.id)
        case Say(text):
            return Retold(Say(sayable(text)))
        case Chat(Person() as person, text):
            return Retold(Say(f"{person.name}: {sayable(text)}"))
        case Ranking() | Result(is_told=True):
            return Retold(_ranking(event))
    return None


def sayable(text: object, longest: int = LONGEST) -> str:
    if not isinstance(text, str) or len(text) > longest:
        raise NotSayable("a text that is none, or too long")
    return text


def _ranking(event: Result | Ranking) -> Ranking:
    for one in event.standings:
        if not (isinstance(one.player, Person) and isfinite(one.score) and type(one.place) is int):
            raise NotSayable(f"{one!r} in a ranking")
    return Ranking(tuple(event.standings), sayable(event.reason))
