"""The command `tilenet bot`: it reads the command line, and runs the bots on the reactor."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tilenet.clients.address import HERE, Address, argument, parse
from tilenet.clients.bots import memorybot, memoryreader, noughtsbot, pairpanickingbot, setbot, tombalabot
from tilenet.clients.bots.bot import MakeBot
from tilenet.clients.bots.dancing.bot import BOTH, ROLES, SECONDS, Role
from tilenet.clients.bots.dancing.wire import PORT as DANCING_PORT
from tilenet.clients.bots.setmind import DEFAULT_LEVEL, LEVELS
from tilenet.wire.messages import PORT

MOST_BOTS = 100
LEAST_PACE, MOST_PACE = 0.1, 3600.0
LEAST_SECONDS, MOST_SECONDS = 1.0, 86400.0

TILENET, JSON, BINARY = "tilenet", "json", "binary"

#: The default port of each door.
DOORS = {TILENET: PORT, JSON: 8888, BINARY: 3000}

#: The doors that lead to one game only.
GAME_BEHIND = {JSON: "tombala", BINARY: "memory"}

#: The games, each with the options that not all of them have, and their defaults.
GAMES: dict[str, dict[str, float | str]] = {
    "memory": {"skill": memorybot.Habits.skill, "pace": memorybot.Habits.pace, "door": TILENET, "large": False},
    "noughts": {"skill": noughtsbot.Habits.skill, "pace": noughtsbot.Habits.pace},
    "pairpanicking": {"skill": pairpanickingbot.Habits.skill, "pace": pairpanickingbot.Habits.pace},
    "set": {"level": DEFAULT_LEVEL},
    "tombala": {"door": TILENET},
    "dancing": {"role": Role.CHOREOGRAPHER.value, "seconds": SECONDS},
}

EPILOG = f"""\
ADDRESS is host, host:port or a port alone; without it, {HERE}:{DOORS[TILENET]},
or {HERE}:{DOORS[JSON]} with --door {JSON}, or {HERE}:{DOORS[BINARY]} with --door {BINARY},
or {HERE}:{DANCING_PORT} for dancing.
Bots log in as guests, see only what players see, start a game if nobody else
does, and stay until Ctrl-C. The bot for dancing plays one match. The first
program to connect is the choreographer, so start that one first.
"""


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet bot",
        description="Add bots to a TileNet server.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=list(GAMES), help="the game")
    parser.add_argument("address", nargs="?", metavar="ADDRESS", default=HERE, type=_address, help="the server")
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot", help="the bot's name (default: bot)")
    parser.add_argument(
        "--count",
        type=_whole(1, MOST_BOTS),
        default=1,
        metavar="N",
        help="how many bots; they are called NAME-1, NAME-2 and so on (default: one, called NAME)",
    )
    # Options that not all games have get no default here, so that we notice if they are given for another.
    pairs = parser.add_argument_group("memory, noughts and pairpanicking only")
    pairs.add_argument(
        "--skill",
        type=_number(0, 1),
        help="from 0 (remembers nothing, or moves at random) to 1 (forgets nothing, or cannot be beaten) "
        f"(default: {_defaults('skill')})",
    )
    pairs.add_argument(
        "--pace",
        type=_number(LEAST_PACE, MOST_PACE),
        metavar="SECONDS",
        help=f"seconds between two clicks of a bot, at least (default: {_defaults('pace')})",
    )
    boards = parser.add_argument_group("memory only")
    boards.add_argument(
        "--large",
        action="store_const",
        const=True,
        help=f"play in the room {memoryreader.LARGE!r}; only with --door {TILENET}",
    )
    cards = parser.add_argument_group("set only")
    cards.add_argument(
        "--level",
        type=_whole(min(LEVELS), max(LEVELS)),
        help=f"from {min(LEVELS)} (loses to a beginner) to {max(LEVELS)} (few people beat it) "
        f"(default: {DEFAULT_LEVEL})",
    )
    own = parser.add_argument_group("memory and tombala only")
    own.add_argument(
        "--door",
        choices=list(DOORS),
        help=f"which protocol they speak: TileNet, Tombala's own ({JSON}) or Memory's own ({BINARY}), which has no "
        f"names (default: {TILENET})",
    )
    dances = parser.add_argument_group("dancing only")
    dances.add_argument(
        "--role",
        choices=ROLES,
        help=f"its role in the first round; both plays a match against itself (default: {Role.CHOREOGRAPHER.value})",
    )
    dances.add_argument(
        "--seconds",
        type=_number(LEAST_SECONDS, MOST_SECONDS),
        metavar="S",
        help=f"how long each player may think; the bot uses seven eighths of it (default: {SECONDS:g})",
    )
    options = parser.parse_intermixed_args(argv)
    for name in dict.fromkeys(name for defaults in GAMES.values() for name in defaults):
        if getattr(options, name) is None:
            setattr(options, name, GAMES[options.game].get(name))
        elif name not in GAMES[options.game]:
            *others, last = _games_with(name)
            games = f"{', '.join(others)} and {last}" if others else last
            parser.error(f"--{name} is for {games}, not for {options.game}")
    options.door = options.door or TILENET
    if GAME_BEHIND.get(options.door, options.game) != options.game:
        parser.error(f"--door {options.door} is for {GAME_BEHIND[options.door]}, not for {options.game}")
    if options.large and options.door != TILENET:
        parser.error(f"--large is for --door {TILENET}, not for {options.door}")
    if options.game == "dancing":
        if options.count > 1:
            parser.error("--count does not work with dancing: each bot needs its own process")
        if "&" in options.name:
            parser.error("a name for dancing cannot contain &")
    options.address = with_port(options.address, DANCING_PORT if options.game == "dancing" else DOORS[options.door])
    return options


def _games_with(option: str) -> list[str]:
    return [game for game, defaults in GAMES.items() if option in defaults]


def _defaults(option: str) -> str:
    """0.8 / 1.5 for memory, 3 for pairpanicking"""
    found = {game: f"{GAMES[game][option]:g}" for game in _games_with(option)}
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    return ", ".join(f"{default} for {game}" for game, default in found.items())


def _address(text: str) -> str:
    """Check an address; its default port depends on other options."""
    argument(text)
    return text


def with_port(text: str, port: int) -> Address:
    """Read an address; this is its port if it has none."""
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


def maker(options: argparse.Namespace) -> MakeBot:
    """Makes the bots that the options ask for."""
    match options.game:
        case "memory":
            room = memoryreader.LARGE if options.large else memoryreader.ROOM
            return memorybot.Habits(options.skill, options.pace, room).maker()
        case "noughts":
            return noughtsbot.Habits(options.skill, options.pace).maker()
        case "set":
            return setbot.maker(options.level)
        case "tombala":
            return tombalabot.maker()
    return pairpanickingbot.Habits(options.skill, options.pace).maker()


def printable(words: str) -> str:
    """Words for one line of a terminal: strangers choose names, so what cannot be printed is shown as an escape."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in words)


