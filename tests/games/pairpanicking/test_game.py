"""PairPanicking in its room: what is seen and said, and how it keeps time."""

from __future__ import annotations

import gc
import re
from weakref import ref

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.contrast import contrast
from tests.doubles.harness import Client, Server
from tests.doubles.model import click
from tests.doubles.pairs import NAMES, ONE, ZERO, Dealt, dealt, happen
from tests.doubles.someone import Someone
from tilenet.game import HELP, HOME, Events, Player, TileId
from tilenet.games.pairpanicking.faces import WORDS
from tilenet.games.pairpanicking.game import CLOCK, IDS, RESTART, SCORING, PairPanicking
from tilenet.games.pairpanicking.rules import SQUARES, Square
from tilenet.games.pairpanicking.texts import scoring
from tilenet.testing import Seat, Table
from tilenet.world.home import RECHARGE
from tilenet.world.players.accounts import Guests

BEGIN = "Click Restart to begin: it costs a point."


class TableTestCase(SynchronousTestCase):
    """ann, bob and cid have come in, and have nine points each."""

    def setUp(self) -> None:
        self.table = Table(dealt())
        self.ann, self.bob, self.cid = (self.table.enter(name) for name in NAMES)

    def set_points(self, *points: int) -> None:
        for seat, wanted in zip((self.ann, self.bob, self.cid), points, strict=True):
            self.table.world.award(seat.player, wanted - seat.points)

    def notice(self) -> None:
        """The game hears that points have changed."""
        self.table.room.scored(self.ann.player)
        self.table.advance(0)

    def start(self, *points: int) -> None:
        """ann starts; afterwards they have these points."""
        self.ann.click(RESTART)
        if points:
            self.set_points(*points)

    def turn(self, seat: Seat, *squares: Square) -> None:
        for square in squares:
            seat.click(IDS[square])

    def solve_all(self, seat: Seat) -> None:
        for x in range(8):
            for y in (0, 1, 4, 5):
                self.turn(seat, (x, y), (x, y + 2))
                self.table.advance(2)


