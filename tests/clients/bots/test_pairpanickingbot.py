"""When a bot clicks what in PairPanicking, in the real game and at Home."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import TICK, BotSeat
from tests.doubles.pairs import PLAIN, Dealt, dealt
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.pairpanickingbot import LOOK, LULL, PAUSE, SWAY, PairPanickingBot
from tilenet.games.pairpanicking.game import IDS, RESTART, PairPanicking, Pictures
from tilenet.games.pairpanicking.rules import SQUARES, WAIT
from tilenet.testing import Seat, Table

PACE = 3.0
LONGEST = 1 + SWAY


class PairsTestCase(SynchronousTestCase):
    """ann and a bot are in the room; in each row lie 0 to 7 or 8 to 15."""

    def sit(self, *, seed: int = 1, skill: float = 1.0, pace: float = PACE, is_on: bool = True) -> BotSeat:
        self.table = Table(dealt())
        self.ann = self.table.enter("ann")
        self.points(self.ann, 1000)
        if is_on:
            self.ann.click(RESTART)
        return self.come(seed=seed, skill=skill, pace=pace)

    def come(self, **settings: float) -> BotSeat:
        bot = BotSeat(self.table, PairPanickingBot, **settings)  # type: ignore[arg-type]
        self.points(bot.seat, 1000)
        self.table.advance(0)
        return bot

    def points(self, seat: Seat, wanted: int) -> None:
        self.table.world.award(seat.player, wanted - seat.points)

    def turn(self, *squares: tuple[int, int]) -> None:
        for square in squares:
            self.ann.click(IDS[square])


class NoGame(PairsTestCase):
    def test_it_starts_one_when_nobody_does(self) -> None:
        seconds, clicked = self.sit(is_on=False).next_click()
        self.assertEqual(clicked, "restart")
        self.assertTrue(LULL <= seconds <= LULL * LONGEST + TICK, seconds)

    def test_it_leaves_that_to_others_if_it_is_poor(self) -> None:
        for points, wanted in ((4, ["restart"]), (3, []), (1, [])):
            bot = self.sit(is_on=False)
            self.points(bot.seat, points)
            self.assertEqual(bot.clicked(LULL * LONGEST)[:1], wanted, points)

    def test_somebody_else_starts(self) -> None:
        bot = self.sit(is_on=False)
        bot.clicked(LULL - 1)
        self.ann.click(RESTART)
        clicked = bot.clicked(60)
        self.assertTrue(clicked and all(role.startswith("square/") for role in clicked), clicked)


class Turning(PairsTestCase):
    def begun(self, seed: int = 1, skill: float = 1) -> BotSeat:
        """It is this bot's turn at any moment, as far as it has not just clicked."""
        bot = self.sit(seed=seed, skill=skill)
        self.assertEqual(bot.clicked(2 * PACE - TICK), [])
        return bot

    def check_wait(self, bot: BotSeat, least: float, more: float = 0.0) -> None:
        seconds, clicked = bot.next_click()
        self.assertTrue(clicked.startswith("square/"), clicked)
        self.assertTrue(least <= seconds <= more + least * LONGEST + TICK, (least, seconds))

    def test_others_have_time_when_a_game_begins_and_when_they_have_turned_one_square_or_two(self) -> None:
        self.assertEqual(LOOK, WAIT, "as long as two squares show")
        for seed in range(10):
            bot = self.sit(seed=seed, is_on=False)
            bot.clicked(2 * PACE)
            self.ann.click(RESTART)
            self.check_wait(bot, 2 * PACE)
            bot = self.begun(seed)
            self.turn((0, 0))
            self.check_wait(bot, PACE)
            bot = self.begun(seed)
            self.turn((0, 0))
            bot.clicked(1)
            self.turn((1, 0))
            self.check_wait(bot, LOOK, WAIT)  # when they are hidden, it has to think again

    def test_its_own_second_square_comes_at_its_pace(self) -> None:
        waits = []
        for seed in range(20):
            bot = self.begun(seed)
            bot.next_click()
            waits.append(bot.next_click().seconds)
        self.assertGreaterEqual(min(waits), PACE)
        self.assertLessEqual(max(waits), PACE * LONGEST + TICK)
        self.assertGreater(max(waits) - min(waits), PACE * SWAY / 2)

    def test_what_does_not_matter_does_not_put_it_off(self) -> None:
        bot = self.begun()
        self.turn((0, 0))
        for number in range(round(PACE * LONGEST / TICK) + 1):
            self.ann.say(f"news {number}")
            self.points(self.ann, 500 + number)
            bot.clicked(TICK)
        self.assertEqual(len(bot.clicks), 1)

    def test_it_remembers_what_it_has_seen(self) -> None:
        for seed in range(10):
            bot = self.begun(seed)
            self.turn((0, 2), (5, 5))
            self.table.advance(WAIT)
            self.turn((0, 0))
            self.assertEqual(bot.next_click().role, "square/0/2")

    def test_a_new_game_is_dealt_anew(self) -> None:
        chosen = set()
        for seed in range(20):
            bot = self.begun(seed)
            self.turn((0, 2), (5, 5))
            self.table.advance(WAIT)
            for wanted in (0, 1000):  # without points the game is over
                with self.table.nothing_fails():
                    for seat in (self.ann, bot.seat):
                        self.points(seat, wanted)
                    self.table.room.scored(self.ann.player)
            self.ann.click(RESTART)
            self.turn((0, 0))
            chosen.add(bot.next_click().role)
        self.assertGreater(len(chosen), 10, chosen)

    def test_one_sight_is_one_chance_to_remember(self) -> None:
        """However long it shows, and whatever else is told meanwhile."""
        remembered = 0
        for seed in range(60):
            bot = self.begun(seed, skill=0.5)
            self.turn((0, 2))
            for number in range(10):
                self.points(self.ann, 500 + number)
            self.turn((5, 5))
            self.table.advance(WAIT)
            self.turn((0, 0))
            remembered += bot.next_click().role == "square/0/2"
        self.assertApproximates(remembered / 60, 0.5, 0.2)

    def test_when_the_last_pair_shows_there_is_nothing_to_do(self) -> None:
        self.table = Table(GamePlugin("pairs", PairPanicking, lambda random: PairPanicking(Dealt(sorted(PLAIN)))))
        self.ann = self.table.enter("ann")
        self.ann.click(RESTART)
        self.points(self.ann, 1000)
        for number in range(31):
            self.turn(*SQUARES[2 * number : 2 * number + 2])
        bot = self.come(seed=1, skill=1.0, pace=0.1)
        self.turn(*SQUARES[62:])
        self.assertEqual(bot.clicked(WAIT - TICK), [])


