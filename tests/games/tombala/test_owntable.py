"""A table of somebody's own for Tombala: when its games begin, who plays, and that nobody else hears of it."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.tombala_cards import CARD as ANN
from tests.doubles.tombala_table import AUTO, BOB, CID, CINKO, NEXT, ORDER, Bag
from tilenet.catalogue import GamePlugin
from tilenet.game import HELP, HOME, Json, Listing, Summary
from tilenet.games.tombala import rules
from tilenet.games.tombala.lobby import Lobby
from tilenet.games.tombala.owntable import BREAK, COUNTDOWN, TombalaTable
from tilenet.games.tombala.rooms import LOBBY, TABLE, in_order
from tilenet.games.tombala.table import SEATS
from tilenet.testing import Seat, Table

PLUGIN = GamePlugin(TABLE, TombalaTable)
WATCHES = "You watch; you play in the next game."


class OwnTableTestCase(SynchronousTestCase):
    """A table whose host begins the games, with cards and numbers that are known."""

    is_held = True

    def setUp(self) -> None:
        cards = iter([ANN, BOB, CID] * 50)
        self.patch(rules, "new_card", lambda random: next(cards))
        self.table = Table(PLUGIN)
        self.game.is_own_table, self.game.is_held = True, self.is_held
        self.game.random = Bag(ORDER)

    @property
    def game(self) -> TombalaTable:
        assert isinstance(self.table.game, TombalaTable)
        return self.table.game

    def come(self, *names: str) -> list[Seat]:
        return [self.table.enter(name) for name in names]

    def start(self) -> None:
        self.assertIsNone(self.game.why_not_start())
        self.table.room.play(self.game.start)

    def hold(self, is_held: bool) -> None:
        self.table.room.play(self.game.hold, is_held)

    def players(self, seat: Seat) -> list[str]:
        return [one["player"]["name"] for one in seat.facts["seats"].values()]

    def win(self, winner: Seat, *others: Seat) -> None:
        """Somebody whose card is ann's does what stands out, and so do the others."""
        for _ in range(60):
            for seat in (winner, *others):
                if "full" in winner.own:
                    winner.click(CINKO)
                elif NEXT in seat.legal:
                    seat.click(NEXT)
        self.assertEqual(winner.facts["phase"], "over")


class AHeldTable(OwnTableTestCase):
    def test_it_waits_for_the_host(self) -> None:
        [ann] = self.come("ann")
        self.table.advance(600)
        self.assertEqual((ann.facts["phase"], "deadline" in ann.facts), ("waiting", False))
        self.assertEqual(ann.headline, "The game begins when the host starts it.")
        self.assertEqual(ann.own["status"], "You play in the next game.")
        self.assertNotIn("leave", ann.own)

    def test_why_it_cannot_start(self) -> None:
        self.assertEqual(self.game.why_not_start(), "Nobody is here.")
        self.come("ann")
        self.start()
        self.assertEqual(self.game.why_not_start(), "The game is on.")

    def test_all_who_are_here_play_when_it_starts(self) -> None:
        ann, bob = self.come("ann", "bob")
        self.start()
        self.assertEqual((ann.facts["phase"], ann.facts["drawn"], self.players(bob)), ("playing", [1], ["ann", "bob"]))
        self.assertEqual(ann.own["leave"], "You lose your card.")

    def test_whoever_comes_later_watches_and_plays_in_the_next_game(self) -> None:
        ann, bob = self.come("ann", "bob")
        self.start()
        [late] = self.come("late")
        self.assertEqual((late.own["status"], "card" in late.own), (WATCHES, False))
        late.say("/next")
        self.assertEqual(late.heard[-1], WATCHES)
        self.assertEqual(self.game.summary(), Summary(("ann", "bob"), SEATS, "playing", None, False, True, 1))
        self.win(ann, bob)
        self.assertEqual(late.own["status"], "You play in the next game.")
        self.assertEqual(self.game.summary(), Summary(("ann", "bob", "late"), SEATS, "waiting", None, True, False, 0))
        self.start()
        self.assertEqual(self.players(late), ["ann", "bob", "late"])
        self.assertEqual(len(late.own["card"]), 15)

    def test_the_same_room_begins_another_game(self) -> None:
        ann, bob = self.come("ann", "bob")
        ann.click(AUTO)
        self.start()
        self.win(ann, bob)
        self.assertEqual((ann.facts["winner"], self.game.is_done, ann.headline), ("0", False, "Game over: ann wins."))
        self.table.advance(600)
        self.assertEqual(ann.facts["phase"], "over")
        self.start()
        self.assertEqual((ann.facts["drawn"], [s["score"] for s in ann.facts["seats"].values()]), ([1], [0, 0]))
        self.assertEqual((ann.own["auto"], bob.own["auto"]), (True, False))
        self.assertEqual(len(self.table.results), 1)

    def test_who_leaves_does_not_hold_the_others_up(self) -> None:
        ann, bob, cid = self.come("ann", "bob", "cid")
        self.start()
        ann.click(NEXT)
        bob.click(NEXT)
        cid.leave()
        self.assertEqual((len(ann.facts["drawn"]), self.players(ann)), (2, ["ann", "bob"]))

    def test_a_game_that_its_players_have_left_is_over(self) -> None:
        [ann] = self.come("ann")
        self.start()
        [late] = self.come("late")
        ann.leave()
        self.assertEqual((late.facts["phase"], late.headline), ("over", "Game over: no winner."))
        self.start()
        self.assertEqual(self.players(late), ["late"])

    def test_a_table_that_all_have_left_begins_afresh(self) -> None:
        [ann] = self.come("ann")
        self.start()
        ann.leave()
        [bob] = self.come("bob")
        self.assertEqual((bob.facts["phase"], bob.facts["drawn"]), ("waiting", []))

    def test_there_are_cards_for_so_many(self) -> None:
        people = self.come(*(f"p{number}" for number in range(SEATS + 1)))
        self.assertEqual(self.game.summary().watching, 1)
        self.start()
        self.assertEqual((len(people[0].facts["seats"]), people[-1].own["status"]), (SEATS, WATCHES))

    def test_there_is_no_way_to_the_lobby(self) -> None:
        [ann] = self.come("ann")
        self.assertEqual({"lobby", HOME, HELP} & self.game.scene().tiles.keys(), {HOME, HELP})
        self.assertNotIn(("key", "lobby"), self.game.scene().keys)
        self.assertEqual((ann.legal, [*self.game.commands]), ([AUTO], ["mark", "cinko", "next"]))
        self.start()
        self.assertNotIn("lobby", {**self.game.view(ann.player).tiles})

    def test_a_game_that_fails_stays_held(self) -> None:
        other = TombalaTable(Random(0))
        other.replace_failed(self.game)
        self.assertTrue(other.is_held)


