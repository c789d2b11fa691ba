"""Makes recordings of finished matches: it takes the tape of a room whose match is over to the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from tilenet.chance import Chance
from tilenet.game import Game, Result, Standing
from tilenet.replays.library import LENGTH, LETTERS, Library
from tilenet.replays.recording import VERSION
from tilenet.world.players.player import Player
from tilenet.world.rooms.room import Room
from tilenet.world.rooms.tape import Tape

MOST_HERE = 500  # people who only watched and are named: headers are read again and again


class Recorder:
    """All tapes of a world, by whom they know."""

    def __init__(self, library: Library, wall_time: Callable[[], float]) -> None:
        self.library = library
        self._wall_time = wall_time
        self._tapes: dict[str, dict[Tape, None]] = {}  # by the ids of players who are on them

    def follow(self, tape: Tape, people: Iterable[str]) -> None:
        """From now on, the tape notes what changes about the players with these ids."""
        for id in people:
            self._tapes.setdefault(id, {})[tape] = None

    def forget(self, tape: Tape) -> None:
        """The tape begins again, or its room is closed."""
        for id in tape.people:
            tapes = self._tapes.get(id)
            if tapes is not None:
                tapes.pop(tape, None)
                if not tapes:
                    del self._tapes[id]

    def changed(self, player: Player, now: float) -> None:
        """What games can read of a player may have changed."""
        for tape in self._tapes.get(player.id, ()):
            if tape.is_awarding:
                tape.learn(player)
            else:
                tape.note(player, now)

    def kept(self, room: Room) -> str:
        """The id of the replay of the match that is on in a room, or is next, if it was over before; or else empty."""
        id = self.id_of(room)
        return id if id in self.library else ""

    def keep(self, room: Room, tape: Tape, result: Result, now: float) -> str:
        """A match is over. If it is kept already, as after a crash, nothing happens."""
        id = self.library.keep(self._header(room, tape, result, now), tape.lines())
        return id if id in self.library else ""

    def _header(self, room: Room, tape: Tape, result: Result, now: float) -> dict[str, Any]:
        game, start, ended = room.game, tape.began, self._wall_time()
        if start is None:
            start = now
        standings = {one.player.id: one for one in result.standings}
        watched = islice((id for id in tape.here if id not in standings), MOST_HERE)
        header = {
            "tilenet": "replay",
            "version": VERSION,
            "id": self.id_of(room),
            "game": room.origin.game,
            "kind": game.kind,
            "title": str(room.title),
            "room": room.name,
            "began": round(ended - (now - start), 3),
            "ended": round(ended, 3),
            "start": start,
            "seconds": round(now - start, 3),
            "is_private": room.is_private,
            "people": [
                _person(one, standings.get(id)) for id in (*standings, *watched) if (one := tape.people.get(id))
            ],
            "result": {
                "game": str(result.game),
                "reason": result.reason,
                "standings": [
                    {"id": one.player.id, "place": one.place, "score": one.score, "stayed": one.stayed}
                    for one in result.standings
                ],
            },
        }
        if options := _options(game):
            header["options"] = options
        if game.deals is not None and game.deals.last is not None:
            header["fair"] = game.deals.last.as_data(is_over=True)
        return header

    def id_of(self, room: Room) -> str:
        """The same when the match is played again after a crash, and nothing that anybody can guess.

        It is empty if the game has another kind of random numbers.
        """
        random = room.game.random
        if not isinstance(random, Chance):
            return ""
        letters = random.derive(f"replay of {room.name}")
        return f"{room.origin.game}-{''.join(letters.choice(LETTERS) for _ in range(LENGTH))}"


def _options(game: Game) -> dict[str, float]:
    """What the server has set in its class, as far as it is a number; a text may be nobody's business."""
    values = {name: getattr(type(game), name) for name in game.options}
    return {name: value for name, value in values.items() if type(value) in (int, float)}


def _person(noted: dict[str, Any], standing: Standing | None) -> dict[str, Any]:
    found = {name: noted[name] for name in ("id", "name", "account", "is_bot")}
    if standing is not None:
        found.update(place=standing.place, score=standing.score)
    return found
