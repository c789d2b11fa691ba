"""When to call a user who looks elsewhere: it is their turn, their game begins, they are spoken to or invited.

The bell rings, and the title of the terminal says why, until they look or do something. A terminal that says when it
gains and loses the focus is believed; with any other, whoever has done nothing for some seconds looks elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

from tilenet.clients.model import HeardLine, Model
from tilenet.clients.replayfacts import is_replay
from tilenet.clients.roomfacts import text
from tilenet.clients.tablefacts import invitations
from tilenet.clients.terminal.glyphs import cut, visible
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.terminal.talklog import mentions
from tilenet.clients.vocabulary import PLAYING, my_seat
from tilenet.wire.messages import AGENT
from tilenet.words import Words

IDLE = 10.0  # seconds without an act, after which somebody looks elsewhere, if the terminal says nothing about it
QUIET = 5.0  # seconds after the bell has rung, in which it does not ring again
LONGEST = 40  # columns of the name of a room or a player in a title
PROGRAM = "tilenet"


class Attention:
    """Knows whether one user is looking, and what they were called for, in whatever session."""

    def __init__(self, now: Callable[[], float], signs: Signs) -> None:
        self._now = now
        self._signs = signs
        self._is_focused: bool | None = None  # None as long as the terminal has not said anything
        self._acted_at = now()
        self._rung_at = float("-inf")
        self._call = ""  # why the user was called last; empty if they have seen it
        self._model: Model | None = None
        self._lines = 0  # of it, that were heard
        self._room: str | None = None
        self._is_my_turn = self._is_playing = False
        self._invitations: set[str] = set()

    # What the user does

    def focused(self, *, is_in: bool) -> None:
        """The terminal says that it has gained or lost the focus."""
        self._is_focused = is_in
        if is_in:
            self._call = ""

    def acted(self) -> None:
        """A key, or the mouse: then the terminal has the focus, whatever it said last."""
        self._acted_at = self._now()
        if self._is_focused is not None:
            self._is_focused = True
        self._call = ""

    @property
    def is_looking(self) -> bool:
        if self._is_focused is None:
            return self._now() - self._acted_at < IDLE
        return self._is_focused

    # What happens

    def model_changed(self, model: Model) -> bool:
        """Something is new. Returns whether the bell should ring."""
        call = self._reason(model)
        if not call or self.is_looking:
            return False
        self._call = call
        if self._now() - self._rung_at < QUIET:
            return False
        self._rung_at = self._now()
        return True

    def _reason(self, model: Model) -> str:
        """Why to call the user now; empty if there is nothing new for them."""
        is_new_room = model is not self._model or model.current != self._room
        lines = self._new_lines(model)
        self._model, self._room = model, model.current
        invited = {one.join: one.inviter for one in invitations(model)}
        newly = [who for join, who in invited.items() if join not in self._invitations]
        was_my_turn, self._is_my_turn = self._is_my_turn, is_my_turn(model)
        was_playing, self._is_playing = self._is_playing, _is_playing(model)
        if model.is_told:  # what a room has not told yet is not over
            self._invitations = {*invited}
        if self._is_my_turn and not was_my_turn:
            return Words("Your turn")
        if self._is_playing and not was_playing and not is_new_room:
            return Words("The game begins")
        if newly:
            return Words("{name} invites you", name=_short(newly[-1]))
        callers = [line.speaker for line in lines if _is_for_me(line, model)]
        return Words("{name} speaks to you", name=_short(callers[-1])) if callers else ""

    def _new_lines(self, model: Model) -> list[HeardLine]:
        """Those that were heard since the last time; of another session, none: some of them are kept from before."""
        count = model.lines_heard - self._lines if model is self._model else 0
        self._lines = model.lines_heard
        return [*model.heard][len(model.heard) - count :] if 0 < count <= len(model.heard) else []

    def title(self, model: Model | None) -> str:
        """What the terminal should be called: only what can be seen, whatever a server sends."""
        room = "" if model is None or model.matrix is None else _short(model.matrix.name)
        mark = "*" if self._signs.person == "" else self._signs.person
        call = Words("Your turn") if model is not None and is_my_turn(model) else self._call
        say = self._signs.say
        found = f"{mark} {say(call)}: {room}" if call and room else room
        found = visible(f"{found} {self._signs.dot} {PROGRAM}" if found else PROGRAM)
        return found if self._signs.has_blocks else found.encode("ascii", "replace").decode()


def is_my_turn(model: Model) -> bool:
    """Whether the game waits for the user."""
    return model.you.get("turn") is True and not is_replay(model)


def _is_playing(model: Model) -> bool:
    return text(model.facts, "phase") == PLAYING and my_seat(model) != ""


def _is_for_me(line: HeardLine, model: Model) -> bool:
    """Whether a player has said the user's name, or something to the user alone."""
    if line.whisper:
        return True
    me = model.my_agent
    is_spoken = line.from_[:1] == AGENT and not line.is_by_me
    return is_spoken and (line.is_to_me or (me is not None and mentions(line.message, me.name)))


def _short(name: str) -> str:
    return cut(visible(name), LONGEST)
