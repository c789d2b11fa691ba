"""Keys are safe: nobody leaves a running game by mistake, and a key that means nothing says so."""

from __future__ import annotations

from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import Stage, board, key, tile, told
from tilenet.clients.terminal.inks import DEPTHS
from tilenet.clients.terminal.leaveguard import MOMENT
from tilenet.wire.messages import Cmd, Set

ROLES = {"t1": "lamp/1", "t9": "home", "k1": "key/lobby", "k2": "next"}


class Leaving(RoomScreenTestCase):
    def stage(self) -> Stage:
        lobby, next = key(1, "VK_L", "lobby"), key(2, "VK_N", "next")
        costs = told(ROLES, kind="room/1", you={"leave": "You lose your card."})
        return Stage(*board(2, 2, skip=[(0, 0)]), tile(9, 0, 0, "Home"), lobby, next, costs)

    def notice(self, stage: Stage) -> str:
        return stage.screen().lines[-3].strip()

    def press(self, stage: Stage, keys: str, pause: float = 0.2) -> None:
        """Press keys one after the other, with the same pause between any two."""
        for pressed in keys:
            stage.press(pressed)
            stage.clock.advance(pause)

    def test_a_key_that_costs_something_asks_first(self) -> None:
        stage = self.stage()
        stage.press("l")
        self.assertEqual(stage.sent(), [])
        self.assertEqual(self.notice(stage), "Leave? You lose your card. Press l again.")
        stage.clock.advance(MOMENT)
        stage.press("l")
        self.assertEqual(stage.sent(), [Cmd("press", "k1")])

    def test_the_same_key_again_leaves_however_soon(self) -> None:
        for pause in (0.0, 0.1, MOMENT / 2, MOMENT, 60.0):
            stage = self.stage()
            self.press(stage, "ll", pause)
            self.assertEqual(stage.sent(), [Cmd("press", "k1")], pause)
            stage = self.stage()
            stage.controller.focus = 0, 0
            stage.press("enter", "enter")
            self.assertEqual(stage.sent(), [Cmd("click", "t9")])

    def test_a_double_letter_in_a_word_leaves_nothing(self) -> None:
        for word in ("hello", "all", "well", "I'll call", "nnll", "nell", "wow lol"):
            stage = self.stage()
            self.press(stage, word)
            self.assertNotIn(Cmd("press", "k1"), stage.sent(), word)

    def test_whoever_goes_on_pressing_the_key_leaves_a_moment_after_the_question(self) -> None:
        for before in ("", "n", "x", "he"):
            for pause in (0.03, 0.2, MOMENT / 2):
                stage = self.stage()
                self.press(stage, before)
                times = 2 + int(MOMENT / pause)
                self.press(stage, "l" * (times + 2), pause)
                self.assertIn(Cmd("press", "k1"), stage.sent(), (before, pause))

    def test_only_errors_are_red(self) -> None:
        """A question is not, nor is the hint that a key means nothing."""
        costs = told({"k1": "key/lobby"}, kind="room/1", you={"leave": "You lose your card."})
        hello = Stage(*board(2, 2), key(1, "VK_L", "lobby"), costs, depth=DEPTHS["24bit"])
        for pressed in ("l", "y"):
            hello.press(pressed)
            self.assertEqual(hello.screen().ink(2, 22), hello.inks["headline"])
        hello.tell(Set("t1", energy=0))
        hello.press("enter")
        self.assertEqual(self.notice(hello), "That tile can't be clicked now. A room.")
        self.assertEqual(hello.screen().ink(2, 22), hello.inks["warning"])

    def test_so_does_a_tile_by_enter_or_mouse(self) -> None:
        for act in (lambda stage: stage.press("enter"), lambda stage: stage.click(5, 3)):
            stage = self.stage()
            stage.controller.focus = 0, 0
            act(stage)
            self.assertEqual(stage.sent(), [])
            self.assertEqual(self.notice(stage), "Leave? You lose your card. Click Home again.")
            stage.clock.advance(MOMENT)
            act(stage)
            self.assertEqual(stage.sent(), [Cmd("click", "t9")])

    def test_a_double_click_is_not_an_answer_but_one_click_more_is(self) -> None:
        stage = self.stage()
        stage.click(5, 3)
        stage.clock.advance(MOMENT / 2)
        stage.click(5, 3)
        self.assertEqual(stage.sent(), [])
        stage.clock.advance(MOMENT / 2)
        stage.click(5, 3)
        self.assertEqual(stage.sent(), [Cmd("click", "t9")])

    def test_a_question_that_is_gone_is_asked_again(self) -> None:
        stage = self.stage()
        stage.press("l")
        stage.clock.advance(MOMENT)
        stage.press("right")
        stage.clock.advance(MOMENT)
        stage.press("l")
        self.assertEqual(stage.sent(), [])

    def test_what_costs_nothing_is_done_at_once(self) -> None:
        stage = self.stage()
        stage.press("n")
        stage.click(25, 3)  # another tile
        self.assertEqual(stage.sent(), [Cmd("press", "k2"), Cmd("click", "t1")])
        stage.tell(told(you={"leave": None}))
        stage.press("l")
        stage.click(5, 3)
        self.assertEqual(stage.sent(), [Cmd("press", "k1"), Cmd("click", "t9")])


