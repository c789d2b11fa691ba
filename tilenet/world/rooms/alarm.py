"""A room's one timer: it rings at the time that was set last, and at no other."""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.turns.turn import Turn


def _nothing() -> None:
    """Nobody hears it."""


class Alarm:
    """Rings once, when it is due, or as soon after that as a turn of the reactor has time for it."""

    __slots__ = ("_clock", "_due", "_is_patient", "_ring", "_timer", "_turn")

    def __init__(self, clock: IReactorTime, turn: Turn, ring: Callable[[], object]) -> None:
        self._clock = clock
        self._turn = turn
        self._ring = ring
        self._due: float | None = None
        self._is_patient = False
        self._timer: IDelayedCall | None = None

    def set(self, due: float | None, *, is_patient: bool = False) -> None:
        """Ring at this time, or not at all. A patient one is put off until there is time for it."""
        self._is_patient = is_patient
        if due == self._due:
            return
        self._due = due
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer = self._clock.callLater(max(0.0, due - self._clock.seconds()), self._time_is_up)

    def hurry(self) -> None:
        """If it is due already, there may be time for it now."""
        if self._timer is not None and self._due is not None and self._due <= self._clock.seconds():
            self._timer.cancel()
            self._time_is_up()

    def stop(self) -> None:
        """Never ring again, and let go of the room: a closed one need not wait for the garbage collector."""
        self.set(None)
        self._ring = _nothing

    def _time_is_up(self) -> None:
        self._timer = None
        if self._is_patient:
            self._turn.put_off(self._rang)
        else:
            self._turn.ring(self._rang)

    def _rang(self) -> None:
        if self._due is not None and self._timer is None:  # otherwise it was set to another time while this waited
            self._due = None
            self._ring()
