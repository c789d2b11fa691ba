"""Programs that play Dancing by its own protocol and let every clock run out, and spectators; then a line of JSON.

`python -m tests.soak.dancers DOOR PORT MATCHES WATCHERS SECONDS`: so many matches of two rounds at once, each watched
by so many if it has a tile in the lobby, on a server that gives each player so many seconds. In the first round the
choreographer sends steps for the stage, but never DONE; in the second, the spoiler places no stars. All of it is timed
by one clock.
"""

import asyncio
import gc
import json
import re
import sys
import time
from dataclasses import replace

from tests.bench import BenchError
from tests.bench.member import ATTRIBUTE, OPENING, TAG
from tilenet.clients.address import Address
from tilenet.clients.arena.dance import Table
from tilenet.clients.bots.dancing.task import Dance, Point, Task, parse
from tilenet.clients.bots.dancing.wire import dance_texts, join

HERE = "127.0.0.1"
SHOWN = 20  # matches: so many have a tile in the lobby, by which spectators come
MOVING = 20  # dancers in each step
PACE = 0.2  # seconds from step to step on the stage
PATIENCE = 30.0  # seconds for whatever should come at once
CLOCK = re.compile(rb'name="(\d+) s"')


class Match:
    """Two programs, and when their clocks began and ran out."""

    def __init__(self, number: int, seconds: float) -> None:
        self.names = f"ann{number}", f"bob{number}"
        self.begun: list[float] = []  # the times at which clocks began
        self.ended: list[float] = []  # and at which they ran out
        self._seconds = seconds

    async def begin(self, table: Table) -> None:
        """Connect both, and play until the choreographer's clock runs."""
        self._first, self._second = [await asyncio.open_connection(*table.address) for _ in self.names]
        for name, (_, writer) in zip(self.names, (self._first, self._second), strict=True):
            writer.write(f"{name}&".encode())
            await table.wait()  # so that the server takes them in this order
        texts = [await self._hear(self._first) for _ in range(2)]
        task = parse(*texts)
        task = replace(task, stars=tuple(stars(task)))
        for _ in range(2):
            await self._hear(self._second)
        self._second[1].write(f"{join(task.stars)}&".encode())
        await self._hear(self._first)
        self.begun.append(time.monotonic())
        there = moves(task)
        back = [(end, start) for start, end in there]
        steps = [there, back] * round(self._seconds / PACE / 2)
        self._first[1].write("".join(f"{text}&" for text in dance_texts(Dance(steps, []))[: len(steps)]).encode())

    async def finish(self) -> None:
        """Wait until both rounds are lost; the second begins when the first is over."""
        for _ in range(2):
            verdict = await self._hear(self._first, self._seconds + PATIENCE)
            self.ended.append(time.monotonic())
            if f" within {self._seconds:g} s" not in verdict:
                raise BenchError(f"the server says {verdict!r}")
            if len(self.ended) == 1:
                for _ in range(2):
                    await self._hear(self._first)
                self.begun.append(time.monotonic())
        for _, writer in (self._first, self._second):
            writer.close()

    async def _hear(
        self, connection: tuple[asyncio.StreamReader, asyncio.StreamWriter], seconds: float = PATIENCE
    ) -> str:
        async with asyncio.timeout(seconds):
            return (await connection[0].readuntil(b"&"))[:-1].decode()

    def verdicts_off(self) -> list[float]:
        """How far from its time each verdict was."""
        return [abs(end - begin - self._seconds) for begin, end in zip(self.begun, self.ended, strict=True)]

    def changes_off(self, seen: list[tuple[float, int]]) -> list[float]:
        """How far from its time each change of the clock was that a spectator has seen."""
        found = []
        for at, left in seen:
            due = [begun + self._seconds - left for begun in self.begun]
            found.append(min(abs(at - one) for one in due))
        return found