class WhatIsSeen(TableTestCase):
    def names(self) -> list[list[str]]:
        return [[self.bob.tile(IDS[x, y]).name for x in range(8)] for y in range(8)]

    def test_the_room_is_9_by_8(self) -> None:
        scene = self.table.game.scene()
        self.assertEqual(scene.size, (9, 8))
        self.assertEqual([scene.tiles[IDS[square]][:2] for square in SQUARES], SQUARES)
        column = {tile.y: tile.name for tile in scene.tiles.values() if tile.x == 8}
        self.assertEqual(column, {0: "Home", 1: "Help", 2: "Scoring", 3: "Restart", 4: "", 5: "Recharge"})

    def test_before_a_game_only_restart_can_be_used_and_in_it_the_squares(self) -> None:
        self.assertEqual(self.names(), [["?"] * 8] * 8)
        self.assertFalse(any(self.bob.tile(IDS[square]).enabled for square in SQUARES))
        self.assertTrue(self.bob.tile(RESTART).enabled)
        self.assertEqual(self.bob.headline, BEGIN)
        self.start()
        self.assertTrue(all(self.bob.tile(IDS[square]).enabled for square in SQUARES))
        self.assertFalse(self.bob.tile(RESTART).enabled)

    def test_a_square_shows_and_hides(self) -> None:
        self.start()
        hidden = self.bob.tile(IDS[2, 0])
        self.turn(self.ann, (2, 0))
        self.assertEqual(self.bob.tile(IDS[2, 0]), ("cat", "It shows cat.", False, "fffdf7dd", "ff705c10", None))
        self.turn(self.ann, (3, 0))
        self.table.advance(2)
        self.assertEqual(self.bob.tile(IDS[2, 0]), hidden)
        self.assertEqual(hidden[:3], ("?", "A hidden square.", True))

    def test_solved_squares_look_the_same(self) -> None:
        self.start()
        self.turn(self.ann, *ZERO[:2], *ONE[:2], (5, 5))
        looks = {self.bob.tile(IDS[square]) for square in (*ZERO[:2], *ONE[:2])}
        self.assertEqual([look[:3] for look in looks], [("··", "A solved square.", False)])
        self.assertNotEqual(looks.pop()[3:], self.bob.tile(IDS[7, 7])[3:])

    def test_all_symbols_can_be_told_apart(self) -> None:
        words = [look.name for look in WORDS.symbols]
        self.assertEqual([len(word) for word in words], [3] * 16)
        self.assertEqual(len({word[0] for word in words}), 16)
        for what in ("text", "fg", "bg"):
            self.assertEqual(len({getattr(look, what) for look in (*WORDS.symbols, WORDS.hidden, WORDS.solved)}), 18)

    def test_every_look_can_be_read(self) -> None:
        for look in WORDS.symbols:
            self.assertGreaterEqual(contrast(look.fg, look.bg), 4.5, look.name)
        self.assertGreaterEqual(contrast(WORDS.hidden.fg, WORDS.hidden.bg), 4.5)

    def test_the_headline_counts_pairs_and_points(self) -> None:
        self.start()
        self.assertEqual(self.bob.headline, "Turn squares: 32 pairs to find. bob 9, cid 9, ann 8.")
        self.turn(self.bob, *ZERO[:2])
        self.table.advance(2)
        self.assertEqual(self.bob.headline, "Turn squares: 31 pairs to find. bob 15, cid 11, ann 10.")

    def test_the_headline_has_room_for_a_few(self) -> None:
        self.start()
        for name in ("dan", "eve", "flo"):
            self.table.enter(name)
        self.assertEqual(self.bob.headline, "Turn squares: 32 pairs to find. bob 9, cid 9, dan 9 and 3 more.")
        self.cid.leave()
        self.assertEqual(self.bob.headline, "Turn squares: 32 pairs to find. bob 9, dan 9, eve 9 and 2 more.")

    def test_nothing_new_is_the_same_scene(self) -> None:
        self.start()
        self.turn(self.ann, (0, 0), (1, 0))
        scene = self.table.game.scene()
        self.ann.say("hello")
        self.ann.click(HELP)
        self.ann.click(SCORING)
        self.assertIs(self.table.game.scene(), scene)
        self.turn(self.ann, (5, 5))
        self.assertIsNot(self.table.game.scene(), scene)

    def test_points_won_elsewhere_are_seen(self) -> None:
        self.start()
        self.ann.click(SCORING)
        self.table.world.award(self.cid.player, 5)
        self.table.room.scored(self.cid.player)
        self.table.advance(0)
        self.assertEqual(self.bob.headline, "Turn squares: 32 pairs to find. cid 14, bob 9, ann 8.")
        self.ann.click(SCORING)
        self.assertEqual(self.ann.heard[-1], "Points now: cid 14, bob 9, ann 8.")


class Time(TableTestCase):
    def clock(self) -> str:
        return self.bob.tile(CLOCK).name

    def test_the_clock_shows_how_long_a_pair_will_show(self) -> None:
        self.start()
        self.turn(self.ann, (0, 0))
        shown = [self.clock()]
        self.turn(self.bob, (1, 0))
        for _ in range(5):
            shown.append(self.clock())
            self.table.advance(0.5)
        self.assertEqual(shown, ["", "2.0 s", "1.5 s", "1.0 s", "0.5 s", ""])
        self.assertFalse(self.bob.tile(CLOCK).enabled)

    def test_an_act_behind_the_time_does_not_put_the_decision_off(self) -> None:
        """Somebody's act may be dealt with before a tick that is late."""
        game, ann, bob = PairPanicking(Dealt()), Someone("ann"), Someone("bob")
        for events in (game.enter(ann, 0.0), game.enter(bob, 0.0)):
            happen(events)
        for tile in (RESTART, IDS[0, 0], IDS[1, 0]):
            happen(game.click(ann, tile, 0.0))
        happen(game.leave(bob, 5.0))
        self.assertEqual(game.deadline, 2.0)
        happen(game.tick(5.0))
        self.assertIsNone(game.deadline)

    def test_nothing_is_waited_for_when_the_game_is_over(self) -> None:
        self.start(0, 1, 0)
        self.turn(self.bob, (0, 0), (1, 0))
        self.bob.leave()
        self.assertIsNone(self.table.game.deadline)
        self.assertEqual(self.ann.tile(CLOCK).name, "")


