"""Tables of people's own: opening, finding, locking, playing again, and what nobody else may know."""

from __future__ import annotations

import json
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.browser import Visitor, get
from tests.doubles.conversations import merged
from tests.doubles.harness import Client, Server, stage
from tests.doubles.table_games import RACE, Race
from tilenet.doors.web import WebDoor
from tilenet.game import Summary
from tilenet.world.home import TABLES
from tilenet.world.rooms.host import Links
from tilenet.world.rooms.room import Room
from tilenet.world.rooms.table import Table
from tilenet.world.tables import EACH, FROM_ONE, STAYS, TRIES


class TablesTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([RACE, stage()])
        self.ann, self.bob, self.cid = (self.server.join(name) for name in ("ann", "bob", "cid"))

    def open(self, how: str = "race", by: Client | None = None) -> Room:
        """Open a table, for ann."""
        before = {*self.server.world.rooms}
        (by or self.ann).say(f"/new {how}")
        (name,) = {*self.server.world.rooms} - before
        return self.server.world.rooms[name]

    def table(self, room: Room) -> Table:
        assert room.table is not None
        return room.table

    def come(self, client: Client, room: Room) -> None:
        client.say(f"/join {self.table(room).code}")

    def where(self, client: Client) -> Room | None:
        return self.server.world.players[client.agent].room

    def told(self, client: Client, text: str) -> list[str]:
        """What a client hears when it says something."""
        client.heard  # noqa: B018
        client.say(text)
        return client.heard


class Opening(TablesTestCase):
    def test_new_opens_a_private_table_and_leads_there(self) -> None:
        room = self.open("race size=5 friday night")
        self.assertIs(self.where(self.ann), room)
        table = self.table(room)
        self.assertEqual((table.name, table.is_public, table.game), ("friday night", False, "race"))
        self.assertEqual(table.host, self.server.world.players[self.ann.agent].id)
        self.assertEqual((room.title, room.origin.setup), ("Race · friday night", {"size": 5}))
        self.assertEqual(self.ann.room, "Race · friday night")

    def test_what_cannot_be_opened_is_said(self) -> None:
        for text, why in (
            ("/new", "You can't open a table for that game. Type /new and one of: race."),
            ("/new stage", "You can't open a table for that game. Type /new and one of: race."),
            ("/new race colour=red", "There is no option called colour. There are: size."),
            ("/new race size=4", "size cannot be 4. Choose one of: 3, 5."),
            (f"/new race {'x' * 33}", "A name has at most 32 characters."),
        ):
            self.server.advance(2)
            self.assertEqual(self.told(self.ann, text), [why], text)
        self.assertEqual([*self.server.world.rooms], ["race", "stage"])

    def test_one_player_has_a_few_and_an_empty_one_makes_way(self) -> None:
        rooms = [self.open() for _ in range(EACH + 1)]
        self.assertEqual([room.name in self.server.world.rooms for room in rooms], [False, *[True] * EACH])

    def test_none_makes_way_for_one_that_cannot_be_opened(self) -> None:
        for _ in range(6):
            self.open()
            self.server.advance(1)
        before = {*self.server.world.rooms}
        self.assertIn("Try again in a minute.", self.told(self.ann, "/new race")[0])
        self.assertEqual({*self.server.world.rooms}, before)

    def test_one_player_cannot_have_more_if_people_are_there(self) -> None:
        for client in ("dan", "eve", "fay"):
            room = self.open()
            self.come(self.server.join(client), room)
        self.assertIn("You have 3 tables already.", self.told(self.ann, "/new race")[0])

    def test_one_address_has_some_and_others_still_can(self) -> None:
        for number in range(FROM_ONE):
            self.open(by=self.server.connect("192.0.2.1").login(f"x{number}"))
            self.server.advance(60, 10)
        one_more = self.server.connect("192.0.2.1").login("y")
        self.assertIn("You have 8 tables already.", self.told(one_more, "/new race")[0])
        self.open(by=self.server.connect("192.0.2.2").login("z"))

    def test_one_address_cannot_open_them_all_the_time(self) -> None:
        for number in range(6):
            self.open(by=self.server.connect("192.0.2.1").login(f"x{number}"))
        one_more = self.server.connect("192.0.2.1").login("y")
        self.assertIn("Try again in a minute.", self.told(one_more, "/new race")[0])

    def test_the_server_has_a_limit(self) -> None:
        server = Server([RACE], max_tables=1)
        ann, bob = server.join("ann"), server.join("bob")
        ann.say("/new race")
        bob.heard  # noqa: B018
        bob.say("/new race")
        self.assertEqual(bob.heard, ["This server has as many tables as it can hold. Try again later."])


