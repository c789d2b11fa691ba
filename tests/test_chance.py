"""Random numbers that can be told again."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Lamp
from tilenet.chance import SEED, WORD, Chance

SECRET = bytes(range(SEED))


class AChance(SynchronousTestCase):
    def setUp(self) -> None:
        self.chance = Chance(SECRET)

    def test_numbers_stay_as_they_are_in_every_version(self) -> None:
        """Saved games and published seeds rely on them."""
        deck = [*range(8)]
        self.chance.shuffle(deck)
        drawn = {
            "deck": deck,
            "random": self.chance.random(),
            "bits": self.chance.getrandbits(100),
            "range": self.chance.randrange(10, 100, 10),
            "die": self.chance.randint(1, 6),
            "choice": self.chance.choice("abcdef"),
            "sample": self.chance.sample(range(50), 4),
            "bytes": self.chance.randbytes(4).hex(),
            "gauss": self.chance.gauss(),
            "choices": self.chance.choices("abc", k=4),
            "large": self.chance.randrange(10**30),
        }
        self.assertEqual(
            drawn,
            {
                "deck": [2, 7, 0, 6, 4, 5, 3, 1],
                "random": 0.9066088781828315,
                "bits": 1233816852506022085719336181068,
                "range": 40,
                "die": 4,
                "choice": "f",
                "sample": [23, 24, 14, 8],
                "bytes": "aa368f0d",
                "gauss": 0.11720856422111595,
                "choices": ["a", "a", "a", "a"],
                "large": 512614504867076497657622894034,
            },
        )

    def test_bits_are_an_hmac_of_a_counter(self) -> None:
        blocks = b"".join(hmac.new(SECRET, number.to_bytes(8, "big"), sha256).digest() for number in range(3))
        drawn = [self.chance.getrandbits(WORD).to_bytes(8, "big") for _ in range(12)]
        self.assertEqual(b"".join(drawn), blocks)

    @given(st.integers(0, 40), st.integers(0, 40))
    def test_goes_on_from_its_state(self, before: int, after: int) -> None:
        chance, restored = Chance(SECRET), Chance.named("another")
        for _ in range(before):
            chance.random()
        self.assertEqual(chance.position, before)
        restored.setstate(chance.getstate())
        moved = Chance(SECRET, chance.position)
        self.assertEqual(restored.position, before)
        for _ in range(after):
            self.assertEqual(len({chance.random(), restored.random(), moved.random()}), 1)

    def test_all_numbers_of_a_range_are_equally_likely(self) -> None:
        counts = Counter(self.chance.below(6) for _ in range(6000))
        self.assertEqual({*counts}, {*range(6)})
        self.assertTrue(all(850 < count < 1150 for count in counts.values()), counts)

    def test_a_word_that_would_favour_the_first_numbers_is_not_used(self) -> None:
        """Of all words, a quarter would come a second time for the first numbers: they are drawn again."""
        most = 3 * 2**62
        words = [Chance(SECRET, position).getrandbits(WORD) for position in range(50)]
        self.assertTrue(any(word >= most for word in words))
        self.assertEqual(
            [self.chance.below(most) for _ in range(sum(word < most for word in words))],
            [word for word in words if word < most],
        )

    @given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-9, 9).filter(bool))
    def test_a_range_is_pythons(self, start: int, stop: int, step: int) -> None:
        numbers = range(start, stop, step)
        if not numbers:
            self.assertRaises(ValueError, self.chance.randrange, start, stop, step)
        else:
            self.assertIn(self.chance.randrange(start, stop, step), numbers)

    def test_a_sample_has_each_once(self) -> None:
        for size in range(11):
            sample = self.chance.sample(range(10), size)
            self.assertEqual(len({*sample}), size)
        self.assertRaises(ValueError, self.chance.sample, range(10), 11)
        self.assertEqual({self.chance.sample("abc", 1)[0] for _ in range(50)}, {*"abc"})

    def test_what_cannot_be_drawn_and_what_is_no_seed(self) -> None:
        """A seed has 32 bytes, and stays."""
        self.assertRaises(IndexError, self.chance.choice, [])
        self.assertRaises(ValueError, self.chance.below, 0)
        self.assertRaises(ValueError, self.chance.getrandbits, -1)
        self.assertRaises(TypeError, self.chance.sample, "ab", 2, counts=[1, 2])
        self.assertEqual(self.chance.position, 0)
        self.assertRaises(ValueError, Chance, b"short")
        self.assertRaises(ValueError, Chance, SECRET, -1)
        self.assertRaises(TypeError, self.chance.seed, 1)

    def test_gauss_remembers_nothing(self) -> None:
        self.chance.gauss()
        moved = Chance(SECRET, self.chance.position)
        self.assertEqual(self.chance.gauss(), moved.gauss())

    def test_a_name_derives_others_and_draws_nothing(self) -> None:
        first, again, other = (self.chance.derive(name).random() for name in ("set/1", "set/1", "set/2"))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual(self.chance.position, 0)


class AMatch(SynchronousTestCase):
    """What a game is given for one match."""

    def test_has_a_seed_of_its_own_which_the_game_keeps(self) -> None:
        game = Lamp(Chance(SECRET))
        self.assertIsNone(game.chance)
        first = game.new_match()
        self.assertIs(game.chance, first)
        second = game.new_match()
        self.assertIs(game.chance, second)
        self.assertNotEqual(first.random(), second.random())

    def test_can_be_checked_by_whoever_is_told_its_seed(self) -> None:
        game = Lamp(Chance(SECRET))
        match = game.new_match()
        assert game.chance is not None
        published = game.chance.commitment
        dealt = match.random()
        revealed = game.chance.secret
        self.assertEqual(sha256(revealed).hexdigest(), published)
        self.assertEqual(Chance(revealed).random(), dealt)

    def test_gets_the_numbers_of_a_test_as_they_are(self) -> None:
        random = Random(0)
        game = Lamp(random)
        self.assertIs(game.new_match(), random)
        self.assertIsNone(game.chance)
