"""The screen while playing, as a whole: what is on it, in all colours and of all that servers send."""

from __future__ import annotations

import re

import urwid
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.doubles.roomscreen import SIZES, RoomScreenTestCase, talk
from tests.doubles.terminal import ANN, HOSTILE, Stage, agent, board, is_harmless, key, matrix, pairs, tile
from tilenet.clients.terminal.glyphs import columns, visible
from tilenet.clients.terminal.inks import DEPTHS, Depth
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.messages import Cmd, Hear, Message, ServerOpen, Set

TEXT = st.text(max_size=20) | st.sampled_from(HOSTILE)
NUMBERS = st.integers(-(2**31), 2**31 - 1)
AT_80_BY_25 = """\
 PairPanicking · tilenet on localhost                            ann · energy 9 |
 30 pairs to find. bob 14, ann 9, bot-1 6 and 1 more.                           |
 ··   [cat]   ?     ?     ?     ?     ?     ?     Home       Here (4)           |
                                                             ann           9 you|
▐ ? ▌   ?     ?     ?     ?     ?     ?     ?     Help       bob          14    |
                                                             bot-1         6    |
  ?     ?     ?     ?     ?     ?     ?     ?    Scoring     cid           0 ~  |
                                                                                |
  ?     ?     ?     ?     ?     ?     ?     ?   [Restart]                       |
                                                                                |
  ?     ?     ?     ?     ?     ?     ?     ?    [1.5 s]                        |
                                                                                |
  ?     ?     ?     ?     ?     ?     ?     ?                                   |
                                                                                |
  ?     ?     ?     ?     ?     ?     ?     ?                                   |
                                                                                |
  ?     ?     ?     ?     ?     ?     ?     ?                                   |
                                                                                |
────────────────────────────────────────────────────────────────────────────────|
  bob: that was the cat!                                                        |
  PairPanicking: bob found a pair (owl): everybody here +2.                     |
► bob > you: (corner, next to the owl)                                          |
 A hidden square.                                                               |
[tiles] Tab: type    say:                                                       |
 ←↑↓→ move · Enter click · Tab chat · F1 help · F10 leave                       |
"""
AT_60_BY_20 = """\
 PairPanicking - tilenet on localhost        ann - energy 9 |
 30 pairs to find. bob 14, ann 9, bot-1 6 and 1 more.       |
 ..  [cat]  ?    ?    ?    ?    ?    ?    Home    Here (4)  |
' ? '  ?    ?    ?    ?    ?    ?    ?    Help    ann    9 *|
  ?    ?    ?    ?    ?    ?    ?    ?   Scoring  bob   14  |
  ?    ?    ?    ?    ?    ?    ?    ?  [Restart] bot-1  6  |
  ?    ?    ?    ?    ?    ?    ?    ?   [1.5 s]  cid    0 ~|
  ?    ?    ?    ?    ?    ?    ?    ?                      |
  ?    ?    ?    ?    ?    ?    ?    ?                      |
  ?    ?    ?    ?    ?    ?    ?    ?                      |
------------------------------------------------------------|
  bob: that was the cat!                                    |
  PairPanicking: bob found a pair (owl): everybody here +2. |
> bob > you: (corner, next to the owl)                      |
                                                            |
                                                            |
                                                            |
 A hidden square.                                           |
[typing] Tab: tiles  say: well                              |
 Enter send - Tab tiles - F1 help - F10 leave               |
"""


def lines(golden: str) -> list[str]:
    return [line.removesuffix("|") for line in golden.splitlines()]


