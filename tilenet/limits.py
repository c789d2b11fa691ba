"""How much one client may have, ask for and leave waiting; every number is an option of the daemon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields


def _limit(default: float, help: str) -> float:
    value: float = field(default=default, metadata={"help": help})
    return value


@dataclass(frozen=True)
class Limits:
    """All limits of a world, with their defaults. An option's name is the field's, with dashes."""

    max_connections: float = _limit(2000, "connections in all; the next ones are told that the server is busy")
    max_per_address: float = _limit(64, "connections from one address; loopback is exempt")
    max_waiting: float = _limit(256, "connections that have not logged in")
    login_seconds: float = _limit(30, "seconds from connecting to a login")
    login_tries: float = _limit(3, "failed logins of one connection")
    tag_bytes: float = _limit(8192, "bytes of one tag")
    login_tag_bytes: float = _limit(2048, "bytes of one tag before the login")
    commands_per_second: float = _limit(20, "commands of one client a second, in the long run")
    command_burst: float = _limit(40, "commands of one client at once")
    flood_seconds: float = _limit(10, "seconds over the rate of commands, without pause, that end a session")
    speech_length: float = _limit(400, "characters of one thing said")
    speech_per_second: float = _limit(1, "things said by one player a second, in the long run")
    speech_burst: float = _limit(5, "things said by one player at once")
    output_kib: float = _limit(256, "KiB of output waiting for one client")
    stall_seconds: float = _limit(15, "seconds in which a client with output waiting takes none of it")
    keepalive_idle: float = _limit(30, "seconds of silence before TCP asks whether a peer is still there")
    keepalive_interval: float = _limit(10, "seconds between two such questions")
    keepalive_count: float = _limit(3, "such questions without an answer that end a connection")
    user_timeout: float = _limit(30, "seconds in which a peer acknowledges nothing that end a connection")
    closing_seconds: float = _limit(3, "seconds for a client to take its last bytes and close")
    home_size: float = _limit(250, "players in one Home; the next ones get another")


LIMITS = fields(Limits)


class Bucket:
    """What may be done at a rate, with a burst on top: a bucket of tokens that fills up by itself."""

    __slots__ = ("_burst", "_filled", "_rate", "_seconds", "_tokens")

    def __init__(self, rate: float, burst: float, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = self._tokens = burst
        self._seconds = seconds
        self._filled = seconds()

    def wait(self) -> float:
        """Seconds until a token is there; 0 if one is."""
        now = self._seconds()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return 0.0 if self._tokens >= 1 else (1 - self._tokens) / self._rate

    def spend(self, tokens: float = 1) -> None:
        """Take tokens out; the bucket may go into debt."""
        self._tokens -= tokens
