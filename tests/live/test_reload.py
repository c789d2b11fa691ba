"""A server that is reloaded: programs of the old protocols play on over the same connections, and others come back."""

from __future__ import annotations

import os
import re
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.doubles.callers import Caller, Callers, Phone
from tests.doubles.model import click
from tests.doubles.processes import LOCAL, PATIENCE, Process, Start

ROOM = "Noughts and crosses"
RELOAD = [sys.executable, "-m", "tilenet", "reload", "--data"]
RESPONSE = 48  # bytes of Memory's own protocol


class Program(Phone):
    """A program of an old protocol, which never connects twice."""

    def hear(self, data: bytes) -> None:
        """It is kept in `raw`."""

    def says(self, data: bytes, answer: bytes = b"") -> None:
        """Say something, and wait for this."""
        self.send(data)
        self.hears(answer)

    def hears(self, answer: bytes) -> None:
        """Wait for this, and forget all that came before it."""
        self.until(repr(answer), lambda: answer in self.raw)
        del self.raw[: self.raw.index(answer) + len(answer)]

    def hears_bytes(self, number: int) -> bytes:
        self.until(f"{number} bytes", lambda: len(self.raw) >= number)
        found = bytes(self.raw[:number])
        del self.raw[:number]
        return found


def reload(data: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RELOAD, str(data), *options], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def board(caller: Caller) -> list[str]:
    return [caller.screen.mark(x, y) for x in range(3) for y in range(3)]


def put(people: dict[str, Caller], name: str, x: int, y: int) -> None:
    """Somebody puts a mark, and both see it."""
    people[name].send(click(people[name].screen.model.grid()[x, y]))
    for one in people.values():
        one.until("the mark", lambda shown=one.screen: shown.mark(x, y) in "XO")  # type: ignore[misc]


def until(what: str, is_so: Callable[[], bool]) -> None:
    """Look again and again."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def until_lost(caller: Caller) -> None:
    """The connection is gone, without a goodbye."""
    try:
        caller.until_over()
    except ConnectionResetError:
        caller.is_over = True
    assert b"<logged-out" not in caller.raw


def come_back(server: Process, callers: Callers, people: dict[str, Caller]) -> dict[str, Caller]:
    """Everybody is lost, comes back, and sees the same board."""
    seen = {name: board(one) for name, one in people.items()}
    for one in people.values():
        until_lost(one)
    back = {name: callers(server.port) for name in people}
    for name, one in back.items():
        one.login(name, room=ROOM)
        assert board(one) == seen[name]
    return back


def play(id: int, x: int, y: int) -> bytes:
    return struct.pack("<3i", id, x, y)


def hears_of(program: Program, id: int) -> None:
    """It hears of a pick with this id; cards may be hidden meanwhile."""
    while id not in struct.unpack_from("<4i", response := program.hears_bytes(RESPONSE), 4)[::3]:
        assert code(response) < 0


def code(response: bytes) -> int:
    return int(struct.unpack_from("<i", response)[0])


def test_five_people_play_on(start: Start, callers: Callers, tmp_path: Path) -> None:
    """Twice in a row; the programs are in the middle of a message each time."""
    data = tmp_path / "data"
    doors = ("--tombala", LOCAL, "--memory", LOCAL, "--dancing", LOCAL)
    server = start.local("--data", str(data), *doors)
    people = {name: callers.join(server.port, name) for name in ("ann", "bob")}
    for one in people.values():
        one.walk(ROOM)
    put(people, "ann", 1, 1)
    tombala, silent = (Program(server.port_for("Tombala")) for _ in range(2))
    memory = [Program(server.port_for("Memory")) for _ in range(2)]
    dancers = [Program(server.port_for("Dancing")) for _ in range(2)]
    try:
        tombala.says(b'CLOGIN:{"seq": 0, "username": "gul"}\n', b'"seq": 0')
        tombala.says(b'CCROOM:{"seq": 1, "roomname": "den", "countdown": 600}\n', b'"seq": 1')
        tombala.says(b'CJROOM:{"seq": 2, "roomname": "den"}\n', b'"seq": 2')
        for player in memory:
            assert player.hears_bytes(4) == struct.pack("<i", 4)
        for player in memory:
            player.hears_bytes(16 * 20)
        for name, dancer in zip((b"one", b"two"), dancers, strict=True):
            dancer.send(name + b"&")
        for dancer in dancers:
            dancer.hears(b"30 4 40&")
            dancer.hears(b"&")
        stars = iter((b"0 0", b" 0 29 29 "))
        for turn in range(2):
            tombala.send(b'CHBEAT:{"se')
            memory[0].send(play(7 + turn, turn, 0)[:5])
            dancers[1].send(next(stars))
            done = reload(data, tmp_path)
            assert (done.returncode, done.stderr) == (0, ""), done
            assert "2 players" not in done.stdout and "6 connections went on" in done.stdout, done.stdout
            tombala.says(b'q": 9}\n', b'SSUCCS:{"seq": 9}')
            memory[0].send(play(7 + turn, turn, 0)[5:])
            for player in memory:
                hears_of(player, 7 + turn)
            people = come_back(server, callers, people)
            put(people, ("bob", "ann")[turn], turn, 0)
        dancers[1].send(b"&")
        dancers[0].hears(b"&")
        tombala.says(b'CQROOM:{"seq": 3}\n', b'"seq": 3')
        silent.says(b'CLOGIN:{"seq": 0, "username": "han"}\n', b'"seq": 0')
        memory[0].send(play(1, -1, -1))
        assert code(memory[0].hears_bytes(RESPONSE)) == -6
    finally:
        for program in (tombala, silent, *memory, *dancers):
            program.close()
    assert "Traceback" not in server.log.text


TALLY = """
from tilenet.catalogue import GamePlugin
from tilenet.game import HELP, HOME, Game, Scene, Tile, help_tile, home_tile

