"""Why a game does something else when the same is done again: the rule that it breaks, and where."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tilenet.game import Game
from tilenet.rehearsal.fingerprint import attributes, fingerprint
from tilenet.rehearsal.shared import Shared, changed, shared_values
from tilenet.rehearsal.stage import Act, Kinds, Stage, again
from tilenet.rehearsal.trace import Moment, Place, trace, where_they_part
from tilenet.saving.classes import caches_of
from tilenet.sources import modules_of, tree_of

HERE = "does something else when the same is done again"
MORE = "a game may decide only by what it is told"
DEPTH = 4


class Finding(NamedTuple):
    """What is wrong, in a sentence; and where, if that is known."""

    text: str
    place: Place | None = None

    def __str__(self) -> str:
        if self.place is None:
            return self.text
        return f"{Path(self.place.file).name}, line {self.place.line}: {self.text}"


class Session(NamedTuple):
    """A session that was played, and is to be explained."""

    kinds: Kinds
    seed: str
    acts: Sequence[Act]  # up to the one after which something else came
    saved_at: int

    @property
    def game(self) -> type[Game]:
        return next(iter(self.kinds.values()))

    @property
    def modules(self) -> list[ModuleType]:
        return [*dict.fromkeys(module for kind in self.kinds.values() for module in modules_of(kind))]

    def trace(self, *, is_watched: bool) -> list[Moment]:
        return trace(self.kinds, self.seed, self.acts, is_watched=is_watched)


# Values that all games share


def shared_changes(session: Session) -> list[Finding]:
    """What of the modules and classes changes each time the same is done: so it is no memory of what is always so."""
    modules = session.modules
    before = shared_values(modules)
    again(session.kinds, session.seed, session.acts, session.saved_at)
    return [_shared(one, modules) for one in changed(before, shared_values(modules))]


def _shared(one: Shared, modules: Sequence[ModuleType]) -> Finding:
    name = one.name.rpartition(".")[2]
    if one.is_of_class:
        text = (
            f"{one.name} changes while the game is played, but what belongs to a class is shared by all its games, "
            f"and is not saved: give each game its own, self.{name}, in __init__"
        )
    else:
        text = (
            f"{one.name} changes while the game is played, but what belongs to a module is shared by all games, "
            f"and is not saved: give each game its own, such as self.{name.lower().strip('_')}"
        )
    return Finding(text, _line_that_changes(one, name, modules))


def _line_that_changes(one: Shared, name: str, modules: Sequence[ModuleType]) -> Place | None:
    """The first line in a function that changes what has this name."""
    for module in sorted(modules, key=lambda module: module.__name__ != one.module):
        for function in ast.walk(tree_of(module)):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    if _changes(node, name):
                        return Place(module.__file__ or "", node.lineno)  # type: ignore[attr-defined]
    return None


def _changes(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Assign(targets=targets):
            return any(_is_part_of(target, name) for target in targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return _is_part_of(target, name)
        case ast.Delete(targets=targets):
            return any(_is_part_of(target, name) for target in targets)
        case ast.Call(ast.Name("next"), [first, *_]):
            return _is_part_of(first, name)
        case ast.Call(ast.Attribute(value, "append" | "add" | "update" | "pop" | "setdefault" | "extend" | "remove")):
            return _is_part_of(value, name)
        case ast.Call(ast.Attribute(value, "insert" | "clear" | "discard" | "popleft" | "appendleft" | "popitem")):
            return _is_part_of(value, name)
    return False


def _is_part_of(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Name(found) | ast.Attribute(attr=found) if found == name:
            return True
        case ast.Subscript(value) | ast.Attribute(value):
            return _is_part_of(value, name)
    return False


# Other results


def not_even_here(session: Session) -> Finding:
    """When the same was done again in this process, with everybody looking as before."""
    place = where_they_part(session.trace(is_watched=True), session.trace(is_watched=True))
    return Finding(f"this {HERE}, but {MORE}: use no clock, no chance of your own, and no id()", place)


def by_looking(session: Session) -> Finding | None:
    """Which look changes the game, and what of it; None if none does."""
    stage = Stage(session.kinds, session.seed)
    for act in session.acts:
        stage.do(act, is_watched=False)
        room = stage.rooms.get(act[1])
        if room is not None:
            for hook, look in _looks(room.game, stage, act[1]):
                before = _state(room.game)
                look()
                for name, text in _state(room.game).items():
                    if before.get(name) != text:
                        return look_changes(type(room.game).__name__, name, hook)
    return None


def look_changes(game: str, name: str, hook: str = "scene() or view()") -> Finding:
    if name in ("random", "chance"):
        return Finding(
            f"{game}.{hook} takes numbers from self.{name}, but a look must change nothing, because nobody may be "
            "looking: take them when something happens"
        )
    return Finding(
        f"{game}.{hook} changes self.{name}, but a look must change nothing, because nobody may be looking: "
        f'change it when something happens; or if it only remembers what was drawn, list it: caches = {{"{name}": ...}}'
    )


def _looks(game: Game, stage: Stage, room: str) -> list[tuple[str, Callable[[], object]]]:
    people, members = stage.people.values(), stage.members(room)
    looks: list[tuple[str, Callable[[], object]]] = [
        ("scene()", game.scene),
        ("view()", lambda: [game.view(one) for one in people]),
        ("stale_views()", game.stale_views),
        ("summary()", game.summary),
    ]
    if game.kind:
        looks += [
            ("facts()", game.facts),
            ("own_facts()", lambda: [game.own_facts(one) for one in members]),
            ("legal()", lambda: [[*(game.legal(one) or ())] for one in members]),
        ]
    return looks


def _state(game: Game) -> dict[str, str]:
    return {name: fingerprint(value, DEPTH) for name, value in attributes(game).items()}


def by_the_order_of_sets(place: Place | None) -> Finding:
    """In a process with other hashes."""
    return Finding(
        "the order of a set, or hash(), decides here, and it is another in every process: sort the set, or keep "
        "a list or a dict",
        place,
    )


def elsewhere(place: Place | None) -> Finding:
    """In another process with the same hashes."""
    return Finding(
        f"this is something else in another process, but {MORE}: use no id(), no files, and nothing of the process",
        place,
    )


def by_loading(place: Place | None) -> Finding:
    """In a game that was saved and loaded."""
    lost = "this is something else in a game that was saved and loaded"
    nodes = [] if place is None else _nodes(place)
    for node in nodes:
        if isinstance(node, ast.Attribute) and _is_cache(node.attr, place):
            why = f"self.{node.attr} is in `caches`, which are not saved: only what can be drawn again belongs there"
            return Finding(f"{lost}, because {why}", place)
    if any(isinstance(node, ast.Is | ast.IsNot) for node in nodes):
        return Finding(f"{lost}, because what was loaded is another object: compare with ==, not with `is`", place)
    why = "neither the order of a set is saved, nor which object something is"
    return Finding(f"{lost}, because {why}: sort the set, and compare with ==, not with `is`", place)


def _nodes(place: Place) -> list[ast.AST]:
    module = _module(place)
    if module is None:
        return []
    statements = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.stmt | ast.expr)]
    here = [node for node in statements if node.lineno == place.line]
    return [part for node in here for part in ast.walk(node) if getattr(part, "lineno", place.line) == place.line]


def _module(place: Place) -> ModuleType | None:
    return next((one for one in [*sys.modules.values()] if getattr(one, "__file__", None) == place.file), None)


def _is_cache(name: str, place: Place | None) -> bool:
    module = None if place is None else _module(place)
    return module is not None and any(
        name in caches_of(kind) for kind in vars(module).values() if isinstance(kind, type)
    )
