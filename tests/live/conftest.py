"""What live tests get: processes and callers that are gone when the test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.helper import Callers, Start
from tests.live.terminal import Terminals


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    made = Start(tmp_path)
    try:
        yield made
    finally:
        made.end()


@pytest.fixture
def callers() -> Iterator[Callers]:
    made = Callers()
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    made = Terminals(tmp_path)
    try:
        yield made
    finally:
        made.close()
