"""Dancing on the screen: the board in half blocks and in digits, what is beside it, scrolling, and what is clicked."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from math import dist
from random import Random
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.eyes import EYES, seen
from tests.doubles.playing import Playing
from tests.doubles.terminal import HOSTILE, Screen, Stage, colours, is_harmless, told
from tilenet.clients.model import Cell
from tilenet.clients.terminal.dancingboard import FOCUS, GROUND, STAR
from tilenet.clients.terminal.dancingpanel import LEAST_WIDTH, WIDEST
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.inks import BLACK, DEPTHS, WHITE, Colour, Depth, contrast, read
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.games.dancing.events import Dance, Done, Finish, Place, TakeSeat
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.instances import write
from tilenet.games.dancing.table import PALETTE
from tilenet.testing import Seat, Table

FULL: Depth = 16777216
TOP = 3  # the first line of the body: below the title and a headline of two lines
SMALL, LARGE = (80, 25), (120, 50)
SIZES = (60, 22), (80, 24), SMALL, (81, 26), LARGE, (200, 60)
DANCERS = [read(colour, BLACK, BLACK) for colour in PALETTE]
CORNER = {(0, 0): 1, (0, 1): 2}


def on(x: int, y: int) -> Cell:
    """The cell of the matrix for a column and a row of the board."""
    return 2 + x, y


def match_on(size: int, dancers: Mapping[Cell, int], rounds: int = 2) -> type[DancingGame]:
    """A match on a board with these dancers. Their cells are the protocol's: row and column."""
    colours = sorted({*dancers.values()})
    groups = [[cell for cell, colour in dancers.items() if colour == one] for one in colours]

    class Match(DancingGame):
        def __init__(self, random: Random) -> None:
            super().__init__(random, instance=write(groups), size=size, rounds=rounds)

    return Match


