"""A program's place in a round: its connection to us, and ours to the server, with all that is said between them.

A program never talks to the server itself. So the arena sees every verdict, keeps the conversation, decides who comes
first, and gives programs their names.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tilenet.clients.address import Address
from tilenet.clients.arena.programs import Program

HERE = "127.0.0.1"
PIECE = 65536  # bytes read at once
LONGEST_NAME = 4096
MOST_SAID = 64 * 2**20  # bytes: 10,000 long steps are less
LOOK = 0.25  # seconds between looks at a program


class Conversation:
    """All messages of a round, one JSON line each, as they come: when, from whom, to whom, and the text.

    `tape` reads them.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return round(time.monotonic() - self._began, 3)

    def add(self, sender: str, receiver: str, text: str) -> None:
        line = {"at": self.seconds, "from": sender, "to": receiver, "text": text}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def close(self) -> None:
        self._file.close()


class Messages:
    """Cuts what is said into messages; each ends with an &, except for the last, which may never end."""

    def __init__(self) -> None:
        self.said = 0  # bytes
        self._pieces: list[bytes] = []

    def feed(self, data: bytes) -> list[str]:
        self.said += len(data)
        *ended, rest = data.split(b"&")
        found = []
        for piece in ended:
            self._pieces.append(piece)
            found.append(self.rest() + "&")
        if rest:
            self._pieces.append(rest)
        return found

    def rest(self) -> str:
        """What has not ended yet."""
        text = b"".join(self._pieces).decode(errors="backslashreplace")
        self._pieces.clear()
        return text


class Seat:
    """One of the two places in a round."""

    def __init__(self, role: str, name: str, conversation: Conversation) -> None:
        self.role = role
        self.name = name  # at the server: no other program has it now
        self.told: list[str] = []  # the messages of the server
        self.messages = 0  # of the program, after its name
        self.program: Program | None = None
        self._obstacle = "it was never started"
        self._conversation = conversation
        self._input, self._output = Messages(), Messages()
        self._early = b""  # what the program has said after its name before the round began
        self._writers: list[asyncio.StreamWriter] = []
        self._door: asyncio.Server | None = None
        self._caller: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        self._caller = asyncio.get_running_loop().create_future()

    def fault(self) -> str:
        """What the program must not do, and has done."""
        if self.program is not None and self.program.has_too_many():
            return "it has started too many processes"
        if self._input.said > MOST_SAID:
            return f"it has said more than {MOST_SAID >> 20} MiB"
        return ""

    # The program arrives

    async def open(self) -> int:
        """Let the program connect; returns the port."""
        self._door = await asyncio.start_server(self._called, HERE, 0)
        port: int = self._door.sockets[0].getsockname()[1]
        return port

    def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._caller.done():
            writer.transport.abort()  # a program has one connection
            return
        self._writers.append(writer)
        self._caller.set_result((reader, writer))

    def start(self, command: Sequence[str], folder: Path, name: str) -> None:
        """Start the program; if that cannot be done, `arrive` says why."""
        try:
            self.program = Program(command, folder, name)
        except OSError as error:
            self._obstacle = f"it cannot be started: {error.strerror}"

    async def arrive(self, seconds: float) -> str:
        """Wait until the program has said its name; returns why it has not."""
        if self.program is None:
            return self._obstacle
        arriving = asyncio.create_task(self._accept())
        deadline = time.monotonic() + seconds
        try:
            while True:
                status = self.program.status()
                done, _ = await asyncio.wait({arriving}, timeout=LOOK)
                if done:
                    return arriving.result()
                if status is not None:
                    return f"it ended with status {status} before it said its name"
                if time.monotonic() > deadline:
                    return f"it has not said its name within {seconds:g} s"
                if why := self.fault():
                    return why
        finally:
            arriving.cancel()

    async def _accept(self) -> str:
        self._reader, self._writer = await self._caller
        said = b""
        while b"&" not in said:
            data = await _read(self._reader)
            said += data
            if not data:
                return "it hung up before it said its name"
            if len(said.partition(b"&")[0]) > LONGEST_NAME:
                return f"its name is longer than {LONGEST_NAME} bytes"
        name, _, self._early = said.partition(b"&")
        self._conversation.add(self.role, "server", name.decode(errors="backslashreplace") + "&")
        return ""

    # The round

    async def sit_down(self, server: Address) -> None:
        """Go to the server, with the name that the program has in the contest."""
        self._server_reader, self._server = await asyncio.open_connection(server.host, server.port)
        self._writers.append(self._server)
        self._server.write(f"{self.name}&".encode())
        self._conversation.add("arena", "server", f"{self.name}&")
        await self._server.drain()

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Pass on what the server says, until it hangs up."""
        while data := await _read(self._server_reader):
            for text in self._output.feed(data):
                self.told.append(text)
                self._conversation.add("server", self.role, text)
                hear(text)
            self._writer.write(data)  # without waiting: a server says little, and a program may never read
        self._writer.close()

    async def talk(self) -> None:
        """Pass on what the program says, until it hangs up."""
        data = self._early
        while self._input.said <= MOST_SAID:
            for text in self._input.feed(data):
                self.messages += 1
                self._conversation.add(self.role, "server", text)
            try:
                self._server.write(data)
                await self._server.drain()
            except OSError:
                break
            data = await _read(self._reader)
            if not data:
                break
        if rest := self._input.rest():
            self._conversation.add(self.role, "server", rest)

    def leave(self) -> None:
        """The program has hung up: so do we."""
        self._server.close()

    def close(self) -> None:
        """Let go of everything, and end the program."""
        if self._door is not None:
            self._door.close()
        for writer in self._writers:
            writer.transport.abort()
        if self.program is not None:
            self.program.end()


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(PIECE)
    except OSError:
        return b""
