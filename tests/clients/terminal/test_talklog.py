"""What was said, in rows: people, the room to everybody, arrivals in one line, the rooms, and the times."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import BOB, CID, HOSTILE, Stage, board, is_harmless, told
from tilenet.clients.model import GREETING
from tilenet.clients.terminal.inks import Inks
from tilenet.clients.terminal.paint import Row, row_width
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.clients.terminal.talklog import LATER, WIDE, TalkLog
from tilenet.wire.messages import NEXT_LINE, Hear, Set, Xresponse


def text(row: Row) -> str:
    return "".join(part for _, part in row)


def next_line(**members: object) -> Xresponse:
    return Xresponse(json.dumps(members), NEXT_LINE)


class TalkLogTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.stage = Stage(*board(), BOB, CID)
        self.model = self.stage.model
        self.talk = TalkLog(Inks(1), FANCY, lambda at: f"{at:05.0f}")

    def texts(self, rows: list[Row], width: int) -> list[str]:
        self.assertEqual([row_width(row) for row in rows], [width] * len(rows))
        return [text(row) for row in rows]

    def heard(self, width: int = 40, lines: int = 3, back: int = 0) -> list[str]:
        rows, self.back = self.talk.heard(self.model, width, lines, back)
        self.assertEqual(len(rows), lines)
        return [line.rstrip() for line in self.texts(rows, width)]

    def one(self, message: str, from_: str, to: str) -> str:
        self.stage.hear(message, from_, to)
        return self.heard(60, 1)[0]


class Lines(TalkLogTestCase):
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
        rows, _ = self.talk.heard(self.model, 40, 2, 0)
        self.assertEqual([[ink.standout for ink, _ in row] for row in rows], [[True] * 4, [False] * 4])

    def test_what_a_room_answers_is_calm(self) -> None:
        """Gold is for people."""
        self.stage.hear("hello", "a2", "a1")
        self.stage.hear("You have 3 s.", "m1", "a1")
        inks = Inks(16777216)
        rows, _ = TalkLog(inks, FANCY).heard(self.model, 40, 2, 0)
        self.assertEqual([row[-1][0] for row in rows], [inks["to me"], inks["plain"]])

    def test_another_room_begins_with_a_rule(self) -> None:
        self.stage.hear("Shall I?", "m1", "a1")
        self.stage.tell(Set("m2", name="Elsewhere", x=2, y=2))
        self.stage.hear("Here you are.", "m2", "a1")
        inks = Inks(16777216)
        rows, _ = TalkLog(inks, FANCY).heard(self.model, 40, 3, 0)
        self.assertEqual(
            [text(row).rstrip() for row in rows],
            ["  Room > you: Shall I?", "  ─ Elsewhere ─", "  Elsewhere > you: Here you are."],
        )
        self.assertEqual({ink for ink, _ in rows[0]}, {inks["faint"]})

    def test_rooms_that_were_only_walked_through_leave_no_rule(self) -> None:
        self.stage.tell(Set("m2", name="Elsewhere", x=2, y=2), Set("m3", name="There", x=2, y=2))
        self.assertEqual(self.heard(), ["  ─ There ─", "", ""])

    def test_rooms_and_players_speak_in_different_colours(self) -> None:
        self.stage.hear("x", "a2", "m1")
        self.stage.hear("x", "m1", "m1")
        self.stage.hear("x", "t1", "m1")
        inks = Inks(16)
        rows, _ = TalkLog(inks, FANCY).heard(self.model, 40, 3, 0)
        self.assertEqual(
            [row[1] for row in rows], [(inks["speaker"], "bob: "), (inks["room"], "Room: "), (inks["speaker"], "00: ")]
        )
        self.assertEqual({row[2] for row in rows}, {(inks["plain"], "x")})

    def test_long_lines_are_wrapped_and_long_words_are_broken(self) -> None:
        for message, to, width, lines in (
            ("one two three four", "a1", 18, ["► bob > you: one", "  two three four"]),
            ("x" * 30, "m1", 20, ["  bob:", f"  {'x' * 18}", f"  {'x' * 12}"]),
            ("a b c d e f g h", "m1", 10, ["  c d e f", "  g h"]),  # the end is shown
        ):
            self.stage.hear(message, "a2", to)
            self.assertEqual(self.heard(width, len(lines)), lines)

    def test_only_names_are_in_the_ink_of_names(self) -> None:
        self.stage.tell(Set("a2", name="van der Aa tot Zee"))
        self.stage.hear("hello", "a2")
        inks = Inks(16)
        for width, names in ((40, ["van der Aa tot Zee: "]), (18, ["", ""])):
            rows, _ = TalkLog(inks, FANCY).heard(self.model, width, len(names), 0)
            found = ["".join(part for ink, part in row if ink == inks["speaker"]) for row in rows]
            self.assertEqual(found, names)

    def test_what_the_room_tells_the_user_alone_is_only_there_for_somebody_who_reads_back(self) -> None:
        self.stage.tell(told(kind="room/1"))
        self.stage.clock.advance(GREETING)
        self.stage.hear("hello", "a2")
        self.stage.hear("Not your turn.", "m1", "a1")
        self.assertEqual(self.heard(lines=2), ["  bob: hello", ""])
        for number in range(3):
            self.stage.hear(f"{number}", "a2")
        self.assertEqual(self.heard(lines=3, back=1), ["  Room > you: Not your turn.", "  bob: 0", "  bob: 1"])

    def test_neither_is_the_ranking_which_is_on_the_board(self) -> None:
        self.stage.tell(told(kind="room/1"))
        self.stage.clock.advance(GREETING)
        self.stage.hear("gg", "a2")
        for listener, words in (("m1", "Game over. The ranking:"), ("m1", "1. bob 5"), ("a1", "13. ann 0")):
            self.stage.tell(next_line(ranking=True), Hear("m1", listener, words))
        self.stage.hear("again?", "a2")
        self.assertEqual(self.heard(lines=3), ["  bob: gg", "  bob: again?", ""])
        self.assertEqual(self.stage.controller.words.line(self.model, 0).text, "")
        self.assertEqual(self.heard(lines=2, back=1), ["  Room: 1. bob 5", "  Room > you: 13. ann 0"])

    def test_what_the_room_says_to_somebody_who_has_just_come_is_in_the_log(self) -> None:
        self.stage.tell(told(kind="room/1"), Set("m2", name="Attic", x=2, y=2), told(room="m2", kind="room/1"))
        self.stage.hear("The next deal is bound.", "m2", "a1")
        self.assertEqual(self.heard(60, 2), ["  ─ Attic ─", "  Attic > you: The next deal is bound."])

    def test_a_whisper_from_elsewhere_is_a_players_and_not_the_rooms(self) -> None:
        self.stage.tell(told(kind="room/1"))
        self.stage.clock.advance(GREETING)
        self.stage.tell(
            next_line(whisper="hi", name="bob", place="Home"), Hear("m1", "a1", "bob whispers from Home: hi")
        )
        self.stage.tell(next_line(whispered="yes?", name="bob"), Hear("m1", "a1", "You whisper to bob: yes?"))
        self.stage.tell(Hear("m1", "a1", "It is not your turn."))
        self.assertEqual(self.heard(60, 2), ["► bob whispers from Home: hi", "  You whisper to bob: yes?"])


class Arrivals(TalkLogTestCase):
    def tell(self, *came: str, left: tuple[str, ...] = ()) -> None:
        self.stage.tell(next_line(came=came, left=left), Hear("m1", "m1", "As the server says it."))

    def test_in_a_row_they_are_one_line(self) -> None:
        self.tell("lin")
        self.assertEqual(self.heard(lines=2), ["  lin came in.", ""])
        self.tell("robo", left=("cid",))
        self.assertEqual(self.heard(lines=2), ["  lin and robo came in; cid left.", ""])
        self.stage.hear("hi", "a2")
        self.tell("dan")
        self.assertEqual(self.heard(60, 3), ["  lin and robo came in; cid left.", "  bob: hi", "  dan came in."])

    def test_what_somebody_did_last_counts(self) -> None:
        self.tell("lin")
        self.tell("dan", left=("lin",))
        self.assertEqual(self.heard(lines=1), ["  dan came in; lin left."])
        self.tell("lin")
        self.assertEqual(self.heard(lines=1), ["  dan and lin came in."])

    def test_of_many_the_first_are_named(self) -> None:
        self.tell("a", "b", "c")
        self.tell("d")
        self.assertEqual(self.heard(lines=1), ["  a, b, c and d came in."])
        self.tell("e", "f")
        self.assertEqual(self.heard(lines=1), ["  a, b, c and 3 others came in."])

    def test_those_whom_the_server_does_not_name_are_counted(self) -> None:
        names = [f"d{number}" for number in range(12)]
        self.stage.tell(next_line(came=names, more_came=20, left=["cid"]), Hear("m1", "m1", "As it says."))
        self.assertEqual(self.heard(60, lines=1), ["  d0, d1, d2 and 29 others came in; cid left."])

    def test_what_the_room_tells_the_user_alone_does_not_part_them(self) -> None:
        self.stage.tell(told(kind="room/1"))
        self.stage.clock.advance(GREETING)
        self.tell("lin")
        self.stage.hear("Not your turn.", "m1", "a1")
        self.tell("robo")
        self.assertEqual(self.heard(lines=2), ["  lin and robo came in.", ""])

    def test_the_line_after_it_is_what_it_says(self) -> None:
        self.tell("lin")
        self.stage.hear("The game begins.", "m1")
        self.assertEqual(self.heard(lines=2), ["  lin came in.", "  Room: The game begins."])

    def test_whatever_a_server_sends_the_log_stays_whole(self) -> None:
        nothing = '{"came": 5}', '{"came": [5, {}], "more_came": "x"}', '{"came": [], "more_came": 7}'
        for content in ("5", "[]", "{", '{"about": 5}', *nothing):
            self.stage.tell(Xresponse(content, NEXT_LINE), Hear("m1", "m1", "Something."))
            self.assertEqual(self.heard(lines=1), ["  Room: Something."], content)
        for name in HOSTILE:
            self.tell(name)
            self.assertTrue(is_harmless("".join(self.heard(60, 2))), ascii(name))


class Rooms(TalkLogTestCase):
    def test_a_table_of_somebodys_own_has_a_name(self) -> None:
        self.stage.tell(Set("m2", name="Set", x=2, y=2), told(room="m2", kind="set/1", table={"name": "friday"}))
        self.assertEqual(self.heard(lines=1), ["  ─ Set, table “friday” ─"])
        self.stage.tell(told(room="m2", table={"name": "monday"}))
        self.assertEqual(self.heard(lines=1), ["  ─ Set, table “monday” ─"])
        self.stage.hear("hello", "a2", "m2")
        self.stage.tell(Set("m1"), told(kind="home/1"))
        self.assertEqual(self.heard(lines=3)[::2], ["  ─ Set, table “monday” ─", "  ─ Room ─"])
        self.assertEqual(self.model.table, {})

    def test_a_long_name_is_cut(self) -> None:
        self.stage.tell(Set("m2", name="Set " * 20, x=2, y=2))
        self.assertEqual(self.heard(20, 1), ["  ─ Set Set Set S… ─"])


class Times(TalkLogTestCase):
    def test_a_line_that_comes_long_after_the_one_before_has_its_time(self) -> None:
        self.stage.hear("anyone for Set?", "a2")
        self.stage.clock.advance(LATER - 1)
        self.stage.hear("no", "a3")
        self.stage.clock.advance(LATER)
        self.stage.hear("now perhaps, if there is nothing else to be done", "a3")
        self.assertEqual(
            self.heard(lines=4),
            [
                "  bob: anyone for Set?",
                "  cid: no",
                "  00239 cid: now perhaps, if there is",
                "        nothing else to be done",
            ],
        )

    def test_a_wide_terminal_has_room_for_all_of_them(self) -> None:
        self.stage.clock.advance(7)
        self.stage.hear("anyone for Set?", "a2")
        self.stage.tell(next_line(came=["lin"]), Hear("m1", "m1", "lin came in."))
        self.stage.hear("(psst)", "a3", "a1")
        lines = ["  00007 bob: anyone for Set?", "  00007 lin came in.", "► 00007 cid > you: (psst)"]
        self.assertEqual(self.heard(WIDE, 3), lines)

    def test_without_unicode(self) -> None:
        self.stage.tell(Set("m2", name="Set", x=2, y=2))
        rows, _ = TalkLog(Inks(1), ASCII).heard(self.model, 40, 1, 0)
        self.assertEqual(text(rows[0]).rstrip(), "  - Set -")
