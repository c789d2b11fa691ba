"""The door of Tombala's own protocol: its examples, what its clients rely on, and the world behind it."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from datetime import timedelta
from json import dumps
from random import Random
from typing import Any
from weakref import ref

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, sets
from tests.doubles.model import logout
from tests.doubles.tombala_clients import (
    NOON,
    Game,
    Illegal,
    JsonClient,
    Message,
    TombalaServer,
    play_out,
    read,
    request,
    shown_card,
)
from tests.doubles.tombala_walk import OFTEN, SELDOM, Walk
from tests.doubles.wire import Wire
from tilenet.doors.gate import MADE_ROOM
from tilenet.game import Player
from tilenet.games.tombala.door import OUT_OF_ORDER, TombalaDoor
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.lobby import FAILED, Lobby
from tilenet.games.tombala.wire import encode
from tilenet.world.home import Home

FREE: dict[str, Any] = {"command_burst": 10**6, "speech_burst": 10**6, "speech_per_second": 1000}
SMALL = 1000  # bytes that a published client reads at once, whole
NEXT_COMES = "Next number will be broadcasted when everyone proceeds!"
ALREADY = "You've already proceeded for the current turn!"
NOWHERE = "You already aren't in a room currently!"
WRONG = "Your cinko claim is wrong!"
NOT_STARTED = "The game has not started yet!"
LOG_IN_FIRST = "Please log in first!"
REQUESTS: dict[str, dict[str, object]] = {
    "CLOGIN": {"username": "eve"},
    "CCROOM": {"roomname": "room1", "countdown": 120},
    "CLROOM": {},
    "CJROOM": {"roomname": "room1"},
    "CQROOM": {},
    "CCINKO": {"total": 1},
    "CNNMBR": {},
}


class ManyRooms(Lobby):
    rooms_each = 1000


class DoorTestCase(SynchronousTestCase):
    """A server, at which nobody is too fast."""

    lobby: type[Lobby] = Lobby

    def setUp(self) -> None:
        self.server = TombalaServer(self.lobby, **FREE)

    def assert_gone(self, client: JsonClient) -> None:
        self.assertFalse(client.is_open)

    def assert_told(self, client: JsonClient, reason: str) -> None:
        """The server has closed the connection, and has said why, once and last."""
        self.assert_gone(client)
        self.assertEqual(client.news[-1], Message("SERROR", {"message": reason}))
        self.assertEqual(client.raw.count(dumps(reason).encode()), 1)

    def proceed(self, *players: JsonClient) -> None:
        """All of them proceed."""
        for player in players:
            player.does("CNNMBR")

    def proceed_until_rows(self, player: JsonClient, rows: int, *others: JsonClient) -> None:
        """Let all proceed until at least this many rows of a player's card are complete."""
        while player.game.rows < rows:
            self.proceed(player, *others)


# The document


def success(message: str) -> list[Message]:
    return [Message("SSUCCS", {"seq": 111, "message": message})]


def error(message: str) -> list[Message]:
    return [Message("SERROR", {"seq": 111, "message": message})]


TAKEN = "user1 already exists on the system. Please choose another username!"
ROOMS = [
    {"roomname": "room1", "startTime": "2026-01-10 12:02:00.899637", "userlist": ["user1", "user2"]},
    {"roomname": "room2", "startTime": "2026-01-10 12:03:00.899637", "userlist": ["user3", "user4"]},
]

