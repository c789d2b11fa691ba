"""What a game says is legal can be done: it is enabled, and nobody is refused who does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilenet.checks.looks import enabled
from tilenet.checks.sessions import Moment
from tilenet.game import Game, Refuse, role
from tilenet.rehearsal.improviser import Improviser
from tilenet.rehearsal.stage import StandIn


class LawAbiding(Improviser):
    """Plays at random, but nobody does what is not legal."""

    def usable(self, game: Game, player: StandIn, what: str) -> list[Any]:
        ids = super().usable(game, player, what)
        legal = game.legal(player)
        if legal is None:
            return ids
        roles = {role(id) for id in legal}
        return [id for id in ids if role(id) in roles]


class Legal:
    """For sessions of law-abiding players."""

    def after(self, moment: Moment) -> Iterator[str]:
        game = moment.game
        if not game.kind:
            return
        name = type(game).__name__
        if moment.what in ("click", "press"):
            for event in moment.happened:
                if isinstance(event, Refuse) and event.player.id == moment.act[3]["player"]:
                    yield f"{name}: what is legal is refused: {event.text}\n    {moment.what} {moment.act[4]}"
        for player in moment.players:
            found = moment.look(player)
            usable = {*enabled(found.picture)}
            for one in found.legal:
                if one not in usable:
                    what = "disabled" if one in found.picture else "neither a tile nor a key"
                    yield f"{name}.legal(player) names what is {what}\n    {one}"
