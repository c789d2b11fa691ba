"""Keys: their names in Java, which a matrix uses, and in urwid; and what each key does here."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

SHIFT, CTRL, ALT = 1, 2, 8  # Java's bits for modifiers
WITH_CTRL = {"ctrl q", "ctrl left", "ctrl up", "ctrl down", "ctrl right"}  # always the client's own
HELD = {"shift": SHIFT, "ctrl": CTRL, "meta": ALT, "super": 0, "hyper": 0}  # by urwid's names

_PUNCTUATION = {
    "VK_SPACE": " ",
    "VK_COMMA": ",",
    "VK_PERIOD": ".",
    "VK_SLASH": "/",
    "VK_SEMICOLON": ";",
    "VK_COLON": ":",
    "VK_EQUALS": "=",
    "VK_MINUS": "-",
    "VK_PLUS": "+",
    "VK_UNDERSCORE": "_",
    "VK_ASTERISK": "*",
    "VK_MULTIPLY": "*",
    "VK_ADD": "+",
    "VK_SUBTRACT": "-",
    "VK_DIVIDE": "/",
    "VK_DECIMAL": ".",
    "VK_OPEN_BRACKET": "[",
    "VK_CLOSE_BRACKET": "]",
    "VK_BACK_SLASH": "\\",
    "VK_QUOTE": "'",
    "VK_BACK_QUOTE": "`",
    "VK_QUOTEDBL": '"',
    "VK_AMPERSAND": "&",
    "VK_LESS": "<",
    "VK_GREATER": ">",
    "VK_BRACELEFT": "{",
    "VK_BRACERIGHT": "}",
    "VK_LEFT_PARENTHESIS": "(",
    "VK_RIGHT_PARENTHESIS": ")",
    "VK_AT": "@",
    "VK_CIRCUMFLEX": "^",
    "VK_DOLLAR": "$",
    "VK_EXCLAMATION_MARK": "!",
    "VK_NUMBER_SIGN": "#",
}
_NAMED = {
    "VK_ENTER": "enter",
    "VK_TAB": "tab",
    "VK_ESCAPE": "esc",
    "VK_BACK_SPACE": "backspace",
    "VK_DELETE": "delete",
    "VK_INSERT": "insert",
    "VK_HOME": "home",
    "VK_END": "end",
    "VK_PAGE_UP": "page up",
    "VK_PAGE_DOWN": "page down",
    "VK_UP": "up",
    "VK_DOWN": "down",
    "VK_LEFT": "left",
    "VK_RIGHT": "right",
    "VK_KP_UP": "up",
    "VK_KP_DOWN": "down",
    "VK_KP_LEFT": "left",
    "VK_KP_RIGHT": "right",
}

#: The key of a terminal for each of Java's names.
JAVA: dict[str, str] = {
    **{f"VK_{letter}": letter.lower() for letter in string.ascii_uppercase},
    **{f"VK_{digit}": digit for digit in string.digits},
    **{f"VK_NUMPAD{digit}": digit for digit in string.digits},
    **{f"VK_F{number}": f"f{number}" for number in range(1, 25)},
    **_PUNCTUATION,
    **_NAMED,
}


def pressed(key: str) -> tuple[str, int]:
    """Split what urwid calls a key: the key alone, and Java's bits for the modifiers."""
    held, key = _apart(key)
    modifiers = sum(HELD[name] for name in held)
    if len(key) == 1 and key.isascii() and key.isupper():
        return key.lower(), modifiers | SHIFT
    return key, modifiers


def _apart(key: str) -> tuple[list[str], str]:
    """The modifiers, and the key alone. A key's name can have a blank in it, and Space is one."""
    held = []
    while (first := key.partition(" "))[0] in HELD and first[2]:
        held.append(first[0])
        key = first[2]
    return held, key


def shown(key: str) -> str:
    """A key as people write it: F1, Ctrl-Q, Enter, a."""
    words = {" ": "Space", "page up": "PgUp", "page down": "PgDn", "meta": "Alt"}
    held, key = _apart(key)
    if key in words:
        last = words[key]
    elif len(key) == 1:
        last = key.upper() if held else key
    else:
        last = key.capitalize()
    return "-".join([*(words.get(name, name.capitalize()) for name in held), last])


@dataclass(frozen=True)
class Binding:
    """Keys that do one thing now, and the words for it."""

    keys: tuple[str, ...]
    short: str  # for the line of keys; empty if it is not shown there
    about: str  # for the help
    act: Callable[[], None]
    label: str = ""  # a name for all the keys; otherwise the first of them is shown
    id: str = ""  # what it does: the role of the tile that does the same, or a word of the client's own
    is_enabled: bool = True  # whether it does anything but say why not
    held: Callable[[int], None] | None = None  # what it does with other keys held down, which are Java's bits

    @property
    def shown(self) -> str:
        return self.label or shown(self.keys[0])


def find(bindings: Sequence[Binding], key: str) -> Binding | None:
    """The first binding that has this key."""
    return next((binding for binding in bindings if key in binding.keys), None)


def without(bindings: Sequence[Binding], first: Sequence[Binding]) -> list[Binding]:
    """These bindings without the keys of those that come first."""
    taken = {key for binding in first for key in binding.keys}
    left = [(one, tuple(key for key in one.keys if key not in taken)) for one in bindings]
    return [replace(one, keys=keys) for one, keys in left if keys]


def meaning(bindings: Sequence[Binding], typed: str) -> Callable[[], None] | None:
    """What a key does now; None if nothing."""
    name, modifiers = pressed(typed)
    can_be_held = typed not in WITH_CTRL and (len(name) > 1 or not modifiers & (CTRL | ALT))
    for binding in bindings:
        if typed in binding.keys:
            return binding.act
        if binding.held is not None and name in binding.keys and can_be_held:
            return partial(binding.held, modifiers)
    return None
