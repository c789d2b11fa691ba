"""Facts keep to the words that all kinds share: phase, seats, turn, deadline and others mean the same everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tilenet.checks.looks import ROOM, seat_of
from tilenet.checks.sessions import Moment
from tilenet.game import Game

PHASES = ("waiting", "starting", "playing", "over")
IN_A_SEAT = {"player": dict, "score": (int, float), "colour": str, "role": str, "gone": bool}
TYPES = {"step": str, "deadline": (int, float), "seats": dict, "turn": list, "winner": str, "options": dict}
OWN_TYPES = {"leave": str, "selected": list, "seat": str}
WORDS: dict[Any, str] = {
    str: "a text",
    dict: "an object",
    list: "a list",
    bool: "true or false",
    (int, float): "a number",
}
ROUNDED = 0.6  # seconds by which a clock on the screen may be wrong
TICKS = 3  # in a row after which a number that falls with the time is a clock


class Vocabulary:
    """Looks at the words themselves."""

    def after(self, moment: Moment) -> Iterator[str]:
        if moment.game.kind:
            name = type(moment.game).__name__
            for player in moment.players:
                found = moment.look(player)
                wrong = [*wrong_facts(found.facts), *wrong_types(found.own, OWN_TYPES, "own_facts")]
                wrong += wrong_roles(found.facts, {*found.picture}, "facts")
                wrong += wrong_roles(found.own, {*found.picture}, "own_facts")
                wrong += wrong_board(moment.game, {*found.picture})
                wrong += wrong_seat(found.own, seat_of(found.facts, player))
                yield from (f"{name}: {text}" for text in wrong)


def wrong_facts(facts: dict[str, Any]) -> Iterator[str]:
    yield from wrong_types(facts, TYPES, "facts")
    if "phase" in facts and facts["phase"] not in PHASES:
        yield f"facts: the phase is {facts['phase']!r}, not one of {', '.join(PHASES)}"
    seats = facts.get("seats", {})
    if not isinstance(seats, dict):
        return
    for seat, one in seats.items():
        if not isinstance(one, dict):
            yield f"facts: the seat {seat} is {one!r}, not an object"
            continue
        yield from wrong_types(one, IN_A_SEAT, f"facts, seat {seat}")
        player = one.get("player")
        needed = {"name"} if one.get("gone") else {"name", "agent"}
        if isinstance(player, dict) and not needed <= {*player} <= {"name", "agent", "bot"}:
            yield f"facts: the player of the seat {seat} is {player!r}: give the Player itself"
    for key in ("turn", "winner"):
        value = facts.get(key, [])
        for seat in value if isinstance(value, list) else [value]:
            if seat not in seats:
                yield f"facts: {key} names {seat!r}, which is not a seat"


def wrong_types(given: dict[str, Any], types: dict[str, Any], what: str) -> Iterator[str]:
    for key, expected in types.items():
        value = given.get(key)
        is_wrong = isinstance(value, bool) if expected is not bool else False  # to Python, True is a number
        if value is not None and (is_wrong or not isinstance(value, expected)):
            yield f"{what}: {key} is {value!r}, not {WORDS[expected]}"


def wrong_roles(value: Any, roles: set[str], what: str) -> Iterator[str]:
    """Words like card/9 must be roles if there are roles like that: they say what can be clicked."""
    heads = {role.partition("/")[0] for role in roles if "/" in role}
    for word in _words(value):
        head, slash, _ = word.partition("/")
        if slash and head in heads and word not in roles:
            yield f"{what}: {word!r} looks like a role, but no tile or key has it"


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _words(one)
    elif isinstance(value, list):
        for one in value:
            yield from _words(one)
            if isinstance(one, str):
                yield one


def wrong_board(game: Game, roles: set[str]) -> Iterator[str]:
    if game.board_role and not any(role.partition("/")[0] == game.board_role for role in roles if role != ROOM):
        yield f"board_role is {game.board_role!r}, but no tile has a role that begins with it"


def wrong_seat(own: dict[str, Any], seat: str | None) -> Iterator[str]:
    if "seat" in own and own["seat"] != seat:
        yield f"own_facts: seat is {own['seat']!r}, but by facts it is {seat!r}; the room finds it by itself"


class NoClocks:
    """A number that falls just because time passes would be told to everybody each second: give the time of its end."""

    def __init__(self) -> None:
        self._last: dict[Game, tuple[float, dict[str, float]]] = {}
        self._falls: dict[Game, Counter[str]] = {}  # of each number, in ticks in a row

    def after(self, moment: Moment) -> Iterator[str]:
        game = moment.game
        if not game.kind or not moment.players:
            return
        found = moment.look(moment.players[0])
        numbers = dict(_numbers({"facts": found.facts, "own_facts": found.own}, ""))
        then, before = self._last.get(game, (moment.now, {}))
        self._last[game] = moment.now, numbers
        if moment.what != "tick":
            self._falls.pop(game, None)
            return
        falls = self._falls.setdefault(game, Counter())
        for place, number in numbers.items():
            fall = before.get(place, number) - number
            falls[place] = falls[place] + 1 if fall > 0 and abs(fall - (moment.now - then)) < ROUNDED else 0
            if falls[place] == TICKS:
                name = type(game).__name__
                yield f"{name}: {place} counts down: give the time of its end, on the clock of `now`"


def _numbers(value: Any, place: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _numbers(one, f"{place}[{key!r}]" if place else key)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield place, value