class WhatIsSaid(TableTestCase):
    def setUp(self) -> None:
        super().setUp()
        for seat in (self.ann, self.bob, self.cid):
            seat.heard.clear()  # they were welcome

    def heard(self, seat: Seat) -> list[str]:
        heard, seat.heard = seat.heard, []
        known = r"[\w, ]+ came in\.|\w+ left\.|Game over\. The ranking:| *\d+\. \w+ +\d+( \([+-]\d+\))?"
        return [line for line in heard if not re.fullmatch(known, line)]

    def hear(self) -> str:
        """The one line that all have heard since this was asked last."""
        (line,), *others = (self.heard(seat) for seat in (self.cid, self.ann, self.bob) if seat.is_at_the_table)
        self.assertEqual(others, [[line]] * len(others))
        return line

    def begin(self, *points: int) -> None:
        self.start(*points)
        self.hear()

    def test_a_start(self) -> None:
        self.ann.click(RESTART)
        self.assertEqual(self.hear(), "ann has started a game: 32 pairs to find.")

    def test_what_a_newcomer_can_do_and_what_coming_in_has_cost(self) -> None:
        cost = " Coming in has cost you a point."
        self.assertEqual(self.table.enter("dan").heard[-1], "Restart begins a game, for a point." + cost)
        self.start()
        self.assertEqual(
            self.table.enter("eve").heard[-1], "A game is on: turn squares; two of a kind are a pair." + cost
        )
        table = Table(dealt())
        poor = table.enter("ann")
        table.world.award(poor.player, -9)
        poor.click(HOME)
        with table.nothing_fails():
            table.world.send_to(poor.player, "pairs")
        self.assertEqual(poor.heard[-1], "Recharge gives you 5 points; then Restart begins a game.")

    def test_a_pair_and_a_mismatch_and_what_they_bring_and_cost(self) -> None:
        for points, first, second, line in (
            ((8, 9, 9), ("bob", (0, 0)), (0, 2), "bob found a pair (ant): everybody here +2, bob +4 more."),
            ((9, 0, 9), ("bob", (0, 0)), (0, 2), "bob found a pair (ant): everybody here +2."),
            ((8, 9, 9), ("bob", (2, 0)), (3, 1), "bob turned cat and owl: active players -1, bob -1 more."),
            ((8, 9, 9), ("ann", (2, 0)), (3, 1), "ann turned cat, bob owl: active players -1, bob -1 more."),
            ((9, 1, 9), ("bob", (2, 0)), (3, 1), "bob turned cat and owl: active players -1."),
            ((9, 0, 9), ("bob", (2, 0)), (3, 1), "bob turned cat and owl: active players -1."),
        ):
            self.setUp()
            self.begin(*points)
            self.turn(self.ann if first[0] == "ann" else self.bob, first[1])
            self.turn(self.bob, second)
            self.table.advance(2)
            self.assertEqual(self.hear(), line)

    def test_a_winner(self) -> None:
        self.start()
        self.solve_all(self.bob)
        ranking = ["Game over. The ranking:", "1. bob          201 (+191)", "2. cid           73 (+63)"]
        self.assertEqual(self.ann.heard[-4:-1], ranking)
        line = "Game over: every square is solved. bob wins with 201 points."
        self.assertEqual([self.heard(seat)[-1] for seat in (self.ann, self.bob, self.cid)], [line] * 3)
        self.assertEqual(self.ann.headline, f"{line} Click Restart.")
        self.assertTrue(self.ann.tile(RESTART).enabled)
        self.assertEqual(self.ann.tile(IDS[0, 0]).name, "··")

    def test_a_tie(self) -> None:
        self.start(31 * 4, 0, 0)
        self.solve_all(self.bob)
        self.assertEqual(
            self.heard(self.cid)[-1], "Game over: every square is solved. ann and bob tie, with 188 points each."
        )

    def test_nobody_has_points_left(self) -> None:
        self.begin(1, 1, 1)
        self.turn(self.bob, (2, 0), (3, 1))
        self.table.advance(2)
        over, what_now = self.heard(self.cid)[-2:]
        self.assertEqual(over, "Game over: nobody has points left, so nobody wins.")
        self.assertEqual(what_now, "You have no points left. Recharge gives you 5; then click Restart.")
        spent = "Nobody here has points left: the game is over. Recharge to play again."
        self.assertEqual(self.cid.headline, spent)
        self.cid.click(RECHARGE)
        self.assertEqual(self.cid.headline, "Click Restart to play again: it costs a point.")

    def test_the_last_active_player_leaves(self) -> None:
        self.begin(0, 1, 0)
        self.turn(self.bob, (2, 0))
        self.bob.leave()
        self.assertEqual(self.hear(), "Game over: the last player with points has left, so nobody wins.")
        self.assertEqual(self.cid.tile(IDS[2, 0]).name, "?")
        self.assertFalse(self.cid.tile(IDS[2, 0]).enabled)
        self.assertTrue(self.cid.tile(RESTART).enabled)

    def test_who_has_no_points_cannot_start(self) -> None:
        self.set_points(0, 9, 9)
        scene = self.table.game.scene()
        self.ann.click(RESTART)
        line = "Starting costs a point, and you have none. Recharge brings you back to 5."
        self.assertEqual([self.heard(seat) for seat in (self.ann, self.bob)], [[line], []])
        self.assertTrue(self.bob.tile(RESTART).enabled)
        self.assertEqual(self.bob.headline, BEGIN)
        self.assertIs(self.table.game.scene(), scene)

    def test_who_has_the_last_point_cannot_start(self) -> None:
        self.set_points(1, 0, 0)
        self.notice()
        self.ann.click(RESTART)
        line = "Starting costs a point, and after that nobody here would have one. Recharge brings you back to 5."
        self.assertEqual(self.ann.headline, "Nobody here has enough points for a game: Recharge brings you back to 5.")
        self.assertEqual([self.heard(seat) for seat in (self.ann, self.bob)], [[line], []])
        self.assertEqual(self.ann.points, 1)

    def test_help_says_how_to_come_by_points(self) -> None:
        self.assertIn("You start with 10 points.", PairPanicking.help[-1])
        self.assertIn("Recharge brings you back to 5, once a minute.", PairPanicking.help[-1])
        admitted: list[int] = []
        Guests().admit("ann", "", "").addCallback(lambda account: admitted.append(account.points))
        self.assertEqual(admitted, [10])

    def test_scoring_is_for_who_asked(self) -> None:
        self.ann.click(SCORING)
        heard = self.heard(self.ann)
        self.assertEqual(heard[:-1], list(scoring(misses_cost=True)))
        self.assertEqual(heard[-1], "Points now: ann 9, bob 9, cid 9.")
        self.assertEqual(self.heard(self.bob), [])


