"""A room after a crash: it is put back as it was saved, and does again what came after that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilenet.game import Game
from tilenet.saving.classes import classes_of
from tilenet.saving.reader import Reader
from tilenet.world.players.player import Player
from tilenet.world.rooms.fork import Vacancies
from tilenet.world.rooms.room import Room
from tilenet.world.screens.facts import Ended

CALLS = {"add_words", "click", "press", "say", "ask", "scored", "opened", "closed", "rooms_changed", "start", "hold"}


def restore(
    room: Room, game: Game, noted: Mapping[str, Any], find: Callable[[str], Player], vacancies: Vacancies
) -> None:
    """Go on with a game that was saved, and with what else was noted; raises ValueError or LookupError if that is not
    as it should be.
    """
    members, away = [find(id) for id in noted["members"]], {find(id) for id in noted["away"]}
    rest = Reader(classes_of(type(game)), find).value(noted["rest"])
    people = [find(one["id"]) for one in noted["people"]]
    changes, asked, ended = rest["changes"], rest["asked"], rest["ended"]
    room.put_back(game, members, away, vacancies)
    room.effects.restore({player: int(change) for player, change in changes.items()})
    room.asked = [*asked]
    if ended is not None:
        room.facts.end(Ended(*ended))
    replay, result = rest.get("replay"), rest.get("result")
    room.last_replay = replay if isinstance(replay, str) else None
    room.is_wanted = noted["is_wanted"] is not False
    room.chronicle.resume_tape(noted, people, result)


def redo(room: Room, what: str, args: tuple[Any, ...]) -> None:
    """Do again what was done in the game before a crash."""
    if what in CALLS:
        room.play(getattr(room.game, what), *args)
        return
    match what, args:
        case "enter", (Player() as player,):
            room.enter(player)
        case "leave", (Player() as player,):
            room.leave(player)
        case "tick", ():
            room.tick()
        case "away", (Player() as player,):
            room.absent.add(player)
            room.play(room.game.away, player)
        case "back", (Player() as player,):
            room.absent.discard(player)
            room.play(room.game.back, player)
        case "renew", (bytes() as secret,):
            room.renew(secret)
        case "found", (question, answer):
            room.answer(question, answer)
        case "shut", ():
            room.is_wanted = False
        case _:
            raise ValueError(f"{what!r} is not something that is done in a game")
