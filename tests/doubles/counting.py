"""A format that counts."""

from __future__ import annotations

from tilenet.wire.codec import encode
from tilenet.wire.format import Format
from tilenet.wire.messages import Facts, Hear, LoggedIn, LoggedOut, Set, Xresponse

Message = Set | Hear | Facts | LoggedIn | LoggedOut | Xresponse


class Counting:
    """A way of writing messages that remembers what it has written."""

    def __init__(self, mark: bytes = b"") -> None:
        self.written: list[Message] = []
        self.format = Format("counting", self._encode)
        self._mark = mark

    def _encode(self, message: Message) -> bytes:
        self.written.append(message)
        return self._mark + encode(message)
