"""Records on the screen: two blocks of ten rows, what is chosen, the plot, and what is clicked."""

from __future__ import annotations

from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client
from tests.doubles.librarian import Library
from tests.doubles.terminal import HOSTILE, Stage, is_harmless
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.inks import DEPTHS, Depth
from tilenet.clients.terminal.recordsskin import COMMANDS, plotted
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.game import Feat
from tilenet.records import Best, Career, Contents, Finished, Latest, Overview, Own, OwnResult, Placed, Ranked
from tilenet.wire.codec import Decoder, encode
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import Set, Xresponse

GAMES = "Dancing", "Memory", "Memory, large", "Noughts and crosses", "Set", "Tombala"
BEST = tuple(Ranked(place, f"p{place}", 1200.4 - place, 40 - place, 500 + place) for place in range(1, 21))
CAREER = Career(
    "ann",
    12,
    5,
    1034.2,
    21.0,
    (Feat("best streak", 4.0), Feat("fastest set", 3.25, "s", is_less_better=True)),
    (900.0, 1000.0, 1034.2),
    (OwnResult(0, 2, 4, 9.0, 1034.2),),
)
SMALL, NARROW, LARGE = (80, 25), (70, 25), (120, 40)


class RecordsSkinTestCase(SynchronousTestCase):
    """The real room, and what it sends, on the screen."""

    def open(
        self,
        best: object = BEST,
        *,
        games: Sequence[str] = GAMES,
        depth: Depth = 1,
        signs: Signs = FANCY,
        size: tuple[int, int] = SMALL,
    ) -> Stage:
        self.library = Library()
        self.ann: Client = self.library.visit("ann", 1)
        self.ann.send(b'<xrequest options="facts"/>')
        self.library.answer(Overview, Contents(1, tuple(games), games[0]))
        self.library.answer(Best, best)
        self._decoder = Decoder(SERVER, 2**20)
        self.stage = Stage(depth=depth, signs=signs, size=size)
        self.pass_on()
        self.stage.controller.focus = 0, 0
        return self.stage

    def pass_on(self) -> Stage:
        """The client gets what the server has sent, and the server what the client has clicked."""
        for command in self.stage.sent():
            self.ann.send(encode(command))
        raw, self.ann.raw = self.ann.raw, b""
        self.stage.tell(*(one for one in self._decoder.feed(raw) if isinstance(one, Set | Xresponse)))
        return self.stage

    def body(self) -> list[str]:
        return [line.rstrip() for line in self.stage.screen().lines]


