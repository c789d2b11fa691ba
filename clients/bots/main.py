"""The command `tilenet bot`: reads the command line, and runs the reactor around the bots."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tilenet.clients.address import HERE, Address, argument, parse
from tilenet.clients.bots import setplayer, tombalaplayer
from tilenet.clients.bots.pairpanicking import Habits
from tilenet.clients.bots.role import Role
from tilenet.clients.bots.setseer import DEFAULT_LEVEL, LEVELS
from tilenet.messages import PORT

MOST_BOTS = 100
LEAST_PACE, MOST_PACE = 0.1, 3600.0

TILENET, JSON = "tilenet", "json"

#: The port of each door, if none is given.
DOORS = {TILENET: PORT, JSON: 8888}

#: What can be played, with the options that are for it alone, and their defaults.
GAMES: dict[str, dict[str, float | str]] = {
    "pairpanicking": {"skill": Habits.skill, "pace": Habits.pace},
    "set": {"level": DEFAULT_LEVEL},
    "tombala": {"door": TILENET},
}

EPILOG = f"""\
ADDRESS is host, host:port or a port alone; without it, {HERE}:{DOORS[TILENET]},
or {HERE}:{DOORS[JSON]} with --door {JSON}.
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
    parser.add_argument("game", choices=list(GAMES), help="what they play")
    parser.add_argument("address", nargs="?", metavar="ADDRESS", default=HERE, type=_address, help="the server")
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot", help="the bot's name (default: bot)")
    parser.add_argument(
        "--count",
        type=_whole(1, MOST_BOTS),
        default=1,
        metavar="N",
        help="so many bots, called NAME-1, NAME-2 and so on (default: one, called NAME)",
    )
    # What is for one game has no default here, so that it is noticed when it is given for another.
    pairs = parser.add_argument_group("pairpanicking only")
    pairs.add_argument(
        "--skill",
        type=_number(0, 1),
        help=f"from 0, which remembers nothing, to 1, which forgets nothing (default: {Habits.skill})",
    )
    pairs.add_argument(
        "--pace",
        type=_number(LEAST_PACE, MOST_PACE),
        metavar="SECONDS",
        help=f"the least time between two clicks of a bot (default: {Habits.pace:g})",
    )
    cards = parser.add_argument_group("set only")
    cards.add_argument(
        "--level",
        type=_whole(min(LEVELS), max(LEVELS)),
        help=f"from {min(LEVELS)}, which loses to a beginner, to {max(LEVELS)}, which few people beat "
        f"(default: {DEFAULT_LEVEL})",
    )
    numbers = parser.add_argument_group("tombala only")
    numbers.add_argument(
        "--door",
        choices=list(DOORS),
        help=f"how they come in: as everybody does, or by Tombala's own JSON protocol (default: {TILENET})",
    )
    options = parser.parse_intermixed_args(argv)
    for game, defaults in GAMES.items():
        for name, default in defaults.items():
            if getattr(options, name) is None:
                setattr(options, name, default)
            elif game != options.game:
                parser.error(f"--{name} is for {game}, not for {options.game}")
    options.address = with_port(options.address, DOORS[options.door])
    return options


def _address(text: str) -> str:
    """Check an address; its port may depend on what else is given."""
    argument(text)
    return text


def with_port(text: str, port: int) -> Address:
    """Read an address that has this port, if it says no other."""
    address = parse(text)
    is_host_alone = text.strip("[]") == address.host
    return address._replace(port=port) if is_host_alone else address


def _number(least: float, most: float) -> Callable[[str], float]:
    def read_number(text: str) -> float:
        try:
            if least <= float(text) <= most:
                return float(text)
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")

    return read_number


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read_whole(text: str) -> int:
        if text.isascii() and text.isdigit() and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")

    return read_whole


def role(options: argparse.Namespace) -> Role:
    """What the bots play, and how."""
    match options.game:
        case "set":
            return setplayer.role(options.level)
        case "tombala":
            return tombalaplayer.role()
    return Habits(options.skill, options.pace).role()


def names(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]


def main(argv: Sequence[str]) -> int:
    """Let the bots play until a signal comes; the exit status is 1 if they cannot."""
    options = read(argv)
    return run_json(options) if options.door == JSON else run(options)


def run_json(options: argparse.Namespace) -> int:
    """Let bots play that need no reactor."""
    from tilenet.clients.bots import tombalajson

    return tombalajson.main([str(options.address), options.name, "--count", str(options.count)])


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
    troupe = Troupe(reactor, address, tcp(reactor, address), role(options), Random(), Voices(say, complain, done))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: reactor.callFromThread(troupe.leave))
    reactor.callWhenRunning(troupe.start, names(options.name, options.count))
    reactor.run(installSignalHandlers=False)
    return statuses[0] if statuses else 1
