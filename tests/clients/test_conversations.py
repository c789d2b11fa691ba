"""The conversations in `tests/web/conversations/`: our model and the model client know what they say, at every step."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.conversations import OurModel, TheirModel, conversations, played, without_told


class Conversations(SynchronousTestCase):
    maxDiff = None

    def test_both_models_know_what_the_conversations_say(self) -> None:
        found = conversations()
        self.assertGreater(len(found), 50)
        for one in found:
            self.assertEqual(played(OurModel(), one.pieces), one.known, f"{one.name}, our model")
            self.assertEqual(played(TheirModel(), one.pieces), without_told(one.known), f"{one.name}, the model client")
