"""Set practice: everybody on a board of their own, from the first moment, with hints, and with times, not points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.set_table import BOARD, CAP, PLAYING, Dealt, card, letter
from tilenet.catalogue import GamePlugin
from tilenet.game import HOME, Refuse, Tell
from tilenet.games.set.hand import CONFIRMING
from tilenet.games.set.layouts import ALPHABETIC, AT_THREE, LEFT_HAND, NO_SET, QUIT, RIGHT_HAND, SUBMIT, YES, key_of
from tilenet.games.set.ownboard import SCORE, OwnBoard
from tilenet.games.set.practice import HINT, NO_SET_LEFT, OVER_FOR_YOU, WELCOME, Practice
from tilenet.games.set.rules import is_set
from tilenet.games.set.status import ONE_SELECTED, SELECT, SUBMIT_THEM, TWO_SELECTED
from tilenet.games.set.table import DECK, KEYS, RESTART
from tilenet.testing import Seat, Table

CARDS = [f"card/{place}" for place in range(12)]
WRONG = "Wrong: two are striped, one is solid."


class PracticeTestCase(SynchronousTestCase):
    """ann and bob practise, each on a board with the same known cards."""

    def setUp(self) -> None:
        self.table = Table(GamePlugin("practice", Practice, lambda random: Practice(Dealt())))
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")
        self.welcomed = list(self.ann.heard)
        self.table.advance(2)
        self.forget()

    @property
    def game(self) -> Practice:
        assert isinstance(self.table.game, Practice)
        return self.table.game

    def forget(self) -> None:
        for seat in (self.ann, self.bob):
            seat.heard.clear()

    def board(self, seat: Seat) -> OwnBoard:
        boards: dict[Any, OwnBoard] = vars(self.game)["_boards"]
        return boards[seat.player]

    def lay(self, seat: Seat, board: Sequence[int | None], deck: Sequence[int] = ()) -> None:
        """Let these lie on somebody's board, and draw from these, in order."""
        match = self.board(seat).match
        match.board = [*board, *[None] * (12 - len(board))]
        match.deck = [*reversed(deck)]
        vars(self.game).update({"_views": {}, "_touched": None})
        self.table.room.rooms_changed({})

    def select(self, seat: Seat, *positions: int) -> None:
        for position in positions:
            seat.press(letter(position))

    def claim(self, seat: Seat, *positions: int) -> None:
        self.select(seat, *positions)
        seat.press(key_of(SUBMIT))

    def run_through(self, seat: Seat) -> None:
        """All sets are found, and the player says so."""
        self.lay(seat, CAP[:3])
        seat.press(key_of(NO_SET))

    def selected(self, seat: Seat) -> list[int]:
        return [position for position in range(12) if seat.tile(card(position)).name.startswith("* ")]

    def looks(self, seat: Seat) -> list[Any]:
        """All that a player sees and is told."""
        tiles = [seat.tile(id) for id in self.game.scene().tiles]
        return [tiles, seat.headline, seat.facts, seat.own, seat.legal, list(seat.heard)]


