"""When a bot clicks what in Tombala, in a real lobby and at real tables; and whole games on a server in memory."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import Noted, watch_clicks
from tests.doubles.botseat import TICK, BotSeat
from tests.doubles.botshow import Show
from tests.doubles.tombala_cards import CARD
from tests.doubles.tombala_clients import ROOM_PLUGIN
from tests.doubles.tombala_table import ORDER, RoomTestCase, cell
from tilenet.catalogue import GamePlugin
from tilenet.clients.bots.bot import GREETING, maker
from tilenet.clients.bots.tombalabot import GAME, LULL, MOST_PATIENCE, PACE, PATIENCE, REST, WALK, Span, TombalaBot
from tilenet.game import role
from tilenet.games.tombala.events import Create
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hand import Hand
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.owntable import TombalaTable
from tilenet.games.tombala.rooms import TABLE
from tilenet.games.tombala.rules import Match
from tilenet.testing import Seat, Table

TOMBALA = GamePlugin("tombala", Lobby), ROOM_PLUGIN
LATER: Span = PATIENCE + PACE[0], PATIENCE + PACE[1]  # after a click that had no effect


class Case(SynchronousTestCase):
    bot: BotSeat

    def check_next(self, expected: str, span: Span = PACE) -> None:
        """This is clicked next, after so many seconds."""
        seconds, found = self.bot.next_click()
        self.assertEqual(found, expected)
        self.assertTrue(span[0] <= seconds <= span[1] + TICK, (found, seconds))


class AtATableOfOnesOwn(Case):
    def test_it_plays_one_game_after_the_other(self) -> None:
        self.table = Table(GamePlugin(TABLE, TombalaTable))
        game = self.table.game
        assert isinstance(game, TombalaTable)
        game.is_held = True
        self.bot = BotSeat(self.table, TombalaBot, room=self.table.room.name)
        for _ in range(2):
            self.table.room.play(game.start)
            for _ in range(400):
                if not game.is_on:
                    break
                self.bot.next_click()
            self.assertFalse(game.is_on)
            self.assertEqual(self.bot.clicked(60), [])
        self.assertEqual(len(self.table.results), 2)


class InTheLobby(Case):
    def setUp(self) -> None:
        self.table = Table(TOMBALA[0], others=TOMBALA[1:])

    def come(self, **how: Any) -> BotSeat:
        self.bot = BotSeat(self.table, TombalaBot, **how)
        return self.bot

    def make(self, name: str, *players: str) -> None:
        """A room in which these players wait."""
        seats = [self.table.enter(f"maker of {name}"), *map(self.table.enter, players)]
        seats[0].ask(Create(name, 600))
        for seat in seats[1:]:
            seat.say(f"/join {name}")
        seats[0].leave()
        self.table.advance(2)

    def test_it_makes_a_room_if_there_is_none(self) -> None:
        self.come()
        self.check_next("new", LULL)
        self.assertEqual(self.bot.model.kind, "tombala/1")

    def test_rooms_with_more_company_come_first(self) -> None:
        self.make("a")
        self.make("b", "bob", "cid")
        self.make("c", "dan")
        self.patch(TombalaGame, "admits", lambda game, player, now: "Not now.")
        self.come()
        self.assertEqual([self.bot.next_click().role for _ in range(2)], ["room/b", "room/c"])
        self.assertIn("room/a", self.bot.clicked(60))

    def test_it_does_not_go_to_watch(self) -> None:
        self.make("begun", "bob")
        self.table.advance(600)
        self.assertEqual(self.come().clicked(60), [])

    def test_seconds_that_pass_do_not_put_it_off(self) -> None:
        """The name of a room's tile tells how many are left."""
        maker = self.table.enter("maker")
        maker.say("/create den 30")
        self.table.advance(1)
        self.come()
        self.check_next("room/den", WALK)

    def test_it_comes_in_time_for_a_game_that_begins_in_three_seconds(self) -> None:
        for seed in range(8):
            maker = self.table.enter(f"maker {seed}")
            maker.say(f"/create den{seed} 3")
            maker.say(f"/join den{seed}")
            bot = self.come(name=f"bot {seed}", seed=seed, is_at_home=True)
            bot.clicked(4)
            self.assertEqual((bot.seat.player.room, bot.model.facts["phase"]), (maker.player.room, "playing"))
            bot.bot.stop()
            bot.seat.leave()
            maker.leave()

    def test_while_others_play_it_waits_for_their_next_game(self) -> None:
        ann = self.table.enter("ann")
        ann.say("/create den 3")
        ann.say("/join den")
        self.table.advance(4)
        self.assertEqual(self.come().clicked(60), [])
        bob = self.table.enter("bob")
        bob.say("/create next 30")
        self.check_next("room/next", WALK)

    def test_when_all_others_have_gone_it_makes_a_room(self) -> None:
        ann = self.table.enter("ann")
        ann.say("/create den 3")
        ann.say("/join den")
        self.table.advance(4)
        self.come().clicked(60)
        ann.leave()
        self.check_next("new", (LULL[0], LULL[1] + 2))  # the lobby hears of it within a second

    def test_it_does_not_wait_for_a_game_that_never_ends(self) -> None:
        ann = self.table.enter("ann")
        ann.say("/create den 3")
        ann.say("/join den")
        self.table.advance(4)
        self.come()
        while not (found := self.bot.clicked(100)):
            self.assertLess(self.table.clock.seconds(), GAME[1] + 200)
        self.assertEqual(found[0], "new")

    def test_rooms_that_do_not_let_it_in_are_tried_less_and_less(self) -> None:
        self.make("a")
        self.make("b")
        self.patch(TombalaGame, "admits", lambda game, player, now: "Not now.")
        self.patch(Lobby, "rooms_each", 0)
        found = self.come().clicked(400)
        self.assertEqual({*found}, {"room/a", "room/b", "new"})
        self.assertLess(len(found), 60)
        times = [click.seconds for click in self.bot.clicks if click.role == "room/a"]
        waits = [after - before for before, after in pairwise(times)]
        self.assertGreater(max(waits), 3 * waits[0])
        self.assertLessEqual(max(waits), MOST_PATIENCE + 4 * (PATIENCE + LULL[1]))

    def test_bots_do_not_all_make_a_room_at_once(self) -> None:
        times = [self.come(name=f"b{seed}", seed=seed).next_click().seconds for seed in range(12)]
        self.assertGreater(len({*times}), 6)


