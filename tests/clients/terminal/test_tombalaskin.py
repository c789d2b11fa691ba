"""Tombala on the screen: the card and its marks, the large number, the board, the players, what can be clicked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from tests.doubles.playing import Playing
from tests.doubles.terminal import HOSTILE, Stage, colours, is_harmless, told
from tests.doubles.tombala_table import RoomTestCase
from tilenet.clients.terminal.glyphs import columns
from tilenet.clients.terminal.inks import DEPTHS, Depth, contrast
from tilenet.clients.terminal.largedigits import large
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.games.tombala import rules
from tilenet.games.tombala.events import Claim, Proceed
from tilenet.games.tombala.rules import Card

DRAWN = [17, 88, 3, 45, 60, 21, 90, 9, 33, 71, 52, 10]  # the newest first
ANN: Card = ((3, 21, 45, 60, 88), (7, 17, 33, 50, 78), (12, 38, 52, 64, 90))
MARKS = (3, 45, 33, 52)
BOB: Card = ((3, 17, 21, 33, 45), (1, 11, 22, 34, 46), (2, 12, 23, 35, 47))  # one row is drawn
CID: Card = ((3, 10, 21, 33, 45), (17, 52, 60, 71, 88), (2, 12, 23, 35, 47))  # two are
LEAST_CONTRAST: Mapping[Depth, float] = {16777216: 4.5, 256: 4.5, 16: 2.8}
SIZES = (80, 23), (80, 24), (80, 25), (81, 26), (120, 40), (200, 60)


#: Below the headline, without colours.
BODY = """\
╭────────────────╮ ·· ··  3 ·· ·· ·· ·· ··  9 10   Players (3) and cinkos
│   ██    ██████ │ ·· ·· ·· ·· ·· ·· 17 ·· ·· ··   *ann               0 …
│ ████        ██ │ 21 ·· ·· ·· ·· ·· ·· ·· ·· ··    bob               1 …
│   ██        ██ │ ·· ·· 33 ·· ·· ·· ·· ·· ·· ··    cid               2
│   ██        ██ │ ·· ·· ·· ·· 45 ·· ·· ·· ·· ··
│ ██████      ██ │ ·· 52 ·· ·· ·· ·· ·· ·· ·· 60
╰────────────────╯ ·· ·· ·· ·· ·· ·· ·· ·· ·· ··
  17 88  3 45 60   71 ·· ·· ·· ·· ·· ·· ·· ·· ··
  21 90  9 33 71   ·· ·· ·· ·· ·· ·· ·· 88 ·· 90
 ╔════╤════╤════╤════╤════╤════╤════╤════╤════╗
 ║[ 3]│░░░░▐ 21 ▌░░░░│[45]│░░░░│ 60 │░░░░│ 88 ║    n  Next       your turn
 ╟────┼────┼────┼────┼────┼────┼────┼────┼────╢    c  Cinko      1 full!
 ║  7 │ 17 │░░░░│[33]│░░░░│ 50 │░░░░│ 78 │░░░░║    a  Auto mark  off
 ╟────┼────┼────┼────┼────┼────┼────┼────┼────╢       Home
 ║░░░░│ 12 │░░░░│ 38 │░░░░│[52]│ 64 │░░░░│ 90 ║       Help
 ╚════╧════╧════╧════╧════╧════╧════╧════╧════╝    l  Lobby