#: Each example of the document: what was done before, by whom, the line, and all that this user is told.
EXAMPLES: dict[str, tuple[str, str, str, list[Message]]] = {
    "CHBEAT": ("", "nobody", 'CHBEAT:{"seq": 111}', [Message("SSUCCS", {"seq": 111})]),
    "CLOGIN": ("", "nobody", 'CLOGIN:{"seq": 111, "username": "user1"}', success("Welcome user1!")),
    "CLOGIN, a name that is taken": ("logged in", "nobody", 'CLOGIN:{"seq": 111, "username": "user1"}', error(TAKEN)),
    "CCROOM": (
        "logged in",
        "user1",
        'CCROOM:{"seq": 111, "roomname": "room1", "countdown": 120}',
        success("room1 is created!"),
    ),
    "CCROOM, a name that is taken": (
        "made",
        "user1",
        'CCROOM:{"seq": 111, "roomname": "room1", "countdown": 120}',
        error("room1 already exists!"),
    ),
    "CLROOM": ("two rooms", "user1", 'CLROOM:{"seq": 111}', [Message("SSUCCS", {"seq": 111, "rooms": ROOMS})]),
    "CLROOM, no rooms": ("logged in", "user1", 'CLROOM:{"seq": 111}', [Message("SSUCCS", {"seq": 111, "rooms": []})]),
    "CJROOM": (
        "made",
        "user1",
        'CJROOM:{"seq": 111, "roomname": "room1"}',
        [Message("BUSRLS", {"userlist": ["user1"]}), *success("Joined room1 successfully!")],
    ),
    "CJROOM, no such room": (
        "logged in",
        "user1",
        'CJROOM:{"seq": 111, "roomname": "room1"}',
        error("room1 does not exist!"),
    ),
    "CJROOM, the game has started": (
        "started",
        "user3",
        'CJROOM:{"seq": 111, "roomname": "room1"}',
        error("room1 has already started!"),
    ),
    "CJROOM, in another room": (
        "two rooms",
        "user1",
        'CJROOM:{"seq": 111, "roomname": "room2"}',
        error("You are already in room1!"),
    ),
    "CJROOM, in the same room": (
        "two rooms",
        "user1",
        'CJROOM:{"seq": 111, "roomname": "room1"}',
        error("You are already in room1!"),
    ),
    "CQROOM": ("two rooms", "user1", 'CQROOM:{"seq": 111}', success("You've left room1 successfully!")),
    "CQROOM, in no room": ("made", "user1", 'CQROOM:{"seq": 111}', error(NOWHERE)),
    "CCINKO": (
        "three rows",
        "user1",
        'CCINKO:{"seq": 111, "cinko": 3}',
        [Message("BCINKO", {"username": "user1", "total": 3}), *success("Congratulations!")],
    ),
    "CCINKO by total": (
        "three rows",
        "user1",
        'CCINKO:{"seq": 111, "total": 3}',
        [Message("BCINKO", {"username": "user1", "total": 3}), *success("Congratulations!")],
    ),
    "CCINKO, wrong": ("started", "user1", 'CCINKO:{"seq": 111, "cinko": 3}', error(WRONG)),
    "CCINKO, in no room": ("made", "user1", 'CCINKO:{"seq": 111, "total": 1}', error(NOWHERE)),
    "CCINKO, not started": ("two rooms", "user1", 'CCINKO:{"seq": 111, "total": 1}', error(NOT_STARTED)),
    "CNNMBR": ("started", "user1", 'CNNMBR:{"seq": 111}', success(NEXT_COMES)),
    "CNNMBR, twice": ("proceeded", "user1", 'CNNMBR:{"seq": 111}', error(ALREADY)),
    "CNNMBR, in no room": ("made", "user1", 'CNNMBR:{"seq": 111}', error(NOWHERE)),
    "CNNMBR, not started": ("two rooms", "user1", 'CNNMBR:{"seq": 111}', error(NOT_STARTED)),
}


class TheExamples(DoorTestCase):
    """Each request of the document with its answers, to the letter."""

    def prepare(self, before: str) -> None:
        """What has happened before an example."""
        if before == "":
            return
        users = [self.server.enter(f"user{number}") for number in range(1, 5)]
        if before == "logged in":
            return
        users[0].does("CCROOM", roomname="room1", countdown=120)
        if before == "made":
            return
        users[0].does("CCROOM", roomname="room2", countdown=180)
        alone = before == "three rows"
        for user, room in zip(users, ["room1", "room2" if alone else "room1", "room2", "room2"], strict=True):
            if before == "two rooms" or room == "room1":
                user.join(room)
        if before != "two rooms":
            self.server.advance(120, 1)
        if before == "proceeded":
            users[0].does("CNNMBR")
        if alone:
            self.proceed_until_rows(users[0], 3)

    def test_are_answered_to_the_letter(self) -> None:
        for name, (before, who, line, answers) in EXAMPLES.items():
            with self.subTest(name):
                self.setUp()
                self.prepare(before)
                named = [client for client in self.server.others if client.name == who]
                client = named[0] if named else self.server.dial()
                self.server.wait_for_lists()
                client.forget()
                client.send(line.encode() + b"\n")
                self.assertEqual(client.news, answers)

    def test_busrls_is_told_to_all_whenever_somebody_comes_or_goes(self) -> None:
        users = self.server.table("user1", "user2")
        users.append(self.server.enter("user4").join("den"))
        for user in users:
            self.assertEqual(user.told("BUSRLS"), [{"userlist": ["user1", "user2", "user4"]}])
        self.server.forget()
        users[1].does("CQROOM")
        self.assertEqual(users[0].news, [Message("BUSRLS", {"userlist": ["user1", "user4"]})])
        self.assertEqual(users[1].headers, ["SSUCCS"])
        self.server.wait_for_lists()
        self.server.forget()
        users[2].hang_up()
        self.assertEqual(users[0].news, [Message("BUSRLS", {"userlist": ["user1"]})])


# What the published clients rely on


class TheOrder(DoorTestCase):
    def test_at_the_start_names_card_number(self) -> None:
        players = self.server.table("ann", "bob", "cid")
        self.server.begin()
        for player in players:
            self.assertEqual(player.headers, ["BUSRLS", "BGCARD", "BNUMBR"])
            self.assertEqual(player.told("BUSRLS"), [{"userlist": ["ann", "bob", "cid"]}])

    def test_the_last_one_to_proceed_gets_the_answer_before_the_number(self) -> None:
        ann, bob = self.server.table("ann", "bob")
        self.server.begin()
        ann.does("CNNMBR")
        self.assertEqual(ann.headers, ["SSUCCS"])
        bob.does("CNNMBR")
        self.assertEqual(bob.headers, ["SSUCCS", "BNUMBR"])
        self.assertEqual(ann.headers, ["SSUCCS", "BNUMBR"])