class ATableThatStartsByItself(OwnTableTestCase):
    is_held = False

    def test_the_first_who_comes_starts_the_countdown(self) -> None:
        [ann] = self.come("ann")
        self.assertEqual((ann.facts["phase"], ann.facts["deadline"]), ("starting", COUNTDOWN))
        self.assertEqual(ann.headline, "The game starts in 15 s.")
        self.table.advance(COUNTDOWN)
        self.assertEqual(ann.facts["phase"], "playing")

    def test_a_person_has_five_seconds_and_a_bot_does_not_need_them(self) -> None:
        [ann] = self.come("ann")
        self.table.advance(COUNTDOWN - 1)
        bot = self.table.enter("bot-1")
        self.assertEqual(ann.facts["deadline"], COUNTDOWN + 4)
        self.assertIn("bot-1", self.players(bot))

    def test_nobody_can_put_it_off_for_ever(self) -> None:
        [ann] = self.come("ann")
        for number in range(30):
            self.table.advance(4)
            self.come(f"p{number}")
            if ann.facts["phase"] == "playing":
                break
        self.assertLess(self.table.clock.seconds(), 65)

    def test_another_game_begins_after_a_while(self) -> None:
        ann, bob = self.come("ann", "bob")
        self.table.advance(COUNTDOWN)
        self.win(ann, bob)
        self.assertEqual(ann.facts["deadline"], COUNTDOWN + BREAK)
        self.assertEqual(ann.headline, "Game over: ann wins. The next game starts in 20 s.")
        self.table.advance(BREAK)
        self.assertEqual((ann.facts["phase"], ann.facts["drawn"]), ("playing", [1]))

    def test_the_host_can_hold_it_and_let_it_go(self) -> None:
        [ann] = self.come("ann")
        self.hold(True)
        self.table.advance(600)
        self.assertEqual(ann.facts["phase"], "waiting")
        self.hold(False)
        self.assertEqual(ann.facts["phase"], "starting")
        self.table.advance(COUNTDOWN)
        self.assertEqual(ann.facts["phase"], "playing")
        self.hold(True)
        self.assertEqual(ann.facts["phase"], "playing")

    def test_nothing_begins_when_nobody_is_here(self) -> None:
        [ann] = self.come("ann")
        ann.leave()
        self.table.advance(600)
        self.assertEqual((self.game.match, self.game.deadline), (None, None))


class Options(SynchronousTestCase):
    def test_each_choice_makes_a_game(self) -> None:
        [choice] = TombalaTable.choices.values()
        found = [TombalaTable(Random(0), every=int(value)).every for value, _ in choice.values]
        self.assertEqual((found, choice.usual), ([None, 3, 5, 10], 0))
        self.assertEqual(Lobby.table, TABLE)

    def test_neither_the_lobby_nor_clients_of_the_old_protocol_see_such_a_table(self) -> None:
        summary = TombalaTable(Random(0)).summary()
        setup: dict[str, Json] = {"name": "den", "by": "x", "begins_at": 1.0}
        for belongs_to in (LOBBY, ""):
            listing = Listing(f"{TABLE}-1", TABLE, "den", "", belongs_to, True, setup, summary, 0, 0, ())
            self.assertEqual(in_order([listing]), [])
