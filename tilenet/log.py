"""What the log looks like: a line of text or of JSON for each event, with nothing in it that a terminal would obey."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from math import isfinite
from typing import Any, TextIO

from twisted.logger import ILogObserver, LogEvent, LogLevel, formatEvent
from twisted.python.failure import Failure
from twisted.python.logfile import LogFile
from zope.interface import implementer

from tilenet.text import plain

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
    """Writes what there is to say about an event to a file, at once."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def __call__(self, event: LogEvent) -> None:
        if message := message_of(event):
            self._file.write(self.lines(event, message) + "\n")
            self._file.flush()

    def lines(self, event: LogEvent, message: str) -> str:
        return message


class TextLog(LineLog):
    """Lines to be read by people."""

    def lines(self, event: LogEvent, message: str) -> str:
        level = event.get("log_level", LogLevel.info)
        mark = "" if level is LogLevel.info else f"{level.name}: "
        return "\n".join([f"{time_of(event)} {mark}{message}", *(f"    {line}" for line in traceback_of(event))])


class JsonLog(LineLog):
    """Lines to be read by programs: time, level, the part of the program, the message, and its values."""

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


def log_observer(format: str, path: str | None) -> LineLog:
    """The observer for a format, `text` or `json`, to a file that is rotated, or to standard output."""
    file: Any
    if path in (None, "", "-"):
        file = sys.stdout
        if hasattr(file, "reconfigure"):
            file.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show loses no line
    else:
        file = LogFile.fromFullPath(path)
    return JsonLog(file) if format == "json" else TextLog(file)
