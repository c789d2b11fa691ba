"""What is around the tiles."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import BOB, CID, Stage, agent, board, told
from tilenet.clients.model import Thing
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.paint import Row, row_width
from tilenet.clients.terminal.panels import Panels, in_order, listed
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.messages import Set, Xresponse


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
    def test_the_user_is_named_however_long_the_rest_is(self) -> None:
        self.stage.tell(Set("m1", name="Room " * 20), Set("a1", name="x" * 50, energy=-(2**31)))
        title = self.line(self.panels.title(self.model, "localhost", 60), 60)
        self.assertTrue(title.startswith(" Room Room Room "), title)
        self.assertTrue(title.endswith(f"… {'x' * 19}… · energy -2147483648 "), title)

    def test_the_headline_is_wrapped_and_cut(self) -> None:
        self.stage.tell(Set("m1", text="one two three four five"))
        self.assertEqual(self.texts(self.panels.headline(self.model, 10, 1), 10), [" one two… "])
        self.assertEqual(self.texts(self.panels.headline(self.model, 10, 2), 10), [" one two  ", " three f… "])
        self.assertEqual(self.texts(self.panels.headline(self.model, 40, 2), 40)[1], " " * 40)
        self.assertEqual(self.texts(self.panels.headline(self.model, 25, 1), 25), [" one two three four five "])


class Points(PanelsTestCase):
    def test_points_where_the_server_says_so(self) -> None:
        for news, words in (
            ([Xresponse("points", "other"), Xresponse("points")], "energy 9"),
            ([Xresponse("energy is points + 1", "points")], "8 points"),
            ([Set("a1", energy=2)], "1 point"),
        ):
            self.stage.tell(*news)
            title = self.line(self.panels.title(self.model, "localhost", 60), 60)
            self.assertTrue(title.endswith(f"ann · {words} "), title)
        people = self.texts(self.panels.people(self.model, 19, 3), 19)
        self.assertEqual(people[1], "ann           1 you")


AWAY, BOT = {"away": True}, {"bot": True}


class People(PanelsTestCase):
    def people(self, width: int = 19, lines: int = 8) -> list[str]:
        return self.texts(self.panels.people(self.model, width, lines), width)

    def test_away_players_and_bots_have_a_sign(self) -> None:
        self.stage.tell(
            agent(4, "robo", 8),
            agent(5, "dodo", 7),
            agent(6, "last", 0),
            told(kind="", agents={"a2": AWAY, "a4": BOT, "a5": AWAY | BOT, "a6": AWAY | BOT}),
        )
        wide = ["bob          14 ☾  ", "robo          8 ⚙  ", "dodo          7 ☾⚙ ", "cid           0 ~  "]
        self.assertEqual(self.people()[2:7], [*wide, "last          0 ☾~⚙"])
        self.assertEqual([line[-1] for line in self.people(10)[2:7]], ["☾", "⚙", "☾", "~", "☾"])
        rows = self.texts(self.plain_panels.people(self.model, 19, 8), 19)
        self.assertEqual([row[-3:] for row in rows[2:7]], ["?  ", "#  ", "?# ", "~  ", "?~#"])

    def test_a_player_who_is_away_is_dim(self) -> None:
        panels = Panels(Inks(16), FANCY)
        self.stage.tell(told(kind="", agents={"a2": AWAY}))
        _, _, bob, cid, *_ = panels.people(self.model, 19, 8)
        self.assertEqual(bob[0][0], cid[0][0])
        self.stage.tell(told(agents={"a2": {"away": None, "bot": True}}))
        self.assertNotEqual(panels.people(self.model, 19, 8)[2][0][0], cid[0][0])

    def test_the_user_comes_first_and_then_who_has_most(self) -> None:
        self.stage.tell(agent(4, "zoe", 99), agent(5, "Abe", 14))
        self.assertEqual([one.name for one in in_order(self.model)], ["ann", "zoe", "Abe", "bob", "cid"])

    def test_players_without_a_line_are_counted_and_no_others(self) -> None:
        self.assertEqual([line.split()[0] for line in self.people(lines=4)], ["Here", "ann", "bob", "cid"])
        self.assertEqual([line.split()[0] for line in self.people(lines=3)], ["Here", "ann", "and"])
        self.stage.tell(*(agent(number, f"p{number}", 5) for number in range(4, 10)))
        self.assertEqual([line.split()[0] for line in self.people(lines=6)], ["Here", "ann", "bob", "p4", "p5", "and"])
        self.assertEqual(self.people(lines=6)[-1].strip(), "and 5 more")
        self.assertEqual(len(listed(self.model, 6)), 4)

    def test_the_user_is_bold(self) -> None:
        people = self.panels.people(self.model, 19, 8)
        self.assertEqual([row[0][0].bold for row in people[:4]], [False, True, False, False])

    def test_the_largest_numbers_leave_the_marks_in_their_place(self) -> None:
        self.stage.tell(Set("a2", energy=-(2**31)), Set("a3", energy=2**31 - 1))
        narrow = self.people(10)
        self.assertEqual(narrow[2:4], ["… 21474…  ", "… -2147… ~"])


class Below(PanelsTestCase):
    def tooltip(self, thing: Thing | None, notice: str = "", more: str = "", width: int = 40) -> str:
        return self.line(self.panels.tooltip(thing, notice, more, width)[0], width)

    def test_the_tooltip_is_a_notice_or_the_text_of_the_tile_with_its_name_if_that_is_long(self) -> None:
        self.assertEqual(self.tooltip(None).rstrip(), "")
        self.assertEqual(self.tooltip(Thing("t1", "lamp", "A lamp."), "Nobody.").rstrip(), " Nobody.")
        cases = {
            ("lamp", "A lamp.", 1): " A lamp.",
            ("lamp", "A lamp.", 0): " A lamp. (disabled)",
            ("lamp", "", 1): " lamp",
            ("1 red o slash", "Card a", 1): " 1 red o slash: Card a",
            ("1 red o slash", "Card a", 0): " 1 red o slash: Card a (disabled)",
            ("ten column", "A lamp.", 1): " A lamp.",
            ("eleven cols", "A lamp.", 1): " eleven cols: A lamp.",
            ("A large lamp", "A large lamp, of brass.", 1): " A large lamp, of brass.",
            ("A large lamp", "", 1): " A large lamp",
            ("世世世世世世", "A lamp.", 1): " 世世世世世世: A lamp.",
        }
        for (name, words, energy), expected in cases.items():
            self.assertEqual(self.tooltip(Thing("t1", name, words, energy=energy)).rstrip(), expected)

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

    def legend(self, *bindings: Binding, width: int = 60) -> str:
        return self.line(self.panels.legend(bindings, width), width).rstrip()

    def test_as_many_as_fit(self) -> None:
        bindings = [_binding(letter, f"do the {letter}") for letter in "abc"]
        bindings += [_binding("page up", ""), _binding("f1", "help")]
        whole = " a do the a · b do the b · c do the c · F1 help"
        self.assertEqual(self.legend(*bindings, width=len(whole)), whole)
        self.assertEqual(self.legend(*bindings, width=len(whole) - 1), whole.replace(" · c do the c", ""))

    def test_a_key_of_many_words_does_not_keep_out_the_others(self) -> None:
        legend = self.legend(_binding("a", "x" * 60), _binding("b", "short"), _binding("f1", "help"))
        self.assertEqual(legend, " b short · F1 help")


def _binding(typed: str, short: str) -> Binding:
    return Binding((typed,), short, short, lambda: None)
