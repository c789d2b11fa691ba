"""Set at several tables: who is led where, when tables are opened and closed, and that nobody can hold them all."""

from __future__ import annotations

import gc
from random import Random
from typing import ClassVar
from weakref import ref

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.games.set.test_game import BEGUN, TWELVE, card
from tests.games.set.test_rules import CAP
from tilenet.catalogue import GamePlugin
from tilenet.game import HELP
from tilenet.games.set.game import SetGame
from tilenet.games.set.hall import OTHER, SetTable
from tilenet.games.set.layouts import NO_SET
from tilenet.games.set.onegame import OneGame
from tilenet.games.set.practice import Practice
from tilenet.games.set.table import RESTART
from tilenet.testing import Table

SET = GamePlugin("set", SetTable)
OFFER = " Or click Other table."


class TablesTestCase(SynchronousTestCase):
    """ann and bob play at the first table."""

    options: ClassVar[dict[str, str]] = {}

    def setUp(self) -> None:
        plugin = SET
        for option, value in self.options.items():
            plugin = plugin.with_option(option, value)
        self.server = Server([plugin], command_burst=10**6)
        self.ann, self.bob = self.come("ann"), self.come("bob")
        self.server.advance(16)

    def come(self, name: str) -> Client:
        """Somebody comes to the first table."""
        client = self.server.join(name)
        client.click("Set")
        return client

    def go_on(self, name: str) -> Client:
        """Somebody comes to the first table, and goes on to another."""
        client = self.come(name)
        client.click("Other table")
        return client

    def game(self, room: str = "set") -> SetTable:
        game = self.server.world.rooms[room].game
        assert isinstance(game, SetTable)
        return game

    def tables(self) -> list[str]:
        return [name for name in self.server.world.rooms if name.startswith("set")]

    def headline(self, client: Client) -> str:
        return str(client.model.objects[client.model.current or ""]["text"])

    def seats(self, client: Client) -> list[str]:
        grid = client.model.grid()
        names = (str(client.model.objects[grid[x, y]]["name"]) for y in (3, 4, 5) for x in range(4))
        return [name for name in names if name]

    def can_go_on(self, client: Client) -> bool:
        return bool(client.model.objects[client.token("Other table")]["energy"])

    def end(self, room: str = "set") -> None:
        """Let the game in a room be over."""
        game = self.game(room)
        assert game.match is not None
        game.match.board, game.match.deck, game._scene = [*CAP[:12]], [], None
        player = next(iter(game.match.scores))
        self.server.world.rooms[room]._play(game.press, player, NO_SET)
        self.server.settle()


