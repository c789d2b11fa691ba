"""What programs are told of a table of Set: facts, a player's own facts, and what is legal."""

from __future__ import annotations

from typing import Any

from tests.doubles.set_table import CAP, SetTableTestCase, card, dealt
from tilenet.catalogue import GamePlugin
from tilenet.game import Events, Ranking, Refuse, Result
from tilenet.games.set.ending import FINDING, IDLE
from tilenet.games.set.hall import SetTable
from tilenet.games.set.layouts import AT_THREE, NO_SET, SUBMIT
from tilenet.games.set.status import (
    FULL_TABLE,
    GAVE_UP,
    ONE_SELECTED,
    OVER_FOR_NOW,
    PLAYS_SOON,
    SELECT,
    SUBMIT_THEM,
    THIRD_SUBMITS,
    TWO_SELECTED,
    WATCHES,
)
from tilenet.games.set.table import KEYS, RESTART
from tilenet.testing import Seat, Table

CARDS = [f"card/{place}" for place in range(12)]


class Facts(SetTableTestCase):
    def test_the_countdown_has_a_deadline_and_the_next_players(self) -> None:
        ann = Table(dealt()).enter("ann")
        seat = {"player": {"name": "ann", "agent": ann.player.objid}, "score": 0}
        self.assertEqual(
            ann.facts, {"phase": "starting", "deadline": 15.0, "cards": {}, "free_at": {}, "seats": {"0": seat}}
        )

    def test_a_game_has_cards_by_their_features_and_a_deck(self) -> None:
        facts = self.cid.facts
        self.assertEqual((facts["phase"], facts["deck"], [*facts["cards"]]), ("playing", 69, CARDS))
        self.assertEqual([facts["cards"][f"card/{place}"] for place in (0, 5)], [[0, 0, 0, 0], [0, 0, 1, 2]])
        self.assertNotIn("deadline", facts)

    def test_an_answer_changes_cards_deck_and_score_and_says_when_the_new_cards_are_free(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        facts = self.cid.facts
        self.assertEqual((facts["deck"], facts["seats"]["0"]["score"]), (66, 5))
        self.assertEqual(facts["free_at"], {f"card/{place}": 17.7 for place in range(3)})

    def test_a_place_without_a_card_is_left_out(self) -> None:
        self.lay([0, 1, 2, 3])
        self.claim(self.ann, 0, 1, 2)
        self.assertEqual(([*self.cid.facts["cards"]], len(self.cid.facts["free_at"])), (["card/3"], 3))

    def test_a_seat_that_was_given_up_is_gone(self) -> None:
        self.cid.leave()
        for _ in range(3):
            self.select(self.ann, 0)
            self.table.advance(121)
        self.assertEqual([seat.get("gone") for seat in self.ann.facts["seats"].values()], [None, True])

    def test_the_end(self) -> None:
        self.end()
        facts = self.cid.facts
        self.assertEqual((facts["phase"], len(facts["cards"])), ("over", 9))
        self.assertNotIn("deck", facts)

    def test_an_empty_room_waits(self) -> None:
        for seat in self.everybody:
            seat.leave()
        self.assertEqual((self.game.facts()["phase"], self.game.facts()["seats"]), ("waiting", {}))

    def test_why_a_game_was_over(self) -> None:
        """No set was left; all players have left; nobody has played; nobody has found anything, and others wait."""
        ann, bob = self.ann.player, self.bob.player
        self.lay(CAP[:9])
        self.assertEqual(self.reasons(self.game.click(bob, NO_SET, 20.0)), ["finished"])
        self.setUp()
        self.assertEqual(self.reasons([*self.game.leave(ann, 20.0), *self.game.leave(bob, 20.0)]), ["deserted"])
        self.setUp()
        self.cid.leave()
        self.assertEqual(self.reasons(self.game.tick(15.0 + IDLE)), ["idle"])
        self.setUp()
        for _ in range(4):
            self.table.advance(40)
            self.ann.click(NO_SET)
        self.assertEqual(self.reasons(self.game.tick(15.0 + FINDING)), ["stuck"])

    def reasons(self, events: Events) -> list[str]:
        return [event.reason for event in events if isinstance(event, Result | Ranking)]


class Found(SetTableTestCase):
    def test_who_has_found_which_cards_is_told_for_two_seconds(self) -> None:
        self.claim(self.bob, 0, 1, 2)
        cards = {"card/0": [0, 0, 0, 0], "card/1": [0, 0, 0, 1], "card/2": [0, 0, 0, 2]}
        found = {"claim": "set", "by": "1", "cards": cards, "points": 5, "until": 19.0}
        self.assertEqual([seat.facts["found"] for seat in self.everybody], [found] * 3)
        self.assertEqual(self.cid.facts["cards"]["card/0"], [0, 1, 1, 0])
        self.table.advance(1)
        self.claim(self.bob, 3, 4, 5)
        found = self.cid.facts["found"]
        self.assertEqual(([*found["cards"]], found["points"], found["until"]), (CARDS[3:6], 7, 20.0))

    def test_no_set_has_no_cards(self) -> None:
        self.lay(CAP[:12], range(60, 80))
        self.ann.click(NO_SET)
        found = {"claim": "no_set", "by": "0", "cards": {}, "points": 10, "until": 19.0}
        self.assertEqual(self.cid.facts["found"], found)

    def test_nothing_of_a_wrong_answer_or_of_the_game_before(self) -> None:
        self.claim(self.ann, 0, 1, 3)
        self.ann.click(NO_SET)
        self.assertNotIn("found", self.cid.facts)
        self.end()
        self.assertEqual(self.cid.facts["found"]["claim"], "no_set")
        self.ann.click(RESTART)
        self.assertNotIn("found", self.cid.facts)


class OwnFacts(SetTableTestCase):
    def test_players_have_selected_cards_and_something_to_lose(self) -> None:
        self.select(self.ann, 4, 2)
        leave = "The game goes on without you."
        more = {"status": "Two cards selected: one more.", "leave": leave}
        self.assertEqual(self.ann.own, {"selected": ["card/2", "card/4"], **more})
        self.assertEqual(self.bob.own, {"selected": [], "status": "Select three cards that are a set.", "leave": leave})

    def test_spectators_have_only_a_status(self) -> None:
        self.assertEqual(self.cid.own, {"status": WATCHES})
        self.end()
        self.assertEqual(self.ann.own, {"status": OVER_FOR_NOW})

    def test_other_letters_and_an_open_question(self) -> None:
        self.cid.click(KEYS)
        self.cid.press("quit")
        self.assertEqual(self.cid.own, {"layout": "left hand", "asked_until": 22.0, "status": WATCHES})


class Status(SetTableTestCase):
    """What the room tells each player alone, all the time."""

    def status(self, seat: Seat) -> Any:
        return seat.own.get("status")

    def test_of_players_says_how_many_cards_are_selected(self) -> None:
        found = []
        for position in range(3):
            self.select(self.ann, position)
            found.append(self.status(self.ann))
        self.assertEqual(found, [ONE_SELECTED, TWO_SELECTED, SUBMIT_THEM])
        self.claim(self.bob, 0, 4, 8)
        self.assertEqual(self.status(self.ann), TWO_SELECTED)

    def test_of_players_whose_third_card_submits(self) -> None:
        self.ann.click(AT_THREE)
        self.select(self.ann, 0, 1)
        self.assertEqual(self.status(self.ann), THIRD_SUBMITS)
        self.select(self.ann, 2)
        self.assertEqual(self.status(self.ann), SELECT)

    def test_of_everybody_else(self) -> None:
        for _ in range(4):
            self.ann.click(NO_SET)
            self.table.advance(41)
        self.assertEqual([self.status(seat) for seat in (self.bob, self.cid)], [GAVE_UP, WATCHES])
        self.lay(CAP[:9])
        self.ann.click(NO_SET)
        self.assertEqual([self.status(seat) for seat in self.everybody], [OVER_FOR_NOW] * 3)
        self.cid.click(RESTART)
        self.assertEqual([self.status(seat) for seat in self.everybody], [PLAYS_SOON] * 3)
        self.table.advance(15)
        self.assertEqual([self.status(seat) for seat in self.everybody], [SELECT] * 3)

    def test_of_a_thirteenth_until_a_seat_is_free(self) -> None:
        table = Table(dealt())
        seats = [table.enter(f"p{number}") for number in range(14)]
        self.assertEqual([self.status(seat) for seat in seats[11:]], [PLAYS_SOON, FULL_TABLE, FULL_TABLE])
        seats[0].leave()
        self.assertEqual([self.status(seat) for seat in seats[11:]], [PLAYS_SOON, PLAYS_SOON, FULL_TABLE])


class Legal(SetTableTestCase):
    def test_cards_and_no_set_then_only_the_three_that_are_selected_and_submit(self) -> None:
        self.select(self.ann, 0)
        self.assertEqual(self.ann.legal, [*CARDS, "no set"])
        self.select(self.ann, 1, 5)
        self.assertEqual(self.ann.legal, ["card/0", "card/1", "card/5", "submit", "no set"])

    def test_not_a_card_that_is_being_replaced(self) -> None:
        self.claim(self.ann, 0, 1, 2)
        self.table.advance(0.6)
        self.assertEqual(self.bob.legal, [*CARDS[3:], "no set"])
        self.table.advance(0.1)
        self.assertEqual(self.bob.legal, [*CARDS, "no set"])

    def test_no_empty_place(self) -> None:
        self.lay([0, None, 2])
        self.assertEqual(self.bob.legal, ["card/0", "card/2", "no set"])

    def test_nothing_for_spectators_and_restart_for_all_at_the_end(self) -> None:
        self.assertEqual(self.cid.legal, [])
        self.end()
        self.assertEqual([seat.legal for seat in self.everybody], [["restart"]] * 3)
        self.ann.click(RESTART)
        self.assertEqual([seat.legal for seat in self.everybody], [[]] * 3)

    def test_what_is_not_legal_is_refused(self) -> None:
        """A card that is being replaced is not, without a word."""
        self.select(self.ann, 0, 1, 5)
        for who, what in ((self.cid, card(0)), (self.cid, NO_SET), (self.ann, card(2)), (self.bob, SUBMIT)):
            (event,) = self.game.click(who.player, what, 17.0)
            self.assertIs(type(event), Refuse)

    def test_those_who_watch_can_go_to_another_table(self) -> None:
        table = Table(GamePlugin("set", SetTable))
        seats = [table.enter(f"p{number}") for number in range(13)]
        self.assertEqual([seat.legal for seat in seats], [[]] * 12 + [["other table"]])
        table.advance(15)
        self.assertEqual((seats[12].legal, "other table" in seats[0].legal), (["other table"], False))
