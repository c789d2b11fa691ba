"""What is known of a table of Set: cards, the deck, and what somebody has just found. In practice, it is one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilenet.clients.model import Model
from tilenet.clients.roomfacts import Members, is_number, text
from tilenet.clients.vocabulary import members, my_seat, seats


def table(model: Model) -> Members:
    """The facts of the table; those of a player's own board are in `you`."""
    return {**model.facts, **model.you}


def is_practice(model: Model) -> bool:
    """Whether everybody here has a board of their own."""
    return "sets" in model.you


@dataclass(frozen=True)
class Found:
    """A right answer, as long as it is to be shown."""

    finder: str  # the name; empty in practice, where that is the user
    is_mine: bool
    is_set: bool  # or else that there was none
    worth: str  # points, or how long it took
    cards: Mapping[str, Sequence[int]]  # by their roles; none if there was no set
    left: float  # seconds to show it


def found(model: Model) -> Found | None:
    """What somebody has just found, if anybody has."""
    fact = members(table(model), "found")
    left = model.seconds_left(fact.get("until"))
    by = text(fact, "by")
    name = next((seat.name for seat in seats(model) if seat.id == by), "")
    if not left or (by and not name):
        return None
    cards = {role: features for role, features in members(fact, "cards").items() if _are_features(features)}
    is_mine = not by or by == my_seat(model)
    return Found(name, is_mine, fact.get("claim") != "no_set", _worth(fact), cards, left)


def _worth(fact: Members) -> str:
    points, seconds = fact.get("points"), fact.get("seconds")
    return f"{points:+g}" if is_number(points) else f"{seconds:.1f} s" if is_number(seconds) else ""


def _are_features(features: object) -> bool:
    return isinstance(features, list) and len(features) == 4 and all(one in (0, 1, 2) for one in features)
