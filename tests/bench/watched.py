"""A server that is watched from inside: `python -m tests.bench.watched FD serve [options]`.

It runs the command `tilenet serve` as it is. Whenever it is sent SIGUSR1, it writes one line of JSON to the descriptor
FD: how many objects of each class it holds, how many timers, and how much CPU time its reactor turns have taken since
the last time.
"""

import gc
import json
import os
import runpy
import signal
import sys
import time
from collections import Counter
from typing import Any

from twisted.internet import reactor as installed_reactor

SLOW = 0.05  # seconds of CPU time: a turn that is longer keeps somebody waiting
COUNTED = ("tilenet.", "twisted.internet.tcp")  # modules whose objects are counted

reactor: Any = installed_reactor


class TimedPoller:
    """The reactor's poller, which also notes how long the reactor computed between two polls: that is one turn."""

    def __init__(self, poller: Any) -> None:
        self._poller = poller
        self.restart()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._poller, name)

    def restart(self) -> None:
        """Forget all turns, and the one that is under way."""
        self.turns = self.slow = 0
        self.longest = 0.0
        self._began = 0.0

    def poll(self, timeout: float, most: int) -> list[tuple[int, int]]:
        """Poll, and note the turn that has just ended."""
        if self._began:
            taken = time.thread_time() - self._began
            self.turns += 1
            self.slow += taken > SLOW
            self.longest = max(self.longest, taken)
        found: list[tuple[int, int]] = self._poller.poll(timeout, most)
        self._began = time.thread_time()
        return found


def objects() -> Counter[str]:
    """Count the server's own objects and its connections, by the names of their classes and of the bases of those."""
    found: Counter[str] = Counter()
    for kind, number in Counter(map(type, gc.get_objects())).items():
        names = {base.__qualname__ for base in kind.__mro__ if str(base.__module__).startswith(COUNTED)}
        found.update(dict.fromkeys(names, number))
    return found


def main(argv: list[str]) -> None:
    """Serve, and answer whenever asked."""
    answers = int(argv[0])
    poller = reactor._poller = TimedPoller(reactor._poller)

    def answer() -> None:
        turns = {"turns": poller.turns, "slow": poller.slow, "longest": poller.longest}
        gc.unfreeze()
        gc.collect()
        told = {"objects": objects(), "timers": len(reactor.getDelayedCalls()), **turns}
        gc.freeze()
        os.write(answers, json.dumps(told).encode() + b"\n")
        poller.restart()

    signal.signal(signal.SIGUSR1, lambda *_: reactor.callFromThread(answer))
    sys.argv[1:] = argv[1:]
    runpy.run_module("tilenet", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
