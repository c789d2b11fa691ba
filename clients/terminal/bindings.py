"""What keys do on the board: move the focus, click, and go on after the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tilenet.clients.tablefacts import own_table
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.keys import Binding, find
from tilenet.clients.vocabulary import HOME, LOBBY, RECHARGE, RESTART, first_step
from tilenet.words import Words

WATCH, GO_HOME = ("w", "f2"), ("h", "f9")  # the second ones are for rooms that use the first
AGAIN = Words("play again")
#: Roles of tiles to go on by, and the words for it.
NEXT = {RECHARGE: Words("recharge"), RESTART: AGAIN, LOBBY: Words("lobby")}


def moves(controller: Controller, held: str, short: str, about: str, together: str) -> list[Binding]:
    """The arrows that the matrix does not use. The first binding describes them all."""
    steps = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
    found = controller.free(
        Binding((held + key,), "", "", lambda step=step: controller.move(*step), id="move")  # type: ignore[misc]
        for key, step in steps.items()
    )
    if not found:
        return []
    label = together if len(found) == len(steps) else " ".join(move.shown for move in found)
    return [replace(found[0], short=short, about=about, label=label), *found[1:]]


def clicks(controller: Controller, before: Sequence[Binding]) -> list[Binding]:
    """The keys that click the tile with the focus, if they do nothing before that. The first one is shown."""
    keys = (" ",) if find(before, "enter") else ("enter", " ")
    about = Words("click the tile with the focus")
    found = controller.free(Binding((key,), "", about, controller.click, id="click") for key in keys)
    return [*(replace(click, short=Words("click")) for click in found[:1]), *found[1:]]


def after_game(controller: Controller) -> list[Binding]:
    """What keys do while the end of a game is shown."""
    if not controller.ending.places:
        return []
    words = Words("watch it again")
    watch = [Binding(WATCH, words, words, controller.watch_again, id="watch")] if controller.ending.replay else []
    home = []
    if controller.can_click(HOME):
        home = [Binding(GO_HOME, Words("Home"), Words("back to Home"), lambda: controller.go_on(HOME), id=HOME)]
    close = Binding(("esc",), Words("close"), Words("back to the board"), controller.ending.close, id="close")
    return controller.free([_play_again(controller), *watch, *home, close])


def _play_again(controller: Controller) -> Binding:
    """At a table of one's own, to say so; elsewhere a tile; or to stay, where the next game begins by itself."""
    table = own_table(controller.model)
    if table is not None and controller.model.me in table.ready:
        return Binding(("enter",), "", Words("nothing more: you are ready"), lambda: None, id="ready")
    if table is not None:
        about = Words("say that you want to play again")
        return Binding(("enter",), AGAIN, about, controller.play_again, id="again")
    role = next((role for role in (first_step(controller.model), LOBBY) if controller.can_click(role)), "")
    if tile := controller.model.tile(role):
        return Binding(("enter",), NEXT[role], tile.text, lambda: controller.go_on(role), id=role)
    about = Words("stay for the next game")
    return Binding(("enter",), Words("stay") if controller.ending.replay else about, about, controller.ending.close)
