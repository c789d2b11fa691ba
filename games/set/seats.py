"""Who sits at the table: in which order people get the seats of the next game, and who gives up a seat in this one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set

from tilenet.game import Player, Words

PATIENCE = 120.0  # seconds that others play without a player who does nothing, until that player's seat is given up


HELP = Words(
    "A player who does nothing for {minutes:g} minutes while others play gives up the seat and watches; the score "
    "stays. Those who did nothing in the last game are the last to get a seat in the next one.",
    minutes=PATIENCE / 60,
)


class Seats:
    """The seats of one game: who has one, and who has done anything in it."""

    def __init__(self, players: Iterable[Player] = (), now: float = 0.0) -> None:
        self.acted_at = now  # when somebody last did something
        self._active: set[Player] = set()  # who has done anything
        #: Who has a seat, and since when others have been playing without them; None if they were the last to play.
        self._without: dict[Player, float | None] = dict.fromkeys(players)

    @property
    def taken(self) -> Set[Player]:
        """The players who have a seat."""
        return self._without.keys()

    def act(self, player: Player, now: float) -> list[Player]:
        """A player does something. Returns those who give up their seats, because they have done nothing for long."""
        self.acted_at = now
        self._active.add(player)
        self._without[player] = None
        idle = []
        for other, since in self._without.items():
            if other is not player and since is None:
                self._without[other] = now
            elif since is not None and now - since >= PATIENCE:
                idle.append(other)
        for other in idle:
            del self._without[other]
        return idle

    def has_played(self, player: Player) -> bool:
        """Whether a player has done anything, and has not given up the seat."""
        return player in self._active and player in self._without


class Queue:
    """Everybody at the table, and the order in which they get the seats of the next game."""

    def __init__(self) -> None:
        self.here: dict[Player, None] = {}  # in order of arrival
        self._first: dict[Player, None] = {}  # those who watched the last game
        self._last: dict[Player, None] = {}  # those who had a seat in it and did not play, or doze
        self._dozing: set[Player] = set()  # those who let others wait and did nothing, and have done nothing since

    @property
    def busy(self) -> int:
        """How many are here who would give their seats to nobody."""
        return len(self.here) - len(self._last)

    def enter(self, player: Player) -> None:
        self.here[player] = None

    def doze(self, player: Player) -> None:
        """A player has done nothing for long while others waited, and is behind them from now on."""
        if player in self.here:
            self._dozing.add(player)
            self.here[player] = self.here.pop(player)

    def wake(self, player: Player) -> None:
        """A player does something."""
        self._dozing.discard(player)

    def is_waiting(self, players: Collection[Player]) -> bool:
        """Whether anybody here, besides these players, waits for a seat. Those who doze do not."""
        others = len(self.here) - len(self._dozing)
        return others > sum(player in self.here and player not in self._dozing for player in players)

    def leave(self, player: Player) -> None:
        self._dozing.discard(player)
        for some in (self.here, self._first, self._last):
            some.pop(player, None)

    def line_up(self, players: Collection[Player], seats: Seats) -> None:
        """A game of these players is over: those who watched it come first in the next one, the idle ones last."""
        idle = {player for player in players if not seats.has_played(player)} | self._dozing
        self._first = {player: None for player in self.here if player not in players and player not in idle}
        self._last = {player: None for player in self.here if player in idle}

    def order(self) -> list[Player]:
        middle = (player for player in self.here if player not in self._first and player not in self._last)
        return [*self._first, *middle, *self._last]