class Messages(DoorTestCase):
    def test_seq_is_echoed_as_it_came(self) -> None:
        client = self.server.dial()
        for seq in (0, 1, -1, 42, 111, 2**31, 2**63 - 1, -(2**63), 42):
            self.assertEqual(client.does("CHBEAT", seq=seq).body, {"seq": seq})

    def test_extra_fields_are_ignored(self) -> None:
        ann = self.server.dial()
        ann.does("CLOGIN", username="ann", reqType="CLOGIN", password="?", more={"a": [1]})
        ann.does("CCROOM", roomname="den", countdown=10, reqType="CCROOM")
        ann.does("CLROOM", reqType="CLROOM")
        ann.does("CJROOM", roomname="den", reqType="CJROOM")
        self.server.begin()
        ann.does("CNNMBR", reqType="CNNMBR")
        self.assertEqual(ann.fails("CCINKO", total=1, reqType="CCINKO"), WRONG)
        ann.does("CQROOM", reqType=7)

    def test_start_time_is_the_same_in_every_list(self) -> None:
        """Though the clock on the wall and the world's own never quite agree."""
        wall = NOON
        door = TombalaDoor(self.server.gate, lambda: wall)
        first = door.date_of(60.0)
        self.assertEqual(first, "2026-01-10 12:01:00.899637")
        for off in (0.000001, -0.4, 0.9, -0.9, 0.0):
            self.server.clock.advance(7)
            wall = NOON + timedelta(seconds=self.server.clock.seconds() + off)
            self.assertEqual(door.date_of(60.0), first, off)

    def test_start_time_is_by_the_clock_of_the_world(self) -> None:
        """After a crash it goes on at the time that it showed, and not at that of the process."""
        door = TombalaDoor(self.server.gate, lambda: NOON)
        self.server.gate.clock = Clock()
        self.server.gate.clock.advance(1e6)
        self.assertEqual(door.date_of(60.0), "2026-01-10 12:01:00.899637")

    def test_start_time_follows_the_clock_on_the_wall_when_that_is_set(self) -> None:
        wall = NOON
        door = TombalaDoor(self.server.gate, lambda: wall)
        for hours in (1, -2, 0):
            wall = NOON + timedelta(hours=hours)
            self.assertEqual(door.date_of(60.0), f"2026-01-10 {12 + hours}:01:00.899637")
        self.server.clock.advance(1)
        wall = NOON + timedelta(seconds=2.5)
        self.assertEqual(door.date_of(60.0), "2026-01-10 12:01:02.399637")

    def test_nothing_is_said_before_the_client_speaks(self) -> None:
        self.assertEqual(self.server.dial().raw, b"")

    def test_an_answer_does_not_repeat_more_than_a_name(self) -> None:
        """What a client sent need not come back at length: a message is small."""
        ann = self.server.enter("ann")
        for name in ("x" * 3000, "\u20ac" * 600, "\U0001f600" * 300):
            asked: dict[str, dict[str, object]] = {
                "CJROOM": {"roomname": name},
                "CCROOM": {"roomname": name, "countdown": 10},
                "CLOGIN": {"username": name},
            }
            for header, body in asked.items():
                self.assertFalse(ann.ask(header, **body).is_right)
                self.assertLess(len(ann.pipe.writes[-1]), SMALL, header)


class LongLists(DoorTestCase):
    lobby = ManyRooms

    def test_a_very_long_list_is_one_line(self) -> None:
        """Even where a transport gets it in several pieces."""
        ann = self.server.enter("ann")
        for number in range(300):
            ann.protocol.dataReceived(request("CCROOM", seq=1, roomname=f"room{number}", countdown=100 + number))
        self.server.settle()
        ann.pipe.was_stuck = True  # let the writes be
        self.assertEqual(len(ann.rooms()), 300)


class Proceeding(DoorTestCase):
    def test_in_a_timed_room_numbers_come_by_themselves(self) -> None:
        tom = self.server.join("tom")
        tom.click("Tombala")
        tom.say("/create den 10 every 2")
        ann, bob = self.server.enter("ann").join("den"), self.server.enter("bob").join("den")
        self.server.begin()
        self.server.advance(4)
        self.assertEqual(len(ann.game.numbers), 3)
        self.proceed(ann, bob)
        self.assertEqual(len(ann.game.numbers), 3)
        self.assertEqual(ann.fails("CNNMBR"), ALREADY)


class Heartbeats(DoorTestCase):
    def test_who_has_sent_one_is_ended_after_30_s_of_silence(self) -> None:
        ann, bob = self.server.table("ann", "bob")
        ann.does("CHBEAT")
        self.server.begin()
        self.server.advance(19.5)
        self.assertTrue(ann.is_open)
        self.server.forget()
        self.server.advance(0.5)
        self.assert_told(ann, "No sign of life for 30 s.")
        self.assertEqual(bob.told("BUSRLS"), [{"userlist": ["bob"]}])
        self.assertTrue(bob.is_open)

    def test_who_never_has_is_not(self) -> None:
        (ann,) = self.server.table("ann")
        self.server.advance(3600, 60)
        self.assertTrue(ann.is_open)
        ann.does("CNNMBR")

    def test_any_line_counts(self) -> None:
        (ann,) = self.server.table("ann")
        ann.does("CHBEAT")
        for line in (b"what?\n", b'CLROOM:{"seq": 1}\n', b'NOBODY:{"seq": 1}\n', b"CHBEAT:{\n", b'CQROOM:{"seq": 9}'):
            self.server.advance(29, 1)
            ann.send(line)
        self.server.advance(29, 1)
        self.assertTrue(ann.is_open)
        self.server.advance(1)
        self.assert_gone(ann)

    def test_half_a_line_does_not(self) -> None:
        ann = self.server.enter("ann")
        ann.does("CHBEAT")
        self.server.advance(29, 1)
        ann.send(b"CHBEAT:{")
        self.server.advance(1)
        self.assert_gone(ann)

    def test_before_the_login_they_are_answered_but_buy_no_time(self) -> None:
        client = self.server.dial()
        for _ in range(30):
            self.server.advance(19.75)
            client.does("CHBEAT")
        self.assertTrue(client.is_open)
        self.server.advance(7.5)
        self.assert_told(client, "No login within 600 s.")


