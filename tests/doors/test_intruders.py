"""Attempts to get into somebody else's account, seat or name: by races, by spellings, and by sheer number."""

from __future__ import annotations

from typing import ClassVar

from tests.doubles.harness import Client
from tests.doubles.intruders import IntrudersTestCase
from tests.doubles.model import logout, opening
from tilenet.catalogue import GamePlugin
from tilenet.doors.door import Door
from tilenet.games.memory.door import MemoryDoor
from tilenet.games.memory.game import Memory
from tilenet.games.tombala.door import TombalaDoor
from tilenet.store import accountstore, attempts, passwords


class ALoginWhoseClientIsLost(IntrudersTestCase):
    def test_does_not_end_the_session_that_is_here(self) -> None:
        ann = self.come("ann")
        other = self.knock()
        other.lose()
        self.go_on()
        self.assertIsNone(ann.model.logged_out)
        self.assert_in(ann)

    def test_leaves_a_seat_that_waits_as_it_is(self) -> None:
        """The train is in the tunnel again before the password is checked."""
        self.come("ann").lose()
        self.knock().lose()
        self.go_on()
        self.come("ann")
        self.assertEqual(self.notes(), [("enter", "ann"), ("away", "ann"), ("back", "ann")])

    def test_is_not_tried_at_all_if_it_still_has_to_wait(self) -> None:
        self.gone()
        for number in range(attempts.FROM_ADDRESS):
            self.server.connect("192.0.2.9").login("ann", f"wrong{number}")
        late = self.server.connect("192.0.2.9").login("ann", "sesame")
        begun = self.store.begun
        late.lose()
        self.server.clock.advance(0.9)
        self.assertEqual(self.store.begun, begun)

    def test_makes_the_account_all_the_same_if_it_was_about_to(self) -> None:
        self.knock("eve").lose()
        self.go_on()
        self.assertEqual(self.server.world.players, {})
        self.assert_no_guest_is("eve")
        self.assert_in(self.come("eve"))


class ADepartureThatIsPutOff(IntrudersTestCase):
    """A crowd hangs up, and the world takes its time."""

    def busy(self) -> None:
        self.server.world.turn._chores.append(lambda: None)

    def test_does_not_take_along_who_has_logged_in_again(self) -> None:
        old, new = self.come("ann"), self.server.connect()
        self.busy()
        old.protocol.dataReceived(logout())
        new.login("ann", "sesame")
        old.lose()
        self.server.advance(1)
        self.assert_in(new)
        self.assertIsNotNone(self.server.world.players[new.agent].room)

    def test_does_not_take_along_who_is_back_while_the_seat_expires(self) -> None:
        self.come("ann").lose()
        self.server.clock.advance(119)
        new = self.server.connect()
        self.busy()
        self.server.clock.callLater(1, lambda: new.protocol.dataReceived(opening() + LOGIN))
        self.server.advance(3)
        self.assert_in(new)
        self.assertIsNotNone(self.server.world.players[new.agent].room)

    def test_of_a_guest_does_not_give_the_seat_to_another(self) -> None:
        self.come("ann", "").lose()
        self.server.clock.advance(119)
        self.busy()
        new = self.server.connect("192.0.2.1")
        self.server.clock.callLater(1, lambda: new.protocol.dataReceived(opening() + LOGIN.replace(b"sesame", b"")))
        self.server.advance(3)
        self.assert_in(new)
        self.assertEqual(len(self.server.world.players), 1)


LOGIN = b'<login user="ann" password="sesame"/>'


