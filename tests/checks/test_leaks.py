"""A leak in any of our games with something to hide is found."""

from __future__ import annotations

from typing import NamedTuple

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import leaks
from tests.doubles.rehearsals import rehearsed
from tilenet.catalogue import GamePlugin
from tilenet.checks.checklist import Secrets
from tilenet.checks.subject import Subject, installed
from tilenet.game import Game


class Leak(NamedTuple):
    """A game with a leak, in place of the plugin of this name; and the one at Home that leads there."""

    game: type[Game]
    plugin: str
    home: str = ""
    first: int = 0  # session to look at: in those before it, too little happens


LEAKS = [
    Leak(leaks.HiddenSymbol, "pairpanicking"),
    Leak(leaks.CardThatIsDown, "memory"),
    Leak(leaks.NextCard, "set"),
    Leak(leaks.OthersSelection, "set"),
    Leak(leaks.OthersHint, "set-practice"),
    Leak(leaks.OthersBoard, "set-practice"),
    Leak(leaks.LegalHint, "set-practice"),
    Leak(leaks.NextNumber, "tombala-room", "tombala"),
    Leak(leaks.OthersCards, "tombala-room", "tombala"),
    Leak(leaks.StarsInTheHand, "dancing-match", "dancing", 3),
    Leak(leaks.StarsBeforeTheStage, "dancing-match", "dancing", 3),
    Leak(leaks.StepsBeforeTheStage, "dancing-match", "dancing", 84),
]
SESSIONS = 10  # in which it is found


class PlantedLeaks(SynchronousTestCase):
    def subject(self, leak: Leak) -> Subject:
        known = {one.name: one for one in rehearsed()}[leak.home or leak.plugin].subject
        leaky = GamePlugin(leak.plugin, leak.game, is_at_home=not leak.home)
        games = tuple(leaky if one.name == leak.plugin else one for one in installed())
        return known._replace(plugin=known.plugin if leak.home else leaky, installed=games, length=300)

    def test_each_is_found(self) -> None:
        for leak in LEAKS:
            with self.subTest(leak.game.__name__):
                secrets, subject = Secrets(), self.subject(leak)
                found = next(
                    (text for part in range(leak.first, leak.first + SESSIONS) for text in secrets(subject, part)),
                    "nothing",
                )
                self.assertRegex(found, f"^{leak.game.__name__} tells a player (what is hidden|more than it shows)")
