"""Clients with accounts: they log in with a password, and two of them play noughts and crosses again and again."""

import select
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Self

from tilenet.clients.model import Model
from tilenet.wire.codec import Decoder, encode, opening
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import ClientOpen, Cmd, LoggedIn, Login, Logout

PASSWORD = "correct horse battery staple"
LONGEST_TAG = 2**20
PATIENCE = 30.0  # seconds to connect
PACE = 0.07  # seconds between two clicks: less than a client may
A_MOMENT = 0.01
LAST_WORDS = 0.5  # seconds after the end of a game, in which all of it has come
ROOM = "Noughts and crosses"
ROWS = {"X": 0, "O": 1}  # where each puts their marks: so the first to move wins


class Member:
    """One client. It has the model of the world that every client of ours has."""

    def __init__(self, port: int, name: str) -> None:
        self.name = name
        self.model = Model()
        self.answer: LoggedIn | None = None  # to the login
        self.asked = self.answered = time.monotonic()  # when that was
        self.is_lost = False
        self.link = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.link.setblocking(False)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._decoder = Decoder(SERVER, LONGEST_TAG)
        self.send(opening(ClientOpen()) + encode(Login(name, PASSWORD)))

    @property
    def is_in(self) -> bool:
        return self.model.me is not None

    def send(self, data: bytes) -> None:
        try:
            self.link.send(data)
        except OSError:
            self.is_lost = True

    def read(self) -> None:
        """Take what has come."""
        try:
            data = self.link.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.is_lost = self.is_lost or not data
        for message in self._decoder.feed(data):
            self.model.take(message)
            if isinstance(message, LoggedIn):
                self.answer, self.answered = message, time.monotonic()

    def leave(self) -> None:
        """Log out, if the server is there."""
        self.send(encode(Logout()))
        self.link.close()


class Player(Member):
    """Plays noughts and crosses with the player in the other seat. The one who moves first wins."""

    def __init__(self, port: int, name: str) -> None:
        super().__init__(port, name)
        self.ends: list[float] = []  # when each end of a game was announced
        self._clicked = 0.0
        self._heard = 0

    def read(self) -> None:
        super().read()
        new = [*self.model.heard][len(self.model.heard) - (self.model.lines_heard - self._heard) :]
        self._heard = self.model.lines_heard
        self.ends += [time.monotonic() for line in new if line.is_announcement and " beats " in line.message]

    @property
    def points(self) -> int:
        """One less than the energy of an agent."""
        me = self.model.my_agent
        return 0 if me is None else me.energy - 1

    def play(self) -> None:
        """Click what is to be clicked next, if that is this player's turn; not twice, while the server is thinking."""
        now = time.monotonic()
        if now - self._clicked < PACE:
            return
        room = self.model.matrix
        if room is None:
            return
        cells = {cell: token for cell, token in self.model.grid().items() if self.model.can_act_on(token)}
        wanted = [token for token in cells.values() if token.name == (ROOM if room.name != ROOM else "Restart")]
        mark = next((mark for mark in ROWS if f"{self.name} ({mark})" in room.text), "")
        if mark and room.text.endswith(f": {mark} to move."):
            wanted = [token for (_, y), token in cells.items() if y == ROWS[mark] and token.name == "."]
        if wanted and (mark != "O" or wanted[0].name == "."):  # one of them begins the next game
            self._clicked = now
            self.send(encode(Cmd("click", wanted[0].objid)))


class Maker:
    """Logs accounts in, one after the other: those on a list first, and then new ones."""

    def __init__(self, port: int, known: "deque[str]", new: Iterable[str]) -> None:
        self.made: list[str] = []
        self.found: list[str] = []
        self.refused: list[str] = []  # what those who were not let in were told
        self._port = port
        self._known = known
        self._new = iter(new)
        self._member: Member | None = None
        self._is_known = False

    @property
    def is_done(self) -> bool:
        return self._member is None and not self._known

    def work(self) -> None:
        """Continue with the next one, if the last one was answered."""
        if self._member is None:
            self._is_known = bool(self._known)
            name = self._known.popleft() if self._known else next(self._new, None)
            if name is not None:
                self._member = Member(self._port, name)
            return
        self._member.read()
        if self._member.answer is not None:
            names = self.found if self._is_known else self.made
            if self._member.is_in:
                names.append(self._member.name)
            else:
                self.refused.append(f"{self._member.name}: {self._member.answer.message}")
            self._end()

    def give_up(self) -> None:
        """The server is gone: what has come is read, and those who had no answer have to ask again."""
        if self._member is not None:
            self.work()
        if self._member is not None:
            if self._is_known:
                self._known.appendleft(self._member.name)
            self._end()

    def _end(self) -> None:
        assert self._member is not None
        self._member.leave()
        self._member = None


class Match:
    """Two players who play with each other."""

    def __init__(self, port: int, *names: str) -> None:
        self.players = [Player(port, name) for name in names]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for player in self.players:
            player.leave()

    @property
    def ends(self) -> list[float]:
        """When the end of each game was announced."""
        return self.players[0].ends

    def work(self) -> None:
        for player in self.players:
            player.read()
            player.play()

    def go_on(self, seconds: float, *others: Callable[[], object]) -> None:
        """Play for so long; others do something again and again meanwhile."""
        self.go_on_until(lambda: False, seconds, *others)

    def go_on_until(self, is_so: Callable[[], bool], seconds: float, *others: Callable[[], object]) -> bool:
        """Play until something is so; returns whether it is."""
        deadline = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > deadline:
                return False
            self.work()
            for other in others:
                other()
            select.select([player.link for player in self.players if not player.is_lost], [], [], A_MOMENT)
        return True

    def finish(self, seconds: float) -> bool:
        """Play one more game, and no further; returns whether it has come to its end."""
        before = len(self.ends)
        is_over = self.go_on_until(lambda: len(self.ends) > before, seconds)
        deadline = time.monotonic() + LAST_WORDS
        while time.monotonic() < deadline:
            for player in self.players:
                player.read()
            time.sleep(A_MOMENT)
        return is_over
