"""What the terminal knows of a table of Set: what was found, whose it was, and nothing that makes no sense."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import Stage, matrix, told
from tilenet.clients.terminal.settable import Found, found, is_practice, table

CARDS = {"card/3": [0, 0, 0, 0], "card/5": [0, 0, 0, 1], "card/8": [0, 0, 0, 2]}
SEATS = {"0": {"player": {"name": "ann", "agent": "a1"}}, "1": {"player": {"name": "bob", "agent": "a2"}}}
FOUND = {"claim": "set", "by": "1", "cards": CARDS, "points": 7, "until": 101.5}


class WhatWasFound(SynchronousTestCase):
    def found(self, fact: Any, **you: Any) -> Found | None:
        facts = {"seats": SEATS} if fact is None else {"seats": SEATS, "found": fact}
        stage = Stage(matrix(4, 9), told(kind="set/1", now=100, facts=facts, you=you))
        return found(stage.model)

    def test_by_somebody_else_or_by_the_user(self) -> None:
        shown = Found("bob", is_mine=False, is_set=True, worth="+7", cards=CARDS, left=1.5)
        self.assertEqual(self.found(FOUND, seat="0"), shown)
        mine = self.found({**FOUND, "claim": "no_set", "cards": {}}, seat="1")
        self.assertEqual(mine, Found("bob", is_mine=True, is_set=False, worth="+7", cards={}, left=1.5))

    def test_in_practice(self) -> None:
        mine = {"claim": "set", "cards": CARDS, "seconds": 4.23, "until": 101.0}
        self.assertEqual(self.found(None, found=mine), Found("", True, True, "4.2 s", CARDS, 1.0))

    def test_nothing(self) -> None:
        over, never, nobody = {**FOUND, "until": 99}, {**FOUND, "until": "soon"}, {**FOUND, "by": "7"}
        nothing: tuple[Any, ...] = (None, "x", [], {}, over, never, nobody)
        for fact in nothing:
            self.assertIsNone(self.found(fact), fact)

    def test_cards_that_are_none_are_left_out(self) -> None:
        shown = self.found(
            {**FOUND, "cards": {"card/0": [9, 9, 9, 9], "card/1": "x", "card/2": [0, 1, 2, 0]}, "points": None}
        )
        assert shown is not None
        self.assertEqual((shown.cards, shown.worth), ({"card/2": [0, 1, 2, 0]}, ""))


class OwnBoard(SynchronousTestCase):
    def test_in_practice_the_facts_of_the_table_are_the_users_own(self) -> None:
        stage = Stage(matrix(4, 9), told(kind="set-practice/2", you={"sets": 0, "deck": 69}))
        self.assertEqual((is_practice(stage.model), table(stage.model)["deck"]), (True, 69))
