"""What a room says of itself as data: its kind, the roles of its tiles and keys, facts, and the result of a game.

The server sends it as JSON: a whole message when the user enters the room, then merge patches (RFC 7396) of it
[docs/protocol.md]. Whatever makes no sense in them is ignored: a room without facts can still be played by its tiles.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeGuard

Members = dict[str, Any]  # of a JSON object


class RoomFacts:
    """What was told of the present room, and when. Everything is empty until a whole message comes."""

    def __init__(self, seconds: Callable[[], float], whole: Members | None = None) -> None:
        self.is_known = whole is not None
        self.kind = text(whole, "kind")  # with a version, as noughts/1
        self.address = text(whole, "address")  # the room's name in links
        self.bots = _strings(whole, "bots")  # the strengths of bots that can be brought here; None if none can
        self.board_role = text(whole, "board_role")  # how the roles of tiles begin that are the board, and not buttons
        self.facts: Members = {}
        self.you: Members = {}  # what the user alone knows
        self.result: Members = {}  # of the last game, as long as it is over
        self.fair: Members = {}  # how the deals can be checked
        self.table: Members = {}  # of somebody's own: see `tablefacts`
        self.agents: dict[str, Members] = {}  # who is a bot or away
        self.roles: dict[str, str] = {}  # by objid
        self.objids: dict[str, str] = {}  # by role
        self.now = 0.0  # the clock of the facts, when it was told last
        self.pace = 1.0  # its seconds in one second; 0 while it stands still
        self._told_at = 0.0
        self._seconds = seconds

    def after(self, content: str, room: str | None) -> RoomFacts:
        """What is known of the present room after a message: only what is about this room counts."""
        try:
            message = read(content)
            if not isinstance(message, dict) or room is None or message.get("room") != room:
                return self
            is_whole = isinstance(message.get("kind"), str)
            known = RoomFacts(self._seconds, message) if is_whole else self
            if known.is_known:
                known._merge(message)
            return known
        except (ValueError, RecursionError):
            return self

    def _merge(self, message: Members) -> None:
        if is_number(now := message.get("now")):
            self.now, self._told_at = now, self._seconds()
        if "pace" in message:
            pace = message["pace"]
            self.pace = pace if is_number(pace) and pace >= 0 else 1.0
        self.facts = _patched(self.facts, message, "facts")
        self.you = _patched(self.you, message, "you")
        self.result = _patched(self.result, message, "result")
        self.fair = _patched(self.fair, message, "fair")
        self.table = _patched(self.table, message, "table")
        agents = _patched(self.agents, message, "agents")
        self.agents = {objid: flags for objid, flags in agents.items() if isinstance(flags, dict)}
        if "roles" in message:
            roles = _patched(self.roles, {"roles": _each(message["roles"])}, "roles")
            self.roles = {objid: role for objid, role in roles.items() if isinstance(role, str)}
            self.objids = {role: objid for objid, role in self.roles.items()}

    @property
    def time(self) -> float:
        """What the clock of the facts shows at the moment."""
        return self.now + (self._seconds() - self._told_at) * self.pace

    def seconds_left(self, deadline: object) -> float | None:
        """How much the clock of the facts has to go on until a time; None if that is not a time."""
        return max(0.0, deadline - self.time) if is_number(deadline) else None


def _strings(members: Members | None, name: str) -> list[str] | None:
    found = (members or {}).get(name)
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else None


def merged(known: Members, patch: Members) -> Members:
    """What is known after a merge patch; what was known before stays as it is."""
    found = dict(known)
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        elif isinstance(value, dict):
            before = found.get(key)
            found[key] = merged(before if isinstance(before, dict) else {}, value)
        else:
            found[key] = value
    return found


def text(members: Members | None, name: str) -> str:
    """A member that is a text; empty if there is no such member."""
    value = None if members is None else members.get(name)
    return value if isinstance(value, str) else ""


def read_members(content: str) -> Members:
    """A message that is an object; empty if it is something else."""
    try:
        found = read(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def lines(content: str) -> list[str]:
    """A message that is a list of lines; empty if it is something else."""
    try:
        found = read(content)
    except (ValueError, RecursionError):
        return []
    return [line for line in found if isinstance(line, str)] if isinstance(found, list) else []


def is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15


def _patched(known: Members, message: Members, name: str) -> Members:
    """A part of what is known, after a message that may have a patch of it, or null for nothing of it any more."""
    patch = message.get(name, {})
    return {} if patch is None else merged(known, patch) if isinstance(patch, dict) else known


def _each(roles: Any) -> Any:
    """The roles by objid, where the server may name only the first of several objids in a row, with a list."""
    if not isinstance(roles, dict):
        return roles
    found: Members = {}
    for first, role in roles.items():
        if isinstance(role, list) and first[1:].isdecimal():
            found.update((f"{first[0]}{int(first[1:]) + at}", one) for at, one in enumerate(role))
        else:
            found[first] = role
    return found


def read(content: str) -> Any:
    """What a message says that is JSON. Raises ValueError or RecursionError."""
    return json.loads(content, parse_constant=_refuse)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
