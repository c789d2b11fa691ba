"""A screen for the clients that speak JSON: says in full what TileNet leaves unsaid.

In TileNet, a new token has its matrix's colours, and a new size empties the matrix. These clients know neither rule. So
their screen takes the same news as everybody's, keeps track of what is in which matrix, and adds what they have to be
told: the colours of each new token, and that each object which a new size has thrown out is gone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from tilenet.lines.line import Line
from tilenet.lines.memory import MemoryLine
from tilenet.turns.turn import Turn
from tilenet.wire.format import Format
from tilenet.wire.jsonwire import encode
from tilenet.wire.messages import AGENT, IMAGE, MATRIX, TOKEN, Set
from tilenet.world.players.client import Screen
from tilenet.world.screens.cache import Cache

JSON = Format("JSON", encode)

_SET = b'{"type":"set",'
_IMAGE = b'{"type":"set","objid":"%s' % IMAGE.encode()
_COLOURS = "bgcolor", "fgcolor"


class _Matrix:
    """What a client knows of one matrix: its own values, and what is in it."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.members: dict[str, None] = {}

    @property
    def size(self) -> tuple[int | None, int | None]:
        return self.values.get("x"), self.values.get("y")


class Translator:
    """Adds what one client has to be told besides. It is given whole turns: lines of JSON, one for each message."""

    def __init__(self) -> None:
        self._matrices: dict[str, _Matrix] = {}
        self._current = _Matrix()
        self._places: dict[str, _Matrix] = {}  # of agents, who walk from one to another
        self._lost: dict[str, _Matrix] = {}  # what a new size has thrown out, and was not put back yet

    def translate(self, turn: bytes) -> bytes:
        told = [self._line(line) for line in turn.splitlines(keepends=True)]
        lost, self._lost = self._lost, {}
        for objid, matrix in lost.items():
            matrix.members.pop(objid)
            self._places.pop(objid, None)
            told.append(encode(Set(objid, x=-1)))
        return b"".join(told)

    def forget(self, matrix: str) -> None:
        """The client never comes back to that matrix."""
        gone = self._matrices.pop(matrix, None)
        if gone is not None:
            self._places = {agent: place for agent, place in self._places.items() if place is not gone}

    def _line(self, line: bytes) -> bytes:
        if not line.startswith(_SET) or line.startswith(_IMAGE):
            return line
        given = _read(line)
        objid = given["objid"]
        if objid[0] == MATRIX:
            self._enter(objid, given)
            return line
        if given.get("x", 0) < 0:
            self._lost.pop(objid, None)
            self._remove(objid)
            return line
        is_new = objid not in self._current.members
        self._add(objid)
        return self._with_colours(line, given) if is_new and objid[0] == TOKEN else line

    def _enter(self, objid: str, given: dict[str, Any]) -> None:
        matrix = self._current = self._matrices.setdefault(objid, _Matrix())
        before = matrix.size
        matrix.values.update((key, given[key]) for key in ("x", "y", *_COLOURS) if key in given)
        if matrix.size != before:
            self._lost.update(dict.fromkeys(matrix.members, matrix))

    def _with_colours(self, line: bytes, given: dict[str, Any]) -> bytes:
        values = self._current.values
        lacking = {key: values[key] for key in _COLOURS if key in values and key not in given}
        return _written({**given, **lacking}) if lacking else line

    def _add(self, objid: str) -> None:
        self._lost.pop(objid, None)
        if objid[0] == AGENT:
            self._remove(objid)
            self._places[objid] = self._current
        self._current.members[objid] = None

    def _remove(self, objid: str) -> None:
        place = self._places.pop(objid, None) if objid[0] == AGENT else self._current
        if place is not None:
            place.members.pop(objid, None)


@lru_cache(256)
def _read(line: bytes) -> dict[str, Any]:
    """A message, which nobody changes: everybody in a room is told the same."""
    given: dict[str, Any] = json.loads(line)
    return given


def _written(given: dict[str, Any]) -> bytes:
    return json.dumps(given, separators=(",", ":")).encode() + b"\n"


class _Cache(Cache):
    """Forgets a room together with the translator."""

    __slots__ = ("_forgets",)

    def __init__(self, is_online: Callable[[str], bool], forgets: Callable[[str], None]) -> None:
        super().__init__(is_online)
        self._forgets = forgets

    def forget(self, matrix: str) -> None:
        super().forget(matrix)
        self._forgets(matrix)


class JsonScreen(Screen):
    """The screen itself: the world sends to a line in memory, and what comes out of it goes to the client."""

    __slots__ = ("_client", "_translator")

    def __init__(self, client: Line, turn: Turn, is_online: Callable[[str], bool]) -> None:
        """`client` is the line to the client itself."""
        self._client = client
        self._translator = Translator()
        super().__init__(MemoryLine(turn, self._pass_on, client.peer), JSON, is_online)
        self.cache = _Cache(is_online, self._translator.forget)

    def close(self) -> None:
        """Send what there is, and then nothing more."""
        self.line.flush()
        self.line.close()

    def _pass_on(self, turn: bytes) -> None:
        self._client.gather(self._translator.translate(turn))
        self._client.flush()