class TheEndOfAGame(DoorTestCase):
    def test_then_all_are_free_to_join_another(self) -> None:
        players = self.server.table("ann", "bob", "cid")
        self.server.begin()
        play_out(players)
        players[1].does("CCROOM", roomname="pit", countdown=20)
        for player in players:
            self.assertEqual(player.fails("CNNMBR"), NOWHERE)
            self.assertEqual(player.fails("CQROOM"), NOWHERE)
            player.join("pit")

    def test_also_in_the_same_packet(self) -> None:
        (ann,) = self.server.table("ann")
        ann.does("CCROOM", roomname="pit", countdown=200)
        self.server.begin()
        self.proceed_until_rows(ann, 3)
        ann.protocol.dataReceived(request("CCINKO", seq=1, total=3) + request("CJROOM", seq=2, roomname="pit"))
        self.server.clock.advance(0)
        written, ann.pipe.written = ann.pipe.written, b""
        headers = [read(line).header for line in written.splitlines(keepends=True)]
        self.assertEqual(headers, ["BCINKO", "SSUCCS", "BUSRLS", "SSUCCS"])
        self.assertEqual([room["userlist"] for room in self.server.enter("bob").rooms()], [["ann"]])


class EmptyRooms(DoorTestCase):
    def test_one_that_all_have_left_is_removed(self) -> None:
        for has_begun in (False, True):
            players = self.server.table("ann", "bob")
            if has_begun:
                self.server.begin()
            players[0].does("CQROOM")
            self.assertEqual(len(players[0].rooms()), 1)
            players[1].does("CQROOM")
            self.assertEqual(players[0].rooms(), [])
            for player in players:
                player.hang_up()
        self.assertEqual([*self.server.world.rooms], ["tombala"])


# What was ruled


class BeforeTheLogin(DoorTestCase):
    def test_all_but_heartbeats_are_errors(self) -> None:
        client = self.server.dial()
        for header, body in REQUESTS.items():
            if header != "CLOGIN":
                self.assertEqual(client.fails(header, **body), LOG_IN_FIRST)
        self.assertEqual(client.fails("NOBODY"), LOG_IN_FIRST)
        client.does("CHBEAT")
        client.login("ann")

    def test_errors_have_no_seq(self) -> None:
        """A published window shows none that has one: it takes that for the answer of a request that went well."""
        client = self.server.dial()
        for header in ("CLROOM", "CNNMBR", "CQROOM"):
            client.forget()
            client.send(request(header, seq=7))
            self.assertEqual(client.news, [Message("SERROR", {"message": LOG_IN_FIRST})])
        client.forget()
        client.send(b'CLROOM:{"seq": 7, }\n')
        self.assertEqual([{*message.body} for message in client.news], [{"message"}])
        self.assertEqual(client.does("CHBEAT", seq=7).body, {"seq": 7})

    def test_a_second_login_is_an_error(self) -> None:
        ann = self.server.enter("ann")
        self.assertEqual(ann.fails("CLOGIN", username="bob"), "You are ann already!")
        self.assertEqual(ann.fails("CLOGIN", username="ann"), "You are ann already!")
        for _ in range(5):
            ann.fails("CLOGIN", username="bob")
        self.assertTrue(ann.is_open)


