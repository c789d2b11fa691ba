"""The end of a game is an event: its ranking lies on the board, until the next game begins."""

from __future__ import annotations

from typing import Any

from tests.doubles.own_table import table_stage
from tests.doubles.playing import Playing
from tests.doubles.roomscreen import RoomScreenTestCase
from tests.doubles.terminal import HOSTILE, Stage, is_harmless, pairs, told
from tilenet.clients.terminal.ending import PAUSE
from tilenet.clients.terminal.largeletters import hashed_text, large_text
from tilenet.clients.terminal.signs import ASCII, FANCY, Signs
from tilenet.clients.terminal.verdict import verdict
from tilenet.clients.vocabulary import Standing
from tilenet.games.noughts import Noughts as NoughtsGame
from tilenet.testing import Table
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
        """What stands in it, below who has won."""
        return self.whole_box(stage)[self.heights(stage) :]

    def heights(self, stage: Stage) -> int:
        """The lines that say who has won, and the empty one below them."""
        inside = self.whole_box(stage)
        return next(number for number, line in enumerate(inside) if line[:1].isdigit() and ". " in line)

    def whole_box(self, stage: Stage) -> list[str]:
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
                        "Enter play again Esc close",
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
        self.assertEqual(self.box(stage)[-1], "Enter play again w watch it again Esc close")
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


SET: dict[str, Any] = {
    "standings": [
        {"place": 1, "name": "lin", "agent": "a2", "score": 104, "notes": ["13 sets", "streak 4", "fastest 1.8 s"]},
        {"place": 2, "name": "ann", "agent": "a1", "score": 95, "notes": ["10 sets"]},
        {"place": 3, "name": "robo", "agent": "a4", "score": 12, "notes": ["1 set", 5, None], "stayed": False},
    ],
    "note": "by 9 points",
}


class AtATableOfOnesOwn(RoomScreenTestCase):
    def stage(self, size: tuple[int, int] = (80, 25), signs: Signs = FANCY, **table: Any) -> Stage:
        stage = table_stage("over", {"size": size, "signs": signs}, **table)
        stage.tell(told(result=SET))
        stage.clock.advance(PAUSE)
        return stage

    def test_who_has_won_is_largest_then_how_and_what_each_did(self) -> None:
        stage = self.stage()
        lines = [line.split("│")[1].rstrip() for line in stage.screen().lines if line.count("│") == 2]
        self.assertEqual([line[1:] for line in lines[:3]], [line.rstrip() for line in large_text("lin wins")])
        self.assertEqual(
            lines[3:8],
            [
                " by 9 points",
                "",
                " 1. lin       104  13 sets · streak 4 · fastest 1.8 s",
                " 2. ann        95  you · 10 sets",
                " 3. robo       12  left · 1 set",
            ],
        )

    def test_without_room_or_letters_it_is_said_in_a_line(self) -> None:
        stage = self.stage(size=(60, 20), ready=["a4"], waiting_for=["a1"])
        stage.tell(told(result={"standings": [*SET["standings"], {"place": 4, "name": "x", "score": 1}]}))
        shown = str(stage.screen())
        for text in (" lin wins ", "by 9 points", "4. x", "ready: robo", "Esc close"):
            self.assertIn(text, shown)
        stage = self.stage()
        stage.tell(told(result={"standings": [{**SET["standings"][0], "name": "Lütfü"}]}))
        stage.tell(told(result={"more": 3}))
        self.assertIn("Lütfü wins", str(stage.screen()))

    def test_a_terminal_without_blocks_has_letters_of_signs(self) -> None:
        text = str(self.stage(signs=ASCII).screen())
        for line in hashed_text("lin wins"):
            self.assertIn(line.rstrip(), text)

    def test_enter_says_that_the_user_is_ready_once(self) -> None:
        stage = self.stage(ready=["a4"], waiting_for=["a1", "a2"])
        self.assertIn("ready: robo ✓ · waiting for you, bob", str(stage.screen()))
        self.assertIn("Enter play again   h Home   Esc close", str(stage.screen()))
        stage.press("enter")
        self.assertEqual(stage.sent(), [Cmd("say", "m1", text="/again")])
        stage.tell(told(table={"ready": ["a1", "a4"], "waiting_for": ["a2"]}))
        self.assertIn("ready: you ✓ robo ✓ · waiting for bob", str(stage.screen()))
        self.assertIn("│ h Home   Esc close", str(stage.screen()))
        stage.press("enter")
        self.assertEqual(stage.sent(), [])

    def test_not_in_the_heat_of_the_game(self) -> None:
        stage = table_stage("over")
        stage.tell(told(result=SET))
        stage.press("enter", "h")
        self.assertEqual(stage.sent(), [])

    def test_h_leads_home(self) -> None:
        stage = self.stage()
        stage.press("h")
        self.assertEqual(stage.sent(), [Cmd("click", "t1")])
        stage = self.stage()
        stage.tell(Set("k1", name="VK_H", text="card h"))
        self.assertIn("F9 Home", str(stage.screen()))
        stage.press("f9")
        self.assertEqual(stage.sent(), [Cmd("click", "t1")])

    def test_it_never_covers_the_next_game(self) -> None:
        for phase in ("playing", "starting"):
            stage = self.stage()
            self.assertTrue(stage.controller.ending.places)
            stage.tell(told(facts={"phase": phase}))
            self.assertFalse(stage.controller.ending.places, phase)

    def test_what_comes_later_does_not_open_it_again(self) -> None:
        stage = self.stage()
        stage.press("esc")
        stage.tell(told(result={"replay": "set-abcdefgh"}))
        self.assertFalse(stage.controller.ending.places)
        stage.tell(told(result={"standings": [*SET["standings"], {"place": 4, "name": "x"}]}))
        self.assertTrue(stage.controller.ending.places)


