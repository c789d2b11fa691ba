"""The command `tilenet torture`: it reads the command line, and says what has come of each kill."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tilenet.clients.torture import TortureError
from tilenet.clients.torture.rounds import Rounds

PEOPLE = 28


def read(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tilenet torture",
        description="Start a server with a folder of its own, let simulated people play every game on it, kill it "
        "again and again (kill -9), and check after each start that nothing is lost that anybody had seen.",
        epilog="The exit status is 1 if something was lost; then the folder with the journal and the logs is kept.",
    )
    parser.add_argument("--kills", type=_count, default=20, metavar="N", help="how often to kill (default: 20)")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="repeat the choices of another run")
    parser.add_argument(
        "--people", type=_count, default=PEOPLE, metavar="N", help=f"how many play at once (default: {PEOPLE})"
    )
    parser.add_argument(
        "--minutes", type=float, default=60.0, metavar="N", help="stop after so long, whatever is left (default: 60)"
    )
    parser.add_argument(
        "--reloads", action="store_true", help="now and then reload the server, too, while everybody plays"
    )
    parser.add_argument("--keep", action="store_true", help="keep the folder even if nothing was lost")
    return parser.parse_args(argv)


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 100_000:
        raise ValueError
    return number


def main(argv: Sequence[str] | None = None) -> int:
    options = read(argv)
    seed = time.time_ns() % 1_000_000 if options.seed is None else options.seed
    folder = Path(tempfile.mkdtemp(prefix="tilenet-torture-"))
    say(f"seed {seed}, in {folder}")
    rounds = Rounds(folder, Random(seed), options.people, say)
    why = ""
    try:
        rounds.run(options.kills, 60 * options.minutes, reloads=options.reloads)
    except TortureError as error:
        why = str(error)
    except KeyboardInterrupt:
        why = "interrupted"
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would leave the server behind
        rounds.close()
    print("\n".join(report(rounds)))
    if why:
        print(f"tilenet torture: {why}", file=sys.stderr)
    is_passed = not why and not rounds.findings.failures
    if is_passed and not options.keep:
        shutil.rmtree(folder)
    else:
        say(f"kept in {folder}; to repeat the choices: --seed {seed}")
    return int(not is_passed)


def report(rounds: Rounds) -> list[str]:
    found = rounds.findings
    times = sorted(rounds.recoveries) or [0.0]
    lines = [
        f"{rounds.kills} kills, {rounds.crowd.acts} acts",
        f"everybody was back {times[len(times) // 2]:.2f} s after a start (median), {times[-1]:.2f} s at most",
        *(f"{number} {what}" for what, number in sorted(found.counts.items())),
    ]
    return [*lines, f"{len(found.failures)} things were not as they had been seen"]


def say(text: str) -> None:
    print(f"torture: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
