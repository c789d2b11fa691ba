"""A bot for Tombala's JSON protocol, all in this file: read it to write a client of your own.

A message is a line: six letters, a colon, and a JSON object. A request has a number of ours in it, `seq`, and so has
its answer, SSUCCS or SERROR. What happens in our room is broadcast, at any time and without a `seq`:

    bot:     CLOGIN:{"seq": 1, "username": "bot"}
    server:  SSUCCS:{"seq": 1, "message": "Welcome bot!"}
    bot:     CJROOM:{"seq": 2, "roomname": "room1"}
    server:  BUSRLS:{"userlist": ["ann", "bot"]}              who is in the room now
    server:  SSUCCS:{"seq": 2, "message": "Joined room1 successfully!"}
    server:  BGCARD:{"gamecard": [[4, 18, ...], ..., ...]}    the game begins: our card, three rows of five numbers
    server:  BNUMBR:{"number": 66}                            to be marked, if it is on the card
    bot:     CCINKO:{"seq": 3, "total": 1}                    if that has completed our first row
    server:  BCINKO:{"username": "bot", "total": 1}           with a total of 3 the game is over, and bot has won
    server:  SSUCCS:{"seq": 3, "message": "Congratulations!"}
    bot:     CNNMBR:{"seq": 4}                                go on: when all have said so, the next number comes
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

BEAT = 10.0  # seconds between two heartbeats; after 30 without one, the server takes us for lost
SILENCE = 60.0  # seconds: heartbeats are answered, so a server that is silent for so long is lost as well
PAUSE = 5.0  # seconds before we connect again
LONGEST_LINE = 2**22  # bytes: a list of rooms can be long
NAMES_TO_TRY, ROOMS_TO_TRY = 9, 5
ROWS, NUMBERS = 3, 90


Body: TypeAlias = dict[str, Any]  # of a message


class Lost(Exception):
    """There is no connection, or none that we can play on."""


class Card:
    """For each row of a card, the numbers that have not been called yet."""

    def __init__(self, rows: Iterable[Iterable[int]]) -> None:
        self.rows = [set(row) for row in rows]

    def mark(self, number: int) -> None:
        for row in self.rows:
            row.discard(number)

    @property
    def complete(self) -> int:
        """How many rows are complete."""
        return sum(not row for row in self.rows)


class Connection:
    """Requests and their answers, and broadcasts; it works while `read` and `beat` are run."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.broadcasts: asyncio.Queue[tuple[str, Body]] = asyncio.Queue()
        self.refusal = ""  # what the last SERROR said
        self._seqs = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Body | None]] = {}  # those to come, by seq

    def request(self, header: str, **fields: str | int) -> asyncio.Future[Body | None]:
        """Send a request; what it returns can be waited for, and is the answer, or None if that is SERROR."""
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
        """Hand out what comes: answers to those who wait for them, the rest to the queue. Ends with Lost."""
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    line = await self.reader.readline()  # TCP cuts and joins lines as it likes; this undoes it
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
                if answer := self._answers.pop(body.get("seq", 0), None):
                    answer.set_result(body if header == "SSUCCS" else None)
        except OSError as error:
            raise Lost(f"lost the connection: {str(error) or 'the server is silent'}") from None


