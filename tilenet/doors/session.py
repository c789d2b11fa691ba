"""One client's session, whatever it speaks: input at a bearable rate, a login in time, and an orderly end.

A session has a line to the client, and a `Dialect`, which is what a protocol fills in: its codec and its handler.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from tilenet.doors.inbox import Inbox
from tilenet.game import Event
from tilenet.lines.framing import FAILED, GOING_AWAY, NORMAL, POLICY, Answer, Closed, Violation
from tilenet.lines.line import Line
from tilenet.text import plain
from tilenet.words import Words
from tilenet.world.players.accounts import HasAccount, Refused
from tilenet.world.players.admission import Naming, NotAdmitted, Taken
from tilenet.world.players.client import Client, Screen
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Act
from tilenet.world.world import World

if TYPE_CHECKING:
    from tilenet.doors.door import Door
    from tilenet.doors.gate import Gate

LOGGED = 200  # characters of a client's own words in the log
DISCARD_BYTES = 64 * 1024  # that a client may still send when its session has ended
LOST = "the connection was lost"
WRONG = Words("Something went wrong here. Try again later.")

Message = TypeVar("Message")


class Dialect(ABC, Generic[Message]):
    """What one client says and is told, in one protocol. There is a new one for each session.

    An exception in any of these methods ends the session, and nobody else notices.
    """

    __slots__ = ("line", "session")

    naming: ClassVar[Naming] = Naming.NUMBERED

    #: Whether players whose connection is lost keep their seats for a while; then `welcome_back` is needed, too.
    holds_seats: ClassVar[bool] = False

    #: What a message costs, in commands; what it costs by its size counts in any case.
    cost: ClassVar[float] = 1.0

    #: Whether some messages are urgent; see `is_urgent`.
    has_urgent: ClassVar[bool] = False

    #: The kinds of messages that are not str, if another process can go on with a session: NamedTuples of plain data.
    messages: ClassVar[tuple[type, ...]] = ()

    def __init__(self, session: Session) -> None:
        self.session = session
        self.line = session.line

    def greet(self) -> None:
        """Say something before the client does, if the protocol wants that."""

    @abstractmethod
    def decode(self, data: bytes) -> Iterable[Message]:
        """The messages that are complete now. Work besides them is paid for by `Session.spend`."""

    def after_login(self) -> Iterable[Message]:
        """A login was answered: the messages after it, if `decode` has left them for later."""
        return ()

    @abstractmethod
    def handle(self, message: Message) -> None:
        """Do what a message says."""

    def is_urgent(self, message: Message) -> bool:
        """Whether a message is handled as soon as it comes, with all that came before it, even over the client's rate.

        It is paid for afterwards; a client that owes as much as it may send at once has to wait like any other. Only
        dialects that say `has_urgent` are asked.
        """
        return False

    def admit(self, user: str, password: str) -> Deferred[Player]:
        """Let somebody in, or not: the world decides, unless they have proved here who they are."""
        return self.session.world.login(user, password, self.naming, self.line.peer)

    @abstractmethod
    def client(self) -> Client:
        """How a player who has just logged in is reached: by a screen, by events, or both."""

    @abstractmethod
    def welcome(self, player: Player) -> None:
        """Tell the client that it is logged in, and put the player where they begin."""

    def welcome_back(self, player: Player) -> None:
        """Tell the client that it is logged in, as a player who has a seat already. They are shown their room next."""
        raise NotImplementedError(f"{type(self).__name__} holds seats, and has no welcome_back")

    @abstractmethod
    def refuse(self, reason: str) -> None:
        """Tell the client that the login has failed."""

    def taken(self, name: str) -> str:
        """The reason for refusing a name that somebody else has."""
        return f"Somebody else is called {name}."

    def farewell(self, reason: str) -> bytes:
        """The last words of a session that is ended here."""
        return b""

    # When the server is reloaded

    def state(self) -> dict[str, Any] | None:
        """What another process has to know to go on with this session, as JSON.

        If it is None, as for clients that come back by themselves, the connection is lost.
        """
        return None

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where another process has stopped, in place of `greet`, `welcome` and the like."""
        raise NotImplementedError(f"{type(self).__name__} has a state, and no restore")


