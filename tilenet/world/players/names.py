"""Names: which are taken, and the number that tells a newcomer apart from those who have the same name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heappop, heappush

from tilenet.text import name_key, stem

FIRST = 2  # the number of the second of a name
_WITH_NUMBER = re.compile(r"(.*?)([1-9][0-9]*)", re.DOTALL)


class Names:
    """The names of everybody in the world, and those that belong to accounts. No two of them look alike."""

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._reserved: set[str] = set()  # names of accounts, whether somebody is here under them or not
        self._numbers: dict[str, Numbers] = {}  # by what comes before them, for all names that end with one

    def __contains__(self, name: str) -> bool:
        return name_key(name) in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def take(self, name: str, *, is_owner: bool = False) -> str:
        """Take this name, or if somebody has it, the name with the lowest number that is free; returns which.

        A reserved name is free for its owner alone.
        """
        key = name_key(name)
        if key in self._keys or (key in self._reserved and not is_owner):
            name = self._distinct(name)
            key = name_key(name)
        self._keys.add(key)
        if key not in self._reserved:
            self._count(key)
        return name

    def reserve(self, name: str) -> None:
        """Only its owner gets this name from now on. Nobody else may be here under it."""
        key = name_key(name)
        if key not in self._reserved:
            self._reserved.add(key)
            if key not in self._keys:
                self._count(key)

    def release(self, name: str) -> None:
        """Nobody owns this name any more."""
        key = name_key(name)
        if key in self._reserved:
            self._reserved.remove(key)
            if key not in self._keys:
                self._uncount(key)

    def counted(self, name: str) -> str:
        """The name with a hyphen and the lowest number that is free, from 1: memory-1."""
        first = f"{name}-1"
        is_taken = first in self or name_key(first) in self._reserved
        number = self._numbers[name_key(first)[:-1]].lowest() if is_taken else 1
        return f"{name}-{number}"

    def free(self, name: str) -> None:
        """Nobody has this name any more."""
        key = name_key(name)
        self._keys.remove(key)
        if key not in self._reserved:
            self._uncount(key)

    def _count(self, key: str) -> None:
        if found := _WITH_NUMBER.fullmatch(key):
            self._numbers.setdefault(found[1], Numbers()).take(int(found[2]))

    def _uncount(self, key: str) -> None:
        if found := _WITH_NUMBER.fullmatch(key):
            numbers = self._numbers[found[1]]
            numbers.free(int(found[2]))
            if not numbers:
                del self._numbers[found[1]]

    def clear(self) -> None:
        self._keys.clear()
        self._reserved.clear()
        self._numbers.clear()

    def _distinct(self, name: str) -> str:
        digits = 1
        while True:
            before = stem(name, digits)
            numbers = self._numbers.get(name_key(f"{before}1")[:-1])
            number = FIRST if numbers is None else numbers.lowest()
            if len(str(number)) <= digits:
                return f"{before}{number}"
            digits += 1  # a long name is cut to make room for one more


class Numbers:
    """The numbers that are taken for one name: a free one is found without looking at all the others.

    All numbers from the first one up to `_next` are taken, or among those that were returned.
    """

    __slots__ = ("_heap", "_next", "_returned", "_taken")

    def __init__(self) -> None:
        self._taken: set[int] = set()
        self._next = FIRST
        self._heap: list[int] = []
        self._returned: set[int] = set()  # what is in the heap; some of it may have been taken again

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, number: int) -> None:
        self._taken.add(number)

    def free(self, number: int) -> None:
        self._taken.remove(number)
        if FIRST <= number < self._next and number not in self._returned:
            self._returned.add(number)
            heappush(self._heap, number)

    def lowest(self) -> int:
        """The lowest number that is free. Every number is passed once for each time that it was taken."""
        while self._heap:
            number = self._heap[0]
            if number not in self._taken:
                return number
            self._returned.remove(heappop(self._heap))
        while self._next in self._taken:
            self._next += 1
        return self._next
