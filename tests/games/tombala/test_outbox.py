"""User lists that come too fast for published clients: what waits, how long, and what a reader of theirs survives."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.published import PublishedReader, Slow
from tests.doubles.tombala_clients import JsonClient, TombalaServer, request
from tilenet.games.tombala.outbox import GAP
from tilenet.games.tombala.wire import encode

FREE = 10**6  # commands at once
STEP = 0.01  # seconds


class OutboxTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = TombalaServer(command_burst=FREE)
        self.ann, self.bob, self.cid = (self.server.enter(name) for name in ("ann", "bob", "cid"))
        self.ann.does("CCROOM", roomname="den", countdown=10)
        self.ann.does("CCROOM", roomname="pit", countdown=10)

    def ask(self, client: JsonClient, header: str, /, **body: object) -> None:
        """Send a request, and see what comes of it before any time passes."""
        client.send(request(header, seq=1, **body))

    def join(self, *clients: JsonClient, room: str = "den") -> None:
        for client in clients:
            self.ask(client, "CJROOM", roomname=room)

    def lists(self, client: JsonClient) -> list[list[str]]:
        return [body["userlist"] for body in client.told("BUSRLS")]


class Waiting(OutboxTestCase):
    both, all = ["ann", "bob"], ["ann", "bob", "cid"]

    def test_the_next_list_comes_50_ms_later(self) -> None:
        self.join(self.ann, self.bob)
        self.assertEqual(self.lists(self.ann), [["ann"]])
        self.server.advance(GAP - STEP, STEP)
        self.assertEqual(self.lists(self.ann), [["ann"]])
        self.server.advance(STEP, STEP)
        self.assertEqual(self.lists(self.ann), [["ann"], ["ann", "bob"]])

    def test_the_time_counts_from_the_moment_it_is_written(self) -> None:
        """Which is not the end of a turn that takes long."""
        self.ann.protocol.dataReceived(request("CJROOM", seq=1, roomname="den"))
        self.assertEqual(self.ann.pipe.written, encode("BUSRLS", {"userlist": ["ann"]}))

    def test_one_that_waits_is_replaced_by_the_next(self) -> None:
        self.join(self.ann, self.bob, self.cid)
        self.ask(self.bob, "CQROOM")
        self.server.advance(1, STEP)
        self.assertEqual(self.lists(self.ann), [["ann"], ["ann", "cid"]])

    def test_whoever_comes_gets_it_at_once_and_then_the_answer(self) -> None:
        self.server.forget()
        self.join(self.ann, self.bob, self.cid)
        for client, users in ((self.ann, ["ann"]), (self.bob, ["ann", "bob"]), (self.cid, ["ann", "bob", "cid"])):
            self.assertEqual(client.headers, ["BUSRLS", "SSUCCS"])
            self.assertEqual(self.lists(client), [users])


class Order(OutboxTestCase):
    def test_whoever_leaves_and_joins_again_gets_the_names_before_the_answer(self) -> None:
        self.join(self.bob, self.ann)
        self.ann.forget()
        self.ask(self.ann, "CQROOM")
        self.join(self.ann)
        self.ask(self.ann, "CHBEAT")
        self.assertEqual([message.text for message in self.ann.news], ["You've left den successfully!"])
        self.server.advance(GAP, STEP)
        self.assertEqual(self.ann.headers, ["SSUCCS", "BUSRLS", "SSUCCS", "SSUCCS"])
        self.assertEqual(self.ann.news[2].text, "Joined den successfully!")

    def test_a_list_of_a_room_that_was_left_is_not_sent(self) -> None:
        """Nor is it replaced by one of the next room: that comes after the answer."""
        self.join(self.bob, self.ann, self.cid)
        self.ann.forget()
        self.ask(self.ann, "CQROOM")
        self.join(self.ann, room="pit")
        self.server.advance(1, STEP)
        self.assertEqual(self.ann.headers, ["SSUCCS", "BUSRLS", "SSUCCS"])
        self.assertEqual(self.lists(self.ann), [["ann"]])

    def test_answers_do_not_overtake_it(self) -> None:
        self.join(self.ann, self.bob)
        self.ann.forget()
        self.ask(self.ann, "CHBEAT")
        self.ask(self.ann, "CLROOM")
        self.assertEqual(self.ann.news, [])
        self.server.advance(GAP, STEP)
        self.assertEqual(self.ann.headers, ["BUSRLS", "SSUCCS", "SSUCCS"])

    def test_at_the_start_names_card_number_also_if_somebody_has_just_come(self) -> None:
        self.join(self.ann, self.bob)
        self.server.advance(9.97, STEP)
        self.server.forget()
        self.join(self.cid)
        self.server.advance(0.03, STEP)
        for client in (self.ann, self.bob):
            self.assertEqual(client.headers, ["BUSRLS"])
        self.server.advance(0.03, STEP)
        self.assertEqual(self.ann.headers, ["BUSRLS", "BUSRLS", "BGCARD", "BNUMBR"])
        self.assertEqual(self.cid.headers, ["BUSRLS", "SSUCCS", "BUSRLS", "BGCARD", "BNUMBR"])

    def begin(self) -> None:
        self.join(self.ann, self.bob, self.cid)
        self.server.advance(11, 0.5)
        self.server.forget()

    def win(self, client: JsonClient, rows: int, *others: JsonClient) -> None:
        """Let the game go on until a player can claim so many rows."""
        while client.game.rows < rows:
            for each in (client, *others):
                each.does("CNNMBR")

    def test_a_cinko_does_not_overtake_it(self) -> None:
        self.begin()
        self.win(self.ann, 1, self.bob, self.cid)
        self.ask(self.cid, "CQROOM")
        self.server.advance(0.02, STEP)
        self.server.forget()
        self.ask(self.bob, "CQROOM")
        self.ask(self.ann, "CCINKO", total=self.ann.game.rows)
        self.assertEqual(self.ann.news, [])
        self.server.advance(GAP, STEP)
        self.assertEqual(self.ann.headers[:1] + self.ann.headers[-2:], ["BUSRLS", "BCINKO", "SSUCCS"])

    def test_what_waits_is_sent_before_the_last_words(self) -> None:
        self.join(self.ann, self.bob)
        self.ann.forget()
        self.ask(self.ann, "CHBEAT")
        self.server.gate.close("The server is stopping.")
        self.server.settle()
        self.assertEqual(self.ann.headers, ["SSUCCS", "SERROR"])
        self.server.advance(2)
        self.assertEqual(self.server.clock.getDelayedCalls(), [])

    def test_at_the_end_of_the_game_nothing_waits(self) -> None:
        self.begin()
        self.win(self.ann, 3, self.bob, self.cid)
        self.ask(self.cid, "CQROOM")
        self.server.forget()
        self.ask(self.bob, "CQROOM")
        self.ask(self.ann, "CCINKO", total=3)
        self.assertEqual(self.ann.headers[-2:], ["BCINKO", "SSUCCS"])
        self.join(self.ann, room="pit")
        self.server.advance(1, STEP)
        self.assertNotIn("SERROR", self.ann.headers[:-1])


class ThePublishedReader(SynchronousTestCase):
    """It lives on, whatever the others do at once, if it reads at least every 45 ms."""

    def open(self, name: str, others: int) -> list[JsonClient]:
        """A room with one player; and others, with names like this one, who have logged in."""
        self.server = TombalaServer(command_burst=FREE)
        self.me = self.server.enter("published")
        self.me.does("CCROOM", roomname="den", countdown=2)
        self.me.join("den")
        return [self.server.enter(f"{name}{number}") for number in range(others)]

    def watch(self, slow: Slow, milliseconds: int) -> None:
        for _ in range(0, milliseconds, 5):
            self.server.advance(0.005, 0.005)
            slow.pass_time(5)

    def all_do(self, others: list[JsonClient], header: str, **body: object) -> None:
        """In one turn of the reactor."""
        for other in others:
            other.protocol.dataReceived(request(header, seq=1, **body))

    def test_25_who_come_at_once_and_go_at_once(self) -> None:
        for name in ("b", "bot-", "a bot with a long name "):
            for every in (5, 20, 45):
                for first in range(5, every + 5, 10):
                    others = self.open(name, 25)
                    slow = Slow(self.me, every, first)
                    self.all_do(others, "CJROOM", roomname="den")
                    self.watch(slow, 200)
                    self.assertEqual(len(slow.reader.users), 26)
                    self.watch(slow, 2000)
                    self.assertEqual(slow.reader.headers[-3:], ["BUSRLS", "BGCARD", "BNUMBR"])
                    self.all_do(others, "CQROOM")
                    self.watch(slow, 200)
                    self.assertTrue(slow.reader.is_alive)
                    self.assertEqual(slow.reader.users, ["published"])

    def test_whatever_they_do(self) -> None:
        """They come and go in any order and at any time, with names as long as they may be."""
        acts = st.lists(st.tuples(st.integers(0, 24), st.sampled_from([0, 0, 0, 5, 20, 60])), max_size=80)

        @settings(max_examples=30, deadline=None)
        @given(acts, st.integers(1, 29), st.integers(1, 9))
        def evening(acts: list[tuple[int, int]], length: int, every: int) -> None:
            others = self.open("n" * length, 25)
            slow = Slow(self.me, 5 * every, 5)
            inside: set[JsonClient] = set()
            for number, milliseconds in acts:
                other = others[number]
                header = "CQROOM" if other in inside else "CJROOM"
                self.all_do([other], header, **({} if other in inside else {"roomname": "den"}))
                inside ^= {other}
                self.watch(slow, milliseconds)
            self.watch(slow, 300)
            self.assertTrue(slow.reader.is_alive)
            self.assertEqual(slow.reader.users, self.me.game.users)

        evening()

    def test_the_model_dies_of_half_a_message(self) -> None:
        data = encode("BUSRLS", {"userlist": ["ann"]})
        reader = PublishedReader()
        reader.take(data + data)
        self.assertTrue(reader.is_alive)
        reader.take(data[:-5])
        self.assertFalse(reader.is_alive)
