"""A crowd of bots that play Tombala by its own protocol, all in one process; then it prints a line of JSON.

`python -m tests.soak.tombalabots PORT ROOMS PLAYERS GAMES COUNTDOWN`: so many rooms, so many bots in
each, and so many games in a row.
"""

import asyncio
import gc
import json
import os
import resource
import sys

from tilenet.clients.samples.tombalajson import JsonBot, JsonConnection, run_all

EVERY = 5.0  # seconds between two lines about how far it is


async def tell(bots: list[JsonBot], games: int) -> None:
    """Say on stderr how far the games are, until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        done = sum(len(bot.winners) for bot in bots)
        print(f"soak: {done} of {games * len(bots)} players' games are over", file=sys.stderr, flush=True)


async def play(port: int, rooms: int, players: int, games: int, countdown: int) -> list[list[list[str | None]]]:
    """Return, for each room and each of its players, who won each game."""
    names = [(f"room{room}", f"bot-{room}-{number}") for room in range(rooms) for number in range(players)]
    bots = [
        JsonBot("127.0.0.1", port, name, room=room, games=games, countdown=countdown, quiet=True)
        for room, name in names
    ]
    telling = asyncio.create_task(tell(bots, games))
    winners = await run_all(bots)
    telling.cancel()
    return [winners[first : first + players] for first in range(0, len(winners), players)]


def main(argv: list[str]) -> int:
    """Play, and report on the winners and on what is left in this process."""
    port, rooms, players, games, countdown = map(int, argv)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    told = asyncio.run(play(port, rooms, players, games, countdown))
    gc.collect()
    ends = [seen for room in told for seen in zip(*room, strict=True)]  # each game, as each of its players saw it
    report = {
        "games": len(ends),
        "agreed": sum(len(set(seen)) == 1 and None not in seen for seen in ends),
        "held": sum(isinstance(one, JsonBot | JsonConnection) for one in gc.get_objects()),
        "files": len(os.listdir("/proc/self/fd")),
    }
    print(json.dumps(report), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
