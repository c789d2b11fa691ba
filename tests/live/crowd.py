"""A crowd of bots in one process, each in a game of Tombala on the server at PORT; then a line of JSON about it."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import resource
import sys

from tilenet.clients.bots.tombalajson import Bot, Connection

ROOMS, PLAYERS = 200, 5
COUNTDOWN = 8  # seconds, for all to come in


async def play(port: int) -> dict[str, list[str | None]]:
    """The winner of each room, as each of its players was told."""
    names = [(f"room{room}", f"bot-{room}-{number}") for number in range(PLAYERS) for room in range(ROOMS)]
    bots = [Bot("127.0.0.1", port, name, room=room, games=1, countdown=COUNTDOWN, quiet=True) for room, name in names]
    winners = await asyncio.gather(*(bot.run() for bot in bots))
    found: dict[str, list[str | None]] = {}
    for (room, _), (winner,) in zip(names, winners, strict=True):
        found.setdefault(room, []).append(winner)
    assert len(asyncio.all_tasks()) == 1, asyncio.all_tasks()
    return found


def main(port: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (2048, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    winners = asyncio.run(play(port))
    gc.collect()
    report = {
        "rooms": len(winners),
        "of one mind": sum(len(set(names)) == 1 for names in winners.values()),
        "without a winner": sum(None in names for names in winners.values()),
        "held": sum(isinstance(one, Bot | Connection) for one in gc.get_objects()),
        "files": len(os.listdir("/proc/self/fd")),
    }
    print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
