"""The console script `tilenet`: the commands listed below, each with its own help."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tilenet import __version__

USAGE = """\
usage: tilenet COMMAND [options]

  tilenet serve    run the server in the foreground, as twistd -n tilenet does
  tilenet game     serve one game of Set: tilenet game PORT [START_DELAY]
  tilenet play     play on a server, in this terminal
  tilenet bot      let bots play on a server, as company
  tilenet account  list, show, rename, delete and export accounts; set passwords
  tilenet records  print the best players and the latest results
  tilenet backup   copy the database, even while the server runs
  tilenet dancing  Dancing without Stars: make and check files, replay matches
  tilenet arena    let programs play a contest of Dancing without Stars

`tilenet COMMAND --help` shows the options of a command.
"""

DANCING = """\
usage: tilenet dancing COMMAND [options]

  tilenet dancing generate  write a random input file
  tilenet dancing check     check an input file
  tilenet dancing replay    show a match that the arena saved
  tilenet dancing bench     measure how good the bot's plans are

`tilenet dancing COMMAND --help` shows the options of a command.
"""

HELP = ("-h", "--help", "help")


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command; the exit status is 2 if there is no such command."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    match arguments:
        case ["serve", *rest]:
            serve(rest)
        case ["game", *rest]:
            from tilenet.games.set.onegame import main as game

            sys.exit(game(rest))
        case ["play", *rest]:
            from tilenet.clients.terminal.main import main as play

            sys.exit(play(rest))
        case ["bot", *rest]:
            from tilenet.clients.bots.main import main as bot

            sys.exit(bot(rest))
        case ["account", *rest]:
            from tilenet.store.command import account

            sys.exit(account(rest))
        case ["records", *rest]:
            from tilenet.store.command import records

            sys.exit(records(rest))
        case ["backup", *rest]:
            from tilenet.store.command import backup

            sys.exit(backup(rest))
        case ["dancing", *rest]:
            dancing(rest)
        case ["arena", *rest]:
            from tilenet.clients.arena.main import main as arena

            sys.exit(arena(rest))
        case ["--version"]:
            print(f"tilenet {__version__}")
        case _:
            tell("tilenet", USAGE, arguments)


def dancing(arguments: Sequence[str]) -> None:
    """Run one command of `tilenet dancing`."""
    match arguments:
        case ["generate" | "check", *_]:
            from tilenet.games.dancing.command import main as files

            sys.exit(files(arguments))
        case ["replay", *rest]:
            from tilenet.clients.terminal.replay import main as replay

            sys.exit(replay(rest))
        case ["bench", *rest]:
            from tilenet.clients.bots.dancing.bench import main as bench

            sys.exit(bench(rest))
        case _:
            tell("tilenet dancing", DANCING, arguments)


def tell(name: str, usage: str, arguments: Sequence[str]) -> None:
    """Say which commands there are: because somebody asked, or because this is not one of them."""
    if arguments and arguments[0] in HELP:
        print(usage, end="")
        return
    if arguments:
        print(f"{name}: there is no command {arguments[0]!r}", file=sys.stderr)
    print(usage, end="", file=sys.stderr)
    sys.exit(2)


def serve(options: Sequence[str]) -> None:
    """Run twistd in the foreground, without the files that a daemon leaves."""
    from twisted.python.usage import UsageError
    from twisted.scripts.twistd import run

    from tilenet.catalogue import broken_plugins
    from tilenet.options import Options

    try:
        Options().parseOptions(options)
    except UsageError as error:
        broken = "".join(f"\n{path} cannot be loaded, so what it adds is missing" for path in broken_plugins())
        sys.exit(f"tilenet serve: {error}{broken}")
    sys.argv = ["tilenet", "--nodaemon", "--pidfile=", "tilenet", *options]
    run()
