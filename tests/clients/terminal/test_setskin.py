"""Set on the screen: how cards are drawn, what is selected, the animation frame by frame, what can be clicked."""

from __future__ import annotations

from itertools import pairwise, product

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import ANN, BOB, Stage, key, matrix, tile
from tilenet.clients.terminal.inks import Depth, Inks
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.clients.terminal.setcards import FRAMES, SAFE, CardSize
from tilenet.clients.terminal.setskin import FRAME, USUAL, card_size
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.wire.messages import Cmd, Message, Set

NAMES = [
    *("1 red █ diamond", "2 red █ diamond", "3 red █ diamond", "1 blue o box"),
    *("2 blue @ slash", "3 yellow o diamond", "1 yellow @ box", "2 red @ box"),
    *("3 blue █ slash", "1 red o slash", "2 yellow █ box", "3 red @ diamond"),
]
INK = {"red": "ffb3121d", "blue": "ff1433c4", "yellow": "ff735600"}
frame_width = USUAL.frame_width


def card(position: int, name: str) -> Set:
    colour = INK[name.split()[-3]]
    text = f"Card {'abcdefghijkl'[position]}"
    x, y = position % 4, position // 4
    return Set(f"t{position + 1}", 1, name, text, "ffe9e9e9", colour, x, y)


