"""What is around the tiles."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import BOB, CID, Stage, agent, board
from tilenet.clients.model import HeardLine, Thing
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, row_width
from tilenet.clients.terminal.panels import Panels, in_order, listed
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.messages import Message, ServerOpen, Set, Xresponse


def text(row: Row) -> str:
    return "".join(part for _, part in row)


class PanelsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.stage = Stage(*board(), BOB, CID)
        self.model = self.stage.model
        self.inks = Inks(1)
        self.panels = Panels(self.inks, FANCY)
        self.plain_panels = Panels(self.inks, ASCII)

    def texts(self, rows: list[Row], width: int) -> list[str]:
        self.assertEqual([row_width(row) for row in rows], [width] * len(rows))
        return [text(row) for row in rows]

    def line(self, row: Row, width: int) -> str:
        return self.texts([row], width)[0]


class Title(PanelsTestCase):
    def test_it_tells_matrix_server_address_and_who_i_am(self) -> None:
        title = self.line(self.panels.title(self.model, "localhost", 60), 60)
        self.assertEqual(title, " Room · tilenet on localhost" + " " * 17 + "ann · energy 9 ")

    def test_before_the_first_matrix_it_tells_the_server(self) -> None:
        model = Stage().model
        self.assertEqual(self.line(self.panels.title(model, "localhost", 40), 40).rstrip(), " tilenet on localhost")

    def test_the_user_is_named_however_long_the_rest_is(self) -> None:
        self.stage.tell(Set("m1", name="Room " * 20), Set("a1", name="x" * 50, energy=-(2**31)))
        title = self.line(self.panels.title(self.model, "localhost", 60), 60)
        self.assertTrue(title.startswith(" Room Room Room "), title)
        self.assertTrue(title.endswith(f"… {'x' * 19}… · energy -2147483648 "), title)

    def test_it_is_ascii_where_only_that_is_wanted(self) -> None:
        self.stage.tell(Set("m1", name="Room " * 20), Set("a1", name="x" * 50))
        self.assertTrue(self.line(self.plain_panels.title(self.model, "localhost", 60), 60).isascii())

    def test_the_headline_is_wrapped_and_cut(self) -> None:
        self.stage.tell(Set("m1", text="one two three four five"))
        self.assertEqual(self.texts(self.panels.headline(self.model, 10, 1), 10), [" one two… "])
        self.assertEqual(self.texts(self.panels.headline(self.model, 10, 2), 10), [" one two  ", " three f… "])
        self.assertEqual(self.texts(self.panels.headline(self.model, 40, 2), 40)[1], " " * 40)
        self.assertEqual(self.texts(self.panels.headline(self.model, 25, 1), 25), [" one two three four five "])


class Points(PanelsTestCase):
    """One number for one thing."""

    def test_points_where_the_server_says_so(self) -> None:
        self.stage.tell(Xresponse("energy is points + 1", "points"))
        title = self.line(self.panels.title(self.model, "localhost", 60), 60)
        self.assertTrue(title.endswith("ann · 8 points "), title)
        people = self.texts(self.panels.people(self.model, 19, 3), 19)
        self.assertEqual(people[1], "ann           8 you")

    def test_one_point(self) -> None:
        self.stage.tell(Xresponse("", "points"), Set("a1", energy=2))
        self.assertTrue(self.line(self.panels.title(self.model, "localhost", 60), 60).endswith("ann · 1 point "))

    def test_other_extensions_say_nothing_about_it(self) -> None:
        self.stage.tell(Xresponse("points", "other"), Xresponse("points"))
        self.assertTrue(self.line(self.panels.title(self.model, "localhost", 60), 60).endswith("ann · energy 9 "))


class People(PanelsTestCase):
    def people(self, width: int = 19, lines: int = 8) -> list[str]:
        return self.texts(self.panels.people(self.model, width, lines), width)

    def test_everybody_is_there_with_energy_and_marks(self) -> None:
        self.assertEqual(
            self.people(),
            [
                "Here (3)           ",
                "ann           9 you",
                "bob          14    ",
                "cid           0 ~  ",
                *[" " * 19] * 4,
            ],
        )

    def test_the_marks_in_a_narrow_list(self) -> None:
        self.assertEqual(self.people(10)[:4], ["Here (3)  ", "ann    9 *", "bob   14  ", "cid    0 ~"])

    def test_the_word_for_the_user_needs_some_room(self) -> None:
        self.assertEqual([self.people(width)[1] for width in (15, 16)], ["ann         9 *", "ann        9 you"])

    def test_away_players_and_bots_have_a_sign(self) -> None:
        self.stage.tell(
            Set("a2", text="away · 127.0.0.1"),
            agent(4, "robo", 8, text="bot · 127.0.0.1"),
            agent(5, "dodo", 7, text="away · bot"),
            agent(6, "last", 0, text="away · bot · 127.0.0.1"),
        )
        wide = ["bob          14 ☾  ", "robo          8 ⚙  ", "dodo          7 ☾⚙ ", "cid           0 ~  "]
        self.assertEqual(self.people()[2:7], [*wide, "last          0 ☾~⚙"])
        self.assertEqual([line[-1] for line in self.people(10)[2:7]], ["☾", "⚙", "☾", "~", "☾"])
        rows = self.texts(self.plain_panels.people(self.model, 19, 8), 19)
        self.assertEqual([row[-3:] for row in rows[2:7]], ["?  ", "#  ", "?# ", "~  ", "?~#"])

    def test_a_player_who_is_back_has_no_sign(self) -> None:
        self.stage.tell(Set("a2", text="away · 127.0.0.1"))
        self.stage.tell(Set("a2", text="127.0.0.1"))
        self.assertEqual(self.people()[2], "bob          14    ")

    def test_a_player_who_is_away_is_dim(self) -> None:
        panels = Panels(Inks(16), FANCY)
        self.stage.tell(Set("a2", text="away"))
        _, _, bob, cid, *_ = panels.people(self.model, 19, 8)
        self.assertEqual(bob[0][0], cid[0][0])
        self.stage.tell(Set("a2", text="bot"))
        self.assertNotEqual(panels.people(self.model, 19, 8)[2][0][0], cid[0][0])

    def test_the_user_comes_first_and_then_who_has_most(self) -> None:
        self.stage.tell(agent(4, "zoe", 99), agent(5, "Abe", 14))
        self.assertEqual([one.name for one in in_order(self.model)], ["ann", "zoe", "Abe", "bob", "cid"])

    def test_the_user_is_bold(self) -> None:
        rows = self.panels.people(self.model, 19, 8)
        self.assertEqual([row[0][0].bold for row in rows[:4]], [False, True, False, False])

    def test_players_without_a_line_are_counted(self) -> None:
        self.stage.tell(*(agent(number, f"p{number}", 5) for number in range(4, 10)))
        self.assertEqual([line.split()[0] for line in self.people(lines=6)], ["Here", "ann", "bob", "p4", "p5", "and"])
        self.assertEqual(self.people(lines=6)[-1].strip(), "and 5 more")
        self.assertEqual(len(listed(self.model, 6)), 4)

    def test_nobody_is_counted_who_has_a_line(self) -> None:
        self.assertEqual([line.split()[0] for line in self.people(lines=4)], ["Here", "ann", "bob", "cid"])
        self.assertEqual([line.split()[0] for line in self.people(lines=3)], ["Here", "ann", "and"])

    def test_the_largest_numbers_leave_the_marks_in_their_place(self) -> None:
        self.stage.tell(Set("a2", energy=-(2**31)), Set("a3", energy=2**31 - 1))
        narrow = self.people(10)
        self.assertEqual(narrow[2:4], ["… 21474…  ", "… -2147… ~"])

    def test_it_is_ascii_where_only_that_is_wanted(self) -> None:
        self.stage.tell(*(agent(number, "x" * 50, 2**31 - 1) for number in range(4, 200)), agent(200, "y", -(2**31)))
        for lines in (8, 250):
            rows = self.texts(self.plain_panels.people(self.model, 10, lines), 10)
            self.assertTrue("".join(rows).isascii(), rows)

    @settings(max_examples=30, deadline=None)
    @given(st.text(max_size=30), st.integers(-(2**31), 2**31 - 1), st.integers(10, 28))
    def test_no_name_and_no_number_is_too_wide(self, name: str, energy: int, width: int) -> None:
        self.stage.tell(agent(2, name, energy))
        self.people(width)


class Heard(PanelsTestCase):
    def heard(self, width: int = 40, lines: int = 3, back: int = 0) -> list[str]:
        rows, self.back = self.panels.heard(self.model, width, lines, back)
        self.assertEqual(len(rows), lines)
        return [line.rstrip() for line in self.texts(rows, width)]

    def one(self, message: str, from_: str, to: str) -> str:
        self.stage.hear(message, from_, to)
        return self.heard(60, 1)[0]

    def test_a_line_names_speaker_and_listener(self) -> None:
        cases = {
            ("a2", "m1"): "  bob: hello",
            ("a2", "a3"): "  bob > cid: hello",
            ("a2", "a1"): "► bob > you: hello",
            ("a1", "m1"): "  you: hello",
            ("a1", "a2"): "  you > bob: hello",
            ("a1", "a1"): "  you > you: hello",
            ("m1", "m1"): "  Room: hello",
            ("m1", "a1"): "  Room > you: hello",
            ("t1", "m1"): "  00: hello",
            ("a2", "t1"): "  bob > 00: hello",
            ("a9", "m1"): "  a9: hello",
        }
        for (from_, to), expected in cases.items():
            self.assertEqual(self.one("hello", from_, to), expected)

    def test_what_mentions_the_user_has_a_mark(self) -> None:
        self.assertEqual(self.one("ann is good", "a2", "m1"), "► bob: ann is good")
        self.assertEqual(self.one("well done, Ann!", "a2", "a3"), "► bob > cid: well done, Ann!")
        self.assertEqual(self.one("anne is good", "a2", "m1"), "  bob: anne is good")
        self.assertEqual(self.one("I am ann", "a1", "m1"), "  you: I am ann")
        self.assertEqual(self.one("ann has started", "m1", "m1"), "  Room: ann has started")

    def test_a_name_is_no_pattern(self) -> None:
        self.stage.tell(Set("a1", name="a.n(*"))
        self.assertEqual(self.one("axn", "a2", "m1"), "  bob: axn")
        self.assertEqual(self.one("hi a.n(*", "a2", "m1"), "► bob: hi a.n(*")

    def test_what_is_said_to_the_user_stands_out(self) -> None:
        self.stage.hear("x", "a2", "a1")
        self.stage.hear("ann", "a2", "m1")
        rows, _ = self.panels.heard(self.model, 40, 2, 0)
        self.assertEqual([[ink.standout for ink, _ in row] for row in rows], [[True] * 4, [False] * 4])

    def test_what_a_room_answers_is_calm(self) -> None:
        """Gold is for people."""
        self.stage.hear("hello", "a2", "a1")
        self.stage.hear("You have 3 s.", "m1", "a1")
        inks = Inks(16777216)
        rows, _ = Panels(inks, FANCY).heard(self.model, 40, 2, 0)
        self.assertEqual([row[-1][0] for row in rows], [inks["to me"], inks["plain"]])

    def test_another_room_begins_with_a_rule(self) -> None:
        self.stage.hear("Shall I?", "m1", "a1")
        self.stage.tell(Set("m2", name="Elsewhere", x=2, y=2))
        self.stage.hear("Here you are.", "m2", "a1")
        inks = Inks(16777216)
        rows, _ = Panels(inks, FANCY).heard(self.model, 40, 3, 0)
        self.assertEqual(
            [text(row).rstrip() for row in rows],
            ["  Room > you: Shall I?", f"── Elsewhere {'─' * 27}", "  Elsewhere > you: Here you are."],
        )
        self.assertEqual({ink for ink, _ in rows[0]}, {inks["faint"]})

    def test_rooms_that_were_only_walked_through_leave_no_rule(self) -> None:
        self.stage.tell(Set("m2", name="Elsewhere", x=2, y=2), Set("m3", name="There", x=2, y=2))
        self.assertEqual([line[:9] for line in self.heard()], ["── There ", "", ""])

    def test_rooms_and_players_speak_in_different_colours(self) -> None:
        self.stage.hear("x", "a2", "m1")
        self.stage.hear("x", "m1", "m1")
        self.stage.hear("x", "t1", "m1")
        inks = Inks(16)
        rows, _ = Panels(inks, FANCY).heard(self.model, 40, 3, 0)
        self.assertEqual(
            [row[1] for row in rows], [(inks["speaker"], "bob: "), (inks["room"], "Room: "), (inks["speaker"], "00: ")]
        )
        self.assertEqual({row[2] for row in rows}, {(inks["plain"], "x")})

    def test_without_signs_too(self) -> None:
        self.stage.hear("x", "a2", "a1")
        rows, _ = self.plain_panels.heard(self.model, 40, 1, 0)
        self.assertEqual(text(rows[0]).rstrip(), "> bob > you: x")

    def test_names_are_those_of_the_moment(self) -> None:
        self.stage.hear("hello", "a2")
        self.stage.tell(Set("a2", name="robert"), Set("a2", x=-1))
        self.assertEqual(self.heard()[0], "  bob: hello")

    def test_a_long_line_is_wrapped(self) -> None:
        self.stage.hear("one two three four", "a2", "a1")
        self.assertEqual(self.heard(18), ["► bob > you: one", "  two three four", ""])

    def test_only_names_are_in_the_ink_of_names(self) -> None:
        self.stage.tell(Set("a2", name="van der Aa tot Zee"))
        self.stage.hear("hello", "a2")
        inks = Inks(16)
        for width, names in ((40, ["van der Aa tot Zee: "]), (18, ["", ""])):
            rows, _ = Panels(inks, FANCY).heard(self.model, width, len(names), 0)
            found = ["".join(part for ink, part in row if ink == inks["speaker"]) for row in rows]
            self.assertEqual(found, names)

    def test_a_long_word_is_broken(self) -> None:
        self.stage.hear("x" * 30, "a2")
        self.assertEqual(self.heard(20), ["  bob:", f"  {'x' * 18}", f"  {'x' * 12}"])

    def test_the_last_lines_are_shown(self) -> None:
        for number in range(5):
            self.stage.hear(f"line {number}")
        self.assertEqual(self.heard(), ["  Room: line 2", "  Room: line 3", "  Room: line 4"])

    def test_of_a_long_line_the_end_is_shown(self) -> None:
        self.stage.hear("a b c d e f g h")
        self.assertEqual(self.heard(10, 2), ["  b c d e", "  f g h"])

    def test_one_can_look_back(self) -> None:
        for number in range(9):
            self.stage.hear(f"line {number}")
        self.assertEqual(self.heard(back=2), ["  Room: line 4", "  Room: line 5", "  Room: line 6"])
        self.assertEqual(self.back, 2)

    def test_one_cannot_look_back_further_than_the_first_line(self) -> None:
        for number in range(9):
            self.stage.hear(f"line {number}")
        self.assertEqual(self.heard(back=99), ["  Room: line 0", "  Room: line 1", "  Room: line 2"])
        self.assertEqual(self.back, 6)

    def test_with_few_lines_there_is_no_back(self) -> None:
        self.stage.hear("line")
        self.assertEqual(self.heard(back=9), ["  Room: line", "", ""])
        self.assertEqual(self.back, 0)

    def test_nothing_was_heard(self) -> None:
        self.assertEqual(self.heard(), ["", "", ""])

    @settings(max_examples=60, deadline=None)
    @given(st.text(max_size=30), st.text(max_size=200), st.integers(58, 120), st.booleans())
    def test_no_line_is_too_wide(self, name: str, message: str, width: int, is_to_me: bool) -> None:
        line = HeardLine("a2", "a1" if is_to_me else "a3", name, name, message, is_to_me, False, False)
        self.assertTrue(self.texts(self.panels.line(line, self.model, width), width))


class Below(PanelsTestCase):
    """The rule, the tooltip, who has the keyboard, and the keys."""

    def test_the_rule_goes_from_side_to_side(self) -> None:
        for width in (60, 61):
            self.assertEqual(self.line(self.panels.rule(width), width), "─" * width)
            self.assertEqual(self.line(self.panels.rule(width, "3 lines back"), width)[:18], "── 3 lines back ──")
            self.assertTrue(self.line(self.panels.rule(width, "3 lines back"), width).endswith("──"))

    def tooltip(self, thing: Thing | None, notice: str = "", more: str = "", width: int = 40) -> str:
        return self.line(self.panels.tooltip(thing, notice, more, width)[0], width)

    def test_the_tooltip_is_the_text_of_the_tile(self) -> None:
        self.assertEqual(self.tooltip(Thing("t1", "lamp", "A lamp.")).rstrip(), " A lamp.")
        self.assertEqual(self.tooltip(Thing("t1", "lamp", "A lamp.", energy=0)).rstrip(), " A lamp. (disabled)")
        self.assertEqual(self.tooltip(Thing("t1", "lamp")).rstrip(), " lamp")
        self.assertEqual(self.tooltip(None).rstrip(), "")

    def test_it_tells_a_long_name_too_which_may_be_cut_where_it_is_drawn(self) -> None:
        cases = {
            ("1 red o slash", "Card a"): " 1 red o slash: Card a",
            ("ten column", "A lamp."): " A lamp.",
            ("eleven cols", "A lamp."): " eleven cols: A lamp.",
            ("A large lamp", "A large lamp, of brass."): " A large lamp, of brass.",
            ("A large lamp", ""): " A large lamp",
            ("世世世世世世", "A lamp."): " 世世世世世世: A lamp.",
        }
        for (name, words), expected in cases.items():
            self.assertEqual(self.tooltip(Thing("t1", name, words)).rstrip(), expected)
        self.assertEqual(
            self.tooltip(Thing("t1", "1 red o slash", "Card a", energy=0)).rstrip(), " 1 red o slash: Card a (disabled)"
        )

    def test_a_notice_takes_its_place(self) -> None:
        self.assertEqual(self.tooltip(Thing("t1", "lamp", "A lamp."), "Nobody.").rstrip(), " Nobody.")

    def test_a_long_one_is_wrapped_where_there_is_room(self) -> None:
        """And cut in the last line."""
        lamp = Thing("t1", "lamp", "one two three four five six seven eight nine ten")
        for notice in ("", lamp.text):
            for most, expected in (
                (1, [" one two three four…"]),
                (2, [" one two three four", " five six seven eig…"]),
                (3, [" one two three four", " five six seven", " eight nine ten"]),
            ):
                rows = self.texts(self.panels.tooltip(lamp, notice, "", 20, most), 20)
                self.assertEqual([row.rstrip() for row in rows], expected)
        self.assertEqual(len(self.panels.tooltip(Thing("t1", "lamp"), "", "", 20, 2)), 1)

    def test_what_part_is_shown_is_never_cut(self) -> None:
        self.assertEqual(self.tooltip(Thing("t1", "x" * 80), "", "rows 1-9", 30), f" {'x' * 18}… rows 1-9 ")
        self.assertEqual(self.tooltip(Thing("t1"), "y" * 80, "rows 1-9", 30), f" {'y' * 18}… rows 1-9 ")

    def test_the_label_says_whether_keys_click_or_type(self) -> None:
        tiles, typing = (self.panels.keyboard(is_typing=is_typing) for is_typing in (False, True))
        self.assertEqual(text(tiles), "[tiles] Tab: type    say: ")
        self.assertEqual(text(typing), "[typing] Tab: tiles  say: ")
        self.assertEqual(row_width(tiles), row_width(typing))

    def legend(self, *bindings: Binding, width: int = 60) -> str:
        return self.line(self.panels.legend(bindings, width), width).rstrip()

    def test_the_legend_has_the_keys_that_work(self) -> None:
        self.assertEqual(
            self.legend(_binding("x", "explode"), _binding("page up", ""), _binding("f1", "help")),
            " x explode · F1 help",
        )

    def test_where_there_is_no_room_help_and_leaving_stay(self) -> None:
        many = [_binding(letter, f"do the {letter}") for letter in "abcdefghijklm"]
        legend = self.legend(*many, _binding("f1", "help"), _binding("f10", "leave"))
        self.assertEqual(legend, " a do the a · b do the b · c do the c · F1 help · F10 leave")

    def test_as_many_as_fit(self) -> None:
        bindings = [_binding(letter, f"do the {letter}") for letter in "abc"]
        bindings.append(_binding("f1", "help"))
        whole = " a do the a · b do the b · c do the c · F1 help"
        self.assertEqual(self.legend(*bindings, width=len(whole)), whole)
        self.assertEqual(self.legend(*bindings, width=len(whole) - 1), whole.replace(" · c do the c", ""))

    def test_a_key_of_many_words_does_not_keep_out_the_others(self) -> None:
        legend = self.legend(_binding("a", "x" * 60), _binding("b", "short"), _binding("f1", "help"))
        self.assertEqual(legend, " b short · F1 help")

    @settings(max_examples=30, deadline=None)
    @given(st.lists(st.text(max_size=30), max_size=8), st.integers(60, 200))
    def test_no_legend_is_too_wide(self, shorts: list[str], width: int) -> None:
        self.legend(*(_binding("a", short) for short in shorts), _binding("f1", "help"), width=width)


class Hidden(PanelsTestCase):
    """What a server can hide in a text is not in any panel."""

    def test_only_visible_characters(self) -> None:
        name = "a\u009b\u202e\u200bb"
        messages: list[Message] = [Set("m1", name=name, text=name), *(Set(f"a{n}", name=name) for n in (1, 2, 3))]
        self.stage.tell(*messages)
        self.model.server = ServerOpen(name, name, "open")
        self.stage.hear(name, "a2", "a1")
        rows = [
            self.panels.title(self.model, name, 60),
            *self.panels.headline(self.model, 60, 2),
            *self.panels.people(self.model, 20, 5),
            *self.panels.heard(self.model, 60, 2, 0)[0],
            *self.panels.tooltip(Thing("t1", name, name), "", "", 60),
            *self.panels.tooltip(None, name, "", 60),
            self.panels.legend([_binding("a", name)], 60),
        ]
        for row in rows:
            self.assertFalse(set(text(row)) & set("\u009b\u202e\u200b"), text(row))
        self.assertEqual(sum("a\ufffdb" in text(row) for row in rows), 9)


def _binding(typed: str, short: str) -> Binding:
    return Binding((typed,), short, short, lambda: None)
