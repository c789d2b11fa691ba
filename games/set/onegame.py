"""`tilenet game`, a server for one game of Set: who may still join, when the game begins, and when the server stops."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, inf
from random import Random, SystemRandom
from typing import Any

from twisted.internet.endpoints import quoteStringArgument
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.catalogue import GamePlugin, installed_doors
from tilenet.doors.gate import Gate
from tilenet.game import Events, Go, Player, Say, Summary, Words
from tilenet.games.set import seats
from tilenet.games.set.game import SetGame
from tilenet.games.set.rules import Match
from tilenet.games.set.shown import OVER
from tilenet.limits import Limits
from tilenet.options import TILENET, Opening
from tilenet.service import run_in_foreground
from tilenet.world.home import Home
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

ROOM = "set"
START_DELAY = 15.0  # seconds
LONGEST_DELAY = 86400.0
AFTERWARDS = 30.0  # seconds to look at the result
PAUSE = 1.0  # seconds from one look at the game to the next


#: Why there is nothing more to play, by the phase in the game's summary.
NOBODY_CAME, EVERYBODY_LEFT = "nobody came", "everybody left"
ENDS = {
    NOBODY_CAME: "Nobody came, so there is no game",
    OVER: "The game is over",
    EVERYBODY_LEFT: "Everybody has left the game",
}


class OneGame(SetGame):
    """The only game of its server: it counts down whether or not anybody is there, and no other game follows it."""

    help = (*SetGame.help, seats.HELP)
    meanwhile = Words("you watch.")

    def __init__(self, random: Random, *, begins_at: float, countdown: float) -> None:
        super().__init__(random, countdown=countdown)
        self._phase = ""  # one of the ends above, when there is nobody to play
        self._begins_at = begins_at
        self._seconds = ceil(countdown)
        self.deadline = begins_at - (self._seconds - 1)

    def summary(self) -> Summary:
        summary = super().summary()
        return replace(summary, phase=self._phase, can_join=False) if self._phase else summary

    def _keeping_others_waiting(self) -> Iterable[Player]:
        """There is no other game to wait for."""
        return ()

    def _count_down(self, now: float) -> Events:
        """The countdown has been running since the server started."""
        return ()

    def _begin(self, now: float) -> Events:
        if self._queue.here:
            yield from super()._begin(now)
        else:
            self._begins_at = None
            self._phase = NOBODY_CAME

    def _end(self, match: Match, reason: str, now: float) -> Events:
        yield Say(Words("This server closes in {seconds:g} s.", seconds=AFTERWARDS))
        yield from super()._end(match, reason, now)

    def _leave(self, player: Player, now: float) -> Events:
        begins_at = self._begins_at
        yield from super()._leave(player, now)
        if not self._queue.here:
            self._begins_at = begins_at
            if begins_at is None:
                self._phase = EVERYBODY_LEFT

    # What is said and seen

    def _why_watch(self) -> str:
        return Words("The game has begun without you: you watch.") if self.is_on else ""

    def _can_restart(self) -> bool:
        return False

    def _headline(self) -> str:
        if self.match is not None and self.match.is_over:
            return Words("The game is over. This server closes {seconds:g} s after its end.", seconds=AFTERWARDS)
        return super()._headline()


class Entrance(Home):
    """The Home around one game: newcomers go on to the game at once, and nobody can log in once it has begun."""

    def __init__(self, random: Random, *, begins_at: float) -> None:
        super().__init__(random)
        self._game_begins_at = begins_at
        self._guests: set[Player] = set()  # everybody who came, except some who are gone

    def admits(self, player: Player, now: float) -> str | None:
        if now >= self._game_begins_at:
            return Words("The game has started.")
        if sum(not guest.is_gone for guest in self._guests) >= OneGame.seats:
            return Words("The game is full: {seats} players are here.", seats=OneGame.seats)
        return None

    def enter(self, player: Player, now: float) -> Events:
        if player not in self._guests:
            self._guests = {guest for guest in self._guests if not guest.is_gone} | {player}
            yield Go(player, ROOM)


class OneGameHost:
    """The world around one game, which stops when there is nothing more to play."""

    log = Logger()

    def __init__(self, clock: IReactorTime, random: Random, delay: float, stop: Callable[[], None]) -> None:
        begins_at = clock.seconds() + delay
        self._clock = clock
        self._stop = stop
        self._phase = ""  # of the game, if that is an end
        self._closes_at = inf
        games = [
            GamePlugin("home", Entrance, partial(Entrance, begins_at=begins_at)),
            GamePlugin(ROOM, OneGame, partial(OneGame, begins_at=begins_at, countdown=delay)),
        ]
        self.world = World(clock, random, games, Limits(seat_seconds=0), Guests())
        self.log.info("The game begins in {seconds} s", seconds=f"{delay:g}")
        clock.callLater(PAUSE, self._look)

    def _look(self) -> None:
        """See how the game is getting on, and look again later, until it is time to close."""
        listing, now = self.world.directory.get(ROOM), self._clock.seconds()
        if listing is not None and listing.summary.phase in ENDS and listing.summary.phase != self._phase:
            self._phase = listing.summary.phase
            self.log.info("{end}", end=ENDS[self._phase])
            self._closes_at = now + AFTERWARDS if self._phase == OVER else now
        if now >= self._closes_at:
            self._stop()
        else:
            self._clock.callLater(PAUSE, self._look)


def main(argv: Sequence[str]) -> int:
    """Serve one game in the foreground; returns the exit status."""
    options = read(argv)
    door = next(door for door in installed_doors() if door.name == TILENET)
    place = f"tcp:{options.port}:interface={quoteStringArgument(options.interface)}"

    def make(reactor: Any, stop: Callable[[], None]) -> tuple[Gate, list[Opening]]:
        host = OneGameHost(reactor, SystemRandom(), options.delay, stop)
        return Gate(host.world, reactor, host.world.limits), [Opening(door, (place,))]

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
