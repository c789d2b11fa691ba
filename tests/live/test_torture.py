"""`tilenet torture` on a small scale: a server is killed, and nobody has seen anything that is lost."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.doubles.processes import Start

TORTURE = [sys.executable, "-m", "tilenet", "torture"]


def test_a_few_kills(start: Start, tmp_path: Path) -> None:
    """The folder is gone afterwards, and so is the server."""
    torture = start(TORTURE, "--kills", "3", "--people", "14", "--seed", "5", env={"TMPDIR": str(tmp_path)})
    assert torture.status() == 0, torture.errors.text
    assert "0 things were not as they had been seen" in torture.log.text
    assert [*tmp_path.glob("tilenet-torture-*")] == []


def test_wrong_options_are_refused(start: Start) -> None:
    torture = start(TORTURE, "--kills", "none")
    assert torture.status() == 2
    assert "--kills" in torture.errors.text
