"""Where everything is on the screen."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.terminal.layout import FEWEST_HEARD, PEOPLE, layout

SIZES = st.tuples(st.integers(60, 200), st.integers(20, 60))


class Layouts(SynchronousTestCase):
    @settings(deadline=None)
    @given(SIZES, st.integers(10, 800), st.integers(2, 40), st.sampled_from([5, 8]))
    def test_the_parts_fill_the_screen(self, size: tuple[int, int], needed: int, rows: int, tallest: int) -> None:
        columns, lines = size
        place = layout(columns, lines, needed, rows, tallest)
        title, rule, below = 1, 1, 3  # tooltip, typing, keys
        self.assertEqual(title + place.headline + place.board[1] + rule + place.heard + below, lines)
        self.assertEqual(place.board[0] + 1 + place.people, columns)
        self.assertEqual(place.board_top, title + place.headline)
        self.assertEqual(place.heard_top, place.board_top + place.board[1] + rule)
        self.assertEqual(place.typing_line, lines - 2)
        self.assertGreaterEqual(place.heard, FEWEST_HEARD)
        self.assertLessEqual(PEOPLE[0], place.people)
        self.assertLessEqual(place.people, PEOPLE[1])

    @settings(deadline=None)
    @given(SIZES, st.integers(2, 40), st.sampled_from([5, 8]))
    def test_the_rows_of_a_matrix_are_all_of_one_height(self, size: tuple[int, int], rows: int, tallest: int) -> None:
        lines = layout(*size, 100, rows, tallest).board[1]
        if lines >= rows:
            self.assertEqual(lines % rows, 0)
            self.assertLessEqual(lines // rows, tallest)

    def test_a_tall_terminal_has_two_lines_for_the_headline(self) -> None:
        self.assertEqual([layout(80, lines, 49, 8, 5).headline for lines in (31, 32)], [1, 2])

    def test_an_eighth_of_the_lines_is_for_what_was_heard(self) -> None:
        """At least, and where that is more than a few."""
        self.assertEqual([layout(80, lines, 20, 40, 5).heard for lines in (24, 32, 39, 40, 47)], [3, 4, 4, 5, 5])

    def test_a_small_matrix_does_not_grow_without_end(self) -> None:
        self.assertEqual(layout(80, 60, 20, 3, 5).board[1], 15)
        self.assertEqual(layout(80, 60, 20, 3, 8).board[1], 24)

    def test_wide_tiles_take_room_from_the_list_of_people(self) -> None:
        self.assertEqual([layout(100, 30, needed, 8, 5).people for needed in (50, 80, 85, 500)], [24, 19, 14, 10])
