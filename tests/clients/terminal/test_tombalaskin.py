"""Tombala on the screen: the card and its marks, the large number, the board, the players, what can be clicked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import ANN, BOB, CID, HOSTILE, Stage, agent, colours, is_harmless, key, matrix, tile
from tilenet.clients.model import Cell
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.inks import DEPTHS, Depth, contrast
from tilenet.clients.terminal.largedigits import large
from tilenet.clients.terminal.paint import row_width
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.clients.terminal.skin import SkinContext
from tilenet.clients.terminal.tombalaroom import Seat, read_seat
from tilenet.clients.terminal.tombalaskin import TombalaSkin
from tilenet.wire.messages import Cmd, Message, Set

TEXT = "Number 12 of 90: 17. Waiting for ann, bob."
DRAWN = [17, 88, 3, 45, 60, 21, 90, 9, 33, 71, 52, 10]  # the newest first
CARD: Mapping[Cell, str] = {
    (0, 0): "(3)", (2, 0): "21", (4, 0): "(45)", (6, 0): "60", (8, 0): "88",
    (0, 1): "7", (1, 1): "17", (3, 1): "(33)", (5, 1): "50", (7, 1): "78",
    (1, 2): "12", (3, 2): "38", (5, 2): "(52)", (6, 2): "64", (8, 2): "90",
}  # fmt: skip
BOB_WINS = ("ann 0", "bob 3", "cid 2")
PLAYERS = ("ann 0 ...", "bob 1 ...", "cid 2")
MANY = [*(f"p{n} {n % 3}{' ...' if n % 4 == 0 else ''}" for n in range(29)), "ann 1"]
LEAST_CONTRAST: Mapping[Depth, float] = {16777216: 4.5, 256: 4.5, 16: 2.8}
ODD_SIZES: Mapping[Depth, tuple[int, int]] = {1: (80, 25), 16777216: (120, 30)}
SIZES = (80, 23), (80, 24), (80, 25), (81, 26), (120, 40), (200, 60)


#: Below the headline, without colours.
BODY = """\
╭────────────────╮ ·· ··  3 ·· ·· ·· ·· ··  9 10   Players (3) and cinkos
│   ██    ██████ │ ·· ·· ·· ·· ·· ·· 17 ·· ·· ··   *ann               0 …
│ ████        ██ │ 21 ·· ·· ·· ·· ·· ·· ·· ·· ··    bob               1 …
│   ██        ██ │ ·· ·· 33 ·· ·· ·· ·· ·· ·· ··   ~cid               2
│   ██        ██ │ ·· ·· ·· ·· 45 ·· ·· ·· ·· ··
│ ██████      ██ │ ·· 52 ·· ·· ·· ·· ·· ·· ·· 60
╰────────────────╯ ·· ·· ·· ·· ·· ·· ·· ·· ·· ··
  17 88  3 45 60   71 ·· ·· ·· ·· ·· ·· ·· ·· ··
  21 90  9 33 71   ·· ·· ·· ·· ·· ·· ·· 88 ·· 90
 ╔════╤════╤════╤════╤════╤════╤════╤════╤════╗
 ║[ 3]│░░░░▐ 21 ▌░░░░│[45]│░░░░│ 60 │░░░░│ 88 ║    n  Next       your turn
 ╟────┼────┼────┼────┼────┼────┼────┼────┼────╢    c  Cinko      for a full row
 ║  7 │ 17 │░░░░│[33]│░░░░│ 50 │░░░░│ 78 │░░░░║    a  Auto mark  off
 ╟────┼────┼────┼────┼────┼────┼────┼────┼────╢       Home
 ║░░░░│ 12 │░░░░│ 38 │░░░░│[52]│ 64 │░░░░│ 90 ║       Help
 ╚════╧════╧════╧════╧════╧════╧════╧════╧════╝    l  Lobby
