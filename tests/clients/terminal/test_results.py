"""Knows which announcements of a room are results, and which lines belong to one."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tilenet.clients.model import Model
from tilenet.clients.terminal.results import MOST, Results
from tilenet.wire.messages import Hear, LoggedIn, ServerOpen, Set

RESULTS = [
    "Game over: every square is solved. ann wins with 14 points.",
    "Game over: every square is solved. ann and bob tie, with 9 points each.",
    "Game over: nobody has points left, so nobody wins.",
    "Game over: the last player with points has left, so nobody wins.",
    "ann beats bob and wins 2 points.",
    "ann beats bob and wins 1 point.",
    "A draw.",
    "The winner is cid!",
    "bob WON.",
    "Final scores: ann 3, bob 1",
    "Ranking: 1. ann 2. bob",
    "ann and bob have tied.",
    "bob left, so ann wins.",
]
ORDINARY = [
    "ann has started a game: 8 pairs to find.",
    "ann found a pair (sun): everybody here +1.",
    "ann came in; bob left.",
    "A new game: ann (X) against bob (O): X to move.",
    "bob ran out of time.",
    "The window is drowned in twinkling darkness.",  # has the letters of win, won and draw, and none of the words
    "",
]


class ResultsTestCase(SynchronousTestCase):
    """A player in a room, who hears this and that."""

    def setUp(self) -> None:
        self.results = Results()
        self.model = Model()
        self.model.take(ServerOpen("g", "n", "open"))
        self.model.take(LoggedIn("Welcome.", "a1"))
        for new in (
            Set("m2", name="Home", x=2, y=2),
            Set("m1", name="Arena", x=2, y=2),
            Set("a1", name="ann"),
            Set("a2", name="bob"),
        ):
            self.model.take(new)

    def hear(self, message: str, now: float = 0, from_: str = "m1", to: str = "m1") -> list[str]:
        """Hear it, and see what the last result is then."""
        self.model.take(Hear(from_, to, message))
        self.results.hear(self.model.heard[-1], self.model.names(), now)
        return self.results.last


class Words(ResultsTestCase):
    def test_results(self) -> None:
        for message in RESULTS:
            self.results = Results()
            self.assertEqual(self.hear(message), [f"{message}"])

    def test_other_announcements_are_none(self) -> None:
        for message in ORDINARY:
            self.results = Results()
            self.assertEqual(self.hear(message), [], message)

    def test_only_the_room_announces_and_only_to_all(self) -> None:
        """Neither chat, nor a whisper, nor what the room tells one player, whatever it says."""
        of_players = [("a2", "m1"), ("a1", "m1"), ("a2", "a1"), ("a2", "a2")]
        for from_, to in [*of_players, ("m1", "a1"), ("m1", "a2"), ("t1", "m1"), ("m2", "m2")]:  # m2 is another room
            for message in RESULTS:
                self.assertEqual(self.hear(message, 0, from_, to), [], (from_, to))

    def test_people_who_come_and_go_may_be_called_anything(self) -> None:
        for message in (
            "draw came in.",
            "Game over left.",
            "winner, ann and the result came in; ties left.",
            "ann, bob, won and 4 others left.",
        ):
            self.assertEqual(self.hear(message), [], message)

    def test_players_may_be_called_anything(self) -> None:
        """A name is not a result, whether its player is here, in another room, or gone."""
        for name in ("winner", "Game over:", "ann wins.", "1. draw", "Final scores", "the result"):
            self.results = Results()
            self.model.take(Set("a3", name=name))
            for said in (
                "{} found a pair (sun): everybody here +1, {} +4 more.",
                "{} has 1 cinko.",
                "{} found a set: 5 points; 30 in the deck.",
                "A new game: {} (X) against bob (O): X to move.",
                "bob turned cat, {} dog: active players -1.",
            ):
                self.assertEqual(self.hear(said.replace("{}", name)), [], (name, said))
            self.model.take(Set("a3", x=-1))
            self.assertEqual(self.hear(f"{name} has left the game."), [], name)

    def test_no_name_hides_a_result(self) -> None:
        for name in ("draw", "A draw", "A draw.", "Game over", "Game over. The ranking:", "ranking", "wins", "ann"):
            self.model.take(Set("a3", name=name))
            for said in ("A draw.", "Game over. The ranking:", "ann beats bob and wins 2 points.", *RESULTS[:4]):
                self.results = Results()
                self.assertEqual(self.hear(said), [said], (name, said))


class Lines(ResultsTestCase):
    def test_lines_that_come_together_belong_to_a_result_until_another_one(self) -> None:
        """Of a ranking, only the first line has a word for it."""
        ranking, dan = ["Ranking:", "1. ann, 14", "2. bob, 9", "3. cid, 0"], ["Ranking:", "1. draw 0"]
        for now, message, last in (
            (1, "bob ran out of time.", []),
            (1, "ann beats bob.", ["ann beats bob."]),
            (5, "Ranking:", ranking[:1]),
            (5, "1. ann, 14", ranking[:2]),
            (5.5, "2. bob, 9", ranking[:3]),
            (6.5, "3. cid, 0", ranking),
            (7, "bob left.", ranking),
            (7.51, "4. dan, 0", ranking),  # too late
            (7.52, "5. eve, 0", ranking),
            (60, "Ranking:", ["Ranking:"]),
            (60, "1. draw 0", dan),
            (60.1, "draw left.", dan),
            (90, "draw came in.", dan),
        ):
            self.assertEqual(self.hear(message, now), last, (now, message))
        for number, message in enumerate(ORDINARY):
            self.assertEqual(self.hear(message, 100 + 10 * number), dan)

    def test_chat_in_between_takes_nothing_apart(self) -> None:
        self.hear("Ranking:", 5)
        self.hear("gg, I won!", 5.1, "a2")
        self.hear("You are the first.", 5.2, "m1", "a1")
        self.assertEqual(self.hear("1. ann", 5.3), ["Ranking:", "1. ann"])

    def test_a_player_called_like_a_line_of_a_ranking(self) -> None:
        self.model.take(Set("a2", name="1. bob"))
        ranking = ["Game over. The ranking:", "1. 1. bob         0", "1. ann            0"]
        for line in ranking:
            self.hear(line, 5)
        self.assertEqual(self.hear("1. bob starts another game.", 5.5), ranking)

    def test_another_room_s_line_does_not_belong_to_it(self) -> None:
        """Somebody who goes home at once hears who else is there."""
        self.hear("ann wins.", 5)
        self.model.take(Set("m2"))
        self.assertEqual(self.hear("cid came in.", 5.2, "m2", "m2"), ["ann wins."])

    def test_a_result_has_an_end(self) -> None:
        """Of a room that never stops to talk."""
        for number in range(3 * MOST):
            self.hear("ann wins." if not number else f"{number}. bob", number / 10)
        self.assertEqual((len(self.results.last), self.results.last[-1]), (MOST, f"{MOST - 1}. bob"))
