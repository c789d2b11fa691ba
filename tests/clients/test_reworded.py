"""Terminal and bots on a server whose words and colours mean nothing: they read kinds, roles and facts alone."""

from __future__ import annotations

import json
from random import Random
from typing import Any, NamedTuple

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import BotSeat
from tests.doubles.playing import Playing
from tests.doubles.reworded import RewordedTable, Rewording, reworded
from tests.doubles.terminal import Screen, Stage
from tests.web.plays.recording import recorded
from tilenet.catalogue import installed_games
from tilenet.clients.bots.bot import Bot
from tilenet.clients.bots.memorybot import MemoryBot
from tilenet.clients.bots.noughtsbot import NoughtsBot
from tilenet.clients.bots.setbot import SetBot
from tilenet.clients.bots.tombalabot import TombalaBot
from tilenet.clients.terminal.skins import BY_KIND
from tilenet.testing import Table
from tilenet.wire.messages import KEY
from tilenet.world.rooms.acts import Click, Press

#: The way from Home to a room of each kind, by roles. PairPanicking is played by tiles alone.
WAYS: dict[str, list[str]] = {
    "home/1": [],
    "noughts/1": ["room/noughts"],
    "set/1": ["room/set"],
    "set-practice/2": ["room/set-practice"],
    "memory/1": ["room/memory"],
    "records/1": ["room/records"],
    "replays/1": ["room/replays"],
    "tombala-lobby/1": ["room/tombala"],
    "tombala/1": ["room/tombala", "new"],
    "dancing-lobby/1": ["room/dancing"],
    "dancing/1": ["room/dancing", "new/12/3/5"],
}
ELSEWHERE = ("home", "help", "lobby", "room", "new", "new timed", "match", "result", "other table")
DRAWN = {*BY_KIND} - {"records/1"}  # from facts alone: the table of Records shows its tiles as they are
STEPS = 30
HEAD = 2  # lines with the title and the headline


class Kind(NamedTuple):
    """A bot, and the plugin of its game."""

    bot: type[Bot]
    plugin: str
    settings: dict[str, Any]


BOTS = (
    Kind(NoughtsBot, "noughts", {"skill": 1.0, "pace": 2.0}),
    Kind(MemoryBot, "memory", {"skill": 0.8, "pace": 2.0}),
    Kind(SetBot, "set", {"level": 5}),
    Kind(TombalaBot, "tombala", {}),
)


def table_of(kind: type[Table], plugin: str = "noughts") -> Table:
    games = {game.name: game for game in installed_games()}
    return kind(games.pop(plugin), 1, games.values())


class Company:
    """ann and bob in a room, each with a terminal."""

    def __init__(self, kind: type[Table], way: list[str]) -> None:
        self.table = table_of(kind)
        self.people = [Playing(self.table, name) for name in ("ann", "bob")]
        self.ann, bob = self.people
        with self.table.nothing_fails():
            for one in self.people:
                self.table.world.send_to(one.seat.player, None)
        for role in way:
            self.use(0, role)
        with self.table.nothing_fails():
            room = self.ann.seat.player.room
            self.table.world.send_to(bob.seat.player, room.name if room and way else None)

    def legal(self, who: int) -> list[str]:
        player = self.people[who].seat.player
        assert player.room is not None
        roles = player.room.legal(player)
        return [role for role in roles if role.removeprefix("key/").partition("/")[0] not in ELSEWHERE]

    def use(self, who: int, role: str) -> None:
        one = self.people[who]
        thing, room = one.thing(role), one.seat.player.room
        assert room is not None
        with self.table.nothing_fails():
            room.act(one.seat.player, (Press if thing.objid[0] == KEY else Click)(thing.objid))


class TestCase(SynchronousTestCase):
    def assert_same(self, kind: str, plain: Screen, other: Screen) -> None:
        """Whatever differs is the server's own words, in cipher; and no number that a skin draws is one of them."""
        end = next(y for y, line in enumerate(plain.lines) if y >= HEAD and line.startswith("──"))
        for y, (line, found) in enumerate(zip(plain.lines, other.lines, strict=True)):
            is_drawn = kind in DRAWN and HEAD <= y < end
            for one, another in zip(line, found, strict=True):
                is_same = one == another or (reworded(one) == another and not (is_drawn and one.isdigit()))
                self.assertTrue(is_same, f"{kind}, line {y}:\n{line}\n{found}\n\n{plain}")


class InTheTerminal(TestCase):
    def test_every_room_is_drawn_as_on_any_other_server(self) -> None:
        for kind, way in WAYS.items():
            with self.subTest(kind):
                plain, other = Company(Table, way), Company(RewordedTable, way)
                self.assertEqual((plain.ann.model.kind, other.ann.model.kind), (kind, kind))
                home = other.ann.thing("help")
                self.assertEqual((home.name, home.name == plain.ann.thing("help").name), (reworded("Help"), False))
                self.play(kind, plain, other)

    def play(self, kind: str, plain: Company, other: Company) -> None:
        dice = Random(kind)
        for _ in range(STEPS):
            self.assert_same(kind, plain.ann.screen(), other.ann.screen())
            who, seconds = dice.randrange(2), dice.choice([0.0, 0.0, 0.3, 2.0, 20.0])
            for company in (plain, other):
                company.table.advance(seconds)
            if legal := plain.legal(who):
                role = dice.choice(legal)
                for company in (plain, other):
                    company.use(who, role)

    def test_records_that_are_kept(self) -> None:
        play = json.loads(recorded("records"))
        plain, other = Stage(me=play["me"]), Stage(me=play["me"])
        reword = Rewording()
        for _, told in play["moments"]:
            plain.link.dataReceived(told.encode())
            other.link.dataReceived(reword(told.encode()))
            self.assert_same("records/1", plain.screen(), other.screen())


class Bots(SynchronousTestCase):
    def test_every_bot_plays_as_on_any_other_server(self) -> None:
        for kind in BOTS:
            with self.subTest(kind.bot.__name__):
                clicks = [self.clicks(kind, table) for table in (Table, RewordedTable)]
                self.assertGreater(len(clicks[0]), 10)
                self.assertEqual(*clicks)

    def clicks(self, kind: Kind, table: type[Table]) -> list[tuple[float, str]]:
        """Of two bots that come from Home."""
        place = table_of(table, kind.plugin)
        bots = [BotSeat(place, kind.bot, f"bot-{seed}", seed=seed, is_at_home=True, **kind.settings) for seed in (1, 2)]
        bots[0].clicked(90)
        return [click for bot in bots for click in bot.clicks]
