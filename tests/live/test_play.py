"""The terminal client as a person sees it, against our server."""

from __future__ import annotations

import os
import re
import signal
import socket
from pathlib import Path

import pytest

from tests.doubles.play import PLAY, SOURCE, Play, restored
from tests.doubles.processes import PATIENCE, Process, Start
from tests.doubles.pseudoterminal import Terminals
from tests.doubles.terminal import is_harmless
from tilenet.clients.terminal.background import QUESTION


@pytest.fixture
def server(start: Start) -> Process:
    return start.local()


def test_a_server_that_is_killed_and_comes_back(start: Start, play: Play, free_port: int) -> None:
    server = start.local(port=free_port)
    assert server.port == free_port
    terminal = play.in_room(free_port, "ann")
    server.send_signal(signal.SIGKILL)
    terminal.sees("Trying again ...")
    start.local(port=free_port)
    terminal.sees("Click a room to walk into it.", "ann ")
    terminal.press("ctrl q")
    assert terminal.wait() == 0
    assert restored(terminal)


def test_a_server_that_says_goodbye_and_is_gone_is_left(start: Start, play: Play, free_port: int) -> None:
    server = start.local(port=free_port)
    assert server.port == free_port
    terminal = play.at_home(free_port, "ann")
    server.send_signal(signal.SIGTERM)
    assert server.status() in (0, -signal.SIGTERM)
    assert terminal.wait() == 0
    assert "The server has logged you out: " in terminal.after
    assert restored(terminal)


def test_no_server(play: Play, free_port: int) -> None:
    terminal = play(str(free_port), apart=True)
    assert terminal.wait() == 1
    assert re.fullmatch(rf"tilenet play: cannot reach localhost:{free_port}: .*refused.*\n", terminal.stderr)
    assert terminal.raw == QUESTION


def test_ctrl_c_at_any_moment(server: Process, play: Play) -> None:
    at_login = play(str(server.port))
    at_login.sees("Password:")
    in_help = play.at_home(server.port, "bob")
    in_help.press("f1")
    in_help.sees("Keys on the board", "Esc closes")
    typing = play.at_home(server.port, "cid")
    typing.press("tab")
    typing.type("half a sent")
    typing.sees("half a sent")
    for terminal in (at_login, in_help, typing):
        terminal.press("ctrl c")
        assert terminal.wait() == 0
        assert restored(terminal)
    for number in (signal.SIGTERM, signal.SIGHUP):
        other = play.at_home(server.port, "dan")
        other.send_signal(number)
        assert other.wait() == 0
        assert restored(other)


def test_stopping_and_going_on(server: Process, play: Play) -> None:
    terminal = play.at_home(server.port, "ann")
    terminal.press("ctrl z")
    terminal.resume()
    terminal.until("the screen again", lambda: terminal.raw.count(b"\x1b[?1049h") == 2)
    terminal.sees("Click a room to walk into it.", "[tiles]")
    terminal.resize(80, 70)
    terminal.press("f1")
    terminal.sees("Ctrl-Z suspends the client, and fg resumes it.")
    terminal.press("ctrl q")
    assert terminal.wait() == 0
    assert restored(terminal)


def test_ascii(server: Process, play: Play) -> None:
    terminal = play.in_room(server.port, "ann", "--ascii", "--colors", "16")
    assert "\n".join(terminal.display).isascii(), terminal
    terminal.sees("  ?  ", ">Restart<")


def test_a_terminal_whose_locale_is_not_utf8_gets_ascii(server: Process, terminals: Terminals) -> None:
    plain = terminals([*PLAY, str(server.port), "ann"], env={**SOURCE, "TERM": "vt100", "LC_ALL": "C"})
    plain.sees("Click a room to walk into it.", "+------")
    plain.press("f1")
    plain.sees("Keys on the board", "+ Home --")
    plain.press("ctrl q")
    assert plain.wait() == 0
    assert plain.raw.isascii(), plain
    assert restored(plain)


def test_nothing_is_done_while_nothing_happens(server: Process, play: Play) -> None:
    terminal = play.in_room(server.port, "ann")
    ticks = os.sysconf("SC_CLK_TCK")

    def used() -> float:
        fields = Path(f"/proc/{terminal.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / ticks

    before, written = used(), len(terminal.raw)
    with pytest.raises(AssertionError, match="nothing"):
        terminal.until("nothing", lambda: len(terminal.raw) > written, seconds=2.0)
    assert used() - before <= 0.02


def test_the_terminal_says_whether_it_is_light(server: Process, terminals: Terminals) -> None:
    for ground, colour in (("rgb:ffff/ffff/f0f0", "f5f6f9"), ("rgb:1010/1010/2020", "12151c")):
        terminal = terminals([*PLAY, str(server.port), "ann", "--colors", "24bit"], env=SOURCE, ground=ground)
        terminal.sees("Click a room to walk into it.")
        assert terminal.cell(79, 24).bg == colour
        assert terminal.cell(70, 12).bg == colour
        assert [one for one in terminal.strange if not TITLE.fullmatch(one)] == []


#: What the client does to the title of the terminal: it keeps the one that was there, and has its own for a while.
KEEP_TITLE, GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
TITLE = re.compile(r"\x1b\[2[23];2t|\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\")

OPENING = (
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE server SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">'
    '<server version="1.1" group="Müller &amp; Søn" name="Brettspiele" status="open">'
)
HOSTILE = "\u009b31m\u009b2J\u009d0;title\u009c\u0085\u202e\u200b\u0301\u0301\u0301\u0301\u0301\ufeff\U000e0041"


def test_names_and_words_of_another_server_cannot_touch_the_terminal(play: Play) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(PATIENCE)
        terminal = play(str(other.getsockname()[1]), "eva")
        with other.accept()[0] as client:
            said = [
                OPENING,
                '<logged-in message="Willkommen" objid="a77"/>',
                f'<set objid="m9" name="Hafen{HOSTILE}" text="{HOSTILE}head" x="5" y="3"/>',
                f'<set objid="t1" energy="1" name="{HOSTILE}Boot" text="tip{HOSTILE}" x="0" y="0"/>',
                f'<set objid="k1" energy="1" name="VK_L" text="{HOSTILE}los"/>',
                f'<set objid="a77" energy="7" name="eva{HOSTILE}" text="10.0.0.1"/>',
                f'<hear from="a77" to="m9" message="word{HOSTILE}"/>',
            ]
            client.sendall("\n".join(said).encode())
            terminal.sees("Boot", "word", "head", "Willkommen")
            terminal.press("up")
            terminal.sees("tip")
            client.sendall(f'<logged-out message="bye{HOSTILE}"/></server>'.encode())
        with other.accept()[0] as client:
            client.sendall(OPENING.encode())
            terminal.sees("The server has logged you out: bye", "Brettspiele", "Group: Müller & Søn")
            terminal.press("f10")
            assert terminal.wait() == 0
    assert [one for one in terminal.strange if not TITLE.fullmatch(one)] == []
    assert all(map(is_harmless, terminal.title_changes)), terminal.title_changes
    assert (terminal.title_changes[-1], terminal.strange.count(KEEP_TITLE), terminal.strange.count(GIVE_BACK)) == (
        "",
        1,
        1,
    )
    assert restored(terminal)
    assert not {"\u202e", "\u200b", "\ufeff"} & set(terminal.raw.decode())
