"""The door for those who speak Tombala's own protocol: JSON objects behind headers, one a line.

What a client asks is a request to the hall, to the world or to the room's game; what happens in the room is told by the
game's events. Nothing of TileNet is sent here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import accumulate
from json import dumps
from typing import Any
from weakref import WeakKeyDictionary

from twisted.internet.interfaces import IDelayedCall

from tilenet.connection import Connection
from tilenet.door import Door
from tilenet.game import Event, Open
from tilenet.games.tombala.commands import NOT_IN_A_ROOM
from tilenet.games.tombala.events import Answer, Cinko, Claim, Dealt, Drawn, Over, Proceed, UserList
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hall import FAILED, LOBBY, Entry, Hall, NotPossible
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.wire import Bad, Decoded, Decoder, Request, TooLong, Wrong, encode, int_field, text_field
from tilenet.gate import Gate
from tilenet.limits import Limits
from tilenet.player import Player
from tilenet.room import Room

SILENCE = 30.0  # seconds without a sign of life, of a client that has promised to give one
LIST_BYTES = 64 * 1024  # bytes of a list of rooms that cost as much as another request
TOLD = 5  # players who are told of somebody's coming and going, and cost as much as another request
LONGEST = 200 * 1024  # bytes of such a list; behind that, rooms are left out
STEP = timedelta(seconds=1)


class TombalaDoor(Door):
    """All who come by that protocol play in the world's rooms of Tombala."""

    speaks = "Tombala"

    def __init__(self, gate: Gate, wall_clock: Callable[[], datetime] = datetime.now) -> None:
        super().__init__(gate)
        self._wall_clock = wall_clock
        self._texts: WeakKeyDictionary[Entry, tuple[Sequence[str], str]] = WeakKeyDictionary()  # with those players
        self._listed = 0, ""  # the hall's revision at the last list, and all of it
        self._began = wall_clock() - timedelta(seconds=gate.clock.seconds())  # when the world's clock was at 0

    def connection(self, host: str) -> TombalaSession:
        return TombalaSession(self, host)

    def busy(self) -> bytes:
        return encode("SERROR", {"message": "The server is full. Try again later!"})

    @property
    def hall(self) -> Hall:
        room = self.gate.world.rooms.get(LOBBY)
        if room is None or not isinstance(room.game, Lobby):
            raise NotPossible("Tombala is out of order at the moment.")
        return room.game.hall

    def listing(self) -> str:
        """All rooms as JSON. What has not changed is not encoded again."""
        self._look_at_the_clock()
        hall = self.hall
        if hall.revision != self._listed[0]:
            texts = [self._in_json(room) for room in hall.rooms()]
            lengths = accumulate(len(text) + 2 for text in texts)
            found = [text for text, length in zip(texts, lengths, strict=True) if length <= LONGEST]
            self._listed = hall.revision, f"[{', '.join(found)}]"
        return self._listed[1]

    def _in_json(self, room: Entry) -> str:
        """All that is told of a room."""
        known, text = self._texts.get(room, (None, ""))
        if room.names != known:
            date = self.date_of(room.setup.begins_at)
            text = dumps({"roomname": room.setup.name, "startTime": date, "userlist": [*room.names]})
            self._texts[room] = room.names, text
        return text

    def date_of(self, time: float) -> str:
        """What the clock on the wall shows at a time of the world's clock: 2026-01-10 19:22:51.899637"""
        self._look_at_the_clock()
        return (self._began + timedelta(seconds=time)).strftime("%Y-%m-%d %H:%M:%S.%f")

    def _look_at_the_clock(self) -> None:
        """Somebody may have set the clock on the wall, or the machine was asleep."""
        began = self._wall_clock() - timedelta(seconds=self.gate.clock.seconds())
        if abs(began - self._began) > STEP:
            self._began = began
            self._texts.clear()
            self._listed = 0, ""


