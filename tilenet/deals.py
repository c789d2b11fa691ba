"""How a match is dealt so that nobody can have chosen it: a secret that was fixed before, and words that players add.

The hash of the secret can be read before the match begins, and the secret when it is over. docs/fair.md has all of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import digest
from typing import Any

from tilenet.words import Words

VERSION = "tilenet deal 1"
MOST_WORDS = 20  # of all players together, for one match
LONGEST = 100  # characters that one player adds
SHORT = 16  # digits of a hash that are said unasked


@dataclass
class Deal:
    """What the random numbers of one match follow from."""

    secret: bytes
    words: list[tuple[str, str]] = field(default_factory=list)  # who has added what, in this order
    was_announced: bool = True  # whether the hash could be read before the match

    @property
    def commitment(self) -> str:
        """What can be published before: nobody can find another secret with the same hash."""
        return sha256(self.secret).hexdigest()

    @property
    def message(self) -> bytes:
        """The words as they enter the seed."""
        return json.dumps([VERSION, *map(list, self.words)], ensure_ascii=False, separators=(",", ":")).encode()

    @property
    def seed(self) -> bytes:
        return digest(self.secret, self.message, "sha256")

    def dispensable(self, name: str, here: Collection[str]) -> str:
        """Whose words make place if this player adds some: the oldest of those who are not here any more.

        Empty if there is place anyway, or none at all.
        """
        others = [one for one, _ in self.words if one != name]
        return next((one for one in others if one not in here), "") if len(others) >= MOST_WORDS else ""

    def add(self, name: str, words: str, gone: str = "") -> bool:
        """Let a player add words, in place of what they have added before; whether there is room for more.

        If there is not, the words of whoever is `gone` make place.
        """
        others = [one for one in self.words if one[0] != name]
        if len(others) >= MOST_WORDS:
            others = [one for one in others if one[0] != gone]
        if len(others) >= MOST_WORDS:
            return False
        self.words = [*others, (name, words)]
        return True

    def as_data(self, *, is_over: bool) -> dict[str, Any]:
        """What everybody may know."""
        found: dict[str, Any] = {"commitment": self.commitment}
        if not self.was_announced:
            found["unannounced"] = True
        if self.words:
            found["words"] = [list(one) for one in self.words]
        if is_over:
            found["secret"] = self.secret.hex()
        return found


def _by(words: list[tuple[str, str]]) -> str:
    return ", ".join(f"{name}: {text}" for name, text in words)


def announce(deal: Deal) -> Words:
    """What players are told before this deal without having asked."""
    return Words("The next deal's hash: {hash}... More: /seed", hash=deal.commitment[:SHORT])


def conclude(next: Deal) -> Words:
    """What a room says when a match is over; the deal of the next one is fixed already."""
    return Words("This deal's secret: /seed. The next hash: {hash}...", hash=next.commitment[:SHORT])


def explain(deals: Deals) -> Iterator[Words]:
    """How the deals of a game stand, in lines for a player."""
    if deals.finished is not None:
        yield Words("The last deal came from the secret {secret}", secret=deals.finished.secret.hex())
    if deals.next is None and deals.finished is not None:
        yield Words("The hash of that secret: {hash}", hash=deals.finished.commitment)
        if deals.finished.words:
            yield Words("Words that players added to it: {words}", words=_by(deals.finished.words))
    if deals.last is not None:
        if deals.last.was_announced:
            yield Words("The hash of this deal's secret was known before: {hash}", hash=deals.last.commitment)
        else:
            yield Words("The hash of its secret was not known before.")
        if deals.last.words:
            yield Words("Words that players added to it: {words}", words=_by(deals.last.words))
    if deals.next is not None:
        yield Words("The next deal comes from a secret with the hash {hash}", hash=deals.next.commitment)
        if deals.next.words:
            yield Words("Words that players have added to it: {words}", words=_by(deals.next.words))
        yield Words("Say /seed and a few words to add yours.")


class Deals:
    """The deals of one game: that of the match that is on, or was the last, and that of the next one."""

    def __init__(self, secret: bytes) -> None:
        self.next: Deal | None = Deal(secret)  # None while a match is on
        self.last: Deal | None = None
        self.before: Deal | None = None  # the one before `last`, if its match came to its end

    @property
    def finished(self) -> Deal | None:
        """The deal of the last match that is over: its secret can be told."""
        return self.before if self.next is None else self.last

    def begin(self, spare: Callable[[], bytes]) -> Deal:
        """A match begins now. `spare` draws a secret if the last match has not ended, so that none was announced."""
        self.before = self.finished
        self.last, self.next = self.next or Deal(spare(), was_announced=False), None
        return self.last

    def end(self, secret: bytes) -> None:
        """The match is over, so that its secret can be told; this one is for the next."""
        self.next = Deal(secret)

    @property
    def is_announced(self) -> bool:
        """Whether the hash of the next deal can be read."""
        return self.next is not None

    def as_data(self) -> dict[str, Any]:
        """What everybody may know."""
        found = {}
        if self.last is not None:
            found["match"] = self.last.as_data(is_over=self.next is not None)
        if self.next is None and self.before is not None:
            found["previous"] = self.before.as_data(is_over=True)
        if self.next is not None:
            found["next"] = self.next.as_data(is_over=False)
        return found
