"""A table of somebody's own as a room tells it, before a terminal: ann, who is its host, bob, and the bot robo."""

from __future__ import annotations

from typing import Any

from tests.doubles.terminal import ANN, BOB, Stage, agent, matrix, tile, told
from tilenet.clients.terminal.ending import PAUSE
from tilenet.wire.messages import Message

LINK = "https://play.example.org/#/amber-otter-nine"
SSH = "ssh -p 44422 play.example.org -t amber-otter-nine"
COUNTDOWN = {"countdown": {"text": "Countdown", "values": [[10, "10 s"], [30, "30 s"], [60, "60 s"]]}}
SCORES = [
    {"name": "ann", "agent": "a1", "wins": 2, "points": 214, "games": 3},
    {"name": "kai", "agent": "a9", "wins": 1, "points": 96, "games": 3},
]
TABLE = {
    "code": "amber-otter-nine",
    "name": "friday",
    "game": "set",
    "host": "a1",
    "public": False,
    "locked": False,
    "starts": "host",
    "options": {"countdown": 30},
    "choices": COUNTDOWN,
    "games": 3,
    "scores": SCORES,
}


def room(**members: Any) -> list[Message]:
    """A room with two ways out, three players, and bots to bring; `members` are of what it tells."""
    return [
        matrix(3, 2, "Set", "A room."),
        tile(1, 0, 0, "Home"),
        tile(2, 1, 0, "Help"),
        tile(3, 2, 0, "Go"),
        ANN,
        BOB,
        agent(4, "robo"),
        told({"t1": "home", "t2": "help"}, kind="set/1", agents={"a4": {"bot": True}}, **members),
    ]


def table_stage(phase: str = "waiting", how: dict[str, Any] | None = None, **table: Any) -> Stage:
    """ann's terminal; `table` are members of it that are otherwise, and `how` says which terminal it is."""
    told_table = {name: value for name, value in {**TABLE, **table}.items() if value is not None}
    stage = Stage(*room(bots=["weak", "strong"], facts={"phase": phase}, table=told_table), **(how or {}))
    stage.clock.advance(PAUSE)
    return stage