""".splitlines()
IN_ASCII = str.maketrans(dict(zip("╭╮╰╯╔╤╗╟┼╢╚╧╝─═│║█·░▐▌", "+" * 13 + "--||#. ><", strict=True)) | {"…": "..."})


def role(number: int, card: Card = ANN) -> str:
    """The role of a number on a card."""
    [row] = [row for row, numbers in enumerate(card) if number in numbers]
    return f"card/{row}/{min(number // 10, 8)}"


class TombalaSkinTestCase(RoomTestCase):
    """ann is in front of a terminal, in a room with bob and cid."""

    def come_in(self, *others: str, order: Sequence[int] = DRAWN[::-1], **how: Any) -> Playing:
        """The countdown runs."""
        self.open(order=order)
        cards = iter([ANN, BOB, CID, *[CID] * 30])
        self.patch(rules, "new_card", lambda random: next(cards))
        self.ann = Playing(self.table, "ann", **how)
        self.others = [self.table.enter(name) for name in others or ("bob", "cid")]
        return self.ann

    def begin(self, *others: str, numbers: int = 12, focus: str = "help", **how: Any) -> Playing:
        """So many numbers are drawn, and the focus is on the tile with this role."""
        ann = self.come_in(*others, **how)
        self.table.advance(30)
        for seat in [ann.seat, *self.others] * (numbers - 1):
            seat.ask(Proceed())
        ann.controller.focus = ann.thing(focus).cell
        return ann

    def deal(self, **how: Any) -> Playing:
        """The game is on: ann has some marks, bob a cinko, and cid two."""
        ann = self.begin(**how)
        for number in MARKS:
            ann.seat.click(("card", *map(int, role(number).split("/")[1:])))
        bob, cid = self.others
        bob.ask(Claim(1))
        cid.ask(Claim(2))
        cid.ask(Proceed())
        return ann

    def over(self, **how: Any) -> Playing:
        """cid has won."""
        ann = self.deal(order=[*CID[2], *DRAWN[::-1]], numbers=17, **how)
        self.others[1].ask(Claim(3))
        return ann

    def nobody_wins(self, **how: Any) -> Playing:
        return self.begin(numbers=91, **how)

    def lines(self, stage: Stage) -> list[str]:
        return stage.screen().lines

    def number(self, stage: Stage) -> list[str]:
        """The five lines of the large number."""
        return [line[2:16] for line in self.lines(stage)[3:8]]

    def below(self, stage: Stage) -> list[str]:
        """The two lines below the large number."""
        return [line[:18].strip() for line in self.lines(stage)[9:11]]

    def shown_players(self, stage: Stage) -> list[str]:
        """The heading, and the lines with names."""
        return [stage.screen().text(50, y, 30).rstrip() for y in range(2, 11)]

    def commands(self, stage: Stage) -> list[str]:
        return [line[50:].rstrip() for line in self.lines(stage)[12:18]]

    def clicked(self, stage: Playing) -> list[str]:
        return [stage.model.role_of(cmd.objid) for cmd in stage.sent()]

    def tell(self, **facts: Any) -> None:
        """What a server of another make might say."""
        self.ann.tell(told(room=self.room.objid, facts=facts))


class Layouts(TombalaSkinTestCase):
    def test_all_sizes_signs_and_depths_are_exactly_as_wide_as_the_terminal(self) -> None:
        rooms: Sequence[Callable[..., Playing]] = (self.come_in, self.deal, self.over)
        for enter, depth, signs in product(rooms, DEPTHS.values(), (FANCY, ASCII)):
            stage = enter(depth=depth, signs=signs)
            for stage.size in SIZES:
                lines = self.lines(stage)
                self.assertEqual([columns(line) for line in lines], [stage.size[0]] * stage.size[1])
                self.assertIn("Players (", lines[2])
                self.assertTrue(signs is FANCY or "".join(lines).isascii(), lines)

    def test_lines_are_left_for_what_is_heard(self) -> None:
        stage = self.deal()
        for number in range(30):
            self.others[0].say(f"Line {number}.")
        for size, heard in (((80, 23), 2), ((80, 24), 3), ((80, 25), 3), ((100, 40), 18)):
            self.assertEqual(str(stage.screen(size)).count(": Line "), heard, size)

    def test_the_smallest_has_the_card_the_last_numbers_and_the_keys(self) -> None:
        """The board of 90 gives way."""
        for signs in (FANCY, ASCII):
            stage = self.deal(signs=signs)
            for size in ((60, 20), (79, 25), (80, 22)):
                text = str(stage.screen(size))
                lines = text.split("\n")
                self.assertEqual([len(line) for line in lines], [size[0]] * size[1])
                self.assertIn("drawn  17 88  3 45 60 21 90  9 33 71 ", lines[2])
                auto = " a  Auto off" if size[0] == 60 else " a  Auto mark  off"
                for part in ("[ 3]", " 21 ", " n  Next ", " c  Cinko ", auto, " l  Lobby", "Players (3)", "bob"):
                    self.assertIn(part, text, size)
                self.assertNotIn("(", "".join(line[48:] for line in lines[3:10]))
        self.assertTrue(text.isascii())

    def test_before_and_after_the_game_in_the_smallest(self) -> None:
        for enter, words in (
            (self.come_in, "30 s to the first number"),
            (self.over, "cid wins"),
            (self.nobody_wins, "No winner"),
        ):
            self.assertIn(words, self.lines(enter(size=(60, 20)))[2])

    def test_what_can_be_clicked_in_the_smallest(self) -> None:
        stage = self.deal(size=(60, 20))
        for column, line, number in ((13, 4, 21), (3, 6, 7), (44, 8, 90)):
            stage.click(column, line)
            self.assertEqual(self.clicked(stage), [role(number)])
        stage.click(*stage.screen().find("bob  "))
        self.assertTrue(stage.controller.is_typing)

    def test_a_large_window_has_a_large_card(self) -> None:
        stage = self.deal(size=(120, 40))
        self.assertEqual(sum(line.startswith(" ║") for line in self.lines(stage)), 9)
        stage.click(10 + 8, 21)  # the upper part of a cell
        self.assertEqual(self.clicked(stage), [role(21)])

    def test_at_80x25(self) -> None:
        keys = ("n next", "c cinko", "a auto", "{} Enter mark", "Tab chat", "F1 help", "F10 leave")
        for signs, arrows, dot in ((FANCY, "←↑↓→", "·"), (ASCII, "arrows", "-")):
            stage = self.deal(signs=signs, focus=role(21))
            lines = [line.rstrip() for line in self.lines(stage)]
            body = BODY
            if signs is ASCII:
                body = [re.sub(r"  (\d)( …)?$", r"\1\2", line).translate(IN_ASCII).rstrip() for line in BODY]
            self.assertEqual(lines[2:18], body)
            self.assertEqual(lines[-1].strip(), f" {dot} ".join(keys).format(arrows))
            stage.controller.focus = stage.thing("help").cell
            self.assertIn("Enter click", self.lines(stage)[-1])
        for enter, size in ((self.deal, (120, 25)), (self.nobody_wins, (80, 25))):  # there is space for the lobby
            stage = enter(size=size)
            stage.press("esc")  # there may be a ranking
            line = self.lines(stage)[-1].strip()
            self.assertTrue(line.endswith(" · Tab chat · l Lobby · F1 help · F10 leave"), line)

    def test_what_has_a_colour_can_be_read_on_it(self) -> None:
        for enter, (depth, least) in product((self.deal, self.come_in, self.nobody_wins), LEAST_CONTRAST.items()):
            stage = enter(depth=depth)
            stage.press("esc")  # the end of the game would lie on it
            shown = stage.screen()
            seen = 0
            for line in shown.cells[2:18]:
                for char, ink in line:
                    if char.strip() and ink is not None and None not in ink.get_rgb_values():
                        seen += 1
                        self.assertGreaterEqual(contrast(*colours(ink)), least, (char, ink))
            self.assertGreater(seen, 200)


class OnesCard(TombalaSkinTestCase):
    def test_inks_tell_apart_what_differs(self) -> None:
        """Marked and unmarked numbers, the cell with the focus, Next when it is for me, and the end."""
        for depth in DEPTHS.values():
            stage = self.deal(depth=depth)
            usual = stage.screen()
            self.assertNotEqual(usual.ink(18, 14), usual.ink(3, 14), depth)
            stage.controller.focus = stage.thing(role(7)).cell
            if depth > 1:
                self.assertNotIn(usual.ink(13, 14), (usual.ink(3, 14), usual.ink(18, 14)), depth)
                self.assertNotEqual(stage.screen().ink(3, 14), usual.ink(3, 14))
            stage.seat.click("cinko")
            with_next = stage.screen().ink(55, 12)
            stage.seat.click("next")
            self.assertNotEqual(stage.screen().ink(55, 12), with_next, depth)

    def test_a_full_row_is_lit(self) -> None:
        """All of it, whatever is marked: also where there are no colours."""
        for depth in DEPTHS.values():
            stage = self.begin(depth=depth, focus=role(7), numbers=2)
            stage.tell(told(room=self.room.objid, you={"full": [2], "marks": [12, 50]}))
            shown = stage.screen()
            inks = [{shown.ink(4 + 5 * x, y) for x in range(9)} for y in (12, 14, 16)]
            self.assertEqual(len(inks[2]), 1, depth)
            self.assertFalse(inks[2] & (inks[0] | inks[1]), depth)

    def test_what_is_drawn_is_not_given_away(self) -> None:
        """The card looks the same whether the numbers on it that are not marked are drawn or not."""
        for depth in DEPTHS.values():
            stage = self.deal(depth=depth)
            with_them = stage.screen()
            self.tell(drawn=[n for n in DRAWN if n not in (21, 60, 88)])
            for y in range(11, 18):
                self.assertEqual(with_them.cells[y][:48], stage.screen().cells[y][:48])

    def test_the_focus_is_beside_what_it_is_on(self) -> None:
        stage = self.deal()
        for there, marked in (
            ("card/2/8", "░▐ 90 ▌ "),
            ("last/2", "  17 88▐ 3▌45 60  "),
            ("board/10", "  9▐10▌"),
            ("seat/0", "▐*ann"),
            ("seat/25", "▐Players (3) and cinkos▌"),
            ("auto", " a ▐Auto mark▌ off"),
        ):
            stage.controller.focus = stage.thing(there).cell
            self.assertIn(marked, str(stage.screen()))
        stage.controller.focus = stage.thing(role(21)).cell
        stage.press("tab")
        self.assertIn("▕ 21 ▏", self.lines(stage)[12])
        self.assertIn("   >Help<", str(self.deal(signs=ASCII).screen()))

    def test_the_focus_can_be_seen_on_every_tile(self) -> None:
        for enter in (self.come_in, self.deal):
            stage = enter()
            for cell in stage.model.grid():
                stage.controller.focus = cell
                self.assertEqual([str(stage.screen()).count(mark) for mark in FANCY.focus], [1, 1], cell)

    def test_the_focus_goes_to_the_card_when_it_is_dealt(self) -> None:
        stage = self.come_in()
        self.assertNotEqual(stage.controller.focus, stage.thing(role(3)).cell)
        self.table.advance(30)
        self.assertEqual(stage.controller.focus, stage.thing(role(3)).cell)
        stage.press("down")
        self.others[0].click("next")
        self.assertNotEqual(stage.controller.focus, stage.thing(role(3)).cell)


class Number(TombalaSkinTestCase):
    def test_large_digits(self) -> None:
        self.assertEqual(self.below(self.begin(order=[6, 5], numbers=2)), ["5  6", ""])
        drawn = [tuple(large(str(digit), 14)) for digit in range(10)]
        self.assertEqual(len(set(drawn)), 10)
        for lines in drawn:
            self.assertEqual([len(line) for line in lines], [6] * 5)
            self.assertEqual(set("".join(lines)), {"#", " "})
        self.assertEqual([len(line) for line in large("120", 14)], [11] * 5)
        self.assertEqual(large("86400", 14), ["", "", "86400", "", ""])
        self.assertEqual(large("1" * 5000, 14)[2], "1" * 11 + "...")

    def test_the_countdown_takes_its_place_and_runs_by_itself(self) -> None:
        stage = self.come_in()
        self.assertEqual(self.number(stage)[1], "    ██  ██  ██")
        self.assertEqual(self.below(stage), ["seconds to the", "first number"])
        self.table.clock.advance(0.5)
        self.assertEqual(stage.room_screen.due(), 1.0)
        self.tell(deadline=8.0)
        self.assertEqual([line.strip() for line in self.number(stage)][:2], ["██████", "██  ██"])
        self.tell(deadline=None)
        self.assertEqual((self.below(stage), stage.room_screen.due()), (["Not started", ""], None))

    def test_the_focus_is_at_the_number_if_it_stands_for_the_tile(self) -> None:
        for enter, depth in product((self.come_in, self.nobody_wins), DEPTHS.values()):
            stage = enter(depth=depth)
            stage.press("esc")
            for there in ("clock", "last/0", "last/9"):
                stage.controller.focus = stage.thing(there).cell
                self.assertEqual([self.lines(stage)[5][at] for at in (0, 17)], [*FANCY.focus])

    def test_the_winner_is_announced(self) -> None:
        stage = self.over()
        stage.press("esc")
        self.assertEqual((self.number(stage)[0], self.below(stage)), ("████ █  █ ███ ", ["cid wins", ""]))
        self.assertEqual(stage.model.result["reason"], "cinko")
        self.tell(winner="0")
        self.assertEqual((self.number(stage)[0], self.below(stage)), ("█   █ █ █   █ ", ["ann wins", ""]))
        self.tell(seats={"1": {"player": {"name": "x" * 60}}}, winner="1")
        self.assertEqual(self.below(stage), ["x" * 18, "x" * 17 + "…"])
        stage = self.nobody_wins()
        stage.press("esc")
        self.assertEqual((self.below(stage), stage.model.result["reason"]), (["No winner", ""], "numbers"))


class Board(TombalaSkinTestCase):
    def test_with_colours_all_are_there_and_inks_tell_them_apart(self) -> None:
        for depth in (16, 256, 16777216):
            stage = self.deal(depth=depth)
            shown = stage.screen()
            self.assertEqual(
                [int(word) for line in self.lines(stage)[2:11] for word in line[18:49].split()], [*range(1, 91)]
            )
            inks = {n: shown.ink(18 + 3 * ((n - 1) % 10) + 2, 2 + (n - 1) // 10) for n in range(1, 91)}
            groups = [{inks[n] for n in some} for some in ({17}, {*DRAWN} - {17}, {*range(1, 91)} - {*DRAWN})]
            self.assertEqual([len(group) for group in groups], [1, 1, 1])
            self.assertEqual(len(set.union(*groups)), 3)


class Players(TombalaSkinTestCase):
    def test_eight_have_a_line_each_and_nine_have_two_columns(self) -> None:
        eight = self.shown_players(self.come_in(*(f"p{n}" for n in range(1, 8))))
        self.assertEqual([line.split() for line in eight[2:]], [[f"p{n}", "0"] for n in range(1, 8)])
        nine = self.shown_players(self.come_in(*(f"p{n}" for n in range(1, 9))))
        self.assertEqual(nine[1].split(), ["*ann", "0", "p8", "0"])

    def test_of_many_those_who_count_are_shown(self) -> None:
        names = [f"p{n}" for n in range(1, 26)]
        for signs in (FANCY, ASCII):
            stage = self.begin(*names, signs=signs, numbers=1)
            awaited = {f"p{n}" for n in range(1, 26, 4)}
            for seat in self.others:
                if seat.name not in awaited:
                    seat.ask(Proceed())
            self.assertEqual(self.lines(stage)[11][48:].strip(), "")  # a line between them and the commands
            shown = " ".join(self.shown_players(stage))
            for part in ("Players (26)", "+11 more", "*ann", *(f" {name} " for name in awaited)):
                self.assertIn(part, shown)
            self.assertEqual(sum(f" {name} " in shown for name in names), 14)
            wider = str(stage.screen((120, 25)))
            self.assertEqual([name for name in names if f" {name} " not in wider], [])

    def test_a_click_on_a_player_is_for_talking(self) -> None:
        for names, name in (((), "bob"), ([f"p{n}" for n in range(10)], "p9")):
            stage = self.begin(*names, numbers=1)
            stage.click_on(f" {name}  ")
            self.assertEqual((stage.typed, stage.controller.is_typing, stage.sent()), (f"@{name} ", True, []))

    def test_names_of_all_kinds_leave_the_cinkos_in_their_column(self) -> None:
        odd = [*HOSTILE, "\u65e5\u672c\u8a9e" * 9, "x" * 3000, "  ", "...", "1 ...", "\U0001f600" * 20]
        for enter, (depth, size) in product((self.deal, self.over), ((1, (80, 25)), (16777216, (120, 30)))):
            stage = enter(depth=depth, size=size)
            for text in odd:
                self.tell(seats={str(n): {"player": {"name": text}, "score": 2} for n in range(1, 23)}, winner="1")
                shown = stage.screen()
                self.assertEqual([columns(line) for line in shown.lines], [size[0]] * size[1])
                self.assertTrue(is_harmless(str(shown).replace("\n", "")), ascii(text))
                self.assertIn("Players (23)", str(shown))
        stage = self.deal()
        self.tell(seats={"1": {"player": {"name": odd[len(HOSTILE)]}}})
        self.assertEqual([stage.screen().text(50 + 20, y, 3) for y in (3, 4)], ["0 …", "1 …"])


class Commands(TombalaSkinTestCase):
    def test_when_the_game_is_over(self) -> None:
        stage = self.nobody_wins()
        stage.press("esc", "a")
        self.assertEqual(self.commands(stage)[:3], [" ·  Next", " ·  Cinko", " a  Auto mark  on"])

    def test_a_row_that_is_full_and_not_announced(self) -> None:
        stage = self.deal()
        for full, hint in ([], "for a full row"), ([1], "1 full!"), ([0, 2], "2 full!"), ([7, "x"], "for a full row"):
            stage.tell(told(room=self.room.objid, you={"full": full}))
            self.assertEqual(self.commands(stage)[1], f" c  Cinko      {hint}", full)

    def test_cinko_stands_out_instead_of_next_when_a_row_is_full(self) -> None:
        for depth, size in product(DEPTHS.values(), ((60, 20), (80, 25))):
            stage = self.begin(numbers=2, depth=depth, size=size)
            inks = [self.ink_of(stage, word) for word in ("Next", "Cinko")]
            self.assertNotEqual(*inks)
            stage.tell(told(room=self.room.objid, you={"full": [1]}))
            self.assertEqual([self.ink_of(stage, word) for word in ("Cinko", "Next")], inks)

    def ink_of(self, stage: Stage, word: str) -> object:
        """Of a command."""
        lines = self.lines(stage)[:-1]
        [(x, y)] = [(line.index(word), y) for y, line in enumerate(lines) if re.search(rf"\b[nc]  ?{word}", line)]
        return stage.screen().ink(x, y)

    def test_nothing_is_full_before_the_game(self) -> None:
        self.assertEqual(self.commands(self.come_in())[1], " ·  Cinko")

    def test_they_can_be_clicked(self) -> None:
        for size in ((60, 20), (80, 23), (80, 25), (120, 40)):
            stage = self.deal(size=size)
            for word in ("Next", "Cinko ", "Auto "):
                stage.click_on(word)
                self.assertEqual(self.clicked(stage), [word.lower().strip()])
            stage.click_on("Home")
            self.assertIn("Leave? You lose your card.", str(stage.screen()))
        stage.click(119, 12)
        self.assertEqual(stage.sent(), [])

    def test_keys(self) -> None:
        stage = self.deal(focus=role(21))
        stage.press("n", "c", "a", "enter", "right", "right", "enter")
        self.assertEqual(self.clicked(stage), ["key/next", "key/cinko", "key/auto", role(21), role(45)])


class Clicks(TombalaSkinTestCase):
    def test_on_each_cell_of_the_card(self) -> None:
        stage = self.deal()
        numbers = {role(number) for row in ANN for number in row}
        for x, y in product(range(9), range(3)):
            for column in range(2 + 5 * x, 6 + 5 * x):
                stage.click(column, 12 + 2 * y)
                self.assertEqual(self.clicked(stage), [f"card/{y}/{x}"] if f"card/{y}/{x}" in numbers else [])
                self.assertEqual(stage.controller.focus, stage.thing(f"card/{y}/{x}").cell)

    def test_beside_the_cells(self) -> None:
        stage = self.deal()
        frame = [(column, 12) for column in (0, 1, 6, 46, 47, 48)] + [(3, line) for line in (9, 11, 13, 17)]
        for place in (*frame, (22, 4), (60, 11)):
            stage.click(*place)
            done = stage.sent(), stage.controller.focus, stage.controller.is_typing
            self.assertEqual(done, ([], stage.thing("help").cell, False), place)
