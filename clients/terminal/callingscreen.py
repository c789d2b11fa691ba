"""A terminal that can be given a title and a bell, and says when it gains and loses the focus; as urwid uses it."""

from __future__ import annotations

from typing import Any

from urwid.display.raw import Screen

from tilenet.clients.terminal.background import MUTE

#: A title that the terminal had before is put on its stack, and taken from there at the end. Terminals that have no
#: stack have no title at the end.
KEEP_TITLE, GIVE_TITLE_BACK = "\x1b[22;2t", "\x1b]2;\x1b\\\x1b[23;2t"
BELL = "\a"


def titled(text: str) -> str:
    """What gives a terminal this title, which has nothing but visible characters in it."""
    return f"\x1b]2;{text}\x1b\\"


class CallingScreen(Screen):
    """It is as it was when it is stopped, also if it is only suspended."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(bracketed_paste_mode=True, focus_reporting=True, **kwargs)  # not all that have it say so
        self._title = ""

    @property
    def _has_title(self) -> bool:
        return not self.term.startswith(MUTE)

    def _start(self, *args: Any, **kwargs: Any) -> None:
        super()._start(*args, **kwargs)
        if self._has_title:
            self.write(KEEP_TITLE)
            if self._title:
                self.write(titled(self._title))

    def _stop(self) -> None:
        if self._has_title:
            self.write(GIVE_TITLE_BACK)
        super()._stop()

    def set_title(self, text: str) -> None:
        if text == self._title:
            return
        self._title = text
        if self._has_title and self.started:
            self.write(titled(text))
            self.flush()

    def ring(self) -> None:
        if self.started:
            self.write(BELL)
            self.flush()
