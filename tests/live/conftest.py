"""What live tests get: processes, terminals and callers that are gone when the test is over, and a port to keep."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.doubles.callers import Callers
from tests.doubles.chromium import Browser
from tests.doubles.play import Play
from tests.doubles.processes import Start
from tests.doubles.pseudoterminal import Terminals
from tests.doubles.visitor import Visitors, open_browser


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with closing(Start(tmp_path)) as made:
        yield made


@pytest.fixture
def callers() -> Iterator[Callers]:
    with closing(Callers()) as made:
        yield made


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    with closing(Terminals(tmp_path)) as made:
        yield made


@pytest.fixture
def play(terminals: Terminals) -> Play:
    return Play(terminals)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One for all tests of a worker: its visitors know nothing of each other."""
    with closing(open_browser(tmp_path_factory.mktemp("browser"))) as made:
        yield made


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    with closing(Visitors(browser)) as made:
        yield made


@pytest.fixture
def free_port() -> Iterator[int]:
    """A port that nobody listens on, and the system gives nobody who asks for a free one; a server can use it."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]
