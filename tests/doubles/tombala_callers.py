"""Players of Tombala's own protocol at blocking sockets."""

from __future__ import annotations

from itertools import count

from tests.doubles.callers import Phone
from tests.doubles.tombala_clients import Game, Message, read, request


class TombalaCaller(Phone):
    """A player of the JSON protocol, who puts up with nothing that the protocol does not have."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.name = ""
        self.game = Game()
        self.heard: list[Message] = []
        self.news: list[Message] = []  # what was heard and not asked for yet
        self._seqs = count()
        self._held = b""

    def hear(self, data: bytes) -> None:
        *lines, self._held = (self._held + data).split(b"\n")
        for line in lines:
            message = read(line + b"\n")
            self.heard.append(message)
            self.news.append(message)
            self.game.hear(message)

    def take(self, *headers: str) -> Message:
        """Read up to the next message with one of these headers; that and all before it are no news any more."""
        self.until(f"one of {headers}", lambda: any(message.header in headers for message in self.news))
        at = next(at for at, message in enumerate(self.news) if message.header in headers)
        found = self.news[at]
        del self.news[: at + 1]
        return found

    def ask(self, header: str, /, **body: object) -> Message:
        """Ask for something, and wait for the answer; what comes before it stays news."""
        seq = next(self._seqs)
        self.send(request(header, seq=seq, **body))
        self.until(f"the answer to {header}", lambda: any(message.is_answer for message in self.news))
        answer = next(message for message in self.news if message.is_answer)
        self.news.remove(answer)
        assert answer.body["seq"] == seq
        return answer

    def does(self, header: str, /, **body: object) -> Message:
        """Ask for something that succeeds."""
        answer = self.ask(header, **body)
        assert answer.is_right, answer
        return answer

    def login(self, name: str) -> TombalaCaller:
        self.does("CLOGIN", username=name)
        self.name = name
        return self

    def join(self, room: str) -> Message:
        self.game = Game()
        return self.does("CJROOM", roomname=room)

    @property
    def can_claim(self) -> bool:
        """Whether more rows are complete than were claimed."""
        return self.game.rows > self.game.total(self.name)

    def claim(self) -> Message:
        """Claim what is complete, and hear of it if it is granted."""
        answer = self.ask("CCINKO", total=self.game.rows)
        if answer.is_right:
            self.until("the cinko", lambda: not self.can_claim)
        return answer
