"""How a bot plays Memory through TileNet: when it clicks what, and whole games in the real room."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import TICK, BotSeat
from tests.doubles.botshow import Show
from tests.doubles.memory_cards import PAIRS, Stacked
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.bot import maker
from tilenet.clients.bots.memorybot import MemoryBot
from tilenet.clients.samples.memorybinary import SOON, SWAY
from tilenet.games.memory.game import LargeMemory, Memory
from tilenet.games.memory.rules import FIRST_SHOWS, PAIR_SHOWS, PAUSE
from tilenet.testing import Seat, Table

PACE = 2.0
LATEST = PACE * (1 + SWAY) + TICK


class Plain(Memory):
    """A board with the cards in order: aa aa ab ab / ac ac ..."""

    def __init__(self, random: Random) -> None:
        super().__init__(Stacked())


class Clicks(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = Table(Plain)
        self.ann = self.table.enter("ann")

    def sit(self, pace: float = PACE) -> BotSeat:
        return BotSeat(self.table, MemoryBot, skill=1.0, pace=pace)

    def pick(self, seat: Seat, *cells: tuple[int, int]) -> None:
        for cell in cells:
            seat.click(("card", *cell))

    def test_it_goes_to_the_larger_room_if_that_is_where_it_is_to_play(self) -> None:
        table = Table(GamePlugin("memory", Plain), others=[GamePlugin("memory-large", LargeMemory)])
        bot = BotSeat(table, MemoryBot, large=True, is_at_home=True)
        self.assertEqual(bot.next_click().role, "room/memory-large")
        bot.clicked(1)
        self.assertEqual(bot.model.facts["options"]["dim"], 8)

    def test_a_first_card_and_a_second(self) -> None:
        bot = self.sit()
        after, first = bot.next_click()
        self.assertTrue(PACE <= after <= LATEST, after)
        self.assertEqual(first, "card/0/0", "the first that is unknown")
        self.assertNotIn(bot.next_click().role, (first, ""))

    def test_a_known_mate_is_picked(self) -> None:
        bot = self.sit()
        self.pick(self.ann, (1, 0), (3, 3))
        self.table.advance(PAIR_SHOWS)
        self.assertEqual([bot.next_click().role for _ in range(2)], ["card/0/0", "card/1/0"])
        self.assertEqual(self.ann.facts["cards"]["card/0/0"]["state"], "found")

    def test_it_waits_while_its_wrong_pair_is_up_and_for_nobody_else_s(self) -> None:
        bot = self.sit()
        bot.next_click()
        bot.next_click()
        self.assertIn("busy_until", bot.seat.own)
        self.assertEqual(bot.clicked(PAIR_SHOWS - TICK), [])
        self.assertNotEqual(bot.clicked(LATEST), [])
        other = self.sit()
        self.pick(self.ann, (3, 3), (0, 3))
        self.assertLessEqual(other.next_click().seconds, LATEST)

    def test_a_card_that_another_was_faster_to_turn_is_not_its_own(self) -> None:
        bot = self.sit(pace=SOON)
        self.pick(self.ann, (0, 0))
        self.assertNotEqual(bot.next_click().role, "card/0/0")
        self.assertEqual([card["by"] for card in self.ann.facts["cards"].values()], ["0", "1"])

    def test_if_nothing_else_is_left_it_puts_its_first_card_back(self) -> None:
        """For somebody else, who has the mate up."""
        bot = self.sit()
        for pair in PAIRS[:-1]:
            self.pick(self.ann, *pair)
        first = bot.next_click().role
        mate = next((x, 3) for x in (2, 3) if f"card/{x}/3" != first)
        self.pick(self.ann, mate)
        self.assertEqual(bot.next_click().role, first)
        self.assertNotIn(first, self.ann.facts["cards"])
        self.assertEqual(bot.clicked(FIRST_SHOWS - LATEST - TICK), [])

    def test_the_second_comes_in_time_however_slow_it_is(self) -> None:
        bot = self.sit(pace=60.0)
        bot.next_click()
        self.assertLess(bot.next_click().seconds, FIRST_SHOWS)

    def test_it_does_nothing_while_there_is_nobody_to_play_with(self) -> None:
        self.ann.leave()
        bot = self.sit()
        self.assertEqual(bot.clicked(60), [])
        self.table.enter("bob")
        self.assertEqual(len(bot.clicked(LATEST)), 1)

    def test_a_new_deal_is_another_board(self) -> None:
        bot = self.sit(pace=100.0)
        self.pick(self.ann, (2, 3), (1, 3))
        self.table.advance(PAIR_SHOWS)
        for pair in PAIRS:
            self.pick(self.ann, *pair)
        self.table.advance(PAUSE)
        self.assertEqual(self.ann.facts["phase"], "playing")
        self.assertEqual(bot.next_click().role, "card/0/0", "which it knew before")


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