class Watcher:
    """A spectator, who walks to one match, and notes each change of its clock."""

    def __init__(self, name: str, match: Match) -> None:
        self.seen: list[tuple[float, int]] = []  # when, and how many seconds were left
        self._name = name
        self._wanted = [b"Dancing", " - ".join(match.names).encode()]
        self._is_there = asyncio.Event()
        self._text = b""

    async def enter(self, port: int) -> None:
        """Log in, and walk there."""
        self._reader, self._writer = await asyncio.open_connection(HERE, port)
        self._task = asyncio.create_task(self._watch())
        async with asyncio.timeout(PATIENCE):
            await self._is_there.wait()

    async def leave(self) -> None:
        self._task.cancel()
        self._writer.close()

    async def _watch(self) -> None:
        while data := await self._reader.read(1 << 16):
            now = time.monotonic()
            if self._is_there.is_set():
                self.seen += [(now, int(left)) for left in CLOCK.findall(data)]
            else:
                self._walk(data)

    def _walk(self, data: bytes) -> None:
        """Answer the server, and click what leads on."""
        self._text += data
        end = 0
        for found in TAG.finditer(self._text):
            end = found.end()
            values = dict(ATTRIBUTE.findall(found[2]))
            if found[1] == b"server":
                self._writer.write(OPENING + f'<login user="{self._name}" password=""/>'.encode())
            elif self._wanted and values.get(b"name") == self._wanted[0] and values[b"objid"].startswith(b"t"):
                del self._wanted[0]
                self._writer.write(b'<cmd type="click" objid="%s"/>' % values[b"objid"])
            elif not self._wanted and values.get(b"name", b"").startswith(b"Step "):
                self._is_there.set()  # the clock, as it was at that moment, is in this picture, too
        self._text = self._text[end:]


def stars(task: Task) -> list[Point]:
    """As many as fit, from the top left."""
    found: list[Point] = []
    taken = {*task.dancers}
    for x in range(task.size):
        for y in range(task.size):
            is_far = all(abs(x - one) + abs(y - other) > task.colours for one, other in found)
            if is_far and (x, y) not in taken and len(found) < task.each:
                found.append((x, y))
    return found


def moves(task: Task) -> list[tuple[Point, Point]]:
    """Some dancers, each with an empty cell to its right that nobody else moves to."""
    taken = {*task.dancers, *task.stars}
    free = [((x, y), (x, y + 1)) for x, y in task.dancers if y + 1 < task.size and (x, y + 1) not in taken]
    return free[:MOVING]


async def play(door: int, port: int, matches: int, watchers: int, seconds: float) -> dict[str, object]:
    """Play all matches, and report how far from its time each clock was."""
    table = Table(Address(HERE, door))
    pairs: list[tuple[Match, list[Watcher]]] = []
    endings = []
    for number in range(1, matches + 1):
        match = Match(number, seconds)
        people = [Watcher(f"eve{number}-{one}", match) for one in range(watchers if number <= SHOWN else 0)]
        pairs.append((match, people))
        await match.begin(table)
        endings.append(asyncio.create_task(match.finish()))
        await asyncio.gather(*(one.enter(port) for one in people))
    print(f"soak: {matches} matches are on", file=sys.stderr, flush=True)
    await asyncio.gather(*endings)
    for _, people in pairs:
        for one in people:
            await one.leave()
    last = max(match.begun[0] for match, _ in pairs)
    return {
        "at_once": sum(match.ended[-1] > last for match, _ in pairs),
        "verdicts": [off for match, _ in pairs for off in match.verdicts_off()],
        "changes": [off for match, people in pairs for one in people for off in match.changes_off(one.seen)],
    }


def main(argv: list[str]) -> int:
    """Play, and print what was measured."""
    door, port, matches, watchers = map(int, argv[:4])
    gc.disable()  # no pauses of our own
    print(json.dumps(asyncio.run(play(door, port, matches, watchers, float(argv[4])))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
