"""Who has invited whom to which room: until they come, decline, or some minutes have passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilenet.limits import Buckets
from tilenet.words import Words
from tilenet.world.players.player import Muted, Player

STANDS = 600.0  # seconds for which an invitation is good
MOST = 5  # invitations that one player can have at once
AGAIN = 30.0  # seconds until somebody can invite the same player again ...
DECLINED = 600.0  # ... and if that player has declined
BURST, PERIOD = 8, 60.0  # invitations from one player, or address, at once, and seconds until as many again
REMEMBERED = 4096  # pairs of players


class Invitation(NamedTuple):
    """One of them."""

    guest: Player
    by: str  # the id of who has sent it
    origin: str  # a word for the address of a guest, who can have another id at any time
    name: str  # and what they were called
    room: str
    until: float


class Invitations:
    """All of them, by the id of who is invited."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._of: dict[str, list[Invitation]] = {}
        self._pauses: dict[tuple[str, str], float] = {}  # until when somebody cannot invite somebody
        self._sent = Buckets(BURST / PERIOD, BURST, seconds)

    def invite(self, by: Player, guest: Player, room: str) -> None:
        """Remember that somebody is invited. Raises Muted."""
        now = self._seconds()
        if any(self._pauses.get((one, guest.id), now) > now for one in (by.id, by.guest_origin)):
            raise Muted(Words("{name} has your invitation. Wait a little before you send another.", name=guest.name))
        standing = self.of(guest)
        if len(standing) >= MOST:
            raise Muted(Words("{name} has too many invitations. Try again later.", name=guest.name))
        if self._sent.of(by.origin or by.id).take():
            raise Muted(Words("You have sent too many invitations. Try again in a minute."))
        self._pause(by.id, guest.id, now + AGAIN)
        others = [one for one in standing if (one.by, one.room) != (by.id, room)]
        self._of[guest.id] = [*others, Invitation(guest, by.id, by.guest_origin, by.name, room, now + STANDS)]

    def _pause(self, by: str, guest: str, until: float) -> None:
        self._pauses.pop((by, guest), None)
        self._pauses[by, guest] = until
        if len(self._pauses) > REMEMBERED:
            del self._pauses[next(iter(self._pauses))]

    def of(self, guest: Player) -> list[Invitation]:
        """Those that a player has now, the last one last."""
        now = self._seconds()
        found = [one for one in self._of.get(guest.id, ()) if one.until > now]
        if found:
            self._of[guest.id] = found
        else:
            self._of.pop(guest.id, None)
        return found

    def accepted(self, guest: Player, room: str) -> bool:
        """A player is in that room now. Returns whether they were invited there."""
        found = self._of.get(guest.id)
        if found is None or all(one.room != room for one in found):
            return False
        for one in found:
            if one.room == room:
                self._pauses.pop((one.by, guest.id), None)  # who is welcome can invite again
        self._keep(guest.id, [one for one in found if one.room != room])
        return True

    def decline(self, guest: Player) -> bool:
        """A player wants none of theirs, and no others from the same people for a while. Returns whether there were."""
        found = self._of.pop(guest.id, [])
        for by in dict.fromkeys(id for one in found for id in (one.by, one.origin) if id):
            self._pause(by, guest.id, self._seconds() + DECLINED)
        return bool(found)

    def to(self, room: str) -> list[Player]:
        """Who is invited to a room."""
        return [one.guest for found in self._of.values() for one in found if one.room == room]

    def withdraw(self, by: Player, room: str) -> None:
        """Nobody comes to a room any more because this player, who was sent away, has invited them."""
        for guest, found in [*self._of.items()]:
            self._keep(guest, [one for one in found if (one.by, one.room) != (by.id, room)])

    def closed(self, room: str) -> None:
        """Nobody can go there any more."""
        for guest, found in [*self._of.items()]:
            self._keep(guest, [one for one in found if one.room != room])

    def forget(self, guest: Player) -> None:
        """A player is gone."""
        self._of.pop(guest.id, None)

    def _keep(self, guest: str, found: list[Invitation]) -> None:
        if found:
            self._of[guest] = found
        else:
            self._of.pop(guest, None)
