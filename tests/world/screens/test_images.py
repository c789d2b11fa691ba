"""Knows which objid an image has, how a client learns of it, and when it is forgotten."""

from __future__ import annotations

import gc
import struct
import zlib
from weakref import ref

from twisted.trial.unittest import SynchronousTestCase

from tilenet.game import Image
from tilenet.wire.format import XML
from tilenet.world.screens.images import BLANK, RECENT, Images


class ImagesTest(SynchronousTestCase):
    def setUp(self) -> None:
        self.images = Images()

    def test_different_images_have_different_objids(self) -> None:
        images = [self.images.register(image) for image in (Image(2, 3, b"x"), Image(3, 2, b"x"), Image(2, 3, b"y"))]
        self.assertEqual(len({BLANK.objid, *(defined.objid for defined in images)}), 4)

    def test_an_objid_is_legal(self) -> None:
        """c3.3: i and a positive integer."""
        self.assertRegex(self.images.register(Image(1, 1, b"x")).objid, r"\Ai[1-9][0-9]*\Z")

    def test_the_definition_is_size_and_hex_data(self) -> None:
        """c3.3: lower-case hex in the text of an image."""
        defined = self.images.register(Image(2, 3, b"\x00\xab\xff"))
        self.assertEqual(
            defined.definition.encoded(XML), f'<set objid="{defined.objid}" text="00abff" x="2" y="3"/>\n'.encode()
        )

    def test_an_image_keeps_its_objid_while_it_is_in_use(self) -> None:
        """c4.3: even if a game makes its images again for each scene."""
        image = Image(2, 3, b"x")
        defined = self.images.register(image)
        del image
        gc.collect()
        self.assertIs(self.images.register(Image(2, 3, b"x")), defined)

    def test_an_image_that_shows_nowhere_for_a_while_keeps_its_objid(self) -> None:
        """c4.3: so what is shown, hidden and shown again is sent once."""
        objid = self.images.register(Image(2, 3, b"x")).objid
        for number in range(RECENT - 1):
            self.images.register(Image(2, 3, number.to_bytes(2)))
        gc.collect()
        self.assertEqual(self.images.register(Image(2, 3, b"x")).objid, objid)

    def test_an_image_that_is_not_in_use_is_forgotten_after_many_others(self) -> None:
        image = Image(2, 3, b"x")
        self.images.register(image)
        alive = ref(image)
        del image
        for number in range(RECENT):
            self.images.register(Image(2, 3, number.to_bytes(2)))
        gc.collect()
        self.assertIsNone(alive())

    def test_an_objid_is_never_given_again(self) -> None:
        """c4.3: clients keep every object for the whole session."""
        given = set()
        for number in range(5):
            given.add(self.images.register(Image(2, 3, bytes([number]))).objid)
            gc.collect()
        self.assertEqual(len(given), 5)


class BlankTest(SynchronousTestCase):
    def test_it_is_a_png_of_one_clear_pixel(self) -> None:
        data, chunks, at = BLANK.image.data, {}, 8
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        while at < len(data):
            (length,) = struct.unpack_from(">I", data, at)
            kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
            self.assertEqual(struct.unpack_from(">I", data, at + 8 + length), (zlib.crc32(kind + body),), repr(kind))
            chunks[kind] = body
            at += 12 + length
        self.assertEqual(chunks[b"IHDR"], struct.pack(">IIBBBBB", 1, 1, 8, 6, 0, 0, 0))  # eight bits, with alpha
        self.assertEqual(zlib.decompress(chunks[b"IDAT"]), bytes(5))
        self.assertIn(b"IEND", chunks)
