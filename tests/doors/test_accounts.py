"""Accounts at the door: who gets in, who takes whose seat, and what they are told. The store is real, but in memory."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.doubles.accounts import AccountsTestCase
from tests.doubles.harness import Client
from tests.doubles.model import logout
from tilenet.game import Points
from tilenet.store import accountstore, database


class LoggingIn(AccountsTestCase):
    def test_for_the_first_time_says_that_there_is_an_account_now_and_again_does_not(self) -> None:
        ann = self.come("ann")
        (message,) = ann.model.login_messages
        self.assertIn("You have an account now", message)
        self.assertIn("the name ann is yours", message)
        ann.send(logout())
        self.assertEqual(self.come("ann").model.login_messages, ["Welcome, ann."])

    def test_under_another_spelling_has_it_at_first(self) -> None:
        """c8.4: the agent's name equals login.user; then it is renamed by an ordinary set."""
        self.come("Ann").send(logout())
        ann = self.come("aNN")
        self.assertIn(b'name="aNN"', ann.raw)
        self.assertEqual(self.names(ann), {"Ann"})
        self.assertEqual(ann.model.login_messages, ["Welcome, Ann."])

    def test_with_a_wrong_password_or_as_a_guest_under_that_name_is_refused(self) -> None:
        self.come("ann").send(logout())
        other, guest = self.come("ann", "wrong"), self.come("ann", "")
        self.assertEqual((other.model.agent, other.model.login_messages), (None, [accountstore.WRONG]))
        self.assertIsNone(guest.model.agent)
        self.assertIn("has an account", guest.model.login_messages[0])

    def test_no_number_makes_a_guest_look_like_an_account_which_has_its_name(self) -> None:
        """ann2 is an account: the second guest called ann is ann3."""
        self.come("ann2").send(logout())
        for _ in range(3):
            guest = self.come("ann", "")
        self.assertEqual(self.names(guest), {"ann", "ann3", "ann4"})
        self.assertEqual(self.names(self.come("ann2")), {"ann", "ann2", "ann3", "ann4"})

    def test_points_last(self) -> None:
        ann = self.come("ann")
        self.server.world.award(self.game.notes[0][1], 5)  # type: ignore[arg-type]
        ann.send(logout())
        ann = self.come("ann")
        self.assertEqual(ann.model.objects[ann.agent]["energy"], 10 + 5 + 1)


class TheSameAccountTwice(AccountsTestCase):
    def test_the_newer_login_takes_the_seat(self) -> None:
        old = self.come("ann")
        old.click("own 0")
        new = self.come("ann", address="198.51.100.1")
        self.assertEqual(new.room, "Diary")
        new.token("own 1")
        self.assertEqual(self.notes(), [("enter", "ann")])
        self.assertEqual(self.names(new), {"ann"})
        self.server.check()

    def test_the_older_is_told_why_it_ends_and_nothing_more_and_does_nothing_more(self) -> None:
        old = self.come("ann")
        own = old.token("own 0")
        new = self.come("ann")
        self.assertEqual(old.model.logged_out, "You have logged in from somewhere else.")
        self.assertTrue(old.model.closed)
        old.protocol.dataReceived(f'<cmd type="click" objid="{own}"/>'.encode())
        self.server.settle()
        self.assertEqual(self.game.clicks, {})
        before = old.raw
        new.click("own 0")
        self.assertEqual(old.raw, before)

    def test_ten_at_the_same_moment_end_with_one(self) -> None:
        self.store.hashing.is_held = True
        clients = [self.server.connect(f"192.0.2.{number}").login("ann", "sesame") for number in range(10)]
        self.store.hashing.go_on()
        self.server.settle()
        self.assertEqual(len(self.server.world.players), 1)
        self.assertEqual(sum(client.model.logged_out is None for client in clients), 1)
        self.assertEqual(sum(client.model.agent is not None for client in clients), 10)
        self.server.check()

    def test_a_login_that_comes_with_the_logout_is_a_new_one(self) -> None:
        old, new = self.come("ann"), self.server.connect()
        self.server.world.turn._chores.append(lambda: None)  # so that the departure waits
        old.protocol.dataReceived(logout())
        new.login("ann", "sesame")
        self.assertEqual(new.room, "Home")
        self.assertEqual(self.notes(), [("enter", "ann"), ("leave", "ann")])

    def test_the_older_that_is_lost_afterwards_takes_nothing_along(self) -> None:
        old = self.come("ann")
        new = self.come("ann")
        old.lose()
        self.server.settle()
        self.assertEqual(self.notes(), [("enter", "ann")])
        self.assertEqual(self.names(new), {"ann"})


