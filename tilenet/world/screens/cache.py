"""What one TileNet client knows: its object cache, as the server keeps track of it [c4.3.3].

A client keeps every object for the whole session. So of a room that was left only its picture at that moment is
remembered, and coming back costs what has changed since. Agents walk from room to room, and are remembered one by one;
those in the client's present room need no memory, since it is told of all that happens there.

Clients differ in where they believe an object to be if they have met it in two matrices. What is sent here suits both
kinds: an agent that has left a room is said to be gone, and one that was last seen elsewhere is set again.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from operator import attrgetter
from typing import NamedTuple

from tilenet.wire.messages import Set
from tilenet.world.screens.agent import NOWHERE, Agent, LastSeen, departure
from tilenet.world.screens.news import News
from tilenet.world.screens.pictures import Change, Picture, difference, without_words

PRUNE_AT = 256  # agents remembered, among whom some may be offline
_SEEN = attrgetter("seen")


class _Memory(NamedTuple):
    picture: Picture
    agents: tuple[str, ...]


class Cache:
    """What one client knows of everything but its present room."""

    __slots__ = ("__weakref__", "_images", "_is_online", "_prune_at", "_rooms", "agents")

    def __init__(self, is_online: Callable[[str], bool]) -> None:
        self._is_online = is_online
        self._images: set[str] = set()
        self._rooms: dict[str, _Memory] = {}
        self.agents: dict[str, LastSeen] = {}  # those outside of the client's present room
        self._prune_at = PRUNE_AT

    def enter(self, picture: Picture, present: Mapping[str, Agent]) -> list[News]:
        """What the client must be told on entering a room, so that it knows the picture and everybody there."""
        memory = self._rooms.pop(picture.matrix, None)
        change = picture.whole if memory is None else difference(memory.picture, picture)
        told = self.update(change)
        if not change.head:  # the client must be told anyway that this is its matrix now
            told.insert(0, News(Set(picture.matrix)))
        if memory is not None and change.resized:
            self._lose_sight(memory)
        elif memory is not None:
            told += self._miss(memory, present)
        remembered = self.agents
        for objid, agent in present.items():
            last = remembered.pop(objid, None)
            if last is None:
                told.append(agent.introduction)
            elif last is not agent.seen:
                told.append(agent.update_since(last))
        return told

    def _miss(self, memory: _Memory, here: Container[str]) -> list[News]:
        """Tell the client who has left a room while it was away."""
        remembered = self.agents
        told = []
        for objid in memory.agents:
            if objid not in here:
                last = remembered.get(objid)
                if last is None:
                    told.append(departure(objid))
                else:
                    remembered[objid] = last.gone
                    told.append(last.departure)
        return told

    def _lose_sight(self, memory: _Memory) -> None:
        """A room that has another size now is empty for the client."""
        for objid in memory.agents:
            last = self.agents.get(objid)
            if last is not None and last.matrix == memory.picture.matrix:
                self.agents[objid] = LastSeen(objid, last.face, NOWHERE)

    def update(self, change: Change) -> list[News]:
        """What leads to the next picture, with the definitions of images that the client does not have yet."""
        if not change.images:
            return [change.news]
        lacking = sorted((image for image in change.images if image.objid not in self._images), key=lambda i: i.objid)
        self._images.update(image.objid for image in lacking)
        head, body = change.parts
        return [head, *(image.definition for image in lacking), body]

    def leave(self, picture: Picture, present: Mapping[str, Agent]) -> None:
        """The client itself leaves a room, knowing this picture of it and everybody there."""
        self._rooms[picture.matrix] = _Memory(picture, tuple(present))
        self.agents.update(zip(present, map(_SEEN, present.values()), strict=True))
        self.prune()

    def forget(self, matrix: str) -> None:
        """A room that was left behind is gone for good."""
        self._rooms.pop(matrix, None)

    def forget_words(self) -> None:
        """The client has asked for another language: what it knows of the rooms that it has left is in the old one."""
        for matrix, memory in self._rooms.items():
            self._rooms[matrix] = memory._replace(picture=without_words(memory.picture))

    def prune(self) -> None:
        """Forget agents that are offline: they never come back under the same objid."""
        if len(self.agents) >= self._prune_at:
            for objid in [objid for objid in self.agents if not self._is_online(objid)]:
                del self.agents[objid]
            self._prune_at = max(PRUNE_AT, 2 * len(self.agents))
