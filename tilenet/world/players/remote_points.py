"""Points that players win or lose in rooms that they have left: they are told so where they are, not too often."""

from __future__ import annotations

from collections import Counter

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.words import Words
from tilenet.world.players.player import Player

PAUSE = 10.0  # seconds; what happens within them is told in one line


class RemotePoints:
    """Tells the first news at once, and then gathers them."""

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._changes: dict[Player, Counter[str]] = {}  # by the titles of rooms; for a pause at most
        self._pause: IDelayedCall | None = None

    def scored(self, player: Player, room: str, change: int) -> None:
        """A player has won or lost points in a room with this title."""
        self._changes.setdefault(player, Counter())[room] += change
        if self._pause is None:
            self._tell()

    def clear(self) -> None:
        self._changes.clear()
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None

    def _tell(self) -> None:
        self._pause = None
        changes = [*self._changes.items()]
        self._changes.clear()
        for player, rooms in changes:
            for room, change in rooms.items():
                if change and player.room is not None:
                    player.room.tell(player, _in_words(room, change, player.points))
        if changes:
            self._pause = self._clock.callLater(PAUSE, self._tell)


def _in_words(room: str, change: int, points: int) -> Words:
    if change > 0:
        return Words(
            "In {room} you have won {n} point: you have {points} now.",
            many="In {room} you have won {n} points: you have {points} now.",
            room=room,
            n=change,
            points=points,
        )
    return Words(
        "In {room} you have lost {n} point: you have {points} now.",
        many="In {room} you have lost {n} points: you have {points} now.",
        room=room,
        n=-change,
        points=points,
    )
