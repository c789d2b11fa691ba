"""The command `tilenet arena`: it reads the command line, plays the contest, and prints the table."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import randrange
from typing import TypeVar

from tilenet.clients.address import Address, argument
from tilenet.clients.arena import ArenaError
from tilenet.clients.arena.contest import Contest, Terms
from tilenet.clients.arena.players import read_players
from tilenet.clients.arena.table import table
from tilenet.clients.bots.console import with_port
from tilenet.clients.bots.dancing.bench import Bar

Number = TypeVar("Number", int, float)

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SIZE, COLORS, DANCERS, SECONDS = 30, 4, 40, 120.0
PORT = 4321  # of the door
OWN = ("size", "colors", "dancers", "seed")  # options for our own server

EPILOG = """\
PLAYER is
  sample          the sample player
  house           the solver, tilenet bot dancing
  COMMAND LINE    of any program, in quotes; it contains {port}, and may contain
                  {host}, {role} (choreographer or spoiler) and {name}
A name may come first: 'ann=python3 player.py {port} {role}'

Every pair of players plays every instance in both roles. The programs are
started again for each round.
"""


def read(argv: Sequence[str]) -> argparse.Namespace:
    """The command line of `tilenet arena`."""
    parser = argparse.ArgumentParser(
        prog="tilenet arena",
        description="Let programs play a contest, each against every other.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=["dancing"], help="the game")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two or more programs, see below")
    parser.add_argument("--games", type=_number(int, 1), default=1, metavar="N", help="how many instances (default: 1)")
    parser.add_argument("--size", type=int, metavar="N", help=f"the board is N x N cells (default: {SIZE})")
    parser.add_argument("--colors", type=int, metavar="C", help=f"how many colours (default: {COLORS})")
    parser.add_argument(
        "--dancers", type=int, metavar="K", help=f"how many dancers of each colour (default: {DANCERS})"
    )
    parser.add_argument("--seed", type=int, metavar="S", help="makes the same instances again (default: random)")
    parser.add_argument(
        "--seconds",
        type=_number(float, 1.0),
        default=SECONDS,
        metavar="S",
        help=f"seconds to think, for each program in each round (default: {SECONDS:g}, or what --server gives)",
    )
    jobs = max(1, (os.cpu_count() or 1) // 2)
    parser.add_argument(
        "--jobs",
        type=_number(int, 1),
        default=jobs,
        metavar="J",
        help="matches at the same time (default: half the number of cores)",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="save everything in this folder, which must be new or empty"
    )
    parser.add_argument(
        "--server",
        type=_server,
        metavar="ADDRESS",
        help=f"play on a running server, at its door for Dancing (port {PORT}); it should have a dancing.file",
    )
    options = parser.parse_intermixed_args(argv)
    if len(options.players) < 2:
        parser.error("a contest needs at least two players")
    if options.server is not None and (given := [name for name in OWN if getattr(options, name) is not None]):
        parser.error(f"--{given[0]} is for a server of our own, not for --server, which has its own instance")
    return options


def _server(text: str) -> Address:
    argument(text)  # says what is wrong with it
    return with_port(text, PORT)


def _number(kind: Callable[[str], Number], least: Number) -> Callable[[str], Number]:
    def read_number(text: str) -> Number:
        try:
            if kind(text) >= least:
                return kind(text)
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of {least:g} or more")

    return read_number


def terms_of(options: argparse.Namespace) -> Terms:
    """What the command line asks for."""
    return Terms(
        players=read_players(options.players, options.seconds),
        games=options.games,
        size=SIZE if options.size is None else options.size,
        colors=COLORS if options.colors is None else options.colors,
        dancers=DANCERS if options.dancers is None else options.dancers,
        seed=randrange(10**6) if options.seed is None else options.seed,
        seconds=options.seconds,
        jobs=options.jobs,
        server=options.server,
    )


def prepare(folder: Path) -> Path:
    """The folder to keep everything in."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ArenaError(f"{folder} is not empty")
    except OSError as error:
        raise ArenaError(f"{folder}: {error.strerror}") from None
    return folder.resolve()


def say(text: str) -> None:
    print(f"arena: {text}", file=sys.stderr, flush=True)


async def play(contest: Contest) -> None:
    """Play, unless a signal comes: then everything ends at once, and all processes are ended."""
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    for number in STOPPING:
        loop.add_signal_handler(number, task.cancel)
    await contest.play()


def main(argv: Sequence[str]) -> int:
    """Play a contest and print its table. The exit status is 1 if it could not be played to its end."""
    options = read(argv)
    with ExitStack() as stack:
        why = ""
        contest: Contest | None = None
        try:
            terms = terms_of(options)
            save = options.save or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tilenet-arena-")))
            folder = prepare(save)
            bar = Bar(terms.matches, sys.stderr)
            contest = Contest(terms, folder, bar.advance)
            where = f"at {terms.server}" if terms.server else f"with seed {terms.seed}"
            matches = f"{terms.matches} match{'' if terms.matches == 1 else 'es'}"
            say(f"{len(terms.players)} players, {matches} of two rounds, {where}")
            with closing(bar):
                bar.show("the first matches have begun")
                asyncio.run(play(contest))
        except (asyncio.CancelledError, KeyboardInterrupt):
            why = "interrupted"
        except ArenaError as error:
            why = str(error)
        if contest is not None and contest.matches:
            names = [player.name for player in contest.terms.players]
            print("\n".join(table(names, contest.matches)), flush=True)
    if why:
        print(f"tilenet arena: {why}", file=sys.stderr)
    return int(bool(why))
