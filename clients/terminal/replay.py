"""The command `tilenet dancing replay`: it reads the command line and the files, and runs the screen."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from tilenet.clients.arena.tape import BadTape, Tape, read_tape
from tilenet.clients.terminal.dancingreplay import FASTEST, PACE, SLOWEST, Replay
from tilenet.clients.terminal.main import add_drawing, obstacle

EPILOG = """\
FILE is the conversation.jsonl of a round, or the round's folder, in the folder
that `tilenet arena --save` made. Several are shown one after the other.
Keys: p pause, s slower, f faster, a again, q leave; arrows scroll large boards.
"""


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet dancing replay",
        description="Show a match of Dancing without Stars that the arena saved, in this terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a round, see below")
    parser.add_argument(
        "--pace",
        type=_pace,
        default=PACE,
        metavar="SECONDS",
        help=f"seconds from step to step, at first (default: {PACE:g})",
    )
    add_drawing(parser)
    return parser.parse_args(argv)


def _pace(text: str) -> float:
    try:
        if FASTEST <= float(text) <= SLOWEST:
            return float(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from {FASTEST:g} to {SLOWEST:g}")


def main(argv: Sequence[str]) -> int:
    """Show the files. The exit status is 1 if they cannot be shown."""
    options = read(argv)
    try:
        tapes = [read_tape(path) for path in options.files]
    except BadTape as error:
        why = str(error)
    else:
        why = obstacle()
    if why:
        print(f"tilenet dancing replay: {why}", file=sys.stderr)
        return 1
    run(options, tapes)
    return 0


def run(options: argparse.Namespace, tapes: Sequence[Tape]) -> None:
    """Show the rounds until the user leaves. Whatever happens, the terminal is restored at the end."""
    import urwid

    from tilenet.clients.terminal.dancingtheatre import Theatre
    from tilenet.clients.terminal.pages import Shell
    from tilenet.clients.terminal.rawscreen import open_screen

    def leave() -> None:
        raise urwid.ExitMainLoop

    def look(loop: urwid.MainLoop, _: object) -> None:
        theatre.advance(time.monotonic())
        loop.set_alarm_in(FASTEST, look)

    screen, inks, signs = open_screen(options)
    theatre = Theatre(Replay(tapes, options.pace, time.monotonic()), inks, signs, time.monotonic, leave)
    loop = urwid.MainLoop(Shell(theatre, leave), screen=screen)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    loop.set_alarm_in(0, look)
    with suppress(KeyboardInterrupt):
        loop.run()
