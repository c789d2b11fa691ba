"""The screen of a replay of Dancing: the board, what is beside it, and the keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import urwid
from urwid import Canvas

from tilenet.clients.model import Cell
from tilenet.clients.terminal.dancingboard import CELL, MARGIN, DancingBoard, View, view_of
from tilenet.clients.terminal.dancingreplay import PALETTE, Replay
from tilenet.clients.terminal.glyphs import cut, fit, visible, wrap
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding, find
from tilenet.clients.terminal.paint import Row, canvas, filled
from tilenet.clients.terminal.panels import Panels
from tilenet.clients.terminal.signs import Signs

BESIDE = 18  # columns beside the board: so 30 x 30 cells fit into 80 columns
AROUND = 5  # lines: title, headline of two, which part of the board, keys


class Theatre(urwid.Widget):
    """All of it, in one widget."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(
        self, replay: Replay, inks: Inks, signs: Signs, now: Callable[[], float], leave: Callable[[], None]
    ) -> None:
        super().__init__()
        self._replay = replay
        self._inks = inks
        self._signs = signs
        self._panels = Panels(inks, signs)
        self._board = DancingBoard(inks, signs)
        self._board.paint_with(PALETTE)
        self._origin: Cell = (0, 0)  # the first cell on the screen, if not all fit
        steps = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
        self._moves = [
            Binding((key,), "", "", lambda step=step: self._scroll(*step))  # type: ignore[misc]
            for key, step in steps.items()
        ]
        self._bindings = [
            Binding(("p", " "), "pause", "", lambda: replay.pause(now())),
            Binding(("s",), "slower", "", replay.slower),
            Binding(("f",), "faster", "", replay.faster),
            Binding(("a",), "again", "", lambda: replay.again(now())),
            Binding(("q", "f10", "ctrl q"), "leave", "", leave),
        ]

    def render(self, size: tuple[int, int], focus: bool = False) -> Canvas:  # type: ignore[override]
        columns, lines = size
        room = lines - AROUND
        view = self._view(columns - BESIDE, room)
        plain = self._inks["plain"]
        board = self._board.rows(self._replay.spots(), view)
        beside = self._facts(columns - view.width)
        blank: Row = [(plain, "")]
        body = [
            filled([*left, *right], columns, plain)
            for left, right in zip(
                [*board, *[[(plain, " " * view.width)]] * (room - len(board))],
                [*beside, *[blank] * (room - len(beside))],
                strict=True,
            )
        ]
        scroll = replace(self._moves[0], short="scroll", label=self._signs.arrows)  # stands for all of them
        keys = [*self._bindings, *([scroll] if view.more else [])]
        return canvas(
            [
                *self._headings(columns),
                *body,
                [(self._inks["faint"], fit(f" {view.more}", columns, self._signs.ellipsis))],
                self._panels.legend(keys, columns),
            ],
            columns,
        )

    def _view(self, width: int, room: int) -> View:
        size = self._replay.tape.task.size
        is_halved = self._board.can_halve and (size > room or size * CELL + 2 * MARGIN > width)
        view = view_of(size, width, room, self._origin, None, is_halved=is_halved)
        self._origin = view.left, view.top
        return view

    def _headings(self, columns: int) -> list[Row]:
        """The title, and a headline of two lines."""
        ellipsis = self._signs.ellipsis
        found = wrap(visible(self._replay.headline), columns - 2)
        if len(found) > 2:
            found = [found[0], cut(" ".join(found[1:]), columns - 2, ellipsis)]
        title = fit(" Dancing without Stars: a replay", columns, ellipsis)
        lines = [*found, *[""] * (2 - len(found))]
        return [
            [(self._inks["title"], title)],
            *([(self._inks["headline"], fit(f" {line}", columns))] for line in lines),
        ]

    def _facts(self, width: int) -> list[Row]:
        replay, inks = self._replay, self._inks
        dancer, spoiler = map(visible, replay.tape.names)
        task = replay.tape.task
        pace = (inks["to me"], "paused") if replay.is_paused else (inks["plain"], f"{replay.pace:g} s a step")
        rows = [
            (inks["plain"], f"Round {replay.number + 1} of {len(replay.tapes)}"),
            (inks["headline"], f"Step {replay.step} of {len(replay.tape.steps)}"),
            (inks["plain"], f"after {replay.seconds:.1f} s"),
            (inks["plain"], ""),
            (inks["plain"], f"Dancer  {dancer}"),
            (inks["plain"], f"Spoiler {spoiler}"),
            (inks["plain"], f"{len(task.stars)} stars"),
            (inks["plain"], ""),
            pace,
        ]
        return [[(inks["plain"], " "), (ink, cut(text, width - 1, self._signs.ellipsis))] for ink, text in rows]

    def _scroll(self, across: int, down: int) -> None:
        self._origin = self._origin[0] + across, self._origin[1] + down

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        binding = find([*self._bindings, *self._moves], key)
        if binding is None:
            return key
        binding.act()
        self._invalidate()
        return None

    def advance(self, now: float) -> None:
        """Show what is due."""
        if self._replay.advance(now):
            self._invalidate()