class ComingAndGoing(TableTestCase):
    def test_little_is_kept_of_guests_who_are_gone_for_good(self) -> None:
        """Some, for the result; whether they log out here, or at Home later. After the game, nobody."""
        self.start()
        gone = []
        for number in range(100):
            guest = self.table.enter(f"guest{number}")
            if number % 2:
                guest.click(HOME)
            guest.leave()
            gone.append(ref(guest.player))
        del guest
        self.turn(self.ann, (0, 0), (1, 0))
        self.table.advance(10)
        self.table.advance(10)
        gc.collect()
        self.assertLessEqual(sum(player() is not None for player in gone), 64)
        for seat in (self.ann, self.bob, self.cid):
            seat.click(HOME)
        gc.collect()
        self.assertEqual([player() for player in gone if player() is not None], [])

    def test_all_leave(self) -> None:
        self.start()
        self.turn(self.ann, (0, 0), (1, 0))
        for seat in (self.ann, self.bob, self.cid):
            seat.leave()
        self.table.advance(10)
        dan = self.table.enter("dan")
        self.assertEqual(dan.headline, BEGIN)
        self.assertEqual({dan.tile(IDS[square]).name for square in SQUARES}, {"?"})
        dan.click(RESTART)
        self.assertEqual(dan.headline, "Turn squares: 32 pairs to find. dan 8.")


