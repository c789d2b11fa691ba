"""A bot for Memory's binary protocol, all in this file: read it to write a client of your own.

There is no login and no framing. Messages are C structs, little-endian, and one always knows which comes next:

    server:  dimension                       at once
    server:  board                           as soon as there are two players
    bot:     play                            a card that we turn: our first
    server:  play_response, FIRST_PLAY       what it is; everybody gets every response, also to the plays of others
    bot:     play                            our second card
    server:  play_response, SECOND_RIGHT     a pair: two points, and we go on at once
             or SECOND_WRONG                 no pair: both are hidden 2 s later, by HIDE_BOTH, and then we go on
    server:  play_response, GAME_OVER        the last pair of all; after it, in the same write:
    server:  endgame_info                    whether we have won, and our points
    server:  board                           10 s later: the next game
    bot:     play with x = y = -1            we want to leave
    server:  play_response, LEAVE            we may

A card that is up for 5 s without a second is hidden, by HIDE_FIRST; so is a first card if the second was already up.
While there are fewer than two players the game is frozen, from FROZEN to UNFROZEN, and plays get no answer.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import struct
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

DIMENSION = struct.Struct("<i")
PLACE = struct.Struct("<3sxi3i")  # a card on the board: letters; state; red, green, blue
PLAY = struct.Struct("<3i")  # id; column x and row y, from 0
RESPONSE = struct.Struct("<i3i3i3s3s2x3i")  # code; first play; second play; letters of both; red, green, blue
ENDGAME = struct.Struct("<2i")  # 0 if we have won, 1 if not; points

DOWN, UP, LOCKED = 0, 1, 2  # states of a card
FILLED, FIRST_PLAY, SECOND_RIGHT, GAME_OVER = 0, 1, 2, 3  # codes of a response
SECOND_WRONG, HIDE_FIRST, HIDE_BOTH, TOO_EARLY, LEAVE, FROZEN, UNFROZEN = -2, -3, -4, -5, -6, -7, -8

PATIENCE = 10.0  # seconds to connect
PARTING = 2.0  # seconds that the server has to let us go
PAUSE = 5.0  # seconds before we connect again
SOON = 3.0  # seconds at most between our first card and the second: after 5 the first is hidden
SWAY = 0.5  # each wait is made longer at random, by up to this part of it

Cell: TypeAlias = tuple[int, int]  # column and row


class Lost(Exception):
    """There is no connection, or none that we can play on."""


class Mind:
    """What a bot remembers of the cards that it has seen. With skill 1 that is everything, with 0 nothing."""

    def __init__(self, skill: float, chance: random.Random) -> None:
        self._skill = skill
        self._chance = chance
        self._known: dict[Cell, str] = {}

    def see(self, cell: Cell, letters: str) -> None:
        if self._chance.random() < self._skill:
            self._known[cell] = letters

    def clear(self) -> None:
        """The cards are dealt again."""
        self._known.clear()

    def first(self, down: Sequence[Cell], up: Collection[str]) -> Cell | None:
        """A card of a pair that we know, else the first that we do not know, else any, but none whose mate is up."""
        free = [cell for cell in down if self._known.get(cell) not in up]
        seen: set[str] = set()
        for cell in free:
            letters = self._known.get(cell, "")
            if letters in seen:
                return cell
            seen.update([letters] if letters else [])
        unknown = [cell for cell in free if cell not in self._known]
        return next(iter(unknown or self._chance.sample(free, min(1, len(free)))), None)

    def second(self, letters: str, down: Sequence[Cell]) -> Cell:
        """The other card with these letters if we know it, else one that we do not know, else any."""
        mates = [cell for cell in down if self._known.get(cell) == letters]
        unknown = [cell for cell in down if cell not in self._known]
        return self._chance.choice(mates or unknown or down)


class Table:
    """The board as we have been told of it, and our own turn."""

    def __init__(self, dim: int, mind: Mind) -> None:
        self.dim = dim
        self.is_on = False  # whether plays are answered
        self._mind = mind
        self._ids: set[int] = set()  # of our plays in this game: that is how we recognise the answers to them
        self._states: dict[Cell, int] = {}
        self._up: dict[Cell, str] = {}  # the letters of all cards that are up
        self._first: Cell | None = None  # our first card, if it is up
        self._is_waiting = False  # for our two wrong cards to be hidden

    @property
    def has_first(self) -> bool:
        return self._first is not None

    def deal(self, places: Iterable[tuple[bytes, int, int, int, int]]) -> None:
        """A board has come, row by row."""
        self._mind.clear()
        self._ids.clear()
        self._first, self._is_waiting, self.is_on = None, False, True
        for number, (letters, state, *_) in enumerate(places):
            cell = number % self.dim, number // self.dim
            self._turn(state, cell, letters)

    def hear(
        self, code: int, id1: int, x1: int, y1: int, id2: int, x2: int, y2: int, text1: bytes, text2: bytes, *_: int
    ) -> None:
        """A response has come, to our play or to somebody else's. We need no colours."""
        is_ours = id1 in self._ids
        if code == FIRST_PLAY:
            self._turn(UP, (x1, y1), text1)
            self._first = (x1, y1) if is_ours else self._first
        elif code in (SECOND_RIGHT, SECOND_WRONG, GAME_OVER):
            self._turn(UP if code == SECOND_WRONG else LOCKED, (x1, y1), text1)
            self._turn(UP if code == SECOND_WRONG else LOCKED, (x2, y2), text2)
            self._is_waiting = self._is_waiting or (is_ours and code == SECOND_WRONG)
            self.is_on = code != GAME_OVER
        elif code in (HIDE_FIRST, HIDE_BOTH):
            self._turn(DOWN, (x1, y1))
            if code == HIDE_BOTH:
                self._turn(DOWN, (x2, y2))
                self._is_waiting = self._is_waiting and not is_ours
        elif code in (FROZEN, UNFROZEN):
            self.is_on = code == UNFROZEN
        if is_ours and code not in (FIRST_PLAY, FILLED, TOO_EARLY):
            self._first = None

    def _turn(self, state: int, cell: Cell, letters: bytes = b"") -> None:
        self._states[cell] = state
        self._up.pop(cell, None)
        if state == UP:
            self._up[cell] = text(letters)
            self._mind.see(cell, text(letters))

    def new_id(self) -> int:
        """An id for a play of ours. The server only gives it back; nobody else will hit upon the same."""
        id = random.randrange(2**31)
        self._ids.add(id)
        return id

    def choose(self) -> Cell | None:
        """The card that we play next; None if we cannot play now.

        If only our own first card is left to play, we put it back: somebody else has its mate up.
        """
        down = [cell for cell, state in self._states.items() if state == DOWN]
        if not self.is_on or self._is_waiting:
            return None
        if self._first is None:
            return self._mind.first(down, self._up.values())
        return self._mind.second(self._up[self._first], down) if down else self._first


