"""Codes of tables: nobody mistakes one for another, and nobody guesses one."""

from __future__ import annotations

from itertools import combinations
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tilenet.world.codes import new_code, read_code
from tilenet.world.codewords import WORDS


def _without_one(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(len(word))}


class Words(SynchronousTestCase):
    def test_there_are_enough_for_2_to_the_30(self) -> None:
        self.assertGreaterEqual(len(set(WORDS)) ** 3, 2**30)

    def test_all_are_short_and_plain(self) -> None:
        wrong = [
            word for word in WORDS if not (3 <= len(word) <= 7 and word.isascii() and word.isalpha() and word.islower())
        ]
        self.assertEqual(wrong, [])

    def test_none_becomes_another_by_one_letter_less_or_more_or_otherwise(self) -> None:
        by_rest: dict[str, list[str]] = {}
        for word in WORDS:
            for rest in {word, *_without_one(word)}:
                by_rest.setdefault(rest, []).append(word)
        near = {
            pair
            for words in by_rest.values()
            for pair in combinations(words, 2)
            if abs(len(pair[0]) - len(pair[1])) <= 1 and _is_one_apart(*pair)
        }
        self.assertEqual(near, set())


def _is_one_apart(one: str, other: str) -> bool:
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return shorter in _without_one(longer)


class Codes(SynchronousTestCase):
    def test_a_code_is_three_of_them(self) -> None:
        code = new_code(Random(1))
        self.assertEqual(len(code.split("-")), 3)
        self.assertTrue(set(code.split("-")) <= set(WORDS))
        self.assertNotEqual(new_code(Random(2)), code)

    def test_it_is_read_however_it_is_typed(self) -> None:
        for text in ("amber-otter-nine", "Amber Otter nine", " AMBER, otter. nine! ", "amber_otter_nine"):
            self.assertEqual(read_code(text.rstrip("! ")), "amber-otter-nine", text)

    def test_anything_else_is_none(self) -> None:
        for text in ("", "amber", "amber-otter", "amber-otter-nine-zinc", "amber-otter-xyzzy", "set", "a b c"):
            self.assertIsNone(read_code(text), text)
