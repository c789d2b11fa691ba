"""A table of somebody's own that waits: it is an invitation, and what its host can do is a line or a key away."""

from __future__ import annotations

from typing import Any

from tests.doubles.own_table import LINK, SSH, TABLE, room, table_stage
from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import HOSTILE, Stage, is_harmless, told
from tilenet.clients.terminal.ending import PAUSE
from tilenet.clients.terminal.signs import ASCII
from tilenet.wire.messages import Set

SIZES = (80, 25), (60, 20), (120, 40)


class TableTestCase(RoomScreenTestCase):
    def said(self, stage: Stage) -> list[str]:
        return [cmd.text for cmd in stage.sent()]

    def to(self, stage: Stage, text: str) -> None:
        """Move the focus down to the line with this text."""
        for _ in range(30):
            if any(stage.signs.focus[0] in line and text in line for line in stage.screen().lines):
                return
            stage.press("down")
        self.fail(f"{text!r} cannot have the focus in\n{stage.screen()}")


class Looks(TableTestCase):
    def test_code_link_people_and_what_is_next_are_seen_at_once(self) -> None:
        for size in SIZES:
            for table in ({}, {"link": LINK, "ssh": SSH}):
                shown = str(table_stage(how={"size": size}, **table).screen())
                for text in (
                    "ann  you, host",
                    "● bob",
                    "robo  bot",
                    "free seat",
                    "▐ Start now  Enter",
                    "tonight: 3 games",
                ):
                    self.assertIn(text, shown, size)
                self.assertEqual(" play.example.org/#/amber-otter-nine" in shown, bool(table))
        self.assertIn("┃ amber-otter-nine ┃", str(table_stage().screen()))
        self.assertIn("Code: amber-otter-nine", str(table_stage(how={"size": (60, 20)}).screen()))
        self.assertIn("▄▀▄ █▄ ▄█ █▀▄ █▀▀ █▀▄", str(table_stage(how={"size": (120, 40)}).screen()))

    def test_the_link_is_a_qr_code_where_there_is_room(self) -> None:
        for size, expected in (((80, 25), True), ((120, 40), True), ((60, 20), False)):
            self.assertEqual("█" * 33 in str(table_stage(how={"size": size}, link=LINK).screen()), expected, size)
        self.assertNotIn("█" * 33, str(table_stage().screen()))
        self.assertNotIn("█" * 33, str(table_stage("playing", link=LINK).screen()))

    def test_all_of_it_fits_into_a_large_terminal_and_can_be_scrolled_to_in_a_small_one(self) -> None:
        for size in SIZES:
            stage, seen = table_stage(how={"size": size}, link=LINK), ""
            for _ in range(12):
                seen += str(stage.screen())
                stage.press("down")
            for text in ("Countdown: ◂ 30 s ▸", "Who can come: ◂ with the code ▸", "Door: ◂ open ▸", "Leave the table"):
                self.assertIn(text, seen, size)

    def test_in_ascii(self) -> None:
        shown = str(table_stage(how={"signs": ASCII}, link=LINK).screen())
        self.assertTrue(shown.isascii())
        self.assertIn("> Start now  Enter <", shown)

    def test_those_who_have_left_keep_their_scores(self) -> None:
        lines = table_stage().screen().lines
        self.assertTrue(any("ann  you, host" in line and "2 wins · 214" in line for line in lines))
        self.assertTrue(any("kai  left" in line and "1 win · 96" in line for line in lines))

    def test_whatever_a_server_sends_the_screen_stays_whole(self) -> None:
        odd: list[dict[str, Any]] = [
            dict.fromkeys(TABLE, 5),
            dict.fromkeys(TABLE, "x" * 300),
            {"code": "", "why_not": " "},
        ]
        for table in (*odd, *({"code": name, "link": name, "why_not": name} for name in HOSTILE)):
            for size in SIZES:
                stage = table_stage(how={"size": size}, **table)
                self.assertTrue(is_harmless("".join(stage.screen().lines)), table)


