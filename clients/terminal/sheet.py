"""A sheet takes the place of the board: lines of which one has the focus, for what is not a game.

Up and Down move between the lines that do something, Left and Right choose among the values of one, Enter does what it
says, and Esc closes the sheet. A line can have a field to type in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.glyphs import columns, fit
from tilenet.clients.terminal.inputline import InputLine
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.layout import FEWEST_HEARD
from tilenet.clients.terminal.paint import Row, Run, filled, row_width
from tilenet.clients.terminal.skin import AROUND, LineBudget, Place, Skin, SkinContext
from tilenet.words import Words

EDITING = {"left", "right", "home", "end", "backspace", "delete", *(f"ctrl {letter}" for letter in "aeukw")}


@dataclass(frozen=True)
class Line:
    """One line of a sheet."""

    row: Row = ()
    id: str = ""  # lines with the same id are the same line, as the sheet changes; only these can have the focus
    act: Callable[[], None] | None = None  # on Enter or a click
    short: str = ""  # what Enter does, for the line of keys
    turn: Callable[[int], None] | None = None  # on Left and Right
    field: InputLine | None = None
    keys: Sequence[Binding] = ()  # while it has the focus
    right: Row = ()  # at the right edge
    is_first: bool = False  # whether the focus begins here


class Sheet(Skin):
    """Draws lines, and knows which one has the focus. A subclass says what the lines are."""

    def __init__(self, context: SkinContext, close: Callable[[], None]) -> None:
        self.context = context
        self.controller = context.controller
        self.model = context.controller.model
        self.inks = context.inks
        self.signs = context.signs
        self.say = context.signs.say
        self.close = close
        self._focus = ""  # the id of a line
        self._top = 0  # the first line on the screen
        self._shown: list[Line] = []  # as they are on the screen, from its first line
        self._width = 0

    # What a subclass says

    def title(self) -> str:
        """The heading, in Words."""
        raise NotImplementedError

    def lines(self, width: int, room: int) -> list[Line]:
        """All lines, for so many columns and lines; what does not fit is scrolled."""
        raise NotImplementedError

    def keys(self) -> Sequence[Binding]:
        """What keys do, whatever has the focus."""
        return ()

    def beside(self, width: int, room: int) -> Sequence[Row]:
        """What is to the right of the lines, each row as wide as the others."""
        return ()

    # Focus

    @property
    def focused(self) -> Line | None:
        """The line with the focus."""
        able = self._able()
        found = next((line for line in able if line.id == self._focus), None)
        return found or next((line for line in able if line.is_first), able[0] if able else None)

    def focus_on(self, id: str) -> None:
        self._focus = id

    def _able(self) -> list[Line]:
        width = self._width or 80
        return [line for line in self.lines(width, 99) if line.id]

    def _move(self, step: int) -> None:
        self.controller.notice = ""
        able, focused = self._able(), self.focused
        if focused is not None:
            at = next(number for number, line in enumerate(able) if line.id == focused.id)
            self._focus = able[max(0, min(at + step, len(able) - 1))].id

    def _turn(self, step: int) -> None:
        line = self.focused
        if line is not None and line.turn is not None:
            self._focus = line.id
            line.turn(step)

    def _enter(self) -> None:
        line = self.focused
        if line is not None and line.act is not None:
            self._focus = line.id
            line.act()

    # What the room screen asks for

    def budget(self, columns: int, lines: int) -> LineBudget:
        return LineBudget(0, lines - AROUND - 1 - max(FEWEST_HEARD, lines // 8))

    def rows(self, columns: int, lines: int) -> list[Row]:
        plain = self.inks["plain"]
        beside = self.beside(columns, lines)
        wide = columns - (row_width(beside[0]) + 1 if beside else 0)
        self._width = wide
        told, room = self.lines(wide, lines - 1), lines - 1
        focused = self.focused
        at = next((number for number, line in enumerate(told) if focused is not None and line.id == focused.id), 0)
        self._top = max(0, min(self._top, at, len(told) - room), at - room + 1)
        self._shown = told[self._top : self._top + room]
        found = [self._heading(wide, len(told) > room)]
        found += [
            self._drawn(line, line.id != "" and focused is not None and line.id == focused.id, wide)
            for line in self._shown
        ]
        found += [filled([], wide, plain)] * (lines - len(found))
        if not beside:
            return found
        blank: Row = [(plain, " " * row_width(beside[0]))]
        right = [*beside, *[blank] * (lines - len(beside))][:lines]
        return [[*row, (plain, " "), *other] for row, other in zip(found, right, strict=True)]

    def _heading(self, width: int, is_cut: bool) -> Row:
        words = fit(f" {self.say(self.title())}", width - 2 * is_cut, self.signs.ellipsis)
        more: list[Run] = [(self.inks["faint"], "".join(self.signs.more))] if is_cut else []
        return [(self.inks["headline"], words), *more]

    def _drawn(self, line: Line, has_focus: bool, width: int) -> Row:
        plain, focus = self.inks["plain"], self.inks["focus"]
        left, right = " ", " "
        if has_focus:
            left, right = self.signs.focus_while_typing if self.controller.is_typing else self.signs.focus
        room = width - row_width(line.right) - int(bool(line.right))
        row: list[Run] = [(focus, left), *line.row]
        if line.field is not None:
            row.append(
                (self.inks["tile" if has_focus else "plain"], self._field(line.field, room - row_width(row) - 2))
            )
        if row_width(row) > room - 1:
            row = [*filled(row, room - 1, plain)]
        if line.id:
            row.append((focus, right))
        return [*filled(row, room, plain), *([(plain, " "), *line.right] if line.right else [])]

    def _field(self, field: InputLine, room: int) -> str:
        """What is typed, as far as it fits, with a cursor."""
        before, after = field.edit_text[: field.edit_pos], field.edit_text[field.edit_pos :]
        text = f"{before}_{after}" if self.focused is not None and self.focused.field is field else before + after
        while columns(text) > room and text:
            text = text[1:]
        return fit(f" {text}", max(1, room + 1))

    def at(self, column: int, line: int) -> Place:
        line -= 1
        if not 0 <= line < len(self._shown) or column >= self._width or not self._shown[line].id:
            return None
        found = self._shown[line]

        def click() -> None:
            self._focus = found.id
            self.controller.is_typing = False
            if found.act is not None:
                found.act()

        return click

    def allows(self, thing: Thing) -> bool:
        return True

    def places(self) -> dict[Cell, tuple[float, float]]:
        return {}

    @property
    def has_focus(self) -> bool:
        return False

    def type(self, key: str) -> bool:
        line = self.focused
        if line is None or line.field is None or not (len(key) == 1 or key in EDITING):
            return False
        self._focus = line.id
        self.controller.notice = ""
        line.field.keypress((80,), key)
        return True

    def wheel(self, way: int) -> bool:
        self._move(way)
        return True

    def before(self) -> list[Binding]:
        line = self.focused
        found = []
        if line is not None and line.act is not None:
            short = line.short or Words("choose")
            found.append(Binding(("enter",), short, Words("do what the line with the focus says"), self._enter))
            if line.field is None:
                found.append(Binding((" ",), "", "", self._enter))
        found += line.keys if line is not None else []
        found += self.keys() if line is None or line.field is None else []
        move = Words("move between the lines")
        found += [
            Binding(("up",), "", move, lambda: self._move(-1), label=self.signs.ways[1]),
            Binding(("down",), "", "", lambda: self._move(1)),
        ]
        if line is not None and line.turn is not None and line.field is None:
            change = Binding(
                ("left",),
                Words("change"),
                Words("choose another value"),
                lambda: self._turn(-1),
                label=self.signs.ways[0],
            )
            found += [change, replace(change, keys=("right",), short="", about="", act=lambda: self._turn(1))]
        found.append(Binding(("esc",), Words("close"), Words("back to the board"), self.close, id="close"))
        return found

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        return bindings
