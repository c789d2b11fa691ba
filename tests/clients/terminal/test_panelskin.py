"""The panel that needs no skin: what it makes of the words that all kinds of rooms share, and of a real game."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.doubles.pairs import dealt
from tests.doubles.playing import Playing
from tests.doubles.roomscreen import SIZES, RoomScreenTestCase
from tests.doubles.terminal import ANN, BOB, HOSTILE, Stage, agent, is_harmless, key, matrix, tile, told
from tilenet.clients.terminal import skinchoice
from tilenet.clients.terminal.inks import DEPTHS
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.games.noughts import Noughts
from tilenet.testing import Table
from tilenet.wire.messages import Cmd, Message, Set

ROLES = {
    **{f"t{1 + x + 3 * y}": f"cell/{x}/{y}" for x in range(3) for y in range(3)},
    **{"t10": "hand/0", "t11": "restart", "t12": "dig", "t13": "home", "t14": "help"},
    **{"t15": "seat/0", "t16": "seat/1", "t17": "clock", "t18": "deck", "k1": "key/dig"},
}
SEATS = {
    "0": {"player": {"name": "ann", "agent": "a1"}, "score": 12},
    "1": {"player": {"name": "bob", "agent": "a2"}, "score": -3.5},
    "2": {"player": {"name": "eve", "agent": "a9"}, "score": 0, "gone": True},
}
FACTS = {"phase": "playing", "seats": SEATS, "turn": ["0"], "deadline": 75.2}


def room(*more: Message, **members: Any) -> list[Message]:
    cells = [
        tile(1 + x + 3 * y, x, y, "X" if x == y else ".", text="a cell", energy=int(x == 1))
        for x in range(3)
        for y in range(3)
    ]
    side = [
        tile(10, 0, 3, "spade"),
        tile(11, 4, 0, "Restart", energy=0),
        tile(12, 4, 1, "Dig", text="Dig here"),
        tile(13, 4, 2, "Home"),
        tile(14, 4, 3, "Help"),
        tile(15, 1, 4, "ann 12", energy=0),
        tile(16, 2, 4, "bob -3.5", energy=0),
        tile(17, 3, 4, "58 s", energy=0),
        tile(18, 3, 3, "57 in the deck", energy=0),
    ]
    whole = {"kind": "digging/1", "board_role": "cell", "facts": FACTS, "you": {"seat": "0"}, **members}
    digging = [matrix(5, 5, "Digging", "Find it."), *cells, *side, key(1, "VK_D")]
    return [*digging, ANN, BOB, agent(3, "cid", 7), told(ROLES, **whole), *more]


class Panel(RoomScreenTestCase):
    def stage(self, *more: Message, **how: Any) -> Stage:
        members = {name: how.pop(name) for name in ("facts", "you", "agents", "result", "board_role") if name in how}
        return Stage(*room(*more, **members), **how)

    def side(self, stage: Stage) -> list[str]:
        """What is beside the board, without blanks."""
        left = stage.screen().find("Your turn")[0] - 2
        lines = [" ".join(line[left:].split()) for line in stage.screen().lines[2:-8]]
        return [line for line in lines if line]

    def test_all_that_matters_is_beside_the_board(self) -> None:
        found = self.side(self.stage(agents={"a2": {"bot": True}}))
        seats = ["► ann 12 you", "bob -3.5 ⚙", "eve 0 -"]
        commands = ["[Restart]", "Dig d", "[57 in the deck]", "Help F1", "Home"]
        self.assertEqual(found, ["Your turn 1:16", *seats, *commands, "Watching (1)", "cid 7"])

    def test_the_board_has_what_is_not_beside_it(self) -> None:
        shown = str(self.stage().screen())
        self.assertEqual([shown.count(name) for name in ("spade", "ann 12  ", "58 s", "Home")], [1, 0, 0, 1])

    def test_what_the_game_waits_for(self) -> None:
        two = {"turn": ["0", "1"]}
        for facts, you, words in (
            ({"turn": ["1"]}, {"seat": "0"}, "bob to move"),
            (two, {"seat": "1"}, "Your turn"),
            (two, {}, "Waiting for 2 players"),
            ({"turn": []}, {}, ""),
            ({"phase": "waiting"}, {}, "Waiting for players"),
            ({"phase": "starting"}, {}, "About to start"),
            ({"phase": "over"}, {}, "Game over"),
            ({"phase": "over", "winner": "1"}, {"seat": "0"}, "bob has won"),
            ({"phase": "over", "winner": "0"}, {"seat": "0"}, "You have won!"),
        ):
            line = self.stage(facts=FACTS | facts, you=you).screen().lines[2]
            self.assertIn(f"   {words} ", line)
            self.assertTrue(words or line.split()[-1] == "1:16", line)

    def test_the_clock_ticks_each_second_without_a_word_from_the_server(self) -> None:
        stage, seen = self.stage(facts=FACTS | {"deadline": 61.5}), []
        for _ in range(4):
            seen.append(stage.screen().lines[2].partition("Your turn")[2].strip())
            due = stage.room_screen.due()
            assert due is not None
            stage.clock.advance(due - stage.clock.seconds())
        self.assertEqual(seen, ["1:02", "1:01", "1:00", "59 s"])
        stage.clock.advance(60)
        self.assertIsNone(stage.room_screen.due())
        self.assertIn(" 0 s ", stage.screen().lines[2])

    def test_where_there_is_no_deadline_the_clock_tile_is_shown(self) -> None:
        stage = self.stage(facts={})
        self.assertIn("58 s", stage.screen().lines[2])
        self.assertIsNone(stage.room_screen.due())

    def test_cells_look_square_and_grow_with_the_terminal(self) -> None:
        for size in ((60, 20), (80, 25), (120, 40), (200, 60)):
            stage = Stage(*room(Set("t10", name="y")), size=size)
            stage.controller.focus = 1, 1
            shown = stage.screen()
            focused = [line for line in shown.lines if "▐" in line]
            wide = focused[0].index("▌") - focused[0].index("▐") + 1
            self.assertLessEqual(abs(wide - 2 * len(focused) - 1), 2, shown)

    def test_the_board_stays_vivid_when_it_cannot_be_clicked_and_other_tiles_do_not(self) -> None:
        for depth in (DEPTHS["16"], DEPTHS["256"], DEPTHS["24bit"]):
            for role, is_same in (("cell", True), ("other", False)):
                stage = self.stage(Set("t1", name="A"), Set("t2", name="B"), depth=depth, board_role=role)
                stage.controller.focus = 1, 1
                shown = stage.screen()
                inks = [shown.ink(*shown.find(name)) for name in ("A", "B")]
                self.assertEqual(inks[0] == inks[1], is_same, (depth, role))
        self.assertIn("[ A ]", str(self.stage(Set("t1", name="A"), board_role="").screen()))

    def test_the_colours_of_the_author_are_honoured(self) -> None:
        shown = self.stage(Set("t1", name="A", bgcolor="ff400040", fgcolor="ffffff00"), depth=DEPTHS["24bit"]).screen()
        ink = shown.ink(*shown.find("A"))
        assert ink is not None
        self.assertEqual((ink.foreground.split(",")[0], ink.background), ("#ffff00", "#400040"))

    def test_seats_have_their_colours_where_there_are_colours(self) -> None:
        facts = FACTS | {"seats": {"0": SEATS["0"] | {"colour": "ffff0000"}, "1": SEATS["1"] | {"colour": "reddish"}}}
        self.assertEqual(str(self.stage(facts=facts).screen()).count("■"), 0)
        shown = self.stage(facts=facts, depth=DEPTHS["24bit"]).screen()
        ink = shown.ink(*shown.find("■"))
        assert ink is not None
        self.assertEqual(ink.foreground, "#ff0000")

    def test_what_is_selected_stands_out_without_colours(self) -> None:
        shown = self.stage(Set("t1", name="A"), Set("t2", name="B"), you={"selected": ["cell/1/0", 7, "none"]}).screen()
        inks = [shown.ink(*shown.find(name)) for name in ("A", "B")]
        self.assertEqual(["standout" in str(ink) for ink in inks], [False, True])

    def test_commands_are_reached_by_arrows_and_mouse(self) -> None:
        stage = self.stage()
        stage.controller.focus = 2, 1
        stage.press("right")
        stage.screen()
        while stage.controller.focus != (4, 1):
            before = stage.controller.focus
            stage.press("down")
            self.assertNotEqual(before, stage.controller.focus)
        self.assertIn("▐Dig▌", str(stage.screen()))
        stage.press("enter", "left", "enter", "d")
        self.assertIn(stage.controller.focus, [(2, y) for y in range(3)])
        stage.click_on("Dig  ")
        clicks = [cmd for cmd in stage.sent() if cmd.objid != "t8"]
        self.assertEqual(clicks, [Cmd("click", "t12"), Cmd("press", "k1"), Cmd("click", "t12")])
        stage.click_on("spade")
        self.assertEqual(stage.sent(), [Cmd("click", "t10")])

    def test_a_click_on_a_player_talks_to_them_and_one_on_a_free_seat_sits_down(self) -> None:
        stage = self.stage(Set("t16", energy=1))
        stage.click_on("cid")
        self.assertEqual((stage.typed, stage.sent()), ("@cid ", []))
        stage.click_on("bob")
        self.assertEqual(stage.sent(), [Cmd("click", "t16")])

    def test_the_focus_is_never_on_a_tile_that_is_not_there(self) -> None:
        stage = self.stage()
        stage.controller.focus = 1, 4  # the seat's tile
        stage.tell(Set("t1", name="news"))
        self.assertIn(stage.controller.focus, stage.controller.places() or {})

    def test_a_room_of_commands_alone_is_their_grid(self) -> None:
        roles = told({"t1": "go", "t2": "home"}, kind="k/1")
        stage = Stage(matrix(2, 2), tile(1, 0, 0, "Go", text="on"), tile(2, 1, 1, "Home"), ANN, roles)
        shown = str(stage.screen())
        self.assertEqual((shown.count("Go"), shown.count("Home"), shown.count("Here (1)")), (1, 1, 1))

    def test_many_seats_and_commands_fit_into_a_small_terminal(self) -> None:
        seats = {str(n): {"player": {"name": f"player-{n}"}, "score": n} for n in range(40)}
        more = [tile(100 + n, 4, n, f"Do {n}") for n in range(8)]
        roles = ROLES | {f"t{100 + n}": f"do{n}" for n in range(8)}
        stage = Stage(matrix(5, 9), tile(1, 0, 0, "X"), *more, ANN, size=(60, 20))
        stage.tell(told(roles, kind="k/1", facts={"phase": "playing", "seats": seats}))
        shown = str(stage.screen())
        for n in range(8):
            self.assertIn(f"Do {n}", shown)
        self.assertRegex(shown, r"and \d+ more")

    JSON = st.recursive(
        st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["0", "1", "over", *HOSTILE]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["0", "1", "player", "name", "agent", "score", "colour", "role", "gone", "standings", "place"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )

    @settings(max_examples=60, deadline=None)
    @given(
        st.dictionaries(st.sampled_from(["phase", "seats", "turn", "deadline", "winner", "step"]), JSON),
        st.dictionaries(st.sampled_from(["seat", "selected", "leave", "standing"]), JSON),
        st.dictionaries(st.sampled_from(["standings", "more", "reason"]), JSON),
        SIZES,
        st.sampled_from([FANCY, ASCII]),
    )
    def test_whatever_a_server_tells_the_screen_stays_whole(
        self, facts: dict[str, Any], you: dict[str, Any], result: dict[str, Any], size: tuple[int, int], signs: Any
    ) -> None:
        stage = self.stage(facts=facts, you=you, result=result, size=size, signs=signs)
        shown = stage.screen()
        self.assertEqual((shown.size, {len(line) for line in shown.cells}), (size, {size[0]}))
        self.assertTrue(all(is_harmless(line) for line in shown.lines))
        stage.room_screen.due()
        stage.press("right", "down", "enter")


class RealGame(RoomScreenTestCase):
    def test_noughts_is_played_to_the_end_without_its_skin(self) -> None:
        self.patch(skinchoice, "maker_for", lambda kind: None)
        table = Table(Noughts)
        ann, bob = Playing(table, "ann"), Playing(table, "bob")
        self.assertIn("Your turn", str(ann.screen()))
        self.assertIn("ann to move", str(bob.screen()))
        for player, cell in ((ann, "0/0"), (bob, "0/1"), (ann, "1/0"), (bob, "1/1"), (ann, "2/0")):
            player.controller.click(player.thing(f"cell/{cell}").cell)
            player.sent()
        self.assertIn("You have won!", str(ann.screen()))
        self.assertIn("ann has won", str(bob.screen()))
        self.assertIn("Enter play again", str(ann.screen()))
        table.advance(2)
        ann.press("enter")
        self.assertNotIn("Enter play again", str(ann.screen()))

    def test_pairpanicking_shows_what_comes_first_in_gold_before_a_game(self) -> None:
        """Its start, or points for it; and Enter does both in turn when the last points are spent."""
        table = Table(dealt())
        ann = Playing(table, "ann", depth=DEPTHS["24bit"])
        table.world.award(ann.seat.player, 3 - ann.seat.points)
        self.assertEqual(self.gold(ann, "Restart", "Recharge", "Scoring"), ["Restart"])
        ann.press("enter")
        self.assertEqual(self.gold(ann, "Restart", "Recharge", "Scoring"), [])
        for role in ("square/0/0", "square/1/0"):
            ann.controller.click(ann.thing(role).cell)
            ann.sent()
        table.advance(2)
        self.assertIn("Enter recharge", str(ann.screen()))
        table.advance(2)
        self.assertEqual(self.gold(ann, "Restart", "Recharge", "Scoring"), ["Recharge"])
        ann.press("enter")
        self.assertEqual((ann.seat.points, self.gold(ann, "Restart", "Recharge", "Scoring")), (5, ["Restart"]))
        self.assertIn("Enter play again", str(ann.screen()))
        ann.press("enter")
        self.assertIn("Turn squares: 32 pairs to find.", str(ann.screen()))

    def gold(self, stage: Stage, *names: str) -> list[str]:
        """Those of these commands that are shown in gold."""
        shown = stage.screen()
        line = next(number for number, words in enumerate(shown.lines) if "Scoring" in words)
        found = {}
        for name in names:
            row = next(n for n in range(line, len(shown.lines)) if name in shown.lines[n])
            found[name] = shown.ink(shown.lines[row].rindex(name), row)
        gold = stage.inks["me"].foreground
        return [name for name, ink in found.items() if ink is not None and ink.foreground == gold]
