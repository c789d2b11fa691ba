"""What all bots do alike, whatever they play: they find their room, or say that there is none, and leave when told."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld
from tests.doubles.botshow import WHERE, Show
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots import memorybot, noughtsbot, pairpanickingbot, setbot, tombalabot
from tilenet.clients.bots.bot import Bot, MakeBot, NoRoom
from tilenet.clients.samples.memorybinary import SWAY as MEMORY_SWAY
from tilenet.games.memory.game import Memory
from tilenet.games.noughts import Noughts
from tilenet.games.pairpanicking.game import PairPanicking
from tilenet.games.set.hall import SetTable
from tilenet.games.tombala.lobby import Lobby
from tilenet.wire.messages import Message, Set


class Kind(NamedTuple):
    """A kind of bot: its room, one that is called nearly the same, and the seconds before it walks."""

    make: MakeBot
    plugin: GamePlugin
    other: str
    walk: tuple[float, float]

    @property
    def room(self) -> str:
        return self.plugin.title


KINDS = (
    Kind(
        memorybot.Habits(1.0, 2.0).maker(), GamePlugin("memory", Memory), "Memory, large", (2.0, 2 * (1 + MEMORY_SWAY))
    ),
    Kind(
        noughtsbot.Habits(1.0, 2.0).maker(), GamePlugin("noughts", Noughts), "Noughts", (2.0, 2 * (1 + noughtsbot.SWAY))
    ),
    Kind(
        pairpanickingbot.Habits(1.0, 2.0).maker(),
        GamePlugin("pairs", PairPanicking),
        "PairPanicking variant: pictures",
        (2.0, 2 * (1 + pairpanickingbot.SWAY)),
    ),
    Kind(setbot.maker(5), GamePlugin("set", SetTable), "Set practice", setbot.WALK),
    Kind(tombalabot.maker(), GamePlugin("tombala", Lobby), "Tombala: room1", tombalabot.WALK),
)


class World(BotWorld):
    """A bot of some kind, and a Home."""

    bot: Bot
    tick = 0.0625

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.bot = kind.make(self.hand, self.clock, Random(1), False)

    def at_home(self, *rooms: str) -> None:
        tiles: list[Message] = [Set(f"t{10 + x}", name=name, x=x, y=0) for x, name in enumerate(rooms)]
        self.tell(Set("m1", name="Home", x=4, y=2), *tiles, Set("a1", name="bot", energy=11))


class AtHome(SynchronousTestCase):
    def test_it_walks_into_its_room_and_tries_again_if_that_comes_to_nothing(self) -> None:
        for kind in KINDS:
            world = World(kind)
            world.at_home(kind.other, kind.room)
            for most in (kind.walk[1] + world.tick, world.patience):
                seconds, tile = world.next_click()
                self.assertEqual(tile.name, kind.room)
                self.assertTrue(kind.walk[0] - world.tick <= seconds <= most, (kind.room, seconds))

    def test_a_server_without_its_room(self) -> None:
        for kind in KINDS:
            world = World(kind)
            with self.assertRaisesRegex(NoRoom, f"^{kind.room}$"):
                world.at_home(kind.other)
            self.assertEqual(world.clock.getDelayedCalls(), [])

    def test_half_of_a_home_says_nothing(self) -> None:
        for kind in KINDS:
            world = World(kind)
            world.tell(Set("m1", name="Home", x=4, y=2))
            self.assertEqual(world.clicks(60), [], kind.room)
            world.at_home(kind.room)
            self.assertEqual(world.next_click()[1].name, kind.room)

    def test_a_bot_that_was_stopped_does_nothing(self) -> None:
        for kind in KINDS:
            world = World(kind)
            world.at_home(kind.room)
            for _ in range(2):
                world.bot.stop()
                self.assertEqual((world.clicks(60), world.clock.getDelayedCalls()), ([], []), kind.room)


class OnAServer(SynchronousTestCase):
    def test_without_the_room_they_say_so_and_end(self) -> None:
        for kind in KINDS:
            show = Show(make_bot=kind.make).start("bot-1", "bot-2")
            self.assertEqual((show.complaints, show.done), ([f"there is no room named {kind.room} on {WHERE}"], [1]))

    def test_they_leave_at_any_time(self) -> None:
        for kind in KINDS:
            for seconds in (0, 3, 10, 30):
                show = Show(kind.plugin, make_bot=kind.make).start("bot-1", "bot-2")
                show.advance(seconds)
                show.pool.leave()
                show.settle()
                self.assertEqual((show.done, show.complaints, show.names), ([0], [], []), (kind.room, seconds))
