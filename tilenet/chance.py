"""Random numbers that can be told again: the same from the same seed, in every process and every version of Python.

The bits are HMAC-SHA256 of a counter, with the seed as the key: docs/fair.md has all of it, with examples. So a seed
that is kept secret cannot be found out from what was dealt, and whoever is told it later can check all that was. Python
itself promises only that `random()` stays as it is: so dealing is done here, too. Tokens and passwords are not for
this: they come from the system.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from hmac import digest
from random import Random
from struct import Struct
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

SEED = 32  # bytes of a seed
WORD = 64  # bits that are drawn at once
_ALL = 1 << WORD
_WORDS = Struct(">4Q")  # of one block
_IN_BLOCK = 4


class Dealer(Protocol):
    """Whoever gives each match random numbers of its own: a game, or the `Chance` of one."""

    def new_match(self) -> Random: ...


class Chance(Random):
    """A stream of random numbers. Its whole state is its seed and how many words of 64 bits were drawn."""

    secret: bytes

    def __new__(cls, secret: bytes, position: int = 0) -> Chance:
        """`Random` seeds itself when it is made, for which it takes at most one argument."""
        return super().__new__(cls)

    def __init__(self, secret: bytes, position: int = 0) -> None:
        if len(secret) != SEED:
            raise ValueError(f"a seed has {SEED} bytes, not {len(secret)}")
        self.secret = secret
        self._block = 0  # the next
        self._words: list[int] = []  # that are left of the last one, the next at the end
        self._skip_to(position)

    @classmethod
    def named(cls, name: str) -> Chance:
        """The same numbers for the same name: for tests, as everybody can guess them."""
        return cls(sha256(name.encode()).digest())

    def __repr__(self) -> str:
        return f"<Chance {self.commitment[:8]} at {self.position}>"

    # Its state

    @property
    def position(self) -> int:
        """How many words were drawn."""
        return self._block * _IN_BLOCK - len(self._words)

    @property
    def commitment(self) -> str:
        """What can be published before the seed is: nobody can find another seed that has the same."""
        return sha256(self.secret).hexdigest()

    def derive(self, name: str) -> Chance:
        """Other numbers, which this name and this seed decide. Nothing is drawn for it."""
        return Chance(digest(self.secret, name.encode(), "sha256"))

    def new_match(self) -> Chance:
        """Numbers for one match. The seed is drawn here, and tells nothing about what else is drawn here."""
        return Chance(self.randbytes(SEED))

    def renew(self, secret: bytes) -> None:
        """Go on with other numbers: whoever learns the old seed cannot tell any of them."""
        self.setstate((secret, 0))

    def _skip_to(self, position: int) -> None:
        if position < 0:
            raise ValueError(f"a position is not negative, as {position} is")
        self._block, drawn = divmod(position, _IN_BLOCK)
        self._words.clear()
        if drawn:
            self._fill()
            del self._words[-drawn:]

    def getstate(self) -> tuple[Any, ...]:
        return self.secret, self.position

    def setstate(self, state: tuple[Any, ...]) -> None:
        self.secret, position = state
        self._skip_to(position)

    def seed(self, a: object = None, version: int = 2) -> None:
        """A seed is given once: other numbers are another `Chance`."""
        raise TypeError("a Chance keeps its seed; make another one")

    # Drawing

    def _fill(self) -> None:
        block = digest(self.secret, self._block.to_bytes(8, "big"), "sha256")
        self._words += _WORDS.unpack(block)[::-1]
        self._block += 1

    def _word(self) -> int:
        if not self._words:
            self._fill()
        return self._words.pop()

    def random(self) -> float:
        return (self._word() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        if k < 0:
            raise ValueError("the number of bits is not negative")
        found = 0
        for _ in range(-(-k // WORD)):
            found = found << WORD | self._word()
        return found >> -k % WORD

    def below(self, number: int) -> int:
        """A whole number from 0 to one less than this; all are equally likely."""
        if number <= 0:
            raise ValueError(f"there is nothing to choose from below {number}")
        if number > _ALL:
            bits = number.bit_length()
            while (found := self.getrandbits(bits)) >= number:
                pass
            return found
        while True:
            word = self._word()
            found = word % number
            if word - found <= _ALL - number:  # the last numbers would come once less often than the first
                return found

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers.start + numbers.step * self.below(_count(numbers))

    def randint(self, a: int, b: int) -> int:
        return self.randrange(a, b + 1)

    def choice(self, seq: Any) -> Any:
        if not len(seq):
            raise IndexError("there is nothing to choose from")
        return seq[self.below(len(seq))]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        below = self.below
        for last in range(len(x) - 1, 0, -1):
            other = below(last + 1)
            x[last], x[other] = x[other], x[last]

    def sample(self, population: Sequence[T], k: int, *, counts: Any = None) -> list[T]:
        """Some of these, in random order; each at most once."""
        if counts is not None:
            raise TypeError("write out what there is several of")
        pool = [*population]
        if not 0 <= k <= len(pool):
            raise ValueError(f"{k} of {len(pool)} cannot be chosen")
        for at in range(k):
            other = at + self.below(len(pool) - at)
            pool[at], pool[other] = pool[other], pool[at]
        return pool[:k]

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """Python's would remember a second number for the next call, which is not in the state."""
        return self.normalvariate(mu, sigma)


def _count(numbers: range) -> int:
    """How many there are: `len` cannot count more than 2**63."""
    return max(0, (numbers.stop - numbers.start + numbers.step - (1 if numbers.step > 0 else -1)) // numbers.step)
