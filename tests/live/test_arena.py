"""Contests of programs that play, crash, hang, flood, fork, or are interrupted: all of it in processes."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from tests.doubles.commands import SMALL_DANCING
from tests.doubles.processes import LOCAL, PATIENCE, Process, Start
from tilenet.clients.samples import dancingsample

ARENA = [sys.executable, "-m", "tilenet", "arena", "dancing"]
BOARD = ["--size", "8", "--colors", "2", "--dancers", "4", "--seed", "7"]

#: The beginning of each program: it connects, and says a name.
HELLO = "import os, socket, sys, time; s = socket.create_connection((sys.argv[1], int(sys.argv[2]))); s.sendall(b'me&')"
CRASH = f"{HELLO}; sys.exit(3)"
HASTY = """\
import sys, dancingsample
server = dancingsample.Connection(sys.argv[1], int(sys.argv[2]))
server.send("me")
dancingsample.play_round(server, sys.argv[3], server.receive(), server.receive())
"""
HANG = f"{HELLO}; time.sleep(600)"


def player(start: Start, name: str, code: str) -> str:
    """A program in a file, as one word of the arena's command line."""
    path = start.folder / f"{name}.py"
    path.write_text(code + "\n")
    return f"{sys.executable} {path} {{host}} {{port}} {{role}}"


def arena(start: Start, mark: str, *words: str) -> Process:
    return start(ARENA, *words, *BOARD, env={"MARK_OF_TEST": mark})


def played(start: Start, mark: str, *words: str) -> Process:
    """A contest that was played to its end."""
    contest = arena(start, mark, *words)
    assert contest.status(2 * PATIENCE) == 0, contest.errors.text
    return contest


