"""How a bot plays noughts and crosses: which moves it makes, and when it gives way."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.bots import BotWorld
from tilenet.clients.bots.noughtsbot import PAUSE, SWAY, Habits, NoughtsBot, best
from tilenet.clients.bots.noughtsreader import ROOM
from tilenet.games.noughts import Board, Noughts
from tilenet.testing import Table
from tilenet.wire.messages import Message, Set

PACE = 1.0
ME = Set("a1", name="bot", energy=11, text="bot")
ANN, CID = Set("a2", name="ann", energy=11), Set("a3", name="cid", energy=11)
ROBO = Set("a4", name="robo", energy=11, text="bot")
AT_HOME: list[Message] = [Set("m1", name="Home", text="", x=2, y=2), Set("t1", name=ROOM, x=0, y=0), ME]


def room(marks: str, seats: tuple[str, str], states: tuple[str, str], *others: Message) -> list[Message]:
    is_on = "to move" in states
    cells = [
        Set(f"t{10 + cell}", name=mark, energy=int(is_on and mark == "."), x=cell % 3, y=cell // 3)
        for cell, mark in enumerate(marks)
    ]
    players = [
        Set(f"t{20 + x}", name=name, text=state, energy=0, x=x, y=3)
        for x, (name, state) in enumerate(zip(seats, states, strict=True))
    ]
    side = [Set("t30", name="Home", x=3, y=0), Set("t31", name="Restart", energy=int(not is_on), x=3, y=2)]
    return [Set("m2", name=ROOM, text="", x=4, y=4), *cells, *players, *side, ME, *others]


class World(BotWorld):
    def __init__(self, skill: float = 1.0) -> None:
        super().__init__()
        self.bot = NoughtsBot(self.hand, self.clock, Random(1), Habits(skill, PACE))


class Moves(SynchronousTestCase):
    def setUp(self) -> None:
        self.world = World()

    def test_it_moves_when_it_is_its_turn(self) -> None:
        self.world.tell(*room("X........", ("X ann", "O bot"), ("waits", "to move"), ANN))
        after, tile = self.world.next_click()
        self.assertEqual(tile.cell, (1, 1))
        self.assertTrue(PACE <= after <= PACE * (1 + SWAY) + self.world.tick)

    def test_it_waits_for_the_other_watches_and_lets_a_person_start_the_next_game(self) -> None:
        for marks, seats, states, *others in (
            (".........", ("X ann", "O bot"), ("to move", "waits"), ANN),
            (".........", ("X ann", "O cid"), ("to move", "waits"), ANN, CID),
            ("XXXOO....", ("X ann", "O bot"), ("wins", "loses"), ANN),
        ):
            world = World()
            world.tell(*room(marks, seats, states, *others))
            self.assertEqual(world.clicks(100), [], (marks, seats))

    def test_two_bots_go_on_by_themselves(self) -> None:
        self.world.tell(*room("XXXOO....", ("X robo", "O bot"), ("wins", "loses"), ROBO))
        after, tile = self.world.next_click()
        self.assertEqual(tile.name, "Restart")
        self.assertGreaterEqual(after, PAUSE * PACE)

    def test_it_gives_way_to_a_person_who_watches(self) -> None:
        for other, agent in (("X ann", ANN), ("X robo", ROBO)):
            world = World()
            world.tell(*room("XXXOO....", (other, "O bot"), ("wins", "loses"), agent, CID))
            self.assertEqual(world.next_click()[1].name, "Home")

    def test_it_plays_a_game_to_its_end_before_it_gives_way(self) -> None:
        self.world.tell(*room("X........", ("X ann", "O bot"), ("waits", "to move"), ANN, CID))
        self.assertEqual(self.world.next_click()[1].cell, (1, 1))


class Mind(SynchronousTestCase):
    def test_it_wins_if_it_can_and_prevents_a_line(self) -> None:
        for marks, mark in (("XX.OO....", "X"), ("XX..O....", "O")):
            board = {(cell % 3, cell // 3): mark for cell, mark in enumerate(marks) if mark != "."}
            self.assertEqual(best(board, mark), [(2, 0)])

    def test_the_best_is_never_beaten(self) -> None:
        for seed in range(60):
            random, board = Random(seed), Board()
            clever = random.choice("XO")
            while not board.is_over():
                free = [(x, y) for x in range(3) for y in range(3) if (x, y) not in board.marks]
                board.put(random.choice(best(board.marks, clever) if board.turn == clever else free))
            self.assertIn(board.winner, ("", clever))


class Rooms(SynchronousTestCase):
    def test_the_room_names_the_command(self) -> None:
        ann = Table(Noughts).enter("ann")
        self.assertIn("`tilenet bot noughts`", ann.headline)
        self.assertIn("`tilenet bot noughts`", Noughts.help[-1])
