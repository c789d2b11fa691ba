"""A table of somebody's own for Dancing: who plays when, what each match is about, and that programs never see it."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tilenet.catalogue import GamePlugin
from tilenet.game import Json, Listing
from tilenet.games.dancing.hall import LOBBY, TABLE, find_waiting, read_entry
from tilenet.games.dancing.lobby import Lobby
from tilenet.games.dancing.owntable import BREAK, COUNTDOWN, TWO, DancingTable
from tilenet.testing import Seat, Table


class OwnTableTestCase(SynchronousTestCase):
    """A table whose host begins the matches, of one round each."""

    is_held = True
    rounds = 1

    def setUp(self) -> None:
        self.table = Table(GamePlugin(TABLE, DancingTable, lambda random: DancingTable(random, rounds=self.rounds)))
        self.game.is_own_table, self.game.is_held = True, self.is_held

    @property
    def game(self) -> DancingTable:
        assert isinstance(self.table.game, DancingTable)
        return self.table.game

    def come(self, *names: str) -> list[Seat]:
        return [self.table.enter(name) for name in names]

    def start(self) -> None:
        self.assertIsNone(self.game.why_not_start())
        self.table.room.play(self.game.start)

    def players(self, seat: Seat) -> list[str]:
        return [seat.facts["seats"][side]["player"]["name"] for side in "01" if side in seat.facts["seats"]]

    def give_up(self) -> None:
        """Whoever's turn it is runs out of time."""
        while self.game._is_on:
            self.table.advance(300)


class AHeldTable(OwnTableTestCase):
    def test_the_first_two_sit_down_and_the_match_waits_for_the_host(self) -> None:
        [ann] = self.come("ann")
        self.assertEqual((self.players(ann), self.game.why_not_start()), (["ann"], TWO))
        self.assertEqual(ann.own["status"], TWO)
        self.assertEqual(ann.headline, "Goal: 4 lines with one dancer of each colour. It takes two players.")
        bob, cid = self.come("bob", "cid")
        self.table.advance(600)
        self.assertEqual((self.players(cid), ann.facts["phase"]), (["ann", "bob"], "waiting"))
        self.assertEqual(bob.own["status"], "You play in the next match.")
        self.assertEqual(cid.own["status"], "Others play in the next match, then you.")
        self.start()
        self.assertEqual((ann.facts["phase"], ann.facts["turn"]), ("playing", ["1"]))
        self.assertEqual(cid.own["status"], "You watch; you play in the next match.")
        self.assertEqual(self.game.why_not_start(), "The match is on.")

    def test_seats_can_be_changed_before_the_first_match(self) -> None:
        ann, bob = self.come("ann", "bob")
        ann.click("dance")
        bob.click("dance")
        self.start()
        self.assertEqual(self.players(ann), ["bob", "ann"])

    def test_two_take_turns_to_dance_first(self) -> None:
        [ann, _] = self.come("ann", "bob")
        for players in (["ann", "bob"], ["bob", "ann"], ["ann", "bob"]):
            self.start()
            self.assertEqual(self.players(ann), players)
            self.give_up()
        self.assertEqual(len(self.table.results), 3)

    def test_whoever_has_waited_plays_next(self) -> None:
        [ann, _] = self.come("ann", "bob")
        self.start()
        self.come("cid", "dan")
        self.give_up()
        self.assertEqual(self.game.summary().players, ("cid", "dan"))
        self.start()
        self.assertEqual(self.players(ann), ["cid", "dan"])
        self.give_up()
        self.start()
        self.assertEqual({*self.players(ann)}, {"ann", "bob"})

    def test_each_match_has_a_board_of_its_own(self) -> None:
        [ann, _] = self.come("ann", "bob")
        boards = []
        for _ in range(2):
            self.start()
            boards.append(ann.facts["stage"]["dancers"])
            self.give_up()
        self.assertNotEqual(*boards)

    def test_the_result_is_told_at_once_with_what_each_has_done(self) -> None:
        [ann, _] = self.come("ann", "bob")
        self.start()
        self.give_up()
        self.assertEqual(ann.facts["winner"], "0")
        assert self.game._result is not None
        notes = {one.player.name: one.notes for one in self.game._result.standings}
        self.assertEqual(notes, {"ann": ("0 steps so far",), "bob": ("round 1: out of time",)})
        self.assertEqual(self.game._result.note, "ann wins")
        self.assertIn("Game over. The ranking:", ann.heard)

    def test_who_leaves_loses_and_others_play_on(self) -> None:
        ann, bob, _ = self.come("ann", "bob", "cid")
        self.start()
        bob.leave()
        self.assertEqual((ann.facts["phase"], ann.facts["winner"]), ("over", "0"))
        self.start()
        self.assertEqual({*self.players(ann)}, {"ann", "cid"})

    def test_a_table_that_all_have_left_begins_afresh(self) -> None:
        ann, bob = self.come("ann", "bob")
        self.start()
        ann.leave()
        bob.leave()
        [cid] = self.come("cid")
        self.assertEqual((cid.facts["phase"], self.players(cid)), ("waiting", ["cid"]))

    def test_there_is_no_way_to_the_lobby(self) -> None:
        [ann] = self.come("ann")
        self.assertNotIn("lobby", self.game.scene().tiles)
        self.assertNotIn(("key", "lobby"), self.game.scene().keys)
        self.assertNotIn("lobby", ann.legal)

    def test_a_game_that_fails_stays_held(self) -> None:
        other = DancingTable(Random(0))
        other.replace_failed(self.game)
        self.assertTrue(other.is_held)