class Painting(RecordsSkinTestCase):
    def test_twenty_rows_in_two_blocks(self) -> None:
        self.open()
        lines = self.body()
        self.assertEqual(lines[2], "▐Home▌ Help  Refresh [By rating] By wins  Latest  Mine  Today  This month [Ever]")
        self.assertEqual(lines[3], "[Dancing] Memory  Memory, large  Noughts and crosses  Set  Tombala")
        heading = "   # Name             Rating Wins Games"
        self.assertEqual(lines[4], f"{heading} {heading}")
        first, eleventh = "   1 p1                 1199   39   501", "  11 p11                1189   29   511"
        self.assertEqual(lines[5], f"{first} {eleventh}")
        last, twentieth = "  10 p10                1190   30   510", "  20 p20                1180   20   520"
        self.assertEqual(lines[14], f"{last} {twentieth}")

    def test_many_games_take_several_lines(self) -> None:
        self.open(games=[f"a game with a long name {number}" for number in range(10)])
        self.assertIn("a game with a long name…", self.body()[3])
        self.assertIn("Rating", self.body()[7])

    def test_it_fits_and_every_row_is_as_wide_as_the_screen(self) -> None:
        for size in ((60, 20), NARROW, SMALL, (97, 26), LARGE):
            shown = self.open(size=size).screen()
            self.assertEqual({columns(line) for line in shown.lines}, {size[0]})
            for text in ("[By rating]", "Tombala", "p20", "1180"):
                self.assertIn(text, str(shown))

    def test_a_smaller_terminal_gets_the_grid(self) -> None:
        for size in ((59, 25), (60, 19)):
            self.assertNotIn("   1 p1", str(self.open(size=size).screen()))

    def test_others_are_listed_if_there_is_room(self) -> None:
        self.assertIn("Here (1)", str(self.open(size=LARGE).screen()))
        self.assertNotIn("Here (1)", str(self.open(size=SMALL).screen()))

    def test_my_own_row_stands_out(self) -> None:
        shown = self.open((*BEST[:3], Ranked(4, "ann", 900.0, 1, 2)), depth=16777216).screen()
        x, y = shown.find("  4 ann")
        self.assertEqual(shown.ink(x + 4, y), self.stage.inks["me"])
        self.assertEqual(shown.ink(x + 4, y - 1), self.stage.inks["plain"])

    def test_all_of_it_is_readable_at_every_depth(self) -> None:
        texts = {str(self.open(depth=depth).screen()) for depth in DEPTHS.values()}
        self.assertEqual(len(texts), 1)

    def test_the_plot(self) -> None:
        for signs, plot in ((FANCY, " ▁▆█ 900 to 1034"), (ASCII, " 168 900 to 1034")):
            self.open(signs=signs).press("m")
            self.pass_on()
            self.library.answer(Own, CAREER)
            self.pass_on()
            self.assertEqual(self.body()[15], plot)
            self.assertTrue(signs is FANCY or "".join(self.body()).isascii())
            self.assertIn("Fastest set       3.2 s", self.body()[10])

    def test_names_of_strangers_are_harmless(self) -> None:
        self.open()
        for number, name in enumerate(HOSTILE):
            self.stage.tell(Set(self.ann.model.grid()[1, 3 + number % 10], name=name))
            shown = self.stage.screen()
            self.assertTrue(is_harmless("".join(shown.lines)))
            self.assertEqual({columns(line) for line in shown.lines}, {80})

    def test_a_plot_goes_from_the_lowest_to_the_highest(self) -> None:
        for numbers, plot in (([900, 1000, 1034], "168"), ([7, 7], "55"), ([3], "5"), ([2, 1], "81")):
            self.assertEqual(plotted(numbers, "12345678"), plot)

    def test_a_name_cannot_choose_anything(self) -> None:
        self.open((Ranked(1, "[By wins]", 1.0, 1, 1), Ranked(2, "Ever", 1.0, 1, 1)))
        self.assertIn(" By wins ", self.body()[2])

    def test_a_winner_stands_out_among_the_latest(self) -> None:
        self.open(depth=16777216).press("l")
        self.pass_on()
        placed = Placed(1, "bob", 3.0), Placed(1, "ann", 3.0)
        self.library.answer(Latest, (Finished(60.0, True, 2, placed), Finished(90.0, True, 2, placed[:1])))
        shown = self.pass_on().screen()
        x, y = shown.find("bob, ann")
        self.assertEqual([shown.ink(x, y), shown.ink(x, y + 1)], [self.stage.inks["me"], self.stage.inks["plain"]])


class Clicking(RecordsSkinTestCase):
    def test_by_the_mouse(self) -> None:
        self.open().click_on("By wins")
        self.assertIn("▐By wins]", self.pass_on().screen().lines[2])
        self.stage.click_on("Memory, large")
        self.assertIn("▐Memory, large]", self.pass_on().screen().lines[3])
        self.stage.click_on("Latest")
        self.pass_on()
        self.assertEqual(self.library.waiting[-1].__class__, Best)  # the first is still under way
        self.library.answer(Best, ())
        self.assertEqual(self.library.answer(Latest, ()), Latest("Memory, large"))

    def test_every_tile_is_where_it_is_drawn(self) -> None:
        self.open().controller.focus = 0, 13
        names = [self.stage.model.tile(role).name for role in COMMANDS]  # type: ignore[union-attr]
        for name in (*names, *GAMES, "p1 ", "1199", "p20", "520"):
            column, line = self.stage.screen().find(f" {name}" if name == "Memory" else name)
            cell = self.stage.room_screen.skin.at(column + (name == "Memory"), line - 2)
            assert isinstance(cell, tuple)
            self.assertEqual(self.stage.tile(cell).name, name.strip())

    def test_by_the_arrows(self) -> None:
        self.open()
        self.stage.controller.focus = 3, 0
        self.stage.press("right", "enter")
        self.assertIn("▐By wins]", self.pass_on().screen().lines[2])
        self.library.answer(Best, BEST)
        self.pass_on().press("down", "down", "down")
        self.assertEqual(self.stage.controller.focus, (4, 3))
        self.stage.press("left")
        self.assertIn("▐  39▌", self.stage.screen().lines[5])
        self.stage.press(*["down"] * 10)
        self.assertEqual((self.stage.controller.focus, self.body()[15]), ((3, 13), "▐"))

    def test_by_keys_that_the_last_line_names(self) -> None:
        self.open()
        self.assertIn("r by rating · w by wins · l latest · m mine · g next game", self.body()[-1])
        self.stage.press("g")
        self.assertIn("[Memory]", self.pass_on().screen().lines[3])

    def test_somebody_in_the_list_is_talked_to(self) -> None:
        self.open(size=LARGE)
        self.stage.click_on("you")
        self.assertEqual(self.stage.typed, "@ann ")
