"""PairPanicking with pictures: they can be told apart, and they are sent once."""

from __future__ import annotations

import io
from itertools import combinations

import PIL.Image
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.contrast import contrast
from tests.doubles.harness import sets
from tests.doubles.pairs import PLAIN, Watched
from tilenet.game import Image
from tilenet.games.pairpanicking.game import IDS, Pictures
from tilenet.games.pairpanicking.pictures import PICTURES
from tilenet.games.png import draw, polygon

LOOKS = (*PICTURES.symbols, PICTURES.hidden, PICTURES.solved)


def decoded(image: Image | None) -> PIL.Image.Image:
    assert image is not None
    picture = PIL.Image.open(io.BytesIO(image.data), formats=["PNG"])
    picture.load()
    return picture.convert("RGBA")


def silhouette(image: Image | None) -> bytes:
    """A byte for each pixel: whether something is there."""
    return decoded(image).getchannel("A").tobytes()


class Drawing(SynchronousTestCase):
    def test_a_shape_is_drawn_where_it_is(self) -> None:
        """To the right and downwards."""
        image = draw(lambda x, y: x > 0 and y < 0, "ffff8040", "ff102030", size=10)
        self.assertEqual((image.width, image.height), (10, 10))
        picture = decoded(image)
        self.assertEqual(picture.size, (10, 10))
        drawn = {(x, y) for x in range(10) for y in range(10) if picture.getpixel((x, y)) != (0x10, 0x20, 0x30, 0)}
        self.assertEqual(drawn, {(x, y) for x in range(5, 10) for y in range(5)})
        self.assertEqual(picture.getpixel((5, 0)), (0xFF, 0x80, 0x40, 0xFF))

    def test_a_polygon_has_an_inside(self) -> None:
        corner = polygon((-1, -1), (1, -1), (1, 0), (0, 0), (0, 1), (-1, 1))
        inside = [(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5) if corner(x, y)]
        self.assertEqual(inside, [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5)])
        self.assertFalse(corner(2, -0.5) or corner(-2, 0.5) or corner(-0.5, 2))


class Sixteen(SynchronousTestCase):
    def test_all_are_small_pngs_of_24_bits(self) -> None:
        """Published clients show no others. The background is the tile's, where it is not transparent."""
        for look in LOOKS:
            picture = decoded(look.image)
            assert look.image is not None
            opened = PIL.Image.open(io.BytesIO(look.image.data))
            self.assertEqual((opened.mode, opened.info["transparency"]), ("RGB", tuple(bytes.fromhex(look.bg)[1:])))
            self.assertEqual(picture.size, (look.image.width, look.image.height), look.name)
            self.assertLessEqual(max(picture.size), 24, look.name)
            self.assertLess(len(look.image.data), 200, look.name)

    def test_they_differ_by_shape_alone(self) -> None:
        """In a tenth of their pixels, at least."""
        for one, other in combinations(LOOKS, 2):
            pixels = list(zip(silhouette(one.image), silhouette(other.image), strict=True))
            differing = sum(a != b for a, b in pixels) / len(pixels)
            self.assertGreaterEqual(differing, 0.1, (one.name, other.name))

    def test_each_has_a_name_and_a_colour(self) -> None:
        self.assertEqual(len(PICTURES.symbols), 16)
        self.assertEqual(len({look.name for look in LOOKS}), 18)
        self.assertEqual(len({look.fg for look in LOOKS}), 18)
        for look in PICTURES.symbols:
            ink, paper = (tuple(bytes.fromhex(colour)[1:]) for colour in (look.fg, look.bg))
            colours = {colour for _, colour in decoded(look.image).getcolors() or ()}
            self.assertEqual(colours, {(*paper, 0), (*ink, 255)}, look.name)
            self.assertGreaterEqual(contrast(look.fg, look.bg), 4.5, look.name)


class TheVariant(SynchronousTestCase):
    def test_a_square_always_has_a_picture(self) -> None:
        watched = Watched(PLAIN, Pictures)
        for step in (("ann", "in"), ("ann", "restart"), ("ann", (0, 0)), ("ann", (0, 2)), ("ann", (7, 7))):
            watched.do(*step)
        tiles = watched.room.game.scene().tiles
        self.assertIs(tiles[IDS[0, 0]].image, PICTURES.solved.image)
        self.assertIs(tiles[IDS[1, 1]].image, PICTURES.hidden.image)
        self.assertIs(tiles[IDS[7, 7]].image, PICTURES.symbols[15].image)

    def test_a_picture_is_sent_once_in_a_session(self) -> None:
        """However often it is shown, and also to who goes and comes back."""
        watched = Watched(PLAIN, Pictures)
        sent = {"ann": b"", "bob": b""}
        for step in [("ann", "in"), ("bob", "in"), ("ann", "restart")] + 3 * [
            ("ann", (0, 0)),
            ("bob", (1, 0)),
            ("bob", "out"),
            ("bob", "in"),
            ("wait", 2.25),
        ]:
            news = watched.do(*step)
            for name in sent:
                sent[name] += news[name]
        for name in sent:
            images = [new["text"] for new in sets(sent[name]) if new["objid"][0] == "i" and "text" in new]
            self.assertEqual(len(images), len(set(images)), name)
            shown = [look.image.data.hex() for look in (*PICTURES.symbols[:2], PICTURES.hidden) if look.image]
            self.assertEqual(set(images), set(shown), name)
