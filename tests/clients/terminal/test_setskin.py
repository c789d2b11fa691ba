"""Set on the screen: how cards are drawn, what is selected, the animation frame by frame, what can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

from tests.doubles.playing import Playing
from tests.doubles.set_table import CAP, Dealt, SetTestCase, dealt
from tilenet.catalogue import GamePlugin, IGamePlugin
from tilenet.clients.terminal.inks import Depth, Inks
from tilenet.clients.terminal.roomscreen import RoomScreen
from tilenet.clients.terminal.setcards import FRAMES, SAFE, CardSize
from tilenet.clients.terminal.setskin import FRAME, USUAL, card_size
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.games.set.hall import SetTable
from tilenet.games.set.layouts import NO_SET, SUBMIT
from tilenet.games.set.ownboard import OwnBoard
from tilenet.games.set.practice import Practice
from tilenet.games.set.rules import CARDS, words
from tilenet.games.set.shown import SHOWING
from tilenet.testing import Table
from tilenet.wire.messages import Cmd

NUMBERS = {words(card): card for card in CARDS}
BOARD = [
    NUMBERS[name]
    for name in (
        *("1 red █ diamond", "2 red █ diamond", "3 red █ diamond", "1 blue o box"),
        *("2 blue @ slash", "3 yellow o diamond", "1 yellow @ box", "2 red @ box"),
        *("3 blue █ slash", "1 red o slash", "2 yellow █ box", "3 red @ diamond"),
    )
]
NEXT = [NUMBERS["3 blue o slash"], NUMBERS["3 blue o box"]]  # in the deck
frame_width = USUAL.frame_width


class SetSkinTestCase(SetTestCase):
    """ann is at the terminal, and plays with bob."""

    def stage(
        self,
        board: Sequence[int] = BOARD,
        *,
        others: Sequence[str] = ("bob",),
        scores: Sequence[int] = (23, 7),
        game: IGamePlugin | None = None,
        **how: Any,
    ) -> Playing:
        """`how` says which terminal it is."""
        self.table = Table(game or dealt([*board, *NEXT]))
        ann = Playing(self.table, "ann", **how)
        self.everybody = [self.table.enter(name) for name in others]
        self.table.advance(15)
        self.match.scores.update(zip(self.match.scores, scores, strict=False))
        self.refresh()
        ann.controller.focus = (1, 7)
        ann.sent()
        return ann

    def refresh(self) -> None:
        """Show what a test has changed in the game."""
        self.lay(self.match.board, self.match.deck[::-1])
        self.table.advance(0)

    def lines(self, stage: Playing) -> list[str]:
        return str(stage.screen()).split("\n")

    def drawn(self, stage: Playing, position: int) -> list[str]:
        """A card, and the line below it."""
        x, y = position % 4 * 16, 1 + position // 4 * 6
        return [line[x : x + 15] for line in self.lines(stage)[y : y + 6]]

    def objids(self, stage: Playing, *roles: str) -> list[str]:
        return [stage.thing(role).objid for role in roles]


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
        for size, words_ in (((80, 25), "begins in {} s"), ((60, 20), "in {} s")):
            self.table = Table(dealt())
            ann = Playing(self.table, "ann", size=size)
            for seconds in (15, 14):
                self.assertIn(f" {words_.format(seconds)} ", "".join(ann.screen().lines[1:]))
                due = ann.room_screen.due()
                assert due is not None
                self.table.advance(due - self.table.clock.seconds())

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
            for card in CARDS:
                self.lay([card])
                self.table.advance(0)
                drawn.add("".join(line[:11] for line in self.lines(stage)[2:6]))
            self.assertEqual(len(drawn), 81)

    def test_small_cards_have_their_letters_below_them(self) -> None:
        stage = self.stage(size=(60, 20))
        stage.press("b")
        self.assertEqual(
            self.lines(stage)[2:6],
            [
                "     █         █   █     █   █   █      ┌─┐     Players (2) ",
                "    ███       ███ ███   ███ ███ ███     │ │     *ann      23",
                "     █         █   █     █   █   █      └─┘      bob       7",
                " aR          bR chosen   cR          dB                     ",
            ],
        )

    def test_too_many_players_for_a_small_window_are_counted(self) -> None:
        others = [f"player{number}" for number in range(11)]
        text = str(self.stage(others=others, size=(60, 20)).screen())
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
            self.assertIn("Find 3 cards", shown.lines[line])
            self.assertEqual("tilenet on localhost" in shown.lines[0], line > 0)

    def test_what_the_cards_lie_on_is_dark_whatever_the_terminal_is(self) -> None:
        stage = self.stage(depth=16777216)
        stage.press("b")
        self.lay(BOARD[:11])
        self.table.advance(0)
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


class SafeColours(SetSkinTestCase):
    """For eyes that cannot tell red from green."""

    INKS = (0, "#c64a00"), (3, "#003fb8"), (6, "#000000")

    def safe(self, depth: Depth) -> Playing:
        stage = self.stage(depth=depth)
        stage.room_screen = RoomScreen(
            stage.controller, "localhost", stage.inks, FANCY, *[lambda: None] * 3, is_safe=True
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

    def panel(self, stage: Playing) -> list[str]:
        return [line[64:].rstrip() for line in self.lines(stage)[1:19]]

    def test_players_are_in_the_order_of_their_seats(self) -> None:
        self.assertEqual([line.split()[0] for line in self.panel(self.stage())[:3]], ["Players", "*ann", "bob"])

    def test_away_players_and_bots_have_a_sign(self) -> None:
        stage = self.stage(depth=16)
        (bob,) = self.everybody
        self.table.world.declare_bot(bob.player)
        self.table.advance(0)
        self.assertEqual(self.panel(stage)[2].rpartition(" ")[0].rstrip(), "⚙bob")
        self.table.world.disconnected(bob.player, bob.client, holds_seat=True)
        self.table.advance(0)
        self.assertEqual(self.panel(stage)[2].rpartition(" ")[0].rstrip(), "☾bob")
        self.assertEqual(stage.screen().ink(*stage.screen().find("☾bob")), stage.inks["audience"])

    def test_a_spectator_sees_watching_instead_of_players(self) -> None:
        self.assertEqual(self.panel(self.stage())[0], "Players (2)")
        cid = Playing(self.table, "cid")
        self.assertEqual(self.panel(cid)[:2], ["You watch (2)", f" ann{'23':>12}"])
        cid.seat.leave()
        stage = self.stage()
        for _ in range(3):
            self.select(self.everybody[0], 0)
            self.table.advance(121)
        self.assertEqual(self.panel(stage)[:2], ["You watch (2)", f"*ann{'23':>12}"])

    def test_those_who_watch_are_listed_below_the_players(self) -> None:
        stage = self.stage(depth=16)
        cid = Playing(self.table, "cid")
        self.table.enter("dan")
        self.assertEqual(self.panel(stage)[3:6], ["Watching (2)", "~cid", "~dan"])
        self.assertEqual(stage.screen().ink(*stage.screen().find("~dan")), stage.inks["audience"])
        self.assertEqual(self.panel(cid)[3:6], ["Watching (2)", "*cid", "~dan"])
        stage.click_on("~dan")
        self.assertEqual(stage.typed, "@dan ")

    def test_so_is_whoever_has_given_up_a_seat_and_is_still_here(self) -> None:
        stage = self.stage(others=["bob", "cid"], scores=[23, 7, 5])
        for _ in range(3):
            self.select(self.everybody[0], 0)
            stage.press("a")
            self.table.advance(121)
        self.assertEqual(self.panel(stage)[3].split(), ["~cid", "5"])

    def test_where_there_is_little_room_those_who_watch_are_counted(self) -> None:
        for players, watching, lines in (
            (4, 1, ["Players (4)", "*ann", " p0", " p1", " p2", "~w0"]),
            (4, 2, ["Players (4)", "*ann", " p0", " p1", " p2", "Watching (2)"]),
            (3, 2, ["Players (3)", "*ann", " p0", " p1", "~w0", "~w1"]),
            (3, 3, ["Players (3)", "*ann", " p0", " p1", "Watching (3)", "~w0"]),
            (6, 1, ["*ann", " p0", " p1", " p2", " p3", " p4"]),
        ):
            stage = self.stage(others=[f"p{number}" for number in range(players - 1)], size=(60, 20))
            for number in range(watching):
                self.table.enter(f"w{number}")
            shown = [line[48:].rstrip().split("  ")[0] for line in self.lines(stage)[2:]]
            self.assertEqual(shown[: len(lines)], lines, shown)

    def test_when_it_is_over_there_is_the_ranking(self) -> None:
        stage = self.stage(others=["cid", "Bob", "dan", "eve"], scores=[23, -5, 94, 23, 0])
        self.lay(CAP[:9])
        self.everybody[1].click(NO_SET)
        stage.press("esc")
        shown = self.panel(stage)
        expected = [" 1. Bob 104", "*2. ann 23", " 2. dan 23", " 4. eve 0", " 5. cid -5"]
        self.assertEqual(shown[0], "Ranking")
        self.assertEqual([f"{line[:7]} {line[7:].strip()}" for line in shown[1:6]], expected)

    def test_the_number_in_the_deck_is_there_while_a_game_is_on(self) -> None:
        stage = self.stage(others=["12 in the deck"])
        self.assertIn(" 69 in the deck", self.panel(stage))
        self.lay(CAP[:9])
        stage.press("x")
        self.assertNotIn("69 in the deck", "".join(self.panel(stage)))

    def test_disabled_commands_are_not_offered(self) -> None:
        stage = self.stage()
        self.assertNotIn("Restart", str(stage.screen()))
        (restart,) = self.objids(stage, "restart")
        for line in range(1, 14):
            for column in range(64, 80):
                stage.click(column, line)
        self.assertNotIn(Cmd("click", restart), stage.sent())
        stage.press("esc")  # what was clicked also were names, to talk to
        self.lay(CAP[:9])
        stage.press("x")
        stage.press("esc")
        stage.sent()
        stage.click(66, 1 + self.panel(stage).index(" Restart"))
        self.assertEqual(stage.sent(), [Cmd("click", restart)])

    def test_practice_is_played_by_everybody_with_hints(self) -> None:
        self.table = Table(GamePlugin("practice", Practice, lambda random: Practice(Dealt())))
        stage = Playing(self.table, "ann")
        self.table.enter("bob")
        self.table.advance(1)
        self.assertIn("t hint", self.lines(stage)[-1])
        self.assertEqual([line.strip() for line in self.panel(stage)[:3]], ["Practising (2)", "*ann", "bob"])
        self.assertIn(" 69 in the deck ", str(stage.screen()))
        stage.controller.focus = (0, 0)
        stage.click_on("Restart Hint")
        self.assertEqual(stage.sent(), [Cmd("click", stage.thing("restart").objid)])
        stage.press("t")
        marks = [
            line for line in self.lines(stage) if "──" not in line
        ]  # and beside the board stands how many there are
        self.assertEqual(sum(line.count("selected") for line in marks), 1)
        boards: dict[Any, OwnBoard] = vars(self.table.game)["_boards"]
        match = boards[stage.seat.player].match
        match.board, match.deck = [*CAP[:12]], []
        stage.press("x")
        self.table.advance(0)
        self.assertNotIn("Hint", str(stage.screen()))
        self.assertNotIn("hint", self.lines(self.stage())[-1])

    def test_another_table_is_offered_where_there_is_one(self) -> None:
        stage = self.stage(game=GamePlugin("set", SetTable))
        self.assertEqual(self.panel(stage)[-2:], [" Other table", " Home Help▐Keys▌"])
        other = stage.thing("other table")
        stage.controller.focus = other.cell
        self.assertEqual(self.panel(stage)[-2:], ["▐Other table▌", " Home Help Keys"])
        stage.click_on("Other table")
        self.assertEqual(stage.sent(), [Cmd("click", other.objid)])

    def test_twelve_players_and_another_table(self) -> None:
        """All of them are there, and the heading gives way."""
        others = [f"player{number}" for number in range(11)]
        shown = self.panel(self.stage(others=others, game=GamePlugin("set", SetTable)))
        self.assertEqual([line.split()[0].lstrip("*") for line in shown[:12]], ["ann", *others])
        self.assertEqual(shown[-2], " Other table")

    def test_letters_that_are_no_range_are_called_letters(self) -> None:
        stage = self.stage()
        self.assertIn(" a-l select ", self.lines(stage)[-1])
        stage.click_on("Keys")
        self.assertIn(" letters select ", self.lines(stage)[-1])
        self.assertEqual(self.drawn(stage, 0)[0][0], "q")


class Selecting(SetSkinTestCase):
    def test_the_words_beside_the_cards_can_be_clicked(self) -> None:
        words = {"submit": SUBMIT, "no set": NO_SET, "Keys": "keys"}
        for size, (word, role) in product(((60, 20), (80, 25)), words.items()):
            stage = self.stage(size=size)
            stage.click_on(word)
            self.assertEqual(stage.sent(), [Cmd("click", stage.thing(role).objid)], word)

    def test_what_is_selected_can_be_seen_at_the_card(self) -> None:
        stage = self.stage()
        stage.press("b")
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
        corners = ((0, 1, "card/0"), (14, 5, "card/0"), (16, 7, "card/5"), (62, 17, "card/11"))
        small = ((0, 2, "card/0"), (10, 4, "card/0"), (12, 6, "card/5"), (46, 12, "card/11"))
        for size, places in (((80, 25), corners), ((60, 20), small)):
            stage = self.stage(size=size)
            stage.screen()
            for column, line, role in places:
                stage.click(column, line)
                self.assertEqual(stage.sent(), [Cmd("click", stage.thing(role).objid)])


class WhatWasFound(SetSkinTestCase):
    """The cards of a set that somebody has found are beside the board for two seconds, with the name."""

    def shown(self, stage: Playing) -> list[str]:
        """The lines of the panel between players and keys."""
        lines = [line[64:].rstrip() for line in self.lines(stage)[1:19]]
        keys = next(number for number, line in enumerate(lines) if line.startswith("Space"))
        return [line.strip() for line in lines[3:keys] if line]

    def claimed(self, who: int = 0, board: Sequence[int] = BOARD, **how: Any) -> Playing:
        stage = self.stage(board, **how)
        self.claim([*self.everybody, stage.seat][who], 0, 1, 2)
        self.table.advance(0)
        return stage

    def test_by_somebody_else(self) -> None:
        stage = self.claimed()
        self.assertEqual(self.shown(stage), ["bob found +5", "<█>           R", "<█> <█>       R", "<█> <█> <█>   R"])
        self.assertEqual([self.drawn(stage, place)[5].strip() for place in range(4)], ["bob", "bob", "bob", ""])
        stage.clock.advance(SHOWING - 0.1)
        self.assertEqual(len(self.shown(stage)), 4)
        stage.clock.advance(0.1)
        self.assertEqual((self.shown(stage), self.drawn(stage, 0)[5].strip()), ([], ""))

    def test_by_the_user(self) -> None:
        self.assertEqual(self.shown(self.claimed(1))[0], "You found +5")

    def test_with_colours(self) -> None:
        stage = self.claimed(depth=16777216)
        self.assertEqual(self.shown(stage)[1:], ["<█>", "<█> <█>", "<█> <█> <█>"])
        line = next(number for number, line in enumerate(self.lines(stage)) if line.endswith("<█> <█> <█>    "))
        self.assertEqual(stage.screen().background(66, line), "#e9e9e9")

    def test_every_shape_and_shading_in_ascii(self) -> None:
        board = [NUMBERS[name] for name in ("1 red o box", "2 blue @ slash", "3 yellow █ diamond")]
        rest = [card for card in CARDS if card not in board][:9]
        stage = self.claimed(board=[*board, *rest], signs=ASCII)
        self.assertEqual(self.shown(stage)[1:], ["[ ]           R", "/@/ /@/       B", "<#> <#> <#>   Y"])

    def test_that_there_was_none(self) -> None:
        stage = self.stage()
        self.lay(CAP[:12], [78, 79, 80])
        self.everybody[0].click(NO_SET)
        self.table.advance(0)
        self.assertEqual(self.shown(stage), ["bob: no set +10"])

    def test_in_practice_with_the_time_it_took(self) -> None:
        self.table = Table(GamePlugin("practice", Practice, lambda random: Practice(Dealt(BOARD))))
        stage = Playing(self.table, "ann")
        self.table.enter("bob")
        self.table.advance(1.5)
        stage.press("a", "b", "c", " ")
        self.table.advance(0)
        self.assertEqual(self.shown(stage)[0], "You found 1.5 s")
        self.assertIn("A set, after 1.5 s", str(stage.screen()))

    def test_is_there_in_every_size(self) -> None:
        for size in ((60, 20), (80, 25), (120, 40)):
            stage = self.claimed(size=size)
            self.assertIn("<█> <█> <█>", str(stage.screen()), size)

    def test_all_players_stay_on_the_screen_and_the_cards_are_below_their_places(self) -> None:
        stage = self.claimed(others=[f"p{number}" for number in range(11)])
        panel = [line[64:].split()[0] for line in self.lines(stage)[2:14]]
        self.assertEqual(panel, ["*ann", *(f"p{number}" for number in range(11))])
        captions = [self.drawn(stage, place)[5].rstrip() for place in range(4)]
        self.assertEqual(captions, ["<█>R p0", "<█> <█>R p0", "<█> <█> <█>R p0", ""])
        stage.clock.advance(SHOWING)
        self.assertEqual(self.drawn(stage, 0)[5].strip(), "")

    def test_a_long_name_is_cut(self) -> None:
        stage = self.claimed(others=["a" * 30])
        self.assertEqual(self.shown(stage)[0], "aaaaa… found +5")


class Off(SetSkinTestCase):
    """What a watcher cannot use is in brackets, also without colours; and so it is when no game is on."""

    def legend(self, stage: Playing) -> list[str]:
        return [line[64:].rstrip() for line in self.lines(stage) if line[64:].startswith(("Space", "x ", "6 "))]

    def test_to_those_who_watch(self) -> None:
        self.stage()
        cid = Playing(self.table, "cid")
        self.assertEqual(self.legend(cid), ["Space  (submit)", "x      (no set)", "6      quit"])
        self.assertIn("You watch; you play in the next game.", str(cid.screen()))

    def test_to_everybody_when_the_game_is_over(self) -> None:
        stage = self.stage()
        self.assertEqual(self.legend(stage), ["Space  submit", "x      no set", "6      quit"])
        self.lay(CAP[:9])
        stage.press("x")
        self.table.advance(0)
        self.assertIn("Space  (submit)", str(stage.screen()))

    def test_where_there_is_no_room_for_brackets_the_word_is_whole(self) -> None:
        self.stage()
        cid = Playing(self.table, "cid", size=(60, 20))
        self.assertIn("Space submit", str(cid.screen()))


class Focus(SetSkinTestCase):
    """The card that the keys go to looks different from those that are selected, also without colours."""

    def test_without_colours_its_edges_are_heavy(self) -> None:
        for signs, top in ((FANCY, "b━━━━━━━━━━━━━R"), (ASCII, "b#############R")):
            stage = self.stage(signs=signs)
            stage.press("a", "b")
            stage.controller.focus = (1, 0)
            self.assertEqual([self.drawn(stage, place)[0] for place in (0, 1)][1], top)
            self.assertEqual(self.drawn(stage, 0)[0][1:3], "──" if signs is FANCY else "--")
            self.assertEqual(["selected" in self.drawn(stage, place)[5] for place in range(3)], [True, True, False])

    def test_with_colours_it_has_golden_bars(self) -> None:
        stage = self.stage(depth=16777216)
        stage.press("a")
        stage.controller.focus = (1, 0)
        shown = stage.screen()
        self.assertEqual(
            [shown.background(column, 3) for column in (0, 1, 16, 17, 30)][::2], ["#bde8f0", "#f2c14e", "#f2c14e"]
        )
        self.assertEqual(shown.background(1, 3), "#bde8f0")
        self.assertEqual(shown.background(18, 1), "#e9e9e9")

    def test_while_the_user_types_no_card_has_it(self) -> None:
        stage = self.stage()
        stage.controller.focus = (1, 0)
        stage.press("tab")
        self.assertEqual(self.drawn(stage, 1)[0][1:3], "──")


class Animation(SetSkinTestCase):
    """Cards a to c are a set, and bob finds it."""

    def replaced(self, deck: Sequence[int] = NEXT, depth: Depth = 1) -> Playing:
        stage = self.stage(depth=depth)
        self.lay(BOARD, deck)
        self.claim(self.everybody[0], 0, 1, 2)
        self.table.advance(0)
        return stage

    def pass_frames(self, stage: Playing, frames: float = 1) -> None:
        stage.clock.advance(frames * FRAME)
        stage.room_screen.next_frame()

    def test_the_frames_of_the_game(self) -> None:
        self.assertEqual(
            [frame_width(frame) for frame in range(FRAMES + 1)], [15, 13, 11, 9, 7, 5, 3, 1, 3, 5, 7, 9, 11, 13, 15]
        )

    def test_a_replaced_card_shrinks_and_grows_frame_by_frame(self) -> None:
        stage = self.replaced()
        self.assertEqual(self.drawn(stage, 0)[:5], ["a" + "░" * 14, *["░" * 15] * 4])
        for frame in range(1, FRAMES):
            due = stage.room_screen.due()
            assert due is not None
            stage.clock.advance(due - stage.clock.seconds())
            stage.room_screen.next_frame()
            blank = ("░" * frame_width(frame)).center(15)
            for position in (0, 1):
                self.assertEqual(self.drawn(stage, position)[:5], [blank] * 5, frame)
        self.pass_frames(stage)
        self.assertEqual(self.drawn(stage, 0)[1], "│   ╱   ╱   ╱ │")
        self.assertEqual(stage.room_screen.due(), 15 + SHOWING)  # what was found is still there

    def test_it_can_be_selected_after_seven_tenths_of_a_second_and_not_before(self) -> None:
        for wait, count in ((0.65, 1), (0.7, 3)):
            stage = self.replaced()
            stage.clock.advance(wait)
            stage.press("d", "a")
            stage.click(5, 3)
            card, key, other = stage.thing("card/0").objid, stage.thing("key/card/0").objid, stage.thing("key/card/3")
            sent = [Cmd("press", other.objid), Cmd("press", key), Cmd("click", card)]
            self.assertEqual(stage.sent(), sent[:count], wait)

    def test_a_card_that_becomes_empty_is_a_blank_of_paper_until_it_is_gone(self) -> None:
        stage = self.replaced((), depth=16777216)
        for frame in range(FRAMES):
            shown = stage.screen()
            side = (15 - frame_width(frame)) // 2
            paper, cloth = ["#e9e9e9"] * frame_width(frame), ["#1a1a1a"] * side
            found = [shown.background(column, 3) for column in range(15)]
            self.assertEqual(found, [*cloth, *paper, *cloth], frame)
            self.pass_frames(stage)
        self.pass_frames(stage, (SHOWING - 0.7) / FRAME)
        self.assertIsNone(stage.room_screen.due())
        self.assertEqual(self.drawn(stage, 0), ["a" + " " * 14, *[" " * 15] * 5])
        self.assertEqual(stage.screen().background(7, 3), "#1a1a1a")

    def test_who_comes_in_sees_the_rest_of_it(self) -> None:
        self.replaced()
        self.table.advance(3 * FRAME)
        cid = Playing(self.table, "cid")
        self.assertEqual(self.drawn(cid, 0)[:5], [("░" * frame_width(3)).center(15)] * 5)

    def test_it_goes_on_when_the_terminal_is_resized(self) -> None:
        stage = self.replaced()
        stage.clock.advance(3 * FRAME)
        blank = ("░" * frame_width(3)).center(15)
        for size in ((83, 25), (80, 23), (80, 25)):
            shown = str(stage.screen(size)).split("\n")
            self.assertEqual([line[:15] for line in shown[1:6]], [blank] * 5, size)
        self.assertIn("\n  ░░░░░░░ ", str(stage.screen((60, 20))))
        self.assertIsNotNone(stage.room_screen.due())  # it may become larger again, and nobody else says so
        stage.clock.advance(3 * FRAME)
        self.assertEqual(self.drawn(stage, 0)[:5], [("░" * frame_width(6)).center(15)] * 5)
        stage.clock.advance(8 * FRAME)
        stage.screen((60, 20))
        self.assertEqual(stage.room_screen.due(), 15 + SHOWING)  # what was found is still there
        self.assertEqual(self.drawn(stage, 0)[1], "│   ╱   ╱   ╱ │")
