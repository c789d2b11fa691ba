"""Knows that every key which a matrix can name is one that urwid reports, and how keys are written."""

from __future__ import annotations

import string

from twisted.trial.unittest import SynchronousTestCase
from urwid.display.escape import process_keyqueue

from tilenet.clients.terminal.keys import ALT, CTRL, JAVA, SHIFT, Binding, find, pressed, shown

#: What a terminal sends for the keys that have names.
SEQUENCES = {
    "enter": "\r",
    "tab": "\t",
    "esc": "\x1b",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "insert": "\x1b[2~",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "page up": "\x1b[5~",
    "page down": "\x1b[6~",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "left": "\x1b[D",
    "right": "\x1b[C",
    **dict(zip(("f1", "f2", "f3", "f4"), ("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS"), strict=True)),
    **{
        f"f{number}": f"\x1b[{code}~"
        for number, code in enumerate((15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34), 5)
    },
    **{f"f{number}": f"\x1b[{57384 + number - 21}u" for number in range(21, 25)},
}


def reported(sent: str) -> str:
    """The key that urwid reports for what a terminal sends."""
    (key,), rest = process_keyqueue([ord(char) for char in sent], False)
    assert isinstance(key, str) and not rest, (sent, key, rest)
    return key


class Java(SynchronousTestCase):
    """[c8.9] a key's name is a Java virtual key name."""

    def test_names(self) -> None:
        for name, key in {
            "VK_NUMPAD6": "6",
            "VK_SPACE": " ",
            "VK_A": "a",
            "VK_F24": "f24",
            "VK_ESCAPE": "esc",
            "VK_BACK_SPACE": "backspace",
            "VK_PAGE_UP": "page up",
            "VK_KP_LEFT": "left",
            "VK_SUBTRACT": "-",
            "VK_BACK_SLASH": "\\",
            "VK_QUOTEDBL": '"',
        }.items():
            self.assertEqual(JAVA[name], key)
        self.assertTrue({f"VK_{char}" for char in string.ascii_uppercase + string.digits} <= JAVA.keys())
        self.assertTrue({f"VK_F{number}" for number in range(1, 25)} <= JAVA.keys())
        self.assertNotIn("VK_F25", JAVA)

    def test_each_is_a_key_that_urwid_reports(self) -> None:
        for name, key in JAVA.items():
            self.assertRegex(name, r"\AVK_[A-Z0-9_]+\Z")
            self.assertEqual(reported(key if len(key) == 1 else SEQUENCES[key]), key, name)

    def test_each_is_found_back_with_something_held_down(self) -> None:
        for key in set(JAVA.values()):
            self.assertEqual(pressed(key), (key, 0))
            self.assertEqual(pressed(f"meta {key}"), (key, ALT))
            self.assertEqual(pressed(f"shift meta ctrl {key}"), (key, SHIFT | ALT | CTRL))


class Pressed(SynchronousTestCase):
    """[c8.2] modifiers are Java's bits."""

    def test_the_bits(self) -> None:
        """Those of java.awt.event.InputEvent: SHIFT_MASK, CTRL_MASK and ALT_MASK."""
        self.assertEqual((SHIFT, CTRL, ALT), (1, 2, 8))

    def test_what_a_terminal_sends(self) -> None:
        for sent, key in {
            "a": ("a", 0),
            "A": ("a", SHIFT),
            "!": ("!", 0),
            " ": (" ", 0),
            "\x11": ("q", CTRL),
            "\x1ba": ("a", ALT),
            "\x1bA": ("a", ALT | SHIFT),
            "\x1b ": (" ", ALT),
            "\x1b\x11": ("q", ALT | CTRL),
            "\x1b[Z": ("tab", SHIFT),
            "\x1b[1;2A": ("up", SHIFT),
            "\x1b[1;5C": ("right", CTRL),
            "\x1b[1;8D": ("left", SHIFT | ALT | CTRL),
            "\x1b[5~": ("page up", 0),
            "\x1b[6;5~": ("page down", CTRL),
            "\x1b[5;3~": ("page up", ALT),
            "\x1b[15;2~": ("f5", SHIFT),
            "\x1b[1;2P": ("f1", SHIFT),
            "\x1b[32;5u": (" ", CTRL),
            "\x1b[97;9u": ("a", 0),  # Super and Hyper are none of Java's
            "\x1b[97;17u": ("a", 0),
            "\x1b\r": ("enter", ALT),
        }.items():
            self.assertEqual(pressed(reported(sent)), key, ascii(sent))

    def test_keys_that_java_does_not_know_stay_whole(self) -> None:
        for key in ("Ä", "ß", "left shift", "media play", "begin paste", "<0>", "<csi 99x>", "shift", "ctrl", ""):
            self.assertEqual(pressed(key), (key, 0))
            self.assertNotIn(pressed(key)[0], JAVA.values())


class Shown(SynchronousTestCase):
    def test_forms(self) -> None:
        for key, form in {
            "a": "a",
            " ": "Space",
            "f1": "F1",
            "enter": "Enter",
            "esc": "Esc",
            "page up": "PgUp",
            "ctrl q": "Ctrl-Q",
            "ctrl page up": "Ctrl-PgUp",
            "shift tab": "Shift-Tab",
            "meta a": "Alt-A",
            "meta  ": "Alt-Space",
            "shift meta ctrl down": "Shift-Alt-Ctrl-Down",
            "super x": "Super-X",
        }.items():
            self.assertEqual(shown(key), form)

    def test_every_key_of_a_matrix_has_a_form_of_its_own(self) -> None:
        keys = set(JAVA.values())
        self.assertEqual(len({shown(key) for key in keys}), len(keys))


class Bindings(SynchronousTestCase):
    def test_a_binding_is_found_by_any_of_its_keys_and_called_by_its_first_or_by_its_label(self) -> None:
        bindings = [
            Binding(("enter", " "), "click", "click the tile", lambda: None),
            Binding(("f10", "ctrl q"), "leave", "leave", lambda: None, "F10 or so"),
            Binding((" ",), "other", "never found", lambda: None),
        ]
        for key, number in {"enter": 0, " ": 0, "f10": 1, "ctrl q": 1}.items():
            self.assertIs(find(bindings, key), bindings[number])
        for key in ("q", "ctrl", "f1", "", "Enter"):
            self.assertIsNone(find(bindings, key))
        self.assertEqual([binding.shown for binding in bindings], ["Enter", "F10 or so", "Space"])
