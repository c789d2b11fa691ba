"""Tables of one's own for games that have a lobby, Tombala and Dancing: with bots, from /new to /again."""

from __future__ import annotations

from typing import Any

from tests.clients.company.test_company import CompanyTestCase
from tests.doubles.harness import Client
from tilenet.world.rooms.room import Room
from tilenet.world.rooms.table import Table


class OwnTables(CompanyTestCase):
    def own(self) -> Room:
        room = self.server.world.players[self.ann.agent].room
        assert room is not None and room.table is not None
        return room

    @property
    def table(self) -> Table:
        table = self.own().table
        assert table is not None
        return table

    def say(self, text: str, seconds: float = 3.0, client: Client | None = None) -> None:
        (client or self.ann).say(text)
        self.server.advance(seconds)

    def facts(self) -> Any:
        return self.own().game.facts()

    def test_tombala(self) -> None:
        self.say("/new tombala every=3 friday")
        self.say("/bot")
        for games in (1, 2):
            self.say("/start" if games == 1 else "/again")
            self.assertEqual(self.own().summary.phase, "playing")
            self.assertEqual(self.own().summary.players, ("ann", "bot-1"))
            for _ in range(400):
                if self.own().summary.phase != "playing":
                    break
                self.server.advance(1)
            self.assertEqual(self.table.games, games)
        self.assertEqual([score.name for _, score in self.table.ranking()], ["bot-1", "ann"])
        self.say("/option every 0")
        self.assertEqual(self.own().summary.players, ("ann", "bot-1"))
        self.say("/start")
        self.assertEqual(self.own().summary.phase, "playing")

    def test_dancing(self) -> None:
        self.say("/new dancing rounds=1 friday")
        self.say("/bot weak")
        for games in (1, 2):
            self.say("/start" if games == 1 else "/again")
            self.assertEqual(self.own().summary.phase, "playing")
            self.server.advance(20)
            if self.own().summary.phase == "playing" and "stars" in str(self.facts().get("step")).lower():
                dancers = {str(cell) for cell in self.facts()["stage"]["dancers"]}
                free = next(at for at in range(8) if f"cell/0/{at}" not in dancers)
                self.say(f"/star 0 {free}")
                self.ann.click("Done")
            for _ in range(30):
                self.server.advance(15)
            self.assertEqual((self.own().summary.phase, self.table.games), ("waiting", games))
        self.say("/option board 12-3-5")
        self.assertEqual(self.own().summary.players, ("ann", "bot-1"))
        self.say("/start")
        self.assertEqual((self.own().summary.phase, self.facts()["options"]["size"]), ("playing", 12))
