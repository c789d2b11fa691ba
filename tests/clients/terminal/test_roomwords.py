"""The line beside the board: the room's last words to the user alone, for a while, or how it stands for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import BOB, HOSTILE, Screen, Stage, board, is_harmless, told
from tilenet.clients.model import GREETING
from tilenet.clients.terminal.roomwords import SECONDS
from tilenet.clients.terminal.signs import ASCII
from tilenet.wire.messages import Set

STATUS = "Your turn: you are O."


class LineBesideTheBoard(RoomScreenTestCase):
    def stage(self, **how: Any) -> Stage:
        stage = Stage(*board(), BOB, told(kind="room/1", you={"status": STATUS}), **how)
        stage.clock.advance(GREETING)
        return stage

    def line(self, stage: Stage, size: tuple[int, int] | None = None) -> str:
        """What stands in the rule between the board and the talk."""
        rule = stage.signs.rule
        shown: Screen = stage.screen(size)
        return next(line for line in shown.lines[2:] if line.startswith(rule * 2) and line.endswith(rule)).strip(
            f"{rule} "
        )

    def test_it_says_how_it_stands_for_the_user(self) -> None:
        stage = self.stage()
        for size in ((80, 25), (60, 20), (120, 40), (200, 60)):
            self.assertEqual(self.line(stage, size), STATUS)
        self.assertEqual(self.line(self.stage(signs=ASCII)), STATUS)
        stage.tell(told(you={"status": None}))
        self.assertEqual(self.line(stage), "")

    def test_the_rooms_words_to_the_user_are_there_for_a_while(self) -> None:
        stage = self.stage()
        stage.hear("No set: two are red, one is blue.", "m1", "a1")
        self.assertEqual(self.line(stage), "No set: two are red, one is blue.")
        self.assertEqual(stage.room_screen.due(), stage.clock.seconds() + SECONDS)
        stage.clock.advance(SECONDS - 0.1)
        self.assertEqual(self.line(stage), "No set: two are red, one is blue.")
        stage.clock.advance(0.1)
        self.assertEqual(self.line(stage), STATUS)
        self.assertIsNone(stage.room_screen.due())

    def test_nothing_that_is_said_to_others_takes_their_place(self) -> None:
        stage = self.stage()
        stage.hear("Not your turn.", "m1", "a1")
        stage.hear("cid came in.", "m1", "m1")
        stage.hear("hello", "a2", "m1")
        stage.hear("(psst)", "a2", "a1")
        self.assertEqual(self.line(stage), "Not your turn.")

    def test_they_are_gone_when_the_user_does_something(self) -> None:
        acts: list[Callable[[Stage], object]] = [
            lambda stage: stage.press("enter"),
            lambda stage: stage.say("/again"),
            lambda stage: stage.click_on("21"),
        ]
        for act in acts:
            stage = self.stage()
            stage.hear("Not your turn.", "m1", "a1")
            act(stage)
            self.assertEqual(self.line(stage), STATUS)
        stage = self.stage()
        stage.hear("Not your turn.", "m1", "a1")
        stage.say("sorry")
        self.assertEqual(self.line(stage), "Not your turn.")

    def test_they_are_gone_when_the_user_leaves_the_room(self) -> None:
        stage = self.stage()
        stage.hear("Not your turn.", "m1", "a1")
        stage.tell(Set("m2", name="Attic", x=2, y=2), Set("t90", name="x", x=0, y=0), Set("a1"))
        self.assertEqual(self.line(stage), "")

    def test_long_words_take_a_line_of_the_talk(self) -> None:
        stage = self.stage()
        stage.hear("word " * 20, "m1", "a1")
        lines = stage.screen().lines
        (first,) = [number for number, line in enumerate(lines) if line.startswith("── word")]
        self.assertTrue(lines[first + 1].startswith("   word word"), lines[first + 1])
        self.assertEqual(sum(line.count("word") for line in lines), 20)

    def test_a_short_answer_to_a_command_is_there_and_a_long_one_is_a_page(self) -> None:
        stage = self.stage()
        stage.say("/who bob")
        stage.hear("bob is at Set.", "m1", "a1")
        self.assertEqual((self.line(stage), stage.done), ("bob is at Set.", []))
        stage.clock.advance(1)
        stage.hear("Not your turn.", "m1", "a1")
        self.assertEqual((self.line(stage), stage.done), ("Not your turn.", []))  # which is another matter
        stage.say("/who")
        stage.hear("Home: ann", "m1", "a1")
        stage.hear("Set: bob", "m1", "a1")
        self.assertEqual(stage.done, ["answer"])
        stage = self.stage()
        stage.say("/who")
        stage.hear("name " * 60, "m1", "a1")
        self.assertEqual(stage.done, ["answer"])

    def test_a_replay_is_not_about_the_user(self) -> None:
        stage = self.stage()
        stage.tell(told(kind="room/1", facts={"replay": {"id": "x"}}, you={"status": STATUS}))
        self.assertNotIn(STATUS, str(stage.screen()))

    def test_words_that_would_do_harm(self) -> None:
        for words in HOSTILE:
            stage = self.stage()
            stage.tell(told(you={"status": words}))
            self.assertTrue(is_harmless("".join(stage.screen().lines)), ascii(words))
            stage.hear(words, "m1", "a1")
            self.assertTrue(is_harmless("".join(stage.screen().lines)), ascii(words))
        others: list[object] = [5, [], {"a": 1}, None]
        for status in others:
            stage.tell(told(you={"status": status}))
            stage.screen()