""".splitlines()
IN_ASCII = str.maketrans(dict(zip("╭╮╰╯╔╤╗╟┼╢╚╧╝─═│║█·░▐▌", "+" * 13 + "--||#. ><", strict=True)) | {"…": "..."})


def room(
    text: str = TEXT,
    drawn: Sequence[int] = DRAWN,
    card: Mapping[Cell, str] = CARD,
    players: Sequence[str] = PLAYERS,
    *,
    is_over: bool = False,
    auto: str = "Off: click to have drawn numbers marked.",
    clock: str = "",
) -> list[Message]:
    is_on = int(bool(drawn) and not is_over)
    board = [tile(n, (n - 1) % 10, (n - 1) // 10, f"({n})" if n in drawn else str(n), energy=0) for n in range(1, 91)]
    last = [tile(101 + x, x, 9, str(drawn[x]) if x < len(drawn) else "", energy=0) for x in range(10)]
    mine = [
        tile(201 + x + 9 * y, x, 10 + y, card.get((x, y), ""), energy=is_on * ((x, y) in card))
        for y in range(3)
        for x in range(9)
    ]
    commands = [
        tile(301, 10, 0, "Next", energy=is_on), tile(302, 10, 1, "Cinko", energy=is_on),
        tile(303, 10, 2, "Auto mark", text=auto), tile(304, 10, 3, "Home"), tile(305, 10, 4, "Help"),
        tile(306, 10, 5, "Lobby"), tile(307, 10, 9, clock, energy=0),
    ]  # fmt: skip
    names = [*players, *[""] * (30 - len(players))]
    seats = [tile(401 + n, 11 + n // 10, n % 10, name, energy=0) for n, name in enumerate(names)]
    keys = [
        key(1, "VK_N", "next", energy=is_on), key(2, "VK_C", "cinko", energy=is_on),
        key(3, "VK_A", "auto mark"), key(4, "VK_L", "lobby"),
    ]  # fmt: skip
    return [matrix(14, 13, "Tombala: room1", text), *board, *last, *mine, *commands, *seats, *keys, ANN, BOB, CID]


class TombalaSkinTestCase(SynchronousTestCase):
    def stage(self, *messages: Message, focus: Cell = (10, 4), **how: Any) -> Stage:
        stage = Stage(*(messages or room()), **how)
        stage.controller.focus = focus
        return stage

    def lines(self, stage: Stage) -> list[str]:
        return stage.screen().lines

    def number(self, stage: Stage) -> list[str]:
        """The five lines of the large number."""
        return [line[2:16] for line in self.lines(stage)[3:8]]

    def below(self, stage: Stage) -> list[str]:
        """The two lines below the large number."""
        return [line[:18] for line in self.lines(stage)[9:11]]

    def players(self, stage: Stage) -> list[str]:
        """The heading, and the lines with names."""
        return [stage.screen().text(50, y, 30).rstrip() for y in range(2, 11)]

    def commands(self, stage: Stage) -> list[str]:
        return [line[50:].rstrip() for line in self.lines(stage)[12:18]]


class Layouts(TombalaSkinTestCase):
    def test_all_sizes_signs_and_depths_are_exactly_as_wide_as_the_terminal(self) -> None:
        rooms = (
            room(),
            room("Odd.", [], {}, ["x" * 90 + " 1", *MANY[1:]], clock="12345678901234567890 s"),
            room("Game over: bob wins.", players=["w " * 60 + "3"], is_over=True),
            room(players=MANY),
        )
        for messages, depth, signs, size in product(rooms, DEPTHS.values(), (FANCY, ASCII), SIZES):
            stage = self.stage(*messages, depth=depth, signs=signs, size=size)
            rows = TombalaSkin(SkinContext(stage.controller, stage.inks, signs, stage.clock.seconds)).rows(size[0], 16)
            self.assertEqual([row_width(row) for row in rows], [size[0]] * 16)
            lines = self.lines(stage)
            self.assertEqual([columns(line) for line in lines], [size[0]] * size[1])
            self.assertIn("Players (", lines[2])
            self.assertTrue(signs is FANCY or "".join(lines).isascii(), lines)

    def test_lines_are_left_for_what_is_heard(self) -> None:
        for size, heard in (((80, 23), 2), ((80, 24), 3), ((80, 25), 3), ((100, 40), 18)):
            stage = self.stage(size=size)
            for number in range(30):
                stage.hear(f"Line {number}.")
            self.assertEqual(str(stage.screen()).count(": Line "), heard, size)

    def test_the_smallest_has_the_card_the_last_numbers_and_the_keys(self) -> None:
        """The board of 90 gives way."""
        for signs in (FANCY, ASCII):
            for size in ((60, 20), (79, 25), (80, 22)):
                stage = self.stage(size=size, signs=signs)
                text = str(stage.screen())
                lines = text.split("\n")
                self.assertEqual([len(line) for line in lines], [size[0]] * size[1])
                self.assertIn("drawn  17 88  3 45 60 21 90  9 33 71 ", lines[2])
                auto = " a  Auto off" if size[0] == 60 else " a  Auto mark  off"
                for part in ("[ 3]", " 21 ", " n  Next ", " c  Cinko ", auto, " l  Lobby", "Players (3)", "bob"):
                    self.assertIn(part, text, size)
                self.assertNotIn("(", "".join(line[48:] for line in lines[3:10]))
        self.assertTrue(text.isascii())

    def test_before_and_after_the_game_in_the_smallest(self) -> None:
        for how, words in (
            ({"drawn": (), "clock": "12 s"}, "12 s to the first number"),
            ({"drawn": ()}, "not started"),
            ({"is_over": True, "players": BOB_WINS}, "bob wins"),
            ({"is_over": True}, "no winner"),
        ):
            shown = str(Stage(*room(**how), size=(60, 20)).screen())
            self.assertIn(words, shown.split("\n")[2])

    def test_what_can_be_clicked_in_the_smallest(self) -> None:
        stage = self.stage(size=(60, 20))
        stage.screen()
        for column, line, objid in ((13, 4, "t203"), (3, 6, "t210"), (44, 8, "t227")):
            stage.click(column, line)
            self.assertEqual(stage.sent(), [Cmd("click", objid)])
        stage.click(*stage.screen().find("bob  "))
        self.assertTrue(stage.controller.is_typing)

    def test_a_large_window_has_a_large_card(self) -> None:
        stage = self.stage(size=(120, 40))
        lines = str(stage.screen()).split("\n")
        self.assertEqual(sum(line.startswith(" ║") for line in lines), 9)
        stage.click(10 + 8, 21)  # the upper part of a cell
        self.assertEqual(stage.sent(), [Cmd("click", "t203")])

    def test_at_80x25(self) -> None:
        keys = ("n next", "c cinko", "a auto", "{} Enter mark", "Tab chat", "F1 help", "F10 leave")
        for signs, arrows, dot in ((FANCY, "←↑↓→", "·"), (ASCII, "arrows", "-")):
            stage = self.stage(signs=signs, focus=(2, 10))
            lines = [line.rstrip() for line in self.lines(stage)]
            body = BODY
            if signs is ASCII:
                body = [re.sub(r"  (\d)( …)?$", r"\1\2", line).translate(IN_ASCII).rstrip() for line in BODY]
            self.assertEqual(lines[2:18], body)
            self.assertEqual(lines[-1].strip(), f" {dot} ".join(keys).format(arrows))
            stage.controller.focus = (10, 4)
            self.assertIn("Enter click", self.lines(stage)[-1])
        for messages, size in ((room(), (120, 25)), (room(is_over=True), (80, 25))):  # there is space for the lobby
            line = self.lines(self.stage(*messages, size=size))[-1].strip()
            self.assertTrue(line.endswith(" · Tab chat · l lobby · F1 help · F10 leave"), line)

    def test_what_has_a_colour_can_be_read_on_it(self) -> None:
        rooms = (
            room(),
            room("The game starts in 12 s.", [], {}, clock="12 s"),
            room("Game over: bob wins.", players=BOB_WINS, is_over=True),
        )
        for messages, (depth, least) in product(rooms, LEAST_CONTRAST.items()):
            shown = self.stage(*messages, depth=depth, focus=(2, 10)).screen()
            seen = 0
            for line in shown.cells[2:18]:
                for char, ink in line:
                    if char.strip() and ink is not None and None not in ink.get_rgb_values():
                        seen += 1
                        self.assertGreaterEqual(contrast(*colours(ink)), least, (char, ink))
            self.assertGreater(seen, 200)


class Card(TombalaSkinTestCase):
    def test_inks_tell_apart_what_differs(self) -> None:
        """Marked and unmarked numbers, the cell with the focus, Next when it is for me, and who has won."""
        over = room(players=BOB_WINS, is_over=True)
        for depth in DEPTHS.values():
            usual, end = self.stage(depth=depth).screen(), self.stage(*over, depth=depth).screen()
            self.assertNotEqual(usual.ink(3, 12), usual.ink(13, 12), depth)
            self.assertNotEqual(usual.ink(55, 13), end.ink(55, 13), depth)
            self.assertNotIn(end.ink(8, 9), (end.ink(1, 1), end.ink(55, 6)), depth)
            if depth > 1:
                self.assertNotIn(usual.ink(8, 12), (usual.ink(3, 12), usual.ink(13, 12)), depth)
                for cell, x in (((2, 10), 13), ((1, 10), 8)):
                    there = self.stage(depth=depth, focus=cell).screen().ink(x, 12)
                    self.assertNotEqual(there, usual.ink(x, 12))

    def test_what_is_drawn_is_not_given_away(self) -> None:
        """The card looks the same whether the numbers on it that are not marked are drawn or not."""
        for depth in DEPTHS.values():
            with_them = self.stage(depth=depth).screen()
            without = self.stage(*room(drawn=[n for n in DRAWN if n not in (21, 60, 88)]), depth=depth).screen()
            for y in range(11, 18):
                self.assertEqual(with_them.cells[y][:48], without.cells[y][:48])

    def test_the_focus_is_beside_what_it_is_on(self) -> None:
        for cell, marked in (
            ((8, 12), "░▐ 90 ▌ "),
            ((2, 9), "  17 88▐ 3▌45 60  "),
            ((9, 0), "  9▐10▌"),
            ((11, 0), "▐*ann"),
            ((13, 9), "▐Players (3) and cinkos▌"),
            ((10, 2), " a ▐Auto mark▌ off"),
        ):
            self.assertIn(marked, str(self.stage(focus=cell).screen()))
        self.assertIn("   >Help<", str(self.stage(signs=ASCII).screen()))

    def test_the_focus_while_typing(self) -> None:
        stage = self.stage(focus=(2, 10))
        stage.press("tab")
        self.assertIn("▕ 21 ▏", self.lines(stage)[12])


class Number(TombalaSkinTestCase):
    def test_large_digits(self) -> None:
        self.assertEqual(self.below(self.stage(*room(drawn=[5, 6]))), ["   5  6           ", " " * 18])
        drawn = [tuple(large(str(digit), 14)) for digit in range(10)]
        self.assertEqual(len(set(drawn)), 10)
        for lines in drawn:
            self.assertEqual([len(line) for line in lines], [6] * 5)
            self.assertEqual(set("".join(lines)), {"#", " "})
        self.assertEqual([len(line) for line in large("120", 14)], [11] * 5)
        self.assertEqual(large("86400", 14), ["", "", "86400", "", ""])
        self.assertEqual(large("1" * 5000, 14)[2], "1" * 11 + "...")

    def test_the_countdown_takes_its_place(self) -> None:
        stage = self.stage(*room("The game starts in 30 s.", [], {}, clock="30 s"))
        self.assertEqual(self.number(stage)[1], "    ██  ██  ██")
        self.assertEqual([line.strip() for line in self.below(stage)], ["seconds to the", "first number"])
        stage.tell(Set("m1", text="The game starts in 8 s."), Set("t307", name="8 s"))
        self.assertEqual([line.strip() for line in self.number(stage)][:2], ["██████", "██  ██"])

    def test_nothing_drawn_and_no_countdown(self) -> None:
        for news in (Set("m1"), Set("t307", x=-1)):  # without a clock, the headline still says when the game begins
            stage = self.stage(*room("The game starts in 12 s.", [], {}), news)
            self.assertIn("The game starts in 12 s.", self.lines(stage)[1])
            self.assertEqual(self.number(stage), [" " * 14] * 5)
            self.assertEqual([line.strip() for line in self.below(stage)], ["not started", ""])

    def test_the_headline_is_not_read_because_players_are_named_in_it(self) -> None:
        for text in (
            "Number 12 of 90: 17. Waiting for starts in 5 s, bob.",
            "The game starts in 5 s.",
            "Game over: ann wins.",
            "Game over",
        ):
            shown = self.stage(*room(text))
            self.assertEqual(
                (self.number(shown), self.below(shown)), (self.number(self.stage()), self.below(self.stage()))
            )

    def test_the_focus_is_at_the_number_if_it_stands_for_the_tile(self) -> None:
        before = room("The game starts in 12 s.", [], {}, clock="12 s")
        for messages, focus, depth in product((before, room(is_over=True)), ((10, 9), (0, 9), (9, 9)), DEPTHS.values()):
            stage = self.stage(*messages, focus=focus, depth=depth)
            self.assertEqual([self.lines(stage)[5][at] for at in (0, 17)], [*FANCY.focus])

    def test_the_winner_is_announced(self) -> None:
        other = self.stage(*room("Game over: bob wins.", players=BOB_WINS, is_over=True))
        mine = self.stage(*room("Game over: ann wins.", players=("ann 3", "bob 1", "cid 2"), is_over=True))
        nobody = self.stage(*room("Game over: no winner.", is_over=True))
        self.assertEqual(self.number(other)[0], "████ █  █ ███ ")
        self.assertEqual(self.number(mine)[0], "█   █ █ █   █ ")
        self.assertEqual(self.number(nobody), self.number(other))
        words = [[line.strip() for line in self.below(stage)] for stage in (other, mine, nobody)]
        self.assertEqual(words, [["bob wins", ""], ["ann wins", ""], ["no winner", ""]])
        long = self.below(self.stage(*room(players=["x" * 60 + " 3"], is_over=True)))
        self.assertEqual(long, ["x" * 18, "x" * 17 + "…"])

    def test_a_name_does_not_win_a_game(self) -> None:
        """Only the cinkos count, and they come after the name."""
        for name in ("bob 3", "bob wins", "3", "bob 3 ..."):
            below = self.below(self.stage(*room(players=("ann 0", f"{name} 1"), is_over=True)))
            self.assertEqual([line.strip() for line in below], ["no winner", ""], name)
        mine = self.stage(*room(players=("ann 0", "ann 3 0", "bob 3"), is_over=True))
        self.assertEqual(self.below(mine)[0].strip(), "bob wins")
        self.assertEqual(self.number(mine)[0], "████ █  █ ███ ")
        self.assertEqual(read_seat("bob \uff11"), Seat("bob \uff11", "", False))  # other digits


class Board(TombalaSkinTestCase):
    def test_with_colours_all_are_there_and_inks_tell_them_apart(self) -> None:
        for depth in (16, 256, 16777216):
            stage = self.stage(depth=depth)
            shown = stage.screen()
            self.assertEqual(
                [int(word) for line in self.lines(stage)[2:11] for word in line[18:49].split()], [*range(1, 91)]
            )
            inks = {n: shown.ink(18 + 3 * ((n - 1) % 10) + 2, 2 + (n - 1) // 10) for n in range(1, 91)}
            groups = [{inks[n] for n in some} for some in ({17}, {*DRAWN} - {17}, {*range(1, 91)} - {*DRAWN})]
            self.assertEqual([len(group) for group in groups], [1, 1, 1])
            self.assertEqual(len(set.union(*groups)), 3)


class Players(TombalaSkinTestCase):
    def test_away_players_and_bots_have_a_sign(self) -> None:
        for signs, text, shown in (
            (FANCY, "bot · 127.0.0.1", "⚙bob"),
            (ASCII, "bot", "#bob"),
            (FANCY, "away · bot", "☾bob"),
            (ASCII, "away · 127.0.0.1", "?bob"),
        ):
            stage = self.stage(signs=signs)
            stage.tell(Set("a2", text=text))
            self.assertEqual(self.players(stage)[2].split()[0], shown)

    def test_eight_have_a_line_each_and_nine_have_two_columns(self) -> None:
        eight = self.players(self.stage(*room(players=MANY[:8])))
        self.assertEqual([len(line.split()) for line in eight[1:]], [len(name.split()) for name in MANY[:8]])
        nine = self.players(self.stage(*room(players=[f"p{n} 0" for n in range(9)])))
        self.assertEqual(nine[1].split(), ["p0", "0", "p8", "0"])

    def test_of_thirty_those_who_count_are_shown(self) -> None:
        for signs in (FANCY, ASCII):
            stage = self.stage(*room(players=MANY), signs=signs)
            self.assertEqual(self.lines(stage)[11][48:].strip(), "")  # a line between them and the commands
            shown = " ".join(self.players(stage))
            self.assertIn("Players (30)", shown)
            self.assertIn("+15 more", shown)
            self.assertIn("*ann", shown)
            for number, name in enumerate(MANY[:29]):
                if name.endswith("..."):
                    self.assertIn(f" p{number} ", shown)
            self.assertEqual(sum(f" p{number} " in shown for number in range(29)), 14)
            wider = self.stage(*room(players=MANY), signs=signs, size=(120, 25)).screen()
            for number in range(29):
                self.assertIn(f" p{number} ", str(wider))


class Commands(TombalaSkinTestCase):
    def test_when_the_game_is_over(self) -> None:
        commands = self.commands(self.stage(*room(is_over=True, auto="On: click to mark yourself."), focus=(2, 10)))
        self.assertEqual(commands[:3], [" ·  Next", " ·  Cinko", " a  Auto mark  on"])

    def test_a_row_that_is_full_and_not_announced(self) -> None:
        row = {cell: f"({name.strip('()')})" for cell, name in CARD.items() if cell[1] == 0}
        two = row | {cell: f"({name.strip('()')})" for cell, name in CARD.items() if cell[1] == 1}
        but_one = {cell: name for cell, name in row.items() if cell[0] < 8}
        for marks, cinkos, hint in (
            (but_one, 0, "for a full row"),
            (row, 0, "1 full!"),
            (row, 1, "for a full row"),
            (two, 0, "2 full!"),
            (two, 1, "2 full!"),
            (two, 2, "for a full row"),
        ):
            others = ["bob 0 ...", "ann 2 0", "ann2 0"]
            stage = self.stage(*room(card={**CARD, **marks}, players=[*others, f"ann {cinkos} ..."]))
            self.assertEqual(self.commands(stage)[1], f" c  Cinko      {hint}", (marks, cinkos))
        stage.tell(Set("t404", name="ann 1 ..."))  # it is news
        self.assertIn("2 full!", self.commands(stage)[1])

    def test_nothing_is_full_before_the_game_or_without_a_seat(self) -> None:
        stage = self.stage(*room("The game starts in 12 s.", [], {}, clock="12 s"))
        self.assertEqual(self.commands(stage)[1], " ·  Cinko")
        full = {cell: f"({name.strip('()')})" for cell, name in CARD.items()}
        self.assertIn("for a full row", self.commands(self.stage(*room(card=full, players=["bob 0"])))[1])


class Acts(TombalaSkinTestCase):
    def test_a_click_on_each_cell_of_the_card(self) -> None:
        stage = self.stage()
        for x, y in product(range(9), range(3)):
            for column in range(2 + 5 * x, 6 + 5 * x):
                stage.click(column, 12 + 2 * y)
                wanted = [Cmd("click", f"t{201 + x + 9 * y}")] if (x, y) in CARD else []
                self.assertEqual(stage.sent(), wanted)
                self.assertEqual(stage.controller.focus, (x, 10 + y))

    def test_a_click_beside_the_cells(self) -> None:
        stage = self.stage()
        frame = [(column, 12) for column in (0, 1, 6, 46, 47, 48)] + [(3, line) for line in (9, 11, 13, 17)]
        for place in (*frame, (22, 4), (60, 11)):
            stage.click(*place)
            done = stage.sent(), stage.controller.focus, stage.controller.is_typing
            self.assertEqual(done, ([], (10, 4), False), place)

    def test_the_commands_can_be_clicked(self) -> None:
        for size in ((60, 20), (80, 23), (80, 25), (120, 40)):
            stage = self.stage(size=size)
            for objid, word in enumerate(("Next", "Cinko ", "Auto ", "Home", "Help", "Lobby"), 301):
                stage.click_on(word)
                self.assertEqual(stage.sent(), [Cmd("click", f"t{objid}")], word)
        stage.click(119, 12)
        self.assertEqual(stage.sent(), [])

    def test_a_click_on_a_player_is_for_talking(self) -> None:
        many = [*room(players=[f"p{n} 0" for n in range(10)]), agent(9, "p9")]
        for messages, name in ((room(), "bob"), (many, "p9")):
            stage = self.stage(*messages)
            stage.click_on(f" {name} ")
            self.assertEqual((stage.typed, stage.controller.is_typing, stage.sent()), (f"@{name} ", True, []))

    def test_keys(self) -> None:
        stage = self.stage(focus=(2, 10))
        stage.press("n", "c", "a", "l", "enter", "right", "right", "enter")
        clicks = [Cmd("click", "t203"), Cmd("click", "t205")]
        self.assertEqual(stage.sent(), [*(Cmd("press", f"k{number}") for number in (1, 2, 3, 4)), *clicks])

    def test_the_focus_can_be_seen_on_every_tile(self) -> None:
        stage = self.stage()
        for cell in stage.model.grid():
            stage.controller.focus = cell
            self.assertEqual([str(stage.screen()).count(mark) for mark in FANCY.focus], [1, 1], cell)


class Knowing(TombalaSkinTestCase):
    def is_known(self, *more: Message) -> bool:
        return "and cinkos" in str(self.stage(*room(), *more).screen())

    def test_other_rooms(self) -> None:
        self.assertTrue(self.is_known())
        for name, change in {
            "another number": Set("t5", name="6"),
            "a drawn number that is no number": Set("t101", name="(17)"),
            "a number over 90": Set("t102", name="91"),
            "a number in the wrong column of the card": Set("t201", name="17"),
            "a word in the card": Set("t203", name="king"),
            "half a bracket": Set("t203", name="(21"),
            "other digits": Set("t203", name="\uff12\uff11"),
            "another command": Set("t301", name="Fold"),
            "a command that is missing": Set("t306", x=-1),
            "a clock that shows no seconds": Set("t307", name="soon"),
            "a tile that would not be seen": tile(900, 10, 9, "Restart"),
            "a tile of the board that is missing": Set("t90", x=-1),
            "a tile of the card that is missing": Set("t227", x=-1),
            "another size": matrix(14, 14),
        }.items():
            self.assertFalse(self.is_known(change), name)

    def test_seats_may_be_missing(self) -> None:
        self.assertTrue(self.is_known(*(Set(f"t{401 + n}", x=-1) for n in range(3, 30))))


class Odd(TombalaSkinTestCase):
    def test_texts_of_all_kinds(self) -> None:
        odd = [*HOSTILE, "\u65e5\u672c\u8a9e" * 9, "x" * 3000, "  ", "...", " 1", "1 ...", "\U0001f600" * 20]
        for text, (depth, size) in product(odd, ODD_SIZES.items()):
            players = [f"{text} 1 ...", text, "ann 0", *[f"{text}{n} 2" for n in range(20)]]
            for is_over in (False, True):
                players[0] = f"{text} 3" if is_over else players[0]
                messages = room(text, players=players, auto=text, is_over=is_over)
                stage = self.stage(*messages, depth=depth, size=size)
                stage.tell(Set("a1", name=text), key(4, "VK_SPACE", "next"))
                shown = stage.screen()
                self.assertEqual([columns(line) for line in shown.lines], [size[0]] * size[1])
                self.assertTrue(is_harmless(str(shown).replace("\n", "")), ascii(text))
                self.assertIn("Players (23)", str(shown))

    def test_wide_names_leave_the_cinkos_in_their_column(self) -> None:
        stage = self.stage(*room(players=["\u65e5\u672c\u8a9e" * 9 + " 1 ...", "bob 2 ..."]))
        shown = stage.screen()
        self.assertEqual([shown.text(50 + 20, y, 3) for y in (3, 4)], ["1 …", "2 …"])

    def test_no_agent_of_mine(self) -> None:
        stage = Stage(*room()[:-3], BOB)
        self.assertNotIn("*", " ".join(self.players(stage)))
        self.assertEqual(self.commands(stage)[0].split()[0], "·")
