"""What can be set of rooms and of chance when a server starts."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from twisted.python.usage import UsageError
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Lamp, Stage, stage
from tilenet import service
from tilenet.catalogue import GamePlugin, with_options
from tilenet.games.set.game import SetGame
from tilenet.options import ServerOptions
from tilenet.service import Options, makeService


class Timed(Lamp):
    options: ClassVar = {"seconds": float, "lamps": int, "colour": str}
    seconds, lamps, colour = 1.0, 2, "red"


class Dark(Timed):
    def __init__(self, random: Random) -> None:
        super().__init__(random)
        if self.lamps and not self.colour:
            raise ValueError("a lamp has a colour")


class RoomOptions(SynchronousTestCase):
    def make(self, *settings: str) -> Timed:
        (plugin,) = with_options([GamePlugin("timed", Timed)], settings)
        game = plugin.make(Random(1), {})
        assert isinstance(game, Timed)
        return game

    def test_the_game_says_what_can_be_set_and_the_last_setting_counts(self) -> None:
        game = self.make("timed.seconds=30", "timed.lamps=5", "timed.colour=a=b.c", "timed.lamps=0")
        self.assertEqual((game.seconds, game.lamps, game.colour), (30.0, 0, "a=b.c"))
        self.assertEqual(Timed.seconds, 1.0)  # the class of the plugin is as before

    def test_what_cannot_be_set(self) -> None:
        games = [GamePlugin("timed", Timed), GamePlugin("my.lamp", Lamp), stage(Stage())]
        for setting, why in (
            ("timed", "it must be like ROOM.NAME=VALUE"),
            ("timed.seconds", "it must be like ROOM.NAME=VALUE"),
            ("seconds=3", "it must be like ROOM.NAME=VALUE"),
            ("tim.seconds=3", "there is no room 'tim'; the rooms are timed, my.lamp, stage"),
            ("timed.title=3", "the room timed has no option 'title'"),
            ("my.lamp.seconds=3", "the room my.lamp has no option 'seconds'"),
            ("stage.size=3", "the room stage has no option 'size'"),
            ("timed.seconds=", "it must be a number from 0 to 1000000, not ''"),
            ("timed.seconds=-1", "it must be a number from 0 to 1000000, not '-1'"),
            ("timed.seconds=nan", "it must be a number from 0 to 1000000, not 'nan'"),
            ("timed.seconds=1000001", "it must be a number from 0 to 1000000, not '1000001'"),
            ("timed.seconds=inf", "it must be a number from 0 to 1000000, not 'inf'"),
            ("timed.lamps=1.5", "it must be a whole number from 0 to 1000000, not '1.5'"),
        ):
            with self.assertRaises(ValueError) as caught:
                with_options(games, [setting])
            self.assertEqual(str(caught.exception), f"{setting}: {why}")

    def test_what_does_not_go_together(self) -> None:
        """Only the game knows; the order does not matter."""
        games = [GamePlugin("dark", Dark)]
        with self.assertRaises(ValueError) as caught:
            with_options(games, ["dark.colour="])
        self.assertEqual(str(caught.exception), "dark: a lamp has a colour")
        for settings in (["dark.colour=", "dark.lamps=0"], ["dark.lamps=0", "dark.colour="]):
            self.assertEqual(len(with_options(games, settings)), 1)


class ServeOptions(SynchronousTestCase):
    def setUp(self) -> None:
        self.patch(service, "use_monotonic_time", lambda reactor: None)  # the reactor here is that of all tests
        self.patch(service, "allow_stopping_twice", lambda reactor: None)
        self.patch(service, "log_observer", lambda format, path, files: None)

    def parse(self, *words: str) -> ServerOptions:
        options = Options()
        options.parseOptions([*words])
        return options

    def test_the_countdown_of_set(self) -> None:
        rooms = makeService(self.parse("--data", "none", "--room-option", "set.countdown=30")).gate.world.rooms
        game = rooms["set"].game
        assert isinstance(game, SetGame)
        self.assertEqual(game.countdown, 30.0)
        self.assertEqual([*rooms], [*makeService(self.parse("--data", "none")).gate.world.rooms])

    def test_a_wrong_one_is_one_line(self) -> None:
        with self.assertRaises(UsageError) as caught:
            self.parse("--room-option", "sat.countdown=30")
        self.assertRegex(
            str(caught.exception), r"^--room-option sat\.countdown=30: there is no room 'sat'; the rooms are .*set"
        )

    def test_only_a_seed_makes_chance_repeatable(self) -> None:
        def draw(*words: str) -> set[float]:
            services = [makeService(self.parse("--data", "none", *words)) for _ in range(2)]
            return {service.gate.world.rooms["set"].game.random.random() for service in services}

        self.assertEqual((len(draw("--seed", "7")), len(draw())), (1, 2))

    def test_a_seed_is_a_number(self) -> None:
        with self.assertRaises(UsageError) as caught:
            self.parse("--seed", "x")
        self.assertEqual(str(caught.exception), "--seed must be a whole number, not 'x'")
