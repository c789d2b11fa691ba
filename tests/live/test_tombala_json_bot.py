"""The sample client of Tombala's JSON protocol, at a scripted server made from the protocol's description alone."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.live.helper import PATIENCE, Process, Start
from tilenet.clients.bots import tombalajson
from tilenet.clients.bots.tombalajson import Bot, Card, Lost, address, main

# Alone, and without any package that was installed: it needs nothing else.
BOT = [sys.executable, "-I", "-S", str(Path(tombalajson.__file__).resolve())]
STOP_SECONDS = 3.0
MANY = 100  # bots in one loop

CARD = [[1, 12, 23, 34, 45], [2, 13, 24, 56, 67], [3, 14, 25, 78, 90]]
MISSES = [number for number in range(1, 91) if not any(number in row for row in CARD)]


def message(header: str, **body: object) -> bytes:
    return f"{header}:{json.dumps(body)}\n".encode()


def room(name: str, seconds: float = 60.0, *users: str) -> dict[str, object]:
    """A room in a list of rooms, whose game starts in so many seconds, or has started if they are negative."""
    start = datetime.now() + timedelta(seconds=seconds)
    return {"roomname": name, "startTime": start.strftime("%Y-%m-%d %H:%M:%S.%f"), "userlist": users}


class Guest:
    """The server's end of a connection: a test says what is expected, and what is answered."""

    def __init__(self, wire: socket.socket) -> None:
        wire.settimeout(PATIENCE)
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.wire = wire
        self.in_pieces = False
        self._lines = wire.makefile("rb")
        self._seqs: set[int] = set()
        self.seq = 0

    def hear(self) -> tuple[str, dict[str, Any]]:
        """The next request, without its seq."""
        line = self._lines.readline()
        assert line.endswith(b"\n"), f"{line!r} instead of a request"
        header, colon, text = line.decode().partition(":")
        body = json.loads(text)
        assert len(header) == 6 and colon and isinstance(body, dict)
        self.seq = body.pop("seq")
        assert isinstance(self.seq, int) and self.seq not in self._seqs
        self._seqs.add(self.seq)
        return header, body

    def expect(self, header: str, **body: object) -> None:
        assert self.hear() == (header, body)

    def success(self, **body: object) -> bytes:
        return message("SSUCCS", seq=self.seq, **(body or {"message": "So be it."}))

    def error(self) -> bytes:
        return message("SERROR", seq=self.seq, message="No such thing!")

    def send(self, *data: bytes) -> None:
        """Send it at once, or byte by byte."""
        whole = b"".join(data)
        for piece in [whole[i : i + 1] for i in range(len(whole))] if self.in_pieces else [whole]:
            self.wire.sendall(piece)

    def until_over(self) -> None:
        """The bot closes the connection, and does not say anything before."""
        assert self._lines.read() == b""

    def close(self) -> None:
        self._lines.close()
        self.wire.close()

    # What most tests begin with

    def log_in(self, name: str = "bot") -> None:
        self.expect("CLOGIN", username=name)
        self.send(self.success(message=f"Welcome {name}!"))

    def join(self, name: str = "den", user: str = "bot") -> None:
        """Let the bot find a room, and join it."""
        self.expect("CLROOM")
        self.send(self.success(rooms=[room(name, 60, "ann")]))
        self.expect("CJROOM", roomname=name)
        self.send(message("BUSRLS", userlist=["ann", user]), self.success(message=f"Joined {name} successfully!"))

    def deal(self, number: int) -> None:
        """Start the game."""
        users = message("BUSRLS", userlist=["ann", "bot"])
        self.send(users, message("BGCARD", gamecard=CARD), message("BNUMBR", number=number))

    def call(self, number: int) -> None:
        """Let the bot proceed, and call the next number: the answer comes behind it."""
        self.expect("CNNMBR")
        self.send(message("BNUMBR", number=number), self.success())

    def lose(self, winner: str = "ann") -> None:
        """Let somebody else win."""
        self.expect("CNNMBR")
        self.send(self.success(), message("BCINKO", username=winner, total=3))

    def claimed(self, total: int, name: str = "bot") -> None:
        """The bot claims a row, and rightly so."""
        self.expect("CCINKO", total=total)
        self.send(message("BCINKO", username=name, total=total), self.success(message="Congratulations!"))


