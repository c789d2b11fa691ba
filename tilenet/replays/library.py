"""The finished games that a server keeps: which there are, who may see them, and when the oldest have to go.

Nothing here waits for the disk, but for reading one recording: writing and removing are done in a thread, one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.replays.lists import Lists
from tilenet.replays.recording import LARGEST, NotARecording, Recording, header_text, packed, with_header
from tilenet.replays.shelf import Kept, Shelf
from tilenet.text import plain

FOLDER = "replays"  # in the data folder
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look like others
LENGTH = 8  # letters of an id
DAY = 86400.0  # seconds
LOOK = 3600.0  # seconds from one look for old ones to the next
AT_ONCE = 50  # files that are removed in one go
MOST_WAITING = 500  # recordings that wait to be written: if the disk hangs, no more are taken
MOST_RATED = 100  # matches whose ratings wait for their recordings
MOST_STALE = 1000  # lines of the index about recordings that were removed

InThread = Callable[[Callable[[], object]], "Deferred[Any]"]  # calls a function in a thread


class Unknown(LookupError):
    """There is no such replay, or not for whoever asks."""


class Library:
    """All replays of a server, by id. A failing disk harms nothing else: the log says once that they are not kept."""

    log = Logger()

    def __init__(
        self,
        folder: Path,
        clock: IReactorTime,
        wall_time: Callable[[], float],
        in_thread: InThread,
        *,
        days: float,
        size: int,
        random: Random | None = None,
    ) -> None:
        """It keeps recordings for some days, and at most so many bytes of them."""
        self._shelf = Shelf(folder)
        self._clock = clock
        self._wall_time = wall_time
        self._in_thread = in_thread
        self._seconds = days * DAY
        self._most = size
        self._random = random or SystemRandom()
        self._kept: dict[str, Kept] = {}
        self._lists = Lists()
        self._ratings: dict[str, list[dict[str, Any]]] = {}  # of matches whose recordings are still to come
        self._size = 0
        self._stale = 0  # lines of the index
        self._writing: dict[str, tuple[bytes, list[bytes]]] = {}  # recordings that the disk does not have yet
        self._jobs: deque[Callable[[], object]] = deque()
        self._is_busy = False
        self._is_failing = False
        self._idle: list[Deferred[None]] = []  # called when nothing is left to do
        self._timer: IDelayedCall | None = None

    # While the server starts and stops

    def start(self) -> None:
        """Find out what is there."""
        try:
            for kept in self._shelf.open():
                self._add(kept)
        except OSError as error:
            self._fail(error)
        self._look()

    def stop(self) -> Deferred[None]:
        """Called back when everything is written."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        if not self._is_busy:
            return succeed(None)
        idle: Deferred[None] = Deferred()
        self._idle.append(idle)
        return idle

    # Keeping

    def new_id(self, game: str) -> str:
        """An id that nobody can guess, and nothing has yet."""
        while True:
            letters = "".join(self._random.choice(LETTERS) for _ in range(LENGTH))
            id = f"{''.join(c for c in game.lower() if c.isascii() and c.isalnum())[:40]}-{letters}".lstrip("-")
            if id not in self._kept:
                return id

    def keep(self, header: Mapping[str, Any], lines: Iterable[bytes]) -> str:
        """Keep a finished game, and return its id: the header's own, or a new one. One that is kept already stays.

        Each line is one entry, as JSON. The replay can be listed and read at once, while it is still being written.
        """
        id: str = header.get("id") or self.new_id(header["game"])
        if id not in self._kept and len(self._writing) < MOST_WAITING:
            text, told = header_text({**header, "id": id}), [*lines]
            self._add(Kept.of(text, 0))
            self._writing[id] = text, told
            self._do(partial(self._write, id))
            if id in self._ratings:
                self._rewrite(id)
        return id

    def add_ratings(self, id: str, ratings: list[dict[str, Any]]) -> None:
        """Put ratings into the header of a recording, also if it is kept only later; only the last are waited for."""
        self._ratings[id] = ratings
        if id in self._kept:
            self._rewrite(id)
        elif len(self._ratings) > MOST_RATED:
            del self._ratings[next(iter(self._ratings))]

    def _rewrite(self, id: str) -> None:
        kept = self._kept[id]
        text = header_text({**kept.header, "ratings": self._ratings.pop(id)})
        self._do(partial(self._write_header, kept, text))

    def _write_header(self, kept: Kept, text: bytes) -> Callable[[], None]:
        """In the thread."""
        try:
            data = with_header(self._shelf.read(kept.id), text)
            new = Kept.of(text, len(data))
            self._shelf.write(new, data)
        except Exception as error:  # it stays as it was
            return partial(self._not_rewritten, kept.id, error)
        return partial(self._rewritten, new)

    def _rewritten(self, kept: Kept) -> None:
        old = self._kept.get(kept.id)
        self._stale += 1
        if old is not None:
            self._kept[kept.id] = kept
            self._size += kept.space - old.space

    def _not_rewritten(self, id: str, error: Exception) -> None:
        if id in self._kept:  # otherwise it had to go in the meantime
            self._fail(error)

    def _write(self, id: str) -> Callable[[], None]:
        """In the thread. What is returned is called in the reactor's."""
        try:
            data = packed(*self._writing[id])
            kept = self._kept[id]._replace(size=len(data))
            self._shelf.write(kept, data)
        except Exception as error:  # whatever is wrong with one recording, the others are kept
            return partial(self._not_written, id, error)
        return partial(self._written, kept)

    def _written(self, kept: Kept) -> None:
        del self._writing[kept.id]
        self._is_failing = False
        self._size += kept.space - self._kept[kept.id].space
        self._kept[kept.id] = kept
        self._drop_old()

    def _not_written(self, id: str, error: Exception) -> None:
        del self._writing[id]
        self._forget(id)
        self._fail(error)

    # Asking

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, id: str) -> bool:
        return id in self._kept

    def find(self, id: str, who: str | None = None) -> dict[str, Any]:
        """The header of a replay, if the player with this id may see it. Raises Unknown.

        Games at private tables are for those who were there.
        """
        kept = self._kept.get(id)
        if kept is None or not _may_see(kept, who):
            raise Unknown(id)
        return kept.header

    def header(self, id: str) -> dict[str, Any]:
        """The header of a replay; who may see it is for `find` to say. Raises Unknown."""
        if id not in self._kept:
            raise Unknown(id)
        return self._kept[id].header

    def latest(
        self, count: int, who: str | None = None, after: str | None = None, *, only_theirs: bool = False
    ) -> list[dict[str, Any]]:
        """The headers of the latest replays that this player may see, the last first.

        `after` is the id of the last that was shown. With `only_theirs`, those of games at which the player was.
        """
        last = None if after is None else self._kept.get(after)
        ids = self._lists.latest(count, who, last, only_theirs=only_theirs)
        return [self._kept[id].header for id in ids]

    def read(self, id: str) -> Recording:
        """A recording. Who may see it is for `find` to say. Raises Unknown."""
        return self._read(id, Recording.read)

    def open(self, id: str, most: int) -> Recording:
        """The same, where each entry is read when it is asked for; Unknown if there are more than `most` bytes."""
        return self._read(id, partial(Recording.open, most=most), most)

    def file(self, id: str, most: int) -> Deferred[bytes]:
        """The file of a replay that everybody may see, read in a thread, where an OSError means that it is gone.

        Raises Unknown, also if the file has more than `most` bytes.
        """
        kept = self._kept.get(id)
        if kept is None or kept.is_private or kept.size > most:
            raise Unknown(id)
        being_written = self._writing.get(id)
        read = partial(self._shelf.read, id) if being_written is None else partial(packed, *being_written)
        return self._in_thread(read)

    def _read(self, id: str, read: Callable[[bytes], Recording], most: int = LARGEST) -> Recording:
        try:
            return read(packed(*self._writing[id]) if id in self._writing else self._shelf.read(id, most))
        except (KeyError, FileNotFoundError):
            raise Unknown(id) from None
        except (NotARecording, OSError) as error:
            self.log.error("The replay {id} cannot be read: {why}", id=id, why=plain(str(error)))
            raise Unknown(id) from None

    # Bounds

    def _look(self) -> None:
        self._timer = self._clock.callLater(LOOK, self._look)
        self._drop_old()

    def _drop_old(self) -> None:
        """Remove the oldest, a few at a time: those that are too old, and those that take too much space."""
        if self._is_busy:
            return  # it is called again when that is done
        since = self._wall_time() - self._seconds
        ids: list[str] = []
        size = self._size
        for ended, id in self._lists.oldest(AT_ONCE):
            if (ended >= since and size <= self._most) or id in self._writing:
                break
            size -= self._kept[id].space
            ids.append(id)
        if ids:
            for id in ids:
                self._forget(id)
            self._stale += len(ids)
            self._do(partial(self._remove, ids))

    def _remove(self, ids: list[str]) -> Callable[[], None]:
        """In the thread."""
        try:
            self._shelf.remove(ids)
        except OSError as error:
            return partial(self._fail, error)
        return self._removed

    def _removed(self) -> None:
        if self._stale > max(MOST_STALE, len(self._kept)) and not self._jobs:
            self._stale = 0
            self._do(partial(self._list_anew, [*self._kept.values()]))
        self._drop_old()

    def _list_anew(self, kept: list[Kept]) -> Callable[[], None]:
        """In the thread."""
        try:
            self._shelf.write_index(one for one in kept if one.size)
        except OSError as error:
            return partial(self._fail, error)
        return self._drop_old

    # Its parts

    def _add(self, kept: Kept) -> None:
        self._kept[kept.id] = kept
        self._size += kept.space
        self._lists.add(kept)

    def _forget(self, id: str) -> None:
        kept = self._kept.pop(id)
        self._size -= kept.space
        self._lists.remove(kept)

    @property
    def is_busy(self) -> bool:
        """Whether the disk does not have everything yet."""
        return self._is_busy

    def _do(self, job: Callable[[], object]) -> None:
        """Do this in the thread when it has done what it was asked before."""
        self._jobs.append(job)
        self._do_next()

    def _do_next(self) -> None:
        if self._is_busy or not self._jobs:
            return
        self._is_busy = True
        self._in_thread(self._jobs.popleft()).addBoth(self._done)

    def _done(self, answer: Any) -> None:
        self._is_busy = False
        if isinstance(answer, Failure):
            self.log.failure("Replays cannot be kept", answer)
        else:
            answer()
        self._do_next()
        if not self._is_busy:
            idle, self._idle = self._idle, []
            for one in idle:
                one.callback(None)

    def _fail(self, error: Exception) -> None:
        """Say once that the disk fails, until it works again."""
        if not self._is_failing:
            self._is_failing = True
            self.log.error(
                "Replays cannot be kept: {error}", error=plain(getattr(error, "strerror", None) or repr(error))
            )


def _may_see(kept: Kept, who: str | None) -> bool:
    return not kept.is_private or who in kept.people
