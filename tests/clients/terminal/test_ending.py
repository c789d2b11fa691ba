"""The end of a game is an event: its ranking lies on the board, until the next game begins."""

from __future__ import annotations

from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import HOSTILE, Stage, is_harmless, pairs
from tilenet.clients.terminal.ending import HEADING, PAUSE
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.wire.messages import Cmd, Hear, Message, Set

PLACES = (
    "1. bob            31 (+19)",
    "2. ann            27 (+18)",
    "2. bot 4          27",
    "4. cid            -3 (-4)",
)


def over(*places: str) -> list[Message]:
    return [Hear("m1", "m1", text) for text in ("Game over: all is solved.", HEADING, *places)]


class Ranking(RoomScreenTestCase):
    def stage(self, *places: str, size: tuple[int, int] = (80, 25), signs: Signs = FANCY) -> Stage:
        """A game that has just ended: only commands can be clicked."""
        squares = [Set(f"t{number}", energy=0) for number in range(1, 65)]
        stage = Stage(*pairs(), *squares, Set("t104", energy=1), size=size, signs=signs)
        stage.tell(*over(*(places or PLACES)))
        return stage

    def box(self, stage: Stage) -> list[str]:
        lines = stage.screen().lines
        edge, corner = ("│", "┌") if stage.signs.has_blocks else ("|", "+")
        (top,) = [number for number, line in enumerate(lines) if f"{corner}{stage.signs.rule} Game over" in line]
        inside = [line.split(edge)[1] for line in lines[top + 1 :] if line.count(edge) >= 2]
        return [" ".join(line.split()) for line in inside]

    def test_places_scores_and_what_has_changed(self) -> None:
        for size in ((80, 25), (60, 20), (120, 40)):
            for signs in (FANCY, ASCII):
                self.assertEqual(
                    self.box(self.stage(size=size, signs=signs)),
                    ["1. bob 31 +19", "2. ann 27 +18 you", "2. bot 4 27", "4. cid -3 -4", "Enter again Esc close"],
                )

    def test_what_the_room_says_to_another_player_is_no_place(self) -> None:
        stage = self.stage("1. bob            31")
        stage.hear("2. ann            27", to="a1")  # one's own place, if there are many
        stage.hear("3. cid            20", to="a2")
        self.assertEqual(self.box(stage)[:-1], ["1. bob 31", "2. ann 27 you"])

    def test_the_users_own_place_is_among_them(self) -> None:
        places = [f"{number:>2}. player-{number:<5}   {99 - number}" for number in range(1, 30)]
        stage = self.stage(*places, "57. ann              3", "and 31 more.")
        box = self.box(stage)
        self.assertEqual(box[0], "1. player-1 98")
        self.assertIn("57. ann 3 you", box)
        self.assertRegex(box[-2], r"^and \d+ more$")
        shown = sum(". player-" in line for line in box)
        self.assertEqual(box[-2], f"and {31 + 29 - shown} more")

    def test_enter_begins_again_but_not_in_the_heat_of_the_game(self) -> None:
        stage = self.stage()
        stage.press("enter")
        self.assertEqual(stage.sent(), [])
        stage.clock.advance(PAUSE)
        focus = stage.controller.focus
        stage.press("enter")
        self.assertEqual((stage.sent(), stage.controller.focus), ([Cmd("click", "t104")], focus))

    def test_where_the_next_game_begins_by_itself_enter_stays_for_it(self) -> None:
        stage = self.stage()
        stage.tell(Set("t104", energy=0))
        self.assertEqual(self.box(stage)[-1], "Enter stay for the next game Esc close")
        stage.press("enter")
        self.assertEqual((stage.sent(), "Game over ─" in str(stage.screen())), ([], False))

    def test_esc_another_room_or_the_next_game_closes_it(self) -> None:
        stage = self.stage()
        self.assertEqual(stage.press("esc"), [])
        self.assertNotIn("Game over ─", str(stage.screen()))
        for unfinished, end in (
            ([], [Set("m2", name="Attic", x=2, y=2), Set("a1")]),
            ([Set("t1", energy=1), Set("t2", energy=1)], [Set("t3", energy=1)]),
        ):
            stage = self.stage()
            stage.tell(*unfinished)
            self.assertTrue(stage.controller.ending.places)
            stage.tell(*end)
            self.assertFalse(stage.controller.ending.places)

    def test_only_the_room_can_tell_a_ranking(self) -> None:
        for from_, to in (("a2", "m1"), ("a2", "a1"), ("m1", "a1"), ("t1", "m1")):
            stage = Stage(*pairs())
            stage.tell(*(Hear(from_, to, text) for text in (HEADING, *PLACES)))
            self.assertFalse(stage.controller.ending.places)

    def test_talk_in_between_does_no_harm(self) -> None:
        stage = Stage(*pairs())
        lines = [Hear("m1", "m1", HEADING), Hear("a2", "m1", "1. me 99"), *(Hear("m1", "m1", one) for one in PLACES)]
        stage.tell(*lines, Hear("m1", "m1", "cid left."), Hear("m1", "m1", "5. dan 1"))
        self.assertEqual([place.name for place in stage.controller.ending.places], ["bob", "ann", "bot 4", "cid"])

    def test_hostile_names_do_no_harm(self) -> None:
        for name in HOSTILE:
            stage = self.stage(f"1. {name}   7")
            self.assertTrue(is_harmless("".join(stage.screen().lines)), ascii(name))

    def test_typing_goes_on(self) -> None:
        stage = self.stage()
        stage.say("well played")
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="well played")])
