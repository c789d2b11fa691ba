"""What a client that speaks JSON is told besides: the colours of new tokens, and what a new size has thrown out."""

from __future__ import annotations

import json
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.lines import Peer
from tilenet.doors.jsonscreen import JSON, JsonScreen, Translator
from tilenet.turns.turn import Turn
from tilenet.wire.messages import Hear, Set
from tilenet.world.screens.news import News

RED, BLUE, RED_THERE, BLUE_THERE = "ffff0000", "ff0000ff", "ff0000ff", "0000ffff"  # aarrggbb, and rrggbbaa

ROOM = Set("m1", x=4, y=3, bgcolor=RED, fgcolor=BLUE)


class TranslatorTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.translator = Translator()

    def told(self, *messages: Set | Hear) -> list[dict[str, Any]]:
        """What the client is told in a turn that has these messages, but for the type of each."""
        lines = self.translator.translate(JSON.join(messages)).splitlines()
        return [{key: value for key, value in json.loads(line).items() if key != "type"} for line in lines]

    def gone(self, *messages: Set | Hear) -> set[str]:
        """What the client is told to be gone in such a turn."""
        return {one["objid"] for one in self.told(*messages) if one.get("x", 0) < 0}


class Colours(TranslatorTestCase):
    def test_a_new_token_is_told_with_those_of_its_matrix_that_it_does_not_bring(self) -> None:
        for token, bg, fg in (
            (Set("t1", x=0, y=0), RED_THERE, BLUE_THERE),
            (Set("t2", x=0, y=0, bgcolor=BLUE), BLUE_THERE, BLUE_THERE),
            (Set("t3", x=0, y=0, fgcolor=RED), RED_THERE, RED_THERE),
        ):
            _, told = self.told(ROOM, token)
            self.assertEqual(told, {"objid": token.objid, "x": 0, "y": 0, "bgcolor": bg, "fgcolor": fg})

    def test_nothing_is_added_to_what_is_known_or_is_no_token(self) -> None:
        self.told(ROOM, Set("t1", x=0, y=0))
        for one, expected in (
            (Set("t1", name="new"), {"objid": "t1", "name": "new"}),
            (Set("k1", name="VK_A"), {"objid": "k1", "name": "VK_A"}),
            (Set("a1", name="ann"), {"objid": "a1", "name": "ann"}),
            (Set("i2", text="00"), {"objid": "i2", "text": "00"}),
            (Hear("m1", "m1", "hi"), {"from": "m1", "to": "m1", "message": "hi"}),
        ):
            self.assertEqual(self.told(one), [expected])

    def test_each_room_has_its_own(self) -> None:
        other = Set("m2", x=2, y=2, bgcolor=BLUE, fgcolor=BLUE)
        self.assertEqual(self.told(ROOM, other, Set("t1"))[-1]["bgcolor"], BLUE_THERE)
        self.assertEqual(self.told(Set("m1"), Set("t2"))[-1]["bgcolor"], RED_THERE)


class ANewSize(TranslatorTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.told(ROOM, Set("t1"), Set("t2"), Set("k1"), Set("a1"), Set("a2"))

    def test_whatever_is_not_put_back_in_the_same_turn_is_gone(self) -> None:
        self.assertEqual(self.gone(Set("m1", x=5), Set("t1", x=0, y=0), Set("a2")), {"t2", "k1", "a1"})
        self.assertEqual(self.gone(Set("m1", x=6), Set("t1")), {"a2"})

    def test_the_same_size_throws_out_nothing(self) -> None:
        for again in (Set("m1"), Set("m1", x=4, y=3), Set("m1", name="new")):
            self.assertEqual(self.gone(again), set())

    def test_whatever_is_gone_already_is_not_told_again(self) -> None:
        self.told(Set("t2", x=-1), Set("a1", x=-1))
        told = self.told(Set("m1", y=9), Set("t1", x=-1))
        self.assertEqual(sorted(one["objid"] for one in told), ["a2", "k1", "m1", "t1"])

    def test_a_room_that_the_client_comes_back_to(self) -> None:
        """Those who have been seen elsewhere in between are there."""
        self.told(Set("m2", x=2, y=2), Set("a2"), Set("t9"))
        self.assertEqual(self.gone(Set("m1", x=9), Set("t1")), {"t2", "k1", "a1"})
        self.assertEqual(self.gone(Set("m2", x=9)), {"a2", "t9"})

    def test_a_client_that_walks_on_in_the_same_turn(self) -> None:
        self.assertEqual(self.gone(Set("m1", x=5), Set("m2", x=2, y=2), Set("a1"), Set("t9")), {"t1", "t2", "k1", "a2"})
        self.assertEqual(self.gone(Set("m2", x=5)), {"a1", "t9"})

    def test_nothing_is_kept_of_a_room_that_is_forgotten(self) -> None:
        self.translator.forget("m1")
        self.translator.forget("m3")
        self.assertEqual(self.gone(Set("m1", x=5)), set())


class TheScreen(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.turn = Turn(self.clock)
        self.peer = Peer(self.turn)
        self.screen = JsonScreen(self.peer.line, self.turn, bool)
        self.screen.show(News(ROOM))

    def received(self) -> list[str]:
        """The objects that the client has been told of so far."""
        return [json.loads(line)["objid"] for line in self.peer.received.splitlines()]

    def test_what_a_turn_brings_goes_out_at_its_end(self) -> None:
        self.screen.show(News(Set("t1")))
        self.assertEqual(self.received(), [])
        self.clock.advance(0)
        self.assertEqual((self.received(), len(self.peer.writes)), (["m1", "t1"], 1))

    def test_everything_is_sent_before_it_closes_and_nothing_after(self) -> None:
        self.screen.close()
        self.assertEqual(self.received(), ["m1"])
        self.screen.show(News(Set("t1")))
        self.clock.advance(0)
        self.assertEqual(self.received(), ["m1"])

    def test_a_room_that_is_gone_for_good_is_forgotten(self) -> None:
        self.screen.show(News(Set("t1")))
        self.clock.advance(0)
        self.screen.cache.forget("m1")
        self.screen.show(News(Set("m1", x=9)))
        self.clock.advance(0)
        self.assertEqual(self.received(), ["m1", "t1", "m1"])