@dataclass
class BinaryBot:
    """One player, for some games, or for ever (games=0)."""

    host: str
    port: int
    name: str  # for what we print: the server gives its players names of its own
    skill: float = 0.8
    pace: float = 1.5  # seconds between two plays
    games: int = 0
    results: list[tuple[bool, int]] = field(default_factory=list)  # of each game: whether we have won, our points
    was_in: bool = False  # whether a server has ever let us in

    async def run(self) -> list[tuple[bool, int]]:
        """Play, and return the results. Raises Lost if the server never lets us in."""
        while True:
            try:
                await self._visit()
                return self.results
            except Lost as error:
                if not self.was_in:
                    raise
                say(f"{self.name}: {error}; trying again soon", sys.stderr)
            await asyncio.sleep(PAUSE)

    async def _visit(self) -> None:
        """Play in one connection: this task reads, and another one plays."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(self.host, self.port)
        except (OSError, OverflowError, UnicodeError) as error:  # the last two are for bad ports and hosts
            raise Lost(f"cannot reach {self.host}:{self.port}: {str(error) or 'no answer'}") from None
        try:
            table = Table(await self._read_dimension(reader), Mind(self.skill, random.Random()))
            playing = asyncio.create_task(self._play(writer, table))
            try:
                await self._read(reader, table)
            finally:
                playing.cancel()
                await self._leave(reader, writer)
        except EOFError:
            raise Lost("the server has closed the connection") from None
        except OSError as error:
            raise Lost(f"lost the connection: {error}") from None
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _read_dimension(self, reader: asyncio.StreamReader) -> int:
        try:
            (dim,) = DIMENSION.unpack(await reader.readexactly(DIMENSION.size))
        except EOFError:
            raise Lost(f"{self.host}:{self.port} refused us") from None
        if not 2 <= dim <= 26:
            raise Lost(f"what answers on {self.host}:{self.port} does not speak Memory's protocol")
        self.was_in = True
        say(f"{self.name} plays on {self.host}:{self.port}")
        return int(dim)

    async def _read(self, reader: asyncio.StreamReader, table: Table) -> None:
        """Read what comes, for as many games as we want to play. `readexactly` puts together what TCP has cut."""
        while not self.games or len(self.results) < self.games:
            table.deal(PLACE.iter_unpack(await reader.readexactly(PLACE.size * table.dim**2)))
            while True:
                code, *rest = RESPONSE.unpack(await reader.readexactly(RESPONSE.size))
                if code == LEAVE:
                    raise Lost("the server has sent us away")
                table.hear(code, *rest)
                if code == GAME_OVER:
                    break
            result, points = ENDGAME.unpack(await reader.readexactly(ENDGAME.size))
            self.results.append((result == 0, points))
            say(f"{self.name} has {'lost' if result else 'won'} with {points} points")

    async def _play(self, writer: asyncio.StreamWriter, table: Table) -> None:
        """Play now and then, for ever. If a play is lost, the next one is a new try."""
        wait = self.pace
        while True:
            await asyncio.sleep(wait * random.uniform(1, 1 + SWAY))
            wait, cell = self.pace, table.choose()
            if cell is not None:
                wait = wait if table.has_first else min(wait, SOON)
                writer.write(PLAY.pack(table.new_id(), *cell))

    async def _leave(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask for permission, and wait until the server hangs up, but not for long."""
        with suppress(OSError, EOFError):
            writer.write(PLAY.pack(0, -1, -1))
            async with asyncio.timeout(PARTING):
                await reader.read(-1)


