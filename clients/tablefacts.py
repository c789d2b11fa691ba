"""A table of somebody's own, and invitations to others, as values that a client can trust [docs/kinds/README.md]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilenet.clients.model import Model
from tilenet.clients.roomfacts import Members, is_number, text
from tilenet.clients.vocabulary import OVER, PLAYING, members, number

Value = bool | int | float | str


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen for a table: what it is called, and its values, each with what that is called."""

    name: str
    text: str
    values: Sequence[tuple[Value, str]]
    usual: Any = None  # the value, if the server tells it

    def called(self, value: Any) -> str:
        """What a value is called."""
        return next((words for one, words in self.values if _same(one, value)), "")

    def after(self, value: Any, step: int) -> Value:
        """The value that comes so many places after this one; after the last comes the first."""
        at = next((at for at, (one, _) in enumerate(self.values) if _same(one, value)), -1 if step > 0 else 0)
        return self.values[(at + step) % len(self.values)][0]


@dataclass(frozen=True)
class Score:
    """How somebody has done at this table, this evening."""

    name: str
    agent: str
    wins: int
    points: str
    games: int


@dataclass(frozen=True)
class OwnTable:
    """The present room, if somebody has opened it for themselves and others."""

    code: str
    name: str
    game: str
    host: str  # an agent; empty while nobody is host
    is_public: bool
    is_locked: bool
    starts_itself: bool
    options: Members
    choices: Sequence[Choice]
    why_not: str  # why it cannot start now; empty if it can
    ready: frozenset[str]  # agents who want to play again
    waiting_for: frozenset[str]  # agents who have not said so yet
    games: int
    scores: Sequence[Score]
    link: str  # to this table, for a browser; empty if the server does not know
    ssh: str  # the command that leads here by ssh; empty if the server does not know


@dataclass(frozen=True)
class Invitation:
    """To a table or a room."""

    inviter: str
    game: str
    name: str  # of the table; empty if it has none
    join: str  # what to /join


@dataclass(frozen=True)
class Offer:
    """A game that tables can be opened for."""

    game: str
    title: str
    room: str  # the address of its room at Home
    choices: Sequence[Choice]


def own_table(model: Model) -> OwnTable | None:
    """The present room as a table of somebody's own; None if it is not one."""
    table = model.table
    if not table:
        return None
    return OwnTable(
        text(table, "code"),
        text(table, "name"),
        text(table, "game"),
        text(table, "host"),
        table.get("public") is True,
        table.get("locked") is True,
        text(table, "starts") == "itself",
        members(table, "options"),
        choices(table.get("choices")),
        text(table, "why_not"),
        _agents(table.get("ready")),
        _agents(table.get("waiting_for")),
        _count(table.get("games")),
        [_score(row) for row in _objects(table.get("scores"))],
        text(table, "link"),
        text(table, "ssh"),
    )


def phase_of(model: Model) -> str:
    """The phase of the game at a table, also of one that tells no facts."""
    return text(model.facts, "phase") or text(model.table, "phase")


def has_match(model: Model) -> bool:
    """Whether a match is on."""
    return phase_of(model) == PLAYING


def is_after_match(model: Model) -> bool:
    """Whether a match has ended here, and no other has begun."""
    return phase_of(model) == OVER or bool(model.table.get("waiting_for") or model.table.get("ready"))


def invitations(model: Model) -> list[Invitation]:
    """All that the user has, the last one first."""
    found = [
        Invitation(text(one, "from"), text(one, "game"), text(one, "name"), text(one, "join"))
        for one in _objects(model.you.get("invitations"))
    ]
    return [one for one in reversed(found) if one.join]


def offers(model: Model) -> list[Offer]:
    """The games for which tables can be opened, as Home tells it, in its order."""
    found: list[tuple[tuple[int, int], Offer]] = []
    for role, room in members(model.facts, "rooms").items():
        if isinstance(room, dict) and isinstance(table := room.get("table"), dict):
            tile = model.tile(role)
            place = (0, 0) if tile is None else (tile.y, tile.x)
            address = text(room, "room")
            game = text(room, "game") or address
            found.append((place, Offer(game, text(room, "title"), address, choices(table.get("choices")))))
    return [offer for _, offer in sorted(found, key=lambda one: one[0])]


def choices(told: Any) -> list[Choice]:
    """What can be chosen, without what has no values."""
    if not isinstance(told, dict):
        return []
    found = [
        Choice(name, text(choice, "text") or name, _values(choice.get("values")), choice.get("usual"))
        for name, choice in told.items()
        if isinstance(choice, dict)
    ]
    return [choice for choice in found if choice.values]


def said(options: Mapping[str, Value]) -> str:
    """Options as /new takes them."""
    return " ".join(f"{name}={spoken(value)}" for name, value in options.items())


def spoken(value: Value) -> str:
    """A value as people type it after /new and /option."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(told: Any) -> list[tuple[Value, str]]:
    pairs = [one for one in told if isinstance(one, list) and len(one) == 2] if isinstance(told, list) else []
    return [
        (value, words if isinstance(words, str) else str(value))
        for value, words in pairs
        if isinstance(value, bool | str) or is_number(value)
    ]


def _same(one: Value, other: Any) -> bool:
    """Whether these are the same value: true is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _agents(told: Any) -> frozenset[str]:
    return frozenset(one for one in told if isinstance(one, str)) if isinstance(told, list) else frozenset()


def _score(row: Members) -> Score:
    return Score(
        text(row, "name"),
        text(row, "agent"),
        _count(row.get("wins")),
        number(row.get("points")),
        _count(row.get("games")),
    )


def _count(value: Any) -> int:
    return int(value) if is_number(value) and value > 0 else 0


def _objects(found: Any) -> list[Members]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
