"""Lines over WebSocket: what is flushed at once is one message, and the last thing sent is a close frame.

A frame is made when output is sent, before any of it can wait: so what waits is always made of whole frames, and
frames of another kind can follow it at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IPullProducer, IPushProducer
from zope.interface import implementer

from tilenet.lines.frames import POLICY, close_frame, text_frame
from tilenet.lines.line import Line
from tilenet.lines.tcp import Kinds, SocketLine, StreamLine


class FrameLine(Line):
    """A line whose output goes out in frames."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.framing: Callable[[bytes], bytes] = text_frame  # makes frames of output
        self.close_code = POLICY  # what the client is told at the end
        self.is_quiet = False  # whether nothing was sent since somebody set this

    def deliver(self, data: bytes) -> None:
        self.is_quiet = False
        super().deliver(self.framing(data))

    def put(self, frame: bytes) -> None:
        """Send a frame as it is, after what was sent."""
        super().deliver(frame)

    def finish(self, seconds: float) -> None:
        self.unfollow()
        self.flush()
        self.put(close_frame(self.close_code))
        super().finish(seconds)


@implementer(IPullProducer)
class WebSocketLine(FrameLine, SocketLine):
    """Sends frames on the socket itself."""

    __slots__ = ("close_code", "framing", "is_quiet")

    def deliver(self, data: bytes) -> None:
        # The same as in the classes above, without the calls: this is done for every delivery to any browser.
        if self._is_backed_up or self._is_closed:
            super().deliver(data)
            return
        self.is_quiet = False
        data = self.framing(data)
        try:
            sent = self._send_now(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # the connection is gone, and the reactor is about to say so
        if sent < len(data):
            self._keep(data[sent:])


@implementer(IPushProducer)
class WebSocketStreamLine(FrameLine, StreamLine):
    """Sends frames over TLS, or another transport."""


WEBSOCKETS: Kinds = WebSocketLine, WebSocketStreamLine