class Words(RoomScreenTestCase):
    """Somebody types, and has forgotten Tab."""

    def test_a_key_that_means_nothing_says_how_to_talk(self) -> None:
        stage = Stage(*board())
        self.assertEqual(stage.press("y"), [])
        self.assertEqual(stage.screen().lines[-3].strip(), "y does nothing here. Press Tab to chat, or F1 for help.")

    def test_a_word_does_nothing_from_its_third_letter_on(self) -> None:
        stage = Stage(*board(), key(1, "VK_L", "lobby"), key(2, "VK_N", "next"))
        for letter in "hello all":
            stage.press(letter)
            stage.clock.advance(0.2)
        stage.press("enter")
        self.assertEqual((stage.sent(), stage.typed), ([], ""))
        self.assertIn("You're not in the chat: press Tab to type", stage.screen().lines[-3])
        stage.clock.advance(2 * MOMENT)
        stage.press("n")
        self.assertEqual(stage.sent(), [Cmd("press", "k2")])

    def test_one_slip_does_not_cost_the_next_key(self) -> None:
        stage = Stage(*board(), key(2, "VK_N", "next"))
        stage.press("m", "n", "enter")
        self.assertEqual(stage.sent(), [Cmd("press", "k2"), Cmd("click", "t1")])

    def test_with_ctrl_or_alt_a_letter_is_not_that_letter(self) -> None:
        stage = Stage(*board(), key(1, "VK_L", "lobby"))
        self.assertEqual(stage.press("ctrl l", "meta l"), ["ctrl l", "meta l"])
        self.assertEqual(stage.sent(), [])


class Answers(RoomScreenTestCase):
    """What the room answers is seen, even by somebody who reads what was said before."""

    def stage(self) -> Stage:
        stage = Stage(*board())
        for number in range(40):
            stage.hear(f"line {number}")
        stage.press("page up")
        return stage

    def test_an_answer_scrolls_to_the_end_and_other_lines_do_not(self) -> None:
        stage = self.stage()
        stage.press("enter")
        stage.hear("Not now.", to="a1")
        self.assertIn("Not now.", str(stage.screen()))
        for seconds, to in ((0, "m1"), (10, "a1")):
            stage = self.stage()
            before = stage.screen().line_with("line 34")
            stage.press("enter")
            stage.clock.advance(seconds)
            stage.hear("News.", to=to)
            self.assertNotIn("News.", str(stage.screen()))
            self.assertEqual(stage.screen().line_with("line 34"), before)