class ComingBackToASeat(AccountsTestCase):
    def test_is_possible_from_anywhere(self) -> None:
        self.come("ann").lose()
        ann = self.come("ann", address="198.51.100.1")
        self.assertEqual(self.notes(), [("enter", "ann"), ("away", "ann"), ("back", "ann")])
        self.assertEqual(ann.model.login_messages, ["Welcome back, ann."])

    def test_needs_the_password(self) -> None:
        self.come("ann").lose()
        self.assertIsNone(self.come("ann", "wrong").model.agent)
        self.assertIsNone(self.come("ann", "").model.agent)

    def test_of_a_guest_is_not_possible_with_a_password(self) -> None:
        """That would be an account under the name of somebody who is here."""
        self.come("ann", "").lose()
        other = self.come("ann", "mine")
        self.assertIn("Somebody here is already called ann", other.model.login_messages[0])


class AGameThatKeepsAPlayer(AccountsTestCase):
    def test_meets_the_same_one_again(self) -> None:
        self.come("ann").send(logout())
        self.come("ann")
        players = {player for _, player in self.game.notes}
        self.assertEqual(len(players), 1)
        self.assertFalse(players.pop().is_gone)

    def test_takes_points_from_somebody_who_has_logged_out(self) -> None:
        self.come("ann").send(logout())
        self.server.world.rooms["diary"].play(lambda now: [Points(self.game.notes[0][1], -3)])
        self.server.advance(2)
        self.assertEqual(self.store.rows("SELECT points FROM account"), [(7,)])


class AnAccountThatIsDeleted(AccountsTestCase):
    def delete(self) -> None:
        known = database.find_account(self.store.connection.cursor(), "ann")
        assert known is not None
        database.write(self.store.connection.cursor(), lambda cursor: database.delete_account(cursor, known))
        self.server.advance(2)

    def test_ends_its_session_and_frees_the_name(self) -> None:
        ann = self.come("ann")
        self.delete()
        self.assertEqual(ann.model.logged_out, "This account was deleted.")
        self.assertEqual(self.server.world.players, {})
        self.assertIsNotNone(self.come("ann", "").model.agent)

    def test_gives_up_a_seat_that_waits(self) -> None:
        self.come("ann").lose()
        self.server.settle()
        self.delete()
        self.assertEqual(self.server.world.players, {})


class AnyOrder(AccountsTestCase):
    @given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["ann", "bob", "Ann"])), max_size=25), st.integers())
    @settings(max_examples=60, deadline=None)
    def test_leaves_nobody_twice_and_nobody_with_a_wrong_picture(self, steps: list[tuple[int, str]], seed: int) -> None:
        self.start()
        random = Random(seed)
        clients: list[Client] = []
        tokens: list[str] = []
        for step, name in steps:
            match step:
                case 0 | 1 | 2:
                    password = random.choice(["sesame", "sesame", "", "wrong"])
                    clients.append(self.come(name, password, f"192.0.2.{random.randint(1, 2)}"))
                case 3 if clients:
                    random.choice(clients).lose()
                case 4 if clients:
                    client = random.choice(clients)
                    if client.pipe.is_open and client.model.agent is not None:
                        client.send(logout())
                case 5:
                    self.server.advance(random.choice([1, 30]))
                case 6:
                    self.server.advance(125, 1)
                case 7:
                    self.store.hashing.is_held = not self.store.hashing.is_held
                    if not self.store.hashing.is_held:
                        self.store.hashing.go_on()
                case 8 if clients:
                    client = random.choice(clients)
                    if client.pipe.is_open and client.model.agent is not None:
                        client.send(b'<xrequest options="resume"></xrequest>')
                        tokens += re.findall(r"tilenet-resume-[\w-]{43}", client.raw.decode())
                case 9 if tokens:
                    clients.append(self.come(name, random.choice(tokens)))
            self.server.settle()
            self.server.check()
            here = [player.name.casefold() for player in self.server.world.players.values()]
            self.assertEqual(len(here), len(set(here)), here)
            owners = [p.account_id for p in self.server.world.players.values() if p.account_id is not None]
            self.assertEqual(len(owners), len(set(owners)))
        self.store.hashing.go_on()
        self.server.advance(260, 1)
        self.assertEqual(self.server.world.away, 0)
