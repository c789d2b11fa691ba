"""Set at several tables: who is led where, when tables are opened and closed, and that nobody can hold them all."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import ClassVar
from unittest.mock import patch
from weakref import ref

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tests.doubles.set_table import BEGUN, CAP, TWELVE
from tilenet.catalogue import GamePlugin
from tilenet.game import Summary
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
        game.match.board, game.match.deck = [*CAP[:12]], []
        vars(game).update(game.caches)
        player = next(iter(game.match.scores))
        self.server.world.rooms[room].play(game.click, player, NO_SET)
        self.server.settle()


class TheWay(TablesTestCase):
    def test_a_latecomer_is_told_of_the_tile_below_the_cards(self) -> None:
        cid = self.come("cid")
        self.assertIn(BEGUN.replace(" 69 in", f"{OFFER} 69 in"), cid.heard)
        self.assertTrue(self.can_go_on(cid))
        tile = self.game().scene().tiles[OTHER]
        self.assertEqual(tile[:4], (2, 7, "Other table", "Go to a table where you can play soon"))

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

    def test_only_a_full_table_leads_to_another_and_tells_whoever_comes_of_it(self) -> None:
        crowd = [self.go_on(f"p{number}") for number in range(11)]
        self.assertFalse(any(self.can_go_on(client) for client in crowd))
        self.assertEqual((self.go_on("twelfth").room, self.can_go_on(crowd[0])), ("Set 2", True))
        late = self.come("late")
        self.server.world.send_to(self.server.world.players[late.agent], "set-2")
        self.server.settle()
        self.assertIn(TWELVE + OFFER, late.heard)
        late.click("Other table")
        self.assertEqual((late.room, len(self.seats(crowd[0]))), ("Set 3", 12))

    def test_it_leads_back_to_the_first_table_if_nobody_is_there(self) -> None:
        cid = self.go_on("cid")
        self.ann.lose()
        self.bob.click("Home")
        self.server.advance(16)
        cid.click("Other table")
        self.assertEqual((cid.room, self.headline(cid)), ("Set", "The game begins in 15 s."))
        self.assertEqual(self.tables(), ["set"])

    def test_help_tells_of_other_tables_where_there_are_any(self) -> None:
        self.ann.click("Help")
        heard = " ".join(self.ann.heard)
        self.assertIn("Other table leads to a table where you can play soon.", heard)
        self.assertIn("A player who does nothing for 2 minutes while others play gives up the seat", heard)
        self.assertLessEqual(max(map(len, SetTable.help)), 250)
        for game in (SetGame(Random(1)), Practice(Random(1)), OneGame(Random(1), begins_at=15.0, countdown=15.0)):
            self.assertNotIn(OTHER, game.scene().tiles)
            self.assertNotIn("Other table", " ".join(game.help))


class Closing(TablesTestCase):
    def test_a_table_that_everybody_has_left_is_closed_and_its_number_not_used_again(self) -> None:
        cid, dan = self.go_on("cid"), self.go_on("dan")
        self.server.advance(20)
        cid.click("Home")
        self.assertEqual(self.tables(), ["set", "set-2"])
        dan.lose()
        self.assertEqual(self.tables(), ["set"])
        self.assertEqual((self.go_on("eve").room, self.tables()), ("Set 3", ["set", "set-3"]))
        self.server.check()

    def test_nothing_is_kept_of_a_closed_table(self) -> None:
        cid = self.go_on("cid")
        game, player = ref(self.game("set-2")), ref(self.server.world.players[cid.agent])
        cid.lose()
        self.server.clients.remove(cid)
        del cid
        self.server.advance(12)
        gc.collect()
        self.assertEqual((game(), player()), (None, None))


class Bounded(TablesTestCase):
    options: ClassVar = {"tables": "2", "countdown": "5"}

    def test_there_are_no_more_tables_than_that_and_all_have_the_same_countdown(self) -> None:
        cid = self.go_on("cid")
        self.assertEqual(self.headline(cid), "The game begins in 5 s.")
        self.server.advance(6)
        dan = self.go_on("dan")
        self.assertEqual(dan.heard[-1], "There is no free seat at any other table now. Try again later.")
        eve = self.go_on("eve")
        self.assertIn(
            "There is no free seat at any other table now, so you are led to one where fewer people wait.", eve.heard
        )
        self.assertEqual((dan.room, eve.room, self.go_on("flo").room), ("Set", "Set 2", "Set"))
        self.assertEqual((dan.room, cid.room, self.tables()), ("Set", "Set 2", ["set", "set-2"]))

    def test_without_a_seat_anywhere_a_table_whose_game_is_over_will_do(self) -> None:
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

    def test_no_other_table_is_offered(self) -> None:
        cid = self.come("cid")
        self.assertFalse(self.can_go_on(cid))
        self.assertIn(BEGUN, cid.heard)


class Failing(TablesTestCase):
    @contextmanager
    def fails_to_start(self) -> Iterator[None]:
        """No game can start meanwhile."""
        with patch.object(SetTable, "__init__", side_effect=ZeroDivisionError):
            yield
        self.assertGreater(len(self.flushLoggedErrors(ZeroDivisionError)), 0)

    def break_down(self, room: str, client: Client) -> None:
        """Let the game in a room fail, by what somebody does there."""
        match = self.game(room).match
        assert match is not None
        match.board.clear()
        client.click(str(client.model.objects[client.model.grid()[0, 0]]["name"]))
        self.assertEqual(len(self.flushLoggedErrors(IndexError)), 1)

    def test_nobody_is_led_to_a_table_that_is_out_of_order(self) -> None:
        cid = self.go_on("cid")
        self.server.advance(16)
        with self.fails_to_start():
            self.break_down("set-2", cid)
        self.assertEqual(self.headline(cid), "This room is out of order.")
        self.assertEqual(self.go_on("dan").room, "Set 3")

    def test_a_player_is_told_if_no_table_can_be_opened(self) -> None:
        cid = self.come("cid")
        with self.fails_to_start():
            cid.click("Other table")
        self.assertEqual((cid.room, self.tables()), ("Set", ["set"]))
        self.assertIn("Try again later.", cid.heard[-1])


class Idlers(SynchronousTestCase):
    """Twelve who do nothing, and somebody who wants to play."""

    def setUp(self) -> None:
        self.table = Table(SET)
        self.idlers = [self.table.enter(f"p{number}") for number in range(12)]
        self.table.advance(15)
        self.ann = self.table.enter("ann")

    def test_an_idler_who_gets_no_seat_is_led_to_another_table_though_newcomers_would_get_one_here(self) -> None:
        self.table.advance(60)
        self.assertTrue(self.table.game.summary().can_join)
        self.idlers[11].click(OTHER)
        self.assertIs(self.idlers[11].player.room, self.table.world.rooms["set-2"])


class Listed(SynchronousTestCase):
    """What the directory says about a table."""

    def test_who_plays_and_whether_one_can_join(self) -> None:
        table = Table(SET)
        self.assertEqual(table.room.summary, Summary((), 12, "waiting"))
        ann, _ = table.enter("ann"), table.enter("bob")
        self.assertEqual(table.room.summary, Summary(("ann", "bob"), 12, "waiting", 15.0))
        table.advance(15)
        on = Summary(("ann", "bob"), 12, "playing", can_join=False)
        self.assertEqual(table.room.summary, on)
        cid = table.enter("cid")
        self.assertEqual(table.room.summary, replace(on, watching=1))
        cid.leave()
        table.advance(600)
        self.assertEqual(table.room.summary, replace(on, phase="over"))
        table.enter("cid")
        ann.click(RESTART)
        self.assertEqual(table.room.summary, Summary(("cid", "ann", "bob"), 12, "waiting", 630.0))


class TablesOfOnesOwn(TablesTestCase):
    def test_nobody_is_led_to_somebodys_own_table_even_if_it_is_public(self) -> None:
        """Nor do they use up the number of tables that there can be."""
        for name, kind in (("dan", "public"), ("eve", "private")):
            client = self.come(name)
            client.say(f"/new set {kind}")
            self.server.settle()
            self.assertIn("table", str(client.room))
        cid = self.go_on("cid")
        self.assertEqual((cid.room, self.seats(cid)), ("Set 2", ["cid 0"]))
        flo = self.come("flo")
        flo.say("/new set")
        self.server.settle()
        self.assertNotIn("Other table", [flo.model.objects[objid]["name"] for objid in flo.model.grid().values()])