class TheWay(TablesTestCase):
    def test_it_is_below_the_cards(self) -> None:
        tile = self.game().scene().tiles[OTHER]
        self.assertEqual(tile[:4], (2, 7, "Other table", "Go to a table where you can play soon"))

    def test_who_comes_late_is_told_of_it(self) -> None:
        cid = self.come("cid")
        begun = BEGUN.replace(" 69 in", f"{OFFER} 69 in")
        self.assertIn(begun, cid.heard)
        self.assertTrue(self.can_go_on(cid))

    def test_it_leads_to_a_table_where_a_game_begins_soon(self) -> None:
        cid = self.go_on("cid")
        self.assertEqual((cid.room, self.headline(cid)), ("Set 2", "The game begins in 15 s."))
        self.assertEqual((self.seats(cid), self.seats(self.ann)), (["cid 0"], ["ann 0", "bob 0"]))
        self.server.advance(16)
        self.assertTrue(self.game("set-2").is_on)
        self.assertIn("The game begins: 69 in the deck.", cid.heard)
        self.server.check()

    def test_others_are_led_to_the_same_one_as_long_as_they_can_play_there(self) -> None:
        cid, dan = self.go_on("cid"), self.go_on("dan")
        self.server.advance(10)
        eve = self.go_on("eve")
        self.assertEqual((eve.room, self.seats(dan)), ("Set 2", ["cid 0", "dan 0", "eve 0"]))
        self.server.advance(6)
        self.assertEqual((self.go_on("flo").room, cid.room), ("Set 3", "Set 2"))
        self.server.check()

    def test_a_full_table_leads_to_another(self) -> None:
        crowd = [self.go_on(f"p{number}") for number in range(12)]
        self.assertEqual({client.room for client in crowd}, {"Set 2"})
        self.assertTrue(self.can_go_on(crowd[0]))
        self.assertEqual(self.go_on("late").room, "Set 3")

    def test_while_there_are_seats_nobody_needs_it(self) -> None:
        crowd = [self.go_on(f"p{number}") for number in range(11)]
        self.assertFalse(any(self.can_go_on(client) for client in crowd))

    def test_who_is_there_when_a_table_is_full_is_told_of_it(self) -> None:
        crowd = [self.go_on(f"p{number}") for number in range(12)]
        late = self.come("late")
        self.server.world.send_to(self.server.world.players[late.agent], "set-2")
        self.server.settle()
        self.assertIn(TWELVE + OFFER, late.heard)
        late.click("Other table")
        self.assertEqual((late.room, len(self.seats(crowd[0]))), ("Set 3", 12))

    def test_when_the_game_is_over_there_is_restart_instead(self) -> None:
        self.end()
        self.assertFalse(self.can_go_on(self.ann))
        self.assertTrue(self.ann.model.objects[self.ann.token("Restart")]["energy"])

    def test_it_leads_back_to_the_first_table_if_nobody_is_there(self) -> None:
        cid = self.go_on("cid")
        self.ann.lose()
        self.bob.click("Home")
        self.server.advance(16)
        cid.click("Other table")
        self.assertEqual((cid.room, self.headline(cid)), ("Set", "The game begins in 15 s."))
        self.assertEqual(self.tables(), ["set"])

    def test_who_plays_may_go_too(self) -> None:
        self.ann.click("Other table")
        self.assertEqual((self.ann.room, self.seats(self.bob)), ("Set 2", ["ann 0", "bob 0"]))
        self.ann.click("Home")
        self.ann.click("Set")
        self.assertIn("You are still playing. 69 in the deck.", self.ann.heard)

    def test_help_tells_of_it(self) -> None:
        self.ann.click("Help")
        heard = " ".join(self.ann.heard)
        self.assertIn("Other table leads to a table where you can play soon.", heard)
        self.assertIn("A player who does nothing for 2 minutes while others play gives up the seat", heard)
        self.assertLessEqual(max(map(len, SetTable.help)), 250)

    def test_elsewhere_there_is_only_one_table(self) -> None:
        for game in (SetGame(Random(1)), Practice(Random(1)), OneGame(Random(1), 15.0, 15.0, lambda end: None)):
            self.assertNotIn(OTHER, game.scene().tiles)
            self.assertNotIn("Other table", " ".join(game.help))


class Closing(TablesTestCase):
    def test_a_table_that_everybody_has_left_is_closed(self) -> None:
        cid, dan = self.go_on("cid"), self.go_on("dan")
        self.server.advance(20)
        cid.click("Home")
        self.assertEqual(self.tables(), ["set", "set-2"])
        dan.lose()
        self.assertEqual(self.tables(), ["set"])
        self.assertEqual([*self.game()._hall], [1])

    def test_its_number_is_free_again(self) -> None:
        cid = self.go_on("cid")
        self.server.advance(16)
        self.assertEqual(self.go_on("dan").room, "Set 3")
        cid.click("Home")
        self.server.advance(16)
        self.assertEqual(self.go_on("eve").room, "Set 2")
        self.server.check()

    def test_the_first_one_stays(self) -> None:
        for client in (self.ann, self.bob):
            client.click("Home")
        self.assertEqual(self.tables(), ["set"])
        self.ann.click("Set")
        self.assertEqual(self.headline(self.ann), "The game begins in 15 s.")

    def test_nothing_is_kept_of_it(self) -> None:
        cid = self.go_on("cid")
        game, player = ref(self.game("set-2")), ref(self.server.world.players[cid.agent])
        cid.lose()
        self.server.clients.remove(cid)
        del cid
        self.server.advance(12)
        gc.collect()
        self.assertEqual((game(), player()), (None, None))

    def test_home_counts_all_tables_as_set(self) -> None:
        self.go_on("cid")
        dan = self.server.join("dan")
        self.server.advance(2)
        told = str(dan.model.objects[dan.token("Set")]["text"])
        self.assertIn("There now: 3 people: ann, bob, cid.", told)


