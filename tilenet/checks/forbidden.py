"""What the code of a game must not call, because it would be something else when the same is done again."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tilenet.game import Game
from tilenet.rehearsal.trace import Place
from tilenet.sources import file_of, modules_of, tree_of


class Rule(NamedTuple):
    """What is wrong with some names, and what to do instead."""

    broken: str  # goes on from the name
    instead: str


CLOCK = Rule(
    "reads a clock, but a game knows no time except what it is told",
    "use `now`, and set `deadline` to be called later",
)
WAITING = Rule("makes everybody on the server wait", "set `deadline`, and `tick` is called")
CHANCE = Rule(
    "is random in its own way, but a game takes all its chance from `self.random`",
    "write {chance}, which gives the same numbers again",
)
IDENTITY = Rule(
    "is another number in every process, but a game may decide only by what it is told",
    "compare things with == instead, or number them yourself",
)
OUTSIDE = Rule(
    "depends on what is outside the game, but a game may decide only by what it is told",
    "make it an option of the game, with `options`",
)
FILES = Rule(
    "uses a file while the game is played, but a game may decide only by what it is told",
    "read the file once, at the top of the module",
)
THREADS = Rule(
    "starts something that goes on by itself, but a game acts only when it is called",
    "set `deadline`, and `tick` is called",
)


def _names(module: str, names: str, rule: Rule) -> dict[str, Rule]:
    return {f"{module}.{name}": rule for name in names.split()}


FORBIDDEN: Mapping[str, Rule] = {
    **_names(
        "time", "time time_ns monotonic monotonic_ns perf_counter perf_counter_ns process_time thread_time", CLOCK
    ),
    **_names("time", "localtime gmtime ctime strftime", CLOCK),
    **_names("datetime", "datetime.now datetime.utcnow datetime.today date.today", CLOCK),
    "time.sleep": WAITING,
    "builtins.input": WAITING,
    **_names("random", "random randint randrange choice choices sample shuffle uniform gauss normalvariate", CHANCE),
    **_names("random", "triangular betavariate expovariate getrandbits randbytes seed SystemRandom", CHANCE),
    **_names("secrets", "token_bytes token_hex token_urlsafe randbelow randbits choice SystemRandom", CHANCE),
    **_names("os", "urandom getrandom", CHANCE),
    **_names("uuid", "uuid1 uuid4", CHANCE),
    **_names("builtins", "id hash", IDENTITY),
    **_names("os", "environ environb getenv getpid getppid getcwd getlogin uname cpu_count", OUTSIDE),
    **_names("sys", "argv stdin platform", OUTSIDE),
    **_names("socket", "gethostname", OUTSIDE),
    **_names("platform", "node platform system", OUTSIDE),
    **_names("builtins", "open", FILES),
    **_names("os", "listdir scandir walk stat remove rename mkdir makedirs path.exists path.isfile", FILES),
    **_names("os", "path.getmtime path.getsize", FILES),
    **_names("io", "open", FILES),
    **_names("threading", "Thread Timer", THREADS),
    **_names("multiprocessing", "Process Pool", THREADS),
    **_names("concurrent.futures", "ThreadPoolExecutor ProcessPoolExecutor", THREADS),
    **_names("asyncio", "run create_task get_event_loop new_event_loop", THREADS),
    **_names("subprocess", "Popen run call check_call check_output", THREADS),
    **_names("os", "system popen fork", THREADS),
    **_names("socket", "socket create_connection", THREADS),
    **_names("twisted.internet", "reactor", THREADS),
}
OF_PATHS = ("read_text", "read_bytes", "write_text", "write_bytes", "iterdir")
CHANCES = dict.fromkeys(
    ["randint", "randrange", "choice", "choices", "sample", "shuffle", "uniform"], "self.random.{}(...)"
)


def forbidden(game: type[Game]) -> dict[Place, str]:
    """What no game may use, by where it is used."""
    return {place: text for module in modules_of(game) for place, text in _Reading(module).found()}


def in_sentences(found: Mapping[Place, str]) -> Iterator[str]:
    """The same, each thing once for each file."""
    lines: dict[tuple[str, str], list[int]] = {}
    for place, text in found.items():
        lines.setdefault((place.file, text), []).append(place.line)
    for (file, text), numbers in lines.items():
        yield f"{Path(file).name}, line{'s' * (len(numbers) > 1)} {' and '.join(map(str, numbers))}: {text}"


class _Scope(NamedTuple):
    node: ast.AST
    bound: frozenset[str]  # the names that mean something of its own in it


class _Reading:
    """Reads one module."""

    def __init__(self, module: ModuleType) -> None:
        self._tree = tree_of(module)
        file = file_of(module)
        self._file = str(file)
        self._meant = dict(_imported(self._tree))
        self._bound = _bound(self._tree) - self._meant.keys()
        self._called = _called_in_functions(self._tree)

    def found(self) -> Iterator[tuple[Place, str]]:
        yield from self._read(self._tree, [])

    def _read(self, node: ast.AST, scopes: list[_Scope]) -> Iterator[tuple[Place, str]]:
        for child in ast.iter_child_nodes(node):
            inner = scopes
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                inner = [*scopes, _Scope(child, _bound(child))]
            elif isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
                continue
            said = self._wrong(child, scopes)
            if said is not None:
                yield Place(self._file, getattr(child, "lineno", 0)), said
            else:
                yield from self._read(child, inner)

    def _wrong(self, node: ast.AST, scopes: list[_Scope]) -> str | None:
        match node:
            case ast.Attribute() | ast.Name(ctx=ast.Load()):
                name = self._full_name(node, scopes)
                rule = FORBIDDEN.get(name)
                if name == "builtins.hash" and any(getattr(one.node, "name", "") == "__hash__" for one in scopes):
                    return None
                if rule is not None and not (rule is FILES and self._is_import(scopes)):
                    return _sentence(name, rule)
            case ast.Call(ast.Attribute(attr=str() as method)) if method in OF_PATHS and not self._is_import(scopes):
                return _sentence(f".{method}", FILES)
            case ast.Call(function, [], []) if self._full_name(function, scopes) == "random.Random":
                return _sentence("random.Random", CHANCE)
        return None

    def _full_name(self, node: ast.AST, scopes: list[_Scope]) -> str:
        """What a name means, if it is imported or built in; otherwise nothing."""
        if isinstance(node, ast.Attribute):
            left = self._full_name(node.value, scopes)
            return left and f"{left}.{node.attr}"
        if not isinstance(node, ast.Name) or any(node.id in one.bound for one in scopes):
            return ""
        if node.id in self._meant:
            return self._meant[node.id]
        return f"builtins.{node.id}" if node.id not in self._bound and hasattr(builtins, node.id) else ""

    def _is_import(self, scopes: list[_Scope]) -> bool:
        """Whether this is done only once: at the top of the module, or in a function that is called only there."""
        names = [getattr(one.node, "name", "") for one in scopes]
        return not names or (names[0] != "" and names[0] not in self._called)


def _sentence(name: str, rule: Rule) -> str:
    word = name.removeprefix("builtins.")
    method = word.rpartition(".")[2]
    is_value = method in ("environ", "environb", "argv", "stdin", "platform", "reactor")
    chance = CHANCES.get(method, "self.random.random()").format(method)
    return f"{word}{'' if is_value else '()'} {rule.broken}: {rule.instead.format(chance=chance)}"


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What the names that a module imports mean."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                for one in names:
                    yield (one.asname, one.name) if one.asname else (one.name.partition(".")[0],) * 2
            case ast.ImportFrom(str() as home, names, 0):
                for one in names:
                    yield one.asname or one.name, f"{home}.{one.name}"


def _bound(scope: ast.AST) -> frozenset[str]:
    """The names that are given a value in a scope."""
    found: set[str] = set()
    todo: list[ast.AST] = [scope]
    while todo:
        node = todo.pop()
        match node:
            case ast.arg(arg=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                if node is not scope:
                    found.add(name)
                    continue
            case ast.Lambda() if node is not scope:
                continue
        todo += ast.iter_child_nodes(node)
    return frozenset(found)


def _called_in_functions(tree: ast.Module) -> set[str]:
    """The names that functions and methods use, and those of the methods themselves, which others call."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for one in ast.walk(node):
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
                    found.add(one.id)
                elif isinstance(one, ast.Attribute):
                    found.add(one.attr)
        elif isinstance(node, ast.ClassDef):
            found |= {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    return found
