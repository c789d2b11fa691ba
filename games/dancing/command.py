"""`tilenet dancing generate` and `tilenet dancing check`: input files at the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random

from tilenet.games.dancing.instances import BadInstance, generate, load

SIZE, COLOURS, DANCERS = 30, 4, 40  # as most published input files have them


def generate_main(argv: Sequence[str]) -> int:
    return main(["generate", *argv])


def check_main(argv: Sequence[str]) -> int:
    return main(["check", *argv])


def main(argv: Sequence[str]) -> int:
    """Run one of the two; returns the exit status."""
    options = read(argv)
    try:
        print(options.run(options), end="")
    except BadInstance as error:
        print(f"tilenet dancing {options.command}: {error}", file=sys.stderr)
        return 1
    return 0


def read(argv: Sequence[str]) -> argparse.Namespace:
    """The command line after `tilenet dancing`."""
    parser = argparse.ArgumentParser(prog="tilenet dancing")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    made = commands.add_parser("generate", description="Write a random input file.")
    _add_size(made)
    made.add_argument("--colors", type=int, default=COLOURS, metavar="C", help=f"how many colours (default: {COLOURS})")
    dancers = f"how many dancers of each colour (default: {DANCERS})"
    made.add_argument("--dancers", type=int, default=DANCERS, metavar="K", help=dancers)
    made.add_argument("--seed", type=int, metavar="NUMBER", help="makes the same file again (default: random)")
    made.set_defaults(run=_generate)
    checked = commands.add_parser(
        "check", description="Check that an input file can be played; if not, say what is wrong and on which line."
    )
    checked.add_argument("file", metavar="FILE", help="the input file")
    _add_size(checked)
    checked.set_defaults(run=_check)
    return parser.parse_args(argv)


def _add_size(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--size", type=int, default=SIZE, metavar="N", help=f"the board is N x N cells (default: {SIZE})"
    )


def _generate(options: argparse.Namespace) -> str:
    return generate(options.size, options.colors, options.dancers, Random(options.seed)).text


def _check(options: argparse.Namespace) -> str:
    found = load(options.file, options.size)
    return f"{options.file}: {found.colours} colours, {found.dancers} dancers of each, on {found.size} x {found.size}\n"