class ATableThatStartsByItself(OwnTableTestCase):
    is_held = False

    def test_two_start_the_countdown_and_one_stops_it(self) -> None:
        ann, bob = self.come("ann", "bob")
        self.assertEqual((ann.facts["phase"], ann.facts["deadline"]), ("starting", COUNTDOWN))
        self.assertEqual(ann.headline, "Goal: 4 lines with one dancer of each colour. The match starts in 10 s.")
        bob.leave()
        self.table.advance(600)
        self.assertEqual((ann.facts["phase"], "deadline" in ann.facts), ("waiting", False))
        self.come("bob")
        self.table.advance(COUNTDOWN)
        self.assertEqual(ann.facts["phase"], "playing")

    def test_another_match_begins_after_a_while(self) -> None:
        ann, _ = self.come("ann", "bob")
        self.table.advance(COUNTDOWN)
        self.give_up()
        self.assertEqual(ann.facts["deadline"], self.table.clock.seconds() + BREAK)
        self.table.advance(BREAK)
        self.assertEqual((ann.facts["phase"], self.players(ann)), ("playing", ["bob", "ann"]))

    def test_the_host_can_hold_it_and_let_it_go(self) -> None:
        ann, _ = self.come("ann", "bob")
        self.table.room.play(self.game.hold, True)
        self.table.advance(600)
        self.assertEqual(ann.facts["phase"], "waiting")
        self.table.room.play(self.game.hold, False)
        self.table.advance(COUNTDOWN)
        self.assertEqual(ann.facts["phase"], "playing")


class TwoRounds(OwnTableTestCase):
    rounds = 2

    def test_both_dance(self) -> None:
        ann, bob = self.come("ann", "bob")
        self.start()
        self.table.advance(300)
        self.assertEqual((ann.facts["round"], ann.own["turn"], bob.own.get("turn")), (2, True, None))


class Options(SynchronousTestCase):
    def test_each_choice_makes_a_game(self) -> None:
        for name, choice in DancingTable.choices.items():
            for value, _ in choice.values:
                game = DancingTable(Random(0), **{name: value})  # type: ignore[arg-type]
                self.assertIn(str(game.instance.size), ("8", "12", "16", "20"))
            self.assertIn(choice.usual, [value for value, _ in choice.values])
        self.assertEqual(Lobby.table, TABLE)

    def test_neither_the_lobby_nor_programs_see_such_a_table(self) -> None:
        game = DancingTable(Random(0))
        setup: dict[str, Json] = {}
        for belongs_to in (LOBBY, ""):
            listing = Listing(f"{TABLE}-1", TABLE, "den", "", belongs_to, True, setup, game.summary(), 1, 0, ("ann",))
            self.assertIsNone(read_entry(listing))
            self.assertIsNone(find_waiting([listing]))
