"""How often each address may connect, over all doors together, and how somebody who connects too often is received."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from twisted.logger import Logger

from tilenet.limits import Buckets, Limits


class Reception(Enum):
    """What happens to somebody who connects."""

    LET_IN = auto()
    TELL_BUSY = auto()  # in the words of the protocol
    HANG_UP = auto()  # without a word, because that costs next to nothing


class Arrivals:
    """The rate at which each address connects. This machine itself is exempt.

    Of those who come too fast, as many are told so as may come in. The others find the connection closed.
    """

    log = Logger()

    def __init__(self, limits: Limits, seconds: Callable[[], float]) -> None:
        rate, burst = limits.connections_per_second, limits.connection_burst
        self._too_fast = f"more than {burst} connections at once, or {rate:.15g} a second, from there"
        self._let_in = Buckets(rate, burst, seconds)
        self._told = Buckets(rate, burst, seconds)

    def receive(self, host: str, origin: str, no_room: Callable[[], str], cost: float = 1.0) -> Reception:
        """Somebody connects. If they do not come too fast, `no_room` says why they cannot come in, or nothing.

        `cost` is less than 1 for connections of which a client needs several.
        """
        if not origin or not self._let_in.of(origin).take(cost):
            reason = no_room()
        elif self._told.of(origin).take():
            return Reception.HANG_UP
        else:
            reason = self._too_fast
        if not reason:
            return Reception.LET_IN
        self.log.warn("Turned away {client}: {reason}", client=host, reason=reason)
        return Reception.TELL_BUSY
