"""The console script `tilenet`: the commands of the server and its clients, and those that plugins add."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import NamedTuple

from tilenet import __version__

HELP = ("-h", "--help", "help")


class Command(NamedTuple):
    """One command of the script."""

    name: str  # one word, or two
    about: str
    main: str  # the full name of a function: it takes the arguments, and returns the exit status


#: Those that come with the script. Running one of them does not look for plugins, which takes a while.
COMMANDS = (
    Command("serve", "run the server in the foreground, as twistd -n tilenet does", "tilenet.main.serve"),
    Command("play", "play on a server, in this terminal", "tilenet.clients.terminal.main.main"),
    Command("bot", "add bots to a server", "tilenet.clients.bots.main.main"),
    Command(
        "account", "list, show, rename, delete and export accounts; set passwords", "tilenet.store.command.account"
    ),
    Command("records", "print the best players and the latest results", "tilenet.store.command.records"),
    Command("backup", "copy the database, even while the server runs", "tilenet.store.command.backup"),
    Command("reload", "have a running server take up new code, without a goodbye", "tilenet.reload.command.main"),
    Command("check", "find out what is wrong with a game: tilenet check GAME", "tilenet.checks.command.main"),
    Command(
        "new game",
        "write a game to begin with, a test and a skin: tilenet new game NAME",
        "tilenet.newgame.command.main",
    ),
)


def main(argv: Sequence[str] | None = None) -> None:
    """Run one command; the exit status is 2 if there is no such command."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        print(f"tilenet {__version__}")
        return
    command = find(arguments, COMMANDS) or find(arguments, plugin_commands())
    if command is None:
        show_usage(arguments)
        return
    module, _, function = command.main.rpartition(".")
    sys.exit(getattr(import_module(module), function)(arguments[len(command.name.split()) :]))


def plugin_commands() -> list[Command]:
    from tilenet.catalogue import installed_commands

    return [Command(plugin.name, plugin.about, plugin.main) for plugin in installed_commands()]


def find(arguments: Sequence[str], commands: Iterable[Command]) -> Command | None:
    """The command that the arguments begin with."""
    return next((one for one in commands if one.name.split() == [*arguments[: len(one.name.split())]]), None)


def show_usage(arguments: Sequence[str]) -> None:
    """Print the commands, or those with a given first word; to stderr and with status 2, unless help was asked for."""
    commands = [*COMMANDS, *plugin_commands()]
    group = [one for one in commands if arguments and one.name.split()[0] == arguments[0]]
    words = arguments[bool(group) :]
    prog = f"tilenet {arguments[0]}" if group else "tilenet"
    if words and words[0] in HELP:
        print(usage(prog, group or commands), end="")
        return
    if words:
        print(f"{prog}: there is no command {words[0]!r}{missing()}", file=sys.stderr)
    print(usage(prog, group or commands), end="", file=sys.stderr)
    sys.exit(2)


def usage(prog: str, commands: Sequence[Command]) -> str:
    width = max(len(one.name) for one in commands)
    lines = "".join(f"  tilenet {one.name:{width}}  {one.about}\n" for one in commands)
    return f"usage: {prog} COMMAND [options]\n\n{lines}\n`{prog} COMMAND --help` shows the options of a command.\n"


def missing() -> str:
    """Which files of plugins cannot be loaded: what is missing may be in them."""
    from tilenet.catalogue import broken_plugins

    return "".join(f"\n{path} cannot be loaded, so what it adds is missing" for path in broken_plugins())


def serve(options: Sequence[str]) -> None:
    """Run twistd in the foreground, without the files that a daemon leaves."""
    from twisted.python.usage import UsageError
    from twisted.scripts.twistd import run

    from tilenet.options import Options

    try:
        Options().parseOptions(options)
    except UsageError as error:
        sys.exit(f"tilenet serve: {error}{missing()}")
    sys.argv = ["tilenet", "--nodaemon", "--pidfile=", "tilenet", *options]
    run()
