"""A server as `tilenet serve` runs it, which counts what it holds whenever it is sent SIGUSR1: one line of JSON."""

from __future__ import annotations

import gc
import json
import signal
import sys
from typing import Any

from twisted.internet import reactor as _reactor
from twisted.logger import globalLogBeginner

from tilenet.connection import Connection
from tilenet.game import Game
from tilenet.log import log_observer
from tilenet.player import Player
from tilenet.room import Room
from tilenet.tap import Options, makeService

reactor: Any = _reactor
COUNTED = (Connection, Game, Player, Room)


def memory() -> int:
    """Resident bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def main() -> None:
    options = Options()
    options.parseOptions(sys.argv[1:])
    globalLogBeginner.beginLoggingTo([log_observer("text", None)], redirectStandardIO=False)
    service = makeService(options)
    gate = service.door.gate

    def count() -> None:
        gc.collect()
        held = gc.get_objects()
        counts = {kind.__name__: sum(isinstance(one, kind) for one in held) for kind in COUNTED}
        counts |= {
            "sessions": len(gate.sessions),
            "waiting": len(gate.waiting),
            "players": len(gate.world.players),
            "rooms": len(gate.world.rooms),
            "timers": len(reactor.getDelayedCalls()),
            "memory": memory(),
        }
        print(json.dumps(counts), flush=True)

    signal.signal(signal.SIGUSR1, lambda *_: reactor.callFromThread(count))
    service.privilegedStartService()
    service.startService()
    reactor.addSystemEventTrigger("before", "shutdown", service.stopService)
    reactor.run()


if __name__ == "__main__":
    main()
