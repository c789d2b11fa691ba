"""The other process, in which acts are done again: it reads tasks from standard input, a line each, and answers.

Games may print and read: what they print goes where errors go, and they find nothing to read.
"""

import json
import os
import sys
from importlib import import_module
from typing import IO, Any, TextIO

from tilenet.game import Game
from tilenet.rehearsal.stage import Saved, again, go_on
from tilenet.rehearsal.trace import trace


def find(name: str) -> type[Game]:
    module, _, kind = name.partition(":")
    found: type[Game] = getattr(import_module(module), kind)
    return found


def main() -> None:
    with _set_aside(sys.stdin, "r", os.devnull) as tasks, _set_aside(sys.stdout, "w", sys.stderr.fileno()) as answers:
        for line in tasks:
            task = json.loads(line)
            sys.path[:] = task["path"]
            kinds = {plugin: find(kind) for plugin, kind in task["kinds"].items()}
            print(json.dumps(_answer(task, kinds)), file=answers, flush=True)


def _set_aside(stream: TextIO, mode: str, instead: int | str) -> IO[Any]:
    """The stream, while games find another in its place."""
    ours = os.fdopen(os.dup(stream.fileno()), mode, encoding=stream.encoding)
    with open(instead, mode, closefd=isinstance(instead, str)) as other:
        os.dup2(other.fileno(), stream.fileno())
    return ours


def _answer(task: dict[str, Any], kinds: dict[str, type[Game]]) -> dict[str, Any]:
    acts, seed, saved_at, saved = task["acts"], task["seed"], task["saved_at"], Saved(*task["saved"])
    if "until" not in task:
        steps, _ = again(kinds, seed, acts, saved_at)
        return {"again": steps, "go on": go_on(kinds, seed, saved, acts[saved_at:])}
    acts, begin = acts[: task["until"]], task["begin"]
    if begin is None:
        return {"moments": trace(kinds, seed, acts, is_watched=False)}
    return {"moments": trace(kinds, seed, acts, is_watched=True, begin=begin, saved=saved)}


if __name__ == "__main__":
    main()
