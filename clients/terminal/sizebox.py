"""The box that says which terminal a large room needs, and how to go on without one."""

from __future__ import annotations

from urwid import TextCanvas

from tilenet.clients.terminal.box import FRAME, WIDEST, box
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.glyphs import wrap
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.signs import Signs
from tilenet.clients.vocabulary import HOME
from tilenet.words import Words


class SizeBox:
    """Asks once in each room whether a part of it will do."""

    def __init__(self, controller: Controller, inks: Inks, signs: Signs) -> None:
        self.accepted: tuple[object, ...] = ()  # the room that the user wants to see in parts
        self._controller = controller
        self._inks = inks
        self._signs = signs

    def is_asking(self) -> bool:
        return self.accepted != self._room()

    def accept(self) -> None:
        self.accepted = self._room()

    def _room(self) -> tuple[object, ...]:
        matrix = self._controller.model.matrix
        return () if matrix is None else (matrix.name, matrix.x, matrix.y)

    def bindings(self) -> list[Binding]:
        """What keys do while it asks."""
        found = [
            Binding(
                ("enter",), Words("see it in parts"), Words("see the room in parts, as the focus moves"), self.accept
            )
        ]
        if (home := self._controller.model.tile(HOME)) is not None:
            found.append(
                Binding(
                    ("esc",), Words("Home"), Words("back to Home"), lambda: self._controller.click(home.cell), id=HOME
                )
            )
        return self._controller.free(found)

    def draw(self, now: tuple[int, int], whole: tuple[int, int]) -> TextCanvas:
        """For a terminal of one size, in a room that needs another."""
        columns, lines = (max(pair) for pair in zip(now, whole, strict=True))
        words = self._signs.say(
            Words(
                "This room needs {needed}; your terminal is {now}. Make it larger, or see the room in parts.",
                needed=f"{columns}x{lines}",
                now=f"{now[0]}x{now[1]}",
            )
        )
        width = min(WIDEST, now[0] - 2 - FRAME)
        rows = [[(self._inks["plain"], f" {text}")] for text in wrap(words, width - 2)]
        title = self._signs.say(Words("This room is larger than the terminal"))
        return box(title, rows, self.bindings(), now[0] - 2, self._inks, self._signs)
