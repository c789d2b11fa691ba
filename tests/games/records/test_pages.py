"""Small things on the pages of Records: how long ago, and the plot."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.games.records.pages import BLOCKS, ago, plot

HOUR, DAY = 3600.0, 86400.0


class Ago(SynchronousTestCase):
    def test_is_told_in_the_largest_unit_that_says_something(self) -> None:
        for seconds, text in (
            (-5.0, "now"),
            (59.9, "now"),
            (60.0, "1m"),
            (HOUR - 1, "59m"),
            (HOUR, "1h"),
            (DAY - 1, "23h"),
            (DAY, "1d"),
            (70 * DAY - 1, "69d"),
            (70 * DAY, "10w"),
            (364 * DAY - 1, "51w"),
            (364.5 * DAY, "1y"),
            (800 * DAY, "2y"),
        ):
            self.assertEqual(ago(seconds), text)

    def test_takes_three_characters_at_most(self) -> None:
        @given(st.floats(-1e6, 90 * 365 * DAY))
        def check(seconds: float) -> None:
            self.assertLessEqual(len(ago(seconds)), 3)

        check()


class Plot(SynchronousTestCase):
    def test_goes_from_the_smallest_block_to_the_largest(self) -> None:
        self.assertEqual(plot([800, 900, 1500]), "▁▂█")
        self.assertEqual(plot([3, 3, 3]), "▅▅▅")

    def test_is_higher_where_the_number_is(self) -> None:
        @given(st.lists(st.floats(0, 3000), min_size=1, max_size=60))
        def check(numbers: list[float]) -> None:
            levels = [BLOCKS.index(block) for block in plot(numbers)]
            self.assertEqual(len(levels), len(numbers))
            for one, level in zip(numbers, levels, strict=True):
                for other, another in zip(numbers, levels, strict=True):
                    self.assertFalse(one > other and level < another)

        check()
