"""The conversations in `tests/web/conversations/`: our model and the model client know what they say, at every step."""

from __future__ import annotations

from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.conversations import OurModel, Player, TheirModel, conversations, played

MODELS: list[Callable[[], Player]] = [OurModel, TheirModel]


class Conversations(SynchronousTestCase):
    maxDiff = None

    def test_both_models_know_what_the_conversations_say(self) -> None:
        found = conversations()
        self.assertGreater(len(found), 50)
        for conversation in found:
            for model in MODELS:
                known = played(model(), conversation.pieces)
                self.assertEqual(known, conversation.known, f"{conversation.name}, {model.__name__}")
