"""Knows what becomes of a server's colours on terminals with many colours, few, and none."""

from __future__ import annotations

import os
from itertools import product
from typing import get_args

from hypothesis import example, given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase
from urwid import AttrSpec
from urwid.display.raw import Screen

from tests.doubles.terminal import colours as colours_of
from tilenet.clients.terminal.inks import (
    BACKGROUNDS,
    BLACK,
    ROLES,
    WHITE,
    Colour,
    Depth,
    Inks,
    contrast,
    depth_of,
    read,
)

ALL_DEPTHS: tuple[Depth, ...] = get_args(Depth)
INKS = {depth: Inks(depth) for depth in ALL_DEPTHS}
GREY = Colour(100, 150, 200)

#: The colours that all terminals with 256 of them agree on, by their numbers: a cube, and greys.
STEPS = (0, 95, 135, 175, 215, 255)
XTERM = {
    **{16 + 36 * r + 6 * g + b: Colour(STEPS[r], STEPS[g], STEPS[b]) for r, g, b in product(range(6), repeat=3)},
    **{232 + grey: Colour(8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey) for grey in range(24)},
}

LINES = {"rule", "frame", "card frame"}  # roles that are not for text
MANY: list[tuple[Depth, bool]] = [(256, False), (256, True), (16777216, False), (16777216, True)]

parts = st.integers(0, 255)
colours = st.builds(Colour, parts, parts, parts)
extras = st.sampled_from(["", ",bold", ",bold,underline"])


class Reading(SynchronousTestCase):
    """[c3.3] up to eight hex digits, alpha leading."""

    def test_colours(self) -> None:
        for text, colour in {
            "ff0000ff": (0, 0, 255),
            "FF00FF00": (0, 255, 0),
            "ffabcdef": (0xAB, 0xCD, 0xEF),
            "0000ff": (0, 0, 255),
            "ff0000": (255, 0, 0),
            "ff": (0, 0, 255),
            "f00": (0, 15, 0),
            "0": (0, 0, 0),
            "000000": (0, 0, 0),
        }.items():
            self.assertEqual(read(text, GREY, WHITE), colour, text)

    def test_what_is_not_opaque_lets_the_ground_through(self) -> None:
        for text, over, colour in [
            ("00ff0000", GREY, GREY),
            ("00000000", WHITE, WHITE),
            ("80ffffff", BLACK, (128, 128, 128)),
            ("80000000", WHITE, (127, 127, 127)),
            ("7fff0000", Colour(0, 100, 255), (127, 50, 128)),
            ("fff0000", BLACK, (15, 0, 0)),  # seven digits are an alpha of one
            ("0000000", GREY, GREY),
        ]:
            self.assertEqual(read(text, over, Colour(1, 2, 3)), colour, text)

    def test_no_colour_is_another_s(self) -> None:
        self.assertEqual((read(None, BLACK, GREY), read(None, GREY, WHITE)), (GREY, WHITE))

    @settings(deadline=None)
    @given(st.text("0123456789abcdefABCDEF", min_size=1, max_size=8), colours)
    def test_every_colour_can_be_read(self, text: str, over: Colour) -> None:
        """And lies between what it is and what is below it."""
        found = read(text, over, WHITE)
        full = read(text[-6:], over, WHITE)
        for part, low, high in zip(found, map(min, full, over), map(max, full, over), strict=True):
            self.assertTrue(low <= part <= high and 0 <= part <= 255)


