"""What a room of Tombala and its lobby say of themselves as data: to everybody, and to one player alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.doubles.tombala_cards import CARD as ANN
from tests.doubles.tombala_lobby import LobbyTestCase
from tests.doubles.tombala_table import AUTO, BACK, BOB, CID, CINKO, NEXT, ORDER, GameTestCase, RoomTestCase, cell
from tilenet.game import HOME, Refuse, TileId, role
from tilenet.games.tombala import rules
from tilenet.games.tombala.advice import BEFORE
from tilenet.games.tombala.game import TombalaGame
from tilenet.games.tombala.hand import SEAT, STAKE
from tilenet.games.tombala.rules import Card
from tilenet.rehearsal.stage import StandIn
from tilenet.testing import Seat
from tilenet.world.screens.facts import public_facts

ANNS = {role(cell(number, ANN)): number for number in ORDER}


def some_of(facts: Mapping[str, object], *names: str) -> list[object]:
    return [facts.get(name) for name in names]


class BeforeItBegins(RoomTestCase):
    def test_seats_and_when_it_begins_which_does_not_change_each_second(self) -> None:
        ann, bob = self.come("ann", "bob")
        facts = ann.facts
        self.assertEqual(some_of(facts, "phase", "deadline", "drawn", "turn"), ["starting", 30.0, [], None])
        players = [{"player": {"name": s.name, "agent": s.player.objid}, "score": 0} for s in (ann, bob)]
        self.assertEqual(facts["seats"], {"0": players[0], "1": players[1]})
        self.table.advance(7)
        own = {"card": {}, "marks": [], "auto": False, "leave": SEAT, "status": BEFORE}
        self.assertEqual((bob.facts, bob.own), (facts, own))
        self.assertEqual(ann.legal, [AUTO, BACK])


class InATimedRoom(GameTestCase):
    every = 5

    def test_numbers_come_at_times_and_nobody_is_waited_for(self) -> None:
        self.assertEqual(
            some_of(self.ann.facts, "options", "deadline", "turn"), [{"every": 5, "seats": 26}, 35.0, None]
        )
        self.assertNotIn(NEXT, self.ann.legal)

    def test_nobody_is_told_to_ask_for_a_number(self) -> None:
        self.assertEqual(self.bob.own["status"], "1 is not on your card.")
        self.mark(self.ann, ANN, [1])
        self.assertEqual(self.ann.own["status"], "The next number comes by itself.")


class TheGame(GameTestCase):
    def test_numbers_that_were_drawn_and_those_for_whom_it_waits(self) -> None:
        names = ("phase", "deadline", "drawn", "turn", "options")
        self.assertEqual(some_of(self.ann.facts, *names), ["playing", None, [1], ["0", "1", "2"], {"seats": 26}])
        self.bob.click(NEXT)
        self.assertEqual(some_of(self.ann.facts, "drawn", "turn"), [[1], ["0", "2"]])
        self.table.advance(60)
        self.assertEqual(some_of(self.ann.facts, "drawn", "turn"), [ORDER[:2], ["1"]])
        self.assertEqual([seat.get("dozing") for seat in self.ann.facts["seats"].values()], [True, None, True])

    def test_ones_own_card_and_marks(self) -> None:
        own = {"card": ANNS, "marks": [], "auto": False, "leave": STAKE}
        self.assertEqual(self.ann.own, {**own, "status": "Mark 1, then press Next."})
        own["status"] = "Press Next for another number."
        self.mark(self.ann, ANN, ORDER[1::-1])
        self.assertEqual(self.ann.own, {**own, "marks": sorted(ORDER[:2])})
        self.ann.click(AUTO)
        self.assertEqual(self.ann.own, {**own, "marks": sorted(ORDER[:2]), "auto": True})

    def test_a_line_says_what_is_next_for_each(self) -> None:
        self.assertEqual(self.bob.own["status"], "1 is not on your card: press Next.")
        self.bob.click(NEXT)
        self.assertEqual(self.bob.own["status"], "The next number comes when everybody has pressed Next.")
        self.draw(3)
        self.assertEqual(self.ann.own["status"], "Mark 20, 10, 1, then press Next.")
        self.ann.click(NEXT)
        self.assertEqual(self.ann.own["status"], "Mark 20, 10, 1.")
        self.draw(5)
        self.assertEqual(self.ann.own["status"], "Your row is full: press Cinko!")
        self.draw(10)
        self.assertEqual(self.ann.own["status"], "Your rows are full: press Cinko!")
        self.win()
        over = "To play again, join or make a room in the lobby."
        self.assertEqual([seat.own["status"] for seat in self.everybody], [over] * 3)

    def test_what_can_be_done(self) -> None:
        self.assertEqual(self.ann.legal, [AUTO, BACK, *ANNS, NEXT])
        self.mark(self.ann, ANN, ANN[0])
        self.assertNotIn(CINKO, self.ann.legal)  # they are marked, but not drawn
        self.draw(5)
        self.assertIn(CINKO, self.ann.legal)
        self.assertNotIn(CINKO, self.bob.legal)
        self.ann.click(CINKO)
        self.assertNotIn(CINKO, self.ann.legal)
        self.ann.click(NEXT)
        self.assertNotIn(NEXT, self.ann.legal)

    def test_only_the_player_is_told_which_rows_are_full_and_not_announced(self) -> None:
        self.mark(self.ann, ANN, ANN[2])
        self.assertNotIn("full", self.ann.own)  # they are marked, but not drawn
        found = []
        for count in (5, 10):
            self.draw(count)
            found.append(self.ann.own["full"])
        self.assertEqual((found, "full" in self.bob.own, "full" in self.bob.facts), ([[0], [0, 1]], False, False))
        self.ann.click(CINKO)
        self.assertNotIn("full", self.ann.own)
        self.draw(15)
        self.assertEqual(self.ann.own["full"], [2])
        self.ann.click(CINKO)
        self.assertNotIn("full", self.ann.own)

    def test_the_end_stays_as_it_was_when_players_go(self) -> None:
        self.win()
        self.cid.leave()
        facts = self.ann.facts
        self.assertEqual(some_of(facts, "phase", "winner", "turn", "deadline"), ["over", "0", [], None])
        self.assertEqual(
            [(seat["score"], seat.get("gone")) for seat in facts["seats"].values()], [(3, None), (0, None), (0, True)]
        )
        self.assertEqual((self.ann.legal, "leave" in self.ann.own), ([AUTO, BACK], False))


class WhatIsLegal(RoomTestCase):
    def test_is_done_and_what_else_can_be_clicked_is_refused(self) -> None:
        """Two people click at random, mostly what is legal, until somebody has won."""
        refused = cinkos = 0
        for seed in range(4):
            random = Random(seed)
            game = TombalaGame(random, name="den", begins_at=1.0)
            people = [StandIn(name, name) for name in ("ann", "bob")]
            for player in people:
                self.assertTrue([*game.enter(player, 0)])
            self.assertTrue([*game.tick(1)])
            for _ in range(400):
                player = random.choice(people)
                legal = {*game.legal(player)} - {BACK, AUTO}
                scene, view = game.scene(), game.view(player)
                tiles = {**scene.tiles, **view.tiles}
                enabled = {id for id, tile in tiles.items() if tile.enabled} - {HOME, "help", BACK, AUTO}
                self.assertLessEqual(legal, enabled)
                tile = self.choose(random, game, player, legal if random.random() < 0.9 else enabled)
                if tile is None or game.is_done:
                    continue
                events = [*game.click(player, tile, 1)]
                self.assertEqual(any(isinstance(one, Refuse) for one in events), tile not in legal, tile)
                refused += tile not in legal
                cinkos += tile == CINKO and tile in legal
        self.assertGreater(refused, 5)
        self.assertGreater(cinkos, 4)

    def choose(self, random: Random, game: TombalaGame, player: Any, tiles: set[TileId]) -> TileId | None:
        """What is right to mark, or a command: so somebody wins."""
        own, drawn = game.own_facts(player), game.facts()["drawn"]
        wanted = [id for id, number in own["card"].items() if number in drawn and number not in own["marks"]]
        others = sorted((id for id in tiles if isinstance(id, str)), key=role)
        choices = wanted if wanted and random.random() < 0.8 else others or wanted
        return random.choice(choices) if choices else None


def all_of(seat: Seat) -> tuple[object, ...]:
    """Whatever a player can know of the room."""
    scene, view = seat._table.game.scene(), seat._table.game.view(seat.player)
    return scene.tiles, scene.text, view.tiles, view.keys, seat.facts, seat.own, seat.legal


class Secrets(RoomTestCase):
    """The same game but for what is hidden: ann is told the same."""

    def known(self, others: Card, order: Sequence[int]) -> tuple[object, ...]:
        """What ann knows, if the others have this card and the numbers come in this order."""
        self.open(order=order)
        cards = iter([ANN, others, others])
        self.patch(rules, "new_card", lambda random: next(cards))
        ann, bob, _ = self.come("ann", "bob", "cid")
        self.table.advance(30)
        bob.click(AUTO)
        ann.click(NEXT)
        return all_of(ann)

    def differs(self) -> bool:
        one, other = [ORDER[0], *BOB[0]], [ORDER[0], *CID[0]]
        return self.known(BOB, one) != self.known(rules.nth_card(10**9), one) or self.known(BOB, one) != self.known(
            BOB, other
        )

    def test_the_cards_of_the_others_and_the_numbers_in_the_bag(self) -> None:
        self.assertFalse(self.differs())

    def test_a_leak_is_found(self) -> None:
        facts, own, legal = TombalaGame.facts, TombalaGame.own_facts, TombalaGame.legal
        leaks: dict[str, Any] = {
            "facts": lambda game: {**facts(game), "next": game.match and game.match._bag[-1]},
            "own_facts": lambda game, player: {str(n): own(game, one) for n, one in enumerate(game._hands)},
            "legal": lambda game, player: [id for one in game._hands for id in legal(game, one)],
        }
        for name, leak in leaks.items():
            patcher = self.patch(TombalaGame, name, leak)
            self.assertTrue(self.differs(), name)
            patcher.restore()


class TheLobby(LobbyTestCase):
    def facts(self) -> dict[str, Any]:
        return public_facts(self.lobby)

    def test_its_rooms_and_when_they_begin_which_does_not_change_each_second(self) -> None:
        self.assertEqual(self.facts(), {"count": 0, "rooms": {}, "options": {"countdown": 30, "every": 5}})
        self.make("den")
        self.look()
        den = {"name": "den", "room": "tombala-room-1", "players": 0, "names": [], "begins": 33.0}
        self.assertEqual((self.facts()["count"], self.facts()["rooms"]), (1, {"room/den": den}))
        self.server.advance(5, step=0.5)
        self.assertEqual(self.facts()["rooms"], {"room/den": den})
        self.join(self.bob, "den")
        self.look()
        den |= {"players": 1, "names": ["bob"]}
        self.assertEqual(self.facts()["rooms"], {"room/den": den})
        self.server.advance(30, step=1)
        del den["begins"]
        self.assertEqual(self.facts()["rooms"], {"room/den": {**den, "begun": True}})

    def test_rooms_that_can_be_joined_are_legal_and_new_ones_as_long_as_one_may_make_them(self) -> None:
        self.make("den", "old")
        self.look()
        ann = self.server.world.players[self.ann.agent]
        self.assertEqual([*map(role, self.lobby.legal(ann))], ["room/den", "room/old", "new", "new timed"])
        self.patch(type(self.lobby), "rooms_each", 0)
        self.assertEqual([*map(role, self.lobby.legal(ann))], ["room/den", "room/old"])
        self.ann.click("New room")
        self.assertEqual(self.ann.heard, ["You already have 0 rooms, and cannot make more!"])
        self.server.advance(30, step=1)
        self.assertEqual([*self.lobby.legal(ann)], [])
