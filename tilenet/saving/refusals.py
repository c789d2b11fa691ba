"""Why something in a game cannot be saved, and what its author can do instead."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import partial
from io import IOBase
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType
from weakref import ReferenceType, WeakKeyDictionary, WeakSet, WeakValueDictionary

CALL = "keep a word in its place, and choose by it what to call"
FUNCTIONS = (BuiltinFunctionType, partial)
WEAK = (ReferenceType, WeakKeyDictionary, WeakSet, WeakValueDictionary)


def refusal(value: object) -> str:
    """A sentence about what is neither data nor of a class of the game's package."""
    match value:
        case FunctionType():
            code = value.__code__
            name = "a lambda" if value.__name__ == "<lambda>" else f"the function {value.__name__}"
            what, instead = f"{name} ({Path(code.co_filename).name}, line {code.co_firstlineno})", CALL
        case MethodType():
            what, instead = f"the method {value.__func__.__qualname__}", CALL
        case _ if isinstance(value, FUNCTIONS):
            what, instead = f"a {type(value).__name__}", CALL
        case GeneratorType():
            what, instead = f"the generator {value.__name__}", "keep a list, or how far it has come"
        case Iterator() if not isinstance(value, IOBase):
            what, instead = f"an iterator ({_name(value)})", "keep a list, or how far it has come"
        case IOBase():
            what, instead = "an open file", "read it once, at the top of the module, and keep what was in it"
        case _ if isinstance(value, WEAK):
            what = f"a weak reference ({_name(value)})"
            instead = "keep a dict or a set, and take players out in `leave`, or when they are `is_gone`"
        case ModuleType():
            what, instead = f"the module {value.__name__}", "use it by its name, where it is imported"
        case type():
            what, instead = f"the class {value.__qualname__} itself", "keep a word in its place"
        case Enum():
            what, instead = f"{value}, whose class is not of this game's package", "write an Enum of your own"
        case _:
            what = f"a {_name(value)}, whose class is not of this game's package,"
            instead = "keep what it is made of, as numbers, texts, lists, dicts, or objects of your own classes"
    return f"{what} cannot be saved: {instead}"


def _name(value: object) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
