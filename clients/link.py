"""A client's connection: it turns what the server sends into a model and a few calls, and the client's acts into tags.

-> <client>, after <server> with status="open"
-> <login/>, until one is answered with an objid
-> <xrequest options="bot"></xrequest>, if it is a program
-> <xrequest options="points"></xrequest>, if it shows points
-> <xrequest options="language tr"></xrequest>, if its user reads another language than English
-> <xrequest options="facts"></xrequest>, if it wants to know what rooms say of themselves
-> <xrequest options="resume"></xrequest>, if it wants to come back after a lost connection
-> <xrequest options="help"></xrequest>, whenever its user wants to know about the present room
-> <xrequest options="who"></xrequest>, every few seconds while its user wants to know who is where
-> <xrequest options="account">{...}</xrequest>, to do something with one's own account
-> <cmd/> ...
-> <logout/> </client>
"""

from __future__ import annotations

import json
import socket
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime, ITCPTransport
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from tilenet.clients.accountanswers import AccountAnswer, read_answer
from tilenet.clients.model import Model, Thing
from tilenet.wire.codec import Decoder, closing, encode, opening
from tilenet.wire.grammar import CLIENT, SERVER, Illegal
from tilenet.wire.messages import (
    ACCOUNT,
    AGENT,
    BOT,
    FACTS,
    HELP_LINES,
    LANGUAGE,
    POINTS,
    RESUME,
    WHO,
    ClientOpen,
    Closed,
    Cmd,
    Fault,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    ServerOpen,
    Xrequest,
    Xresponse,
)

LONGEST_TAG = 4 * 2**20  # bytes; images come in one tag
SILENCE = 10.0  # seconds that a server has to send its first tag
RECOVERY = 60.0  # the same for a server that was lost: started again, it answers when it stands where it stood
PARTING = 2.0  # seconds that a server has to answer a logout
LONGEST_TOKEN = 256  # characters that a resume token may have


#: How soon TCP notices that the server has vanished: seconds of silence, seconds between probes, probes.
KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 30_000}


class End(Enum):
    """How a connection ended."""

    LEFT = "left"  # because the user wanted to leave
    LOGGED_OUT = "logged out"  # the server ended it, and said so
    NOT_OPEN = "not open"  # the server is closed or busy
    FOREIGN = "foreign"  # whatever is there, it is not a TileNet server
    SILENT = "silent"  # whatever is there, it says nothing
    WRONG = "wrong"  # a TileNet server that breaks the protocol
    LOST = "lost"


class LinkUser(typing.Protocol):
    """The user of a link: a person's client, or a bot."""

    def opened(self, server: ServerOpen) -> None:
        """The server is open: now is the time to log in."""

    def answered(self, answer: LoggedIn) -> None:
        """The answer to a login."""

    def model_changed(self) -> None:
        """The model has changed."""

    def ended(self, end: End, why: str) -> None:
        """The connection is over. This is called once, last."""


