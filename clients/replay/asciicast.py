"""Draws a replay as the terminal client does, faster than it is watched, into a recording that terminals' players show.

The file is an asciicast, version 2: a header and then events, a line of JSON each: [seconds, "o", text].
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from twisted.internet.defer import Deferred, succeed
from twisted.internet.task import Clock

from tilenet.clients.address import Address
from tilenet.clients.link import Link
from tilenet.clients.replay.cinema import Cinema
from tilenet.clients.ssh.screen import RemoteLoop, RemoteScreen, Terminal
from tilenet.clients.terminal.app import App, PlayOptions
from tilenet.clients.terminal.host import Pending
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.pages import Shell
from tilenet.clients.terminal.signs import FANCY
from tilenet.replays.recording import Recording
from tilenet.replays.theatre import Theatre

SPECTATOR = "spectator"
ENV = {"COLORTERM": "truecolor", "TERM": "xterm-256color"}
AFTER = 3.0  # seconds for which the end is shown
LONGEST = 6 * 3600.0  # seconds
MOST_STEPS = 2_000_000  # of the clock


class NotFilmed(Exception):
    """The replay cannot be shown; the text says why."""


class Camera:
    """The `Host` of a client whose terminal is a film."""

    can_suspend = False

    def __init__(self, clock: Clock, cinema: Cinema, screen: RemoteScreen) -> None:
        self.why = ""  # it has ended early
        self._clock: Any = clock
        self._cinema = cinema
        self._screen = screen

    def connect(self, link: Link) -> Deferred[Any]:
        self._cinema.connect(link)
        return succeed(link)

    def start_loop(self, shell: Shell) -> RemoteLoop:
        loop = RemoteLoop(
            shell, self._screen, self._clock, self.draw_soon, lambda: None, lambda: False, lambda is_held: None
        )
        loop.start()
        return loop

    def draw_soon(self, draw: Callable[[], None]) -> Pending:
        return self._cinema.draw_queue.add(draw)

    def copy(self, text: str) -> None:
        """Nobody pastes anything from a film."""

    def save(self, name: str, text: str) -> str:
        """Nothing is saved from a film."""
        return ""

    def set_title(self, text: str) -> None:
        """A film has its own."""

    def ring(self) -> None:
        """Nobody is called to a film."""

    def done(self, status: int, words: str) -> None:
        self.why = words or "the client has ended"


def film(recording: Recording, theatre: type[Theatre], out: TextIO, size: tuple[int, int]) -> None:
    """Write the whole replay. Raises NotFilmed, or OSError."""
    columns, rows = size
    began = recording.header["began"]
    title = recording.header["title"]
    header = {"version": 2, "width": columns, "height": rows, "timestamp": int(began), "title": title, "env": ENV}
    out.write(json.dumps(header) + "\n")
    for at, text in _frames(theatre, Terminal(ENV["TERM"], columns, rows, ENV)):
        out.write(json.dumps([round(at, 3), "o", text], ensure_ascii=False) + "\n")


def _frames(theatre: type[Theatre], terminal: Terminal) -> Iterator[tuple[float, str]]:
    clock = Clock()
    drawn: list[bytes] = []

    def failed() -> None:
        raise  # the exception that is being handled

    inks = Inks(terminal.depth, is_light=False)
    cinema = Cinema(clock, theatre, failed)
    camera = Camera(clock, cinema, RemoteScreen(terminal, inks, drawn.append))
    options = PlayOptions(Address(), SPECTATOR, True, inks, FANCY, comes_back=False)
    App(clock, options, camera).connect()
    begins: float | None = None
    ends: float | None = None
    for _ in range(MOST_STEPS):
        due = min((call.getTime() for call in clock.getDelayedCalls()), default=None)
        if due is None or (ends is not None and due > ends) or due > LONGEST:
            break
        clock.advance(max(0.0, due - clock.seconds()))
        cinema.world.turn.end()
        shown = cinema.theatre
        if shown.problem or camera.why:
            raise NotFilmed(str(shown.problem or camera.why))
        if begins is None and shown.playback is not None:
            begins = clock.seconds()
        if drawn:
            text = b"".join(drawn).decode("utf-8", "replace")
            drawn.clear()
            yield 0.0 if begins is None else clock.seconds() - begins, text
        if ends is None and begins is not None and not shown.head.is_playing:
            ends = clock.seconds() + AFTER
    if begins is not None:
        yield (clock.seconds() if ends is None else ends) - begins, ""
