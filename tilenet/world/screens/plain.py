"""Makes plain JSON of what games give as facts, and finds what leads from one JSON object to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from reprlib import repr as shortly
from typing import Any

from tilenet.game import role
from tilenet.words import Words
from tilenet.world.players.player import Player

MOST = 250_000  # values, more than which no client could be told at each act


class NotPlain(Exception):
    """A fact that is not JSON, and cannot be made so; the text says which."""


def plain(value: Any, most: int = MOST) -> Any:
    """A fact as JSON. Players, ids as keys, members of an Enum, sets and dataclasses become what a client can read.

    NotPlain or, if a key has no role, TypeError say what cannot be made so. What is in a fact twice is so in JSON, too:
    so there may be much more of it, and if it has more than `most` values, it is NotPlain.
    """
    return _plain(value, Budget(most))


class Budget:
    """How many values there may still be."""

    __slots__ = ("left",)

    def __init__(self, most: int) -> None:
        self.left = most


def _too_much() -> NotPlain:
    return NotPlain("more than anybody could read")


def also_plain(type_: type, make: Callable[[Any], Any]) -> None:
    """From now on, objects of this type are facts, too."""
    _BY_TYPE[type_] = lambda value, budget: make(value)


def _plain(value: Any, budget: Budget) -> Any:
    make = _BY_TYPE.get(type(value))
    return (_find(value) if make is None else make)(value, budget)


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What makes the one object the other (RFC 7396): the members that are new, and None for those that are gone.

    Members are the same if Python says so, for which True is 1: a fact never changes from the one to the other.
    """
    found: dict[str, Any] = {}
    added = 0
    for key, value in new.items():
        was = old.get(key)
        if was != value:
            found[key] = merge_patch(was, value) if type(value) is dict and type(was) is dict else value
            added += was is None
    if len(old) + added > len(new):
        found.update((key, None) for key in old if key not in new)
    return found


def _as_it_is(value: Any, budget: Budget) -> Any:
    return value


def _number(value: float, budget: Budget) -> float:
    if not isfinite(value):
        raise NotPlain(f"the number {value}")
    return round(value, 3)


def _object(value: Mapping[Any, Any], budget: Budget) -> dict[str, Any]:
    budget.left -= len(value)
    if budget.left < 0:
        raise _too_much()
    find, found = _BY_TYPE.get, {}
    for key, one in value.items():
        if one is not None:
            of = type(one)
            if of is not str and of is not int:
                one = (find(of) or _find(one))(one, budget)
            found[key if type(key) is str else role(key)] = one
    return found


def _list(value: Any, budget: Budget) -> list[Any]:
    budget.left -= len(value)
    if budget.left < 0:
        raise _too_much()
    by_type = _BY_TYPE
    if None in value:
        raise NotPlain(f"None in the list {shortly(value)}")
    return [(by_type.get(type(one)) or _find(one))(one, budget) for one in value]


def _set(value: Any, budget: Budget) -> list[Any]:
    budget.left -= len(value)
    if budget.left < 0:
        raise _too_much()
    return sorted(_plain(one, budget) for one in value)


def _member(value: Enum, budget: Budget) -> str:
    return value.name.lower()


def _player(player: Player, budget: Budget) -> dict[str, Any]:
    found: dict[str, Any] = {"name": player.name, "agent": player.objid}
    if player.is_bot:
        found["bot"] = True
    return found


def _fields(value: Any, budget: Budget) -> dict[str, Any]:
    return _object({one.name: getattr(value, one.name) for one in fields(value)}, budget)


def _none(value: None, budget: Budget) -> Any:
    raise NotPlain("None, where nothing can be left out")


_BY_TYPE: dict[type, Callable[[Any, Budget], Any]] = {
    str: _as_it_is,
    Words: _as_it_is,
    int: _as_it_is,
    bool: _as_it_is,
    float: _number,
    dict: _object,
    list: _list,
    tuple: _list,
    set: _set,
    frozenset: _set,
    Player: _player,
    type(None): _none,
}


def _find(value: Any) -> Callable[[Any, Budget], Any]:
    """The same for types that are met seldom."""
    if isinstance(value, Enum):
        return _member
    if isinstance(value, Mapping):
        return _object
    if is_dataclass(value) and not isinstance(value, type):
        return _fields
    for type_ in (str, int, float, list, tuple, set, frozenset, Player):
        if isinstance(value, type_):
            return _BY_TYPE[type_]
    raise NotPlain(f"{shortly(value)}, which is not JSON")
