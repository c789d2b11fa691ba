"""Keeps a journal short: now and then all is saved to a new segment, a little at a time, and older ones are dropped.

If the journal cannot be written, the scribe tries again later. Until all is saved then, a crash would lose what has
come in the meantime: the world is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger

from tilenet.journal.journal import Journal
from tilenet.turns.cpuclock import CpuClock
from tilenet.world.world import World

SECONDS = 1.0  # from one look at the journal to the next
SLICE = 0.004  # seconds of CPU time in a turn for saving
PAUSE = 0.016  # seconds from one slice to the next
AGAIN = 10  # looks after which a journal that failed is tried again; the second time it is twice as many, and so on
LONGEST_AGAIN = 320
LONG = 16 * 2**20  # bytes of a segment, besides what was saved at its beginning, after which there is another
BIG = 3  # how many times as long as what was saved at its beginning a segment becomes anyway
ACTS = 20_000  # in a segment, after which there is another: so they are done again in a second
ACTS_OF_ROOM = 20  # more of them for each room, as saving it takes as long as doing several of them again


def most_acts(rooms: int) -> int:
    """How many acts come into a segment of a world with so many rooms before there is another."""
    return ACTS + ACTS_OF_ROOM * rooms


class Scribe:
    """Looks after the journal of a running world."""

    log = Logger()

    def __init__(
        self,
        clock: IReactorTime,
        world: World,
        journal: Journal,
        in_thread: Callable[[Callable[[], object]], object],
        *,
        long: int = LONG,
        cpu: CpuClock | None = None,
    ) -> None:
        """`in_thread` calls a function in a thread, which may wait for the disk."""
        self._clock = clock
        self._world = world
        self._journal = journal
        self._in_thread = in_thread
        self._long = long
        self._cpu = cpu or CpuClock()
        self._to_save: Iterator[None] | None = None
        self._saved_size = 0  # bytes of all that was saved when the segment began
        self._seen_size = 0  # bytes of the segment at the last look
        self._is_syncing = False
        self._timers: dict[str, IDelayedCall] = {}
        self._failed_for = 0  # looks
        self._again = AGAIN
        self._is_resting = False

    def start(self) -> None:
        self._save_all()
        self._call(SECONDS, self._look)

    def stop(self) -> None:
        """The server stops: what was noted until now counts, and nothing after it.

        All is saved, so that other code can go on from there, and need not do anything again.
        """
        for timer in self._timers.values():
            if timer.active():
                timer.cancel()
        self._world.building.note_changes()
        self._journal.close()

    @property
    def is_saving(self) -> bool:
        """Whether all is being saved to a new segment."""
        return self._to_save is not None

    def rest(self) -> None:
        """Begin no segment, and drop none, until `go_on`: somebody else does."""
        self._is_resting = True

    def go_on(self) -> None:
        self._is_resting = False

    def _call(self, seconds: float, what: Callable[[], None]) -> None:
        self._timers[what.__name__] = self._clock.callLater(seconds, what)

    def _look(self) -> None:
        self._call(SECONDS, self._look)
        self._journal.check()
        if not self._journal.is_kept:
            self._world.building.promise(False)
            self._try_again()
        elif self._is_long and self._to_save is None and not self._is_resting:
            self._journal.begin()
            self._save_all()
        elif not self._is_syncing:
            self._sync()
        self._note_time()

    def _note_time(self) -> None:
        """Clocks go on from the last entry: so there is one in each second, as long as anybody could look at them."""
        if self._journal.size == self._seen_size and self._world.players:
            self._journal.note("now", self._world.clock.seconds(), "")
            self._journal.acts += 1
            self._journal.commit()
        self._seen_size = self._journal.size

    def _sync(self) -> None:
        sync = self._journal.syncing()
        if sync is not None:
            self._is_syncing = True
            self._in_thread(lambda: self._do_sync(sync))

    def _do_sync(self, sync: Callable[[], object]) -> None:
        """In a thread: a slow disk is not asked again before it has answered."""
        try:
            sync()
        finally:
            self._is_syncing = False

    def _try_again(self) -> None:
        self._to_save = None
        self._failed_for += 1
        if self._failed_for >= self._again:
            self._failed_for, self._again = 0, min(2 * self._again, LONGEST_AGAIN)
            self._journal.begin()
            if self._journal.is_kept:
                self._save_all()

    @property
    def _is_long(self) -> bool:
        rooms = len(self._world.rooms) + len(self._world.homes)
        return self._journal.size > self._long + BIG * self._saved_size or self._journal.acts > most_acts(rooms)

    def _save_all(self) -> None:
        self._to_save = self._world.note_all()
        self._save_some()

    def _save_some(self) -> None:
        """Save as much as one turn has time for."""
        if not self._journal.is_kept or self._to_save is None:
            self._to_save = None
            return
        began = self._cpu.exact()
        for _ in self._to_save:
            if self._cpu.exact() - began > SLICE:
                self._call(PAUSE, self._save_some)
                return
        self._to_save = None
        self._journal.commit()
        if self._journal.is_kept:
            self._all_saved()

    def _all_saved(self) -> None:
        self._saved_size = self._journal.size
        forget = self._journal.forgetting()
        if forget is None:
            return
        self._in_thread(forget)
        self._failed_for, self._again = 0, AGAIN
        if self._journal.has_failed:
            self._journal.has_failed = False
            self.log.info("The journal can be written again, and all is in it")
        self._world.building.promise(True)
