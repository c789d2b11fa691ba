"""Each limit, by a client that goes beyond it, and one that does not."""

from __future__ import annotations

import json
from typing import Any

from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server, Stage, stage
from tests.doubles.model import click, login, logout, opening, say
from tests.doubles.wire import Wire
from tilenet.game import Tile


class TheTimeForALogin(SynchronousTestCase):
    """login_seconds"""

    def test_nothing_that_a_client_sends_buys_time(self) -> None:
        """Neither a byte nor a comment now and then, nor a login that fails."""
        for what, first, trickle in (
            ("silence", b"", [b""]),
            ("bytes", b"", [bytes([byte]) for byte in opening()]),
            ("comments", opening(), [b"<!-- wait -->"]),
            ("a failed login", opening() + login("<"), [b""]),
        ):
            server = Server()
            client = server.connect()
            client.send(first)
            for number in range(59):
                client.send(trickle[number % len(trickle)])
                server.advance(0.5)
            self.assertTrue(client.pipe.is_open, what)
            server.advance(1)
            self.assertFalse(client.pipe.is_open, what)

    def test_it_is_an_option_and_the_reason_says_how_long_it_is(self) -> None:
        for seconds in (2, 30, 10_000_000):
            server = Server(login_seconds=seconds)
            client = server.connect()
            client.send(opening(), login("<"))
            server.advance(seconds, seconds / 2)
            self.assertEqual(client.model.logged_out, f"No login within {seconds} s.")

    def test_a_player_who_is_logged_in_may_stay(self) -> None:
        server = Server()
        ann = server.join("ann")
        server.advance(100)
        self.assertTrue(ann.pipe.is_open)


class TriesToLogIn(SynchronousTestCase):
    """login_tries"""

    def test_the_third_that_fails_is_the_last(self) -> None:
        for names, answers, is_in, end in (
            ("<<", 2, False, None),
            ("<<a", 3, True, None),
            ("<<<", 3, False, "Too many failed logins."),
            ("<<<a", 3, False, "Too many failed logins."),
        ):
            client = Server().connect()
            client.send(opening(), *map(login, names))
            model = client.model
            found = len(model.login_messages), model.agent is not None, model.logged_out, client.pipe.is_open
            self.assertEqual(found, (answers, is_in, end, end is None), names)


class TheSizeOfATag(SynchronousTestCase):
    """tag_bytes, login_tag_bytes"""

    def tag(self, size: int) -> bytes:
        """A command of that size that does nothing."""
        head, tail = b'<cmd type="say" objid="m999" text="', b'"/>'
        return head + b"x" * (size - len(head) - len(tail)) + tail

    def refused_login(self, size: int) -> bytes:
        """A login of that size that is refused."""
        return login("<" + "x" * (size - len(login("<"))))

    def test_what_is_sent_in_one_piece(self) -> None:
        """A tag after a login has the later limit, if the login succeeds; without a login there is no reason."""
        for what, before, tag, reason, is_open in (
            ("8192 bytes", login("ann"), self.tag(8192), None, True),
            ("8193 bytes", login("ann"), self.tag(8193), "Error: a tag longer than 8192 bytes.", False),
            ("before a login", b"", self.refused_login(2048), None, True),
            ("too long there", b"", self.refused_login(2049), None, False),
            ("after a login that fails", login("<"), self.refused_login(2048), None, True),
            ("too long there", login("<"), self.refused_login(2049), "Error: a tag longer than 2048 bytes.", False),
            ("after the second login", login("<") + login("ann"), self.tag(8192), None, True),
        ):
            client = Server().connect()
            client.send(opening(), before, tag)
            self.assertEqual((client.model.logged_out, client.pipe.is_open), (reason, is_open), what)

    def test_nothing_that_is_unfinished_may_grow_for_ever(self) -> None:
        for what, before, begun, piece in (
            ("a tag", login("ann"), self.tag(100)[:-3], 1000),
            ("a comment", login("ann"), b"<!--", 1000),
            ("content", login("ann"), b"<xrequest>", 1000),
            ("a login", b"", b'<login user="', 250),
        ):
            client = Server().connect()
            client.send(opening(), before, begun)
            for _ in range(7):
                client.send(b"x" * piece)
            self.assertTrue(client.pipe.is_open, what)
            for _ in range(2):
                client.send(b"x" * piece)
            self.assertFalse(client.pipe.is_open, what)

    def test_they_are_options(self) -> None:
        server = Server(tag_bytes=400, login_tag_bytes=300)
        ann = server.join("ann")
        ann.send(self.tag(400))
        self.assertTrue(ann.pipe.is_open)
        ann.send(self.tag(401))
        self.assertFalse(ann.pipe.is_open)


