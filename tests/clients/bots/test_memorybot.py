"""How a bot plays Memory through TileNet: when it clicks what, and whole games in the real room."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld
from tests.doubles.botshow import Show
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.bot import maker
from tilenet.clients.bots.memorybot import MemoryBot
from tilenet.clients.bots.memoryreader import LARGE
from tilenet.clients.model import Thing
from tilenet.clients.samples.memorybinary import SOON, SWAY
from tilenet.games.memory.game import Memory
from tilenet.wire.messages import Message, Set

PACE = 2.0
ME = Set("a1", name="bot", energy=11)
AT_HOME: list[Message] = [
    Set("m1", name="Home", text="", x=4, y=2),
    Set("t1", name="Memory", x=0, y=0),
    Set("t2", name="Memory, large", x=1, y=0),
    ME,
]


def card(number: int, name: str = "?", energy: int = 1) -> Set:
    """One of the four cards of a small board."""
    return Set(f"t{10 + number}", name=name, energy=energy, x=number % 2, y=number // 2)


def room(*names: str, energy: int = 1) -> list[Message]:
    return [
        Set("m2", name="Memory", text="", x=3, y=8),
        *(card(number, name, energy) for number, name in enumerate(names or ("?",) * 4)),
        Set("t20", name="Home", x=2, y=0),
        Set("t21", name="Help", x=2, y=1),
        Set("t22", name="bot 0", energy=0, x=2, y=2),
        Set("a1"),
    ]


class World(BotWorld):
    def __init__(self, skill: float = 1.0, pace: float = PACE, *, greets: bool = False) -> None:
        super().__init__()
        self.bot = MemoryBot(self.hand, self.clock, Random(1), skill=skill, pace=pace, greets=greets)

    def enter(self, *names: str) -> None:
        self.tell(*AT_HOME)
        self.tell(*room(*names))

    def turn(self, thing: Thing, name: str) -> None:
        self.tell(Set(thing.objid, name=name))


class Clicks(SynchronousTestCase):
    def setUp(self) -> None:
        self.world = World()

    def test_it_goes_to_the_larger_room_if_that_is_where_it_is_to_play(self) -> None:
        self.world.bot = MemoryBot(self.world.hand, self.world.clock, Random(1), skill=1.0, pace=PACE, large=True)
        self.world.tell(*AT_HOME)
        self.assertEqual(self.world.next_click()[1].objid, "t2")
        self.world.tell(Set("m2", name=LARGE, text="", x=3, y=8), *room()[1:])
        self.assertEqual(self.world.next_click()[1].cell, (0, 0))

    def test_it_says_hello_once(self) -> None:
        world = World(greets=True)
        world.enter()
        world.tell(card(0, "aa"))
        self.assertEqual(world.hand.said, [("Memory", "Hello, I am a bot.")])

    def test_a_first_card_and_a_second(self) -> None:
        self.world.enter()
        after, first = self.world.next_click()
        self.assertTrue(PACE <= after <= PACE * (1 + SWAY) + self.world.tick)
        self.assertEqual(first.cell, (0, 0), "the first that is unknown")
        self.world.turn(first, "aa")
        _, second = self.world.next_click()
        self.assertNotEqual(second.cell, first.cell)
        self.assertEqual(second.name, "?")

    def test_a_known_mate_is_picked(self) -> None:
        self.world.enter()
        self.world.tell(card(3, "ab"))
        self.world.tell(card(3))
        for name in ("aa", "ab", "ab"):
            _, tile = self.world.next_click()
            if tile.cell == (1, 1):
                break
            self.world.turn(tile, name)
            if name == "ab":
                continue
            self.world.turn(tile, "?")
        self.assertEqual(tile.cell, (1, 1))

    def test_it_waits_while_its_wrong_pair_is_up(self) -> None:
        self.world.enter()
        _, first = self.world.next_click()
        self.world.turn(first, "aa")
        _, second = self.world.next_click()
        self.world.tell(Set(first.objid, name="aa!"), Set(second.objid, name="ab!"))
        self.assertEqual(self.world.clicks(30), [])
        self.world.tell(Set(first.objid, name="?"), Set(second.objid, name="?"))
        self.assertEqual(self.world.clicks(PACE * (1 + SWAY) + 1)[0], "?")

    def test_it_does_not_wait_for_the_wrong_pair_of_another(self) -> None:
        self.world.enter("?", "?", "aa!", "ab!")
        self.assertEqual(self.world.clicks(PACE * (1 + SWAY) + 1), ["?"])

    def test_a_card_that_another_was_faster_to_turn(self) -> None:
        """What it took for its first was not: then the card that it picked next is, and it goes on from there."""
        self.world.enter()
        _, first = self.world.next_click()
        self.world.turn(first, "aa")
        _, second = self.world.next_click()
        self.world.turn(second, "ab")  # up, and no pair with the other: a first
        self.world.tell(Set(first.objid, name="?"))
        _, third = self.world.next_click()
        self.assertNotIn(third.cell, (second.cell,))

    def test_if_nothing_else_is_left_it_puts_its_first_card_back(self) -> None:
        """For somebody else, who has the mate; and then it leaves that pair alone."""
        self.world.enter("ab", "ab", "?", "?")
        self.world.tell(card(0, "ab", 0), card(1, "ab", 0))
        _, first = self.world.next_click()
        self.world.turn(first, "aa")
        other = Set("t13" if first.objid == "t12" else "t12", name="aa")
        self.world.tell(other)
        _, again = self.world.next_click()
        self.assertEqual(again.objid, first.objid)
        self.world.tell(Set(first.objid, name="?"))
        self.assertEqual(self.world.clicks(20), [])

    def test_the_second_comes_in_time_however_slow_it_is(self) -> None:
        world = World(pace=60.0)
        world.enter()
        _, first = world.next_click()
        world.turn(first, "aa")
        after, _ = world.next_click()
        self.assertLess(after, 5.0)
        self.assertLessEqual(SOON * (1 + SWAY), 4.9)

    def test_it_does_nothing_while_the_game_stands_still(self) -> None:
        self.world.tell(*AT_HOME)
        self.world.tell(*room(energy=0))
        self.assertEqual(self.world.clicks(60), [])
        self.world.tell(*(card(number) for number in range(4)))
        self.assertEqual(self.world.clicks(PACE * (1 + SWAY) + 1), ["?"])

    def test_a_new_deal_is_another_board(self) -> None:
        self.world.enter()
        self.world.tell(card(2, "aa"), card(3, "aa"))
        self.world.tell(*(card(number, name, 0) for number, name in enumerate(("ab", "ab", "aa", "aa"))))
        self.world.tell(*(card(number) for number in range(4)))
        _, tile = self.world.next_click()
        self.assertEqual(tile.cell, (0, 0), "and not the pair that was there before")


class WholeGames(SynchronousTestCase):
    def play(self, *skills: float, seconds: float) -> list[str]:
        """Let bots of these skills play; the results that were announced."""
        show = Show(GamePlugin("memory", Memory))
        ann = show.server.join("ann")
        ann.click("Memory")
        for number, skill in enumerate(skills, 1):
            show.pool.make_bot = maker(MemoryBot, skill=skill, pace=1.0)
            show.start(f"bot-{number}")
        show.advance(seconds, 0.25)
        return [line for line in ann.heard if line.startswith("Game over: ")]

    def test_two_alone_play_one_after_the_other(self) -> None:
        self.assertGreater(len(self.play(1.0, 1.0, seconds=300)), 3)

    def test_skill_counts(self) -> None:
        results = self.play(1.0, 0.0, seconds=600)
        wins = sum(line.startswith("Game over: bot-1 wins") for line in results)
        self.assertGreater(wins, len(results) * 2 / 3)
