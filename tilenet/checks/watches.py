"""What is wrong in silence: a scene that changes after it was shown, a way to no room, a deadline on another clock."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping

from tilenet.checks.sessions import Moment
from tilenet.game import Go, Key, Open, Scene, Tile, View, role

DAY = 86_400.0


class SameScenes:
    """A `Scene` or `View` that was shown stays as it is: the room compares objects, and sees no change in one."""

    def __init__(self) -> None:
        self._shown: dict[Hashable, tuple[Scene | View, object]] = {}

    def after(self, moment: Moment) -> Iterator[str]:
        looks: dict[tuple[str, ...], Scene | View] = {(moment.room,): moment.game.scene()}
        for player in moment.players:
            looks[moment.room, player.id] = moment.game.view(player)
        for place, look in looks.items():
            now = _values(look)
            before, was = self._shown.get(place, (None, None))
            if look is before and now != was:
                what = "scene()" if len(place) == 1 else "view()"
                told = f"{what} returns an object that was shown before and has changed since then: nobody sees that"
                yield f"{told}. Make a new {type(look).__name__}\n    {_changed(was, now)} has changed"
            self._shown[place] = look, now


def _values(look: Scene | View) -> dict[str, object]:
    names = ("tiles", "keys", "text", "size", "fg", "bg", "image")
    values = {name: getattr(look, name) for name in names if hasattr(look, name)}
    return {name: dict(value) if isinstance(value, dict) else value for name, value in values.items()}


def _changed(was: object, now: object) -> str:
    if isinstance(was, dict) and isinstance(now, dict):
        for name in now:
            if was.get(name) != now[name]:
                return _changed(was.get(name), now[name]) or repr(name)
    return ""


class Roles:
    """In a game with a kind, every tile and key has a role, and no other has the same."""

    def after(self, moment: Moment) -> Iterator[str]:
        if moment.game.kind:
            scene = moment.game.scene()
            taken: dict[str, Hashable] = {}
            things: Mapping[Hashable, Tile | Key] = {**scene.tiles, **scene.keys}
            for id in things:
                try:
                    other = taken.setdefault(role(id), id)
                except TypeError as error:
                    yield str(error)
                    continue
                if other is not id:
                    yield f"the ids {other!r} and {id!r} have the same role, {role(id)!r}"


class Ways:
    """`Go` leads to a room that exists, and `Open` names a plugin."""

    def __init__(self, rooms: set[str], plugins: set[str]) -> None:
        self._rooms = set(rooms)  # that there are, or ever were
        self._plugins = plugins

    def after(self, moment: Moment) -> Iterator[str]:
        self._rooms.add(moment.room)
        for event in moment.happened:
            match event:
                case Go(_, str() as room) if room not in self._rooms:
                    yield f"{moment.what} yields Go(player, {room!r}), but there is no such room"
                case Open(plugin) if plugin not in self._plugins:
                    yield f"{moment.what} yields Open({plugin!r}), but there is no such plugin"
        if moment.what == "opened" and isinstance(moment.act[4], str):
            self._rooms.add(moment.act[4])


class Deadlines:
    """A deadline is on the clock of `now`, and a tick leads to a later one."""

    def __init__(self) -> None:
        self._known: dict[str, object] = {}  # by room

    def after(self, moment: Moment) -> Iterator[str]:
        deadline, now, known = moment.game.deadline, moment.now, self._known.get(moment.room)
        self._known[moment.room] = deadline
        if deadline is None or (deadline is known and moment.what != "tick"):
            return
        if not (isinstance(deadline, int | float) and math.isfinite(deadline)):
            yield f"after {moment.what} the deadline is {deadline!r}: it must be a time or None"
        elif moment.what == "tick" and deadline <= now:
            yield f"tick({now:g}) has left the deadline at {deadline:g}: it must be later than now, or None"
        elif deadline < now or deadline > now + DAY:
            wrong = "which has passed" if deadline < now else "more than a day later"
            told = f"after {moment.what} at {now:g} the deadline is {deadline:g}, {wrong}"
            yield f"{told}: it must be on the clock of `now`, such as now + 10"
