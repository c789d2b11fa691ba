"""Whom a server process lets in: as many as it can hold, and nobody while it is closed."""

from __future__ import annotations

import pytest

from tests.doubles.callers import Callers
from tests.doubles.model import login, opening
from tests.doubles.processes import LOCAL, SERVE, Start

FEW_FILES = ["sh", "-c", 'ulimit -n 500 && exec "$@"', "sh", *SERVE]
AVAILABLE = 372  # the 500, less those that the server wants for itself


def test_more_connections_than_the_system_allows_are_one_line_and_status_1(start: Start) -> None:
    server = start(FEW_FILES, "--listen", LOCAL, "--max-connections", "1000")
    assert server.status() == 1
    assert len(server.errors.lines) == 1
    assert f"at most {AVAILABLE} connections" in server.errors.text


def test_the_default_is_what_the_system_allows_and_a_warning(start: Start, callers: Callers) -> None:
    server = start(FEW_FILES, "--listen", LOCAL)
    callers.join(server.port, "ann")
    server.log.wait_for(f"warn: This system allows only {AVAILABLE} connections")


def test_a_soft_limit_is_raised_for_the_connections_wanted(start: Start, callers: Callers) -> None:
    low = ["sh", "-c", 'ulimit -Sn 100 && exec "$@"', "sh", *SERVE]
    server = start(low, "--listen", LOCAL, "--max-connections", "150", "--max-waiting", "150")
    statuses = []
    for _ in range(150):
        caller = callers(server.port)
        caller.until("<server>", lambda caller=caller: caller.screen.model.status is not None)  # type: ignore[misc]
        statuses.append(caller.screen.model.status)
    assert statuses == ["open"] * 150


def test_one_too_many_gets_a_whole_busy_document(start: Start, callers: Callers) -> None:
    server = start.local("--max-connections", "1")
    callers.join(server.port, "ann")
    late = callers(server.port)
    late.until_over()
    assert (late.screen.model.status, late.screen.model.closed) == ("busy", True)


def test_a_closed_server_says_so_and_lets_nobody_in(start: Start, callers: Callers) -> None:
    server = start.local("--closed")
    ann = callers(server.port)
    ann.send(opening(), login("ann"))
    ann.until("an answer", lambda: bool(ann.screen.model.login_messages))
    assert ann.screen.model.status == "closed"
    assert (ann.screen.model.agent, ann.screen.model.login_messages) == (None, ["The server is closed at the moment."])


@pytest.mark.parametrize(
    "option", ["--keepalive-idle=0.5", "--keepalive-idle=40000", "--keepalive-count=200", "--user-timeout=3000000"]
)
def test_a_limit_that_the_system_does_not_take_is_one_line_and_status_1(start: Start, option: str) -> None:
    server = start.local(option)
    assert server.status() == 1
    assert len(server.errors.lines) == 1
    assert option.partition("=")[0] in server.errors.text