class Making(SynchronousTestCase):
    @settings(max_examples=200, deadline=None)
    @given(colours, colours, extras)
    @example(BLACK, BLACK, "")
    @example(WHITE, WHITE, ",bold")
    def test_every_pair_is_an_ink_at_every_depth(self, fg: Colour, bg: Colour, extra: str) -> None:
        for depth in ALL_DEPTHS:
            ink = INKS[depth].of(fg, bg, extra)
            self.assertLessEqual(ink.colors, depth)
            self.assertEqual((ink.bold, ink.underline), ("bold" in extra, "underline" in extra))
            self.assertEqual(AttrSpec(ink.foreground, ink.background, depth), ink)

    @given(colours, colours)
    def test_24_bits_show_the_colours_as_they_are(self, fg: Colour, bg: Colour) -> None:
        """[c3.3] a client shows them as given."""
        self.assertEqual(INKS[16777216].of(fg, bg).get_rgb_values(), (*fg, *bg))

    def test_256_colours_are_near_between_the_steps_of_the_cube(self) -> None:
        """One part of a colour after the other, where no grey is near."""
        for part in range(256):
            best = min(abs(step - part) for step in STEPS)
            for at, rest in enumerate(((0, 255), (255, 0), (0, 255))):
                parts = [*rest]
                parts.insert(at, part)
                colour = Colour(*parts)
                shown = XTERM[INKS[256].of(colour, BLACK).foreground_number]
                self.assertEqual(abs(shown[at] - part), best, colour)

    def test_256_colours_have_some_exactly(self) -> None:
        """All of the cube, and the greys; the first sixteen are the user's own."""
        inks = Inks(256)
        for colour in XTERM.values():
            self.assertEqual(XTERM[inks.of(colour, BLACK).foreground_number], colour)
            self.assertEqual(XTERM[inks.of(BLACK, colour).background_number], colour)

    def test_the_grounds_are_the_eight_that_every_terminal_has(self) -> None:
        self.assertEqual(
            list(BACKGROUNDS),
            ["black", "dark red", "dark green", "brown", "dark blue", "dark magenta", "dark cyan", "light gray"],
        )

    def test_16_colours_are_the_nearest_that_can_be_read(self) -> None:
        """What is nearly grey is grey; text without a colour of its own is light on dark, and dark on light."""
        inks = Inks(16)
        for fg, bg, shown in [
            (WHITE, BLACK, ("white", "black")),
            (BLACK, WHITE, ("black", "light gray")),
            (Colour(250, 80, 90), Colour(0, 0, 150), ("light red", "dark blue")),
            (Colour(255, 255, 0), Colour(0, 0, 190), ("yellow", "dark blue")),
            (WHITE, Colour(59, 71, 84), ("white", "black")),
            (Colour(100, 90, 80), BLACK, ("dark gray", "black")),
            (Colour(200, 190, 180), BLACK, ("light gray", "black")),
            (Colour(90, 90, 80), Colour(160, 20, 10), ("white", "dark red")),
            (Colour(255, 255, 85), Colour(0, 170, 170), ("yellow", "dark cyan")),
            (WHITE, Colour(200, 100, 0), ("black", "brown")),
            (Colour(0, 0, 9), BLACK, ("white", "black")),
            (Colour(160, 0, 0), Colour(170, 0, 0), ("white", "dark red")),
            (Colour(175, 175, 175), Colour(170, 170, 170), ("black", "light gray")),
        ]:
            ink = inks.of(fg, bg)
            self.assertEqual((ink.foreground, ink.background), shown)

    @settings(max_examples=400, deadline=None)
    @given(colours, colours)
    @example(Colour(10, 10, 10), BLACK)
    @example(Colour(180, 180, 180), Colour(160, 160, 160))
    @example(Colour(1, 0, 0), Colour(0, 1, 0))
    @example(Colour(0, 160, 0), Colour(0, 180, 0))
    def test_16_colours_still_tell_text_from_its_ground(self, fg: Colour, bg: Colour) -> None:
        """What differed differs, however near the two are; what did not, need not."""
        ink = INKS[16].of(fg, bg)
        if fg != bg:
            self.assertNotEqual(ink.foreground, ink.background)
        self.assertIn(ink.background, BACKGROUNDS)

    def test_without_colours_there_is_only_what_is_bold(self) -> None:
        ink = Inks(1).of(WHITE, BLACK, ",bold")
        self.assertEqual((ink.foreground, ink.background, ink.colors), ("default,bold", "default", 1))

    def test_the_same_pair_is_the_same_ink(self) -> None:
        inks = Inks(256)
        first = inks.of(WHITE, BLACK)
        inks.of(BLACK, WHITE)
        self.assertIs(inks.of(WHITE, BLACK), first)
        self.assertNotEqual(inks.of(WHITE, BLACK), inks.of(BLACK, WHITE))
        self.assertNotEqual(inks.of(WHITE, BLACK), inks.of(WHITE, BLACK, ",bold"))

    def test_a_server_that_makes_up_colours_without_end_costs_no_memory(self) -> None:
        inks = Inks(16777216)
        first = inks.of(WHITE, BLACK)
        for number in range(5000):
            inks.of(Colour(number >> 8, number & 255, 0), BLACK)
        self.assertIsNot(inks.of(WHITE, BLACK), first, "it is forgotten")
        self.assertEqual(inks.of(Colour(1, 2, 3), BLACK).get_rgb_values(), (1, 2, 3, 0, 0, 0))


