"""The command `tilenet dancing replay`: shows rounds that the arena saved, one after another, as any other replay."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilenet.clients.arena.tape import BadTape, Tape, read_tape
from tilenet.clients.replay.main import Missing, Source, add_showing, is_written, present
from tilenet.games.dancing.stage import FASTEST, PACE, SLOWEST

if TYPE_CHECKING:
    from tilenet.replays.recording import Recording

PROGRAM = "tilenet dancing replay"
EPILOG = """\
FILE is the conversation.jsonl of a round, or the round's folder, in the folder
that `tilenet arena dancing --save` made. Several are shown one after another: F10
leads to the next, and Ctrl-C leaves all of them. F1 shows the other keys.
"""
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Show rounds of Dancing without Stars that the arena saved, in this terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a round, see below")
    parser.add_argument(
        "--pace",
        type=_pace,
        default=PACE,
        metavar="SECONDS",
        help=f"seconds from step to step on the stage (default: {PACE:g})",
    )
    add_showing(parser)
    options = parser.parse_args(argv)
    if options.asciicast is not None and len(options.files) > 1:
        parser.error("--asciicast takes one FILE")
    return options


def _pace(text: str) -> float:
    try:
        if FASTEST <= float(text) <= SLOWEST:
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from {FASTEST:g} to {SLOWEST:g}")


def main(argv: Sequence[str]) -> int:
    """Show the rounds. The exit status is 1 if one of them cannot be shown."""
    options = read(argv)
    try:
        tapes = [read_tape(path) for path in options.files]
    except BadTape as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 1
    shows = [_Show(options, path, tape) for path, tape in zip(options.files, tapes, strict=True)]
    *others, last = shows
    for show in others:
        status, is_stopped = (show(), False) if is_written(options) else _apart(show)
        if status or is_stopped:
            return status
    return last()


class _Show:
    """One round that is to be shown."""

    def __init__(self, options: argparse.Namespace, path: str, tape: Tape) -> None:
        seat = _full_name(options.seat, tape)
        self._options = argparse.Namespace(**{**vars(options), "seat": seat})
        self._source = Source(PROGRAM, path, self._find)
        self._tape = tape

    def __call__(self) -> int:
        return present(self._options, self._source)

    def _find(self) -> Recording:
        from tilenet.clients.replay.reenactment import recording_of

        try:
            return recording_of(self._tape, self._options.pace)
        except BadTape as error:
            raise Missing(f"{self._source.name}: {error}") from None


def _full_name(name: str, tape: Tape) -> str:
    """The arena adds a number to the names of players, another one in each round; users need not."""
    full = (one for one in tape.names if one.rpartition("-")[0].casefold() == name.casefold())
    return next(full, name) if name else name


def _apart(show: _Show) -> tuple[int, bool]:
    """Show a round in another process: one process can run a reactor only once.

    Returns the exit status, and whether a signal has ended it.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    stopped: list[int] = []
    before = {number: signal.getsignal(number) for number in STOPPING}
    child = os.fork()
    if child == 0:
        _end_after(show)

    def stop(number: int, _: Any) -> None:
        stopped.append(number)
        if number != signal.SIGINT:  # which the terminal sends to both
            os.kill(child, number)

    for number in STOPPING:
        signal.signal(number, stop)
    try:
        _, status = os.waitpid(child, 0)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return os.waitstatus_to_exitcode(status), bool(stopped)


def _end_after(show: _Show) -> None:
    """In the other process, which ends here."""
    status = 1
    try:
        status = show()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)
