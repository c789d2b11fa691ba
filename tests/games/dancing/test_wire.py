"""Dancing's own protocol as bytes: where messages end, what is in them, and how long they may be."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.games.dancing.wire import (
    DEFAULT_LIMIT,
    PART,
    Bad,
    Decoded,
    Decoder,
    Part,
    StepReader,
    TooLong,
    Wrong,
    encode,
    is_done,
    read_lines,
    read_stars,
    write_cells,
)

texts = st.text(st.characters(exclude_characters="&", exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: not text.encode().isspace()
)


LIMIT = 8 * PART
TOO_LONG = TooLong(f"a message longer than {LIMIT} bytes")


def decode(*parts: bytes, limit: int = DEFAULT_LIMIT) -> list[Decoded]:
    decoder = Decoder(limit)
    return [message for part in parts for message in decoder.feed(part)]


def joined(parts: list[Decoded]) -> list[str]:
    """The texts of the parts of one message, and of its end."""
    return [part if isinstance(part, str) else part[0] for part in parts]


class Messages(SynchronousTestCase):
    def test_an_and_ends_a_message_however_it_is_cut(self) -> None:
        cases: list[tuple[Sequence[bytes], list[Decoded]]] = [
            ([b"MY TEAM NAME&"], ["MY TEAM NAME"]),
            ([b"MY TEAM NAME"], []),
            ([b"one&two&thr"], ["one", "two"]),
            ([b"5 10 1", b"1 11", b" 11", b"&DO", b"NE", b"&"], ["5 10 11 11 11", "DONE"]),
            ([b"1 0 0 0 1&1 0 1 0 2&DONE&"], ["1 0 0 0 1", "1 0 1 0 2", "DONE"]),
            ([bytes([byte]) for byte in "équipe ☆&".encode()], ["équipe ☆"]),
            # blanks stay as they were sent, but a message with nothing in it is none
            ([b" 6 3 16 14 &"], [" 6 3 16 14 "]),
            ([b"&&\n& \t &one&\r\n&"], ["one"]),
            ([b"\xff\xfe&one&"], [Bad("this is not UTF-8"), "one"]),
            # nothing is read after one that is too long
            ([b"one&" + b"1" * LIMIT + b"2", b"3&two&", b"three&"], ["one", TOO_LONG]),
            # a long one comes in parts, also if it is a word without an end; the end may be all that is left
            ([b"x" * PART + b"x", b"x&"], [Part("x" * PART + "x"), "x"]),
            ([b"x" * PART + b"x", b"&", b"&2&"], [Part("x" * PART + "x"), "", "2"]),
            ([b" " * 2 * PART, b"&"], []),
            ([b" " * 2 * PART, b"DONE&"], ["DONE"]),
            ([b"\xff " * PART, b"1 " * PART, b"2&3&"], [Bad("this is not UTF-8"), "3"]),
        ]
        for parts, messages in cases:
            with self.subTest(str(parts)[:60]):
                self.assertEqual(decode(*parts, limit=LIMIT), messages)

    def test_a_message_has_at_most_256_kib(self) -> None:
        longest = b"1 " * (DEFAULT_LIMIT // 2)
        self.assertEqual("".join(joined(decode(longest + b"&"))), longest.decode())
        too_long = TooLong("a message longer than 262144 bytes")
        self.assertEqual(decode(longest, b"1")[-1], too_long)
        self.assertEqual(decode(longest + b"1&"), [too_long])

    def test_a_long_one_comes_in_parts_of_whole_words(self) -> None:
        said = b"12345 " * PART
        for pieces in ([said + b"67&8&"], [said, b"67&8&"], [said, b"6", b"7", b"&8&"]):
            *parts, end, other = decode(*pieces)
            self.assertEqual(("".join(joined([*parts, end])), other), (f"{said.decode()}67", "8"))
            for part in parts:
                assert isinstance(part, Part)
                self.assertEqual(part.text, "12345 " * (len(part.text) // 6))
                self.assertLessEqual(len(part.text), PART)

    def test_the_limit_is_for_all_parts_together(self) -> None:
        said = decode(b"1 " * PART, b"1 " * PART, b"&2&", limit=3 * PART)
        self.assertEqual(said[-1], TooLong(f"a message longer than {3 * PART} bytes"))

    @settings(deadline=None)
    @given(st.lists(texts), st.data())
    def test_what_is_sent_arrives_however_it_is_cut(self, said: list[str], data: st.DataObject) -> None:
        raw = b"".join(map(encode, said))
        cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=8)))
        parts = [raw[start:end] for start, end in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
        self.assertEqual(decode(*parts), said)

    @settings(deadline=None)
    @given(st.lists(st.binary(max_size=40), max_size=20))
    def test_nothing_is_held_beyond_the_limit(self, parts: list[bytes]) -> None:
        decoder = Decoder(30)
        for part in parts:
            decoder.feed(part)
            self.assertLessEqual(len(decoder._held), 30)

    def test_no_message_is_cut_by_what_is_in_it_and_none_is_empty(self) -> None:
        self.assertEqual((encode("ann & bob"), encode("")), (b"ann + bob&", b" &"))


class Numbers(SynchronousTestCase):
    def test_stars_lines_and_done(self) -> None:
        self.assertEqual(read_stars("6 3 16 14 9 21 "), [(6, 3), (16, 14), (9, 21)])
        self.assertEqual(read_stars("\n-1\t999999\r\n"), [(-1, 999999)])
        self.assertEqual(read_lines("0 0 0 1 2 2 2 3 "), [(0, 0, 0, 1), (2, 2, 2, 3)])
        self.assertEqual(write_cells([(6, 3), (16, 14)]), "6 3 16 14 ")
        said = ("DONE", " DONE\n", "done", "DONE.", "5 DONE", "DONE DONE")
        self.assertEqual([is_done(text) for text in said], [True, True, False, False, False, False])

    def test_a_step_is_its_number_of_moves_and_four_numbers_a_move(self) -> None:
        cases: dict[str, tuple[list[list[tuple[int, ...]]], str]] = {
            "2 10 11 11 11 6 0 6 1": ([[(10, 11, 11, 11), (6, 0, 6, 1)]], ""),
            "0": ([[]], ""),
            "1 0 0 0 1 0 1 0 1 0 2 ": ([[(0, 0, 0, 1)], [], [(0, 1, 0, 2)]], ""),
            # what is wrong with a step comes after those before it
            "0 2 1 1 1 2": ([[]], "2 moves need 8 numbers, but there are 4"),
            "-1 1 1 1 2": ([], "-1 is not a number of moves"),
            "999999": ([], "999999 moves need 3999996 numbers, but there are 0"),
            "0 x": ([], "'x' is not a number of at most 6 digits"),
        }
        for text, steps in cases.items():
            self.assertEqual(StepReader().read(text), steps)

    def test_a_step_may_come_in_several_parts_of_a_message(self) -> None:
        reader = StepReader()
        self.assertEqual(reader.read("1 0 0 0 1 2 0 ", is_last=False), ([[(0, 0, 0, 1)]], ""))
        self.assertEqual(reader.read("1 0 2 5 ", is_last=False), ([], ""))
        self.assertEqual(reader.read("5 5 6 0"), ([[(0, 1, 0, 2), (5, 5, 5, 6)], []], ""))

    def test_wrong_numbers(self) -> None:
        for read, text, reason in (
            (read_stars, "1 2 3", "a star is two numbers, but 3 came"),
            (read_lines, "1 2 3 4 5", "a line is four numbers, but 5 came"),
            (read_stars, "1 x", "'x' is not a number of at most 6 digits"),
            (read_stars, "1 1234567", "'1234567' is not a number of at most 6 digits"),
            (read_stars, f"1 {'9' * 9999}", f"'{'9' * 20}' is not a number of at most 6 digits"),
            (read_stars, "1 2.0", "'2.0' is not a number of at most 6 digits"),
        ):
            self.assertEqual(str(self.assertRaises(Wrong, read, text)), reason)

    @given(st.text())
    def test_any_text_is_numbers_or_wrong(self, text: str) -> None:
        for read in (read_stars, read_lines):
            with contextlib.suppress(Wrong):
                read(text)
        StepReader().read(text)
