"""What all games of one kind have in common, and should only read: the values of their modules and of their classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from types import ModuleType
from typing import Any, NamedTuple

from tilenet.rehearsal.fingerprint import fingerprint

DEPTH = 6


class Shared(NamedTuple):
    """One such value: its name, and where it is."""

    name: str  # such as COUNT, or Mole.found
    module: str
    is_of_class: bool


def shared_values(modules: Iterable[ModuleType]) -> dict[Shared, str]:
    """All of them, each by its fingerprint."""
    found: dict[Shared, str] = {}
    seen: set[int] = set()
    for module in modules:
        for name, value in [*_data(vars(module))]:
            if id(value) not in seen:
                seen.add(id(value))
                found[Shared(name, module.__name__, is_of_class=False)] = fingerprint(value, DEPTH)
        for kind in [*vars(module).values()]:
            if isinstance(kind, type) and kind.__module__ == module.__name__ and not issubclass(kind, Enum):
                for name, value in _data(vars(kind)):
                    shared = Shared(f"{kind.__qualname__}.{name}", module.__name__, is_of_class=True)
                    found[shared] = fingerprint(value, DEPTH)
        for name, value in [*vars(module).items()]:
            if callable(value) and not isinstance(value, type) and getattr(value, "__module__", "") == module.__name__:
                kept = fingerprint(getattr(value, "__dict__", {}), DEPTH)  # a function can have attributes, too
                found[Shared(name, module.__name__, is_of_class=False)] = kept
    return found


def _data(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if not (name.startswith("__") or name == "_abc_impl" or callable(value) or isinstance(value, ModuleType)):
            yield name, value


def changed(before: Mapping[Shared, str], after: Mapping[Shared, str]) -> list[Shared]:
    return [one for one, text in after.items() if before.get(one) != text]
