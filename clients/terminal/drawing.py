"""When the screen is drawn: at the end of a turn in which something has changed, or when it moves by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.interfaces import IDelayedCall

from tilenet.clients.terminal.host import Loop, Pending


class Drawing:
    """Draws by a loop, from the time there is one until it is stopped."""

    def __init__(
        self,
        reactor: Any,
        draw_soon: Callable[[Callable[[], None]], Pending],
        due: Callable[[], float | None],
        next_frame: Callable[[], None],
    ) -> None:
        """`due` says when the screen changes by itself, and `next_frame` changes it."""
        self.loop: Loop | None = None
        self._reactor = reactor
        self._draw_soon = draw_soon
        self._due = due
        self._next_frame = next_frame
        self._drawing: Pending | None = None
        self._animating: IDelayedCall | None = None
        self._is_over = False

    def soon(self) -> None:
        """Draw once, at the end of the reactor's turn."""
        if self._drawing is None and not self._is_over:
            self._drawing = self._draw_soon(self._draw)

    def stop(self) -> None:
        self._is_over = True
        for call in (self._drawing, self._animating):
            if call is not None and call.active():
                call.cancel()

    def _draw(self) -> None:
        self._drawing = None
        assert self.loop is not None
        due = self._due()  # before it is drawn: what is due in the meantime would be missed
        self.loop.draw_screen()
        if self._animating is not None and self._animating.active():
            self._animating.cancel()
        if due is not None:
            self._animating = self._reactor.callLater(max(0.0, due - self._reactor.seconds()), self._show_next_frame)

    def _show_next_frame(self) -> None:
        self._next_frame()
        self.soon()
