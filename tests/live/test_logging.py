"""What a server process writes to its log, whatever clients send."""

from __future__ import annotations

import json
import re
import signal
import time
import unicodedata
from contextlib import suppress

import pytest

from tests.doubles.callers import Callers
from tests.doubles.model import closing, logout, opening
from tests.doubles.processes import LOCAL, PATIENCE, TWISTD, Process, Start

STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d \S")
SECRET = "s3cret"
HOSTILE = {
    "escape in a tag": b"<\x1b[31m/>",
    "escape in a name": b'<login user="\x1b]0;x\x07" password=""/>',
    "line break in a name": f'<login user="x&#10;forged" password="{SECRET}"/></client>'.encode(),
    "CSI in a name": b'<login user="x&#x9b;31m" password=""/></client>',
    "CSI in a password": f'<login user="ann" password="{SECRET}&#x9b;31m&#10;forged"/><logout/>'.encode(),
    "line break in a reason": b'<login user="bob" password=""/><logout message="x&#10;forged&#13;&#x9b;31m"/>',
    "reversal in a reason": '<login user="eve" password=""/><logout message="\u202e\u2028forged"/>'.encode(),
    "braces in a tag": b"<{client}{reason.__class__}/>",
    "braces in a name": b'<login user="{log_time} {0} {" password=""/><logout message="{log_level!r}"/>',
}


def one_of_each(server: Process, callers: Callers) -> None:
    """Let each hostile client have its say, and leave."""
    for number, data in enumerate(HOSTILE.values(), 1):
        caller = callers(server.port)
        caller.send(opening(), data)
        caller.until_over()
        server.log.wait_for("Left: ", number)


def test_coming_and_going_is_logged(start: Start, callers: Callers) -> None:
    server = start.local()
    ann = callers.join(server.port, "ann")
    ann.send(logout("good night"), closing())
    ann.until_over()
    server.log.wait_for("Left: ")
    agent = ann.screen.agent
    wanted = [
        "Connected: 127.0.0.1",
        f"Login: ann ({agent}) from 127.0.0.1",
        f"Left: ann ({agent}) from 127.0.0.1: logged out: good night",
    ]
    assert [line.partition(" ")[2] for line in server.log.lines if "127.0.0.1" in line][-3:] == wanted


def controls(server: Process) -> set[str]:
    return {c for c in server.log.text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}


def test_no_client_can_forge_a_line_of_the_log_and_no_password_is_in_it(start: Start, callers: Callers) -> None:
    server = start.local()
    one_of_each(server, callers)
    server.log.wait_for(r"Login: \{log_time\} \{0\} \{ \(a\d+\) from 127\.0\.0\.1\n")
    server.log.wait_for(r"logged out: \{log_level!r\}\n")
    assert controls(server) == {"\n"}
    assert [line for line in server.log.lines if not STAMP.match(line)] == []
    assert SECRET not in server.log.text


def test_a_json_log_is_one_object_a_line(start: Start, callers: Callers) -> None:
    server = start.local("--log-format", "json")
    one_of_each(server, callers)
    assert controls(server) == {"\n"}
    events = [json.loads(line) for line in server.log.lines]
    assert all({"time", "level", "logger", "message"} <= event.keys() for event in events)
    assert sum(event["message"].startswith("Left: ") for event in events) == len(HOSTILE)


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_client_that_comes_again_and_again_is_counted(start: Start, callers: Callers, format: str) -> None:
    server = start.local("--log-format", format)
    found = server.log.wait_for(r" is serving TileNet on 127\.0\.0\.1:(\d+)\b")
    for _ in range(150):
        caller = callers(int(found[0][1]))
        caller.until("<server>", lambda caller=caller: caller.screen.model.status is not None)  # type: ignore[misc]
        caller.close()
    server.send_signal(signal.SIGTERM)
    server.status()
    messages = [json.loads(line)["message"] if format == "json" else line.split(" ", 1)[1] for line in server.log.lines]
    assert messages.count("Connected: 127.0.0.1") == 100
    assert "... and 50 more like this from 127.0.0.1: Connected: {client}" in messages


def test_old_files_of_the_log_are_kept_but_not_for_ever(start: Start) -> None:
    log = start.folder / "tilenet.log"
    log.write_text("a" * 1_000_001)
    for number, content in ((1, "b"), (2, "c"), (3, "d")):
        log.with_name(f"tilenet.log.{number}").write_text(content)
    command = TWISTD.index("tilenet")
    start([*TWISTD[:command], "--logfile", str(log), *TWISTD[command:]], "--listen", LOCAL, "--log-files", "2")
    deadline = time.monotonic() + PATIENCE
    text = ""
    while " is serving TileNet on " not in text:
        assert time.monotonic() < deadline
        with suppress(FileNotFoundError):  # there is none for a moment
            text = log.read_text()
    found = {path.name: path.read_text()[:1] for path in start.folder.glob("tilenet.log.*")}
    assert found == {
        "tilenet.log.1": "a",
        "tilenet.log.2": "b",
        "tilenet.log.3": "d",
    }  # the last one is none of its own
    assert "aaa" not in text
