"""The pictures on the cards of Memory: how many there are, and that they differ in more than colour."""

from __future__ import annotations

import io
from itertools import combinations

from PIL import Image
from twisted.trial.unittest import SynchronousTestCase

from tilenet.games.memory.rules import SIDES, deck
from tilenet.games.memory.symbols import NAMES, picture, symbol

LEAST = 0.08  # the least share of a picture by which two differ; the dot and the gem are the most alike
ROOM = 60 * 1024  # bytes of images that a room can show


class Symbols(SynchronousTestCase):
    def test_each_pair_has_one_of_its_own_on_both_boards_that_there_are(self) -> None:
        for dim in (4, 8):
            found = {letters: symbol(letters, dim) for letters in deck(dim)}
            self.assertEqual(len({*found.values()} - {None}), dim * dim // 2)

    def test_a_board_has_pictures_on_all_cards_or_on_none(self) -> None:
        for dim in SIDES:
            self.assertEqual({symbol(letters, dim) is None for letters in deck(dim)}, {dim > 8})

    def test_they_differ_in_shape(self) -> None:
        dots = {name: self.dots(name) for name in NAMES}
        for one, other in combinations(NAMES, 2):
            differing = sum(a != b for a, b in zip(dots[one], dots[other], strict=True)) / len(dots[one])
            self.assertGreater(differing, LEAST, (one, other))

    def dots(self, name: str) -> list[bool]:
        """Which dots are drawn; what is behind them is transparent."""
        image = Image.open(io.BytesIO(picture(name).data)).convert("RGBA")
        parts = iter(image.tobytes())
        pixels = [*zip(parts, parts, parts, parts, strict=True)]
        self.assertEqual({*pixels}, {(16, 16, 16, 255), (0xE9, 0xE4, 0xD0, 0)})
        return [alpha > 0 for *_, alpha in pixels]

    def test_they_are_small_enough_for_a_room(self) -> None:
        self.assertLess(sum(len(picture(name).data) for name in NAMES), ROOM / 2)
