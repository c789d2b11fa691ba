"""The people of a recording: stand-ins for players, as the game knew them then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilenet.rehearsal.stage import StandIn
from tilenet.text import same_hash
from tilenet.world.screens.plain import also_plain

AWAY, GONE = "away", "gone"  # words for a player's presence


class Person(StandIn):
    """Somebody in a recording. Ids are secret, so others know a person by a number, in order of appearance."""

    number = 0
    account_since: float | None = None  # when a guest became an account, on the clock of the recording

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Person) and self.id == other.id)

    def __hash__(self) -> int:
        return same_hash(self.id)  # as that of a player in the world


def _plain(person: Person) -> dict[str, Any]:
    return {"name": person.name, "agent": f"person-{person.number}", **({"bot": True} if person.is_bot else {})}


also_plain(Person, _plain)


class People:
    """Everybody in a recording, by id."""

    def __init__(self) -> None:
        self._by_id: dict[str, Person] = {}

    def __getitem__(self, id: str) -> Person:
        return self._by_id[id]

    def get(self, id: str) -> Person | None:
        return self._by_id.get(id)

    def know(self, noted: Mapping[str, Any], now: float | None = None) -> None:
        """Somebody is as it was noted then. ValueError if that makes no sense."""
        id, presence, account = _word(noted, "id"), _word(noted, "presence"), noted["account"]
        if account is not None and type(account) is not int:
            raise ValueError("an account has a number")
        person = self._by_id.get(id)
        if person is None:
            person = self._by_id[id] = Person(id, "")
            person.number = len(self._by_id)
        elif person.account_id is None and account is not None:
            person.account_since = now
        person.name = _word(noted, "name")
        person.account_id = account
        person.is_bot = noted["is_bot"] is True
        person.is_away = presence == AWAY
        person.is_gone = presence == GONE and account is None
        person.origin = _word(noted, "origin")
        self.has(id, noted["points"])

    def has(self, id: str, points: Any) -> None:
        """Somebody has so many points."""
        if type(points) is not int or points < 0:
            raise ValueError("points are a number")
        self._by_id[id].points = points

    # Saving

    def as_data(self) -> list[dict[str, Any]]:
        return [vars(one).copy() for one in self._by_id.values()]

    @classmethod
    def of(cls, data: list[dict[str, Any]]) -> People:
        """What `as_data` gave."""
        people = cls()
        for one in data:
            person = people._by_id[one["id"]] = Person(one["id"], "")
            vars(person).update(one)
        return people


def _word(noted: Mapping[str, Any], name: str) -> str:
    value = noted[name]
    if not isinstance(value, str):
        raise ValueError(f"the {name} is a text")
    return value
