"""The command `tilenet bot dancing`: the bot thinks for so long that it needs a process of its own."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Sequence

from tilenet.clients.address import HERE
from tilenet.clients.bots.console import address_text, complain, say, with_port
from tilenet.clients.bots.dancing import bot
from tilenet.clients.bots.dancing.bot import ANY, BOTH, ROLES, SECONDS, Role
from tilenet.clients.bots.dancing.wire import PORT, Lost
from tilenet.clients.bots.options import number

LEAST_SECONDS, MOST_SECONDS = 1.0, 86400.0


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet bot dancing",
        description="Play one match of Dancing, by its own protocol. "
        "It takes the seat that is free, and with it the role.",
        epilog=f"ADDRESS is host, host:port or a port alone; without it, {HERE}:{PORT}.",
    )
    parser.add_argument("address", nargs="?", metavar="ADDRESS", default=HERE, type=address_text, help="the server")
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot", help="the bot's name (default: bot)")
    parser.add_argument(
        "--role",
        choices=ROLES,
        default=ANY,
        help="its role in the first round: it waits for somebody in the other one; both plays a match against itself "
        f"(default: {ANY})",
    )
    parser.add_argument(
        "--seconds",
        type=number(LEAST_SECONDS, MOST_SECONDS),
        default=SECONDS,
        metavar="S",
        help=f"how long each player may think; the bot uses seven eighths of it (default: {SECONDS:g})",
    )
    options = parser.parse_intermixed_args(argv)
    if "&" in options.name:
        parser.error("a name for dancing cannot contain &")
    options.address = with_port(options.address, PORT)
    return options


def main(argv: Sequence[str]) -> int:
    """Play a match. The exit status is 1 if that is not possible."""
    options = read(argv)
    for one in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(one, signal.default_int_handler)
    try:
        if options.role == BOTH:
            bot.run_both(options.address, options.name, options.seconds, say)
        else:
            role = None if options.role == ANY else Role(options.role)
            bot.run(options.address, options.name, role, options.seconds, say)
    except Lost as error:
        complain(str(error))
        return 1
    except KeyboardInterrupt:
        pass
    return 0
