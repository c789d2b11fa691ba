"""What Set costs on the wire: messages and bytes, counted at a server in memory."""

from __future__ import annotations

from collections.abc import Sequence

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server, tags
from tests.doubles.model import click, press
from tests.doubles.set_table import BOARD, CAP, Dealt, card, dealt, letter
from tilenet.catalogue import GamePlugin
from tilenet.game import HOME
from tilenet.games.set.game import SetGame
from tilenet.games.set.layouts import NO_SET, QUIT, SUBMIT, key_of
from tilenet.games.set.ownboard import SCORE
from tilenet.games.set.practice import HINT, Practice
from tilenet.games.set.table import DECK, KEYS, RESTART
from tilenet.world.rooms.room import Room

YELLOW = [*range(72, 81), 69, 70, 71]  # 3 yellow: the longest names


class TrafficTestCase(SynchronousTestCase):
    """A room, and clients in it, whose bytes are counted."""

    server: Server
    room: Room
    clients: list[Client]

    def forget(self) -> None:
        for client in self.clients:
            client.raw = b""

    def do(self, client: Client, *ids: object) -> None:
        for id in ids:
            objid = self.room.objid_of(id)
            client.send(press(objid) if objid[0] == "k" else click(objid))

    def select(self, client: Client, *positions: int) -> None:
        self.do(client, *map(letter, positions))

    def lay(self, board: Sequence[int], deck: Sequence[int]) -> None:
        game = self.room.game
        assert isinstance(game, SetGame) and game.match is not None
        game.match.board, game.match.deck = [*board], [*deck]
        vars(game).update(game.caches)
        self.room.rooms_changed({})
        self.server.settle()
        self.forget()

    def sent(self, client: Client) -> list[str]:
        """What a client was sent, message by message: which tile was set, or what was heard."""
        shown = self.room.game.scene().tiles
        kinds = {self.room.objid_of(id): id[0] for id in shown if isinstance(id, tuple)}
        kinds |= {self.room.objid_of(letter(n)): "key" for n in range(12)}
        kinds |= {self.room.objid_of(id): id for id in (RESTART, KEYS, DECK, HOME, SCORE) if id in shown}
        kinds |= {self.room.objid_of(id): f"do {id}" for id in (SUBMIT, NO_SET)}
        kinds[self.room.objid_of(key_of(NO_SET))] = NO_SET
        kinds[self.room.objid] = "headline"
        self.server.check()
        return sorted(
            f"hear {given['message']}" if tag == "hear" else kinds.get(given["objid"], given["objid"])
            for tag, given in tags(client.raw)
        )


class GameTestCase(TrafficTestCase):
    """ann, bob and cid play, with a layout of their own, and dan watches."""

    def setUp(self) -> None:
        self.serve(BOARD)

    def serve(self, cards: Sequence[int]) -> None:
        self.server = Server([dealt(cards)], command_burst=10**6)
        self.room = self.server.world.rooms["set"]
        self.ann, self.bob, self.cid = (self.server.join(name) for name in ("ann", "bob", "cid"))
        for client in (self.ann, self.bob, self.cid):
            client.click("Set")
        self.server.advance(16)
        self.dan = self.server.join("dan")
        self.dan.click("Set")
        self.do(self.cid, KEYS)
        self.server.advance(3)
        self.clients = [self.ann, self.bob, self.cid, self.dan]
        self.forget()


