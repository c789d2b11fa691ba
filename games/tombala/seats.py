"""Who sits in a room of Tombala: as everybody sees it on a tile, and as data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tilenet.game import Player
from tilenet.games.tombala.rules import Match


class Seat(NamedTuple):
    """One player, and how many cinkos they have announced."""

    player: Player
    total: int = 0
    is_awaited: bool = False  # whether the game waits for this player's next number
    is_dozing: bool = False  # whether it has stopped waiting for them

    @property
    def label(self) -> str:
        """ann 1, or ann 1 ... if the game waits for ann"""
        return f"{self.player.name} {self.total}{' ...' if self.is_awaited and not self.is_dozing else ''}"


def seats_of(players: Collection[Player], match: Match | None, *, waits_for_all: bool) -> list[Seat]:
    if match is None:
        return [Seat(player) for player in players]
    awaited = {*match.waited_for} if waits_for_all and not match.is_over else set()
    return [
        Seat(player, match.totals.get(player, 0), player in awaited, not match.is_over and player in match.dozing)
        for player in players
    ]


def seat_facts(seats: Sequence[Seat], here: Collection[Player]) -> dict[int, dict[str, object]]:
    """By number: a seat that is free is left out."""
    return {
        number: {
            "player": seat.player,
            "score": seat.total,
            "dozing": True if seat.is_dozing else None,
            "gone": True if seat.player not in here else None,
        }
        for number, seat in enumerate(seats)
    }