class Names(IntrudersTestCase):
    def test_that_count_as_the_same_are_the_same_account(self) -> None:
        self.gone("Ann Lee")
        for name in ("ann lee", "ANN LEE", " Ann  Lee ", "\uff21nn Lee", "A\uff4en Lee"):
            self.assert_refused(self.come(name, "mine", f"192.0.2.{len(name)}"), accountstore.WRONG)
            self.assert_refused(self.come(name, ""), "has an account")
        self.assertEqual(self.store.rows("SELECT count(*) FROM account"), [(1,)])

    def test_of_two_accounts_that_are_made_at_once_go_to_the_first(self) -> None:
        first = self.knock("\uff21nn", "first")
        second = self.knock("ann", "second")
        self.go_on()
        self.assert_in(first)
        self.assert_refused(second, accountstore.WRONG)

    def test_are_not_given_to_a_guest_while_an_account_is_made(self) -> None:
        ann = self.knock("ann")
        self.assert_refused(self.server.connect().login("ANN"), "has an account")
        self.go_on()
        self.assertEqual(self.names(ann), {"ann"})

    def test_are_free_again_if_no_account_is_made(self) -> None:
        for number in range(passwords.WAITING_EACH + passwords.AT_ONCE):
            self.knock(f"x{number}")
        self.assert_refused(self.knock("ann"), "Too many")
        self.assert_in(self.server.connect().login("ann"))

    def test_with_a_number_are_those_of_guests_only_if_no_account_has_them(self) -> None:
        """And nobody else's then."""
        for name in ("ann2", "\uff41nn3", "ANN4"):
            self.gone(name)
        self.come("ann", "")
        self.assertIn("ann5", self.names(self.come("ann", "")))
        self.assert_refused(self.come("ann5", "mine"), "Somebody here is already called ann5")

    def test_of_a_guest_who_is_away_are_nobody_elses(self) -> None:
        self.come("ann", "").lose()
        self.assertIn("ANN2", self.names(self.come("ANN", "", "198.51.100.1")))
        back = self.come("ann", "")
        self.assertEqual(self.server.world.players[back.agent].name, "ann")


class ASession(IntrudersTestCase):
    def test_that_was_taken_over_says_nothing_more_in_the_same_read(self) -> None:
        old = self.come("ann")
        own = old.token("own 0")
        click = f'<cmd type="click" objid="{own}"/>'.encode()
        self.store.hashing.is_held = True
        new = self.server.connect().login("ann", "sesame")
        self.store.hashing.go_on()
        old.protocol.dataReceived(click * 5 + logout())
        self.server.advance(1)
        self.assertEqual(self.game.clicks, {})
        self.assert_in(new)

    def test_clicks_nothing_by_what_comes_behind_a_login_that_fails(self) -> None:
        ann = self.come("ann")
        own = ann.token("own 0")
        thief = self.server.connect("192.0.2.9")
        thief.send(opening(), LOGIN.replace(b"sesame", b"wrong"), f'<cmd type="click" objid="{own}"/>'.encode())
        self.assertEqual(self.game.clicks, {})
        self.assertIsNone(ann.model.logged_out)

    def test_is_a_persons_again_when_one_takes_the_seat_of_a_bot_unless_a_game_has_met_it(self) -> None:
        bot = self.server.connect().login("ann", "sesame")
        for room, is_bot in ((None, False), ("Diary", True)):
            self.server.world.declare_bot(self.server.world.players[bot.agent])
            if room is not None:
                bot.click(room)
            bot = self.server.connect().login("ann", "sesame")
            self.assertEqual(self.server.world.players[bot.agent].is_bot, is_bot)
            self.server.check()


class Passwords(IntrudersTestCase):
    def test_of_any_characters_are_compared_to_the_last_one(self) -> None:
        for number, password in enumerate(("x" * 1024, "\u202eabc", "a" * 1023 + "\u007f", "&#10;", "\U0001f511" * 9)):
            self.gone_with(f"u{number}", password)
            self.assert_refused(self.come(f"u{number}", password[:-1], f"192.0.2.{number}"), accountstore.WRONG)
            self.assert_refused(self.come(f"u{number}", password + " ", f"192.0.2.{number}"))
            self.assert_in(self.come(f"u{number}", password, f"192.0.2.{number}"))

    def gone_with(self, name: str, password: str) -> None:
        client = self.come(name, password)
        self.assert_in(client)
        client.send(logout())

    def test_over_the_bound_are_refused_before_they_are_hashed(self) -> None:
        self.gone()
        self.store.hasher.hashed.clear()
        for password in ("x" * 1025, "\u00e4" * 513):
            self.assert_refused(self.come("eve", password), accountstore.TOO_LONG)
        self.assertEqual(self.store.hasher.hashed, [])

    def test_that_no_document_can_contain_end_the_session(self) -> None:
        for password in ("&#xD800;", "&#0;", "\x00", "\x1b"):
            client = self.server.connect()
            client.send(opening(), f'<login user="eve" password="{password}"/>'.encode())
            self.assertTrue(client.model.closed, password)
        self.assertEqual(self.store.rows("SELECT count(*) FROM account"), [(0,)])


