"""Every room of ours is whole from 60x20 on; or the client says which size the room needs, and shows a way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.roomscreen import RoomScreenTestCase, seen_by
from tests.doubles.terminal import ANN, Stage, matrix, tile, told
from tilenet.catalogue import installed_games, with_options
from tilenet.clients.terminal.keys import find
from tilenet.clients.terminal.layout import least
from tilenet.clients.terminal.signs import ASCII, FANCY
from tilenet.wire.messages import Cmd, Message

SIZES = ((60, 20), (61, 23), (60, 50), (75, 31), (80, 25), (100, 20), (120, 40), (200, 20), (200, 60))
LARGER = "This room is larger than the terminal"


class OurRooms(SynchronousTestCase):
    def enter(self, *path: str, options: Sequence[str] = ()) -> Client:
        server = Server(with_options(installed_games(), options))
        client = server.join("ann")
        client.send(b'<xrequest options="facts"/>')
        for name in path:
            server.advance(2)
            client.click(name)
        server.advance(2)
        return client

    def paths(self) -> Iterator[tuple[str, ...]]:
        yield ()
        for game in installed_games():
            if game.is_at_home:
                yield (game.title,)
        yield "Tombala", "New room"
        yield "Dancing", "New 12 x 12"
        yield "Dancing", "New 12 x 12", "Dance"

    def test_all_are_whole_from_60_by_20(self) -> None:
        for path in self.paths():
            client = self.enter(*path)
            for size in SIZES:
                stage = seen_by(client, size)
                shown = str(stage.screen())
                self.assertNotIn(LARGER, shown, (path, size))
                self.assertEqual(stage.room_screen.skin.more(), "", (path, size))

    def test_every_key_that_help_promises_does_that(self) -> None:
        for path in self.paths():
            screen = seen_by(self.enter(*path)).room_screen
            for bindings in (screen.tile_bindings(), screen.typing_bindings()):
                for binding in bindings:
                    if binding.about and binding.is_enabled:
                        self.assertIs(find(bindings, binding.keys[0]), binding, (path, binding.shown))

    def test_large_boards_say_what_they_need(self) -> None:
        stage = seen_by(self.enter("Memory", options=["memory.dim=26"]), (80, 25))
        self.assertIn(LARGER, str(stage.screen()))
        budget = stage.room_screen.skin.budget(80, 25)
        assert budget is not None and budget.whole is not None
        whole = budget.whole
        self.assertIn(f"This room needs {whole[0]}x{whole[1]}; your terminal is 80x25.", str(stage.screen()))
        for size, is_enough in (
            (whole, True),
            ((whole[0] - 1, whole[1]), False),
            ((whole[0], whole[1] - 1), False),
        ):
            self.assertEqual(LARGER not in str(stage.screen(size)), is_enough, size)

    def test_nothing_covers_a_board_of_dancing(self) -> None:
        """It scrolls with the focus, and says which part of it is shown."""
        for seat in ((), ("Dance",)):
            client = self.enter("Dancing", "New 50 x 50", *seat, options=["dancing.size=50"])
            for size in SIZES:
                self.assertNotIn(LARGER, str(seen_by(client, size).screen()), (seat, size))
            self.assertIn(" of 0-49", seen_by(client, (80, 25)).room_screen.skin.more())


class Asking(RoomScreenTestCase):
    def setUp(self) -> None:
        super().setUp()
        tiles = [tile(x + 40 * y + 1, x, y, "Home" if x == y == 0 else "x") for x in range(40) for y in range(30)]
        self.messages: list[Message] = [matrix(40, 30), *tiles, ANN]
        self.told = told({"t1": "home"}, kind="room/1")

    def test_what_it_looks_like(self) -> None:
        for signs in (FANCY, ASCII):
            text = str(Stage(*self.messages, signs=signs).screen())
            for part in (LARGER, "This room needs 211x42; your terminal is 80x25.", "Enter see it in parts"):
                self.assertIn(part, text)

    def test_a_room_that_says_what_it_is_knows_what_it_needs_as_well(self) -> None:
        stage = Stage(*self.messages, self.told)
        self.assertIn("This room needs 219x42; your terminal is 80x25.", str(stage.screen()))
        for size, is_small in (((219, 42), False), ((218, 42), True), ((219, 41), True)):
            self.assertEqual(LARGER in str(stage.screen(size)), is_small, size)

    def test_enter_or_the_mouse_takes_a_part_and_clicks_nothing(self) -> None:
        for take in (lambda stage: stage.press("enter"), lambda stage: stage.click_on("This room needs")):
            stage = Stage(*self.messages)
            take(stage)
            self.assertEqual((stage.sent(), LARGER in str(stage.screen())), ([], False))
        stage.press("right", "enter")
        self.assertEqual([cmd.type for cmd in stage.sent()], ["click"])

    def test_esc_leads_out(self) -> None:
        stage = Stage(*self.messages, self.told)
        self.assertIn("Esc Home", str(stage.screen()))
        stage.press("esc")
        self.assertEqual(stage.sent(), [Cmd("click", "t1")])

    def test_each_room_asks_for_itself_and_once(self) -> None:
        stage = Stage(*self.messages)
        stage.press("enter")
        stage.tell(matrix(41, 30), *self.messages[1:])
        self.assertIn(LARGER, str(stage.screen()))
        stage.tell(*self.messages)
        self.assertNotIn(LARGER, str(stage.screen()))

    def test_no_terminal_is_large_enough_for_some_rooms(self) -> None:
        self.assertIsNone(least(10**9, 10**9, 10))
        stage = Stage(matrix(2**31 - 1, 2**31 - 1), tile(1, 0, 0, "x"), ANN)
        self.assertNotIn(LARGER, str(stage.screen()))
