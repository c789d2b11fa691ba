"""Which modules a game is made of: its class, and whatever of the author's own its code imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType

from tilenet.game import Game

OURS = ("tilenet.game", "abc", "builtins", "typing")  # where other classes of games come from
PLUGINS = "twisted.plugins"
CORE = "tilenet"
GAMES = "tilenet.games"


def own_classes(game: type[Game]) -> list[type]:
    """The class of a game and its bases, as far as they are not ours."""
    return [one for one in game.__mro__ if one.__module__ not in OURS]


def modules_of(game: type[Game]) -> list[ModuleType]:
    """Its modules, each after those that it imports: so they can be loaded again in this order."""
    homes = {one.__module__: None for one in own_classes(game)}
    return in_order([name for name in homes if name in sys.modules], [*homes])


@lru_cache(256)
def digest_of(game: type[Game]) -> str:
    """A word for the source of a game as it was when this was asked first; another one if anything in it changes."""
    options = {name: getattr(game, name) for name in sorted(game.options)}  # which the server has set in its class
    digest = sha256(repr(options).encode())
    for module in modules_of(game):
        file = file_of(module)
        try:
            digest.update(b"" if file is None else file.read_bytes())
        except OSError:
            continue  # then it cannot be told whether it has changed
    return digest.hexdigest()[:16]


def in_order(names: Iterable[str], homes: Iterable[str]) -> list[ModuleType]:
    """These modules and those of the author's own that they lead to, each after those that it imports."""
    packages = tuple(f"{home.rpartition('.')[0]}." for home in homes if _has_package(home))
    found: dict[str, ModuleType] = {}
    open_: set[str] = set()

    def visit(name: str) -> None:
        module = sys.modules.get(name)
        if module is None or name in found or name in open_ or file_of(module) is None:
            return
        open_.add(name)
        for other in imports_of(module):
            if other.startswith(packages) or _is_beside(other):
                visit(other)
        found[name] = module

    for name in names:
        visit(name)
    return [*found.values()]


def _has_package(name: str) -> bool:
    """Plugins of all authors are in one package, which belongs to none of them."""
    return "." in name and not name.startswith(f"{PLUGINS}.")


def _is_beside(name: str) -> bool:
    """Whether a module is in the working folder: then it is the author's, too."""
    if name.partition(".")[0] == CORE or name.startswith(PLUGINS):
        return False
    file = file_of(sys.modules.get(name))
    return file is not None and file.is_relative_to(Path.cwd()) and "site-packages" not in file.parts


def file_of(module: ModuleType | None) -> Path | None:
    """The source of a module; None if there is none."""
    file = getattr(module, "__file__", None)
    return Path(file) if isinstance(file, str) and file.endswith(".py") else None


def tree_of(module: ModuleType) -> ast.Module:
    """The source of a module, read; empty if it cannot be."""
    file = file_of(module)
    try:
        return ast.Module([], []) if file is None else _parse(file, file.stat().st_mtime_ns)
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


@lru_cache(256)
def _parse(file: Path, _: int) -> ast.Module:
    return ast.parse(file.read_bytes())


def imports_of(module: ModuleType) -> list[str]:
    """The full names of all modules that a module may import when it runs, and of the names that it takes from them."""
    package = module.__package__ or ""
    return [*dict.fromkeys(_imports(tree_of(module), package))]


def _imports(node: ast.AST, package: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import(names):
                yield from (one.name for one in names)
            case ast.ImportFrom(part, names, level):
                try:
                    home = resolve_name("." * level + (part or ""), package) if level else part or ""
                except ImportError:
                    continue
                yield home
                yield from (f"{home}.{one.name}" for one in names)
            case ast.If(ast.Name("TYPE_CHECKING"), _, rest):
                for other in rest:
                    yield from _imports(other, package)
            case _:
                yield from _imports(child, package)
