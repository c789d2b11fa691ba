"""What the witness lets pass, and what it does not."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.clients.torture.test_sight import model
from tilenet.clients.model import Model
from tilenet.clients.torture.visitor import Identity
from tilenet.clients.torture.witness import Findings, Witness
from tilenet.wire.messages import FACTS, LoggedIn, Set, Xresponse


class Someone:
    """A visitor as the witness knows them."""

    def __init__(self, model: Model, name: str = "ann", clicks: int = 0, *, is_answered: bool = True) -> None:
        self.model = model
        self.identity = Identity(name, clicks=clicks, room=model.address)
        self.is_answered = is_answered
        self.is_in = True
        self.left = 0
        self.answered = 0
        self.changed_at = 0.0
        self.refusals: list[str] = []
        self.faults: list[str] = []


def tally(points: int, latest: list[list[Any]], name: str = "ann", **counts: int) -> Model:
    found = Model()
    found.take(LoggedIn("Welcome", "a1"))
    found.take(Set("m1", name="Tally", text="", x=2, y=2))
    found.take(Set("a1", energy=points + 1, name=name, text=""))
    facts = {"counts": counts, "latest": latest}
    told = {"room": "m1", "address": "tally", "kind": "tally/1", "now": 1.0, "facts": facts}
    found.take(Xresponse(json.dumps(told), FACTS))
    return found


class TheWitness(SynchronousTestCase):
    def failures(self, before: Someone, after: Someone, *, is_quiet: bool = True) -> list[str]:
        findings = Findings()
        witness = Witness(findings)
        people: Any = [before]
        witness.write_down(people, 100.0)
        later: Any = {after.identity.name: after}
        witness.compare(later, is_quiet=is_quiet, had_programs=False)
        return findings.failures

    def test_a_board_that_stands_as_it_was(self) -> None:
        self.assertEqual(self.failures(Someone(model(1)), Someone(model(5, 12.0))), [])

    def test_a_board_that_is_another(self) -> None:
        (failure,) = self.failures(Someone(model(1)), Someone(model(5, 12.0, name=".")))
        self.assertIn("ann sees another noughts", failure)

    def test_an_act_that_was_under_way_or_a_time_that_came_explains_it(self) -> None:
        later = Someone(model(5, 12.0, name="."))
        self.assertEqual(self.failures(Someone(model(1), is_answered=False), later), [])
        self.assertEqual(self.failures(Someone(model(1, deadline=11.0)), later), [])
        self.assertEqual(len(self.failures(Someone(model(1, deadline=60.0)), later)), 1)

    def test_a_replay_that_plays_goes_on_and_one_that_stands_does_not(self) -> None:
        later = Someone(model(5, 12.0, name="."))
        for replay, expected in (
            ({"playing": True}, 0),
            ({"playing": False, "prepared": 0.5}, 0),
            ({"playing": False}, 1),
        ):
            before = Someone(model(1, replay={"at": 1.5, **replay}))
            self.assertEqual(len(self.failures(before, later)), expected, replay)
        moving = Someone(model(1, replay={"at": 1.5, "playing": False}))
        moving.changed_at = 99.0
        self.assertEqual(self.failures(moving, later), [])

    def test_somebody_who_is_elsewhere_under_another_name_or_not_there(self) -> None:
        elsewhere = Someone(tally(10, []))
        self.assertIn("ann was in noughts, and later in tally", self.failures(Someone(model(1)), elsewhere))
        other = Someone(tally(10, [], "ann2"))
        self.assertIn("ann came back as ann2", self.failures(Someone(tally(10, [])), other))
        lost = Someone(model(1))
        lost.is_in, lost.refusals = False, ["No."]
        self.assertEqual(self.failures(Someone(model(1)), lost), ["ann could not come back to noughts: No."])

    def test_a_clock_that_goes_back(self) -> None:
        found = self.failures(Someone(model(1, 10.0)), Someone(model(1, 9.0)))
        self.assertEqual(found, ["the clock was 10.000 for ann, and later 9.000"])
        again = self.failures(Someone(model(1, 10.0, replay={"playing": True})), Someone(model(1, 9.0)))
        self.assertEqual(again, [])

    def test_clicks_that_are_lost_or_done_twice(self) -> None:
        """ann has sent 5 clicks, and seen 3 of them: 3 to 5 are right."""
        before = Someone(tally(13, [["ann", 3]], ann=3), clicks=5, is_answered=False)
        for number, is_right in ((2, False), (3, True), (4, True), (5, True), (6, False)):
            latest = [["ann", one] for one in range(1, number + 1)]
            found = self.failures(before, Someone(tally(10 + number, latest, ann=number)))
            self.assertEqual(not found, is_right, f"{number}: {found}")

    def test_points_without_a_click_and_clicks_without_points(self) -> None:
        before = Someone(tally(13, [["ann", 3]], ann=3), clicks=4, is_answered=False)
        (failure,) = self.failures(before, Someone(tally(13, [["ann", 3], ["ann", 4]], ann=4)))
        self.assertEqual(failure, "ann has 13 points for 4 clicks")

    def test_clicks_in_another_order(self) -> None:
        before = Someone(tally(11, [["bob", 1], ["ann", 1]], ann=1, bob=1), clicks=1, is_answered=False)
        (failure,) = self.failures(before, Someone(tally(11, [["ann", 1], ["bob", 1]], ann=1, bob=1)))
        self.assertIn("the order of clicks", failure)