def room(text: str = "Find sets.") -> list[Message]:
    seats = [tile(20 + n, n % 4, 3 + n // 4, name, energy=0) for n, name in enumerate(["ann 23", "bob 7", *[""] * 10])]
    commands = [
        tile(40, 0, 6, "Home"), tile(41, 1, 6, "Help"), tile(42, 2, 6, "Submit"), tile(43, 3, 6, "No set"),
        tile(44, 0, 7, "Restart", energy=0), tile(45, 1, 7, "Keys"), tile(46, 3, 7, "69 in the deck", energy=0),
    ]  # fmt: skip
    keys = [key(1 + n, f"VK_{letter}", f"Card {letter.lower()}") for n, letter in enumerate("ABCDEFGHIJKL")]
    keys += [key(13, "VK_SPACE", "submit"), key(14, "VK_X", "no set"), key(15, "VK_6", "quit")]
    return [matrix(4, 8, "Set", text), *map(card, range(12), NAMES), *seats, *commands, *keys, ANN]


class SetSkinTestCase(SynchronousTestCase):
    def stage(self, *more: Message, depth: Depth = 1, signs: Signs = FANCY, size: tuple[int, int] = (80, 25)) -> Stage:
        stage = Stage(*room(), *more, depth=depth, signs=signs, size=size)
        stage.controller.focus = (1, 7)
        return stage

    def lines(self, stage: Stage) -> list[str]:
        return str(stage.screen()).split("\n")

    def drawn(self, stage: Stage, position: int) -> list[str]:
        """A card, and the line below it."""
        x, y = position % 4 * 16, 1 + position // 4 * 6
        return [line[x : x + 15] for line in self.lines(stage)[y : y + 6]]


class Drawing(SetSkinTestCase):
    def test_shapes_are_outlined_shaded_or_full(self) -> None:
        stage = self.stage()
        below = "╰─────────────╯"
        self.assertEqual(
            [self.drawn(stage, position)[:5] for position in (0, 3, 4, 7)],
            [
                ["a─────────────R", "│      █      │", "│     ███     │", "│      █      │", below],
                ["d─────────────B", "│     ┌─┐     │", "│     │ │     │", "│     └─┘     │", below],
                ["e─────────────B", "│     ▒   ▒   │", "│    ▒   ▒    │", "│   ▒   ▒     │", below],
                ["h─────────────R", "│   ▒▒▒ ▒▒▒   │", "│   ▒▒▒ ▒▒▒   │", "│   ▒▒▒ ▒▒▒   │", below],
            ],
        )
        self.assertEqual(self.drawn(stage, 5)[1:4], ["│ ╱▔╲ ╱▔╲ ╱▔╲ │", "│ ▏ ▕ ▏ ▕ ▏ ▕ │", "│ ╲▁╱ ╲▁╱ ╲▁╱ │"])
        in_ascii = [self.drawn(self.stage(signs=ASCII), position)[1:4] for position in (1, 3, 4)]
        self.assertEqual(in_ascii[0], ["|    #   #    |", "|   ### ###   |", "|    #   #    |"])
        self.assertEqual(in_ascii[1], ["|     ooo     |", "|     o o     |", "|     ooo     |"])
        self.assertEqual(in_ascii[2], ["|     @   @   |", "|    @   @    |", "|   @   @     |"])

    def test_with_colours_they_are_those_of_the_server(self) -> None:
        shown = self.stage(depth=16777216).screen()
        self.assertEqual(shown.background(7, 2), "#b3121d")  # the middle of a full diamond is a blank on red
        self.assertEqual(shown.background(0, 2), "#e9e9e9")

    def test_the_countdown(self) -> None:
        stage = self.stage(Set("m1", text="The game begins in 12 s."))
        self.assertIn("begins in 12 s", str(stage.screen()))
        stage.tell(Set("m1", text="Waiting for begins in 5 s."))  # players may be named in other headlines
        self.assertNotIn("begins in 5 s", "".join(stage.screen().lines[1:]))

    def test_cards_grow_with_the_window(self) -> None:
        for size, (wide, high), scale in (
            ((79, 25), (11, 3), 1),
            ((80, 22), (11, 3), 1),
            ((80, 23), (15, 5), 1),
            ((100, 30), (17, 6), 1),
            ((120, 40), (25, 8), 2),
            ((160, 50), (35, 11), 3),
            ((300, 100), (56, 15), 4),
        ):
            found = card_size(*size)
            self.assertEqual((found, found.scale), (CardSize(wide, high), scale), size)

    def test_everything_is_there_in_every_size(self) -> None:
        for size in ((60, 20), (79, 25), (80, 23), (80, 24), (80, 25), (100, 30), (120, 40), (160, 50), (250, 80)):
            for signs in (FANCY, ASCII):
                stage = self.stage(size=size, signs=signs)
                stage.hear("The game begins: 69 in the deck.")
                lines = self.lines(stage)
                self.assertEqual([len(line) for line in lines], [size[0]] * size[1])
                text = str(stage.screen())
                for part in ("Set: The game begins: 69 in the deck.", "submit", "no set", "quit", "F10 leave", "Home"):
                    self.assertIn(part, text, size)
                self.assertTrue(signs is FANCY or text.isascii(), ascii(text))
                for part in ("Players (2)", "*ann", " 23", " bob", "Help", "Keys", "a-l select", "F1 help", "[tiles]"):
                    self.assertIn(part, text, size)
                if size >= (80, 23):
                    for part in ("Space  submit", "x      no set", "6      quit", "Home Help"):
                        self.assertIn(part, text, size)
                self.assertIn(" 69 to come " if size == (60, 20) else " 69 in the deck ", text, size)

    def test_all_cards_can_be_told_apart_in_the_smallest_window(self) -> None:
        for signs in (FANCY, ASCII):
            stage = self.stage(size=(60, 20), signs=signs)
            drawn = set()
            for number, colour, shading, shape in product("123", INK, "o@█", ("diamond", "box", "slash")):
                stage.tell(Set("t1", name=f"{number} {colour} {shading} {shape}"))
                stage.clock.advance(1)
                drawn.add("".join(line[:11] for line in self.lines(stage)[2:6]))
            self.assertEqual(len(drawn), 81)

    def test_small_cards_have_their_letters_below_them(self) -> None:
        lines = self.lines(self.stage(Set("t2", name="* 2 red █ diamond"), size=(60, 20)))
        self.assertEqual(
            lines[2:6],
            [
                "     █         █   █     █   █   █      ┌─┐     Players (2) ",
                "    ███       ███ ███   ███ ███ ███     │ │     *ann      23",
                "     █         █   █     █   █   █      └─┘      bob       7",
                " aR          bR chosen   cR          dB                     ",
            ],
        )

    def test_too_many_players_for_a_small_window_are_counted(self) -> None:
        seats = [Set(f"t{20 + n}", name=f"player{n} {n}") for n in range(12)]
        text = str(self.stage(*seats, size=(60, 20)).screen())
        self.assertIn("player0", text)
        self.assertIn("and 7 more", text)

    def test_large_shapes(self) -> None:
        lines = self.lines(self.stage(size=(120, 40)))
        self.assertEqual(lines[4][:25], "│" + "████".center(23) + "│")
        box = [line[78:103] for line in lines[3:9]]
        self.assertEqual((box[0].strip("│ "), box[5].strip("│ ")), ("┌────┐", "└────┘"))

    def test_the_headline_has_a_line_if_there_is_room_and_is_in_the_title_if_not(self) -> None:
        for lines, line in ((25, 0), (26, 1), (27, 1)):
            shown = self.stage(size=(80, lines)).screen()
            self.assertIn("Find sets.", shown.lines[line])
            self.assertEqual("tilenet on localhost" in shown.lines[0], line > 0)

    def test_what_the_cards_lie_on_is_dark_whatever_the_terminal_is(self) -> None:
        stage = self.stage(Set("t2", name="* 2 red █ diamond"), Set("t12", name="", energy=0), depth=16777216)
        shown = stage.screen()
        for place in ((15, 1), (0, 6), (16, 6), (63, 18), (48, 13)):
            self.assertEqual(shown.background(*place), "#1a1a1a")
        self.assertEqual(shown.ink(64, 1), Inks(16777216)["faint"])
        self.assertEqual(self.stage().screen().background(15, 1), "default")  # without colours

    def test_few_colours_have_their_letter_in_the_corner_too(self) -> None:
        """Of sixteen, two look alike."""
        marks: dict[Depth, str] = {1: "R", 16: "R", 256: " ", 16777216: " "}
        for depth, mark in marks.items():
            first = self.drawn(self.stage(depth=depth), 0)[0]
            self.assertEqual((first[0], first[-1]), ("a", mark), depth)
        too_wide = self.stage(Set("t1", text="Card \u65e5"))
        self.assertEqual(self.drawn(too_wide, 0)[0], "─" * 14 + "R")


class SafeColours(SetSkinTestCase):
    """For eyes that cannot tell red from green."""

    INKS = (0, "#c64a00"), (3, "#003fb8"), (6, "#000000")

    def safe(self, depth: Depth) -> Stage:
        stage = self.stage(depth=depth)
        stage.room_screen = RoomScreen(
            stage.controller, "localhost", stage.inks, FANCY, lambda: None, lambda: None, is_safe=True
        )
        stage.room_screen.model_changed()
        return stage

    def test_they_can_be_told_apart_by_brightness(self) -> None:
        grey = sorted(0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2] for colour in SAFE.values())
        self.assertGreater(min(b - a for a, b in pairwise(grey)), 30)

    def test_they_are_others_than_the_server_s_and_each_card_has_the_letter_of_its_colour(self) -> None:
        for depth in (1, 16, 256, 16777216):
            stage = self.safe(depth)
            self.assertEqual([self.drawn(stage, position)[0][-1] for position, _ in self.INKS], ["R", "B", "Y"])
        shown = stage.screen()
        for position, colour in self.INKS:
            inks = [shown.ink(position % 4 * 16 + column, 2 + position // 4 * 6) for column in range(15)]
            used = {ink.foreground for ink in inks if ink} | {ink.background for ink in inks if ink}
            self.assertEqual(used, {colour, "#e9e9e9"})


class Beside(SetSkinTestCase):
    """The panel: players, what can be done, and how the game stands."""

    def panel(self, stage: Stage) -> list[str]:
        return [line[64:].rstrip() for line in self.lines(stage)[1:19]]

    def seats(self, *names: str) -> list[Set]:
        return [Set(f"t{20 + n}", name=name) for n, name in enumerate([*names, *[""] * (12 - len(names))])]

    def test_players_are_in_the_order_of_their_seats_whatever_tile_came_first(self) -> None:
        first, *others = room()
        stage = Stage(first, *reversed(others))
        self.assertEqual([line.split()[0] for line in self.panel(stage)[:3]], ["Players", "*ann", "bob"])

    def test_away_players_and_bots_have_a_sign(self) -> None:
        for text, headline, shown in (
            ("127.0.0.1", "Find sets.", " bob"),
            ("away · bot · 127.0.0.1", "Find sets.", "☾bob"),
            ("bot · 127.0.0.1", "Find sets.", "⚙bob"),
            ("bot · 127.0.0.1", "The game is over.", "⚙2. bob"),
        ):
            stage = self.stage(BOB, Set("a2", text=text), Set("m1", text=headline))
            self.assertEqual(self.panel(stage)[2].rpartition(" ")[0].rstrip(), shown)
        dim = self.stage(BOB, Set("a2", text="away"), depth=16)
        self.assertEqual(dim.screen().ink(*dim.screen().find("☾bob")), dim.inks["audience"])

    def test_a_spectator_sees_watching_instead_of_players(self) -> None:
        self.assertEqual(self.panel(self.stage())[0], "Players (2)")
        stage = self.stage(*self.seats("bob 7", "cid 3", "anna 0"))
        self.assertEqual(self.panel(stage)[:2], ["You watch (3)", f" bob{'7':>12}"])
        stage.tell(*self.seats("bob 7", "ann 0"))
        self.assertEqual(self.panel(stage)[0], "Players (2)")
        stage.tell(*self.seats())
        self.assertEqual(self.panel(stage)[0], "Players (0)")
        stage = self.stage(Set("t20", text="Has given up the seat; the score stays"))
        self.assertEqual(self.panel(stage)[:2], ["You watch (2)", f"*ann{'23':>12}"])

    def test_when_it_is_over_there_is_the_ranking(self) -> None:
        over = Set("m1", text="The game is over. This server closes 30 s after its end.")
        shown = self.panel(self.stage(*self.seats("cid -5", "ann 23", "Bob 104", "dan 23", "eve x"), over))
        expected = [" 1. Bob 104", "*2. ann 23", " 2. dan 23", " 4. eve x", " 5. cid -5"]
        self.assertEqual(shown[0], "Ranking")
        self.assertEqual([f"{line[:7]} {line[7:].strip()}" for line in shown[1:6]], expected)

    def test_the_number_in_the_deck_is_a_tile_s_name(self) -> None:
        """It is not what anybody says, nor what players are called."""
        stage = self.stage(BOB, *self.seats("ann 23", "12 in the deck"))
        for from_, to in (("m1", "m1"), ("m1", "a1"), ("a2", "m1"), ("a2", "a1")):
            stage.hear("bob found a set: 5 points; 12 in the deck.", from_, to)
        self.assertIn(" 69 in the deck", self.panel(stage))
        stage.tell(Set("t46", name=""))
        self.assertNotIn("in the deck", "".join(self.panel(stage)))

    def test_disabled_commands_are_not_offered(self) -> None:
        stage = self.stage()
        self.assertNotIn("Restart", str(stage.screen()))
        for line in range(1, 19):
            for column in range(64, 80):
                stage.click(column, line)
        self.assertNotIn(Cmd("click", "t44"), stage.sent())
        stage.tell(Set("t44", energy=1), Set("t45", energy=0))
        shown = str(stage.screen())
        self.assertIn("Restart", shown)
        self.assertNotIn("Keys", shown)
        stage.click_on("Restart")
        self.assertEqual(stage.sent(), [Cmd("click", "t44")])

    def test_a_hint_is_offered_where_there_is_one(self) -> None:
        hint = tile(47, 2, 7, "Hint"), key(16, "VK_T", "hint")
        stage = self.stage(*hint)
        self.assertIn("t hint", self.lines(stage)[-1])
        stage.click_on("Hint")
        self.assertEqual(stage.sent(), [Cmd("click", "t47")])
        stage.tell(Set("t47", energy=0))
        self.assertNotIn("Hint", str(stage.screen()))
        self.assertNotIn("hint", self.lines(self.stage())[-1])

    def test_another_table_is_offered_where_there_is_one(self) -> None:
        stage = self.stage(tile(47, 2, 7, "Other table"))
        self.assertEqual(self.panel(stage)[-2:], [" Other table", " Home Help▐Keys▌"])
        stage.click_on("Other table")
        self.assertEqual(stage.sent(), [Cmd("click", "t47")])
        self.assertEqual(self.panel(stage)[-2:], ["▐Other table▌", " Home Help Keys"])
        stage.press("enter")
        self.assertEqual(stage.sent(), [Cmd("click", "t47")])
        stage.tell(Set("t47", energy=0), Set("t44", energy=1))
        self.assertEqual(self.panel(stage)[-2].strip(), "Restart")

    def test_twelve_players_and_another_table(self) -> None:
        """All of them are there, and what the room is about gives way."""
        stage = self.stage(tile(47, 2, 7, "Other table"), *self.seats(*(f"player{n} {n}" for n in range(12))))
        shown = self.panel(stage)
        self.assertEqual([line.split()[0] for line in shown[:12]], [f"player{n}" for n in range(12)])
        self.assertEqual(shown[-2], " Other table")

    def test_letters_that_are_no_range_are_called_letters(self) -> None:
        self.assertIn(" a-l select ", self.lines(self.stage())[-1])
        for letters in ("QWERASDFZXCV", "UIOPJKLM"):
            keys = [Set(f"k{1 + n}", name=f"VK_{letter}", text=f"Card {letter}") for n, letter in enumerate(letters)]
            self.assertIn(" letters select ", self.lines(self.stage(*keys))[-1])


class Knowing(SetSkinTestCase):
    def empty(self, name: str, width: int = 4) -> str:
        """A room without cards, as Set is before a game."""
        blanks = [tile(1 + n, n % width, n // width, "", energy=0) for n in range(3 * width)]
        return str(Stage(matrix(width, 8, name), *blanks, tile(20, 0, 3, "ann 0", energy=0), ANN).screen())

    def test_an_empty_room_is_told_by_its_name_and_its_size_and_any_other_by_its_cards(self) -> None:
        for name in ("Set", "Set practice"):
            self.assertIn("Players (1)", self.empty(name))
        for name, width in (("Gallery", 4), ("Settlers", 4), ("My Set", 4), ("", 4), ("set", 4), ("Set", 5)):
            shown = self.empty(name, width)
            self.assertNotIn("Players (", shown)
            self.assertIn("Here (1)", shown)
        self.assertIn("Players (2)", str(self.stage(Set("m1", name="Gallery")).screen()))
        self.assertIn("a chair", str(self.stage(Set("t1", name="a chair")).screen()))


class Selecting(SetSkinTestCase):
    def test_the_words_beside_the_cards_can_be_clicked(self) -> None:
        words = {"submit": "t42", "no set": "t43", "Home": "t40", "Help": "t41", "Keys": "t45"}
        for size, (word, objid) in product(((60, 20), (80, 25)), words.items()):
            stage = self.stage(size=size)
            stage.click_on(word)
            self.assertEqual(stage.sent(), [Cmd("click", objid)], word)

    def test_what_is_selected_can_be_seen_at_the_card(self) -> None:
        stage = self.stage(Set("t2", name="* 2 red █ diamond"))
        self.assertEqual(self.drawn(stage, 1)[5], "▔▔▔ selected ▔▔")
        self.assertEqual(self.drawn(stage, 0)[5], " " * 15)
        self.assertIsNone(stage.room_screen.due())  # it was not replaced

    def test_a_click_between_cards_does_nothing(self) -> None:
        stage = self.stage()
        between = [(column, 3) for column in (15, 31, 47, 63)] + [
            (column, line) for column in (0, 7) for line in (6, 12, 18)
        ]
        for place in between:
            stage.click(*place)
            self.assertEqual((stage.sent(), stage.controller.focus), ([], (1, 7)), place)
        corners = ((0, 1, "t1"), (14, 5, "t1"), (16, 7, "t6"), (62, 17, "t12"))
        small = ((0, 2, "t1"), (10, 4, "t1"), (12, 6, "t6"), (46, 12, "t12"))
        for size, places in (((80, 25), corners), ((60, 20), small)):
            stage = self.stage(size=size)
            stage.screen()
            for column, line, objid in places:
                stage.click(column, line)
                self.assertEqual(stage.sent(), [Cmd("click", objid)])


class Animation(SetSkinTestCase):
    def replaced(self, *cards: Set, depth: Depth = 1) -> Stage:
        """A room in which cards were replaced just now."""
        stage = self.stage(depth=depth)
        stage.screen()
        stage.tell(*(cards or [card(0, "3 blue o slash")]))
        return stage

    def pass_frames(self, stage: Stage, frames: float = 1) -> None:
        stage.clock.advance(frames * FRAME)
        stage.room_screen.next_frame()

    def test_the_frames_of_the_game(self) -> None:
        self.assertEqual(
            [frame_width(frame) for frame in range(FRAMES + 1)], [15, 13, 11, 9, 7, 5, 3, 1, 3, 5, 7, 9, 11, 13, 15]
        )

    def test_a_replaced_card_shrinks_and_grows_frame_by_frame(self) -> None:
        stage = self.replaced(card(0, "3 blue o slash"), card(5, "3 blue o box"))
        self.assertEqual(self.drawn(stage, 0)[:5], ["a" + "░" * 14, *["░" * 15] * 4])
        for frame in range(1, FRAMES):
            due = stage.room_screen.due()
            assert due is not None
            stage.clock.advance(due - stage.clock.seconds())
            stage.room_screen.next_frame()
            blank = ("░" * frame_width(frame)).center(15)
            for position in (0, 5):
                self.assertEqual(self.drawn(stage, position)[:5], [blank] * 5, frame)
        self.pass_frames(stage)
        self.assertEqual(self.drawn(stage, 0)[1], "│   ╱   ╱   ╱ │")
        self.assertIsNone(stage.room_screen.due())

    def test_a_second_replacement_shows_only_the_last_card(self) -> None:
        stage = self.replaced()
        stage.clock.advance(0.3)
        stage.tell(card(0, "1 yellow @ box"))
        stage.room_screen.next_frame()
        for _ in range(7):
            self.assertNotIn("╱", "".join(self.drawn(stage, 0)[1:4]))
            self.pass_frames(stage)
        self.pass_frames(stage, 2)
        self.assertEqual(self.drawn(stage, 0)[1], "│     ▒▒▒     │")

    def test_it_can_be_selected_after_seven_tenths_of_a_second_and_not_before(self) -> None:
        other = Cmd("press", "k2")
        for wait, sent in ((0.699, [other]), (0.7, [other, Cmd("press", "k1"), Cmd("click", "t1")])):
            stage = self.replaced()
            stage.clock.advance(wait)
            stage.press("b", "a")
            stage.click(5, 3)
            self.assertEqual(stage.sent(), sent, wait)

    def test_a_card_that_becomes_empty_is_a_blank_of_paper_until_it_is_gone(self) -> None:
        gone = Set("t1", name="", energy=0, bgcolor="ff101010", fgcolor="ff101010")
        stage = self.replaced(gone, depth=16777216)
        for frame in range(FRAMES):
            shown = stage.screen()
            side = (15 - frame_width(frame)) // 2
            paper, cloth = ["#e9e9e9"] * frame_width(frame), ["#1a1a1a"] * side
            found = [shown.background(column, 3) for column in range(15)]
            self.assertEqual(found, [*cloth, *paper, *cloth], frame)
            self.pass_frames(stage)
        self.assertIsNone(stage.room_screen.due())
        self.assertEqual(self.drawn(stage, 0), ["a" + " " * 14, *[" " * 15] * 5])
        self.assertEqual(stage.screen().background(7, 3), "#1a1a1a")

    def test_a_card_where_none_was_is_there_at_once(self) -> None:
        stage = self.stage(Set("t1", name="", energy=0))
        stage.clock.advance(1)
        stage.tell(card(0, "3 blue o slash"))
        self.assertEqual(self.drawn(stage, 0)[1], "│   ╱   ╱   ╱ │")
        self.assertIsNone(stage.room_screen.due())

    def test_it_ends_when_the_room_changes(self) -> None:
        """Even if the other room is one of Set, too, with a card in the same place."""
        stage = self.replaced()
        stage.clock.advance(3 * FRAME)
        self.assertIsNotNone(stage.room_screen.due())
        _, *others = room()
        stage.tell(Set("m2", name="Set practice", x=4, y=8), *others)
        self.assertEqual(self.drawn(stage, 0)[1], "│      █      │")
        self.assertIsNone(stage.room_screen.due())
        stage.press("a")
        self.assertEqual(stage.sent(), [Cmd("press", "k1")])
        stage.tell(Set("m1"), card(0, "3 blue o slash"), ANN)
        self.assertIsNone(stage.room_screen.due())

    def test_it_goes_on_when_the_terminal_is_resized(self) -> None:
        stage = self.replaced()
        stage.clock.advance(3 * FRAME)
        blank = ("░" * frame_width(3)).center(15)
        for size in ((83, 25), (80, 23), (80, 25)):
            first = 2 if size[1] >= 27 else 1
            shown = str(stage.screen(size)).split("\n")
            self.assertEqual([line[:15] for line in shown[first : first + 5]], [blank] * 5, size)
        self.assertIn("\n  ░░░░░░░      █", str(stage.screen((60, 20))))
        self.assertIsNotNone(stage.room_screen.due())  # it may become larger again, and nobody else says so
        stage.clock.advance(3 * FRAME)
        self.assertEqual(self.drawn(stage, 0)[:5], [("░" * frame_width(6)).center(15)] * 5)
        stage.clock.advance(8 * FRAME)
        stage.screen((60, 20))
        self.assertIsNone(stage.room_screen.due())
        self.assertEqual(self.drawn(stage, 0)[1], "│   ╱   ╱   ╱ │")
