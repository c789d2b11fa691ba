"""Set on the screen: how cards are drawn, what is selected, the animation frame by frame, what can be clicked."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.terminal_stage import ANN, Stage, key, matrix, tile
from tilenet.clients.terminal.inks import Depth
from tilenet.clients.terminal.setskin import FRAME, FRAMES, frame_width
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.messages import Cmd, Message, Set

NAMES = [
    *("1 red █ diamond", "2 red █ diamond", "3 red █ diamond", "1 blue o box"),
    *("2 blue @ slash", "3 yellow o diamond", "1 yellow @ box", "2 red @ box"),
    *("3 blue █ slash", "1 red o slash", "2 yellow █ box", "3 red @ diamond"),
]
INK = {"red": "ffb3121d", "blue": "ff1433c4", "yellow": "ff735600"}


def card(position: int, name: str) -> Set:
    colour = INK[name.split()[-3]]
    text = f"Card {'abcdefghijkl'[position]}"
    x, y = position % 4, position // 4
    return Set(f"t{position + 1}", 1, name, text, "ffe9e9e9", colour, x, y)


def room(text: str = "Find sets.") -> list[Message]:
    seats = [tile(20 + n, n % 4, 3 + n // 4, name, energy=0) for n, name in enumerate(["ann 23", "bob 7", *[""] * 10])]
    commands = [
        tile(40, 0, 6, "Home"), tile(41, 1, 6, "Help"), tile(42, 2, 6, "Submit"), tile(43, 3, 6, "No set"),
        tile(44, 0, 7, "Restart", energy=0), tile(45, 1, 7, "Keys"),
    ]  # fmt: skip
    keys = [key(1 + n, f"VK_{letter}", f"Card {letter.lower()}") for n, letter in enumerate("ABCDEFGHIJKL")]
    keys += [key(13, "VK_SPACE", "submit"), key(14, "VK_X", "no set"), key(15, "VK_6", "quit")]
    return [matrix(4, 8, "Set", text), *map(card, range(12), NAMES), *seats, *commands, *keys, ANN]


class SetSkinTestCase(SynchronousTestCase):
    def stage(self, *more: Message, depth: Depth = 1, signs: Signs = FANCY, size: tuple[int, int] = (80, 25)) -> Stage:
        stage = Stage(*room(), *more, depth=depth, signs=signs, size=size)
        stage.desk.focus = (1, 7)
        return stage

    def lines(self, stage: Stage) -> list[str]:
        return str(stage.screen()).split("\n")

    def drawn(self, stage: Stage, position: int) -> list[str]:
        """A card, and the line below it."""
        x, y = position % 4 * 16, 1 + position // 4 * 6
        return [line[x : x + 15] for line in self.lines(stage)[y : y + 6]]


class Drawing(SetSkinTestCase):
    def test_cards_are_drawn_as_the_game_has_them(self) -> None:
        stage = self.stage()
        self.assertEqual(
            [self.drawn(stage, position)[:5] for position in range(3)],
            [
                ["a░░░░░░░░░░░░░R", "░░░░░░░█░░░░░░░", "░░░░░░███░░░░░░", "░░░░░░░█░░░░░░░", "░" * 15],
                ["b░░░░░░░░░░░░░R", "░░░░░█░░░█░░░░░", "░░░░███░███░░░░", "░░░░░█░░░█░░░░░", "░" * 15],
                ["c░░░░░░░░░░░░░R", "░░░█░░░█░░░█░░░", "░░███░███░███░░", "░░░█░░░█░░░█░░░", "░" * 15],
            ],
        )
        self.assertEqual(self.drawn(stage, 3)[1:4], ["░░░░░░ooo░░░░░░", "░░░░░░o░o░░░░░░", "░░░░░░ooo░░░░░░"])
        self.assertEqual(self.drawn(stage, 4)[1:4], ["░░░░░░@░░░@░░░░", "░░░░░@░░░@░░░░░", "░░░░@░░░@░░░░░░"])

    def test_without_colours_the_three_can_be_told_apart(self) -> None:
        marks = [self.drawn(self.stage(), position)[0][-1] for position in (0, 3, 6)]
        self.assertEqual(marks, ["R", "B", "Y"])

    def test_with_colours_they_are_those_of_the_server(self) -> None:
        shown = self.stage(depth=16777216).screen()
        ink = shown.ink(7, 2)
        assert ink is not None
        self.assertEqual(ink.background, "#b3121d")  # the middle of a full diamond is a blank on red
        paper = shown.ink(0, 2)
        assert paper is not None
        self.assertEqual(paper.background, "#e9e9e9")

    def test_in_ascii_there_is_nothing_else(self) -> None:
        text = str(self.stage(signs=ASCII).screen())
        self.assertTrue(text.isascii(), ascii(text))

    def test_everything_is_there_at_once(self) -> None:
        stage = self.stage()
        stage.hear("The game begins: 69 in the deck.")
        text = str(stage.screen())
        for part in ("Players (2)", "*ann", " 23", " bob", "Space  submit", "x      no set", "6      quit"):
            self.assertIn(part, text)
        for part in ("69 in the deck", "Home Help", "Keys", "a-l select", "F1 help", "[tiles]"):
            self.assertIn(part, text)
        self.assertEqual([len(line) for line in self.lines(stage)], [80] * 25)

    def test_the_countdown(self) -> None:
        stage = self.stage(Set("m1", text="The game begins in 12 s."))
        self.assertIn("begins in 12 s", str(stage.screen()))

    def test_a_terminal_that_is_too_small_shows_the_grid(self) -> None:
        for size in ((79, 25), (80, 24)):
            self.assertIn("1 blue o box", " ".join(str(self.stage(size=size).screen()).split()))

    def test_another_room_shows_the_grid(self) -> None:
        stage = self.stage(Set("t1", name="a chair"))
        self.assertIn("a chair", str(stage.screen()))


class Odd(SetSkinTestCase):
    def test_twelve_players_are_all_there_when_the_game_is_over(self) -> None:
        seats = [Set(f"t{20 + n}", name=f"player{n} {n}") for n in range(12)]
        shown = str(self.stage(*seats, Set("t44", energy=1)).screen())
        for n in range(12):
            self.assertIn(f" player{n} ", shown)
        for word in ("Restart", "Home Help", "submit", "quit"):
            self.assertIn(word, shown)

    def test_a_notice_longer_than_the_screen(self) -> None:
        stage = self.stage()
        stage.desk.notice = "x" * 300
        self.assertEqual([len(line) for line in self.lines(stage)], [80] * 25)

    def test_a_letter_that_is_too_wide(self) -> None:
        stage = self.stage(Set("t1", text="Card \u65e5"))
        self.assertEqual(self.drawn(stage, 0)[0], "░" * 14 + "R")


class Selecting(SetSkinTestCase):
    def test_what_is_selected_can_be_seen_at_the_card(self) -> None:
        stage = self.stage(Set("t2", name="* 2 red █ diamond"))
        self.assertEqual(self.drawn(stage, 1)[5], "▔▔▔ selected ▔▔")
        self.assertEqual(self.drawn(stage, 0)[5], " " * 15)

    def test_selecting_is_no_replacement(self) -> None:
        stage = self.stage(Set("t2", name="* 2 red █ diamond"))
        self.assertIsNone(stage.table.due())

    def test_keys_and_mouse(self) -> None:
        stage = self.stage()
        stage.screen()
        stage.press("b", " ", "x")
        stage.click(33, 9)  # the third card of the second row
        self.assertEqual(
            stage.sent(), [Cmd("press", "k2"), Cmd("press", "k13"), Cmd("press", "k14"), Cmd("click", "t7")]
        )

    def test_the_words_beside_the_cards_can_be_clicked(self) -> None:
        stage = self.stage()
        for word, objid in (("submit", "t42"), ("no set", "t43"), ("Home", "t40"), ("Help", "t41"), ("Keys", "t45")):
            column, line = stage.screen().find(word)
            stage.click(column, line)
            self.assertEqual(stage.sent(), [Cmd("click", objid)], word)


class Animation(SetSkinTestCase):
    def test_the_frames_of_the_game(self) -> None:
        self.assertEqual(
            [frame_width(frame) for frame in range(FRAMES + 1)], [15, 13, 11, 9, 7, 5, 3, 1, 3, 5, 7, 9, 11, 13, 15]
        )

    def test_a_replaced_card_shrinks_and_grows_frame_by_frame(self) -> None:
        stage = self.stage()
        stage.screen()
        stage.tell(card(0, "3 blue o slash"))
        self.assertEqual(self.drawn(stage, 0)[:5], ["a" + "░" * 14, *["░" * 15] * 4])
        for frame in range(1, FRAMES):
            due = stage.table.due()
            assert due is not None
            stage.clock.advance(due - stage.clock.seconds())
            stage.table.next_frame()
            blank = ("░" * frame_width(frame)).center(15)
            self.assertEqual(self.drawn(stage, 0)[:5], [blank] * 5, frame)
        stage.clock.advance(FRAME)
        stage.table.next_frame()
        self.assertEqual(self.drawn(stage, 0)[1], "░░░░o░░░o░░░o░░")
        self.assertIsNone(stage.table.due())

    def test_a_second_replacement_shows_only_the_last_card(self) -> None:
        stage = self.stage()
        stage.screen()
        stage.tell(card(0, "3 blue o slash"))
        stage.clock.advance(0.3)
        stage.tell(card(0, "1 yellow @ box"))
        stage.table.next_frame()
        for _ in range(7):
            self.assertNotIn("o", "".join(self.drawn(stage, 0)[1:4]))
            stage.clock.advance(FRAME)
            stage.table.next_frame()
        stage.clock.advance(2 * FRAME)
        stage.table.next_frame()
        self.assertEqual(self.drawn(stage, 0)[1], "░░░░░░@@@░░░░░░")

    def test_several_at_once(self) -> None:
        stage = self.stage()
        stage.screen()
        stage.tell(card(0, "3 blue o slash"), card(5, "3 blue o box"))
        stage.clock.advance(7 * FRAME)
        stage.table.next_frame()
        self.assertEqual([self.drawn(stage, position)[2] for position in (0, 5)], ["       ░       "] * 2)

    def test_it_cannot_be_selected_meanwhile(self) -> None:
        stage = self.stage()
        stage.screen()
        stage.tell(card(0, "3 blue o slash"))
        stage.press("a", "b")
        stage.click(5, 3)
        self.assertEqual(stage.sent(), [Cmd("press", "k2")])
        stage.clock.advance(FRAMES * FRAME + 0.01)
        stage.press("a")
        self.assertEqual(stage.sent(), [Cmd("press", "k1")])

    def test_coming_into_the_room_shows_no_animation(self) -> None:
        stage = self.stage()
        stage.tell(matrix(2, 2, "Home"), ANN)
        stage.tell(Set("m1"), card(0, "3 blue o slash"), ANN)
        self.assertIsNone(stage.table.due())
