"""What a client does with facts beside knowing them, which the conversations show: it finds things, and tells time."""

from __future__ import annotations

import json
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.model import Model
from tilenet.wire.messages import FACTS, LoggedIn, Set, Xresponse

ROOM = {"room": "m1", "kind": "mole/1", "now": 100.0}
ROLES = {"t1": "hole/1", "t2": "restart", "k1": "key/restart", "k2": "dig", "t3": "hole/3"}


class Facts(SynchronousTestCase):
    def setUp(self) -> None:
        self.clock = Clock()
        self.model = Model(self.clock.seconds)
        self.model.take(LoggedIn("Welcome.", "a1"))
        for new in (
            Set("m1", x=3, y=2),
            Set("t1", x=0, y=0),
            Set("t2", x=1, y=0),
            Set("k1", name="VK_R"),
            Set("k2", name="VK_D"),
            Set("a1"),
            Set("a2"),
        ):
            self.model.take(new)

    def tell(self, **members: Any) -> None:
        self.model.take(Xresponse(json.dumps({"room": "m1", **members}), FACTS))

    def test_tiles_and_keys_are_found_by_their_roles_as_long_as_they_are_here(self) -> None:
        model = self.model
        self.tell(**ROOM, roles=ROLES)
        things = model.things
        self.assertEqual((model.tile("hole/1"), model.tile("restart")), (things["t1"], things["t2"]))
        self.assertEqual((model.key("restart"), model.key("dig")), (things["k1"], things["k2"]))
        self.assertEqual([model.tile(role) for role in ("hole/3", "dig", "key/restart", "")], [None] * 4)
        self.assertEqual((model.key("hole/1"), model.role_of("t1"), model.role_of("a1")), (None, "hole/1", ""))
        model.take(Set("t1", x=-1))
        self.assertIsNone(model.tile("hole/1"))

    def test_a_client_is_told_which_agents_are_bots_and_which_are_away(self) -> None:
        model, bob = self.model, self.model.things["a2"]
        self.tell(**ROOM, agents={"a2": {"bot": True}})
        self.assertEqual((model.is_bot(bob), model.is_away(bob)), (True, False))
        self.tell(agents={"a2": {"bot": None, "away": True}})
        self.assertEqual((model.is_bot(bob), model.is_away(bob)), (False, True))
        self.assertEqual((model.is_bot(model.things["a1"]), model.is_away(model.things["a1"])), (False, False))

    def test_what_is_left_of_a_deadline_is_told_by_the_clients_own_clock(self) -> None:
        self.clock.advance(7)
        self.tell(**ROOM)
        self.clock.advance(3)
        self.assertEqual(self.model.seconds_left(160.5), 57.5)
        self.tell(now=105)
        self.assertEqual(self.model.seconds_left(160.5), 55.5)
        self.clock.advance(60)
        self.assertEqual(self.model.seconds_left(160.5), 0)
        for nothing in (None, "160", True, float("nan"), 10**400, [160.5]):
            self.assertIsNone(self.model.seconds_left(nothing))

    def test_the_clock_of_the_facts_may_be_faster_or_stand_still(self) -> None:
        self.tell(**ROOM)
        for pace, left in ((2, 14.0), (0, 20.0), (None, 17.0), ("3", 17.0), (-1, 17.0)):
            self.tell(now=100, pace=pace)
            self.clock.advance(3)
            self.assertEqual(self.model.seconds_left(120), left, pace)

    def test_a_message_that_is_nested_too_deeply_is_ignored(self) -> None:
        self.tell(**ROOM, facts={"mole": 1})
        for depth in (500, 100_000):
            deep = '{"room":"m1","facts":' + '{"a":' * depth + "1" + "}" * (depth + 1)
            self.model.take(Xresponse(deep, FACTS))
        self.assertEqual(self.model.facts.get("mole"), 1)
