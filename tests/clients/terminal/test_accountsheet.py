"""One's own account in the terminal: what the server is asked for, what is seen, and that no secret is."""

from __future__ import annotations

import json
from typing import Any

from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import ANN, HOSTILE, Stage, is_harmless, matrix, tile, told
from tilenet.clients.accountanswers import NO_SENSE, read_answer
from tilenet.clients.terminal.accountsheet import FORMS
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.codec import encode
from tilenet.wire.messages import Cmd, Message, Xrequest, Xresponse

ROLES = {"t1": "password", "t2": "export", "t3": "home"}


def room(kind: str = "account/1") -> list[Message]:
    tiles = [tile(1, 0, 0, "Change password"), tile(2, 1, 0, "Export"), tile(3, 2, 0, "Home")]
    return [matrix(3, 2, "Room"), *tiles, ANN, told(ROLES, kind=kind, address="room")]


class AccountSheetTestCase(RoomScreenTestCase):
    def said(self, stage: Stage) -> list[Message]:
        """What was sent since this was asked last."""
        return [*stage._decoder.feed(stage.wire.pop())]

    def asked(self, stage: Stage) -> list[dict[str, Any]]:
        return [json.loads(one.content) for one in self.said(stage) if isinstance(one, Xrequest) and one.content]

    def answer(self, stage: Stage, **answer: Any) -> None:
        stage.link.dataReceived(encode(Xresponse(json.dumps(answer), "account")))

    def open(self, *, is_guest: bool = False, key: str = "", **more: Any) -> Stage:
        stage = Stage(*room("set/1"), **more)
        stage.press("f9")
        self.assertEqual(self.asked(stage), [{"do": "show"}])
        self.answer(stage, do="show", done=True, guest=is_guest, key=key)
        return stage

    def choose(self, stage: Stage, text: str) -> None:
        for _ in range(12):
            if any(stage.signs.focus[0] in line and text in line for line in stage.screen().lines):
                stage.press("enter")
                return
            stage.press("down")
        self.fail(str(stage.screen()))


