"""A server for one game of Set: who may come, and how it begins and ends."""

from __future__ import annotations

from contextlib import redirect_stderr
from io import StringIO
from random import Random

from twisted.internet.task import Clock
from twisted.logger import capturedLogs, formatEvent
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tilenet.doors.gate import Gate
from tilenet.doors.tilenet import TileNetDoor
from tilenet.games.set.onegame import ENDS, PAUSE, OneGame, OneGameHost, read

STARTED = "The game has started."
FULL = "The game is full: 12 players are here."
OVER = "The game is over. This server closes 30 s after its end."
NOBODY, LEFT = "Nobody came, so there is no game", "Everybody has left the game"


class OneGameServer(Server):
    """The server in memory, for one game."""

    def __init__(self, delay: float = 15.0) -> None:
        self.clock = Clock()
        self.clock.advance(1000)
        self.stops: list[float] = []  # how long after the start it was stopped
        host = OneGameHost(self.clock, Random(1), delay, lambda: self.stops.append(self.clock.seconds() - 1000))
        self.world = host.world
        self.limits = self.world.limits
        self.gate = Gate(self.world, self.clock, self.limits, name="test server", group="testers")
        self.door = TileNetDoor(self.gate)
        self.clients, self.others = [], []

    @property
    def game(self) -> OneGame:
        game = self.world.rooms["set"].game
        assert isinstance(game, OneGame)
        return game


class OneGameTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.events = self.enterContext(capturedLogs())
        self.server = OneGameServer()

    def said(self) -> list[str]:
        """What is in the log."""
        return [formatEvent(event) for event in self.events]

    def headline(self, client: Client) -> str:
        return str(client.model.objects[client.model.current or ""]["text"])

    def seats(self, client: Client) -> list[str]:
        """The names and scores that are seen."""
        model = client.model
        cells = [(x, y) for y in (3, 4, 5) for x in range(4)]
        names = [str(model.objects[model.grid()[cell]]["name"]) for cell in cells]
        return [name for name in names if name]

    def end_game(self) -> None:
        """Let the match be over, as the last answer does."""
        match = self.server.game.match
        assert match is not None
        match.deck.clear()
        match.board[:] = [0, 1, 2] + [None] * 9
        ann = self.server.clients[0]
        for key in ("VK_A", "VK_B", "VK_C", "VK_SPACE"):
            ann.press(key)


class Coming(OneGameTestCase):
    def test_newcomers_are_in_the_room_at_once_and_numbered_for_all_to_see(self) -> None:
        clients = [self.server.join("ann") for _ in range(3)]
        for client in clients:
            self.assertEqual((client.room, self.seats(client)), ("Set", ["ann 0", "ann2 0", "ann3 0"]))
        self.server.check()

    def test_the_countdown_runs_from_the_start_of_the_server_whoever_is_there(self) -> None:
        self.server.advance(4)
        ann = self.server.join("ann")
        self.assertEqual(self.headline(ann), "The game begins in 11 s.")
        ann.lose()
        self.server.advance(10)
        bob = self.server.join("bob")
        self.assertEqual((self.headline(bob), self.server.stops), ("The game begins in 1 s.", []))
        self.server.advance(1)
        self.assertIn("The game begins: 69 in the deck.", bob.heard)
        self.assertEqual(self.seats(bob), ["bob 0"])
        self.server.check()

    def test_twelve_can_come_and_another_one_when_one_of_them_has_left(self) -> None:
        clients = [self.server.join(f"p{number}") for number in range(12)]
        self.assertEqual(len(self.seats(clients[0])), 12)
        clients[4].click("Home")
        self.assert_refused(self.server.join("late"), FULL)
        clients[3].lose()
        self.assertIsNotNone(self.server.join("later").model.agent)
        self.assert_refused(self.server.join("latest"), FULL)
        self.server.check()

    def test_nobody_can_come_when_the_game_has_started_or_is_over(self) -> None:
        ann = self.server.join("ann")
        self.server.advance(15)
        self.assert_refused(self.server.join("late"), STARTED)
        self.assertEqual(self.seats(ann), ["ann 0"])
        self.end_game()
        self.assert_refused(self.server.join("late"), STARTED)

    def test_that_counts_from_the_second_that_was_said(self) -> None:
        self.server.clock.advance(14.99)
        self.server.join("ann")
        self.server.clock.rightNow += 0.02  # the game's own timer is a little late
        self.assert_refused(self.server.join("bob"), STARTED)

    def assert_refused(self, client: Client, reason: str) -> None:
        self.assertIsNone(client.model.agent)
        self.assertIn(f'<logged-in message="{reason}"/>'.encode(), client.raw)
        self.assertEqual(client.model.logged_out, reason)
        self.assertTrue(client.model.closed)
        self.assertFalse(client.pipe.is_open)


