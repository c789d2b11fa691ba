"""Knows what people may be called, which names are the same, and what is left of what they say."""

from __future__ import annotations

import sys
import unicodedata

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.text import MAX_NAME, BadName, clean_speech, name_key, numbered, plain, proper_name

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ZERO_WIDTH = "\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff"
INVISIBLE = "\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00\ufe0f\U000e0001\U000e0041\U000e0100\U0001d173"
BREAKS = "\t\n\x0b\x0c\r\x85\u2028\u2029"
CONTROLS = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0))))

texts = st.text(st.characters(), max_size=50)


def is_name(text: str) -> bool:
    try:
        proper_name(text)
    except BadName:
        return False
    return True


names = texts.filter(is_name).map(proper_name)


class NameTest(SynchronousTestCase):
    def test_ordinary_names_are_kept_as_they_are(self) -> None:
        for name in ("ann", "Ann Lee", "a", "\u00c9milie", "\u674e\u96f7", "x_X-9", 'O\'Neil & "co" >', "\U0001f600"):
            self.assertEqual(proper_name(name), name)

    def test_blanks_around_a_name_are_taken_off(self) -> None:
        for name in (" ann", "ann  ", "\tann\n", "\u00a0ann\u3000"):
            self.assertEqual(proper_name(name), "ann", repr(name))

    def test_a_name_has_a_character(self) -> None:
        for name in ("", " ", "\n", "\u3000", "\u00a0 "):
            self.assertRaises(BadName, proper_name, name)

    def test_a_name_has_32_characters_at_most(self) -> None:
        """The blanks around it do not count."""
        self.assertEqual(proper_name(" " + "x" * 32 + " "), "x" * 32)
        self.assertRaises(BadName, proper_name, "x" * 33)

    def test_a_name_has_no_less_than_sign(self) -> None:
        """c8.4: a user with < in it is rejected."""
        for name in ("<", "a<b", "<b>"):
            self.assertRaises(BadName, proper_name, name)

    def test_a_name_has_nothing_in_it_that_hides_breaks_or_turns_the_line(self) -> None:
        for character in CONTROLS + BREAKS + BIDI + ZERO_WIDTH + INVISIBLE + "\ud800\udfff\ufffe\uffff\ue000":
            self.assertFalse(is_name(f"a{character}b"), repr(character))

    def test_a_name_has_no_blank_but_the_space(self) -> None:
        for character in "\u00a0\u2000\u2003\u3000\u1680":
            self.assertFalse(is_name(f"a{character}b"), repr(character))

    def test_a_reason_is_given(self) -> None:
        for name, why in (("", "at least"), ("x" * 33, "at most 32"), ("<", "<"), ("a\nb", "one line")):
            with self.assertRaises(BadName) as raised:
                proper_name(name)
            self.assertIn(why, str(raised.exception))

    @settings(deadline=None, max_examples=100)
    @given(names)
    def test_a_proper_name_is_one_still(self, name: str) -> None:
        self.assertEqual(proper_name(name), name)
        self.assertTrue(name.isprintable())
        self.assertTrue(1 <= len(name) <= 32)


class NameKeyTest(SynchronousTestCase):
    def test_names_that_look_the_same_are_the_same(self) -> None:
        for one, other in (
            ("ann", "ANN"),
            ("ann", "\uff41\uff4e\uff4e"),
            ("Stra\u00dfe", "STRASSE"),
            ("\u00e9", "e\u0301"),
            ("\u00c9", "e\u0301"),
            ("file", "\ufb01le"),
            ("x2", "x\u00b2"),
            ("\u03a3", "\u03c2"),
            ("\u212a", "k"),
            ("a b", "a  b"),
            ("a b", "a\u00a0b"),
            ("ann", " ann "),
            ("ann", "a\u200bnn"),
            ("ann", "an\u00adn\u202e"),
            ("\u2460", "1"),
            ("\U0001d4d0", "a"),
        ):
            self.assertEqual(name_key(one), name_key(other), f"{one!r} {other!r}")

    def test_names_that_look_different_are_different(self) -> None:
        for one, other in (
            ("ann", "anne"),
            ("ann", "ann2"),
            ("e", "\u00e9"),
            ("ab", "a b"),
            ("1", "l"),
            ("a", "\u0430"),
        ):
            self.assertNotEqual(name_key(one), name_key(other), f"{one!r} {other!r}")

    def test_the_key_of_any_character_is_its_own_key(self) -> None:
        for code in range(sys.maxunicode + 1):
            key = name_key(chr(code))
            if key and name_key(key) != key:
                self.fail(f"U+{code:04X}: {key!r} -> {name_key(key)!r}")

    @settings(deadline=None, max_examples=200)
    @given(texts)
    def test_the_form_of_the_characters_makes_no_difference(self, name: str) -> None:
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            self.assertEqual(name_key(unicodedata.normalize(form, name)), name_key(name))  # type: ignore[arg-type]

    @settings(deadline=None, max_examples=100)
    @given(texts)
    def test_case_makes_no_difference(self, name: str) -> None:
        self.assertEqual(name_key(name.casefold()), name_key(name))