class Next(TableTestCase):
    """One thing to do next, which Enter does."""

    def test_what_it_is(self) -> None:
        for table, expected in (
            ({}, "/start"),
            ({"why_not": "It takes two players."}, "/bot"),
            ({"starts": "itself"}, "/start"),
            ({"ready": ["a4"], "waiting_for": ["a1", "a2"]}, "/again"),
        ):
            stage = table_stage(**table)
            stage.press("enter")
            self.assertEqual(self.said(stage), [expected], table)

    def test_enter_that_was_meant_for_the_game_starts_no_other(self) -> None:
        stage = table_stage("playing", waiting_for=["a1", "a2"])
        stage.tell(told(facts={"phase": "over"}))
        stage.press("enter")
        self.assertEqual(self.said(stage), [])
        stage.clock.advance(PAUSE)
        stage.press("enter")
        self.assertEqual(self.said(stage), ["/again"])

    def test_the_host_can_start_without_those_who_have_not_said_so(self) -> None:
        stage = table_stage("over", ready=["a1"], waiting_for=["a2"])
        self.assertIn("You are ready. Waiting for bob.", str(stage.screen()))
        stage.press("enter")
        self.assertEqual(self.said(stage), ["/start"])
        stage = table_stage("over", ready=["a2", "a4"], waiting_for=["a1"])
        self.assertIn("Ready to play again: bob.", str(stage.screen()))
        stage = table_stage("over", ready=["a4"], waiting_for=["a1", "a2"])
        self.assertIn("The next game starts when everybody here is ready.", str(stage.screen()))
        stage.click_on("Start now")
        self.assertEqual(self.said(stage), ["/start"])

    def test_who_is_not_the_host_is_told_what_everybody_waits_for(self) -> None:
        for table, words in (
            ({"host": "a2"}, "bob starts the game."),
            ({"host": "a2", "starts": "itself"}, "The game starts by itself."),
            ({"host": None, "why_not": "It takes two players."}, "It takes two players."),
        ):
            stage = table_stage(**table)
            self.assertIn(words, str(stage.screen()))
            self.assertNotIn("Start now", str(stage.screen()))
        stage = table_stage("starting", host="a2")
        stage.tell(told(facts={"deadline": 12}))
        self.assertIn("The game starts in 12 s.", str(stage.screen()))

    def test_alone_without_bots_one_invites(self) -> None:
        stage = table_stage(why_not="It takes two players.")
        stage.tell(told(kind="set/1", facts={"phase": "waiting"}, table={**TABLE, "why_not": "It takes two players."}))
        self.assertIn("▐ Invite  Enter", str(stage.screen()))
        self.assertNotIn("free seat", str(stage.screen()))
        stage.press("enter")
        self.assertIn("Invite somebody", str(stage.screen()))


class Hosting(TableTestCase):
    def test_options_doors_and_who_starts(self) -> None:
        for text, key, command in (
            ("Countdown", "right", "/option countdown 60"),
            ("Countdown", "left", "/option countdown 10"),
            ("Who can come", "enter", "/public"),
            ("Door", "right", "/lock"),
            ("Starts", "left", "/wait off"),
        ):
            stage = table_stage()
            self.to(stage, text)
            stage.press(key)
            self.assertEqual(self.said(stage), [command])
        stage = table_stage(public=True, locked=True, starts="itself")
        for text, command in (("Who can come", "/private"), ("Door", "/unlock"), ("Starts", "/wait")):
            stage.click_on(f"{text}: ")
            self.assertEqual(self.said(stage), [command])
        self.assertIn("A public table. Nobody else can come in. You are its host.", str(stage.screen()))

    def test_others_see_them_and_cannot_change_them(self) -> None:
        stage = table_stage(host="a2")
        self.assertIn("Countdown: 30 s", str(stage.screen()))
        stage.click_on("Countdown: ")
        for _ in range(12):
            stage.press("down", "right")
        self.assertEqual(self.said(stage), [])
        stage = table_stage("playing")
        stage.press("f4")
        self.assertIn("Countdown: 30 s", str(stage.screen()))  # options are for between games

    def test_a_player_is_sent_away_when_the_host_has_said_so_twice(self) -> None:
        stage = table_stage()
        self.to(stage, "bob")
        stage.press("k")
        self.assertEqual(self.said(stage), [])
        self.assertIn("Send bob away? They can't come back to this table. Press k again.", str(stage.screen()))
        stage.press("up", "down", "k")
        self.assertEqual(self.said(stage), [])
        stage.press("k")
        self.assertEqual(self.said(stage), ["/kick bob"])

    def test_another_host_a_bot_less_and_a_whisper(self) -> None:
        stage = table_stage()
        self.to(stage, "bob")
        stage.press("m")
        self.to(stage, "robo")
        stage.press("enter")
        self.assertEqual(self.said(stage), ["/host bob", "/bot leave robo"])
        stage.click_on("● bob")
        self.assertEqual((stage.typed, stage.controller.is_typing), ("@bob ", True))

    def test_only_the_host_can_send_people_away(self) -> None:
        stage = table_stage(host="a2")
        self.to(stage, "bob")
        stage.press("k", "k", "m")
        self.assertEqual(self.said(stage), [])

    def test_bots_and_invitations_are_a_key_away(self) -> None:
        stage = table_stage()
        stage.press("b")
        stage.click_on("+ free seat")
        self.assertEqual(self.said(stage), ["/bot", "/bot"])
        stage.press("i")
        self.assertIn("Copy the code", str(stage.screen()))

    def test_no_seat_is_free_where_all_are_taken(self) -> None:
        for seats in (3, 4):
            facts = {"phase": "waiting", "options": {"seats": seats}}
            stage = Stage(*room(bots=[], facts=facts, table=TABLE))
            self.assertEqual("free seat" in str(stage.screen()), seats == 4)

    def test_the_wheel_moves_between_the_lines(self) -> None:
        stage = table_stage()
        stage.wheel("down", 5, 5)
        self.assertIn("▐", stage.screen().line_with("● bob"))
        stage.wheel("up", 5, 5)
        self.assertIn("▐ Start now", str(stage.screen()))

    def test_leaving(self) -> None:
        stage = table_stage()
        self.to(stage, "Leave the table")
        stage.press("enter")
        self.assertIn("t1", {cmd.objid for cmd in stage.sent()})