class Everywhere(AccountSheetTestCase):
    def test_a_guest_creates_an_account_without_leaving_the_room(self) -> None:
        stage = self.open(is_guest=True)
        self.assertIn("Name:  ann", str(stage.screen()))
        stage.press(*"secret", "enter", *"secret", "enter")
        self.assertEqual(self.asked(stage), [{"do": "create", "name": "ann", "new": "secret", "again": "secret"}])
        self.answer(stage, do="create", done=True, text="You have an account now.")
        self.assertIn("You have an account now.", str(stage.screen()))
        self.assertNotIn("Create the account", str(stage.screen()))

    def test_an_account_has_a_list_of_what_can_be_done(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            shown = str(self.open(size=size).screen())
            for words in ("Change password", "Rename", "Add a key", "Log out on all", "Export", "Delete account"):
                self.assertIn(words, shown)
            self.assertNotIn("came with", shown)

    def test_the_key_of_the_session_is_one_step_away(self) -> None:
        stage = self.open(key="SHA256:abc")
        self.choose(stage, "that you connected with: SHA256:abc")
        self.assertEqual(self.asked(stage), [{"do": "add key", "key": True}])
        self.answer(stage, do="add key", done=True, text="You can log in with this key now.")
        self.assertIn("You can log in with this key now.", str(stage.screen()))

    def test_other_devices_are_logged_out_and_the_client_asks_for_another_token(self) -> None:
        stage = self.open()
        stage.link.dataReceived(encode(Xresponse("first", "resume")))
        self.choose(stage, "Log out on all")
        self.assertEqual(self.asked(stage), [{"do": "logout"}])
        self.answer(stage, do="logout", done=True, text="Nobody else.")
        self.assertEqual([one.options for one in self.said(stage) if isinstance(one, Xrequest)], ["resume"])


class AForm(AccountSheetTestCase):
    def test_shows_nothing_of_a_secret_but_its_length(self) -> None:
        for signs, sign in ((FANCY, "•"), (ASCII, "*")):
            stage = self.open(signs=signs)
            self.choose(stage, "Change password")
            stage.press(*"secret", "enter", *"x", "backspace", *"öffne dich")
            shown = str(stage.screen())
            self.assertIn(sign * 6, shown)
            for part in ("secret", "ffne", "dich"):
                self.assertNotIn(part, shown)

    def test_what_is_wrong_is_said_and_typed_again(self) -> None:
        stage = self.open()
        self.choose(stage, "Change password")
        stage.press(*"guess", "enter", *"new", "enter", *"new", "enter")
        self.asked(stage)
        self.answer(stage, do="password", why="That is not your password.", field="password")
        self.assertIn("That is not your password.", str(stage.screen()))
        stage.press(*"right", "down", "down", "enter")
        self.assertEqual(self.asked(stage), [{"do": "password", "password": "right", "new": "new", "again": "new"}])

    def test_is_sent_once_until_there_is_an_answer(self) -> None:
        stage = self.open()
        self.choose(stage, "Rename")
        stage.press("enter", "enter", "enter", "enter")
        self.assertEqual(self.asked(stage), [{"do": "rename", "name": "", "password": ""}])

    def test_of_the_room_opens_by_its_tile_and_by_nothing_that_is_clicked(self) -> None:
        stage = Stage(*room())
        stage.press("enter")
        self.assertIn("New password again:", str(stage.screen()))
        self.assertEqual([one for one in self.said(stage) if isinstance(one, Cmd)], [])
        stage.press("esc")
        stage.click_on("Home")
        self.assertEqual([one.objid for one in self.said(stage) if isinstance(one, Cmd)], ["t3"])

    def test_in_another_room_tiles_with_such_roles_are_clicked(self) -> None:
        stage = Stage(*room("mine/1"))
        stage.press("enter")
        self.assertEqual([one.objid for one in self.said(stage) if isinstance(one, Cmd)], ["t1"])

    def test_every_form_fits(self) -> None:
        for role, form in FORMS.items():
            for size in ((80, 25), (60, 20)):
                stage = self.open(is_guest=role == "create", size=size)
                if role != "create":
                    self.choose(stage, form.title)
                self.assertIn(str(form.button), str(stage.screen()), (role, size))


class AnExport(AccountSheetTestCase):
    def test_is_gathered_in_parts_and_saved(self) -> None:
        stage = Stage(*room())
        saved: list[tuple[str, str]] = []

        def save(name: str, text: str) -> str:
            saved.append((name, text))
            return "tilenet-ann.json"

        stage.controller.save = save
        stage.click_on("Export")
        self.assertEqual(self.asked(stage), [{"do": "export", "after": 0}])
        self.answer(stage, do="export", done=True, account={"name": "ann"}, results=[1, 2], after=7)
        stage.clock.advance(1)
        stage.room_screen.next_frame()
        self.assertEqual(self.asked(stage), [{"do": "export", "after": 7}])
        self.answer(stage, do="export", done=True, results=[3])
        ((name, text),) = saved
        self.assertEqual((name, json.loads(text)), ("ann", {"name": "ann", "results": [1, 2, 3]}))
        self.assertIn("Saved as tilenet-ann.json.", str(stage.screen()))

    def test_is_shown_where_nothing_can_be_saved_and_does_no_harm(self) -> None:
        for text in HOSTILE:
            stage = Stage(*room())
            stage.click_on("Export")
            self.answer(stage, do="export", done=True, account={"name": text}, results=[])
            self.assertIn('"name"', str(stage.screen()))
            self.assertTrue(is_harmless(str(stage.screen()).replace("\n", "")))


class Answers(AccountSheetTestCase):
    def test_that_make_no_sense_are_said_to(self) -> None:
        for content in ("", "[", "[]", "7", '{"done": 1}', '{"do": {}, "why": 7}', "[" * 9999):
            answer = read_answer(content)
            self.assertEqual((answer.is_done, answer.words), (False, NO_SENSE), content)

    def test_of_hostile_servers_do_no_harm(self) -> None:
        for text in HOSTILE:
            stage = self.open()
            self.choose(stage, "Rename")
            stage.press("enter", "enter")
            self.answer(stage, do="rename", why=text, field=text)
            self.assertTrue(is_harmless(str(stage.screen()).replace("\n", "")))
