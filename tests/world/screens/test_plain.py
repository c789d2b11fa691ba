"""Facts as JSON, and merge patches between them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.conversations import merged
from tilenet.game import Words, role
from tilenet.world.screens.plain import NotPlain, merge_patch, plain


class Shape(Enum):
    BOX = 1


@dataclass
class Card:
    shape: Shape
    hidden: str | None = None


class PlainTestCase(SynchronousTestCase):
    def test_what_authors_have_becomes_json(self) -> None:
        for given_, wanted in [
            ({("card", 0, 3): 1.23456, 7: True, Shape.BOX: (1, 2)}, {"card/0/3": 1.235, "7": True, "box": [1, 2]}),
            ({"set": {3, 1, 2}, "gone": None, "card": Card(Shape.BOX)}, {"set": [1, 2, 3], "card": {"shape": "box"}}),
            ({"words": Words("{n} cards", n=2)}, {"words": "2 cards"}),
        ]:
            self.assertEqual(plain(given_), wanted)

    def test_what_is_not_json_is_named(self) -> None:
        for wrong, name in [(object, "object"), ([1, None], "None"), (math.inf, "inf"), ({1.5: 1}, "1.5")]:
            self.assertIn(name, str(self.assertRaises((NotPlain, TypeError), plain, {"fact": wrong})))

    def test_what_is_shared_is_counted_each_time(self) -> None:
        self.assertEqual(plain([[1, 2]] * 2, 6), [[1, 2]] * 2)
        shared: Any = ["x"]
        for number in range(9):
            shared = [[shared] * 10, dict.fromkeys(range(10), shared), Card(Shape.BOX, shared)][number % 3]
        for bomb in (shared, {"fact": shared}, [None, shared], [object(), shared]):
            self.assertRaises(NotPlain, plain, bomb)
        self.assertRaises(NotPlain, plain, [[1, 2]] * 2, 5)

    def test_roles(self) -> None:
        for id, word in [("submit", "submit"), (("a/b", 1), "a%2Fb/1"), (Shape.BOX, "box"), ((("x", 1), 2), "x/1/2")]:
            self.assertEqual(role(id), word)
        for id in (1.5, None, True, object()):
            self.assertRaises(TypeError, role, id)


facts = st.recursive(
    st.integers(0, 2) | st.sampled_from("ab") | st.lists(st.integers(0, 1), max_size=2),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.sampled_from("abc"), facts, max_size=3)


class MergePatchTestCase(SynchronousTestCase):
    def test_leads_from_the_one_to_the_other(self) -> None:
        @given(objects, objects)
        def check(old: dict[str, Any], new: dict[str, Any]) -> None:
            patch = merge_patch(old, new)
            self.assertEqual(repr(sorted_(merged(old, patch))), repr(sorted_(new)))
            self.assertEqual(merge_patch(new, new), {})

        check()

    def test_has_no_more_than_what_has_changed(self) -> None:
        old = {"deck": 57, "cards": {"card/0": [1, 1], "card/1": [2, 2]}, "gone": 1}
        new = {"deck": 57, "cards": {"card/0": [1, 1], "card/1": [0, 0]}}
        self.assertEqual(merge_patch(old, new), {"cards": {"card/1": [0, 0]}, "gone": None})


def sorted_(value: Any) -> Any:
    return {key: sorted_(value[key]) for key in sorted(value)} if isinstance(value, dict) else value
