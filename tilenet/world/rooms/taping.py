"""When a room's tape begins, what is put on it, and when it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from twisted.logger import Logger

from tilenet.game import Ranking, Result
from tilenet.world.players.player import Player
from tilenet.world.rooms.host import Recorder
from tilenet.world.rooms.tape import Tape

if TYPE_CHECKING:
    from tilenet.world.rooms.room import Room

MOST_TICKS = 1000  # of a game that nobody watches to its end
PLAYING = "playing"  # the phase of games in which a match may be on although nothing was dealt


class Taping:
    """Keeps the tape of one room, whose game is one that is recorded."""

    log = Logger()

    def __init__(self, room: Room, recorder: Recorder, seconds: Callable[[], float]) -> None:
        self.tape = Tape()
        self.result: Result | None = None  # of the match that is about to be over
        self._kept = ""  # the id of the replay of the match that is on or next, if it is known to be kept already
        self._room = room
        self._recorder = recorder
        self._seconds = seconds
        self._is_undealt = not room.game.is_dealt  # so that nothing but its phase says when a match begins

    def begin(self, saved: Mapping[str, Any], people: Iterable[Player]) -> None:
        """Begin again with the room as it was just saved; `people` are all players that its game knows."""
        self._recorder.forget(self.tape)
        known = dict.fromkeys([*self._room.members.values(), *people])
        self.tape.begin(self._seconds(), self._room.name, saved, known)
        self._recorder.follow(self.tape, self.tape.people)
        self._expect()

    def skip(self) -> bool:
        """Need no tape of the match that comes next, if its replay is kept already; returns whether that is so."""
        self._kept = self._recorder.kept(self._room)
        if self._kept:
            self._recorder.forget(self.tape)
            self.tape.clear()
            return True
        return False

    @property
    def is_skipped(self) -> bool:
        return not self.tape.base and not self.tape.is_too_long

    def restore(self, data: Mapping[str, Any]) -> None:
        """Go on with a tape that was noted in the journal. Some who are on it may be gone, and nobody knows them.

        If somebody has edited it, the match is not kept.
        """
        if self.skip():
            return
        self._recorder.forget(self.tape)
        try:
            self.tape.restore(data)
        except Exception:
            self.log.failure("The tape of {room} cannot be read", room=self._room.title)
            self.tape = Tape()
            self.tape.give_up(self._seconds())
        self._recorder.follow(self.tape, self.tape.people)
        self._expect()

    def _expect(self) -> None:
        """A match of a game that always plays begins with what comes next."""
        if self._is_undealt and self.tape.began is None and self._is_playing:
            self.tape.due = 0

    def close(self) -> None:
        """The room is closed. If nobody has stayed until the end was shown, as in Dancing, it is on the tape anyway."""
        self.end_match(self._run_on() if self.result is not None else None)
        self._recorder.forget(self.tape)

    def _run_on(self) -> float:
        """Let time pass until the ranking is told; returns when that is."""
        game, now = self._room.game, self._seconds()
        with suppress(Exception):  # of a game that nobody plays any more
            for _ in range(MOST_TICKS):
                if game.deadline is None:
                    break
                now = max(now, game.deadline)
                self.tape.add(("tick", now, self._room.name))
                if any(isinstance(event, Ranking) for event in game.tick(now) or ()):
                    break
        return now

    def stop(self) -> None:
        self.end_match()
        self._recorder.forget(self.tape)

    def come(self, player: Player) -> None:
        """Somebody is about to enter."""
        if self.tape.is_too_long:
            return
        self.tape.note(player, self._seconds())
        if self.tape.began is not None:
            self.tape.here[player.id] = None
        self._recorder.follow(self.tape, [player.id])

    def begin_match(self) -> None:
        self.tape.begin_match(self._seconds(), self._room.members.values())

    def end_match(self, now: float | None = None) -> str | None:
        """Keep the tape, if the match has a result, unless it is too long; returns the id of the replay.

        That is empty if it is not kept, and None if there was no result.
        """
        result, self.result = self.result, None
        if result is None:
            return None
        if self.tape.is_too_long:
            return ""
        if self.is_skipped:
            return self._kept
        try:
            return self._recorder.keep(self._room, self.tape, result, self._seconds() if now is None else now)
        except Exception:  # the next match is dealt anew, whatever is wrong with this tape
            self.log.failure("The match of {room} cannot be kept", room=self._room.title)
            return ""

    @property
    def is_on(self) -> bool:
        """Whether a match is."""
        return self.tape.began is not None or self._is_playing

    @property
    def _is_playing(self) -> bool:
        """What the game says now: while the past is done again, nobody asks for the room's own summary."""
        return self._room.game.summary().phase == PLAYING

    def look(self) -> None:
        """A match may have begun: it need not be dealt."""
        if self._is_undealt and self.tape.began is None and self._is_playing:
            self.begin_match()

    def acted(self, *, has_dealt: bool) -> bool:
        """The game has dealt, or something is due. Returns whether the tape has to begin again, because it is long for
        nothing.
        """
        tape = self.tape
        if has_dealt:
            self.begin_match()
        else:
            self.look()
        if len(tape.newest) < tape.due:
            return False
        if not tape.is_too_long:
            tape.bound()
        if self.is_on:
            return False
        tape.wait_longer()
        return True
