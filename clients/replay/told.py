"""A replay as data: what could be known of the room at each moment, a line of JSON each.

{"replay": "...", "start": 1000.0} what it is; times in facts are on the clock that showed `start` at the beginning
{"at": 0.0, "facts": {...}}        everything
{"at": 1.5, "facts": {...}}        what has changed, as a merge patch (RFC 7396); "you" has what only the seat knows
{"at": 1.5, "said": ["..."]}       what was said
{"at": 1.5, "moment": "..."}       one of the moments of the replay
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tilenet.catalogue import IGamePlugin
from tilenet.game import Moment, Say, Tell
from tilenet.replays.picture import plain_facts
from tilenet.replays.playback import Playback, Work
from tilenet.replays.recording import Recording
from tilenet.replays.retelling import retold
from tilenet.world.screens.plain import merge_patch

A_LOT = 1e9  # work: nobody else waits


def tell(recording: Recording, games: Mapping[str, IGamePlugin], seat: str = "") -> Iterator[str]:
    """All lines; `seat` is the id of the player from whose seat. Raises CannotPlay."""
    playback = Playback(recording, games)
    with playback.careful():
        yield from _tell(playback, recording, seat)


def _tell(playback: Playback, recording: Recording, seat: str) -> Iterator[str]:
    playback.wind(len(playback), Work(A_LOT))
    playback.wind(playback.done_at(0.0), Work(A_LOT))
    about = {name: recording.header.get(name) for name in ("title", "kind", "began", "people", "result")}
    yield _json({"replay": recording.id, "start": playback.start, "length": playback.length, **about})
    facts: dict[str, Any] = {}
    you: dict[str, Any] = {}
    is_first = True
    while True:
        at = round(playback.at(playback.done), 3)
        told: dict[str, Any] = {}
        now, mine = plain_facts(playback.facts()), plain_facts(playback.own_facts(seat)) if seat else {}
        for name, old, new in (("facts", facts, now), ("you", you, mine)):
            if change := merge_patch(old, new):
                told[name] = change
        facts, you = now, mine
        if told or is_first:
            yield _line(at, told)
        is_first = False
        if playback.done == len(playback):
            return
        happened = playback.step(Work(A_LOT))
        at = round(playback.at(playback.done), 3)
        said = []
        for event in happened:
            heard = retold(event)
            if isinstance(event, Moment):
                yield _line(at, {"moment": str(event.text)})
            elif heard is not None and isinstance(heard.event, Say | Tell) and heard.to in (None, seat or None):
                said.append(str(heard.event.text))
        if said:
            yield _line(at, {"said": said})


def _line(at: float, told: Mapping[str, Any]) -> str:
    return _json({"at": at, **told})


def _json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