class Server:
    """Waits for bots on a free port."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(PATIENCE)
        self._guests: list[Guest] = []
        self.port: int = self._socket.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"

    def accept(self) -> Guest:
        guest = Guest(self._socket.accept()[0])
        self._guests.append(guest)
        return guest

    def close(self) -> None:
        self._socket.close()
        for guest in self._guests:
            guest.close()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    try:
        yield made
    finally:
        made.close()


@contextmanager
def thread(bot: Bot) -> Iterator[Future[list[str | None]]]:
    """Run a bot in this process, beside the test, until the test is over."""
    loop = asyncio.new_event_loop()
    task = loop.create_task(bot.run())
    try:
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(loop.run_until_complete, task)
            try:
                yield future
            finally:
                loop.call_soon_threadsafe(task.cancel)
    finally:
        loop.close()


def finish(bot: Process) -> list[str]:
    """What the bot has written when it has ended by itself, content."""
    assert bot.status() == 0
    assert bot.errors.text == ""
    return bot.log.lines


# The parts


def test_a_card() -> None:
    card = Card(CARD)
    for number in [*CARD[0][:4], *CARD[2], 90, 5]:
        card.mark(number)
    assert card.complete == 1
    card.mark(CARD[0][4])
    assert card.complete == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("example.org", ("example.org", 8888)),
        ("example.org:99", ("example.org", 99)),
        ("99", ("localhost", 99)),
        ("[::1]:99", ("::1", 99)),
    ],
)
def test_an_address(text: str, found: tuple[str, int]) -> None:
    assert address(text) == found


def test_wrong_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["host:port"], ["host", "name", "more"], ["--games", "some"]):
        with pytest.raises(SystemExit) as caught:
            main(argv)
        assert caught.value.code == 2
        assert "usage: tombalajson.py" in capsys.readouterr().err


# One game


@pytest.mark.parametrize("in_pieces", [False, True])
def test_a_game_that_it_wins(start: Start, server: Server, in_pieces: bool) -> None:
    bot = start(BOT, server.address, "--games", "1")
    guest = server.accept()
    guest.in_pieces = in_pieces
    guest.log_in()
    guest.join()
    guest.deal(MISSES[0])
    numbers = [*CARD[1][:4], *CARD[0][:4], MISSES[1], *CARD[2][:4]]
    for number in numbers:  # no row is complete, so there is nothing to claim
        guest.call(number)
    for total, row in enumerate(CARD, start=1):
        guest.call(row[4])
        guest.claimed(total)
    guest.until_over()  # with the game won, there is nothing to proceed to
    assert finish(bot) == [f"bot plays on {server.address}", "bot is in den", "bot: bot has won in den"]


def test_rows_of_others_are_not_its_own(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--games", "1")
    guest = server.accept()
    guest.log_in()
    guest.join()
    guest.deal(CARD[0][0])
    guest.send(message("BCINKO", username="ann", total=1))
    for number in CARD[0][1:]:
        guest.call(number)
    guest.claimed(1)
    guest.call(MISSES[0])  # a row is claimed once
    guest.send(message("BCINKO", username="ann", total=2), message("BUSRLS", userlist=["bot", "ann"]))
    guest.lose()
    guest.until_over()
    assert finish(bot)[-1] == "bot: ann has won in den"


def test_it_says_nothing_if_it_is_quiet(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "eve", "--games", "1", "--quiet")
    guest = server.accept()
    guest.log_in("eve")
    guest.join(user="eve")
    guest.deal(MISSES[0])
    guest.lose()
    assert finish(bot) == []


def test_names_cannot_play_with_the_terminal(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--games", "1")
    guest = server.accept()
    guest.log_in()
    guest.join("ö\x1b[2J")
    guest.deal(MISSES[0])
    guest.lose("ann\n\x07")
    assert finish(bot)[1:] == ["bot is in ö?[2J", "bot: ann?? has won in ö?[2J"]


# Names and rooms


def test_a_name_that_is_taken(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "eve", "--games", "1")
    guest = server.accept()
    for name in ("eve", "eve2"):
        guest.expect("CLOGIN", username=name)
        guest.send(guest.error())
    guest.log_in("eve3")
    guest.join(user="eve3")
    guest.deal(MISSES[0])
    guest.lose()
    assert finish(bot)[0] == f"eve3 plays on {server.address}"


def test_a_room_that_has_not_begun_is_tried_first(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--games", "1")
    guest = server.accept()
    guest.log_in()
    guest.expect("CLROOM")
    guest.send(guest.success(rooms=[room("old", -60), room("full"), room("other", -50)]))
    for name in ("full", "old"):
        guest.expect("CJROOM", roomname=name)
        guest.send(guest.error())
    guest.expect("CJROOM", roomname="other")  # by the server's clock it has not begun
    guest.send(guest.success())
    guest.deal(MISSES[0])
    guest.lose()
    assert finish(bot)[-1] == "bot: ann has won in other"


def test_rooms_with_most_players_are_tried_first(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--games", "1")
    guest = server.accept()
    guest.log_in()
    guest.expect("CLROOM")
    some = room("one", 60, "a"), room("two", 90, "b", "c"), room("uno", 30, "d")
    guest.send(guest.success(rooms=[room("old", -60, *"abcd"), room("none"), *some]))
    for name in ("two", "one", "uno", "none"):
        guest.expect("CJROOM", roomname=name)
        guest.send(guest.error())
    guest.expect("CJROOM", roomname="old")
    guest.send(guest.success())
    guest.deal(MISSES[0])
    guest.lose()
    assert finish(bot)[-1] == "bot: ann has won in old"


def test_a_room_of_its_own_if_there_is_no_other(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--games", "1", "--countdown", "7")
    guest = server.accept()
    guest.log_in()
    guest.expect("CLROOM")
    guest.send(guest.success(rooms=[]))
    guest.expect("CLROOM")  # somebody else may have opened one
    guest.send(guest.success(rooms=[room("old", -60)]))
    guest.expect("CJROOM", roomname="old")
    guest.send(guest.error())
    header, body = guest.hear()
    name = body.pop("roomname")
    assert (header, body) == ("CCROOM", {"countdown": 7})
    assert name.startswith("bot-") and " " not in name
    guest.send(guest.success())
    guest.expect("CJROOM", roomname=name)
    guest.send(message("BUSRLS", userlist=["bot"]), guest.success())
    guest.deal(MISSES[0])
    guest.lose()
    assert finish(bot)[-1] == f"bot: ann has won in {name}"


def test_a_room_that_was_asked_for(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--games", "1", "--room", "den")
    guest = server.accept()
    guest.log_in()
    for _ in range(2):
        guest.expect("CJROOM", roomname="den")
        guest.send(guest.error())
    guest.expect("CCROOM", roomname="den", countdown=10)
    guest.send(guest.error())  # another one was faster
    guest.expect("CJROOM", roomname="den")
    guest.send(guest.success())
    guest.deal(MISSES[0])
    guest.lose()
    assert finish(bot)[-1] == "bot: ann has won in den"


def test_several_bots(start: Start, server: Server) -> None:
    bots = start(BOT, server.address, "eve", "--count", "3", "--games", "1")
    names = set()
    for _ in range(3):
        guest = server.accept()
        header, body = guest.hear()
        assert header == "CLOGIN"
        names.add(body["username"])
        guest.send(guest.success())
        guest.join()
        guest.deal(MISSES[0])
        guest.lose()
    assert names == {"eve-1", "eve-2", "eve-3"}
    assert len(finish(bots)) == 9


# Games that end in other ways


def test_another_wins_while_it_claims(server: Server) -> None:
    with thread(Bot("127.0.0.1", server.port, "bot", games=2, quiet=True)) as bot:
        guest = server.accept()
        guest.log_in()
        for winner in ("ann", "joe"):
            guest.join(winner)
            guest.deal(CARD[0][0])
            for number in CARD[0][1:]:
                guest.call(number)
            guest.expect("CCINKO", total=1)
            guest.send(message("BCINKO", username=winner, total=3), guest.error())
            guest.expect("CNNMBR")
            guest.send(guest.error())
        guest.until_over()
        assert bot.result(PATIENCE) == ["ann", "joe"]


def test_it_is_put_out_of_the_room(server: Server) -> None:
    with thread(Bot("127.0.0.1", server.port, "bot", games=2, quiet=True)) as bot:
        guest = server.accept()
        guest.log_in()
        guest.join()
        guest.deal(MISSES[0])
        guest.expect("CNNMBR")
        guest.send(guest.error())
        guest.expect("CQROOM")
        guest.send(guest.error())
        guest.send(message("BNUMBR", number=1), message("BCINKO", username="old", total=3))  # not about the next room
        guest.join()
        guest.deal(MISSES[0])
        guest.lose()
        assert bot.result(PATIENCE) == [None, "ann"]


def test_a_claim_that_is_refused_holds_nobody_up(server: Server) -> None:
    with thread(Bot("127.0.0.1", server.port, "bot", games=1, quiet=True)) as bot:
        guest = server.accept()
        guest.log_in()
        guest.join()
        numbers = [number for row in CARD for number in row]
        guest.deal(numbers[0])
        for number in numbers[1:]:
            guest.call(number)
            if number in (row[4] for row in CARD):
                guest.expect("CCINKO", total=sum(number >= row[4] for row in CARD))
                guest.send(guest.error())
        guest.call(MISSES[0])
        guest.lose()
        assert bot.result(PATIENCE) == ["ann"]


@pytest.mark.parametrize("last", ["SSUCCS", "SERROR"])
def test_a_game_that_runs_out_of_numbers(server: Server, last: str) -> None:
    with thread(Bot("127.0.0.1", server.port, "bot", games=1, quiet=True)) as bot:
        guest = server.accept()
        guest.log_in()
        guest.join()
        guest.deal(CARD[0][0])
        total = 0
        for number in [*CARD[0][1:], *CARD[1], *CARD[2], *MISSES]:
            guest.call(number)
            if number in (row[4] for row in CARD):
                total += 1
                guest.expect("CCINKO", total=total)
                guest.send(guest.error())
        guest.expect("CNNMBR")
        guest.send(guest.success() if last == "SSUCCS" else guest.error())
        guest.expect("CQROOM")
        guest.send(guest.error())
        guest.until_over()
        assert bot.result(PATIENCE) == [None]


# The connection


def test_heartbeats(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tombalajson.BEAT == 10
    monkeypatch.setattr(tombalajson, "BEAT", 0.05)
    with thread(Bot("127.0.0.1", server.port, "bot", quiet=True)):
        guest = server.accept()
        guest.log_in()
        guest.expect("CLROOM")  # and no answer, for now
        for _ in range(5):
            guest.expect("CHBEAT")
            guest.send(message("SSUCCS", seq=guest.seq))


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\xff\xfe\n", b"SSUCCS:{\n", b"x" * 2**22 + b"\n"]
)
def test_what_answers_is_something_else(
    server: Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], answer: bytes
) -> None:
    monkeypatch.setattr(tombalajson, "PAUSE", 0.05)
    with thread(Bot("127.0.0.1", server.port, "bot", games=1, quiet=True)) as bot:
        guest = server.accept()
        guest.log_in()
        guest.expect("CLROOM")
        with suppress(OSError):  # the bot need not read all of it
            guest.send(answer)
        guest.close()
        guest = server.accept()
        guest.log_in()
        guest.join()
        guest.deal(MISSES[0])
        guest.lose()
        bot.result(PATIENCE)
    out, err = capfd.readouterr()
    assert (out, err) == ("", "bot: what answers there does not speak Tombala's protocol; trying again soon\n")


def test_a_connection_that_is_lost(
    server: Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert tombalajson.PAUSE == 5
    monkeypatch.setattr(tombalajson, "PAUSE", 0.05)
    with thread(Bot("127.0.0.1", server.port, "bot", games=2, quiet=True)) as bot:
        guest = server.accept()
        guest.log_in()
        guest.join()
        guest.deal(MISSES[0])
        guest.lose()
        guest.join()
        guest.send(b"BUSRLS:{")
        guest.close()
        guest = server.accept()
        guest.log_in()
        guest.join()
        guest.deal(MISSES[0])
        guest.lose("joe")
        assert bot.result(PATIENCE) == ["ann", "joe"]
    out, err = capfd.readouterr()
    assert (out, err) == ("", "bot: the server has closed the connection; trying again soon\n")


def test_a_server_that_falls_silent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tombalajson, "SILENCE", 0.2)
    with thread(Bot("127.0.0.1", server.port, "bot")) as bot:
        server.accept().expect("CLOGIN", username="bot")
        with pytest.raises(Lost, match="silent"):
            bot.result(PATIENCE)


def test_a_long_list_of_rooms(start: Start, server: Server) -> None:
    bot = start(BOT, server.address, "--games", "1")
    guest = server.accept()
    guest.log_in()
    guest.expect("CLROOM")
    others = (room(f"room{i}", 60, "x" * 200) for i in range(1000))
    guest.send(guest.success(rooms=[room("den", 60, "ann", "bob"), *others]))
    guest.expect("CJROOM", roomname="den")
    guest.send(guest.success())
    guest.deal(MISSES[0])
    guest.lose()
    assert len(finish(bot)) == 3


def test_nothing_but_a_message_is_understood(start: Start, server: Server) -> None:
    bot = start(BOT, server.address)
    server.accept().send(b"HTTP/1.1 400 Bad Request\r\n")
    assert bot.status() == 1
    assert (bot.log.text, len(bot.errors.lines)) == ("", 1)


def test_without_a_server(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    bots = start(BOT, f"127.0.0.1:{port}", "--count", "3")
    assert bots.status() == 1
    assert (bots.log.text, len(bots.errors.lines)) == ("", 1)
    assert bots.errors.text.startswith(f"cannot reach 127.0.0.1:{port}: ")


@pytest.mark.parametrize("where", ["127.0.0.1:99999", "a..b"])
def test_an_address_that_cannot_be(start: Start, where: str) -> None:
    bot = start(BOT, where)
    assert bot.status() == 1
    assert (bot.log.text, len(bot.errors.lines)) == ("", 1)


def test_a_server_that_closes_at_once(start: Start, server: Server) -> None:
    bot = start(BOT, server.address)
    server.accept().close()
    assert bot.status() == 1
    assert (bot.log.text, len(bot.errors.lines)) == ("", 1)


def test_a_server_that_lets_nobody_in(start: Start, server: Server) -> None:
    bot = start(BOT, server.address)
    guest = server.accept()
    for _ in range(tombalajson.NAMES_TO_TRY):
        assert guest.hear()[0] == "CLOGIN"
        guest.send(guest.error())
    assert bot.status() == 1
    assert bot.errors.text == f"{server.address} does not let bot in: No such thing!\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_no_failure(start: Start, server: Server, number: signal.Signals) -> None:
    bot = start(BOT, server.address)
    guest = server.accept()
    guest.log_in()
    guest.join()
    guest.deal(MISSES[0])
    guest.expect("CNNMBR")
    begun = time.monotonic()
    bot.send_signal(number)
    guest.until_over()
    assert finish(bot) == [f"bot plays on {server.address}", "bot is in den"]
    assert time.monotonic() - begun < STOP_SECONDS


# Many in one loop


class Table:
    """A server with one room, for so many players, that plays whole games and trusts nobody."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.claims: list[tuple[str, int]] = []
        self.is_open = False
        self._random = Random(1)
        self._writers: dict[str, asyncio.StreamWriter] = {}  # who is in the room
        self._cards: dict[str, list[list[int]]] = {}
        self._totals: dict[str, int] = {}
        self._called: list[int] = []
        self._ready: set[str] = set()

    async def open(self) -> asyncio.Server:
        return await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=self.seats)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name = ""
        while line := await reader.readline():
            header, _, text = line.decode().partition(":")
            body = json.loads(text)
            if header == "CLOGIN":
                name, is_right = body["username"], True
            else:
                is_right = self.act(name, writer, header, body)
            writer.write(message("SSUCCS" if is_right else "SERROR", seq=body["seq"], message="", rooms=[]))
            if header == "CJROOM" and len(self._writers) == self.seats and not self._called:
                self.deal()
        writer.close()

    def act(self, name: str, writer: asyncio.StreamWriter, header: str, body: dict[str, Any]) -> bool:
        if header == "CCROOM":
            was_open, self.is_open = self.is_open, True
            return not was_open
        if header == "CJROOM":
            if self.is_open and name not in self._writers and not self._called:
                self._writers[name] = writer
                return True
            return False
        if header == "CCINKO" and name in self._writers:
            return self.claim(name, body["total"])
        if header == "CNNMBR" and name in self._writers:
            assert name not in self._ready, "proceeds twice"
            self._ready.add(name)
            if len(self._ready) == self.seats:
                self.call()
            return True
        return False  # the game is over, and it does not know yet

    def deal(self) -> None:
        numbers = range(1, 91)
        for name, writer in self._writers.items():
            chosen = self._random.sample(numbers, 15)
            self._cards[name] = [sorted(chosen[i : i + 5]) for i in (0, 5, 10)]
            writer.write(message("BGCARD", gamecard=self._cards[name]))
        self.call()

    def call(self) -> None:
        self._ready.clear()
        self._called.append(self._random.choice([n for n in range(1, 91) if n not in self._called]))
        self.broadcast("BNUMBR", number=self._called[-1])

    def claim(self, name: str, total: int) -> bool:
        complete = sum(set(row) <= set(self._called) for row in self._cards[name])
        assert self._totals.get(name, 0) < total == complete, "a wrong claim"
        self._totals[name] = total
        self.claims.append((name, total))
        self.broadcast("BCINKO", username=name, total=total)
        if total == 3:
            self.is_open = False
            for rest in (self._writers, self._cards, self._totals, self._called, self._ready):
                rest.clear()
        return True

    def broadcast(self, header: str, **body: object) -> None:
        for writer in self._writers.values():
            writer.write(message(header, **body))


@pytest.mark.parametrize(("count", "games"), [(1, 3), (MANY, 2)])
def test_bots_in_one_loop_play_whole_games(count: int, games: int, capfd: pytest.CaptureFixture[str]) -> None:
    table = Table(count)

    async def play() -> list[list[str | None]]:
        async with asyncio.timeout(3 * PATIENCE), await table.open() as server:
            port = server.sockets[0].getsockname()[1]
            bots = [Bot("127.0.0.1", port, f"eve{i}", room="den", games=games, quiet=True) for i in range(count)]
            return await asyncio.gather(*(bot.run() for bot in bots))

    results = asyncio.run(play())
    winners = [name for name, total in table.claims if total == 3]
    assert len(winners) == games
    assert results == [winners] * count
    assert capfd.readouterr() == ("", "")
