"""A server in memory with both doors, and clients that speak Tombala's own protocol and put up with nothing else.

Such a client reads a message as the protocol's description has it: six letters, a colon, one JSON object, a line break;
which fields there are, and of which kind. Whatever else comes is an error of the server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any, NamedTuple, NoReturn

from tests.doubles.harness import Client, Server
from tests.doubles.pipe import Caller
from tests.doubles.tombala_cards import check
from tilenet.catalogue import GamePlugin
from tilenet.games.tombala.door import TombalaDoor
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.outbox import GAP
from tilenet.games.tombala.rooms import LOBBY, ROOM, Entry, in_order
from tilenet.wire.messages import Status
from tilenet.world.home import Home

CARD_AT = 10  # the first of the three rows of a TileNet matrix that show a card
NOON = datetime(2026, 1, 10, 12, 0, 0, 899637)  # by the clock on the wall, when a server starts

ROOM_PLUGIN = GamePlugin(ROOM, TombalaGame, is_at_home=False)

_LINE = re.compile(rb"([A-Z]{6}):(\{[^\n]*\})\n")
_DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}")

#: Which requests are answered without a message when all is well.
WORDLESS = {"CHBEAT": {"seq"}, "CLROOM": {"seq", "rooms"}}


class Illegal(AssertionError):
    """The server sent what the protocol does not have."""


class Message(NamedTuple):
    """One message from the server."""

    header: str
    body: dict[str, Any]

    @property
    def is_answer(self) -> bool:
        return self.header in ("SSUCCS", "SERROR")

    @property
    def is_right(self) -> bool:
        return self.header == "SSUCCS"

    @property
    def text(self) -> str:
        return str(self.body["message"])


# Bytes to messages


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise Illegal(f"a field is there twice: {pairs}")
    return dict(pairs)


def _no_constant(text: str) -> NoReturn:
    raise Illegal(f"{text} is no JSON")


def _need(is_so: object, line: bytes, why: str) -> None:
    if not is_so:
        raise Illegal(f"{why}: {line[:300]!r}")


def _is_int(value: object, least: int | None = None, most: int = 90) -> bool:
    return type(value) is int and (least is None or least <= value <= most)


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(type(name) is str for name in value) and len({*value}) == len(value)


def _is_card(value: object) -> bool:
    try:
        check(tuple(map(tuple, value)))  # type: ignore[call-overload]
    except (AssertionError, TypeError):
        return False
    return True


def read(line: bytes) -> Message:
    """One line of a server."""
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise Illegal(f"this is no message: {line[:300]!r}")
    header = parts[1].decode()
    try:
        body = json.loads(parts[2].decode(), object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except ValueError as error:
        raise Illegal(f"{error}: {line[:300]!r}") from error
    match header:
        case "SSUCCS":
            _need(_is_int(body.get("seq")), line, "a success without a seq")
            _need({*body} <= {"seq", "message"} or {*body} == {"seq", "rooms"}, line, "fields that nobody knows")
            _need(type(body.get("message", "")) is str and body.get("message") != "", line, "no text")
            for room in body.get("rooms", ()):
                _need({*room} == {"roomname", "startTime", "userlist"}, line, "a room with other fields")
                _need(type(room["roomname"]) is str and _DATE.fullmatch(room["startTime"]), line, "no room")
                _need(_are_names(room["userlist"]), line, "no names")
        case "SERROR":
            _need({"message"} <= {*body} <= {"seq", "message"}, line, "an error with other fields")
            _need(type(body["message"]) is str and body["message"], line, "no text")
            _need("seq" not in body or _is_int(body["seq"]), line, "no seq")
        case "BGCARD":
            _need({*body} == {"gamecard"} and _is_card(body["gamecard"]), line, "no card")
        case "BNUMBR":
            _need({*body} == {"number"} and _is_int(body["number"], 1), line, "no number")
        case "BCINKO":
            _need({*body} == {"username", "total"} and type(body["username"]) is str, line, "no cinko")
            _need(_is_int(body["total"], 1, 3), line, "no total")
        case "BUSRLS":
            _need({*body} == {"userlist"} and _are_names(body["userlist"]) and body["userlist"], line, "no names")
        case _:
            raise Illegal(f"nobody knows this header: {line[:300]!r}")
    return Message(header, body)


def request(header: str, **body: object) -> bytes:
    return f"{header}:{json.dumps(body)}\n".encode()


# What a player knows


class Game:
    """What a player knows of a game: the card, and what was told in the room."""

    def __init__(self) -> None:
        self.users: list[str] = []
        self.card: list[list[int]] = []
        self.numbers: list[int] = []
        self.cinkos: list[tuple[str, int]] = []

    def hear(self, message: Message) -> None:
        body = message.body
        match message.header:
            case "BUSRLS":
                assert not self.is_over, "the game was over already"
                self.users = body["userlist"]
            case "BGCARD":
                assert self.users and not self.card, "a card comes once, behind the names"
                self.card = body["gamecard"]
            case "BNUMBR":
                assert self.card and not self.is_over, "no number comes before the card, or at the end"
                assert body["number"] not in self.numbers, "a number comes once"
                self.numbers.append(body["number"])
            case "BCINKO":
                assert self.numbers and not self.is_over, "no cinko comes before a number, or at the end"
                assert body["username"] in self.users
                assert body["total"] > self.total(body["username"]), "a total grows"
                self.cinkos.append((body["username"], body["total"]))

    def total(self, name: str) -> int:
        return max((total for user, total in self.cinkos if user == name), default=0)

    @property
    def rows(self) -> int:
        """How many are complete."""
        return sum({*row} <= {*self.numbers} for row in self.card)

    @property
    def is_over(self) -> bool:
        return any(total == 3 for _, total in self.cinkos)


class JsonClient(Caller):
    """A client of the JSON protocol, connected to the server in memory."""

    _server: TombalaServer

    def __init__(self, server: TombalaServer, address: str) -> None:
        self.name = ""
        self.game = Game()
        self.news: list[Message] = []  # since the last request, or `forget`
        self.is_in = False  # logged in
        self._seqs = count()
        self._held = b""
        self._seen = 0  # writes that were looked at
        super().__init__(server, server.tombala, address)

    def read(self, data: bytes) -> None:
        *lines, self._held = (self._held + data).split(b"\n")
        for line in lines:
            self.hear(read(line + b"\n"))
        if not self.pipe.was_stuck:
            for write in self.pipe.writes[self._seen :]:
                read(write)  # each is one message, whole
            self._seen = len(self.pipe.writes)

    def hear(self, message: Message) -> None:
        self.is_in = self.is_in or message.body.get("message", "").startswith("Welcome ")
        self.news.append(message)
        self.game.hear(message)

    # Requests

    def ask(self, header: str, /, **body: object) -> Message:
        """Ask for something, with a new seq if none is given; there is exactly one answer."""
        asked = {"seq": next(self._seqs), **body}
        self.news.clear()
        self.send(request(header, **asked))
        if not any(message.is_answer for message in self.news):  # it waits behind a list
            self._server.wait_for_lists()
        answer = self.answer(asked["seq"], header)
        if answer.is_right:
            fields = WORDLESS.get(header, {"seq", "message"})
            assert {*answer.body} == fields, f"{answer} to {header}"
        return answer

    def answer(self, seq: object, header: str = "") -> Message:
        """The one answer to a request, among the news. Before the login, errors have no seq, but those to CLOGIN do."""
        found = [message for message in self.news if message.is_answer and message is not self.farewell]
        assert len(found) == 1, f"{found} to {seq}"
        has_seq = found[0].is_right or self.is_in or header == "CLOGIN"
        assert type(seq) is int and found[0].body.get("seq") == (seq if has_seq else None), f"{found[0]} to {seq}"
        return found[0]

    @property
    def farewell(self) -> Message | None:
        """The server's reason for closing the connection, once it has."""
        last = None if self.pipe.is_open or not self.news else self.news[-1]
        return last if last is not None and last.header == "SERROR" and "seq" not in last.body else None

    def does(self, header: str, /, **body: object) -> Message:
        """Ask for something that succeeds."""
        answer = self.ask(header, **body)
        assert answer.is_right, answer
        return answer

    def fails(self, header: str, /, **body: object) -> str:
        """Ask for something that does not; why."""
        answer = self.ask(header, **body)
        assert not answer.is_right, answer
        return answer.text

    def login(self, name: str) -> JsonClient:
        self.does("CLOGIN", username=name)
        self.name = name
        return self

    def join(self, room: str) -> JsonClient:
        """Join a room, and let everybody in it know."""
        self.game = Game()
        self.does("CJROOM", roomname=room)
        self._server.wait_for_lists()
        return self

    def rooms(self) -> list[dict[str, Any]]:
        rooms: list[dict[str, Any]] = self.does("CLROOM").body["rooms"]
        return rooms

    def forget(self) -> None:
        self.news.clear()

    @property
    def headers(self) -> list[str]:
        """Of what has come since the last request."""
        return [message.header for message in self.news]

    def told(self, header: str) -> list[dict[str, Any]]:
        """The bodies of all such messages since the last request."""
        return [message.body for message in self.news if message.header == header]


