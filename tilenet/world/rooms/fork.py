"""A game that goes on from a moment of a replay: its clock, and the seats of those who were there then.

Whoever comes in takes the next of these seats. Such a game changes nobody's points, and its result is not kept: those
who have watched the replay know what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from zope.interface import implementer

from tilenet.game import Game
from tilenet.limits import Bucket
from tilenet.saving.reader import checked, load
from tilenet.saving.writer import save_with_people
from tilenet.world.players.accounts import Account
from tilenet.world.players.player import Player
from tilenet.world.players.presence import Presence
from tilenet.world.rooms.host import Origin

MOST = 1000  # people in the game that is forked
UNUSED = 60.0  # seconds after which the room closes if nobody has come


@implementer(IReactorTime)
class ShiftedClock:
    """A clock that is ahead of another."""

    def __init__(self, clock: IReactorTime, ahead: float) -> None:
        self._clock = clock
        self._ahead = ahead

    def seconds(self) -> float:
        return self._clock.seconds() + self._ahead

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object, **kw: object) -> IDelayedCall:
        return self._clock.callLater(delay, callable, *args, **kw)

    def getDelayedCalls(self) -> Sequence[IDelayedCall]:
        return self._clock.getDelayedCalls()


class Vacancies:
    """Those whom a forked game knows from the replay. They are away, and hold their seats until others take them."""

    def __init__(self, absent: Iterable[Player] = (), seats: Iterable[str] = ()) -> None:
        """`seats` are the ids of those who hold one, in the order in which they are taken."""
        self._absent = {one.id: one for one in absent}
        self._seats = [*seats]

    def __bool__(self) -> bool:
        """Whether there is a vacant seat."""
        return bool(self._seats)

    def __iter__(self) -> Iterator[Player]:
        """Those whose seats are vacant."""
        return iter([self._absent[id] for id in self._seats])

    def __contains__(self, player: Player) -> bool:
        return player.id in self._absent

    def take(self, game: Game, origin: Origin, player: Player) -> Game:
        """The same game, in which this player has the next seat."""
        id = self._seats.pop(0)
        del self._absent[id]
        saved, known = save_with_people(game, origin.game, origin.setup)
        people = {one.id: one for one in known if isinstance(one, Player)}
        people[id] = player
        return load(saved, type(game), people.__getitem__)

    def among(self, find: Callable[[str], Player]) -> Callable[[str], Player]:
        """Finds them as well."""
        return lambda id: self._absent[id] if id in self._absent else find(id)

    def as_data(self) -> dict[str, Any] | None:
        if not self._absent:
            return None
        people = [
            {"id": one.id, "name": one.name, "points": one.points, "is_bot": one.is_bot}
            for one in self._absent.values()
        ]
        return {"people": people, "seats": self._seats[:]}

    @classmethod
    def of(cls, data: Any) -> Vacancies:
        """Raises ValueError, LookupError or TypeError if it is not what `as_data` gives."""
        if data is None:
            return cls()
        absent = {one["id"]: one for one in data["people"]}
        return cls(map(_absent, absent.values()), [id for id in data["seats"] if absent[id]])


def _absent(noted: Mapping[str, Any]) -> Player:
    id, name, points, is_bot = (noted[key] for key in ("id", "name", "points", "is_bot"))
    if not (isinstance(id, str) and isinstance(name, str) and type(points) is int and isinstance(is_bot, bool)):
        raise ValueError("this is nobody")
    player = Player(id, "", Account(name, points), name, Bucket(1, 1, float))
    player.presence = Presence.AWAY
    player.is_bot = is_bot
    return player


class Resumed:
    """A moment of a replay, from which a game is to go on. Raises one of many errors if it is something else."""

    def __init__(self, moment: Mapping[str, Any], kind: type[Game]) -> None:
        """{"state": the game as `saving.save` gives it, "at": its time, "seats": ids in order, "people": [...]}

        "people" are all that the game knows, and "watching" the ids of those in the room who have no seat.
        """
        self.at = float(moment["at"])
        people: Sequence[Mapping[str, Any]] = moment["people"]
        if not isfinite(self.at) or len(people) > MOST:
            raise ValueError("this is not a moment of a replay")
        absent = {
            one["id"]: _absent({**one, "id": f"absent-{number}", "is_bot": one["is_bot"]})
            for number, one in enumerate(people, 1)
        }
        self.game = load(checked(moment["state"]), kind, absent.__getitem__)
        self.vacancies = Vacancies(absent.values(), (absent[id].id for id in moment["seats"]))
        self.watching = [absent[id] for id in moment["watching"]]
