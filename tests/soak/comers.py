"""Accounts that log in, over connections that look at nothing but the answers; then a line of JSON is printed.

`python -m tests.soak.comers return PORT ACCOUNTS RATE WAVES SECONDS`: the accounts u1 to uN come back by their resume
tokens, so many a second, and ask for new ones, by which they come back again.

`python -m tests.soak.comers share PORT OWN HONEST AT_ONCE SECONDS`: one address logs its own accounts u1 to uN in and
out for so long, as fast as it can; others, each from an address of its own, log in beside it, once.

`python -m tests.soak.comers guess PORT ADDRESSES SECONDS`: so many addresses try wrong passwords for the account u1,
while its owner logs in again and again from an address that was there before.
"""

import json
import re
import resource
import selectors
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from itertools import count

from tests.bench import BenchError
from tests.bench.member import OPENING
from tests.soak.members import PASSWORD

HOST = "127.0.0.1"
GREEDY = "127.0.9.9"
PATIENCE = 60.0  # seconds to connect
OWNER = "127.0.5.5"
PAUSE = 0.25  # seconds between two honest logins
KNOCK = 0.34  # seconds between two connections of one address that guesses: no more are allowed
RETURN = 1.0  # seconds between two logins of the owner
A_MOMENT = 0.01
KEPT = 4096  # bytes that are looked at again when more have come
ANSWER = re.compile(rb"<logged-in [^<>]*>")
TOKEN = re.compile(rb'<xresponse options="resume">([^<]+)</xresponse>')
WRONG = b"Wrong name or password."
GUESSES = 4  # connections of each address that guesses
ASK = b'<xrequest options="resume"></xrequest>'


def token_of(number: int) -> str:
    """The resume token of an account, as a scenario has it kept."""
    return f"tilenet-resume-{number:043d}"


class Comer:
    """One connection that logs in."""

    def __init__(self, port: int, name: str, secret: str, source: str = HOST) -> None:
        self.link = socket.create_connection((HOST, port), PATIENCE, source_address=(source, 0))
        self.link.setblocking(False)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.name = name
        self.began = time.monotonic()
        self.waited = 0.0  # seconds for the answer
        self.answer = b""
        self.token = b""
        self.is_lost = False
        self._read = b""
        self.link.send(OPENING + f'<login user="{name}" password="{secret}"/>'.encode())

    @property
    def is_in(self) -> bool:
        return b" objid=" in self.answer

    @property
    def is_answered(self) -> bool:
        return bool(self.answer) or self.is_lost

    @property
    def is_done(self) -> bool:
        """Whether it has all that it came for, or never will."""
        return bool(self.token) or self.is_lost or (self.is_answered and not self.is_in)

    def read(self) -> None:
        """Take what has come."""
        try:
            data = self.link.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.is_lost = self.is_lost or not data
        self._read = self._read[-KEPT:] + data
        if not self.answer and (found := ANSWER.search(self._read)):
            self.answer, self.waited = found[0], time.monotonic() - self.began
            if self.is_in:
                self.link.send(ASK)
        if not self.token and (found := TOKEN.search(self._read)):
            self.token = found[1]


class Comers:
    """Those who are connected now."""

    def __init__(self) -> None:
        self.here: list[Comer] = []
        self._selector = selectors.DefaultSelector()

    def add(self, one: Comer) -> None:
        self.here.append(one)
        self._selector.register(one.link, selectors.EVENT_READ, one)

    def remove(self, one: Comer) -> None:
        """Hang up."""
        self.here.remove(one)
        if not one.is_lost:
            self._selector.unregister(one.link)
        one.link.close()

    def read(self) -> None:
        """Let those read for whom something has come."""
        for key, _ in self._selector.select(A_MOMENT):
            key.data.read()
            if key.data.is_lost:
                self._selector.unregister(key.data.link)
                key.data.link.close()


