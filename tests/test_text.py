"""Knows what people may be called, which names are the same, and what is left of what they say."""

from __future__ import annotations

import sys
import unicodedata

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.text import MAX_NAME, BadName, clean_speech, counted, listed, name_key, plain, proper_name, stem

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
        """They do not count among its 32 characters."""
        for name in (" ann", "ann  ", "\tann\n", "\u00a0ann\u3000", " " * 20 + "ann"):
            self.assertEqual(proper_name(name), "ann", repr(name))
        self.assertEqual(proper_name(" " + "x" * 32 + " "), "x" * 32)

    def test_a_name_has_no_less_than_sign(self) -> None:
        """c8.4: a user with < in it is rejected."""
        for name in ("<", "a<b", "<b>"):
            self.assertRaises(BadName, proper_name, name)

    def test_a_name_has_nothing_in_it_that_hides_breaks_or_turns_the_line_and_no_blank_but_the_space(self) -> None:
        blanks = "\u00a0\u2000\u2003\u3000\u1680"
        for character in CONTROLS + BREAKS + BIDI + ZERO_WIDTH + INVISIBLE + blanks + "\ud800\udfff\ufffe\uffff\ue000":
            self.assertFalse(is_name(f"a{character}b"), repr(character))

    def test_a_name_is_no_burden_to_others(self) -> None:
        """To tell apart, to compare, to show: blanks, letters that fold into many, and marks have an end."""
        self.assertEqual(proper_name("a\u0323\u0306nn"), "a\u0323\u0306nn")
        for name in (" " * 1900 + "ann", "\ufdfa" * 32, "\u0301ann", "a" + "\u0301" * 4):
            self.assertRaises(BadName, proper_name, name)

    def test_a_reason_is_given(self) -> None:
        blank = [(name, "at least") for name in ("", " ", "\n", "\u3000", "\u00a0 ")]
        for name, why in (*blank, ("x" * 33, "at most 32"), ("<", "<"), ("a\nb", "one line")):
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
            self.assertEqual(name_key(unicodedata.normalize(form, name)), name_key(name))

    @settings(deadline=None, max_examples=100)
    @given(texts)
    def test_case_makes_no_difference(self, name: str) -> None:
        self.assertEqual(name_key(name.casefold()), name_key(name))


def numbered(name: str, number: int) -> str:
    digits = str(number)
    return stem(name, len(digits)) + digits


class NumberedTest(SynchronousTestCase):
    def test_a_hyphen_comes_between_a_digit_and_the_number(self) -> None:
        for name, second in (
            ("ann", "ann2"),
            ("bot-1", "bot-1-2"),
            ("ann2", "ann2-2"),
            ("ann2-2", "ann2-2-2"),
            ("7", "7-2"),
            ("x\u00b2", "x\u00b2-2"),
            ("x\u2461", "x\u2461-2"),
            ("x\u0663", "x\u0663-2"),
            ("bot-", "bot-2"),
            ("2b", "2b2"),
        ):
            self.assertEqual(numbered(name, 2), second)

    def test_a_long_name_gives_way_to_its_number_and_hyphen(self) -> None:
        for name, number, numbered_name in (
            ("ann", 13, "ann13"),
            ("x" * 29 + "1", 2, "x" * 29 + "1-2"),
            ("x" * 30 + "1", 2, "x" * 30 + "-2"),
            ("1" * 32, 10, "1" * 29 + "-10"),
            ("x" * 31, 2, "x" * 31 + "2"),
            ("x" * 32, 2, "x" * 31 + "2"),
            ("x" * 32, 100, "x" * 29 + "100"),
            ("x" * 30 + " y", 2, "x" * 30 + "2"),  # no blank is left before the number
        ):
            self.assertEqual(numbered(name, number), numbered_name)

    @settings(deadline=None, max_examples=100)
    @given(names, st.integers(2, 10**6))
    def test_a_name_with_a_number_is_a_name(self, name: str, number: int) -> None:
        self.assertEqual(proper_name(numbered(name, number)), numbered(name, number))
        self.assertLessEqual(len(numbered(name, number)), MAX_NAME)

    @settings(deadline=None, max_examples=50)
    @given(names, st.integers(2, 1000), st.integers(2, 1000))
    def test_two_numbers_give_two_names(self, name: str, one: int, other: int) -> None:
        assume(one != other)
        self.assertNotEqual(name_key(numbered(name, one)), name_key(numbered(name, other)))

    @settings(deadline=None, max_examples=100)
    @given(names, st.integers(1, 10**6))
    def test_the_key_ends_with_the_number_alone(self, name: str, number: int) -> None:
        """So the number that is read from a key is the one that was put there."""
        before = stem(name, len(str(number)))
        key = name_key(f"{before}{number}")
        self.assertEqual(key, name_key(f"{before}1")[:-1] + str(number))
        self.assertFalse(key[: -len(str(number))][-1:].isdigit(), key)