class Traffic(GameTestCase):
    def test_a_selection_costs_its_player_one_small_message_and_others_none(self) -> None:
        for cards in (BOARD, YELLOW):
            self.serve(cards)
            for client in (self.ann, self.cid):
                for id in (letter(0), letter(1), card(8), letter(1)):
                    self.forget()
                    self.do(client, id)
                    self.assertEqual(self.sent(client), ["card"])
                    self.assertLess(len(client.raw), 100)
                    self.assertEqual([other.raw for other in self.clients if other is not client], [b""] * 3)

    def test_what_can_not_be_selected_costs_one_line_or_nothing(self) -> None:
        self.select(self.ann, 0, 1, 2)
        self.forget()
        self.select(self.ann, 3)
        self.select(self.dan, 3)
        self.assertEqual(self.sent(self.ann), ["hear Three cards are already selected."])
        self.assertEqual(self.sent(self.dan), ["hear You are watching."])
        self.do(self.ann, SUBMIT)
        self.forget()
        self.select(self.bob, 0, 1, 2)
        self.assertEqual([client.raw for client in self.clients], [b""] * 4)

    def test_a_set_costs_three_cards_the_deck_a_score_and_a_line(self) -> None:
        self.select(self.ann, 0, 1, 2)
        self.forget()
        self.do(self.ann, SUBMIT)
        for client in self.clients:
            line = "hear ann found a set: 5 points; 66 in the deck."
            self.assertEqual(self.sent(client), ["card", "card", "card", DECK, line, "seat"])
            self.assertLess(len(client.raw), 400)
        self.assertEqual(self.bob.raw, self.dan.raw)

    def test_a_replaced_card_is_deselected_in_the_same_update(self) -> None:
        self.select(self.ann, 0, 1, 2)
        self.select(self.bob, 1, 2, 5)
        self.select(self.cid, 0)
        self.forget()
        self.do(self.ann, SUBMIT)
        for client in self.clients:
            self.assertEqual(len(self.sent(client)), 6)

    def test_a_wrong_set_costs_a_score_and_a_line(self) -> None:
        """And its claimer's own three cards, and why it was wrong."""
        self.select(self.bob, 1, 2)
        self.select(self.ann, 0, 1, 3)
        self.forget()
        self.do(self.ann, SUBMIT)
        why, line = "hear Wrong (-3): two are open, one is striped.", "hear ann was wrong (-3)."
        self.assertEqual(self.sent(self.ann), ["card", "card", "card", why, line, "seat"])
        for client in self.clients[1:]:
            self.assertEqual(self.sent(client), [line, "seat"])

    def test_a_right_no_set_costs_six_cards_a_score_and_a_line(self) -> None:
        self.lay(CAP[:12], range(60, 80))
        self.do(self.bob, NO_SET)
        for client in self.clients:
            sent = self.sent(client)
            self.assertEqual((sent[:6], sent[7:]), (["card"] * 6, ["seat"]))

    def test_nothing_is_sent_when_nothing_happens(self) -> None:
        self.server.advance(40)
        self.assertEqual([client.raw for client in self.clients], [b""] * 4)

    def test_a_question_costs_a_line_and_its_key_on_and_off(self) -> None:
        self.do(self.ann, QUIT)
        self.server.advance(10)
        self.assertEqual([given.get("energy") for _, given in tags(self.ann.raw)], ["1", None, "0"])
        self.assertEqual([client.raw for client in self.clients[1:]], [b""] * 3)

    def test_another_layout_costs_others_nothing(self) -> None:
        """And a player who has it gets the texts of twelve cards, thirteen keys and a line."""
        self.do(self.ann, KEYS)
        self.assertEqual(len(self.sent(self.ann)), 12 + 13 + 1)
        self.assertEqual([client.raw for client in self.clients[1:]], [b""] * 3)


class AnotherGame(Traffic):
    """All of that in the game after a Restart, in which dan plays, and eve watches.

    A server must not gather anything from one game to the next.
    """

    def serve(self, cards: Sequence[int]) -> None:
        super().serve(cards)
        self.lay(CAP[:12], [])
        self.do(self.ann, NO_SET)
        self.do(self.bob, RESTART)
        self.server.advance(16)
        self.clients[3] = self.dan = self.server.join("eve")
        self.dan.click("Set")
        self.server.advance(3)
        self.forget()


