"""What an author may have misspelt: methods that the room never calls, or not with these parameters."""

from __future__ import annotations

import dis
import inspect
from collections.abc import Iterator
from difflib import get_close_matches
from types import CodeType, FunctionType

from tilenet.game import Game
from tilenet.sources import modules_of, own_classes

#: The methods that somebody else calls, and the attributes that somebody else reads.
HOOKS = {name: value for name, value in vars(Game).items() if isinstance(value, FunctionType) and name != "__init__"}
OPTIONAL = ("scramble",)  # looked for by the checks of facts
ATTRIBUTES = [name for name in Game.__annotations__ if not name.startswith("_")]
KNOWN = {*HOOKS, *OPTIONAL, *ATTRIBUTES, "random"}

CLOSE = 0.75  # to a hook's name, by `difflib`
PREFIXES = ("on_", "do_", "handle_")


def misspelt(game: type[Game]) -> Iterator[str]:
    """Methods and attributes that nothing uses, with names close to those that the room looks for."""
    code = Code(game)
    for one in own_classes(game):
        for name in vars(one):
            if name not in code.used and (meant := _meant(name)):
                yield f"{one.__name__}.{name} is never called or read: did you mean {meant}?"
    for name in sorted(code.stored - code.used):
        if meant := _meant(name):
            yield f"self.{name} is set and never read: did you mean self.{meant}?"


def _meant(name: str) -> str | None:
    if name.startswith("_") or name in KNOWN:
        return None
    word = next((name.removeprefix(prefix) for prefix in PREFIXES if name.startswith(prefix)), name).lower()
    return next(iter(get_close_matches(word, sorted(KNOWN), 1, CLOSE)), None)


def wrong_parameters(game: type[Game]) -> Iterator[str]:
    """Hooks that the room cannot call, or calls with something else in their parameters."""
    for one in own_classes(game):
        for name, value in vars(one).items():
            if name in HOOKS and isinstance(value, FunctionType):
                expected = [*inspect.signature(HOOKS[name]).parameters]
                signature = inspect.signature(value)
                given = f"{one.__name__}.{name}({', '.join(signature.parameters)})"
                called = f"the room calls {name}({', '.join(expected[1:])})"
                try:
                    signature.bind(*expected)
                except TypeError:
                    yield f"{given} cannot be called: {called}"
                    continue
                if any(
                    word in expected and word != meant
                    for word, meant in zip(signature.parameters, expected, strict=False)
                ):
                    yield f"{given} has its parameters in another order: {called}"


class Code:
    """The names in the code of a game: of its classes, their modules, and those of its package that they import."""

    def __init__(self, game: type[Game]) -> None:
        self.used: set[str] = set()
        self._stored: set[str] = set()
        self._read_already: set[type] = set()
        for one in own_classes(game):
            self._read_values(one, one.__module__)
        self.stored = {*self._stored}  # as attributes, by the game's own classes
        for module in modules_of(game):
            self._read_values(module, module.__name__)

    def _read_values(self, holder: object, home: str) -> None:
        for value in [*vars(holder).values()]:
            if isinstance(value, property):
                for part in (value.fget, value.fset):
                    self._read_function(part)
            elif isinstance(value, type) and value.__module__ == home and value not in self._read_already:
                self._read_already.add(value)
                self._read_values(value, home)
            else:
                self._read_function(getattr(value, "__func__", value))

    def _read_function(self, value: object) -> None:
        code = getattr(inspect.unwrap(value), "__code__", None) if callable(value) else None
        if isinstance(code, CodeType):
            self._read(code)

    def _read(self, code: CodeType) -> None:
        for step in dis.get_instructions(code):
            if step.opname == "STORE_ATTR":
                self._stored.add(step.argval)
            elif isinstance(step.argval, str):
                self.used.add(step.argval)
        for part in code.co_consts:
            if isinstance(part, CodeType):
                self._read(part)
