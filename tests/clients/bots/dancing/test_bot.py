"""A player at the end of a link: both roles, one round and two, and whatever a server may say instead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.clients.bots.dancing.tasks import Ticks, draw
from tests.doubles.dancing import Cell, Pair, fault_in_lines, fault_in_stars, fault_in_steps
from tilenet.clients.bots.dancing.bot import Player, Role
from tilenet.clients.bots.dancing.task import Task, write
from tilenet.clients.bots.dancing.wire import Closed, Lost

TASK = draw("1....2", "..3...", ".1....", "...2..", "3.....", "......")
PARAMETERS, FILE = "6 3 2", write(TASK)
STARS: list[Cell] = [(2, 4), (5, 1)]
VERDICT = "round 1: ann reaches the goal in 2 steps"


class Script:
    """A link to a server that says what it was told to, whatever it hears."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = list(texts)
        self.sent: list[str] = []

    def send(self, text: str) -> None:
        self.sent.append(text)

    def receive(self) -> str:
        if not self.texts:
            raise Closed
        return self.texts.pop(0)


def pairs(text: str) -> list[Pair]:
    """x1 y1 x2 y2, many times."""
    numbers = [int(word) for word in text.split()]
    assert len(numbers) % 4 == 0
    return [((a, b), (c, d)) for a, b, c, d in zip(*[iter(numbers)] * 4, strict=True)]


class Playing(SynchronousTestCase):
    def play(self, role: Role, *texts: str, seconds: float = 8, tick: float = 0.01) -> list[str]:
        """What a player sends to a server that says this and closes."""
        link = Script(texts)
        self.clock = Ticks(tick)
        self.said: list[str] = []
        Player(link, role, seconds, self.said.append, Random(1), self.clock).play()
        return link.sent

    def check_stars(self, text: str) -> None:
        numbers = [int(word) for word in text.split()]
        stars = list(zip(numbers[::2], numbers[1::2], strict=True))
        self.assertEqual(fault_in_stars(6, 3, 2, TASK.dancers, stars), "")

    def check_dance(self, texts: Sequence[str], task: Task = TASK) -> None:
        *steps, done, lines = texts
        self.assertEqual(done, "DONE")
        moves = []
        for step in steps:
            count, _, rest = step.partition(" ")
            moves.append(pairs(rest))
            self.assertEqual(int(count), len(moves[-1]))
        fault, where = fault_in_steps(6, task.dancers, STARS, moves)
        self.assertEqual(fault, "")
        self.assertEqual(fault_in_lines(3, 2, where, pairs(lines)), "")

    stars = "2 4 5 1 "

    def test_a_choreographer(self) -> None:
        self.check_dance(self.play(Role.CHOREOGRAPHER, PARAMETERS, FILE, self.stars, VERDICT))
        self.assertEqual(self.said[0], "choreographer: 6 x 6 cells, 3 colours, 2 dancers of each")
        self.assertEqual(self.said[-1], f"choreographer: {VERDICT}")

    def test_a_spoiler(self) -> None:
        (stars,) = self.play(Role.SPOILER, PARAMETERS, FILE, VERDICT)
        self.check_stars(stars)

    def test_the_order_of_the_document(self) -> None:
        self.check_dance(self.play(Role.CHOREOGRAPHER, FILE, PARAMETERS, self.stars, VERDICT))

    def test_roles_are_swapped_in_the_second_round(self) -> None:
        texts = (PARAMETERS, FILE, self.stars, VERDICT, PARAMETERS, FILE, "round 2: ...", "match: a draw")
        *dance, stars = self.play(Role.CHOREOGRAPHER, *texts)
        self.check_dance(dance)
        self.check_stars(stars)
        texts = (PARAMETERS, FILE, VERDICT, PARAMETERS, FILE, self.stars, "round 2: ...", "match: a draw")
        stars, *dance = self.play(Role.SPOILER, *texts)
        self.check_stars(stars)
        self.check_dance(dance)
        self.assertEqual(self.said[-1], "choreographer: match: a draw")

    def test_the_role_is_the_one_that_the_server_tells(self) -> None:
        (stars,) = self.play(Role.CHOREOGRAPHER, "role: spoiler", PARAMETERS, FILE, VERDICT)
        self.check_stars(stars)
        texts = ("role: spoiler", PARAMETERS, FILE, VERDICT, "role: choreographer", PARAMETERS, FILE, self.stars)
        stars, *dance = self.play(Role.CHOREOGRAPHER, *texts, "round 2: ...")
        self.check_stars(stars)
        self.check_dance(dance)

    def test_the_spoiler_loses_before_there_are_stars(self) -> None:
        texts = ("round 1: bob loses: star 1 is outside", PARAMETERS, FILE, "match: ann wins")
        (stars,) = self.play(Role.CHOREOGRAPHER, PARAMETERS, FILE, *texts)
        self.check_stars(stars)

    def test_a_match_without_a_verdict(self) -> None:
        """The published server closes the connection when everything has been sent."""
        for role, texts in ((Role.CHOREOGRAPHER, [PARAMETERS, FILE, self.stars]), (Role.SPOILER, [PARAMETERS, FILE])):
            self.play(role, *texts)
            self.assertEqual(self.said[-1], f"{role.value}: the match is over; the server sent no verdict")

    def test_an_eighth_of_the_time_is_left(self) -> None:
        """We look for a plan of one step as long as we can: two are needed, but we cannot prove it."""
        task = draw("......", ".*....", "..3...", "1.....", "..1..*", ".32.2.")
        sent = self.play(Role.CHOREOGRAPHER, "6 3 2", write(task), "1 1 4 5", VERDICT, seconds=8)
        self.assertEqual(sent.index("DONE"), 2)
        self.assertLess(abs(self.clock.now - 7), 0.1)

    def test_we_send_the_plan_at_once_if_there_is_none_better(self) -> None:
        sent = self.play(Role.CHOREOGRAPHER, "3 2 1", write(draw("1..", "...", "..2")), "0 2", VERDICT, seconds=1000)
        self.assertEqual(sent.index("DONE"), 2)
        self.assertLess(self.clock.now, 10)

    def test_no_room_for_the_lines(self) -> None:
        """The round is lost, and the match goes on."""
        task = draw("*123", "1234", "1234", "4..*")
        texts = ("4 4 3", write(task), "0 0 3 3", "round 1: ann loses", "4 4 3", write(task), "match: bob wins")
        *dance, stars = self.play(Role.CHOREOGRAPHER, *texts)
        self.assertEqual(dance, ["DONE", ""])
        self.assertTrue(stars)

    def test_what_is_no_match(self) -> None:
        for texts, why in (
            ([], "has closed"),
            (["The server is full. Try again later!"], "has closed"),
            ([PARAMETERS, FILE], "has closed"),
            (["6 4 2", FILE], "this cannot be danced: there should be 4 colours"),
        ):
            error = self.assertRaises(Lost, self.play, Role.CHOREOGRAPHER, *texts)
            self.assertIn(why, str(error))

    def test_a_second_round_that_ends_too_early(self) -> None:
        self.assertRaises(Lost, self.play, Role.SPOILER, PARAMETERS, FILE, VERDICT, PARAMETERS, FILE)
