"""A simulated client of TileNet: it logs in, acts, comes back after a loss, and remembers all that it was shown."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random

from tilenet.clients.model import Model
from tilenet.clients.things import Thing
from tilenet.clients.torture.socketlink import SocketLink, WebSocketLink
from tilenet.wire.codec import Decoder, encode, opening
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import (
    FACTS,
    HELP_LINES,
    KEY,
    RESUME,
    TOKEN,
    ClientOpen,
    Closed,
    Cmd,
    Fault,
    Hear,
    LoggedIn,
    LoggedOut,
    Login,
    Logout,
    Message,
    Xrequest,
    Xresponse,
)

LONGEST_TAG = 2**22


@dataclass
class Identity:
    """Who a visitor is, whatever connection they use."""

    name: str
    password: str = ""  # of an account
    uses_web: bool = False
    uses_token: bool = False
    wanted: str = ""  # the room that they play in
    room: str = ""  # where they were last
    token: str = ""
    clicks: int = 0  # sent to the room that counts
    heard: set[str] = field(default_factory=set)  # lines with a number, each of which may be heard once
    doubled: list[str] = field(default_factory=list)  # lines that were heard twice


class Visitor:
    """One connection of somebody. Acts are numbered; a request after each is answered when the act has been done."""

    def __init__(self, identity: Identity, ports: dict[str, int]) -> None:
        self.identity = identity
        self.model = Model()
        self.sent = 0  # acts
        self.answered = 0  # of those
        self.refusals: list[str] = []  # why a login was refused
        self.is_over = False  # logged out, or told to go
        self.faults: list[str] = []
        self.changed_at = 0.0  # when something was shown last
        self.has_helped = False
        self.last_act = 0.0
        self.left = 0  # the number of the act with which it left a room, or asked to
        if identity.uses_web:
            self.link: SocketLink = WebSocketLink(ports["HTTP (for browsers)"], "/tilenet")
        else:
            self.link = SocketLink(ports["TileNet"])
        self._decoder = Decoder(SERVER, LONGEST_TAG)
        self._uses_token = bool(identity.token)
        self.link.send(opening(ClientOpen()) + encode(Login(identity.name, identity.token or identity.password)))

    def __repr__(self) -> str:
        lost = ", lost" if self.link.is_lost else ", over" if self.is_over else ""
        return (
            f"<Visitor {self.model.me} in {self.model.current}{lost}, {self.answered} of {self.sent}, {self.refusals}>"
        )

    # What is known

    @property
    def is_in(self) -> bool:
        """Logged in, and told everything about a room."""
        return self.model.me is not None and self.model.is_told and not self.is_over

    @property
    def room(self) -> str:
        return self.model.address

    @property
    def is_answered(self) -> bool:
        """Whether all that was sent has been done, and what came of it was shown."""
        return self.sent == self.answered

    # What comes

    def read(self) -> None:
        data = self.link.receive()
        if data:
            for message in self._decoder.feed(data):
                self._take(message)
            if self.is_in:
                self.identity.room = self.room

    def _take(self, message: Message) -> None:
        match message:
            case Xresponse(_, options) if options == HELP_LINES:
                self.answered += 1
                return
            case Xresponse(content, options) if options == RESUME:
                self.identity.token = content
                return
            case LoggedIn(words, None):
                self._refused(words)
            case LoggedOut(words):
                self.is_over = True
                self.faults.append(f"logged out: {words}")
            case Fault(reason):
                self.faults.append(f"the server's document is wrong: {reason}")
                self.is_over = True
            case Closed():
                self.is_over = True
            case Hear(_, _, words):
                self._hear(words)
                return
        self.model.take(message)
        self.changed_at = time.monotonic()
        if isinstance(message, LoggedIn) and message.objid is not None:
            self._ask(FACTS)
            if self.identity.uses_token:
                self._ask(RESUME)
            else:
                self.identity.token = ""

    def _refused(self, words: str) -> None:
        self.refusals.append(words)
        if self._uses_token:
            self._uses_token = False
            self.identity.token = ""
            self.link.send(encode(Login(self.identity.name, self.identity.password)))

    def _hear(self, words: str) -> None:
        """Lines that players make unique are heard once, whatever happens."""
        if words.startswith("word "):
            one = self.identity
            if words in one.heard:
                one.doubled.append(words)
            one.heard.add(words)

    # What it does

    def barrier(self) -> None:
        """Ask for something whose answer comes when all that was sent before has been done."""
        self._ask(HELP_LINES)
        self.sent += 1

    def act(self, cmd: Cmd, *, leaves: bool = False) -> None:
        self.last_act = time.monotonic()
        self.link.send(encode(cmd))
        self.barrier()
        if leaves:
            self.left = self.sent

    def _ask(self, what: str) -> None:
        self.link.send(encode(Xrequest(options=what)))

    def click_role(self, role: str) -> bool:
        tile = self.model.tile(role)
        if tile is None or not self.model.can_act_on(tile):
            return False
        self.act(Cmd("click", tile.objid), leaves=True)
        return True

    def say(self, text: str) -> None:
        assert self.model.current is not None
        self.act(Cmd("say", self.model.current, text=text))

    def usable(self) -> list[Thing]:
        """Every tile and key that can be used now, without those that lead away."""
        things = [*self.model.here(TOKEN), *self.model.here(KEY)]
        away = {"home", "lobby", "key/home", "key/lobby", "help", "key/help"}
        return [one for one in things if self.model.can_act_on(one) and self.model.role_of(one.objid) not in away]

    def play(self, dice: Random) -> None:
        """Use a tile or key at random."""
        things = self.usable()
        if things:
            one = dice.choice(things)
            self.act(Cmd("click" if one.kind == TOKEN else "press", one.objid), leaves=True)

    def log_out(self) -> None:
        self.sent += 1
        self.left = self.sent
        self.link.send(encode(Logout()))
