"""Knows that no text can do harm to a terminal, and that every text fits where it is put."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase
from urwid import calc_width

from tilenet.clients.terminal.glyphs import MARKS, UNKNOWN, centred, columns, cut, fit, fit_name, visible, wrap

WIDE = "\u4e16"  # a character of two columns
ACUTE = "\u0301"  # a mark without a column of its own
VISARGA = "\u0903"  # a mark that takes a column
VIRAMA = "\u094d"  # a mark that joins what is around it
JOINER = "\u200d"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1e9\U0001f1ea"
THUMB = "\U0001f44d"
SKIN = "\U0001f3fd"

#: Texts that are made to do harm, or to be measured wrongly.
NASTY = [
    *("\x1b[2J\x1b[1;1H", "\x1b]0;title\x07", "\x9b2J\x9d0;title\x9c", "\x07\x08\x00\x7f\x90"),
    "a\rb\nc\td\x0be\x0cf\x85g\u2028h\u2029i",
    "\u202eabc\u202c\u2066abc\u2069\u200f\u061c",
    *("\ud800\udfff", "\ue000\U000f0000\U0010fffd", "\U000e0041\U000e007f\ufeff\u2060"),
    *(FAMILY, FLAG, FLAG + "\U0001f1e9", THUMB + SKIN, "\u2764\ufe0f", "1\ufe0f\u20e3"),
    *("e" + ACUTE * 9, JOINER + ACUTE, "e" + JOINER + ACUTE, " " + ACUTE + VISARGA, "a" + VISARGA * 5),
    *(WIDE + VISARGA + "\u3099", (WIDE + VIRAMA) * 20, "\u0915\u094d\u0937\u093f", "\u1112\u1161\u11ab"),
    "\u1161\u11ab\ud7b0\ud7fb\u115f\u1160\u3164\uffa0",
    *("\u0300\u0301abc", "\U0001f1e6" + ACUTE, "\u3000\u00a0\u2003x"),
]

#: Control, format, surrogate, private and unassigned characters, and what ends a line.
HARMFUL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
#: Thousands of characters that are all alike.
MANY = (
    *("CJK UNIFIED", "CJK COMPAT", "HANGUL SYLLABLE", "TANGUT"),
    *("NUSHU", "KHITAN", "CUNEIFORM", "EGYPTIAN", "ANATOLIAN"),
)

characters = (
    st.sampled_from(["a", " ", WIDE, ACUTE, VISARGA, VIRAMA, JOINER, SKIN, THUMB, "\ufe0f", "\u3099", "\u304b"])
    | st.sampled_from("".join(NASTY))
    | st.characters(categories=["Mn", "Mc", "Me", "Cf", "Lo", "So"])
    | st.characters(categories=None)
)
texts = st.text(characters, max_size=20) | st.lists(st.sampled_from(NASTY), max_size=3).map("".join) | st.text()
seen = texts.map(visible)
widths = st.integers(0, 30)


def letters(text: str) -> list[str]:
    """A text taken apart: each character with its marks."""
    edges = [at for at, char in enumerate(text) if not unicodedata.category(char).startswith("M")]
    return [text[begin:end] for begin, end in pairwise([*edges, len(text)])]


def is_harmless(text: str) -> bool:
    return not any(unicodedata.category(char) in HARMFUL for char in text)


class Visible(SynchronousTestCase):
    def test_plain_text_stays_as_it_is(self) -> None:
        for text in ("", " a  b ", "Äpfel", "\u4e16\u754c", "привет", "\u00b7 \u2026 \u25ba", THUMB, "\U0001f200"):
            self.assertEqual(visible(text), text)

    def test_what_becomes_of_special_characters(self) -> None:
        cases = {
            "a\tb\nc\r\nd": "a b c  d",
            "a\u3000b\u00a0c\u2028d\u2003e\u202ff": "a b c d e f",
            "\x1b[2Jx": f"{UNKNOWN}[2Jx",
            "\x07\x9b": UNKNOWN * 2,
            "\x1b]0;title\x07": f"{UNKNOWN}]0;title{UNKNOWN}",
            "\u202eabc\u202c": "abc",
            "a\u200bb\u200dc\ufeffd\u00ade": "abcde",
            "\ud800": UNKNOWN,
            "\ue000": UNKNOWN,
            "\U000e0041x": "x",
            "\u0378": UNKNOWN,
            "e" + ACUTE: "\u00e9",
            "e" + JOINER + ACUTE: "\u00e9",
            ACUTE + "e": "e",
            JOINER + ACUTE + "e": "e",
            " " + ACUTE + "e": " e",
            FAMILY: "\U0001f468\U0001f469\U0001f467",
            FLAG: "DE",
            THUMB + SKIN: THUMB,
            "\u2764\ufe0f": "\u2764",
            "a\ufe00\ufe0f\U000e0100\U000e01efb\ufe10": "ab\ufe10",
            "1\ufe0f\u20e3": "1\u20e3",
            "\u1112\u1161\u11ab": "\ud55c",
            "\u1161\ud7b0": UNKNOWN * 2,
            "a\u3164\u2800\u034f\u115f\uffa0b": "ab",
            "\U0001f3fb\U0001f3fc\U0001f3fe\U0001f3ff\U0001f400": "\U0001f400",  # the colours of skin, and a rat
            "\u0915\u093f": "\u0915\u093f",  # a vowel sign behind its letter
            "\u0915\u094d\u0937": "\u0915\u0937",  # two letters that some would join
            "a" + VISARGA * 2: "a" + VISARGA,
            WIDE + VISARGA: WIDE,
        }
        for text, shown in cases.items():
            self.assertEqual(visible(text), shown, ascii(text))

    def test_a_letter_has_few_marks(self) -> None:
        """Or else they would climb over the lines above."""
        self.assertEqual(visible("x" + "\u0323\u0330\u0331" * 9 + "y"), "x" + "\u0323\u0330" + "y")
        self.assertEqual(MARKS, 2)

    def test_every_character_behind_another(self) -> None:
        """All of Unicode but ideographs and the like: nothing moves, rings, hides or is counted wrongly."""
        for char in map(chr, range(0xE0200)):
            if unicodedata.category(char) in ("Cn", "Co", "Cs") or unicodedata.name(char, "").startswith(MANY):
                continue
            shown = visible(f"a{char}{WIDE}")
            parts = letters(shown)
            if columns(shown) != sum(map(columns, parts)) or not all(map(columns, parts)) or not is_harmless(shown):
                self.fail(f"{char!a} is shown as {shown!a}")

    @settings(max_examples=300, deadline=None)
    @given(texts)
    @example("e" + JOINER + ACUTE)
    @example(WIDE + VISARGA + "\u3099")
    @example("\u304b" + VISARGA + "\u3099")
    def test_what_is_left_can_be_seen_and_cut_before_any_letter(self, text: str) -> None:
        """It stays as it is, no word begins with a mark, and a letter, with its marks, takes a column or two."""
        for shown in (visible(text), *map(visible, NASTY)):
            self.assertTrue(is_harmless(shown), ascii(shown))
            self.assertTrue(shown.replace("\u1680", "").isprintable(), ascii(shown))  # Ogham's blank is a line
            self.assertEqual(visible(shown), shown)
            parts = letters(shown)
            self.assertEqual("".join(parts), shown)
            self.assertEqual(calc_width(shown, 0, len(shown)), sum(calc_width(part, 0, len(part)) for part in parts))
            self.assertLessEqual({columns(part) for part in parts}, {1, 2})
            for word in shown.split(" "):
                self.assertFalse(word and unicodedata.category(word[0]).startswith("M"), ascii(shown))

    @settings(max_examples=300, deadline=None)
    @given(seen, seen)
    @example(visible(WIDE + VIRAMA), WIDE)
    @example("a", visible(JOINER + VISARGA))
    def test_texts_side_by_side_take_the_sum_of_their_columns(self, one: str, other: str) -> None:
        """A row is made of pieces, and measured as a whole again when it is drawn."""
        self.assertEqual(columns(one + other), columns(one) + columns(other))


class Fitting(SynchronousTestCase):
    def test_cutting(self) -> None:
        for text, width, shown in [
            ("hello", 5, "hello"),
            ("hello", 4, "hel\u2026"),
            ("hello", 1, "\u2026"),
            ("hello", 0, ""),
            ("hello", -1, ""),
            ("", 0, ""),
            (WIDE * 3, 6, WIDE * 3),
            (WIDE * 3, 5, WIDE * 2 + "\u2026"),
            (WIDE * 3, 4, WIDE + "\u2026"),
            (WIDE, 1, "\u2026"),
            ("x" + ACUTE + "yz", 2, "x" + ACUTE + "\u2026"),
            ("\u0915\u093e\u0915\u093e", 3, "\u0915\u093e\u2026"),
        ]:
            self.assertEqual(cut(text, width), shown, (ascii(text), width))

    def test_what_tells_names_apart_stays(self) -> None:
        for name, width, shown in (
            ("averylongname2", 13, "averylongna…2"),
            ("averylongname2", 14, "averylongname2"),
            ("averylongname", 13, "averylongname"),
            ("averylongbot-1-2", 13, "averylongb…-2"),
            ("averylongname12345678", 13, "averylon…5678"),
            ("averylongname", 8, "averylo…"),
            ("name2", 3, "n…2"),
            ("name2", 2, "n…"),
            ("name1234", 4, "nam…"),
            (WIDE * 9 + "2", 8, WIDE * 3 + "…2"),
            (WIDE * 9 + "2", 7, WIDE * 2 + "…2 "),
            ("ann", 5, "ann  "),
        ):
            self.assertEqual(fit_name(name, width), shown, (name, width))
        self.assertEqual(fit_name("averylongname2", 13, "~"), "averylongna~2")

    def test_cutting_with_another_sign(self) -> None:
        self.assertEqual((cut("hello", 3, "~"), cut("hello", 3, "..."), cut("hello", 2, "...")), ("he~", "...", ""))
        self.assertEqual((fit("hello", 3, "~"), centred("hello", 3, "~")), ("he~", "he~"))
        self.assertEqual((fit("ab", 5), centred("ab", 5), centred("ab", 6)), ("ab   ", " ab  ", "  ab  "))

    @settings(max_examples=300, deadline=None)
    @given(seen, widths)
    def test_all_of_them_fit(self, text: str, width: int) -> None:
        """What is cut has as much of the beginning as there is room for, and a sign that there was more."""
        self.assertEqual(columns(fit_name(f"{visible(text)}2", width)), width)
        shown = cut(text, width)
        self.assertLessEqual(columns(shown), width)
        self.assertEqual((columns(fit(text, width)), columns(centred(text, width))), (width, width))
        self.assertEqual(centred(text, width).strip(" "), fit(text, width).strip(" "))
        if columns(text) <= width:
            self.assertEqual(shown, text)
        elif width:
            kept = shown.removesuffix("\u2026")
            self.assertEqual((text.startswith(kept), shown), (True, kept + "\u2026"))
            following = letters(text[len(kept) :])[0]
            self.assertGreater(columns(kept + following), width - 1)


class Wrapping(SynchronousTestCase):
    def test_lines_break_between_words(self) -> None:
        for text, width, lines in [
            ("", 5, [""]),
            ("hello", 5, ["hello"]),
            ("hello you", 9, ["hello you"]),
            ("hello you", 8, ["hello", "you"]),
            ("a b c d", 3, ["a b", "c d"]),
            ("a  b", 4, ["a  b"]),
            ("hello", 2, ["he", "ll", "o"]),
            ("hello ", 5, ["hello"]),
            ("so hello", 4, ["so", "hell", "o"]),
            ("hello so", 4, ["hell", "o so"]),
            (WIDE * 3, 5, [WIDE * 2, WIDE]),
            ("a " + WIDE * 3, 4, ["a", WIDE * 2, WIDE]),
            ("\u0915\u093e\u0915\u093e", 3, ["\u0915\u093e", "\u0915\u093e"]),
        ]:
            self.assertEqual(wrap(text, width), lines, (ascii(text), width))

    @settings(max_examples=300, deadline=None)
    @given(seen, st.integers(2, 20))
    def test_lines_fit_and_nothing_is_lost(self, text: str, width: int) -> None:
        lines = wrap(text, width)
        self.assertTrue(lines)
        self.assertLessEqual(max(map(columns, lines)), width)
        self.assertEqual("".join(lines).replace(" ", ""), text.replace(" ", ""))
        words = [word for line in lines for word in line.split(" ")]
        for word in text.split(" "):
            if word and columns(word) <= width:
                self.assertIn(word, words, "it fits, and is broken")

    def test_no_room_at_all_ends_somewhere(self) -> None:
        for width in (-1, 0, 1):
            for line in wrap(f"a {WIDE} b", width):
                self.assertLessEqual(columns(line), 1)