class SpeechTest(SynchronousTestCase):
    def test_ordinary_speech_is_kept_as_it_is(self) -> None:
        for text in ("hi", "(psst)", '&amp; & &lt; are "ugly"', "\u00e9\u20ac\u674e", "a  b", "\U0001f600", "<b>"):
            self.assertEqual(clean_speech(text), text)

    def test_blanks_around_it_are_taken_off(self) -> None:
        """c8.2: trim; what is empty then is ignored. Blanks inside of what is taken out count, too."""
        for text, said in (("  hi \n", "hi"), (" \t\n\u00a0\u200b\x00 ", ""), ("\u200b hi \x00 ", "hi")):
            self.assertEqual(clean_speech(text), said)

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

    def test_a_letter_or_a_blank_has_a_few_marks_of_any_kind(self) -> None:
        """A pile of them would cover the lines above and below on everybody's screen."""
        pile = "\u0301" * 300
        for text, said in (
            (f"a{pile}b{pile}", "a\u0301\u0301\u0301b\u0301\u0301\u0301"),
            ("x\u0323\u0306\u0301y", "x\u0323\u0306\u0301y"),
            *(("a" + mark * 5, "a" + mark * 3) for mark in "\u0301\u0489\u093e\u20dd\U0001d165"),
            ("a" + "\u0301\u0489" * 3, "a\u0301\u0489\u0301"),
            *(("a" + f"\u0301{character}" * 9, "a" + "\u0301" * 3) for character in "\u200b\x00\ufe0f"),
            ("a \u0301\u0301\u0301\u0301 b", "a \u0301\u0301\u0301 b"),
            ("\u0301" * 9 + "a", "\u0301" * 3 + "a"),
        ):
            self.assertEqual(clean_speech(text), said, ascii(text))

    @settings(deadline=None, max_examples=150)
    @given(st.text(st.sampled_from("ab \u0301\u0489\u200b\n"), max_size=50))
    def test_speech_with_marks_is_clean(self, text: str) -> None:
        said = clean_speech(text)
        self.assertEqual(clean_speech(said), said)
        marks = "".join("m" if unicodedata.category(c).startswith("M") else "-" for c in said)
        self.assertNotIn("mmmm", marks)
        self.assertEqual([c for c in said if c in "ab"], [c for c in text if c in "ab"])

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


class Lists(SynchronousTestCase):
    def test_a_few_are_named_and_the_others_counted(self) -> None:
        for names, text in (
            (["ann"], "ann"),
            (["ann", "bob"], "ann and bob"),
            (["ann", "bob", "cid", "dan"], "ann, bob, cid and dan"),
            (["ann", "bob", "cid", "dan", "eve"], "ann, bob, cid and 2 others"),
        ):
            self.assertEqual(listed(iter(names)), text)

    def test_one_is_no_plural(self) -> None:
        self.assertEqual([counted(number, "pair") for number in range(3)], ["0 pairs", "1 pair", "2 pairs"])
