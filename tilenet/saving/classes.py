"""Which classes a saved game may be made of, by name: those that the modules of the game define; and their fields."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from types import CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import Any

import tilenet.deals
import tilenet.game
import tilenet.records
import tilenet.waiting
from tilenet.game import Game

STORE_ATTR = dis.opmap["STORE_ATTR"]

#: What games of all packages are made of.
COMMON = (tilenet.game.__name__, tilenet.deals.__name__, tilenet.waiting.__name__, tilenet.records.__name__)


class NotListed(Exception):
    """A class whose objects cannot be saved; the text says why."""


class Classes:
    """The classes of one kind of game."""

    def __init__(self, kind: type[Game]) -> None:
        self._by_name: dict[str, type] = {}
        packages = [name.rpartition(".")[0] or name for name in _homes(kind)]
        if not packages:
            raise NotListed(f"{kind.__qualname__} is defined inside a function: nobody could find it again")
        for module in _modules(_homes(kind), packages):
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__ == module.__name__:
                    self._by_name[_name(value).removeprefix(f"{packages[0]}.")] = value
        self._names = {found: name for name, found in self._by_name.items()}
        #: An option of the server makes a class that is in no module: the game is known by the first one that is.
        self.root = next(self._names[one] for one in kind.__mro__ if one in self._names)

    def name(self, kind: type) -> str:
        return self._names[kind]

    def find(self, name: str) -> type:
        if name not in self._by_name:
            raise NotListed(f"this game has no class {name}")
        return self._by_name[name]

    def __contains__(self, kind: type) -> bool:
        return kind in self._names


@cache
def classes_of(kind: type[Game]) -> Classes:
    return Classes(kind)


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _homes(kind: type[Game]) -> list[str]:
    """The modules of a game's class and of its bases, if they are really there."""
    games = (one for one in kind.__mro__ if issubclass(one, Game) and one.__module__ not in COMMON)
    return [one.__module__ for one in games if vars(sys.modules[one.__module__]).get(one.__name__) is one]


def _modules(todo: list[str], packages: Sequence[str]) -> list[ModuleType]:
    """The game's own modules, and those of its packages that they lead to; and what all games share."""
    found = [sys.modules[name] for name in COMMON]
    while todo:
        module = sys.modules.get(todo.pop())
        if module is None or module in found:
            continue
        found.append(module)
        names = {_home(value) for value in vars(module).values()}
        todo += [name for name in sorted(names) if any(name.startswith(f"{package}.") for package in packages)]
    return found


def _home(value: object) -> str:
    """The module that something in a module comes from."""
    if isinstance(value, ModuleType):
        return value.__name__
    home = getattr(value, "__module__", None)
    return home if isinstance(home, str) else type(value).__module__


# Fields


def is_record(kind: type) -> bool:
    """Whether this is a NamedTuple."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def check_plain(kind: type) -> None:
    """Raise NotListed unless objects of this class are made in the usual way, and consist of their attributes."""
    if issubclass(kind, Enum) or (not is_record(kind) and kind.__new__ is not object.__new__):
        raise NotListed(f"objects of the class {_name(kind)} are more than their attributes")


@cache
def slots_of(kind: Any) -> Mapping[str, MemberDescriptorType]:
    """The attributes that have slots."""
    found = (item for one in kind.__mro__ for item in vars(one).items())
    return {name: value for name, value in found if isinstance(value, MemberDescriptorType)}


@cache
def fields_of(kind: Any) -> frozenset[str]:
    """The names of all attributes that a class gives its objects, as its code has them."""
    if is_record(kind):
        return frozenset(kind._fields)
    found = {*slots_of(kind), *getattr(kind, "__dataclass_fields__", {})}
    for one in kind.__mro__:
        for value in vars(one).values():
            for code in _codes(value):
                found.update(_stored(code))
    return frozenset(found)


@cache
def may_have(kind: Any, field: str) -> bool:
    """Whether objects of a class may have this attribute: its code sets it, or it has a value for all of them."""
    return field in fields_of(kind) or (not is_record(kind) and hasattr(kind, field))


def _codes(value: object) -> Iterator[CodeType]:
    if isinstance(value, property):
        parts: list[object] = [value.fget, value.fset]
    elif isinstance(value, staticmethod | classmethod):
        parts = [value.__func__]
    else:
        parts = [value]
    for part in parts:
        if isinstance(part, FunctionType):
            yield inspect.unwrap(part).__code__


def _stored(code: CodeType) -> Iterator[str]:
    """The names of the attributes that a method gives to `self`, or to whatever its first parameter is called."""
    if STORE_ATTR not in code.co_code[::2]:
        return  # as in most methods, and looking closer takes time
    own = code.co_varnames[0] if code.co_argcount else ""
    before = ""
    for step in dis.get_instructions(code):
        if step.opcode == STORE_ATTR and before == own:
            yield str(step.argval)
        before = step.argrepr.rpartition(", ")[2] if step.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) else ""


@cache
def caches_of(kind: Any) -> Mapping[str, Any]:
    """The attributes that are not saved, and what they are in a game that was loaded."""
    found: dict[str, Any] = {}
    for one in reversed(kind.__mro__):
        found |= vars(one).get("caches", {})
    return found