class NumberedTest(SynchronousTestCase):
    def test_the_number_is_behind_the_name(self) -> None:
        self.assertEqual(numbered("ann", 2), "ann2")
        self.assertEqual(numbered("ann", 13), "ann13")

    def test_a_long_name_gives_way_to_its_number(self) -> None:
        self.assertEqual(numbered("x" * 31, 2), "x" * 31 + "2")
        self.assertEqual(numbered("x" * 32, 2), "x" * 31 + "2")
        self.assertEqual(numbered("x" * 32, 100), "x" * 29 + "100")

    def test_no_blank_is_left_before_the_number(self) -> None:
        self.assertEqual(numbered("x" * 30 + " y", 2), "x" * 30 + "2")

    @settings(deadline=None, max_examples=100)
    @given(names, st.integers(2, 10**6))
    def test_a_name_with_a_number_is_a_name(self, name: str, number: int) -> None:
        self.assertEqual(proper_name(numbered(name, number)), numbered(name, number))
        self.assertLessEqual(len(numbered(name, number)), MAX_NAME)

    @settings(deadline=None, max_examples=50)
    @given(names, st.integers(2, 1000), st.integers(2, 1000))
    def test_two_numbers_give_two_names(self, name: str, one: int, other: int) -> None:
        assume(one != other)
        self.assertNotEqual(numbered(name, one), numbered(name, other))


class SpeechTest(SynchronousTestCase):
    def test_ordinary_speech_is_kept_as_it_is(self) -> None:
        for text in ("hi", "(psst)", '&amp; & &lt; are "ugly"', "\u00e9\u20ac\u674e", "a  b", "\U0001f600", "<b>"):
            self.assertEqual(clean_speech(text), text)

    def test_blanks_around_it_are_taken_off(self) -> None:
        """c8.2: trim; what is empty then is ignored."""
        self.assertEqual(clean_speech("  hi \n"), "hi")
        self.assertEqual(clean_speech(" \t\n\u00a0\u200b\x00 "), "")

    def test_line_breaks_become_spaces(self) -> None:
        for character in BREAKS:
            self.assertEqual(clean_speech(f"a{character}b"), "a b", repr(character))
        self.assertEqual(clean_speech("a\r\n\nb"), "a b")

    def test_what_hides_or_turns_the_line_is_taken_out(self) -> None:
        for character in BIDI + ZERO_WIDTH + INVISIBLE + "\ud800\udfff\ufffe\uffff":
            self.assertEqual(clean_speech(f"a{character}b"), "ab", repr(character))

    def test_control_characters_are_taken_out(self) -> None:
        for character in CONTROLS:
            self.assertIn(clean_speech(f"a{character}b"), ("ab", "a b"), repr(character))
        self.assertEqual(clean_speech("\x1b[31mred\x1b[0m\x9b1m\x07"), "[31mred[0m1m")

    def test_blanks_inside_of_what_is_taken_out_are_taken_off(self) -> None:
        self.assertEqual(clean_speech("\u200b hi \x00 "), "hi")

    @settings(deadline=None, max_examples=150)
    @given(texts)
    def test_speech_is_clean(self, text: str) -> None:
        said = clean_speech(text)
        self.assertEqual(clean_speech(said), said)
        self.assertEqual(said.strip(), said)
        self.assertEqual(len(said.splitlines()), 1 if said else 0)
        self.assertEqual([c for c in said if unicodedata.category(c) in ("Cc", "Cs") or c in BIDI + ZERO_WIDTH], [])


class PlainTest(SynchronousTestCase):
    def test_what_can_be_printed_is_kept(self) -> None:
        for text in ("", "ann (a1)", "\u00e9\u674e\U0001f600", "a\\b"):
            self.assertEqual(plain(text), text)

    def test_what_cannot_be_printed_is_written_as_an_escape(self) -> None:
        for text, written in (
            ("a\nb", "a\\nb"),
            ("\x1b[0m", "\\x1b[0m"),
            ("\x9b", "\\x9b"),
            ("\x7f", "\\x7f"),
            ("\u202e", "\\u202e"),
            ("\u2028", "\\u2028"),
            ("\ud800", "\\ud800"),
            ("\U000e0001", "\\U000e0001"),
            ("\u00e9\n", "\u00e9\\n"),
        ):
            self.assertEqual(plain(text), written)

    @settings(deadline=None, max_examples=100)
    @given(texts)
    def test_everything_can_be_printed(self, text: str) -> None:
        self.assertTrue(plain(text).isprintable())
        plain(text).encode()


class NamesThatAreABurden(SynchronousTestCase):
    """What a name costs others: to tell apart, to compare, to show."""

    def test_blanks_around_it_have_an_end(self) -> None:
        self.assertEqual(proper_name(" " * 20 + "ann"), "ann")
        self.assertRaises(BadName, proper_name, " " * 1900 + "ann")

    def test_letters_that_fold_into_many_have_an_end(self) -> None:
        self.assertRaises(BadName, proper_name, "\ufdfa" * 32)

    def test_marks_need_a_letter(self) -> None:
        self.assertRaises(BadName, proper_name, "\u0301ann")

    def test_a_letter_has_a_few_marks(self) -> None:
        self.assertEqual(proper_name("a\u0323\u0306nn"), "a\u0323\u0306nn")
        self.assertRaises(BadName, proper_name, "a" + "\u0301" * 4)