def names(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}-{number}" for number in range(1, count + 1)]


def main(argv: Sequence[str]) -> int:
    """Let the bots play until a signal comes. The exit status is 1 if they cannot."""
    options = read(argv)
    if options.game == "dancing":
        return run_dancing(options)
    return run(options) if options.door == TILENET else run_sample(options)


def say(words: str) -> None:
    print(f"{printable(words)}\n", end="", flush=True)  # in one piece: two players may talk at once


def complain(words: str) -> None:
    print(f"tilenet bot: {printable(words)}", file=sys.stderr, flush=True)


def run_dancing(options: argparse.Namespace) -> int:
    """Run the bot that thinks for so long that it needs a process of its own."""
    from tilenet.clients.bots.dancing import bot
    from tilenet.clients.bots.dancing.wire import Lost

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        if options.role == BOTH:
            bot.run_both(options.address, options.name, options.seconds, say)
        else:
            bot.run(options.address, options.name, Role(options.role), options.seconds, say)
    except Lost as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def run_sample(options: argparse.Namespace) -> int:
    """Run the sample clients of other protocols, which need no reactor."""
    from tilenet.clients.samples import memorybinary, tombalajson

    arguments = [str(options.address), options.name, "--count", str(options.count)]
    if options.door == JSON:
        return tombalajson.main(arguments)
    return memorybinary.main([*arguments, "--skill", str(options.skill), "--pace", str(options.pace)])


def run(options: argparse.Namespace) -> int:
    from twisted.internet import reactor as _reactor

    from tilenet.clients.bots.botpool import BotPool, Output, tcp

    reactor: Any = _reactor
    statuses: list[int] = []

    def done(status: int) -> None:
        statuses.append(status)
        reactor.callLater(0, reactor.stop)

    address: Address = options.address
    pool = BotPool(reactor, address, tcp(reactor, address), maker(options), Random(), Output(say, complain, done))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: reactor.callFromThread(pool.leave))
    reactor.callWhenRunning(pool.start, names(options.name, options.count))
    reactor.run(installSignalHandlers=False)
    return statuses[0] if statuses else 1
