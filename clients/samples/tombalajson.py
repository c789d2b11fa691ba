"""A bot for Tombala's JSON protocol, all in this file: read it to write a client of your own.

A message is a line: six letters, a colon, and a JSON object. We number our requests with `seq`, and the answer, SSUCCS
or SERROR, has the same number. What happens in our room is broadcast, at any time and without a `seq`:

    bot:     CLOGIN:{"seq": 1, "username": "bot"}
    server:  SSUCCS:{"seq": 1, "message": "Welcome bot!"}
    bot:     CJROOM:{"seq": 2, "roomname": "room1"}
    server:  BUSRLS:{"userlist": ["ann", "bot"]}              the players in the room now
    server:  SSUCCS:{"seq": 2, "message": "Joined room1 successfully!"}
    server:  BGCARD:{"gamecard": [[4, 18, ...], ..., ...]}    the game begins: our card has three rows of five numbers
    server:  BNUMBR:{"number": 66}                            we mark it if it is on our card
    bot:     CCINKO:{"seq": 3, "total": 1}                    if this has completed our first row
    server:  BCINKO:{"username": "bot", "total": 1}           with a total of 3, the game is over and bot has won
    server:  SSUCCS:{"seq": 3, "message": "Congratulations!"}
    bot:     CNNMBR:{"seq": 4}                                when all players have sent this, the next number comes
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

BEAT = 10.0  # seconds between two heartbeats; after 30 without one, the server considers us lost
SILENCE = 60.0  # seconds; the server answers heartbeats, so if it is silent for this long it is lost
PAUSE = 5.0  # seconds before we connect again
LONGEST_LINE = 2**22  # bytes: a list of rooms can be long
AT_ONCE = 20  # bots that log in
NAMES_TO_TRY, ROOMS_TO_TRY = 9, 5
ROWS, NUMBERS = 3, 90


Body: TypeAlias = dict[str, Any]  # of a message


class Lost(Exception):
    """There is no connection, or none that we can play on."""


class Card:
    """The numbers in each row that have not been drawn yet."""

    def __init__(self, rows: Iterable[Iterable[int]]) -> None:
        self.rows = [set(row) for row in rows]

    def mark(self, number: int) -> None:
        for row in self.rows:
            row.discard(number)

    @property
    def complete(self) -> int:
        """How many rows are complete."""
        return sum(not row for row in self.rows)


class JsonConnection:
    """Requests and their answers, and broadcasts. It works while `read` and `beat` are running."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.broadcasts: asyncio.Queue[tuple[str, Body]] = asyncio.Queue()
        self.refusal = ""  # what the last SERROR said
        self._seqs = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Body | None]] = {}  # that we wait for, by seq

    def request(self, header: str, **fields: str | int) -> asyncio.Future[Body | None]:
        """Send a request. Await the result for the answer, which is None if the server refuses."""
        seq = next(self._seqs)
        self.writer.write(f"{header}:{json.dumps({'seq': seq, **fields})}\n".encode())
        self._answers[seq] = asyncio.get_running_loop().create_future()
        return self._answers[seq]

    async def beat(self) -> None:
        """Show that we are alive, for ever."""
        while True:
            await asyncio.sleep(BEAT)
            self.request("CHBEAT")

    async def read(self) -> None:
        """Pass on what comes: answers to those who wait for them, broadcasts to the queue. Ends with Lost."""
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    line = await self.reader.readline()  # TCP may cut and join lines; this undoes it
                if not line.endswith(b"\n"):
                    raise Lost("the server has closed the connection")
                header, _, text = line.decode().partition(":")
                body = json.loads(text)
                if not isinstance(body, dict):
                    raise ValueError
                if header not in ("SSUCCS", "SERROR"):
                    self.broadcasts.put_nowait((header, body))
                    continue
                if header == "SERROR":
                    self.refusal = body.get("message", "")
                    if "seq" not in body:
                        raise Lost(f"the server says: {self.refusal}")  # and it closes the connection now
                if answer := self._answers.pop(body.get("seq", 0), None):
                    answer.set_result(body if header == "SSUCCS" else None)
        except OSError as error:
            raise Lost(f"lost the connection: {str(error) or 'the server is silent'}") from None


