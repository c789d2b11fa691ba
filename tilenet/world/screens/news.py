"""News: messages for clients, which are encoded once for each format, when the first client of that format needs it."""

from __future__ import annotations

from tilenet.wire.format import Format
from tilenet.wire.messages import Facts, Hear, Set, Xresponse


class News:
    """Messages in order. They never change, so any number of clients can share the bytes."""

    __slots__ = ("_encoded", "messages")

    def __init__(self, *messages: Set | Hear | Facts | Xresponse) -> None:
        self.messages = messages
        self._encoded: dict[Format, bytes] = {}

    def __bool__(self) -> bool:
        return bool(self.messages)

    def __repr__(self) -> str:
        return f"News{self.messages}"

    def encoded(self, format: Format) -> bytes:
        if format.base is not None:
            format = format.base
        data = self._encoded.get(format)
        if data is None:
            messages = self.messages
            data = format.encode(messages[0]) if len(messages) == 1 else format.join(messages)
            self._encoded[format] = data
        return data


NO_NEWS = News()
