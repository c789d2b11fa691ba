"""Noughts and crosses, played at a table."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tilenet.game import Refuse
from tilenet.games.noughts.game import Noughts
from tilenet.games.noughts.looks import INK, LIT
from tilenet.testing import Seat, Table
from tilenet.world.rooms.commands import ABOUT_HELP

OPTIONS = {"board": 3, "in_line": 3, "clock": 60}


class NoughtsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = Table(Noughts)
        self.ann = self.table.enter("ann")
        self.bob = self.table.enter("bob")

    def play(self, *cells: tuple[int, int]) -> None:
        """ann and bob take turns."""
        self.play_as(self.ann, self.bob, *cells)

    def play_as(self, first: Seat, second: Seat, *cells: tuple[int, int]) -> None:
        for number, cell in enumerate(cells):
            (second if number % 2 else first).click(("cell", *cell))

    def ann_wins(self) -> None:
        self.play((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))

    def board(self, seat: Seat) -> list[str]:
        return ["".join(seat.tile(("cell", x, y)).name for x in range(3)) for y in range(3)]


class NoughtsAndCrosses(NoughtsTestCase):
    def test_one_alone_waits(self) -> None:
        table = Table(Noughts)
        ann = table.enter("ann")
        self.assertEqual(ann.headline, "Nobody else is here: add a bot, or invite a friend.")
        self.assertFalse(ann.tile(("cell", 1, 1)).enabled)

    def test_the_first_plays_x(self) -> None:
        self.assertIn("You play X.", self.ann.heard)
        self.assertIn("You play O.", self.bob.heard)
        self.assertEqual(self.ann.headline, "ann (X) against bob (O): X to move.")

    def test_a_move_is_seen_by_both_and_its_cell_taken(self) -> None:
        self.assertEqual(self.board(self.ann), ["...", "...", "..."])
        self.ann.click(("cell", 1, 1))
        for seat in (self.ann, self.bob):
            self.assertEqual(self.board(seat), ["...", ".X.", "..."])
        self.assertFalse(self.bob.tile(("cell", 1, 1)).enabled)
        self.assertEqual(self.bob.headline, "ann (X) against bob (O): O to move.")

    def test_players_take_turns(self) -> None:
        self.ann.click(("cell", 0, 0))
        self.ann.click(("cell", 1, 0))
        self.assertEqual(self.ann.heard[-1], "It is not your turn.")
        self.bob.click(("cell", 1, 0))
        self.assertEqual(self.board(self.ann), ["XO.", "...", "..."])

    def test_rows_columns_and_diagonals_win(self) -> None:
        lines = [[(x, y) for x in range(3)] for y in range(3)] + [[(x, y) for y in range(3)] for x in range(3)]
        for line in (*lines, [(0, 0), (1, 1), (2, 2)], [(2, 0), (1, 1), (0, 2)]):
            self.setUp()
            other = [(x, y) for x in range(3) for y in range(3) if (x, y) not in line]
            self.play(line[0], other[0], line[1], other[3], line[2])
            self.assertEqual(self.bob.headline, "ann (X) against bob (O): three in a line, ann wins.", line)

    def test_the_winner_takes_two_points_and_the_game_is_over(self) -> None:
        self.assertFalse(self.ann.tile("restart").enabled)
        self.ann_wins()
        self.assertIn("ann beats bob and wins 2 points.", self.bob.heard)
        self.assertEqual(self.seats(), [("X ann", "wins", True), ("O bob", "loses", False)])
        self.assertEqual([self.ann.tile(("cell", *cell)).bg == LIT for cell in ((1, 0), (1, 1))], [True, False])
        self.assertEqual((self.bob.tile("clock").name, self.bob.tile(("cell", 2, 2)).enabled), ("", False))
        self.assertTrue(self.ann.tile("restart").enabled)
        self.table.advance(600)
        self.assertEqual((self.ann.points, self.bob.points), (12, 8))

    def test_nobody_loses_what_they_do_not_have(self) -> None:
        self.table.world.award(self.bob.player, -9)
        self.ann_wins()
        self.assertEqual((self.ann.points, self.bob.points), (11, 0))
        self.assertIn("ann beats bob and wins 1 point.", self.bob.heard)
        self.bob.click("restart")
        self.play_as(self.bob, self.ann, (0, 1), (0, 0), (1, 1), (1, 0), (2, 2), (2, 0))
        self.assertEqual((self.ann.points, self.bob.points), (11, 0))
        self.assertIn("ann beats bob.", self.bob.heard)

    def seats(self) -> list[tuple[str, str, bool]]:
        """What the tiles of the two players say, and whether they are lit."""
        tiles = [self.bob.tile(("seat", mark)) for mark in "XO"]
        return [(tile.name, tile.text, tile.bg == LIT) for tile in tiles]

    def test_whose_turn_it_is_can_be_seen(self) -> None:
        self.assertEqual(self.seats(), [("X ann", "to move", True), ("O bob", "waits", False)])
        self.ann.click(("cell", 1, 1))
        self.assertEqual(self.seats(), [("X ann", "waits", False), ("O bob", "to move", True)])

    def test_a_seat_that_is_free_has_only_its_mark(self) -> None:
        self.ann.leave()
        self.assertEqual(self.seats(), [("X", "waits", False), ("O bob", "waits", False)])
        self.assertEqual(self.bob.tile("clock").name, "")

    def test_marks_have_colours(self) -> None:
        self.play((0, 0), (1, 1))
        self.assertEqual([self.ann.tile(("cell", *cell)).fg for cell in ((0, 0), (1, 1))], [INK["X"], INK["O"]])

    def test_the_clock_runs(self) -> None:
        self.assertEqual(self.ann.tile("clock").name, "60 s")
        self.table.advance(1)
        self.assertEqual(self.ann.tile("clock").name, "59 s")
        self.table.advance(57.5)
        self.assertEqual(self.ann.tile("clock").name, "2 s")
        self.ann.click(("cell", 1, 1))
        self.assertEqual(self.bob.tile("clock").name, "60 s")

    def test_a_full_board_is_a_draw_and_nobody_is_late_then(self) -> None:
        self.play((0, 0), (1, 0), (2, 0), (1, 1), (0, 1), (2, 1), (1, 2), (0, 2), (2, 2))
        self.assertEqual(self.board(self.ann), ["XOX", "XOO", "OXX"])
        self.assertIn("A draw.", self.bob.heard)
        self.assertEqual(self.seats(), [("X ann", "a draw", False), ("O bob", "a draw", False)])
        self.assertEqual(self.ann.headline, "ann (X) against bob (O): a draw.")
        self.table.advance(120)
        self.assertEqual((self.ann.points, self.bob.points), (10, 10))

    def test_the_last_cell_may_win(self) -> None:
        self.play((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2), (0, 2), (2, 2))
        self.assertNotIn("A draw.", self.bob.heard)
        self.assertEqual(self.ann.points, 12)

    def test_who_thinks_for_a_minute_loses(self) -> None:
        self.ann.click(("cell", 1, 1))
        self.table.advance(59)
        self.assertEqual(self.bob.points, 10)
        self.table.advance(1)
        self.assertIn("bob ran out of time.", self.ann.heard)
        self.assertEqual((self.ann.points, self.bob.points), (12, 8))
        self.assertEqual(self.ann.headline, "ann (X) against bob (O): bob ran out of time, ann wins.")
        self.table.advance(600)
        self.assertEqual(self.bob.points, 8)  # nobody loses twice

    def test_restart_lets_the_other_begin(self) -> None:
        self.ann_wins()
        self.bob.click("restart")
        self.assertIn("A new game: bob (X) against ann (O): X to move.", self.ann.heard)
        self.bob.click(("cell", 1, 1))
        self.assertEqual(self.board(self.ann), ["...", ".X.", "..."])

    def test_a_third_watches(self) -> None:
        cid = self.table.enter("cid")
        told = "You watch until a seat is free; a click gets you in line."
        self.assertIn(told, cid.heard)
        cid.click(("cell", 1, 1))
        self.assertEqual(cid.heard[-1], "You are watching, and in line for a seat.")
        self.assertEqual(self.board(cid), ["...", "...", "..."])

    def test_a_spectator_cannot_restart(self) -> None:
        cid = self.table.enter("cid")
        self.ann_wins()
        cid.click("restart")
        self.assertIn("three in a line", cid.headline)

    def test_a_spectator_takes_a_free_seat(self) -> None:
        cid = self.table.enter("cid")
        self.ann.click(("cell", 1, 1))
        self.ann.leave()
        self.assertIn("ann has left the game.", self.bob.heard)
        self.assertIn("You play X.", cid.heard)
        self.assertEqual(cid.headline, "cid (X) against bob (O): X to move.")
        self.assertEqual(self.board(cid), ["...", "...", "..."])

    def test_the_spectator_of_longest_standing_is_next(self) -> None:
        cid, dan = self.table.enter("cid"), self.table.enter("dan")
        self.bob.leave()
        self.assertIn("You play O.", cid.heard)
        self.assertNotIn("You play O.", dan.heard)

    def test_a_spectator_who_leaves_disturbs_nobody(self) -> None:
        cid = self.table.enter("cid")
        self.ann.click(("cell", 1, 1))
        cid.leave()
        self.assertEqual(self.board(self.bob), ["...", ".X.", "..."])

    def test_the_other_waits_when_one_leaves(self) -> None:
        self.ann.leave()
        self.assertEqual(self.bob.headline, "Nobody else is here: add a bot, or invite a friend.")
        self.table.advance(600)
        self.assertEqual(self.bob.points, 10)

    def test_leaving_after_the_end_is_no_desertion(self) -> None:
        self.ann_wins()
        self.ann.leave()
        self.assertNotIn("ann has left the game.", self.bob.heard)

    def test_home_leads_away(self) -> None:
        self.ann.click("home")
        self.assertFalse(self.ann.is_at_the_table)
        self.assertEqual(self.bob.headline, "Nobody else is here: add a bot, or invite a friend.")

    def test_help_tells_the_rules(self) -> None:
        self.ann.click("help")
        lines = [*Noughts.help, ABOUT_HELP]
        self.assertEqual(self.ann.heard[-len(lines) :], lines)


class AsData(NoughtsTestCase):
    """What programs and skins are told, instead of reading the tiles."""

    DRAW = ((0, 0), (1, 0), (2, 0), (1, 1), (0, 1), (2, 1), (1, 2), (0, 2), (2, 2))

    def facts(self) -> dict[str, Any]:
        """Those that are known."""
        return {key: value for key, value in self.table.game.facts().items() if value is not None}

    def own(self, seat: Seat) -> set[str]:
        """What is known besides how it stands."""
        return {*seat.own} - {"status", "turn"}

    def legal(self, *seats: Seat) -> list[list[Any]]:
        return [[*(self.table.game.legal(seat.player) or ())] for seat in seats]

    def test_whoever_waits_for_an_opponent_has_a_seat_and_nothing_to_do(self) -> None:
        self.bob.leave()
        seats = {"X": {"player": self.ann.player}}
        self.assertEqual(
            self.facts(), {"phase": "waiting", "options": OPTIONS, "seats": seats, "turn": [], "board": {}}
        )
        self.assertEqual(self.legal(self.ann), [[]])

    def test_a_game_says_whose_turn_it_is_and_until_when(self) -> None:
        self.table.advance(5)
        self.play((1, 1))
        self.table.advance(7)
        seats = {"X": {"player": self.ann.player}, "O": {"player": self.bob.player}}
        board = {("cell", 1, 1): "X"}
        facts = {
            "phase": "playing",
            "options": OPTIONS,
            "seats": seats,
            "turn": ["O"],
            "deadline": 65.0,
            "board": board,
        }
        self.assertEqual(self.facts(), {**facts, "last": "cell/1/1"})

    def test_the_end_says_who_has_won_and_how(self) -> None:
        line = ["cell/0/0", "cell/1/0", "cell/2/0"]
        for end, line_won, winner in (
            (self.ann_wins, line, "X"),
            (lambda: self.table.advance(60), None, "O"),
            (lambda: self.play(*self.DRAW), None, None),
        ):
            self.setUp()
            end()
            facts = self.facts()
            self.assertEqual(
                [facts.get(key) for key in ("phase", "turn", "deadline", "line", "winner")],
                ["over", [], None, line_won, winner],
            )

    def test_only_the_player_to_move_can_use_a_free_cell(self) -> None:
        cid = self.table.enter("cid")
        self.play(*self.DRAW[:7])
        self.assertEqual(self.legal(self.ann, self.bob, cid), [[], [("cell", 0, 2), ("cell", 2, 2)], []])

    def test_only_the_two_players_can_restart(self) -> None:
        cid = self.table.enter("cid")
        self.ann_wins()
        self.assertEqual(self.legal(self.ann, self.bob, cid), [["restart"], ["restart"], []])

    def test_leaving_costs_something_while_a_game_is_on(self) -> None:
        cid = self.table.enter("cid")
        self.assertEqual([self.own(seat) for seat in (self.ann, self.bob, cid)], [set()] * 3)
        self.play((1, 1))
        self.assertEqual([self.own(seat) for seat in (self.ann, self.bob, cid)], [{"leave"}, {"leave"}, set()])

    def test_a_player_who_has_given_up_the_seat_is_told_so_and_can_get_in_line_again(self) -> None:
        self.table.enter("cid")
        self.table.advance(60)
        self.assertEqual((self.own(self.ann), self.legal(self.ann)), ({"gave_up"}, [["restart"]]))
        self.ann.click("restart")
        self.assertEqual((self.own(self.ann), self.legal(self.ann)), (set(), [[]]))

    def test_what_cannot_be_done_now_is_refused(self) -> None:
        cid, game = self.table.enter("cid"), self.table.game
        for seat, is_refused in ((self.bob, True), (cid, False), (cid, True)):
            first = next(iter(game.click(seat.player, ("cell", 1, 1), 0)))
            self.assertEqual(isinstance(first, Refuse), is_refused)


class Squatters(NoughtsTestCase):
    """A player who does nothing for a minute while others wait gives up the seat."""

    WARNED = "Somebody is waiting for your seat: play within 15 s, or it is theirs."
    GONE = "You did nothing for a minute and lost your seat. Restart gets you in line."

    def test_one_of_two_who_idle_after_a_game_makes_way_for_a_spectator(self) -> None:
        """The minute begins when the spectator comes, and both are warned."""
        self.ann_wins()
        self.table.advance(600)
        cid = self.table.enter("cid")
        self.table.advance(44.9)
        self.assertNotIn(self.WARNED, self.ann.heard)
        self.table.advance(0.2)
        self.assertEqual([seat.heard.count(self.WARNED) for seat in (self.ann, self.bob, cid)], [1, 1, 0])
        self.assertIn("three in a line", cid.headline)
        self.table.advance(14.9)
        self.assertEqual(cid.headline, "cid (X) against bob (O): X to move.")
        self.assertEqual([self.GONE in seat.heard for seat in (self.ann, self.bob)], [True, False])

    def test_whoever_acts_in_time_or_is_not_to_move_keeps_the_seat(self) -> None:
        self.ann_wins()
        self.table.enter("cid")
        self.table.advance(59)
        self.bob.click("restart")
        self.table.advance(59)
        self.bob.click(("cell", 0, 0))
        self.table.advance(59)
        self.assertEqual(self.ann.headline, "bob (X) against ann (O): O to move.")

    def test_whoever_runs_out_of_time_loses_the_seat_as_well(self) -> None:
        cid = self.table.enter("cid")
        self.table.advance(60)
        self.assertIn("ann ran out of time.", cid.heard)
        self.assertEqual(cid.headline, "cid (X) against bob (O): X to move.")

    def test_those_who_dozed_off_wait_for_no_seat_until_they_ask_for_one(self) -> None:
        cid = self.table.enter("cid")
        self.table.advance(60)
        cid.click(("cell", 1, 1))
        self.table.advance(600)
        self.assertEqual(self.bob.headline, "cid (X) against bob (O): bob ran out of time, cid wins.")
        self.assertEqual(
            (self.ann.tile("restart").text, cid.tile("restart").text), ("Get in line for a seat again", "A new game")
        )
        self.ann.click("restart")
        self.assertIn("You are watching, and in line for a seat.", self.ann.heard)
        self.assertEqual(self.ann.tile("restart").text, "A new game")
        self.table.advance(60)
        self.assertEqual(self.ann.headline, "cid (X) against ann (O): X to move.")

    def test_sixty_spectators_who_do_nothing_keep_nobody_out(self) -> None:
        """One click is enough to be ahead of all of them."""
        for number in range(60):
            self.table.enter(f"idler{number}")
        cid = self.table.enter("cid")
        cid.click(("cell", 1, 1))
        self.table.advance(60)
        self.assertEqual(cid.headline, "cid (X) against bob (O): X to move.")

    def test_the_loser_makes_way_for_who_is_in_line_when_a_new_game_begins(self) -> None:
        """After a draw, X does. Otherwise, two who move once in a minute could keep the table for ever."""
        draw = [(0, 0), (1, 1), (2, 2), (0, 1), (2, 1), (2, 0), (0, 2), (1, 2), (1, 0)]
        for is_draw, headline in ((False, "cid (X) against ann (O): X to move."), (True, "bob (X) against cid (O)")):
            self.setUp()
            cid = self.table.enter("cid")
            self.table.enter("idler")
            cid.click(("cell", 1, 1))
            self.play(*draw) if is_draw else self.ann_wins()
            self.table.advance(50)
            self.ann.click("restart")
            self.assertIn(headline, cid.headline)
            loser = self.ann if is_draw else self.bob
            self.assertIn("You make way for somebody in line. Now you are in line yourself.", loser.heard)
            self.table.advance(59)
            (self.bob if is_draw else cid).click(("cell", 1, 1))
            self.table.advance(60)
            self.assertIn(loser.name, loser.headline)

    def test_the_names_of_one_address_take_turns_with_everybody_else(self) -> None:
        """Sixty who click once and then do nothing keep a player who has lost from the table for a minute."""
        for number in range(60):
            squatter = self.table.enter(f"squatter{number}")
            squatter.player.origin = "192.0.2.1"
            squatter.click(("cell", 2, 2))
        self.ann_wins()
        self.ann.click("restart")
        self.assertEqual(self.ann.headline, "squatter0 (X) against ann (O): X to move.")
        self.table.advance(60)
        self.assertEqual(self.ann.headline, "bob (X) against ann (O): X to move.")

    def test_spectators_who_have_not_clicked_part_nobody(self) -> None:
        self.table.enter("cid")
        self.ann_wins()
        self.ann.click("restart")
        self.assertEqual(self.ann.headline, "bob (X) against ann (O): X to move.")

    def test_a_free_seat_is_at_once_for_one_who_asks_again(self) -> None:
        cid = self.table.enter("cid")
        self.table.advance(60)
        cid.leave()
        self.assertIn("Nobody else is here", self.bob.headline)
        self.ann.click("restart")
        self.assertEqual(self.bob.headline, "ann (X) against bob (O): X to move.")
