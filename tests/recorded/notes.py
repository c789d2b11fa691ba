"""What a recording is: a line for each step of a session, with a digest of what each client was sent in it.

`17 ann clicks Home | 0=4f1d... 2=99ab... 2=closed` is step 17; in it the clients 0 and 2 got something, and the
connection of 2 was closed. Bytes are compared by their digests, so a difference is shown by what has come now; what
came when the recording was made is printed by `python -m tests.recorded.sessions NAME STEP` where it was made.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
DIGITS = 16
SHOWN = 4000  # bytes of what one client got, in a message

_PNG = re.compile(rb'text="(89504e470d0a1a0a[0-9a-f]+)"')


class Mismatch(AssertionError):
    """A server does not send what was recorded."""


class Step(NamedTuple):
    """One step, and what came of it, by the clients' numbers."""

    number: int
    what: str
    got: Mapping[int, bytes]
    ended: Mapping[int, str]  # how connections have ended in it

    def parts(self) -> list[str]:
        return [
            *(f"{client}={digest(data)}" for client, data in self.got.items()),
            *(f"{client}={end}" for client, end in self.ended.items()),
        ]

    def line(self) -> str:
        return " ".join([f"{self.number} {self.what} |", *self.parts()])

    def bytes_of(self, clients: Sequence[int]) -> str:
        """What these have got, to be read."""
        lines = []
        for client in clients:
            data = self.got.get(client, b"")
            lines.append(f"--- client {client}, {len(data)} bytes:")
            lines.append(data[:SHOWN].decode(errors="backslashreplace") + ("[...]" if len(data) > SHOWN else ""))
        return "\n".join(lines)


def digest(data: bytes) -> str:
    return sha256(_PNG.sub(_unpacked, data)).hexdigest()[:DIGITS]


def _unpacked(found: re.Match[bytes]) -> bytes:
    """A picture with its pixels as they are: not every zlib packs them in the same way."""
    png = bytes.fromhex(found[1].decode())
    at = png.find(b"IDAT")
    end = at + 4 + int.from_bytes(png[at - 4 : at])
    try:
        pixels = zlib.decompress(png[at + 4 : end])
    except zlib.error:  # not a real picture, but a test's own data
        return found[0]
    return b'text="' + (png[: at - 4] + pixels + png[end + 4 :]).hex().encode() + b'"'


class Notes:
    """The steps of a session as they come; each is held against its line in a recording, if there is one."""

    def __init__(self, recorded: Sequence[str] | None = None) -> None:
        self.steps: list[Step] = []
        self._recorded = recorded

    def add(self, what: str, got: Mapping[int, bytes], ended: Mapping[int, str]) -> None:
        step = Step(len(self.steps), what, got, ended)
        self.steps.append(step)
        if self._recorded is not None:
            self._compare(step, self._recorded[step.number] if step.number < len(self._recorded) else "")

    def end(self) -> None:
        """There are no more steps."""
        if self._recorded is not None and len(self._recorded) > len(self.steps):
            raise Mismatch(f"the session ends before the recorded step {self._recorded[len(self.steps)]}")

    def _compare(self, step: Step, recorded: str) -> None:
        if step.line() == recorded:
            return
        head, _, tail = recorded.rpartition(" |")
        if head != f"{step.number} {step.what}":
            raise Mismatch(f"step {step.number} is {step.what!r}, and not as recorded: {recorded!r}")
        then, now = tail.split(), step.parts()
        others = {part for part in (*then, *now) if part not in then or part not in now}
        clients = sorted({int(part.partition("=")[0]) for part in others})
        raise Mismatch(
            f"step {step.number}: {step.what}\nrecorded: {' '.join(then) or 'nothing'}\n"
            f"now:      {' '.join(now) or 'nothing'}\nof those that differ, now:\n{step.bytes_of(clients)}"
        )


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def read(name: str) -> list[str]:
    return path_of(name).read_text(encoding="utf-8").splitlines()


def write(name: str, steps: Sequence[Step]) -> None:
    text = "".join(f"{step.line()}\n" for step in steps)
    path_of(name).write_text(text, encoding="utf-8", newline="\n")
