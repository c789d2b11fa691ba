"""The bar of a replay in the terminal: what is where in it, and what a click there does."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.cinema import watching
from tests.doubles.playing import Playing
from tests.doubles.replays import as_file, noughts
from tests.doubles.terminal import HOSTILE, is_harmless
from tilenet.clients.replayfacts import MOMENT
from tilenet.clients.terminal.paint import row_width
from tilenet.clients.terminal.replaybar import LINES, ReplayBar
from tilenet.clients.terminal.replaykeys import ReplayKeys
from tilenet.replays.recording import Recording

TRACK = 6  # where the line begins


class TheBar(SynchronousTestCase):
    def room(self, **how: Any) -> Playing:
        eve = watching(**how)
        self.table = eve.table
        return eve

    def line(self, eve: Playing, part: str) -> str:
        return next(line for line in eve.screen().lines if part in line)

    def at(self, eve: Playing) -> float:
        return round(float(eve.model.facts["replay"]["at"]), 1)

    def test_the_line_shows_where_it_is(self) -> None:
        eve = self.room()
        shown = []
        for _ in range(3):
            line = self.line(eve, "/1 ")
            shown.append(line[TRACK : line.rindex(" 0:10")])
            self.table.advance(5)
        self.assertEqual(len({*map(len, shown)}), 1)
        self.assertEqual([text.index("●") for text in shown], [0, round((len(shown[0]) - 1) / 2), len(shown[0]) - 1])
        self.assertEqual({*shown[1][: shown[1].index("●")]}, {"━"})
        self.assertEqual(shown[0][-1], "◆")  # ann wins

    def test_it_moves_by_itself_between_messages(self) -> None:
        eve = self.room()
        self.table.advance(0.5)
        due = eve.room_screen.due()
        assert due is not None
        self.assertTrue(0 < due - self.table.clock.seconds() <= 1)
        before = self.line(eve, "0:10")
        self.table.clock.advance(1)
        self.assertNotEqual(before, self.line(eve, "0:10"))
        eve.press(" ")
        self.assertEqual(eve.room_screen.skin.due(), None)

    def test_however_fast_it_is_drawn_a_few_times_a_second(self) -> None:
        eve = self.room()
        eve.press("up", "up", "up")
        self.assertIn("8x", self.line(eve, "Faster"))
        due = eve.room_screen.due()
        assert due is not None
        self.assertGreaterEqual(due - self.table.clock.seconds(), 0.2)

    def test_a_click_on_the_line_goes_there(self) -> None:
        eve = self.room()
        eve.press(" ")
        _, y = eve.screen().find(" 0:10")
        line = eve.screen().lines[y]
        width = line.index(" 0:10") - TRACK
        eve.click(TRACK + width // 2, y)
        self.assertAlmostEqual(self.at(eve), 10 * (width // 2) / (width - 1), places=1)
        eve.click(TRACK, y)
        self.assertEqual(self.at(eve), 0)
        self.assertEqual(len(eve.screen().lines), 25)

    def test_a_click_on_a_moment_goes_to_it(self) -> None:
        eve = self.room()
        eve.sent()
        x, y = eve.screen().find("◆ 0/1")
        eve.click(x, y)  # none was yet: the beginning
        self.assertEqual([cmd.text for cmd in eve.sent()], ["/at 0.00"])
        eve.click(eve.screen().lines[y].index("◆"), y)
        self.assertEqual([eve.model.role_of(cmd.objid or "") for cmd in eve.sent()], [f"{MOMENT}1"])
        self.assertIn("◆ 1/1 ann wins", str(eve.screen()))
        self.assertEqual(self.at(eve), 10)

    def test_the_controls_are_clicked(self) -> None:
        eve = self.room()
        for word, role in (("Pause", "play"), ("Step", "step"), ("Back", "stepback"), ("Faster", "faster")):
            eve.sent()
            line = self.line(eve, "Slower")
            eve.click(line.index(word), eve.screen().lines.index(line))
            self.assertEqual([eve.model.role_of(cmd.objid or "") for cmd in eve.sent()], [f"replay/{role}"])
        self.assertIn("2x", self.line(eve, "Faster"))
        eve.click_on("2 bob")
        self.assertIn("2►bob", str(eve.screen()))
        self.assertEqual(eve.model.you["seat_of"], 2)

    def test_what_cannot_be_used_has_brackets_where_there_are_no_colours(self) -> None:
        eve = self.room()
        self.assertIn("[Back]", str(eve.screen()))
        self.assertNotIn("[Back]", str(self.room(depth=256).screen()))

    def test_the_seat_that_is_watched_from_is_always_there(self) -> None:
        eve = self.room()
        names = [f"somebody-{number}" for number in range(1, 25)]
        eve.model.facts["replay"]["seats"] = names
        eve.model.you["seat_of"] = 2
        eve.room_screen.model_changed()
        for columns in (60, 80, 100):
            line = next(one for one in eve.screen((columns, 25)).lines if "Slower" in one)
            self.assertIn("2►bob", line)
            self.assertRegex(line, r"\+2[1-4]")

    def test_all_seats_can_be_reached_by_clicks_on_the_line(self) -> None:
        header = noughts().header
        more = [{**header["people"][0], "id": f"more-{at}", "name": f"somebody-{at}"} for at in range(4)]
        recording = Recording.open(as_file(noughts(), people=[*header["people"], *more]))
        eve = self.room(recording=recording)
        seats = range(len(eve.model.facts["replay"]["seats"]) + 1)
        self.assertGreater(len(seats), 5)
        reached = set()
        for _ in seats:
            line = self.line(eve, "Slower")
            (hidden,) = re.finditer(r"\+\d", line)
            eve.click(hidden.start(), eve.screen().lines.index(line))
            number = eve.model.you["seat_of"]
            self.assertIn(f"{number}►", self.line(eve, "Slower"))
            reached |= {number, *(one for one in seats if f" {one} " in line)}
        self.assertEqual(reached, {*seats})

    @given(st.integers(60, 200), st.lists(st.sampled_from(HOSTILE), max_size=30), st.booleans())
    def test_whatever_is_told_the_lines_have_the_right_width(
        self, width: int, texts: list[str], has_start: bool
    ) -> None:
        eve = self.__dict__.setdefault("eve", None) or self.room()
        self.eve = eve
        eve.model.facts["replay"] = {
            "length": len(texts) * 7.5,
            "at": 3,
            "playing": True,
            "seats": texts,
            "moments": [{"at": number, "text": text} for number, text in enumerate(texts)],
            **({"start": eve.model.time - 12} if has_start else {}),
        }
        context = eve.room_screen._skins._context
        bar = ReplayBar(context, ReplayKeys(eve.controller, eve.signs))
        rows = bar.rows(width)
        self.assertEqual([row_width(row) for row in rows], [width] * LINES)
        self.assertTrue(all(is_harmless(text) for row in rows for _, text in row))
        bar.due()
        for column in range(width):
            bar.at(column, 0)
