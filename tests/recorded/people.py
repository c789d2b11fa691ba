"""People in a session: clients of both protocols who do one thing at a time, and know what they were sent, no more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

from tests.doubles.harness import Client
from tests.doubles.model import Value, click, login, logout, opening, press, say
from tests.doubles.tombala_clients import JsonClient, Message
from tests.recorded.notes import Notes
from tests.recorded.servers import FullServer

T = TypeVar("T")
Thing = tuple[str, dict[str, Value]]  # an objid, and what is known of it


def _order(objid: str) -> tuple[str, int]:
    return objid[0], int(objid[1:])


def _quote(text: str) -> str:
    """A few words of it, on one line of plain letters."""
    return ascii(text if len(text) <= 40 else f"{text[:37]}...")


class Play:
    """One session on its way: the server, who is there, and the notes."""

    def __init__(self, server: FullServer, notes: Notes, seed: int = 0) -> None:
        self.server = server
        self.random = Random(seed)
        self.people: list[Person] = []
        self.jsons: list[JsonPerson] = []
        self._notes = notes
        self._clients: list[tuple[Client | JsonClient, Ended]] = []
        self._seen: list[int] = []  # bytes of each client that were noted

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """All that is done in here is one step. It is noted even if a client complains, to show what of."""
        try:
            yield
            self.server.settle()
        finally:
            self._note(what)

    def _note(self, what: str) -> None:
        got: dict[int, bytes] = {}
        ended: dict[int, str] = {}
        for number, (client, end) in enumerate(self._clients):
            if len(client.raw) > self._seen[number]:
                got[number] = client.raw[self._seen[number] :]
                self._seen[number] = len(client.raw)
            if word := end.word(client):
                ended[number] = word
        self._notes.add(what, got, ended)

    def add(self, client: Client | JsonClient) -> int:
        self._clients.append((client, Ended()))
        self._seen.append(0)
        return len(self._clients) - 1

    # What happens

    def connect(self, address: str = "127.0.0.1") -> Person:
        with self.step(f"somebody connects from {address}"):
            person = Person(self, address)
        return person

    def join(self, name: str, address: str = "127.0.0.1") -> Person:
        return self.connect(address).login(name)

    def dial(self, address: str = "127.0.0.1") -> JsonPerson:
        with self.step(f"somebody dials from {address}"):
            person = JsonPerson(self, address)
        return person

    def enter(self, name: str, address: str = "127.0.0.1") -> JsonPerson:
        return self.dial(address).login(name)

    def wait(self, seconds: float, step: float = 0.25) -> None:
        with self.step(f"{seconds:g} s pass, in steps of {step:g}"):
            self.server.advance(seconds, step)

    def stop(self) -> None:
        with self.step("the server goes down"):
            self.server.stop()
        self.wait(5, 1)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, things: Sequence[T]) -> T:
        return things[self.random.randrange(len(things))]


class Ended:
    """Tells once how a connection has ended."""

    def __init__(self) -> None:
        self._is_told = False

    def word(self, client: Client | JsonClient) -> str:
        if client.pipe.is_open or self._is_told:
            return ""
        self._is_told = True
        return "aborted" if client.pipe.was_aborted else "closed"


class Person:
    """Somebody with a TileNet client."""

    def __init__(self, play: Play, address: str) -> None:
        self.play = play
        self.name = "nobody"
        self.client = Client(play.server, address)
        self.model = self.client.model
        play.server.clients.append(self.client)
        self.number = play.add(self.client)
        play.people.append(self)

    def __str__(self) -> str:
        return f"{self.number}.{self.name}"

    # What is known

    @property
    def is_connected(self) -> bool:
        return self.client.pipe.is_open

    @property
    def is_in(self) -> bool:
        return self.is_connected and self.model.agent is not None and self.model.logged_out is None

    @property
    def room(self) -> str:
        return str(self.model.objects[self.model.current]["name"]) if self.model.current else ""

    @property
    def headline(self) -> str:
        return str(self.model.objects[self.model.current].get("text", "")) if self.model.current else ""

    def tiles(self) -> list[Thing]:
        """Row by row."""
        grid = sorted(self.model.grid().items(), key=lambda place: (place[0][1], place[0][0]))
        return [(objid, self.model.objects[objid]) for _, objid in grid]

    def enabled(self) -> list[Thing]:
        return [thing for thing in self.tiles() if thing[1].get("energy")]

    def keys(self) -> list[Thing]:
        return self._members("k")

    def agents(self) -> list[Thing]:
        return self._members("a")

    def _members(self, kind: str) -> list[Thing]:
        found = sorted((objid for objid in self.model.members_single() if objid[0] == kind), key=_order)
        return [(objid, self.model.objects[objid]) for objid in found]

    def find(self, name: str) -> str | None:
        """The first tile of that name."""
        return next((objid for objid, tile in self.tiles() if tile["name"] == name), None)

    def find_like(self, start: str) -> str | None:
        return next((objid for objid, tile in self.tiles() if str(tile["name"]).startswith(start)), None)

    def heard(self, words: str) -> bool:
        """Whether such words were heard since this was asked last."""
        found = any(words in message for _, _, message in self.model.heard)
        self.model.heard.clear()
        return found

    # What is done

    def send(self, what: str, *data: bytes) -> None:
        with self.play.step(f"{self} {what}"):
            if self.is_connected:
                self.client.send(*data)

    def login(self, name: str, password: str = "", first: bool = True) -> Person:
        if self.name == "nobody" and name.isalnum() and name.isascii():
            self.name = name
        self.send(f"logs in as {_quote(name)}", opening() if first else b"", login(name, password))
        return self

    def click(self, name: str) -> None:
        objid = self.find(name)
        self.send(f"clicks {_quote(name)}", click(objid or "t999999"))

    def click_on(self, thing: Thing, how: str = "") -> None:
        self.send(f"clicks {how}{thing[0]} {_quote(str(thing[1].get('name', '')))}", click(thing[0]))

    def press(self, name: str) -> None:
        """Press a key by its Java name."""
        objid = next((objid for objid, key in self.keys() if key["name"] == name), "k999999")
        self.send(f"presses {name}", press(objid))

    def press_for(self, text: str) -> None:
        """Press the key that does something."""
        objid = next((objid for objid, key in self.keys() if key.get("text") == text), "k999999")
        self.send(f"presses the key for {_quote(text)}", press(objid))

    def say(self, text: str, to: str | None = None) -> None:
        self.send(
            f"says {_quote(text)}{'' if to is None else f' to {to}'}", say(to or self.model.current or "m1", text)
        )

    def walk(self, *names: str) -> Person:
        """Click one tile after another."""
        for name in names:
            self.click(name)
        return self

    def logout(self, message: str | None = None) -> None:
        self.send("logs out", logout(message))

    def lose(self) -> None:
        with self.play.step(f"{self} is lost"):
            self.client.lose()

    def get_stuck(self, is_stuck: bool = True) -> None:
        with self.play.step(f"{self} {'takes nothing more' if is_stuck else 'takes what is waiting'}"):
            self.client.pipe.is_stuck = is_stuck
            self.client.pipe.drain()


class PlainJsonClient(JsonClient):
    """A client that can be sent anything of the protocol at any time, whole messages in one write each."""

    def __init__(self, server: FullServer, address: str, hear: Callable[[str, dict[str, Any]], None]) -> None:
        self._tell = hear
        super().__init__(server, address)

    def hear(self, message: Message) -> None:
        self._tell(*message)


class JsonPerson:
    """Somebody with a client of Tombala's own protocol."""

    def __init__(self, play: Play, address: str) -> None:
        self.play = play
        self.name = "nobody"
        self.card: list[list[int]] = []
        self.numbers: list[int] = []
        self.rooms: list[str] = []  # as listed last
        self.claimed = 0
        self.is_over = False  # the game that they were in last
        self._seq = 0
        self.client = PlainJsonClient(play.server, address, self._hear)
        play.server.others.append(self.client)
        self.number = play.add(self.client)
        play.jsons.append(self)

    def __str__(self) -> str:
        return f"{self.number}.{self.name}"

    @property
    def is_connected(self) -> bool:
        return self.client.pipe.is_open

    @property
    def rows(self) -> int:
        return sum({*row} <= {*self.numbers} for row in self.card)

    def _hear(self, header: str, body: dict[str, Any]) -> None:
        match header:
            case "BGCARD":
                self.card, self.numbers, self.claimed, self.is_over = body["gamecard"], [], 0, False
            case "BNUMBR":
                self.numbers.append(body["number"])
            case "BCINKO":
                self.claimed = body["total"] if body["username"] == self.name else self.claimed
                self.is_over = body["total"] == 3
            case "SSUCCS" if "rooms" in body:
                self.rooms = [room["roomname"] for room in body["rooms"]]

    def send(self, what: str, *data: bytes) -> None:
        with self.play.step(f"{self} {what}"):
            if self.is_connected:
                self.client.send(*data)

    def ask(self, header: str, /, **body: object) -> None:
        self._seq += 1
        text = json.dumps({"seq": self._seq, **body})
        self.send(f"asks {header}:{text if len(text) < 100 else f'{text[:97]}...'}", f"{header}:{text}\n".encode())

    def login(self, name: str) -> JsonPerson:
        if self.name == "nobody" and re.fullmatch(r"[a-z0-9]+", name):
            self.name = name
        self.ask("CLOGIN", username=name)
        return self

    def lose(self) -> None:
        with self.play.step(f"{self} is lost"):
            self.client.lose()

    def get_stuck(self, is_stuck: bool = True) -> None:
        with self.play.step(f"{self} {'takes nothing more' if is_stuck else 'takes what is waiting'}"):
            self.client.pipe.is_stuck = is_stuck
            self.client.pipe.drain()