class Bounded(TablesTestCase):
    options: ClassVar = {"tables": "2", "countdown": "5"}

    def test_other_tables_have_the_same_countdown(self) -> None:
        self.assertEqual(self.headline(self.go_on("cid")), "The game begins in 5 s.")

    def test_there_are_no_more_than_that(self) -> None:
        cid = self.go_on("cid")
        self.server.advance(6)
        dan = self.go_on("dan")
        self.assertEqual(dan.heard[-1], "There is no free seat at any other table now. Try again later.")
        self.assertEqual((dan.room, cid.room, self.tables()), ("Set", "Set 2", ["set", "set-2"]))

    def test_one_whose_game_is_over_will_do_then(self) -> None:
        """A player who comes in can begin the next one, and goes first."""
        self.go_on("cid")
        self.server.advance(6)
        self.end("set-2")
        dan = self.go_on("dan")
        self.assertEqual(dan.room, "Set 2")
        dan.click("Restart")
        self.assertEqual(self.seats(dan), ["dan 0", "cid 0"])


class OneTable(TablesTestCase):
    options: ClassVar = {"tables": "1"}

    def test_no_other_is_offered(self) -> None:
        cid = self.come("cid")
        self.assertFalse(self.can_go_on(cid))
        self.assertIn(BEGUN, cid.heard)


class Failing(TablesTestCase):
    def break_down(self, room: str, client: Client) -> None:
        """Let the game in a room fail, by what somebody does there."""
        match = self.game(room).match
        assert match is not None
        match.board.clear()
        client.click(str(client.model.objects[client.model.grid()[0, 0]]["name"]))
        self.assertEqual(len(self.flushLoggedErrors(IndexError)), 1)

    def test_the_first_table_knows_the_others_afterwards(self) -> None:
        cid = self.go_on("cid")
        self.break_down("set", self.ann)
        self.assertEqual([*self.game()._hall.values()], [self.game(), self.game("set-2")])
        self.server.advance(10)
        self.assertEqual((self.tables(), cid.room), (["set", "set-2"], "Set 2"))

    def test_another_table_is_still_known(self) -> None:
        cid = self.go_on("cid")
        self.server.advance(16)
        self.break_down("set-2", cid)
        self.assertEqual([*self.game()._hall.values()], [self.game(), self.game("set-2")])
        self.assertEqual(self.go_on("dan").room, "Set 2")
        self.server.check()

    def test_a_table_that_cannot_be_opened(self) -> None:
        def fail(*args: object, **more: object) -> None:
            raise ZeroDivisionError

        cid = self.come("cid")
        self.patch(SetTable, "__init__", fail)
        cid.click("Other table")
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertEqual((cid.room, self.tables()), ("Set", ["set"]))
        self.assertIn("Try again later.", cid.heard[-1])


class Idlers(SynchronousTestCase):
    """Twelve who do nothing, and somebody who wants to play."""

    def test_they_do_not_hold_the_game(self) -> None:
        table = Table(SET)
        for number in range(12):
            table.enter(f"p{number}")
        table.advance(15)
        ann = table.enter("ann")
        ann.click(OTHER)
        self.assertIs(ann.player.room, table.world.rooms["set-2"])
        table.advance(15)
        table.room = table.world.rooms["set-2"]
        ann.click(card(0))
        self.assertEqual(ann.tile(card(0)).name[0], "*")

    def test_nor_the_seats_of_the_next_one(self) -> None:
        table = Table(SET)
        idlers = [table.enter(f"p{number}") for number in range(12)]
        table.advance(15)
        ann = table.enter("ann")
        table.advance(600)
        ann.click(RESTART)
        others = [table.enter(f"q{number}") for number in range(11)]
        table.advance(15)
        game = table.game
        assert isinstance(game, SetTable) and game.match is not None
        self.assertEqual({*game.match.scores}, {seat.player for seat in (ann, *others)})
        self.assertIn("You did nothing in the last game, so q0 plays: you watch", " ".join(idlers[10].heard))
        ann.click(HELP)