class TheRateOfCommands(SynchronousTestCase):
    """commands_per_second, command_burst, flood_seconds"""

    def setUp(self) -> None:
        self.game = Stage()
        self.game.tiles = {number: Tile(number % 10, 1 + number // 10, str(number)) for number in range(80)}
        self.game.size = (10, 9)
        self.server = Server([stage(self.game)])
        self.ann = self.server.join("ann")
        self.ann.click("Stage")
        self.wire = Wire(self.server, self.ann)
        self.wire.advance(5)

    def clicks(self, numbers: range) -> bytes:
        return b"".join(click(self.ann.token(str(number))) for number in numbers)

    @property
    def done(self) -> list[int]:
        return [tile for _, tile in self.game.called("click")]

    def test_beyond_a_burst_reading_stops_and_the_rest_is_done_at_the_rate_and_in_order(self) -> None:
        self.wire.send(self.clicks(range(39)))
        self.assertEqual((self.done, self.ann.pipe.is_reading), (list(range(39)), True))
        self.wire.send(self.clicks(range(39, 50)), self.clicks(range(50, 80)))
        self.assertFalse(self.ann.pipe.is_reading)
        self.assertLessEqual(len(self.done), 40)
        self.wire.advance(1)
        self.assertIn(len(self.done), (58, 59, 60))
        self.wire.advance(1.2)
        self.assertEqual(self.done, list(range(80)))
        self.assertTrue(self.ann.pipe.is_reading)

    def test_nothing_waits_for_a_client_that_is_gone(self) -> None:
        before = {*self.server.clock.getDelayedCalls()}
        self.wire.send(self.clicks(range(80)))
        (pause,) = {*self.server.clock.getDelayedCalls()} - before
        self.ann.lose()
        self.assertFalse(pause.active())

    def test_another_client_is_not_slowed_down(self) -> None:
        bob = self.server.join("bob")
        bob.click("Stage")
        bob.model.heard.clear()
        self.wire.send(self.clicks(range(80)))
        bob.say("I have time")
        self.assertEqual(bob.heard, ["I have time"])

    def test_a_flood_ends_the_session_after_10_seconds(self) -> None:
        packet = self.clicks(range(20))
        self.wire.flood(9.5, packet)
        self.assertIsNone(self.ann.model.logged_out)
        self.assertLessEqual(len(self.done), 40 + 9.5 * 20)
        self.wire.flood(1, packet)
        self.assertEqual(self.ann.model.logged_out, "Too many commands.")
        self.assertFalse(self.ann.pipe.is_open)

    def test_one_great_packet_is_a_flood(self) -> None:
        self.wire.send(self.clicks(range(80)) * 4)
        self.wire.advance(10.5)
        self.assertEqual(self.ann.model.logged_out, "Too many commands.")

    def test_a_client_just_under_the_rate_or_one_that_rests_is_never_ended(self) -> None:
        """Whether it sends now and then, or steadily, or far too much at once."""
        for what, first, packet, times, pause in (
            ("now and then", 40, 19, 40, 1),
            ("steadily", 40, 1, 19 * 25, 1 / 19),
            ("too much at once", 0, 80, 8, 4),
        ):
            self.setUp()
            self.wire.send(self.clicks(range(first)))
            commands = self.clicks(range(packet))
            for _ in range(times):
                self.server.advance(pause, min(pause, 0.25))
                self.wire.send(commands)
            self.server.advance(4)
            self.assertIsNone(self.ann.model.logged_out, what)
            self.assertEqual(len(self.done), first + times * packet, what)

    def test_whatever_is_sent_is_slowed_down(self) -> None:
        for what, packets in (
            ("comments", [b"<!-- -->" * 100]),
            ("whitespace", [b" " * 65536] * 6),
            ("xrequests", [b"<xrequest/>" * 50]),
            ("commands that do nothing", [click("t999999") * 50]),
        ):
            ann = self.server.join("ann")
            ann.send(*packets)
            self.assertFalse(ann.pipe.is_reading, what)
            self.server.advance(5)
            self.assertTrue(ann.pipe.is_reading, what)
        client = self.server.connect()
        client.send(opening(), b"<!-- -->" * 100)
        self.assertFalse(client.pipe.is_reading)

    def test_a_flood_of_whatever_carries_no_command_ends_the_session_and_a_few_comments_do_not(self) -> None:
        for packet in (b"<!-- -->" * 20, b"\n" * 65536):
            ann = self.server.join("ann")
            Wire(self.server, ann).flood(10.5, packet)
            self.assertEqual(ann.model.logged_out, "Too many commands.")
        for _ in range(15):
            self.wire.send(b"<!-- -->" * 15)
            self.wire.advance(1)
        self.assertIsNone(self.ann.model.logged_out)

    def test_a_flood_before_the_login_ends_without_a_reason(self) -> None:
        """c8.1: there is no logged-out without a logged-in."""
        client = self.server.connect()
        wire = Wire(self.server, client)
        wire.send(opening())
        wire.flood(10.5, b"<!-- -->" * 20)
        self.assertFalse(client.pipe.is_open)
        self.assertTrue(client.model.closed)

    def test_they_are_options(self) -> None:
        server = Server(commands_per_second=2, command_burst=5, flood_seconds=3)
        ann = server.join("ann")
        server.advance(5)
        wire = Wire(server, ann)
        wire.send(click("t999999") * 5)
        self.assertTrue(ann.pipe.is_reading)
        wire.send(click("t999999"))
        self.assertFalse(ann.pipe.is_reading)
        wire.flood(3.5, click("t999999"))
        self.assertEqual(ann.model.logged_out, "Too many commands.")


class Speech(SynchronousTestCase):
    """speech_length, speech_per_second, speech_burst"""

    def setUp(self) -> None:
        self.server = Server()
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        self.server.advance(10)
        self.ann.model.heard.clear()
        self.bob.model.heard.clear()

    def test_400_characters_can_be_said(self) -> None:
        """Blanks around them do not count."""
        for text, said in (
            ("ä" * 400, "ä" * 400),
            (" " * 50 + "x" * 400 + " " * 50, "x" * 400),
            ("x" * 401, None),
            (f"({'x' * 399})", None),
            ("\u200b\u202e\ufeff", None),
        ):
            self.server.advance(1)
            self.ann.say(text, self.bob.agent)
            self.assertEqual(self.bob.heard, [] if said is None else [said])
        self.ann.heard  # noqa: B018
        self.ann.say("x" * 401)
        self.assertEqual(self.ann.heard, ["Not said: that is over 400 characters."])

    def test_five_things_can_be_said_at_once_and_one_more_after_a_second(self) -> None:
        for number in range(7):
            self.ann.say(str(number))
        self.assertEqual(self.bob.heard, ["0", "1", "2", "3", "4"])
        self.assertEqual(self.ann.heard[-1], "Not said: you are talking too fast.")
        self.server.advance(1)
        self.ann.say("one")
        self.ann.say("two")
        self.assertEqual(self.bob.heard, ["one"])

    def test_what_is_not_said_comes_back_to_a_client_that_asks_for_facts(self) -> None:
        room = self.ann.model.current or ""
        cases = (room, '</b> & "so"'), (self.bob.agent, "(psst)"), (room, "/seed my cat")
        for takes_facts in (False, True):
            if takes_facts:
                self.ann.send(b'<xrequest options="facts"/>')
            self.server.advance(10)
            for number in range(5):
                self.ann.say(str(number))
            for target, text in cases:
                before = len(self.ann.model.responses)
                self.ann.say(text, target)
                responses = self.ann.model.responses[before:]
                back = [json.loads(content) for options, content in responses if options == "not said"]
                self.assertEqual(back, [{"to": target, "text": text}] if takes_facts else [])
        self.assertNotIn(b"not said", self.bob.raw)

    def test_whispers_and_speech_to_agents_count_too_and_each_has_a_rate_of_their_own(self) -> None:
        for _ in range(4):
            self.ann.say("(psst)", self.bob.agent)
            self.ann.say("hey", self.bob.agent)
        self.assertEqual(len(self.bob.heard), 5)
        self.ann.model.heard.clear()
        self.bob.say("me too")
        self.assertEqual(self.ann.heard, ["me too"])

    def test_what_is_not_said_does_not_count(self) -> None:
        for _ in range(10):
            self.ann.say("x" * 401)
            self.ann.say("  ")
        self.ann.say("at last")
        self.assertEqual(self.bob.heard, ["at last"])

    def test_it_is_cleaned_and_a_whisper_is_one_after_that(self) -> None:
        cid = self.server.join("cid")
        self.ann.send(
            f'<cmd type="say" objid="{self.bob.agent}" text="a\u202eb\u200b&#10;c&#9;d\ue000e\x85f"/>'.encode()
        )
        self.assertEqual(self.bob.heard[-1], "ab c d\ue000e f")
        self.ann.say("\u200b(sesame)\u200b", self.bob.agent)
        self.assertNotIn(b"sesame", cid.raw)

    def test_they_are_options(self) -> None:
        server = Server(speech_length=3, speech_burst=2, speech_per_second=0.1)
        ann = server.join("ann")
        for text in ("four", "one", "two", "six"):
            ann.say(text)
        self.assertEqual([text for text in ann.heard if not text.startswith("Not said")], ["one", "two"])
        server.advance(9)
        ann.say("too")
        self.assertEqual(ann.heard, ["Not said: you are talking too fast."])
        server.advance(2)
        ann.say("now")
        self.assertEqual(ann.heard, ["now"])


class Connections(SynchronousTestCase):
    """max_connections, max_per_address; max_waiting in `test_waiting`"""

    def statuses(self, server: Server, *addresses: str) -> list[str | None]:
        return [server.connect(address).model.status for address in addresses]

    def test_in_all_from_one_address_and_waiting_for_a_login(self) -> None:
        """This machine is exempt from the limit of an address; a site of IPv6 counts as one address."""
        cases: tuple[tuple[dict[str, Any], list[str], str], ...] = (
            ({"max_connections": 3}, ["::1", "192.0.2.1", "192.0.2.2", "192.0.2.3"], "open open open busy"),
            ({"max_per_address": 2}, ["192.0.2.1"] * 3, "open open busy"),
            ({"max_waiting_per_address": 99}, ["192.0.2.1"] * 65, "open " * 64 + "busy"),
            ({}, ["192.0.2.1"] * 9, "open " * 8 + "busy"),
            ({"max_per_address": 1}, ["192.0.2.1", "192.0.2.2"], "open open"),
            ({"max_per_address": 1}, ["127.0.0.1", "127.0.0.1", "::1", "::1", "::ffff:127.0.0.1"], "open " * 5),
            ({"max_per_address": 1}, ["127.0.0.2", "127.0.0.2", "127.0.1.1"], "open busy open"),
            ({"max_per_address": 1}, ["2001:db8:0:1::1", "2001:db8:0:1:ffff::2"], "open busy"),
            ({"max_per_address": 1}, ["2001:db8:0:1::1", "2001:db8:0:2::1"], "open open"),
            ({"max_per_address": 1}, ["192.0.2.1", "::ffff:192.0.2.1"], "open busy"),
            ({"max_per_address": 1}, ["::ffff:192.0.2.1", "::ffff:192.0.2.2"], "open open"),
        )
        for limit, addresses, expected in cases:
            self.assertEqual(self.statuses(Server(**limit), *addresses), expected.split(), (limit, addresses[:2]))

    def test_those_who_have_logged_in_count_in_all_but_are_not_waiting(self) -> None:
        for limit, status in (("max_connections", "busy"), ("max_waiting", "open")):
            server = Server(**{limit: 2})  # type: ignore[arg-type]
            server.join("ann")
            server.join("bob")
            self.assertEqual(self.statuses(server, "127.0.0.1"), [status])

    def test_one_that_has_left_makes_room(self) -> None:
        for limit in ("max_connections", "max_waiting"):
            server = Server(**{limit: 1})  # type: ignore[arg-type]
            server.connect().lose()
            self.assertEqual(self.statuses(server, "127.0.0.1"), ["open"])

    def test_one_that_has_ended_and_does_not_close_makes_room_as_well_and_the_oldest_first(self) -> None:
        server = Server(max_connections=4, max_waiting=2)
        silent = []
        for number in range(6):
            silent.append(server.connect(f"192.0.2.{number}"))
            silent[-1].pipe.loseConnection = lambda: None  # type: ignore[method-assign]
        self.assertEqual([client.model.status for client in silent], ["open"] * 6)
        self.assertEqual([client.pipe.was_aborted for client in silent], [True, True, *[False] * 4])


class OutputThatWaits(SynchronousTestCase):
    """output_kib, stall_seconds, closing_seconds"""

    def setUp(self) -> None:
        self.game = Stage()
        self.server = Server([stage(self.game)], output_kib=64)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        for client in (self.ann, self.bob):
            client.click("Stage")
        self.server.advance(3)

    def shout(self, times: int) -> None:
        """Let everybody in the room have 16 KiB of news, so many times, of which ann takes none."""
        self.ann.pipe.is_stuck = True
        for _ in range(times):
            self.game.text = ("B" if self.game.text[0] == "A" else "A") * 1024 * 16
            self.server.world.rooms["stage"].rooms_changed({})
            self.server.settle()

    def take(self) -> None:
        self.ann.pipe.is_stuck = False
        self.ann.pipe.drain()
        self.server.settle()

    def test_too_much_ends_the_session_and_the_others_do_not_notice(self) -> None:
        self.shout(6)
        self.server.advance(1)
        self.assertFalse(self.ann.pipe.was_aborted)
        self.server.advance(1)
        self.assertTrue(self.ann.pipe.was_aborted)
        self.server.check()
        self.assertTrue(self.bob.pipe.is_open)
        self.assertNotIn(self.ann.agent, self.bob.model.members_single())

    def test_far_too_much_ends_it_at_once(self) -> None:
        self.shout(20)
        self.assertTrue(self.ann.pipe.was_aborted)

    def test_a_burst_that_is_taken_in_time_does_not_and_less_can_wait(self) -> None:
        """Nobody is to blame for what others say at once."""
        for times, seconds in ((6, 0), (3, 5)):
            self.shout(times)
            self.server.advance(seconds)
            self.take()
            self.server.advance(3)
            self.assertFalse(self.ann.pipe.was_aborted)
            self.server.check()

    def test_a_client_that_takes_nothing_for_15_seconds_is_ended(self) -> None:
        self.ann.pipe.is_stuck = True
        self.server.advance(60)  # nothing waits
        self.ann.say("hello")
        self.server.advance(14)
        self.assertTrue(self.ann.pipe.is_open)
        self.server.advance(3)
        self.assertTrue(self.ann.pipe.was_aborted)
        self.assertNotIn(self.ann.agent, self.bob.model.members_single())

    def test_the_last_words_wait_3_seconds_and_so_does_a_client_that_does_not_close(self) -> None:
        self.ann.pipe.is_stuck = True
        self.bob.pipe.loseConnection = lambda: None  # type: ignore[method-assign]
        for client in (self.ann, self.bob):
            client.send(b"<logout/>")
        self.server.advance(2.5)
        self.assertTrue(self.ann.pipe.is_open and self.bob.pipe.is_open and self.bob.model.closed)
        self.server.advance(1)
        self.assertTrue(self.ann.pipe.was_aborted and self.bob.pipe.was_aborted)

    def test_a_client_that_takes_its_last_words_in_time_hears_them(self) -> None:
        self.ann.pipe.is_stuck = True
        self.ann.send(b"<logout/>")
        self.server.advance(2)
        self.take()
        self.assertEqual((self.ann.model.closed, self.ann.pipe.was_aborted), (True, False))

    def test_they_are_options(self) -> None:
        server = Server(stall_seconds=2, closing_seconds=1)
        ann, bob = server.join("ann"), server.join("bob")
        ann.pipe.is_stuck = bob.pipe.is_stuck = True
        ann.send(say(ann.model.current or "", "hello"))
        bob.send(b"<logout/>")
        server.advance(1.25)
        self.assertEqual((ann.pipe.was_aborted, bob.pipe.was_aborted), (False, True))
        server.advance(3)
        self.assertTrue(ann.pipe.was_aborted)


class OutputThatWaitsInAll(SynchronousTestCase):
    """output_total_mib"""

    def test_the_client_with_the_most_is_dropped_first(self) -> None:
        server = Server(output_kib=4096, output_total_mib=1)
        ann, bob = server.join("ann"), server.join("bob")
        for client, size in ((ann, 2**19), (bob, 2**20 - 2**18)):
            client.pipe.is_stuck = True
            for _ in range(2):
                client.protocol.session.line.send(b" " * (size // 2 + 1))
                server.settle()
        self.assertEqual((ann.pipe.was_aborted, bob.pipe.was_aborted), (False, True))


class WhatCostsTheServer(SynchronousTestCase):
    """Cheap for the sender, expensive for the reader."""

    def test_who_owes_a_lot_is_ended_after_ten_seconds(self) -> None:
        """Nothing is read from a client in debt, so its leaving would not be seen."""
        server = Server()
        ann = server.join("ann")
        ann.send(b"<!---->" * 9000)
        server.advance(9)
        self.assertTrue(ann.pipe.is_open)
        server.advance(1.5)
        self.assertEqual(ann.model.logged_out, "Too many commands.")

    def test_tiny_bits_are_slowed_down_long_speech_is_not_cleaned_and_a_long_reason_is_cut_in_the_log(self) -> None:
        server = Server()
        ann, bob = server.join("ann"), server.join("bob")
        ann.say("\u200b" * 2000 + "hello")
        self.assertEqual(ann.heard[-1:], ["Not said: that is over 400 characters."])
        for _ in range(1000):
            ann.protocol.dataReceived(b" ")
        self.assertFalse(ann.pipe.is_reading)
        with capturedLogs() as events:
            bob.send(logout("x" * 5000))
        self.assertEqual(len(next(event["reason"] for event in events if "reason" in event)), 200)
