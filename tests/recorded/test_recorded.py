"""What the server sends is what it sent when the sessions were recorded, byte for byte."""

from __future__ import annotations

from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from tests.recorded.notes import FOLDER, Mismatch, Notes, read
from tests.recorded.sessions import SESSIONS, play


class Recorded(SynchronousTestCase):
    """One test for each session."""

    def test_all_recordings_are_played(self) -> None:
        self.assertEqual({path.stem for path in FOLDER.glob("*.txt")}, {*SESSIONS})


def _test_of(name: str) -> Callable[[Recorded], None]:
    def test(self: Recorded) -> None:
        try:
            play(name, read(name))
        finally:
            self.flushLoggedErrors()  # games fail on purpose in some of them

    return test


for _name in SESSIONS:
    setattr(Recorded, f"test_{_name.replace('-', '_')}", _test_of(_name))


class Comparing(SynchronousTestCase):
    """A difference is noticed, and what has come is shown."""

    def recorded(self) -> list[str]:
        notes = Notes()
        notes.add("ann waves", {0: b"<hear/>", 1: b"<hear/>"}, {})
        notes.add("ann leaves", {1: b"<set/>"}, {0: "closed"})
        return [step.line() for step in notes.steps]

    def test_the_same(self) -> None:
        notes = Notes(self.recorded())
        notes.add("ann waves", {0: b"<hear/>", 1: b"<hear/>"}, {})
        notes.add("ann leaves", {1: b"<set/>"}, {0: "closed"})
        notes.end()

    def test_other_bytes(self) -> None:
        notes = Notes(self.recorded())
        error = self.assertRaises(Mismatch, notes.add, "ann waves", {0: b"<hear/>", 1: b"<here/>"}, {})
        self.assertIn("step 0: ann waves", str(error))
        self.assertIn("<here/>", str(error))
        self.assertNotIn("<hear/>", str(error))

    def test_nothing_where_something_came_and_another_end(self) -> None:
        notes = Notes(self.recorded())
        self.assertRaises(Mismatch, notes.add, "ann waves", {0: b"<hear/>"}, {})
        self.assertRaises(Mismatch, notes.add, "ann leaves", {1: b"<set/>"}, {0: "aborted"})

    def test_another_step_or_too_few_or_too_many(self) -> None:
        self.assertRaises(Mismatch, Notes(self.recorded()).add, "bob waves", {}, {})
        self.assertRaises(Mismatch, Notes(self.recorded()).end)
        self.assertRaises(Mismatch, Notes([]).add, "ann waves", {}, {})
