"""The command `tilenet bot`: it reads the command line, and runs the bots on the reactor."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from twisted.python.reflect import namedAny

from tilenet.clients.address import HERE, Address
from tilenet.clients.bots.bot import Bot, MakeBot, maker
from tilenet.clients.bots.console import address_text, complain, say, with_port
from tilenet.clients.bots.options import whole
from tilenet.clients.plugins import IBotPlugin, installed_bots
from tilenet.wire.messages import PORT

MOST_BOTS = 100

EPILOG = f"""\
ADDRESS is host, host:port or a port alone; without it, {HERE}:{PORT}.
Bots log in as guests, see only what players see, start a game if nobody else
does, and stay until Ctrl-C.
"""


def choose(argv: Sequence[str], bots: Iterable[IBotPlugin]) -> tuple[IBotPlugin, list[str]]:
    """Which bot a command line asks for, and the rest of it."""
    by_name = {bot.name: bot for bot in bots}
    width = max(map(len, by_name), default=0)
    parser = argparse.ArgumentParser(
        prog="tilenet bot",
        usage="%(prog)s [-h] BOT ...",
        description="Add bots to a TileNet server.",
        epilog="\n".join(
            [
                "bots:",
                *(f"  {name.ljust(width)}  {bot.about}" for name, bot in by_name.items()),
                "",
                "`tilenet bot BOT --help` says what each of them can be told. Plugins can add bots.",
            ]
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bot", choices=list(by_name), metavar="BOT", help="which bot: one of those below")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    return by_name[options.bot], options.rest


def read(argv: Sequence[str], name: str, about: str, bot: type[Bot]) -> argparse.Namespace:
    """What the rest of the command line asks for, if this bot speaks TileNet."""
    parser = argparse.ArgumentParser(
        prog=f"tilenet bot {name}",
        description=f"Add bots to a TileNet server: {about}.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("address", nargs="?", metavar="ADDRESS", default=HERE, type=address_text, help="the server")
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot", help="the bot's name (default: bot)")
    parser.add_argument(
        "--count",
        type=whole(1, MOST_BOTS),
        default=1,
        metavar="N",
        help="how many bots; they are called NAME-1, NAME-2 and so on (default: one, called NAME)",
    )
    parser.add_argument(
        "--room", default="", help="the name of the room, as in links, if the server has several of the kind"
    )
    for option, given in bot.options.items():
        given.add_to(parser, option)
    options = parser.parse_intermixed_args(argv)
    options.address = with_port(options.address, PORT)
    return options


def asked_for(bot: type[Bot], options: argparse.Namespace) -> MakeBot:
    """Makes the bots that the options ask for."""
    return maker(bot, room=options.room, **{name: getattr(options, name) for name in bot.options})


def names(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]


def main(argv: Sequence[str]) -> int:
    """Let the bots play until a signal comes. The exit status is 1 if they cannot."""
    chosen, rest = choose(argv, installed_bots())
    bot: Any = namedAny(chosen.bot)
    if not (isinstance(bot, type) and issubclass(bot, Bot)):
        status: int = bot(rest)
        return status
    options = read(rest, chosen.name, chosen.about, bot)
    return run(options.address, names(options.name, options.count), asked_for(bot, options))


def run(address: Address, names: Sequence[str], make_bot: MakeBot) -> int:
    from twisted.internet import reactor as _reactor

    from tilenet.clients.bots.botpool import BotPool, Output, tcp

    reactor: Any = _reactor
    statuses: list[int] = []

    def done(status: int) -> None:
        statuses.append(status)
        reactor.callLater(0, reactor.stop)

    pool = BotPool(reactor, address, tcp(reactor, address), make_bot, Random(), Output(say, complain, done))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: reactor.callFromThread(pool.leave))
    reactor.callWhenRunning(pool.start, names)
    reactor.run(installSignalHandlers=False)
    return statuses[0] if statuses else 1