class WhatCannotBeUnderstood(DoorTestCase):
    def test_is_an_error_with_the_seq_if_that_can_be_read_and_the_connection_stays(self) -> None:
        for client in (self.server.dial(), self.server.enter("ann")):
            for line in (
                'NOBODY:{"seq": 5}',
                '{"seq": 5}',
                'CLROOM:{"seq": 5',
                'CCROOM:{"seq": 5 // why }',
            ):
                client.forget()
                client.send(line.encode() + b"\n")
                self.assertFalse(client.answer(5).is_right, line)
            for line in ("hello", "CLROOM:{}", 'CLROOM:{"seq": "5"}', "\ufffd", "GET / HTTP/1.1"):
                client.forget()
                client.send(line.encode() + b"\n")
                self.assertEqual([{*message.body} for message in client.news], [{"message"}], line)
            client.does("CHBEAT")

    def test_fields_that_are_missing_or_of_another_kind(self) -> None:
        client = self.server.dial()
        kinds: dict[str, tuple[str, list[object]]] = {
            "username": ("a string", [5, None, True, ["ann"], {"ann": 1}]),
            "roomname": ("a string", [5, None, False, ["den"]]),
            "countdown": ("an integer", ["10", 10.5, 10.0, None, True, [10]]),
            "total": ("an integer", ["1", 1.0, True, None, [1]]),
        }
        for header in ("CLOGIN", "CCROOM", "CJROOM", "CCINKO"):
            asked = REQUESTS[header]
            for field in asked:
                others = {other: value for other, value in asked.items() if other != field}
                self.assertEqual(client.fails(header, **others), f"The field {field} is missing.")
                kind, values = kinds[field]
                for value in values:
                    text = client.fails(header, **others, **{field: value})
                    self.assertEqual(text, f"The field {field} must be {kind}.")
            if header == "CLOGIN":
                client.login("ann")
        self.assertEqual(client.fails("CCINKO", cinko="1"), "The field cinko must be an integer.")
        self.assertEqual(client.rooms(), [])

    def test_a_login_of_another_kind_is_no_failed_login(self) -> None:
        """It does not count among the three: the connection stays."""
        client = self.server.dial()
        for _ in range(5):
            client.fails("CLOGIN", username=5)
        client.login("ann")

    def test_a_line_over_the_limit_ends_the_connection(self) -> None:
        ann, bob = self.server.table("ann", "bob")
        ann.forget()
        ann.send(b'CLROOM:{"seq": 5, "a": "' + b"x" * 5000)
        self.assertEqual(ann.news, [Message("SERROR", {"seq": 5, "message": "A message is longer than 4096 bytes."})])
        self.assert_gone(ann)
        self.assertEqual(bob.told("BUSRLS"), [{"userlist": ["bob"]}])


class Claims(DoorTestCase):
    def test_total_counts_where_both_are_there(self) -> None:
        (ann,) = self.server.table("ann")
        self.server.begin()
        self.proceed_until_rows(ann, 1)
        self.assertEqual(ann.fails("CCINKO", total=2, cinko=1), WRONG)
        ann.does("CCINKO", total=1, cinko=2)


class ClaimsInAHurry(SynchronousTestCase):
    """They are judged in the order in which they come, even if a player sends too much."""

    def setUp(self) -> None:
        """ann and bob both have a row that they have not claimed yet."""
        self.server = TombalaServer()
        self.ann, self.bob = self.server.table("ann", "bob")
        self.server.begin()
        while not (self.ann.game.rows and self.bob.game.rows):
            for player in (self.ann, self.bob):
                player.does("CNNMBR")
            self.server.advance(1)
        self.server.forget()

    def claim(self, client: JsonClient) -> bytes:
        return request("CCINKO", seq=99, total=client.game.rows)

    def test_a_claim_behind_too_many_requests(self) -> None:
        self.ann.protocol.dataReceived(b"".join(request("CHBEAT", seq=n) for n in range(60)) + self.claim(self.ann))
        self.bob.protocol.dataReceived(self.claim(self.bob))
        self.server.settle()
        self.assertEqual([name for name, _ in self.bob.game.cinkos], ["ann", "bob"])
        answers = [message.body["seq"] for message in self.ann.news if message.is_answer]
        self.assertEqual(answers, [*range(60), 99])

    def test_a_claim_of_a_player_who_is_held_up(self) -> None:
        self.ann.send(b"".join(request("CHBEAT", seq=n) for n in range(60)))
        self.assertEqual(len(self.ann.news), 40)
        self.assertTrue(self.ann.pipe.is_reading)
        self.ann.send(self.claim(self.ann))
        self.assertEqual([name for name, _ in self.bob.game.cinkos], ["ann"])

    def test_a_claim_after_something_dear(self) -> None:
        self.ann.protocol.session.spend(60)
        self.ann.send(self.claim(self.ann))
        self.assertEqual(self.ann.headers, ["BCINKO", "SSUCCS"])

    def test_a_flood_of_claims_ends_the_session(self) -> None:
        wire = Wire(self.server, self.ann)  # type: ignore[arg-type]
        wire.flood(9, request("CCINKO", seq=1, total=3))
        self.assertTrue(self.ann.is_open)
        self.assertLess(len(self.ann.news), 2 * 40 + 9 * 20 + 2)
        wire.flood(2, request("CCINKO", seq=1, total=3))
        self.assertEqual(self.ann.farewell, Message("SERROR", {"message": "Too many commands."}))
        self.assertIn({"userlist": ["bob"]}, self.bob.told("BUSRLS"))

    def test_whoever_is_in_no_room_is_in_no_hurry(self) -> None:
        cid = self.server.enter("cid")
        self.server.advance(3)
        cid.forget()
        cid.send(*[request("CCINKO", seq=1, total=1)] * 100)
        self.assertEqual(len(cid.news), 40)