class Verdicts(RoomScreenTestCase):
    def verdict(self, *scores: float, me: int = 0, more: int = 0) -> str:
        """Of players a1, a2, ... with these scores, the best first."""
        names = "ann", "bob", "cid"
        places = [
            Standing(scores.index(score) + 1, names[number], f"a{number + 1}", f"{score:g}", 0, has_stayed=True)
            for number, score in enumerate(scores)
        ]
        return verdict(places, f"a{me}", more)

    def test_who_has_won(self) -> None:
        for scores, me, words in (
            ((5, 3), 1, "You win"),
            ((5, 3), 2, "ann wins"),
            ((5, 5, 3), 0, "ann and bob win"),
            ((5, 5, 3), 2, "You and ann win"),
            ((0.5, 0.5), 1, "A draw"),
            ((3, 3, 3), 0, "A draw"),
            ((0, 0), 1, "Nobody wins"),
            ((0, -3), 1, "Nobody wins"),
            ((-1, -3), 2, "Nobody wins"),
            ((7,), 1, "Game over"),
        ):
            self.assertEqual(self.verdict(*scores, me=me), words, scores)
        self.assertEqual(self.verdict(7, more=40), "ann wins")
        self.assertEqual(self.verdict(7, 7, more=40), "ann and bob win")

    def test_nobody_is_in_the_ink_of_winners_then(self) -> None:
        for score, ink in ((5, "headline"), (0, "plain")):
            stage = table_stage("over", {"depth": 16})
            rows = [{"place": 1, "name": "bob", "agent": "a2", "score": score}, {"place": 2, "name": "x", "score": -1}]
            stage.tell(told(result={"standings": rows}))
            shown = stage.screen()
            self.assertEqual(shown.ink(*shown.find("1. bob")), stage.inks[ink])


FOCUS = str.maketrans("▐▌", "  ")


class Noughts(RoomScreenTestCase):
    def test_the_line_that_has_won_stays_visible(self) -> None:
        for size in ((80, 25), (60, 20), (61, 23), (120, 40), (200, 20), (200, 60)):
            table = Table(NoughtsGame)
            ann, bob = (Playing(table, name) for name in ("ann", "bob"))
            for one, cell in ((ann, "0/0"), (bob, "0/1"), (ann, "1/0"), (bob, "1/1"), (ann, "2/0")):
                one.controller.click(one.thing(f"cell/{cell}").cell)
                one.sent()
            self.assertTrue(ann.model.facts["line"])
            ann.controller.ending.close()
            whole = ann.screen(size)
            bob_sees = bob.screen(size)
            self.assertIn("Game over", str(bob_sees), size)
            across, down = bob.room_screen.skin.keeps()
            for line in range(2, 2 + down):
                board, covered = (shown.text(0, line, across) for shown in (whole, bob_sees))
                self.assertEqual(covered.translate(FOCUS), board.translate(FOCUS), (size, line))
