"""What all bots do alike, whatever they play: they find their room, or say that there is none, and leave when told."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld
from tests.doubles.botseat import TICK, BotSeat
from tests.doubles.botshow import WHERE, Show
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots import dancingtablebot, memorybot, noughtsbot, pacedbot, pairpanickingbot, setbot, tombalabot
from tilenet.clients.bots.bot import Bot, MakeBot, NoRoom, maker
from tilenet.clients.samples.memorybinary import SWAY as MEMORY_SWAY
from tilenet.game import Game, Open, Player
from tilenet.games.dancing.lobby import Lobby as DancingLobby
from tilenet.games.memory.game import Memory
from tilenet.games.noughts import Noughts
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.records.game import Records
from tilenet.games.set.hall import SetTable
from tilenet.games.tombala.lobby import Lobby
from tilenet.saving.writer import save_with_people
from tilenet.testing import Table
from tilenet.wire.messages import Set

RECORDS = GamePlugin("records", Records)  # where nobody plays


class Kind(NamedTuple):
    """A kind of bot: its class, its game, the seconds before it walks, and its settings."""

    bot: type[Bot]
    game: type[Game]
    walk: tuple[float, float]
    settings: dict[str, Any] = {}  # noqa: RUF012

    @property
    def plugin(self) -> GamePlugin:
        return GamePlugin("its-room", self.game)

    @property
    def make(self) -> MakeBot:
        return maker(self.bot, **self.settings)

    @property
    def missing(self) -> str:
        return f"of the kind {self.bot.kind}"

    def at_home(self, table: Table) -> BotSeat:
        return BotSeat(table, self.bot, is_at_home=True, **self.settings)


SLOW = {"skill": 1.0, "pace": 2.0}
KINDS = (
    Kind(memorybot.MemoryBot, Memory, (2.0, 2 * (1 + MEMORY_SWAY)), SLOW),
    Kind(noughtsbot.NoughtsBot, Noughts, (2.0, 2 * (1 + pacedbot.SWAY)), SLOW),
    Kind(pairpanickingbot.PairPanickingBot, PairPanicking, (2.0, 2 * (1 + pairpanickingbot.SWAY)), SLOW),
    Kind(setbot.SetBot, SetTable, setbot.WALK, {"level": 5}),
    Kind(tombalabot.TombalaBot, Lobby, tombalabot.WALK),
    Kind(dancingtablebot.TableBot, DancingLobby, (0.8 * dancingtablebot.PACE, 1.2 * dancingtablebot.PACE)),
)


class Variant(Noughts):
    title = "Noughts, large"


class AtHome(SynchronousTestCase):
    def test_it_walks_into_its_room_and_tries_again_if_that_comes_to_nothing(self) -> None:
        for kind in KINDS:
            table = Table(kind.plugin, others=[RECORDS])
            self.patch(table.game, "admits", lambda player, now: "Not now.")
            bot = kind.at_home(table)
            seconds, role = bot.next_click()
            self.assertEqual(role, "room/its-room")
            self.assertTrue(kind.walk[0] - TICK <= seconds <= kind.walk[1] + TICK, (kind.bot, seconds))
            self.assertEqual(bot.next_click().role, role)
            self.assertFalse(bot.seat.is_at_the_table)

    def test_a_server_without_its_room(self) -> None:
        for kind in KINDS:
            table = Table(RECORDS)
            with self.assertRaisesRegex(NoRoom, f"^{kind.missing}$"):
                kind.at_home(table)

    def test_half_of_a_home_says_nothing(self) -> None:
        for kind in KINDS:
            world = BotWorld()
            world.bot = kind.make(world.hand, world.clock, Random(1), False)
            world.tell(Set("m1", name="Home", x=4, y=2))
            self.assertEqual(world.clicks(60), [], kind.bot)

    def test_a_bot_that_was_stopped_does_nothing(self) -> None:
        for kind in KINDS:
            bot = kind.at_home(Table(kind.plugin))
            bot.bot.stop()
            self.assertEqual(bot.clicked(60), [], kind.bot)

    def test_a_game_comes_before_its_variants_but_a_room_can_be_asked_for(self) -> None:
        others = [GamePlugin("a-variant", Variant), RECORDS]
        for room, role in (("", "room/a"), ("a-variant", "room/a-variant")):
            bot = BotSeat(
                Table(GamePlugin("a", Noughts), others=others), noughtsbot.NoughtsBot, is_at_home=True, room=room
            )
            self.assertEqual(bot.next_click().role, role)
            bot.clicked(1)
            self.assertEqual(bot.model.kind, "noughts/1")

    def test_it_comes_home_from_a_room_of_another_kind(self) -> None:
        table = Table(RECORDS, others=[GamePlugin("noughts", Noughts)])
        bot = BotSeat(table, noughtsbot.NoughtsBot)
        self.assertEqual([bot.next_click().role, bot.next_click().role], ["home", "room/noughts"])


def forked(game: Game, seated: Sequence[Player]) -> Open:
    """Opens a room where a game of noughts goes on, with the seats of these players vacant."""
    people = [{"id": one.id, "name": one.name, "points": 10, "is_bot": False} for one in seated]
    moment: dict[str, Any] = {
        "state": save_with_people(game, "noughts", {})[0],
        "at": 0.0,
        "people": people,
        "seats": [one.id for one in seated],
        "watching": [],
    }
    return Open("noughts", moment=moment)


class WithoutADoor(SynchronousTestCase):
    """Tables where a replay is played on are in no list at Home."""

    def setUp(self) -> None:
        self.table = Table(GamePlugin("noughts", Noughts), others=[RECORDS])
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")
        people = [self.ann.player, self.bob.player]
        room = self.table.world.building.open(forked(self.table.game, people))
        assert room is not None
        self.room = self.table.world.rooms[room]

    def bot(self, room: str) -> BotSeat:
        return BotSeat(self.table, noughtsbot.NoughtsBot, is_at_home=True, room=room)

    def test_it_takes_a_seat_there(self) -> None:
        self.table.world.send_to(self.ann.player, self.room.name)
        self.ann.heard.clear()
        bot = self.bot(self.room.name)
        bot.clicked(1)
        self.assertIs(bot.seat.player.room, self.room)
        self.assertEqual(bot.said[:1], [f"/watch {self.room.name}"])
        game: Any = self.room.game
        self.assertEqual({mark: one.name for mark, one in game.seats.items()}, {"X": "ann", "O": "bot"})

    def test_it_asks_again_after_it_was_there(self) -> None:
        bot = self.bot(self.room.name)
        bot.clicked(1)
        self.table.world.send_to(self.ann.player, self.room.name)
        self.table.world.send_to(bot.seat.player, None)
        bot.clicked(1)
        self.assertIs(bot.seat.player.room, self.room)

    def test_people_are_told_how_to_bring_one_while_a_seat_is_vacant(self) -> None:
        self.patch(self.table.world.building, "bots_for", lambda game: ())
        for seat, is_told in ((self.ann, True), (self.bob, False)):
            with self.table.nothing_fails():
                self.table.world.send_to(seat.player, self.room.name)
            self.assertEqual("/bot brings a bot." in seat.heard, is_told)

    def test_it_gives_up_if_the_server_knows_no_such_room_or_it_is_of_another_kind(self) -> None:
        for bot, room in ((noughtsbot.NoughtsBot, "noughts-9"), (setbot.SetBot, "noughts-2")):
            show = Show(GamePlugin("noughts", Noughts), make_bot=maker(bot, room=room))
            world = show.server.world
            fork = world.rooms[world.building.open(forked(world.rooms["noughts"].game, [])) or ""]
            with patch.object(fork, "enter", wraps=fork.enter) as entered:
                show.start("bot-1").advance(30)
            self.assertEqual(entered.called, room == fork.name)
            self.assertEqual(show.complaints, [f"there is no room {room} of the kind {bot.kind} on {WHERE}"])
            self.assertEqual(show.done, [1])


class OnAServer(SynchronousTestCase):
    def test_without_the_room_they_say_so_and_end(self) -> None:
        for kind in KINDS:
            show = Show(make_bot=kind.make).start("bot-1", "bot-2")
            self.assertEqual((show.complaints, show.done), ([f"there is no room {kind.missing} on {WHERE}"], [1]))

    def test_they_leave_at_any_time(self) -> None:
        for kind in KINDS:
            for seconds in (0, 3, 10, 30):
                show = Show(kind.plugin, make_bot=kind.make).start("bot-1", "bot-2")
                show.advance(seconds)
                show.pool.leave()
                show.settle()
                self.assertEqual((show.done, show.complaints, show.names), ([0], [], []), (kind.bot, seconds))