class Whole(RoomScreenTestCase):
    def test_pairs_on_80_by_25(self) -> None:
        self.assertEqual(Stage(*pairs(), *talk()).screen().lines, lines(AT_80_BY_25))

    def test_pairs_on_60_by_20_while_typing_with_ascii_only(self) -> None:
        stage = Stage(*pairs(), *talk(), signs=ASCII, size=(60, 20))
        stage.type("well")
        self.assertEqual(stage.screen().lines, lines(AT_60_BY_20))

    def test_a_large_terminal_is_used(self) -> None:
        stage = Stage(*pairs(), *talk(), size=(132, 50))
        shown = stage.screen()
        self.assertEqual(shown.size, (132, 50))
        self.assertEqual(shown.find("Home")[1] - 1, 3)  # below two lines of text, in the middle of three
        self.assertEqual(shown.find("Help")[1] - shown.find("Home")[1], 4)
        self.assertGreater(shown.find("Home")[0], 80)
        self.assertEqual(shown.find("Here (4)")[0], 102)
        self.assertEqual(shown.find("F10 leave")[1], 49)
        self.assertEqual(shown.text(0, 7, 11), "▐        ▌ ")

    def test_before_the_first_matrix_there_is_a_screen(self) -> None:
        shown = Stage().screen()
        self.assertEqual(shown.size, (80, 25))
        self.assertEqual(shown.lines[0].rstrip(), " tilenet on localhost")
        self.assertIn("F10 leave", shown.lines[-1])

    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def test_any_world_fits_any_terminal(self, data: st.DataObject) -> None:
        draw = data.draw
        across, down = draw(st.tuples(st.integers(2, 40), st.integers(2, 40)))
        cells = draw(st.sets(st.tuples(st.integers(0, across - 1), st.integers(0, down - 1)), max_size=20))
        messages: list[Message] = [matrix(across, down, draw(TEXT), draw(TEXT)), agent(1, draw(TEXT), draw(NUMBERS))]
        for number, cell in enumerate(sorted(cells), 1):
            messages.append(tile(number, *cell, draw(TEXT), text=draw(TEXT), energy=draw(st.integers(-1, 1))))
        messages += [agent(number, draw(TEXT), draw(NUMBERS)) for number in range(2, draw(st.integers(2, 30)))]
        messages += [key(number, name, draw(TEXT)) for number, name in enumerate(draw(st.lists(_NAMES, max_size=4)), 1)]
        messages += [Hear(draw(_IDS), draw(_IDS), draw(st.text(max_size=150))) for _ in range(draw(st.integers(0, 9)))]
        size, signs = draw(SIZES), draw(st.sampled_from([FANCY, ASCII]))
        stage = Stage(*messages, size=size, signs=signs, address=draw(TEXT))
        stage.model.server = ServerOpen(draw(TEXT), draw(TEXT), "open")
        for pressed in draw(
            st.lists(st.sampled_from(["tab", "down", "right", "enter", "page up", "x", "\u202e", "世"]))
        ):
            stage.press(pressed)
        shown = [stage.screen()]
        stage.say(f"@{draw(TEXT)} hello")
        stage.paste(*draw(TEXT))
        for one in (*shown, stage.screen()):
            self.assertEqual(one.size, size)
            self.assertEqual([len(line) for line in one.cells], [size[0]] * size[1])
            for line in one.lines:
                self.assertTrue(is_harmless(line), ascii(line))

    def test_names_of_any_width_leave_the_columns_in_their_places(self) -> None:
        names = ("世", "e\u0301\u0302\u0303u", "\u202eabc", "👨\u200d", "कि", "🇩🇪", "ﷺ", "各\u0301", "\u1100\u1161")
        for name in names:
            stage = Stage(*pairs(), Set("t20", name=name), Set("a2", name=name))
            same = "x" * columns(visible(name))
            plain = Stage(*pairs(), Set("t20", name=same), Set("a2", name=same))
            for one, other in zip(stage.screen().cells, plain.screen().cells, strict=True):
                self.assertEqual((one[:18], one[24:61], one[72:]), (other[:18], other[24:61], other[72:]), name)


_IDS = st.sampled_from(["a1", "a2", "a9", "m1", "m9", "t1", "k1"])
_NAMES = st.sampled_from(["VK_A", "VK_UP", "VK_ENTER", "VK_F1", "VK_\u009bx"])


