"""What opens sheets and closes them, new tables and codes, and invitations, which are a line at the top."""

from __future__ import annotations

from typing import Any

from tests.doubles.own_table import COUNTDOWN, room, table_stage
from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import ANN, HOSTILE, Stage, is_harmless, matrix, tile, told
from tilenet.clients.terminal.leaveguard import MOMENT
from tilenet.clients.terminal.newtable import code_of
from tilenet.clients.terminal.signs import ASCII
from tilenet.wire.messages import Message, Set

INVITATION = {"from": "lin", "game": "Set", "kind": "set/1", "name": "friday", "join": "amber-otter-nine"}
DIM = {"dim": {"text": "Size", "values": [[2, "2 x 2"], [4, "4 x 4"]], "usual": 4}}


def home(**members: Any) -> list[Message]:
    """Home with two games that have tables, and one that has none."""
    known = {"people": 0, "bots": 0, "watching": 0, "names": [], "about": "A game."}
    games = {
        f"room/{name}": {"room": name, "game": name, "title": name.capitalize(), "kind": f"{name}/1", **known}
        for name in ("set", "memory", "chess")
    }
    games["room/set"]["table"] = {"choices": COUNTDOWN}
    games["room/memory"]["table"] = {"choices": DIM}
    roles = {"t1": "room/set", "t2": "room/memory", "t3": "room/chess"}
    tiles = [tile(number, number - 1, 0, name) for number, name in enumerate(("Set", "Memory", "Chess"), 1)]
    facts = {"rooms": games}
    return [matrix(3, 2, "Home"), *tiles, ANN, told(roles, kind="home/1", address="home", facts=facts, **members)]


def said(stage: Stage) -> list[str]:
    return [cmd.text for cmd in stage.sent()]


