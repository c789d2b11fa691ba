"""The writer: points and results on their way to the database, a moment after they have changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import deferLater
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.limits import Buckets, Limits, origin_of
from tilenet.store import results
from tilenet.store.databasethread import DatabaseThread
from tilenet.store.results import Ended, Rated, Written
from tilenet.text import plain
from tilenet.world.players.accounts import Account, Played

AGAIN = 0.5  # seconds between two tries
POINTS_SECONDS = 1.0  # that points may wait to be written
RESULT_SECONDS = 0.1  # and results
STOP_SECONDS = 5.0  # for the last write
MOST_RESULTS = 10_000  # that may wait
AT_ONCE = 500  # that are written in one transaction: logins wait for it
DAY = 86400.0  # seconds


class Writer:
    """Writes all that has changed in one transaction. What cannot be written waits, up to a bound."""

    log = Logger()

    def __init__(self, clock: IReactorTime, wall: Callable[[], float], thread: DatabaseThread, limits: Limits) -> None:
        """`wall` is the time of day, in seconds since 1970."""
        self._clock = clock
        self._wall = wall
        self._thread = thread
        self._limits = limits
        self._allowed = _each_day(limits.new_results, clock)  # by address
        self._allowed_to_guests = _each_day(limits.new_guest_results, clock)
        self._points: dict[int, Account] = {}  # whose points have changed
        self._results: deque[Ended] = deque()
        self._being_written: deque[Ended] = deque()
        self.rated: Callable[[Rated], object] | None = None  # is told of matches that were rated and have a replay
        self._lost = 0  # results for which there was no space
        self._writing: Deferred[None] | None = None
        self._timer: IDelayedCall | None = None
        self._is_well = True  # whether the last write succeeded

    def keep(self, account: Account) -> None:
        """The points of an account have changed."""
        if account.id is not None:
            self._points[account.id] = account
            self._write_in(POINTS_SECONDS)

    def record(self, played: Played) -> None:
        """A game is over. One address cannot fill the database with results.

        A result is charged to the addresses of its players, and kept if one of them has any left for today. If not, it
        still counts in the totals of accounts; of a game without accounts, nothing is left.
        """
        has_accounts = any(score.account is not None for score in played.scores)
        is_kept = _charge(played, self._allowed if has_accounts else self._allowed_to_guests)
        if is_kept or has_accounts:
            self._results.append(Ended(played, self._wall(), is_kept))
            self._make_room()
            self._write_in(RESULT_SECONDS)

    def waiting_results(self) -> Iterator[Played]:
        """Those that are not written yet."""
        return (one.played for one in (*self._being_written, *self._results))

    async def stop(self) -> None:
        """Write what is left, if that is possible soon."""
        give_up = self._clock.seconds() + STOP_SECONDS
        while (self._points or self._results or self._writing) and self._clock.seconds() < give_up:
            self._write()
            await (self._writing or succeed(None))
            if not self._is_well:
                await deferLater(self._clock, AGAIN)
        self._stop_timer()
        if self._points or self._results:
            self.log.error(
                "Lost while stopping: {results} results, and the points of {accounts} accounts",
                results=len(self._results),
                accounts=len(self._points),
            )

    async def written(self) -> bool:
        """Write what there is, and wait for it; whether that was possible."""
        for _ in range(1 + MOST_RESULTS // AT_ONCE):
            if self._is_well and (self._points or self._results or self._writing):
                self._write()
                await (self._writing or succeed(None))
        return self._is_well

    def _write_in(self, seconds: float) -> None:
        if self._writing is not None or not self._is_well:
            return  # there is a next time anyway
        if self._timer is not None and self._timer.active():
            if self._timer.getTime() <= self._clock.seconds() + seconds:
                return
            self._timer.cancel()
        self._timer = self._clock.callLater(seconds, self._write)

    def _write(self) -> None:
        if self._writing is not None or not (self._points or self._results):
            return
        self._stop_timer()
        changed, self._points = self._points, {}
        ended = deque(self._results.popleft() for _ in range(min(AT_ONCE, len(self._results))))
        self._being_written = ended
        points = [(number, account.points) for number, account in changed.items()]
        self._writing = Deferred()
        save = partial(results.save, points=points, ended=[*ended], limits=self._limits)
        self._thread.write(save).addCallbacks(self._written, self._not_written, errbackArgs=(changed, ended))

    def _written(self, written: Written) -> None:
        for game, error in written.unfit:
            self.log.error(
                "A result of {room} is lost, because it cannot be written: {error}",
                room=plain(game),
                error=plain(str(error)),
            )
        if not self._is_well:
            self._is_well = True
            lost = f"; {self._lost} results were lost, because too many were waiting" if self._lost else ""
            self.log.info("The database can be written to again{lost}", lost=lost)
            self._lost = 0
        for one in written.rated:
            if self.rated is not None:
                self.rated(one)
        self._being_written = deque()
        self._end_writing()
        if self._results:
            self._write_in(RESULT_SECONDS)
        elif self._points:
            self._write_in(POINTS_SECONDS)

    def _not_written(self, failure: Failure, changed: dict[int, Account], ended: deque[Ended]) -> None:
        """Keep everything for which there is space, and try again soon."""
        self._points = {**changed, **self._points}
        self._being_written = deque()
        ended.extend(self._results)
        self._results = ended
        self._make_room()
        if self._is_well:
            self._is_well = False
            self.log.error(
                "Points and results cannot be written: {error}. They will be written as soon as that is possible again",
                error=plain(failure.getErrorMessage()),
            )
        self._end_writing()
        self._timer = self._clock.callLater(AGAIN, self._write)

    def _make_room(self) -> None:
        while len(self._results) > MOST_RESULTS:
            self._results.popleft()
            self._lost += 1

    def _end_writing(self) -> None:
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.callback(None)

    def _stop_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()


def _each_day(results: int, clock: IReactorTime) -> Buckets:
    """A day's results may come all at once."""
    return Buckets(results / DAY, results, clock.seconds)


def _charge(played: Played, allowed: Buckets) -> bool:
    """Charge a result to all addresses in it; whether one of them can pay. This machine itself is exempt."""
    origins = {origin_of(address) for address in played.addresses} - {""}
    paid = [allowed.of(origin).take() == 0 for origin in origins]
    return not origins or any(paid)
