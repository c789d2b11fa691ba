"""The absent: players whose connection is lost, and whose seats are held for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from tilenet.limits import Limits
from tilenet.text import name_key
from tilenet.world.players.player import Player


class _Held(NamedTuple):
    timer: IDelayedCall
    guest: tuple[str, str] | None  # how a guest is known again
    origin: str


class Absent:
    """Everybody whose seat is held. A player who does not come back in time is given up.

    A crowd that comes and vanishes cannot fill the world: from one address, and in all, no more seats are held than
    clients may be connected. The next one takes the place of the one that has waited longest there, or of all those at
    the address with the most.
    """

    def __init__(self, clock: IReactorTime, limits: Limits, give_up: Callable[[Player], object]) -> None:
        self._clock = clock
        self._limits = limits
        self._give_up = give_up
        self._held: dict[Player, _Held] = {}  # those who have waited longest come first
        self._guests: dict[tuple[str, str], Player] = {}
        self._origins: dict[str, dict[Player, None]] = {}

    def __contains__(self, player: Player) -> bool:
        return player in self._held

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, player: Player, *, has_token: bool = False) -> None:
        """A player's connection is lost. If their client has a resume token, only that leads back to a guest's seat."""
        origin = player.origin
        from_there = self._origins.setdefault(origin, {})
        if origin and len(from_there) >= self._limits.max_per_address:
            self._expire(next(iter(from_there)))
        if len(self._held) >= self._limits.max_connections:
            most = max(self._origins.values(), key=len)
            self._expire(next(iter(most)))
        timer = self._clock.callLater(self._limits.seat_seconds, self._expire, player)
        is_known_by_name = player.account_id is None and not has_token
        guest = _guest(player.name, player.key or player.address) if is_known_by_name else None
        self._held[player] = _Held(timer, guest, origin)
        self._origins.setdefault(origin, {})[player] = None
        if guest is not None:
            self._guests[guest] = player

    def guest(self, name: str, address: str, key: str = "") -> Player | None:
        """The guest of this name who was lost: the one who had this key, or without a key, was at this address."""
        return self._guests.get(_guest(name, key or address))

    def forget(self, player: Player) -> None:
        """The player is back, or has left."""
        held = self._held.pop(player, None)
        if held is None:
            return
        if held.timer.active():
            held.timer.cancel()
        if held.guest is not None:
            del self._guests[held.guest]
        from_there = self._origins[held.origin]
        del from_there[player]
        if not from_there:
            del self._origins[held.origin]

    def clear(self) -> None:
        for player in [*self._held]:
            self.forget(player)

    def _expire(self, player: Player) -> None:
        self.forget(player)
        self._give_up(player)


def _guest(name: str, sign: str) -> tuple[str, str]:
    return name_key(name), sign