class Leaving(DoorTestCase):
    """The game does not wait for a player who has left in mid-turn."""

    def test_by_whatever_way(self) -> None:
        ways: dict[str, Callable[[Any], object]] = {
            "CQROOM": lambda cid: cid.does("CQROOM"),
            "a lost connection": lambda cid: cid.hang_up(),
            "Home": lambda tom: tom.click("Home"),
            "/quit": lambda tom: tom.say("/quit"),
            "a lost TileNet connection": lambda tom: tom.lose(),
            "a logout": lambda tom: tom.send(logout()),
        }
        for number, (way, leave) in enumerate(ways.items()):
            self.setUp()
            ann, bob = self.server.table("ann", "bob")
            other = self.server.enter("cid").join("den") if number < 2 else self.server.walk_in("tom")
            self.server.begin()
            self.proceed(ann, bob)
            self.server.forget()
            leave(other)
            self.server.settle()
            for player in (ann, bob):
                self.assertEqual((player.headers, player.game.users), (["BUSRLS", "BNUMBR"], ["ann", "bob"]), way)
            self.proceed(ann, bob)
            self.assertEqual(len(ann.game.numbers), 3)
            self.server.check()


class BothKinds(DoorTestCase):
    """Players of both protocols in one game."""

    def setUp(self) -> None:
        super().setUp()
        self.ann, self.bob = self.server.table("ann", "bob")
        self.tom = self.server.walk_in("tom")

    def agents(self, client: Client) -> set[str]:
        """The names of all players that a TileNet client sees."""
        members = client.model.members_single()
        return {str(client.model.objects[objid]["name"]) for objid in members if objid[0] == "a"}

    def seats(self, client: Client) -> set[str]:
        names = {str(client.model.objects[objid]["name"]) for objid in client.model.grid().values()}
        return {name.split()[0] for name in names if re.fullmatch(r"\w+ [0-3](?: \.\.\.)?", name)}

    def test_the_tilenet_player_sees_the_json_players(self) -> None:
        self.assertEqual(self.agents(self.tom), {"ann", "bob", "tom"})
        self.assertEqual(self.seats(self.tom), {"ann", "bob", "tom"})
        self.server.enter("cid").join("den")
        self.assertEqual(self.agents(self.tom), {"ann", "bob", "cid", "tom"})
        self.bob.does("CQROOM")
        self.assertEqual(self.agents(self.tom), {"ann", "cid", "tom"})
        self.assertEqual(self.seats(self.tom), {"ann", "cid", "tom"})
        self.server.check()

    def test_the_json_players_see_the_tilenet_player(self) -> None:
        self.assertEqual(self.ann.game.users, ["ann", "bob", "tom"])
        self.assertEqual(self.ann.rooms()[0]["userlist"], ["ann", "bob", "tom"])
        self.tom.click("Home")
        self.assertEqual(self.ann.game.users, ["ann", "bob"])

    def test_nothing_but_the_score_is_kept_of_a_player_who_has_left(self) -> None:
        """Even if nobody looks at the room any more, so that nobody asks whose view has changed."""
        self.server.begin()
        match = self.server.game().match
        assert match is not None
        self.tom.click("Home")
        self.bob.does("CNNMBR")
        player = ref(self.bob.protocol.session.player)
        self.bob.hang_up()
        self.server.advance(5)
        self.server.others.remove(self.bob)
        del self.bob
        self.assertEqual([*match.left.values()], [0, 0])  # tom and bob
        match.left.clear()
        gc.collect()
        self.assertIsNone(player())

    def test_a_tilenet_players_cinko_is_told_to_the_json_players(self) -> None:
        self.server.begin()
        card = shown_card(self.tom)
        while not any({*row} <= {*self.ann.game.numbers} for row in card):
            self.proceed(self.ann, self.bob)
            self.tom.click("Next")
        rows = sum({*row} <= {*self.ann.game.numbers} for row in card)
        self.server.forget()
        self.tom.say("/cinko 3")
        self.assertEqual(self.ann.news, [])
        self.tom.say(f"/cinko {rows}")
        for player in (self.ann, self.bob):
            self.assertEqual(player.news, [Message("BCINKO", {"username": "tom", "total": rows})])

    def test_json_players_are_sent_nothing_of_tilenet(self) -> None:
        """No chat, no speech of the room, no tags."""
        self.server.forget()
        self.tom.say("hello")
        self.tom.say("(psst)", self.tom.model.current)
        agent = next(o for o in self.tom.model.members_single() if self.tom.model.objects[o]["name"] == "ann")
        self.tom.say("hello ann", agent)
        self.tom.say("(hello ann)", agent)
        self.tom.click("Help")
        self.assertEqual((self.ann.news, self.bob.news), ([], []))
        self.assertNotIn(b"<", self.ann.raw)


class NobodysCard(DoorTestCase):
    def test_is_in_anothers_bytes(self) -> None:
        """Every card that anybody is sent is their own: lists of JSON, and the cells of a TileNet matrix."""
        jsons = self.server.table("ann", "bob", "cid")
        tiles = [self.server.walk_in("tom"), self.server.walk_in("tim")]
        self.server.begin()
        match = self.server.game().match
        assert match is not None
        cards = {player.name: [[*row] for row in card] for player, card in match.cards.items()}
        room = self.server.world.rooms[self.server.address()]
        cells = {room.objid_of(("card", row, at)) for row in range(3) for at in range(9)}
        for step in range(25):
            self.proceed(*jsons)
            for client, name in zip(tiles, ("tom", "tim"), strict=True):
                client.click("Next")
                client.click("Auto mark")
                client.say(f"/mark {step + 1}")
                self.assertEqual(shown_card(client), cards[name])
        for player in jsons:
            found = re.findall(rb"\[[\d, ]+\]", player.raw)
            rows = [[int(number) for number in re.findall(rb"\d+", text)] for text in found]
            self.assertEqual(rows, cards[player.name])
        for client, name in zip(tiles, ("tom", "tim"), strict=True):
            own = {str(number) for row in cards[name] for number in row}
            news = [new for new in sets(client.raw) if new["objid"] in cells]
            names = {new["name"].strip("()") for new in news if new.get("name")}
            texts = " ".join(new.get("text", "") for new in news)
            self.assertEqual(names, own)
            self.assertLessEqual({*re.findall(r"\d+", texts)}, own)


