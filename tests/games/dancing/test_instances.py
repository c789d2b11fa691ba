"""Input files: every quirk that published ones have, what is wrong with bad ones, and files made at random."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tilenet.games.dancing import command
from tilenet.games.dancing.instances import LONGEST, BadInstance, check_numbers, generate, load, read

GOOD = "Dancer positions for color: 1\n7 14\n0 3\nDancer positions for color: 2\n14 7\n29 29\n"


class Reading(SynchronousTestCase):
    def test_the_colours_and_their_dancers(self) -> None:
        instance = read(GOOD, 30)
        self.assertEqual(instance.groups, (((7, 14), (0, 3)), ((14, 7), (29, 29))))
        self.assertEqual((instance.size, instance.colours, instance.dancers), (30, 2, 2))
        self.assertEqual(instance.parameters, "30 2 2")

    def test_blanks_and_the_words_of_headers_do_not_matter_and_the_text_is_kept_as_it_is(self) -> None:
        headers = ("color: {}", "{}", "the next one is\t{}  ", "a b c d {}", "Farbe nº {}")
        for text in (
            "\n" + GOOD.replace("\n", "\n\n") + "  \t \n",
            GOOD.replace("7 14", "  7\t 14  "),
            GOOD.replace("\n", "\r\n"),
            GOOD.rstrip(),
            *(GOOD.replace("Dancer positions for color: 1", header.format(1)) for header in headers),
            GOOD.replace("Dancer positions for color: 2", "3 1 2"),  # three numbers are no dancer
        ):
            instance = read(text, 30)
            self.assertEqual((instance.groups, instance.text), (read(GOOD, 30).groups, text))

    def test_what_is_wrong_and_on_which_line(self) -> None:
        header = "Dancer positions for color: "
        cases = {
            "": "there are no dancers in it",
            "\n\n": "there are no dancers in it",
            "0 0\n": "line 1: a dancer comes before the first header",
            "\n\n0 0\n": "line 3: a dancer comes before the first header",
            f"{header}2\n": "line 1: colours are numbered in order: 1 is next, not 2",
            f"{header}1\n0 0\n\n{header}1\n": "line 4: colours are numbered in order: 2 is next, not 1",
            f"{header}1\n0 0\n{header}3\n": "line 3: colours are numbered in order: 2 is next, not 3",
            f"{header}1\n0 30\n": "line 2: 0 30 is outside a board of 30 x 30",
            f"{header}1\n-1 5\n": "line 2: -1 5 is outside a board of 30 x 30",
            f"{header}1\n5 5\n6 6\n5 5\n": "line 4: 5 5 is already taken by the dancer on line 2",
            f"{header}1\n5 5\n{header}2\n5 5\n": "line 4: 5 5 is already taken by the dancer on line 2",
            f"{header}1\n5 5\n{header}2\n6 6\n7 7\n": "line 3: colour 2 has 2 dancers, but colour 1 has 1 dancer",
            f"{header}1\n5 5\n{header}2\n": "line 3: colour 2 has 0 dancers, but colour 1 has 1 dancer",
            f"{header}1\n1234567 5\n": "line 2: a number has at most 6 digits",
            f"{header}1234567\n": "line 1: a number has at most 6 digits",
            f"{header}1\n{'9' * 5000} 5\n": "line 2: a number has at most 6 digits",
            f"{header}1:\n": "line 1: neither a dancer (two numbers) nor a header that ends with a colour's number: "
            "'Dancer positions for color: 1:'",
            f"{header}1\n5 x\n": "line 2: neither a dancer (two numbers) nor a header that ends with a colour's "
            "number: '5 x'",
            f"{header}1\n٣ ٤\n": "line 2: neither a dancer (two numbers) nor a header that ends with a colour's "
            "number: '٣ ٤'",
            f"{header}1\n5 5 & 2\n": "line 2: it contains &, which ends a message of the protocol",
            f"{header}1\n5 5\n": "there are 2 to 9 colours, not 1",
            f"{header}1\n{header}2\n": "there must be at least one dancer of each colour",
            "x" * (LONGEST + 1): f"an input file has at most {LONGEST} bytes",
        }
        for text, reason in cases.items():
            with self.subTest(text[:60]):
                self.assertEqual(str(self.assertRaises(BadInstance, read, text, 30)), reason)

    def test_from_the_disk(self) -> None:
        path = Path(self.enterContext(TemporaryDirectory())) / "file"
        path.write_bytes(GOOD.replace("\n", "\r\n").encode())
        self.assertEqual(load(path, 30).text, GOOD.replace("\n", "\r\n"))
        path.write_text(GOOD + "0 0 x\n")
        self.assertIn(f"{path}: line 7: neither a dancer", str(self.assertRaises(BadInstance, load, path, 30)))
        path.write_bytes(b"color 1\n\xff\n")
        self.assertEqual(str(self.assertRaises(BadInstance, load, path, 30)), f"{path}: not UTF-8, from byte 9 on")
        path.unlink()
        self.assertEqual(str(self.assertRaises(BadInstance, load, path, 30)), f"{path}: No such file or directory")


class Sane(SynchronousTestCase):
    def test_published_files_have_numbers_that_go_together(self) -> None:
        for size, colours, dancers in ((30, 4, 40), (30, 8, 25), (50, 4, 40), (40, 6, 25), (30, 6, 40), (12, 3, 5)):
            check_numbers(size, colours, dancers)

    def test_numbers_that_do_not_go_together_also_in_a_file(self) -> None:
        cases = {
            (1, 2, 1): "a board is 2 to 50 cells wide, not 1",
            (51, 4, 40): "a board is 2 to 50 cells wide, not 51",
            (30, 1, 5): "there are 2 to 9 colours, not 1",
            (30, 10, 5): "there are 2 to 9 colours, not 10",
            (30, 4, 0): "there must be at least one dancer of each colour",
            (5, 4, 5): "20 dancers and 5 stars leave no free cell on a board of 5 x 5",
            (5, 3, 6): "6 lines of 3 cells do not fit side by side on a board of 5 x 5",
            (3, 4, 1): "1 lines of 4 cells do not fit side by side on a board of 3 x 3",
        }
        for numbers, reason in cases.items():
            self.assertEqual(str(self.assertRaises(BadInstance, check_numbers, *numbers)), reason)
        self.assertRaises(BadInstance, read, "1\n0 0\n2\n0 1\n3\n1 0\n", 2)


class Generating(SynchronousTestCase):
    def test_the_first_line_is_as_in_published_files(self) -> None:
        lines = generate(30, 4, 40, Random(1)).text.splitlines()
        self.assertEqual(lines[0], "Dancer positions for color: 1")
        self.assertEqual(lines[41], "Dancer positions for color: 2")
        self.assertEqual(len(lines), 4 * 41)

    @settings(deadline=None)
    @given(st.integers(2, 50), st.integers(2, 9), st.integers(1, 200), st.integers())
    def test_what_is_made_can_be_read(self, size: int, colours: int, dancers: int, seed: int) -> None:
        try:
            check_numbers(size, colours, dancers)
        except BadInstance:
            self.assertRaises(BadInstance, generate, size, colours, dancers, Random(seed))
            return
        made = generate(size, colours, dancers, Random(seed))
        self.assertEqual(read(made.text, size), made)
        self.assertEqual((made.colours, made.dancers), (colours, dancers))


def run(*argv: str) -> tuple[int, str, str]:
    out, errors = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = command.main(argv)
    return status, out.getvalue(), errors.getvalue()


class TheCommand(SynchronousTestCase):
    def test_writes_a_file(self) -> None:
        status, text, errors = run("generate", "--size", "12", "--colors", "3", "--dancers", "5", "--seed", "7")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(read(text, 12), generate(12, 3, 5, Random(7)))
        self.assertEqual(read(run("generate")[1], 30).parameters, "30 4 40")  # like most published ones
        reason = "tilenet dancing generate: a board is 2 to 50 cells wide, not 99\n"
        self.assertEqual(run("generate", "--size", "99"), (1, "", reason))

    def test_checks_a_file(self) -> None:
        path = Path(self.enterContext(TemporaryDirectory())) / "dancedata"
        path.write_text("color: 1\n0 0\n1 1\ncolor: 2\n2 2\n3 3\n")
        told = f"{path}: 2 colours, 2 dancers of each, on 4 x 4\n"
        self.assertEqual(run("check", str(path), "--size", "4"), (0, told, ""))
        reason = f"tilenet dancing check: {path}: line 6: 3 3 is outside a board of 3 x 3\n"
        self.assertEqual(run("check", str(path), "--size", "3"), (1, "", reason))