class Recharging(TableTestCase):
    def enabled(self, *seats: Seat) -> list[bool]:
        return [seat.tile(RECHARGE).enabled for seat in seats]

    def test_it_is_offered_to_those_who_are_short_of_points(self) -> None:
        self.assertEqual(self.enabled(self.ann, self.bob), [False, False])
        self.set_points(5, 4, 0)
        self.notice()
        self.assertEqual(self.enabled(self.ann, self.bob, self.cid), [False, True, True])
        self.start()
        self.assertEqual(self.enabled(self.ann, self.bob, self.cid), [True, True, True])
        self.assertEqual((self.ann.legal[-1], self.bob.legal[-1]), ("recharge", "recharge"))
        self.turn(self.ann, *ZERO[:2])
        self.table.advance(2)
        self.assertEqual(self.enabled(self.ann, self.bob, self.cid), [False, False, True])
        self.assertEqual(self.ann.legal[-1], "scoring")

    def test_it_brings_back_to_five_points_once_a_minute(self) -> None:
        self.start(4, 9, 0)
        self.notice()
        self.ann.click(RECHARGE)
        self.assertEqual((self.ann.points, self.ann.heard[-1]), (5, "You have 5 points again."))
        self.assertEqual(self.bob.headline, "Turn squares: 32 pairs to find. bob 9, ann 5, cid 0.")
        self.assertEqual(self.enabled(self.ann, self.cid), [False, True])
        self.table.advance(20)
        self.set_points(2, 9, 0)
        self.notice()
        self.ann.click(RECHARGE)
        self.assertEqual((self.ann.points, self.ann.heard[-1]), (2, "You can recharge again in 40 s."))
        self.table.advance(40)
        self.ann.click(RECHARGE)
        self.assertEqual(self.ann.points, 5)
        self.assertNotIn("again", " ".join(self.bob.heard))

    def test_it_is_the_same_minute_as_at_home(self) -> None:
        for first, second in (("PairPanicking", "Home"), ("Home", "PairPanicking")):
            server = Server([dealt()])
            ann = server.join("ann")
            player = server.world.players[ann.agent]
            server.world.award(player, 4 - player.points)
            for room in (first, second):
                if ann.room != room:
                    ann.click(room)
                ann.click("Recharge")
                server.world.award(player, 4 - player.points)
            self.assertEqual(
                [line for line in ann.heard if "again" in line],
                ["You have 5 points again.", "You can recharge again in 60 s."],
            )
            server.check()

    def test_a_lone_beginner_goes_on_in_the_same_room(self) -> None:
        for seat in (self.bob, self.cid):
            seat.leave()
        self.start()
        for _ in range(4):
            self.turn(self.ann, ZERO[0], ONE[0])
            self.table.advance(2)
        self.assertEqual(
            (self.ann.points, self.ann.headline),
            (0, "Nobody here has points left: the game is over. Recharge to play again."),
        )
        self.ann.click(RECHARGE)
        self.ann.click(RESTART)
        self.assertEqual(self.ann.headline, "Turn squares: 32 pairs to find. ann 4.")