@dataclass
class JsonBot:
    """One player, for some games, or for ever (games=0)."""

    host: str
    port: int
    name: str
    room: str = ""  # where to play; anywhere, if it is empty
    games: int = 0
    countdown: int = 10  # seconds, for the rooms that we open
    quiet: bool = False
    winners: list[str | None] = field(default_factory=list)  # one for each game; None if nobody won
    was_in: bool = False  # whether we have ever been logged in

    async def run(self) -> list[str | None]:
        """Play, and return the winners. Raises Lost if the server never lets us in."""
        while True:
            try:
                await self._visit()
                return self.winners
            except Lost as error:
                if not self.was_in:
                    raise
                print(plain(f"{self.name}: {error}; trying again soon"), file=sys.stderr)
            await asyncio.sleep(PAUSE)

    async def _visit(self) -> None:
        """Play in one connection: three tasks at once; when the first of them ends, so do the others."""
        try:
            link = JsonConnection(*await asyncio.open_connection(self.host, self.port, limit=LONGEST_LINE))
        except (OSError, OverflowError, UnicodeError) as error:  # the last two are for bad ports and hosts
            raise Lost(f"cannot reach {self.host}:{self.port}: {error}") from None
        tasks = [asyncio.create_task(part) for part in (self._play(link), link.read(), link.beat())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            next(task for task in tasks if task.done()).result()
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):  # the messages make no sense
            raise Lost("what answers there does not speak Tombala's protocol") from None
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            link.writer.close()
            with suppress(OSError):
                await link.writer.wait_closed()

    async def _play(self, link: JsonConnection) -> None:
        name = await self._log_in(link)
        self.was_in = True
        self._tell(f"{name} plays on {self.host}:{self.port}")
        while not self.games or len(self.winners) < self.games:
            room = await self._enter(link, name)
            self._tell(f"{name} is in {room}")
            winner = await self._play_game(link)
            self._tell(f"{name}: {winner or 'nobody'} has won in {room}")
            self.winners.append(winner)
            if winner is None:  # we may still be in the room; if not, SERROR does no harm
                await link.request("CQROOM")

    async def _log_in(self, link: JsonConnection) -> str:
        """Log in, under another name if ours is taken, and return the name."""
        stem = f"{self.name}-" if self.name[-1:].isdigit() else self.name
        for number in range(1, NAMES_TO_TRY + 1):
            name = self.name if number == 1 else f"{stem}{number}"
            if await link.request("CLOGIN", username=name):
                return name
        raise Lost(f"{self.host}:{self.port} refused {self.name}: {link.refusal}")

    async def _enter(self, link: JsonConnection, name: str) -> str:
        """Join a room, or make one if there is none, and return its name.

        After a game, all its players look for a room at the same time. So we look twice before we make one, with a
        random wait in between: the bot that waits least makes it for everybody.
        """
        room = ""
        while True:
            for other in [self.room] if self.room else await self._find_rooms(link):
                if await self._join(link, other):
                    return other
            if room:
                await link.request("CCROOM", roomname=room, countdown=self.countdown)
                if await self._join(link, room):
                    return room
            room = self.room or f"{name}-{random.randrange(1000)}"
            await asyncio.sleep(random.random())

    async def _find_rooms(self, link: JsonConnection) -> list[str]:
        """Rooms to try, fullest first. Those that seem to have begun come last: our clock may be wrong."""
        answer = await link.request("CLROOM")
        rooms = answer["rooms"] if answer else []
        now = str(datetime.now())  # in the format of startTime, so that comparing texts compares times
        rooms.sort(key=lambda room: (room["startTime"] <= now, -len(room["userlist"])))
        return [room["roomname"] for room in rooms[:ROOMS_TO_TRY]]

    async def _join(self, link: JsonConnection, room: str) -> bool:
        link.broadcasts = asyncio.Queue()  # forget what happened in another room
        return await link.request("CJROOM", roomname=room) is not None

    async def _play_game(self, link: JsonConnection) -> str | None:
        """Play until somebody wins, or until SERROR says that we are out of the game, and return the winner.

        When an answer arrives, everything that the server sent before it is in the queue. So after SERROR we read the
        rest of the queue: maybe somebody has won.
        """
        card, numbers, claimed = Card([]), 0, 0
        is_over = False
        while not (is_over and link.broadcasts.empty()):
            header, body = await link.broadcasts.get()
            if header == "BGCARD":
                card = Card(body["gamecard"])
            elif header == "BCINKO" and body["total"] == ROWS:
                return str(body["username"])
            elif header == "BNUMBR" and not is_over:
                numbers += 1
                card.mark(body["number"])
                if card.complete > claimed:
                    claimed = card.complete
                    if await link.request("CCINKO", total=claimed) and claimed == ROWS:
                        continue  # we have won: BCINKO is in the queue
                goes_on = await link.request("CNNMBR")  # even if the claim was refused, because the others wait for us
                is_over = not goes_on or numbers == NUMBERS
        return None

    def _tell(self, words: str) -> None:
        if not self.quiet:
            print(plain(words), flush=True)


def plain(words: str) -> str:
    """Strangers choose names and messages: take out what could harm our terminal."""
    return "".join(c if c.isprintable() else "?" for c in words)


def address(text: str) -> tuple[str, int]:
    """Read host, host:port or a port alone."""
    if ":" not in text:
        text = f"localhost:{text}" if text.isdigit() else f"{text}:8888"
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tombalajson.py", description="Add bots to Tombala; Ctrl-C ends them.")
    parser.add_argument("address", nargs="?", metavar="HOST:PORT", default="localhost:8888", type=address)
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot")
    parser.add_argument("--room", metavar="NAME", default="", help="play in this room only")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many bots: NAME-1, NAME-2 and so on")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="stop after this many games")
    parser.add_argument("--countdown", type=int, default=10, metavar="SECONDS", help="for new rooms (default: 10)")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    return parser.parse_intermixed_args(argv)


async def run_all(bots: Sequence[JsonBot]) -> list[list[str | None]]:
    """Let all bots play at the same time, but come in a few at a time: a server may limit how many are logging in."""
    tasks: list[asyncio.Task[list[str | None]]] = []
    for first in range(0, len(bots), AT_ONCE):
        some = bots[first : first + AT_ONCE]
        tasks += [asyncio.create_task(bot.run()) for bot in some]
        while not all(bot.was_in for bot in some) and not any(task.done() for task in tasks[first:]):
            await asyncio.sleep(0.01)
    return await asyncio.gather(*tasks)


async def play(options: argparse.Namespace) -> None:
    with suppress(NotImplementedError, AttributeError):  # Windows has only Ctrl-C, which asyncio handles
        task: Any = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    names = [options.name] if options.count == 1 else [f"{options.name}-{n + 1}" for n in range(options.count)]
    (host, port), rest = options.address, (options.room, options.games, options.countdown, options.quiet)
    await run_all([JsonBot(host, port, name, *rest) for name in names])


def main(argv: Sequence[str]) -> int:
    """Play until all games are over, or a signal comes. The exit status is 1 if the server does not let us in."""
    try:
        asyncio.run(play(read(argv)))
    except Lost as error:
        print(plain(str(error)), file=sys.stderr)
        return 1
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