class EverybodyAtOnce(PracticeTestCase):
    def test_whoever_comes_in_plays_at_once(self) -> None:
        self.assertEqual(self.welcomed[:1], [WELCOME])
        for seat in (self.ann, self.bob):
            self.assertEqual((seat.headline, seat.own["phase"], seat.own["status"]), (PLAYING, "playing", SELECT))
            self.assertEqual((seat.tile(DECK).name, seat.tile(SCORE).name), ("69 in the deck", "0 sets"))
            self.assertEqual(seat.legal, [*CARDS, "no set", "restart", "hint"])

    def test_whatever_one_of_them_does_changes_nothing_for_another(self) -> None:
        before = self.looks(self.bob)
        self.claim(self.ann, 0, 1, 2)
        self.claim(self.ann, 3, 4, 6)
        for tile in (HINT, AT_THREE, KEYS, NO_SET):
            self.ann.click(tile)
        self.ann.press(QUIT)
        self.table.advance(CONFIRMING)
        self.run_through(self.ann)
        self.ann.click(RESTART)
        self.assertEqual(self.looks(self.bob), before)
        self.assertEqual(self.ann.tile(SCORE).name, "0 sets")

    def test_others_decks_are_dealt_by_other_chance(self) -> None:
        table = Table(GamePlugin("practice", Practice), seed=1)
        seats = [table.enter(f"p{number}") for number in range(3)]
        boards = {tuple(seat.tile(card(place)).name for place in range(12)) for seat in seats}
        self.assertEqual(len(boards), 3)

    def test_only_the_view_of_who_has_done_something_is_asked_for_again(self) -> None:
        scene, facts = self.game.scene(), self.game.facts()
        self.game.stale_views()
        for tile in (card(0), card(1), card(2), SUBMIT, HINT, RESTART):
            self.game.click(self.ann.player, tile, 3.0)
            self.table.room.play(self.game.click, self.ann.player, tile)
            self.assertLessEqual({*(self.game.stale_views() or ())}, {self.ann.player})
        self.assertIs(self.game.scene(), scene)
        self.assertEqual((self.game.facts(), facts), ({}, {}))

    def test_a_board_is_gone_when_its_player_leaves(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.ann.click(HOME)
        self.assertEqual([*vars(self.game)["_boards"]], [self.bob.player])
        self.table.world.send_to(self.ann.player, self.table.room.name)
        self.table.advance(0)
        self.assertEqual(self.ann.tile(SCORE).name, "0 sets")

    def test_a_player_who_is_away_finds_the_board_again(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        own = self.ann.own
        self.game.away(self.ann.player, 3.0)
        self.game.back(self.ann.player, 4.0)
        self.assertEqual(self.ann.own, own)


class Answers(PracticeTestCase):
    def test_sets_are_counted_and_nothing_is_won_or_lost(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.claim(self.ann, 3, 4, 6)
        self.assertEqual((self.ann.tile(SCORE).name, self.ann.own["sets"]), ("1 set", 1))
        self.assertEqual((self.ann.heard, self.bob.heard), (["A set, after 2.0 s; 66 in the deck.", WRONG], []))
        self.assertEqual(self.table.results, [])

    def test_no_set(self) -> None:
        self.ann.press(key_of(NO_SET))
        self.lay(self.ann, CAP[:12], [78, 79, 80])
        self.table.advance(1.5)
        self.ann.press(key_of(NO_SET))
        self.assertEqual(self.ann.heard, ["Wrong: there is a set.", "Right, no set, after 3.5 s; 3 in the deck."])

    def test_three_cards_at_once(self) -> None:
        self.select(self.ann, 0, 1)
        self.assertEqual(self.ann.own["status"], TWO_SELECTED)
        self.ann.press(key_of(SUBMIT))
        self.ann.click(AT_THREE)
        self.select(self.ann, 2)
        self.assertEqual(self.ann.tile(SCORE).name, "1 set")
        self.assertEqual(self.ann.heard[0], "Select three cards first.")

    def test_the_fourth_card_is_refused(self) -> None:
        self.select(self.ann, 0, 1, 5)
        self.assertEqual(self.ann.legal, ["card/0", "card/1", "card/5", "submit", "no set", "restart", "hint"])
        (event,) = self.game.click(self.ann.player, card(7), 3.0)
        self.assertIs(type(event), Refuse)
        self.select(self.ann, 5, 7)
        self.assertEqual(self.selected(self.ann), [0, 1, 7])

    def test_replaced_cards_cannot_be_selected_for_a_while_on_this_board(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.table.advance(0.5)
        self.claim(self.bob, 3, 4, 5)
        self.table.advance(0.1)
        self.select(self.ann, 0, 5)
        self.select(self.bob, 0, 5)
        self.assertEqual((self.selected(self.ann), self.selected(self.bob)), ([5], [0]))
        self.assertEqual(self.ann.legal, [*CARDS[3:], "no set", "restart"])
        self.table.advance(0.1)
        self.assertEqual((self.ann.legal[:1], "card/5" in self.bob.legal), (["card/0"], False))
        self.table.advance(0.5)
        self.assertEqual(self.bob.legal, [*CARDS, "no set", "restart", "hint"])
        self.assertIsNone(self.table.game.deadline)

    def test_quitting_is_asked_about(self) -> None:
        self.ann.press(QUIT)
        self.assertTrue(self.ann.key(YES).enabled)
        self.assertFalse(self.bob.key(YES).enabled)
        self.table.advance(CONFIRMING)
        self.assertFalse(self.ann.key(YES).enabled)
        self.ann.press(QUIT)
        self.ann.press(YES)
        self.assertFalse(self.ann.is_at_the_table)


class Restarting(PracticeTestCase):
    def test_tells_times_and_deals_another_deck(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.forget()
        self.select(self.ann, 5)
        self.ann.click(RESTART)
        self.assertEqual(self.ann.heard, ["Sets 1, no sets 0, wrong 0; fastest answer 2.0 s, mean 2.0 s."])
        self.assertEqual((self.ann.tile(SCORE).name, self.selected(self.ann)), ("0 sets", []))
        self.assertEqual(self.board(self.ann).match.board, BOARD)

    def test_tells_nothing_of_no_answers(self) -> None:
        self.ann.click(RESTART)
        self.assertEqual(self.ann.heard, [])

    def test_cards_that_another_deck_changes_cannot_be_selected_for_a_while(self) -> None:
        """For as long as a client shows the first replacement: a restart does not prolong it."""
        for before, wait, expected in (
            (2, 0.699, [5]),
            (2, 0.7, [0, 5]),
            (0.3, 0.399, [5]),
            (0.3, 0.401, [0, 5]),
        ):
            self.setUp()
            self.claim(self.ann, 0, 1, 2)
            self.table.advance(before)
            self.ann.click(RESTART)
            self.table.advance(wait)
            self.select(self.ann, 0, 5)
            self.assertEqual(self.selected(self.ann), expected, (before, wait))

    def test_a_deck_that_was_run_through(self) -> None:
        self.run_through(self.ann)
        self.assertEqual((self.ann.headline, self.bob.headline), (OVER_FOR_YOU, PLAYING))
        self.assertEqual((self.ann.own["phase"], self.ann.own["status"]), ("over", NO_SET_LEFT))
        self.assertEqual(self.ann.heard[-1], "Sets 0, no sets 1, wrong 0; fastest answer 2.0 s, mean 2.0 s.")
        self.assertEqual(self.ann.legal, ["restart"])
        tiles = (card(0), SUBMIT, NO_SET, HINT, RESTART)
        self.assertEqual([self.ann.tile(tile).enabled for tile in tiles], [False] * 4 + [True])
        for key in (letter(0), key_of(HINT), key_of(SUBMIT)):
            (event,) = self.game.press(self.ann.player, key, 3.0)
            self.assertEqual((type(event), getattr(event, "text", "")), (Refuse, NO_SET_LEFT))
        self.forget()
        self.ann.click(RESTART)
        self.assertEqual((self.ann.headline, self.ann.heard), (PLAYING, []))


class Hints(PracticeTestCase):
    def test_one_card_at_a_time(self) -> None:
        for count, status in ((1, ONE_SELECTED), (2, TWO_SELECTED), (3, SUBMIT_THEM)):
            self.ann.click(HINT) if count == 2 else self.ann.press(key_of(HINT))
            self.assertEqual((len(self.selected(self.ann)), self.ann.own["status"]), (count, status))
            self.assertEqual(self.selected(self.bob), [])
        self.assertTrue(is_set(*(BOARD[n] for n in self.selected(self.ann))))
        self.assertEqual(self.ann.heard, [])
        self.ann.press(key_of(HINT))
        self.assertEqual(self.ann.heard, ["These three are a set: submit them."])
        self.ann.press(key_of(SUBMIT))
        self.assertEqual(self.ann.tile(SCORE).name, "1 set")

    def test_it_goes_on_from_what_is_selected(self) -> None:
        self.select(self.ann, 9, 10)
        self.ann.press(key_of(HINT))
        self.assertEqual(self.selected(self.ann), [9, 10, 11])

    def test_what_leads_nowhere_is_let_go(self) -> None:
        self.lay(self.ann, [0, 1, 2, 80])
        self.select(self.ann, 3, 0)
        shown = []
        for _ in range(3):
            self.ann.press(key_of(HINT))
            shown.append(self.selected(self.ann))
        self.assertEqual(shown, [[0, 1], [0, 1, 2], [0, 1, 2]])

    def test_there_is_none(self) -> None:
        self.lay(self.ann, CAP[:12], [78, 79, 80])
        self.select(self.ann, 2)
        (event,) = self.game.press(self.ann.player, key_of(HINT), 3.0)
        self.assertEqual((type(event), getattr(event, "text", "")), (Tell, "There is no set here."))
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


class Facts(PracticeTestCase):
    def test_a_board_has_cards_by_their_features_and_a_deck(self) -> None:
        own = self.ann.own
        self.assertEqual((own["deck"], [*own["cards"]], own["selected"]), (69, CARDS, []))
        self.assertEqual([own["cards"][f"card/{place}"] for place in (0, 5)], [[0, 0, 0, 0], [0, 0, 1, 2]])
        self.assertEqual(own["free_at"], {})

    def test_a_set_that_was_found_is_told_for_two_seconds_beside_the_new_cards(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        cards = {"card/0": [0, 0, 0, 0], "card/1": [0, 0, 0, 1], "card/2": [0, 0, 0, 2]}
        self.assertEqual(self.ann.own["found"], {"claim": "set", "cards": cards, "seconds": 2.0, "until": 4.0})
        self.assertEqual(self.ann.own["free_at"], {f"card/{place}": 2.7 for place in range(3)})
        self.assertEqual(self.ann.own["cards"]["card/0"], [0, 1, 1, 0])
        self.ann.click(RESTART)
        self.assertNotIn("found", self.ann.own)

    def test_the_last_answer_and_why_it_was_wrong(self) -> None:
        for positions, last in (
            ((0, 1, 3), {"claim": "set", "right": False, "feature": "shading"}),
            ((0, 1, 2), {"claim": "set", "right": True, "seconds": 2.0}),
        ):
            self.claim(self.ann, *positions)
            self.assertEqual(self.ann.own["last"], last)
        self.ann.click(NO_SET)
        self.assertEqual(self.ann.own["last"], {"claim": "no_set", "right": False})
        self.ann.click(RESTART)
        self.assertNotIn("last", self.ann.own)

    def test_times_of_replacements_that_are_over_are_forgotten(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.table.advance(1)
        self.claim(self.ann, 3, 4, 5)
        self.assertEqual([*self.ann.own["free_at"]], CARDS[3:6])
