"""A group of bots, from connecting to leaving: it reports what goes wrong, tries again, and ends them together."""

from __future__ import annotations

import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from tilenet.clients.address import Address
from tilenet.clients.bots.bot import Bot, MakeBot, NoRoom
from tilenet.clients.link import RECOVERY, SILENCE, End, Link
from tilenet.clients.pauses import Pauses
from tilenet.clients.refusal import is_about_password, may_pass
from tilenet.wire.messages import LoggedIn, ServerOpen

PAUSE = 5.0  # seconds before trying again, at least; at most twice as many; a server that was lost is called sooner
PATIENCE = 10.0  # seconds to connect, and then for the server to say what its rooms are

#: Connects a link to the server.
Dial: typing.TypeAlias = Callable[[Link], Deferred[Any]]


def tcp(reactor: Any, address: Address) -> Dial:
    return lambda link: connectProtocol(HostnameEndpoint(reactor, *address, timeout=PATIENCE), link)


@dataclass(frozen=True)
class Output:
    """Where a pool's messages go."""

    say: Callable[[str], None]
    complain: Callable[[str], None]
    done: Callable[[int], None]  # called once, at the end, with the exit status


class BotPool:
    """Several bots on one server, which come and go together."""

    def __init__(
        self, clock: IReactorTime, address: Address, dial: Dial, make_bot: MakeBot, random: Random, output: Output
    ) -> None:
        self.clock = clock
        self.address = address
        self.dial = dial
        self.make_bot = make_bot
        self.random = random
        self.has_played = False  # whether any of them has logged in
        self.is_leaving = False
        self._output = output
        self._here: list[Member] = []
        self._status = 0
        self._complaint = ""  # the last one, until things are better

    def start(self, names: Sequence[str]) -> None:
        self._here = [Member(name, self) for name in names]
        for bot in list(self._here):
            if not self.is_leaving:
                bot.connect()

    def leave(self) -> None:
        """Log all of them out; when called again, hang up at once."""
        act = Member.abort if self.is_leaving else Member.leave
        self.is_leaving = True
        for bot in list(self._here):
            act(bot)

    # What its members report

    def logged_in(self) -> None:
        self.has_played = True
        self._complaint = ""

    def plays(self, name: str) -> None:
        self._output.say(f"{name} plays on {self.address}")

    def complain(self, words: str) -> None:
        """Something went wrong, and will be tried again. If it goes wrong for all of them, it is said once."""
        if words != self._complaint:
            self._complaint = words
            self._output.complain(f"{words.rstrip('.')}; trying again soon")

    def fail(self, words: str) -> None:
        """Something went wrong, and trying again would not help."""
        if not self.is_leaving:
            self._status = 1
            self._output.complain(words)
            self.leave()

    def give_up(self, bot: Member, words: str) -> None:
        """One of them cannot play, and trying again would not help. The others play on."""
        self._status = 1
        self._output.complain(words)
        self.gone(bot)

    def gone(self, bot: Member) -> None:
        self._here.remove(bot)
        if not self._here:
            self._output.done(self._status)


