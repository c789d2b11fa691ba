"""The sample client of Memory's binary protocol: what it remembers and plays, and whole games at the real server."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.memory_clients import BinaryClient, MemoryServer, play
from tests.doubles.memory_model import CODE_OVER, FIRST_PLAY, HIDE_BOTH, HIDE_FIRST, RIGHT, WRONG
from tests.doubles.modules import beside_the_library
from tilenet.clients.samples.memorybinary import (
    DIMENSION,
    ENDGAME,
    PLACE,
    PLAY,
    RESPONSE,
    Cell,
    Mind,
    Table,
    address,
    text,
)
from tilenet.games.memory.game import Memory

A, B, C, D, E = ((number, 0) for number in range(5))

#: What was seen, what is down, and which first cards may be chosen then, while another player has ax up.
FIRSTS: dict[str, tuple[dict[Cell, str], list[Cell], set[Cell | None]]] = {
    "nothing is known": ({}, [B, C], {B}),
    "known without its mate": ({A: "aa"}, [A, B, C], {B}),
    "a known pair": ({A: "aa", B: "ab", C: "aa"}, [A, B, C, D], {A, C}),
    "a pair of which one is up": ({A: "aa", C: "aa"}, [A, B], {B}),
    "all known, no pair": ({A: "aa", B: "ab"}, [A, B], {A, B}),
    "the mate of a card that is up": ({A: "ax", B: "ab"}, [A, B], {B}),
    "only the mate of a card that is up": ({A: "ax"}, [A], {None}),
    "nothing is down": ({A: "ax"}, [], {None}),
}

#: The same with a first card that shows aa, and second cards.
SECONDS: dict[str, tuple[dict[Cell, str], list[Cell], set[Cell]]] = {
    "nothing is known": ({}, [B, C], {B, C}),
    "the mate is known": ({B: "aa"}, [B, C], {B}),
    "the mate is known and up": ({B: "aa"}, [C, D], {C, D}),
    "only others are known": ({B: "ab", C: "ac"}, [B, C, D, E], {D, E}),
    "all others are known": ({B: "ab", C: "ac"}, [B, C], {B, C}),
}


def mind_of(seen: dict[Cell, str], seed: int, skill: float = 1.0) -> Mind:
    mind = Mind(skill, Random(seed))
    for cell, letters in seen.items():
        mind.see(cell, letters)
    return mind


class Minds(SynchronousTestCase):
    def test_first_cards(self) -> None:
        for name, (seen, down, wanted) in FIRSTS.items():
            self.assertLessEqual({mind_of(seen, seed).first(down, ["ax"]) for seed in range(30)}, wanted, name)

    def test_second_cards(self) -> None:
        for name, (seen, down, wanted) in SECONDS.items():
            self.assertEqual({mind_of(seen, seed).second("aa", down) for seed in range(60)}, wanted, name)

    def test_skill_is_how_much_is_remembered(self) -> None:
        cells = {(x, y): "aa" for x in range(30) for y in range(30)}
        for skill in (0.0, 0.3, 1.0):
            known = mind_of(cells, 1, skill)._known
            self.assertLess(abs(len(known) / 900 - skill), 0.05)


class InMemory:
    """A sample client at the server in memory: its table reads what a strict client was sent."""

    def __init__(self, server: MemoryServer, skill: float, seed: int) -> None:
        self.client: BinaryClient = server.dial()
        self.table: Table | None = None
        self.results: list[tuple[int, int]] = []
        self._mind = Mind(skill, Random(seed))
        self._seen = 0

    def read(self) -> None:
        """As the client itself does it, but by writes."""
        for data in self.client.pipe.writes[self._seen :]:
            if self.table is None:
                (dim,) = DIMENSION.unpack(data)
                self.table = Table(dim, self._mind)
            elif len(data) in (RESPONSE.size, RESPONSE.size + ENDGAME.size):
                code, *rest = RESPONSE.unpack(data[: RESPONSE.size])
                self.table.hear(code, *rest)
                if len(data) > RESPONSE.size:
                    self.results.append(ENDGAME.unpack(data[RESPONSE.size :]))
            else:
                self.table.deal(PLACE.iter_unpack(data))
        self._seen = len(self.client.pipe.writes)

    def play(self) -> None:
        self.read()
        assert self.table is not None
        cell = self.table.choose()
        if cell is not None:
            self.client.send(PLAY.pack(self.table.new_id(), *cell))


def play_games(games: int, *skills: float) -> list[InMemory]:
    """Let bots play at one board, one or another of them every quarter of a second."""
    server = MemoryServer(type("Sized", (Memory,), {"dim": 4}), random=Random(1))
    bots = [InMemory(server, skill, number) for number, skill in enumerate(skills, 1)]
    chance = Random(1)
    for _ in range(games * 1000):
        chance.choice(bots).play()
        server.advance(0.25)
        if all(bot.client.kinds.count("end") >= games for bot in bots):
            break
    for bot in bots:
        bot.read()
    return bots


class Games(SynchronousTestCase):
    def test_two_alone_play_one_game_after_the_other(self) -> None:
        """Never a card that is up, and never too early."""
        bots = play_games(5, 1.0, 0.5)
        for bot in bots:
            self.assertEqual(len(bot.results), 5)
        for one, other in zip(*(bot.results for bot in bots), strict=True):
            self.assertEqual(one[1] + other[1], 16)
            self.assertEqual({one[0], other[0]}, {0, 1} if one[1] != other[1] else {0})
        codes = {*bots[0].client.codes}
        self.assertLessEqual(codes, {FIRST_PLAY, RIGHT, CODE_OVER, WRONG, HIDE_FIRST, HIDE_BOTH})


class Tables(SynchronousTestCase):
    """What the client makes of responses that are about others, too."""

    def setUp(self) -> None:
        self.table = Table(2, Mind(1.0, Random(1)))
        self.table.deal([(b"\0\0\0", 0, 0, 0, 0)] * 4)
        self.mine = self.table.new_id()

    def hear(self, code: int, one: tuple[int, int, int], two: tuple[int, int, int] = (0, 0, 0), *texts: bytes) -> None:
        text1, text2 = texts or (b"\0\0\0", b"\0\0\0")
        self.table.hear(code, *one, *two, text1, text2, 0, 0, 0)

    def test_the_first_card_of_another_is_not_ours(self) -> None:
        self.hear(1, (1, 0, 0), (0, 0, 0), b"aa\0", b"\0\0\0")
        self.assertFalse(self.table.has_first)
        self.hear(1, (self.mine, 1, 0), (0, 0, 0), b"ab\0", b"\0\0\0")
        self.assertTrue(self.table.has_first)
        self.hear(-3, (1, 0, 0))
        self.assertTrue(self.table.has_first)
        self.hear(-3, (self.mine, 1, 0))
        self.assertFalse(self.table.has_first)

    def test_it_waits_for_its_own_wrong_pair_only(self) -> None:
        self.hear(-2, (1, 0, 0), (2, 1, 0), b"aa\0", b"ab\0")
        self.assertIsNotNone(self.table.choose())
        self.hear(-4, (1, 0, 0), (2, 1, 0))
        self.hear(-2, (self.mine, 0, 0), (101, 1, 0), b"aa\0", b"ab\0")
        self.assertIsNone(self.table.choose())
        self.hear(-4, (3, 0, 1), (4, 1, 1))
        self.assertIsNone(self.table.choose())
        self.hear(-4, (self.mine, 0, 0), (101, 1, 0))
        self.assertIsNotNone(self.table.choose())

    def test_if_nothing_else_is_left_it_puts_its_first_card_back(self) -> None:
        """For somebody else, who has the mate."""
        self.hear(2, (1, 0, 0), (2, 1, 0), b"aa\0", b"aa\0")
        self.hear(1, (self.mine, 0, 1), (0, 0, 0), b"ab\0", b"\0\0\0")
        self.assertEqual(self.table.choose(), (1, 1))
        self.hear(1, (3, 1, 1), (0, 0, 0), b"ab\0", b"\0\0\0")
        self.assertEqual(self.table.choose(), (0, 1))
        self.hear(-3, (self.mine, 0, 1))
        self.assertIsNone(self.table.choose())

    def test_frozen_and_unfrozen(self) -> None:
        self.hear(-7, (0, 0, 0))
        self.assertIsNone(self.table.choose())
        self.hear(-8, (0, 0, 0))
        self.assertIsNotNone(self.table.choose())

    def test_after_the_last_pair_it_waits_for_a_board(self) -> None:
        self.hear(3, (1, 0, 0), (2, 1, 0), b"aa\0", b"aa\0")
        self.assertIsNone(self.table.choose())
        self.table.deal([(b"ab\0", 2, 1, 2, 3), (b"ab\0", 2, 1, 2, 3), (b"\0\0\0", 0, 0, 0, 0), (b"aa\0", 1, 1, 2, 3)])
        self.assertEqual(self.table.choose(), (0, 1))

    def test_with_a_new_board_it_forgets_what_was_on_the_old_one(self) -> None:
        for x in (0, 1):
            self.hear(1, (x, x, 1), (0, 0, 0), b"aa\0", b"\0\0\0")
            self.hear(-3, (x, x, 1))
        self.assertEqual(self.table.choose(), (1, 1))
        self.table.deal([(b"\0\0\0", 0, 0, 0, 0)] * 4)
        self.assertEqual(self.table.choose(), (0, 0))


class AFileOfItsOwn(SynchronousTestCase):
    def test_needs_the_standard_library_alone(self) -> None:
        self.assertEqual(beside_the_library("tilenet.clients.samples.memorybinary"), set())

    def test_structs_are_as_long_as_they_should_be(self) -> None:
        self.assertEqual([one.size for one in (DIMENSION, PLACE, PLAY, RESPONSE, ENDGAME)], [4, 20, 12, 48, 8])
        self.assertEqual(PLAY.pack(2, 3, -1), play(2, 3, -1))

    def test_texts(self) -> None:
        self.assertEqual([text(raw) for raw in (b"ab\0", b"\0\0\0", b"abc", b"\xff\0\0")], ["ab", "", "abc", "�"])

    def test_addresses(self) -> None:
        for words, wanted in {
            "there": ("there", 3000),
            "5000": ("localhost", 5000),
            "there:5000": ("there", 5000),
            "[::1]:5000": ("::1", 5000),
        }.items():
            self.assertEqual(address(words), wanted)
