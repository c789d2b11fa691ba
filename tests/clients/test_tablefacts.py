"""Tables of somebody's own and invitations, as clients read them."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import Stage, matrix, told
from tilenet.clients.model import Model
from tilenet.clients.tablefacts import (
    Choice,
    Invitation,
    Score,
    choices,
    has_match,
    invitations,
    is_after_match,
    offers,
    own_table,
    said,
)

TABLE = {
    "code": "amber-otter-nine",
    "name": "friday",
    "game": "set",
    "host": "a1",
    "public": False,
    "locked": True,
    "starts": "host",
    "options": {"countdown": 30},
    "choices": {"countdown": {"text": "Countdown", "values": [[10, "10 s"], [30, "30 s"]]}},
    "why_not": "It takes two players.",
    "games": 3,
    "scores": [{"name": "ann", "agent": "a1", "wins": 2, "points": 214, "games": 3}],
}


def model(**members: Any) -> Model:
    return Stage(matrix(2, 2), told(kind="set/1", **members)).model


class OwnTables(SynchronousTestCase):
    def test_all_that_is_told(self) -> None:
        table = own_table(model(table=TABLE))
        assert table is not None
        self.assertEqual((table.code, table.name, table.game, table.host), ("amber-otter-nine", "friday", "set", "a1"))
        self.assertEqual((table.is_public, table.is_locked, table.starts_itself), (False, True, False))
        (countdown,) = table.choices
        self.assertEqual((countdown.text, countdown.called(table.options["countdown"])), ("Countdown", "30 s"))
        self.assertEqual((table.why_not, table.scores), ("It takes two players.", [Score("ann", "a1", 2, "214", 3)]))

    def test_patches_and_no_table(self) -> None:
        stage = Stage(matrix(2, 2), told(kind="set/1", table=TABLE))
        stage.tell(told(table={"host": None, "ready": ["a1"], "waiting_for": ["a3"], "why_not": None}))
        table = own_table(stage.model)
        assert table is not None
        self.assertEqual((table.host, table.ready, table.waiting_for, table.why_not), ("", {"a1"}, {"a3"}, ""))
        self.assertEqual(table.code, "amber-otter-nine")
        stage.tell(told(facts={"phase": "playing"}))
        self.assertIsNotNone(own_table(stage.model))
        stage.tell(told(table=None))
        self.assertIsNone(own_table(stage.model))
        self.assertIsNone(own_table(model()))

    def test_whether_a_match_is_on(self) -> None:
        for facts, table, expected in (
            ({"phase": "waiting"}, {}, False),
            ({"phase": "starting"}, {}, False),
            ({"phase": "playing"}, {}, True),
            ({"phase": "over"}, {}, False),
            ({}, {"phase": "playing"}, True),  # a game that tells no facts
            ({}, {"phase": "waiting"}, False),
            ({}, {}, False),
        ):
            one = model(facts=facts, table={**TABLE, **table})
            self.assertEqual(has_match(one), expected, (facts, table))
        self.assertTrue(is_after_match(model(facts={"phase": "over"}, table=TABLE)))
        self.assertTrue(is_after_match(model(table={**TABLE, "waiting_for": ["a1"]})))
        self.assertFalse(is_after_match(model(facts={"phase": "waiting"}, table=TABLE)))

    def test_what_makes_no_sense_is_left_out(self) -> None:
        odd = dict.fromkeys(TABLE, 5) | {"scores": [5, {"wins": "x"}], "choices": {"a": 5, "b": {"values": [[1], 5]}}}
        table = own_table(model(table=odd))
        assert table is not None
        self.assertEqual((table.code, table.options, table.choices), ("", {}, []))
        self.assertEqual(table.scores, [Score("", "", 0, "", 0)])
        nonsense: object
        for nonsense in (5, [], "x"):
            self.assertIsNone(own_table(model(table=nonsense)))


class Choosing(SynchronousTestCase):
    def test_values_in_turn(self) -> None:
        choice = Choice("dim", "Size", [(2, "small"), (4, "large"), (True, "any")])
        self.assertEqual([choice.after(2, 1), choice.after(True, 1), choice.after(2, -1)], [4, 2, True])
        self.assertEqual([choice.after("gone", 1), choice.after("gone", -1)], [2, True])
        self.assertEqual([choice.called(True), choice.called(4), choice.called(1)], ["any", "large", ""])

    def test_as_people_type_them(self) -> None:
        self.assertEqual(
            said({"countdown": 10, "submit": True, "level": "hard"}), "countdown=10 submit=true level=hard"
        )

    def test_what_has_no_values_cannot_be_chosen(self) -> None:
        nonsense: object
        for nonsense in (5, [], {"a": {"text": "A"}}, {"a": {"values": []}}, {"a": {"values": [[None, "x"]]}}):
            self.assertEqual(choices(nonsense), [], nonsense)


class Invitations(SynchronousTestCase):
    def test_the_last_one_is_first(self) -> None:
        told_ = [
            {"from": "ann", "game": "Set", "kind": "set/1", "name": "friday", "join": "amber-otter-nine"},
            {"from": "bob", "game": "Memory", "kind": "memory/1", "join": "memory"},
            {"from": "eve"},
            7,
        ]
        self.assertEqual(
            invitations(model(you={"invitations": told_})),
            [Invitation("bob", "Memory", "", "memory"), Invitation("ann", "Set", "friday", "amber-otter-nine")],
        )
        self.assertEqual(invitations(model(you={"invitations": json.loads("5")})), [])


class Offers(SynchronousTestCase):
    def test_games_at_home_that_can_have_tables(self) -> None:
        choice = {"dim": {"text": "Size", "values": [[2, "2 x 2"], [4, "4 x 4"]]}}
        rooms = {
            "room/records": {"room": "records", "title": "Records"},
            "room/memory": {"room": "memory", "title": "Memory", "game": "memory", "table": {"choices": choice}},
        }
        (offer,) = offers(model(facts={"rooms": rooms}))
        self.assertEqual((offer.game, offer.title, offer.room), ("memory", "Memory", "memory"))
        self.assertEqual([one.text for one in offer.choices], ["Size"])
        self.assertEqual(offers(model(facts={"rooms": {"room/x": 5}})), [])
