"""A match as spectators see it: the board, the clock, names, steps, lines and verdicts; and what they can do."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_boards import picture
from tests.doubles.dancing_clients import (
    LINES,
    PLAN,
    STARS,
    STEPS,
    DancingServer,
    TwoRounds,
    beside,
    headline,
    shown,
)
from tests.doubles.harness import Client
from tilenet.chance import Chance
from tilenet.games.dancing.events import Dance, Place, TakeSeat
from tilenet.games.dancing.game import DancingGame
from tilenet.games.dancing.table import COLOURS, INK, LIT, MOVED
from tilenet.rehearsal.stage import StandIn
from tilenet.saving.reader import load
from tilenet.saving.writer import save

FIRST = picture("1..2 .... 2..1 ....")
WITH_STARS = picture("1..2 .*.. 2..1 *...")
ONE_STEP = picture(".1.2 .*.. .2.1 *...")
AT_THE_END = picture("..12 .*.. ..21 *...")


class GameTestCase(SynchronousTestCase):
    eve: Client  # who watches

    def setUp(self) -> None:
        self.server = DancingServer()

    def colours(self, x: int, y: int) -> tuple[str, str]:
        """Of a cell, as eve sees it."""
        seen = self.eve.model.objects[self.eve.model.grid()[2 + y, x]]
        return str(seen["fgcolor"]), str(seen["bgcolor"])


class Sitting(GameTestCase):
    def test_nobody_takes_a_seat_from_another_room(self) -> None:
        self.server.enter("ann")
        (game,) = self.server.games()
        eve = self.server.world.players[self.server.join("eve").agent]
        self.assertEqual([*game.ask(eve, TakeSeat(), 0)], [])
        self.assertIsNone(game.match)


class Watching(GameTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann, self.bob = self.server.pair()
        self.eve = self.server.watch("eve")

    def test_the_board_and_what_is_beside_and_above_it_from_the_stars_to_the_lines(self) -> None:
        """The board is a matrix: x is the row from the top, y the column. Dancers who have just moved are white."""
        self.assertEqual(self.eve.model.objects[self.eve.model.grid()[2 + 3, 2]]["text"], "row 2, column 3")
        thinking, goal = "ann is thinking.", "Round 1: ann reaches the goal in 2 steps. Match: ann needs 2 steps."
        self.assertEqual(beside(self.eve), ["120 s", "stars", "Round 1/1", "Step 0/0", "ann", "bob"])
        self.assertEqual((shown(self.eve), headline(self.eve)), (FIRST, "bob places stars for ann."))
        self.server.advance(3.5, 0.5)
        self.assertEqual(beside(self.eve)[0], "117 s")
        for who, texts, seconds, board, facts, title in (
            (self.bob, [STARS], 0, WITH_STARS, ["120 s", "steps", "Round 1/1", "Step 0/0"], thinking),
            (self.ann, STEPS, 0.25, ONE_STEP, ["120 s", "steps", "Round 1/1", "Step 1/2"], "ann dances: step 1 of 2."),
            (self.ann, [], 0.25, AT_THE_END, ["120 s", "steps", "Round 1/1", "Step 2/2"], thinking),
            (self.ann, ["DONE"], 0, AT_THE_END, ["10 s", "lines", "Round 1/1", "Step 2/2"], thinking),
            (self.ann, [LINES], 0, AT_THE_END, ["", "over", "Round 1/1", "Step 2/2"], "ann dances: step 2 of 2."),
            (self.ann, [], 0.25, AT_THE_END, ["", "over", "Round 1/1", "Step 2/2"], goal),
        ):
            who.say(*texts)
            self.server.advance(seconds)
            self.assertEqual((shown(self.eve), beside(self.eve)), (board, [*facts, "ann", "bob"]))
            self.assertEqual(headline(self.eve), title)
            if board == ONE_STEP:
                self.assertEqual([self.colours(0, 1), self.colours(2, 1)], [(MOVED, COLOURS[0]), (MOVED, COLOURS[1])])
                self.assertEqual([self.colours(0, 3), self.colours(2, 3)], [(INK, COLOURS[1]), (INK, COLOURS[0])])
            self.server.check()
        self.assertEqual([self.colours(x, 2) for x in (0, 2)], [(INK, LIT[0]), (INK, LIT[1])])

    def test_the_stage_follows_at_a_pace_for_people_and_the_verdict_is_said_when_it_is_there(self) -> None:
        self.bob.say(STARS)
        self.ann.say(*PLAN)
        self.assertFalse(self.ann.is_open)  # the match is over
        for board in (WITH_STARS, ONE_STEP, AT_THE_END):
            self.assertEqual(shown(self.eve), board)
            self.assertNotIn("Match: ann needs 2 steps.", self.eve.heard)
            self.server.clock.advance(0.2)
            self.server.settle()
        self.assertEqual(
            self.eve.heard[-5:],
            [
                "Round 1: ann reaches the goal in 2 steps.",
                "Match: ann needs 2 steps.",
                "Game over. The ranking:",
                "1. ann          0.5",
                "1. bob          0.5",
            ],
        )

    def test_a_stage_that_is_stopped_never_delays_a_match(self) -> None:
        self.eve.click("Pause")
        self.bob.say(STARS)
        self.ann.say(*PLAN)
        self.assertEqual(self.bob.news, ["round 1: ann reaches the goal in 2 steps", "match: ann needs 2 steps"])
        for board in (FIRST, AT_THE_END):
            self.server.advance(5, 0.1)
            self.assertEqual(shown(self.eve), board)
            self.eve.click("Pause")

    def test_nobody_can_be_taken_for_a_tile_that_scripts_rely_on(self) -> None:
        server = DancingServer()
        server.pair("Home", "Help")
        eve = server.watch("eve")
        names = [str(eve.model.objects[one]["name"]) for one in eve.model.members_single()]
        tiles = [str(eve.model.objects[one]["name"]) for one in eve.model.members_single() if one[0] == "t"]
        self.assertEqual((tiles.count("Home"), tiles.count("Help")), (1, 1))
        self.assertEqual((names.count("Home"), names.count("Help")), (2, 2))  # the players are agents in the room
        self.assertEqual(beside(eve)[4:], ['"Home"', '"Help"'])


class TwoRoundsOnTheStage(GameTestCase):
    def test_names_change_places(self) -> None:
        self.server = DancingServer(TwoRounds)
        ann, bob = self.server.pair()
        eve = self.server.watch("eve")
        bob.say(STARS)
        ann.say(*PLAN)
        ann.say(STARS)
        bob.say(*PLAN)
        self.server.advance(1, 0.1)
        self.assertEqual(beside(eve)[2:], ["Round 1/2", "Step 2/2", "ann", "bob"])
        self.assertEqual(headline(eve), "Round 1: ann reaches the goal in 2 steps.")
        self.server.advance(3, 0.1)
        self.assertEqual(beside(eve)[2:], ["Round 2/2", "Step 0/2", "bob", "ann"])
        self.server.advance(2, 0.1)
        self.assertEqual(
            eve.heard[-6:],
            [
                "Round 1: ann reaches the goal in 2 steps.",
                "Round 2: bob reaches the goal in 2 steps.",
                "Match: a draw, with 2 steps each.",
                "Game over. The ranking:",
                "1. ann          0.5",
                "1. bob          0.5",
            ],
        )
        eve.click("Again")
        self.assertEqual(beside(eve)[2:], ["Round 1/2", "Step 0/2", "ann", "bob"])
        self.server.advance(20, 0.1)
        self.assertEqual(beside(eve)[2:], ["Round 2/2", "Step 2/2", "bob", "ann"])
        self.assertEqual(eve.heard, [])  # verdicts are said once


class WhatSpectatorsCanDo(GameTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann, self.bob = self.server.pair()
        self.eve, self.fay = self.server.watch("eve"), self.server.watch("fay")
        self.bob.say(STARS)
        self.ann.say(*PLAN)

    def advance(self, seconds: float) -> None:
        self.server.clock.advance(seconds)
        self.server.settle()

    def test_slower_and_faster_by_clicks_or_keys(self) -> None:
        self.eve.click("Slower")
        self.assertEqual(self.eve.heard[-1], "The stage now shows a step every 0.4 s.")
        self.advance(0.3)
        self.assertEqual(shown(self.fay), WITH_STARS)
        self.advance(0.1)
        self.assertEqual(shown(self.fay), ONE_STEP)
        self.fay.press("VK_F")
        self.advance(0.2)
        self.assertEqual(shown(self.eve), AT_THE_END)


class Saved(SynchronousTestCase):
    def test_a_game_that_is_loaded_shows_what_was_shown(self) -> None:
        """Not the steps that have been made since: the scene is not renewed for each of them."""
        people = {name: StandIn(name, name) for name in ("ann", "bob")}
        game = DancingGame(Chance.named("a"), instance="Colour 1\n0 0\nColour 2\n3 0\n", size=5)
        happened = [event for player in people.values() for event in game.enter(player, 0.0)]
        for player, request in (
            ("ann", TakeSeat()),
            ("bob", TakeSeat()),
            ("bob", Place(1, [(4, 4)])),
            ("ann", Dance(1, [[(0, 0, 0, 1)]])),
            ("ann", Dance(1, [[(0, 1, 0, 2)]])),
        ):
            happened += game.ask(people[player], request, 0.0)
            seen = game.scene()
        self.assertIs(game.scene(), seen)
        loaded = load(save(game, "dancing-match"), DancingGame, people.__getitem__)
        self.assertEqual((loaded.scene().text, loaded.scene().tiles), (seen.text, seen.tiles))
