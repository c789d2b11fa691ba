"""One bot that was brought to a room: its connection to the server in the same process, from arriving to leaving."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger

from tilenet.clients.bots.bot import Bot, MakeBot, NoRoom
from tilenet.clients.link import End, Link
from tilenet.clients.ssh.drawqueue import DrawQueue
from tilenet.clients.ssh.guardedclock import GuardedClock
from tilenet.clients.ssh.loopback import Loopback, LoopbackSender
from tilenet.doors.door import Door
from tilenet.doors.gate import Gate
from tilenet.doors.session import Session
from tilenet.doors.tilenet import TileNetDialect
from tilenet.lines.line import Line
from tilenet.wire.messages import LoggedIn, ServerOpen
from tilenet.world.players.player import Player

HERE = ""  # the address of whoever is in this process


class Entrance(Door):
    """The way in for one bot: it leads to the room that the bot was called to."""

    def __init__(self, gate: Gate, room: str) -> None:
        super().__init__(gate)
        self.room = room

    def dialect(self, session: Session) -> TileNetDialect:
        return _Dialect(session, self.gate, self.room)


class _Dialect(TileNetDialect):
    __slots__ = ("_room",)

    def __init__(self, session: Session, gate: Gate, room: str) -> None:
        super().__init__(session, gate)
        self._room = room

    def welcome(self, player: Player) -> None:
        self.session.world.declare_bot(player)
        self._welcome("Welcome", player)
        world = self.session.world
        if self._room in world.rooms:
            world.rooms[self._room].let_in(player)
        world.place(player, self._room)


class Visitor:
    """It is both ends of the connection: the transport's, as far as there is one, and the user of the link."""

    log = Logger()

    def __init__(
        self,
        gate: Gate,
        queue: DrawQueue,
        room: str,
        name: str,
        make: MakeBot,
        random: Random,
        gone: Callable[[Visitor], object],
        bringer: Player | None = None,
    ) -> None:
        """`gone` is called once, when it has left; `bringer` is who has brought it, if anybody has."""
        self.room = room
        self.bringer = bringer
        self.came_for = "" if bringer is None else bringer.origin  # a word for their address
        self.name = name
        self._make = make
        self._random = random
        self._gone = gone
        self._clock = gate.clock
        self._bot: Bot | None = None
        self._closing: IDelayedCall | None = None
        sender = LoopbackSender(self, lambda why: self.abortConnection())
        door = Entrance(gate, room)
        self._line = Line(sender, HERE, gate.world.turn, gate.limits, lambda reason: None)
        self._session: Session | None = Session(gate, self._line, door)
        gate.came(self._session, HERE)
        self._session.start()
        self._link = Link(self, self._clock)
        self._loopback = Loopback(self._session, gate.world.turn, queue, self._failed)
        self._loopback.connect(self._link, sender)

    @property
    def player(self) -> Player | None:
        """The bot's player, as soon as it is logged in."""
        return None if self._session is None else self._session.player

    def leave(self) -> None:
        """Log out; `gone` is called a little later."""
        self._stop()
        self._link.leave()

    def _stop(self) -> None:
        if self._bot is not None:
            self._bot.stop()
            self._bot = None

    def _guard(self, call: Callable[..., object], *args: object) -> None:
        try:
            call(*args)
        except Exception:
            self._failed()

    def _failed(self) -> None:
        self.log.failure("The bot {name} failed", name=self.name)
        self.leave()  # by a logout: nobody comes back to the seat

    # What the link says

    def opened(self, server: ServerOpen) -> None:
        self._link.login(self.name, "")

    def answered(self, answer: LoggedIn) -> None:
        if answer.objid is None:
            self._link.leave()
            return
        self._link.declare_bot()
        self._link.ask_for_facts()
        clock: Any = GuardedClock(self._clock, self._guard)
        self._bot = self._make(self._link, clock, self._random, False)

    def model_changed(self) -> None:
        if self._bot is not None:
            try:
                self._bot.model_changed()
            except NoRoom:
                self.leave()

    def ended(self, end: End, why: str) -> None:
        self._stop()
        if self._closing is None:
            self._closing = self._clock.callLater(0, self._close)

    def _close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            self._line.close()
            session.lost()
            self._gone(self)

    # For the session: what a transport does

    def pauseProducing(self) -> None:
        """It says little, and what it says is kept."""

    def resumeProducing(self) -> None:
        """It was not paused."""

    def abortConnection(self) -> None:
        """The session has no use for it."""
        self._link.abort()
