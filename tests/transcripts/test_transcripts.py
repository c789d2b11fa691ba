"""What a server says, word for word, in sessions that a person can read."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.transcripts.play import FOLDER, played


class Transcripts(SynchronousTestCase):
    maxDiff = None

    def test_three_are_there(self) -> None:
        self.assertEqual(
            sorted(path.stem for path in FOLDER.glob("*.txt")), ["a_game_of_two", "away_and_back", "two_protocols"]
        )

    def check(self, name: str) -> None:
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        self.assertEqual(played(text).splitlines(), text.splitlines())

    def test_a_game_of_two(self) -> None:
        self.check("a_game_of_two")

    def test_away_and_back(self) -> None:
        self.check("away_and_back")

    def test_two_protocols(self) -> None:
        self.check("two_protocols")
