"""The door for programs that speak Dancing's own protocol: texts that end with an &.

-> MY TEAM NAME&                the first of two to come is the choreographer, the second the spoiler
                                (or, with a second line: MY TEAM NAME, and below it `role: any`, or one of the roles)
<- role: spoiler&               only to those with a second line
<- 30 4 40&                     both: board size, colours, dancers of each colour
<- Dancer positions ...&        both: the input file
-> 6 3 16 14 ... &              the spoiler's stars
<- 6 3 16 14 ... &              the choreographer is told them, written anew
-> 2 10 11 11 11 6 0 6 1&       a step: number of moves, then x1 y1 x2 y2 of each; and so on
-> DONE&
-> 0 0 0 1 2 2 2 3 &            all lines, x1 y1 x2 y2 each
<- round 1: ...&                both: how it has ended; then the second round, if there is one, with the roles swapped
<- match: ...&                  and the server closes

This door sends nothing of TileNet. The game's events tell it what happens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Any

from tilenet.doors.door import Door
from tilenet.doors.session import Dialect, Session
from tilenet.game import Event
from tilenet.games.dancing.events import (
    NOT_YOUR_TURN,
    Begins,
    Dance,
    Done,
    Fault,
    Finish,
    OpenTable,
    Over,
    Place,
    Seated,
    StarsPlaced,
    TakeSeat,
    Verdict,
)
from tilenet.games.dancing.hall import LOBBY, find_waiting
from tilenet.games.dancing.instances import Instance
from tilenet.games.dancing.match import Role
from tilenet.games.dancing.rules import Move
from tilenet.games.dancing.wire import (
    DEFAULT_LIMIT,
    Bad,
    Decoded,
    Decoder,
    Part,
    StepReader,
    TooLong,
    Wrong,
    encode,
    is_done,
    read_introduction,
    read_lines,
    read_stars,
    write_cells,
)
from tilenet.world.players.admission import Naming
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Request

OUT_OF_ORDER = "Dancing is out of order at the moment."
TOO_EARLY = "Too early: the match has not begun."


class DancingDoor(Door):
    """Clients of this protocol play matches, which everybody else can watch."""

    def dialect(self, session: Session) -> DancingDialect:
        return DancingDialect(session)

    def busy(self) -> bytes:
        return encode("The server is full. Try again later!")


class Owed(Enum):
    """What a client has to send next in a round."""

    STARS = auto()
    STEPS = auto()
    LINES = auto()


class DancingDialect(Dialect[Decoded]):
    """A program that plays one match."""

    naming = Naming.AT_ONCE
    cost = 0.01
    messages = (Part, Bad, TooLong)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._decoder = Decoder(session.gate.limits.login_tag_bytes)
        self._introduction = read_introduction("")
        self._is_seated = False
        self._is_over = False
        self._round = 0  # the last that has begun
        #: What the client still has to send, round by round: a program that has lost a round may not know it yet.
        self._owed: deque[tuple[int, Owed]] = deque()
        self._begun = ""  # a message of which only parts have come, if it is not about steps
        self._steps: StepReader | None = None  # reads a message of which parts have come, if it is

    # Messages

    def decode(self, data: bytes) -> Iterable[Decoded]:
        return self._decoder.feed(data)

    def handle(self, message: Decoded) -> None:
        if self._is_over:
            return
        match message:
            case TooLong(reason):
                self._give_up(reason)
            case str(text) if self.session.player is None:
                self._introduction = read_introduction(text)
                self.session.login(self._introduction.name, "")
            case Bad(reason) if self.session.player is None:
                self.session.end(f"That is not a name: {reason}.")
            case _ if not self._round:
                self.session.end(TOO_EARLY)
            case Bad(reason):
                self._play(Fault(self._pass_over(), reason))
            case Part(text):
                self._read_part(text)
            case str(text):
                text, self._begun = self._begun + text, ""
                self._play(self._read(text))

    def _read_part(self, text: str) -> None:
        """Nobody waits for the end of a message with many steps."""
        if self._owed and self._owed[0][1] is Owed.STEPS and not self._begun:
            self._steps = self._steps or StepReader()
            self._play(self._dance(self._owed[0][0], *self._steps.read(text, is_last=False)))
        else:
            self._begun += text

    def _read(self, text: str) -> Place | Dance | Done | Finish | Fault:
        """What a text says depends on what the client has to send next."""
        if not self._owed:
            return Fault(self._round, NOT_YOUR_TURN)
        number, owed = self._owed.popleft()
        try:
            match owed:
                case Owed.STARS:
                    return Place(number, read_stars(text))
                case Owed.LINES:
                    return Finish(number, read_lines(text))
        except Wrong as error:
            return Fault(number, str(error))
        steps, self._steps = self._steps, None
        if is_done(text) and steps is None:
            self._owed.appendleft((number, Owed.LINES))
            return Done(number)
        self._owed.appendleft((number, Owed.STEPS))
        return self._dance(number, *(steps or StepReader()).read(text))

    def _dance(self, number: int, steps: list[list[Move]], fault: str) -> Dance:
        """Each step costs as much as if it had come in a message of its own."""
        self.session.spend(self.cost * max(0, len(steps) - 1))
        return Dance(number, steps, fault)

    def _give_up(self, reason: str) -> None:
        """Nothing more is read from this client."""
        if self._round:
            self._play(Fault(self._round, reason))
        if not self._is_over:
            self.session.end(f"You are disconnected: {reason}.")

    def _pass_over(self) -> int:
        """Something that cannot be read counts as what the client had to send next; returns the round."""
        if not self._owed:
            return self._round
        number, owed = self._owed.popleft()
        if owed is Owed.STEPS:
            self._owed.appendleft((number, owed))
        return number

    def _play(self, request: Place | Dance | Done | Finish | Fault) -> None:
        self.session.act(Request(request))

    def _send(self, text: str) -> None:
        self.line.send(encode(text))

    # Coming and going

    def client(self) -> Client:
        return self.session.new_client(listener=self._happened)

    def welcome(self, player: Player) -> None:
        self._decoder.limit = DEFAULT_LIMIT
        world = self.session.world
        waiting = find_waiting(world.directory.listed_by(LOBBY), self._introduction.role)
        if waiting is None:
            self.session.ask(LOBBY, OpenTable(), self._take_seat)
        else:
            world.send_to(player, waiting)
            self._take_seat()

    def _take_seat(self) -> None:
        self.session.act(Request(TakeSeat(self._introduction.role)), self._ensure_seated)

    def _ensure_seated(self) -> None:
        if not self._is_seated:  # the lobby or the table has failed
            self.session.end(OUT_OF_ORDER)

    def refuse(self, reason: str) -> None:
        self.session.end(reason)

    def farewell(self, reason: str) -> bytes:
        """Published clients wait for ever if the server closes without a word."""
        return encode(reason)

    # When the server is reloaded

    def state(self) -> dict[str, Any]:
        return {
            "decoder": self._decoder.state(),
            "introduction": self._introduction.text,
            "is_seated": self._is_seated,
            "is_over": self._is_over,
            "round": self._round,
            "owed": [[number, owed.name] for number, owed in self._owed],
            "begun": self._begun,
            "steps": None if self._steps is None else self._steps.numbers,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._decoder.restore(state["decoder"])
        self._introduction = read_introduction(state.get("introduction", ""))
        self._is_seated = state["is_seated"]
        self._is_over = state["is_over"]
        self._round = state["round"]
        self._owed.extend((number, Owed[name]) for number, name in state["owed"])
        self._begun = state["begun"]
        self._steps = None if state["steps"] is None else StepReader(state["steps"])

    # What happens

    def _happened(self, event: Event) -> None:
        match event:
            case Seated():
                self._is_seated = True
            case Begins(_, number, role, instance, file_first):
                self._begin(number, role, instance, file_first)
            case StarsPlaced(_, stars):
                self._owed.append((self._round, Owed.STEPS))
                self._send(write_cells(stars))
            case Verdict(_, text):
                self._send(text)
            case Over(_, text):
                self._is_over = True
                self.session.later(0, lambda: self.session.end(text))

    def _begin(self, number: int, role: Role, instance: Instance, file_first: bool) -> None:
        self._round = number
        if role is Role.SPOILER:
            self._owed.append((number, Owed.STARS))
        if self._introduction.is_told_roles:
            self._send(f"role: {role.value}")
        for text in (instance.text, instance.parameters) if file_first else (instance.parameters, instance.text):
            self._send(text)
