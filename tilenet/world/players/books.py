"""Points and results: who wins and loses them, who is told, and where they are kept."""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from tilenet.game import Result, Standing
from tilenet.world.players.accounts import Accounts, Played, Score
from tilenet.world.players.player import Player
from tilenet.world.players.remote_points import RemotePoints

MOST_POINTS = 2**31 - 2  # energy, one more, is an integer of 32 bits


class Books:
    """The books of one world. Accounts keep what lasts."""

    log = Logger()

    def __init__(self, clock: IReactorTime, accounts: Accounts) -> None:
        self._accounts = accounts
        self._remote_points = RemotePoints(clock)

    @property
    def keeps_results(self) -> bool:
        """Whether games are rated here."""
        return self._accounts.keeps_results

    def award(self, player: Player, change: int) -> None:
        """A player wins or loses points, which never fall below 0."""
        account = player.account
        points = min(max(0, account.points + change), MOST_POINTS)
        if points != account.points:
            account.points = points
            self._accounts.keep(account)
            if player.room is not None:
                player.room.changed(player)

    def scored(self, player: Player, room: str, change: int) -> None:
        """A player who is elsewhere has won or lost points in a room with this title."""
        self._remote_points.scored(player, room, change)

    def record(self, result: Result) -> None:
        """Keep the result of a game."""
        players = [standing.player for standing in result.standings]
        addresses = tuple(player.address for player in players if isinstance(player, Player))
        self._accounts.record(Played(result.game, tuple(map(_score, result.standings)), addresses))

    def look_up(self, question: object, found: Callable[[object], object]) -> None:
        """Find the answer to a question about results."""
        answer = self._accounts.look_up(question).addCallback(found)
        answer.addErrback(lambda failure: self.log.failure("A question was not answered", failure))

    def close(self) -> None:
        """Tell nobody anything any more."""
        self._remote_points.clear()


def _score(standing: Standing) -> Score:
    player = standing.player
    return Score(
        player.name,
        player.account_id,
        player.is_bot,
        standing.place,
        standing.score,
        standing.stayed,
        standing.feats,
    )
