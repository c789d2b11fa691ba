"""The words that all kinds of rooms share in their facts, as values that a client can trust [docs/kinds/README.md].

A server may send anything. What is not as the words say is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilenet.clients.model import Model
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.roomfacts import Members, is_number, text

WAITING, STARTING, PLAYING, OVER = "waiting", "starting", "playing", "over"  # phases
HOME, HELP, LOBBY, RESTART, CLOCK = "home", "help", "lobby", "restart", "clock"  # roles
RECHARGE = "recharge"  # the role of a tile that gives points to those who are short of them
KEY_TO, SEAT = "key/", "seat/"  # beginnings of roles


@dataclass(frozen=True)
class Seat:
    """A place to play at."""

    id: str
    name: str  # of the player; empty if nobody sits there
    agent: str  # the player's objid
    is_bot: bool
    score: str  # empty if there is none
    colour: str  # AARRGGBB, or empty
    part: str  # what this seat is in the game, in a word; or empty
    is_gone: bool  # whether the player has given it up
    has_turn: bool


@dataclass(frozen=True)
class Standing:
    """A place in a ranking."""

    place: int
    name: str
    agent: str
    score: str
    points: int  # won or lost
    has_stayed: bool
    notes: tuple[str, ...] = ()  # what else there is to say of it, such as "13 sets"


def first_step(model: Model) -> str:
    """The role of what leads to the next game: its beginning, or, for a player without points, what gives some."""
    agent = model.my_agent
    has_points = agent is None or not model.energy_over_points or agent.energy > model.energy_over_points
    return RESTART if has_points or model.tile(RECHARGE) is None else RECHARGE


def seats(model: Model) -> list[Seat]:
    """The seats of this room, in its order."""
    turn = turns(model)
    found = []
    for id, seat in members(model.facts, "seats").items():
        if isinstance(seat, dict):
            player = members(seat, "player")
            colour = text(seat, "colour")
            found.append(
                Seat(
                    id,
                    text(player, "name"),
                    text(player, "agent"),
                    player.get("bot") is True,
                    number(seat.get("score")),
                    colour if _is_colour(colour) else "",
                    text(seat, "role"),
                    seat.get("gone") is True,
                    id in turn,
                )
            )
    return found


def turns(model: Model) -> list[str]:
    """The seats that have to act now."""
    found = model.facts.get("turn")
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []


def my_seat(model: Model) -> str:
    """The id of the user's seat; empty if they have none. In a replay nobody has: that of `you` is watched from."""
    return "" if is_replay(model) else text(model.you, "seat")


def is_my_turn(model: Model) -> bool:
    return my_seat(model) in turns(model)


def standings(model: Model) -> list[Standing]:
    """How the last game ended: the best, and the user's own place if it is below theirs."""
    rows = model.result.get("standings")
    found = [*rows] if isinstance(rows, list) else []
    if found and isinstance(own := model.you.get("standing"), dict):
        found.append(own)
    return [_standing(row) for row in found if isinstance(row, dict) and isinstance(row.get("place"), int)]


def unlisted(model: Model) -> int:
    """How many players are not among these standings."""
    more = model.result.get("more")
    return max(0, more - ("standing" in model.you)) if isinstance(more, int) else 0


def _standing(row: Members) -> Standing:
    points, notes = row.get("points"), row.get("notes")
    return Standing(
        row["place"],
        text(row, "name"),
        text(row, "agent"),
        number(row.get("score")),
        points if isinstance(points, int) else 0,
        row.get("stayed") is not False,
        tuple(note for note in notes if isinstance(note, str)) if isinstance(notes, list) else (),
    )


def members(facts: Members, name: str) -> Members:
    """A fact that is an object; empty if there is no such fact."""
    found = facts.get(name)
    return found if isinstance(found, dict) else {}


def number(value: Any) -> str:
    """A number as people write it; empty if it is none."""
    if not is_number(value):
        return ""
    return f"{value:.0f}" if value == int(value) else f"{round(value, 3):g}"


def _is_colour(text: str) -> bool:
    return len(text) in (6, 8) and all(char in "0123456789abcdefABCDEF" for char in text)
