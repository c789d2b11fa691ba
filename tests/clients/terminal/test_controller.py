"""What the user does: the focus, clicks, the keys of a matrix, and talk."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.terminal import ANN, BOB, CID, Stage, agent, board, key, matrix, tile, told
from tilenet.clients.model import REMEMBERED, Cell
from tilenet.clients.terminal.controller import Controller
from tilenet.clients.terminal.keys import meaning
from tilenet.wire.messages import POINTS, Cmd, Hear, Message, Set, Xresponse

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Focus(SynchronousTestCase):
    def after(self, stage: Stage, *ways: str) -> Cell | None:
        for way in ways:
            stage.controller.move(*STEPS[way])
        return stage.controller.focus

    def test_it_begins_where_most_can_be_done(self) -> None:
        roles = told({"t1": "home", "t2": "help", "t4": "lobby", "t5": "restart"}, kind="room/1")
        home, help, square = tile(1, 0, 0), tile(2, 1, 0), tile(3, 0, 0)
        for tiles, cell in (
            ((tile(6, 0, 0, energy=0), tile(7, 2, 1), tile(3, 0, 2)), (0, 2)),
            ((tile(6, 2, 2, energy=0), tile(7, 1, 1, energy=0)), (1, 1)),
            ((home, help, tile(3, 2, 2, energy=0), tile(4, 0, 1)), (2, 2)),  # rather than at a tile that leads away
            ((home, help), (0, 0)),
            ((square, tile(5, 2, 2)), (2, 2)),
            ((square, tile(5, 2, 2, energy=0)), (0, 0)),
        ):
            stage = Stage()
            stage.tell(matrix(3, 3), *tiles, ANN, roles)
            self.assertEqual(stage.controller.focus, cell, tiles)

    def test_it_begins_at_the_favourite(self) -> None:
        stage = Stage(matrix(3, 3), tile(1, 0, 0, "x"), tile(2, 2, 2, "Lamp"), ANN)
        stage.controller.favourite = "Lamp"
        stage.tell(Set("m2", name="Other", x=3, y=3), tile(3, 0, 0, "x"), tile(4, 1, 2, "Lamp"))
        self.assertEqual(stage.controller.focus, (1, 2))

    def test_it_is_nowhere_without_tiles(self) -> None:
        stage = Stage(matrix(3, 3), ANN)
        self.assertIsNone(self.after(stage, "left", "down"))
        self.assertIsNone(stage.controller.focused)
        stage.controller.click()
        self.assertEqual(stage.sent(), [])

    def test_it_rather_goes_straight_than_near(self) -> None:
        """Three cells ahead are as near as one aside."""
        stage = Stage(matrix(5, 5), tile(1, 0, 0), tile(2, 3, 0), tile(3, 1, 1), ANN)
        self.assertEqual(self.after(stage, "right"), (3, 0))
        stage = Stage(matrix(6, 5), tile(1, 0, 0), tile(2, 5, 0), tile(3, 1, 1), ANN)
        self.assertEqual(self.after(stage, "right"), (1, 1))

    @settings(max_examples=50, deadline=None)
    @given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1), st.lists(st.sampled_from([*STEPS])))
    def test_it_is_always_on_a_tile_and_never_moves_back(self, cells: set[Cell], ways: list[str]) -> None:
        stage = Stage(matrix(7, 7), *(tile(number, *cell) for number, cell in enumerate(sorted(cells), 1)), ANN)
        for way in ways:
            before, after = stage.controller.focus, self.after(stage, way)
            assert before is not None and after is not None
            self.assertIn(after, cells)
            across, down = STEPS[way]
            ahead = (after[0] - before[0]) * across + (after[1] - before[1]) * down
            tiles_ahead = [cell for cell in cells if (cell[0] - before[0]) * across + (cell[1] - before[1]) * down > 0]
            self.assertEqual(ahead > 0, bool(tiles_ahead))
            self.assertTrue(ahead > 0 or after == before)

    def test_it_stays_in_its_cell_when_another_tile_takes_it(self) -> None:
        stage = Stage(*board(), BOB)
        self.after(stage, "right", "down")
        stage.tell(tile(99, 1, 1, "new"), Set("a2", x=-1), CID, Set("m1", text="news"), Set("t9", x=-1))
        focused = stage.controller.focused
        assert focused is not None
        self.assertEqual((stage.controller.focus, focused.objid), ((1, 1), "t99"))

    def test_it_goes_to_the_nearest_when_its_tile_leaves(self) -> None:
        stage = Stage(*board(5, 5))
        self.after(stage, "right", "right", "down", "down")
        leaving = [stage.tile(cell).objid for cell in ((2, 2), (2, 1), (1, 2), (3, 2))]
        stage.tell(*(Set(objid, x=-1) for objid in leaving))
        self.assertEqual(stage.controller.focus, (2, 3))

    def test_another_matrix_has_its_own(self) -> None:
        stage = Stage(*board(3, 3))
        self.after(stage, "right", "down", "down")
        stage.controller.scroll_tiles(0, 1)
        stage.controller.notice = "old news"
        stage.tell(Set("m2", x=3, y=3), *(tile(50 + x, x, x) for x in range(3)))
        controller = stage.controller
        self.assertEqual(
            (controller.focus, controller.origin, controller.notice, controller.is_following),
            ((0, 0), (0, 0), "", True),
        )

    def test_the_first_matrix_leaves_the_notice(self) -> None:
        stage = Stage()
        stage.controller.notice = "Welcome."
        stage.tell(*board())
        self.assertEqual(stage.controller.notice, "Welcome.")


class Clicks(SynchronousTestCase):
    def test_a_refused_click_says_what_is_going_on(self) -> None:
        stage = Stage(*board(), Set("t5", energy=0))
        stage.hear("cid came in.")
        stage.controller.click((1, 1))
        self.assertEqual((stage.sent(), stage.controller.focus), ([], (1, 1)))
        self.assertEqual(stage.controller.notice, "That tile can't be clicked now. A room.")

    def test_the_audience_neither_clicks_nor_presses_and_is_told(self) -> None:
        stage = Stage(*board(), Set("a1", energy=0), key(1, "VK_X"))
        acts = stage.controller.click, lambda: stage.controller.press(stage.model.things["k1"], 0)
        for act in acts:
            stage.controller.notice = ""
            act()
            self.assertEqual(stage.sent(), [])
            self.assertEqual(stage.controller.notice, "You have no energy left, so you can only watch and chat.")
        stage.tell(Xresponse("", POINTS))
        stage.controller.click()
        self.assertEqual(stage.controller.notice, "You have no points left, so you can only watch and chat.")

    def test_the_next_act_takes_the_notice_away(self) -> None:
        acts: dict[str, Callable[[Controller], object]] = {
            "move": lambda controller: controller.move(1, 0),
            "click": lambda controller: controller.click((0, 0)),
            "say": lambda controller: controller.say("hello"),
            "press": lambda controller: controller.press(controller.model.things["k1"], 0),
        }
        for name, act in acts.items():
            stage = Stage(*board(), Set("t5", energy=0), key(1, "VK_X"))
            stage.controller.click((1, 1))
            act(stage.controller)
            self.assertEqual(stage.controller.notice, "", name)


class Keys(SynchronousTestCase):
    """The keys of a matrix; c8.2: a disabled one is not sent."""

    def stage(self, *keys: Message) -> Stage:
        return Stage(*board(), *keys)

    def press(self, stage: Stage, typed: str) -> list[Cmd]:
        act = meaning(stage.controller.matrix_bindings(), typed)
        if act is not None:
            act()
        return stage.sent()

    def test_a_key_is_pressed_with_what_is_held_down(self) -> None:
        stage = self.stage(key(1, "VK_X"), key(2, "VK_F5"), key(3, "VK_UP"))
        cases = {"x": ("k1", 0), "X": ("k1", 1), "shift f5": ("k2", 1), "shift up": ("k3", 1)}
        for typed, (objid, modifiers) in cases.items():
            self.assertEqual(self.press(stage, typed), [Cmd("press", objid, modifiers)], typed)

    def test_the_clients_own_keys_stay_its_own(self) -> None:
        names = ("VK_TAB", "VK_F1", "VK_F10", "VK_LEFT", "VK_RIGHT", "VK_UP", "VK_DOWN")
        stage = self.stage(*(key(number, name) for number, name in enumerate(names, 1)))
        for typed in ("tab", "shift tab", "f1", "f10", "ctrl left", "ctrl right", "ctrl up", "ctrl down"):
            self.assertIsNone(meaning(stage.controller.matrix_bindings(), typed), typed)

    def test_bindings_say_what_each_key_does_and_whether_it_can_be_pressed_now(self) -> None:
        stage = self.stage(
            key(1, "VK_X", "explode"), key(2, "VK_Y", "wait", energy=0), key(3, "VK_Z"), key(4, "VK_TAB", "next")
        )
        stage.tell(told({"t1": "lamp/1", "k1": "key/lamp/1", "k2": "wait"}, kind="lamps/1"))
        found = [(one.keys, one.id, one.short, one.about, one.is_enabled) for one in stage.controller.matrix_bindings()]
        x, y, z = (("x",), "lamp/1", "explode", "explode"), (("y",), "wait", "wait", "wait"), (("z",), "", "", "VK_Z")
        self.assertEqual(found, [(*x, True), (*y, False), (*z, True)])
        stage.tell(Set("a1", energy=0))
        self.assertEqual({one.is_enabled for one in stage.controller.matrix_bindings()}, {False})

    def test_a_key_that_leads_out_is_called_as_its_tile_whatever_leaving_costs(self) -> None:
        stage = self.stage(Set("t1", name="Lobby"), key(1, "VK_L", "lobby · Leave? You lose your card."))
        stage.tell(told({"t1": "lobby", "k1": "key/lobby"}, kind="room/1"))
        self.assertEqual([one.short for one in stage.controller.matrix_bindings()], ["Lobby"])

    def test_keys_that_no_terminal_has_are_known(self) -> None:
        stage = self.stage(key(1, "VK_CONTROL"), key(2, "VK_X"), key(3, "VK_F1"), key(4, "NONSENSE"), key(5, "VK_TAB"))
        self.assertEqual([one.objid for one in stage.controller.unreachable_keys()], ["k1", "k3", "k4", "k5"])


class Talk(SynchronousTestCase):
    def setUp(self) -> None:
        self.stage = Stage(*board(), BOB, CID)

    def test_messages_go_to_the_room_or_to_the_player_who_is_named(self) -> None:
        self.stage.tell(agent(4, "bob the builder"), agent(5, "bobby"), agent(6, "bo"), agent(7, "Straße"))
        self.stage.tell(agent(8, "e\u0301v\u200be"), agent(9, "\u202eliam"))
        for text, target, words in (
            ("hello, all", "m1", "hello, all"),
            ("  hello  ", "m1", "hello"),
            ("mail me at a@b", "m1", "mail me at a@b"),
            (" @bob is away", "m1", " @bob is away"),
            ("(hm) well", "m1", "(hm) well"),
            ("well (hm)", "m1", "well (hm)"),
            ("@bob hello", "a2", "(hello)"),
            ("@bob   hello  there ", "a2", "(hello  there)"),
            ("@bob: hello", "a2", "(hello)"),
            ("@bob, hello", "a2", "(hello)"),
            ("@bob :)", "a2", "(:))"),
            ("@bob : look", "a2", "(: look)"),
            ("@BOB hello", "a2", "(hello)"),
            ("@straße hello", "a7", "(hello)"),
            ("@bob (psst)", "a2", "(psst)"),
            ("@bob (psst", "a2", "((psst)"),
            ("@bob: (a) b", "a2", "((a) b)"),
            ("@bob the builder hello", "a4", "(hello)"),
            ("@Bob The builder: hello", "a4", "(hello)"),
            ("@bob the baker", "a2", "(the baker)"),
            ("@bobby hello", "a5", "(hello)"),
            ("@bo hello", "a6", "(hello)"),
            ("@\u00e9ve hello", "a8", "(hello)"),  # names can be typed as they are seen
            ("@liam hello", "a9", "(hello)"),
        ):
            self.assertTrue(self.stage.controller.say(text), self.stage.controller.notice)
            self.assertEqual(self.stage.sent(), [Cmd("say", target, text=words)], text)
            self.assertEqual(self.stage.controller.notice, "")

    def test_a_server_that_says_what_its_rooms_are_finds_players_in_other_rooms(self) -> None:
        self.stage.tell(agent(4, "bob the builder"), told(kind="room/1"))
        for text, target, words in (
            ("@dan hello", "m1", "@dan hello"),
            ("@bob hello", "a2", "(hello)"),
            ("@bob the builder hello", "m1", "@bob the builder hello"),
        ):
            self.assertTrue(self.stage.controller.say(text))
            self.assertEqual(self.stage.sent(), [Cmd("say", target, text=words)], text)
        self.assertFalse(self.stage.controller.say("@ "))

    def test_what_nobody_could_hear_is_refused_with_a_reason(self) -> None:
        self.stage.tell(Set("a3", x=-1))
        for text, why in (
            ("@bo hello", "Nobody here is called 'bo'."),
            ("@bobs hello", "Nobody here is called 'bobs'."),
            ("@cid hello", "Nobody here is called 'cid'."),  # who has left
            ("@@bob hello", "Nobody here is called '@bob'."),
            ("@ hello", "Who is it for?"),
            ("@", "Who is it for?"),
            *((text, "Nothing to send to bob:") for text in ("@bob", "@bob ", "@bob:", "@bob, ")),
            *((text, "Who is the whisper for?") for text in ("(psst)", "()", " (psst)", "(psst) ", "(a) and (b)")),
        ):
            self.assertFalse(self.stage.controller.say(text), text)
            self.assertEqual(self.stage.sent(), [], text)
            self.assertIn(why, self.stage.controller.notice)


class News(SynchronousTestCase):
    def test_more_lines_than_are_remembered_do_no_harm(self) -> None:
        stage = Stage(*board())
        for number in range(REMEMBERED + 20):
            stage.model.take(Hear("m1", "m1", f"line {number}"))
        self.assertEqual(len(stage.controller.model_changed()), REMEMBERED)
