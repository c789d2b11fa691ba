"""How messages become bytes: one `Format` for each dialect whose clients see rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tilenet.wire.codec import encode
from tilenet.wire.messages import Hear, LoggedIn, LoggedOut, Set, Xresponse


@dataclass(frozen=True, eq=False)
class Format:
    """One way to encode what a server sends: the XML of TileNet 1.0, or another."""

    name: str
    encode: Callable[[Set | Hear | LoggedIn | LoggedOut | Xresponse], bytes]

    def join(self, messages: Iterable[Set | Hear]) -> bytes:
        return b"".join(map(self.encode, messages))


XML = Format("TileNet 1.0", encode)
