"""Memory at a table of somebody's own: boards of other sizes, letters, and a host who says when to begin."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import BotSeat
from tests.doubles.owntable import OwnTable
from tilenet.clients.bots.memorybot import MemoryBot
from tilenet.game import Standing
from tilenet.games.memory.game import LargeMemory, Memory
from tilenet.games.memory.rules import PAUSE
from tilenet.testing import Seat

Cell = tuple[int, int]


def pairs_of(table: OwnTable) -> list[tuple[Cell, Cell]]:
    """Where the two cards of each pair lie."""
    assert isinstance(table.game, Memory)
    contest, found = table.game.contest, dict[str, list[Cell]]()
    for number, letters in enumerate(contest._letters):
        y, x = divmod(number, contest.dim)
        found.setdefault(letters, []).append((x, y))
    return [(first, second) for first, second in found.values()]


def find(seat: Seat, *pairs: tuple[Cell, Cell]) -> None:
    for pair in pairs:
        for cell in pair:
            seat.click(("card", *cell))


class Chosen(SynchronousTestCase):
    def test_sizes_and_what_is_on_the_cards(self) -> None:
        for dim in (4, 6, 8):
            for faces in ("pictures", "letters"):
                table = OwnTable(Memory, dim=dim, faces=faces)
                ann = table.enter("ann")
                table.enter("bob")
                table.start()
                ann.click(("card", dim - 1, dim - 1))
                [card] = ann.facts["cards"].values()
                shown = ann.tile(("card", dim - 1, dim - 1))
                self.assertEqual(ann.facts["options"], {"dim": dim, "faces": faces})
                self.assertEqual(("symbol" in card, shown.image is not None), (faces == "pictures",) * 2)
                self.assertEqual(shown.name, card["letters"])

    def test_the_large_room_has_no_tables_of_its_own(self) -> None:
        """Its board is one of the sizes."""
        self.assertEqual(
            (LargeMemory.table, LargeMemory.dim in [n for n, _ in Memory.choices["dim"].values]), ("", True)
        )

    def test_bots_play_on_every_size(self) -> None:
        for dim, faces in ((4, "letters"), (6, "pictures"), (8, "pictures")):
            table = OwnTable(Memory, dim=dim, faces=faces)
            table.enter("ann")
            bot = BotSeat(table, MemoryBot, skill=1.0)
            self.assertEqual(bot.clicked(20), [])
            table.start()
            bot.clicked(400)
            self.assertGreater(bot.seat.points, 10 + dim, (dim, faces))


class Held(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = OwnTable(Memory)
        self.ann = self.table.enter("ann")

    def test_it_takes_two(self) -> None:
        self.assertEqual(self.table.game.why_not_start(), "It takes two players.")
        self.table.enter("bob")
        self.assertIsNone(self.table.game.why_not_start())

    def test_nothing_begins_before_the_host_starts(self) -> None:
        bob = self.table.enter("bob")
        self.table.advance(100)
        self.assertEqual((bob.facts["phase"], bob.legal), ("waiting", []))
        self.assertEqual((bob.headline, bob.own["status"]), ("The game has not started yet.",) * 2)
        self.table.start()
        self.assertEqual((bob.facts["phase"], len(bob.legal)), ("playing", 16))
        self.assertEqual((bob.heard[-1], self.ann.heard[-1]), ("A new game: 8 pairs to find.",) * 2)
        self.assertEqual(self.table.game.why_not_start(), "A game is on.")

    def test_everybody_who_is_here_plays_the_next_one(self) -> None:
        bob = self.table.enter("bob")
        self.table.start()
        find(bob, *pairs_of(self.table))
        cid = self.table.enter("cid")
        self.table.advance(10 * PAUSE)
        self.assertEqual((cid.facts["phase"], cid.headline), ("over", "Game over: bob wins with 16 cards."))
        self.assertNotIn("deadline", cid.facts)
        self.table.start()
        self.assertEqual((cid.facts["phase"], cid.facts["cards"], cid.facts["pairs_left"]), ("playing", {}, 8))
        self.assertEqual([cid.heard.count("A new game: 8 pairs to find."), len(cid.legal)], [1, 16])
        find(cid, *pairs_of(self.table)[:1])
        self.assertEqual(cid.tile(("seat", 0)).name, "cid 2")

    def test_a_game_that_is_on_waits_for_a_second_player_and_goes_on_by_itself(self) -> None:
        bob = self.table.enter("bob")
        self.table.start()
        find(bob, *pairs_of(self.table)[:1])
        bob.leave()
        self.assertEqual(
            (self.ann.facts["phase"], self.table.game.why_not_start()), ("waiting", "It takes two players.")
        )
        self.table.enter("cid")
        self.assertEqual((self.ann.facts["phase"], self.ann.facts["pairs_left"]), ("playing", 7))

    def test_letting_go_and_holding_between_two_games(self) -> None:
        bob = self.table.enter("bob")
        self.table.hold(is_held=False)
        self.assertEqual(bob.facts["phase"], "playing")
        find(bob, *pairs_of(self.table))
        self.assertEqual(bob.facts["deadline"], PAUSE)
        self.table.hold(is_held=True)
        self.table.advance(PAUSE)
        self.assertEqual(bob.facts["phase"], "over")
        self.table.hold(is_held=False)
        self.table.advance(PAUSE - 1)
        self.assertIn("A new game in 1 s.", bob.headline)
        self.table.advance(1)
        self.assertEqual(bob.facts["phase"], "playing")

    def test_the_host_does_not_have_to_wait_for_the_end_of_the_pause(self) -> None:
        self.table.hold(is_held=False)
        bob = self.table.enter("bob")
        find(bob, *pairs_of(self.table))
        self.table.advance(1)
        self.table.start()
        self.table.advance(PAUSE)
        self.assertEqual((bob.facts["phase"], bob.facts["pairs_left"]), ("playing", 8))


class Endings(SynchronousTestCase):
    """How it was won, and what each has done."""

    def standings(self, table: OwnTable) -> tuple[str, dict[str, Standing]]:
        ended = table.room.facts.ended
        assert ended is not None
        return ended.note, {one.player.name: one for one in ended.standings}

    def test_pairs_tries_and_the_longest_run(self) -> None:
        table = OwnTable(Memory, is_held=False)
        ann, bob, cid = table.enter("ann"), table.enter("bob"), table.enter("cid")
        pairs = pairs_of(table)
        find(ann, *pairs[:3])
        find(ann, (pairs[3][0], pairs[4][0]))
        find(cid, (pairs[5][0], pairs[6][0]))
        table.advance(2)
        find(bob, pairs[3])
        cid.leave()
        find(ann, *pairs[4:])
        note, rows = self.standings(table)
        self.assertEqual(note, "with 7 of 8 pairs")
        self.assertEqual(
            {name: row.notes for name, row in rows.items()},
            {"ann": ("7 pairs in 8 tries", "4 in a row"), "bob": ("1 pair in 1 try",), "cid": ()},
        )

    def test_a_tie_and_a_second_game_that_begins_from_nothing(self) -> None:
        table = OwnTable(Memory)
        ann, bob = table.enter("ann"), table.enter("bob")
        for _ in range(2):
            table.start()
            pairs = pairs_of(table)
            find(ann, *pairs[:4])
            find(bob, *pairs[4:])
            note, rows = self.standings(table)
            self.assertEqual(note, "with 4 pairs each")
            self.assertEqual({row.notes for row in rows.values()}, {("4 pairs in 4 tries", "4 in a row")})