class Joining(TablesTestCase):
    def test_the_code_leads_there_however_it_is_typed(self) -> None:
        room = self.open()
        self.bob.say(f"/join  {self.table(room).code.replace('-', ' ').upper()} ")
        self.come(self.cid, room)
        self.assertEqual([self.where(one) for one in (self.bob, self.cid)], [room, room])

    def test_an_address_leads_to_a_room_for_everybody_but_to_no_private_table(self) -> None:
        room = self.open()
        self.assertIn("There is no table or room called", self.told(self.bob, f"/join {room.name}")[0])
        self.bob.say("/join race")
        self.assertEqual(self.bob.room, "Race")

    def test_whoever_tries_many_codes_must_wait_even_for_the_right_one(self) -> None:
        room = self.open()
        stranger = self.server.connect("192.0.2.1").login("eve")
        answers = []
        for _ in range(2 * TRIES):
            answers += self.told(stranger, "/join abbey-abode-acid")
            self.server.advance(1)
        self.assertIn("There is no table with that code", answers[TRIES - 1])
        self.assertIn("Too many wrong codes.", answers[-1])
        friend = self.server.connect("192.0.2.1").login("fay")  # another name does not help
        for client in (stranger, friend):
            self.come(client, room)
            self.assertIsNot(self.where(client), room)
        self.server.advance(30)
        self.come(stranger, room)
        self.assertIs(self.where(stranger), room)

    def test_no_other_way_leads_into_a_private_table(self) -> None:
        room = self.open()
        self.server.world.send_to(self.server.world.players[self.bob.agent], room.name)
        self.assertIsNot(self.where(self.bob), room)

    def test_locked_lets_in_only_those_who_have_been_there(self) -> None:
        room = self.open()
        self.come(self.bob, room)
        self.bob.click("Home")
        self.ann.say("/lock")
        self.assertEqual(
            self.told(self.cid, f"/join {self.table(room).code}"),
            ["That table is locked: its host lets nobody else in."],
        )
        self.come(self.bob, room)
        self.assertIs(self.where(self.bob), room)
        self.ann.say("/unlock")
        self.come(self.cid, room)
        self.assertIs(self.where(self.cid), room)


