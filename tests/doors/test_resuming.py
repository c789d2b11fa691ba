"""Resume tokens at the door: who comes back by one, to which seat, for how long, and what ends it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from twisted.internet.defer import Deferred
from twisted.logger import capturedLogs, formatEvent

from tests.doubles.harness import Client, Server
from tests.doubles.intruders import IntrudersTestCase
from tests.doubles.model import logout
from tests.doubles.store import MemoryStore
from tilenet.limits import Limits
from tilenet.store import database
from tilenet.world.players import resuming
from tilenet.world.players.population import NOT_RESUMED
from tilenet.world.players.resuming import PREFIX, Tokens, is_token

ELSEWHERE = "203.0.113.5"
AWAY = Limits().resume_seconds


class ResumingTestCase(IntrudersTestCase):
    def ask(self, client: Client) -> str:
        client.send(b'<xrequest options="resume"></xrequest>')
        found = re.search(rb'<xresponse options="resume">([^<]*)</xresponse>', client.raw)
        assert found is not None
        return found[1].decode()

    def with_token(self, name: str = "ann", password: str = "sesame") -> tuple[Client, str]:
        client = self.come(name, password)
        return client, self.ask(client)

    def away(self, name: str = "ann", password: str = "sesame") -> str:
        """Somebody with a token whose connection is lost."""
        client, token = self.with_token(name, password)
        client.lose()
        self.server.settle()
        return token

    def back(self, token: str, name: str = "ann") -> Client:
        return self.server.connect(ELSEWHERE).login(name, token)

    def assert_back(self, token: str, name: str = "ann") -> Client:
        client = self.back(token, name)
        self.assert_in(client)
        self.server.check()
        return client

    def assert_stale(self, token: str, name: str = "ann") -> None:
        self.assert_refused(self.back(token, name), NOT_RESUMED)


class AnAccount(ResumingTestCase):
    def test_comes_back_to_its_seat_without_a_hash_or_a_delay(self) -> None:
        token = self.away()
        for number in range(30):
            self.server.connect(f"192.0.2.{number + 10}").login("ann", "wrong")
            self.server.connect(ELSEWHERE).login("ann", "wrong")
        self.store.hashing.is_held = True
        self.assertEqual(self.assert_back(token).model.login_messages, ["Welcome back, ann."])
        self.assertEqual(self.notes(), [("enter", "ann"), ("away", "ann"), ("back", "ann")])

    def test_comes_back_once_by_each_token_and_asks_for_the_next(self) -> None:
        token = self.away()
        client = self.assert_back(token)
        self.assert_stale(token)
        following = self.ask(client)
        client.lose()
        self.assertNotEqual(following, token)
        self.assert_back(following)

    def test_comes_back_once_even_if_two_show_its_token_at_the_same_moment(self) -> None:
        token = self.away()
        self.store.thread.is_held = True
        clients = [self.back(token) for _ in range(2)]
        self.store.thread.go_on()
        self.server.settle()
        self.assertEqual([client.model.agent is not None for client in clients], [True, False])

    def test_comes_back_for_a_while_after_its_seat_was_given_up(self) -> None:
        for seconds, is_good in ((AWAY - 10, True), (AWAY + 10, False)):
            self.setUp()
            token = self.away()
            self.server.advance(seconds, 10)
            self.assertEqual(self.back(token).model.agent is not None, is_good, seconds)

    def test_does_not_come_back_under_another_name(self) -> None:
        for password in ("sesame", ""):
            self.setUp()
            token = self.away(password=password)
            self.assert_stale(token, "bob")
            self.assert_back(token, "ANN")

    def test_has_no_token_any_more_after_what_makes_it_worthless(self) -> None:
        cases: dict[str, Callable[[Client], object]] = {
            "a logout": lambda client: client.send(logout()),
            "another login": lambda client: self.come("ann"),
            "a newer token": self.ask,
            "a new password": lambda client: self.password("mine alone"),
            "a new name": lambda client: self.rename("amy"),
            "a deletion": lambda client: self.delete(),
        }
        for case, happens in cases.items():
            self.setUp()
            client, token = self.with_token()
            happens(client)
            self.assertIsNone(self.back(token).model.agent, f"{case}, at once")
            self.server.advance(2)
            self.assertIsNone(self.back(token).model.agent, case)
            kept = self.store.rows("SELECT digest FROM resume_token")
            self.assertNotIn((resuming.digest_of(token),), kept, case)

    def test_lets_go_of_a_token_that_is_shown_while_the_account_is_changed(self) -> None:
        token = self.away()
        self.store.thread.is_held = True
        late = self.back(token)
        self.password("mine alone")
        self.server.advance(2)
        self.store.thread.go_on()
        self.server.settle()
        self.assertTrue(late.model.agent is None or late.model.logged_out, "in no longer than the change is unseen")


class AfterARestart(ResumingTestCase):
    def restart(self, pause: float = 0) -> None:
        """The server was killed; another one begins with what it has written."""
        connection = self.store.connection
        self.store.clock.advance(1 + pause)
        clock = self.store.clock
        self.store = MemoryStore(clock)
        self.store.connection = connection
        self.server = Server(self.games, accounts=self.store.accounts, clock=clock, seat_seconds=120)
        cursor = connection.cursor()
        tokens = database.write(cursor, partial(database.begin_tokens, now=self.store.wall(), seconds=AWAY))
        self.store.accounts.start(self.server.world, database.account_names(cursor), tokens)

    def test_an_account_comes_back_by_its_token_whether_it_was_connected_or_lost(self) -> None:
        self.with_token("bob")
        tokens = {"ann": self.away(), "bob": self.with_token("bob")[1]}
        self.restart()
        self.store.hashing.is_held = True
        for name, token in tokens.items():
            self.assert_back(token, name)
            self.assert_stale(token, name)

    def test_the_time_of_a_lost_connection_goes_on_and_others_begin_with_the_start(self) -> None:
        tokens = {"ann": self.away(), "bob": self.with_token("bob")[1]}
        self.restart(AWAY)
        self.assert_stale(tokens["ann"])
        self.restart(AWAY / 2)
        self.assert_back(tokens["bob"], "bob")

    def test_a_token_is_worthless_if_the_account_was_changed_just_before(self) -> None:
        client, token = self.with_token()
        self.password("mine alone")
        client.lose()
        Deferred.fromCoroutine(self.store.accounts.stop())  # it has not seen the change
        self.restart(-1)
        self.assertIsNone(self.back(token).model.agent)
        self.server.advance(2)
        self.assert_stale(token)

    def test_a_clock_that_was_set_back_gives_no_more_time(self) -> None:
        token = self.away()
        self.server.advance(1, 0.1)
        self.store.connection.execute("UPDATE resume_token SET expires = expires + 86400")
        self.restart()
        self.server.advance(AWAY, 10)
        self.assert_stale(token)

    def test_a_thousand_logins_are_few_transactions(self) -> None:
        tokens = {f"u{number}": self.with_token(f"u{number}")[1] for number in range(40)}
        self.restart()
        self.store.begun = 0
        for name, token in tokens.items():
            self.ask(self.assert_back(token, name))
        self.server.advance(1)
        reads = len(tokens) + 1
        self.assertLess(self.store.begun - reads, 10)
        self.assertEqual(self.store.rows("SELECT count(*) FROM resume_token"), [(len(tokens),)])


class AGuest(ResumingTestCase):
    def test_with_a_token_comes_back_by_it_and_by_nothing_else(self) -> None:
        token = self.away(password="")
        stranger = self.come("ann", "")
        self.assertEqual(self.names(stranger), {"ann", "ann2"})
        back = self.assert_back(token)
        self.assertEqual(self.server.world.players[back.agent].name, "ann")
        self.assertEqual(self.notes()[-1], ("back", "ann"))

    def test_takes_over_a_connection_that_is_only_half_dead(self) -> None:
        old, token = self.with_token(password="")
        self.assert_back(token)
        self.assertEqual(old.model.logged_out, "You have logged in from somewhere else.")
        self.assertEqual(len(self.server.world.players), 1)

    def test_has_a_token_for_as_long_as_the_seat(self) -> None:
        for seconds, is_good in ((119, True), (121, False)):
            self.setUp()
            token = self.away(password="")
            self.server.advance(seconds, 1)
            self.assertEqual(self.back(token).model.agent is not None, is_good, seconds)
        client, token = self.with_token("bob", "")
        client.send(logout())
        self.assert_stale(token, "bob")


class ATokenThatNobodyHas(ResumingTestCase):
    FORGED = PREFIX + "A" * 43

    def test_is_no_password_and_makes_no_account(self) -> None:
        self.assert_stale(self.FORGED, "eve")
        self.failureResultOf(self.server.world.authenticate("eve", self.FORGED, ELSEWHERE))
        self.assertEqual(self.store.rows("SELECT count(*) FROM account"), [(0,)])

    def test_ends_the_session_when_it_is_tried_too_often(self) -> None:
        client = self.back(self.FORGED)
        for _ in range(2):
            client.send(f'<login user="ann" password="{self.FORGED}"/>'.encode())
        self.assertEqual(client.model.logged_out, "Too many failed logins.")

    def test_is_recognised_by_its_shape_alone(self) -> None:
        for password, expected in (
            (resuming.new_token(), True),
            (self.FORGED, True),
            (self.FORGED[1:], False),
            (self.FORGED + "A", False),
            (self.FORGED[:-1] + "=", False),
            (self.FORGED + "\n", False),
        ):
            self.assertEqual(is_token(password), expected, password)


class Remembered(ResumingTestCase):
    def test_tokens_have_a_bound_and_the_oldest_go_first(self) -> None:
        self.patch(resuming, "_MOST", 2)
        tokens = Tokens(self.server.clock.seconds)
        for name in "abc":
            tokens.keep(name, resuming.digest_of(name))
        self.assertEqual([tokens.owner(name) for name in "abc"], [None, "b", "c"])

    def test_no_token_is_stored_or_logged(self) -> None:
        with capturedLogs() as events:
            token = self.away()
            self.assert_back(token)
            self.assert_stale(token)
            self.server.advance(1)
        self.assertTrue(events)
        self.assertNotIn(token, "\n".join(f"{formatEvent(event)} {event}" for event in events))
        self.assertNotIn(token, "\n".join(self.store.connection.iterdump()))
