"""When a bot clicks what, at a link that only notes it, with a world that a test makes up message by message."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld
from tilenet.clients.bots.pairpanickingbot import LOOK, LULL, PAUSE, SWAY, PairPanickingBot
from tilenet.clients.bots.recollection import Square
from tilenet.games.pairpanicking.rules import WAIT
from tilenet.wire.messages import Message, Set

PACE = 3.0
LONGEST = 1 + SWAY
HOME_TILES = {"PairPanicking variant: pictures": (0, 0), "PairPanicking": (1, 0), "Recharge": (3, 1)}
BESIDE = {"Home": (8, 0), "Help": (8, 1), "Restart": (8, 3)}
SQUARES = [(x, y) for y in range(8) for x in range(8)]
A, B, C, D = (0, 0), (1, 0), (2, 0), (3, 0)


class World(BotWorld):
    """The rooms of PairPanicking, as a bot is told of them."""

    bot: PairPanickingBot

    def __init__(self, skill: float = 1, seed: int = 1, pace: float = PACE, *, greets: bool = False) -> None:
        super().__init__()
        self.bot = PairPanickingBot(self.hand, self.clock, Random(seed), greets=greets, skill=skill, pace=pace)
        self._energy = 11

    def at_home(self, tiles: dict[str, Square] = HOME_TILES) -> World:
        """The bot is at Home."""
        numbers = range(90, 0, -10)
        tokens = [Set(f"t{n}", name=name, x=x, y=y) for n, (name, (x, y)) in zip(numbers, tiles.items(), strict=False)]
        self.tell(Set("m1", name="Home", x=4, y=2), *tokens, Set("a1", name="bot", energy=self._energy))
        return self

    def in_the_room(self, *, is_on: bool = True) -> World:
        """The bot is in the room, and a game runs there or not."""
        beside = [Set(f"t{100 + y}", name=name, x=x, y=y, energy=1) for name, (x, y) in BESIDE.items()]
        room = Set("m2", name="PairPanicking", x=9, y=8)
        self.tell(room, *beside, *self._game(is_on), Set("a1", name="bot", energy=self._energy))
        return self

    def game(self, *, is_on: bool) -> None:
        """A game begins or ends."""
        self.tell(*self._game(is_on))

    def _game(self, is_on: bool) -> list[Message]:
        squares: list[Message] = [self._square(square, "?", int(is_on)) for square in SQUARES]
        return [Set("t103", energy=int(not is_on)), *squares]

    def _square(self, square: Square, name: str, energy: int) -> Set:
        x, y = square
        return Set(f"t{500 - 8 * y - x}", name=name, energy=energy, x=x, y=y)

    def board(self, squares: dict[Square, str]) -> None:
        """These squares show a symbol, or are hidden ("?") or solved ("··")."""
        self.tell(*(self._square(square, name, int(name == "?")) for square, name in squares.items()))

    def energy(self, energy: int) -> None:
        self._energy = energy
        self.tell(Set("a1", energy=energy))


class NoGame(SynchronousTestCase):
    def test_it_starts_one_when_nobody_does(self) -> None:
        world = World().in_the_room(is_on=False)
        seconds, tile = world.next_click()
        self.assertEqual(tile.name, "Restart")
        self.assertGreaterEqual(seconds, LULL)
        self.assertLessEqual(seconds, LULL * LONGEST + 0.125)

    def test_it_leaves_that_to_others_if_it_is_poor(self) -> None:
        for energy, wanted in ((5, ["Restart"]), (4, []), (2, [])):
            world = World().in_the_room(is_on=False)
            world.energy(energy)
            self.assertEqual(bool(world.clock.getDelayedCalls()), bool(wanted), energy)
            self.assertEqual(world.clicks(LULL * LONGEST)[:1], wanted, energy)

    def test_somebody_else_starts(self) -> None:
        world = World().in_the_room(is_on=False)
        world.clicks(LULL - 1)
        world.game(is_on=True)
        self.assertEqual(set(world.clicks(60)), {"?"})


class Turning(SynchronousTestCase):
    def begun(self, seed: int = 1, skill: float = 1) -> World:
        """It is this bot's turn at any moment, as far as it has not just clicked."""
        world = World(skill, seed).in_the_room()
        world.clicks(2 * PACE - 0.125)
        self.assertEqual(world.hand.clicks, [])
        return world

    def check_wait(self, world: World, least: float) -> None:
        seconds, tile = world.next_click()
        self.assertEqual(tile.name, "?")
        self.assertTrue(least <= seconds <= least * LONGEST + 0.125, (least, seconds))

    def test_others_have_time_when_a_game_begins_and_when_they_have_turned_one_square_or_two(self) -> None:
        self.assertEqual(LOOK, WAIT, "as long as two squares show")
        for seed in range(20):
            world = World(seed=seed).in_the_room(is_on=False)
            world.clicks(2 * PACE)
            world.game(is_on=True)
            self.check_wait(world, 2 * PACE)
            world = self.begun(seed)
            world.board({A: "cat"})
            self.check_wait(world, PACE)
            world = self.begun(seed)
            world.board({A: "cat"})
            world.clicks(1)
            world.board({B: "dog"})
            self.check_wait(world, LOOK)

    def test_a_fast_bot_does_not_look_for_long(self) -> None:
        world = World(pace=0.5).in_the_room()
        world.board({A: "cat"})
        world.board({B: "dog"})
        self.check_wait(world, 0.5)

    def test_its_own_second_square_comes_at_its_pace(self) -> None:
        waits = []
        for seed in range(20):
            world = self.begun(seed)
            _, tile = world.next_click()
            world.board({tile.cell: "cat"})
            waits.append(world.next_click()[0])
        self.assertGreaterEqual(min(waits), PACE)
        self.assertLessEqual(max(waits), PACE * LONGEST + 0.125)
        self.assertGreater(max(waits) - min(waits), PACE * SWAY / 2)

    def test_what_does_not_matter_does_not_put_it_off(self) -> None:
        world = self.begun()
        world.board({A: "cat"})
        for number in range(round(PACE * LONGEST * 8) + 1):
            world.tell(Set("m2", text=f"news {number}"))
            world.clicks(0.125)
        self.assertEqual(len(world.hand.clicks), 1)

    def test_a_new_game_is_dealt_anew(self) -> None:
        """Whether its end was seen, or came together with the new one."""
        for is_seen, is_any_solved in ((True, False), (False, True)):
            chosen = set()
            for seed in range(40):
                world = self.begun(seed)
                world.board({A: "cat", B: "dog", D: "··" if is_any_solved else "?"})
                world.board({A: "?", B: "?"})
                if is_seen:
                    world.game(is_on=False)
                world.game(is_on=True)
                world.board({C: "dog"})
                chosen.add(world.next_click()[1].cell)
            self.assertGreater(len(chosen), 20, is_seen)

    def test_one_sight_is_one_chance_to_remember(self) -> None:
        """However long it shows, and whatever else is told meanwhile."""
        remembered = 0
        for seed in range(60):
            world = self.begun(seed, skill=0.5)
            world.board({A: "cat"})
            for number in range(10):
                world.tell(Set("m2", text=f"news {number}"))
            world.board({A: "?", B: "cat"})
            remembered += world.next_click()[1].cell == A
        self.assertApproximates(remembered / 60, 0.5, 0.2)

    def test_when_the_last_pair_shows_there_is_nothing_to_do(self) -> None:
        world = self.begun()
        world.board(dict.fromkeys(SQUARES[2:], "··") | {A: "cat", B: "cat"})
        self.assertEqual(world.clock.getDelayedCalls(), [])


