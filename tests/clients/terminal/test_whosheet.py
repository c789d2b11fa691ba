"""Who is where: asked for as long as it is shown, with whispers, invitations and ways there."""

from __future__ import annotations

import json
from typing import Any

from tests.clients.terminal.test_sheets import home, said
from tests.doubles.own_table import LINK, table_stage
from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import HOSTILE, Stage, is_harmless
from tilenet.clients.terminal.whosheet import PAUSE
from tilenet.wire.messages import WHO, Xrequest, Xresponse

PLACES: list[dict[str, Any]] = [
    {"place": "Home", "address": "home", "players": [{"name": "ann"}]},
    {
        "place": "Set",
        "address": "set",
        "players": [{"name": "lin"}, {"name": "kai", "away": True}, {"name": "bot-1", "bot": True}],
    },
    {"place": "a private table", "players": [{"name": "mia"}]},
]


class WhoTestCase(RoomScreenTestCase):
    def answer(self, stage: Stage, places: Any = PLACES) -> Stage:
        stage.tell(Xresponse(json.dumps({"places": places}), WHO))
        return stage

    def asked(self, stage: Stage) -> int:
        """How often the server was asked who is where, since this was asked last."""
        return sum(message == Xrequest(options=WHO) for message in stage._decoder.feed(stage.wire.pop()))

    def stage(self, size: tuple[int, int] = (80, 25)) -> Stage:
        stage = Stage(*home(), size=size)
        stage.press("f5")
        return self.answer(stage)

    def to(self, stage: Stage, text: str) -> None:
        for _ in range(20):
            if stage.signs.focus[0] in stage.screen().line_with(text):
                return
            stage.press("down")
        self.fail(f"{text!r} cannot have the focus in\n{stage.screen()}")


class Looking(WhoTestCase):
    def test_everybody_by_place(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            shown = str(self.stage(size).screen())
            for text in ("Who is where (5)", "Home (1)", "Set (3)", "a private table (1)", "● kai  away"):
                self.assertIn(text, shown, size)

    def test_it_is_asked_again_as_long_as_it_is_shown(self) -> None:
        stage = Stage(*home())
        self.assertEqual(self.asked(stage), 0)
        stage.press("f5")
        self.assertIn("Asking the server ...", str(stage.screen()))
        self.assertEqual(self.asked(stage), 1)
        for _ in range(2):
            due = stage.room_screen.due()
            assert due is not None
            stage.clock.advance(due - stage.clock.seconds())
            stage.room_screen.next_frame()
            self.assertEqual(self.asked(stage), 1)
        stage.press("esc")
        stage.clock.advance(2 * PAUSE)
        stage.room_screen.next_frame()
        self.assertEqual(self.asked(stage), 0)

    def test_the_key_that_opens_it_closes_it(self) -> None:
        stage = self.stage()
        stage.press("f5")
        self.assertNotIn("Who is where", str(stage.screen()))

    def test_the_focus_stays_with_a_player_who_is_still_there(self) -> None:
        stage = self.stage()
        self.to(stage, "kai")
        self.answer(stage, [PLACES[0], {**PLACES[1], "players": [{"name": "zoe"}, {"name": "kai"}]}])
        self.assertIn("▐", stage.screen().line_with("kai"))

    def test_hostile_names_do_no_harm(self) -> None:
        for name in HOSTILE:
            stage = self.answer(self.stage(), [{"place": name, "address": name, "players": [{"name": name}]}])
            self.assertTrue(is_harmless("".join(stage.screen().lines)), ascii(name))


class Acting(WhoTestCase):
    def test_whisper_invite_and_go_there(self) -> None:
        for keys, expected in ((["i"], ["/invite lin"]), (["g"], ["/join set"]), (["enter"], [])):
            stage = self.stage()
            self.to(stage, "● lin")
            self.asked(stage)
            stage.press(*keys)
            self.assertEqual(said(stage), expected)
            self.assertEqual(stage.typed, "@lin " if keys == ["enter"] else "")

    def test_a_place_leads_there_but_not_a_private_table_nor_where_one_is(self) -> None:
        stage = self.stage()
        self.to(stage, "Set (3)")
        stage.press("enter", "g")
        self.assertEqual(said(stage), ["/join set", "/join set"])
        for text in ("a private table (1)", "Home (1)", "● ann"):
            stage.click_on(text)
            self.assertEqual(said(stage), [])
        self.to(stage, "mia")
        stage.press("g")
        self.assertEqual(said(stage), [])

    def test_by_mouse(self) -> None:
        stage = self.stage()
        stage.click_on("● lin")
        self.assertEqual((stage.typed, stage.controller.is_typing), ("@lin ", True))


class Inviting(WhoTestCase):
    def inviting(self, **table: Any) -> Stage:
        stage = table_stage(**table)
        stage.press("i")
        copied: list[str] = []
        stage.controller.copy_out = copied.append
        self.copied = copied
        return self.answer(stage)

    def test_link_and_code_are_copied(self) -> None:
        stage = self.inviting(link=LINK)
        stage.press("enter", "down", "enter")
        self.assertEqual(self.copied, [LINK, "amber-otter-nine"])
        self.assertIn("Copied: amber-otter-nine", str(stage.screen()))

    def test_people_elsewhere_are_invited_and_marked(self) -> None:
        stage = self.inviting()
        self.assertNotIn("bot-1", str(stage.screen()))
        self.to(stage, "● lin")
        said(stage)
        stage.press("enter", "enter")
        self.assertEqual(said(stage), ["/invite lin", "/invite lin"])
        self.assertIn("● lin  invited", str(stage.screen()))

    def test_or_by_name(self) -> None:
        stage = self.inviting()
        stage.press("down")
        said(stage)
        stage.press(*"zoe", "enter", "enter")
        self.assertEqual(said(stage), ["/invite zoe"])

    def test_those_who_are_here_cannot_be_invited(self) -> None:
        stage = self.answer(self.inviting(), [{"place": "Set", "players": [{"name": "ann"}, {"name": "bob"}]}])
        self.assertIn("Nobody else is on the server.", str(stage.screen()))

    def test_esc_leads_back_to_the_table(self) -> None:
        stage = self.inviting()
        stage.press("esc")
        self.assertIn("You are its host.", str(stage.screen()))