class NewTables(RoomScreenTestCase):
    def test_the_usual_is_two_keys_away(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            stage = Stage(*home(), size=size)
            stage.press("n")
            self.assertIn("Game: ◂ Set ▸", str(stage.screen()))
            stage.press("enter")
            self.assertEqual(said(stage), ["/new set"])

    def test_game_options_who_can_come_and_a_name(self) -> None:
        stage = Stage(*home())
        stage.press("n", "up", "up", "up", "up", "right")
        self.assertIn("Game: ◂ Memory ▸", str(stage.screen()))
        self.assertIn("Size: ◂ 4 x 4 ▸", str(stage.screen()))
        stage.press("down", "left", "down", "right", "down", *"friday night", "left", "backspace", "enter")
        self.assertEqual(said(stage), ["/new memory public dim=2 friday nigt"])

    def test_an_option_without_a_usual_value_is_sent_only_if_it_is_chosen(self) -> None:
        stage = Stage(*home())
        stage.press("n")
        self.assertIn("Countdown: ◂ as usual ▸", str(stage.screen()))
        stage.click_on("Countdown")
        self.assertIn("Countdown: ◂ 10 s ▸", str(stage.screen()))
        stage.click_on("Open the table")
        self.assertEqual(said(stage), ["/new set countdown=10"])

    def test_what_was_chosen_for_one_game_is_not_for_another(self) -> None:
        stage = Stage(*home())
        stage.press("n", "up", "up", "right", "up", "up", "right", "left")
        self.assertIn("Countdown: ◂ as usual ▸", str(stage.screen()))

    def test_in_a_lobby_its_game_is_suggested(self) -> None:
        stage = Stage(*home())
        stage.tell(Set("m2", name="Memory", text="", x=2, y=2), Set("a1"))
        stage.tell(told(room="m2", kind="memory-lobby/1", address="memory"))
        stage.press("n", "enter")
        self.assertEqual(said(stage), ["/new memory"])

    def test_elsewhere_the_key_is_the_rooms(self) -> None:
        stage = Stage(*room(facts={"phase": "playing"}))
        stage.press("n", "c")
        self.assertNotIn("Open the table", str(stage.screen()))
        self.assertNotIn("Join a table", str(stage.screen()))

    def test_a_room_that_uses_the_key_keeps_it(self) -> None:
        stage = Stage(*home(), Set("k1", name="VK_N", text="Zap"))
        stage.press("n")
        self.assertEqual([cmd.type for cmd in stage.sent()], ["press"])


class Codes(RoomScreenTestCase):
    def test_a_code_is_typed_or_pasted(self) -> None:
        stage = Stage(*home())
        stage.press("c", *"amber-otter-nine", "enter")
        self.assertEqual(said(stage), ["/join amber-otter-nine"])
        stage = Stage(*home())
        stage.press("c")
        stage.paste(*"https://play.example.org/#/amber-otter-nine")
        self.assertIn("Code:", str(stage.screen()))
        stage.press("enter")
        self.assertEqual((said(stage), stage.typed), (["/join amber-otter-nine"], ""))

    def test_what_people_type(self) -> None:
        for typed, code in (
            ("Amber Otter  Nine", "amber-otter-nine"),
            (" amber-otter-nine ", "amber-otter-nine"),
            ("http://h:1/#/amber-otter-nine/", "amber-otter-nine"),
            ("#amber-otter-nine", "amber-otter-nine"),
            ("set", "set"),
            ("  ", ""),
        ):
            self.assertEqual(code_of(typed), code, typed)

    def test_what_the_server_answers_is_read_and_the_code_can_be_mended(self) -> None:
        stage = Stage(*home())
        stage.press("c", "enter")
        self.assertEqual(said(stage), [])
        self.assertIn("Type the code that you were told.", str(stage.screen()))
        stage.press(*"amber", "enter")
        stage.hear("There is no table with that code.", to="a1")
        self.assertIn("There is no table with that code.", str(stage.screen()))
        stage.press(*"-otter-nine", "enter")
        self.assertEqual(said(stage), ["/join amber", "/join amber-otter-nine"])

    def test_letters_are_text_and_the_chat_is_still_a_key_away(self) -> None:
        stage = Stage(*home())
        stage.press("c", *"nine", "tab", *"hi", "enter", "esc", *"-x", "enter")
        self.assertEqual(said(stage), ["hi", "/join nine-x"])

    def test_it_is_gone_in_the_room_where_it_led(self) -> None:
        stage = Stage(*home())
        stage.press("c")
        stage.tell(Set("m2", name="Set", text="", x=2, y=2), Set("a1"), told(room="m2", kind="set/1"))
        self.assertNotIn("Join a table", str(stage.screen()))


class Invited(RoomScreenTestCase):
    def stage(self, size: tuple[int, int] = (80, 25), **you: Any) -> Stage:
        return Stage(*home(you={"invitations": [INVITATION], **you}), size=size)

    def test_it_is_a_line_at_the_top_in_any_room(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            top = self.stage(size).screen().lines[0]
            self.assertIn("lin invites you to Set", top)
            self.assertIn("F6 join  F7 no thanks", top)
        stage = table_stage("playing")
        self.assertNotIn("invites", str(stage.screen()))
        stage.tell(told(you={"invitations": [{**INVITATION, "name": None}]}))
        self.assertIn("► lin invites you to Set  F6 join", stage.screen().lines[0])
        stage.tell(told(you={"invitations": None}))
        self.assertNotIn("invites", str(stage.screen()))

    def test_accepting_and_declining_by_key(self) -> None:
        for key, command in (("f6", "/join amber-otter-nine"), ("f7", "/decline"), ("esc", "/decline")):
            stage = self.stage()
            stage.press(key)
            self.assertEqual(said(stage), [command])
        stage = self.stage()
        stage.press("tab", "f6")
        self.assertEqual(said(stage), ["/join amber-otter-nine"])

    def test_and_by_mouse(self) -> None:
        accept = "/join amber-otter-nine"
        for text, command in (("lin invites", accept), ("F6 join", accept), ("F7 no", "/decline")):
            stage = self.stage()
            stage.click_on(text)
            self.assertEqual(said(stage), [command])
        stage = self.stage()
        stage.click(79, 0)
        self.assertEqual(said(stage), [])

    def test_leaving_a_game_for_it_is_asked_first(self) -> None:
        stage = self.stage(leave="You lose your seat.")
        stage.press("f6")
        self.assertEqual(said(stage), [])
        self.assertIn("Leave? You lose your seat. Go there again.", str(stage.screen()))
        stage.clock.advance(MOMENT)
        stage.press("f6")
        self.assertEqual(said(stage), ["/join amber-otter-nine"])

    def test_the_last_of_many_comes_first(self) -> None:
        stage = self.stage(invitations=[INVITATION, {**INVITATION, "from": "kai", "join": "set"}])
        self.assertIn("kai invites you", stage.screen().lines[0])

    def test_hostile_names_do_no_harm(self) -> None:
        for name in HOSTILE:
            stage = self.stage(invitations=[{"from": name, "game": name, "name": name, "join": name}])
            self.assertTrue(is_harmless("".join(stage.screen().lines)), ascii(name))

    def test_in_ascii(self) -> None:
        stage = Stage(*home(you={"invitations": [INVITATION]}), signs=ASCII)
        self.assertTrue(str(stage.screen()).isascii())


class Help(RoomScreenTestCase):
    def test_every_key_of_a_sheet_is_explained(self) -> None:
        stage = table_stage()
        stage.press("down", "down")
        shown = {binding.shown: str(binding.about) for binding in stage.room_screen.bindings() if binding.about}
        for key in ("i", "b", "Esc", "F4", "F5", "Enter", "Tab"):
            self.assertIn(key, shown)
        self.assertEqual(len(stage.room_screen.bindings()), len({b.keys for b in stage.room_screen.bindings()}))
