"""How much one client may have, ask for and leave waiting; every number is an option of the daemon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields

_MOST = 2**31 - 1


def _count(default: int, help: str, most: int = _MOST) -> int:
    value: int = field(default=default, metadata={"help": help, "read": int, "least": 1, "most": most})
    return value


def _number(default: float, help: str, most: float = _MOST) -> float:
    value: float = field(default=default, metadata={"help": help, "read": float, "least": 0.001, "most": most})
    return value


@dataclass(frozen=True)
class Limits:
    """All limits of a world, with their defaults. An option's name is the field's, with dashes."""

    max_connections: int = _count(2000, "connections in all; the next ones are told that the server is busy")
    max_per_address: int = _count(64, "connections from one address; loopback is exempt")
    max_waiting: int = _count(256, "connections that have not logged in")
    login_seconds: float = _number(30, "seconds from connecting to a login")
    login_tries: int = _count(3, "failed logins of one connection")
    tag_bytes: int = _count(8192, "bytes of one tag")
    login_tag_bytes: int = _count(2048, "bytes of one tag before the login")
    commands_per_second: float = _number(20, "commands of one client a second, in the long run")
    command_burst: int = _count(40, "commands of one client at once")
    flood_seconds: float = _number(10, "seconds over the rate of commands, without pause, that end a session")
    speech_length: int = _count(400, "characters of one thing said")
    speech_per_second: float = _number(1, "things said by one player a second, in the long run")
    speech_burst: int = _count(5, "things said by one player at once")
    output_kib: float = _number(256, "KiB of output waiting for one client")
    stall_seconds: float = _number(15, "seconds in which a client with output waiting takes none of it")
    keepalive_idle: int = _count(30, "seconds of silence before TCP asks whether a peer is still there", 32767)
    keepalive_interval: int = _count(10, "seconds between two such questions", 32767)
    keepalive_count: int = _count(3, "such questions without an answer that end a connection", 127)
    user_timeout: float = _number(30, "seconds in which a peer acknowledges nothing that end a connection", 2_000_000)
    closing_seconds: float = _number(3, "seconds for a client to take its last bytes and close", 4)
    home_size: int = _count(250, "players in one Home; the next ones get another")


LIMITS = fields(Limits)

_ALMOST_ONE = 1 - 1e-9  # so that who has waited as long as was said is not held up by the rounding of a sum


class Bucket:
    """What may be done at a rate, with a burst on top: a bucket of tokens that fills up by itself."""

    __slots__ = ("_burst", "_filled", "_rate", "_seconds", "_tokens")

    def __init__(self, rate: float, burst: float, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._seconds = seconds
        self._filled = seconds()

    def wait(self) -> float:
        """Seconds until a token is there; 0 if one is."""
        self._fill()
        return 0.0 if self._tokens >= _ALMOST_ONE else (1 - self._tokens) / self._rate

    @property
    def is_in_debt(self) -> bool:
        self._fill()
        return self._tokens < 0

    def spend(self, tokens: float = 1) -> None:
        """Take tokens out; the bucket may go into debt."""
        self._fill()
        self._tokens -= tokens

    def _fill(self) -> None:
        now = self._seconds()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