def come_back(port: int, accounts: int, rate: int, waves: int, seconds: float) -> dict[str, float]:
    """All come back by their tokens, and then again by the new ones: the server ends the connections before."""
    tokens = {f"u{number}": token_of(number) for number in range(1, accounts + 1)}
    arrived, longest = 0, 0.0
    before: list[Comers] = []
    for _ in range(waves):
        began = time.monotonic()
        waiting = deque(tokens.items())
        tokens = {}
        comers = Comers()
        while (passed := time.monotonic() - began) < seconds:
            while waiting and len(comers.here) < passed * rate:
                comers.add(Comer(port, *waiting.popleft()))
            for some in (comers, *before):
                some.read()
            if not waiting and all(one.is_done for one in comers.here):
                break
        longest = max(longest, time.monotonic() - began)
        arrived += sum(one.is_in for one in comers.here)
        tokens = {one.name: one.token.decode() for one in comers.here if one.token}
        before.append(comers)
    return {"arrived": arrived, "tokens": len(tokens), "seconds": longest}


def share(port: int, own: int, honest: int, at_once: int, seconds: float) -> dict[str, float]:
    """One address logs in all the time; others do so once."""
    began = time.monotonic()
    numbers = count()
    greedy, others = Comers(), Comers()
    tries = 0
    while (passed := time.monotonic() - began) < seconds or not all(one.is_answered for one in others.here):
        if passed > seconds + PATIENCE:
            raise BenchError("some logins were not answered")
        while len(greedy.here) < at_once:
            greedy.add(Comer(port, f"u{next(numbers) % own + 1}", PASSWORD, GREEDY))
        if len(others.here) < honest and passed > 1 + PAUSE * len(others.here):
            number = len(others.here) + 1
            others.add(Comer(port, f"u{own + number}", PASSWORD, f"127.0.1.{number}"))
        greedy.read()
        others.read()
        for one in [one for one in greedy.here if one.is_answered]:
            tries += 1
            greedy.remove(one)
    waits = [one.waited for one in others.here if one.is_in]
    return {"arrived": len(waits), "waited": max(waits, default=0.0), "tries": tries}


class Guesser:
    """One address that guesses, over a few connections."""

    def __init__(self, port: int, source: str, comers: Comers) -> None:
        self.tries = 0  # passwords that were looked at
        self._port = port
        self._source = source
        self._comers = comers
        self._here: list[Comer] = []
        self._next = 0.0  # when to connect again

    def work(self) -> None:
        for one in [one for one in self._here if one.is_answered]:
            self.tries += WRONG in one.answer
            self._here.remove(one)
            self._comers.remove(one)
        if len(self._here) < GUESSES and time.monotonic() > self._next:
            self._next = time.monotonic() + KNOCK
            self._here.append(Comer(self._port, "u1", f"guess {self._next}", self._source))
            self._comers.add(self._here[-1])


def guess(port: int, addresses: int, seconds: float) -> dict[str, float]:
    """Many addresses guess, and the owner comes and goes."""
    began = time.monotonic()
    comers = Comers()
    guessers = [Guesser(port, f"127.0.10.{number + 1}", comers) for number in range(addresses)]
    visits = [Comer(port, "u1", PASSWORD, OWNER)]
    comers.add(visits[0])
    while (passed := time.monotonic() - began) < seconds or not visits[-1].is_answered:
        if passed > seconds + PATIENCE:
            raise BenchError("the owner was not answered")
        last = visits[-1]
        if passed < seconds and last.is_answered and time.monotonic() - last.began > RETURN:
            comers.remove(last)
            visits.append(Comer(port, "u1", PASSWORD, OWNER))
            comers.add(visits[-1])
        for one in guessers if visits[0].is_answered else ():
            one.work()
        comers.read()
    waits = [one.waited for one in visits if one.is_in]
    tries = sum(one.tries for one in guessers)
    return {"came": len(visits), "arrived": len(waits), "waited": max(waits, default=0.0), "tries": tries}


DOES: dict[str, Callable[..., dict[str, float]]] = {"return": come_back, "share": share, "guess": guess}


def main(argv: list[str]) -> int:
    """Do it, and tell what happened."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    does, *numbers, seconds = argv
    try:
        told = DOES[does](*map(int, numbers), float(seconds))
    except (BenchError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
