"""What others see of a player, and what it takes to tell them."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.world.screens.agent import Agent
from tilenet.world.screens.pictures import Face


class AnAgent(SynchronousTestCase):
    def test_many_who_saw_the_same_are_told_the_same_news(self) -> None:
        """Who walks into a crowded room is news to everybody there: it is found and encoded once."""
        agent = Agent("a1", Face(1, "ann", "192.0.2.1"))
        agent.move("m1")
        last = agent.seen
        agent.look(Face(2, "ann", "192.0.2.1"))
        agent.move("m2")
        self.assertTrue(agent.update_since(last))
        self.assertIs(agent.update_since(last), agent.update_since(last))
