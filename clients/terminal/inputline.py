"""Lines to type in: one with the usual keys of a shell, and others for a suggested name, for talk and for passwords."""

from __future__ import annotations

from typing import Any

from urwid import AttrSpec, Canvas, Edit

from tilenet.clients.terminal.glyphs import visible

LONGEST = 1024  # characters: more than anybody may say, and than a password has
MOVING = ("left", "right", "home", "end", "ctrl a", "ctrl e")
DELETING = ("backspace", "delete", "ctrl u", "ctrl k", "ctrl w")


class InputLine(Edit):
    """A line of visible text; Ctrl-A, -E, -U, -K and -W do what they do in a shell."""

    def __init__(self, caption: str = "", text: str = "") -> None:
        super().__init__(caption, visible(text), wrap="clip")

    def keypress(self, size: tuple[int], key: str) -> str | None:  # type: ignore[override]
        before, after = self.edit_text[: self.edit_pos], self.edit_text[self.edit_pos :]
        match key:
            case "ctrl a" | "home":  # urwid would go to the ends of the visible part
                self.set_edit_pos(0)
            case "ctrl e" | "end":
                self.set_edit_pos(len(self.edit_text))
            case "ctrl u":
                self.put("", after)
            case "ctrl k":
                self.put(before, "")
            case "ctrl w":
                words = before.rstrip()
                self.put(words[: words.rfind(" ") + 1], after)
            case _ if self.valid_char(key):
                if len(self.edit_text) < LONGEST:
                    self.put(before + key, after)
            case _:
                return super().keypress(size, key)
        return None

    def put(self, before: str, after: str = "") -> None:
        """Set the text, with the cursor between these two parts."""
        before = visible(before)
        self.set_edit_text(before + visible(after))
        self.set_edit_pos(len(before))


class SuggestionLine(InputLine):
    """A line that begins with a suggestion: typing replaces it as a whole, and moving the cursor begins to edit it."""

    def __init__(self, caption: str, suggestion: str, selected: AttrSpec) -> None:
        """`selected` is the ink of what the first character will replace."""
        self._selected = selected
        self._is_untouched = self._has_focus = False
        super().__init__(caption, suggestion)
        self._is_untouched = bool(self.edit_text)

    def render(self, size: tuple[int], focus: bool = False) -> Canvas:  # type: ignore[override]
        self._has_focus = focus
        return super().render(size, focus)

    def get_text(self) -> tuple[str, list[tuple[Any, int]]]:
        text = str(self.caption) + str(self.edit_text)
        is_selected = self._is_untouched and self._has_focus
        return text, [(None, len(self.caption)), (self._selected, len(self.edit_text))] if is_selected else []

    def keypress(self, size: tuple[int], key: str) -> str | None:  # type: ignore[override]
        if self._is_untouched and (key in DELETING or self.valid_char(key)):
            self._touch()
            self.put("")
        elif key in MOVING:
            self._touch()
        return super().keypress(size, key)

    def mouse_event(self, *args: Any) -> bool | None:
        self._touch()
        return super().mouse_event(*args)

    def _touch(self) -> None:
        self._is_untouched = False
        self._invalidate()


class ChatLine(InputLine):
    """A line that remembers what was said."""

    def __init__(self) -> None:
        super().__init__()
        self._said: list[str] = []
        self._recalled = 0  # how far back in it

    def note(self) -> None:
        """What is typed was said: begin another line."""
        text = self.edit_text
        if text.strip() and text not in self._said[-1:]:
            self._said.append(text)
        self._recalled = 0
        self.put("")

    def recall(self, step: int) -> None:
        """Bring back what was said before: the server may have refused it."""
        self._recalled = min(max(self._recalled + step, 0), len(self._said))
        self.put(self._said[-self._recalled] if self._recalled else "")

    def continue_from(self, other: ChatLine) -> None:
        """Continue with what was said and typed in another session."""
        self._said, self._recalled = other._said, other._recalled
        self.put(other.edit_text[: other.edit_pos], other.edit_text[other.edit_pos :])


class PasswordLine(InputLine):
    """A line that shows nothing of what is typed, not even its length."""

    def get_text(self) -> tuple[str, list[tuple[object, int]]]:
        return str(self.caption), []

    def keypress(self, size: tuple[int], key: str) -> str | None:  # type: ignore[override]
        if key == "backspace":
            self.set_edit_text(self.edit_text[:-1])
        elif key == "ctrl u":
            self.set_edit_text("")
        elif self.valid_char(key):
            self.set_edit_text(self.edit_text + key)
        else:
            return key
        return None

    def get_cursor_coords(self, size: tuple[int]) -> tuple[int, int]:
        return len(self.caption), 0

    def get_pref_col(self, size: tuple[int]) -> int:
        return len(self.caption)

    def mouse_event(self, *args: object) -> bool:
        return True
