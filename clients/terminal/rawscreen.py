"""The terminal itself, as urwid drives it."""

from __future__ import annotations

from typing import Any

from urwid.display.raw import Screen


class PlayScreen(Screen):
    """A screen on which Ctrl-Q and Ctrl-S are keys, also when the program goes on after Ctrl-Z."""

    def _start(self, *args: Any, **kwargs: Any) -> None:
        super()._start(*args, **kwargs)
        self.tty_signal_keys(start="undefined", stop="undefined")
