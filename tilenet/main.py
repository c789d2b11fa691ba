"""The console script `tilenet`: one command a line below, each with its own help."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tilenet import __version__

USAGE = """\
usage: tilenet COMMAND [options]

  tilenet serve    run the server in the foreground (the same as twistd -n tilenet)
  tilenet game     serve one game of Set: tilenet game PORT [START_DELAY]
  tilenet play     play on a server, in this terminal
  tilenet bot      let bots play on a server, as company
  tilenet bench    measure how fast one player's act reaches everybody

`tilenet COMMAND --help` tells the options of a command, `tilenet --version` the version.
"""


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command; the exit status is 2 if there is no such command."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    match arguments:
        case ["serve", *rest]:
            serve(rest)
        case ["game", *rest]:
            from tilenet.tap import run_one_game

            sys.exit(run_one_game(rest))
        case ["play", *rest]:
            from tilenet.clients.terminal.main import main as play

            sys.exit(play(rest))
        case ["bot", *rest]:
            from tilenet.clients.bots.main import main as bot

            sys.exit(bot(rest))
        case ["bench", *rest]:
            from tilenet.clients.bench.main import main as bench

            sys.exit(bench(rest))
        case ["-h" | "--help" | "help"]:
            print(USAGE, end="")
        case ["--version"]:
            print(f"tilenet {__version__}")
        case _:
            if arguments:
                print(f"tilenet: there is no command {arguments[0]!r}", file=sys.stderr)
            print(USAGE, end="", file=sys.stderr)
            sys.exit(2)


def serve(options: Sequence[str]) -> None:
    """Run twistd in the foreground, without the files that a daemon leaves."""
    from twisted.python.usage import UsageError
    from twisted.scripts.twistd import run

    from tilenet.tap import Options

    try:
        Options().parseOptions(options)
    except UsageError as error:
        sys.exit(f"tilenet serve: {error}")
    sys.argv = ["tilenet", "--nodaemon", "--pidfile=", "tilenet", *options]
    run()
