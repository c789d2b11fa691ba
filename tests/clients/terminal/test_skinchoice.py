"""A room is drawn by the skin for its kind; by the panel, if there is none, or if it fails."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import ClassVar

from twisted.internet.task import Clock
from twisted.logger import capturedLogs
from urwid.testing import click

from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import Stage, board, told
from tilenet.clients.model import Cell, Thing
from tilenet.clients.plugins import SkinPlugin
from tilenet.clients.terminal import skinchoice, skins
from tilenet.clients.terminal.keys import Binding
from tilenet.clients.terminal.noughtsskin import NoughtsSkin
from tilenet.clients.terminal.paint import Row, filled
from tilenet.clients.terminal.skin import LineBudget, Place, Skin, SkinContext
from tilenet.clients.terminal.skinchoice import FAILED
from tilenet.wire.messages import FACTS, Cmd, Message, Set, Xresponse


class MoleSkin(Skin):
    """Draws one word, and fails where it should."""

    fails_in: ClassVar[str] = ""
    lines: ClassVar[int] = 3

    def __init__(self, context: SkinContext) -> None:
        self._context = context
        self._try("init")

    def _try(self, place: str) -> None:
        if place == self.fails_in:
            raise KeyError(place)

    def model_changed(self) -> None:
        self._try("model_changed")

    def budget(self, columns: int, lines: int) -> LineBudget | None:
        self._try("budget")
        return LineBudget(1, self.lines) if columns > 70 else None

    def rows(self, columns: int, lines: int) -> list[Row]:
        self._try("rows")
        ink = self._context.inks["plain"]
        words = f"The mole is in {self._context.controller.model.facts['mole']}"
        return [filled([(ink, words)], columns, ink)] * min(lines, 3)

    def at(self, column: int, line: int) -> Place:
        self._try("at")
        return (1, 1) if column < 40 else lambda: self._try("click")

    def allows(self, thing: Thing) -> bool:
        self._try("allows")
        return thing.objid != "t9"

    def due(self) -> float | None:
        self._try("due")
        return 7.0

    def places(self) -> Mapping[Cell, tuple[float, float]] | None:
        self._try("places")
        return None

    def more(self) -> str:
        self._try("more")
        return ""

    def bindings(self) -> Sequence[Binding]:
        self._try("bindings")
        return [Binding(("d",), "dig", "dig", lambda: self._try("key"), held=lambda modifiers: self._try("held key"))]

    def legend(self, bindings: Sequence[Binding]) -> Sequence[Binding]:
        self._try("legend")
        return bindings


class Skins(RoomScreenTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.patch(MoleSkin, "fails_in", "")
        self.patch(skinchoice, "maker_for", {"mole/1": MoleSkin, "other/1": MoleSkin}.get)

    def stage(self, kind: str = "mole/1", size: tuple[int, int] = (80, 25)) -> Stage:
        return Stage(*board(), self.told(kind), size=size)

    def told(self, kind: str, room: str = "m1") -> Message:
        roles = {f"t{number}": f"hole/{number}" for number in range(1, 10)}
        return Xresponse(
            json.dumps({"room": room, "kind": kind, "now": 1, "facts": {"mole": "hole/5"}, "roles": roles}), FACTS
        )

    def has_skin(self, stage: Stage) -> bool:
        return "The mole is in hole/5" in str(stage.screen())

    def test_a_room_has_the_skin_for_its_kind(self) -> None:
        self.assertTrue(self.has_skin(self.stage()))
        self.assertFalse(self.has_skin(self.stage("mole/2")))
        self.assertFalse(self.has_skin(self.stage(size=(60, 20))))

    def test_another_room_has_another_skin(self) -> None:
        stage = self.stage()
        skin = stage.room_screen.skin
        stage.tell(Set("t1", name="news"))
        self.assertIs(stage.room_screen.skin, skin)
        stage.tell(Set("m2", name="Attic", x=2, y=2), Set("a1"))
        self.assertFalse(self.has_skin(stage))
        stage.tell(self.told("mole/1", "m2"))
        self.assertTrue(self.has_skin(stage))
        self.assertIsNot(stage.room_screen.skin, skin)

    def test_clicks_go_through_it(self) -> None:
        stage = self.stage()
        stage.click(3, 3)
        self.assertEqual(stage.sent(), [Cmd("click", "t5")])
        stage.controller.click((2, 2))
        self.assertEqual(stage.sent(), [])
        self.assertEqual(stage.room_screen.due(), 7.0)

    def test_one_that_fails_is_put_away_for_the_session_with_one_line_in_the_log(self) -> None:
        drawing = "init", "model_changed", "budget", "rows", "more", "legend", "due"
        for place in (*drawing, "at", "click", "allows", "places", "bindings", "key", "held key"):
            MoleSkin.fails_in = place
            with capturedLogs() as logs:
                stage = self.stage()
                self.use(stage)
                self.assertFalse(self.has_skin(stage), place)
                self.assertEqual(str(stage.screen()).count(FAILED), 1, place)
                self.use(stage)
                stage.tell(Set("m2", x=2, y=2), Set("a1"), self.told("mole/1", "m2"))
                self.assertFalse(self.has_skin(stage), place)
                self.assertEqual([line.message for line in stage.model.heard].count(FAILED), 1, place)
                stage.tell(self.told("other/1", "m2"))
            mine = [event for event in logs if event.get("kind") == "mole/1"]
            self.assertEqual([repr(event["error"]) for event in mine], [f"KeyError('{place}')"])
            self.assertTrue(mine[0]["file"].endswith("test_skinchoice.py"))

    def use(self, stage: Stage) -> None:
        """Everything that a user can do with a skin."""
        stage.screen()
        stage.room_screen.due()
        stage.click(3, 3)
        stage.click(50, 3)
        stage.controller.click((1, 1))
        stage.press("right", "d")
        stage.clock.advance(1)
        stage.press("D")

    def test_a_click_that_a_skin_fails_to_understand_clicks_nothing(self) -> None:
        """Something else may be at the same place in the panel."""
        for place in ("budget", "at", "click"):
            stage = self.stage()
            stage.screen()
            MoleSkin.fails_in = place
            click(stage.room_screen, stage.size, 50, 4)
            self.assertEqual(stage.sent(), [])
            self.assertIn(FAILED, str(stage.screen()))
            MoleSkin.fails_in = ""

    def test_one_that_draws_too_little_or_too_much_is_put_away_as_well(self) -> None:
        for lines in (4, 30):
            self.patch(MoleSkin, "lines", lines)
            self.assertFalse(self.has_skin(self.stage()))


class Plugins(RoomScreenTestCase):
    def test_a_plugin_brings_a_skin_and_comes_before_ours(self) -> None:
        mole = SkinPlugin("mole", ("mole/1", "set/1"), f"{__name__}.MoleSkin")
        self.patch(skins, "installed_skins", lambda: [mole, SkinPlugin("other", ("mole/1",), "no.such.Skin")])
        self.patch(skins, "plugged", skins.plugged.__wrapped__)
        for kind, maker in (("mole/1", mole.make), ("set/1", mole.make), ("noughts/1", NoughtsSkin), ("none/1", None)):
            self.assertEqual(skins.maker_for(kind), maker)
        stage = Stage(*board(), told(kind="mole/1", facts={"mole": "hole/5"}))
        self.assertIn("The mole is in hole/5", str(stage.screen()))

    def test_a_plugin_whose_skin_cannot_be_imported_leaves_the_panel(self) -> None:
        self.patch(skins, "plugged", lambda: {"mole/1": SkinPlugin("other", ("mole/1",), "no.such.Skin").make})
        with capturedLogs() as logs:
            stage = Stage(*board(), told(kind="mole/1"))
            self.assertIn("Here (1)", str(stage.screen()))
        self.assertEqual([event["kind"] for event in logs if "kind" in event], ["mole/1"])

    def test_kinds_are_a_tuple(self) -> None:
        self.assertRaises(TypeError, SkinPlugin, "mole", "mole/1", "mole.skin.MoleSkin")


class TooEarly(RoomScreenTestCase):
    """Between its tiles and what a room says of itself, it is not drawn: otherwise clicks would hit something else."""

    def stage(self, *messages: Message) -> Stage:
        return Stage(*messages, clock=Clock())

    def test_nothing_can_be_seen_or_clicked_until_the_room_has_said_what_it_is(self) -> None:
        stage = self.stage(*board())
        self.assertNotIn("Here (1)", str(stage.screen()))
        stage.press("enter")
        stage.click(3, 3)
        self.assertEqual(stage.sent(), [])
        stage.tell(told(kind=""))
        self.assertIn("Here (1)", str(stage.screen()))
        stage.tell(Set("m2", x=2, y=2), Set("a1"))
        self.assertNotIn("Here (1)", str(stage.screen()))
        stage.tell(told(kind="", room="m2"))
        self.assertIn("Here (1)", str(stage.screen()))

    def test_a_server_that_says_nothing_is_waited_for_once(self) -> None:
        stage = self.stage(*board())
        self.assertEqual(stage.room_screen.due(), skinchoice.PATIENCE)
        stage.clock.advance(skinchoice.PATIENCE)
        self.assertIn("Here (1)", str(stage.screen()))
        stage.tell(Set("m2", x=2, y=2), Set("a1"))
        self.assertIn("Here (1)", str(stage.screen()))
