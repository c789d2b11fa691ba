"""Saving a game."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from math import isfinite
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from tilenet.chance import Chance
from tilenet.game import Game
from tilenet.saving.classes import (
    Classes,
    NotListed,
    caches_of,
    check_plain,
    classes_of,
    fields_of,
    is_record,
    may_have,
    slots_of,
)
from tilenet.saving.refusals import refusal
from tilenet.words import Words

FORMAT = 1
PLAYER = ("id", "name", "points", "is_bot", "is_away", "is_gone", "account_id")  # what every player has

Data: TypeAlias = Any  # what JSON can say
NO_SETUP: Mapping[str, Data] = MappingProxyType({})


class CannotSave(TypeError):
    """Something in a game cannot be saved; the text says where it is, and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = ""  # from the game to it

    def __str__(self) -> str:
        return f"game{self.path}: {self.reason}"


def save(game: Game, name: str, setup: Mapping[str, Data] = NO_SETUP) -> dict[str, Data]:
    """A game as JSON data, with the name of its plugin and the setup that it was made with. Raises CannotSave."""
    return save_with_people(game, name, setup)[0]


def save_with_people(
    game: Game, name: str, setup: Mapping[str, Data] = NO_SETUP
) -> tuple[dict[str, Data], list[object]]:
    """The same, and all players that the game knows."""
    try:
        classes = classes_of(type(game))
    except NotListed as error:
        raise CannotSave(str(error)) from None
    writer = Writer(classes)
    try:
        state = writer.game(game)
    except RecursionError:
        raise CannotSave("it is nested too deeply") from None
    saved = {
        "format": FORMAT,
        "game": name,
        "version": game.version,
        "setup": dict(setup),
        "classes": {name: sorted(fields_of(kind)) for name, kind in sorted(writer.met.items())},
        "state": state,
    }
    return saved, writer.people


def to_text(saved: Mapping[str, Data]) -> str:
    """The same as text, with a line for each attribute of the game."""
    lines = []
    for key, value in saved.items():
        if key == "state":
            text = "{\n  " + ",\n  ".join(f"{_text(field)}: {_text(part)}" for field, part in value.items()) + "\n }"
        else:
            text = _text(value)
        lines.append(f" {_text(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _text(value: Data) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


class Writer:
    """Writes one graph of objects."""

    def __init__(self, classes: Classes) -> None:
        self.met: dict[str, type] = {}  # the classes of what was written
        self.people: list[object] = []  # those whom it knows
        self._classes = classes
        self._written: dict[int, tuple[object, dict[str, Data]]] = {}  # what may be met again, by its address
        self._shared = 0

    def game(self, game: Game) -> dict[str, Data]:
        data: dict[str, Data] = {}
        self._written[id(game)] = game, data
        self._fill_object(data, game, self._classes.root)
        return data

    def value(self, value: Any) -> Data:
        """Anything; what it is, is known by its exact class."""
        if value is None or value is True or value is False:
            return value
        kind = type(value)
        if kind is int or kind is str:
            return value
        if kind is float:
            return value if isfinite(value) else {"float": repr(value)}
        if kind is tuple:
            return self._items(value)
        if kind is bytes:
            return {"bytes": value.hex()}
        if kind is frozenset:
            return {"frozenset": self._items(self._sorted(value))}
        if kind is range:
            return {"range": [value.start, value.stop, value.step]}
        if kind is Words:
            args = {name: self._part(part, ".*", name) for name, part in value.args.items()}
            return {"words": value.template, "many": value.many, "args": args}
        if kind in self._classes and isinstance(value, Enum):
            return self._member(value)
        if kind in self._classes and is_record(kind):
            return self._record(value)
        return self._node(value)

    def _member(self, value: Enum) -> Data:
        name = self._classes.name(type(value))
        if value.name not in type(value).__members__:
            raise CannotSave(f"{value!r} is not one member of {name}")
        return {"enum": f"{name}.{value.name}"}

    def _record(self, value: Any) -> Data:
        kind = type(value)
        name = self._classes.name(kind)
        self.met[name] = kind
        return {"class": name} | {field: self._part(getattr(value, field), ".*", field) for field in kind._fields}

    def _node(self, value: Any) -> dict[str, Data]:
        """What can be met twice: the first time it is written; from then on there is a number in its place."""
        before = self._written.get(id(value))
        if before is not None:
            if [*before[1]] == ["player"]:
                return before[1]  # who has an id anyway
            if "as" not in before[1]:
                self._shared += 1
                before[1]["as"] = self._shared
            return {"same": before[1]["as"]}
        data: dict[str, Data] = {}
        self._written[id(value)] = value, data
        self._fill(data, value, type(value))
        return data

    def _fill(self, data: dict[str, Data], value: Any, kind: type) -> None:
        if kind is list:
            data["list"] = self._items(value)
        elif kind is dict and all(type(key) is str for key in value):
            data["dict"] = {key: self._part(part, "[*]", key) for key, part in value.items()}
        elif kind is dict:
            data["dict"] = self._pairs(value)
        elif kind is set:
            data["set"] = self._items(self._sorted(value))
        elif kind is Counter:
            data["Counter"] = self._pairs(value)
        elif kind is deque:
            data["deque"], data["most"] = self._items(value), value.maxlen
        elif kind in self._classes:
            self._fill_object(data, value, self._classes.name(kind))
        elif kind is Chance:
            data["chance"], data["at"] = value.secret.hex(), value.position
        elif kind is Random:
            version, words, gauss = value.getstate()
            data["random"] = [version, [*words], gauss]
        elif all(hasattr(value, name) for name in PLAYER):
            data["player"] = value.id
            self.people.append(value)
        else:
            raise CannotSave(refusal(value))

    def _fill_object(self, data: dict[str, Data], value: Any, name: str) -> None:
        kind: Any = type(value)
        try:
            check_plain(kind)
        except NotListed as error:
            raise CannotSave(str(error)) from None
        self.met[name] = kind
        data["class"] = name
        caches = caches_of(kind)
        for field, part in _fields(value):
            if field in caches:
                continue
            if not may_have(kind, field):
                raise CannotSave(f"the code of {name} sets no attribute {field}: do it in __init__")
            data[field] = self._part(part, ".*", field)

    def _part(self, value: object, path: str, where: object) -> Data:
        """A part of something else; `where` is what belongs into the path to it."""
        try:
            return self.value(value)
        except CannotSave as error:
            error.path = path.replace("*", str(where)) + error.path
            raise

    def _items(self, values: Iterable[object]) -> list[Data]:
        return [self._part(value, "[*]", at) for at, value in enumerate(values)]

    def _pairs(self, values: Mapping[Any, object]) -> list[Data]:
        return [[self._part(key, "[*]", key), self._part(part, "[*]", key)] for key, part in values.items()]

    def _sorted(self, values: Collection[Any]) -> Iterable[object]:
        """The members of a set, in an order that is the same in every process."""
        if all(type(value) in (int, str) for value in values):
            return sorted(values, key=lambda value: (type(value) is str, value))
        return sorted(values, key=lambda value: _text(Writer(self._classes).value(value)))


def _fields(value: Any) -> Iterator[tuple[str, object]]:
    """The attributes that an object has now."""
    yield from getattr(value, "__dict__", {}).items()
    kind: Any = type(value)
    for name, slot in slots_of(kind).items():
        try:
            yield name, slot.__get__(value)
        except AttributeError:
            continue  # it is not set
