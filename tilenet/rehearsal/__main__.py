"""The other process, in which acts are done again: it reads tasks from standard input, a line each, and answers."""

import json
import sys
from importlib import import_module

from tilenet.game import Game
from tilenet.rehearsal.stage import Saved, again, go_on


def find(name: str) -> type[Game]:
    module, _, kind = name.partition(":")
    found: type[Game] = getattr(import_module(module), kind)
    return found


def main() -> None:
    for line in sys.stdin:
        task = json.loads(line)
        sys.path[:] = task["path"]
        kinds = {plugin: find(kind) for plugin, kind in task["kinds"].items()}
        acts, saved_at, saved = task["acts"], task["saved_at"], Saved(*task["saved"])
        steps, _ = again(kinds, task["seed"], acts, saved_at)
        rest = go_on(kinds, task["seed"], saved, acts[saved_at:])
        print(json.dumps({"again": steps, "go on": rest}), flush=True)


if __name__ == "__main__":
    main()
