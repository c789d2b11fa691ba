"""Work on a file that may be anything, in another process, which may use only so much time and memory."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

SECONDS = 120.0  # that it may take
MEMORY = 2 * 2**30  # bytes that it may use
FILE = 2**30  # bytes of a file that it may write
ANSWER = 2**20  # bytes that it may answer
TOO_MUCH = "It takes too long to run it again, or too much memory."


def within(seconds: float, job: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
    """What a job returns that another process does; None if that took too long, or too much memory."""
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _do(job, writing)
    os.close(writing)
    try:
        text = _read(reading, monotonic() + seconds)
    finally:
        os.close(reading)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    try:
        found: dict[str, Any] = json.loads(text)
    except ValueError:
        return None
    return found


def limit_memory() -> None:
    """From now on, this process gets no more than `MEMORY`."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most < 0 else min(MEMORY, most), most))


def _do(job: Callable[[], dict[str, Any]], writing: int) -> None:
    """In the other process, which ends here."""
    status = 1
    try:
        limit_memory()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
        try:
            data = json.dumps(job()).encode()
        except MemoryError:
            raise
        except Exception as error:
            data = json.dumps({"error": f"{type(error).__name__}: {error}"}).encode()
        with os.fdopen(writing, "wb") as out:
            out.write(data)
        status = 0
    finally:
        os._exit(status)


def _read(reading: int, until: float) -> bytes:
    """All that comes in time."""
    parts: list[bytes] = []
    while sum(map(len, parts)) < ANSWER:
        is_ready, _, _ = select.select([reading], [], [], max(0.0, until - monotonic()))
        part = os.read(reading, ANSWER) if is_ready else b""
        if not part:
            break
        parts.append(part)
    return b"".join(parts)
