"""Games that tell too much, too little, or in other words, are found out; and nothing is said of one that is right."""

from __future__ import annotations

from contextlib import ExitStack

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles import telling_games as telling
from tilenet.catalogue import GamePlugin
from tilenet.checks.checklist import checklist, run
from tilenet.checks.subject import Subject
from tilenet.game import Game

#: What is wrong, and what is said of it.
CASES: list[tuple[type[Game], str]] = [
    (
        telling.LeaksInFacts,
        r"tells a player what is hidden: .*, facts is different\n    facts\['cards'\]",
    ),
    (telling.LeaksInOwnFacts, r"tells a player what is hidden: .*own_facts is different\n    own_facts\['next'\]"),
    (telling.LeaksInLegal, r"tells a player what is hidden: .*legal is different"),
    (telling.LeaksWithoutScramble, "tells a player more than it shows: two games look the same, but not their facts"),
    (telling.IdleScramble, "IdleScramble.scramble has never changed anything"),
    (telling.WildScramble, "WildScramble.scramble changes what the player sees, or the picture shows what is hidden"),
    (
        telling.TellsNoCards,
        r"shows what it does not tell: .*\n    card/[01]\['name'\]",
    ),
    (telling.LegalForAll, r"what is legal is refused: It is not your turn\.\n    (click|press) "),
    (telling.LegalNowhere, r"LegalNowhere\.legal\(player\) names what is neither a tile nor a key\n    card/7"),
    (telling.LegalDisabled, r"legal\(player\) names what is disabled\n    clock"),
    (telling.OtherPhase, "facts: the phase is 'begun', not one of waiting, starting, playing, over"),
    (telling.TurnOfNobody, "facts: turn names '2', which is not a seat"),
    (telling.DeadlineInWords, "facts: deadline is 'soon', not a number"),
    (telling.NameInASeat, "the player of the seat [01] is {'name': '[a-z]+'}: give the Player itself"),
    (telling.NoSuchRole, "facts: 'card/9' looks like a role, but no tile or key has it"),
    (telling.CountsDown, r"facts\['seconds'\] counts down: give the time of its end"),
    (telling.NotJson, r"IllegalScene: facts\(\) gave <.*>, which is not JSON"),
    (telling.OtherBoard, "board_role is 'square', but no tile has a role that begins with it"),
]


class Facts(SynchronousTestCase):
    def found(self, game: type[Game]) -> list[str]:
        """By all checks of facts."""
        subject = Subject(GamePlugin("hands", game), length=50)
        with ExitStack() as stack:
            checks = [check for check in checklist(stack) if check.needs_kind]
            numbers = (1, 2, 3, checks[0].parts - 1)
            return [text for check in checks for number in numbers for text in run(check, subject, number)]

    def test_what_is_wrong_is_said(self) -> None:
        for game, said in CASES:
            with self.subTest(f"{game.__name__}: {said}"):
                self.assertRegex("\n\n".join(self.found(game)), said)

    def test_nothing_is_said_of_a_game_that_is_right(self) -> None:
        self.assertEqual(self.found(telling.Hands), [])
