"""Set practice: one at a time, from the first moment, with hints, and with times in place of points."""

from __future__ import annotations

from tests.doubles.set_table import BOARD, CAP, OVER, PLAYING, Dealt, SetTestCase, letter
from tilenet.catalogue import GamePlugin
from tilenet.game import HOME
from tilenet.games.set.layouts import ALPHABETIC, LEFT_HAND, NO_SET, RIGHT_HAND, SUBMIT, key_of
from tilenet.games.set.practice import HINT, Practice
from tilenet.games.set.rules import is_set
from tilenet.games.set.table import KEYS, RESTART
from tilenet.testing import Table
from tilenet.world.rooms.acts import Click

WRONG = "ann was wrong: two are striped, one is solid."


class PracticeTestCase(SetTestCase):
    """ann practises, bob watches."""

    def setUp(self) -> None:
        self.table = Table(GamePlugin("practice", Practice, lambda random: Practice(Dealt())))
        self.ann = self.table.enter("ann")
        self.begun = list(self.ann.heard)
        self.bob = self.table.enter("bob")
        self.waited = list(self.bob.heard)
        self.table.advance(2)
        self.everybody = [self.ann, self.bob]
        self.forget()

    def seats(self) -> list[str]:
        return self.players(self.bob)

    def can_restart(self) -> list[bool]:
        return [seat.tile(RESTART).enabled for seat in self.everybody]

    def run_through(self) -> None:
        """ann has found all sets, and says so."""
        self.lay(CAP[:3])
        self.ann.press(key_of(NO_SET))


