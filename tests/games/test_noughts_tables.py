"""Noughts and crosses at a table of somebody's own: other boards, other clocks, and a host who says when to begin."""

from __future__ import annotations

from collections.abc import Iterable

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.owntable import OwnTable
from tilenet.game import role
from tilenet.games.noughts.board import WINNING, Board, Cell, lines_of
from tilenet.games.noughts.game import Noughts
from tilenet.games.noughts.looks import LAST
from tilenet.testing import Seat, Table


def play(seats: tuple[Seat, Seat], cells: Iterable[Cell]) -> None:
    """They take turns, the first of them first."""
    for number, cell in enumerate(cells):
        seats[number % 2].click(("cell", *cell))


def row(first: int, second: int, length: int) -> list[Cell]:
    """Moves with which X gets a line of this length in one row, while O marks another."""
    return [(move // 2, second if move % 2 else first) for move in range(2 * length - 1)]


class Boards(SynchronousTestCase):
    def test_larger_ones_take_longer_lines(self) -> None:
        for side, length in WINNING.items():
            table = OwnTable(Noughts, is_held=False, board=side)
            ann, bob = table.enter("ann"), table.enter("bob")
            self.assertEqual(ann.facts["options"], {"board": side, "in_line": length, "clock": 60})
            play((ann, bob), row(0, 1, length)[:-1])
            self.assertEqual(ann.facts["phase"], "playing", side)
            ann.click(("cell", length - 1, 0))
            self.assertEqual(ann.facts["line"], [f"cell/{x}/0" for x in range(length)])
            words = {3: "three", 4: "four", 5: "five"}[length]
            self.assertIn(f"{words} in a line, ann wins", bob.headline)
            self.assertEqual([table.game.scene().tiles[tile].x for tile in ("home", "help", "restart")], [side] * 3)

    def test_the_last_mark_can_be_seen(self) -> None:
        table = OwnTable(Noughts, is_held=False, board=9)
        seats = table.enter("ann"), table.enter("bob")
        self.assertNotIn("last", seats[0].facts)
        for number, cell in enumerate(((4, 4), (3, 4), (5, 5))):
            seats[number % 2].click(("cell", *cell))
            shown = [one for one in table.game.scene().tiles.items() if one[1].bg == LAST]
            self.assertEqual(
                (seats[0].facts["last"], [id for id, _ in shown]), (role(("cell", *cell)), [("cell", *cell)])
            )

    def test_lines_go_in_four_directions(self) -> None:
        self.assertEqual([len(lines_of(side)) for side in (3, 4, 5, 6, 9)], [8, 10, 28, 54, 140])

    def test_a_move_that_completes_two_lines_has_all_their_cells(self) -> None:
        board = Board()
        for cell in ((1, 0), (1, 1), (2, 0), (2, 1), (0, 1), (1, 2), (0, 2), (2, 2), (0, 0)):
            board.put(cell)
        self.assertEqual((board.winner, sorted(board.line)), ("X", [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]))

    def test_a_full_board_is_a_draw(self) -> None:
        board = Board(4)
        for y in range(4):
            for x in range(4):
                self.assertFalse(board.is_over())
                board.put((x if y < 2 else 3 - x, y))
        self.assertEqual((board.is_over(), board.winner), (True, ""))


class Clocks(SynchronousTestCase):
    def test_another_time_for_a_move(self) -> None:
        table = OwnTable(Noughts, is_held=False, clock=20)
        ann = table.enter("ann")
        table.enter("bob")
        self.assertEqual(ann.tile("clock").name, "20 s")
        table.advance(20)
        self.assertEqual((ann.facts["phase"], ann.facts["winner"]), ("over", "O"))

    def test_no_limit(self) -> None:
        table = OwnTable(Noughts, is_held=False, clock=0)
        ann = table.enter("ann")
        table.enter("bob")
        table.advance(10_000)
        self.assertEqual((ann.facts["phase"], "deadline" in ann.facts, ann.tile("clock").name), ("playing", False, ""))
        ann.click(("cell", 1, 1))
        table.advance(10_000)
        self.assertEqual(ann.facts["turn"], ["O"])


class Held(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = OwnTable(Noughts)
        self.ann = self.table.enter("ann")

    def won(self, first: Seat, second: Seat) -> None:
        play((first, second), row(0, 1, 3))

    def test_it_takes_two(self) -> None:
        self.assertEqual(self.table.game.why_not_start(), "It takes two players.")
        self.table.enter("bob")
        self.assertIsNone(self.table.game.why_not_start())

    def test_nothing_begins_before_the_host_starts(self) -> None:
        bob = self.table.enter("bob")
        self.table.advance(100)
        self.assertEqual((self.ann.facts["phase"], self.ann.facts["turn"]), ("waiting", []))
        self.assertEqual(self.ann.headline, "ann (X) against bob (O): not started yet.")
        self.assertFalse(self.ann.tile(("cell", 0, 0)).enabled)
        self.table.start()
        self.assertEqual((bob.facts["phase"], bob.facts["deadline"]), ("playing", 160.0))
        self.assertIn("A new game: ann (X) against bob (O): X to move.", bob.heard)
        self.assertEqual(self.table.game.why_not_start(), "A game is on.")

    def test_with_two_the_seats_change_for_the_next_game(self) -> None:
        bob = self.table.enter("bob")
        self.table.start()
        self.won(self.ann, bob)
        self.assertFalse(self.ann.tile("restart").enabled)
        self.assertEqual(self.ann.legal, [])
        self.table.advance(600)
        self.table.start()
        self.assertEqual(bob.headline, "bob (X) against ann (O): X to move.")

    def test_whoever_watches_plays_the_winner_next(self) -> None:
        """Without a click, and however long they have done nothing."""
        bob, cid = self.table.enter("bob"), self.table.enter("cid")
        self.table.start()
        self.won(self.ann, bob)
        self.table.advance(600)
        self.assertEqual(self.ann.facts["phase"], "over")
        self.table.start()
        self.assertEqual(cid.headline, "cid (X) against ann (O): X to move.")
        self.won(cid, self.ann)
        self.table.start()
        self.assertEqual(cid.headline, "bob (X) against cid (O): X to move.")

    def test_somebody_who_takes_a_free_seat_waits_as_well(self) -> None:
        bob, cid = self.table.enter("bob"), self.table.enter("cid")
        self.table.start()
        self.ann.click(("cell", 0, 0))
        bob.leave()
        self.assertEqual((cid.facts["phase"], cid.facts["board"]), ("waiting", {}))
        self.assertEqual(cid.headline, "ann (X) against cid (O): not started yet.")
        self.table.start()
        self.assertEqual(cid.facts["phase"], "playing")

    def test_a_table_that_is_let_go_begins_at_once(self) -> None:
        bob = self.table.enter("bob")
        self.table.hold(is_held=False)
        self.assertEqual(bob.facts["phase"], "playing")
        self.won(self.ann, bob)
        self.assertTrue(bob.tile("restart").enabled)
        self.table.hold(is_held=True)
        self.assertFalse(bob.tile("restart").enabled)

    def test_holding_does_not_stop_a_game_that_is_on(self) -> None:
        self.table.hold(is_held=False)
        bob = self.table.enter("bob")
        self.table.hold(is_held=True)
        self.assertEqual(bob.facts["phase"], "playing")


class Status(SynchronousTestCase):
    """What each player is told of how it stands."""

    def status(self, seat: Seat) -> tuple[str, bool]:
        return seat.own["status"], seat.own.get("turn", False)

    def test_the_two_players_before_during_and_after_a_game(self) -> None:
        table = OwnTable(Noughts)
        ann = table.enter("ann")
        self.assertEqual(self.status(ann), ("You are X. Waiting for an opponent.", False))
        bob = table.enter("bob")
        self.assertEqual(self.status(ann), ("You are X. The game has not started yet.", False))
        table.start()
        self.assertEqual(
            (self.status(ann), self.status(bob)), (("Your turn: you are X.", True), ("ann is to move.", False))
        )
        ann.click(("cell", 0, 0))
        self.assertEqual(
            (self.status(ann), self.status(bob)), (("bob is to move.", False), ("Your turn: you are O.", True))
        )
        play((bob, ann), [(0, 1), (1, 0), (1, 1), (2, 0)])
        self.assertEqual((self.status(ann), self.status(bob)), (("You win!", False), ("You lose.", False)))

    def test_those_who_watch(self) -> None:
        table = Table(Noughts)
        ann, bob, cid = table.enter("ann"), table.enter("bob"), table.enter("cid")
        self.assertEqual(self.status(cid), ("You watch; you play when a seat is free.", False))
        cid.click(("cell", 0, 0))
        self.assertEqual(self.status(cid), ("You watch, and are in line for a seat.", False))
        play((ann, bob), row(0, 1, 3))
        ann.click("restart")
        self.assertEqual(self.status(cid), ("Your turn: you are X.", True))
        self.assertEqual(self.status(bob), ("You watch, and are in line for a seat.", False))
        table.advance(60)
        self.assertEqual(self.status(cid), ("You watch. Restart gets you in line for a seat.", False))


class Endings(SynchronousTestCase):
    """How it was won, and what each has done."""

    def test_by_a_line_by_time_by_leaving_and_not_at_all(self) -> None:
        draw = [(0, 0), (1, 0), (2, 0), (1, 1), (0, 1), (2, 1), (1, 2), (0, 2), (2, 2)]
        for moves, end, note, notes in (
            (row(0, 1, 3), "", "three in a line, in 5 moves", ["3 moves as X", "2 moves as O"]),
            ([(0, 0)], "wait", "bob ran out of time", ["1 move as X", "0 moves as O"]),
            ([(0, 0)], "leave", "bob has left", ["1 move as X", "0 moves as O"]),
            (draw, "", "a draw", ["5 moves as X", "4 moves as O"]),
        ):
            table = Table(Noughts)
            ann, bob = table.enter("ann"), table.enter("bob")
            play((ann, bob), moves)
            if end == "wait":
                table.advance(60)
            elif end == "leave":
                bob.leave()
            ended = table.room.facts.ended
            assert ended is not None
            self.assertEqual((ended.note, [text for one in ended.standings for text in one.notes]), (note, notes))