class Link(Protocol):
    """One connection, from <server> to </server>."""

    def __init__(self, caller: LinkUser, clock: IReactorTime, silence: float = SILENCE) -> None:
        self.model = Model(clock.seconds)
        self.token = ""  # the password with which to come back, once, after a lost connection; see `ask_for_token`
        self._silence = silence
        self._caller = caller
        self._clock = clock
        self._decoder = Decoder(SERVER, LONGEST_TAG)
        self._alarm: IDelayedCall | None = None
        self._end: tuple[End, str] | None = None
        self._is_open = False  # from <client> until the end of the session
        self._is_waiting = False  # for the answer to a login
        self._asked: dict[str, Callable[[AccountAnswer], object]] = {}  # about the account, by what is to be done
        self._is_closing = False  # whether we have hung up: what still comes is ignored

    # What the server does

    def connectionMade(self) -> None:
        _keep_alive(self.transport)
        self._alarm = self._clock.callLater(self._silence, self._give_up, End.SILENT, "it sent nothing")

    def dataReceived(self, data: bytes) -> None:
        is_news = False
        for message in self._decoder.feed(data):
            if self._is_closing:
                break
            is_news = is_news or self._end is None
            try:
                self._take(message)
            except Illegal as error:
                self._give_up(End.WRONG, str(error))
        if is_news and self.model.me is not None:
            self._caller.model_changed()

    def _take(self, message: Message) -> None:
        if isinstance(message, Fault):
            self._give_up(End.FOREIGN if self.model.server is None else End.WRONG, message.reason)
            return
        if isinstance(message, LoggedIn) and not self._is_waiting:
            raise Illegal("<logged-in> without a login")
        self.model.take(message)
        match message:
            case ServerOpen(_, _, "open"):
                self._stop_alarm()
                self._write(opening(ClientOpen()))
                self._is_open = True
                self._caller.opened(message)
            case ServerOpen(_, _, status):
                self._give_up(End.NOT_OPEN, f"the server is {status}")
            case LoggedIn():
                self._is_waiting = False
                self._caller.answered(message)
            case Xresponse(token, options) if options == RESUME and len(token) <= LONGEST_TOKEN:
                self.token = token
            case Xresponse(content, options) if options == ACCOUNT:
                self._answer(read_answer(content))
            case LoggedOut(why):
                self._is_open = False
                if self._end is None:
                    self._end = End.LOGGED_OUT, why
                    self._alarm = self._clock.callLater(PARTING, self.abort)
            case Closed():
                self._end = self._end or (End.LOST, "the server has ended the session")
                self._close()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._stop_alarm()
        self._is_open = False
        if self._end is None:
            if self.model.server is None:
                self._end = End.FOREIGN, "it closed the connection at once"
            else:
                self._end = End.LOST, "the connection was lost"
        self._caller.ended(*self._end)

    # What the client does

    def login(self, user: str, password: str) -> None:
        """Log in, unless a login is still waiting for its answer or has succeeded."""
        if self.model.me is None and not self._is_waiting:
            self._is_waiting = self._send(Login(user, password))

    def declare_bot(self) -> None:
        """Say that this client is a program. Other servers read it, and do nothing."""
        if self.model.me is not None:
            self._send(Xrequest(options=BOT))

    def ask_for_points(self) -> None:
        """Ask whether energy tells points here. Only servers that know the question answer it."""
        if self.model.me is not None:
            self._send(Xrequest(options=POINTS))

    def ask_for_facts(self) -> None:
        """Ask for what rooms say of themselves as data, for this session. Other servers read it, and do nothing."""
        if self.model.me is not None:
            self._send(Xrequest(options=FACTS))

    def ask_for_language(self, code: str) -> None:
        """Ask to be told everything in this language, such as tr. Other servers read it, and do nothing."""
        if self.model.me is not None:
            self._send(Xrequest(options=f"{LANGUAGE}{code}"))

    def ask_for_help(self) -> None:
        """Ask for the help of the present room. Other servers read it, and do nothing."""
        if self.model.me is not None:
            self._send(Xrequest(options=HELP_LINES))

    def ask_for_places(self) -> None:
        """Ask who is where. Other servers read it, and do nothing."""
        if self.model.me is not None:
            self._send(Xrequest(options=WHO))

    def ask_for_token(self) -> None:
        """Ask for a resume token. Other servers read it, and do nothing."""
        if self.model.me is not None:
            self._send(Xrequest(options=RESUME))

    def ask_account(self, request: Mapping[str, Any], answered: Callable[[AccountAnswer], object]) -> bool:
        """Do something with the user's account, and return whether that was sent. Other servers do not answer."""
        do = str(request["do"])
        if self.model.me is None or not self._send(Xrequest(json.dumps(request), ACCOUNT)):
            return False
        self._asked[do] = answered
        return True

    def _answer(self, answer: AccountAnswer) -> None:
        do = answer.do if answer.do in self._asked else next(iter(self._asked), "")
        if answer.is_done and do in ("password", "logout") and self.token:
            self.ask_for_token()  # the one before is not good any more
        if (answered := self._asked.pop(do, None)) is not None:
            answered(answer)

    def click(self, token: Thing) -> bool:
        """Click a token, and return whether that was sent: a click that would do nothing is not [c8.2]."""
        return self._act(Cmd("click", token.objid), token)

    def press(self, key: Thing, modifiers: int = 0) -> bool:
        """Press a key, and return whether that was sent."""
        return self._act(Cmd("press", key.objid, modifiers), key)

    def say(self, target: Thing, text: str) -> None:
        """Say something. Only its target hears a whisper, so we note it here."""
        me, words = self.model.me, text.strip()
        if me is None or not self._send(Cmd("say", target.objid, text=text)):
            return
        if target.kind == AGENT and words.startswith("(") and words.endswith(")") and target.objid != me:
            self.model.note(self.model.line(me, target.objid, words))
            self._caller.model_changed()

    def leave(self) -> None:
        """Log out, and hang up when the server has answered, or has not answered in time."""
        if self._end is not None:
            return
        if self.model.me is None:
            self._give_up(End.LEFT, "")
            return
        self._send(Logout())
        self._write(closing(CLIENT))
        self._end = End.LEFT, ""
        self._is_open = False
        self._alarm = self._clock.callLater(PARTING, self.abort)

    def abort(self) -> None:
        """Hang up at once."""
        self._end = self._end or (End.LEFT, "")
        self._is_open = False
        self._is_closing = True
        if self.transport is not None:
            self.transport.abortConnection()  # type: ignore[attr-defined]

    def _act(self, cmd: Cmd, thing: Thing) -> bool:
        return self.model.can_act_on(self.model.things[thing.objid]) and self._send(cmd)

    def _send(self, message: Message) -> bool:
        if self._is_open:
            self._write(encode(message))
        return self._is_open

    def _write(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.write(data)

    def _give_up(self, end: End, why: str) -> None:
        self._end = self._end or (end, why)
        self._close()

    def _close(self) -> None:
        self._stop_alarm()
        self._is_open = False
        self._is_closing = True
        assert self.transport is not None
        self.transport.loseConnection()
        # A server that never reads would keep us waiting for ever.
        self._alarm = self._clock.callLater(PARTING, self.abort)

    def _stop_alarm(self) -> None:
        if self._alarm is not None and self._alarm.active():
            self._alarm.cancel()
        self._alarm = None


def _keep_alive(transport: object) -> None:
    """Send small tags at once, and notice if the server has vanished."""
    if not ITCPTransport.providedBy(transport):
        return
    transport.setTcpNoDelay(True)
    transport.setTcpKeepAlive(True)
    handle = transport.getHandle() if hasattr(transport, "getHandle") else None
    for option, value in KEEPALIVE.items():
        if isinstance(handle, socket.socket) and hasattr(socket, option):  # not every system has all of them
            handle.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
