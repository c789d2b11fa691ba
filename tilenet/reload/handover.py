"""What a server leaves to the program that takes its place in the same process: open descriptors, and a note of them.

The note is JSON in a file without a name. Its descriptor is in the environment, with the number of the process, so that
nobody else takes it for theirs.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Any

VERSION = 1  # of the note, and of what doors say in it
VARIABLE = "TILENET_RELOAD"


@dataclass
class HandOver:
    """The note. All descriptors are open in both programs."""

    lock: int  # of the data folder
    control: int  # the control socket
    clock: float = 0.0  # what the world's clock shows
    began: float = 0.0  # when output stopped, by the machine's monotonic clock
    pid_file: str = ""  # which is removed at the end, if there is one
    ports: list[tuple[str, str, int]] = field(default_factory=list)  # the door's name, the endpoint, the descriptor
    connections: list[dict[str, Any]] = field(default_factory=list)  # see `connections`
    askers: list[int] = field(default_factory=list)  # connections to the control socket that wait for an answer

    def descriptors(self) -> list[int]:
        ports = [descriptor for _, _, descriptor in self.ports]
        connections = [noted["descriptor"] for noted in self.connections]
        return [self.lock, self.control, *ports, *connections, *self.askers]


@contextmanager
def handed_over(left: HandOver, environment: MutableMapping[str, str] = os.environ) -> Iterator[None]:
    """Let the next program in this process have all that is left to it. If there is none, all is as it was before."""
    with tempfile.TemporaryFile() as note:
        note.write(json.dumps({"version": VERSION, **asdict(left)}).encode())
        note.flush()
        note.seek(0)
        descriptors = [note.fileno(), *left.descriptors()]
        environment[VARIABLE] = f"{os.getpid()}:{note.fileno()}"
        try:
            for descriptor in descriptors:
                os.set_inheritable(descriptor, True)
            yield
        finally:
            environment.pop(VARIABLE, None)
            for descriptor in descriptors:
                with suppress(OSError):
                    os.set_inheritable(descriptor, False)


def take(environment: MutableMapping[str, str] = os.environ) -> HandOver | None:
    """What the program before this one has left in this process, if there was one."""
    process, _, number = environment.pop(VARIABLE, "").partition(":")
    if process != str(os.getpid()) or not number.isdecimal():
        return None
    with open(int(number), "rb") as note:
        noted = json.load(note)
    if noted.pop("version") != VERSION:
        return None
    left = HandOver(**{**noted, "ports": [tuple(one) for one in noted["ports"]]})
    for descriptor in left.descriptors():
        os.set_inheritable(descriptor, False)
    return left