class Roles(SynchronousTestCase):
    def test_there_is_each_of_them_at_every_depth(self) -> None:
        for depth, is_light in product(ALL_DEPTHS, (False, True)):
            inks = Inks(depth, is_light=is_light)
            for role in ROLES:
                self.assertLessEqual(inks[role].colors, depth)
                front = inks[role].foreground.split(",")[0]
                self.assertTrue(front != inks[role].background or front == "default", role)

    def test_with_many_colours_all_text_can_be_read_easily(self) -> None:
        """A contrast of 4.5 at least, on dark terminals and on light ones; tiles stand apart from the ground."""
        for depth, is_light in MANY:
            inks = Inks(depth, is_light=is_light)
            for role in ROLES:
                ink = inks[role]
                self.assertGreaterEqual(contrast(*colours_of(ink)), 1 if role in LINES else 4.5, (depth, role))
                self.assertNotIn("default", (ink.foreground.split(",")[0], ink.background))
                if depth == 256:  # the first sixteen are the user's own
                    self.assertGreaterEqual(min(ink.foreground_number, ink.background_number), 16)
            enabled, disabled = (contrast(inks.theme.background, one) for one in (inks.theme.tile, inks.theme.panel))
            self.assertGreater(enabled, 1.2)
            self.assertGreater(enabled, disabled)

    def test_contrast_is_that_of_wcag(self) -> None:
        self.assertAlmostEqual(contrast(BLACK, WHITE), 21)
        self.assertAlmostEqual(contrast(WHITE, Colour(0x76, 0x76, 0x76)), 4.54, places=2)

    def test_256_colours_have_those_of_their_themes_exactly(self) -> None:
        for is_light in (False, True):
            self.assertLessEqual({*Inks(256, is_light=is_light).theme}, {*XTERM.values()})

    def test_only_errors_are_red(self) -> None:
        red = {role for role, looks in ROLES.items() if "red" in looks[:2]}
        self.assertEqual(red, {"warning"})

    def test_without_colours_what_matters_still_stands_out(self) -> None:
        inks = Inks(1)
        for role in ("title", "to me", "warning", "awake"):
            self.assertTrue(inks[role].standout, role)
        for role in ("me", "key", "focus"):
            self.assertTrue(inks[role].bold, role)
        self.assertFalse(inks["plain"].standout or inks["plain"].bold)

    def test_with_colours_they_have_some(self) -> None:
        for depth in ALL_DEPTHS[1:]:
            inks = Inks(depth)
            self.assertEqual(len({inks[role].foreground for role in ("plain", "me", "faint", "warning", "speaker")}), 5)


class Terminals(SynchronousTestCase):
    def test_depths(self) -> None:
        for variables, depth in [
            ({"TERM": "xterm-256color"}, 256),
            ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 2**24),
            ({"TERM": "xterm", "COLORTERM": "24bit"}, 2**24),
            ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, 1),
            ({"TERM": "xterm-256color", "NO_COLOR": ""}, 256),
            ({"TERM": "xterm-256color", "CLICOLOR": "0"}, 1),
            ({"TERM": "dumb"}, 1),
            ({"TERM": "no-such-terminal"}, 16),
            ({"TERM": "no-such-terminal-88color"}, 16),  # the colours of 256 have other numbers there
            ({}, 16),
        ]:
            self.patch(os, "environ", {**variables, "HOME": "/nowhere"})
            found = depth_of(Screen())
            self.assertEqual(found, depth, variables)
            self.assertIn(found, ALL_DEPTHS)