class AtATable(RoomTestCase, Case):
    """The bot has ann's card, of which one number after the other is drawn."""

    def setUp(self) -> None:
        super().setUp()
        self.join()

    def join(self, **how: Any) -> None:
        self.bot = BotSeat(self.table, TombalaBot, **how)

    def begin(self) -> Seat:
        ann = self.table.enter("ann")
        self.table.advance(30)
        return ann

    def role(self, number: int) -> str:
        return role(cell(number, CARD))

    def play_up_to(self, ann: Seat, numbers: int) -> None:
        """The bot marks and asks until so many numbers are drawn."""
        while len(self.match.drawn) < numbers:
            ann.click("next")
            self.assertEqual(self.bot.next_click().role, self.role(self.match.drawn[-1]))
            self.assertEqual(self.bot.next_click().role, "next")


class InTheGame(AtATable):
    def test_before_it_nothing_is_done(self) -> None:
        self.assertEqual(self.bot.clicked(20), [])

    def test_everything_is_marked_before_it_claims_and_asks(self) -> None:
        ann = self.begin()
        self.play_up_to(ann, 5)
        self.assertEqual(self.match.drawn, ORDER[:5])
        self.check_next(self.role(ORDER[4]))
        self.check_next("cinko")
        self.check_next("next")
        self.assertEqual(self.match.totals[self.bot.seat.player], 1)
        self.assertEqual(self.bot.clicked(30), [])  # it waits for ann

    def test_in_a_timed_room_it_does_not_ask(self) -> None:
        self.open(30, 60)
        self.join()
        self.begin()
        self.check_next(self.role(1))
        self.assertEqual(self.bot.clicked(30), [])

    def test_what_was_marked_by_mistake_is_taken_back(self) -> None:
        self.begin()
        self.bot.seat.click(cell(ORDER[-1], CARD))
        found = [self.bot.next_click().role for _ in range(3)]
        self.assertEqual(found, [self.role(ORDER[0]), self.role(ORDER[-1]), "next"])

    def test_what_cannot_be_marked_keeps_it_from_claiming_but_not_from_asking(self) -> None:
        """The claim would be wrong if that were the last number of another row."""
        ann = self.begin()
        self.play_up_to(ann, 5)
        self.patch(Hand, "mark", lambda hand, number: None)
        self.check_next(self.role(ORDER[4]))
        self.check_next("next", LATER)
        found = self.bot.clicked(40)
        self.assertEqual({*found}, {self.role(ORDER[4])})
        self.assertLess(len(found), 7)

    def test_a_claim_that_is_refused_holds_nobody_up(self) -> None:
        ann = self.begin()
        self.play_up_to(ann, 5)
        self.patch(Match, "claim", lambda match, player, total: False)
        self.check_next(self.role(ORDER[4]))
        self.check_next("cinko")
        self.check_next("next", LATER)
        found = self.bot.clicked(40)
        self.assertEqual({*found}, {"cinko"})
        self.assertLess(len(found), 7)

    def test_it_says_hello_once(self) -> None:
        self.open()
        self.join(greets=True)
        self.begin()
        self.bot.clicked(10)
        self.assertEqual(self.bot.said, [GREETING])

    def test_it_leaves_when_the_game_is_over(self) -> None:
        self.begin().leave()
        self.bot.seat.click("auto")
        while not self.game.is_done:
            self.bot.next_click()
        self.check_next("home", REST)


