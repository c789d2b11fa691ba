"""Writing the journal: what enters the games of a world, and what of its players and rooms has to be known again.

["segment", {...}]              a file begins; and whether anything is missing before it
["saved", now, room, {...}]     all of a room, as it is now: what came before it does not count
["unsaved", now, room, {...}]   the same without its game, which cannot be saved
[method, now, room, ...]        a call of a method of the room's game, with its arguments
["failed", now, room]           the last call failed; how the room went on is saved next
["shut", now, room]             the room closes as soon as nobody is in it
["close", now, room, parent]    the room was closed, which belonged to another
["tape", now, room, {...}]      the tape of a room that was saved, for the replay of its match
["now", now, ""]                nothing has happened for a second
["salt", now, salt]             what the words for addresses are made with
["player", now, {...}]          what is known of a player has changed
["points", now, id, points]     the same of their points
["token", now, id, digest, until]   the resume token with which a player can come back, if there is one
["result", now, number, {...}]  a game is over
["rooms", now, plugin, number]  so many rooms have been opened for a game
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from twisted.logger import Logger

from tilenet.journal import aside
from tilenet.journal.segments import (
    Position,
    SegmentFile,
    first_entry,
    segments,
    turn_of,
)
from tilenet.saving.entries import Unwritten, written
from tilenet.text import plain


def _nothing(_: Unwritten) -> None:
    """There is no file to write to."""


class Journal:
    """The journal of one server. Entries are gathered, and `commit` writes those of a turn at once."""

    log = Logger()

    def __init__(self, folder: Path, *, syncs_always: bool = False) -> None:
        """If it syncs always, output waits until the disk has what led to it: then a power cut loses nothing either."""
        self.folder = folder
        self._syncs_always = syncs_always
        self.add: Callable[[Unwritten], object] = _nothing  # notes an entry that will not change
        self.has_failed = False  # and it is not certain yet that all is well again
        self.is_recovering = False
        self.last_result = 0
        self.acts = 0  # of players and of time that were noted in this segment
        self.aside: Path | None = None  # where older segments go, if they could not be run again
        self._follows: Position | None = None  # where the last segment ends, if all is in there
        self._gathered: list[Unwritten] = []
        self._file: SegmentFile | None = None
        self._sync_error: OSError | None = None

    @property
    def is_kept(self) -> bool:
        """Whether there is a file to write to."""
        return self._file is not None

    # What is noted

    def note(self, *entry: Any) -> None:
        """Note something that is JSON as it is."""
        if self.is_kept:
            self.add(written(entry))

    def number_result(self, now: float, played: Mapping[str, Any]) -> int:
        """Note a result, and return its number: so that it is kept once, and not twice after a crash."""
        self.last_result += 1
        self.note("result", now, self.last_result, played)
        return self.last_result

    # How it is written

    def follow(self, end: Position) -> None:
        """All that was written up to here has been done again: what comes now follows on it."""
        self._follows = end

    def begin(self) -> None:
        """Write to another segment from now on; if that is not possible, nothing is noted. Others stay as they are."""
        self.close()
        try:
            number = 1 + max((int(path.stem) for path in segments(self.folder)), default=0)
            self._file = SegmentFile(self.folder, number)
            self.add, self.acts = self._gathered.append, 0
            self.note(*first_entry(self._follows))
            self.commit()
        except OSError as error:
            self._fail(error)

    def commit(self) -> None:
        """Write what was gathered: only then may anybody be shown what came of it."""
        if self._gathered:
            try:
                turn = turn_of(self._gathered)
            finally:
                self._gathered.clear()
            try:
                if self._file is not None:
                    self._file.write(turn)
                    if self._syncs_always:
                        self._file.sync()
            except OSError as error:
                self._fail(error)

    @property
    def size(self) -> int:
        """Bytes of the present segment."""
        return 0 if self._file is None else self._file.size

    @property
    def end(self) -> Position | None:
        """Up to where it was written."""
        return None if self._file is None else (self._file.number, self._file.size)

    def close(self) -> None:
        self.commit()
        self.add = _nothing
        if self._file is not None:
            self._follows = self._file.number, self._file.size
            self._file.close()
            self._file = None

    def _fail(self, error: OSError) -> None:
        """Nothing is noted any more. What was written before stays, unless it was the attempt to begin again."""
        self.add = _nothing
        self._gathered.clear()
        self._follows = None
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.cut()
            file.close()
            if self.has_failed:
                with suppress(OSError):
                    file.path.unlink()  # it would take up space that others need more
        if not self.has_failed:
            self.has_failed = True
            self.log.error(
                "The journal cannot be written: {error}. Games go on, but would be lost in a crash",
                error=plain(error.strerror or str(error)),
            )

    # What a thread does, which may wait for the disk

    def syncing(self) -> Callable[[], bool] | None:
        """A function that has the disk keep all that was written until now."""
        if self._file is None:
            return None
        try:
            copy = self._file.duplicate()
        except OSError as error:
            self._fail(error)
            return None
        return lambda: self._sync(copy)

    def _sync(self, copy: int) -> bool:
        """Whether that succeeded. It happens in a thread, so the rest has to wait for `check`."""
        try:
            os.fdatasync(copy)
            return True
        except OSError as error:
            self._sync_error = error
            return False
        finally:
            os.close(copy)

    def check(self) -> None:
        """If a disk has not kept what it was given, it may do so with what comes next."""
        error, self._sync_error = self._sync_error, None
        if error is not None:
            self._fail(error)

    def forgetting(self) -> Callable[[], None] | None:
        """All is in the present segment: a function that has the disk keep it, and then forgets all older ones."""
        if self._file is None:
            return None
        number, where, self.aside = self._file.number, self.aside, None
        sync = self.syncing()
        return None if sync is None else lambda: self._forget(number, where, sync)

    def _forget(self, number: int, where: Path | None, sync: Callable[[], bool]) -> None:
        if not sync():
            return
        old = [path for path in segments(self.folder) if int(path.stem) < number]
        if where is not None:
            with suppress(OSError):
                aside.put(old, where)
        for path in old:
            with suppress(OSError):  # if one stays, what is in it does not count any more
                path.unlink(missing_ok=True)
