"""Which game is meant by the name of a plugin or by module:Class, and whether the server would find it, too."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tilenet.catalogue import GamePlugin, IGamePlugin, broken_plugins
from tilenet.checks.subject import Subject, game_of
from tilenet.game import Game


class NotFound(Exception):
    """There is no such game; the text says why."""


def find(name: str, installed: Iterable[IGamePlugin]) -> tuple[Subject, list[str]]:
    """The game to check, and what is wrong with how it is installed."""
    games = (*installed,)
    plugin = next((one for one in games if one.name == name), None)
    if plugin is not None:
        return Subject(plugin, games), [*same_title(plugin, games)]
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    game = _by_class(name) if ":" in name else _in_module(name, games)
    known = next((one for one in games if game_of(one) is game), None)
    if known is not None:
        return Subject(known, games), [*same_title(known, games)]
    plugin = GamePlugin(_plugin_name(game), game)
    return Subject(plugin, games), [_missing_line(game), *same_title(plugin, (*games, plugin))]


def same_title(plugin: IGamePlugin, games: Iterable[IGamePlugin]) -> Iterator[str]:
    for other in games:
        if other.name != plugin.name and other.title == plugin.title and other.is_at_home and plugin.is_at_home:
            yield f"the plugins {plugin.name} and {other.name} have the same title, {plugin.title!r}"


def _by_class(name: str) -> type[Game]:
    module_name, _, class_name = name.partition(":")
    module = _module(module_name)
    if module is None:
        raise NotFound(f"there is no module {module_name}")
    game = getattr(module, class_name, None)
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise NotFound(f"{module_name} has no class {class_name} that is a Game")
    return game


def _in_module(name: str, games: Iterable[IGamePlugin]) -> type[Game]:
    """A game whose module has this name, though no plugin has."""
    word = name.replace("-", "_")
    for place in (word, f"twisted.plugins.{word}", f"tilenet.games.{word}"):
        module = _module(place)
        classes = vars(module).values() if module else ()
        found = [one for one in classes if isinstance(one, type) and issubclass(one, Game) and one.__module__ == place]
        if found:
            return found[-1]
    broken = "".join(f"\n{path} cannot be loaded: the reason is above" for path in broken_plugins())
    names = ", ".join(sorted(one.name for one in games))
    raise NotFound(f"there is no game {name}, and no module of that name; the games are {names}{broken}")


def _module(name: str) -> ModuleType | None:
    """None if there is none."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            return None
        raise NotFound(f"{name} cannot be loaded: {error}") from error
    except Exception as error:
        raise NotFound(f"{name} cannot be loaded: {type(error).__name__}: {error}") from error


def _plugin_name(game: type[Game]) -> str:
    module = game.__module__.rpartition(".")[2]
    return (game.__name__ if module in ("game", "__main__") else module).lower().replace("_", "-")


def _missing_line(game: type[Game]) -> str:
    """Without it, there is no room, and nobody says why."""
    name = _plugin_name(game)
    line = f'{name.replace("-", "_")} = GamePlugin("{name}", {game.__name__})'
    place = "that file" if game.__module__.startswith("twisted.plugins.") else "a file in twisted/plugins/"
    found = f"{game.__module__}:{game.__qualname__}"
    return f"no plugin registers {found}, so a server has no room for it: {place} needs {line}"
