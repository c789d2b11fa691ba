"""How messages become bytes: one `Format` for each dialect whose clients see rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from tilenet.wire.codec import encode
from tilenet.wire.messages import Facts, Hear, LoggedIn, LoggedOut, Set, Xresponse

ToEncode: TypeAlias = Set | Hear | Facts | LoggedIn | LoggedOut | Xresponse


@dataclass(frozen=True, eq=False)
class Format:
    """One way to encode what a server sends: the XML of TileNet 1.0, or another."""

    name: str
    encode: Callable[[ToEncode], bytes]
    takes_facts: bool = False  # whether its clients have asked for facts
    base: Format | None = None  # the format whose bytes it shares, if it only takes facts besides
    language: str = "en"  # in which its clients read what is said by rooms

    def join(self, messages: Iterable[Set | Hear | Facts | Xresponse]) -> bytes:
        return b"".join(map(self.encode, messages))


XML = Format("TileNet 1.0", encode)
XML_FACTS = Format("TileNet 1.0 with facts", encode, takes_facts=True, base=XML)