class Names(DoorTestCase):
    """One world, one name, whichever door."""

    def test_they_are_kept_as_they_were_given(self) -> None:
        """But for the blanks around them."""
        client = self.server.dial()
        self.assertEqual(client.does("CLOGIN", username=" Stra\u00dfe ").text, "Welcome Stra\u00dfe!")
        client.does("CCROOM", roomname=" Caf\u00e9 ", countdown=10)
        client.join("CAFE\u0301")
        self.assertEqual(client.game.users, ["Stra\u00dfe"])
        self.assertEqual(client.rooms()[0]["roomname"], "Caf\u00e9")


# Limits


class TheGate(DoorTestCase):
    """What counts for both doors together."""

    def test_one_connection_too_many(self) -> None:
        client = TombalaServer(max_connections=0).dial()
        self.assertEqual(client.news, [Message("SERROR", {"message": "The server is full. Try again later!"})])
        self.assert_gone(client)

    def test_connections_without_a_login(self) -> None:
        """64 at all doors of this protocol together; those at other doors have their own number."""
        server = TombalaServer(max_waiting=2)
        second = TombalaDoor(server.gate)
        waiting = [server.dial() for _ in range(60)]
        server.tombala, first = second, server.tombala
        waiting += [server.dial() for _ in range(4)]
        self.assertTrue(all(client.is_open for client in waiting))
        server.connect()
        waiting[0].login("ann")
        waiting[1].hang_up()
        for _ in range(2):
            self.assertTrue(server.dial().is_open)
        for oldest, either in ((2, first), (3, second)):
            self.assertTrue(waiting[oldest].is_open)
            server.tombala = either
            server.dial()
            self.assertEqual(waiting[oldest].news[-1:], [Message("SERROR", {"message": MADE_ROOM})])
            self.assert_gone(waiting[oldest])

    def test_three_failed_logins(self) -> None:
        client = self.server.dial()
        client.fails("CLOGIN", username="<")
        client.fails("CLOGIN", username="")
        self.assertTrue(client.is_open)
        client.fails("CLOGIN", username="a" * 33)
        self.assertEqual(client.headers, ["SERROR", "SERROR"])
        self.assert_told(client, "Too many failed logins.")

    def test_a_reason_that_a_login_was_refused_for_is_given_once(self) -> None:
        class Closed(Home):
            def admits(self, player: Player, now: float) -> str | None:
                return "The game has begun."

        client = TombalaServer(home=Closed).dial()
        client.send(request("CLOGIN", seq=1, username="ann"))
        self.assertEqual(client.news, [Message("SERROR", {"seq": 1, "message": "The game has begun."})])
        self.assert_gone(client)

    def test_a_room_is_full_when_its_names_would_be_too_long_a_message(self) -> None:
        server = TombalaServer()
        server.table("ann", room="den")
        for number in range(4):
            client = server.enter("\N{PILE OF POO}" * 30 + str(number))
            answer = client.ask("CJROOM", roomname="den")
            self.assertEqual(answer.is_right, number < 2, number)
        self.assertEqual(answer.body["message"], "den is full!")
        server.enter("bob").join("den")
        server.begin()
        self.assertEqual(client.fails("CJROOM", roomname="den"), "den has already started!")
        self.assertLess(len(encode("BUSRLS", {"userlist": server.entries[0].players})), 1000)

    def test_an_empty_room_makes_way_for_a_new_one(self) -> None:
        class FewRooms(Lobby):
            rooms = 2

        server = TombalaServer(FewRooms)
        ann = server.enter("ann")
        for name, countdown in (("late", 100), ("soon", 10), ("new", 50)):
            ann.does("CCROOM", roomname=name, countdown=countdown)
        rooms = ann.does("CLROOM").body["rooms"]
        self.assertEqual([room["roomname"] for room in rooms], ["soon", "new"])
        self.assertEqual(len(server.world.rooms), 3)


class Stopping(DoorTestCase):
    def test_ends_all_sessions_and_leaves_no_timers(self) -> None:
        players = self.server.table("ann", "bob")
        tom = self.server.walk_in("tom")
        waiting = self.server.dial()
        players[0].does("CHBEAT")
        players[0].does("CCROOM", roomname="pit", countdown=100)
        self.server.begin()
        self.server.forget()
        stopped = self.server.gate.close("The server is stopping.")
        self.server.settle()
        self.successResultOf(stopped)
        for client in (*players, waiting):
            self.assert_told(client, "The server is stopping.")
            self.assertEqual(client.headers, ["SERROR"])
        self.assertEqual(tom.model.logged_out, "The server is stopping.")
        self.assertEqual({*self.server.gate.sessions}, set())
        self.server.advance(2)
        self.assertEqual(self.server.clock.getDelayedCalls(), [])


