"""The ranking at the end of a game, as a room tells it."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.someone import Someone
from tilenet.game import Player, Say, Tell, standings
from tilenet.world.rooms.ranking import HEADING, ended, ranking


class Ranking(SynchronousTestCase):
    #: The document's own, with ties in the order of names, as it asks for.
    LINES = """
    1. alan         104
    1. emily        104
    3. john          95
    4. applepie      50
    4. jlo           50
    4. ziggy         50
    7. watusi        42
    8. poindexter   -19
    """
    SCORES = "emily 104, alan 104, john 95, jlo 50, ziggy 50, applepie 50, watusi 42, poindexter -19"

    def lines(self, scores: str) -> list[str]:
        pairs = (pair.rsplit(" ", 1) for pair in scores.split(", "))
        players: dict[Player, float] = {Someone(name): int(score) for name, score in pairs}
        heading, *told = ranking(ended(standings(players), {}, ""))
        self.assertEqual(heading, Say(HEADING))
        return [event.text for event in told if isinstance(event, Say)]

    def test_the_form(self) -> None:
        self.assertEqual(self.lines(self.SCORES), [line[4:] for line in self.LINES.splitlines()[1:-1]])

    def test_the_order_of_coming_makes_no_difference(self) -> None:
        backwards = ", ".join(reversed(self.SCORES.split(", ")))
        self.assertEqual(self.lines(backwards), self.lines(self.SCORES))

    def test_names_are_sorted_as_people_do(self) -> None:
        self.assertEqual(
            self.lines("bob 5, Zoe 5, Ann 5, zoe 5"),
            ["1. Ann            5", "1. bob            5", "1. Zoe            5", "1. zoe            5"],
        )

    def test_a_long_name_makes_room_for_itself(self) -> None:
        self.assertEqual(
            self.lines("a-very-long-name-indeed 7, bob -12"),
            ["1. a-very-long-name-indeed     7", "2. bob                       -12"],
        )

    def test_ten_players_have_their_numbers_in_line(self) -> None:
        nine = ", ".join(f"p{number} {-number}" for number in range(9))
        self.assertEqual(self.lines(nine)[0], "1. p0             0")
        lines = self.lines(f"{nine}, last -90")
        self.assertEqual((lines[0], lines[-1]), (" 1. p0             0", "10. last         -90"))

    def test_a_score_of_any_size_is_apart_from_the_name(self) -> None:
        """A streak's bonus grows fast."""
        self.assertEqual(self.lines("emily 123456, bob 5"), ["1. emily      123456", "2. bob             5"])
        self.assertEqual(self.lines("emily 1234567, bob -95"), ["1. emily      1234567", "2. bob            -95"])
        self.assertEqual(self.lines("abcdefghij -123456"), ["1. abcdefghij -123456"])
        self.assertEqual(self.lines("abcdefghijklmnop 99999"), ["1. abcdefghijklmnop 99999"])

    def test_points_won_or_lost_come_last(self) -> None:
        ann, bob, cid = players = [Someone(name) for name in ("ann", "bob", "cid")]
        told = ranking(ended(standings(dict.fromkeys(players, 0.5)), {ann: 2, bob: -12, cid: 0}, ""))
        lines = [event.text for event in told if isinstance(event, Say)]
        self.assertEqual(lines[1:], ["1. ann          0.5 (+2)", "1. bob          0.5 (-12)", "1. cid          0.5"])

    def test_in_a_crowd_everybody_hears_of_the_best_and_of_themselves(self) -> None:
        players = [Someone(f"p{number}") for number in range(100)]
        told = ranking(ended(standings({player: -number for number, player in enumerate(players)}), {}, ""))
        self.assertEqual([event for event in told[:14] if not isinstance(event, Say)], [])
        self.assertEqual(told[13], Say("and 88 more."))
        self.assertEqual(told[14], Tell(players[12], " 13. p12          -12"))
        self.assertEqual(len(told), 14 + 88)
