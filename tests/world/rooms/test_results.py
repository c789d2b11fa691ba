"""Results on their way from a game to where they are kept, and which places players get."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server, Stage, stage
from tests.doubles.ledger import Ledger
from tests.doubles.someone import Someone
from tilenet.game import FEW, Feat, Guestbook, Player, Result, Standing, places, standings
from tilenet.world.players.accounts import Played, Score

BOT = b'<xrequest options="bot"></xrequest>'


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

    def test_with_the_numbers_of_accounts_who_is_a_bot_feats_and_addresses(self) -> None:
        robot = self.server.connect("192.0.2.7").login("robo")
        robot.send(BOT)
        robot.click("Stage")
        ann, robo = self.player(self.ann), self.player(robot)
        result = Result(
            "Chess", (Standing(robo, 1, 7.5, feats=(Feat("streak", 3),)), Standing(ann, 2, 0, stayed=False))
        )
        self.game.acts["click"] = [result]
        self.ann.click("prop")
        robo_score = Score("robo", None, True, 1, 7.5, True, (Feat("streak", 3),))
        ann_score = Score("ann", 1, False, 2, 0, False)
        self.assertEqual(self.ledger.played, [Played("Chess", (robo_score, ann_score), ("192.0.2.7", "127.0.0.1"))])

    def is_bot_in_a_result(self, *players: Player) -> list[bool]:
        self.game.acts["click"] = [Result("Chess", tuple(Standing(one, 1, 0) for one in players))]
        self.ann.click("prop")
        return [score.is_bot for score in self.ledger.played[-1].scores]

    def test_nobody_becomes_a_bot_once_a_game_has_met_them(self) -> None:
        """Otherwise somebody who is about to lose could see to it that the game is not rated."""
        bob, cid = self.player(self.bob), self.come("cid")
        gone = self.player(cid)
        self.bob.send(BOT)
        cid.click("Home")
        cid.send(BOT)
        self.assertEqual(self.is_bot_in_a_result(bob, gone), [False, False])
        cid.click("Stage")
        cid.send(BOT)
        self.assertEqual(self.is_bot_in_a_result(bob, gone), [False, False])

    def test_nor_by_logging_in_again(self) -> None:
        dan = self.come("dan", "secret")
        player = self.player(dan)
        dan.send(b"<logout/>")
        self.server.settle()
        self.server.connect().login("dan", "secret").send(BOT)
        self.assertEqual(self.is_bot_in_a_result(player), [False])

    def test_a_bot_that_was_cut_off_is_still_one(self) -> None:
        robot = self.server.connect().login("robo")
        robot.send(BOT)
        robot.click("Stage")
        player = self.player(robot)
        robot.lose()
        self.server.settle()
        self.assertEqual(self.is_bot_in_a_result(player), [True])
        again = self.server.connect().login("robo")
        self.assertIs(self.player(again), player)
        self.assertEqual(self.is_bot_in_a_result(player), [True])

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
        self.assertEqual(self.ledger.played[0].scores, (Score("ann", 1, False, 1, 1, True),))


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