class AFailure(DoorTestCase):
    """In what the door does for one client: that client's session ends, and the game goes on."""

    def test_of_the_lobby_is_an_answer(self) -> None:
        ann = self.server.enter("ann")
        self.patch(Lobby, "ask", lambda *args: 1 / 0)
        for header in ("CCROOM", "CJROOM"):
            self.assertEqual(ann.fails(header, **REQUESTS[header]), OUT_OF_ORDER)
        self.assertEqual(ann.rooms(), [])
        self.assertTrue(self.flushLoggedErrors(ZeroDivisionError))
        self.assertTrue(ann.is_open)

    def test_without_a_lobby_there_is_an_answer_too(self) -> None:
        ann = self.server.enter("ann")
        del self.server.world.rooms["tombala"]
        for header in ("CCROOM", "CJROOM"):
            self.assertEqual(ann.fails(header, **REQUESTS[header]), OUT_OF_ORDER)
        self.assertEqual(ann.rooms(), [])
        self.assertEqual(ann.fails("CNNMBR"), NOWHERE)


class AGameThatFails(DoorTestCase):
    def test_the_request_is_answered(self) -> None:
        """And the game starts afresh, with the players that are there."""
        ann, bob = self.server.table("ann", "bob")
        self.server.begin()
        self.patch(TombalaGame, "ask", lambda *args: 1 / 0)
        ann.game, bob.game = Game(), Game()
        self.assertEqual(ann.fails("CNNMBR"), FAILED)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.server.advance(1)
        for player in (ann, bob):
            self.assertEqual(player.game.users, ["ann", "bob"])
            self.assertEqual(len(player.game.numbers), 1)

    def test_who_comes_in_as_it_fails_again_and_again_is_nowhere(self) -> None:
        self.server.table("ann")
        bob = self.server.enter("bob")
        self.patch(TombalaGame, "enter", lambda *args: 1 / 0)
        self.assertEqual(bob.fails("CJROOM", roomname="den"), FAILED)
        self.assertTrue(self.flushLoggedErrors(ZeroDivisionError))
        self.assertIsNone(bob.protocol.session.player.room)
        self.assertEqual(bob.fails("CQROOM"), NOWHERE)


class TheModelOfAClient(SynchronousTestCase):
    """What it does not put up with."""

    def test_is_strict(self) -> None:
        card = "[[1, 12, 23, 34, 45], [2, 13, 24, 56, 67], [3, 14, 25, 78, 90]]"
        read(f'BGCARD:{{"gamecard": {card}}}\n'.encode())
        for line in (
            '{"seq": 1}\n',
            'SSUCCS:{"seq": 1}',
            'SSUCCS:{"seq": 1}\nSSUCCS:{"seq": 2}\n',
            'SSUCCS: {"seq": 1}\n',
            "SSUCCS:{}\n",
            'SSUCCS:{"seq": "1"}\n',
            'SSUCCS:{"seq": 1, "seq": 1}\n',
            'SSUCCS:{"seq": 1, "message": 5}\n',
            'SERROR:{"seq": 1}\n',
            'BNUMBR:{"number": 91}\n',
            'BNUMBR:{"number": 9, "seq": 1}\n',
            'BNUMBR:{"number": NaN}\n',
            'BCINKO:{"username": "ann", "total": 4}\n',
            'BUSRLS:{"userlist": ["ann", "ann"]}\n',
            f'BGCARD:{{"gamecard": [{card}]}}\n',
            'BGCARD:{"gamecard": [[1, 2, 23, 34, 45], [12, 13, 24, 56, 67], [3, 14, 25, 78, 90]]}\n',
            'SSUCCS:{"seq": 1, "rooms": [{"roomname": "a", "startTime": "now", "userlist": []}]}\n',
            'HELLOO:{"seq": 1}\n',
        ):
            self.assertRaises(Illegal, read, line.encode())


# Any evening


class AnyEvening(SynchronousTestCase):
    def test_is_in_order(self) -> None:
        """One answer to each request, the same numbers to all, an end to each game, and nothing left behind."""
        step = st.tuples(st.sampled_from(OFTEN + SELDOM), st.integers(0, 10**6))

        @settings(max_examples=40, deadline=None)
        @given(st.integers(0, 10**6), st.lists(step, max_size=60))
        def walk(seed: int, steps: list[tuple[str, int]]) -> None:
            Walk(seed).run(steps)

        walk()

    def test_with_long_games(self) -> None:
        """Many steps in which all go on, so that there are cinkos, and winners."""
        won = 0
        for seed in range(12):
            random = Random(seed)
            walk = Walk(seed)
            begin = [("create", 3), *(("join", number) for number in range(12)), ("wait", 1), ("wait", 2)]
            walk.run([*begin, *((random.choice(OFTEN), random.randrange(10**6)) for _ in range(100))])
            won += any(json.game.is_over for json in walk.server.others)
        self.assertGreater(won, 3)
