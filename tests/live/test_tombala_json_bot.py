"""The sample client of Tombala's JSON protocol, at a scripted server made from the protocol's description alone."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest

from tests.doubles.processes import PATIENCE, Process, Start
from tests.doubles.tombala_clients import request
from tests.doubles.tombala_script import BOT, CARD, MISSES, ScriptedServer, room, thread
from tilenet.clients.samples import tombalajson
from tilenet.clients.samples.tombalajson import JsonBot, Lost, address, main, run_all


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with closing(ScriptedServer()) as made:
        yield made


def finish(bot: Process) -> list[str]:
    """What the bot has written when it has ended by itself, content."""
    assert bot.status() == 0
    assert bot.errors.text == ""
    return bot.log.lines


# The parts


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
def test_a_game_that_it_wins(start: Start, server: ScriptedServer, in_pieces: bool) -> None:
    bot = start(BOT, server.address, "--games", "1")
    visit = server.accept()
    visit.in_pieces = in_pieces
    visit.log_in()
    visit.join()
    visit.deal(MISSES[0])
    for number in [*CARD[1][:4], *CARD[0][:4], MISSES[1], *CARD[2][:4]]:
        visit.call(number)  # no row is complete, so there is nothing to claim
    for total, row in enumerate(CARD, start=1):
        visit.call(row[4])
        visit.claimed(total)
    visit.until_over()  # with the game won, there is nothing to proceed to
    assert finish(bot) == [f"bot plays on {server.address}", "bot is in den", "bot: bot has won in den"]


def test_rows_of_others_are_not_its_own(start: Start, server: ScriptedServer) -> None:
    bot = start(BOT, server.address, "--games", "1")
    visit = server.play()
    visit.deal(CARD[0][0])
    visit.send(request("BCINKO", username="ann", total=1))
    for number in CARD[0][1:]:
        visit.call(number)
    visit.claimed(1)
    visit.call(MISSES[0])  # a row is claimed once
    visit.send(request("BCINKO", username="ann", total=2), request("BUSRLS", userlist=["bot", "ann"]))
    visit.lose()
    visit.until_over()
    assert finish(bot)[-1] == "bot: ann has won in den"


def test_it_says_nothing_if_it_is_quiet(start: Start, server: ScriptedServer) -> None:
    bot = start(BOT, server.address, "eve", "--games", "1", "--quiet")
    server.play(user="eve").play_and_lose()
    assert finish(bot) == []


def test_names_cannot_play_with_the_terminal(start: Start, server: ScriptedServer) -> None:
    bot = start(BOT, server.address, "--games", "1")
    server.play("ö\x1b[2J").play_and_lose("ann\n\x07")
    assert finish(bot)[1:] == ["bot is in ö?[2J", "bot: ann?? has won in ö?[2J"]


# Names and rooms


@pytest.mark.parametrize("names", [("eve", "eve2", "eve3"), ("bot-1", "bot-1-2", "bot-1-3")])
def test_a_name_that_is_taken(start: Start, server: ScriptedServer, names: tuple[str, ...]) -> None:
    bot = start(BOT, server.address, names[0], "--games", "1")
    visit = server.accept()
    for name in names[:2]:
        visit.expect("CLOGIN", username=name)
        visit.send(visit.error())
    visit.log_in(names[2])
    visit.join(user=names[2])
    visit.play_and_lose()
    assert finish(bot)[0] == f"{names[2]} plays on {server.address}"


#: The rooms that are listed, as arguments of `room`; which are asked for in vain; and which one it gets into.
CHOICES: dict[str, tuple[list[tuple[Any, ...]], list[str], str]] = {
    "one that has not begun first": (  # the server's clock decides
        [("old", -60), ("full",), ("other", -50)],
        ["full", "old"],
        "other",
    ),
    "the one with most players first": (
        [("old", -60, *"abcd"), ("none",), ("one", 60, "a"), ("two", 90, "b", "c"), ("uno", 30, "d")],
        ["two", "one", "uno", "none"],
        "old",
    ),
    "a long list": ([("den", 900, "ann", "bob"), *((f"r{i}", 900, "x" * 200) for i in range(1000))], [], "den"),
}


@pytest.mark.parametrize("case", CHOICES)
def test_which_room_it_tries(start: Start, server: ScriptedServer, case: str) -> None:
    rooms, refused, found = CHOICES[case]
    bot = start(BOT, server.address, "--games", "1")
    visit = server.accept()
    visit.log_in()
    visit.expect("CLROOM")
    visit.send(visit.success(rooms=[room(*one) for one in rooms]))
    for name in refused:
        visit.expect("CJROOM", roomname=name)
        visit.send(visit.error())
    visit.expect("CJROOM", roomname=found)
    visit.send(visit.success())
    visit.play_and_lose()
    assert finish(bot)[-1] == f"bot: ann has won in {found}"


def test_a_room_of_its_own_if_there_is_no_other(start: Start, server: ScriptedServer) -> None:
    bot = start(BOT, server.address, "--games", "1", "--countdown", "7")
    visit = server.accept()
    visit.log_in()
    visit.expect("CLROOM")
    visit.send(visit.success(rooms=[]))
    visit.expect("CLROOM")  # somebody else may have opened one
    visit.send(visit.success(rooms=[room("old", -60)]))
    visit.expect("CJROOM", roomname="old")
    visit.send(visit.error())
    header, body = visit.hear()
    name = body.pop("roomname")
    assert (header, body) == ("CCROOM", {"countdown": 7})
    assert name.startswith("bot-") and " " not in name
    visit.send(visit.success())
    visit.expect("CJROOM", roomname=name)
    visit.send(request("BUSRLS", userlist=["bot"]), visit.success())
    visit.play_and_lose()
    assert finish(bot)[-1] == f"bot: ann has won in {name}"


def test_a_room_that_was_asked_for(start: Start, server: ScriptedServer) -> None:
    bot = start(BOT, server.address, "--games", "1", "--room", "den")
    visit = server.accept()
    visit.log_in()
    for _ in range(2):
        visit.expect("CJROOM", roomname="den")
        visit.send(visit.error())
    visit.expect("CCROOM", roomname="den", countdown=10)
    visit.send(visit.error())  # another one was faster
    visit.expect("CJROOM", roomname="den")
    visit.send(visit.success())
    visit.play_and_lose()
    assert finish(bot)[-1] == "bot: ann has won in den"


def test_several_bots(start: Start, server: ScriptedServer) -> None:
    bots = start(BOT, server.address, "eve", "--count", "3", "--games", "1")
    names = set()
    for _ in range(3):
        visit = server.accept()
        header, body = visit.hear()
        assert header == "CLOGIN"
        names.add(body["username"])
        visit.send(visit.success())
        visit.join()
        visit.play_and_lose()
    assert names == {"eve-1", "eve-2", "eve-3"}
    assert len(finish(bots)) == 9


# Games that end in other ways


def test_another_wins_while_it_claims(server: ScriptedServer) -> None:
    with thread(JsonBot("127.0.0.1", server.port, "bot", games=2, quiet=True)) as bot:
        visit = server.accept()
        visit.log_in()
        for winner in ("ann", "joe"):
            visit.join(winner)
            visit.deal(CARD[0][0])
            for number in CARD[0][1:]:
                visit.call(number)
            visit.expect("CCINKO", total=1)
            visit.send(request("BCINKO", username=winner, total=3), visit.error())
            visit.expect("CNNMBR")
            visit.send(visit.error())
        visit.until_over()
        assert bot.result(PATIENCE) == ["ann", "joe"]


def test_it_is_put_out_of_the_room(server: ScriptedServer) -> None:
    with thread(JsonBot("127.0.0.1", server.port, "bot", games=2, quiet=True)) as bot:
        visit = server.play()
        visit.deal(MISSES[0])
        visit.expect("CNNMBR")
        visit.send(visit.error())
        visit.expect("CQROOM")
        visit.send(visit.error())
        visit.send(request("BNUMBR", number=1), request("BCINKO", username="old", total=3))  # not about the next room
        visit.join()
        visit.play_and_lose()
        assert bot.result(PATIENCE) == [None, "ann"]


@pytest.mark.parametrize("last", ["SSUCCS", "SERROR"])
def test_a_game_that_runs_out_of_numbers(server: ScriptedServer, last: str) -> None:
    with thread(JsonBot("127.0.0.1", server.port, "bot", games=1, quiet=True)) as bot:
        visit = server.play()
        visit.deal(CARD[0][0])
        total = 0
        for number in [*CARD[0][1:], *CARD[1], *CARD[2], *MISSES]:
            visit.call(number)
            if number in (row[4] for row in CARD):
                total += 1
                visit.expect("CCINKO", total=total)
                visit.send(visit.error())
        visit.expect("CNNMBR")
        visit.send(visit.success() if last == "SSUCCS" else visit.error())
        visit.expect("CQROOM")
        visit.send(visit.error())
        visit.until_over()
        assert bot.result(PATIENCE) == [None]


# The connection


def test_heartbeats(server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tombalajson.BEAT == 10
    monkeypatch.setattr(tombalajson, "BEAT", 0.05)
    with thread(JsonBot("127.0.0.1", server.port, "bot", quiet=True)):
        visit = server.accept()
        visit.log_in()
        heard: list[str] = []  # CLROOM, which gets no answer for now, and heartbeats, of which the first may be earlier
        while heard.count("CHBEAT") < 5 or "CLROOM" not in heard:
            assert len(heard) < 1000
            heard.append(visit.hear_any()[0])
            if heard[-1] == "CHBEAT":
                visit.send(request("SSUCCS", seq=visit.seq))
        assert {*heard} == {"CHBEAT", "CLROOM"}


CLOSED, NONSENSE = "the server has closed the connection", "what answers there does not speak Tombala's protocol"


@pytest.mark.parametrize(
    ("last", "why"),
    [
        (b"BUSRLS:{", CLOSED),
        *((data, NONSENSE) for data in (b"HTTP/1.1 400\r\n\r\n", b"\xff\xfe\n", b"SSUCCS:{\n", b"x" * 2**22 + b"\n")),
    ],
)
def test_a_connection_that_is_lost_or_speaks_something_else(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], last: bytes, why: str
) -> None:
    assert tombalajson.PAUSE == 5
    monkeypatch.setattr(tombalajson, "PAUSE", 0.05)
    with thread(JsonBot("127.0.0.1", server.port, "bot", games=2, quiet=True)) as bot:
        visit = server.play()
        visit.play_and_lose()
        visit.join()
        with suppress(OSError):  # the bot need not read all of it
            visit.send(last)
        visit.close()
        server.play().play_and_lose("joe")
        assert bot.result(PATIENCE) == ["ann", "joe"]
    assert capfd.readouterr() == ("", f"bot: {why}; trying again soon\n")


def test_what_the_server_says_at_the_end(start: Start, server: ScriptedServer) -> None:
    bot = start(BOT, server.address)
    visit = server.accept()
    visit.expect("CLOGIN", username="bot")
    visit.send(request("SERROR", message="The server is stopping."))
    visit.close()
    assert bot.status() == 1
    assert bot.errors.text == "the server says: The server is stopping.\n"


def test_a_server_that_falls_silent(server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tombalajson, "SILENCE", 0.2)
    with thread(JsonBot("127.0.0.1", server.port, "bot")) as bot:
        server.accept().expect("CLOGIN", username="bot")
        with pytest.raises(Lost, match="silent"):
            bot.result(PATIENCE)


@pytest.mark.parametrize("last", [b"HTTP/1.1 400 Bad Request\r\n", b""])
def test_a_server_that_speaks_something_else_or_closes_at_once(
    start: Start, server: ScriptedServer, last: bytes
) -> None:
    bot = start(BOT, server.address)
    visit = server.accept()
    visit.send(last)
    if not last:
        visit.close()
    assert bot.status() == 1
    assert (bot.log.text, len(bot.errors.lines)) == ("", 1)


def test_without_a_server(start: Start, free_port: int) -> None:
    bots = start(BOT, f"127.0.0.1:{free_port}", "--count", "3")
    assert bots.status() == 1
    assert (bots.log.text, len(bots.errors.lines)) == ("", 1)
    assert bots.errors.text.startswith(f"cannot reach 127.0.0.1:{free_port}: ")


@pytest.mark.parametrize("where", ["127.0.0.1:99999", "a..b"])
def test_an_address_that_cannot_be(start: Start, where: str) -> None:
    bot = start(BOT, where)
    assert bot.status() == 1
    assert (bot.log.text, len(bot.errors.lines)) == ("", 1)


def test_a_server_that_lets_nobody_in(start: Start, server: ScriptedServer) -> None:
    bot = start(BOT, server.address)
    visit = server.accept()
    for _ in range(tombalajson.NAMES_TO_TRY):
        assert visit.hear()[0] == "CLOGIN"
        visit.send(visit.error())
    assert bot.status() == 1
    assert bot.errors.text == f"{server.address} refused bot: No such thing!\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_no_failure(start: Start, server: ScriptedServer, number: signal.Signals) -> None:
    bot = start(BOT, server.address)
    visit = server.play()
    visit.deal(MISSES[0])
    visit.expect("CNNMBR")
    bot.send_signal(number)
    visit.until_over()
    assert finish(bot) == [f"bot plays on {server.address}", "bot is in den"]


def test_bots_come_in_a_few_at_a_time() -> None:
    coming: list[JsonBot] = []
    crowds: list[int] = []

    class Comer(JsonBot):
        async def run(self) -> list[str | None]:
            coming.append(self)
            await asyncio.sleep(0)  # the others of its group
            crowds.append(len(coming))
            coming.remove(self)
            self.was_in = True
            return [self.name]

    names = [f"eve{number}" for number in range(3 * tombalajson.AT_ONCE)]
    found = asyncio.run(run_all([Comer("127.0.0.1", 0, name) for name in names]))
    assert (found, max(crowds)) == ([[name] for name in names], tombalajson.AT_ONCE)