def left_over(mark: str) -> list[str]:
    """The processes that have the mark of a test in their environment, by what they run."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if f"MARK_OF_TEST={mark}".encode() in (path / "environ").read_bytes():
                found.append((path / "cmdline").read_text())
        except OSError:
            pass  # somebody else's, or gone
    return found


def rows(table: str) -> dict[str, list[str]]:
    """The ranking: wins, draws, losses, mean steps, how many times the bound, and lost rounds, by name."""
    lines = table.partition("\n\n")[0].split("\n")[1:]
    return {line.split()[1]: line.split()[2:] for line in lines}


def matches(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "matches.jsonl").read_text().splitlines()]


def test_four_players_of_whom_one_crashes_and_one_hangs(start: Start) -> None:
    mark, folder = uuid4().hex, start.folder / "saved"
    players = ["house", "sample", player(start, "crash", CRASH), player(start, "hang", HANG)]
    contest = played(start, mark, *players, "--seconds", "10", "--jobs", "3", "--save", str(folder))
    table = contest.log.text
    found = rows(table)
    assert {name: [*row[:3], row[5]] for name, row in found.items()} == {
        "house": ["3", "0", "0", "0"],
        "sample": ["2", "0", "1", "0"],
        "hang": ["1", "0", "2", "4"],  # who hangs beats who crashes
        "crash": ["0", "0", "3", "6"],
    }, table
    assert [*found] == ["house", "sample", "hang", "crash"]
    assert 1 <= float(found["house"][4]) < float(found["sample"][4])  # times the bound
    assert [found[name][3:5] for name in ("hang", "crash")] == [["-", "-"]] * 2
    assert (
        "2 x ran out of time (no stars within 10 s)" in table and "2 x ran out of time (no DONE within 10 s)" in table
    )
    assert "(it ended with status 3)" in table
    assert " 6/6, about 0:00 left  " in contest.errors.text
    assert len(matches(folder)) == 6
    assert left_over(mark) == []


def test_everything_is_kept(start: Start) -> None:
    folder = start.folder / "saved"
    talker = player(start, "talker", f"import sys; print('out'); print('err', file=sys.stderr); {CRASH}")
    played(start, uuid4().hex, "ann=sample", talker, "--seconds", "60", "--games", "2", "--save", str(folder))
    assert [(one["game"], one["players"], one["winner"]) for one in matches(folder)] == [
        (1, ["ann", "talker"], "ann"),
        (2, ["ann", "talker"], "ann"),
    ]
    kept = folder / "0001-ann-talker"
    assert (kept / "spoiler-talker.out").read_text() == "out\n"
    assert (kept / "spoiler-talker.err").read_text() == "err\n"
    said = [json.loads(line) for line in (kept / "conversation.jsonl").read_text().splitlines()]
    assert [one["text"] for one in said if one["from"] == "spoiler"] == ["me&"]
    told = [one["text"] for one in said if one["to"] == "choreographer"]
    assert told[0] == "8 2 4&"
    assert told[1] == (folder / "instance-1.txt").read_text() + "&"
    assert told[2].startswith("round 1: talker-1 loses: ")
    for game, seed in ((1, "7"), (2, "8")):
        made = start([*ARENA[:3], "dancing", "generate"], *BOARD[:6], "--seed", seed)
        assert made.status() == 0
        assert made.log.text == (folder / f"instance-{game}.txt").read_text()


@pytest.mark.parametrize(
    ("name", "code", "reason"),
    [
        ("silent", "import time; time.sleep(600)", "it has not said its name within 10 s"),
        ("gone", "import sys; sys.exit(4)", "it ended with status 4 before it said its name"),
        ("printer", "while True: print('x' * 9999)", "it ended with status 1 before it said its name"),
        ("shouter", f"{HELLO}\nwhile True: s.sendall(b'1' * 9999)", "a message longer than 262144 bytes"),
        ("forker", f"{HELLO}\nfor _ in range(99): os.fork() or time.sleep(600)", "it has started too many processes"),
        ("sailor", f"{HELLO}\nos.fork() or (os.setsid(), time.sleep(600))\nsys.exit(5)", " within 10 s"),
    ],
)
def test_a_program_that_misbehaves_loses_and_harms_nothing_else(
    start: Start, name: str, code: str, reason: str
) -> None:
    mark = uuid4().hex
    contest = played(start, mark, "sample", player(start, name, code), "sample", "--seconds", "10", "--jobs", "3")
    found = rows(contest.log.text)
    assert found[name] == ["0", "0", "2", "-", "-", "4"], contest.log.text
    assert reason in contest.log.text
    assert [found[one][5] for one in ("sample", "sample-2")] == ["0", "0"]
    assert left_over(mark) == []


def test_a_program_that_is_none_loses(start: Start) -> None:
    path = start.folder / "letter"
    path.write_bytes(b"\0\0dear arena")
    path.chmod(0o755)
    contest = played(start, uuid4().hex, "sample", f"{path} {{port}}", "--seconds", "60")
    assert "2 x it cannot be started: Exec format error" in contest.log.text


def test_a_crash_is_noticed_at_once_though_the_spoiler_has_hung_up(start: Start) -> None:
    shutil.copy(dancingsample.__file__, start.folder)
    late = f"{HELLO}\ndata = b''\nwhile data.count(b'&') < 3: data += s.recv(9999)\nsys.exit(3)"
    contest = played(start, uuid4().hex, player(start, "hasty", HASTY), player(start, "late", late), "--seconds", "10")
    assert "1 x left before the end (it ended with status 3)" in contest.log.text
    assert "1 x ran out of time (no stars within 10 s)" in contest.log.text


def test_many_matches_at_once_and_two_that_crash_together(start: Start) -> None:
    crash = player(start, "crash", CRASH)
    contest = played(start, uuid4().hex, *["sample"] * 3, crash, crash, "--seconds", "60", "--jobs", "10")
    found = rows(contest.log.text)
    assert [row[5] for name, row in found.items() if name.startswith("sample")] == ["0", "0", "0"], contest.log.text
    assert "Exception" not in contest.errors.text
    assert sum(int(row[5]) for row in found.values()) == 14  # one of two that crash loses


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_after_a_signal(start: Start, number: signal.Signals) -> None:
    mark, pipe = uuid4().hex, start.folder / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    fork = f"os.fork() or (os.setsid(), os.write(os.open({str(pipe)!r}, os.O_WRONLY), b'here'))\ntime.sleep(600)"
    contest = arena(start, mark, "sample", player(start, "forker", f"{HELLO}\n{fork}"), "--seconds", "60")
    try:
        assert select.select([reader], [], [], PATIENCE)[0]
    finally:
        os.close(reader)
    assert len(left_over(mark)) >= 4  # the arena, its server, and both of the forker's
    contest.send_signal(number)
    assert contest.status() == 1
    assert contest.errors.lines[-1] == "tilenet arena: interrupted"
    assert left_over(mark) == []


def test_on_a_server_that_is_running(start: Start) -> None:
    made = start([*ARENA[:3], "dancing", "generate"], "--size", "12", "--colors", "3", "--dancers", "5")
    assert made.status() == 0
    (start.folder / "dancedata").write_text(made.log.text)
    server = start.local("--dancing", LOCAL, *SMALL_DANCING, "--room-option", "dancing.file=dancedata")
    contest = start(ARENA, "sample", "sample", "--server", str(server.port_for("Dancing")))
    assert contest.status() == 0, contest.errors.text
    assert [sum(map(int, row[:3])) for row in rows(contest.log.text).values()] == [1, 1]


def test_a_server_that_makes_instances_of_its_own_is_of_no_use(start: Start) -> None:
    server = start.local("--dancing", LOCAL, *SMALL_DANCING)
    contest = start(ARENA, "sample", "sample", "--server", str(server.port_for("Dancing")))
    assert contest.status() == 1
    assert contest.errors.lines[-1].endswith(" makes new instances: start it with dancing.file")


def test_the_player_of_the_page_beats_the_sample(start: Start) -> None:
    text = (Path(__file__).parents[2] / "docs" / "dancing.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (start.folder / "mine.py").write_text(code)
    shutil.copy(dancingsample.__file__, start.folder)
    mine = f"{sys.executable} mine.py {{host}}:{{port}} {{name}} --role {{role}}"
    contest = played(start, uuid4().hex, "sample", mine)
    assert rows(contest.log.text)["mine"][:3] == ["1", "0", "0"], contest.log.text