class Showing(TableTestCase):
    """The table takes the place of the board as long as there is no match, unless the user wants it otherwise."""

    def is_shown(self, stage: Stage) -> bool:
        return "private table" in str(stage.screen())

    def test_by_phase(self) -> None:
        for phase, expected in (("waiting", True), ("starting", True), ("playing", False), ("over", True)):
            self.assertEqual(self.is_shown(table_stage(phase)), expected, phase)
        stage = table_stage()
        stage.tell(told(table=None))
        self.assertFalse(self.is_shown(stage))

    def test_a_key_turns_between_table_and_board(self) -> None:
        for phase in ("waiting", "playing"):
            stage = table_stage(phase)
            before = self.is_shown(stage)
            stage.press("f4")
            self.assertEqual(self.is_shown(stage), not before)
            stage.press("f4")
            self.assertEqual(self.is_shown(stage), before)
        stage = table_stage()
        stage.press("esc")
        self.assertFalse(self.is_shown(stage))

    def test_a_match_that_begins_or_ends_shows_what_is_usual(self) -> None:
        stage = table_stage()
        stage.press("esc", "f4", "esc")
        stage.tell(told(facts={"phase": "playing"}))
        self.assertFalse(self.is_shown(stage))
        stage.press("f4")
        stage.tell(told(facts={"phase": "over"}))
        self.assertTrue(self.is_shown(stage))

    def test_when_a_match_begins_the_focus_is_on_the_board(self) -> None:
        waiting = room(facts={"phase": "waiting"}, table=TABLE)
        roles = told({"t1": "card/0", "t2": "keys", "t3": "home"})
        stage = Stage(*waiting, roles, Set("t1", energy=0))  # the card cannot be clicked yet
        self.assertEqual(stage.controller.focus, (1, 0))
        stage.tell(Set("t1", energy=1), told(facts={"phase": "playing"}))
        self.assertEqual(stage.controller.focus, (0, 0))

    def test_after_a_game_the_ranking_is_seen_first(self) -> None:
        stage = table_stage("playing")
        stage.tell(told(facts={"phase": "over"}, result={"standings": [{"place": 1, "name": "ann", "score": 3}]}))
        self.assertFalse(self.is_shown(stage))
        stage.clock.advance(PAUSE)
        stage.press("esc")
        self.assertTrue(self.is_shown(stage))

    def test_the_board_behind_it_cannot_be_played(self) -> None:
        stage = table_stage()
        stage.tell(Set("k1", name="VK_Z", text="Zap"), Set("k2", name="VK_H", text="Home"), told({"k2": "key/home"}))
        stage.press("z")
        self.assertEqual(stage.sent(), [])
        stage.press("h")
        self.assertEqual([cmd.type for cmd in stage.sent()], ["press"])

    def test_people_can_talk_meanwhile(self) -> None:
        stage = table_stage()
        stage.say("hello")
        self.assertEqual(self.said(stage), ["hello"])
        self.assertIn("▕ Start now", str(stage.screen()))
        stage.press("tab", "enter")
        self.assertEqual(self.said(stage), ["/start"])
