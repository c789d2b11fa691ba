"""`tilenet game`, a server for one game of Set: who may still join, when the game begins, and when the server stops."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from enum import Enum
from math import ceil
from random import Random, SystemRandom
from typing import Any

from twisted.internet.endpoints import quoteStringArgument
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.catalogue import GamePlugin, installed_doors
from tilenet.doors.gate import Gate
from tilenet.game import Events, Player, Say
from tilenet.games.set import seats
from tilenet.games.set.game import SetGame
from tilenet.games.set.rules import Match
from tilenet.limits import Limits
from tilenet.options import TILENET, Opening
from tilenet.service import run_in_foreground
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

ROOM = "set"
START_DELAY = 15.0  # seconds
LONGEST_DELAY = 86400.0
AFTERWARDS = 30.0  # seconds to look at the result


class End(Enum):
    """Why there is nothing more to play."""

    NOBODY_CAME = "Nobody came, so there is no game"
    OVER = "The game is over"
    ALL_LEFT = "Everybody has left the game"


class OneGame(SetGame):
    """The only game of its server: it counts down whether or not anybody is there, and no other game follows it."""

    help = (*SetGame.help, seats.HELP)
    meanwhile = "you watch."

    def __init__(self, random: Random, begins_at: float, countdown: float, ended: Callable[[End], None]) -> None:
        super().__init__(random, countdown=countdown)
        self._ended = ended
        self._begins_at = begins_at
        self._seconds = ceil(countdown)
        self.deadline = begins_at - (self._seconds - 1)

    def _count_down(self, now: float) -> Events:
        """The countdown has been running since the server started."""
        return ()

    def _begin(self, now: float) -> Events:
        if self._queue.here:
            yield from super()._begin(now)
        else:
            self._begins_at = None
            self._ended(End.NOBODY_CAME)

    def _end(self, match: Match) -> Events:
        yield Say(f"This server closes in {AFTERWARDS:g} s.")
        yield from super()._end(match)
        self._ended(End.OVER)

    def _leave(self, player: Player, now: float) -> Events:
        begins_at = self._begins_at
        yield from super()._leave(player, now)
        if not self._queue.here:
            self._begins_at = begins_at
            if begins_at is None:
                self._ended(End.ALL_LEFT)

    # What is said and seen

    def _why_watch(self) -> str:
        return "The game has begun without you: you watch." if self.is_on else ""

    def _can_restart(self) -> bool:
        return False

    def _headline(self) -> str:
        if self.match is not None and self.match.is_over:
            return f"The game is over. This server closes {AFTERWARDS:g} s after its end."
        return super()._headline()


class OneGameHost:
    """The world around one game. Guests can log in until the game begins or is full."""

    log = Logger()

    def __init__(self, clock: IReactorTime, random: Random, delay: float, stop: Callable[[], None]) -> None:
        self._clock = clock
        self._delay = delay
        self._begins_at = clock.seconds() + delay
        self._stop = stop
        self._is_over = False
        game = GamePlugin(ROOM, OneGame, self._make)
        self.world = World(clock, random, [game], Limits(seat_seconds=0), Guests(), entrance=ROOM)
        self.log.info("The game begins in {seconds} s", seconds=f"{delay:g}")

    def turns_away(self) -> str:
        """Why nobody can log in any more; empty if they can."""
        if self._clock.seconds() >= self._begins_at:
            return "The game has started."
        if len(self.world.players) >= OneGame.seats:
            return f"The game is full: {OneGame.seats} players are here."
        return ""

    def _make(self, random: Random) -> OneGame:
        return OneGame(random, self._begins_at, self._delay, self._ended)

    def _ended(self, end: End) -> None:
        if self._is_over:
            return
        self.log.info("{end}", end=end.value)
        if end is End.OVER:
            self._clock.callLater(AFTERWARDS, self._close)
        else:
            self._close()

    def _close(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._stop()


def main(argv: Sequence[str]) -> int:
    """Serve one game in the foreground; returns the exit status."""
    options = read(argv)
    door = next(door for door in installed_doors() if door.name == TILENET)
    place = f"tcp:{options.port}:interface={quoteStringArgument(options.interface)}"

    def make(reactor: Any, stop: Callable[[], None]) -> tuple[Gate, list[Opening]]:
        host = OneGameHost(reactor, SystemRandom(), options.delay, stop)
        gate = Gate(host.world, reactor, host.world.limits, turns_away=host.turns_away)
        return gate, [Opening(door, (place,))]

    return run_in_foreground(make)


def read(argv: Sequence[str]) -> argparse.Namespace:
    """The command line of `tilenet game`."""
    parser = argparse.ArgumentParser(
        prog="tilenet game",
        description=f"Serve one game of Set, for up to {OneGame.seats} players. Ends when the game is over.",
    )
    parser.add_argument("port", metavar="PORT", type=_port, help="the TCP port to listen on; 0 takes a free one")
    parser.add_argument(
        "delay",
        metavar="START_DELAY",
        type=_delay,
        nargs="?",
        default=START_DELAY,
        help=f"seconds to wait for players before the game begins (default: {START_DELAY:g})",
    )
    parser.add_argument("--interface", default="", help="the address to listen on (default: all of this machine's)")
    return parser.parse_args(argv)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _delay(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_DELAY:
        raise argparse.ArgumentTypeError(f"the delay must be above 0 and up to {LONGEST_DELAY:g} seconds, not {text!r}")
    return seconds
