"""What draws a room: the interface of a skin, what it is given, and how many lines of the screen are for what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row
from tilenet.clients.terminal.signs import Signs

Place: TypeAlias = Cell | Thing | Callable[[], None] | None  # what a click is for

AROUND = 4  # lines of every screen: title, rule, typing, keys


@dataclass(frozen=True)
class LineBudget:
    """How many lines of a screen are for what. The rest is for what was said."""

    headline: int
    body: int
    tooltip: int = 1
    whole: tuple[int, int] | None = None  # if only a part of the room fits: the terminal that shows all of it

    def heard(self, lines: int) -> int:
        return lines - AROUND - self.headline - self.body - self.tooltip


@dataclass(frozen=True)
class SkinContext:
    """What a skin needs for painting, and what it paints."""

    controller: Controller
    inks: Inks
    signs: Signs
    now: Callable[[], float]
    is_safe: bool = False  # whether to use colours that colour-blind eyes can tell apart

    def marks(self, cell: Cell | None) -> tuple[str, str]:
        """What stands to the left and to the right of a tile: marks if it has the focus, blanks otherwise."""
        if cell is None or cell != self.controller.focus:
            return " ", " "
        return self.signs.focus_while_typing if self.controller.is_typing else self.signs.focus

    def is_me(self, name: str) -> bool:
        me = self.controller.model.my_agent
        return me is not None and me.name == name


class Skin(Protocol):
    """Draws the body of a screen, and says what is where in it.

    A skin is a subclass that knows at least `budget`, `rows` and `at`. It reads roles and facts of the model, and
    never names, texts or colours.
    """

    def model_changed(self) -> None:
        """The model has changed."""
        return

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        """The lines that it needs in a terminal of this size; None if the terminal is too small."""
        ...

    def rows(self, columns: int, lines: int) -> list[Row]:
        """The body: this many lines, each exactly this wide."""
        ...

    def at(self, column: int, line: int) -> Place:
        """What is at a place in the body: the cell of a tile, a player to talk to, or what a click there does."""
        ...

    def allows(self, thing: Thing) -> bool:
        """Whether the user may click this tile, or press this key, now."""
        return True

    def places(self) -> Mapping[Cell, tuple[float, float]] | None:
        """Where the tiles are, for moving the focus; None if they are where their cells are."""
        return None

    def keeps(self) -> tuple[int, int]:
        """How many columns and lines of the body, from its upper left, should stay visible when a game is over."""
        return 0, 0

    def due(self) -> float | None:
        """When it needs to be drawn again even if nothing happens; None if it does not."""
        return None

    def more(self) -> str:
        """Which part of the room is on the screen, in words; empty if all of it is."""
        return ""

    @property
    def has_focus(self) -> bool:
        """Whether a tile has the focus, and not something that is no tile."""
        return True

    def before(self) -> Sequence[Binding]:
        """What keys do here, even if the room or the client use them for something else."""
        return ()

    def type(self, key: str) -> bool:
        """Take a key as text, if there is something to type into, and say whether it was taken."""
        return False

    def wheel(self, way: int) -> bool:
        """Whether the mouse wheel does something here; then it is done. It is 1 for down, and -1 for up."""
        return False

    def bindings(self) -> Sequence[Binding]:
        """What keys do that the room does not use."""
        return ()

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        """Which of these to show in the line of keys."""
        return bindings