class Hosts(TablesTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.room = self.open()
        for client in (self.bob, self.cid):
            self.come(client, self.room)

    def host(self) -> str:
        players = self.server.world.players.values()
        return next(one.name for one in players if one.id == self.table(self.room).host)

    def test_who_leaves_passes_it_on_to_who_has_been_there_longest(self) -> None:
        self.ann.click("Home")
        self.assertEqual(self.host(), "bob")
        self.bob.say("/host cid")
        self.assertEqual(self.host(), "cid")

    def test_who_is_lost_becomes_host_only_if_nobody_else_is_there(self) -> None:
        server = Server([RACE], seat_seconds=60)
        ann, bob, cid = (server.join(name) for name in ("ann", "bob", "cid"))
        ann.say("/new race")
        (room,) = (one for one in server.world.rooms.values() if one.table is not None)
        for one in (bob, cid):
            one.say(f"/join {self.table(room).code}")
        bob.hang_up()
        ann.click("Home")
        self.assertEqual(self.table(room).host, server.world.players[cid.agent].id)
        cid.click("Home")
        self.assertIn(self.table(room).host, {one.id for one in room.members.values()})

    def test_only_the_host_can_do_what_hosts_do(self) -> None:
        before = self.table(self.room).as_data()
        for text in ("/start", "/wait", "/option size 5", "/kick ann", "/host bob", "/lock", "/public", "/private"):
            self.server.advance(2)
            self.assertEqual(self.told(self.bob, text), ["Only the host of this table can do that."], text)
        self.assertEqual(self.table(self.room).as_data(), before)

    def test_who_is_sent_away_cannot_come_back_by_any_code(self) -> None:
        code = self.table(self.room).code
        self.assertEqual(self.told(self.ann, "/kick bob"), ["ann has sent bob away. The table has a new code."])
        self.assertEqual(self.bob.room, "Home")
        self.assertNotEqual(self.table(self.room).code, code)
        self.assertIn("There is no table with that code", self.told(self.bob, f"/join {code}")[0])
        self.come(self.bob, self.room)
        self.assertEqual(self.bob.room, "Home")

    def test_a_guest_who_was_sent_away_cannot_come_back_under_another_name(self) -> None:
        dan = self.server.connect("192.0.2.1").login("dan")
        room = self.open("race public", by=dan)
        eve, friend = self.server.connect("192.0.2.2").login("eve"), self.server.connect("192.0.2.3").login("fay")
        for client in (eve, friend):
            client.say(f"/join {room.name}")
        dan.say("/kick eve")
        again = self.server.connect("192.0.2.2").login("somebody")
        self.assertEqual(self.told(again, f"/join {room.name}"), ["The host of that table has sent you away."])
        self.assertIs(self.where(friend), room)

    def test_who_was_sent_away_is_told_the_new_code_by_none_whom_they_have_invited(self) -> None:
        dan = self.server.join("dan")
        self.bob.say("/invite dan")
        self.cid.say("/invite dan")
        self.ann.say("/kick bob")
        (left,) = self.server.world.building.invitations_of(self.server.world.players[dan.agent])
        self.assertEqual(left["from"], "cid")

    def test_whoever_has_an_account_cannot_come_back_as_a_guest(self) -> None:
        dan = self.server.connect("192.0.2.1").login("dan")
        room = self.open("race public", by=dan)
        eve = self.server.connect("192.0.2.2").login("eve")
        self.server.world.players[eve.agent].account.id = 7
        eve.say(f"/join {room.name}")
        dan.say("/kick eve")
        again = self.server.connect("192.0.2.2").login("somebody")
        self.assertEqual(self.told(again, f"/join {room.name}"), ["The host of that table has sent you away."])

    def test_nobody_loses_a_game_that_counts_because_the_host_sends_them_away(self) -> None:
        self.server.world.players[self.bob.agent].account.id = 7
        self.ann.say("/public")
        self.ann.say("/start")
        self.assertEqual(
            self.told(self.ann, "/kick bob"), ["This game counts for bob: send them away when it is over."]
        )
        self.ann.say("/kick cid")  # nothing is counted for guests
        self.assertEqual([self.where(one) is self.room for one in (self.bob, self.cid)], [True, False])
        self.ann.click("go")
        self.ann.say("/kick bob")
        self.assertIsNot(self.where(self.bob), self.room)

    def test_the_same_where_the_game_has_no_seats(self) -> None:
        self.patch(Race, "summary", lambda race: Summary((), None, "playing" if race.is_on else "waiting"))
        self.server.world.players[self.bob.agent].account.id = 7
        self.ann.say("/public")
        self.ann.say("/start")
        self.assertIn("This game counts for bob", self.told(self.ann, "/kick bob")[0])

    def test_a_host_who_says_that_they_are_a_program_leaves_another_host(self) -> None:
        self.server.world.declare_bot(self.server.world.players[self.ann.agent])
        self.ann.click("Home")
        self.assertEqual(self.host(), "bob")

    def test_options_change_between_games_and_everybody_stays(self) -> None:
        self.assertEqual(self.told(self.ann, "/option size 5"), ["Size: large"])
        self.assertEqual(self.room.origin.setup, {"size": 5})
        self.assertEqual([one.name for one in self.room.members.values()], ["ann", "bob", "cid"])
        self.ann.say("/start")
        self.assertEqual(self.told(self.ann, "/option size 3"), ["You can change that between games."])

    def test_a_game_waits_for_the_host_unless_it_need_not(self) -> None:
        self.assertEqual(self.room.summary.phase, "waiting")
        self.ann.say("/wait off")
        self.assertEqual(self.room.summary.phase, "playing")

    def test_a_game_that_cannot_say_whether_it_can_start_harms_nobody(self) -> None:
        def fail(race: Race) -> str:
            raise RuntimeError

        self.ann.send(b'<xrequest options="facts"/>')
        self.patch(Race, "why_not_start", fail)
        for text in ("/start", "/again"):
            self.assertEqual(self.told(self.ann, text), ["Something went wrong here. Try again later."], text)
        self.bob.say("/again")
        self.cid.click("Home")
        self.assertEqual([one.room for one in (self.ann, self.bob, self.cid)], [*[self.room.title] * 2, "Home"])
        self.assertTrue(self.flushLoggedErrors(RuntimeError))

    def test_elsewhere_these_commands_say_what_they_are_for(self) -> None:
        self.bob.click("Home")
        self.assertIn("This is not a table of your own", self.told(self.bob, "/start")[0])


class Again(TablesTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.room = self.open()
        for client in (self.bob, self.cid):
            self.come(client, self.room)
        self.ann.say("/start")
        self.bob.click("go")

    def test_it_goes_on_when_all_are_ready(self) -> None:
        for client in (self.ann, self.bob):
            client.say("/again")
            self.assertEqual(self.room.summary.phase, "over")
        self.cid.say("/again")
        self.assertEqual(self.room.summary.phase, "playing")
        self.assertEqual(self.table(self.room).ready, [])

    def test_nobody_waits_for_who_has_left(self) -> None:
        for client in (self.ann, self.bob):
            client.say("/again")
        self.cid.click("Home")
        self.assertEqual(self.room.summary.phase, "playing")

    def test_no_game_begins_because_the_only_other_player_is_lost(self) -> None:
        server = Server([RACE], seat_seconds=60)
        ann, bob = server.join("ann"), server.join("bob")
        ann.say("/new race")
        (room,) = (one for one in server.world.rooms.values() if one.table is not None)
        bob.say(f"/join {self.table(room).code}")
        for one in (bob, ann):
            one.say("/again")
            if one is bob:
                bob.hang_up()
                server.advance(1)
        self.assertEqual(room.summary.phase, "waiting")
        server.join("bob")
        self.assertEqual(room.summary.phase, "playing")

    def test_at_a_public_table_all_wait_for_who_is_lost(self) -> None:
        for how, phase in (("race", "playing"), ("race public", "waiting")):
            server = Server([RACE], seat_seconds=60)
            ann, bob, cid = (server.join(name) for name in ("ann", "bob", "cid"))
            ann.say(f"/new {how}")
            (room,) = (one for one in server.world.rooms.values() if one.table is not None)
            for one in (bob, cid):
                one.say(f"/join {self.table(room).code}")
            ann.say("/again")
            bob.say("/again")
            cid.hang_up()
            server.advance(1)
            self.assertEqual(room.summary.phase, phase, how)

    def test_the_evening_is_counted(self) -> None:
        self.ann.say("/start")
        self.ann.click("go")
        self.ann.say("/start")
        self.ann.click("go")
        scores = [(one.name, one.wins, one.points, one.games) for _, one in self.table(self.room).ranking()]
        self.assertEqual(scores, [("ann", 2, 7, 3), ("bob", 1, 5, 3), ("cid", 0, 3, 3)])

    def test_those_who_have_left_stay_on_the_scoreboard(self) -> None:
        self.bob.send(b"<logout/>")
        self.assertEqual(next(one.name for _, one in self.table(self.room).ranking()), "bob")


class Closing(TablesTestCase):
    def test_it_stays_ten_minutes_after_the_last_has_left(self) -> None:
        room = self.open()
        self.server.advance(STAYS + 60, 10)
        self.ann.click("Home")
        self.server.advance(STAYS - 10, 10)
        self.come(self.bob, room)
        self.server.advance(STAYS + 60, 10)
        self.assertIs(self.where(self.bob), room)
        self.bob.click("Home")
        self.server.advance(STAYS, 10)
        self.assertNotIn(room.name, self.server.world.rooms)
        self.assertIn("There is no table with that code", self.told(self.ann, f"/join {self.table(room).code}")[0])

    def test_nothing_is_left_when_the_server_stops(self) -> None:
        self.open()
        self.ann.click("Home")
        self.server.world.close()
        self.server.empty()
        self.assertEqual(self.server.leftovers(), {})


class Privacy(TablesTestCase):
    """Nobody who was not let in learns that a private table exists, or who sits there."""

    def test_home_lists_and_counts_none(self) -> None:
        self.open()
        self.server.advance(2)
        home = self.server.world.homes[0].game
        (entry,) = [one for (_, name), one in home.facts()["rooms"].items() if name == "race"]
        self.assertEqual((entry["people"], entry["tables"]), (0, None))
        self.assertEqual([one.room for one in self.server.world.directory.listed_by("*")], ["race", "stage"])

    def test_who_says_only_that_somebody_is_at_one(self) -> None:
        self.open("race secret name")
        self.assertEqual(self.told(self.bob, "/who ann"), ["ann is at a private table."])
        self.assertNotIn("secret", " ".join(self.told(self.bob, "/who")))

    def test_a_whisper_does_not_tell_the_place(self) -> None:
        self.open("race secret")
        self.bob.heard  # noqa: B018
        self.ann.say("@bob hello")
        self.assertEqual(self.bob.heard, ["ann whispers from a private table: hello"])

    def test_no_number_is_used_up(self) -> None:
        names = [self.open().name for _ in range(2)]
        self.assertTrue(all(name.startswith("table-") and not name[6:].isdigit() for name in names))

    def test_a_public_one_is_shown_and_can_be_hidden_again(self) -> None:
        room = self.open("race public open house")
        self.server.advance(2)
        home = self.server.world.homes[0].game
        (table,) = home.facts()["rooms"]["room", "race"]["tables"]
        self.assertEqual((table["title"], table["join"], table["people"]), ("Race · open house", room.name, 1))
        self.bob.say(f"/join {room.name}")
        self.assertIs(self.where(self.bob), room)
        self.ann.say("/private")
        self.server.advance(2)
        self.assertIsNone(home.facts()["rooms"]["room", "race"]["tables"])

    def test_empty_ones_do_not_hide_those_where_people_are(self) -> None:
        for number in range(TABLES):
            self.open(f"race public {number}", by=self.server.join(f"x{number}"))
            self.server.clients[-1].click("Home")
        self.open("race public friends")
        self.server.advance(2)
        tables = self.server.world.homes[0].game.facts()["rooms"]["room", "race"]["tables"]
        self.assertEqual((len(tables), tables[0]["title"]), (TABLES, "Race · friends"))

    def test_results_are_kept_of_public_tables_alone(self) -> None:
        kept: list[object] = []
        self.patch(self.server.world.books, "record", lambda *result: kept.append(result))
        for how, count in (("race", 0), ("race public", 1)):
            room = self.open(how)
            self.come(self.bob, room)
            self.ann.say("/start")
            self.ann.click("go")
            self.assertEqual(len(kept), count, how)


class Inviting(TablesTestCase):
    def test_an_invitation_reaches_a_player_anywhere(self) -> None:
        room = self.open("race friday")
        self.bob.heard  # noqa: B018
        self.assertEqual(self.told(self.ann, "/invite bob"), ["bob is invited."])
        code = self.table(room).code
        self.assertEqual(
            self.bob.heard, [f"ann invites you to Race (friday). Type /join {code} to go there, or /decline."]
        )

    def test_who_comes_can_be_invited_again_at_once(self) -> None:
        for _ in range(2):
            room = self.open()
            self.assertEqual(self.told(self.ann, "/invite bob"), ["bob is invited."])
            self.come(self.bob, room)

    def test_who_declines_is_left_alone_by_all_names_of_a_guest(self) -> None:
        for number, name in enumerate(("x", "y")):
            eve = self.server.connect("192.0.2.1").login(name)
            self.open(by=eve)
            told = self.told(eve, "/invite bob")
            self.bob.say("/decline")
            self.assertIn("Wait a little" if number else "is invited", told[0])
        other = self.server.connect("192.0.2.2").login("z")
        self.open(by=other)
        self.assertEqual(self.told(other, "/invite bob"), ["bob is invited."])

    def test_who_declines_is_left_alone(self) -> None:
        self.open()
        self.ann.say("/invite bob")
        self.assertEqual(self.told(self.bob, "/decline"), ["You have turned down your invitations."])
        self.server.advance(120, 10)
        self.assertIn("Wait a little", self.told(self.ann, "/invite bob")[0])

    def test_nobody_is_flooded(self) -> None:
        self.open()
        self.ann.say("/invite bob")
        self.assertIn("Wait a little", self.told(self.ann, "/invite bob")[0])
        for number in range(8):
            host = self.server.connect(f"192.0.2.{number + 1}").login(f"h{number}")
            self.open(by=host)
            host.say("/invite bob")
        self.assertEqual(len(self.server.world.building.invitations.of(self.server.world.players[self.bob.agent])), 5)

    def test_one_player_cannot_annoy_many(self) -> None:
        self.open()
        guests = [self.server.join(f"guest{number}").agent for number in range(12)]
        for number in range(12):
            self.server.advance(1.5)
            self.ann.say(f"/invite guest{number}")
        invitations = self.server.world.building.invitations
        invited = [agent for agent in guests if invitations.of(self.server.world.players[agent])]
        self.assertLess(len(invited), 12)

    def test_what_is_not_possible_is_said(self) -> None:
        self.assertIn("Go to a room first", self.told(self.ann, "/invite bob")[0])
        self.open()
        for text, why in (
            ("/invite", "Type /invite and the name of a player."),
            ("/invite nobody", "Nobody here is called nobody."),
            ("/invite ann", "ann is here already."),
            ("/decline", "You have no invitations."),
        ):
            self.server.advance(2)
            self.assertEqual(self.told(self.ann, text), [why])


class AsFacts(TablesTestCase):
    """What clients are told that ask for facts."""

    def setUp(self) -> None:
        super().setUp()
        for client in (self.ann, self.bob):
            client.send(b'<xrequest options="facts"/>')

    def all(self, client: Client) -> dict[str, Any]:
        """The room as this client knows it."""
        known: dict[str, Any] = {}
        for options, content in client.model.responses:
            told = json.loads(content) if options == "facts" else {}
            if "kind" in told:
                known = told
            elif told.get("room") == known.get("room"):
                known = merged(known, told)
        return known

    def test_a_table_with_its_host_its_options_and_why_it_cannot_start(self) -> None:
        room = self.open("race size=5 friday")
        table = self.all(self.ann)["table"]
        size = {"text": "Size", "values": [[3, "small"], [5, "large"]], "usual": 3}
        self.assertEqual(
            table,
            {
                "code": self.table(room).code,
                "name": "friday",
                "game": "race",
                "host": self.ann.agent,
                "public": False,
                "locked": False,
                "starts": "host",
                "phase": "waiting",
                "options": {"size": 5},
                "choices": {"size": size},
                "games": 0,
                "scores": [],
                "why_not": "It takes two players.",
            },
        )

    def test_how_others_come_here_if_that_is_known(self) -> None:
        self.server.world.building.links = Links("https://example.org/", "ssh -p 44422 example.org")
        code = self.table(self.open()).code
        table = self.all(self.ann)["table"]
        self.assertEqual(
            (table["link"], table["ssh"]), (f"https://example.org/#/{code}", f"ssh -p 44422 example.org -t {code}")
        )

    def test_who_is_ready_and_who_is_waited_for(self) -> None:
        room = self.open()
        self.come(self.bob, room)
        self.ann.say("/start")
        self.assertNotIn("why_not", self.all(self.ann)["table"])
        self.ann.click("go")
        self.ann.say("/again")
        table = self.all(self.bob)["table"]
        self.assertEqual((table["ready"], table["waiting_for"]), ([self.ann.agent], [self.bob.agent]))
        self.assertEqual(
            table["scores"][0], {"name": "ann", "agent": self.ann.agent, "wins": 1, "points": 3, "games": 1}
        )

    def test_invitations_are_told_wherever_the_player_is(self) -> None:
        room = self.open("race friday")
        self.ann.say("/invite bob")
        invited = {"from": "ann", "game": "Race", "kind": "race/1", "name": "friday", "join": self.table(room).code}
        self.assertEqual(self.all(self.bob)["you"]["invitations"], [invited])
        self.come(self.bob, room)
        self.assertNotIn("invitations", self.all(self.bob)["you"])

    def test_who_is_invited_is_told_the_new_code(self) -> None:
        room = self.open()
        self.come(self.cid, room)
        self.ann.say("/invite bob")
        self.ann.say("/kick cid")
        (invitation,) = self.all(self.bob)["you"]["invitations"]
        self.assertEqual(invitation["join"], self.table(room).code)

    def test_what_home_offers(self) -> None:
        self.open("race public")
        self.server.advance(2)
        facts = self.all(self.bob)["facts"]
        self.assertEqual([*facts["rooms"]["room/race"]["table"]["choices"]], ["size"])
        self.assertEqual([one["names"] for one in facts["rooms"]["room/race"]["tables"]], [["ann"]])


class BeforeTheLogin(TablesTestCase):
    """What the page asks when somebody follows a link."""

    def test_who_invites_to_what(self) -> None:
        room = self.open("race friday")
        found = self.server.world.building.tables.about(self.table(room).code, "192.0.2.9")
        self.assertEqual(
            found,
            {"game": "Race", "kind": "race/1", "name": "friday", "host": "ann", "people": 1, "phase": "waiting"},
        )
        self.assertIsNone(self.server.world.building.tables.about("abbey-abode-acid", ""))
        self.assertIsNone(self.server.world.building.tables.about("race", ""))

    def test_the_page_can_ask_and_not_too_often(self) -> None:
        door = WebDoor(self.server.gate)
        code = self.table(self.open("race friday")).code

        def ask(code: str, address: str) -> Visitor:
            return Visitor(self.server, get(f"/tables/{code}"), door=door, address=address)

        answer = ask(code, "192.0.2.9")
        self.assertEqual((answer.code, answer.headers["cache-control"]), (200, "no-store"))
        self.assertEqual(json.loads(answer.body)["host"], "ann")
        codes = [ask("abbey-abode-acid", "192.0.2.9").code for _ in range(TRIES + 1)]
        self.assertEqual(codes, [404] * TRIES + [429])
        self.assertEqual((ask(code, "192.0.2.9").code, ask(code, "192.0.2.8").code), (429, 200))
        stranger = self.server.connect("192.0.2.9").login("eve")  # who has tried as many already
        self.assertIn("Too many wrong codes.", self.told(stranger, f"/join {code}")[0])
