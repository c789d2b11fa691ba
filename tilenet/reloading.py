"""Modules that are loaded again while the server runs: all of them, or none if one cannot be."""

from __future__ import annotations

import linecache
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import reload
from importlib.util import cache_from_source
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from tilenet.game import Game
from tilenet.sources import file_of

T = TypeVar("T")

MADE_BY_OPTIONS = "abc"  # where a class seems to come from that a server has made with its options
FRAMES = 4  # of a traceback that are shown, the last ones
LONGEST = 200  # characters of a line of it


def load_again(modules: Sequence[ModuleType], check: Callable[[], T]) -> T:
    """Run the code of these modules again, in this order, and return what `check` says.

    If one of them fails, everything is as it was, and it raises.
    """
    before = [(module, dict(vars(module))) for module in modules]
    try:
        for module in modules:
            _forget_compiled(module)
            for name in [name for name in vars(module) if not name.startswith("__")]:
                del vars(module)[name]  # what is not there any more must not be found
            reload(module)
        found = check()
    except BaseException:
        for module, values in before:
            vars(module).clear()
            vars(module).update(values)
        raise
    for module, values in before:
        _hand_on(module, values)
    return found


def _forget_compiled(module: ModuleType) -> None:
    """A file that is saved twice in a second would not be compiled again."""
    file = file_of(module)
    if file is not None:
        linecache.checkcache(str(file))
        Path(cache_from_source(str(file))).unlink(missing_ok=True)


def _hand_on(module: ModuleType, before: dict[str, Any]) -> None:
    """Give other modules of its package, such as a door, what it defines now in place of what it defined before."""
    package = module.__name__.rpartition(".")[0]
    old = {id(value): name for name, value in before.items() if getattr(value, "__module__", "") == module.__name__}
    for other in [*sys.modules.values()]:
        if package and other is not module and getattr(other, "__package__", None) == package:
            for name, value in [*vars(other).items()]:
                if id(value) in old and old[id(value)] in vars(module):
                    setattr(other, name, vars(module)[old[id(value)]])


def new_class(game: type[Game]) -> type[Game]:
    """What a class has become. TypeError if there is none any more."""
    if game.__module__ == MADE_BY_OPTIONS:
        options = {name: value for name, value in vars(game).items() if name in game.options}
        return type(game.__name__, (new_class(game.__bases__[0]),), options)
    found = vars(sys.modules[game.__module__]).get(game.__name__)
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise TypeError(f"there is no class {game.__name__} any more that is a Game")
    return found


def lines_of(error: BaseException) -> list[str]:
    """A traceback for people to read, the end of it."""
    told = traceback.TracebackException.from_exception(error)
    told.stack = traceback.StackSummary.from_list([one for one in told.stack if not _is_pythons(one)][-FRAMES:])
    text = "".join(told.format())
    return [line[:LONGEST] for line in text.splitlines() if line.strip(" ^~")][-3 * FRAMES :]


def _is_pythons(frame: traceback.FrameSummary) -> bool:
    """Whether Python itself was at work, loading a module."""
    return frame.filename.startswith("<frozen ")
