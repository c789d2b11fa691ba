"""One game of Tombala through every door: two players by JSON, one at a terminal, and a bot."""

from __future__ import annotations

import json
import re
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.live.helper import LOCAL, PATIENCE, Start
from tests.live.terminal import Terminals
from tests.live.test_play import Play, restored, walk

BOT = [sys.executable, "-m", "tilenet", "bot", "tombala", "--door", "json"]
COUNTDOWN = 8
MOST_TURNS = 91


class JsonPlayer:
    """Somebody with a client of Tombala's own protocol, who keeps every line."""

    def __init__(self, port: int, name: str) -> None:
        self.name = name
        self.lines: list[tuple[str, Any]] = []
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._rest = b""
        self._seq = 0
        self.card: list[list[int]] = []
        self._claimed = 0
        self.ask("CLOGIN", username=name)

    def close(self) -> None:
        self._socket.close()

    def ask(self, header: str, **fields: object) -> tuple[str, Any]:
        """Send a request, and read up to its answer."""
        self._seq += 1
        self._socket.sendall(f"{header}:{json.dumps({'seq': self._seq, **fields})}\n".encode())
        return self.until(lambda header, body: body.get("seq") == self._seq)

    def until(self, is_it: Any) -> tuple[str, Any]:
        """Read up to a line."""
        deadline = time.monotonic() + PATIENCE
        while True:
            while b"\n" not in self._rest:
                assert time.monotonic() < deadline, f"{self.name} waits in vain after {self.lines[-5:]}"
                self._socket.settimeout(max(0.01, deadline - time.monotonic()))
                data = self._socket.recv(1024)
                assert data, f"{self.name} was cut off after {self.lines[-5:]}"
                self._rest += data
            line, _, self._rest = self._rest.partition(b"\n")
            header, body = line[:6].decode(), json.loads(line[7:])
            self.lines.append((header, body))
            if header == "BGCARD":
                self.card = body["gamecard"]
            if is_it(header, body):
                return header, body

    def told(self, header: str) -> list[Any]:
        return [body for other, body in self.lines if other == header]

    @property
    def is_over(self) -> bool:
        return any(body["total"] == 3 for body in self.told("BCINKO"))

    def claim(self) -> None:
        """Claim what is complete."""
        drawn = {body["number"] for body in self.told("BNUMBR")}
        complete = sum(drawn.issuperset(row) for row in self.card)
        if complete > self._claimed and not self.is_over:
            self._claimed = complete
            self.ask("CCINKO", total=complete)


@pytest.fixture
def players() -> Iterator[list[JsonPlayer]]:
    made: list[JsonPlayer] = []
    yield made
    for player in made:
        player.close()


def test_one_game_through_every_door(start: Start, terminals: Terminals, players: list[JsonPlayer]) -> None:
    server = start.local("--tombala", LOCAL)
    port = int(server.log.wait_for(r"serving Tombala on 127\.0\.0\.1:(\d+)")[0][1])
    ann = Play(terminals).at_home(server.port, "ann")
    walk(ann, "Tombala", "New timed room")

    jay, kay = JsonPlayer(port, "jay"), JsonPlayer(port, "kay")
    players += [jay, kay]
    assert jay.ask("CCROOM", roomname="table", countdown=COUNTDOWN)[1]["message"] == "table is created!"
    for player in players:
        assert player.ask("CJROOM", roomname="table")[1]["message"] == "Joined table successfully!"
        assert [header for header, _ in player.lines[-2:]] == ["BUSRLS", "SSUCCS"]
    bot = start(BOT, str(port), "robo", "--count", "1")
    ann.sees("table")
    ann.click(*ann.find("table"))
    ann.sees("Joined table successfully!", "begins in")
    ann.press("a")
    ann.sees("On: drawn numbers are marked for you")

    # the beginning, in order: who is here, the card, a number
    kay.until(lambda header, _: header == "BNUMBR")
    jay.until(lambda header, _: header == "BNUMBR")
    for player in players:
        assert [header for header, _ in player.lines[-3:]] == ["BUSRLS", "BGCARD", "BNUMBR"]
        assert sorted(player.lines[-3][1]["userlist"]) == ["ann", "jay", "kay", "robo"]
    assert jay.card != kay.card

    for turn in range(1, MOST_TURNS):
        number = jay.told("BNUMBR")[-1]["number"]
        ann.until(f"turn {turn}", lambda turn=turn: f"Number {turn} of 90" in str(ann) or "Game over" in str(ann))  # type: ignore[misc]
        if "Game over" not in str(ann):
            assert f": {number}." in ann.row(1)
            ann.press("c", "n")
        for player in players:
            player.claim()
        for player in players:
            if not player.is_over:
                player.ask("CNNMBR")  # an error, if somebody has just won
        for player in players:
            while len(player.told("BNUMBR")) <= turn and not player.is_over:
                player.until(lambda header, _: header in ("BNUMBR", "BCINKO"))
        if jay.is_over:
            break
    # the end, told to everybody alike
    winner = jay.told("BCINKO")[-1]["username"]
    for player in players:
        assert player.told("BCINKO")[-1] == {"username": winner, "total": 3}
        numbers = [body["number"] for body in player.told("BNUMBR")]
        assert len(set(numbers)) == len(numbers)
        assert numbers == [body["number"] for body in jay.told("BNUMBR")]
        assert player.ask("CLROOM")[1]["rooms"] == []
        assert player.ask("CQROOM")[1]["message"] == "You already aren't in a room currently!"
    ann.sees(f"Game over: {winner} wins.", f"{winner} has 3 cinkos and wins!")
    bot.log.wait_for(rf"robo: {winner} has won in table")
    ann.press("f10")
    assert ann.wait() == 0
    assert ann.after.strip() == f"{winner} has 3 cinkos and wins!"
    assert restored(ann)
    assert "Traceback" not in server.log.text
    assert re.findall(r"Left: jay", server.log.text) == []
