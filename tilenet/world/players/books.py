"""Points and results: who wins and loses them, who is told, and where they are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.game import Feat, Result, Standing
from tilenet.world.players.accounts import Accounts, Played, Score
from tilenet.world.players.notes import Notes
from tilenet.world.players.player import Player
from tilenet.world.players.remote_points import RemotePoints

MOST_POINTS = 2**31 - 2  # energy, one more, is an integer of 32 bits


class Books:
    """The books of one world. Accounts keep what lasts."""

    log = Logger()

    def __init__(self, clock: IReactorTime, accounts: Accounts, journal: Notes | None = None) -> None:
        self._accounts = accounts
        self._clock = clock
        self._journal = journal
        self._remote_points = RemotePoints(clock)
        self.changed: Callable[[Player, float], object] | None = None  # is told whose points have changed, and when

    @property
    def keeps_results(self) -> bool:
        """Whether games are rated here."""
        return self._accounts.keeps_results

    @property
    def _is_recovering(self) -> bool:
        return self._journal is not None and self._journal.is_recovering

    def award(self, player: Player, change: int) -> None:
        """A player wins or loses points, which never fall below 0."""
        account = player.account
        points = min(max(0, account.points + change), MOST_POINTS)
        if points != account.points:
            account.points = points
            self._accounts.keep(account)
            if self._journal is not None:
                self._journal.note("points", self._clock.seconds(), player.id, points)
            if self.changed is not None:
                self.changed(player, self._clock.seconds())
            if player.room is not None and not self._is_recovering:
                player.room.changed(player)

    def scored(self, player: Player, room: str, change: int) -> None:
        """A player who is elsewhere has won or lost points in a room with this title."""
        self._remote_points.scored(player, room, change)

    def record(self, result: Result, replay: str = "", match: Callable[[], str] = str) -> None:
        """Keep the result of a game, of which there may be a replay with this id. `match` says which match it was.

        Whoever was a guest when it began is one in the result, too.
        """
        if self._is_recovering:
            return
        players = [standing.player for standing in result.standings if isinstance(standing.player, Player)]
        guests = [player for player in players if player.unrated and match() in player.unrated]
        scores = [_score(standing, is_guest=standing.player in guests) for standing in result.standings]
        addresses = tuple(player.address for player in players)
        played = Played(result.game, tuple(scores), addresses, replay=replay)
        if self._journal is not None and self.keeps_results:
            played = replace(played, number=self._journal.number_result(self._clock.seconds(), asdict(played)))
        self._accounts.record(played)

    def note_waiting(self) -> None:
        """Note those results again that are still to be written."""
        if self._journal is not None:
            for played in self._accounts.waiting_results():
                if played.number:
                    self._journal.note("result", self._clock.seconds(), played.number, asdict(played))

    def record_again(self, noted: Mapping[str, Any], number: int) -> None:
        """Keep a result that was noted in the journal, unless it was kept before the crash."""
        if number > self._accounts.last_result:
            scores = tuple(Score(**{**one, "feats": _feats(one["feats"])}) for one in noted["scores"])
            replay = str(noted.get("replay", ""))
            self._accounts.record(Played(noted["game"], scores, tuple(noted["addresses"]), number, replay))

    @property
    def last_result(self) -> int:
        """The number of the last result that was kept."""
        return self._accounts.last_result

    def look_up(self, question: object, found: Callable[[object], object]) -> None:
        """Find the answer to a question about results."""
        answer = self._accounts.look_up(question).addCallback(found)
        answer.addErrback(lambda failure: self.log.failure("A question was not answered", failure))

    def close(self) -> None:
        """Tell nobody anything any more."""
        self._remote_points.clear()


def _feats(noted: Sequence[Mapping[str, Any]]) -> tuple[Feat, ...]:
    return tuple(Feat(**one) for one in noted)


def _score(standing: Standing, *, is_guest: bool) -> Score:
    player = standing.player
    return Score(
        player.name,
        None if is_guest else player.account_id,
        player.is_bot,
        standing.place,
        standing.score,
        standing.stayed,
        standing.feats,
    )
