"""What others see of a player: a TileNet agent, with the news that introduces it."""

from __future__ import annotations

from tilenet.wire.messages import Set
from tilenet.world.screens.news import NO_NEWS, News
from tilenet.world.screens.pictures import NOTHING, Face, update

GONE = "gone"  # the client was told that it is gone: its x is below zero
NOWHERE = "nowhere"  # its matrix was emptied

_PLACES = 8  # in which an agent was seen last, and which it remembers


class LastSeen:
    """What a client was last told of an agent: its values, and where it is. All who were told the same share one."""

    __slots__ = ("_departure", "_gone", "face", "matrix", "objid")

    def __init__(self, objid: str, face: Face, matrix: str) -> None:
        self.objid = objid
        self.face = face
        self.matrix = matrix  # or one of the two above
        self._gone: LastSeen | None = None
        self._departure: News | None = None

    @property
    def gone(self) -> LastSeen:
        """The same, for clients that have been told since then that it is gone."""
        if self._gone is None:
            self._gone = self if self.matrix == GONE else LastSeen(self.objid, self.face, GONE)
        return self._gone

    @property
    def departure(self) -> News:
        """That the agent is gone."""
        if self._departure is None:
            self._departure = departure(self.objid)
        return self._departure


class Agent:
    """One player as all others in the room see them now."""

    __slots__ = ("_arrival", "_asked", "_introduction", "_places", "_return", "_update", "objid", "seen")

    def __init__(self, objid: str, face: Face) -> None:
        self.objid = objid
        self.seen = LastSeen(objid, face, NOWHERE)
        self._places: tuple[LastSeen, ...] = ()  # how it was seen with this face, in some matrices
        self._asked: LastSeen | None = None  # what `update_since` was asked last
        self._update = NO_NEWS  # and what it found
        self._introduction: News | None = None
        self._arrival: News | None = None
        self._return: News | None = None

    def look(self, face: Face) -> News:
        """Look different from now on, and tell what is new about it."""
        old = self.seen.face
        if face == old:
            return NO_NEWS
        self._introduction = None
        self._places = ()
        self._be_seen(face, self.seen.matrix)
        return News(update(self.objid, old, face))

    def move(self, matrix: str) -> None:
        """Be in that matrix from now on."""
        self._be_seen(self.seen.face, matrix)

    def _be_seen(self, face: Face, matrix: str) -> None:
        self._asked = None
        for seen in self._places:
            if seen.matrix == matrix:
                self.seen = seen
                return
        self.seen = LastSeen(self.objid, face, matrix)
        if matrix != NOWHERE:  # where nobody sees it
            self._places = (self.seen, *self._places[: _PLACES - 1])

    @property
    def introduction(self) -> News:
        """All there is to know, for clients that do not know the agent."""
        if self._introduction is None:
            self._introduction = News(update(self.objid, NOTHING, self.seen.face))
        return self._introduction

    @property
    def arrival(self) -> News:
        """That the agent is here, for clients that know all else."""
        if self._arrival is None:
            self._arrival = News(Set(self.objid))
        return self._arrival

    @property
    def returning(self) -> News:
        """The same, for clients that were told that it was gone."""
        if self._return is None:
            self._return = News(Set(self.objid, x=0))
        return self._return

    def update_since(self, last: LastSeen) -> News:
        """What to tell a client that last saw the agent like this."""
        if last is not self._asked:  # many who ask have seen the same
            self._asked, self._update = last, self._find_update(last)
        return self._update

    def _find_update(self, last: LastSeen) -> News:
        face, matrix = self.seen.face, self.seen.matrix
        if last.face is face or last.face == face:
            if last.matrix == GONE:
                return self.returning
            return NO_NEWS if last.matrix == matrix else self.arrival
        known = update(self.objid, last.face, face)
        return News(known._replace(x=0) if last.matrix == GONE else known)


def departure(objid: str) -> News:
    """That an agent is gone from the room."""
    return News(Set(objid, x=-1))
