"""`make play` as a newcomer has it: a server, two bots and the client in one terminal, and nothing left afterwards."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.doubles.processes import PATIENCE, Start
from tests.doubles.pseudoterminal import Terminal, Terminals
from tilenet.clients.bots.demo import Trouble, answers, put_off

DEMO = [sys.executable, "-m", "tilenet.clients.bots.demo"]
COMPANY = ["bot-1", "bot-2"]
COMMANDS = {"serve", "bot", "play"}


def processes(port: int) -> dict[str, int]:
    """The processes of tilenet that are about this port: their numbers, by command."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            _, *words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue  # it has just ended
        if words[:2] == ["-m", "tilenet"] and any(str(port) in word for word in words):
            found[words[2]] = int(path.parent.name)
    return found


def begin(terminals: Terminals, port: int) -> Terminal:
    """Somebody types `make play`, and is at Home with two bots."""
    terminal = terminals([*DEMO, "--port", str(port), "--log", "play.log", "ann"], 100, 30)
    terminal.sees("Recharge", "on 127.0.0.1", "ann · 1", "points", "⚙ 2", *COMPANY)
    return terminal


@pytest.mark.parametrize("way", ["f10", "ctrl c", "SIGTERM"])
def test_all_of_it_begins_and_ends(terminals: Terminals, tmp_path: Path, free_port: int, way: str) -> None:
    terminal = begin(terminals, free_port)
    assert processes(free_port).keys() == COMMANDS
    if way == "SIGTERM":
        terminal.send_signal(signal.SIGTERM)
    else:
        terminal.press(way)
    assert terminal.wait() == 0
    assert terminal.left_behind == []
    assert "make play:" not in terminal.after
    assert processes(free_port) == {}
    log = (tmp_path / "play.log").read_text()
    assert "is serving TileNet on" in log
    assert [name for name in COMPANY if f"{name} plays on 127.0.0.1:{free_port}\n" in log] == COMPANY
    assert "Traceback" not in log


def test_ctrl_c_before_there_is_a_client(terminals: Terminals, free_port: int) -> None:
    terminal = terminals([*DEMO, "--port", str(free_port), "--log", "play.log", "ann"])
    terminal.sees("Starting a server")
    terminal.press("ctrl c")
    assert terminal.wait() == 128 + signal.SIGINT
    assert processes(free_port) == {}


def test_a_server_that_is_there_is_used_and_left_alone(start: Start, terminals: Terminals, tmp_path: Path) -> None:
    server = start.local()
    terminal = begin(terminals, server.port)
    terminal.resize(80, 70)
    terminal.press("f1")
    terminal.sees("Ctrl-L redraws the screen.", "a message to you")
    assert "Ctrl-Z" not in "".join(terminal.display)  # it is the launcher's job, and does nothing
    terminal.press("f10")
    assert terminal.wait() == 0
    server.log.wait_for(r"Left: bot-\d", 2)
    assert answers(server.port)
    assert "is serving TileNet on" not in (tmp_path / "play.log").read_text()
    server.send_signal(signal.SIGTERM)
    server.status()


def test_bots_that_end_too_early_are_told_of(start: Start, terminals: Terminals) -> None:
    server = start.local()
    terminal = begin(terminals, server.port)
    bots = processes(server.port)["bot"]
    os.kill(bots, signal.SIGTERM)
    assert has_ended(bots), "they do not end"
    terminal.gone("⚙ 2")
    terminal.press("f10")
    assert terminal.wait() == 0
    assert terminal.after.strip() == "make play: the bots ended too early: see play.log"


@pytest.mark.parametrize("sign", ["Starting a server", "Two bots are joining", COMPANY[0]])
def test_what_it_has_started_ends_even_if_it_is_killed(
    terminals: Terminals, tmp_path: Path, free_port: int, sign: str
) -> None:
    terminal = terminals([*DEMO, "--port", str(free_port), "--log", "play.log", "ann"], 100, 30)
    terminal.sees(sign)
    terminal.send_signal(signal.SIGKILL)
    assert has_ended(terminal.pid)
    for _ in range(len(COMMANDS)):
        for command, number in processes(free_port).items():
            assert has_ended(number), f"{command} goes on"
    assert processes(free_port) == {}
    assert "Traceback" not in (tmp_path / "play.log").read_text()


def has_ended(number: int) -> bool:
    """Whether a process ends soon, if it has not ended already."""
    try:
        process = os.pidfd_open(number)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], PATIENCE)[0])
    finally:
        os.close(process)


def run(port: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """Without a terminal."""
    return subprocess.run(
        [*DEMO, "--port", str(port), "--log", "play.log"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )


def test_the_exit_status_is_the_clients(tmp_path: Path, free_port: int) -> None:
    done = run(free_port, tmp_path)
    assert (done.returncode, done.stderr) == (1, "tilenet play: standard input is not a terminal\n")
    assert processes(free_port) == {}


def test_a_server_that_cannot_start(tmp_path: Path) -> None:
    """The port is taken by somebody who does not listen."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        done = run(taken.getsockname()[1], tmp_path)
    assert done.returncode == 1
    assert "make play: the server did not start: see play.log\n" in done.stderr
    assert "the port is taken" in (tmp_path / "play.log").read_text()


def test_what_is_there_may_be_no_tilenet_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(PATIENCE)
        port = other.getsockname()[1]

        def answer() -> None:
            for _ in range(2):
                with other.accept()[0] as connection:
                    connection.sendall(b"220 mail.example ESMTP\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Trouble, match="is not a TileNet server"):
            answers(port)
        done = run(port, tmp_path)
        thread.join(PATIENCE)
    assert done.returncode == 1
    assert done.stderr.startswith(f"make play: the program on 127.0.0.1:{port} is not a TileNet server")
    assert processes(port) == {}


def test_a_signal_while_a_process_starts_comes_when_it_is_known() -> None:
    """Otherwise the process would be left behind."""
    order: list[str] = []
    before = signal.signal(signal.SIGTERM, lambda *_: order.append("signal"))
    try:
        with put_off():
            signal.raise_signal(signal.SIGTERM)
            order.append("known")
        assert order == ["known", "signal"]
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