class OneAtATime(PracticeTestCase):
    def test_it_begins_at_once(self) -> None:
        self.assertEqual(self.begun, ["The game begins: 69 in the deck."])
        self.assertEqual((Practice.title, self.ann.headline), ("Set practice", PLAYING))

    def test_others_watch(self) -> None:
        self.assertEqual(self.waited, ["ann is practising. You watch; a click gets you in line. 69 in the deck."])
        for key in (letter(0), *map(key_of, (SUBMIT, NO_SET, HINT))):
            self.bob.press(key)
        self.assertEqual((self.bob.heard, self.ann.heard), (["You are watching, and in line."] * 4, []))

    def test_restart_is_for_who_practises(self) -> None:
        self.assertEqual(self.can_restart(), [True, False])
        self.table.room.act(self.bob.player, Click(self.table.room.objid_of(RESTART)))
        self.table.advance(0)
        self.assertEqual((self.ann.heard, self.seats()), ([], ["ann 0"]))
        self.claim(self.ann, 0, 1, 2)
        self.ann.press(letter(4))
        self.ann.click(KEYS)
        self.bob.click(KEYS)
        self.assertEqual(self.can_restart(), [True, False])
        self.assertEqual(self.selected(self.ann), [4])
        self.ann.click(HOME)
        self.assertTrue(self.bob.tile(RESTART).enabled)
        self.come_back(self.ann)
        self.assertFalse(self.ann.tile(RESTART).enabled)

    def test_restart_is_also_for_who_practises_when_it_is_over(self) -> None:
        self.run_through()
        self.assertEqual(self.can_restart(), [True, False])
        self.forget()
        self.ann.click(RESTART)
        self.assertEqual((self.seats(), self.ann.headline), (["ann 0"], PLAYING))
        self.assertEqual(self.ann.heard, ["The game begins: 69 in the deck."])

    def test_the_next_one_plays_when_the_player_leaves(self) -> None:
        cid = self.table.enter("cid")
        self.claim(self.ann, 0, 1, 2)
        self.ann.click(HOME)
        self.assertEqual(self.seats(), ["bob 0"])
        self.assertEqual(cid.heard[-1], "The game begins: 69 in the deck.")
        self.assertEqual(self.bob.heard[-2:], ["The game begins: 69 in the deck.", "It is your turn to practise."])
        self.table.advance(0.7)
        self.claim(self.bob, 0, 1, 2)
        self.assertEqual(self.seats(), ["bob 1"])

    def test_also_when_the_deck_has_been_run_through(self) -> None:
        self.run_through()
        self.assertEqual(self.bob.headline, OVER)
        cid = self.table.enter("cid")
        self.assertEqual(cid.heard, ["ann is practising. You watch; a click gets you in line."])
        self.ann.leave()
        self.assertEqual((self.bob.headline, self.seats()), (PLAYING, ["bob 0"]))

    def test_the_next_one_plays_if_the_player_does_nothing_for_a_minute(self) -> None:
        """Whether or not the game is over; and whoever dozed off waits for nothing, until the next click."""
        for is_over in (False, True):
            self.setUp()
            if is_over:
                self.run_through()
                self.forget()
            self.table.advance(45)
            warned = "Somebody is waiting for your seat: play within 15 s, or it is theirs."
            self.assertEqual(self.ann.heard[-1:], [warned])
            self.table.advance(15)
            self.assertIn("You did nothing for 60 s while others waited: you watch.", self.ann.heard)
            self.assertEqual((self.bob.heard[-1], self.seats()), ("It is your turn to practise.", ["bob 0"]))
            self.table.advance(300)
            self.assertEqual(self.seats(), ["bob 0"])
            self.ann.press(letter(0))
            self.table.advance(60)
            self.assertEqual(self.seats(), ["ann 0"])

    def test_those_who_dozed_off_are_passed_over(self) -> None:
        self.table.advance(45)
        self.table.advance(15)
        self.table.enter("cid")
        self.table.advance(45)
        self.table.advance(15)
        self.assertEqual(self.seats(), ["cid 0"])
        self.ann.press(letter(0))
        dan = self.table.enter("dan")
        self.assertIn("cid is practising. You watch; a click gets you in line. 69 in the deck.", dan.heard)

    def test_who_clicks_is_ahead_of_those_who_only_watch(self) -> None:
        cid = self.table.enter("cid")
        cid.press(letter(0))
        self.ann.leave()
        self.assertEqual(self.seats(), ["cid 0"])

    def test_nobody_keeps_those_in_line_waiting_for_ever_by_selecting_cards_or_restarting(self) -> None:
        """Three minutes in which nothing is found are too long; and after a Restart, it is the next one's turn."""
        self.bob.press(letter(0))
        for _ in range(8):
            self.table.advance(20)
            self.select(self.ann, 4, 4)
        self.claim(self.ann, 0, 1, 2)
        for _ in range(8):
            self.table.advance(20)
            self.select(self.ann, 4, 4)
        self.assertEqual(self.seats(), ["ann 1"])
        self.table.advance(20)
        self.assertEqual((self.seats(), self.bob.heard[-1]), (["bob 0"], "It is your turn to practise."))
        told = "You have found nothing for 3 minutes, and somebody is in line: you watch until it is your turn again."
        self.assertIn(told, self.ann.heard)
        self.bob.click(RESTART)
        self.assertEqual(self.seats(), ["ann 0"])
        told = "Somebody is in line, so it is their turn. You are in line again, too."
        self.assertIn(told, self.bob.heard)

    def test_the_names_of_one_address_take_turns_with_everybody_else(self) -> None:
        for number in range(3):
            squatter = self.table.enter(f"squatter{number}")
            squatter.player.origin = "192.0.2.1"
            squatter.press(letter(0))
        cid = self.table.enter("cid")
        cid.press(letter(0))
        self.ann.click(RESTART)
        self.assertEqual(self.seats(), ["squatter0 0"])
        self.table.advance(45)
        self.table.advance(15)
        self.assertEqual(self.seats(), ["cid 0"])

    def test_those_who_only_watch_end_nobodys_practice(self) -> None:
        for _ in range(12):
            self.table.advance(20)
            self.select(self.ann, 4, 4)
        self.ann.click(RESTART)
        self.assertEqual(self.seats(), ["ann 0"])

    def test_one_who_watched_may_leave_and_when_nobody_is_left_all_begins_anew(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.bob.leave()
        self.assertEqual(self.players(self.ann), ["ann 1"])
        self.ann.leave()
        cid = self.table.enter("cid")
        self.assertEqual((cid.headline, self.players(cid)), (PLAYING, ["cid 0"]))

    def test_the_same_view_as_long_as_nothing_in_it_has_changed(self) -> None:
        views = [self.table.game.view(seat.player) for seat in (self.ann, self.bob)]
        self.ann.press(key_of(NO_SET))
        self.bob.say("hello")
        self.bob.press(key_of(HINT))
        for seat, view in zip((self.ann, self.bob), views, strict=True):
            self.assertTrue(self.table.game.view(seat.player) is view)


class Answers(PracticeTestCase):
    def test_seats_show_sets_found_and_nothing_is_won_or_lost(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.claim(self.ann, 3, 4, 6)
        self.assertEqual(self.seats(), ["ann 1"])
        self.assertEqual(self.bob.heard, ["ann found a set after 2.0 s; 66 in the deck.", WRONG])

    def test_no_set(self) -> None:
        self.ann.press(key_of(NO_SET))
        self.lay(CAP[:12], [78, 79, 80])
        self.table.advance(1.5)
        self.ann.press(key_of(NO_SET))
        self.assertEqual(
            self.bob.heard,
            ["ann said no set, but there is one.", "ann saw that there is no set after 3.5 s; 3 in the deck."],
        )

    def test_times_by_restart(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.forget()
        self.ann.press(letter(5))
        self.ann.click(RESTART)
        self.assertEqual(
            self.ann.heard,
            ["Sets 1, no sets 0, wrong 0; fastest answer 2.0 s, mean 2.0 s.", "The game begins: 69 in the deck."],
        )
        self.assertEqual(self.bob.heard, ["The game begins: 69 in the deck."])
        self.assertEqual((self.seats(), self.selected(self.ann)), (["ann 0"], []))
        self.assertEqual(self.match.board, BOARD)

    def test_cards_that_another_game_changes_cannot_be_selected_for_a_while(self) -> None:
        """For as long as a client shows the first replacement: a restart does not prolong it."""
        for before, wait, expected in (
            (2, 0.699, [5]),
            (2, 0.7, [0, 5]),
            (0.3, 0.399, [5]),
            (0.3, 0.401, [0, 5]),
        ):
            for is_left in (False, True):
                self.setUp()
                self.claim(self.ann, 0, 1, 2)
                self.table.advance(before)
                if is_left:
                    self.ann.leave()
                else:
                    self.ann.click(RESTART)
                self.table.advance(wait)
                seat = self.bob if is_left else self.ann
                self.select(seat, 0, 5)
                self.assertEqual(self.selected(seat), expected, (before, wait, is_left))

    def test_a_hint_is_playing(self) -> None:
        self.bob.leave()
        self.table.advance(590)
        self.ann.press(key_of(HINT))
        self.assertEqual(self.table.game.deadline, 592.0 + 600)
        self.table.advance(590)
        self.assertEqual(self.ann.headline, PLAYING)


class Hints(PracticeTestCase):
    def test_one_card_at_a_time(self) -> None:
        for count in (1, 2, 3):
            self.ann.click(HINT) if count == 2 else self.ann.press(key_of(HINT))
            self.assertEqual(len(self.selected(self.ann)), count)
            self.assertEqual(self.selected(self.bob), [])
        self.assertTrue(is_set(*(BOARD[n] for n in self.selected(self.ann))))
        self.assertEqual(self.ann.heard, [])
        self.ann.press(key_of(HINT))
        self.assertEqual(self.ann.heard, ["These three are a set: submit them."])
        self.ann.press(key_of(SUBMIT))
        self.assertEqual(self.seats(), ["ann 1"])

    def test_it_goes_on_from_what_is_selected(self) -> None:
        self.select(self.ann, 9, 10)
        self.ann.press(key_of(HINT))
        self.assertEqual(self.selected(self.ann), [9, 10, 11])

    def test_what_leads_nowhere_is_let_go(self) -> None:
        self.lay([0, 1, 2, 80])
        self.select(self.ann, 3, 0)
        shown = []
        for _ in range(3):
            self.ann.press(key_of(HINT))
            shown.append(self.selected(self.ann))
        self.assertEqual(shown, [[0, 1], [0, 1, 2], [0, 1, 2]])

    def test_there_is_none(self) -> None:
        self.lay(CAP[:12], [78, 79, 80])
        self.ann.press(letter(2))
        self.ann.press(key_of(HINT))
        self.assertEqual((self.ann.heard, self.bob.heard), (["There is no set here."], []))
        self.assertEqual(self.selected(self.ann), [2])

    def test_not_while_cards_are_replaced(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.ann.press(key_of(HINT))
        self.assertEqual(self.selected(self.ann), [])
        self.table.advance(0.8)
        self.ann.press(key_of(HINT))
        self.assertEqual(len(self.selected(self.ann)), 1)

    def test_its_key_is_in_no_layout(self) -> None:
        self.assertEqual(self.ann.key(key_of(HINT))[:2], ("VK_T", "hint"))
        self.assertEqual(self.ann.tile(HINT).name, "Hint")
        for layout in (ALPHABETIC, LEFT_HAND, RIGHT_HAND):
            self.assertNotIn("t", layout.letters + layout.no_set)
            self.ann.click(KEYS)

    def test_when_it_is_over(self) -> None:
        self.run_through()
        self.assertFalse(self.ann.tile(HINT).enabled)
        self.ann.press(key_of(HINT))
        self.assertEqual(self.ann.heard[-1], "The game is over.")
