"""docs/fair.md tells the truth: its test vectors come from the server's code, and from a checker in JavaScript."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.npm import NODE
from tests.fair.vectors import text, vectors
from tilenet.chance import Chance
from tilenet.deals import LONGEST, MOST_WORDS
from tilenet.games.tombala.rules import CARDS

PAGE = Path(__file__).parents[2] / "docs" / "fair.md"
CHECKER = Path(__file__).with_name("deal.mjs")


def check(page: Path) -> tuple[int, str]:
    """What the checker says about a page."""
    done = subprocess.run([NODE, CHECKER, page], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


class Vectors(SynchronousTestCase):
    def setUp(self) -> None:
        self.page = PAGE.read_text()

    def test_the_page_has_those_of_the_server(self) -> None:
        """`python -m tests.fair.vectors` prints what belongs there."""
        (told,) = re.findall(r"```json vectors\n(.*?)```", self.page, re.DOTALL)
        self.assertEqual(json.loads(told), vectors())
        self.assertEqual(told, text())

    def test_a_word_is_rejected_in_them(self) -> None:
        """Otherwise a checker that does not know of that would be right."""
        (most, numbers), *_ = vectors()["below"].items()
        chance = Chance(bytes.fromhex(vectors()["seed"]))
        self.assertNotEqual([int(one) for one in numbers], [chance.getrandbits(64) % int(most) for _ in numbers])

    def test_a_checker_in_another_language_finds_the_same(self) -> None:
        self.assertEqual(check(PAGE), (0, f"{len(vectors())} vectors are right\n"))

    def test_that_checker_finds_what_is_wrong(self) -> None:
        with TemporaryDirectory() as folder:
            page = Path(folder) / "fair.md"
            page.write_text(self.page.replace('"shuffle": [', '"shuffle": [99, ', 1))
            self.assertEqual(check(page), (1, "wrong: shuffle\n"))

    def test_the_page_has_the_numbers_of_the_code(self) -> None:
        for number in (f"{CARDS:,}", f"{LONGEST} characters", f"{MOST_WORDS} players"):
            self.assertIn(number, self.page)
