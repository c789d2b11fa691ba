"""Images in half blocks, and when a name is shown instead."""

from __future__ import annotations

import io
import warnings
import zlib

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from twisted.trial.unittest import SynchronousTestCase
from urwid import AttrSpec

from tests.doubles.terminal import ANN, Screen, Stage, matrix, tile
from tilenet.clients.model import Thing
from tilenet.clients.terminal import pictures as pictures_module
from tilenet.clients.terminal.inks import BLACK, THEMES, Colour, Depth, Inks
from tilenet.clients.terminal.pictures import MOST_PIXELS, Pictures
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.wire.messages import Message, Set

Pixel = tuple[int, int, int, int]

CLEAR: Pixel = (0, 0, 0, 0)
RED, GREEN, BLUE, WHITE = (170, 0, 0, 255), (0, 170, 0, 255), (0, 0, 170, 255), (255, 255, 255, 255)
GROUND = Colour(1, 2, 3)


def picture(*lines: list[Pixel], format: str = "PNG") -> str:
    """An image of these pixels, as it comes in a `set`."""
    image = Image.new("RGBA", (len(lines[0]), len(lines)))
    image.putdata([pixel for line in lines for pixel in line])
    return encoded(image, format)


def encoded(image: Image.Image, format: str = "PNG") -> str:
    data = io.BytesIO()
    (image.convert("RGB") if format in ("JPEG", "BMP") else image).save(data, format)
    return data.getvalue().hex()


#: Above on the left, below on the right.
CORNERS = picture([RED, CLEAR], [CLEAR, BLUE])


