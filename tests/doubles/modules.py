"""The modules of tilenet, and what each of them imports, near or far."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import tilenet

PACKAGE = Path(tilenet.__file__).parent


def modules() -> dict[str, Path]:
    """All modules of the package, by name; games and clients are links in it."""
    found = {}
    for folder, prefix in ((PACKAGE, []), *((PACKAGE / name, [name]) for name in ("games", "clients"))):
        root = folder.resolve()
        for path in root.rglob("*.py"):
            parts = ["tilenet", *prefix, *path.relative_to(root).with_suffix("").parts]
            if parts[-1] == "__init__":
                parts.pop()
            found[".".join(parts)] = path
    return found


MODULES = modules()


def is_for_types(node: ast.AST) -> bool:
    """Whether this is an `if TYPE_CHECKING`, which is not done when the program runs."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def walk(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not is_for_types(child):
            yield child
            yield from walk(child)


@cache
def imports(name: str, *, for_types: bool = False) -> frozenset[str]:
    """What a module imports, anywhere in it; of `from a import b` both a and a.b, as b may be a module."""
    found: set[str] = set()
    tree = ast.parse(MODULES[name].read_bytes())
    for node in ast.walk(tree) if for_types else walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in {name}"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def attributes(name: str) -> set[str]:
    """The names of all attributes that a module asks for or sets."""
    return {node.attr for node in ast.walk(ast.parse(MODULES[name].read_bytes())) if isinstance(node, ast.Attribute)}


def needs(name: str) -> set[str]:
    """All that is imported when a module is, near or far."""
    found: set[str] = set()
    todo = [name]
    while todo:
        for other in imports(todo.pop()) - found:
            found.add(other)
            if other in MODULES:
                todo.append(other)
    return found


def beside_the_library(name: str) -> set[str]:
    """What a module imports that Python itself does not have."""
    return {other for other in imports(name) if other.partition(".")[0] not in sys.stdlib_module_names}


def of_twisted(names: set[str]) -> set[str]:
    return {name for name in names if name.partition(".")[0] in ("twisted", "zope")}


def under(*packages: str) -> list[str]:
    """The modules of these packages, or modules, of tilenet."""
    return sorted(name for name in MODULES if is_in(name, packages))


def is_in(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == f"tilenet.{one}" or name.startswith(f"tilenet.{one}.") for one in packages)


def knows(name: str) -> set[str]:
    """The modules of tilenet that a module names in its imports, if only for types."""
    return {other for other in imports(name, for_types=True) if other in MODULES and other != "tilenet"}
