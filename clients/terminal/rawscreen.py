"""The terminal itself, as urwid uses it."""

from __future__ import annotations

import argparse
import os
from typing import Any

import urwid

from tilenet.clients.language import has_utf8, own_environment
from tilenet.clients.terminal.background import is_light, without_answers
from tilenet.clients.terminal.callingscreen import CallingScreen
from tilenet.clients.terminal.inks import DEPTHS, Inks, depth_of
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs


class PlayScreen(CallingScreen):
    """A screen where Ctrl-Q and Ctrl-S are ordinary keys, and pasted text is marked as such."""

    def __init__(self) -> None:
        super().__init__()
        # If there are other processes in the same job, as under make, Ctrl-Z would stop them at once, and the shell
        # would get the terminal before we have restored it. If there is no shell, nobody could resume us.
        is_alone, has_shell = os.getpgrp() == os.getpid(), os.getsid(0) != os.getpid()
        self.can_suspend = is_alone and has_shell

    def _start(self, *args: Any, **kwargs: Any) -> None:
        super()._start(*args, **kwargs)
        self.tty_signal_keys(
            quit="undefined",  # Ctrl-\\ would end the client without restoring the terminal
            start="undefined",
            stop="undefined",
            susp=None if self.can_suspend else "undefined",
        )

    def get_available_raw_input(self) -> list[int]:
        return without_answers(super().get_available_raw_input())


def open_screen(options: argparse.Namespace) -> tuple[PlayScreen, Inks, Signs]:
    """The screen, and what to draw with on it: as the terminal and the options for drawing have it."""
    is_unicode = has_utf8(own_environment())
    urwid.set_encoding("utf-8" if is_unicode else "ascii")
    screen = PlayScreen()
    depth = depth_of(screen) if options.colors == "auto" else DEPTHS[options.colors]
    screen.set_terminal_properties(colors=depth)
    inks = Inks(depth, is_light=depth > 1 and (is_light() if options.theme == "auto" else options.theme == "light"))
    if depth > 16:  # what no ink was chosen for looks like the rest
        plain = inks["plain"]
        screen.register_palette_entry(None, "default", "default", "default", plain.foreground, plain.background)
    return screen, inks, FANCY if is_unicode and not options.ascii else ASCII
