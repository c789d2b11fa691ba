"""What the user is doing: which tile has the focus, whether the keyboard clicks or types, and what each act sends.

It knows the link and the model, and neither urwid nor the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tilenet.clients.link import Link
from tilenet.clients.model import Cell, Line, Thing
from tilenet.clients.terminal.glyphs import visible
from tilenet.clients.terminal.keys import JAVA, Binding, pressed
from tilenet.clients.terminal.results import Results
from tilenet.messages import KEY

LONGEST = 1000  # characters in one go; a server may allow fewer, and says so, but no tag is too long for it

HOME, HELP, RESTART = "Home", "Help", "Restart"  # what these tiles are called on every server

RESERVED = {"tab", "f1", "f10"}  # the client's own, in every matrix
WITH_CTRL = {"ctrl q", "ctrl left", "ctrl up", "ctrl down", "ctrl right"}  # these, too; the keys alone are a matrix's


class Desk:
    """One user at one link."""

    def __init__(self, link: Link, now: Callable[[], float], results: Results) -> None:
        self.link = link
        self.model = link.model
        self.results = results
        self.is_typing = False
        self.focus: Cell | None = None
        self.origin: Cell = (0, 0)  # the first cell on the screen, where not all fit
        self.is_following = True  # whether the screen follows the focus
        self.back = 0  # how many lines of what was heard have been scrolled back
        self.notice = ""  # a word to the user, until the next act
        self.now = now
        self.allows: Callable[[Thing], bool] = lambda thing: True  # what the screen has against an act, if anything
        self._matrix: str | None = None
        self._lines_heard = 0

    # News

    def told(self) -> list[Line]:
        """The model has changed; the lines that were not heard before."""
        model = self.model
        new = min(model.lines_heard - self._lines_heard, len(model.heard))
        self._lines_heard = model.lines_heard
        lines = [model.heard[number] for number in range(len(model.heard) - new, len(model.heard))]
        for line in lines:
            self.results.hear(line, self.now())
        if model.current != self._matrix:
            if self._matrix is not None:
                self.notice = ""
            self._matrix = model.current
            self.focus, self.origin = None, (0, 0)
            self.is_following = True
        cells = model.grid()
        if self.focus not in cells:
            near = self.focus
            self.focus = min(cells, key=lambda cell: self._aptness(cells[cell], near), default=None)
        return lines

    def remember(self, lines: Iterable[Line]) -> None:
        """What was heard in another session: it is no news, and no result of now."""
        for line in lines:
            self.model.note(line)
        self._lines_heard = self.model.lines_heard

    def _aptness(self, tile: Thing, near: Cell | None) -> tuple[object, ...]:
        """The least is the tile to begin with: one to play with, and rather not one that leads away."""
        leads_away = tile.name in (HOME, HELP)
        is_first = near is None and tile.name == RESTART and tile.is_enabled
        x, y = near or (0, 0)
        return not is_first, leads_away, not tile.is_enabled, _apart(tile.cell, (x, y)), tile.y, tile.x

    @property
    def focused(self) -> Thing | None:
        return None if self.focus is None else self.model.grid().get(self.focus)

    # Tiles

    def move(self, across: int, down: int) -> None:
        """Move the focus to the nearest tile in a direction; where there is none it stays."""
        self.notice = ""
        self.is_following = True
        if self.focus is None:
            return
        x, y = self.focus
        ways = []
        for cell in self.model.grid():
            ahead = (cell[0] - x) * across + (cell[1] - y) * down
            aside = abs((cell[0] - x) * down) + abs((cell[1] - y) * across)
            if ahead > 0:
                ways.append((ahead + 3 * aside, cell[1], cell[0]))
        if ways:
            _, row, column = min(ways)
            self.focus = column, row

    def scroll_tiles(self, across: int, down: int) -> None:
        """Look at other tiles, the focus staying where it is."""
        self.is_following = False
        self.origin = self.origin[0] + across, self.origin[1] + down

    def click(self, cell: Cell | None = None) -> None:
        """Click the tile in a cell, otherwise the one with the focus."""
        self.notice = ""
        if cell is not None:
            if cell not in self.model.grid():
                return
            self.focus, self.is_typing = cell, False
        self.is_following = True
        tile = self.focused
        if tile is not None and self.allows(tile) and not self.link.click(tile):
            self.notice = self._why_not("That tile")

    def press(self, key: Thing, modifiers: int) -> None:
        self.notice = ""
        if self.allows(key) and not self.link.press(key, modifiers):
            self.notice = self._why_not("That key")

    def _why_not(self, what: str) -> str:
        me = self.model.my_agent
        if me is not None and not me.is_enabled:
            return "You are in the audience (no energy): you can look and talk."
        return f"{what} is disabled now."

    # Keys of the matrix

    def key_for(self, typed: str) -> tuple[Thing, int] | None:
        """The key of the matrix that was typed, and what was held down."""
        name, modifiers = pressed(typed)
        if name in RESERVED or typed in WITH_CTRL:
            return None
        key = self._keys().get(name)
        return None if key is None else (key, modifiers)

    def _keys(self) -> dict[str, Thing]:
        """The keys of the matrix, by what is typed; of several for the same, one that is enabled."""
        found: dict[str, Thing] = {}
        for key in self.model.here(KEY):
            typed = JAVA.get(key.name)
            if typed is None or typed in RESERVED:
                continue
            if typed not in found or (key.is_enabled and not found[typed].is_enabled):
                found[typed] = key
        return found

    def matrix_bindings(self) -> list[Binding]:
        """The keys of the matrix that can be pressed now."""
        return [
            Binding((typed,), key.text, key.text or key.name, lambda key=key: self.press(key, 0))  # type: ignore[misc]
            for typed, key in self._keys().items()
            if self.model.can_act_on(key)
        ]

    def free(self, bindings: Iterable[Binding]) -> list[Binding]:
        """These bindings without the keys that the matrix has for itself, enabled or not."""
        taken = self._keys().keys()
        left = [(binding, tuple(key for key in binding.keys if key not in taken)) for binding in bindings]
        return [replace(binding, keys=keys) for binding, keys in left if keys]

    def unreachable_keys(self) -> list[Thing]:
        """The keys of the matrix that this keyboard cannot press."""
        return [key for key in self.model.here(KEY) if JAVA.get(key.name) in (None, *RESERVED)]

    # Talk

    def say(self, text: str) -> bool:
        """Say what was typed: `@name text` to one player, `@name (text)` as a whisper, all else to the room.

        Whether it was said; if not, the notice tells why.
        """
        self.notice = ""
        words = text.strip()
        if not words:
            return True
        if len(words) > LONGEST:
            self.notice = f"That is {len(words)} characters long, and nobody would read it: {LONGEST} are the most."
            return False
        if text.startswith("@"):
            return self._say_to_one(text[1:])
        if words.startswith("(") and words.endswith(")"):
            self.notice = "A whisper to whom? Type @name (text)."
            return False
        if self.model.matrix is not None:
            self.link.say(self.model.matrix, words)
        return True

    def _say_to_one(self, text: str) -> bool:
        named = [
            (name, agent)
            for agent in self.model.agents()
            for name in (agent.name, visible(agent.name))  # as it is, and as it can be seen and typed
            if name and _begins(text, name)
        ]
        if not named:
            called = visible(text.split(" ")[0])
            why = f"Nobody here is called {called!r}." if called else "To whom?"
            self.notice = f"{why} It is @name text; a blank before @ says it to all."
            return False
        name, agent = max(named, key=lambda one: len(one[0]))
        rest = text[len(name) :]
        words = (rest[1:] if rest[:1] in (":", ",") else rest).strip()
        if words.startswith("(") and not words.endswith(")"):
            self.notice = "Not said: a whisper ends with a bracket, and without it all would hear it."
            return False
        if not words:
            self.notice = f"Say what to {name}? Type @{name} text, or @{name} (text) for a whisper."
            return False
        self.link.say(agent, words)
        return True

    def scroll_back(self, lines: int) -> None:
        """Look at what was heard before; the table sees to it that there is something."""
        self.back = max(0, self.back + lines)


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _begins(text: str, name: str) -> bool:
    """Whether a text begins with a name, and the name ends there."""
    rest = text[len(name) :]
    return text[: len(name)].casefold() == name.casefold() and (not rest or rest[0] in " :,")