def text(letters: bytes) -> str:
    """A string as C has it: up to the first zero."""
    return letters.partition(b"\0")[0].decode("ascii", "replace")


def say(words: str, to: Any = None) -> None:
    """Print a line, without what could harm our terminal."""
    print("".join(c if c.isprintable() else "?" for c in words), file=to, flush=True)


def address(words: str) -> tuple[str, int]:
    """Read host, host:port or a port alone."""
    if ":" not in words:
        words = f"localhost:{words}" if words.isdigit() else f"{words}:3000"
    host, _, port = words.rpartition(":")
    return host.strip("[]"), int(port)


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="memorybinary.py", description="Add bots to Memory; Ctrl-C ends them.")
    parser.add_argument("address", nargs="?", metavar="HOST:PORT", default="localhost:3000", type=address)
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot", help="for what is printed")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many bots: NAME-1, NAME-2 and so on")
    parser.add_argument("--skill", type=float, default=BinaryBot.skill, help="from 0 to 1: how much they remember")
    parser.add_argument("--pace", type=float, default=BinaryBot.pace, metavar="SECONDS", help="between two plays")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="stop after this many games")
    return parser.parse_intermixed_args(argv)


async def play(options: argparse.Namespace) -> None:
    with suppress(NotImplementedError, AttributeError):  # Windows has only Ctrl-C, which asyncio handles
        task: Any = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    names = [options.name] if options.count == 1 else [f"{options.name}-{n + 1}" for n in range(options.count)]
    (host, port), rest = options.address, (options.skill, options.pace, options.games)
    await asyncio.gather(*(BinaryBot(host, port, name, *rest).run() for name in names))


def main(argv: Sequence[str]) -> int:
    """Play until all games are over, or a signal comes. The exit status is 1 if the server does not let us in."""
    try:
        asyncio.run(play(read(argv)))
    except Lost as error:
        say(str(error), sys.stderr)
        return 1
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
