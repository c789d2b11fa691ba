"""Whether a terminal is light: what it answers, and what becomes of answers that come late."""

from __future__ import annotations

import os

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.terminal import background
from tilenet.clients.terminal.background import is_light, read_answer, without_answers


class Answers(SynchronousTestCase):
    def test_colours(self) -> None:
        for answer, colour in {
            b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\": (255, 255, 255),
            b"\x1b]11;rgb:1212/1515/1c1c\x07": (0x12, 0x15, 0x1C),
            b"\x1b]11;rgb:f/0/8\x07": (255, 0, 136),
            b"\x1b]11;rgb:ff/80/00\x07\x1b[?62;4c": (255, 128, 0),
            b"\x1b]11;rgba:ffff/0000/0000/8000\x1b\\": (255, 0, 0),
            b"x\x1b]11;rgb:00/00/00\x07": (0, 0, 0),
        }.items():
            self.assertEqual(read_answer(answer), colour, answer)

    def test_what_is_no_answer(self) -> None:
        for answer in (b"", b"\x1b[?62;4c", b"\x1b]11;?\x1b\\", b"\x1b]11;rgb:12/34", b"\x1b]10;rgb:0/0/0\x07"):
            self.assertIsNone(read_answer(answer), answer)

    def ask(self, answer: bytes, **variables: str) -> bool:
        self.patch(os, "environ", {"TERM": "xterm", **variables})
        self.patch(background, "_ask", lambda: answer)
        return is_light()

    def test_light_and_dark(self) -> None:
        self.assertTrue(self.ask(b"\x1b]11;rgb:eeee/eeee/e0e0\x07"))
        self.assertTrue(self.ask(b"\x1b]11;rgb:ffff/ffff/0000\x07"))
        self.assertFalse(self.ask(b"\x1b]11;rgb:2020/2020/4040\x07"))
        self.assertFalse(self.ask(b"\x1b]11;rgb:0000/0000/ffff\x07"))

    def test_without_an_answer_there_may_be_a_variable(self) -> None:
        self.assertFalse(self.ask(b""))
        self.assertTrue(self.ask(b"", COLORFGBG="0;15"))
        self.assertFalse(self.ask(b"", COLORFGBG="15;0"))
        self.assertFalse(self.ask(b"\x1b]11;rgb:0/0/0\x07", COLORFGBG="0;15"))

    def test_some_are_not_asked(self) -> None:
        self.assertFalse(self.ask(b"\x1b]11;rgb:f/f/f\x07", TERM="linux"))

    def test_late_answers_are_not_keys(self) -> None:
        late = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;4c"
        self.assertEqual(without_answers([*b"a" + late + b"b\x1b[A"]), [*b"ab\x1b[A"])
        self.assertEqual(without_answers([*b"\x1b[Aa"]), [*b"\x1b[Aa"])
        self.assertEqual(without_answers([]), [])