class Session:
    """A client that is connected. It becomes a player's client by a login."""

    log = Logger()

    __slots__ = (
        "__weakref__",
        "_admission",
        "_client",
        "_discarded",
        "_gate",
        "_has_asked",
        "_inbox",
        "_login_timer",
        "_next",
        "_timers",
        "_tries",
        "dialect",
        "door",
        "has_ended",
        "line",
        "player",
    )

    def __init__(self, gate: Gate, line: Line, door: Door) -> None:
        limits, clock = gate.limits, gate.clock
        self.player: Player | None = None
        self._client: Client | None = None  # the player's, while there is one
        self._admission: Deferred[None] | None = None  # a login that was not answered yet
        self.line = line
        self.door = door
        self._gate = gate
        self._tries = 0  # logins that have failed
        self._has_asked = False  # whether the one was among them by which clients ask if a name has an account
        self._timers: list[IDelayedCall] = []  # the dialect's
        self._next: IDelayedCall | None = None  # the last of them that was to ring at once
        self.has_ended = False
        self._discarded = 0
        self.dialect = door.dialect(self)
        self._inbox = Inbox(self, gate)
        seconds = limits.login_seconds if door.login_seconds is None else door.login_seconds
        too_late = f"No login within {seconds:.15g} s."
        self._login_timer: IDelayedCall | None = clock.callLater(seconds, self.end, too_late)
        self.log.info("Connected: {client}", client=self._peer)

    def start(self) -> None:
        """The client is connected: greet it, unless it is gone already. What it says meanwhile is read after that."""
        if not self.has_ended:
            self._guard(self.dialect.greet)

    @property
    def _peer(self) -> str:
        """Where the client is, for the log."""
        return self.line.peer or "this process"

    # For the dialect

    @property
    def world(self) -> World:
        return self._gate.world

    @property
    def gate(self) -> Gate:
        return self._gate

    def spend(self, commands: float) -> None:
        """Pay for work that is worth so many commands."""
        if not self.has_ended:
            self._inbox.spend(commands)

    @property
    def commands_left(self) -> float:
        """How many commands the client may send at once now; below zero if it owes some."""
        return self._inbox.commands_left

    def later(self, seconds: float, call: Callable[[], object]) -> IDelayedCall:
        """Call this later, if the session lasts so long."""
        timer = self._gate.clock.callLater(seconds, self._guard, call)
        if self.has_ended:
            timer.cancel()
        self._timers = [*(one for one in self._timers if one.active()), timer]
        if not seconds:
            self._next = timer
        return timer

    def login(self, user: str, password: str) -> None:
        """Log somebody in, once; `Dialect.welcome` or `Dialect.refuse` is next."""
        if self.player is not None:
            raise RuntimeError(f"{self.player.name} is already logged in: a session has one player")
        if not isinstance(self.dialect.naming, Naming):
            raise TypeError(f"naming is {self.dialect.naming!r}, not one of Naming's")
        if self._gate.status != "open":
            self._refuse("The server is closed at the moment.")
            return
        self._inbox.hold()
        self._gate.sent_login(self)
        admitted = self.dialect.admit(user, password)
        self._admission = admitted.addCallbacks(self._admitted, self._not_admitted, errbackArgs=(user,))
        admitted.addErrback(self.fail)

    def act(self, act: Act, then: Callable[[], object] | None = None) -> None:
        """Let the player do something in the room where they are. What the client says next waits until it is done."""
        player = self.player
        if player is not None and player.room is not None:
            inbox = self._inbox
            inbox.hold()
            player.room.act(player, act, inbox.go_on if then is None else lambda: self._done_then(then))
        elif then is not None:
            then()

    def ask(self, room: str, request: object, then: Callable[[], object]) -> None:
        """Let the player ask the game of some room for something, wherever they are."""
        if self.player is not None:
            self._inbox.hold()
            self.world.ask(self.player, room, request, lambda: self._done_then(then))

    def new_client(self, screen: Screen | None = None, listener: Callable[[Event], None] | None = None) -> Client:
        """The client of this session: with a screen, or with something that hears the events of games, or both."""
        hear = None if listener is None else partial(self._hear, listener)
        return Client(self.line.peer, screen, hear, spend=self.spend, end=self.end)

    def end(self, reason: str, why: str | None = None, code: int = POLICY) -> None:
        """End the session with a reason, in the words of its protocol.

        `why` is for the log, and `code` for lines that send one: see `Framing`.
        """
        if self.has_ended:
            return
        self.has_ended = True
        if self._gate.status == "closed" and code != FAILED:
            code = GOING_AWAY
        try:
            last = self.dialect.farewell(reason)
            if not isinstance(last, bytes):
                raise TypeError(f"farewell gave {last!r}, not bytes")
        except Exception:
            self.log.failure("A farewell to {client} failed", client=self.line.peer)
            last = b""
        self._leave(why or reason)
        if last:
            self.line.send(last)
        self.line.finish(self._gate.limits.closing_seconds, code)

    # For the connection

    def received(self, data: bytes) -> None:
        """Bytes have come from the client."""
        if self.has_ended:
            self._discarded += len(data)
            if self._discarded > DISCARD_BYTES:
                self.line.abort()
            return
        self._inbox.receive(data)

    def lost(self) -> None:
        """The connection is gone."""
        self._lose(LOST)
        self._gate.gone(self)
        del self.dialect, self._inbox  # they refer to us: without them all is freed at once, and not by the collector

    def drop(self, reason: str) -> None:
        """End it at once: this client does not take what it is sent."""
        self._lose(reason)
        self.line.abort()

    # When the server is reloaded

    @property
    def is_settled(self) -> bool:
        """Whether nothing is about to happen to it at once."""
        return self._next is None or not self._next.active()

    def state(self) -> dict[str, Any] | None:
        """What another process needs to go on with this session, as JSON; None if it cannot."""
        if self.has_ended or self._inbox.is_held or not self.is_settled:
            return None
        state = self.dialect.state()
        if state is None:
            return None
        unread, messages = self._inbox.rest
        return {
            "player": None if self.player is None else self.player.id,
            "tries": self._tries,
            "unread": unread.hex(),
            "messages": [one if isinstance(one, str) else [type(one).__name__, *one] for one in messages],
            "commands_left": self._inbox.commands_left,
            "dialect": state,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where another process has stopped, in place of `start`. Whatever it raises, nobody is attached."""
        kinds = {kind.__name__: kind for kind in self.dialect.messages}
        messages = [one if isinstance(one, str) else kinds[one[0]](*one[1:]) for one in state["messages"]]
        unread, commands_left = bytes.fromhex(state["unread"]), float(state["commands_left"])
        player = None if state["player"] is None else self.world.known(state["player"])
        self._tries = state["tries"]
        self.dialect.restore(state["dialect"])
        if player is not None:
            self.player = player
            self._client = self.dialect.client()
            self._stop_login_timer()
            self._gate.waits_no_more(self)
            self.world.attach(player, self._client)
        self._inbox.begin_with(unread, messages, commands_left)

    def hung_up(self, code: int = NORMAL) -> None:
        """The client closed cleanly; keep its seat."""
        self._lose(LOST)
        self.line.finish(self._gate.limits.closing_seconds, code)

    # For the inbox

    def handle(self, message: Any) -> None:
        """Deal with what comes over a line with a framing: a message of the dialect, or a signal of the framing."""
        match message:
            case Answer(frame):
                self.line.put(frame)
            case Closed(code):
                self.hung_up(code)
            case Violation(code, reason):
                self.end(f"Error: {reason}.", code=code)
            case _:
                self.dialect.handle(message)

    # What waits for something

    def _done_then(self, then: Callable[[], object]) -> None:
        """What the client asked for last is done, and this comes next."""
        if not self.has_ended:
            self._inbox.release()
            self._guard(then)
        if not self.has_ended:
            self._inbox.work()

    # Coming in

    def _admitted(self, player: Player) -> None:
        self._inbox.release()
        self.player = player
        self._client = client = self.dialect.client()
        self._stop_login_timer()
        self._gate.waits_no_more(self)
        self.log.info(
            "Login: {name} ({agent}) from {client}",
            name=plain(player.name),
            agent=player.objid,
            client=self._peer,
        )
        if player.room is None:
            self.world.attach(player, client)
            self.dialect.welcome(player)
        else:
            self.dialect.welcome_back(player)
            self.world.attach(player, client)
        self._after_login()
        self._inbox.work()

    def _not_admitted(self, failure: Failure, user: str) -> None:
        if self.has_ended:
            return
        self._inbox.release()
        if failure.check(Taken):
            self._refuse(self.dialect.taken(user), is_failure=False)
        elif failure.check(NotAdmitted):
            self.dialect.refuse(str(failure.value))
            self.end(str(failure.value))
        elif failure.check(Refused):
            is_question = failure.check(HasAccount) is not None
            is_failure = not is_question or self._has_asked
            self._has_asked = self._has_asked or is_question
            self._refuse(str(failure.value), is_failure=is_failure)
        else:
            self.log.failure("A login from {client} could not be looked up", failure, client=self.line.peer)
            self._refuse(WRONG)
        self._inbox.work()

    def _refuse(self, reason: str, *, is_failure: bool = True) -> None:
        """Say no; somebody who only has to choose another name has not failed."""
        if self.has_ended:
            return
        self._tries += is_failure
        self._gate.refused_login(self)
        self.log.info("Login from {client} refused: {reason}", client=self.line.peer, reason=plain(reason))
        self.dialect.refuse(reason)
        if self._tries >= self._gate.limits.login_tries:
            self.end("Too many failed logins.")
        self._after_login()

    def _after_login(self) -> None:
        if not self.has_ended:
            self._inbox.add(self.dialect.after_login())

    def _hear(self, listener: Callable[[Event], None], event: Event) -> None:
        """Hand an event to the dialect. If it fails the game must not notice, so the session ends a little later."""
        try:
            listener(event)
        except Exception:
            if not self.has_ended:
                failure = Failure()
                self.later(0, lambda: self.fail(failure))

    # Going

    def _guard(self, call: Callable[[], object]) -> None:
        """Call something of the dialect's; if it fails, only this session ends."""
        try:
            call()
        except Exception:
            self.fail()

    def fail(self, failure: Failure | None = None) -> None:
        self.log.failure("The session of {client} failed", failure or Failure(), client=self.line.peer)
        self.end(WRONG, code=FAILED)

    def _lose(self, reason: str) -> None:
        if not self.has_ended:
            self.has_ended = True
            self._leave(reason, is_lost=True)

    def _leave(self, reason: str, *, is_lost: bool = False) -> None:
        self._inbox.close()
        self._stop_login_timer()
        self._gate.leaves(self)
        if self._admission is not None:
            self._admission.cancel()  # nobody waits for it, so it takes nobody's seat
        for timer in self._timers:
            if timer.active():
                timer.cancel()
        self._timers.clear()
        player, client = self.player, self._client
        self.player = self._client = None
        who = self._peer if player is None else f"{player.name} ({player.objid}) from {self._peer}"
        self.log.info("Left: {who}: {reason}", who=plain(who), client=self.line.peer, reason=plain(reason[:LOGGED]))
        if player is not None:
            self.world.disconnected(player, client, holds_seat=is_lost and self.dialect.holds_seats)

    def _stop_login_timer(self) -> None:
        if self._login_timer is not None and self._login_timer.active():
            self._login_timer.cancel()
        self._login_timer = None
