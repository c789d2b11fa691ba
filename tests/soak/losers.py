"""Programs that lose at Dancing on purpose, again and again, as fast as it goes; then a line of JSON is printed.

`python -m tests.soak.losers DOOR PROGRAMS SECONDS`: so many programs, for so long. Each takes a seat, sends what is
wrong when the match has begun, and connects again when the server closes.
"""

import asyncio
import json
import sys
import time

HERE = "127.0.0.1"
PATIENCE = 30.0  # seconds for anything to come
BEFORE = 2  # texts at the beginning of a match: its parameters, and the input file


async def lose(number: int, door: int, until: float) -> int:
    """Lose one match after the other; returns how many."""
    lost = 0
    while time.monotonic() < until:
        reader, writer = await asyncio.open_connection(HERE, door)
        writer.write(f"loser {number}&".encode())
        try:
            async with asyncio.timeout(PATIENCE):
                for _ in range(BEFORE):
                    await reader.readuntil(b"&")
                writer.write(b"nonsense&")
                while b"match" not in await reader.readuntil(b"&"):
                    pass
            lost += 1
        except (asyncio.IncompleteReadError, OSError):
            pass  # the opponent is gone
        finally:
            writer.close()
    return lost


async def play(door: int, programs: int, seconds: float) -> dict[str, int]:
    until = time.monotonic() + seconds
    found = await asyncio.gather(*(lose(number, door, until) for number in range(programs)))
    return {"lost": sum(found)}


def main(argv: list[str]) -> int:
    """Lose, and tell how often."""
    print(json.dumps(asyncio.run(play(int(argv[0]), int(argv[1]), float(argv[2])))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