class PointsElsewhere(SynchronousTestCase):
    """Two rooms of the game: a player who leaves one while two squares show still loses points by them in the other."""

    def setUp(self) -> None:
        self.server = Server([dealt(name="one"), dealt(name="two")])
        self.one, self.two = self.server.world.rooms["one"], self.server.world.rooms["two"]
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        for client in (self.ann, self.bob):
            self.walk(client, "one")
        self.click(self.ann, RESTART, IDS[0, 0], IDS[1, 0])
        self.walk(self.bob, "two")
        self.click(self.bob, RESTART)

    def walk(self, client: Client, room: str) -> None:
        self.server.world.send_to(self.server.world.players[client.agent], room)
        self.server.settle()

    def click(self, client: Client, *tiles: object) -> None:
        for tile in tiles:
            room = self.server.world.players[client.agent].room
            assert room is not None
            client.send(click(room.objid_of(tile)))

    def headline(self, client: Client) -> str:
        return str(client.model.objects[client.model.current or ""]["text"])

    def test_the_game_there_may_be_over(self) -> None:
        bob = self.server.world.players[self.bob.agent]
        self.server.world.award(bob, 1 - bob.points)
        self.click(self.bob, IDS[0, 0])
        self.assertEqual(self.bob.model.objects[self.two.objid_of(IDS[0, 0])]["name"], "ant")
        self.bob.model.heard.clear()
        self.click(self.ann, IDS[2, 0])
        self.assertEqual(
            self.bob.heard,
            [
                "Game over: nobody has points left, so nobody wins.",
                "You have no points left. Recharge gives you 5; then click Restart.",
                "Game over. The ranking:",
                "1. bob            0 (-2)",  # it cost one to come in
                "In PairPanicking you have lost 1 point: you have 0 now.",
            ],
        )
        self.assertEqual(self.bob.model.objects[self.two.objid_of(IDS[0, 0])]["name"], "?")
        self.assertTrue(self.headline(self.bob).endswith(" Recharge to play again."))
        self.assertTrue(self.headline(self.ann).startswith("Turn squares: 32 pairs to find."))
        self.server.check()


class Broken(PairPanicking):
    """One that fails when somebody asks for the scoring."""

    def click(self, player: Player, tile: TileId, now: float) -> Events:
        if tile == SCORING:
            raise ZeroDivisionError
        return super().click(player, tile, now)


class Failing(SynchronousTestCase):
    """A game that fails and starts again costs nobody anything."""

    def setUp(self) -> None:
        self.server = Server([dealt(game=Broken)])
        self.room = self.server.world.rooms["pairs"]
        self.ann, self.bob, self.cid = (self.server.join(name) for name in NAMES)
        for client in (self.ann, self.bob):
            self.come(client)

    def come(self, client: Client) -> None:
        self.server.world.send_to(self.server.world.players[client.agent], "pairs")
        self.server.settle()

    def break_game(self) -> None:
        game = self.room.game
        self.ann.send(click(self.room.objid_of(SCORING)))
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertIsNot(self.room.game, game)

    def points(self) -> list[int]:
        return [self.server.world.players[client.agent].points for client in (self.ann, self.bob, self.cid)]

    def test_coming_in_is_paid_once_by_those_who_were_there_and_by_those_who_come_then(self) -> None:
        for _ in range(3):
            self.break_game()
        self.assertEqual(self.points(), [9, 9, 10])
        self.assertEqual(self.cid.model.objects[self.cid.agent]["energy"], 11)
        self.come(self.cid)
        self.assertEqual(self.points(), [9, 9, 9])
        self.server.check()

    def test_those_with_no_points_stay_in_the_room(self) -> None:
        bob = self.server.world.players[self.bob.agent]
        self.server.world.award(bob, -99)
        self.break_game()
        self.assertEqual(self.points(), [9, 0, 10])
        self.assertIs(bob.room, self.room)
