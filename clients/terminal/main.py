"""The command `tilenet play`: it reads the command line, and runs the client on the reactor."""

from __future__ import annotations

import argparse
import getpass
import io
import logging
import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilenet.clients.address import Address, argument
from tilenet.clients.language import has_bell, has_utf8, language_of, own_environment

if TYPE_CHECKING:
    from tilenet.clients.terminal.app import App
    from tilenet.clients.terminal.localhost import LocalHost

EPILOG = """\
ADDRESS is host, host:port or a port alone; without it, localhost:44455.
F1 shows the keys. The number of colours depends on TERM and COLORTERM; NO_COLOR
turns them off, and --colors overrides all of these.
"""


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet play",
        description="Play on a TileNet server, in this terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("address", nargs="?", metavar="ADDRESS", default=Address(), type=argument, help="the server")
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="log in as a guest with this name at once (default: ask, and suggest your login name)",
    )
    parser.add_argument(
        "join",
        nargs="?",
        metavar="CODE",
        default="",
        help="go to the table with this code, such as amber-otter-nine, or to the room with this address, such as set",
    )
    add_drawing(parser)
    parser.add_argument("--focus", metavar="TILE", default="", help="start with the focus on the tile with this name")
    parser.add_argument(
        "--language",
        metavar="CODE",
        default=language_of(os.environ),
        help="the language in which rooms are shown, such as tr, if the server has it (default: that of LANG)",
    )
    parser.add_argument("--safe-colors", action="store_true", help="draw the cards of Set in a colour-blind palette")
    parser.add_argument(
        "--no-bell",
        dest="has_bell",
        action="store_false",
        default=has_bell(os.environ),
        help="do not ring the bell while you look elsewhere (TILENET_BELL=off does the same; F8 turns it on)",
    )
    return parser.parse_intermixed_args(argv)


def add_drawing(parser: argparse.ArgumentParser) -> None:
    """The options of every program that draws on a terminal."""
    parser.add_argument(
        "--colors",
        choices=["auto", "24bit", "256", "16", "none"],
        default="auto",
        help="how many colours to use (default: auto)",
    )
    theme = parser.add_mutually_exclusive_group()
    for name in ("light", "dark"):
        theme.add_argument(
            f"--{name}",
            dest="theme",
            action="store_const",
            const=name,
            default="auto",
            help=f"use colours for a {name} terminal (default: ask the terminal which it is)",
        )
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")


def obstacle() -> str:
    """Why nothing can be drawn here; empty if it can."""
    for name, stream in (("standard input", sys.stdin), ("standard output", sys.stdout)):
        if not stream.isatty():
            return f"{name} is not a terminal"
    try:
        import urwid  # noqa: F401
    except ImportError:
        return "urwid is missing; pip install 'tilenet[client]' installs it"
    return ""


def main(argv: Sequence[str]) -> int:
    """Play. The exit status is 1 if there was no server to play on."""
    options = read(argv)
    if why := obstacle():
        print(f"tilenet play: {why}", file=sys.stderr)
        return 1
    return run(options)


def run(options: argparse.Namespace) -> int:
    """Run the client on the reactor."""
    from twisted.internet import reactor

    from tilenet.clients.terminal.app import App, PlayOptions
    from tilenet.clients.terminal.localhost import LocalHost
    from tilenet.clients.terminal.rawscreen import open_screen

    screen, inks, signs = open_screen(options)
    host = LocalHost(reactor, options.address, screen)
    chosen = PlayOptions(
        options.address,
        options.name or login_name(),
        options.name is not None,
        inks,
        signs,
        options.safe_colors,
        options.focus,
        options.language,
        has_bell=options.has_bell,
        join=options.join,
        way_in=f"tilenet play {options.address} NAME {{code}}",
    )
    return run_app(App(reactor, chosen, host), host, "tilenet play")


def run_app(app: App, host: LocalHost, program: str) -> int:
    """Run a client that has the terminal. Whatever happens, the terminal is restored at the end."""
    from twisted.internet import reactor as _reactor
    from twisted.logger import LogEvent, LogLevel, formatEvent, globalLogBeginner

    from tilenet.clients.terminal.glyphs import visible

    reactor: Any = _reactor
    notes: list[str] = []

    def failed(event: LogEvent) -> None:
        if "log_failure" in event:
            app.fail(event["log_failure"].getTraceback())
        elif event["log_level"] >= LogLevel.error:
            notes.append(formatEvent(event))

    globalLogBeginner.beginLoggingTo([failed], redirectStandardIO=False, discardBuffer=True)  # type: ignore[list-item]
    complaints = logging.Handler(logging.ERROR)  # urwid logs what it catches in its own calls
    complaints.emit = lambda record: app.fail(complaints.format(record))  # type: ignore[method-assign]
    logging.getLogger("urwid").addHandler(complaints)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: reactor.callFromThread(app.leave))
    reactor.callWhenRunning(app.connect)
    reactor.run(installSignalHandlers=False)
    status, words = host.end
    encoding = None if has_utf8(own_environment()) else "ascii"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")
    for line in app.last_result:
        print(visible(line))
    for line in (*notes, *([words] if words else ())):
        print(f"{program}: {line}", file=sys.stderr)
    return status


def login_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return os.environ.get("HOSTNAME", "guest")