@dataclass
class Bot:
    """One player, for some games, or for ever (games=0)."""

    host: str
    port: int
    name: str
    room: str = ""  # where to play; anywhere, if it is empty
    games: int = 0
    countdown: int = 10  # seconds, for the rooms that we open
    quiet: bool = False
    winners: list[str | None] = field(default_factory=list)  # one for each game; None if nobody won
    was_in: bool = False  # whether we were ever logged in

    async def run(self) -> list[str | None]:
        """Play, and return the winners. Raises Lost if we never get in."""
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
        """Play in one connection: three things at once, and when the first of them ends, all do."""
        try:
            link = Connection(*await asyncio.open_connection(self.host, self.port, limit=LONGEST_LINE))
        except (OSError, OverflowError, UnicodeError) as error:  # the last two: no such port, no such host
            raise Lost(f"cannot reach {self.host}:{self.port}: {error}") from None
        tasks = [asyncio.create_task(part) for part in (self._play(link), link.read(), link.beat())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            next(task for task in tasks if task.done()).result()
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError):  # what it says makes no sense
            raise Lost("what answers there does not speak Tombala's protocol") from None
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            link.writer.close()
            with suppress(OSError):
                await link.writer.wait_closed()

    async def _play(self, link: Connection) -> None:
        name = await self._log_in(link)
        self.was_in = True
        self._tell(f"{name} plays on {self.host}:{self.port}")
        while not self.games or len(self.winners) < self.games:
            room = await self._enter(link, name)
            self._tell(f"{name} is in {room}")
            winner = await self._play_game(link)
            self._tell(f"{name}: {winner or 'nobody'} has won in {room}")
            self.winners.append(winner)
            if winner is None:  # we may be in the room still; if not, the answer is SERROR, which is as good
                await link.request("CQROOM")

    async def _log_in(self, link: Connection) -> str:
        """Log in, by another name if ours is taken; returns the name."""
        for number in range(1, NAMES_TO_TRY + 1):
            name = self.name if number == 1 else f"{self.name}{number}"
            if await link.request("CLOGIN", username=name):
                return name
        raise Lost(f"{self.host}:{self.port} does not let {self.name} in: {link.refusal}")

    async def _enter(self, link: Connection, name: str) -> str:
        """Join a room, one of our own if there is no other; returns its name.

        After a game, all its players look for a room at once. So we look twice before we open one: who waits least in
        between opens it for everybody.
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

    async def _find_rooms(self, link: Connection) -> list[str]:
        """Rooms to try, with most company first; those that seem to have begun come last: our clock may be wrong."""
        answer = await link.request("CLROOM")
        rooms = answer["rooms"] if answer else []
        now = str(datetime.now())  # looks like a startTime, and then the order of the texts is that of the times
        rooms.sort(key=lambda room: (room["startTime"] <= now, -len(room["userlist"])))
        return [room["roomname"] for room in rooms[:ROOMS_TO_TRY]]

    async def _join(self, link: Connection, room: str) -> bool:
        link.broadcasts = asyncio.Queue()  # what is left in the old one was about another room
        return await link.request("CJROOM", roomname=room) is not None

    async def _play_game(self, link: Connection) -> str | None:
        """Play until somebody has won, or until SERROR says that we are not playing any more; returns the winner.

        Whatever the server has sent before an answer is in the queue when the answer is here. So after an SERROR we
        look through the queue: the reason for it may be that somebody has won.
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
                        continue  # we have won, and the queue has it
                goes_on = await link.request("CNNMBR")  # even if the claim was refused: the others wait for us
                is_over = not goes_on or numbers == NUMBERS
        return None

    def _tell(self, words: str) -> None:
        if not self.quiet:
            print(plain(words), flush=True)


def plain(words: str) -> str:
    """Names and messages are made by strangers: none of them may play with our terminal."""
    return "".join(c if c.isprintable() else "?" for c in words)


def address(text: str) -> tuple[str, int]:
    """Read host, host:port or a port alone."""
    if ":" not in text:
        text = f"localhost:{text}" if text.isdigit() else f"{text}:8888"
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def read(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tombalajson.py", description="Let bots play Tombala, until Ctrl-C.")
    parser.add_argument("address", nargs="?", metavar="HOST:PORT", default="localhost:8888", type=address)
    parser.add_argument("name", nargs="?", metavar="NAME", default="bot")
    parser.add_argument("--room", metavar="NAME", default="", help="play in this room only")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="so many bots: NAME-1, NAME-2 and so on")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="stop after so many games")
    parser.add_argument("--countdown", type=int, default=10, metavar="SECONDS", help="for new rooms (default: 10)")
    parser.add_argument("--quiet", action="store_true", help="say only what goes wrong")
    return parser.parse_intermixed_args(argv)


async def play(options: argparse.Namespace) -> None:
    with suppress(NotImplementedError, AttributeError):  # on Windows: there is Ctrl-C only, and asyncio sees to it
        task: Any = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    names = [options.name] if options.count == 1 else [f"{options.name}-{n + 1}" for n in range(options.count)]
    (host, port), rest = options.address, (options.room, options.games, options.countdown, options.quiet)
    await asyncio.gather(*(Bot(host, port, name, *rest).run() for name in names))


def main(argv: Sequence[str]) -> int:
    """Play all games, or until a signal comes; the exit status is 1 if the server does not let us."""
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
