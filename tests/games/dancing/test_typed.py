"""Stars and moves that a player types instead of clicking them: all that is typed counts, or nothing."""

from __future__ import annotations

from tests.games.dancing.test_facts import MatchTestCase
from tilenet.games.dancing.typed import COMMANDS

NOT_NOW = "It is not your turn to do that."


class Typed(MatchTestCase):
    def setUp(self) -> None:
        self.begin()

    def test_stars_and_moves(self) -> None:
        self.bob.say("/star 3 0 1 1")
        self.assertEqual(self.bob.own["board"]["stars"], ["cell/3/0", "cell/1/1"])
        self.bob.click("done")
        self.ann.say("/move 0 0 0 1 2 0 2 1")
        self.assertEqual(self.ann.own["moves"], [["cell/0/0", "cell/0/1"], ["cell/2/0", "cell/2/1"]])
        self.ann.click("step ends")
        self.ann.say("/MOVE 0 1 0 2")
        self.ann.say("/move  2 1 2 2 ")
        self.ann.click("step ends")
        self.ann.click("lines")
        self.assertEqual(self.facts("phase"), ["over"])

    def test_dancers_can_swap(self) -> None:
        self.bob.say("/star 3 3")
        self.bob.click("done")
        for text in ("/move 0 0 0 1", "/move 0 1 0 2", "/move 0 2 0 3 0 3 0 2"):
            self.ann.say(text)
            self.ann.click("step ends")
        self.assertEqual(self.ann.own["board"]["dancers"], {"cell/0/2": 2, "cell/0/3": 1, "cell/2/0": 2, "cell/2/3": 1})

    def test_a_mistake_changes_nothing(self) -> None:
        self.bob.say("/star 3 0")
        self.bob.say("/star 1 1 1 3")
        self.assertEqual(self.bob.heard[-1], "Not there: 3 stars, but at most 2 are allowed.")
        self.assertEqual(self.bob.own["board"]["stars"], ["cell/3/0"])
        self.bob.click("done")
        for text, why in {
            "/move 0 0 0 1 2 0 3 0": "There is a star in the way.",
            "/move 0 0 0 2": "Dancers move to a cell next to their own.",
            "/move 0 3 0 4": "Dancers move to a cell next to their own.",
            "/move 1 0 1 1": "No dancer at row 1, column 0 can still move.",
            "/move 0 0 0": COMMANDS["move"],
            "/move": COMMANDS["move"],
            "/move 0 0 0 x": COMMANDS["move"],
            "/move " + "9" * 300: COMMANDS["move"],
            "/star 2 2": NOT_NOW,
        }.items():
            self.ann.say(text)
            self.assertEqual((self.ann.heard[-1], self.ann.own["moves"]), (why, []), text)

    def test_it_is_for_the_player_whose_turn_it_is(self) -> None:
        for seat, text in ((self.ann, "/star 3 0"), (self.eve, "/star 3 0"), (self.bob, "/move 0 0 0 1")):
            seat.say(text)
            self.assertEqual(seat.heard[-1], NOT_NOW)