class Rooms(SynchronousTestCase):
    def test_the_variant_is_played_as_well(self) -> None:
        table = Table(GamePlugin("pairpanicking-pictures", Pictures))
        ann, bot = table.enter("ann"), BotSeat(table, PairPanickingBot, is_at_home=True)
        self.assertEqual(bot.next_click().role, "room/pairpanicking-pictures")
        ann.click(RESTART)
        self.assertTrue(bot.next_click().role.startswith("square/"))


class Points(PairsTestCase):
    def recharge(self, bot: BotSeat, points: int = 0) -> None:
        """It is short of points, and gets some."""
        self.points(bot.seat, points)
        self.table.room.scored(bot.seat.player)
        self.table.advance(0)
        self.assertEqual((bot.next_click().role, bot.seat.points), ("recharge", 5))

    def test_a_bot_without_points_gets_some(self) -> None:
        """Before a game, it gets some sooner, so that it can start one."""
        for is_on, points in ((True, 0), (False, 0), (False, 3)):
            bot = self.sit(is_on=is_on)
            begun = self.table.clock.seconds()
            self.recharge(bot, points)
            self.assertLessEqual(self.table.clock.seconds() - begun, PACE * LONGEST + TICK)

    def test_at_most_once_a_minute_and_until_then_it_watches(self) -> None:
        bot = self.sit()
        self.recharge(bot)
        back = self.table.clock.seconds()
        self.points(bot.seat, 0)
        self.assertEqual(bot.clicked(50), [])
        self.recharge(bot)
        first, second = (click.seconds for click in bot.clicks if click.role == "recharge")
        self.assertGreaterEqual(second - first, 60)
        self.assertLessEqual(self.table.clock.seconds() - back, (PAUSE + PACE) * LONGEST)
        self.points(bot.seat, 1)  # to play with: that is enough
        self.assertTrue(bot.next_click().role.startswith("square/"))

    def test_home_for_another_reason(self) -> None:
        """Whoever sent it there, it goes back, and asks for nothing."""
        bot = self.sit()
        self.points(bot.seat, 2)
        self.table.world.send_to(bot.seat.player, None)
        self.assertEqual(bot.next_click().role, "room/pairs")
