"""The room Account: what it shows to whom, what tiles can do there, and that it hears of what forms do."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from tests.doubles.harness import Client, Server
from tests.doubles.owners import KEY, OwnersTestCase
from tilenet.catalogue import GamePlugin
from tilenet.games.account.game import FORM, GUEST, Account
from tilenet.games.account.page import NO_ACCOUNTS
from tilenet.publickeys import read_keys

(PUBLIC,) = read_keys(KEY)


class TheRoom(OwnersTestCase):
    games: ClassVar = [GamePlugin("account", Account)]

    def enter(self, name: str, password: str = "sesame") -> Client:
        client = self.server.connect("192.0.2.1").login(name, password)
        client.send(b'<xrequest options="facts"/>')
        client.click("Account")
        return client

    def you(self, client: Client) -> dict[str, Any]:
        """What the room has told this player alone, in all."""
        known: dict[str, Any] = {}
        for options, text in client.model.responses:
            told = json.loads(text) if options == "facts" else {}
            known = {**({} if "kind" in told else known), **told.get("you", {})}
        return {name: value for name, value in known.items() if value is not None and name != "agent"}

    def names_of_tiles(self, client: Client) -> list[str]:
        return [str(client.model.objects[one]["name"]) for one in client.model.grid().values()]

    def test_shows_a_guest_how_to_get_an_account(self) -> None:
        ann = self.enter("ann", "")
        self.assertEqual(self.you(ann), {"guest": True, "name": "ann", "points": 10, "status": str(GUEST)})
        ann.click("Create an account")
        self.assertEqual(ann.heard[-1], FORM)

    def test_shows_an_account_what_is_kept_of_it(self) -> None:
        ann = self.enter("ann")
        self.do(ann, "add key", key=KEY, password="sesame")
        told = self.you(ann)
        self.assertEqual((told["games"], told["wins"], [*told["keys"]]), (0, 0, ["key/0"]))
        key = told["keys"]["key/0"]
        self.assertEqual((key["fingerprint"], key["comment"]), (PUBLIC.fingerprint, "ann@laptop"))
        self.assertEqual(key["added"], told["since"])
        self.assertIn("ann@laptop", self.names_of_tiles(ann))

    def test_tells_everybody_only_what_is_theirs(self) -> None:
        ann, bob = self.enter("ann"), self.enter("bob")
        self.do(ann, "add key", key=KEY, password="sesame")
        self.assertNotIn(PUBLIC.fingerprint.encode(), bob.raw)
        self.assertNotIn(b"laptop", bob.raw)

    def test_a_guest_who_makes_an_account_sees_it_at_once(self) -> None:
        ann = self.enter("ann", "")
        self.do(ann, "create", new="sesame")
        self.assertEqual({"guest", "since", "games"} & {*self.you(ann)}, {"guest", "since", "games"})
        self.assertIs(self.you(ann)["guest"], False)
        self.server.check()

    def test_a_key_is_removed_by_two_clicks(self) -> None:
        ann = self.enter("ann")
        self.do(ann, "add key", key=KEY, password="sesame")
        ann.click("ann@laptop")
        self.assertIn("Click it once more", ann.heard[-1])
        ann.click("Refresh")
        ann.click("ann@laptop")
        self.assertEqual(len(self.store.rows("SELECT * FROM ssh_key")), 1)
        ann.click("ann@laptop")
        self.assertEqual(self.store.rows("SELECT * FROM ssh_key"), [])
        self.assertIn("does not log in", ann.heard[-1])
        self.assertNotIn("ann@laptop", self.names_of_tiles(ann))
        self.server.check()

    def test_a_tile_logs_out_all_others(self) -> None:
        ann = self.enter("ann")
        ann.send(b'<xrequest options="resume"></xrequest>')
        token = ann.model.responses[-1][1]
        ann.click("Log out elsewhere")
        self.assertIn("Nobody else", ann.heard[-1])
        self.assert_refused(self.server.connect().login("ann", token), "cannot be resumed")

    def test_what_takes_a_password_is_not_done_by_tiles(self) -> None:
        ann = self.enter("ann")
        for name in ("Change password", "Rename", "Add a key", "Export", "Delete account"):
            ann.click(name)
            self.assertEqual(ann.heard[-1], FORM, name)

    def test_shows_the_points_that_are_won_elsewhere(self) -> None:
        ann = self.enter("ann")
        self.server.world.award(self.server.world.players[ann.agent], 5)
        self.server.world.rooms["account"].scored(self.server.world.players[ann.agent])
        self.server.settle()
        self.assertEqual(self.you(ann)["points"], 15)


class WithoutAccounts(OwnersTestCase):
    def test_says_so(self) -> None:
        server = Server([GamePlugin("account", Account)])
        ann = server.join("ann")
        ann.click("Account")
        self.assertEqual(ann.model.objects[ann.model.current or ""]["text"], NO_ACCOUNTS)
