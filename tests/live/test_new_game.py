"""A game that `tilenet new game` has written, served from its folder and played in a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.doubles.play import Play, walk
from tests.doubles.processes import PATIENCE, Start


def run(folder: Path, *words: str) -> str:
    """A command that succeeds."""
    done = subprocess.run(
        [sys.executable, "-m", "tilenet", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def test_it_is_found_checked_served_and_drawn_by_its_skin(start: Start, play: Play, tmp_path: Path) -> None:
    assert "tilenet check lamps" in run(tmp_path, "new", "game", "lamps")
    assert run(tmp_path, "check", "lamps").endswith("\nlamps keeps the rules.\n")
    server = start.local()
    ann = play.at_home(server.port, "ann")
    walk(ann, "Lamps", "-/***\\-")
    row, column = next((row, found) for row in range(25) if (found := ann.row(row).find("-/***\\-")) >= 0)
    ann.click(column + 2, row)
    ann.sees("ann 1")
