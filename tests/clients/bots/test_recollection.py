"""What a bot remembers, and which square it chooses: cases and chance."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.modules import needs, of_twisted
from tilenet.clients.bots.recollection import Recollection, Square

A, B, C, D, E, F = ((number, 0) for number in range(6))

SQUARES = st.tuples(st.integers(0, 2), st.integers(0, 2))
BOARDS = st.dictionaries(SQUARES, st.sampled_from("xyz"), min_size=1)

#: What was seen, what is hidden, what shows, and which squares may be chosen then.
CASES: list[tuple[str, dict[Square, str], list[Square], dict[Square, str], set[Square]]] = [
    ("nothing is known", {}, [A, B], {}, {A, B}),
    ("known without a partner", {A: "x"}, [A, B, C], {}, {B, C}),
    ("a known pair", {A: "x", B: "y", C: "x"}, [A, B, C, D], {}, {A, C}),
    ("two known pairs", {A: "x", B: "y", C: "x", D: "y"}, [A, B, C, D, E], {}, {A, B, C, D}),
    ("what is solved is no partner", {A: "x", B: "x", C: "x"}, [C, D], {}, {D}),
    ("all known, no pair", {A: "x", B: "y"}, [A, B], {}, {A, B}),
    ("a known partner", {A: "x", B: "y"}, [A, B, C], {D: "x"}, {A}),
    ("two known partners", {A: "x", B: "x"}, [A, B, C], {D: "x"}, {A, B}),
    ("a partner before another pair", {A: "x", B: "y", C: "y"}, [A, B, C, E], {D: "x"}, {A}),
    ("no known partner", {A: "y", B: "z"}, [A, B, C, E], {D: "x"}, {C, E}),
    ("a pair elsewhere is no partner", {A: "y", B: "y"}, [A, B, C], {D: "x"}, {C}),
    ("all others known, no partner", {A: "y", B: "z"}, [A, B], {D: "x"}, {A, B}),
    ("two different ones show, a partner of one is known", {A: "x", D: "x"}, [A, B], {D: "x", E: "y"}, {A}),
    ("two different ones show, none is known", {A: "z"}, [A, B], {D: "x", E: "y"}, {B}),
    ("a pair shows, a third of it is known", {A: "x", D: "x", E: "x"}, [A, B], {D: "x", E: "x"}, {B}),
    ("a pair shows, the other two are known", {A: "x", B: "x"}, [A, B, C], {D: "x", E: "x"}, {A, B}),
]


NOTICED, MISSED, KEPT = 0.1, 0.9, 0.9  # what chance says to a skill of a half


class Chance(Random):
    """Chance that says what a test wants."""

    def __init__(self, *numbers: float) -> None:
        super().__init__(0)
        self._numbers = list(numbers)

    def random(self) -> float:
        return self._numbers.pop(0)


def seen(squares: dict[Square, str], skill: float = 1, seed: int = 1) -> Recollection:
    memory = Recollection(skill, Random(seed))
    for square, symbol in squares.items():
        memory.see(square, symbol)
    return memory


class Choices(SynchronousTestCase):
    def test_cases(self) -> None:
        for name, squares, hidden, showing, wanted in CASES:
            chosen = {seen(squares, seed=seed).choose(hidden, showing) for seed in range(50)}
            self.assertEqual(chosen, wanted, name)

    @given(BOARDS, st.floats(0, 1), st.randoms(use_true_random=False), st.data())
    def test_what_is_chosen_is_hidden(
        self, board: dict[Square, str], skill: float, random: Random, data: st.DataObject
    ) -> None:
        memory = Recollection(skill, random)
        for square in data.draw(st.lists(st.sampled_from(sorted(board)))):
            memory.see(square, board[square])
        showing = {s: board[s] for s in data.draw(st.lists(st.sampled_from(sorted(board)), max_size=2))}
        hidden = [square for square in board if square not in showing]
        if hidden:
            self.assertIn(memory.choose(hidden, showing), hidden)


class Remembering(SynchronousTestCase):
    @given(BOARDS, st.integers())
    def test_skill_1_remembers_all_and_skill_0_nothing(self, board: dict[Square, str], seed: int) -> None:
        self.assertEqual((seen(board, 1, seed).known, seen(board, 0, seed).known), (board, {}))

    def test_some_skill_remembers_as_many_of_the_sightings(self) -> None:
        for skill in (0.25, 0.5, 0.75):
            count = sum(len(seen({A: "x"}, skill, seed).known) for seed in range(1000))
            self.assertApproximates(count / 1000, skill, 0.05)

    def test_some_skill_forgets_in_time(self) -> None:
        """What is left of 200 memories after 20 sightings of something else, each of which takes 2.5 %."""
        left = 0
        for seed in range(200):
            memory = Recollection(0.5, Random(seed))
            while A not in memory.known:
                memory.see(A, "x")
            for _ in range(20):
                memory.see(B, "y")
            left += A in memory.known
        self.assertApproximates(left / 200, 0.975**20, 0.1)

    def test_a_second_look_is_no_loss_unless_the_square_shows_something_else(self) -> None:
        for symbol, known in (("x", {A: "x"}), ("y", {})):
            memory = Recollection(0.5, Chance(NOTICED, KEPT, MISSED))
            memory.see(A, "x")
            memory.see(A, symbol)
            self.assertEqual(memory.known, known)

    def test_a_new_game(self) -> None:
        memory = seen({A: "x", B: "x", C: "y"})
        memory.clear()
        self.assertEqual(memory.known, {})

    def test_the_brain_needs_no_twisted(self) -> None:
        self.assertEqual(of_twisted(needs("tilenet.clients.bots.recollection")), set())
