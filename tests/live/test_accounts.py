"""Accounts on a server that runs, and the commands for whoever runs it."""

from __future__ import annotations

from pathlib import Path

from tests.doubles.callers import Callers
from tests.doubles.commands import tilenet
from tests.doubles.model import login, opening
from tests.doubles.processes import Start


def test_a_deleted_account_is_logged_out_and_its_name_is_free(start: Start, callers: Callers, tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = start.local("--data", str(data))
    ann = callers(server.port)
    ann.send(opening(), login("ann", "secret"))
    ann.until("ann to be at Home", lambda: ann.screen.room == "Home")
    assert b"You have an account now" in ann.raw
    assert "ann" in tilenet("account", "list", data=data)
    tilenet("backup", str(tmp_path / "copy.sqlite"), data=data)
    tilenet("account", "delete", "ann", "--yes", data=data)
    ann.until_over()
    assert b"This account was deleted." in ann.raw
    guest = callers.join(server.port, "ann")
    assert guest.screen.room == "Home"
    assert tilenet("account", "list", data=data) == "There are no accounts yet.\n"
    assert "ann" in (tmp_path / "copy.sqlite").read_bytes().decode("latin-1")
