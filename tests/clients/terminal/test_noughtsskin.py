"""Noughts and crosses on the screen: the marks, whose turn it is, the clock, and who has won."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.owntable import OwnTable
from tests.doubles.playing import Playing
from tilenet.clients.terminal.noughtsskin import drawn_mark
from tilenet.clients.terminal.signs import ASCII
from tilenet.games.noughts.board import WINNING
from tilenet.games.noughts.game import Noughts
from tilenet.testing import Seat, Table

WON = "00 01 10 11 20"  # cells, by column and row: X has the first row then
DRAWN = "00 10 20 11 01 21 12 02 22"


class NoughtsOnTheScreen(SynchronousTestCase):
    def room(self, cells: str = "", rival: str = "bob", **how: Any) -> tuple[Playing, Seat]:
        """ann, who plays X, and bob, after these moves."""
        self.table = Table(Noughts)
        ann, bob = Playing(self.table, "ann", **how), self.table.enter(rival)
        for number, cell in enumerate(cells.split()):
            (bob if number % 2 else ann.seat).click(("cell", int(cell[0]), int(cell[1])))
        return ann, bob

    def text(self, cells: str = "", **how: Any) -> str:
        return str(self.room(cells, **how)[0].screen())

    def test_marks_are_drawn(self) -> None:
        lines = self.text("00 10", size=(60, 20)).split("\n")
        self.assertEqual([line[1:7] for line in lines[2:5]], ["██  ██", "  ██  ", "██  ██"])
        self.assertEqual([line[10:16] for line in lines[2:5]], ["  ██  ", "██  ██", "  ██  "])
        self.assertEqual(lines[5][:26], "────────┼────────┼────────")

    def test_cells_that_can_be_clicked_have_a_sign(self) -> None:
        self.assertEqual(self.text("00 10").count("□"), 7)
        self.assertEqual(self.text(WON).count("□"), 0)

    def test_they_grow_with_the_window(self) -> None:
        for size, lines in (((60, 20), 3), ((80, 25), 3), ((120, 40), 7), ((160, 50), 10), ((300, 100), 11)):
            text = self.text("00", size=size)
            widest = drawn_mark("X", lines)[0].replace("#", "█")
            self.assertIn(widest, text, size)
            self.assertEqual([len(line) for line in text.split("\n")], [size[0]] * size[1])

    def test_a_nought_is_round_and_a_cross_is_not(self) -> None:
        for lines in range(3, 12):
            nought, cross = drawn_mark("O", lines), drawn_mark("X", lines)
            self.assertEqual((nought[0][:2], cross[0][:2]), ("  ", "##"))
            self.assertEqual((nought[lines // 2][:2], {len(row) for row in nought + cross}), ("##", {2 * lines}))

    def test_whose_turn_it_is_and_the_clock_which_runs_by_itself(self) -> None:
        ann, _ = self.room()
        self.table.advance(15)
        for part in ("X ann", "to move, 45 s", "O bob", "Your turn: you are X."):
            self.assertIn(part, str(ann.screen()))
        self.assertEqual(ann.room_screen.due(), self.table.clock.seconds() + 1)
        ann.seat.click(("cell", 0, 0))
        self.assertNotIn("Your turn", str(ann.screen()))
        lines = ann.screen().lines
        (bob,) = [number for number, line in enumerate(lines) if " O bob" in line]
        self.assertIn("to move, 60 s", lines[bob + 1])

    def test_how_it_ended_is_announced(self) -> None:
        for cells, words in ((WON, "You win!"), ("22 " + "00 01 10 11 20", "You lose."), (DRAWN, "A draw.")):
            text = self.text(cells)
            self.assertIn(words, text)
        ann, _ = self.room()
        self.table.advance(60)
        self.assertIn("You lose.", str(ann.screen()))

    def test_whoever_has_no_seat_watches(self) -> None:
        self.room()
        self.assertIn("You watch; you play when a seat is free.", str(Playing(self.table, "cid").screen()))
        alone = Playing(Table(Noughts), "ann")
        self.assertIn("O nobody yet", str(alone.screen()))

    def test_a_line_of_three_is_lit(self) -> None:
        shown = self.room(WON, depth=16777216)[0].screen()
        self.assertEqual([shown.background(2, line) for line in (3, 7)], ["#153d25", "#1a1f2a"])

    def test_players_have_the_colours_of_their_marks(self) -> None:
        shown = self.room("00", depth=16777216)[0].screen()
        for name, colour in (("X ann", "#7fa8f5"), ("O bob", "#f2c14e")):
            ink = shown.ink(*shown.find(name))
            assert ink is not None
            self.assertEqual(ink.foreground.split(",")[0], colour)

    def test_larger_boards(self) -> None:
        """Every cell can be seen and clicked, in a terminal of 80x25 even the 81 of the largest."""
        for side in WINNING:
            for size in ((80, 25), (120, 40)):
                self.table = OwnTable(Noughts, is_held=False, board=side)
                ann = Playing(self.table, "ann", size=size)
                self.table.enter("bob")
                lines = ann.screen().lines
                blanks = [(line.index("□"), number) for number, line in enumerate(lines) if "□" in line]
                self.assertEqual((str(ann.screen()).count("□"), len(blanks)), (side * side, side), size)
                column, line = blanks[-1]
                ann.click(column, line)
                ann.click(lines[line].rindex("□"), line)
                self.assertEqual(self.clicked(ann), [f"cell/0/{side - 1}", f"cell/{side - 1}/{side - 1}"], size)
                self.assertEqual([len(line) for line in lines], [size[0]] * size[1])

    def test_the_last_mark_stands_out(self) -> None:
        ann = self.room("00 01", depth=16777216)[0]
        self.assertEqual([ann.screen().background(2, line) for line in (3, 7)], ["#1a1f2a", "#303a4d"])

    def test_where_there_are_no_lines_between_the_rows_every_second_cell_is_paler(self) -> None:
        table = OwnTable(Noughts, is_held=False, board=9)
        ann = Playing(table, "ann", size=(80, 25), depth=16777216)
        table.enter("bob")
        shown = ann.screen()
        self.assertEqual([shown.background(column, 2) for column in (1, 6)], ["#242b39", "#1a1f2a"])
        self.assertEqual([shown.background(column, 3) for column in (1, 6)], ["#1a1f2a", "#242b39"])

    def test_in_ascii_marks_are_letters(self) -> None:
        text = self.text("00 10", signs=ASCII)
        self.assertTrue(text.isascii())
        self.assertIn("XX  XX", text)
        self.assertIn("OO  OO", text)

    def test_clicks(self) -> None:
        for size in ((60, 20), (80, 25), (120, 40)):
            ann, _ = self.room(size=size)
            ann.click(0, 2)
            self.assertEqual(self.clicked(ann), ["cell/0/0"], size)
            away, _ = self.room(size=size)
            away.click_on("Home")
            self.assertFalse(away.seat.is_at_the_table)
        ann.click(61, 29)
        ann.click(20, 2)  # between two cells
        self.assertEqual(self.clicked(ann), ["cell/2/2"])

    def clicked(self, ann: Playing) -> list[str]:
        return [ann.model.role_of(cmd.objid) for cmd in ann.sent() if cmd.objid is not None]
