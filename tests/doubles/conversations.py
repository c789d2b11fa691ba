"""Conversations that every model of a client must understand alike: what a server sends, and what a client then knows.

A file in `tests/web/conversations/` begins with a line that says what it is about. After that

    & NAME      goes on where the conversation NAME ends
    ¦           inside of what the server sends, is where it is cut
    = JSON      says how what the client knows has changed since the last such line; null stands for nothing
    ! TEXT      is what the server may not send now; each is a conversation of its own

and every other line is sent as it stands, but for empty ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tests.doubles.model import Illegal as Refused
from tests.doubles.model import ModelClient
from tilenet.clients.model import Model
from tilenet.wire.codec import Decoder
from tilenet.wire.grammar import SERVER, Illegal
from tilenet.wire.messages import Closed, Fault

FOLDER = Path(__file__).parents[1] / "web" / "conversations"
CUT = "¦"
ILLEGAL = "illegal"

Picture = dict[str, Any]  # what a client knows, without what is nothing or as usual
USUAL: Picture = {"name": "", "text": "", "energy": 1, "fg": None, "bg": None, "x": 0, "y": 0, "image": None}


@dataclass(frozen=True)
class Step:
    """What the server sends at once, in pieces, and what is known after that: a picture, or that it was illegal."""

    pieces: list[str]
    known: Picture | str


@dataclass
class Conversation:
    name: str
    steps: list[Step] = field(default_factory=list)

    @property
    def pieces(self) -> list[list[str]]:
        return [step.pieces for step in self.steps]

    @property
    def characters(self) -> list[list[str]]:
        """The same, in the smallest pieces."""
        return [[*"".join(step.pieces)] for step in self.steps]

    @property
    def known(self) -> list[Picture | str]:
        return [step.known for step in self.steps]


def conversations() -> list[Conversation]:
    return [found for path in sorted(FOLDER.glob("*.txt")) for found in _read(path.stem)]


def _read(name: str) -> Iterator[Conversation]:
    main, refused, sent, known = Conversation(name), [], "", Picture()
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines(keepends=True)[1:]:
        match line[:2]:
            case "& ":
                (before,) = _read(line[2:].strip())
                main.steps += before.steps
                assert isinstance(before.known[-1], dict)
                known = before.known[-1]
            case "= ":
                known = merged(known, json.loads(line[2:]))
                main.steps.append(Step(sent.split(CUT), known))
                sent = ""
            case "! ":
                refused.append(line[2:].strip())
            case _ if line.strip():
                sent += line
    for wrong in refused:
        yield Conversation(f"{name}: {wrong}", [*main.steps, Step([wrong, "<set objid='a1'/>"], ILLEGAL)])
    if not refused:
        yield main


def merged(known: Picture, news: Picture) -> Picture:
    """As RFC 7396 has it."""
    found = dict(known)
    for key, value in news.items():
        if value is None:
            found.pop(key, None)
        elif isinstance(value, dict):
            before = found.get(key)
            found[key] = merged(before if isinstance(before, dict) else {}, value)
        else:
            found[key] = value
    return found


# The models


class Player(Protocol):
    def feed(self, piece: str) -> None:
        """Raises Illegal or Refused."""

    def picture(self) -> Picture: ...


def played(player: Player, steps: list[list[str]]) -> list[Picture | str]:
    """What a model knows after each step."""
    found: list[Picture | str] = []
    for pieces in steps:
        try:
            for piece in pieces:
                player.feed(piece)
        except (Illegal, Refused):
            return [*found, ILLEGAL]
        found.append(player.picture())
    return found


class OurModel:
    """The model of the terminal client and of bots."""

    def __init__(self, model: Model | None = None) -> None:
        self._decoder = Decoder(SERVER)
        self._model = model or Model()
        self._is_closed = False

    def feed(self, piece: str) -> None:
        for message in self._decoder.feed(piece.encode()):
            match message:
                case Fault():
                    raise Illegal(str(message))
                case Closed():
                    self._is_closed = True
                case _:
                    self._model.take(message)

    def picture(self) -> Picture:
        model = self._model
        usable = [one for one in (*model.here("t"), *model.here("k")) if model.can_act_on(one)]
        things = {
            objid: {key: getattr(thing, key) for key in USUAL if getattr(thing, key) != USUAL[key]}
            for objid, thing in model.things.items()
        }
        return something(
            server=model.server and [model.server.group, model.server.name, model.server.status],
            me=model.me,
            room=model.current,
            here=sorted(one.objid for kind in "atk" for one in model.here(kind)),
            cells={f"{x},{y}": thing.objid for (x, y), thing in model.grid().items()},
            usable=sorted(one.objid for one in usable),
            things=things,
            heard=[[line.from_, line.to, line.message] for line in model.heard if line.from_],
            lastWords=model.last_words,
            isClosed=self._is_closed,
            told=something(
                kind=model.kind,
                address=model.address,
                boardRole=model.board_role,
                now=model.server_time or None,
                facts=model.facts,
                you=model.you,
                result=model.result,
                agents=model.flags,
                roles=model.roles,
            ),
        )


class TheirModel:
    """The model client, which knows nothing but the specification."""

    def __init__(self, client: ModelClient | None = None) -> None:
        self._client = client or ModelClient()

    def feed(self, piece: str) -> None:
        self._client.feed(piece.encode())

    def picture(self) -> Picture:
        client = self._client
        ours = {"fg": "fgcolor", "bg": "bgcolor"}
        things = {
            objid: {
                key: known[ours.get(key, key)]
                for key, usual in USUAL.items()
                if known.get(ours.get(key, key), usual) != usual
            }
            for objid, known in client.objects.items()
        }
        here = client.members_single()
        can_act = client.agent in client.objects and int(client.objects[client.agent].get("energy", 1)) > 0
        return something(
            server=client.status and [client.group, client.name, client.status],
            me=client.agent,
            room=client.current,
            here=sorted(here),
            cells={f"{x},{y}": objid for (x, y), objid in client.grid().items()},
            usable=sorted(
                objid
                for objid in here
                if objid[0] in "tk" and int(client.objects[objid].get("energy", 1)) > 0 and can_act
            ),
            things=things,
            heard=[[*line] for line in client.heard],
            lastWords=client.logged_out,
            isClosed=client.closed,
        )


def something(**known: Any) -> Picture:
    """Without what is nothing."""
    return {key: value for key, value in known.items() if value not in (None, False, "", [], {})}


def without_told(steps: list[Picture | str]) -> list[Picture | str]:
    """What is known by a client that does not know what rooms say of themselves."""
    return [step if isinstance(step, str) else {key: step[key] for key in step if key != "told"} for step in steps]


def assert_same(model: Model, judge: ModelClient) -> None:
    """Both know the same objects with the same values, in the same places."""
    ours, theirs = OurModel(model).picture(), TheirModel(judge).picture()
    for part in ("me", "room", "here", "cells", "usable", "things"):
        assert ours.get(part) == theirs.get(part), f"{part}: {ours.get(part)} is not {theirs.get(part)}"
    assert {objid for objid in model.things if model.is_here(objid)} == judge.members_single()
