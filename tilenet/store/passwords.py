"""Passwords: hashed by argon2id, in threads, a few at a time; and how often somebody may guess one."""

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
WAITING = 32
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

    Each takes much time and memory, so only a few are hashed at once, and few may wait.
    """

    def __init__(self, run: Threads, hasher: Hasher | None = None) -> None:
        self._run = run
        self._hasher: Hasher = hasher or PasswordHasher()
        self._running = 0
        self._waiting: deque[_Job] = deque()

    def hash(self, password: str, is_wanted: IsWanted) -> Deferred[str]:
        """The hash of a new password. Fails with Refused if too many are waiting, or if nobody wants it by then."""
        return self._soon(lambda: self._hasher.hash(password), is_wanted)

    def check(self, hashed: str, password: str, is_wanted: IsWanted) -> Deferred[tuple[bool, str | None]]:
        """Whether a password is right; and if it is, a better hash, in case today's are better than this one."""
        return self._soon(lambda: self._check(hashed, password), is_wanted)

    def _check(self, hashed: str, password: str) -> tuple[bool, str | None]:
        try:
            self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False, None
        return True, self._hasher.hash(password) if self._hasher.check_needs_rehash(hashed) else None

    def _soon(self, work: Callable[[], Answer], is_wanted: IsWanted) -> Deferred[Answer]:
        """Run a job when it is its turn, if somebody still wants it then."""
        job = _Job(work, is_wanted, Deferred())
        if len(self._waiting) >= WAITING:
            self._drop_unwanted()
        if len(self._waiting) >= WAITING:
            job.answer.errback(Refused(TOO_MANY))
        else:
            self._waiting.append(job)
            self._start_next()
        return job.answer

    def _drop_unwanted(self) -> None:
        waiting, self._waiting = self._waiting, deque()
        for job in waiting:
            if job.is_wanted():
                self._waiting.append(job)
            else:
                job.answer.errback(Refused(TOO_MANY))

    def _start_next(self) -> None:
        while self._waiting and self._running < AT_ONCE:
            job = self._waiting.popleft()
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