class Guessing(IntrudersTestCase):
    def guess(self, number: int, address: str) -> Client:
        return self.server.connect(address).login("ann", f"guess {number}")

    def test_many_at_the_same_moment_gives_no_more_tries(self) -> None:
        self.gone()
        self.store.hashing.is_held = True
        clients = [self.guess(number, "192.0.2.9") for number in range(20)]
        self.go_on()
        told = [client.model.login_messages[-1] for client in clients]
        self.assertEqual(told.count(accountstore.WRONG), attempts.FROM_ADDRESS)
        self.assertEqual(told.count(accountstore.BEING_TRIED), 20 - attempts.FROM_ADDRESS)

    def test_from_all_addresses_of_a_site_counts_as_one(self) -> None:
        self.gone()
        for number in range(attempts.FROM_ADDRESS):
            self.assert_refused(self.guess(number, f"2001:db8:0:1::{number + 1}"), accountstore.WRONG)
        late = self.guess(9, "2001:db8:0:1:ffff::9")
        self.assertEqual(late.model.login_messages, [])
        self.assert_in(self.server.connect("2001:db8:0:2::1").login("ann", "sesame"))

    def test_an_own_account_in_between_does_not_help(self) -> None:
        self.gone()
        self.gone("eve")
        for number in range(attempts.FROM_ADDRESS):
            self.assert_in(self.come("eve", address="192.0.2.9"))
            self.guess(number, "192.0.2.9")
        self.assertEqual(self.guess(9, "192.0.2.9").model.login_messages, [])

    def test_does_not_keep_the_owner_out_and_leaves_nothing_behind(self) -> None:
        self.gone()
        for number in range(30):
            self.guess(number, f"192.0.2.{number + 10}")
            self.guess(number, "192.0.2.9")
        ann = self.server.connect("198.51.100.1").login("ann", "sesame")
        self.server.advance(attempts.LONGEST + 0.25)
        self.assert_in(ann)
        self.server.advance(20)
        store = self.store.accounts
        self.assertEqual(store._locks, {})


class OtherDoors(IntrudersTestCase):
    games: ClassVar = [*IntrudersTestCase.games, GamePlugin("memory", Memory)]

    def knock_at(self, door: type[Door], *data: bytes) -> bytes:
        self.server.door = door(self.server.gate)  # type: ignore[assignment]
        client = Client(self.server, "192.0.2.1")
        client.model.feed = lambda data: None  # type: ignore[method-assign]
        self.server.clients.append(client)
        client.send(*data)
        return client.raw

    def test_tombala_does_not_let_a_guest_have_the_name_of_an_account(self) -> None:
        self.gone()
        answer = self.knock_at(TombalaDoor, b'CLOGIN:{"username": "Ann", "seq": 1}\n')
        self.assertIn(b"SERROR", answer)
        self.assertEqual(self.server.world.players, {})

    def test_an_account_called_like_the_guests_of_memory_keeps_none_of_them_out(self) -> None:
        self.gone("memory")
        self.gone("memory-1")
        self.knock_at(MemoryDoor, b"")
        self.assertEqual([player.name for player in self.server.world.players.values()], ["memory-2"])


class AFullQueue(IntrudersTestCase):
    def test_of_the_database_lets_nobody_in_and_keeps_guests_out_of_names(self) -> None:
        self.gone()
        self.store.thread.is_held = True
        for _ in range(200):
            self.store.database.read(lambda cursor: None)
        self.assert_refused(self.come("ann"), accountstore.UNAVAILABLE)
        self.assert_no_guest_is("ann")
        self.assert_in(self.come("bob", ""))
        self.store.thread.go_on()
        self.assert_in(self.come("ann"))
