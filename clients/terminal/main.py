"""The command `tilenet play`: reads the command line, and runs the reactor around the client."""

from __future__ import annotations

import argparse
import getpass
import io
import logging
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from tilenet.clients.address import Address, argument

EPILOG = """\
ADDRESS is host, host:port or a port alone; without it, localhost:44455.
F1 in the game tells the keys. The terminal says how many colours it has (TERM,
COLORTERM); NO_COLOR switches them off, and --colors overrides both.
"""

SLOW = 1.0  # seconds after which the user is told what is going on


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
        help="your name there, to log in as a guest at once (default: asks, and proposes your login name)",
    )
    parser.add_argument(
        "--colors", choices=["auto", "24bit", "256", "16", "none"], default="auto", help="how many colours"
    )
    parser.add_argument("--ascii", action="store_true", help="draw tiles with ASCII characters only")
    parser.add_argument("--safe-colors", action="store_true", help="colours of Set for colour-blind eyes")
    return parser.parse_intermixed_args(argv)


def main(argv: Sequence[str]) -> int:
    """Play; the exit status is 1 if there was no server to play on."""
    options = read(argv)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("tilenet play: this is no terminal", file=sys.stderr)
        return 1
    try:
        import urwid  # noqa: F401
    except ImportError:
        print("tilenet play: urwid is missing; pip install 'tilenet[client]' brings it", file=sys.stderr)
        return 1
    return run(options)


def run(options: argparse.Namespace) -> int:
    """Run the client on the reactor, whatever happens the terminal is given back as it was."""
    import urwid
    from twisted.internet import reactor as _reactor
    from twisted.logger import LogEvent, globalLogBeginner

    from tilenet.clients.terminal.app import App, Asked
    from tilenet.clients.terminal.glyphs import visible
    from tilenet.clients.terminal.inks import DEPTHS, Inks, depth_of
    from tilenet.clients.terminal.pages import Shell
    from tilenet.clients.terminal.rawscreen import PlayScreen
    from tilenet.clients.terminal.signs import ASCII, FANCY

    reactor: Any = _reactor
    is_unicode = urwid.util.detected_encoding.lower().replace("-", "") == "utf8"
    if is_unicode:
        urwid.set_encoding("utf-8")
    screen = PlayScreen()
    depth = depth_of(screen) if options.colors == "auto" else DEPTHS[options.colors]
    signs = FANCY if is_unicode and not options.ascii else ASCII
    last: list[tuple[int, str]] = []

    def start_loop(shell: Shell) -> urwid.MainLoop:
        if slow.active():
            slow.cancel()
        screen.set_terminal_properties(colors=depth)
        loop = urwid.MainLoop(shell, screen=screen, event_loop=urwid.TwistedEventLoop(reactor, manage_reactor=False))
        loop.start()
        return loop

    def done(status: int, words: str) -> None:
        last.append((status, words))
        reactor.callLater(0, reactor.stop)

    asked = Asked(
        options.address,
        options.name or _login_name(),
        options.name is not None,
        Inks(depth),
        signs,
        options.safe_colors,
    )
    app = App(reactor, asked, start_loop, done)

    def failed(event: LogEvent) -> None:
        if "log_failure" in event:
            app.fail(event["log_failure"].getTraceback())

    globalLogBeginner.beginLoggingTo([failed], redirectStandardIO=False, discardBuffer=True)  # type: ignore[list-item]
    complaints = logging.Handler(logging.ERROR)  # what urwid catches in its own calls, it logs
    complaints.emit = lambda record: app.fail(complaints.format(record))  # type: ignore[method-assign]
    logging.getLogger("urwid").addHandler(complaints)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: reactor.callFromThread(app.leave))
    slow = reactor.callLater(SLOW, print, f"Connecting to {options.address} ... Ctrl-C gives up.")
    reactor.callWhenRunning(app.connect)
    reactor.run(installSignalHandlers=False)
    status, words = last[0] if last else (1, "")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    for line in app.results.last:
        print(visible(line))
    if words:
        print(f"tilenet play: {words}", file=sys.stderr)
    return status


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return os.environ.get("HOSTNAME", "guest")
