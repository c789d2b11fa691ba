"""The end of a game is an event: its ranking lies on the board, until the next game begins."""

from __future__ import annotations

from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import HOSTILE, Stage, is_harmless, pairs, told
from tilenet.clients.terminal.ending import PAUSE
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.wire.messages import Cmd, Set

PLACES = (
    {"place": 1, "name": "bob", "agent": "a2", "score": 31, "points": 19},
    {"place": 2, "name": "ann", "agent": "a1", "score": 27, "points": 18},
    {"place": 2, "name": "bot 4", "agent": "a4", "score": 27.5},
    {"place": 4, "name": "cid", "score": -3, "points": -4, "stayed": False},
)


class Ranking(RoomScreenTestCase):
    def stage(self, result: object = None, size: tuple[int, int] = (80, 25), signs: Signs = FANCY) -> Stage:
        """A game that has just ended."""
        stage = Stage(
            *pairs(), Set("t104", energy=1), told({"t104": "restart"}, kind="pairs/1"), size=size, signs=signs
        )
        stage.tell(told(result={"standings": PLACES} if result is None else result))
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
                    [
                        "1. bob 31 +19",
                        "2. ann 27 +18 you",
                        "2. bot 4 27.5",
                        "4. cid -3 -4 left",
                        "Enter again Esc close",
                    ],
                )

    def test_the_users_own_place_is_among_them(self) -> None:
        places = [{"place": number, "name": f"player-{number}", "score": 99 - number} for number in range(1, 13)]
        own = {"place": 57, "name": "ann", "agent": "a1", "score": 3}
        stage = self.stage({"standings": places, "more": 48}, size=(60, 20))
        stage.tell(told(you={"standing": own}))
        box = self.box(stage)
        self.assertEqual(box[0], "1. player-1 98")
        self.assertIn("57. ann 3 you", box)
        shown = sum(". player-" in line for line in box)
        self.assertLess(shown, 12)
        self.assertEqual(box[-2], f"and {12 + 47 - shown} more")

    def test_whatever_a_server_sends_the_screen_stays_whole(self) -> None:
        rows = [{}, {"place": "1"}, {"place": 1, "name": 7, "score": "x", "points": "y", "agent": []}, 5, None, []]
        for result in (5, {}, {"standings": 5}, {"standings": rows}, {"standings": [{"place": 10**400}], "more": "x"}):
            self.stage(result).screen()

    def test_enter_begins_again_but_not_in_the_heat_of_the_game(self) -> None:
        stage = self.stage()
        stage.press("enter")
        self.assertEqual(stage.sent(), [])
        stage.clock.advance(PAUSE)
        focus = stage.controller.focus
        stage.press("enter")
        self.assertEqual((stage.sent(), stage.controller.focus), ([Cmd("click", "t104")], focus))

    def test_a_game_that_was_kept_can_be_watched_again(self) -> None:
        stage = self.stage({"standings": PLACES, "replay": "pairs-abcdefgh"})
        self.assertEqual(self.box(stage)[-1], "Enter again w watch it again Esc close")
        stage.press("w")
        self.assertEqual(stage.sent(), [])  # in the heat of the game
        stage.clock.advance(PAUSE)
        stage.press("w")
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="/watch pairs-abcdefgh")])

    def test_if_leaving_costs_something_it_has_to_be_asked_for_twice(self) -> None:
        stage = self.stage({"standings": PLACES, "replay": "pairs-abcdefgh"})
        stage.tell(told(you={"leave": "You lose your seat."}))
        stage.clock.advance(PAUSE)
        stage.press("w")
        self.assertEqual(stage.sent(), [])
        self.assertIn("Leave? You lose your seat.", str(stage.screen()))
        stage.clock.advance(PAUSE)
        stage.press("w")
        self.assertEqual(len(stage.sent()), 1)

    def test_the_keys_of_the_box_can_be_clicked_and_nothing_below_it(self) -> None:
        stage = self.stage({"standings": PLACES, "replay": "pairs-abcdefgh"})
        stage.clock.advance(PAUSE)
        lines = stage.screen().lines
        (row,) = [number for number, line in enumerate(lines) if "watch it again" in line and "│" in line]
        stage.click(lines[row - 1].index("4. cid"), row - 1)
        self.assertEqual(stage.sent(), [])
        stage.click(lines[row].index("watch it"), row)
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="/watch pairs-abcdefgh")])
        stage.click(lines[row].index("close"), row)
        self.assertFalse(stage.controller.ending.places)

    def test_where_the_next_game_begins_by_itself_enter_stays_for_it(self) -> None:
        stage = self.stage()
        stage.tell(Set("t104", energy=0))
        self.assertEqual(self.box(stage)[-1], "Enter stay for the next game Esc close")
        stage.tell(told(result={"replay": "pairs-abcdefgh"}))
        self.assertEqual(self.box(stage)[-1], "Enter stay w watch it again Esc close")
        stage.press("enter")
        self.assertEqual((stage.sent(), "Game over ─" in str(stage.screen())), ([], False))

    def test_esc_another_room_or_the_next_game_closes_it(self) -> None:
        stage = self.stage()
        self.assertEqual(stage.press("esc"), [])
        stage.tell(Set("t1", name="news"))
        self.assertNotIn("Game over ─", str(stage.screen()))
        for end in ([Set("m2", name="Attic", x=2, y=2), Set("a1")], [told(result=None)]):
            stage = self.stage()
            self.assertTrue(stage.controller.ending.places)
            stage.tell(*end)
            self.assertFalse(stage.controller.ending.places)

    def test_the_end_of_the_next_game_is_shown_again(self) -> None:
        stage = self.stage()
        stage.press("esc")
        stage.tell(told(result=None))
        stage.tell(told(result={"standings": PLACES}))
        self.assertEqual(len(self.box(stage)), 5)

    def test_hostile_names_do_no_harm(self) -> None:
        for name in HOSTILE:
            stage = self.stage({"standings": [{"place": 1, "name": name, "score": 7}]})
            self.assertTrue(is_harmless("".join(stage.screen().lines)), ascii(name))

    def test_typing_goes_on(self) -> None:
        stage = self.stage()
        stage.say("well played")
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="well played")])
