"""The crowd's process: groups of clients, driven by one JSON object a line on stdin and answered on stdout.

`{"do": "join" | "quiet" | "look" | "act" | "leave" | "pick", "group": name, ...}`; the answer is `{"ok": ...}` or
`{"error": "why"}`. It ends with the end of its input.
"""

import gc
import json
import sys
from dataclasses import asdict
from typing import Any

from tests.bench import BenchError
from tests.bench.group import Group
from tests.bench.pickers import pick


def obey(groups: dict[str, Group], order: dict[str, Any]) -> Any:
    """Carry out one order. Those who pick come and go with it."""
    name: str = order["group"]
    if order["do"] == "pick":
        return asdict(pick(*(order[what] for what in ("port", "players", "thinkers", "rate", "seconds"))))
    if order["do"] == "join":
        if name not in groups:
            groups[name] = Group(name, order["kind"], order["port"])
        groups[name].join(order["rooms"])
        return len(groups[name].members)
    if order["do"] == "leave":
        groups.pop(name).close()
        return True
    group = groups[name]
    if order["do"] == "quiet":
        return group.quiet(order["least"], order["seconds"], order["most"])
    if order["do"] == "look":
        return group.look(order["room"])
    if order["do"] == "act":
        return asdict(group.act(order["rooms"], order["in_flight"], order["seconds"]))
    raise BenchError(f"the crowd does not know how to {order['do']}")


def main() -> int:
    """Obey until the input ends."""
    groups: dict[str, Group] = {}
    gc.disable()  # no pauses in the latencies; little here is cyclic
    try:
        for line in sys.stdin:
            try:
                answer = {"ok": obey(groups, json.loads(line))}
            except (BenchError, OSError) as error:
                answer = {"error": str(error)}
            print(json.dumps(answer), flush=True)
    except BrokenPipeError:
        pass  # the benchmark ended first
    return 0


if __name__ == "__main__":
    sys.exit(main())
