"""What keys do on the board: move the focus, click, and go on after the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilenet.clients.terminal.caution import LOBBY
from tilenet.clients.terminal.desk import RESTART, Desk
from tilenet.clients.terminal.keys import Binding, find

NEXT = {RESTART: "again", LOBBY: "lobby"}  # tiles to go on by, and the words for it


def moves(desk: Desk, held: str, short: str, about: str, together: str) -> list[Binding]:
    """The arrows that the matrix does not use. The first binding describes them all."""
    steps = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
    found = desk.free(
        Binding((held + key,), "", "", lambda step=step: desk.move(*step))  # type: ignore[misc]
        for key, step in steps.items()
    )
    if not found:
        return []
    label = together if len(found) == len(steps) else " ".join(move.shown for move in found)
    return [replace(found[0], short=short, about=about, label=label), *found[1:]]


def clicks(desk: Desk, before: Sequence[Binding]) -> list[Binding]:
    """The keys that click the tile with the focus, if they do nothing before that. The first one is shown."""
    keys = (" ",) if find(before, "enter") else ("enter", " ")
    found = desk.free(Binding((key,), "", "click the tile with the focus", desk.click) for key in keys)
    return [*(replace(click, short="click") for click in found[:1]), *found[1:]]


def after_game(desk: Desk) -> list[Binding]:
    """What keys do while the ranking of a game is shown."""
    if not desk.ending.places:
        return []
    again = desk.tile_named(*NEXT)
    if again is None:  # the next game begins by itself
        first = Binding(("enter",), "stay for the next game", "stay for the next game", desk.ending.close)
    else:
        first = Binding(("enter",), NEXT[again.name], again.text, lambda: desk.go_on(again.name))
    return desk.free([first, Binding(("esc",), "close", "close the ranking", desk.ending.close)])
