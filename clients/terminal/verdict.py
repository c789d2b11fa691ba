"""Who has won, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from tilenet.clients.vocabulary import Standing
from tilenet.words import Words


def winners(places: Sequence[Standing], more: int = 0) -> list[Standing]:
    """Those who are first; nobody is first with nothing, or where all are equal. `more` players are not listed."""
    first = [place for place in places if place.place == 1]
    is_equal = len(places) > 1 and len(first) == len(places) and more == 0
    has_points = all(_value(place) > 0 for place in first)
    return first if has_points and not is_equal else []


def verdict(places: Sequence[Standing], me: str | None, more: int = 0) -> Words:
    """What is said of the game that is over."""
    if len(places) == 1 and more == 0:
        return Words("Game over")  # somebody has played alone
    first = winners(places, more)
    others = [place.name for place in first if me is None or place.agent != me]
    if len(others) < len(first):
        return Words("You and {names} win", names=_listed(others)) if others else Words("You win")
    if others:
        return Words("{name} wins", name=others[0]) if len(others) == 1 else Words("{names} win", names=_listed(others))
    if all(place.place != 1 for place in places):
        return Words("Game over")
    is_draw = all(place.place == 1 and _value(place) > 0 for place in places)
    return Words("A draw") if is_draw else Words("Nobody wins")


def _value(place: Standing) -> float:
    """What a score counts; without one, whoever is first has won."""
    try:
        return float(place.score)
    except ValueError:
        return 1.0


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return Words("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
