"""What a server process writes to its log, whatever clients send."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest

from tests.live.helper import Callers, Process, Start
from tests.model import closing, login, logout, opening

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


@pytest.mark.parametrize("format", ["text", "json"])
def test_no_client_can_write_control_characters_to_the_log(start: Start, callers: Callers, format: str) -> None:
    server = start.local("--log-format", format)
    one_of_each(server, callers)
    assert {c for c in server.log.text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")} == {"\n"}


def test_no_client_can_forge_a_line_of_the_log(start: Start, callers: Callers) -> None:
    server = start.local()
    one_of_each(server, callers)
    assert [line for line in server.log.lines if not STAMP.match(line)] == []


def test_braces_are_logged_as_they_are(start: Start, callers: Callers) -> None:
    server = start.local()
    one_of_each(server, callers)
    server.log.wait_for(r"Login: \{log_time\} \{0\} \{ \(a\d+\) from 127\.0\.0\.1\n")
    server.log.wait_for(r"logged out: \{log_level!r\}\n")


def test_no_password_is_logged(start: Start, callers: Callers) -> None:
    server = start.local()
    one_of_each(server, callers)
    assert SECRET not in server.log.text


def test_a_json_log_is_one_object_a_line(start: Start, callers: Callers) -> None:
    server = start.local("--log-format", "json")
    one_of_each(server, callers)
    events = [json.loads(line) for line in server.log.lines]
    assert all({"time", "level", "logger", "message"} <= event.keys() for event in events)
    assert sum(event["message"].startswith("Left: ") for event in events) == len(HOSTILE)


def test_a_refused_login_is_logged(start: Start, callers: Callers) -> None:
    server = start.local()
    caller = callers(server.port)
    caller.send(opening(), login("<"))
    server.log.wait_for(r"Login refused to 127\.0\.0\.1: A name has no < in it\.\n")
