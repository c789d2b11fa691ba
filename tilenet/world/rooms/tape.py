"""The tape of one room: what a replay of its match needs: the game as it was before, and what has entered it since.

A line is an entry as in the journal, in JSON. A player's key and address are never on a tape.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any
from zlib import compress, decompressobj

from msgspec import Raw

from tilenet.saving.entries import Unwritten, lines_of, text_of
from tilenet.world.players.player import Player

MANY = 500  # lines while no match is on, after which the tape begins again; each time it may be twice as many, up to:
MOST_IDLE = 4000
MOST = 40_000  # lines of one match; a longer one is not kept
LARGEST = 64 * 2**20  # bytes of them; the same
USUAL = 100  # bytes of a line


def _packed(text: bytes) -> str:
    return b64encode(compress(text, 1)).decode()


def _unpacked(packed: str, most: int) -> bytes:
    """Raises ValueError if there is more than this, or less than there was: somebody may have edited it."""
    unpacking = decompressobj()
    text = unpacking.decompress(b64decode(packed, validate=True), most + 1)
    if len(text) > most or not unpacking.eof:
        raise ValueError("a tape is too long, or damaged")
    return text


def _nothing(_: Unwritten) -> None:
    """The tape is too long already."""


class Tape:
    """What has entered one game since the last match was over."""

    def __init__(self) -> None:
        self.base = b""  # the line of the room as it was saved then
        self.began: float | None = None  # when the match did, on the room's clock; None between two matches
        self.people: dict[str, dict[str, Any]] = {}  # everybody who is on it, by id, as a replay knows them
        self.here: dict[str, None] = {}  # the ids of those who have been in the room during the match
        self.is_awarding = False  # the game gives points now: a replay finds that out by itself
        self._packed: list[str] = []  # older lines
        self._count = 0  # of them
        self._size = 0  # of them, in bytes
        self.is_too_long = False
        self.idle = MANY  # lines while no match is on, after which the tape begins again
        self.due = MANY  # lines that are not packed, at which it is looked whether there are too many
        self.newest: list[Unwritten] = []  # what is not among them
        self.add: Callable[[Unwritten], None] = self.newest.append  # something enters the game

    def begin(self, now: float, room: str, saved: Mapping[str, Any], people: Iterable[Player]) -> None:
        """Begin again with the room as it is now; `people` are all players that the game knows, and those in it."""
        self.people = {one.id: one.as_public_data() for one in people}
        private = ("people", "code", "opener", "belongs_to", "is_temporary", "is_wanted", "table", "rest")
        noted = {name: value for name, value in saved.items() if name not in private}
        self.base = text_of(["saved", now, room, {**noted, "people": [*self.people.values()]}])
        self._forget()

    def clear(self) -> None:
        """Forget everything: nobody needs it."""
        self.base, self.people = b"", {}
        self._forget()

    def _forget(self) -> None:
        self.began = None
        self.here = {}
        self._packed, self._count, self._size = [], 0, 0
        self.newest.clear()
        self.is_too_long, self.add, self.due = False, self.newest.append, self.idle

    def give_up(self, now: float) -> None:
        """What is on it cannot be used, and the match that is on is not kept."""
        self.began = now
        self._let_go()

    def wait_longer(self) -> None:
        """It has become long for nothing: next time it can be longer."""
        self.idle = min(2 * self.idle, MOST_IDLE)

    def bound(self) -> None:
        """Let go of everything if there is more than can be kept."""
        self.due = len(self.newest) + MANY
        large = sum(len(bytes(one)) for one in self.newest if isinstance(one, Raw))
        if self._count + len(self.newest) >= MOST or self._size + large + USUAL * len(self.newest) > LARGEST:
            self._let_go()

    def _let_go(self) -> None:
        """Nobody needs a part of it."""
        self._packed = []
        self.newest.clear()
        self.is_too_long, self.add, self.due = True, _nothing, 0

    def note(self, player: Player, now: float) -> None:
        """Somebody is about to enter, or what the game can read of them may have changed."""
        data = player.as_public_data()
        if self.people.get(player.id) != data:
            self.people[player.id] = data
            self.add(("player", now, data))
            if len(self.newest) >= self.due > 0:  # at 0, the next act looks
                self.bound()

    def learn(self, player: Player) -> None:
        """What the game can read of somebody has changed, and a replay finds that out by itself."""
        self.people[player.id] = player.as_public_data()

    def begin_match(self, now: float, here: Iterable[Player]) -> None:
        self.began, self.idle = now, MANY
        self.due = 0 if self.is_too_long else len(self.newest) + MANY
        self.here = dict.fromkeys(player.id for player in here)

    def lines(self) -> Iterator[bytes]:
        """All lines, the base first. Raises ValueError or zlib.error if what was restored cannot be read."""
        yield self.base
        left = LARGEST
        for packed in self._packed:
            text = _unpacked(packed, left)
            left -= len(text)
            yield from text.splitlines()
        yield from lines_of(self.newest).splitlines()

    # In the journal

    def as_data(self) -> dict[str, Any]:
        """All of it, to go on with after a crash."""
        if self.newest:
            text = lines_of(self.newest)
            self._packed.append(_packed(text))
            self._size += len(text)
            self._count += len(self.newest)
            self.newest.clear()
            self.due = min(self.due, MANY)
        return {
            "base": _packed(self.base),
            "began": self.began,
            "people": [*self.people.values()],
            "here": [*self.here],
            "lines": self._packed[:],
            "count": self._count,
            "size": self._size,
            "is_too_long": self.is_too_long,
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """Go on with what `as_data` gave. Raises one of many errors if it is something else."""
        self.base = _unpacked(data["base"], LARGEST)
        self.began = None if data["began"] is None else float(data["began"])
        if self.began is not None and not isfinite(self.began):
            raise ValueError("a match began at no time")
        self.people = {one["id"]: one for one in data["people"]}
        self.here = dict.fromkeys(map(str, data["here"]))
        self._packed = [*map(str, data["lines"])]
        self._count, self._size = int(data["count"]), int(data["size"])
        self.newest.clear()
        self.is_too_long, self.add, self.due = False, self.newest.append, MANY
        if data["is_too_long"] is True:
            self._let_go()
