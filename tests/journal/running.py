"""A server in memory that keeps a journal, and people who do all kinds of things there."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from twisted.internet.task import Clock

from tilenet.catalogue import installed_games
from tilenet.journal.journal import Journal
from tilenet.journal.recovery import Recovery
from tilenet.journal.segments import Entry, Segment, line_of
from tilenet.journal.worldclock import WorldClock
from tilenet.limits import Limits
from tilenet.lines.memory import MemoryLine
from tilenet.saving.entries import entry_of
from tilenet.saving.writer import save
from tilenet.wire.format import XML
from tilenet.world.players.accounts import Accounts, Guests
from tilenet.world.players.client import Client, Screen
from tilenet.world.players.player import Player
from tilenet.world.rooms.acts import Click, Press, Speech
from tilenet.world.rooms.room import Room
from tilenet.world.world import World

NAMES = ["ann", "bob", "cid", "dan", "eve", "fay"]


def entries_of(path: Path) -> list[Entry]:
    return [entry_of(text) for text in Segment(path) if text is not None]


def write(path: Path, entries: list[Entry]) -> None:
    """Write a segment, each entry as a turn."""
    path.write_bytes(b"".join(map(line_of, entries)))


class Running:
    """A server in memory that keeps a journal, until it is killed."""

    def __init__(
        self,
        folder: Path,
        seed: int = 1,
        begins: float = 1000.0,
        accounts: Accounts | None = None,
    ) -> None:
        self.reactor = Clock()
        self.reactor.advance(begins)
        self.clock = WorldClock(self.reactor)
        self.journal = Journal(folder)
        limits = Limits(speech_burst=1000, seat_seconds=90)
        self.world = World(
            self.clock, Random(seed), installed_games(), limits, accounts or Guests(), journal=self.journal
        )
        self.world.turn.commit = self.journal.commit
        self.recovery = Recovery(self.world, self.clock, self.journal)

    def end_turn(self) -> None:
        self.advance(0)

    def advance(self, seconds: float) -> None:
        self.reactor.advance(seconds)
        self.world.turn.end()

    @property
    def rooms(self) -> dict[str, Room]:
        return {**self.world.rooms, **{home.name: home for home in self.world.homes}}

    def join(self, name: str) -> Player:
        arrived: list[Player] = []
        self.world.login(name, "", address="127.0.0.1").addCallback(arrived.append)
        (player,) = arrived
        self.attach(player)
        self.world.place(player)
        self.end_turn()
        return player

    def attach(self, player: Player) -> None:
        screen = Screen(MemoryLine(self.world.turn, len), XML, self.world.is_online)
        self.world.attach(player, Client("127.0.0.1", screen))

    def state(self) -> dict[str, object]:
        """What must not be lost."""
        found: dict[str, object] = {
            one.id: (one.name, one.points, one.is_bot, one.room and one.room.name)
            for one in self.world.players.values()
        }
        for name, room in self.rooms.items():
            found[name] = self.game_of(room), [one.id for one in room.members.values()], room.title, room.origin
            found[f"table {name}"] = None if room.table is None else room.table.as_data()
        return found

    def game_of(self, room: Room) -> object:
        return unshared(save(room.game, room.origin.game, room.origin.setup), {})


def unshared(data: Any, shared: dict[int, Any]) -> Any:
    """Saved data without the numbers of what is met twice: whether two words are one object makes no difference."""
    if isinstance(data, list):
        return [unshared(one, shared) for one in data]
    if not isinstance(data, dict):
        return data
    if [*data] == ["same"]:
        return shared[data["same"]]
    number = data.get("as")
    if number is not None:
        shared[number] = "itself"
    found = {key: unshared(one, shared) for key, one in data.items() if key != "as"}
    if number is not None:
        shared[number] = found
    return found


def act(server: Running, dice: Random) -> None:
    """Somebody does something, comes, goes, or is lost; or time passes."""
    world = server.world
    here = [one for one in world.players.values() if one.client is not None]
    kind = dice.random()
    if len(here) < 2 or (kind < 0.03 and len(here) < len(NAMES)):
        names = {one.name for one in world.players.values()}
        free = [name for name in NAMES if name not in names]
        if free:
            server.join(dice.choice(free))
        else:
            server.advance(60.0)  # some seats are held, and nobody can come under those names
        return
    if kind < 0.15:
        server.advance(dice.choice([0.1, 0.5, 1.0, 3.0, 20.0]))
        return
    player = dice.choice(here)
    room = player.room
    assert room is not None
    if kind < 0.17:
        world.disconnected(player, player.client, holds_seat=dice.random() < 0.5)
    elif kind < 0.22:
        room.act(player, Speech(room.objid, dice.choice(["hello", "/help", "/rooms"])))
    elif kind < 0.3:
        room.act(player, Speech(room.objid, command(server, room, dice)))
    else:
        faces = room.audience.picture_of(player.objid).faces
        usable = [objid for objid, face in faces.items() if face.energy]
        objid = dice.choice(usable)
        room.act(player, Click(objid) if objid[0] == "t" else Press(objid))
    server.end_turn()


def command(server: Running, room: Room, dice: Random) -> str:
    """Something that people type about tables of their own."""
    tables = [one.table for one in server.rooms.values() if one.table is not None]
    if room.table is None:
        if tables and dice.random() < 0.7:
            return f"/join {dice.choice(tables).code}"
        return f"/new {dice.choice(server.world.building.tables.games())} {dice.choice(['', 'public friday'])}"
    option = ""
    if room.game.choices:
        name, choice = dice.choice([*room.game.choices.items()])
        option = f"/option {name} {server.world.building.tables.written(dice.choice(choice.values)[0])}"
    name = dice.choice(NAMES)
    said = ["/start", "/start", "/again", "/again", "/again", "/wait", "/wait off", "/lock", "/unlock", "/public"]
    return dice.choice([*said, "/private", option or "/start", f"/host {name}", f"/kick {name}"])
