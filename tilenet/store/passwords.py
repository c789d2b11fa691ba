"""Passwords: hashed by argon2id, in threads, a few at a time; addresses that want some take turns."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from twisted.internet.defer import Deferred

from tilenet.world.players.accounts import Refused

AT_ONCE = 2
WAITING = 256  # in all
WAITING_EACH = 2  # from one address; this machine is exempt
LONGEST = 1024  # bytes
NICENESS = 10

Answer = TypeVar("Answer")
Threads = Callable[[Callable[[], Any]], "Deferred[Any]"]  # runs a function in a thread
IsWanted = Callable[[], bool]

TOO_MANY = "Too many people are logging in right now. Try again in a moment."


class _Job(NamedTuple):
    work: Callable[[], Any]
    is_wanted: IsWanted
    answer: Deferred[Any]


class Hasher(Protocol):
    """What argon2's PasswordHasher can do."""

    def hash(self, password: str) -> str: ...

    def verify(self, hash: str, password: str) -> bool: ...

    def check_needs_rehash(self, hash: str) -> bool: ...


class Passwords:
    """Hashes and checks passwords.

    Each takes much time and memory, so only a few are hashed at once. Addresses take turns: one that asks for many
    delays others by no more than its own turn.
    """

    def __init__(self, run: Threads, hasher: Hasher | None = None) -> None:
        self._run = run
        self._hasher: Hasher = hasher or PasswordHasher()
        self._running = 0
        self._waiting: dict[str, deque[_Job]] = {}  # by address; whose turn is next comes first

    def hash(self, password: str, origin: str, is_wanted: IsWanted) -> Deferred[str]:
        """The hash of a new password. Fails with Refused if too many are waiting, or if nobody wants it by then.

        `origin` is the address that asks, see `tilenet.limits.origin_of`.
        """
        return self._soon(lambda: self._hasher.hash(password), origin, is_wanted)

    def check(self, hashed: str, password: str, origin: str, is_wanted: IsWanted) -> Deferred[tuple[bool, str | None]]:
        """Whether a password is right; and if it is, a better hash, in case today's are better than this one."""
        return self._soon(lambda: self._check(hashed, password), origin, is_wanted)

    def _check(self, hashed: str, password: str) -> tuple[bool, str | None]:
        try:
            self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False, None
        return True, self._hasher.hash(password) if self._hasher.check_needs_rehash(hashed) else None

    def _soon(self, work: Callable[[], Answer], origin: str, is_wanted: IsWanted) -> Deferred[Answer]:
        """Run a job when it is its turn, if somebody still wants it then."""
        job = _Job(work, is_wanted, Deferred())
        self._waiting.setdefault(origin, deque()).append(job)
        for dropped in self._make_room(origin):
            dropped.answer.errback(Refused(TOO_MANY))
        self._start_next()
        return job.answer

    def _make_room(self, origin: str) -> list[_Job]:
        """Take out jobs until no more are waiting than may: this address's, and then those of the one with the most."""
        dropped: list[_Job] = []
        if origin and len(self._waiting[origin]) > WAITING_EACH:
            dropped += self._trim(origin, WAITING_EACH)
        if self._count() > WAITING:
            dropped += [job for one in [*self._waiting] for job in self._trim(one, WAITING)]
        if self._count() > WAITING:
            most = max(self._waiting, key=lambda one: (len(self._waiting[one]), one == origin))
            dropped += self._trim(most, len(self._waiting[most]) - 1)
        return dropped

    def _trim(self, origin: str, most: int) -> list[_Job]:
        """Take out the jobs of an address that nobody wants, and those that came last, except for so many."""
        jobs = self._waiting[origin]
        kept = deque([job for job in jobs if job.is_wanted()][:most])
        if kept:
            self._waiting[origin] = kept
        else:
            del self._waiting[origin]
        return [job for job in jobs if job not in kept]

    def _count(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _start_next(self) -> None:
        while self._waiting and self._running < AT_ONCE:
            origin = next(iter(self._waiting))
            jobs = self._waiting.pop(origin)
            job = jobs.popleft()
            if jobs:
                self._waiting[origin] = jobs  # its next turn comes after everybody else's
            if job.is_wanted():
                self._running += 1
                self._run(partial(_politely, job.work)).addBoth(self._done, job)
            else:
                job.answer.errback(Refused(TOO_MANY))

    def _done(self, result: Any, job: _Job) -> None:
        self._running -= 1
        job.answer.callback(result)
        self._start_next()


def _politely(job: Callable[[], Answer]) -> Answer:
    """Hashing must not keep the reactor's thread from a core. On Linux a thread has a priority of its own."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
    return job()
