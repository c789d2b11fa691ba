"""Pictures of terminals: each character is drawn where it stands, and README.md has the same picture each time."""

from __future__ import annotations

from xml.etree import ElementTree

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import Stage, matrix, pairs, tile
from tests.pictures.svg import HIGH, WIDE, picture
from tests.pictures.three_games import FILE, cards, three_games
from tilenet.clients.terminal.inks import DEPTHS

SVG = "{http://www.w3.org/2000/svg}"


class Pictures(SynchronousTestCase):
    def drawn(self, *stages: Stage) -> ElementTree.Element:
        return ElementTree.fromstring(picture([stage.screen() for stage in stages]))

    def test_text_is_where_it_stands(self) -> None:
        stage = Stage(*pairs(), depth=DEPTHS["24bit"])
        column, line = stage.screen().find("Scoring")
        (found,) = [text for text in self.drawn(stage).iter(f"{SVG}text") if text.text == "Scoring"]
        self.assertEqual((found.get("x"), found.get("textLength")), (str(column * WIDE), str(7 * WIDE)))
        self.assertEqual(int(found.get("y", "")) // HIGH, line)

    def test_lines_and_blocks_join_whatever_the_font(self) -> None:
        stage = Stage(matrix(2, 2), tile(1, 0, 0, "█┌╱"), depth=DEPTHS["24bit"])
        texts = "".join(text.text or "" for text in self.drawn(stage).iter(f"{SVG}text"))
        self.assertFalse(set("█┌╱─▐▌") & set(texts), texts)

    def test_hostile_names_are_text(self) -> None:
        stage = Stage(matrix(2, 2), tile(1, 0, 0, '<a&b">'), depth=DEPTHS["24bit"])
        self.assertIn('<a&b">', [text.text for text in self.drawn(stage).iter(f"{SVG}text")])

    def test_screens_are_side_by_side(self) -> None:
        one = Stage(*pairs(), depth=DEPTHS["24bit"])
        width = [float(self.drawn(*[one] * number).get("viewBox", "").split()[2]) for number in (1, 3)]
        self.assertGreater(width[1], 3 * width[0])

    def test_three_games(self) -> None:
        found = ElementTree.fromstring(three_games())
        texts = [text.text for text in found.iter(f"{SVG}text")]
        for name in ("PairPanicking", "Set", "Tombala:"):
            self.assertIn(name, texts)

    def test_the_same_game_is_the_same_picture(self) -> None:
        self.assertEqual(picture([cards()]), picture([cards()]))

    def test_the_one_in_the_docs_is_a_picture(self) -> None:
        self.assertEqual(ElementTree.parse(FILE).getroot().tag, f"{SVG}svg")
