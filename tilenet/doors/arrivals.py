"""How often each address may connect, and how somebody who connects too often is received."""

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

    def __init__(self, limits: Limits, seconds: Callable[[], float], times: int = 1) -> None:
        """They may be so many times as many as the limits say, if a client needs several."""
        rate, burst = times * limits.connections_per_second, times * limits.connection_burst
        self._too_fast = f"more than {burst} connections at once, or {rate:.15g} a second, from there"
        self._let_in = Buckets(rate, burst, seconds)
        self._told = Buckets(rate, burst, seconds)

    def receive(self, host: str, origin: str, no_room: Callable[[], str]) -> Reception:
        """Somebody connects. If they do not come too fast, `no_room` says why they cannot come in, or nothing."""
        if not origin or not self._let_in.of(origin).take():
            reason = no_room()
        elif self._told.of(origin).take():
            return Reception.HANG_UP
        else:
            reason = self._too_fast
        if not reason:
            return Reception.LET_IN
        self.log.warn("Turned away {client}: {reason}", client=host, reason=reason)
        return Reception.TELL_BUSY
