"""How the bot plays at a table: when it sits down, what it does in each role, and that it thinks in small slices."""

from __future__ import annotations

from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import BotSeat
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.dancing.slices import Rota
from tilenet.clients.bots.dancingtablebot import LULL, REST, TableBot
from tilenet.game import Game
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.hall import TABLE
from tilenet.games.dancing.instances import generate
from tilenet.games.dancing.lobby import Lobby
from tilenet.games.dancing.owntable import DancingTable
from tilenet.testing import Seat, Table


class SmallMatch(DancingGame):
    def __init__(self, random: Random) -> None:
        super().__init__(random, instance=generate(8, 2, 4, Random(7)).text, size=8)


class TwoRounds(DancingGame):
    def __init__(self, random: Random) -> None:
        super().__init__(random, instance=generate(12, 3, 5, Random(7)).text, size=12, rounds=2)


class TableBotTestCase(SynchronousTestCase):
    def open(self, game: type[Game]) -> None:
        self.table = Table(GamePlugin("dancing-match", game), others=[GamePlugin("dancing", Lobby)])
        self.ann = self.table.enter("ann")

    def bring(self, **settings: Any) -> BotSeat:
        return BotSeat(self.table, TableBot, **settings)

    def place_a_star(self) -> None:
        dancers = self.ann.facts["stage"]["dancers"]
        self.ann.say(f"/star 0 {next(at for at in range(8) if f'cell/0/{at}' not in dancers)}")
        self.ann.click("done")

    def wait_for(self, seat: Seat, phase: str) -> None:
        """Let time pass until the match is in this phase."""
        for _ in range(1000):
            if phase in (seat.facts.get("step"), seat.facts["phase"]):
                return
            self.table.advance(0.125)
        self.fail(f"it is never {phase}")


class SittingDown(TableBotTestCase):
    def test_it_takes_the_seat_that_is_free(self) -> None:
        for mine, free in (("dance", "spoil"), ("spoil", "dance")):
            self.open(SmallMatch)
            self.ann.click(mine)
            bot = self.bring()
            self.assertEqual(bot.next_click().role, free)
            self.assertEqual(self.ann.facts["phase"], "playing")

    def test_people_choose_first(self) -> None:
        self.open(SmallMatch)
        bot = self.bring()
        self.assertEqual(bot.clicked(LULL - 1), [])
        self.ann.click("spoil")
        self.assertEqual(bot.next_click().role, "dance")

    def test_two_bots_play_if_nobody_else_does(self) -> None:
        self.open(SmallMatch)
        bots = [self.bring(name=name, seed=number) for number, name in enumerate(("bot-1", "bot-2"))]
        self.wait_for(self.ann, "over")
        self.assertEqual({seat["player"]["name"] for seat in self.ann.facts["seats"].values()}, {"bot-1", "bot-2"})
        bots[0].clicked(REST + 3)
        self.assertEqual({bot.clicks[-1].role for bot in bots}, {"room/dancing"})


