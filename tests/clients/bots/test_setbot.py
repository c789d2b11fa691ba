"""When a bot clicks what at a table of Set; and whole games of bots on a server in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import BotSeat
from tests.doubles.botshow import Show
from tests.doubles.set_table import CAP, SetTestCase, card, dealt
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.bot import maker
from tilenet.clients.bots.setbot import FIDGET, LULL, PATIENCE, PAUSE, SETTLED, SetBot
from tilenet.clients.bots.setmind import Answer, Card, Mind, Thought
from tilenet.games.set.beginning import REPLACING
from tilenet.games.set.hall import SetTable
from tilenet.games.set.layouts import NO_SET
from tilenet.games.set.practice import Practice
from tilenet.games.set.table import RESTART, WATCHES
from tilenet.testing import Table

SET = GamePlugin("set", SetTable)
PRACTICE = GamePlugin("set-practice", Practice)
TICK = 0.125


class PlannedMind(Mind):
    """A brain that thinks what a test wants, and then no more."""

    def __init__(self, thoughts: Sequence[Thought]) -> None:
        super().__init__(5, Random(1))
        self.looks = 0
        self._thoughts = list(thoughts)

    def think(self, cards: Mapping[str, Card]) -> Thought:
        self.looks += 1
        return self._thoughts.pop(0) if self._thoughts else Thought(Answer.NOTHING, 1000)

    def glance(self, cards: int) -> float:
        return float(cards)


def claim(*places: int, seconds: float = 4) -> Thought:
    return Thought(Answer.SET, seconds, roles(*places))


def roles(*places: int) -> tuple[str, ...]:
    return tuple(f"card/{place}" for place in places)


class SetBotTestCase(SetTestCase):
    """ann and a bot play. Cards 0 to 2, 3 to 5, 6 to 8 and 9 to 11 are sets."""

    def sit_down(self, *thoughts: Thought, is_on: bool = True) -> BotSeat:
        self.table = Table(dealt())
        self.ann = self.table.enter("ann")
        self.mind = PlannedMind(thoughts)
        bot = BotSeat(self.table, SetBot, mind=self.mind)
        if is_on:
            self.table.advance(15)
        return bot

    def end(self) -> None:
        self.lay(CAP[:9])
        self.ann.click(NO_SET)
        self.table.advance(0)

    def next_clicks(self, bot: BotSeat, count: int) -> list[str]:
        return [bot.next_click().role for _ in range(count)]


class Waiting(SetBotTestCase):
    def test_before_the_game(self) -> None:
        bot = self.sit_down(claim(0, 1, 2), is_on=False)
        self.assertEqual((bot.clicked(15 - TICK), self.mind.looks), ([], 0))
        self.assertEqual((bot.clicked(4), self.mind.looks), ([], 1))
        self.assertEqual(bot.clicked(2 * TICK), ["card/0"])

    def test_a_bot_that_watches_does_nothing(self) -> None:
        self.table = Table(dealt())
        ann, mind = self.table.enter("ann"), PlannedMind([claim(0, 1, 2)])
        self.table.advance(15)
        bot = BotSeat(self.table, SetBot, mind=mind)
        self.claim(ann, 0, 1, 2)
        self.assertEqual((bot.clicked(40), mind.looks), ([], 0))

    def test_it_begins_another_game_if_nobody_does(self) -> None:
        bot = self.sit_down(claim(0, 1, 2))
        self.end()
        seconds, clicked = bot.next_click()
        self.assertEqual(clicked, "restart")
        self.assertTrue(LULL[0] <= seconds <= LULL[1] + TICK, seconds)

    def test_somebody_else_begins_it(self) -> None:
        bot = self.sit_down()
        self.end()
        bot.clicked(15)
        self.ann.click(RESTART)
        self.assertEqual(bot.clicked(60), [])
        self.end()
        self.assertGreaterEqual(bot.next_click().seconds, LULL[0])


class Answering(SetBotTestCase):
    def test_it_selects_three_and_submits_them(self) -> None:
        bot = self.sit_down(claim(2, 0, 1))
        (first, *others), clicked = zip(*(bot.next_click() for _ in range(4)), strict=True)
        self.assertEqual(clicked, ("card/2", "card/0", "card/1", "submit"))
        self.assertEqual(self.ann.facts["seats"]["1"]["score"], 5)
        self.assertTrue(4 <= first <= 4 + TICK, first)
        for pause in others:
            self.assertTrue(PAUSE[0] <= pause <= PAUSE[1] + TICK, pause)

    def test_it_does_not_click_a_card_twice_before_it_sees_what_came_of_it(self) -> None:
        bot = self.sit_down(claim(0, 1, 2))
        self.game.click = lambda player, tile, now: ()  # type: ignore[method-assign]
        self.assertEqual(bot.next_click().role, "card/0")
        self.assertEqual(bot.clicked(PATIENCE - TICK), [])
        self.assertEqual(bot.clicked(2 * TICK), ["card/0"], "then it tries again")

    def test_after_a_wrong_answer_it_thinks_again(self) -> None:
        bot = self.sit_down(claim(0, 1, 3), claim(3, 4, 5, seconds=6))
        self.assertEqual(self.next_clicks(bot, 4), [*roles(0, 1, 3), "submit"])
        self.assertEqual((bot.clicked(6 - TICK), self.mind.looks), ([], 2))
        self.assertEqual(self.next_clicks(bot, 4), [*roles(3, 4, 5), "submit"])

    def test_no_set(self) -> None:
        bot = self.sit_down(Thought(Answer.NO_SET, 7), claim(0, 1, 2, seconds=1))
        seconds, clicked = bot.next_click()
        self.assertEqual(clicked, "no set")
        self.assertTrue(7 <= seconds <= 7 + TICK, seconds)
        self.assertEqual(bot.next_click().role, "card/0")

    def test_a_bot_that_is_not_sure_looks_again(self) -> None:
        bot = self.sit_down(Thought(Answer.NOTHING, 7), claim(0, 1, 2, seconds=3))
        self.assertEqual(bot.clicked(10 - TICK), [])
        self.assertEqual(bot.clicked(2 * TICK), ["card/0"])


class ThinkingLong(SetBotTestCase):
    def test_it_shows_that_it_is_still_there_as_often_as_it_takes(self) -> None:
        """It selects a card, and deselects it; and what it had in mind is the same."""
        bot = self.sit_down(claim(0, 1, 2, seconds=2 * FIDGET + 20))
        for _ in range(2):
            self.assertEqual(bot.clicked(FIDGET - 3), [])
            clicked = bot.clicked(5)
            self.assertEqual(clicked, clicked[:1] * 2)
        self.assertEqual((bot.seat.own["selected"], self.mind.looks), ([], 1))
        self.assertEqual(self.next_clicks(bot, 4), [*roles(0, 1, 2), "submit"])

    def test_a_bot_that_has_lost_its_seat_watches(self) -> None:
        bot = self.sit_down(claim(0, 1, 2, seconds=1000))
        bot.bot.stop()
        for _ in range(3):
            self.select(self.ann, 0)
            self.table.advance(121)
        self.assertTrue(self.ann.facts["seats"]["1"]["gone"])
        self.assertEqual(bot.clicked(FIDGET + 30), [])


class Replacing(SetBotTestCase):
    def test_other_cards_take_time(self) -> None:
        bot = self.sit_down(claim(0, 1, 2))
        bot.clicked(2)
        self.claim(self.ann, 6, 7, 8)
        self.assertEqual(bot.clicked(5 - TICK), [])
        self.assertEqual(bot.clicked(2 * TICK), ["card/0"])
        self.assertEqual(self.mind.looks, 1)

    def test_one_of_its_own_is_another_thought(self) -> None:
        bot = self.sit_down(claim(0, 3, 6), claim(3, 4, 5, seconds=9))
        bot.clicked(3)
        self.claim(self.ann, 0, 1, 2)
        self.assertEqual((bot.clicked(9 - TICK), self.mind.looks), ([], 2))
        self.assertEqual(bot.clicked(2 * TICK), ["card/3"])

    def test_what_it_has_selected_meanwhile_is_given_up(self) -> None:
        bot = self.sit_down(claim(3, 6, 0), claim(3, 4, 5, seconds=9))
        self.assertEqual(self.next_clicks(bot, 2), ["card/3", "card/6"])
        self.claim(self.ann, 0, 1, 2)
        seconds, clicked = bot.next_click()
        self.assertEqual(clicked, "card/3")
        self.assertLessEqual(seconds, PAUSE[1] + TICK)
        self.assertEqual(self.next_clicks(bot, 5), ["card/6", *roles(3, 4, 5), "submit"])

    def test_a_card_that_was_just_replaced_is_not_clicked(self) -> None:
        bot = self.sit_down(claim(0, 1, 2), claim(1, 3, 4, seconds=0.1))
        bot.clicked(3)
        self.claim(self.ann, 0, 1, 2)
        seconds, clicked = bot.next_click()
        self.assertEqual((clicked, bot.seat.own["selected"]), ("card/1", ["card/1"]))
        self.assertTrue(REPLACING + SETTLED <= seconds <= REPLACING + SETTLED + TICK, seconds)

    def test_every_change_is_taken_whatever_it_is(self) -> None:
        """Whatever others do, there is no trouble, and no more than five clicks in a second."""
        random = Random(5)
        self.table = Table(SET)
        ann, bot = self.table.enter("ann"), BotSeat(self.table, SetBot, level=5)
        for _ in range(1500):
            legal = ann.legal
            if legal and random.random() < 0.3:
                role = random.choice(legal)
                ann.click(card(int(role.removeprefix("card/"))) if role.startswith("card/") else role)
            bot.clicked(random.choice([0.125, 0.25, 1]))
        times = [click.seconds for click in bot.clicks]
        self.assertGreater(len(times), 100)
        self.assertGreaterEqual(min(b - a for a, b in pairwise(times)), PAUSE[0])


class Company(SynchronousTestCase):
    def game(self, show: Show) -> Any:
        return show.server.world.rooms["set"].game

    def play(self, show: Show, seconds: float) -> int:
        """Let them play until the game is over; the seconds that it takes, from now."""
        for second in range(round(seconds)):
            match = self.game(show).match
            if match is not None and match.is_over:
                return second
            show.advance(1)
        raise AssertionError(f"not over: {len(match.deck)} in the deck")

    def test_three_of_the_strongest_play_a_whole_game_to_its_ranking(self) -> None:
        show = Show(SET, PRACTICE, make_bot=maker(SetBot, level=5))
        ann = show.server.join("ann")
        show.start("bot-1", "bot-2", "bot-3").advance(5)
        self.assertLess(self.play(show, 400), 300)
        match = self.game(show).match
        ann.click("Set")
        self.assertEqual([player.name for player in match.scores], ["bot-1", "bot-2", "bot-3"])
        self.assertEqual(len(match.deck), 0)
        records = match.records.values()
        self.assertGreater(sum(record.sets for record in records), 18)
        self.assertGreater(min(record.sets for record in records), 1)
        self.assertLess(sum(record.wrong for record in records), 8)
        show.advance(LULL[0] - 2)
        self.assertTrue(self.game(show).match.is_over)
        show.advance(LULL[1] - LULL[0] + 3)
        begun = [line for line in ann.heard if line.endswith("starts another game.")]
        self.assertEqual(len(begun), 1)
        self.assertEqual((show.complaints, show.done), ([], []))

    def test_nobody_loses_a_seat(self) -> None:
        """However long the weakest think, while others play."""
        show = Show(SET, make_bot=maker(SetBot, level=1)).start("bot-1", "bot-2", "bot-3")
        show.pool.make_bot = maker(SetBot, level=3)
        show.start("strong").advance(5)
        self.play(show, 7200)
        self.assertNotIn(WATCHES, [tile.text for tile in self.game(show).scene().tiles.values()])
