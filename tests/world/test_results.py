"""Results on their way from a game to where they are kept, and which places players get."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server, Stage, stage
from tests.doubles.ledger import Ledger
from tests.doubles.someone import Someone
from tilenet.game import FEW, Guestbook, Player, Result, Standing, places, standings
from tilenet.world.accounts import Played, Score


class Kept(SynchronousTestCase):
    def setUp(self) -> None:
        self.ledger = Ledger()
        self.game = Stage()
        self.server = Server([stage(self.game)], accounts=self.ledger, seat_seconds=120)
        self.ann = self.come("ann", "secret")
        self.bob = self.come("bob")

    def come(self, name: str, password: str = "") -> Client:
        client = self.server.connect().login(name, password)
        client.click("Stage")
        return client

    def player(self, client: Client) -> Player:
        return self.server.world.players[client.agent]

    def test_with_the_numbers_of_accounts_who_is_a_bot_and_feats(self) -> None:
        ann, bob = self.player(self.ann), self.player(self.bob)
        self.bob.send(b'<xrequest options="bot"></xrequest>')
        result = Result("Chess", (Standing(bob, 1, 7.5, feats={"streak": 3}), Standing(ann, 2, 0, stayed=False)))
        self.game.acts["click"] = [result]
        self.ann.click("prop")
        bob_score = Score("bob", None, True, 1, 7.5, True, {"streak": 3})
        ann_score = Score("ann", 1, False, 2, 0, False, {})
        self.assertEqual(self.ledger.played, [Played("Chess", (bob_score, ann_score))])

    def test_under_the_name_that_a_player_has_or_had(self) -> None:
        other = self.come("bob")
        gone = self.player(other)
        other.send(b"<logout/>")
        self.game.acts["click"] = [Result("Chess", (Standing(gone, 1, 0), Standing(self.player(self.bob), 1, 0)))]
        self.ann.click("prop")
        self.assertEqual([score.name for score in self.ledger.played[0].scores], ["bob2", "bob"])

    def test_the_same_number_after_coming_back(self) -> None:
        ann = self.player(self.ann)
        self.ann.lose()
        self.server.settle()
        self.server.connect().login("ann", "secret")
        self.game.acts["click"] = [Result("Chess", (Standing(ann, 1, 1),))]
        self.bob.click("prop")
        self.assertEqual(self.ledger.played, [Played("Chess", (Score("ann", 1, False, 1, 1, True, {}),))])

    def test_something_else_is_an_error_of_the_game(self) -> None:
        self.game.acts["click"] = [Result("Chess", [])]  # type: ignore[arg-type]
        self.ann.click("prop")
        self.assertIn("Something went wrong in this game. It starts afresh.", self.ann.heard)
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)
        self.assertEqual(self.ledger.played, [])


class Places(SynchronousTestCase):
    def test_those_who_tie_share_one(self) -> None:
        ann, bob, cid, dan = (Someone(name) for name in ("ann", "bob", "cid", "dan"))
        self.assertEqual(places({ann: 3, bob: 9, cid: 3, dan: 1.5}), {ann: 2, bob: 1, cid: 2, dan: 4})
        self.assertEqual(places({}), {})

    def test_standings_begin_with_the_best(self) -> None:
        ann, bob, cid = (Someone(name) for name in ("ann", "bob", "cid"))
        expected = (Standing(cid, 1, 9), Standing(ann, 2, 3), Standing(bob, 2, 3, stayed=False))
        self.assertEqual(standings({ann: 3, bob: 3, cid: 9}, [bob]), expected)


class Guests(SynchronousTestCase):
    def test_everybody_is_in_the_book(self) -> None:
        ann, bob = Someone("ann"), Someone("bob", is_gone=True)
        book = Guestbook([ann])
        book.add(bob)
        book.add(ann)
        self.assertEqual([*book], [ann, bob])
        self.assertTrue(bob in book)

    def test_of_many_who_are_gone_only_some(self) -> None:
        book = Guestbook()
        for number in range(1000):
            book.add(Someone(str(number), is_gone=number > 9))
            self.assertLessEqual(len(book), FEW)
        self.assertEqual([player.name for player in book][:10], [str(number) for number in range(10)])

    def test_all_who_may_come_back(self) -> None:
        book = Guestbook(Someone(str(number)) for number in range(1000))
        book.add(Someone("last"))
        self.assertEqual(len(book), 1001)