class Member:
    """One bot of a pool, in one connection after another."""

    def __init__(self, name: str, pool: BotPool) -> None:
        self._name = name  # the server may give it another one
        self._pool = pool
        self._connecting: Deferred[Any] | None = None
        self._link: Link | None = None
        self._bot: Bot | None = None
        self._retry: IDelayedCall | None = None
        self._waiting: IDelayedCall | None = None  # for what the server says of its rooms
        self._refusal = ""  # why the server refused its login
        self._token = ""  # leads back to its seat, once
        self._has_played = False
        self._is_lost = False  # whether it has lost the server, which may only have been started again
        self._pauses = Pauses(pool.random)

    def connect(self) -> None:
        self._retry = None
        self._refusal = ""
        self._link = Link(self, self._pool.clock, RECOVERY if self._has_played else SILENCE)
        self._connecting = self._pool.dial(self._link)
        self._connecting.addCallbacks(self._connected, self._not_connected)

    def leave(self) -> None:
        """Log out, if it is logged in."""
        self._stop_playing()
        if self._connecting is not None:
            self._connecting.cancel()
        elif self._link is not None:
            self._link.leave()
        else:
            if self._retry is not None:
                self._retry.cancel()
            self._pool.gone(self)

    def abort(self) -> None:
        """Hang up at once."""
        if self._link is not None:
            self._link.abort()

    def _connected(self, link: object) -> None:
        self._connecting = None

    def _not_connected(self, failure: Failure) -> None:
        self._connecting = None
        self._over(f"cannot reach {self._pool.address}: {failure.getErrorMessage()}")

    def _over(self, words: str, *, may_change: bool = False, is_final: bool = False) -> None:
        """There is no connection any more: try again, if that may help."""
        pool = self._pool
        self._link = None
        if pool.is_leaving:
            pool.gone(self)
        elif is_final:
            pool.give_up(self, words)
        elif may_change or pool.has_played:
            pause = self._pauses.next() if self._is_lost else PAUSE * pool.random.uniform(1, 2)
            self._retry = pool.clock.callLater(pause, self.connect)
            pool.complain(words)
        else:
            pool.fail(words)

    def _has_no_facts(self) -> None:
        """Bots know rooms by what the server says of them: without that they cannot play."""
        self._waiting = None
        self._pool.fail(f"{self._pool.address} does not say what its rooms are, so bots cannot play there")

    def _stop_playing(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if self._bot is not None:
            self._bot.stop()
            self._bot = None

    # What the link says

    def opened(self, server: ServerOpen) -> None:
        assert self._link is not None
        self._link.login(self._name, self._token)

    def answered(self, answer: LoggedIn) -> None:
        assert self._link is not None
        pool = self._pool
        if answer.objid is None and self._token and not may_pass(answer.message):
            self._token = ""
            self._link.login(self._name, "")
        elif answer.objid is None:
            self._refusal = answer.message
            self._link.leave()
        else:
            pool.logged_in()
            self._is_lost = False
            self._pauses.over()
            self._link.declare_bot()
            self._link.ask_for_facts()
            self._waiting = pool.clock.callLater(PATIENCE, self._has_no_facts)
            self._link.ask_for_token()
            self._bot = pool.make_bot(self._link, pool.clock, pool.random, not self._has_played)

    def model_changed(self) -> None:
        if self._link is None or self._bot is None:
            return
        if self._waiting is not None and self._link.model.you:
            self._waiting.cancel()
            self._waiting = None
        try:
            self._bot.model_changed()
        except NoRoom as error:
            self._pool.fail(f"there is no room {error} on {self._pool.address}")
            return
        agent = self._link.model.my_agent
        if agent is None:
            return
        self._name = agent.name
        if not self._has_played:
            self._has_played = True
            self._pool.plays(agent.name)

    def ended(self, end: End, why: str) -> None:
        self._stop_playing()
        if self._link is not None and self._link.token:
            self._token = self._link.token
        self._is_lost = end in (End.LOST, End.SILENT, End.FOREIGN) and self._has_played
        address = self._pool.address
        is_none = f"{address} is not a TileNet server: {why}"
        words = {
            End.LEFT: f"{address} refused {self._name}: {self._refusal}",
            End.LOGGED_OUT: f"logged out by {address}: {why}",
            End.NOT_OPEN: f"{address}: {why}",
            End.FOREIGN: is_none,
            End.SILENT: f"{address} does not answer" if self._has_played else is_none,
            End.WRONG: f"{address} breaks the protocol: {why}",
            End.LOST: f"{address}: {why}",
        }
        is_delayed = may_pass(self._refusal)
        needs_password = not is_delayed and is_about_password(self._refusal)
        self._over(words[end], may_change=end is End.NOT_OPEN or is_delayed, is_final=needs_password)
