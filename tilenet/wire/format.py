"""How messages become bytes: one `Format` for each dialect whose clients see rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tilenet.wire import jsonwire
from tilenet.wire.codec import encode
from tilenet.wire.messages import Hear, LoggedIn, LoggedOut, Set, Xresponse


@dataclass(frozen=True, eq=False)
class Format:
    """One way to encode what a server sends: the XML of TileNet 1.0, or another."""

    name: str
    encode: Callable[[Set | Hear | LoggedIn | LoggedOut | Xresponse], bytes]

    #: Whether its clients take everything literally: a new token has no colours of the matrix, and a new size of the
    #: matrix takes nothing out of it.
    is_literal: bool = False

    def join(self, messages: Iterable[Set | Hear]) -> bytes:
        return b"".join(map(self.encode, messages))


XML = Format("TileNet 1.0", encode)
JSON = Format("JSON", jsonwire.encode, is_literal=True)
