"""How a bot plays noughts and crosses: which moves it makes, and when it gives way."""

from __future__ import annotations

from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.botseat import TICK, BotSeat
from tests.doubles.owntable import OwnTable
from tilenet.clients.bots.noughtsbot import PAUSE, NoughtsBot
from tilenet.clients.bots.noughtsmind import best
from tilenet.clients.bots.pacedbot import PACE, SWAY
from tilenet.game import role
from tilenet.games.noughts.board import WINNING, Board
from tilenet.games.noughts.game import Noughts
from tilenet.testing import Seat, Table


class AtTheTable(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = Table(Noughts)

    def sit(self, name: str = "bot") -> BotSeat:
        return BotSeat(self.table, NoughtsBot, name, skill=1.0)

    def end(self, bot: BotSeat, ann: Seat) -> None:
        """ann plays so badly that the game is over soon."""
        side = ann.facts["options"]["board"]
        for cell in [("cell", x, y) for x in range(side) for y in range(side)]:
            if ann.facts["phase"] == "playing" and ann.tile(cell).enabled:
                ann.click(cell)
                if ann.facts["phase"] == "playing":
                    bot.next_click()

    def test_it_moves_when_it_is_its_turn(self) -> None:
        ann, bot = self.table.enter("ann"), self.sit()
        self.assertEqual(bot.clicked(30), [])
        ann.click(("cell", 0, 0))
        seconds, clicked = bot.next_click()
        self.assertEqual((clicked, ann.tile(("cell", 1, 1)).name), ("cell/1/1", "O"))
        self.assertTrue(PACE <= seconds <= PACE * (1 + SWAY) + TICK, seconds)

    def test_it_lets_a_person_start_the_next_game(self) -> None:
        ann, bot = self.table.enter("ann"), self.sit()
        self.end(bot, ann)
        self.assertEqual((ann.facts["phase"], bot.clicked(100)), ("over", []))

    def test_it_watches_if_both_seats_are_taken(self) -> None:
        ann, _ = self.table.enter("ann"), self.table.enter("cid")
        bot = self.sit()
        ann.click(("cell", 0, 0))
        self.assertEqual(bot.clicked(30), [])

    def test_two_bots_go_on_by_themselves(self) -> None:
        bots = self.sit(), self.sit("robo")
        while bots[0].seat.facts["phase"] == "playing":
            self.table.advance(TICK)
        over = self.table.clock.seconds()
        while bots[0].seat.facts["phase"] == "over":
            self.table.advance(TICK)
        first = min(click.seconds for bot in bots for click in bot.clicks if click.role == "restart")
        self.assertGreaterEqual(first, over + PAUSE * PACE - TICK)

    def test_it_gives_way_to_a_person_who_watches_but_plays_to_the_end_first(self) -> None:
        ann, bot = self.table.enter("ann"), self.sit()
        self.table.enter("cid")
        self.end(bot, ann)
        self.assertEqual(ann.facts["phase"], "over")
        self.assertEqual(bot.next_click().role, "home")
        self.assertEqual(ann.facts["seats"]["O"]["player"]["name"], "cid")

    def test_at_a_table_of_somebodys_own_it_plays_on_any_board_and_waits_for_the_next_game(self) -> None:
        """It does not make way there, or start: people say who plays next, and when."""
        for side in WINNING:
            self.table = OwnTable(Noughts, board=side)
            ann, bot = self.table.enter("ann"), self.sit()
            self.table.enter("cid")
            self.assertEqual(bot.clicked(30), [])
            self.table.start()
            self.end(bot, ann)
            self.assertEqual((ann.facts["phase"], bot.clicked(30)), ("over", []), side)


class Mind(SynchronousTestCase):
    def test_it_wins_if_it_can_and_prevents_a_line(self) -> None:
        for marks, mark in (("XX.OO....", "X"), ("XX..O....", "O")):
            board = {f"cell/{cell % 3}/{cell // 3}": mark for cell, mark in enumerate(marks) if mark != "."}
            self.assertEqual(best(board, mark), ["cell/2/0"])

    def test_the_best_is_never_beaten(self) -> None:
        cells = {role(("cell", x, y)): (x, y) for x in range(3) for y in range(3)}
        for seed in range(60):
            random, board = Random(seed), Board()
            clever = random.choice("XO")
            while not board.is_over():
                marks = {one: board.marks[cell] for one, cell in cells.items() if cell in board.marks}
                free = [one for one in cells if one not in marks]
                board.put(cells[random.choice(best(marks, clever) if board.turn == clever else free)])
            self.assertIn(board.winner, ("", clever))


class LargeBoards(SynchronousTestCase):
    def best(self, side: int, in_line: int, rows: str, mark: str = "X") -> set[str]:
        """The best cells on this board, whose rows are given."""
        marks = {f"cell/{x}/{y}": one for y, row in enumerate(rows.split()) for x, one in enumerate(row) if one != "."}
        return {*best(marks, mark, side, in_line)}

    def test_it_wins_if_it_can_and_prevents_a_line(self) -> None:
        self.assertEqual(self.best(4, 4, "XXX. OOO. .... ...."), {"cell/3/0"})
        self.assertEqual(self.best(4, 4, "X.X. OOO. X... ...."), {"cell/3/1"})

    def test_it_makes_two_threats_at_once_and_prevents_them(self) -> None:
        """Three in a row with both ends free cannot be stopped."""
        for mark, y in (("X", 3), ("O", 1)):
            found = self.best(5, 4, "..... .OO.. ..... .XX.. .....", mark)
            self.assertLessEqual(found, {f"cell/{x}/{y}" for x in (0, 3)})
        found = self.best(5, 4, "..... ..... ..... .XX.. ..O..", "O")
        self.assertLessEqual(found, {"cell/0/3", "cell/3/3", "cell/4/3"})

    def test_it_is_much_better_than_chance(self) -> None:
        for side in (4, 5, 6, 9):
            self.assertEqual([self.is_won(side, seed) for seed in range(3)], [True] * 3)

    def is_won(self, side: int, seed: int) -> bool:
        """Whether it wins against somebody who moves at random."""
        random, board = Random(seed), Board(side)
        clever = random.choice("XO")
        while not board.is_over():
            cells = {f"cell/{x}/{y}": (x, y) for x, y in board.cells()}
            marks = {cell: board.marks[at] for cell, at in cells.items() if at in board.marks}
            free = [cell for cell in cells if cell not in marks]
            found = best(marks, clever, side, WINNING[side]) if board.turn == clever else free
            board.put(cells[random.choice(found)])
        return board.winner == clever


class Rooms(SynchronousTestCase):
    def test_the_room_names_the_command(self) -> None:
        self.assertIn("/bot brings a bot", Noughts.help[-1])
