"""What comes of an act: the events that a game yields, sorted into what counts at once, what is told, and what follows.

Points, costs and results count as soon as they are yielded. What is said or announced is told after the scene update.
Everything that reaches beyond the room (walks, rooms to open and to close, questions) follows when the act is over, in
the order in which it was yielded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from tilenet.game import (
    ChangeAccount,
    Chat,
    Close,
    Cost,
    Event,
    Events,
    Go,
    LookUp,
    Moment,
    Open,
    Points,
    Private,
    Public,
    Ranking,
    Recharge,
    Result,
    Say,
    Tell,
    Watch,
)
from tilenet.game import Player as AnyPlayer
from tilenet.world.players.books import Books
from tilenet.world.players.player import Player
from tilenet.world.rooms.ranking import ended, ranking
from tilenet.world.rooms.tape import Tape
from tilenet.world.screens.facts import Ended

MANY = 64  # players whose points have changed, among whom those who are gone for good are forgotten

Following = Go | Open | Close | LookUp | Watch | Recharge | ChangeAccount


@dataclass
class Outcome:
    """What came of one act."""

    told: list[Event] = field(default_factory=list)
    rankings: list[Event] = field(default_factory=list)  # told last
    ended: Ended | None = None  # how a game has ended
    is_match_over: bool = False
    result: Result | None = None  # of a match, which is over when the result has been told
    following: list[Following] = field(default_factory=list)


class Effects:
    """Takes the events of one room's game."""

    def __init__(
        self, books: Books, replay: Callable[[], str], match: Callable[[], str] = str, *, counts: bool = True
    ) -> None:
        """If it does not count what happens in this room, nobody's points change, and no result is kept.

        `replay` says which id the replay of the match has, that is on, and `match` which match that is.
        """
        self._books = books
        self._replay = replay
        self._match = match
        self._counts = counts
        self.is_private = False  # whether no result is told to anybody who was not there
        self._scored: dict[Player, int] = {}  # points won or lost by the present act; some players may be elsewhere
        self._changes: dict[AnyPlayer, int] = {}  # the same, since the last ranking
        self._most = MANY

    def take(
        self,
        events: Events | None,
        act: Callable[..., Events],
        outcome: Outcome,
        tape: Tape | None = None,
        *,
        counts: bool = True,
    ) -> None:
        """Sort the events of an act, as they come; points and costs may not count. TypeError says what is wrong.

        What is given here need not be on the tape of the room: a replay finds it out by itself.
        """
        if events is None or events == ():
            return
        if isinstance(events, str) or not isinstance(events, Iterable):
            raise TypeError(f"{_name(act)} gave {events!r}: a method yields events, or returns a list of them")
        for event in events:
            match event:
                case Points(Player() as player, int(change)):
                    if counts and self._counts:
                        self._award(player, change, tape)
                case Cost(Player() as player, int() | float() as commands) if commands >= 0:
                    if counts:
                        player.charge(commands)
                case Go(Player(), None | str() | Open()) | Watch(Player(), str()):
                    outcome.following.append(event)
                case Close(str()) | Open(str()) | LookUp() | Recharge(Player()) | ChangeAccount(Player()):
                    outcome.following.append(event)
                case Result(str(), tuple()):
                    if self._counts and not self.is_private:
                        self._books.record(event, self._replay(), self._match)
                    outcome.result = event
                    if event.is_told:
                        outcome.is_match_over = True
                        self._rank(event, outcome)
                case Ranking(tuple()):
                    outcome.is_match_over = True
                    if event.standings:
                        self._rank(event, outcome)
                case Say(str()) | Tell(Player(), str()) | Chat(Player(), str()) | Public() | Private(tuple()):
                    outcome.told.append(event)
                case Moment(str()):
                    pass
                case Private():
                    raise TypeError(f"{_name(act)} gave {event!r}: `to` is a tuple of players")
                case _:
                    raise TypeError(f"{_name(act)} gave {event!r}, which is not a valid event")

    def take_scored(self) -> dict[Player, int]:
        """Who has won or lost how many points since the last call."""
        scored, self._scored = self._scored, {}
        return scored

    @property
    def changes(self) -> Mapping[AnyPlayer, int]:
        """Points won and lost since the last ranking."""
        return self._changes

    def restore(self, changes: Mapping[AnyPlayer, int]) -> None:
        """The same as they were before a crash."""
        self._changes = {**changes}

    def close(self) -> None:
        """The room is closed, and need not wait for the garbage collector."""
        self._match = str

    def forget_changes(self) -> None:
        """Nobody is here any more to hear a ranking."""
        self._changes.clear()

    def _award(self, player: Player, change: int, tape: Tape | None) -> None:
        before = player.points
        if tape is None:
            self._books.award(player, change)
        else:
            tape.is_awarding = True
            self._books.award(player, change)
            tape.is_awarding = False
        if player.points != before:
            self._scored[player] = self._scored.get(player, 0) + player.points - before
            self._changes[player] = self._changes.get(player, 0) + player.points - before
            if len(self._changes) > self._most:
                self._changes = {one: change for one, change in self._changes.items() if not one.is_gone}
                self._most = max(MANY, 2 * len(self._changes))

    def _rank(self, event: Result | Ranking, outcome: Outcome) -> None:
        outcome.ended = ended(event.standings, self._changes, event.reason, event.note)
        outcome.rankings += ranking(outcome.ended)
        self._changes.clear()


def _name(act: Callable[..., Events]) -> str:
    return getattr(act, "__qualname__", repr(act))
