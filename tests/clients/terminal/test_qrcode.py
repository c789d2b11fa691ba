"""Links as QR codes, and codes in large letters."""

from __future__ import annotations

from string import ascii_lowercase, digits

from segno import make_qr
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import colours
from tilenet.clients.terminal.inks import BLACK, Depth, Inks
from tilenet.clients.terminal.largeletters import large_text
from tilenet.clients.terminal.qrcode import LONGEST, qr_code
from tilenet.clients.terminal.signs import ASCII, FANCY

LINK = "https://play.example.org/#/amber-otter-nine"
DEPTHS: tuple[Depth, ...] = (1, 16, 256, 16777216)


class QrCodes(SynchronousTestCase):
    def modules(self, depth: Depth, is_light: bool) -> list[list[bool]]:
        """Which modules are dark, as they look on the screen."""
        found: list[list[bool]] = []
        for row in qr_code(LINK, 80, 40, Inks(depth, is_light=is_light), FANCY):
            found += [[], []]
            for ink, sign in [(ink, sign) for ink, signs in row for sign in signs]:
                if depth == 1:
                    upper, lower = (sign in "▀█") is is_light, (sign in "▄█") is is_light
                else:
                    self.assertEqual(sign, "▀")
                    front, back = colours(ink)
                    upper, lower = front == BLACK, back == BLACK
                found[-2].append(upper)
                found[-1].append(lower)
        return found

    def test_it_is_dark_on_light_on_every_terminal(self) -> None:
        expected = [[bool(one) for one in row] for row in make_qr(LINK, error="l").matrix]
        for depth in DEPTHS:
            for is_light in (False, True):
                seen = self.modules(depth, is_light)
                self.assertEqual([row[2:-2] for row in seen[2 : 2 + len(expected)]], expected, (depth, is_light))
                self.assertFalse(any(seen[0] + seen[1] + [row[0] for row in seen]))

    def test_if_there_is_little_room_its_margin_is_narrow_and_in_less_there_is_none(self) -> None:
        sizes = [
            len(qr_code(LINK, wide, lines, Inks(1), FANCY)) for wide, lines in ((33, 17), (31, 16), (30, 16), (31, 15))
        ]
        self.assertEqual(sizes, [17, 16, 0, 0])

    def test_nothing_to_draw_or_nothing_to_draw_it_with(self) -> None:
        for link, signs in (("", FANCY), (LINK, ASCII), ("x" * (LONGEST + 1), FANCY)):
            self.assertEqual(qr_code(link, 80, 40, Inks(1), signs), ())


class LargeLetters(SynchronousTestCase):
    def test_every_letter_and_digit_is_there_and_unlike_all_others(self) -> None:
        chars = f"{ascii_lowercase}{digits}-"
        forms = {char: tuple(large_text(char)) for char in chars}
        self.assertEqual({len(form) for form in forms.values()}, {3})
        for form in forms.values():
            self.assertEqual(len({len(line) for line in form}), 1)
        self.assertEqual(len(set(forms.values())), len(chars))

    def test_other_characters_have_none(self) -> None:
        self.assertEqual([large_text("äh"), large_text("")], [[], []])
