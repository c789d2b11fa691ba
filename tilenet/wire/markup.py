"""Where a piece of XML markup ends: cuts a byte stream into whole pieces, without understanding them.

The parser after this gets only whole pieces, because an unfinished tag that grows byte by byte costs it quadratic time,
and some builds of expat hold back a finished tag after they have seen an unfinished one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TEXT_END = re.compile(rb"[<&]|\]\]>|\]{1,2}\Z")  # the illegal ]]> is its own piece, however the stream was cut
_REFERENCE_END = re.compile(rb"[^#0-9A-Za-z_:.\-\x80-\xff]")
_TAG_STOP = re.compile(rb"[>\"']")
_FENCES = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"))


class TooLong(Exception):
    """A piece of markup is over the limit, finished or not."""


class Splitter:
    """Cuts a stream into tags, comments, declarations, references and runs of text; keeps the unfinished rest."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._rest = b""
        self._scanned = 0  # how far the unfinished piece has been looked at
        self._quote = b""  # the quotation mark that is still open in an unfinished tag

    @property
    def has_rest(self) -> bool:
        """Whether something unfinished is kept."""
        return bool(self._rest)

    def split(self, data: bytes) -> Iterator[bytes]:
        """The pieces that are whole now, however the stream was cut.

        After TooLong, no more bytes are looked at, and the splitter cannot be used again.
        """
        rest = self._rest + data
        begin = 0
        while begin < len(rest):
            end = self._end(rest, begin)
            if end < 0:
                break
            if end - begin > self.limit and rest[begin] in b"<&":
                raise TooLong
            yield rest[begin:end]
            begin = end
            self._scanned = 0
        self._rest = rest[begin:]
        if len(self._rest) > self.limit:
            raise TooLong

    def _end(self, rest: bytes, begin: int) -> int:
        """The end of the piece that begins at `begin`, or -1 if it is not there yet."""
        if rest[begin] == ord("&"):
            found = _REFERENCE_END.search(rest, begin + 1)
            return found.end() if found else -1
        if rest[begin] != ord("<"):
            found = _TEXT_END.search(rest, begin)
            if found is None or found.start() > begin:
                return found.start() if found else len(rest)
            return found.end() if found[0] == b"]]>" else -1
        for opening, closing in _FENCES:
            head = rest[begin : begin + len(opening)]
            if head == opening:
                return self._end_of_fence(rest, begin, len(opening), closing)
            if opening.startswith(head):
                return -1  # too short to tell
        return self._end_of_tag(rest, begin)

    def _end_of_fence(self, rest: bytes, begin: int, opening: int, closing: bytes) -> int:
        at = rest.find(closing, begin + max(opening, self._scanned - len(closing) + 1))
        if at < 0:
            self._scanned = len(rest) - begin
            return -1
        return at + len(closing)

    def _end_of_tag(self, rest: bytes, begin: int) -> int:
        at = begin + max(1, self._scanned)
        while True:
            if self._quote:
                at = rest.find(self._quote, at)
                if at < 0:
                    break
                at += 1
                self._quote = b""
            found = _TAG_STOP.search(rest, at)
            if found is None:
                break
            at = found.end()
            if found[0] == b">":
                return at
            self._quote = found[0]
        self._scanned = len(rest) - begin
        return -1
