"""One round: two programs are started, meet at the server, and one of them dances."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilenet.clients.address import Address
from tilenet.clients.arena import ArenaError
from tilenet.clients.arena.players import Player
from tilenet.clients.arena.results import Round
from tilenet.clients.arena.seat import HERE, LOOK, Conversation, Seat
from tilenet.clients.arena.tape import FILE, read_task
from tilenet.clients.bots.dancing.board import Board
from tilenet.clients.bots.dancing.bound import simple_bound
from tilenet.clients.bots.dancing.task import Task

ROLES = ("choreographer", "spoiler")
ARRIVAL = 20.0  # seconds for a program to start and say its name, if it has as many to think
LINES = 10.0  # seconds that the server gives for the lines
SLACK = 30.0  # seconds for a busy server
GOODBYE = 2.0  # seconds for programs to end by themselves
NOT_A_NAME = b"<&"
VERDICT = re.compile(r"round 1: (\S+) (?:reaches the goal in (\d+) steps?|loses: (.*))&", re.DOTALL)


@dataclass(frozen=True)
class Verdict:
    """How a round has ended: after so many steps, or because somebody (by their role) has lost."""

    steps: int | None
    lost: dict[str, str]


class Table:
    """Where matches are played: at a server, which makes a match of every two that come."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.entrance = asyncio.Lock()

    async def wait(self) -> None:
        """Until the newcomer is seated. The server says nothing to the first of two, so a guest comes, too, with an
        impossible name: when the guest is told so, everybody before has been served."""
        reader, writer = await asyncio.open_connection(*self.address)
        try:
            writer.write(NOT_A_NAME)
            async with asyncio.timeout(SLACK):
                await reader.readuntil(b"&")
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise ArenaError(f"the server at {self.address} does not speak the protocol of Dancing") from None
        finally:
            writer.transport.abort()


class Dance:
    """A round that is played."""

    def __init__(self, players: Sequence[Player], number: int, table: Table, seconds: float, folder: Path) -> None:
        self._players = dict(zip(ROLES, players, strict=True))
        self._table = table
        self._seconds = seconds
        self._folder = folder
        self._conversation = Conversation(folder / FILE)
        self.seats = [Seat(role, f"{self._players[role].name}-{number}", self._conversation) for role in ROLES]
        self._verdict: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        self._has_one_left = False

    @property
    def instance(self) -> list[str]:
        """What the server says first: the parameters and the input file."""
        return self.seats[0].told[:2]

    async def play(self) -> Round:
        """From the start of the programs to their end."""
        try:
            for seat in self.seats:
                player = self._players[seat.role]
                command = player.command(HERE, await seat.open(), seat.role)
                seat.start(command, self._folder, f"{seat.role}-{player.name}")
            verdict = await self._play()
        finally:
            for seat in self.seats:
                seat.close()
            self._conversation.close()
        names = {role: player.name for role, player in self._players.items()}
        lost = {names[role]: reason for role, reason in verdict.lost.items()}
        seconds = self._conversation.seconds
        bound = None if verdict.steps is None else simple_bound(Board(self._task()))
        return Round(names["choreographer"], names["spoiler"], verdict.steps, bound, lost, seconds, self._folder.name)

    def _task(self) -> Task:
        """The board with its stars, after a dance."""
        return read_task([text.removesuffix("&") for text in self.seats[0].told])

    async def _play(self) -> Verdict:
        arrival = min(ARRIVAL, self._seconds)
        reasons = await asyncio.gather(*(seat.arrive(arrival) for seat in self.seats))
        if any(reasons):
            return Verdict(None, {seat.role: why for seat, why in zip(self.seats, reasons, strict=True) if why})
        try:
            await self._sit_down()
        except OSError as error:
            raise ArenaError(f"the server at {self._table.address} does not answer: {error}") from None
        tasks = [asyncio.create_task(self._listen()), *(asyncio.create_task(self._talk(seat)) for seat in self.seats)]
        try:
            verdict = await self._wait()
            await self._say_goodbye()
        finally:
            for task in tasks:
                task.cancel()
        return Verdict(verdict.steps, {role: reason + self._status(role) for role, reason in verdict.lost.items()})

    async def _sit_down(self) -> None:
        """The choreographer first, and nobody from another match in between."""
        async with self._table.entrance:
            for seat in self.seats:
                await seat.sit_down(self._table.address)
                await self._table.wait()

    async def _listen(self) -> None:
        await asyncio.gather(*(seat.listen(self._hear) for seat in self.seats))
        if not self._verdict.done():
            words = [text for seat in self.seats for text in seat.told] or ["it said nothing"]
            self._verdict.set_exception(ArenaError(f"the server has given no verdict: {words[-1]!r}"))

    async def _talk(self, seat: Seat) -> None:
        """A spoiler may leave after its stars, so we keep its seat. So there is always one that hears the verdict."""
        await seat.talk()
        is_kept = self._has_one_left or (seat.role == "spoiler" and seat.messages)
        if not self._verdict.done() and not is_kept:
            self._has_one_left = True
            seat.leave()

    def _hear(self, text: str) -> None:
        found = VERDICT.fullmatch(text)
        if found is None or self._verdict.done():
            return
        if found[2] is not None:
            self._verdict.set_result(Verdict(int(found[2]), {}))
            return
        roles = [seat.role for seat in self.seats if seat.name == found[1]]
        if roles:
            self._verdict.set_result(Verdict(None, {roles[0]: found[3]}))
        else:
            self._verdict.set_exception(ArenaError(f"somebody else is playing on the server, too: {text!r}"))

    async def _wait(self) -> Verdict:
        """Until the verdict, or until a program does something that the server cannot see."""
        deadline = time.monotonic() + 2 * self._seconds + LINES + SLACK
        while time.monotonic() < deadline:
            done, _ = await asyncio.wait({self._verdict}, timeout=LOOK)
            if done:
                return self._verdict.result()
            for seat in self.seats:
                if why := seat.fault():
                    return Verdict(None, {seat.role: why})
        raise ArenaError("the server has given no verdict in time")

    async def _say_goodbye(self) -> None:
        deadline = time.monotonic() + GOODBYE
        while time.monotonic() < deadline and any(self._status_of(seat.role) is None for seat in self.seats):
            await asyncio.sleep(LOOK / 10)

    def _status_of(self, role: str) -> int | None:
        (program,) = (seat.program for seat in self.seats if seat.role == role)
        return program.status() if program is not None else None

    def _status(self, role: str) -> str:
        """What this tells about why a program left."""
        status = self._status_of(role)
        return f" (it ended with status {status})" if status else ""
