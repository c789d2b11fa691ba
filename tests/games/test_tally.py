"""A room in which every click counts."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.games.tally import SHOWN, Tally
from tilenet.testing import Table


class TallyRoom(SynchronousTestCase):
    def test_a_click_is_a_point_and_the_order_is_kept(self) -> None:
        table = Table(Tally)
        ann, bob = table.enter("ann"), table.enter("bob")
        before = ann.player.points
        for one in (ann, bob, ann):
            one.click("add")
        facts = table.game.facts()
        self.assertEqual(facts["counts"], {"ann": 2, "bob": 1})
        self.assertEqual(facts["latest"], [["ann", 1], ["bob", 1], ["ann", 2]])
        self.assertEqual(ann.player.points, before + 2)

    def test_what_is_said_is_counted_and_heard(self) -> None:
        table = Table(Tally)
        ann, bob = table.enter("ann"), table.enter("bob")
        ann.say("hello")
        self.assertEqual(table.game.facts()["words"], {"ann": 1})
        self.assertIn("hello", " ".join(bob.heard))

    def test_only_the_latest_clicks_are_shown(self) -> None:
        table = Table(Tally)
        ann = table.enter("ann")
        for _ in range(SHOWN + 5):
            ann.click("add")
        latest = table.game.facts()["latest"]
        self.assertEqual((len(latest), latest[-1]), (SHOWN, ["ann", SHOWN + 5]))