class WithoutColour(RoomScreenTestCase):
    def test_with_ascii_signs_all_is_ascii(self) -> None:
        messages = [*pairs(), *talk(), *(agent(number, "x" * 40, 2**31 - 1) for number in range(5, 30))]
        messages += [Set("m1", name="n" * 90, text="t" * 400), Set("t10", text="t" * 300), Set("a1", name="m" * 90)]
        messages += [tile(200, 8, 6, "a very long name of a tile"), Hear("a2", "a1", "w" * 300), Set("t30", energy=0)]
        for size in ((60, 20), (80, 25), (132, 50)):
            stage = Stage(*messages, signs=ASCII, size=size)
            self.assertTrue(str(stage.screen()).isascii(), stage.screen())
            stage.press("page up", "tab", "x")
            self.assertTrue(str(stage.screen()).isascii(), stage.screen())
            stage.say("@nobody hello")
            self.assertTrue(str(stage.screen()).isascii(), stage.screen())

    def test_where_the_text_is_typed_there_is_the_cursor(self) -> None:
        stage = Stage(*pairs())
        stage.type("ab世")
        self.assertEqual(stage.screen().cursor, (30, 23))
        self.assertEqual(stage.room_screen.get_cursor_coords(stage.size), (30, 23))
        stage.press("left")
        self.assertEqual(stage.screen().cursor, (28, 23))
        stage.press("tab")
        self.assertIsNone(stage.room_screen.get_cursor_coords(stage.size))


class Honesty(RoomScreenTestCase):
    """What was hidden again is nowhere: the screen is that of somebody who never saw it."""

    @settings(max_examples=30, deadline=None)
    @given(
        st.lists(
            st.tuples(st.integers(2, 9), TEXT, TEXT, st.integers(-1, 1), st.sampled_from(["ffff0000", "ff00ff00"])),
            max_size=8,
        ),
        st.sampled_from([*DEPTHS.values()]),
    )
    def test_only_the_last_of_many_changes_counts(
        self, changes: list[tuple[int, str, str, int, str]], depth: Depth
    ) -> None:
        seen, never = Stage(*board(), depth=depth), Stage(*board(), depth=depth)
        last = {}
        for number, name, text, energy, colour in changes:
            last[number] = Set(f"t{number}", name=name, text=text, energy=energy, bgcolor=colour)
            seen.tell(last[number])
            seen.screen()
        never.tell(*last.values())
        for keys in (["right"], ["down", "tab"], ["tab", "right", "page up"], ["left"]):
            for size in ((80, 25), (60, 20), (132, 50)):
                self.assertEqual(seen.screen(size), never.screen(size))
            for stage in (seen, never):
                stage.press(*keys)


class OtherEncodings(RoomScreenTestCase):
    """A terminal that has no Unicode: question marks, in the same columns."""

    def test_what_cannot_be_shown_is_a_question_mark(self) -> None:
        stage = Stage(*pairs(), Set("t20", name="é世"), Hear("a2", "m1", "grüße, 世界"), signs=ASCII)
        stage.type("ü世")
        expected = [
            re.sub(r"[^\x00-\x7f]", lambda found: "??" if found[0] in "世界" else "?", line)
            for line in stage.screen().lines
        ]
        expected[-2] = expected[-2].replace("say: ???", "say: ??")  # urwid's own line
        urwid.set_encoding("ascii")
        self.addCleanup(urwid.set_encoding, "utf-8")
        stage.room_screen.model_changed()
        shown = stage.screen()
        self.assertEqual([line.rstrip() for line in shown.lines], [line.rstrip() for line in expected])
        self.assertEqual({len(line) for line in shown.cells}, {80})


class Extreme(RoomScreenTestCase):
    """What somebody has thought of; the screen stays whole, and quick."""

    def test_a_letter_for_which_there_is_no_room(self) -> None:
        tiles = [tile(1 + x, x, 0, "\u1115\uac22", energy=0) for x in range(12)]
        for width in range(60, 100):
            Stage(matrix(12, 2), *tiles, ANN).screen((width, 25))

    def test_a_text_of_millions_is_cut(self) -> None:
        stage = Stage(*board(), Set("t1", name="é" * 2_000_000), Set("m1", text="é " * 1_000_000))
        stage.hear("é" * 2_000_000)
        self.assertLess(len(stage.model.heard[-1].message), 20_000)

    def test_of_many_keys_for_the_same_one_is_pressed(self) -> None:
        stage = Stage(*board(), *(key(number, "VK_A", energy=int(number > 4990)) for number in range(1, 5001)))
        stage.press("a")
        self.assertEqual(stage.sent(), [Cmd("press", "k4991")])
        self.assertEqual([one.keys for one in stage.controller.matrix_bindings()], [("a",)])
