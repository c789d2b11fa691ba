"""The child process in which new code is imported, and rehearses.

The child is told on standard input what to do, and says on standard output what came of it, line by line:

anew ROOM: why      a room begins anew
no: why             the new code must not take over
yes                 it may
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Collection
from pathlib import Path
from typing import Any

from twisted.internet.task import Clock
from twisted.internet.threads import deferToThread
from twisted.logger import ILogObserver, LogEvent, globalLogBeginner
from twisted.python.failure import Failure
from zope.interface import implementer

from tilenet.catalogue import NotInstalled, installed_games
from tilenet.doors.gate import Gate
from tilenet.journal.journal import Journal
from tilenet.journal.segments import Position
from tilenet.journal.worldclock import WorldClock
from tilenet.options import Options, ServerOptions
from tilenet.reload.handover import VERSION
from tilenet.reload.rehearsal import Elsewhere, Rehearsal, entries
from tilenet.replays.library import FOLDER, Library
from tilenet.replays.theatre import plugin as theatre_plugin
from tilenet.text import plain
from tilenet.world.players.accounts import Guests
from tilenet.world.world import World

NICE = 5  # the running server comes first


@implementer(ILogObserver)
class _Failures:
    """Notes what the code logs as failed: a game that cannot start, a plugin that cannot be loaded."""

    def __init__(self, out_of_order: Collection[str] = ()) -> None:
        """These rooms are out of order in the running server as well."""
        self.texts: list[str] = []
        self._out_of_order = out_of_order

    def __call__(self, event: LogEvent) -> None:
        failure = event.get("log_failure") or event.get("failure")  # twisted.plugin logs in the old way
        room = str(event.get("room", ""))
        if isinstance(failure, Failure) and room not in self._out_of_order:
            kind = failure.type.__name__ if failure.type else "error"
            frames = [] if isinstance(failure.value, SyntaxError) else failure.frames  # it says itself where it is
            where = f" ({os.path.basename(frames[-1][1])}, line {frames[-1][2]})" if frames else ""
            self.texts.append(f"{room and f'{room}: '}{kind}: {failure.getErrorMessage()}{where}")
            print(failure.getTraceback(), file=sys.stderr)


def main() -> None:
    """Rehearse."""
    request = json.load(sys.stdin)
    os.nice(NICE)
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8") as answer:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where what the code prints goes, too
        failures = _Failures(request.get("out_of_order", ()))
        globalLogBeginner.beginLoggingTo([failures], redirectStandardIO=False)
        print(*verdict(request, failures), sep="\n", file=answer)


def verdict(request: dict[str, Any], failures: _Failures) -> list[str]:
    """What to say."""
    if request["version"] != VERSION:
        return ["no: it cannot go on from this version; restart the server"]
    try:
        options = Options()
        options.parseOptions(request["options"])
        told = rehearse(options, tuple(request["until"]), redoes=request["redoes"])
    except Elsewhere as error:
        traceback.print_exception(error)
        return [f"no: {plain(str(error))}"]
    except (Exception, SystemExit) as error:
        failures({"log_failure": Failure()})
        return [f"no: {plain(failures.texts[0] or str(error))}"]
    if failures.texts:
        return [f"no: {plain(failures.texts[0])}"]
    return [*told, "yes"]


def rehearse(options: ServerOptions, until: Position, *, redoes: bool) -> list[str]:
    """Do everything again that the journal says. Returns which rooms begin anew; raises Elsewhere, or anything."""
    assert options.data is not None
    games = installed_games() if options.games is None else options.games
    journal = Journal(options.data / "journal")
    journal.is_recovering = True
    clock = WorldClock(Clock())
    if options.replay_days:
        games = [*games, theatre_plugin(_library(options, options.data), games)]
    world = World(clock, options.random, games, options.limits, Guests(), journal=journal)
    gate = Gate(world, clock, options.limits, host_key=options.host_key)
    for opening in options.openings():
        try:
            opening.door.make(gate)
        except NotInstalled:
            if opening.is_required:
                raise
    rehearsal = Rehearsal(world, clock, redoes=redoes)
    rehearsal.run([*entries(journal.folder, until)])
    clock.go_on()
    journal.is_recovering = False
    world.start()
    return [f"anew {plain(name)}: {plain(why)}" for name, why in rehearsal.anew.items()]


def _library(options: ServerOptions, data: Path) -> Library:
    """The replays of the running server, for theatres to read: it is never started, so it changes nothing."""
    days, size = options.replay_days, options.replay_bytes
    return Library(data / FOLDER, Clock(), time.time, deferToThread, days=days, size=size)
