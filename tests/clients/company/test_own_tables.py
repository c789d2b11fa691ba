"""Bots at tables of one's own: they come to private ones, play when the host says so, and go at the host's word."""

from __future__ import annotations

from tests.clients.company.test_company import CompanyTestCase
from tilenet.game import Summary
from tilenet.world.rooms.room import Room

WITH_A_BOT = ("set", "tombala", "memory", "noughts")


class AtATable(CompanyTestCase):
    def open(self, how: str) -> Room:
        before = {*self.server.world.rooms}
        self.ann.say(f"/new {how}")
        (name,) = {*self.server.world.rooms} - before
        return self.room(name)

    def phase(self, room: Room) -> str:
        summary: Summary = room.summary
        return summary.phase

    def test_one_comes_to_each_game_and_plays_when_the_host_starts_it(self) -> None:
        self.assertLessEqual({*WITH_A_BOT}, {*self.server.world.building.tables.games()})
        for game in WITH_A_BOT:
            room = self.open(game)
            self.assertEqual(self.answers("/bot"), [], game)
            self.assertEqual([one.name for one in self.bots(room.name)], ["bot-1"], game)
            self.server.advance(30, 1)
            self.assertNotEqual(self.phase(room), "playing", f"{game} waits for its host")
            self.ann.say("/start")
            self.server.advance(2)
            self.assertEqual(self.phase(room), "playing", game)
            self.ann.say("/kick bot-1")
            self.server.advance(2)
            self.assertEqual(self.bots(room.name), [], game)
            self.walk("Home")
            self.server.advance(20, 1)

    def test_the_host_sends_away_the_bot_of_anybody(self) -> None:
        room = self.open("set")
        assert room.table is not None
        bob = self.server.join("bob")
        bob.say(f"/join {room.table.code}")
        bob.say("/bot")
        self.server.advance(3)
        self.assertEqual(self.answers("/bot leave"), [])
        self.assertEqual(self.bots(room.name), [])

    def test_a_bot_is_always_ready_and_never_host(self) -> None:
        room = self.open("noughts")
        assert room.table is not None
        self.answers("/bot")
        self.assertEqual(self.answers("/host bot-1"), ["A bot cannot be the host."])
        self.answers("/again")
        self.assertEqual(self.phase(room), "playing")
