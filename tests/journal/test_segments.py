"""The files of a journal: what is read back, and what is no fault."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.journal.segments import (
    Damaged,
    Segment,
    SegmentFile,
    line_of,
    segment,
    segments,
    turn_of,
)
from tilenet.saving.entries import entry_of, text_of
from tilenet.words import Words

ENTRIES: list[list[Any]] = [
    ["click", 1.5, "set", {"player": "guest-1"}, ["card", 3]],
    ["say", 2.0, "set", "çınko \n 😀"],
]


class Files(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        self.file = SegmentFile(self.folder, 1)
        for entry in ENTRIES:
            self.file.write(line_of(entry))
        self.addCleanup(self.file.close)

    def all(self) -> list[list[Any] | None]:
        return [text and entry_of(text) for path in segments(self.folder) for text in Segment(path)]  # type: ignore[misc]

    def test_entries_are_read_as_they_were_written(self) -> None:
        self.assertEqual(self.all(), ENTRIES)

    def test_nobody_else_can_read_them(self) -> None:
        self.assertEqual([S_IMODE(path.stat().st_mode) for path in (self.folder, self.file.path)], [0o700, 0o600])

    def test_a_tail_that_is_torn_at_any_byte_is_no_fault(self) -> None:
        whole = self.file.path.read_bytes()
        first = len(line_of(ENTRIES[0]))
        for size in range(len(whole)):
            self.file.path.write_bytes(whole[:size])
            self.assertEqual(self.all(), ENTRIES[: size >= first])

    def test_a_turn_that_is_damaged_is_noticed_and_others_count(self) -> None:
        """Whichever byte it is: but without the end of its checksum, the next turn belongs to it."""
        self.file.write(line_of(ENTRIES[1]))
        whole, first = self.file.path.read_bytes(), len(line_of(ENTRIES[0]))
        for at in range(first):
            data = bytearray(whole)
            data[at] ^= 1
            self.file.path.write_bytes(data)
            one = Segment(self.file.path)
            self.assertEqual([*one].count(None), 1, at)
            left = 2 if at < whole.index(b"\n") else 1
            self.assertEqual(self.all()[-left:], [ENTRIES[1]] * left, at)
            self.assertGreater(one.damage, 0)
            self.assertEqual([*one.again()], [text for text in one if text is not None])

    def test_of_a_turn_that_was_not_written_to_its_end_nothing_counts(self) -> None:
        before = self.file.path.read_bytes()
        turn = turn_of([*ENTRIES, *ENTRIES])
        for size in range(len(turn)):
            self.file.path.write_bytes(before + turn[:size])
            self.assertEqual(self.all(), ENTRIES)
        self.file.path.write_bytes(before + turn)
        self.assertEqual(self.all(), ENTRIES * 3)

    def test_what_is_not_a_file_is_not_read(self) -> None:
        """Nor does anybody wait for it."""
        for make in (Path.mkdir, os.mkfifo, lambda path: path.symlink_to(self.file.path)):
            path = segment(self.folder, 2)
            make(path)
            with self.assertRaises((Damaged, OSError)):
                [*Segment(path)]
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink()

    def test_texts_and_numbers_of_all_kinds(self) -> None:
        """Also a text that is not quite one, and numbers of which JSON says nothing."""
        for value in ("\ud800", Words("{n} pairs", n=3), 2**70, -(2**64), 0.1, 5e-324, {"a": [None, True]}, "ö\u2028"):
            self.assertEqual(entry_of(text_of([value])), [value])
        odd = [b'["\\ud800",%b]' % number for number in (b"NaN", b"-Infinity", b"1e999")]
        for wrong in (b"[NaN]", b"[1e999]", *odd, b"[" * 100_000, b"[" + b"9" * 5000 + b"]", b"\xff", b""):
            with self.assertRaises((ValueError, RecursionError), msg=wrong[:10]):
                entry_of(wrong)

    def test_segments_are_in_the_order_of_their_numbers(self) -> None:
        for number in (1000000, 2, 999999):
            segment(self.folder, number).touch()
        (self.folder / "note.txt").touch()
        self.assertEqual([int(path.stem) for path in segments(self.folder)], [1, 2, 999999, 1000000])

    def test_no_line_makes_reading_fail_otherwise(self) -> None:
        @given(st.binary(max_size=60))
        def check(data: bytes) -> None:
            self.file.path.write_bytes(data + b"\n" + line_of(ENTRIES[0]))
            self.assertIn(self.all(), ([None], ENTRIES[:1], [None, *ENTRIES[:1]]))

        check()
