"""How much one client may have, ask for and leave waiting; every number is an option of the daemon."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import lru_cache

_MOST = 2**31 - 1
_THIS_MACHINE = ipaddress.IPv4Address("127.0.0.1")


def _count(default: int, help: str, most: int = _MOST) -> int:
    value: int = field(default=default, metadata={"help": help, "read": int, "least": 1, "most": most})
    return value


def _number(default: float, help: str, most: float = _MOST, least: float = 0.001) -> float:
    value: float = field(default=default, metadata={"help": help, "read": float, "least": least, "most": most})
    return value


@dataclass(frozen=True)
class Limits:
    """All limits of a world, with their defaults. An option's name is the field's, with dashes."""

    max_connections: int = _count(2000, "connections at once; further clients are told that the server is busy")
    max_per_address: int = _count(64, "connections from one address; this machine is exempt")
    connections_per_second: float = _number(3, "new connections a second from one address; this machine is exempt")
    connection_burst: int = _count(20, "new connections at once from one address")
    max_waiting: int = _count(
        256, "connections that have not logged in yet; if there are more, the address with the most loses one"
    )
    max_waiting_per_address: int = _count(
        8, "connections from one address that have not logged in yet; this machine is exempt"
    )
    max_visits: int = _count(256, "connections that load the page for browsers, besides those of players")
    login_seconds: float = _number(30, "seconds that a client has to log in")
    login_tries: int = _count(3, "failed logins after which a connection is closed")
    tag_bytes: int = _count(8192, "bytes in one tag")
    login_tag_bytes: int = _count(2048, "bytes in one tag before the login")
    commands_per_second: float = _number(20, "commands per second from one client, on average")
    command_burst: int = _count(40, "commands at once from one client")
    flood_seconds: float = _number(10, "seconds of too many commands, without a pause, after which a session ends")
    speech_length: int = _count(400, "characters in one thing said")
    speech_per_second: float = _number(1, "things said per second by one player, on average")
    speech_burst: int = _count(5, "things said at once by one player")
    speech_per_address: int = _count(4, "times as much may be said by all at one address; this machine is exempt")
    output_kib: float = _number(256, "KiB of output waiting for one client")
    output_total_mib: float = _number(
        64, "MiB of output waiting for all clients; the one with the most is dropped first"
    )
    stall_seconds: float = _number(15, "seconds after which a client that takes none of its output is dropped")
    keepalive_idle: int = _count(30, "seconds of silence before TCP sends a probe, give or take 20 %", 32767)
    keepalive_interval: int = _count(10, "seconds between two probes", 32767)
    keepalive_count: int = _count(3, "unanswered probes, at least, after which a connection is dropped", 127)
    user_timeout: float = _number(
        70, "seconds without an acknowledgement after which a connection is dropped", 2_000_000
    )
    closing_seconds: float = _number(3, "seconds that a client has to take its last bytes and close", 4)
    home_size: int = _count(250, "players in one Home; further players get another Home")
    new_accounts: int = _count(50, "accounts made in a day from one address; this machine is exempt")
    max_accounts: int = _count(100_000, "accounts in all; then no more can be made")
    new_results: int = _count(
        2000, "results kept in a day from one address; more count in totals only; this machine is exempt"
    )
    new_guest_results: int = _count(500, "the same for results of guests alone; more are not kept at all")
    max_results: int = _count(1_000_000, "results with accounts that are kept; the oldest are dropped first")
    max_guest_results: int = _count(10_000, "results of guests alone that are kept; the oldest are dropped first")
    journal_kib: int = _count(
        16_384, "KiB that a file of the journal grows by, at least, before all rooms are saved to another", 2**20
    )
    bots_per_room: int = _count(4, "bots that players can bring to one room")
    max_bots: int = _count(64, "bots that players can bring, in all rooms")
    max_tables: int = _count(200, "tables that players can have open at once, in all")
    seat_seconds: float = _number(120, "seconds to keep the seat of a player whose connection is lost", 86400, 0)
    resume_seconds: float = _number(
        900, "seconds after a lost connection in which an account can come back by its resume token", 86400, 0
    )


LIMITS = fields(Limits)

_ALMOST_ONE = 1 - 1e-9  # so that a rounding error does not hold up a client that has waited as long as it was told to


class Tokens:
    """Limits a rate, but allows bursts: tokens that come back over time. `now` is always the present time."""

    __slots__ = ("_burst", "_filled", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._filled = now

    def take(self, now: float, tokens: float = 1, credit: float = 0.0) -> float:
        """Take a token if there is one, and return 0; otherwise return the seconds until there is one.

        It may be more than one, or a part of one. With credit, they may go into debt, but no deeper than that.
        """
        self._fill(now)
        if self._left + credit >= tokens * _ALMOST_ONE:
            self._left -= tokens
            return 0.0
        return (tokens - credit - self._left) / self._rate

    def wait(self, now: float, credit: float = 0.0) -> float:
        """Seconds until there is a token, or until `take` gives one on credit; 0 if that is now."""
        self._fill(now)
        return 0.0 if self._left + credit >= _ALMOST_ONE else (1 - credit - self._left) / self._rate

    def left(self, now: float) -> float:
        """How many there are; below zero if some are owed."""
        self._fill(now)
        return self._left

    def is_in_debt(self, now: float) -> bool:
        if self._left >= 0:
            return False
        self._fill(now)
        return self._left < 0

    def spend(self, tokens: float, now: float) -> None:
        """Take tokens out; they may go into debt."""
        self._fill(now)
        self._left -= tokens

    def _fill(self, now: float) -> None:
        if now != self._filled:
            left = self._left + (now - self._filled) * self._rate
            self._left = left if left < self._burst else self._burst
            self._filled = now


class Bucket:
    """Tokens with a clock: asks it for the time whenever somebody takes one."""

    __slots__ = ("_seconds", "_tokens")

    def __init__(self, rate: float, burst: float, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._tokens = Tokens(rate, burst, seconds())

    def take(self, tokens: float = 1, *, leave: float = 0.0) -> float:
        """Take so many and return 0; if there are fewer, take none, and return the seconds until there are enough.

        There are too few as well if less than `leave` would be left.
        """
        return self._tokens.take(self._seconds(), tokens, -leave)

    def wait(self) -> float:
        """Seconds until there is a token; 0 if that is now."""
        return self._tokens.wait(self._seconds())

    @property
    def is_in_debt(self) -> bool:
        return self._tokens.is_in_debt(self._seconds())

    def spend(self, tokens: float = 1) -> None:
        """Take tokens out; the bucket may go into debt."""
        self._tokens.spend(tokens, self._seconds())


class Buckets:
    """Buckets by what they belong to, such as an address. Of too many, those used longest ago are forgotten."""

    def __init__(self, rate: float, burst: float, seconds: Callable[[], float], most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._seconds = seconds
        self._most = most
        self._buckets: dict[str, Bucket] = {}  # those used longest ago come first

    def of(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, self._seconds)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            del self._buckets[next(iter(self._buckets))]
        return bucket


@lru_cache(maxsize=1024)
def origin_of(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 site; nothing for this machine itself.

    This machine is 127.0.0.1 and ::1; other addresses in 127.0.0.0/8 count, so that one machine can try many.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return "" if address.is_loopback else str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return "" if address == _THIS_MACHINE else str(address)
