"""What keys and clicks do in a replay. All of it is a click on a tile, or is said to the room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tilenet.clients.replayfacts import FORK, MOMENT, PLAY, SEAT, SLOWER, STEP_BACK, replay_of
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.vocabulary import HELP, HOME
from tilenet.words import Words

AGAIN = 1.0  # seconds after a moment, in which "the moment before" means the one before that
DIGITS = 10
LEGEND = PLAY, STEP_BACK, SLOWER, "moment", "send", "tiles", "chat", FORK, HELP, "leave", "seat"


class ReplayKeys:
    """The keys that the room does not use: arrows and Space are its own."""

    def __init__(self, controller: Controller, signs: Signs) -> None:
        self._controller = controller
        self._model = controller.model
        self._signs = signs

    # What is done

    def click(self, role: str) -> None:
        """Click the tile with this role, and leave the focus where it is."""
        tile, focus = self._model.tile(role), self._controller.focus
        if tile is not None:
            self._controller.click(tile.cell)
            self._controller.focus = focus

    def jump(self, seconds: float) -> None:
        self._controller.say(f"/at {seconds:.2f}")

    def go_to(self, number: int) -> None:
        """Go to a moment; 0 is the beginning. Only those near the present one have tiles."""
        if not number:
            self.jump(0.0)
        elif self._model.tile(f"{MOMENT}{number}") is not None:
            self.click(f"{MOMENT}{number}")
        else:
            self._controller.say(f"/moment {number}")

    def _next_moment(self) -> None:
        replay = replay_of(self._model)
        if replay is not None and replay.moment < len(replay.moments):
            self.go_to(replay.moment + 1)

    def _last_moment(self) -> None:
        """Back to the moment that was last, or, right after it, to the one before."""
        replay = replay_of(self._model)
        if replay is not None:
            number = replay.moment
            is_just_over = number and replay.at - replay.moments[number - 1].at < AGAIN * replay.speed
            self.go_to(number - 1 if is_just_over else number)

    def _to_end(self) -> None:
        replay = replay_of(self._model)
        if replay is not None:
            self.jump(replay.length)

    # Keys

    def bindings(self) -> Sequence[Binding]:
        replay = replay_of(self._model)
        if replay is None or not replay.is_known:
            return ()
        count = min(DIGITS, len(replay.seats) + 1)
        seats = [
            Binding((str(number),), "", "", partial(self.click, f"{SEAT}{number}"), id="seat")
            for number in range(count)
        ]
        about = Words("watch from a seat; 0 is that of spectators")
        seats[0] = replace(seats[0], short=Words("seat"), about=about, label=f"0-{count - 1}" if count > 1 else "")
        found = [
            *seats,
            Binding(("home",), "", Words("go to the beginning"), partial(self.jump, 0.0)),
            Binding(("end",), "", Words("go to the end"), self._to_end),
            Binding(("h",), "", Words("leave the replay"), partial(self.click, HOME)),
        ]
        if replay.moments:
            found += [
                Binding(("n",), Words("moment"), Words("go to the next moment"), self._next_moment, id="moment"),
                Binding(("p",), "", Words("go back to the last moment, or the one before"), self._last_moment),
            ]
        fork = self._model.tile(FORK)
        if fork is not None and self._model.can_act_on(fork):
            found.append(Binding(("f",), fork.name, fork.text or fork.name, partial(self.click, FORK), id=FORK))
        return found

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        """The keys of the controls, two by two, then moments, talking, and the rest."""
        named = {one.id: one for one in reversed(bindings) if one.short}
        aside, upright = self._signs.ways
        for id, label, short in ((STEP_BACK, aside, Words("step")), (SLOWER, upright, Words("speed"))):
            if id in named:
                named[id] = replace(named[id], label=label, short=short, is_enabled=True)
        play, tile = named.get(PLAY), self._model.tile(PLAY)
        if play is not None and tile is not None:
            named[PLAY] = replace(play, short=tile.name)
        return [named[id] for id in LEGEND if id in named]
