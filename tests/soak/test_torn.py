"""A journal that is torn at every byte: read as it should be, and a reader that would not is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.soak import torn
from tests.soak.torn import turns, wrong_bytes, wrong_files
from tilenet.journal.segments import line_of, turn_of

ONE = line_of(["click", 1.0, "noughts"])
TWO = turn_of([["press", 2.0, "noughts"], ["points", 2.0, "ann", 3]])


class Careless:
    """A reader that takes whatever looks like a line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[bytes]:
        return iter([line for line in self._path.read_bytes().splitlines() if len(line) > 10])


class Torn(SynchronousTestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(TemporaryDirectory())) / "000001.jsonl"
        self.path.write_bytes(ONE + TWO + ONE)

    def test_turns_end_with_the_last_of_their_lines(self) -> None:
        ends = [len(ONE), len(ONE + TWO), len(ONE + TWO + ONE)]
        self.assertEqual([*turns(self.path.read_bytes())], [*zip([0, *ends], ends, strict=False)])

    def test_what_is_whole_is_read_wherever_it_is_torn(self) -> None:
        self.assertEqual(wrong_bytes(self.path), (len(ONE + TWO + ONE), []))
        self.assertEqual(wrong_files(self.path, Random(1), 50), [])

    def test_only_the_tail_is_tried(self) -> None:
        self.assertEqual(wrong_bytes(self.path, 1), (len(ONE), []))

    def test_a_reader_that_takes_half_a_line_is_noticed(self) -> None:
        self.patch(torn, "Segment", Careless)
        self.assertNotEqual(wrong_bytes(self.path)[1], [])
        self.assertNotEqual(wrong_files(self.path, Random(1), 50), [])
