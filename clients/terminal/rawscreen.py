"""The terminal itself, as urwid drives it."""

from __future__ import annotations

import os
from typing import Any

from urwid.display.raw import Screen


class PlayScreen(Screen):
    """A screen on which Ctrl-Q and Ctrl-S are keys, and what is pasted is marked as such."""

    def __init__(self) -> None:
        super().__init__(bracketed_paste_mode=True)  # not every terminal that has it says so when asked

    def _start(self, *args: Any, **kwargs: Any) -> None:
        super()._start(*args, **kwargs)
        # Where others belong to the same job, as under make, they would stop at once, and the shell would have the
        # terminal before it is given back: then Ctrl-Z is no key.
        is_alone = os.getpgrp() == os.getpid()
        self.tty_signal_keys(
            quit="undefined",  # Ctrl-\\ would leave the terminal as it is now
            start="undefined",
            stop="undefined",
            susp=None if is_alone else "undefined",
        )
