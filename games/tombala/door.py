"""The door for clients that speak Tombala's own protocol: JSON objects after headers, one per line.

-> CLOGIN                           answered by SSUCCS or SERROR, as every request is
-> CCROOM CLROOM CJROOM             requests to the lobby
-> CQROOM CCINKO CNNMBR             requests in a room
<- BUSRLS BGCARD BNUMBR BCINKO      what happens there
-> CHBEAT                           a heartbeat; a client that has sent one must keep sending them
<- SERROR                           without a seq: the reason why the server ends the session

This door sends nothing of TileNet. The game's events tell it what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from twisted.internet.interfaces import IDelayedCall

from tilenet.doors.door import Door
from tilenet.doors.gate import Gate
from tilenet.doors.session import WRONG, Dialect, Session
from tilenet.game import Event, TurnedAway
from tilenet.games.tombala.events import (
    Answer,
    Cinko,
    Claim,
    Create,
    Dealt,
    Drawn,
    Find,
    Found,
    Joined,
    Over,
    Proceed,
    UserList,
)
from tilenet.games.tombala.lists import RoomList, fits, user_list
from tilenet.games.tombala.outbox import Outbox
from tilenet.games.tombala.rooms import LOBBY, PLAYING, NotPossible
from tilenet.games.tombala.wire import Bad, Decoded, Decoder, Request, TooLong, Wrong, encode, int_field, text_field
from tilenet.lines.tcp import KeepAlive
from tilenet.world.players.admission import Naming
from tilenet.world.players.client import Client
from tilenet.world.players.player import Player
from tilenet.world.rooms import acts

SILENCE = 30.0  # seconds without a line from a client that sends heartbeats, after which it is gone
LIST_BYTES = 8 * 1024  # this many bytes of a room list cost as much as another request
STEP = timedelta(seconds=1)  # a larger one means that the wall clock was set
NOT_IN_A_ROOM = "You already aren't in a room currently!"  # as the protocol's document has it
OUT_OF_ORDER = "Tombala is out of order at the moment."


class TombalaDoor(Door):
    """Clients of this protocol play in the world's rooms of Tombala, like everybody else."""

    login_seconds = 600.0  # published clients connect at once, and log in when somebody types a name
    max_waiting = 64
    max_waiting_per_address = 32  # a class or an office

    def __init__(self, gate: Gate, wall_clock: Callable[[], datetime] = datetime.now) -> None:
        super().__init__(gate)
        self._wall_clock = wall_clock
        self._rooms = RoomList(self._date)
        self._began = wall_clock() - timedelta(seconds=gate.world.clock.seconds())  # when the world's clock was at 0

    def dialect(self, session: Session) -> TombalaDialect:
        return TombalaDialect(session, self)

    def busy(self) -> bytes:
        return encode("SERROR", {"message": "The server is full. Try again later!"})

    @property
    def keepalive(self) -> KeepAlive:
        """TCP probes clients that send no heartbeats, often enough to notice just as soon that one is gone.

        The connection ends at the first probe after the user timeout, which is less than an interval later.
        """
        usual, seconds = super().keepalive, int(SILENCE)
        interval = min(usual.interval, seconds // 7)
        return KeepAlive(
            min(usual.idle, seconds // 3),
            interval,
            min(usual.probes, 3),
            min(usual.user_timeout, seconds - interval),
        )

    def rooms_in_json(self) -> bytes:
        self._check_wall_clock()
        return self._rooms.in_json(self.gate.world.directory.listed_by(LOBBY))

    def date_of(self, time: float) -> str:
        """A time of the world's clock as the wall clock shows it: 2026-01-10 19:22:51.899637"""
        self._check_wall_clock()
        return self._date(time)

    def _date(self, time: float) -> str:
        return (self._began + timedelta(seconds=time)).isoformat(" ", "microseconds")

    def _check_wall_clock(self) -> None:
        """Notice if somebody has set the wall clock, or if the machine was asleep."""
        began = self._wall_clock() - timedelta(seconds=self.gate.world.clock.seconds())
        if abs(began - self._began) > STEP:
            self._began = began
            self._rooms = RoomList(self._date)


class TombalaDialect(Dialect[Decoded]):
    """A client that speaks Tombala's own protocol. Its player is in a room, or nowhere."""

    naming = Naming.EXACT
    has_urgent = True
    messages = (Request, Bad, TooLong)

    def __init__(self, session: Session, door: TombalaDoor) -> None:
        super().__init__(session)
        self._door = door
        self._decoder = Decoder()
        self._outbox = Outbox(session)
        self._room: str | None = None  # the name of the room that the player is in, unless its game is over
        self._found: Found | None = None  # the room that it wants to join
        self._request = ""  # the header of the current request
        self._seq: int | None = None  # its seq; None once it is answered
        self._refusal = ""  # why it was refused
        self._silence: IDelayedCall | None = None  # the timer that ends the session of a silent client

    # Messages

    def decode(self, data: bytes) -> Iterable[Decoded]:
        messages = self._decoder.feed(data)
        if self._silence is not None and self._silence.active() and (messages or b"\n" in data):
            self._silence.reset(SILENCE)  # any line is a sign of life
        return messages

    def is_urgent(self, message: Decoded) -> bool:
        """Claims are judged in the order in which they come."""
        return isinstance(message, Request) and message.header == "CCINKO" and self._room is not None

    def handle(self, message: Decoded) -> None:
        self._request, self._refusal = "", ""
        match message:
            case Request(header, seq, body):
                self._request, self._seq = header, seq
                try:
                    self._do(header, body)
                except (NotPossible, Wrong) as error:
                    self._answer(False, str(error))
            case Bad(seq, reason):
                self._seq = seq
                self._answer(False, reason)
            case TooLong(reason, seq):
                self._seq = seq
                self._answer(False, reason)
                self.session.end(reason)

    def _do(self, header: str, body: dict[str, Any]) -> None:
        player = self.session.player
        if header == "CHBEAT":
            self._beat()
        elif player is None:
            if header != "CLOGIN":
                raise NotPossible("Please log in first!")
            self.session.login(text_field(body, "username"), "")
        else:
            self._do_as(player, header, body)

    def _do_as(self, player: Player, header: str, body: dict[str, Any]) -> None:
        match header:
            case "CLOGIN":
                raise NotPossible(f"You are {player.name} already!")
            case "CCROOM":
                self._create(Create(text_field(body, "roomname"), int_field(body, "countdown")))
            case "CLROOM":
                self._list()
            case "CJROOM":
                self._join(player, text_field(body, "roomname"))
            case "CQROOM":
                self._quit(player)
            case "CCINKO":
                field = "cinko" if "cinko" in body and "total" not in body else "total"
                self._ask_room(Claim(int_field(body, field)))
            case "CNNMBR":
                self._ask_room(Proceed())
            case _:
                raise NotPossible(f"There is no request {header}!")

    def _tell(self, header: str, body: dict[str, Any]) -> None:
        self._outbox.send(encode(header, body))

    def _answer(self, is_right: bool, message: str | None = None) -> None:
        """Answer the current request; each gets one answer.

        Before the login, published clients show errors only if they have no seq, or are about CLOGIN.
        """
        has_seq = is_right or self.session.player is not None or self._request == "CLOGIN"
        body: dict[str, Any] = {"seq": self._seq} if has_seq and self._seq is not None else {}
        self._tell("SSUCCS" if is_right else "SERROR", body if message is None else {**body, "message": message})
        self._seq = None
        self._refusal = "" if is_right or message is None else message

    def farewell(self, reason: str) -> bytes:
        """The reason, unless it has just been given in an answer."""
        self._outbox.drop_list()
        return b"" if reason == self._refusal else encode("SERROR", {"message": reason})

    # When the server is reloaded

    def state(self) -> dict[str, Any]:
        return {
            "rest": self._decoder.rest.hex(),
            "outbox": self._outbox.state(),
            "room": self._room,
            "request": self._request,
            "seq": self._seq,
            "refusal": self._refusal,
            "beats": self._silence is not None,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._decoder.feed(bytes.fromhex(state["rest"]))
        self._outbox.restore(state["outbox"])
        self._room = state["room"]
        self._request, self._seq, self._refusal = state["request"], state["seq"], state["refusal"]
        if state["beats"]:
            self._listen_for_beats()

    # Logging in, and heartbeats

    def client(self) -> Client:
        return self.session.new_client(listener=self._happened)

    def welcome(self, player: Player) -> None:
        self._answer(True, f"Welcome {player.name}!")

    def refuse(self, reason: str) -> None:
        self._answer(False, reason)

    def taken(self, name: str) -> str:
        return f"{name} already exists on the system. Please choose another username!"

    def _beat(self) -> None:
        """A client that has sent one heartbeat is expected to send more."""
        if self._silence is None:
            self._listen_for_beats()
        self._answer(True)

    def _listen_for_beats(self) -> None:
        self._silence = self.session.later(SILENCE, lambda: self.session.end(f"No sign of life for {SILENCE:g} s."))

    # Requests

    def _create(self, request: Create) -> None:
        self.session.ask(LOBBY, request, lambda: self._ensure_answered(OUT_OF_ORDER))

    def _list(self) -> None:
        found = self._door.rooms_in_json()
        self.session.spend(len(found) / LIST_BYTES)
        self._outbox.send(b'SSUCCS:{"seq": %d, "rooms": %b}\n' % (self._seq or 0, found))
        self._seq = None

    def _ask_room(self, request: Claim | Proceed) -> None:
        if self._room is None:
            raise NotPossible(NOT_IN_A_ROOM)
        self.session.act(acts.Request(request), lambda: self._ensure_answered(WRONG))

    def _ensure_answered(self, reason: str) -> None:
        """If the request has no answer by now, the game has failed."""
        if self._seq is not None:
            self._answer(False, reason)

    def _join(self, player: Player, name: str) -> None:
        if self._room is not None:
            raise NotPossible(f"You are already in {self._room}!")
        self.session.ask(LOBBY, Find(name), lambda: self._enter(player))

    def _enter(self, player: Player) -> None:
        """The lobby has found the room, or has answered why not. The world lets the player in, or has a reason."""
        found, self._found = self._found, None
        if found is None:
            self._ensure_answered(OUT_OF_ORDER)
        elif self._has_started(found):  # others could watch it, but this protocol has no word for that
            self._answer(False, f"{found.name} has already started!")
        elif self._is_full_for(player, found):
            self._answer(False, f"{found.name} is full!")
        else:
            self.session.world.send_to(player, found.room)
            if self._seq is not None:  # neither joined nor turned away: the game has failed
                self.session.world.leave_room(player)
                self._answer(False, WRONG)

    def _has_started(self, found: Found) -> bool:
        listing = self.session.world.directory.get(found.room)
        return listing is not None and listing.summary.phase == PLAYING

    def _is_full_for(self, player: Player, found: Found) -> bool:
        """Whether the list of users would be too long for published clients, though there is a seat."""
        listing = self.session.world.directory.get(found.room)
        if listing is None or not listing.summary.can_join:
            return False
        return not fits(found.name, (*listing.summary.players, player.name))

    def _quit(self, player: Player) -> None:
        if self._room is None:
            raise NotPossible(NOT_IN_A_ROOM)
        name, self._room = self._room, None
        self._outbox.drop_list()
        self.session.world.leave_room(player)
        self._answer(True, f"You've left {name} successfully!")

    # What happens

    def _happened(self, event: Event) -> None:
        match event:
            case UserList(room, names):
                self._outbox.send_list(user_list(room, names))
            case Dealt(card=card):
                self._tell("BGCARD", {"gamecard": [[*row] for row in card]})
            case Drawn(number):
                self._tell("BNUMBR", {"number": number})
            case Cinko(player, total):
                self._tell("BCINKO", {"username": player.name, "total": total})
            case Answer(_, is_right, text):
                self._answer(is_right, text)
            case Found():
                self._found = event
            case TurnedAway(reason=reason):
                self._turned_away(reason)
            case Joined(_, room):
                self._joined(room)
            case Over():
                self._over()

    def _turned_away(self, reason: str) -> None:
        if self._request == "CJROOM" and self._seq is not None:
            self._answer(False, reason)

    def _joined(self, room: str) -> None:
        self._room = room
        if self._request == "CJROOM" and self._seq is not None:  # otherwise the game has failed, and starts again
            self._answer(True, f"Joined {room} successfully!")

    def _over(self) -> None:
        """The game is over: players leave the room without asking."""
        self._room = None
        self._outbox.drop_list()
        player = self.session.player
        room = None if player is None else player.room

        def leave_room() -> None:
            if player is not None and room is not None and player.room is room:
                self.session.world.leave_room(player)

        self.session.later(0, leave_room)