class TombalaSession(Connection):
    """A client that speaks Tombala's own protocol. Its player is in a room, or nowhere."""

    sees = False
    joins = False  # published clients take what they read at once for one message
    renames = False

    def __init__(self, door: TombalaDoor, address: str) -> None:
        super().__init__(door.gate, address)
        self._door = door
        self._decoder = Decoder()
        self._seq: int | None = None  # of the request that is being answered
        self._silence: IDelayedCall | None = None  # what comes of it

    # Messages

    def _decode(self, data: bytes) -> tuple[Iterable[Decoded], float]:
        messages = self._decoder.feed(data)
        if self._silence is not None and (messages or b"\n" in data):  # any line is a sign of life
            self._silence.reset(SILENCE)
        return messages, 0.0

    def _handle(self, message: Decoded) -> None:
        match message:
            case Request(header, seq, body):
                self._seq = seq
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
                self.end(reason)

    def _do(self, header: str, body: dict[str, Any]) -> None:
        player = self.player
        if header == "CHBEAT":
            self._beat()
        elif player is None:
            if header != "CLOGIN":
                raise NotPossible("Please log in first!")
            self._login(text_field(body, "username"), "")
        else:
            self._do_as(player, header, body)

    def _do_as(self, player: Player, header: str, body: dict[str, Any]) -> None:
        match header:
            case "CLOGIN":
                raise NotPossible(f"You are {player.name} already!")
            case "CCROOM":
                self._create(player, text_field(body, "roomname"), int_field(body, "countdown"))
            case "CLROOM":
                self._list()
            case "CJROOM":
                self._join(player, text_field(body, "roomname"))
            case "CQROOM":
                self._quit(player)
            case "CCINKO":
                self._ask(
                    player, Claim(int_field(body, "cinko" if "cinko" in body and "total" not in body else "total"))
                )
            case "CNNMBR":
                self._ask(player, Proceed())
            case _:
                raise NotPossible(f"There is no request {header}!")

    def _tell(self, header: str, body: dict[str, Any]) -> None:
        self._outbox.send(encode(header, body))

    def _answer(self, is_right: bool, message: str | None = None, **more: Any) -> None:
        """Answer the request that is being handled; there is one answer to each."""
        body = ({} if self._seq is None else {"seq": self._seq}) | more
        self._tell("SSUCCS" if is_right else "SERROR", body if message is None else {**body, "message": message})
        self._seq = None

    # Coming in, and being there

    def _welcome(self, player: Player) -> None:
        self._answer(True, f"Welcome {player.name}!")

    def _tell_refusal(self, reason: str) -> None:
        self._answer(False, reason)

    def _beat(self) -> None:
        """Who has sent one heartbeat is expected to send more."""
        if self._silence is None:
            self._silence = self._clock.callLater(SILENCE, self.end, f"No sign of life for {SILENCE:g} s.")
        self._answer(True)

    def _set_options(self, limits: Limits) -> None:
        """Who has promised no heartbeats is asked by TCP, as often as it takes to know it in the same time."""
        seconds = int(SILENCE)
        super()._set_options(
            replace(
                limits,
                keepalive_idle=min(limits.keepalive_idle, seconds // 3),
                keepalive_interval=min(limits.keepalive_interval, seconds // 6),
                keepalive_count=min(limits.keepalive_count, 4),
                user_timeout=min(limits.user_timeout, SILENCE),
            )
        )

    def _leave(self, reason: str) -> None:
        if self._silence is not None and self._silence.active():
            self._silence.cancel()
        super()._leave(reason)

    # Rooms

    def _create(self, player: Player, name: str, countdown: int) -> None:
        world = self._gate.world
        for event in self._door.hall.create(player, name, countdown, self._clock.seconds()):
            if isinstance(event, Open):
                world.open(event)
            else:
                world.shut(event)
        self._answer(True, f"{name.strip()} is created!")

    def _list(self) -> None:
        rooms = self._door.listing()
        self._rate.spend(len(rooms) / LIST_BYTES)
        self._outbox.send(f'SSUCCS:{{"seq": {self._seq}, "rooms": {rooms}}}\n'.encode())
        self._seq = None

    def _join(self, player: Player, name: str) -> None:
        game = _game_of(player.room)
        if game is not None:
            raise NotPossible(f"You are already in {game.setup.name}!")
        room = self._door.hall.find_to_join(player, name)
        self._gate.world.send_to(player, room.setup.address)
        self._rate.spend(len(room.names) / TOLD)  # all of them are told
        if _game_of(player.room) is not room:
            self._gate.world.withdraw(player)
            raise NotPossible(FAILED)
        self._answer(True, f"Joined {room.setup.name} successfully!")

    def _quit(self, player: Player) -> None:
        name = self._game(player).setup.name
        self._gate.world.withdraw(player)
        self._answer(True, f"You've left {name} successfully!")

    def _ask(self, player: Player, request: object) -> None:
        self._game(player)
        assert player.room is not None
        player.room.ask(player, request)
        if self._seq is not None:  # the game has failed
            self._answer(False, FAILED)

    def _game(self, player: Player) -> TombalaGame:
        game = _game_of(player.room)
        if game is None:
            raise NotPossible(NOT_IN_A_ROOM)
        return game

    # What happens there

    def happened(self, event: Event) -> None:
        match event:
            case UserList(names):
                self._outbox.send(_user_list(names))
            case Dealt(player, card) if player is self.player:
                self._tell("BGCARD", {"gamecard": [[*row] for row in card]})
            case Drawn(number):
                self._tell("BNUMBR", {"number": number})
            case Cinko(player, total):
                self._tell("BCINKO", {"username": player.name, "total": total})
            case Answer(player, is_right, text) if player is self.player:
                self._answer(is_right, text)
            case Over():
                self._clock.callLater(0, self._go_free)

    def _go_free(self) -> None:
        """The game is over: nobody has to ask to leave the room."""
        player = self.player
        if player is not None and player.room is not None and _game_of(player.room) is None:
            self._gate.world.withdraw(player)


@lru_cache(256)
def _user_list(names: tuple[str, ...]) -> bytes:
    """The same for all who are in a room."""
    return encode("BUSRLS", {"userlist": names})


def _game_of(room: Room | None) -> TombalaGame | None:
    """The game that somebody is in and that is not over."""
    game = None if room is None else room.game
    return game if isinstance(game, TombalaGame) and not game.is_done else None
