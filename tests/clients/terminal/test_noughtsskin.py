"""Noughts and crosses on the screen: the marks, whose turn it is, the clock, and who has won."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server
from tests.doubles.roomscreen import seen_by
from tests.doubles.terminal import ANN, BOB, Stage, matrix, tile
from tilenet.catalogue import GamePlugin
from tilenet.clients.terminal.inks import Depth
from tilenet.clients.terminal.noughtsskin import drawn_mark
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.games.noughts import Noughts
from tilenet.wire.messages import Cmd, Message, Set


def room(
    marks: str = ".........", states: tuple[str, str] = ("to move", "waits"), clock: str = "45 s"
) -> list[Message]:
    cells = [tile(1 + n, n % 3, n // 3, mark, energy=int(mark == ".")) for n, mark in enumerate(marks)]
    seats = [tile(20 + x, x, 3, name, energy=0, text=states[x]) for x, name in enumerate(("X ann", "O bob"))]
    side = [tile(30, 3, 0, "Home"), tile(31, 3, 1, "Help"), tile(32, 3, 2, "Restart", energy=0)]
    clock_tile = tile(22, 2, 3, clock, energy=0)
    return [matrix(4, 4, "Noughts and crosses", "ann against bob."), *cells, *seats, clock_tile, *side, ANN, BOB]


class NoughtsOnTheScreen(SynchronousTestCase):
    def stage(
        self, *more: Message, size: tuple[int, int] = (80, 25), depth: Depth = 1, signs: Signs = FANCY, **how: object
    ) -> Stage:
        return Stage(*room(**how), *more, size=size, depth=depth, signs=signs)  # type: ignore[arg-type]

    def test_marks_are_drawn(self) -> None:
        lines = str(self.stage(marks="X........", size=(60, 20)).screen()).split("\n")
        self.assertEqual([line[1:7] for line in lines[2:5]], ["██  ██", "  ██  ", "██  ██"])
        self.assertEqual(lines[5][:26], "────────┼────────┼────────")
        lines = str(self.stage(marks=".O.......", size=(60, 20)).screen()).split("\n")
        self.assertEqual([line[10:16] for line in lines[2:5]], ["  ██  ", "██  ██", "  ██  "])

    def test_cells_that_can_be_clicked_have_a_sign(self) -> None:
        self.assertEqual(str(self.stage(marks="XO.......").screen()).count("□"), 7)
        self.assertEqual(str(self.stage(*(Set(f"t{n}", energy=0) for n in range(1, 10))).screen()).count("□"), 0)

    def test_they_grow_with_the_window(self) -> None:
        for size, lines in (((60, 20), 3), ((80, 25), 3), ((120, 40), 7), ((160, 50), 10), ((300, 100), 11)):
            text = str(self.stage(marks="X........", size=size).screen())
            widest = drawn_mark("X", lines)[0].replace("#", "█")
            self.assertIn(widest, text, size)
            self.assertEqual([len(line) for line in text.split("\n")], [size[0]] * size[1])

    def test_a_nought_is_round_and_a_cross_is_not(self) -> None:
        for lines in range(3, 12):
            nought, cross = drawn_mark("O", lines), drawn_mark("X", lines)
            self.assertEqual((nought[0][:2], cross[0][:2]), ("  ", "##"))
            self.assertEqual((nought[lines // 2][:2], {len(row) for row in nought + cross}), ("##", {2 * lines}))

    def test_whose_turn_it_is_and_the_clock(self) -> None:
        mine, theirs = self.stage(), self.stage(states=("waits", "to move"))
        for part in ("X ann", "to move, 45 s", "O bob", "Your turn."):
            self.assertIn(part, str(mine.screen()))
        self.assertNotIn("Your turn.", str(theirs.screen()))
        lines = str(theirs.screen()).split("\n")
        (bob,) = [number for number, line in enumerate(lines) if " O bob" in line]
        self.assertIn("to move, 45 s", lines[bob + 1])

    def test_the_winner_is_announced(self) -> None:
        for states, words in (
            (("wins", "loses"), "You win!"), (("loses", "wins"), "You lose."), (("a draw", "a draw"), "A draw.")
        ):  # fmt: skip
            self.assertIn(words, str(self.stage(states=states, clock="").screen()))

    def test_whoever_has_no_seat_watches(self) -> None:
        self.assertIn("You're watching.", str(self.stage(Set("t20", name="X cid")).screen()))
        waiting = self.stage(Set("t21", name="O"), Set("t20", text="waits"))
        self.assertIn("O nobody yet", str(waiting.screen()))

    def test_marks_have_the_colours_of_the_server(self) -> None:
        shown = self.stage(Set("t1", name="X", fgcolor="ff7fa8f5", bgcolor="ff1a1f2a"), depth=16777216).screen()
        ink = shown.ink(2, 3)
        assert ink is not None
        self.assertEqual((ink.foreground, ink.background), ("#7fa8f5", "#1a1f2a"))

    def test_in_ascii_marks_are_letters(self) -> None:
        text = str(self.stage(marks="XO.......", signs=ASCII).screen())
        self.assertTrue(text.isascii())
        self.assertIn("XX  XX", text)
        self.assertIn("OO  OO", text)

    def test_clicks(self) -> None:
        for size in ((60, 20), (80, 25), (120, 40)):
            stage = self.stage(size=size)
            stage.screen()
            stage.click(0, 2)
            for word in ("Home", "Help"):
                stage.click_on(word)
            self.assertEqual(stage.sent(), [Cmd("click", "t1"), Cmd("click", "t30"), Cmd("click", "t31")])
        stage.click(61, 29)
        self.assertEqual(stage.sent(), [Cmd("click", "t9")])
        stage.click(20, 2)  # between two cells
        self.assertEqual(stage.sent(), [])

    def test_another_room_of_that_size_is_drawn_as_a_grid(self) -> None:
        for change in (Set("t1", name="pot"), Set("t20", name="ann"), Set("t20", text="sings"), Set("t32", name="Go")):
            self.assertNotIn("Your turn.", str(self.stage(change).screen()))

    def test_the_room_itself_is_drawn(self) -> None:
        """Its tiles are where the skin expects them, in every state."""
        server = Server([GamePlugin("noughts", Noughts)])
        ann, bob = server.join("ann"), server.join("bob")
        for client in (ann, bob):
            client.click("Noughts and crosses")
        shown = []
        for number, cell in enumerate([None, (0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]):
            if cell is not None:
                player = bob if number % 2 == 0 else ann
                player.send(f'<cmd type="click" objid="{player.model.grid()[cell]}"/>'.encode())
            text = str(seen_by(ann).screen())
            shown.append(next(words for words in ("Your turn.", "You win!", "O bob") if words in text))
        self.assertEqual(shown, ["Your turn.", "O bob", "Your turn.", "O bob", "Your turn.", "You win!"])
