"""What the log looks like: a line of text or JSON for each event, with nothing that a terminal would obey.

No client can fill it: of events that are alike only a few are written, and only a few old files are kept.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from math import isfinite
from typing import Any, TextIO

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import ILogObserver, LogEvent, Logger, LogLevel, formatEvent
from twisted.python.failure import Failure
from twisted.python.logfile import LogFile
from zope.interface import implementer

from tilenet.limits import origin_of
from tilenet.text import plain

OLD_FILES = 10  # that are kept by default

A_WHILE = 60.0  # seconds in which events that are alike are counted together
FEW = 100  # of them that are written: everybody from one address may come and go, and something may go wrong
FEW_FAILURES = 10  # with their tracebacks
MOST_KINDS = 4096  # that are told apart
MOST_TOLD = 100  # of these that are summed up in a line of their own

_MOST_LINES = 60  # of one traceback


def message_of(event: LogEvent) -> str:
    """The event in one line."""
    failure = event.get("log_failure")
    text = formatEvent(event)
    if isinstance(failure, Failure):
        first, *_ = text.splitlines() or [""]
        text = f"{first}: {failure.type.__name__ if failure.type else 'error'}: {failure.getErrorMessage()}"
    return plain(text)


def traceback_of(event: LogEvent) -> list[str]:
    """The lines of the event's traceback, if it has one."""
    failure = event.get("log_failure")
    if not isinstance(failure, Failure):
        return []
    lines = [plain(line) for line in failure.getTraceback().splitlines()]
    if len(lines) > _MOST_LINES:  # too deep a recursion
        half = _MOST_LINES // 2
        lines[half:-half] = [f"... {len(lines) - 2 * half} lines ..."]
    return lines


def time_of(event: LogEvent) -> str:
    return datetime.fromtimestamp(event.get("log_time", 0.0), UTC).astimezone().isoformat(timespec="milliseconds")


@implementer(ILogObserver)
class LineLog:
    """Writes the message of each event to a file, at once."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def __call__(self, event: LogEvent) -> None:
        if message := message_of(event):
            self._file.write(self.lines(event, message) + "\n")
            self._file.flush()

    def lines(self, event: LogEvent, message: str) -> str:
        return message


class TextLog(LineLog):
    """Lines for people to read."""

    def lines(self, event: LogEvent, message: str) -> str:
        level = event.get("log_level", LogLevel.info)
        mark = "" if level is LogLevel.info else f"{level.name}: "
        return "\n".join([f"{time_of(event)} {mark}{message}", *(f"    {line}" for line in traceback_of(event))])


class JsonLog(LineLog):
    """Lines for programs to read: time, level, the part of the program, the message, and its values."""

    def lines(self, event: LogEvent, message: str) -> str:
        line: dict[str, Any] = {
            "time": time_of(event),
            "level": event.get("log_level", LogLevel.info).name,
            "logger": event.get("log_namespace", ""),
            "message": message,
        }
        values: dict[str, Any] = {
            key: value
            for key, value in event.items()
            if (isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)))
            and not key.startswith("log_")
            and key not in line
        }
        if lines := traceback_of(event):
            values["traceback"] = lines
        return json.dumps({**line, **values})


class FewLogFiles(LogFile):
    """A log file that is renamed when it is large, as are the old ones: LOG.1 is the latest of them.

    Twisted's own would look for all old files in the folder, and rename them all.
    """

    def listLogs(self) -> list[int]:
        return [number for number in range(1, self.maxRotatedFiles + 1) if os.path.exists(f"{self.path}.{number}")]


class _Alike:
    """Events of one kind: how many there were, and how bad they are."""

    __slots__ = ("count", "few", "level")

    def __init__(self, event: LogEvent) -> None:
        self.count = 0
        self.few = FEW_FAILURES if "log_failure" in event else FEW
        self.level = event.get("log_level", LogLevel.info)


@implementer(ILogObserver)
class FewOfAKind:
    """Passes on a few events of each kind in a while, and sums up the rest in one line at the end of it.

    Events are alike if they have the same format and are about clients from the same address, or about the same room.
    An event that is about neither is the server's own, and always passed on.
    """

    def __init__(self, observer: ILogObserver, clock: IReactorTime) -> None:
        self._observer = observer
        self._clock = clock
        self._log = Logger(observer=observer)
        self._kinds: dict[tuple[str, str], _Alike] = {}
        self._end: IDelayedCall | None = None

    def __call__(self, event: LogEvent) -> None:
        subject = _subject_of(event)
        if subject is None or self._is_one_of_few(event, subject):
            self._observer(event)

    def tell(self) -> None:
        """Say what was left out, and start counting again."""
        if self._end is not None and self._end.active():
            self._end.cancel()
        kinds, self._kinds = self._kinds, {}
        left_out = [(alike.count - alike.few, kind, alike) for kind, alike in kinds.items() if alike.count > alike.few]
        for more, (format, subject), alike in left_out[:MOST_TOLD]:
            self._log.emit(
                alike.level,
                "... and {more} more like this {subject}: {kind}",
                more=more,
                subject=subject,
                kind=format,
            )
        if others := left_out[MOST_TOLD:]:  # so many lines at once would keep everybody waiting
            more = sum(more for more, _, _ in others)
            self._log.info("... and {more} more lines of {kinds} other kinds", more=more, kinds=len(others))

    def _is_one_of_few(self, event: LogEvent, subject: str) -> bool:
        if not self._kinds:
            self._end = self._clock.callLater(A_WHILE, self.tell)
        kind = str(event.get("log_format")), subject
        alike = self._kinds.get(kind)
        if alike is None:
            if len(self._kinds) >= MOST_KINDS:
                kind = "lines of many kinds", "from many addresses"
            alike = self._kinds.setdefault(kind, _Alike(event))
        alike.count += 1
        return alike.count <= alike.few


def _subject_of(event: LogEvent) -> str | None:
    """Who or what an event is about, if that is not the server itself."""
    match event:
        case {"client": str(client)}:
            return f"from {plain(origin_of(client) or client)}"
        case {"room": str(room)}:
            return f"in {plain(room)}"
    return None


def log_observer(format: str, path: str | None, files: int = OLD_FILES) -> LineLog:
    """An observer that writes a format, `text` or `json`, to a file, of which some old ones are kept, or to stdout."""
    file: Any
    if path in (None, "", "-"):
        file = sys.stdout
        if hasattr(file, "reconfigure"):
            file.reconfigure(errors="backslashreplace")  # a line with a name that the terminal cannot show is not lost
    else:
        file = FewLogFiles.fromFullPath(path, maxRotatedFiles=files)
    return JsonLog(file) if format == "json" else TextLog(file)
