"""What a value is made of, as a text that is the same in every process: to see whether something has changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from enum import Enum
from hashlib import sha256
from itertools import count
from random import Random
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from tilenet.chance import Chance
from tilenet.saving.classes import caches_of, slots_of

PLAIN = (type(None), bool, int, float, str, bytes, range, count)
BY_NAME = (FunctionType, BuiltinFunctionType, MethodType, ModuleType, type, MemberDescriptorType)
MOST = 2000  # parts of one value that are looked at


def fingerprint(value: object, depth: int) -> str:
    """A text that changes if the value does, to this depth. Caches, weak references and functions do not count."""
    return _Reading().text(value, depth)


class _Reading:
    def __init__(self) -> None:
        self._left = MOST

    def text(self, value: Any, depth: int) -> str:
        kind = type(value)
        self._left -= 1
        if kind in PLAIN:
            return repr(value)
        if isinstance(value, Enum):
            return f"{kind.__name__}.{value.name}"
        if isinstance(value, Chance):
            return f"Chance({value.secret.hex()}, {value.position})"
        if isinstance(value, Random):
            try:
                return f"Random({sha256(repr(value.getstate()).encode()).hexdigest()[:16]})"
            except NotImplementedError:  # the system's
                return kind.__name__
        if isinstance(value, BY_NAME):
            return f"{kind.__name__} {getattr(value, '__qualname__', getattr(value, '__name__', ''))}"
        if hasattr(value, "is_gone") and isinstance(getattr(value, "id", None), str):
            return f"player {value.id}"
        if depth == 0 or self._left < 0:
            return kind.__name__
        return f"{kind.__name__}({', '.join(self._parts(value, depth - 1))})"

    def _parts(self, value: Any, depth: int) -> Iterator[str]:
        if isinstance(value, list | tuple | deque):
            yield from (self.text(part, depth) for part in value)
        elif isinstance(value, set | frozenset):
            yield from sorted(self.text(part, depth) for part in value)
        elif isinstance(value, Mapping) and not type(value).__module__.startswith("weakref"):
            yield from (f"{self.text(key, depth)}: {self.text(part, depth)}" for key, part in value.items())
        else:
            yield from (f"{name}={self.text(part, depth)}" for name, part in attributes(value).items())


def attributes(value: Any) -> dict[str, object]:
    """What an object consists of, without what only remembers something that can be found again."""
    kind: Any = type(value)
    found = {**getattr(value, "__dict__", {})} if _is_own(kind) else {}
    if found or _is_own(kind):
        for name, slot in slots_of(kind).items():
            try:
                found[name] = slot.__get__(value)
            except AttributeError:
                continue
        for name in caches_of(kind):
            found.pop(name, None)
    return found


def _is_own(kind: Any) -> bool:
    """Whether a class is written in Python, and not of those whose objects are hard to look into."""
    return bool(kind.__flags__ & (1 << 9)) and kind.__module__.partition(".")[0] not in ("weakref", "functools", "zope")
