"""Games and doors that are dropped as files into the folder a server process is started in."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doubles.callers import Callers
from tests.doubles.model import click
from tests.doubles.processes import LOCAL, PATIENCE, SERVE, TWISTD, Start

COMMANDS = pytest.mark.parametrize("command", [SERVE, TWISTD], ids=["tilenet", "twistd"])
ATTIC = """
from tilenet.catalogue import GamePlugin
from tilenet.game import HELP, HOME, Game, Say, Scene, Tile, help_tile, home_tile


class Attic(Game):
    title = "Attic"
    about = "Dust."
    help = ("There is nothing to do here.",)

    def scene(self):
        return Scene((3, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0), "box": Tile(2, 1, "Box")})

    def click(self, player, tile, now):
        yield Say("The box is empty.")


attic = GamePlugin("attic", Attic)
"""
KNOCK = """
from tilenet.doors.door import Door
from tilenet.doors.session import Dialect
from tilenet.world.players.client import Client


class KnockDialect(Dialect):
    def greet(self):
        self.line.send(b"who is there?\\n")

    def decode(self, data):
        return data.decode().splitlines()

    def handle(self, line):
        self.session.login(line, "")

    def client(self):
        return self.session.new_client()

    def welcome(self, player):
        self.session.world.place(player)
        self.line.send(f"come in, {player.name}\\n".encode())

    def refuse(self, reason):
        self.line.send(f"no: {reason}\\n".encode())

    def farewell(self, reason):
        return f"bye: {reason}\\n".encode()


class KnockDoor(Door):
    def dialect(self, session):
        return KnockDialect(session)
"""
KNOCK_PLUGIN = """
from tilenet.catalogue import DoorPlugin

knock = DoorPlugin("knock", "Knock", "USUAL", "knocking.KnockDoor")
"""


def drop(folder: Path, name: str, text: str) -> None:
    plugins = folder / "twisted" / "plugins"
    plugins.mkdir(parents=True, exist_ok=True)
    (plugins / f"{name}.py").write_text(text)


@COMMANDS
def test_a_file_in_the_working_folder_adds_a_room(
    start: Start, callers: Callers, tmp_path: Path, command: list[str]
) -> None:
    drop(tmp_path, "live_attic", ATTIC)
    ann = callers.join(start(command, "--listen", LOCAL).port, "ann")
    ann.walk("Attic")
    ann.send(click(ann.screen.token("Box")))
    ann.until("the box", lambda: "The box is empty." in ann.screen.texts)
    ann.walk("Home")
    ann.screen.model.check_settled()


# Doors


def drop_door(folder: Path, usual: str = "tcp:0") -> None:
    (folder / "knocking.py").write_text(KNOCK)
    drop(folder, "live_knock", KNOCK_PLUGIN.replace("USUAL", usual))


def knock(port: int, *lines: str) -> str:
    """Say this, and read until everything is said or the server closes."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as caller:
        heard = b""
        for line in lines:
            while not heard.endswith(b"\n"):
                heard += caller.recv(1024)
            caller.sendall(line.encode() + b"\n")
            heard += caller.recv(1024)
        return heard.decode()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port of this machine that somebody else has."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield holder.getsockname()[1]


@COMMANDS
def test_a_file_in_the_working_folder_adds_a_door(
    start: Start, callers: Callers, tmp_path: Path, command: list[str]
) -> None:
    """It has an option of its name, any number of times, and leads into the same world."""
    drop_door(tmp_path)
    server = start(command, "--listen", LOCAL, "--knock", LOCAL, "--knock", LOCAL)
    first, second = server.ports(2, "Knock")
    assert len({first, second, server.port}) == 3
    callers.join(server.port, "ann")
    assert knock(first, "ann") == "who is there?\ncome in, ann2\n"
    assert knock(second, "<") == "who is there?\nno: A name cannot contain <.\n"
    assert "Traceback" not in server.log.text


@COMMANDS
def test_the_usual_doors_are_open_at_their_usual_ports(start: Start, tmp_path: Path, command: list[str]) -> None:
    drop_door(tmp_path)
    server = start(command, "--listen", LOCAL, "--usual-doors")
    port = server.port_for("Knock")
    assert knock(port, "ann") == "who is there?\ncome in, ann\n"


@COMMANDS
def test_a_usual_port_that_is_taken_is_one_line_and_the_server_runs(
    start: Start, callers: Callers, tmp_path: Path, command: list[str], taken: int
) -> None:
    drop_door(tmp_path, f"tcp:{taken}")
    server = start(command, "--listen", LOCAL, "--usual-doors")
    callers.join(server.port, "ann")
    place = f"tcp:{taken}:interface=127.0.0.1"
    server.log.wait_for("Knock[^\n]*\n")
    (line,) = (line for line in server.log.lines if "Knock" in line)
    assert line.partition(" ")[2] == (
        f"warn: Not serving Knock: cannot listen on {place}: the port is taken; --knock can give it another endpoint"
    )
    assert "Traceback" not in server.log.text
    assert server.errors.text == ""