class Points(SynchronousTestCase):
    def fetch(self, world: World) -> None:
        """It fetches points, and comes back."""
        self.assertEqual(world.next_click()[1].name, "Home")
        world.at_home()
        self.assertEqual(world.next_click()[1].name, "Recharge")
        world.energy(6)
        self.assertEqual(world.next_click()[1].name, "PairPanicking")
        world.in_the_room()

    def test_a_bot_without_points_fetches_some(self) -> None:
        for is_on in (True, False):
            world = World().in_the_room(is_on=is_on)
            world.energy(1)
            begun = world.clock.seconds()
            self.fetch(world)
            self.assertLessEqual(world.clock.seconds() - begun, 3 * (PACE * LONGEST + 0.125))

    def test_at_most_once_a_minute_and_until_then_it_watches(self) -> None:
        world = World().in_the_room()
        world.energy(1)
        self.fetch(world)
        back = world.clock.seconds()
        world.energy(1)
        self.assertEqual(world.clicks(50), [])
        self.fetch(world)
        charged = [at for at, token in world.hand.clicks if token.name == "Recharge"]
        self.assertGreaterEqual(charged[1] - charged[0], 60)
        self.assertLessEqual(world.clock.seconds() - back, (PAUSE + 3 * PACE) * LONGEST)
        world.energy(2)  # one to play with is enough
        self.assertEqual(set(world.clicks(20)), {"?"})

    def test_where_there_is_no_recharge(self) -> None:
        world = World().in_the_room()
        world.energy(1)
        self.assertEqual(world.next_click()[1].name, "Home")
        world.at_home({"PairPanicking": (2, 1)})
        self.assertEqual(world.next_click()[1].name, "PairPanicking")
        world.in_the_room()
        self.assertEqual(world.clicks(50), [])

    def test_home_for_another_reason(self) -> None:
        """Whoever sent it there, it goes back, and asks for nothing."""
        world = World().in_the_room()
        world.energy(3)
        world.at_home()
        self.assertEqual(world.next_click()[1].name, "PairPanicking")