class DancingSkinTestCase(SynchronousTestCase):
    bob: Seat
    left: int  # where the board begins on the screen

    def watch(self, side: int = 30, dancers: Mapping[Cell, int] = CORNER, **how: Any) -> Playing:
        """eve watches, while ann and bob, two programs, play."""
        self.table = Table(match_on(side, dancers))
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")
        for program in (self.ann, self.bob):
            program.ask(TakeSeat())
        return self.look(side, "eve", **how)

    def play(
        self, side: int = 12, dancers: Mapping[Cell, int] = CORNER, star: Cell | None = None, **how: Any
    ) -> Playing:
        """ann plays, and it is her turn to dance."""
        self.table = Table(match_on(side, dancers))
        stage = self.look(side, "ann", **how)
        stage.seat.click("dance")
        self.bob = self.table.enter("bob")
        self.bob.ask(TakeSeat())
        self.bob.ask(Place(1, [star or (side - 1, side - 1)]))
        stage.screen()
        return stage

    def look(
        self, side: int, name: str, depth: Depth = FULL, focus: Cell | None = None, signs: Signs = FANCY, **how: Any
    ) -> Playing:
        stage = Playing(self.table, name, depth=depth, signs=signs, **how)
        stage.controller.focus = focus or stage.thing("home").cell
        across = min(side, (stage.size[0] - LEAST_WIDTH - 2) // 2)
        self.left = min(stage.size[0] - 2 * across - 2, WIDEST)
        return stage

    def show(self, step: list[tuple[int, int, int, int]], star: Cell) -> None:
        """bob places a star, ann lets some dancers move, and the stage shows it."""
        self.bob.ask(Place(1, [star]))
        self.ann.ask(Dance(1, [step]))
        self.table.advance(1)

    def halves(self, shown: Screen, x: int, y: int, top: int = 0) -> tuple[Colour, Colour]:
        """The colours of a cell of the board in half blocks: x is its column."""
        line, is_lower = divmod(y - top, 2)
        found = [colours(shown.ink(self.left + 1 + 2 * x + n, TOP + line))[is_lower] for n in (0, 1)]
        return found[0], found[1]

    def cell(self, shown: Screen, x: int, y: int) -> str:
        """The characters of a cell of the board in digits."""
        return shown.text(self.left + 1 + 2 * x, TOP + y, 2)

    def beside(self, stage: Stage) -> list[str]:
        shown = stage.screen()
        return [shown.text(0, TOP + y, LEAST_WIDTH).rstrip() for y in range(13)]


class Layouts(DancingSkinTestCase):
    def test_all_sizes_signs_and_depths_are_exactly_as_wide_as_the_terminal(self) -> None:
        for side, depth, signs in product((12, 31), DEPTHS.values(), (FANCY, ASCII)):
            make = self.play if side == 12 else self.watch
            stage = make(side, depth=depth, signs=signs)
            for size in SIZES:
                stage.size = size
                shown = stage.screen()
                self.assertEqual([columns(line) for line in shown.lines], [size[0]] * size[1])
                self.assertIn("Spoiler bob", str(shown))
                self.assertTrue(signs is FANCY or str(shown).isascii())

    def test_thirty_by_thirty_is_whole_at_80x25_and_fifty_by_fifty_at_120x50(self) -> None:
        for size, last in ((SMALL, 29), (LARGE, 49)):
            corners = {(0, 0): 1, (0, last): 2, (last, 0): 3, (last, last): 4}
            shown = self.watch(last + 1, corners, size=size).screen()
            for (y, x), colour in corners.items():
                self.assertEqual(self.halves(shown, x, y), (DANCERS[colour - 1],) * 2)
            self.assertNotIn(f" of 0-{last}", str(shown))
        shown = self.watch(29, {(0, 0): 1, (28, 28): 2}).screen()  # the last row of an odd board has a line alone
        self.assertEqual([self.halves(shown, 28, y)[0] for y in (28, 29)], [DANCERS[1], Colour(0, 0, 0)])

    def test_sixteen_by_sixteen_is_whole_at_80x24_and_80x25_also_for_those_who_play(self) -> None:
        for size, heard in (((80, 24), 2), (SMALL, 3), ((80, 26), 3)):
            for depth, signs in ((1, ASCII), (FULL, FANCY)):
                stage = self.play(16, {(0, 0): 1, (15, 15): 2}, star=(7, 7), size=size, depth=depth, signs=signs)
                shown = stage.screen()
                top = TOP - 1 if size[1] < 26 else TOP
                self.assertEqual([shown.text(self.left + 1 + 2 * n, top + n, 1) for n in (0, 15)], ["1", "2"])
                self.assertNotIn(" of 0-15", str(shown))
                budget = stage.room_screen.skin.budget(*size)
                self.assertEqual(budget and budget.heard(size[1]), heard)

    def test_few_colours_or_ascii_mean_digits(self) -> None:
        for depth, signs in ((1, FANCY), (16, FANCY), (1, ASCII), (FULL, ASCII)):
            shown = self.watch(30, {(0, 0): 1, (2, 1): 2}, depth=depth, signs=signs).screen()
            self.assertEqual(self.cell(shown, 1, 2), "2 ")
            self.assertIn("columns 0-29, rows 0-14 of 0-29", shown.lines[-3])

    def test_everything_beside_the_board_is_there_in_60_by_20(self) -> None:
        for signs in (FANCY, ASCII):
            stage = self.watch(size=(60, 20), signs=signs)
            text = str(stage.screen())
            self.assertEqual([len(line) for line in text.split("\n")], [60] * 20)
            for part in ("Home", "Lobby", "Pause", "Step 0/0", "Dancer", "Spoiler bob", "F10 leave"):
                self.assertIn(part, text)
        for size in ((59, 25), (80, 19)):
            self.assertNotIn("Spoiler bob", str(self.watch(size=size).screen()))

    def test_lines_are_left_for_what_is_heard(self) -> None:
        for size, heard in ((SMALL, 3), ((60, 22), 3), (LARGE, 13)):
            stage = self.watch(size=size)
            for number in range(30):
                self.ann.say(f"Line {number}.")
            self.assertEqual(str(stage.screen()).count(": Line "), heard, size)


class Cells(DancingSkinTestCase):
    def test_in_half_blocks(self) -> None:
        stage = self.watch(30, {(0, 0): 1, (1, 1): 2, (2, 6): 3, (3, 5): 4})
        self.show([(1, 1, 1, 0), (2, 6, 2, 5)], star=(4, 5))
        shown = stage.screen()
        self.assertEqual(self.halves(shown, 0, 0), (DANCERS[0], DANCERS[0]))
        self.assertEqual(self.halves(shown, 0, 1), (DANCERS[1], WHITE))
        self.assertEqual(self.halves(shown, 5, 2), (DANCERS[2], WHITE))
        self.assertEqual(self.halves(shown, 5, 4), (STAR, GROUND[1]))
        self.assertEqual([self.halves(shown, *place)[0] for place in ((6, 2), (6, 3))], [GROUND[0], GROUND[1]])

    def test_lines_that_touch_can_be_told_apart(self) -> None:
        dancers = {(x, y): 1 + y % 3 for x, y in product(range(2), range(6))}
        first, second = Colour(0xF6, 0xF6, 0xE0), Colour(0xAF, 0x5F, 0xFF)
        for size, depth in ((30, FULL), *product((12,), DEPTHS.values())):
            stage = self.watch(size, dancers, depth=depth)
            self.bob.ask(Place(1, [(11, 11)]))
            self.ann.ask(Done(1))
            self.ann.ask(Finish(1, [(0, 0, 0, 2), (0, 3, 0, 5), (1, 3, 1, 5), (1, 0, 1, 2)]))
            self.table.advance(1)
            shown = stage.screen()
            if size == 30:
                found = [[self.halves(shown, y, x)[1] for y in range(6)] for x in range(2)]
                self.assertEqual(found, [[first] * 3 + [second] * 3, [second] * 3 + [first] * 3])
            else:
                self.assertEqual(shown.text(self.left + 1, TOP, 12), "1=2=3=1-2-3-")

    def test_in_digits_without_colours(self) -> None:
        for signs in (FANCY, ASCII):
            stage = self.play(12, {(5, 5): 1, (5, 6): 2, (8, 8): 3, (0, 0): 4}, (5, 4), depth=1, signs=signs)
            for act in ((5, 5), (5, 6), (8, 8)):  # two in one cell, and another who is selected
                stage.seat.click(("cell", *act))
            shown = stage.screen()
            found = [self.cell(shown, x, y) for x, y in ((0, 0), (4, 5), (5, 5), (6, 5), (8, 8))]
            self.assertEqual(found, ["4 ", "* ", ". ", "12", "3<"])
            stage.seat.click("undo")
            stage.seat.click("undo")
            stage.seat.click(("cell", 0, 0))
            stage.seat.click(("cell", 0, 1))
            self.assertEqual(self.cell(stage.screen(), 1, 0), "4'")

    def test_eyes_that_cannot_tell_red_from_green_can_tell_dancers_apart(self) -> None:
        for kind, eyes in EYES.items():
            found = [seen(colour, eyes) for colour in DANCERS]
            for number, least in ((4, 0.1), (6, 0.075), (9, 0.07)):
                closest = min(dist(*pair) for pair in combinations(found[:number], 2))
                self.assertGreaterEqual(closest, least, (kind, number))

    def test_digits_can_be_read_on_their_colours(self) -> None:
        shown = self.watch(12, {(0, y): 1 + y for y in range(9)}).screen()
        for x in range(9):
            self.assertGreaterEqual(contrast(*colours(shown.ink(self.left + 1 + 2 * x, TOP))), 4.5)


class Beside(DancingSkinTestCase):
    def test_at_80x25(self) -> None:
        stage = self.watch(30, CORNER, focus=(0, 3))
        self.show([(0, 0, 1, 0)], star=(9, 9))
        self.table.advance(1.5)
        self.assertEqual(
            self.beside(stage),
            [
                "   Home     Dance",
                "   Help     Spoil",
                " l Lobby",
                "▐s Slower▌",
                " f Faster",
                " p Pause",
                " a Again",
                " 118 s",
                " dancer thinks",
                " Round 1/2",
                " Step 1/1",
                " Dancer  ann",
                " Spoiler bob",
            ],
        )
        self.assertIn("ann is thinking.", stage.screen().lines[1])
        self.assertEqual(stage.room_screen.due(), 3.0)
        self.table.clock.advance(0.5)
        self.assertEqual(self.beside(stage)[7], " 117 s")  # whatever the server's tile says

    def test_the_player_whose_turn_it_is_sees_the_match_and_has_keys(self) -> None:
        stage = self.play(12)
        stage.controller.focus = 1, 5
        found = self.beside(stage)
        keys = ["            Done", "            Step", "         ▐u Undo ▌", "          n Lines"]
        self.assertEqual(found[3:7], keys)
        self.bob.click("pause")
        for tile in (("cell", 0, 0), ("cell", 1, 0), "step ends"):
            stage.seat.click(tile)
        self.assertEqual(self.beside(stage)[9:], [" Round 1/2", " Step 1/1", " Dancer  ann", " Spoiler bob"])

    def test_what_the_match_waits_for(self) -> None:
        self.table = Table(match_on(12, CORNER, rounds=1))
        stage = self.look(12, "eve")
        words = [self.beside(stage)[8]]
        ann, bob = self.table.enter("ann"), self.table.enter("bob")
        for seat, request in (
            (ann, TakeSeat()),
            (bob, TakeSeat()),
            (bob, Place(1, [(5, 5)])),
            (ann, Done(1)),
            (ann, Finish(1, [(0, 0, 0, 1)])),
        ):
            seat.ask(request)
            words.append(self.beside(stage)[8])
        waits = " no match yet"
        self.assertEqual(words, [waits, waits, " spoiler thinks", " dancer thinks", " lines are due", " match is over"])
        for _ in range(3):
            self.table.advance(0.2)
        self.assertEqual(stage.model.result["reason"], "goal")

    def test_a_pause_can_be_seen(self) -> None:
        for depth in DEPTHS.values():
            stage = self.watch(depth=depth)
            inks = []
            for _ in range(2):
                shown = stage.screen()
                column, line = shown.find("p Pause")
                inks.append(shown.ink(column + 2, line))
                self.bob.click("pause")
            self.assertNotEqual(*inks)

    def test_players_are_beside_the_board_or_below_it_and_a_click_talks_to_them(self) -> None:
        for side, size, place in ((12, SMALL, (26, TOP)), (50, (120, 40), (0, TOP + 14)), (30, LARGE, (30, TOP))):
            stage = self.watch(side, size=size)
            column, line = stage.screen().find("Here (3)")
            self.assertEqual((column, line), place)
            stage.click(column, line + 2)
            self.assertEqual(stage.typed, "@ann ")

    def test_the_line_of_keys(self) -> None:
        keys = "s slower · f faster · p pause · a again · Tab chat"
        self.assertEqual(self.watch().screen().lines[-1].strip(), f"{keys} · F1 help · F10 leave")
        line = self.watch(size=LARGE).screen().lines[-1].strip()
        self.assertEqual(line, f"{keys} · ←↑↓→ Enter click · l Lobby · F1 help · F10 leave")
        for size in (SMALL, LARGE):
            line = self.play(size=size).screen().lines[-1]
            self.assertTrue(line.startswith(" Space step · u undo · n lines · Tab chat · "), line)

    def test_names_of_all_kinds(self) -> None:
        """A server could say anything."""
        odd = [*HOSTILE, "\u65e5\u672c\u8a9e" * 9, "x" * 3000, "  ", "", "118 s", "\U0001f600" * 20]
        stage = self.watch()
        for text, size in product(odd, (SMALL, LARGE)):
            seats = {"0": {"player": {"name": text}}, "1": {"player": {"name": text}}}
            stage.tell(told(room=self.table.room.objid, facts={"seats": seats}))
            shown = stage.screen(size)
            self.assertEqual([columns(line) for line in shown.lines], [size[0]] * size[1])
            self.assertTrue(is_harmless(str(shown).replace("\n", "")), ascii(text))
            self.assertIn(" Dancer ", str(shown))


class Scrolling(DancingSkinTestCase):
    def test_a_large_board_follows_the_focus(self) -> None:
        stage = self.watch(50, {(0, 0): 1, (49, 49): 2}, focus=on(49, 49))
        shown = stage.screen()
        self.assertIn("columns 20-49, rows 20-49 of 0-49", shown.lines[-3])
        self.assertEqual(self.halves(shown, 29, 29)[0], DANCERS[1])
        stage.press(*["up"] * 30)
        self.assertIn("columns 20-49, rows 19-48 of 0-49", stage.screen().lines[-3])

    def test_the_wheel_scrolls_by_a_row(self) -> None:
        stage = self.watch(50, {(0, 0): 1, (3, 0): 2}, focus=(0, 12))  # beside the board
        self.assertIn("columns 0-29, rows 0-29 of 0-49", stage.screen().lines[-3])
        stage.wheel("down", self.left + 5, 5, times=3)
        shown = stage.screen()
        self.assertIn("columns 0-29, rows 3-32 of 0-49", shown.lines[-3])
        self.assertEqual(self.halves(shown, 0, 3, top=3)[0], DANCERS[1])


class Clicks(DancingSkinTestCase):
    def clicked(self, stage: Playing) -> list[str]:
        return [stage.model.role_of(cmd.objid) for cmd in stage.sent()]

    def test_every_cell_of_a_player_can_be_clicked(self) -> None:
        stage = self.play(12)
        for x, y in product(range(12), range(12)):
            for half in (0, 1):
                stage.click(self.left + 1 + 2 * x + half, TOP + y)
                self.assertEqual(self.clicked(stage), [f"cell/{y}/{x}"])

    def test_whoever_has_the_turn_sees_a_line_for_each_row_even_if_that_must_scroll(self) -> None:
        stage = self.play(30, {(29, 0): 1, (0, 0): 2}, star=(15, 15))
        self.assertNotIn("larger than", str(stage.screen()))  # nothing lies on the board
        stage.controller.focus = on(0, 29)
        shown = stage.screen()
        self.assertIn("columns 0-29, rows 15-29 of 0-29", shown.lines[-3])
        self.assertEqual(shown.text(self.left, TOP + 14, 3), "▐1▌")
        stage.click(self.left + 1, TOP + 13)
        self.assertEqual(self.clicked(stage), ["cell/28/0"])
        stage.press("up", "right", "enter")
        self.assertEqual(self.clicked(stage), ["cell/27/1"])

    def test_in_half_blocks_the_left_half_is_the_upper_row_and_the_right_half_the_lower(self) -> None:
        stage = self.watch()
        for column, line, cell in ((1, 0, (0, 0)), (2, 0, (0, 1)), (59, 14, (29, 28)), (60, 14, (29, 29))):
            stage.click(self.left + column, TOP + line)
            self.assertEqual(stage.controller.focus, on(*cell))
            self.assertEqual(self.clicked(stage), [])

    def test_margins_and_what_is_below_the_board(self) -> None:
        stage = self.play(12)
        stage.controller.focus = on(5, 5)
        for column, line in ((0, 0), (25, 0), (5, 12)):
            stage.click(self.left + column, TOP + line)
            self.assertEqual((stage.controller.focus, self.clicked(stage)), (on(5, 5), []))

    def test_commands_by_mouse_and_by_key(self) -> None:
        for side, size in ((30, SMALL), (30, LARGE), (12, SMALL)):
            stage = self.watch(side, size=size)
            for name in ("Slower", "Faster", "Pause", "Again"):
                column, line = stage.screen().find(f" {name}")
                stage.click(column + 1, line)
                self.assertEqual(self.clicked(stage), [name.lower()])
            stage.press("s", "f", "p", "a")
            self.assertEqual(self.clicked(stage), ["key/slower", "key/faster", "key/pause", "key/again"])
        stage = self.play(12)
        for name, role in (("Step", "step ends"), ("Undo", "undo"), ("Lines", "lines")):
            column, line = stage.screen().find(f" {name}  ")
            stage.click(column + 1, line)
            self.assertEqual(self.clicked(stage)[:1], [role])

    def test_the_focus_can_be_seen(self) -> None:
        shown = self.watch(focus=on(4, 7)).screen()
        self.assertEqual([colours(shown.ink(self.left + x, TOP + 3))[1] for x in (8, 11)], [FOCUS, FOCUS])
        self.assertEqual(colours(shown.ink(self.left + 8, TOP + 3))[0], GROUND[(3 + 6) % 2])
        for depth in DEPTHS.values():
            for signs, marked in ((FANCY, "▐.▌"), (ASCII, ">.<")):
                shown = self.watch(12, depth=depth, signs=signs, focus=on(4, 7)).screen()
                self.assertEqual(shown.text(self.left + 8, TOP + 7, 3), marked)

    def test_the_focus_hides_neither_the_second_dancer_nor_a_sign(self) -> None:
        stage = self.play(12, {(5, 5): 1, (5, 6): 2, (8, 8): 3}, depth=1)
        for act in ((5, 5), (5, 6), (8, 8)):
            stage.seat.click(("cell", *act))
        for x, y, marked in ((6, 5, "▐12"), (8, 8, "▐3<")):
            stage.controller.focus = on(x, y)
            self.assertEqual(stage.screen().text(self.left + 2 * x, TOP + y, 3), marked)

    def test_the_focus_goes_to_the_board_when_the_turn_begins_and_only_then(self) -> None:
        stage = self.play(12)
        self.assertEqual(stage.controller.focus, on(6, 6))
        stage.controller.focus = 1, 4
        stage.seat.click(("cell", 0, 0))
        self.assertEqual(stage.controller.focus, (1, 4))
