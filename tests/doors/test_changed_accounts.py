"""Accounts that are changed at the command line at the very moment at which somebody logs in."""

from __future__ import annotations

from collections.abc import Callable

from tests.doubles.intruders import IntrudersTestCase
from tests.doubles.model import logout


class AnAccountThatIsChanged(IntrudersTestCase):
    def test_lets_nobody_in_who_is_being_checked(self) -> None:
        """By the old password, under the old name, or at all."""
        changes: tuple[Callable[[], None], ...] = (
            lambda: self.password("mine alone"),
            lambda: self.rename("amy"),
            self.delete,
        )
        for change in changes:
            self.setUp()
            self.gone()
            late = self.knock()
            change()
            self.server.advance(2)
            self.go_on()
            self.assert_refused(late)
            self.assertEqual(self.server.world.players, {})


class APasswordThatIsChanged(IntrudersTestCase):
    def test_ends_a_session_that_came_in_by_the_old_one_just_before(self) -> None:
        self.gone()
        thief = self.knock()
        self.go_on()
        self.password("mine alone")
        self.server.advance(2)
        self.assertIn("password of this account was changed", thief.model.logged_out or "")

    def test_is_not_changed_back_by_a_better_hash_of_the_old_one(self) -> None:
        self.gone()
        self.store.hasher.kind = "better"
        self.knock()
        self.store.thread.is_held = True
        self.store.hashing.go_on()
        self.store.thread.next()  # the account was as it is
        self.password("mine alone")
        self.store.thread.go_on()
        self.server.settle()
        self.assertEqual(self.known().password, "plain:mine alone")


class AnAccountThatIsRenamed(IntrudersTestCase):
    def test_has_its_name_even_if_somebody_is_just_making_an_account_of_that_name(self) -> None:
        """Or has almost made it."""
        for steps in ((lambda: self.server.advance(2), self.go_on), (self.go_on, lambda: self.server.advance(2))):
            self.setUp()
            self.gone()
            other = self.knock("bob", "mine")
            self.rename("bob")
            for step in steps:
                step()
            self.assert_refused(other)
            self.assert_no_guest_is("bob")
            self.assertEqual(self.names(self.come("bob")), {"bob"})
            self.assertEqual(self.flushLoggedErrors(), [])

    def test_leaves_its_old_name_to_an_account_that_has_taken_it_at_once(self) -> None:
        self.gone()
        self.rename("amy")
        self.assert_in(self.come("ann", "another"))
        self.server.advance(2)
        self.assert_no_guest_is("ann")
        self.assert_no_guest_is("amy")

    def test_leaves_its_old_name_to_an_account_that_is_being_made(self) -> None:
        self.gone()
        self.rename("amy")
        other = self.knock("ann", "another")
        self.server.advance(2)
        self.assert_no_guest_is("ann")
        self.go_on()
        self.assert_in(other)
        self.assert_no_guest_is("ann")

    def test_leaves_its_old_name_to_that_account_even_if_guests_are_numbered(self) -> None:
        self.gone("ann2")
        self.rename("amy", "ann2")
        other = self.knock("ann2", "another")
        self.server.advance(2)
        self.come("ann", "")
        self.assertEqual(self.names(self.come("ann", "")), {"ann", "ann3"})
        self.go_on()
        self.assertEqual(self.server.world.players[other.agent].name, "ann2")

    def test_takes_its_name_from_a_guest_who_is_there(self) -> None:
        guest = self.come("bob", "")
        self.gone()
        self.rename("bob")
        self.server.advance(2)
        self.assertEqual(self.names(guest), {"bob2"})
        self.assertEqual(self.names(self.come("bob")), {"bob", "bob2"})
        self.server.check()

    def test_to_another_spelling_keeps_its_name_and_has_no_number_while_its_owner_is_here(self) -> None:
        ann, bob = self.come("ann"), self.come("bob", "")
        self.rename("Ann")
        self.server.advance(2)
        self.assertNotIn(b"ann2", bob.raw)
        ann.send(logout())
        self.assert_no_guest_is("ann")

    def test_there_and_back_keeps_its_name(self) -> None:
        self.gone()
        self.rename("amy")
        self.rename("ann", "amy")
        self.server.advance(2)
        self.assert_no_guest_is("ann")
        self.assert_in(self.server.connect().login("amy"))


class AnAccountThatIsDeleted(IntrudersTestCase):
    def test_leaves_its_name_to_one_that_is_made_at_once(self) -> None:
        self.gone()
        self.delete()
        self.assert_in(self.come("ann", "another"))
        self.server.advance(2)
        self.assert_no_guest_is("ann")

    def test_does_not_give_its_points_to_the_next_of_that_name(self) -> None:
        self.gone()
        self.store.connection.execute("UPDATE account SET points = 99")
        self.delete()
        self.server.advance(2)
        self.come("ann", "another")
        self.assertEqual(self.known().points, 10)


class Winnings(IntrudersTestCase):
    def test_that_were_won_while_the_password_was_checked_are_there(self) -> None:
        ann = self.come("ann")
        late = self.knock()
        self.server.world.award(self.server.world.players[ann.agent], 40)
        ann.send(logout())
        self.game.notes.clear()  # nobody keeps the player
        self.server.advance(2)
        self.go_on()
        self.assertEqual(late.model.objects[late.agent]["energy"], 10 + 40 + 1)