class Ending(OneGameTestCase):
    """The server looks at the game once a second, so it may stop a second late."""

    def assert_stops(self, seconds: float, said: str) -> None:
        """It stops once, this long after its start, or a little later; and the log says why."""
        self.server.advance(60 + seconds - (self.server.clock.seconds() - 1000))
        (stopped,) = self.server.stops
        self.assertLessEqual((seconds, stopped), (stopped, seconds + PAUSE))
        self.assertEqual([line for line in self.said() if line in ENDS.values()][-1], said)

    def test_if_nobody_comes_or_all_are_at_home_there_is_no_game(self) -> None:
        for is_at_home in (False, True):
            self.server = OneGameServer()
            if is_at_home:
                self.server.join("ann").click("Home")
            self.assert_stops(15, NOBODY)

    def test_there_is_some_time_after_the_game_but_no_other_game(self) -> None:
        ann = self.server.join("ann")
        self.server.advance(20)
        self.end_game()
        self.assertEqual(self.headline(ann), OVER)
        ann.click("Restart")
        self.assertEqual(self.headline(ann), OVER)
        self.assert_stops(50, "The game is over")

    def test_a_player_who_does_nothing_while_others_play_watches(self) -> None:
        """There is no next game to play in, and no other table."""
        ann, bob = self.server.join("ann"), self.server.join("bob")
        self.server.advance(20)
        for _ in range(14):
            ann.press("VK_A")
            ann.press("VK_A")
            self.server.advance(10)
        self.assertIn("You did nothing for 2 minutes while others played: you watch.", bob.heard)
        ann.lose()
        self.server.settle()
        self.assertEqual(self.headline(bob), OVER)

    def test_it_ends_when_the_last_one_leaves_the_game_also_after_its_end(self) -> None:
        for is_over in (False, True):
            self.server = OneGameServer()
            ann, bob = self.server.join("ann"), self.server.join("bob")
            self.server.advance(20)
            if is_over:
                self.end_game()
            ann.lose()
            self.server.advance(5)
            self.assertEqual(self.server.stops, [])
            bob.press("VK_6")
            bob.press("VK_6")
            self.assertEqual(bob.room, "Home")
            self.assert_stops(25, LEFT)

    def test_players_can_go_home_and_come_back_to_play_on_or_to_watch(self) -> None:
        ann, bob, _ = (self.server.join(name) for name in ("ann", "bob", "cid"))
        bob.click("Home")
        self.server.advance(15)
        ann.click("Home")
        for client, told in (
            (ann, "You are still playing. 69 in the deck."),
            (bob, "The game has begun without you: you watch. 69 in the deck."),
        ):
            client.click("Set")
            self.assertIn(told, client.heard)
        self.server.check()


class CommandLine(SynchronousTestCase):
    def test_only_the_port_is_needed(self) -> None:
        for words, meant in (
            (["44460"], (44460, 15.0, "")),
            (["0", "2.5", "--interface", "127.0.0.1"], (0, 2.5, "127.0.0.1")),
        ):
            options = read(words)
            self.assertEqual((options.port, options.delay, options.interface), meant)

    def test_wrong_arguments_end_it_with_status_2(self) -> None:
        for words in ([], ["x"], ["65536"], ["-1"], ["\u00b2"], ["1", "0"], ["1", "soon"], ["1", "nan"], ["1", "1e9"]):
            with redirect_stderr(StringIO()), self.assertRaises(SystemExit) as caught:
                read(words)
            self.assertEqual(caught.exception.code, 2, words)
