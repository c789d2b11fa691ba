"""The lobby of Dancing: matches that run or wait, the last twenty results, and its options."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.dancing_clients import FILE, PLAN, STARS, DancingServer, headline, rooms, shown
from tests.doubles.harness import Client, Server
from tilenet.catalogue import GamePlugin, with_options
from tilenet.games.dancing import lobby
from tilenet.games.dancing.events import OpenTable
from tilenet.games.dancing.lobby import Lobby
from tilenet.games.dancing.showcase import COLUMNS, RESULT_COLUMNS, ROWS


def listed(client: Client) -> list[str]:
    """The matches, as a player in the lobby sees them."""
    grid = client.model.grid()
    return [
        str(client.model.objects[grid[x, y]]["name"]) for x in range(COLUMNS) for y in range(ROWS) if (x, y) in grid
    ]


def results(client: Client) -> list[str]:
    grid = client.model.grid()
    columns = range(COLUMNS, COLUMNS + RESULT_COLUMNS)
    return [str(client.model.objects[grid[x, y]]["name"]) for x in columns for y in range(ROWS) if (x, y) in grid]


class LobbyTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = DancingServer()
        self.eve = self.server.join("eve")
        self.eve.click("Dancing")

    def play(self, first: str, second: str) -> None:
        ann, bob = self.server.pair(first, second)
        bob.say(STARS)
        ann.say(*PLAN)

    def tip(self, name: str) -> str:
        return str(self.eve.model.objects[self.eve.token(name)]["text"])

    def look(self) -> None:
        """Wait for the next update."""
        self.server.advance(1)


class WhatItShows(LobbyTestCase):
    def test_matches_that_wait_for_a_second_player_and_those_that_run(self) -> None:
        self.assertEqual((listed(self.eve), results(self.eve)), ([], []))
        self.assertEqual(headline(self.eve), "No match is running. Click New to make a table.")
        self.server.enter("ann")
        self.look()
        self.assertEqual(listed(self.eve), ["ann - ?"])
        self.assertEqual(self.tip("ann - ?"), "Dancing 1, 4 2 2: waiting for an opponent")
        bob = self.server.enter("bob")
        self.server.enter("cid")
        self.look()
        self.assertEqual(listed(self.eve), ["ann - bob", "cid - ?"])
        bob.say(STARS)
        self.look()
        self.assertEqual(self.tip("ann - bob"), "Dancing 1, 4 2 2: steps")
        self.assertEqual(headline(self.eve), "2 matches. Click one to watch it.")
        self.server.check()
        self.eve.click("ann - bob")
        self.assertEqual((self.eve.room, shown(self.eve).count("*")), ("Dancing 1", 2))

    def test_matches_keep_their_places(self) -> None:
        ann, _ = self.server.pair("ann", "bob")
        self.server.pair("cid", "dan")
        self.look()
        self.assertEqual(listed(self.eve), ["ann - bob", "cid - dan"])
        place = self.eve.token("cid - dan")
        ann.hang_up()
        self.look()
        self.assertEqual(listed(self.eve), ["cid - dan"])
        self.assertEqual(self.eve.token("cid - dan"), place)
        self.server.pair("fay", "gus")
        self.look()
        self.assertEqual(listed(self.eve), ["fay - gus", "cid - dan"])

    def test_empty_tables_hide_no_matches(self) -> None:
        """However long somebody stays at each of them. Tables make way for those with more players."""
        for number in range(21):
            idler = self.server.join(f"idler{number}")
            idler.click("Dancing")
            idler.click("New 12 x 12")
        self.look()
        self.assertEqual(listed(self.eve), ["? - ?"] * 20)
        self.assertEqual(headline(self.eve), "21 matches. Click one to watch it. 1 more is not shown.")
        self.server.enter("ann")
        self.look()
        self.assertEqual(listed(self.eve), ["ann - ?", *["? - ?"] * 19])
        self.server.enter("bob")
        self.server.enter("cid")
        self.look()
        self.assertEqual(listed(self.eve), ["ann - bob", "cid - ?", *["? - ?"] * 18])

    def test_more_matches_than_places(self) -> None:
        for number in range(22):
            self.server.pair(f"a{number}", f"b{number}")
        self.look()
        self.assertEqual(len(listed(self.eve)), 20)
        self.assertEqual(headline(self.eve), "22 matches. Click one to watch it. 2 more are not shown.")

    def test_results_the_newest_first_and_their_matches_can_still_be_seen(self) -> None:
        _, bob = self.server.pair("ann", "bob")
        self.play("cid", "dan")
        self.server.advance(3)
        bob.say("0 0")
        self.look()
        self.assertEqual((results(self.eve), listed(self.eve)), (["ann wins", "2 steps cid"], []))
        tip = "cid needs 2 steps. Dancing 2, 4 2 2: cid against dan. Click to see it."
        self.assertEqual(self.tip("2 steps cid"), tip)
        self.eve.click("2 steps cid")
        self.assertEqual(shown(self.eve).splitlines()[0], "..12")
        self.eve.click("Again")
        self.assertEqual(shown(self.eve).splitlines()[0], "1..2")

    def test_only_the_last_twenty_stay_and_older_ones_as_long_as_somebody_watches_them(self) -> None:
        self.play("ann", "bob")
        fay = self.server.watch("fay")
        for number in range(25):
            self.play(f"p{number}", "bob")
        self.look()
        self.assertEqual(results(self.eve), [f"2 steps p{number}" for number in range(24, 4, -1)])
        self.assertEqual(len(self.server.games()), 21)
        fay.click("Lobby")
        self.assertEqual(len(self.server.games()), 20)

    def test_many_that_end_at_once_are_closed_a_few_at_a_time(self) -> None:
        self.patch(lobby, "CLOSED_AT_ONCE", 2)
        for number in range(25):
            self.play(f"p{number}", "bob")
        there = {len(self.server.games())}
        for _ in range(120):
            self.server.advance(0.01, step=0.01)
            there.add(len(self.server.games()))
        self.assertEqual(there, {25, 23, 21, 20})

    def test_a_match_that_never_began_is_no_result(self) -> None:
        self.server.enter("ann").hang_up()
        self.look()
        self.assertEqual((listed(self.eve), results(self.eve)), ([], []))

    def test_nothing_is_done_while_nobody_is_there(self) -> None:
        self.eve.click("Home")
        self.server.advance(5)
        self.assertEqual([str(call) for call in self.server.clock.getDelayedCalls()], [])


class Options(SynchronousTestCase):
    def make(self, *settings: str) -> Lobby:
        (plugin,) = with_options([GamePlugin("dancing", Lobby)], settings)
        game = plugin.make(Random(1), {})
        assert isinstance(game, Lobby)
        return game

    def test_what_they_are_by_default_and_all_of_them(self) -> None:
        for settings, expected in (
            ([], (1, 120.0, 0.2, 0, "30 4 40")),
            (
                ["rounds=2", "seconds=5.5", "pace=1", "file_first=1", "size=12", "colors=3", "dancers=5"],
                (2, 5.5, 1.0, 1, "12 3 5"),
            ),
        ):
            lobby = self.make(*(f"dancing.{one}" for one in settings))
            board = lobby._new_instance().parameters
            self.assertEqual((lobby.rounds, lobby.seconds, lobby.pace, lobby.file_first, board), expected)

    def test_an_input_file_is_an_option(self) -> None:
        path = Path(self.enterContext(TemporaryDirectory())) / "dancedata"
        path.write_text(FILE)
        lobby = self.make(f"dancing.file={path}", "dancing.size=4")
        self.assertEqual(lobby._new_instance().text, FILE)
        path.write_text(FILE + "7 7\n")
        with self.assertRaises(ValueError) as caught:
            self.make(f"dancing.file={path}", "dancing.size=4")
        self.assertEqual(str(caught.exception), f"dancing: {path}: line 7: 7 7 is outside a board of 4 x 4")

    def test_options_that_cannot_be_played(self) -> None:
        for setting, reason in {
            "rounds=3": "rounds must be 1 or 2, not 3",
            "rounds=0": "rounds must be 1 or 2, not 0",
            "seconds=0": "seconds must be more than 0",
            "pace=0": "pace must be from 0.025 to 5 seconds, not 0",
            "pace=6": "pace must be from 0.025 to 5 seconds, not 6",
            "file_first=2": "file_first must be 0 or 1, not 2",
            "size=51": "a board is 2 to 50 cells wide, not 51",
            "dancers=200": "800 dancers and 200 stars leave no free cell on a board of 30 x 30",
            "file=/no/such/file": "/no/such/file: No such file or directory",
        }.items():
            with self.assertRaises(ValueError) as caught:
                self.make(f"dancing.{setting}")
            self.assertEqual(str(caught.exception), f"dancing: {reason}")


class Tables(SynchronousTestCase):
    """People cannot fill the memory with boards: two of 30 x 30 and one of 12 x 12 are all that they can make here."""

    def setUp(self) -> None:
        self.patch(lobby, "MOST_CELLS", 2 * 30**2 + 12**2)
        self.server = Server(rooms(), command_burst=10**6)
        self.ann, self.bob, self.cid, self.dan = (self.server.join(name) for name in ("ann", "bob", "cid", "dan"))
        for one in (self.ann, self.bob, self.cid, self.dan):
            one.click("Dancing")
        for one in (self.ann, self.bob):
            one.click("New 30 x 30")
        self.server.advance(1)

    def assert_full(self, is_full: bool) -> None:
        """Whether another large table cannot be made; then a click leads to one that is there."""
        self.cid.click("New 30 x 30")
        self.assertEqual((self.cid.room in ("Dancing 1", "Dancing 2"), lobby.LED in self.cid.heard), (is_full, is_full))
        if is_full:
            self.cid.click("Lobby")

    def test_there_is_a_bound_to_the_cells_of_all_of_them(self) -> None:
        self.assert_full(True)
        self.cid.click("New 12 x 12")
        self.assertEqual((self.cid.room, len(self.server.world.rooms)), ("Dancing 3", 4))

    def test_people_are_led_to_the_table_with_the_most_free_seats(self) -> None:
        """Those who made all tables and do nothing keep nobody from playing, as long as they do not play themselves."""
        self.bob.click("Dance")
        self.server.advance(1)
        self.dan.click("New 30 x 30")
        self.dan.click("Spoil")
        self.server.advance(1)
        self.cid.click("New 30 x 30")
        self.assertEqual((self.dan.room, self.cid.room), ("Dancing 1", "Dancing 1"))
        self.cid.click("Lobby")
        self.ann.click("Dance")
        self.server.advance(1)
        self.cid.click("New 30 x 30")
        self.assertEqual(self.cid.room, "Dancing 2")
        self.cid.click("Spoil")
        eve = self.server.join("eve")
        eve.click("Dancing")
        self.server.advance(1)
        eve.click("New 30 x 30")
        self.assertEqual((eve.room, eve.heard[-1]), ("Dancing", lobby.FULL))

    def test_there_is_room_again_when_a_match_is_over(self) -> None:
        self.ann.click("Dance")
        self.server.world.send_to(self.server.world.players[self.dan.agent], "dancing-match-1")
        self.server.settle()
        self.dan.click("Spoil")
        self.dan.click("Lobby")
        self.server.advance(1)
        self.assertEqual((results(self.cid), listed(self.cid)), (["ann wins"], ["? - ?"]))
        self.assert_full(False)

    def test_a_lobby_that_starts_again_still_knows_what_people_have_made(self) -> None:
        self.server.world.rooms["dancing"].play(lambda now: 1 / 0)  # type: ignore[arg-type, return-value]
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.server.settle()
        self.assertEqual(listed(self.cid), ["? - ?"] * 2)
        self.assert_full(True)

    def test_tables_of_programs_are_not_counted_and_programs_not_kept_out(self) -> None:
        eve = self.server.join("eve")
        for program in (self.dan, eve):
            player = self.server.world.players[program.agent]
            self.server.world.ask(player, "dancing", OpenTable(), lambda: None)
            self.server.settle()
            if self.cid.room == "Dancing":
                self.cid.click("New 12 x 12")
        self.assertEqual([one.room for one in (self.dan, self.cid, eve)], ["Dancing 3", "Dancing 4", "Dancing 5"])

    def test_there_is_room_again_when_somebody_has_left_one(self) -> None:
        self.ann.click("Lobby")
        self.assert_full(False)
