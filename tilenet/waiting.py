"""Games in which people wait: who has kept others waiting for too long, and who is next. `tilenet.game` offers both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilenet.game import Player


class Patience:
    """For games in which somebody may have to wait until a player does something, or gives up the seat.

    Say who that is whenever something has happened (`watch`), and who has done something (`acted`). The game ticks at
    `deadline` at the latest, and asks who is `due`. Whoever does nothing for a minute is told so first, and then has to
    make way. The minute begins anew when nobody waits any more.
    """

    SECONDS = 60.0
    WARNING = 15.0  # seconds before the end of that minute
    WARNED = f"Somebody is waiting for your seat: play within {WARNING:g} s, or it is theirs."

    def __init__(self) -> None:
        self._since: dict[Player, float] = {}  # when each of them began to do nothing while others wait
        self._warned: set[Player] = set()

    def watch(self, players: Iterable[Player], now: float) -> None:
        """From now on these players keep others waiting, or have done so before; nobody does if nobody waits."""
        self._since = {player: self._since.get(player, now) for player in players}
        self._warned.intersection_update(self._since)

    def acted(self, player: Player) -> None:
        self._since.pop(player, None)
        self._warned.discard(player)

    @property
    def deadline(self) -> float | None:
        """When somebody is due next, to be warned or to make way."""
        return min(map(self._next, self._since), default=None)

    def _next(self, player: Player) -> float:
        return self._since[player] + self.SECONDS - (0 if player in self._warned else self.WARNING)

    def due(self, now: float) -> tuple[list[Player], list[Player]]:
        """The players to be warned now, and those who have to make way now; the first began first to do nothing.

        The latter are due until they act, or are watched no longer.
        """
        idle = sorted(self._since, key=self._since.__getitem__)
        warned = [player for player in idle if player not in self._warned and self._next(player) <= now]
        self._warned.update(warned)
        return warned, [player for player in idle if player in self._warned and self._next(player) <= now]


class Turns:
    """For games in which people wait in line: the many names of one address take turns with everybody else."""

    KNOWN = 100  # addresses that are remembered

    def __init__(self) -> None:
        self._had: list[str] = []  # the addresses that had a turn, the last at the end

    def next_of(self, line: Iterable[Player]) -> Player:
        """The first of those in line at whose address nobody has had a turn for longest."""
        return min(line, key=self._last)

    def _last(self, player: Player) -> int:
        address = _address(player)
        return self._had.index(address) if address in self._had else -1

    def begin(self, player: Player) -> None:
        """A player has a turn now."""
        address = _address(player)
        self._had = [*(one for one in self._had if one != address), address][-self.KNOWN :]


def _address(player: Player) -> str:
    """On the server's own machine, everybody counts alone."""
    return player.origin or player.id
