"""TileNet 1.0 at the door: what its clients say, and what they are told.

<- <server>                 at once
-> <client> <login>         answered by <logged-in>, tried again if that has no objid
<- <set>... <hear>...       as the player's room sends them
-> <cmd> <xrequest>         in order; illegal ones end the session, those that cannot be executed do nothing
-> <logout>                 or whatever else ends it:
<- <logged-out> </server>   the reason
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from twisted.python.failure import Failure

from tilenet.doors.door import Door
from tilenet.doors.gate import Gate
from tilenet.doors.session import WRONG, Dialect, Session
from tilenet.languages.formats import xml_format
from tilenet.languages.language import ENGLISH, code_of, languages, said_in
from tilenet.lines.framing import NORMAL
from tilenet.wire.codec import Decoder, closing, encode, opening
from tilenet.wire.format import XML, Format
from tilenet.wire.grammar import CLIENT, SERVER
from tilenet.wire.messages import (
    ACCOUNT,
    BOT,
    FACTS,
    HELP_LINES,
    LANGUAGE,
    POINTS,
    RESUME,
    WHO,
    ClientOpen,
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
from tilenet.words import Words
from tilenet.world.players.client import Client, Screen
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Act, Click, Press, Speech

ACCOUNT_COMMANDS = 5.0  # that a request about one's account costs, because the database has to be asked
SHOWN_AGAIN = 10.0  # commands that another language costs, because all of a room is sent again


class TileNetDialect(Dialect[Message]):
    """A client that speaks TileNet. It is shown all of the room that its player is in."""

    __slots__ = ("_decoder", "_format", "_gate", "_was_answered")

    holds_seats = True

    def __init__(self, session: Session, gate: Gate) -> None:
        super().__init__(session)
        self._gate = gate
        self._decoder = Decoder(CLIENT, gate.limits.login_tag_bytes, wait_after=Login)
        self._format = XML
        self._was_answered = False  # whether there was a <logged-in>

    def greet(self) -> None:
        self.line.send(opening(ServerOpen(self._gate.group, self._gate.name, self._gate.status)))

    def decode(self, data: bytes) -> Iterable[Message]:
        decoder = self._decoder
        before = decoder.work
        messages = decoder.feed(data)
        if decoder.work != before:
            self.session.spend(decoder.work - before)
        return messages

    def after_login(self) -> Iterable[Message]:
        """How long a tag after a login may be depends on the answer, so the decoder has waited for it."""
        before = self._decoder.work
        messages = self._decoder.go_on()
        self.session.spend(self._decoder.work - before)
        return messages

    def handle(self, message: Message) -> None:
        session = self.session
        if isinstance(message, Cmd) and session.player is not None:
            session.act(act_of(message))
            return
        match message:
            case ClientOpen():
                pass
            case Login(user, password) if session.player is None:
                session.login(user, password)
            case Xrequest(content, options) if session.player is not None:
                self._extend(options, content, session.player)
            case Logout(reason):
                why = "logged out" + (f": {reason}" if reason else "")
                session.end(Words("You have logged out."), why, NORMAL)
            case Fault(reason):
                session.end(f"Error: {reason}.")
            case _:
                session.end(f"Error: <{type(message).__name__.lower()}> out of order.")

    def _extend(self, options: str | None, content: str, player: Player) -> None:
        """Extensions of ours. Any other is read, and that is all."""
        if options == ACCOUNT:
            self.session.spend(ACCOUNT_COMMANDS)
            self._ask_account(content, player)
        elif options == BOT:
            self.session.world.declare_bot(player)
        elif options == POINTS:
            self.line.send(encode(Xresponse("energy is points + 1", POINTS)))
        elif options == FACTS:
            self._reformat(player, xml_format(self._format.language, takes_facts=True))
        elif options == HELP_LINES:
            lines = said_in(self._format.language, self.session.world.help_of(player))
            self.line.send(encode(Xresponse(json.dumps(lines), HELP_LINES)))
        elif options == WHO:
            told = {"places": said_in(self._format.language, self.session.world.places_for(player))}
            self.line.send(encode(Xresponse(json.dumps(told), WHO)))
        elif options is not None and options.startswith(LANGUAGE):
            code = code_of(options.removeprefix(LANGUAGE))
            if code == ENGLISH or code in languages():
                self.session.spend(SHOWN_AGAIN)
                self._reformat(player, xml_format(code, takes_facts=self._format.takes_facts))
        elif options == RESUME:
            self.line.send(encode(Xresponse(self.session.world.resume_token(player), RESUME)))

    def _ask_account(self, content: str, player: Player) -> None:
        """Do something with the player's account. The game goes on meanwhile; the answer comes if they still play."""
        session = self.session
        try:
            request = json.loads(content)
        except (ValueError, RecursionError):
            request = None

        def tell(answer: Mapping[str, Any]) -> None:
            if session.player is player:
                told = json.dumps(said_in(self._format.language, answer))
                self.line.send(encode(Xresponse(told, ACCOUNT)))

        def failed(failure: Failure) -> None:
            session.log.failure("An account could not be changed", failure)
            tell({"why": WRONG})

        session.world.desk.ask(player, request).addCallbacks(tell, failed)

    def _reformat(self, player: Player, format: Format) -> None:
        self._format = format
        self.session.world.reformat(player, format)

    def client(self) -> Client:
        return self.session.new_client(Screen(self.line, self._format, self.session.world.is_online))

    def welcome(self, player: Player) -> None:
        self._welcome("Welcome", player)
        self.session.world.place(player)

    def welcome_back(self, player: Player) -> None:
        self._welcome("Welcome back", player)

    def _welcome(self, greeting: str, player: Player) -> None:
        self._decoder.set_limit(self._gate.limits.tag_bytes)
        self._answer(LoggedIn(welcome_text(greeting, player), player.objid))

    def refuse(self, reason: str) -> None:
        self._answer(LoggedIn(reason))

    def _answer(self, answer: LoggedIn) -> None:
        self._was_answered = True
        self.line.send(encode(answer))

    def farewell(self, reason: str) -> bytes:
        """The end of the document as the grammar wants it [c8.1]: there is no <logged-out> before a <logged-in>."""
        return (self._format.encode(LoggedOut(reason)) if self._was_answered else b"") + closing(SERVER)


def welcome_text(greeting: str, player: Player) -> str:
    """What somebody who has logged in is told, with what they may not have expected."""
    name, account = player.name, player.account
    if account.is_new:
        return (
            f"{greeting}, {name}. You have an account now: the name {name} is yours, with the password that you gave."
        )
    if account.id is None and name != player.login_name.strip():
        return f"{greeting}, {name}. The name {player.login_name.strip()} is taken, so you are called {name} here."
    return f"{greeting}, {name}."


def act_of(command: Cmd) -> Act:
    kind, target, _, text = command
    if kind == "click":
        return Click(target)
    return Press(target) if kind == "press" else Speech(target, text)


class TileNetDoor(Door):
    """The door for clients that speak TileNet."""

    def dialect(self, session: Session) -> TileNetDialect:
        return TileNetDialect(session, self.gate)

    def busy(self) -> bytes:
        """A whole document [c8.8]."""
        return opening(ServerOpen(self.gate.group, self.gate.name, "busy")) + closing(SERVER)
