"""Whether somebody could do what a recording says they did, at that moment: the rule of a live room, asked again."""

from __future__ import annotations

from typing import Any

from tilenet.game import HELP, HOME, Game, Key, Tile
from tilenet.replays.people import Person
from tilenet.replays.playback import Playback
from tilenet.saving.reader import arguments

NOT_HERE = "was not in the room"


def why_not(playback: Playback, entry: list[Any]) -> str | None:
    """Why the next entry could not happen; None if it could. Anything may be raised if it makes no sense."""
    what, now, _, *noted = entry
    game = playback.game
    if what == "tick":
        return _too_early(game, now)
    if what == "start" and (reason := game.why_not_start()) is not None:
        return f"the next game was begun although it could not be: {reason}"
    player, *rest = arguments(game, noted, playback.people.__getitem__) or (None,)
    if not isinstance(player, Person):
        return None  # the server says what others need not know how it knew: what was found, opened or closed
    is_here = player.id in playback.members
    match what, rest:
        case "enter", []:
            return "was in the room already" if is_here else None
        case "ask", _:
            return None  # a program of another protocol, whose player may be elsewhere; the game judges it
        case "click" | "press", [id] if is_here:
            return _not_usable(game, player, id, is_key=what == "press")
        case "say", [_, to] if is_here and to is not None:
            scene = game.scene()
            return None if to in scene.tiles or to in scene.keys else "said something to a tile that was not there"
        case "add_words", [_, str(gone)] if is_here and gone:
            here = {playback.people[id].name for id in playback.members}
            if game.deals is None or game.deals.next is None or game.deals.next.dispensable(player.name, here) != gone:
                return f"took the place of the words of {gone}, who was there"
    return None if is_here else f"{NOT_HERE} ({what})"


def _too_early(game: Game, now: float) -> str | None:
    if game.deadline is None:
        return "the game was told that time had passed, and waited for nothing"
    return None if game.deadline <= now else "the game was told too early that time had passed"


def _not_usable(game: Game, player: Person, id: Any, *, is_key: bool) -> str | None:
    """As a click and a press are executed [c8.2]: what is enabled, by somebody who has energy."""
    did = f"{'pressed' if is_key else 'clicked'} {_named(id)}"
    if player.is_away:
        return f"{did}, and was not connected"
    if player.points + 1 <= 0:
        return f"{did} without energy"
    if not is_key and id in (HOME, HELP):
        return f"{did}, of which a game is never told"
    scene, view = game.scene(), game.view(player)
    faces: dict[Any, Tile] | dict[Any, Key] = scene.keys if is_key else scene.tiles
    own: dict[Any, Tile] | dict[Any, Key] = view.keys if is_key else view.tiles
    face = own.get(id, faces[id]) if id in faces else None
    if face is None:
        return f"{did}, which was not there"
    return None if face.enabled else f"{did}, which was not enabled"


def _named(id: Any) -> str:
    return "/".join(map(str, id)) if isinstance(id, tuple) else str(id)
