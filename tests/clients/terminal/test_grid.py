"""The grid of tiles: which cell is where, what is on the screen of a large matrix, and what a tile looks like."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import urwid
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase
from urwid import AttrSpec, calc_text_pos

from tests.doubles.terminal import colours
from tilenet.clients.model import Cell, Thing
from tilenet.clients.terminal.grid import EqualWidths, Geometry, TilePainter, geometry, needs, spread, width_of
from tilenet.clients.terminal.inks import Colour, Depth, Inks, contrast
from tilenet.clients.terminal.paint import Row, row_width
from tilenet.clients.terminal.pictures import Pictures
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs

NEEDED = st.lists(st.integers(5, 20), min_size=2, max_size=40).map(tuple)
WIDTHS = st.integers(31, 190)


def token(x: int, y: int, name: str = "tile", energy: int = 1, fg: str | None = None, bg: str | None = None) -> Thing:
    return Thing(f"t{1 + x + 1000 * y}", name, "", energy, fg, bg, x, y)


def a_matrix(x: int, y: int, fg: str | None = None, bg: str | None = None) -> Thing:
    return Thing("m1", "Room", "", 1, fg, bg, x, y)


def _text(row: Row, width: int) -> str:
    """The text in the first columns."""
    text = "".join(part for _, part in row)
    return text[: calc_text_pos(text, 0, len(text), width)[0]]


class Places(SynchronousTestCase):
    @settings(max_examples=50, deadline=None)
    @given(NEEDED, WIDTHS, st.integers(1, 8))
    def test_columns_have_room_for_a_mark_at_each_side_and_fit_if_they_can(
        self, needed: tuple[int, ...], width: int, height: int
    ) -> None:
        widths, gap = spread(needed, width, height)
        self.assertEqual(len(widths), len(needed))
        self.assertGreaterEqual(min(widths[:]) - gap, 5)
        if 5 * len(needed) <= width:
            self.assertLessEqual(sum(widths), width)
        if sum(needed) <= width:
            for one, need in zip(widths, needed, strict=True):
                self.assertGreaterEqual(one - gap, need)

    def test_columns_are_the_same_if_there_is_room_and_else_the_widest_give_first(self) -> None:
        """If they are the same, nothing moves when a name changes."""
        for needed, width, height, expected in (
            ((5, 5, 9), 60, 2, ((10, 10, 10), 1)),
            ((5, 5, 5), 60, 4, ((14, 14, 14), 1)),
            ((5,) * 8 + (9,), 60, 2, ((6,) * 8 + (10,), 1)),
            ((5,) * 8 + (9,), 49, 1, ((5,) * 8 + (9,), 0)),
            ((5, 20, 12), 31, 1, ((5, 14, 12), 0)),
            ((5, 20, 12), 15, 1, ((5, 5, 5), 0)),
            ((5, 20, 12), 14, 1, (EqualWidths(14, 3), 1)),  # not all can be shown
            ((5, 9) * 20, 60, 1, (EqualWidths(10, 40), 1)),
        ):
            self.assertEqual(spread(needed, width, height), expected)

    def test_a_matrix_of_any_size(self) -> None:
        """A legal one may have over two thousand million columns and rows."""
        most = 2**31 - 1
        matrix, tiles = a_matrix(most, most), {(most - 1, most - 1): token(most - 1, most - 1, "Restart")}
        needed = needs(matrix, tiles)
        place = geometry(matrix, needed, 60, 16, (0, 0), (most - 1, most - 1))
        self.assertEqual(
            (width_of(needed), place.shown_columns, place.shown_rows),
            (9 * most, range(most - 6, most), range(most - 16, most)),
        )
        self.assertEqual(place.cell_at(51, 15), (most - 1, most - 1))

    def test_a_column_needs_its_longest_name_and_two_marks(self) -> None:
        tiles = {(0, 0): token(0, 0, "Restart"), (0, 1): token(0, 1, "a"), (1, 0): token(1, 0, "世界人民")}
        tiles |= {(2, 0): token(2, 0, "x" * 300), (3, 0): token(3, 0, "\u200b" * 10 + "abcd")}
        self.assertEqual(needs(a_matrix(6, 2), tiles), (9, 10, 20, 6, 5, 5))

    @settings(max_examples=50, deadline=None)
    @given(NEEDED, WIDTHS, st.integers(2, 40), st.integers(6, 40), st.data())
    def test_every_place_on_the_screen_is_of_one_cell_or_of_none(
        self, needed: tuple[int, ...], width: int, rows: int, lines: int, data: st.DataObject
    ) -> None:
        origin = data.draw(st.tuples(st.integers(-5, 60), st.integers(-5, 60)))
        place = geometry(a_matrix(len(needed), rows), needed, width, lines, origin, None)
        found: dict[Cell, set[tuple[int, int]]] = {}
        for column in range(-1, width + 1):
            for line in range(-1, lines + 1):
                cell = place.cell_at(column, line)
                if cell is not None:
                    found.setdefault(cell, set()).add((column, line))
        self.assertEqual(set(found), {(x, y) for x in place.shown_columns for y in place.shown_rows})
        for (x, _), places in found.items():
            across, down = ({place[part] for place in places} for part in (0, 1))
            self.assertEqual(len(places), len(across) * len(down))
            self.assertEqual((len(across), len(down)), (place.widths[x] - place.gap, place.tile_height))

    @settings(max_examples=50, deadline=None)
    @given(NEEDED, WIDTHS, st.integers(2, 40), st.integers(6, 40), st.data())
    def test_the_focus_is_on_the_screen_and_no_room_is_wasted(
        self, needed: tuple[int, ...], width: int, rows: int, lines: int, data: st.DataObject
    ) -> None:
        origin = data.draw(st.tuples(st.integers(-5, 60), st.integers(-5, 60)))
        focus = data.draw(st.tuples(st.integers(0, len(needed) - 1), st.integers(0, rows - 1)))
        for wanted in (focus, None):
            place = geometry(a_matrix(len(needed), rows), needed, width, lines, origin, wanted)
            if wanted is not None:
                self.assertTrue(place.shows(wanted))
            self.assertLessEqual(sum(place.widths[x] for x in place.shown_columns), width)
            self.assertLessEqual(place.down * place.height, lines)
            self.assertLessEqual(place.shown_columns.stop, len(needed))
            self.assertLessEqual(place.shown_rows.stop, rows)
            if place.left:  # one more would not have fitted, or is kept out by the focus
                self.assertGreater(sum(place.widths[place.left - 1 :]), width)
            if place.top:
                self.assertEqual(place.down, lines // place.height)

    def test_the_screen_moves_no_further_than_it_must(self) -> None:
        cases: dict[Cell, Cell] = {
            **dict.fromkeys([(7, 9), (16, 18), (10, 12)], (7, 9)),  # it is on the screen
            (6, 9): (6, 9),
            (17, 9): (8, 9),
            (7, 8): (7, 8),
            (7, 19): (7, 10),
            (39, 39): (30, 30),
        }
        for focus, origin in cases.items():
            place = geometry(a_matrix(40, 40), (5,) * 40, 60, 10, (7, 9), focus)
            self.assertEqual((place.left, place.top), origin, focus)


class Tiles(SynchronousTestCase):
    def setUp(self) -> None:
        urwid.set_encoding("utf-8")

    def rows(
        self,
        *tiles: Thing,
        size: tuple[int, int] = (10, 3),
        focus: Cell | None = None,
        awake: bool = True,
        signs: Signs = FANCY,
        depth: Depth = 1,
        matrix: Thing | None = None,
    ) -> list[Row]:
        """A matrix of one row, each of its cells of that size, gaps included."""
        inks = Inks(depth)
        count = max(2, *(tile.x + 1 for tile in tiles))
        place = Geometry((size[0],) * count, 1, size[1], 0, 0, count, 1)
        painter = TilePainter(inks, signs, Pictures(inks))
        matrix = matrix or a_matrix(count, 1)
        rows = painter.rows(matrix, {tile.cell: tile for tile in tiles}, place, {}, focus, awake=awake)
        self.assertEqual([row_width(row) for row in rows], [size[0] * count] * size[1])
        return rows

    def lines(self, *tiles: Thing, **how: Any) -> list[str]:
        """The text of the first cell, without the gap below it."""
        rows = self.rows(*tiles, **how)
        width = how.get("size", (10, 3))[0]
        return [_text(row, width - 1) for row in rows[: max(1, len(rows) - 1)]]

    def line(self, tile: Thing, **how: Any) -> str:
        return self.lines(tile, size=(6, 1), **how)[0]

    def ink(self, tile: Thing, **how: Any) -> AttrSpec:
        return self.rows(tile, **how)[0][0][0]

    def test_what_can_be_told_apart_without_colour(self) -> None:
        here: dict[str, Any] = {"focus": (0, 0)}
        for name, energy, how, fancy, plain in (
            ("cat", 1, {}, " cat ", " cat "),
            ("cat", 0, {}, "[cat]", "[cat]"),
            ("cat", -3, {}, "[cat]", "[cat]"),
            ("?", 0, {}, "[ ? ]", "[ ? ]"),
            ("", 1, {}, "  □  ", "  _  "),
            ("", 0, {}, " ··  ", " ..  "),
            ("cat", 1, here, "▐cat▌", ">cat<"),
            ("cat", 1, {**here, "awake": False}, "▕cat▏", "'cat'"),
            ("cat", 0, here, "▐cat]", ">cat]"),
            ("", 1, here, "▐ □ ▌", "> _ <"),
            ("", 0, here, "▐·· ▌", ">.. <"),
        ):
            tile = token(0, 0, name, energy)
            self.assertEqual((self.line(tile, **how), self.line(tile, signs=ASCII, **how)), (fancy, plain))

    def test_names_of_dots_and_blanks_are_blank(self) -> None:
        for name in ("", " ", ".", "··", "\u200b", "\u3000"):
            self.assertEqual(self.line(token(0, 0, name)), "  □  ", repr(name))

    def test_the_brackets_stay_where_the_focus_has_room_beside_them(self) -> None:
        tile = token(0, 0, "cat", energy=0)
        self.assertEqual(self.lines(tile, size=(8, 1), focus=(0, 0)), ["▐[cat]▌"])
        self.assertEqual(self.lines(tile, size=(7, 1), focus=(0, 0)), ["▐cat]▌"])

    def test_the_focus_is_at_both_sides_of_every_line_of_a_tile(self) -> None:
        self.assertEqual(self.lines(token(1, 0, "x"), focus=(0, 0)), [" " * 9] * 2)  # no tile
        self.assertEqual(self.lines(token(0, 0, "cat"), size=(8, 4), focus=(0, 0)), ["▐     ▌", "▐ cat ▌", "▐     ▌"])

    def test_a_long_name_is_broken_into_lines_and_cut_if_it_does_not_fit(self) -> None:
        tile = token(0, 0, "Noughts and crosses")
        self.assertEqual(self.lines(tile, size=(10, 4)), [" Noughts ", "   and   ", " crosses "])
        self.assertEqual(self.lines(tile, size=(10, 1)), [" Nought… "])
        self.assertEqual(self.lines(tile, size=(10, 3)), [" Noughts ", " and cr… "])
        self.assertEqual(self.lines(tile, size=(10, 1), signs=ASCII), [" Nought~ "])

    # The text

    def told(self, name: str, text: str) -> Thing:
        return replace(token(0, 0, name), text=text)

    def test_where_there_is_room_the_text_is_below_the_name(self) -> None:
        tile = self.told("Lamp", "Turns the light on and off.")
        self.assertEqual(
            self.lines(tile, size=(18, 6)),
            [" " * 17, "      Lamp       ", " Turns the light ", "   on and off.   ", " " * 17],
        )
        self.assertEqual(self.lines(tile, size=(18, 3)), ["      Lamp       ", " Turns the ligh… "])

    def test_where_there_is_none_it_is_not(self) -> None:
        tile = self.told("Lamp", "A lamp.")
        self.assertNotIn("lamp", "".join(self.lines(tile, size=(14, 4))))
        self.assertNotIn("lamp", "".join(self.lines(tile, size=(40, 2))))
        same = "".join(self.lines(self.told("lamp", "lamp"), size=(30, 5)))
        self.assertEqual(same.count("lamp"), 1)

    def test_a_text_that_several_tiles_share_is_on_none_of_them(self) -> None:
        """It says nothing about one: 64 squares would all be hidden squares."""
        tiles = self.told("?", "A hidden square."), replace(self.told("!", "A hidden square."), x=1)
        self.assertNotIn("hidden", "".join(_text(row, 80) for row in self.rows(*tiles, size=(30, 5))))

    def test_the_text_is_fainter_than_the_name_and_can_be_read(self) -> None:
        for fg, bg in ((None, None), ("ff000000", "ffc0d0e0")):
            tile = replace(self.told("Lamp", "A lamp."), fg=fg, bg=bg)
            rows = self.rows(tile, size=(20, 4), depth=16777216)
            name, text = (contrast(*colours(row[0][0])) for row in rows[:2])
            self.assertGreater(name, text)
            self.assertGreaterEqual(text, 4.5)

    # Colours

    def test_colours_are_those_of_the_server(self) -> None:
        ink = self.ink(token(0, 0, "x", fg="ff102030", bg="ffc0d0e0"), depth=16777216)
        self.assertEqual(ink.get_rgb_values(), (0x10, 0x20, 0x30, 0xC0, 0xD0, 0xE0))
        ink = self.ink(token(0, 0, "x", fg="ffff0087", bg="ff005faf"), depth=256)
        self.assertEqual((ink.get_rgb_values(), ink.colors), ((0xFF, 0, 0x87, 0, 0x5F, 0xAF), 256))
        ink = self.ink(token(0, 0, "x", fg="ffffff55", bg="ff0000aa"), depth=16)
        self.assertEqual((ink.foreground, ink.background, ink.colors), ("yellow", "dark blue", 16))

    def test_a_tile_without_colours_has_those_of_its_matrix(self) -> None:
        ink = self.ink(token(0, 0), depth=16777216, matrix=a_matrix(2, 2, "ff010203", "ff0a0b0c"))
        self.assertEqual((ink.foreground, ink.background), ("#010203", "#0a0b0c"))

    def test_a_tile_without_colours_has_ours(self) -> None:
        """As have those in rooms of our server that have no colours of their own."""
        for matrix in (a_matrix(2, 2), a_matrix(2, 2, "ffe6e6e6", "ff1a1a1a")):
            for depth in (256, 16777216):
                self.assertEqual(self.ink(token(0, 0), depth=depth, matrix=matrix), Inks(depth)["tile"])
                disabled = self.ink(token(0, 0, energy=0), depth=depth, matrix=matrix)
                self.assertEqual(disabled, Inks(depth)["disabled"])

    def test_with_many_colours_a_tile_that_is_disabled_recedes_and_has_no_brackets(self) -> None:
        for depth in (256, 16777216):
            for fg, bg in ((None, None), ("ff000000", "ffc0d0e0")):
                enabled, disabled = (token(0, 0, "cat", energy, fg, bg) for energy in (1, 0))
                self.assertEqual(self.line(disabled, depth=depth), " cat ")
                clear, dim = (contrast(*colours(self.ink(one, depth=depth))) for one in (enabled, disabled))
                self.assertGreater(clear, dim)
                self.assertGreaterEqual(dim, 4.5)
        self.assertEqual(self.line(token(0, 0, "cat", energy=0), depth=16), "[cat]")

    def test_the_focus_is_gold_where_that_can_be_seen(self) -> None:
        inks = Inks(16777216)
        for bg, fg in (("ff1c2c3c", inks.theme.gold), ("fff2c14e", Colour(0, 0, 0))):
            ink = self.ink(token(0, 0, fg="ff000000", bg=bg), depth=16777216, focus=(0, 0))
            self.assertEqual((colours(ink)[0], ink.bold), (fg, True))
        self.assertFalse(self.ink(token(0, 0)).bold)

    def test_what_is_not_opaque_lets_through_what_is_behind_it(self) -> None:
        tile = token(0, 0, "x", fg="80ffffff", bg="80ff0000")
        ink = self.ink(tile, depth=16777216, matrix=a_matrix(2, 2, bg="ff0000ff"))
        self.assertEqual((ink.foreground, ink.background), ("#bf80bf", "#80007f"))

    def test_the_gap_is_the_ground(self) -> None:
        rows = self.rows(token(0, 0, bg="ffff0000"), depth=16777216)
        plain = Inks(16777216)["plain"]
        self.assertEqual([row[1] for row in rows[:-1]], [(plain, " ")] * 2)
        self.assertEqual(rows[-1][0], (plain, " " * 10))
