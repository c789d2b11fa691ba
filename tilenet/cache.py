"""What one TileNet client knows: its object cache, as the server keeps track of it [c4.3.3].

A client keeps every object for the whole session. So of a room that was left only its picture at that moment is
remembered, and coming back costs what has changed since. Agents walk from room to room, and are remembered one by one;
those in the client's present room need no memory, since it is told of all that happens there.

Clients differ in where they believe an object to be that they met in two matrices. What is sent here suits both kinds:
who is gone from a room is said to be gone, and who was last met elsewhere is set again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, Protocol

from tilenet.messages import Set
from tilenet.scene import Face, News, Picture, difference, news
from tilenet.wire import encode

_PRUNE_AT = 256


class Meeting(NamedTuple):
    """What a client was last told of an agent: its values, and where it is."""

    face: Face
    matrix: str  # or one of the two below


GONE = "gone"  # said to be: its x is below zero
NOWHERE = "nowhere"  # its matrix was emptied


class Agent(Protocol):
    """A player, as far as this file is concerned."""

    objid: str
    meeting: Meeting  # what all who see the agent now know of it
    introduction: bytes  # all of it, for those who do not know the agent
    being: bytes  # that it is there, for those who know all else
    returning: bytes  # the same, for those who were told that it was gone


class _Memory(NamedTuple):
    picture: Picture
    agents: tuple[str, ...]


class Cache:
    """What one client knows of all but its present room."""

    def __init__(self, is_online: Callable[[str], bool]) -> None:
        self._is_online = is_online
        self._images: set[str] = set()
        self._rooms: dict[str, _Memory] = {}
        self._agents: dict[str, Meeting] = {}
        self._prune_at = _PRUNE_AT

    def enter(self, picture: Picture, present: Iterable[Agent]) -> bytes:
        """What the client must be told on entering a room, so that it has the picture of it and who is there."""
        memory = self._rooms.pop(picture.matrix, None)
        change = picture.whole if memory is None else difference(memory.picture, picture)
        if not change.head:  # that it is the current matrix now has to be said anyhow
            change = change._replace(head=encode(Set(picture.matrix)))
        told = [self.update(change)]
        here = {agent.objid: agent for agent in present}
        for objid in memory.agents if memory is not None else ():
            known = self._agents.get(objid)
            if not change.resized and objid not in here:
                told.append(encode(Set(objid, x=-1)))
                if known is not None:
                    self._agents[objid] = known._replace(matrix=GONE)
            elif change.resized and known is not None and known.matrix == picture.matrix:
                self._agents[objid] = known._replace(matrix=NOWHERE)
        told.extend(map(self.meet, here.values()))
        return b"".join(told)

    def update(self, change: News) -> bytes:
        """What leads to the next picture, with the definitions of images that the client does not have yet."""
        if not change.images:
            return change.head + change.body
        lacking = sorted((image for image in change.images if image.objid not in self._images), key=lambda i: i.objid)
        self._images.update(image.objid for image in lacking)
        return b"".join([change.head, *(image.definition for image in lacking), change.body])

    def meet(self, agent: Agent) -> bytes:
        """What the client must be told of an agent that is in its room now."""
        known = self._agents.pop(agent.objid, None)
        if known is None:
            return agent.introduction
        face, matrix = agent.meeting
        if known.face == face:
            if known.matrix == matrix:
                return b""
            return agent.returning if known.matrix == GONE else agent.being
        change = news(agent.objid, known.face, face)
        if known.matrix == GONE:
            return encode(Set(agent.objid, change.energy, change.name, change.text, x=0))
        return encode(change)

    def part(self, objid: str, meeting: Meeting) -> None:
        """An agent leaves the client's room, and the client is told so."""
        self._agents[objid] = meeting
        self._prune()

    def leave(self, picture: Picture, present: Collection[Agent]) -> None:
        """The client itself leaves a room, with this picture of it and of who is there."""
        agents = tuple(agent.objid for agent in present)
        self._rooms[picture.matrix] = _Memory(picture, agents)
        self._agents.update((agent.objid, agent.meeting) for agent in present)
        self._prune()

    def forget(self, matrix: str) -> None:
        """A room that was left behind is gone for good."""
        self._rooms.pop(matrix, None)

    def _prune(self) -> None:
        """Forget those who are offline: they never come back under the same objid."""
        if len(self._agents) > self._prune_at:
            self._agents = {objid: met for objid, met in self._agents.items() if self._is_online(objid)}
            self._prune_at = max(_PRUNE_AT, 2 * len(self._agents))
