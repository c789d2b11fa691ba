"""The command `tilenet bot`: reads the command line, and runs the reactor around the bots."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tilenet.clients.address import Address, argument
from tilenet.clients.bots.pairpanicking import Habits

MOST_BOTS = 100
LEAST_PACE, MOST_PACE = 0.1, 3600.0

EPILOG = """\
ADDRESS is host, host:port or a port alone; without it, localhost:44455.
Bots log in as guests, play with what they are shown, start a game when nobody
else does, and stay until Ctrl-C.
"""


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet bot",
        description="Let bots play on a TileNet server, as company for people.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=["pairpanicking"], help="what they play")
    parser.add_argument("address", nargs="?", metavar="ADDRESS", default=Address(), type=argument, help="the server")
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot", help="the bot's name (default: bot)")
    parser.add_argument(
        "--skill",
        type=_number(0, 1),
        default=Habits.skill,
        help="from 0, which remembers nothing, to 1, which forgets nothing (default: %(default)s)",
    )
    parser.add_argument(
        "--pace",
        type=_number(LEAST_PACE, MOST_PACE),
        default=Habits.pace,
        metavar="SECONDS",
        help="the least time between two clicks of a bot (default: %(default)g)",
    )
    parser.add_argument(
        "--count",
        type=_count,
        default=1,
        metavar="N",
        help="so many bots, called NAME-1, NAME-2 and so on (default: one, called NAME)",
    )
    return parser.parse_intermixed_args(argv)


def _number(least: float, most: float) -> Callable[[str], float]:
    def read_number(text: str) -> float:
        try:
            if least <= float(text) <= most:
                return float(text)
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")

    return read_number


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_BOTS:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST_BOTS}")


def names(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]


def main(argv: Sequence[str]) -> int:
    """Let the bots play until a signal comes; the exit status is 1 if they cannot."""
    return run(read(argv))


def run(options: argparse.Namespace) -> int:
    from twisted.internet import reactor as _reactor

    from tilenet.clients.bots.troupe import Troupe, Voices, tcp
    from tilenet.text import plain

    reactor: Any = _reactor
    statuses: list[int] = []

    def say(words: str) -> None:
        print(plain(words), flush=True)

    def complain(words: str) -> None:
        print(f"tilenet bot: {plain(words)}", file=sys.stderr, flush=True)

    def done(status: int) -> None:
        statuses.append(status)
        reactor.callLater(0, reactor.stop)

    address: Address = options.address
    habits = Habits(options.skill, options.pace)
    troupe = Troupe(reactor, address, tcp(reactor, address), habits, Random(), Voices(say, complain, done))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: reactor.callFromThread(troupe.leave))
    reactor.callWhenRunning(troupe.start, names(options.name, options.count))
    reactor.run(installSignalHandlers=False)
    return statuses[0] if statuses else 1