class Restarting(GameTestCase):
    """What the end of a game, and the way to the next one, cost."""

    def setUp(self) -> None:
        super().setUp()
        self.lay(CAP[:12], [])
        self.do(self.ann, NO_SET)

    def test_the_end_costs_what_can_be_clicked_a_headline_a_score_and_its_lines(self) -> None:
        answer = "hear ann saw that there is no set: 10 points; 0 in the deck."
        ranking = [
            *("hear 1. ann           10", "hear 2. bob            0", "hear 2. cid            0"),
            "hear Game over. The ranking:",
        ]
        statistics = "hear Sets 0, no sets 1, wrong 0; fastest answer 4.0 s, mean 4.0 s."
        tiles = [*["card"] * 12, "do no set", "do submit", DECK, "headline", RESTART, "seat"]
        watched = [tile for tile in tiles if not tile.startswith("do ")]  # these commands were not dan's
        self.assertEqual(self.sent(self.dan), sorted([*watched, answer, *ranking]))
        self.assertEqual(self.sent(self.ann), sorted([*tiles, HOME, answer, *ranking, statistics]))
        self.assertEqual(len(self.sent(self.bob)), len(self.sent(self.ann)) - 1)  # he has answered nothing

    def test_a_restart_costs_the_cards_seats_a_headline_a_tile_and_a_line(self) -> None:
        self.forget()
        self.do(self.bob, RESTART)
        for client in self.clients:
            # dan goes first now, so all four seats are others
            tiles = [*["card"] * 12, "headline", RESTART, *["seat"] * 4]
            self.assertEqual(self.sent(client), sorted([*tiles, "hear bob starts another game."]))

    def test_so_does_the_beginning(self) -> None:
        self.do(self.bob, RESTART)
        self.server.advance(14.5)
        self.forget()
        self.server.advance(1)
        for client in self.clients:
            tiles = [*["card"] * 12, "do no set", "do submit", DECK, "headline", HOME]
            self.assertEqual(self.sent(client), sorted([*tiles, "hear The game begins: 69 in the deck."]))


class PracticeTraffic(TrafficTestCase):
    """ann and bob practise, and so does cid, with a layout of his own."""

    def setUp(self) -> None:
        plugin = GamePlugin("practice", Practice, lambda random: Practice(Dealt()))
        self.server = Server([plugin], command_burst=10**6)
        self.room = self.server.world.rooms["practice"]
        self.clients = [self.server.join(name) for name in ("ann", "bob", "cid")]
        self.ann, self.bob, self.cid = self.clients
        for client in self.clients:
            client.click("Set practice")
        self.do(self.cid, KEYS)
        self.server.advance(3)
        self.forget()

    def others(self) -> list[bytes]:
        return [self.bob.raw, self.cid.raw]

    def test_a_selection_or_a_hint_costs_its_player_one_small_message(self) -> None:
        for id in (letter(0), letter(0), card(8), card(8), HINT, HINT, HINT):
            self.forget()
            self.do(self.ann, id)
            self.assertEqual((self.sent(self.ann), self.others()), (["card"], [b"", b""]))
            self.assertLess(len(self.ann.raw), 100)

    def test_an_answer_and_a_restart_cost_the_cards_that_are_others_a_score_and_a_line(self) -> None:
        self.select(self.ann, 0, 1, 2)
        self.forget()
        self.do(self.ann, SUBMIT)
        right = "hear A set, after 3.0 s; 66 in the deck."
        self.assertEqual(self.sent(self.ann), sorted([*["card"] * 3, DECK, right, SCORE]))
        self.server.advance(1)
        self.forget()
        self.do(self.ann, RESTART)
        times = "hear Sets 1, no sets 0, wrong 0; fastest answer 3.0 s, mean 3.0 s."
        self.assertEqual(self.sent(self.ann), sorted([*["card"] * 3, DECK, times, SCORE]))
        self.assertEqual(self.others(), [b"", b""])

    def test_whoever_leaves_costs_the_others_an_agent(self) -> None:
        self.ann.click("Home")
        self.server.settle()
        self.assertEqual([self.sent(client) for client in (self.bob, self.cid)], [[self.ann.agent]] * 2)


class Countdown(SynchronousTestCase):
    def test_one_small_message_a_second(self) -> None:
        server = Server([dealt()])
        ann = server.join("ann")
        ann.click("Set")
        server.advance(2)
        for left in range(12, 0, -1):
            ann.raw = b""
            server.advance(1)
            ((tag, given),) = tags(ann.raw)
            self.assertEqual((tag, given.keys()), ("set", {"objid", "text"}))
            self.assertEqual(given["text"], f"The game begins in {left} s.")
            self.assertLess(len(ann.raw), 100)

    def test_who_comes_in_costs_the_others_their_name_and_a_seat(self) -> None:
        server = Server([dealt()])
        ann, bob = server.join("ann"), server.join("bob")
        ann.click("Set")
        server.advance(2.25)
        ann.raw = b""
        bob.click("Set")
        sets = [given for tag, given in tags(ann.raw) if given["objid"] != bob.agent]
        self.assertEqual([given["name"] for given in sets], ["bob 0"])