class Tally(Game):
    title = "Tally"
    about = "A number."
    help = ("Click the number.",)

    def __init__(self, random):
        super().__init__(random)
        self.number = 0

    def scene(self):
        tiles = {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "tally": Tile(2, 1, str(self.number), "the number")}
        return Scene((3, 2), tiles)

    def click(self, player, tile, now):
        self.number += 1

tally = GamePlugin("tally", Tally)
"""


def number(caller: Caller) -> int:
    caller.until("the number", lambda: (2, 1) in caller.screen.model.grid())
    return int(caller.screen.mark(2, 1))


def count(caller: Caller, clicks: int) -> None:
    """Click so often, and see each."""
    for _ in range(clicks):
        before = number(caller)
        caller.send(click(caller.screen.model.grid()[2, 1]))
        caller.until("the next number", lambda before=before: number(caller) > before)  # type: ignore[misc]


def test_new_code_takes_over_only_if_it_stands_where_the_old_one_stood(
    start: Start, callers: Callers, tmp_path: Path
) -> None:
    plugins = tmp_path / "twisted" / "plugins"
    plugins.mkdir(parents=True)
    code = plugins / "tally.py"

    def write(text: str) -> None:
        """Python compares the time of a file in seconds, and its size."""
        code.write_text(text)
        for old in (plugins / "__pycache__").glob("tally.*"):
            old.unlink()

    write(TALLY)
    data = tmp_path / "data"
    server = start.local("--data", str(data))
    ann = callers.join(server.port, "ann")
    ann.walk("Tally")
    count(ann, 3)
    for text, why in (
        (f"{TALLY}raise RuntimeError('half of it')", r"RuntimeError: half of it \(tally.py, line \d+\)"),
        (TALLY.replace("+= 1", "+= 2"), r"Tally: game.number is 6, and was 3 \(if that is meant: --new-rules\)"),
        (TALLY.replace("str(self.number)", "str(self.nunber)"), "Tally: AttributeError: .*nunber.*"),
    ):
        write(text)
        done = reload(data, tmp_path)
        assert (done.returncode, done.stdout) == (1, "") and re.fullmatch(
            f"tilenet reload: not reloaded: {why}\n", done.stderr
        ), done
        count(ann, 1)
    write(TALLY.replace("+= 1", "+= 2"))
    done = reload(data, tmp_path, "--new-rules")
    assert (done.returncode, done.stderr) == (0, ""), done
    until_lost(ann)
    ann = callers(server.port)
    ann.login("ann", room="Tally")
    count(ann, 1)
    assert number(ann) == 8
    write(TALLY.replace("+= 1", "+= self.step").replace("self.number = 0", "self.number = 0; self.step = 2"))
    done = reload(data, tmp_path)
    assert done.returncode == 0 and done.stdout.startswith("tally begins anew: "), done
    until_lost(ann)
    ann = callers(server.port)
    ann.login("ann", room="Tally")
    assert number(ann) == 0
    count(ann, 1)
    assert number(ann) == 2


def test_no_act_is_lost_or_done_twice(start: Start, callers: Callers, tmp_path: Path) -> None:
    """Requests wait in the server for their turn, in its socket, and on their way, while it is reloaded twice."""
    plugins = tmp_path / "twisted" / "plugins"
    plugins.mkdir(parents=True)
    (plugins / "tally.py").write_text(TALLY)
    data = tmp_path / "data"
    server = start.local("--data", str(data), "--tombala", LOCAL, "--commands-per-second", "100")
    ann = callers.join(server.port, "ann")
    ann.walk("Tally")
    program = Program(server.port_for("Tombala"))
    asked = seen = 0
    try:
        program.says(b'CLOGIN:{"seq": 0, "username": "gul"}\n', b"\n")
        for _ in range(2):
            program.send(b"".join(b'CHBEAT:{"seq": %d}\n' % seq for seq in range(asked, asked + 300)))
            asked += 300
            server.send_signal(signal.SIGHUP)
            sent = answered = number(ann)
            assert seen <= sent
            try:
                while not ann.is_over:
                    ann.send(click(ann.screen.model.grid()[2, 1]))
                    sent += 1
                    ann.until("the answer", lambda: ann.is_over or number(ann) == sent)  # noqa: B023
                    answered = number(ann)
            except OSError:
                pass
            ann = callers(server.port)
            ann.login("ann", room="Tally")
            seen = number(ann)
            assert answered <= seen <= sent
        for seq in range(asked):
            program.until("an answer", lambda: b"\n" in program.raw)
            answer, _, rest = bytes(program.raw).partition(b"\n")
            assert answer == b'SSUCCS:{"seq": %d}' % seq
            program.raw[:] = rest
    finally:
        program.close()


def test_a_daemon_stays_the_same_process(start: Start, tmp_path: Path) -> None:
    """Its pid file is right all the time, and gone at the end, even if that comes while the new program starts."""
    data, pid_file = tmp_path / "data", tmp_path / "tilenet.pid"
    command = [str(Path(sys.executable).with_name("twistd")), "--pidfile", str(pid_file), "--logfile", "its.log"]
    daemon = start([*command, "tilenet", "--data", str(data), "--listen", LOCAL])
    assert daemon.status() == 0
    pid = int(pid_file.read_text())
    try:
        for _ in range(2):
            done = reload(data, tmp_path)
            assert done.returncode == 0, (done, (tmp_path / "its.log").read_text())
            assert int(pid_file.read_text()) == pid
        os.kill(pid, signal.SIGHUP)
        until("the last reload", lambda: (tmp_path / "its.log").read_text().count("Reloading: ") == 3)
    finally:
        os.kill(pid, signal.SIGTERM)
    until("its end", lambda: not pid_file.exists())


def test_without_a_journal_there_is_nothing_to_reload_with(start: Start, tmp_path: Path) -> None:
    server = start.local()
    assert server.port
    server.send_signal(signal.SIGHUP)
    server.log.wait_for("Not reloaded: with --data none there is no journal to go on from")
    done = reload(tmp_path, tmp_path)
    assert (done.returncode, done.stderr) == (1, f"tilenet reload: no server with a journal uses {tmp_path}\n")
