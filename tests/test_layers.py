"""Which part may know of which: the rules of a game know of no socket, and one place knows of the reactor."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

import tilenet

PACKAGE = Path(tilenet.__file__).parent
PLAIN = ("grammar", "markup", "messages", "wire", "text", "game", "images", "scene", "cache", "herald")
REACTOR = "twisted.internet.reactor"


def modules() -> dict[str, Path]:
    """All modules of the package, by name; games and clients are links in it."""
    found = {}
    for folder in (PACKAGE, *(PACKAGE / name for name in ("games", "clients"))):
        paths = folder.glob("*.py") if folder == PACKAGE else folder.resolve().rglob("*.py")
        for path in paths:
            inside = path.relative_to(folder if folder == PACKAGE else folder.resolve())
            parts = [*(() if folder == PACKAGE else (folder.name,)), *inside.with_suffix("").parts]
            if parts[-1] == "__init__":
                parts.pop()
            found[".".join(["tilenet", *parts])] = path
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


def imports(name: str) -> set[str]:
    """What a module imports, anywhere in it; of `from a import b` both a and a.b, as b may be a module."""
    found: set[str] = set()
    for node in walk(ast.parse(MODULES[name].read_bytes())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in {name}"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


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


def of_twisted(names: set[str]) -> set[str]:
    return {name for name in names if name.partition(".")[0] in ("twisted", "zope")}


#: All of them but the doors to games that have a protocol of their own.
GAMES = sorted(name for name in MODULES if name.startswith("tilenet.games") and not name.endswith(".door"))


class Layers(SynchronousTestCase):
    def test_the_modules_are_found(self) -> None:
        self.assertLessEqual({"tilenet.tap", "tilenet.games.noughts", "tilenet.clients.bench.main"}, set(MODULES))

    def test_a_module_that_needs_twisted_is_noticed(self) -> None:
        self.assertIn("twisted.internet.protocol", needs("tilenet.world") | needs("tilenet.door"))

    def test_what_needs_no_twisted(self) -> None:
        for name in PLAIN:
            self.assertEqual(of_twisted(needs(f"tilenet.{name}")), set(), name)

    def test_games_need_no_twisted(self) -> None:
        for name in GAMES:
            self.assertEqual(of_twisted(needs(name)), set(), name)

    def test_games_know_of_no_session_and_no_door(self) -> None:
        for name in GAMES:
            self.assertEqual(needs(name) & {"tilenet.session", "tilenet.door", "tilenet.world"}, set(), name)

    def test_none_of_these_loads_twisted(self) -> None:
        """The same, seen from a running program."""
        names = [*(f"tilenet.{name}" for name in PLAIN), *GAMES]
        program = f"import sys, {', '.join(names)}; print(sorted(m for m in sys.modules if m.startswith('twisted')))"
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=PACKAGE.parent, capture_output=True, text=True, timeout=20, check=False
        )
        self.assertEqual((done.stdout, done.stderr), ("[]\n", ""))

    def test_one_place_knows_the_reactor(self) -> None:
        """In the server; a client's `main` runs it too."""
        knowing = {name for name in MODULES if REACTOR in imports(name)}
        self.assertEqual(
            {name for name in knowing if not name.startswith("tilenet.clients.bench")},
            {"tilenet.tap", "tilenet.clients.bots.main", "tilenet.clients.terminal.main"},
        )

    def test_only_the_connection_and_what_is_around_it_know_the_transport(self) -> None:
        knowing = {name for name in MODULES if "twisted.internet.tcp" in imports(name)}
        self.assertLessEqual(knowing, {"tilenet.connection", "tilenet.outbox", "tilenet.door"})

    def test_rooms_and_the_world_know_of_no_session_and_no_door(self) -> None:
        for name in ("room", "world", "player", "accounts", "catalogue"):
            self.assertEqual(
                needs(f"tilenet.{name}") & {"tilenet.connection", "tilenet.door", "tilenet.gate"}, set(), name
            )
