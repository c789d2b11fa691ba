"""Everybody who plays on the server: they come, act at random, are lost, leave, and come back after a kill."""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

from tilenet.clients.torture.programs import PROGRAMS, Program
from tilenet.clients.torture.visitor import Identity, Visitor

COUNTS = "tally"  # the room in which each click counts
PORTER = "porter"  # somebody who stays at Home
COUNTERS = 4  # people who do nothing else
PASSWORD = "torture and again"
ACCOUNTS = 3  # how many have one
MEAN_PAUSE = 0.12  # seconds between two acts of somebody
A_MOMENT = 0.005
BURST = 8  # clicks at most that each of those who count sends in a burst
LONGEST_STILL = 4.0  # seconds
IN_FLIGHT = 3  # acts that somebody who is hasty has under way

HOME_ROOM = "home"


class Crowd:
    """The visitors, and a few programs of other protocols, on one clock and in one thread."""

    def __init__(self, dice: Random, people: int) -> None:
        self.visitors: dict[str, Visitor] = {}  # by name
        self.programs: list[Program] = []
        self.acts = 0
        self.ports: dict[str, int] = {}
        self.rooms: Sequence[str] = ()  # those that Home leads to
        self._dice = dice
        self._people = people
        self._numbers = count(1)
        self._words = count(1)
        self._next: dict[str, float] = {}  # when somebody acts again
        self._reports: list[str] = []

    # Coming and going

    def fill(self) -> None:
        """Let new people in for those who have left."""
        while len(self.visitors) < self._people:
            self.enter(self._newcomer())

    def enter(self, identity: Identity) -> None:
        self.visitors[identity.name] = Visitor(identity, self.ports)

    def come_back(self, ports: dict[str, int]) -> None:
        """All connections are lost: everybody connects again, in any order."""
        self.ports = ports
        people = [*self.visitors.values()]
        self._dice.shuffle(people)
        for one in people:
            one.link.close()
            self.enter(one.identity)

    def add_programs(self) -> None:
        self.programs = [make(self.ports, number, self._dice) for number, make in enumerate(PROGRAMS)]

    def drop_programs(self) -> None:
        for one in self.programs:
            one.link.close()
        self.programs = []

    def close(self) -> None:
        self.drop_programs()
        for one in self.visitors.values():
            one.link.close()

    def _newcomer(self) -> Identity:
        number = next(self._numbers)
        dice = self._dice
        has_account = COUNTERS < number <= COUNTERS + ACCOUNTS
        counting = number <= COUNTERS
        wanted = COUNTS if counting or not self.rooms else self.rooms[number % len(self.rooms)]
        name = f"{'counter' if counting else 'member' if has_account else 'guest'}{number}"
        return Identity(name, PASSWORD if has_account else "", dice.random() < 0.4, dice.random() < 0.6, wanted)

    # Time passes

    def pump(self, seconds: float) -> None:
        """Read what comes, for so long."""
        self.until(lambda: False, seconds)

    def until(self, is_so: Callable[[], bool], seconds: float, work: Callable[[], object] = lambda: None) -> bool:
        """Read what comes until something is so; returns whether it is."""
        deadline = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > deadline:
                return False
            self.read(A_MOMENT)
            work()
        return True

    def read(self, seconds: float) -> None:
        links = {one.link.socket: one for one in self._open()}
        if not links:
            time.sleep(seconds)
            return
        blocked = [one.link.socket for one in links.values() if one.link.has_unsent]
        ready, writable, _ = select.select([*links], blocked, [], seconds)
        for found in writable:
            links[found].link.flush()
        for found in ready:
            links[found].read()

    def drain(self) -> None:
        """The server is dead: read what it had sent."""
        for one in self._open():
            while not one.link.is_lost:
                one.read()

    def _open(self) -> Iterator[Visitor | Program]:
        everybody: list[Visitor | Program] = [*self.visitors.values(), *self.programs]
        for one in everybody:
            if not one.link.is_lost:
                yield one

    @property
    def are_all_in(self) -> bool:
        return all(one.is_in and not one.link.is_lost for one in self.visitors.values())

    @property
    def are_all_answered(self) -> bool:
        return all(one.is_answered for one in self.visitors.values() if one.is_in)

    def settle(self, seconds: float, still: float = 0.0) -> bool:
        """Wait until all acts have been answered, and nothing has changed for a while; returns whether they were.

        Some games never stand still; nobody waits long for them.
        """
        for one in self.visitors.values():
            if one.is_in:
                one.barrier()
        found = self.until(lambda: self.are_all_answered, seconds)
        self.until(lambda: time.monotonic() - self._last_change() >= still, LONGEST_STILL)
        return found

    def _last_change(self) -> float:
        return max((one.changed_at for one in self.visitors.values()), default=0.0)

    # What people do

    def play(self, seconds: float) -> None:
        """Act at random, for so long."""
        self.until(lambda: False, seconds, self.act)

    def burst(self) -> None:
        """Everybody acts at once, and nobody waits for the answer."""
        for name in [*self.visitors]:
            self._next[name] = 0.0
        self.act()
        for one in self.visitors.values():
            for _ in range(self._dice.randrange(BURST)):
                if one.room == COUNTS and one.is_in and one.click_role("add"):
                    one.identity.clicks += 1

    def act(self) -> None:
        now = time.monotonic()
        self.replace()
        for name, one in [*self.visitors.items()]:
            if one.is_in and now >= self._next.get(name, 0.0) and one.sent - one.answered < self._in_flight(one):
                self._next[name] = now + self._dice.expovariate(1 / MEAN_PAUSE)
                before = one.sent
                self._act(one)
                self.acts += one.sent - before
        for program in self.programs:
            program.act()

    def _in_flight(self, one: Visitor) -> int:
        return IN_FLIGHT if one.room == COUNTS else 1

    def replace(self) -> None:
        """Whoever was lost comes back, and for those who have left others come."""
        for name, one in [*self.visitors.items()]:
            if one.link.is_lost or one.is_over:
                self._gone(name, one)

    def _gone(self, name: str, one: Visitor) -> None:
        one.link.close()
        if one.is_over:
            del self.visitors[name]
            self._reports += [fault for fault in one.faults if "You have logged out" not in fault]
            self.enter(self._newcomer())
        else:
            self.enter(one.identity)

    def _act(self, one: Visitor) -> None:
        dice, identity = self._dice, one.identity
        kind = dice.random()
        is_counter = identity.wanted == COUNTS
        if identity.name == PORTER:
            return
        if kind < 0.05:
            one.say(f"word {identity.name} {next(self._words)}")
        elif one.room.startswith(HOME_ROOM):
            if not one.click_role(f"room/{identity.wanted}"):
                one.play(dice)
        elif is_counter:
            if one.room == COUNTS and one.click_role("add"):
                identity.clicks += 1
        elif kind < 0.07:
            one.click_role("home")
        elif kind < 0.075 and not identity.password:
            one.log_out()
        elif kind < 0.085:
            one.link.close()
        else:
            one.play(dice)

    def reports(self) -> list[str]:
        """What the server did that it should not; each is told once."""
        found, self._reports = self._reports, []
        for one in self.visitors.values():
            found += [f"{one.identity.name} heard twice: {words}" for words in one.identity.doubled]
            one.identity.doubled = []
        return found