class Drawing(SynchronousTestCase):
    def draw(
        self, data: str, width: int = 2, height: int = 1, depth: Depth = 16777216, background: Colour = GROUND
    ) -> list[list[tuple[AttrSpec, str]]] | None:
        rows = Pictures(Inks(depth)).rows(Thing("i1", text=data, x=2, y=2), width, height, background)
        return None if rows is None else [list(row) for row in rows]

    def colours(self, data: str, **how: object) -> list[list[tuple[object, object]]]:
        """The upper and the lower pixel of each cell."""
        rows = self.draw(data, **how)  # type: ignore[arg-type]
        assert rows is not None
        return [[_pixels(ink, char) for ink, char in row] for row in rows]

    def test_a_cell_is_two_pixels(self) -> None:
        data = picture([RED, GREEN], [BLUE, WHITE])
        self.assertEqual(self.colours(data), [[(RED[:3], BLUE[:3]), (GREEN[:3], WHITE[:3])]])
        data = picture([(255, 0, 135, 255)] * 2, [(0, 95, 175, 255)] * 2)
        self.assertEqual(self.colours(data, depth=256), [[((255, 0, 135), (0, 95, 175))] * 2])

    def test_transparent_parts_show_the_ground(self) -> None:
        self.assertEqual(self.colours(CORNERS), [[(RED[:3], GROUND), (GROUND, BLUE[:3])]])

    def test_half_transparent_parts_let_it_through(self) -> None:
        data = picture([(255, 255, 255, 128)] * 2, [WHITE] * 2)
        self.assertEqual(self.colours(data, background=BLACK)[0][0][0], (128, 128, 128))

    def test_the_shape_is_kept(self) -> None:
        wide = self.colours(picture([RED, RED, RED, RED], [RED, RED, RED, RED]), width=4, height=2)
        self.assertEqual(wide, [[(GROUND, RED[:3])] * 4, [(RED[:3], GROUND)] * 4])
        tall = self.colours(picture(*[[RED, RED]] * 4), width=4, height=2)
        self.assertEqual(tall, [[(GROUND, GROUND), *[(RED[:3], RED[:3])] * 2, (GROUND, GROUND)]] * 2)

    def test_an_image_is_made_larger_and_smaller(self) -> None:
        for size in (1, 2, 8, 100):
            colours = self.colours(picture(*[[GREEN] * size] * size), width=6, height=3)
            self.assertEqual(colours, [[(GREEN[:3], GREEN[:3])] * 6] * 3)

    def test_a_very_long_image_does_not_vanish(self) -> None:
        long = self.colours(picture([RED] * 100), width=6, height=3)
        self.assertEqual([row.count((RED[:3], GROUND)) + row.count((GROUND, RED[:3])) for row in long], [0, 6, 0])
        tall = self.colours(picture(*[[RED]] * 100), width=6, height=3)
        self.assertEqual([row.count((RED[:3], RED[:3])) for row in tall], [1, 1, 1])

    def test_two_pixels_that_look_the_same_are_one(self) -> None:
        """With few colours."""
        data = picture([(175, 0, 0, 255)] * 2, [(170, 5, 0, 255)] * 2)
        for row in self.draw(data, depth=256) or [[]]:
            for ink, char in row:
                self.assertEqual((ink.background, char), ("#a00", " "))

    def test_the_usual_formats_are_read(self) -> None:
        for format in ("PNG", "GIF", "JPEG", "BMP"):
            self.assertIsNotNone(self.draw(picture([RED, RED], [RED, RED], format=format)), format)

    def test_what_cannot_be_drawn_is_none(self) -> None:
        """Too few colours; all transparent; broken; of another format; or without a library to read it."""
        whole = picture(*[[RED, GREEN] * 8] * 16)
        others = [encoded(Image.new("RGB", (2, 2)), format) for format in ("TIFF", "PPM", "TGA", "WEBP")]
        broken = "", "00", "89504e470d0a1a0a", whole[:-60], whole[: len(whole) // 4 * 2], "ff" * 500, whole[2:]
        for data in (*broken, *others, picture([CLEAR, (255, 0, 0, 0)], [CLEAR, CLEAR])):
            self.assertIsNone(self.draw(data), data[:20])
        for depth in (16, 1):
            self.assertIsNone(self.draw(CORNERS, depth=depth))
        self.patch(pictures_module, "HAS_PILLOW", False)
        self.assertIsNone(self.draw(CORNERS))

    def test_huge_images_are_none(self) -> None:
        self.assertIsNone(self.draw(encoded(Image.new("1", (MOST_PIXELS // 64 + 1, 64), 1))))
        self.assertIsNotNone(self.draw(encoded(Image.new("1", (MOST_PIXELS // 64, 64), 1))))

    def test_monstrous_images_are_none_and_nobody_writes_of_it(self) -> None:
        header = bytearray.fromhex(picture([RED]))
        for size in (10_000, 60_000):
            header[16:24] = size.to_bytes(4, "big") * 2
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                self.assertIsNone(self.draw(_with_right_sum(header).hex()))
            self.assertEqual(said, [])

    @settings(max_examples=150, deadline=None)
    @given(st.sampled_from(["PNG", "GIF", "JPEG", "BMP"]), st.data())
    def test_no_image_does_harm(self, format: str, data: st.DataObject) -> None:
        image = bytearray.fromhex(picture(*[[RED, CLEAR] * 4] * 8, format=format))
        changes = data.draw(st.lists(st.tuples(st.integers(0, len(image) - 1), st.integers(0, 255)), max_size=5))
        for place, value in changes:
            image[place] = value
        rows = self.draw(image[: data.draw(st.integers(0, len(image)))].hex(), width=6, height=3)
        if rows is not None:
            self.assertEqual([len(row) for row in rows], [6] * 3)


def _pixels(ink: AttrSpec, char: str) -> tuple[Colour, Colour]:
    values = ink.get_rgb_values()
    front, back = (Colour(*values[part : part + 3]) for part in (0, 3))  # type: ignore[arg-type]
    return (back, back) if char == " " else (front, back)


def _with_right_sum(data: bytearray) -> bytes:
    """A PNG whose header was changed."""
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


class OnTiles(SynchronousTestCase):
    """Two tiles, one with an image."""

    IMAGE = Set("i1", text=CORNERS, x=2, y=2)

    def stage(
        self, *more: Message, size: tuple[int, int] = (80, 25), depth: Depth = 16777216, signs: Signs = FANCY
    ) -> Stage:
        tiles = tile(1, 0, 0, "lamp", image="i1", bgcolor="ff101010"), tile(2, 1, 1, "door", bgcolor="ff101010")
        return Stage(matrix(2, 2), self.IMAGE, *tiles, ANN, *more, size=size, depth=depth, signs=signs)

    def blocks(self, shown: Screen) -> int:
        return str(shown).count("▀")

    def test_the_image_is_on_its_tile_instead_of_the_name(self) -> None:
        shown = self.stage().screen()
        self.assertGreater(self.blocks(shown), 10)
        self.assertNotIn("lamp  ", "".join(shown.lines[2:10]))
        self.assertIn("door", str(shown))
        grounds = {ink.get_rgb_values()[3:] for line in shown.cells[2:8] for _, ink in line[:24] if ink}
        self.assertEqual(grounds, {(0x10, 0x10, 0x10), (0, 0, 170), (170, 0, 0), Inks(16777216).theme.background})

    def test_a_small_tile_has_a_name(self) -> None:
        stage = Stage(matrix(2, 8), self.IMAGE, *(tile(1 + y, 0, y, "lamp", image="i1") for y in range(8)), ANN)
        self.assertEqual(self.blocks(stage.screen()), 0)
        self.assertIn("lamp", str(stage.screen()))
        stage = Stage(matrix(9, 2), self.IMAGE, *(tile(1 + x, x, 0, "pot", image="i1") for x in range(9)), ANN)
        self.assertEqual(self.blocks(stage.screen((60, 20))), 0)
        self.assertIn(" pot ", str(stage.screen((60, 20))))

    def test_eight_rows_have_pictures_in_120_by_40(self) -> None:
        """They use half of the gap below them, and tiles still stand apart."""
        tiles = [tile(1 + 8 * y + x, x, y, "lamp", image="i1", bgcolor="ff101010") for y in range(8) for x in range(8)]
        stage = Stage(matrix(9, 8), self.IMAGE, *tiles, ANN, depth=16777216, size=(120, 40))
        shown = stage.screen()
        self.assertNotIn("lamp", "".join(shown.lines[3:27]))
        for line in range(5, 27, 3):
            inks = [ink for _, ink in shown.cells[line][:9]]
            behind = {ink.get_rgb_values()[3:] for ink in inks if ink}
            self.assertEqual(behind, {THEMES[16777216, False].background})
        self.assertIn("lamp", str(stage.screen((100, 30))))

    def test_an_image_that_cannot_be_shown_is_a_name(self) -> None:
        stages = [self.stage(depth=1), self.stage(depth=16), self.stage(signs=ASCII)]
        for data in ("00", picture([CLEAR]), encoded(Image.new("1", (2000, 2000), 1))):
            stages.append(self.stage(Set("i1", text=data), Set("t1", image="i1")))
        self.assertTrue(str(stages[2].screen()).isascii())
        for stage in stages:
            self.assertEqual(self.blocks(stage.screen()), 0)
            self.assertIn("lamp", "".join(stage.screen().lines[2:10]))

    def test_a_new_image_is_seen_at_once(self) -> None:
        stage = self.stage()
        before = stage.screen()
        stage.tell(Set("i1", text=picture([GREEN, CLEAR], [CLEAR, GREEN])), Set("t1", image="i1"))
        self.assertNotEqual(stage.screen(), before)
        stage.tell(Set("i2", text=CORNERS, x=2, y=2), Set("t1", image="i2"))
        self.assertEqual(stage.screen(), before)

    def test_what_an_image_has_shown_is_gone_with_it(self) -> None:
        nothing = Set("i2", text=picture([CLEAR]), x=1, y=1)
        seen, never = self.stage(nothing), self.stage(nothing, Set("t1", image="i2"))
        self.assertNotEqual(seen.screen(), never.screen())
        seen.tell(Set("t1", image="i2"))
        self.assertEqual(seen.screen(), never.screen())

    def test_focus_and_disabled_can_be_seen_beside_it(self) -> None:
        stage = self.stage()
        looks = {}
        for name, energy, focus in (("focus", 1, 0), ("plain", 1, 1), ("disabled", 0, 1), ("both", 0, 0)):
            stage.tell(Set("t1", energy=energy))
            stage.controller.focus = (focus, focus)
            stage.room_screen.model_changed()
            looks[name] = [_edges(line) for line in stage.screen().lines[2:9]]
        self.assertEqual(set(looks["focus"]), {("▐", "▌")})
        self.assertEqual(set(looks["plain"]), {("", "")})
        self.assertEqual((looks["disabled"].count(("[", "]")), looks["disabled"].count(("", ""))), (1, 6))
        self.assertEqual((looks["both"].count(("▐", "]")), looks["both"].count(("▐", "▌"))), (1, 6))


def _edges(line: str) -> tuple[str, str]:
    """What is at the left and at the right of the first tile."""
    left, right = line[0].strip(), line[22].strip()
    return left, right
