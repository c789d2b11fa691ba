"""Tables of people's own after a crash, when what the journal says of them is damaged or of another version."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.journal.running import Running, entries_of, write
from tilenet.journal.segments import segments
from tilenet.world.rooms.acts import Speech
from tilenet.world.rooms.room import Room
from tilenet.world.rooms.table import Table

SCORE = {"name": "ann", "wins": 1, "points": 2.5, "games": 1}

#: What somebody writes into a table.
ABSURD: dict[str, Any] = {
    "scores that are numbers": {"scores": {"guest-0": 5}},
    "a score without a name": {"scores": {"guest-0": {"wins": 1, "points": 1, "games": 1}}},
    "wins that are a word": {"scores": {"guest-0": {**SCORE, "wins": "many"}}},
    "points that are a word": {"scores": {"guest-0": {**SCORE, "points": "many"}}},
    "points that are no number": {"scores": {"guest-0": {**SCORE, "points": float("nan")}}},
    "a lock that is a word": {"is_locked": "no"},
    "ids that are numbers": {"let_in_before": [1]},
}


class Damaged(SynchronousTestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(TemporaryDirectory()))
        server = Running(self.folder)
        server.recovery.run()
        ann, bob = server.join("ann"), server.join("bob")
        self.bob, self.room = bob.id, self._open(server)
        code = self.table(self.room).code
        for player, text in ((bob, f"/join {code}"), (ann, "/lock"), (ann, "/host bob")):
            assert player.room is not None
            player.room.act(player, Speech(player.room.objid, text))
            server.end_turn()
        self.assertIs(bob.room, self.room)
        server.journal.close()
        (self.path,) = segments(self.folder)

    def _open(self, server: Running) -> Room:
        ann = next(one for one in server.world.players.values() if one.name == "ann")
        assert ann.room is not None
        ann.room.act(ann, Speech(ann.room.objid, "/new noughts friday"))
        server.end_turn()
        assert ann.room is not None
        return ann.room

    def table(self, room: Room) -> Table:
        assert room.table is not None
        return room.table

    def change(self, what: str, change: Callable[[dict[str, Any]], object]) -> None:
        entries = entries_of(self.path)
        for entry in entries:
            if entry[0] == what and entry[2] == self.room.name:
                change(entry[3])
        write(self.path, entries)

    def recovered(self) -> Room:
        server = Running(self.folder, seed=2, begins=2000.0)
        server.recovery.run()
        server.end_turn()
        return server.world.rooms[self.room.name]

    def test_a_game_that_begins_anew_has_the_same_table_with_the_same_host(self) -> None:
        before = self.table(self.room).as_data()
        self.change("saved", lambda noted: noted["state"].update(format=2))
        room = self.recovered()
        self.assertEqual(self.table(room).host, self.bob)
        self.assertEqual(self.table(room).as_data(), before)
        self.assertEqual([one.name for one in room.members.values()], ["ann", "bob"])

    def test_a_table_that_makes_no_sense_is_as_it_was_before(self) -> None:
        for name, absurd in ABSURD.items():
            with self.subTest(name):
                data = self.path.read_bytes()
                entries = entries_of(self.path)
                (last,) = [entry for entry in entries if entry[0] == "table" and entry[2] == self.room.name][-1:]
                last[3].update(absurd)
                write(self.path, entries)
                room = self.recovered()
                self.assertEqual(self.table(room).scores, {})
                self.assertTrue(self.table(room).is_locked)
                for path in segments(self.folder):
                    path.unlink()
                self.path.write_bytes(data)
        self.flushLoggedErrors()