class Company(SynchronousTestCase):
    def show(self, *names: str, seed: int = 1) -> Show:
        return Show(*TOMBALA, make_bot=maker(TombalaBot), seed=seed).start(*names)

    def heard(self, show: Show) -> list[list[str]]:
        """What each of them has heard."""
        return [[line.message for line in wire.link.model.heard] for wire in show.wires]

    def play(self, show: Show, seconds: int = 400) -> None:
        """Let them play until one has won."""
        for _ in range(seconds):
            show.advance(1)
            if any("winner" in wire.link.model.facts for wire in show.wires):
                return
        raise AssertionError("nobody has won")

    def clicks(self, show: Show) -> dict[str, list[Noted]]:
        """Watch when who clicks, wherever they are."""
        return watch_clicks(self, show.clock)

    def test_three_play_one_game_after_the_other(self) -> None:
        show = self.show("bot-1", "bot-2", "bot-3")
        times = self.clicks(show)
        for games in (1, 2):
            show.advance(WALK[1] + LULL[1] + 2 * WALK[1])
            places = {wire.link.model.current for wire in show.wires}
            self.assertEqual(len(places), 1, "all are in one room")
            self.play(show)
            for heard in self.heard(show):
                wins = [line for line in heard if line.endswith("has 3 cinkos and wins!")]
                self.assertEqual(len(wins), games)
                self.assertNotIn("Your cinko claim is wrong!", heard)
                self.assertNotIn("You have already asked for the next number.", heard)
            show.advance(REST[1] + 1)
        self.assertEqual(sorted(times), show.names)
        for clicks in times.values():
            self.assertGreater(len(clicks), 100)
            self.assertGreaterEqual(min(b.at - a.at for a, b in pairwise(clicks)), PACE[0] - 1e-6)
        greetings = sorted(heard.count(GREETING) for heard in self.heard(show))
        self.assertEqual(greetings, [1, 2, 3], "each says hello once, to those who are there")
        self.assertEqual((show.complaints, show.done), ([], []))