class TombalaServer(Server):
    """A server with both doors, a lobby of Tombala, and clients of both kinds."""

    others: list[JsonClient]

    def __init__(
        self,
        lobby: type[Lobby] = Lobby,
        status: Status = "open",
        seed: int = 1,
        home: type[Home] = Home,
        room: type[TombalaGame] = TombalaGame,
        **limits: float,
    ) -> None:
        games = [GamePlugin("home", home), GamePlugin(LOBBY, lobby), GamePlugin(ROOM, room, is_at_home=False)]
        super().__init__(games, status, None, None, True, seed, **limits)
        self.tombala = TombalaDoor(self.gate, lambda: NOON + timedelta(seconds=self.clock.seconds()))

    def dial(self, address: str = "127.0.0.1") -> JsonClient:
        """A new client of the JSON protocol."""
        client = JsonClient(self, address)
        self.others.append(client)
        self.settle()
        return client

    def enter(self, name: str) -> JsonClient:
        """One that is logged in."""
        return self.dial().login(name)

    def wait_for_lists(self) -> None:
        """Let so much time pass that whoever was sent a list of users can be sent another one."""
        self.advance(GAP, GAP)

    def forget(self) -> None:
        for client in self.others:
            client.forget()

    # Rooms

    def table(self, *names: str, room: str = "den") -> list[JsonClient]:
        """New JSON players in a new room, which begins in 10 s."""
        players = [self.enter(name) for name in names]
        players[0].does("CCROOM", roomname=room, countdown=10)
        for player in players:
            player.join(room)
        self.forget()
        return players

    def begin(self) -> None:
        """Let the countdown of 10 s end."""
        self.advance(10, 1)
        self.wait_for_lists()

    def walk_in(self, name: str, room: str = "den") -> Client:
        """A new TileNet player in a room."""
        client = self.join(name)
        client.click("Tombala")
        client.say(f"/join {room}")
        assert client.room == f"Tombala: {room}", client.heard
        self.wait_for_lists()
        return client

    @property
    def entries(self) -> list[Entry]:
        """The rooms, as players are told of them."""
        return in_order(self.world.directory.listed_by(LOBBY))

    def address(self, room: str = "den") -> str:
        """The world's name for a room."""
        return next(entry.room for entry in self.entries if entry.name == room)

    def game(self, room: str = "den") -> TombalaGame:
        """What is going on in a room."""
        game = self.world.rooms[self.address(room)].game
        assert isinstance(game, TombalaGame)
        return game

    def own_leftovers(self) -> dict[str, Sequence[object]]:
        lobby = self.world.rooms[LOBBY].game
        assert isinstance(lobby, Lobby)
        known = [entry.name for entry in lobby.known_rooms.by_interest()]
        return {"rooms": [name for name in self.world.rooms if name != LOBBY], "known to the lobby": known}


def shown_card(client: Client) -> list[list[int]]:
    """The card that a TileNet player sees; no rows if there is none yet."""
    rows: list[list[int]] = []
    grid = client.model.grid()
    for y in range(CARD_AT, CARD_AT + 3):
        names = [str(client.model.objects[grid[x, y]]["name"]).strip("()") for x in range(9)]
        rows.append([int(name) for name in names if name])
    return rows if any(rows) else []


def play_out(players: Sequence[JsonClient]) -> None:
    """Let JSON players who are alone in a game go on, and claim what they have, until one has won."""
    while not any(player.game.is_over for player in players):
        for player in players:
            if player.game.rows > player.game.total(player.name) and not player.game.is_over:
                player.does("CCINKO", total=player.game.rows)
        if not any(player.game.is_over for player in players):
            for player in players:
                player.does("CNNMBR")