class Playing(TableBotTestCase):
    def test_it_dances_to_the_goal_with_more_steps_if_it_is_weak(self) -> None:
        steps = {}
        for name, settings in TableBot.strengths.items():
            self.open(SmallMatch)
            self.ann.click("spoil")
            self.bring(**settings)
            self.wait_for(self.ann, "stars")
            self.place_a_star()
            self.wait_for(self.ann, "over")
            self.table.advance(5)
            (one,) = self.ann.facts["rounds"]
            self.assertEqual((one["cause"], "loser" in one), ("goal", False))
            steps[name] = one["steps"]
        self.assertTrue(steps["strong"] <= steps["medium"] <= steps["weak"] and steps["strong"] < steps["weak"], steps)

    def test_it_places_more_stars_if_it_is_strong(self) -> None:
        stars = {}
        for name, settings in TableBot.strengths.items():
            self.open(SmallMatch)
            self.ann.click("dance")
            self.bring(**settings)
            self.wait_for(self.ann, "steps")
            stars[name] = len(self.ann.own["board"]["stars"])
        self.assertTrue(1 <= stars["weak"] < stars["strong"], stars)

    def test_a_whole_match_of_two_rounds_against_another(self) -> None:
        self.open(TwoRounds)
        for number, name in enumerate(("bot-1", "bot-2")):
            self.bring(name=name, seed=number, slack=0.0)
        self.wait_for(self.ann, "over")
        for _ in range(100):
            self.table.advance(0.2)
        self.assertEqual([one["cause"] for one in self.ann.facts["rounds"]], ["goal", "goal"])

    def test_it_goes_on_where_it_was_and_takes_back_what_it_does_not_want(self) -> None:
        self.open(SmallMatch)
        self.ann.click("spoil")
        bot = self.bring()
        self.wait_for(self.ann, "stars")
        self.place_a_star()
        self.assertEqual(bot.next_click().role, "step ends")
        assert isinstance(bot.bot, TableBot)
        bot.bot._plan = None  # as after a restart of the server
        dancers = bot.seat.own["board"]["dancers"]
        cells = [(row, column) for row in range(8) for column in range(7)]
        is_free = lambda row, column: f"cell/{row}/{column}" not in {*dancers, *bot.seat.own["board"]["stars"]}  # noqa: E731
        row, column = next((x, y) for x, y in cells if not is_free(x, y + 1) and is_free(x, y))
        bot.seat.say(f"/move {row} {column + 1} {row} {column}")
        self.assertEqual(len(bot.seat.own["moves"]), 1)
        self.wait_for(self.ann, "over")
        self.assertTrue({"undo", "step ends", "lines"} <= {click.role for click in bot.clicks})
        self.table.advance(5)
        self.assertEqual([one["cause"] for one in self.ann.facts["rounds"]], ["goal"])


class Staying(TableBotTestCase):
    def test_it_leaves_a_match_that_is_over(self) -> None:
        self.open(SmallMatch)
        self.ann.click("dance")
        bot = self.bring()
        self.wait_for(self.ann, "steps")
        self.ann.leave()
        found = bot.next_click()
        self.assertEqual((found.role, round(found.seconds / REST)), ("home", 1))

    def test_it_stays_at_a_table_of_somebodys_own(self) -> None:
        self.table = Table(GamePlugin(TABLE, DancingTable))
        game = self.table.game
        assert isinstance(game, DancingTable)
        game.is_held = True
        self.ann = self.table.enter("ann")
        bot = self.bring()
        for _ in range(2):
            self.table.room.play(game.start)
            for _ in range(15):  # in which ann does nothing
                self.table.advance(60)
            self.assertEqual((self.ann.facts["phase"], bot.clicked(60)), ("over", []))
        self.assertEqual(len(self.table.results), 2)


class InTheLobby(TableBotTestCase):
    def test_it_goes_to_a_table_where_somebody_waits(self) -> None:
        match = GamePlugin("dancing-match", DancingGame, is_at_home=False)
        self.table = Table(GamePlugin("dancing", Lobby), others=[match])
        ann = self.table.enter("ann")
        bot = BotSeat(self.table, TableBot)
        self.assertEqual(bot.clicked(10), [])
        ann.click(("new", 8, 2, 4))
        self.table.advance(2)
        self.assertEqual(bot.clicked(10), [], "nobody sits there")
        room = ann.player.room
        assert room is not None
        with self.table.nothing_fails():
            room.play(room.game.click, ann.player, "dance")
        self.assertEqual([bot.next_click().role for _ in range(2)], ["match/0", "spoil"])


class Slices(SynchronousTestCase):
    def test_many_take_turns(self) -> None:
        rota = Rota(0.5, 2.0)
        self.assertEqual([rota.wait(10.0) for _ in range(5)], [0.0, 0.5, 1.0, 1.5, 2.0])
        self.assertEqual(rota.wait(10.0), 0.0, "nobody waits for longer")
        self.assertEqual([rota.wait(0.0), rota.wait(100.0)], [0.0, 0.0])
