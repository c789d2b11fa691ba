"""What players do with their own accounts at the door, and what others try to do with them."""

from __future__ import annotations

import json

from twisted.logger import capturedLogs, formatEvent

from tests.doubles.harness import Server
from tests.doubles.model import logout
from tests.doubles.owners import KEY, OwnersTestCase
from tilenet.catalogue import installed_games
from tilenet.publickeys import read_keys
from tilenet.store import accountstore, answers, ownaccounts, ownchanges
from tilenet.store.attempts import FROM_ADDRESS
from tilenet.world import accountdesk
from tilenet.world.players.accounts import Guests

(PUBLIC,) = read_keys(KEY)


class AGuest(OwnersTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann = self.come("ann", "")
        self.player = self.server.world.players[self.ann.agent]

    def test_becomes_an_account_without_leaving_the_seat(self) -> None:
        self.server.world.award(self.player, 7)
        self.ann.click("own 0")
        before = self.notes(), self.player.id
        self.assertEqual(self.do(self.ann, "create", new="sesame", again="sesame")["name"], "ann")
        self.assertEqual((self.notes(), self.player.id), before, "the game has noticed nothing")
        self.assertEqual((self.player.account_id, self.player.points, self.known().points), (1, 17, 17))
        self.ann.click("own 1")
        self.assertIn("own 2", [str(one.get("name")) for one in self.ann.model.objects.values()])
        self.server.check()

    def test_has_the_points_that_were_won_meanwhile_and_later(self) -> None:
        self.store.hashing.is_held = True
        self.send(self.ann, do="create", new="sesame")
        self.server.world.award(self.player, 3)
        self.store.thread.is_held = True
        self.store.hashing.go_on()
        self.server.world.award(self.player, 2)
        self.store.thread.go_on()
        self.server.world.award(self.player, 1)
        self.server.advance(2)
        self.assertEqual((self.player.points, self.known().points), (16, 16))

    def test_logs_in_from_elsewhere_and_has_the_same_seat(self) -> None:
        self.do(self.ann, "create", new="sesame")
        second = self.server.connect("203.0.113.5").login("ann", "sesame")
        self.assert_in(second)
        self.assertEqual(second.room, "Diary")
        self.assertIn("logged in from somewhere else", self.ann.model.logged_out or "")
        self.assertIs(self.server.world.players[second.agent], self.player)
        self.assertEqual([what for what, _ in self.notes()], ["enter"])
        self.server.check()

    def test_is_the_same_player_after_a_logout_as_long_as_a_game_remembers_them(self) -> None:
        self.do(self.ann, "create", new="sesame")
        self.ann.send(logout())
        self.assertTrue(self.player.account_id and not self.player.is_gone)
        again = self.come("ann", "sesame")
        self.assertIs(self.server.world.players[again.agent], self.player)
        self.server.check()

    def test_that_has_left_before_it_was_made_can_log_in_to_it(self) -> None:
        self.store.thread.is_held = True
        self.send(self.ann, do="create", new="sesame")
        self.ann.send(logout())
        self.store.thread.go_on()
        self.assert_no_guest_is("ann")
        self.assert_in(self.come("ann", "sesame"))

    def test_that_has_left_before_the_hash_makes_none(self) -> None:
        self.store.hashing.is_held = True
        self.send(self.come("eve", ""), do="create", new="sesame")
        self.send(self.come("fay", ""), do="create", new="sesame")
        self.send(self.ann, do="create", new="sesame")
        self.ann.send(logout())
        self.go_on()
        self.assertEqual(self.store.rows("SELECT name FROM account ORDER BY name"), [("eve",), ("fay",)])

    def test_takes_another_name_that_is_free(self) -> None:
        bob = self.come("bob", "")
        self.assertEqual(self.do(self.ann, "create", name="Lin", new="sesame")["name"], "Lin")
        self.assertEqual(self.names(bob), {"Lin", "bob"})
        self.assert_no_guest_is("lin")
        self.assert_in(self.server.connect().login("ann"))
        self.server.check()

    def test_gets_no_name_that_belongs_to_others(self) -> None:
        self.gone("Cid")
        bob = self.come("bob", "")
        why, field = self.refused(self.ann, "create", name="cid", new="sesame")
        self.assertEqual(field, "name")
        self.assertIn("cid is the name of an account", why)
        self.assertIn("already called BOB", self.refused(self.ann, "create", name="BOB", new="sesame")[0])
        self.assertEqual(self.refused(self.ann, "create", name="a<b", new="sesame")[1], "name")
        self.assertEqual(self.names(bob), {"ann", "bob"})
        self.assertIsNone(self.player.account_id)
        self.do(self.ann, "create", new="sesame")

    def test_two_who_want_one_name_do_not_both_get_it(self) -> None:
        self.store.hashing.is_held = True
        bob = self.come("bob", "")
        self.send(self.ann, do="create", name="lin", new="sesame")
        self.send(bob, do="create", name="lin", new="other")
        self.go_on()
        first, second = (self.answers(one)[0] for one in (self.ann, bob))
        self.assertTrue(first["done"])
        self.assertEqual(second["field"], "name")
        self.assertEqual(self.store.rows("SELECT name FROM account"), [("lin",)])

    def test_types_the_password_twice(self) -> None:
        self.assertEqual(
            self.refused(self.ann, "create", new="sesame", again="sesam"), (accountdesk.NOT_TWICE, "again")
        )
        self.assertEqual(self.refused(self.ann, "create", new=""), (ownaccounts.EMPTY, "new"))
        self.assertEqual(self.refused(self.ann, "create", new="x" * 1025), (ownaccounts.TOO_LONG, "new"))
        token = f"tilenet-resume-{'x' * 43}"
        self.assertEqual(self.refused(self.ann, "create", new=token), (ownaccounts.LIKE_A_TOKEN, "new"))

    def test_can_do_nothing_else(self) -> None:
        for what in ("password", "rename", "add key", "remove key", "logout", "export", "delete"):
            self.assertEqual(self.refused(self.ann, what), (accountdesk.IS_GUEST, ""))
        self.assertIs(self.do(self.ann, "show")["guest"], True)

    def test_comes_back_by_the_token_that_the_guest_had(self) -> None:
        self.ann.send(b'<xrequest options="resume"></xrequest>')
        token = self.ann.model.responses[-1][1]
        self.do(self.ann, "create", new="sesame")
        self.ann.lose()
        self.server.settle()
        back = self.server.connect("203.0.113.5").login("ann", token)
        self.assert_in(back)
        self.assertIs(self.server.world.players[back.agent], self.player)
        self.server.advance(2)
        self.assertEqual(self.store.rows("SELECT account FROM resume_token"), [])

    def test_an_address_makes_no_more_accounts_than_it_may(self) -> None:
        for _ in range(50):
            self.store.accounts._newcomers.may_come("192.0.2.1")
        self.assertEqual(self.refused(self.ann, "create", new="sesame")[0], accountstore.TOO_MANY)

    def test_twice_at_once_makes_one(self) -> None:
        self.store.hashing.is_held = True
        for _ in range(3):
            self.send(self.ann, do="create", new="sesame")
        self.assertEqual([one["why"] for one in self.answers(self.ann)], [accountdesk.BUSY] * 2)
        self.go_on()
        self.assertTrue(self.answers(self.ann)[0]["done"])
        self.assertEqual(self.refused(self.ann, "create", new="sesame")[0], accountdesk.IS_ACCOUNT)

    def test_that_is_a_program_makes_none(self) -> None:
        bot = self.server.connect().login("robot")
        bot.send(b'<xrequest options="bot"/>')
        self.assertEqual(self.refused(bot, "create", new="sesame")[0], accountdesk.IS_BOT)

    def test_on_a_server_that_keeps_none_is_told_so(self) -> None:
        server = Server(accounts=Guests())
        self.assertEqual(self.refused(server.join("ann"), "create", new="sesame")[0], accountdesk.NO_ACCOUNTS)


class AnAccount(OwnersTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.ann = self.come("ann")
        self.player = self.server.world.players[self.ann.agent]

    def test_gets_a_new_password_by_the_old_one(self) -> None:
        self.do(self.ann, "password", password="sesame", new="mine alone", again="mine alone")
        self.assertIsNone(self.ann.model.logged_out, "whoever did it stays")
        self.ann.send(logout())
        self.assert_refused(self.come("ann", "sesame"), accountstore.WRONG)
        self.assert_in(self.come("ann", "mine alone"))

    def test_a_new_password_makes_resume_tokens_worthless(self) -> None:
        self.ann.send(b'<xrequest options="resume"></xrequest>')
        token = self.ann.model.responses[-1][1]
        self.do(self.ann, "password", password="sesame", new="mine alone")
        self.ann.lose()
        self.server.settle()
        self.assert_refused(self.server.connect().login("ann", token), "cannot be resumed")
        self.assertEqual(self.store.rows("SELECT * FROM resume_token"), [])

    def test_somebody_at_an_unlocked_seat_cannot_take_it(self) -> None:
        requests = (
            ("password", {"new": "mine alone"}),
            ("rename", {"name": "eve"}),
            ("add key", {"key": KEY}),
            ("delete", {"word": "delete"}),
        )
        for what, request in requests:
            for password in ({}, {"password": ""}, {"password": "guess"}):
                self.server.advance(400)
                why = self.refused(self.ann, what, **request, **password)
                self.assertEqual(why, (accountstore.WRONG_PASSWORD, "password"), (what, password))
        self.assertEqual(self.known().password, "plain:sesame")
        self.assertEqual(self.store.rows("SELECT * FROM ssh_key"), [])

    def test_guesses_are_as_slow_as_those_of_logins(self) -> None:
        for _ in range(FROM_ADDRESS):
            self.refused(self.ann, "password", password="guess", new="mine")
        self.send(self.ann, do="password", password="guess", new="mine")
        self.assertEqual(self.answers(self.ann), [])
        hashed = len(self.store.hasher.hashed)
        self.server.advance(9)
        self.assertEqual(self.answers(self.ann)[0]["why"], accountstore.WRONG_PASSWORD)
        self.assertEqual(len(self.store.hasher.hashed), hashed)

    def test_the_game_goes_on_while_a_password_is_hashed(self) -> None:
        self.store.hashing.is_held = True
        self.send(self.ann, do="password", password="sesame", new="mine alone")
        self.ann.click("own 0")
        self.assertIn("own 1", [str(one.get("name")) for one in self.ann.model.objects.values()])
        self.go_on()

    def test_is_renamed_once_a_month_and_others_see_it_at_once(self) -> None:
        bob = self.come("bob", "")
        self.assertEqual(self.do(self.ann, "rename", name="Anne", password="sesame")["name"], "Anne")
        self.assertEqual(self.names(bob), {"Anne", "bob"})
        self.assert_no_guest_is("anne")
        self.assertEqual(self.names(self.come("ann", "")), {"Anne", "ann", "bob"})
        why, _ = self.refused(self.ann, "rename", name="amy", password="sesame")
        self.assertIn("once a month: again from", why)
        self.store.clock.advance(answers.RENAME_SECONDS - 60)
        self.refused(self.ann, "rename", name="amy", password="sesame")
        self.store.clock.advance(61)
        self.do(self.ann, "rename", name="amy", password="sesame")
        self.server.check()

    def test_its_new_name_is_on_the_board_at_once(self) -> None:
        for title, room in (("Noughts and crosses", "noughts"), ("Memory", "memory"), ("Set", "set")):
            self.setUp()
            self.server = Server(installed_games(), accounts=self.store.accounts, clock=self.store.clock)
            self.store.accounts.start(self.server.world, {1: "ann"})
            ann, bob = (self.server.connect().login(name, word) for name, word in (("ann", "sesame"), ("bob", "")))
            for one in (ann, bob):
                one.click(title)
            before = str(bob.model.objects[bob.model.current or ""]["text"])
            self.do(ann, "rename", name="Zoe", password="sesame")
            after = str(bob.model.objects[bob.model.current or ""]["text"])
            self.assertNotIn("ann", after, room)
            self.assertEqual("Zoe" in after, "ann" in before, room)
            self.server.check()

    def test_is_renamed_to_another_spelling(self) -> None:
        bob = self.come("bob", "")
        self.do(self.ann, "rename", name="ANN", password="sesame")
        self.assertEqual(self.names(bob), {"ANN", "bob"})
        self.assertNotIn(b"ann2", bob.raw)
        self.assert_no_guest_is("ann")
        self.ann.send(logout())
        self.assert_in(self.come("ann"))

    def test_is_not_renamed_to_what_belongs_to_others(self) -> None:
        self.gone("cid")
        self.come("bob", "")
        wrong = {"cid": ownaccounts.TAKEN, "BOB": ownaccounts.IS_HERE, "ann": ownaccounts.SAME}
        for name, why in wrong.items():
            self.assertEqual(self.refused(self.ann, "rename", name=name, password="sesame"), (why, "name"))
        self.assertEqual(self.refused(self.ann, "rename", name="\n", password="sesame")[1], "name")
        self.do(self.ann, "rename", name="amy", password="sesame")

    def test_after_a_new_name_its_client_comes_back_by_its_token(self) -> None:
        self.ann.send(b'<xrequest options="resume"></xrequest>')
        token = self.ann.model.responses[-1][1]
        self.do(self.ann, "rename", name="amy", password="sesame")
        self.ann.lose()
        self.server.settle()
        self.assert_in(self.server.connect().login("amy", token))

    def test_has_keys_that_are_added_by_the_password_and_removed_without(self) -> None:
        self.do(self.ann, "add key", key=KEY, password="sesame")
        self.assertEqual(
            self.store.rows("SELECT fingerprint, kind, comment FROM ssh_key"),
            [(PUBLIC.fingerprint, "ssh-ed25519", "ann@laptop")],
        )
        self.assertEqual(self.refused(self.ann, "add key", key=KEY, password="sesame")[0], accountdesk.HAS_KEY)
        self.do(self.ann, "remove key", fingerprint=PUBLIC.fingerprint)
        why = self.refused(self.ann, "remove key", fingerprint=PUBLIC.fingerprint)[0]
        self.assertEqual(why, accountdesk.NO_SUCH_KEY)

    def test_takes_no_key_that_is_none(self) -> None:
        begin = "-----BEGIN OPENSSH PRIVATE KEY-----"
        texts: list[object] = ["", "hello", begin, f"{KEY}\n{KEY}", "ssh-ed25519 AAAA", "ssh-dss AAAA", 7, ["x"], {}]
        for text in texts:
            answer = self.ask(self.ann, "add key", key=text, password="sesame")
            self.assertEqual(answer.get("field"), "key", text)
        self.assertEqual(self.refused(self.ann, "add key", key=True), (accountdesk.NO_KEY, ""))

    def test_a_huge_key_ends_the_session_as_any_huge_tag_does(self) -> None:
        self.send(self.ann, do="add key", key=KEY + "x" * 9000, password="sesame")
        self.assertIn("a tag longer than", self.ann.model.logged_out or "")

    def test_has_no_more_keys_than_it_may(self) -> None:
        self.patch(ownchanges, "MOST_KEYS", 0)
        self.assertEqual(self.refused(self.ann, "add key", key=KEY, password="sesame")[0], ownaccounts.TOO_MANY_KEYS)
        self.assertEqual(self.store.rows("SELECT * FROM ssh_key"), [], "nothing of it is written")

    def test_a_key_of_the_session_is_added_in_one_step(self) -> None:
        self.player.key = "SHA256:session"
        self.assertEqual(self.do(self.ann, "show")["key"], "SHA256:session")
        self.do(self.ann, "add key", key=True)
        self.assertEqual(self.store.rows("SELECT fingerprint FROM ssh_key"), [("SHA256:session",)])

    def test_logs_out_all_others_tokens_too(self) -> None:
        self.ann.send(b'<xrequest options="resume"></xrequest>')
        token = self.ann.model.responses[-1][1]
        changes = self.player.account.changes
        self.do(self.ann, "logout")
        self.assertGreater(self.player.account.changes, changes, "who has proved it over ssh, and is not in yet")
        self.assert_refused(self.server.connect().login("ann", token), "cannot be resumed")

    def test_is_exported_in_parts(self) -> None:
        self.store.connection.executescript("""
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
                INSERT INTO result (id, game, ended, is_rated, players, has_accounts)
                    SELECT i, 'Set', i, 0, 1, 1 FROM n;
            INSERT INTO standing SELECT id, 1, 'ann', 0, 1, id, 1, '{}', NULL FROM result;
        """)
        self.do(self.ann, "add key", key=KEY, password="sesame")
        results, after, parts = [], 0, 0
        while True:
            part = self.do(self.ann, "export", after=after)
            results += part["results"]
            if not after:
                self.assertEqual(
                    (part["account"]["name"], part["account"]["ssh keys"][0]["comment"]), ("ann", "ann@laptop")
                )
                self.assertNotIn("plain:", json.dumps(part))
            parts += 1
            self.server.advance(1)
            if "after" not in part:
                break
            after = part["after"]
        self.assertEqual((parts, [one["score"] for one in results]), (3, [*range(1, 451)]))
        self.assertIn("no sense", self.refused(self.ann, "export", after="x")[0])

    def test_is_deleted_by_the_password_and_the_word(self) -> None:
        bob = self.come("bob", "")
        self.assertEqual(self.refused(self.ann, "delete", password="sesame", word="yes")[1], "word")
        self.do(self.ann, "delete", password="sesame", word=" Delete ")
        self.server.advance(1)
        self.assertEqual(self.ann.model.logged_out, accountdesk.DELETED)
        self.assertEqual(self.store.rows("SELECT * FROM account"), [])
        self.assertEqual(self.names(bob), {"bob"})
        self.assert_in(self.server.connect().login("ann"))

    def test_that_the_operator_deletes_meanwhile_is_gone(self) -> None:
        self.store.hashing.is_held = True
        self.send(self.ann, do="password", password="sesame", new="mine")
        self.delete()
        self.go_on()
        self.assertIn("why", self.answers(self.ann)[0])
        self.assertEqual(self.store.rows("SELECT * FROM account"), [])

    def test_nonsense_is_answered_and_changes_nothing(self) -> None:
        for content in (b"", b"{", b"[]", b'"create"', b'{"do": 7}', b'{"do": "sing"}', b'{"do": []}', b"[" * 2000):
            self.answers(self.ann)
            self.ann.send(b'<xrequest options="account">' + content + b"</xrequest>")
            self.assertEqual(self.answers(self.ann), [{"why": accountdesk.NO_SENSE}], content)
            self.server.advance(1)

    def test_a_flood_of_requests_ends_the_session(self) -> None:
        for _ in range(60):
            self.send(self.ann, do="show")
        self.assertLess(len(self.answers(self.ann)), 20)
        for _ in range(150):
            self.send(self.ann, do="show")
            self.server.advance(0.1, 0.1)
        self.assertIn("Too many commands", self.ann.model.logged_out or "")

    def test_no_secret_is_logged_or_told(self) -> None:
        bob = self.come("bob", "")
        with capturedLogs() as logs:
            self.do(self.ann, "password", password="sesame", new="mine alone", again="mine alone")
            self.refused(self.ann, "password", password="open up", new="other")
            self.send(self.ann, do="password", password=["open up"], new="other")
        said = "\n".join(str(formatEvent(event)) for event in logs) + bob.raw.decode()
        for secret in ("sesame", "mine alone", "open up"):
            self.assertNotIn(secret, said)


class Names(OwnersTestCase):
    def test_cannot_be_tried_one_after_the_other_to_find_those_of_accounts(self) -> None:
        self.gone("cid")
        for name, password, do, field in (("ann", "", "create", "new"), ("bob", "sesame", "rename", "password")):
            one = self.come(name, password)
            for _ in range(accountdesk.NAMES_AT_ONCE):
                self.assertEqual(self.refused(one, do, name="cid", **{field: "sesame"})[1], "name")
            self.assertEqual(self.refused(one, do, name="cid", **{field: "sesame"}), (accountdesk.TOO_MANY_NAMES, ""))
            one.send(logout())
            again = self.come(name, password)
            self.assertEqual(self.refused(again, do, name="cid", **{field: "sesame"})[0], accountdesk.TOO_MANY_NAMES)
            self.server.advance(60 * accountdesk.NAMES_AT_ONCE, 10)
            self.do(again, do, name=f"{name}x", **{field: "sesame"})

    def test_are_not_told_before_the_password_makes_sense(self) -> None:
        self.gone("cid")
        ann = self.come("ann", "")
        self.assertEqual(self.refused(ann, "create", name="cid", new="")[1], "new")
        self.assertEqual(self.refused(ann, "create", name="cid", new="one", again="two")[1], "again")
