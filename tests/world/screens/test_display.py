"""What a game shows: whose views are painted again, and what the audience is told of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Stage
from tests.world.scenes import BLUE, RED, new_painter
from tilenet.game import Game, Tile, View
from tilenet.game import Player as AnyPlayer
from tilenet.limits import Bucket
from tilenet.turns.turn import Turn
from tilenet.world.players.accounts import Account
from tilenet.world.players.player import Player
from tilenet.world.screens.audience import Audience
from tilenet.world.screens.display import Display
from tilenet.world.screens.facts import RoomFacts
from tilenet.world.screens.pictures import Change, Faces, Picture


class NotingAudience(Audience):
    """Takes down what it is told of. Everybody watches."""

    def __init__(self, *objids: str) -> None:
        super().__init__("m1", Turn(Clock()))
        watchers: Any = dict.fromkeys(objids)
        self.watchers = watchers
        self.shown: list[tuple[bool, list[str]]] = []  # whether the scene has changed, and whose views have

    def show(self, new: Picture, change: Change | None, views: Mapping[str, Faces], *, coalesce: bool = False) -> None:
        self.shown.append((change is not None, [*views]))
        self.picture = new


class DisplayTestCase(SynchronousTestCase):
    """ann sees a red card, and bob sees what everybody does."""

    def setUp(self) -> None:
        clock = Clock()
        self.painter = new_painter(is_home=False)
        self.audience = NotingAudience("a1", "a2")
        facts = RoomFacts("stage", self.painter, self.audience, clock.seconds)
        self.display = Display("Stage", self.painter, self.audience, facts)
        self.game = Stage()
        self.game.tiles["card"] = Tile(1, 1, "a card")
        self.game.views["ann"] = View({"card": Tile(1, 1, "her card", fg=RED)})
        self.audience.watchers, watchers = {}, self.audience.watchers  # until they have looked
        self.display.show(self.game)
        self.ann, self.bob = (
            Player(name, objid, Account(name, 10), name, Bucket(1, 1, clock.seconds))
            for objid, name in (("a1", "ann"), ("a2", "bob"))
        )
        for player in (self.ann, self.bob):
            self.display.look(self.game, player)
        self.audience.watchers = watchers
        self.audience.shown.clear()

    def show(self) -> list[tuple[bool, list[str]]]:
        """Show the game again; what the audience is told."""
        self.audience.shown.clear()
        self.display.show(self.game)
        return self.audience.shown

    def card(self, player: Player) -> str | None:
        face = self.display.face(player, self.painter.objid_of("card"))
        return None if face is None else face.name


class Showing(DisplayTestCase):
    def test_nothing_new(self) -> None:
        self.assertEqual(self.show(), [])

    def test_an_equal_view_is_nothing_new(self) -> None:
        self.game.views["ann"] = View({"card": Tile(1, 1, "her card", fg=RED)})
        self.assertEqual(self.show(), [])

    def test_another_view(self) -> None:
        self.game.views["ann"] = View({"card": Tile(1, 1, "her other card")})
        self.assertEqual(self.show(), [(False, ["a1"])])
        self.assertEqual((self.card(self.ann), self.card(self.bob)), ("her other card", "a card"))
        self.assertEqual(self.show(), [])

    def test_another_scene(self) -> None:
        self.game.tiles["card"] = Tile(1, 1, "another card")
        self.assertEqual(self.show(), [(True, [])])
        self.assertEqual((self.card(self.ann), self.card(self.bob)), ("her card", "another card"))

    def test_views_are_painted_again_in_another_room_and_those_without_one_get_what_all_get(self) -> None:
        """What a view leaves out is as in the room, and a tile that has come back is another object."""
        self.game.bg = BLUE
        self.assertEqual(self.show(), [(True, ["a1"])])
        face = self.display.face(self.ann, self.painter.objid_of("card"))
        self.assertEqual(face and (face.fgcolor, face.bgcolor), (RED, BLUE))
        del self.game.tiles["card"], self.game.views["ann"]
        self.show()
        self.game.tiles["card"] = Tile(1, 1, "a card")
        self.game.views["ann"] = View({"card": Tile(1, 1, "her card")})
        self.assertEqual(self.show(), [(True, ["a1"])])
        self.assertEqual((self.card(self.ann), self.card(self.bob)), ("her card", "a card"))

    def test_a_view_that_is_the_same_is_painted_again_too(self) -> None:
        """When other tiles move, the game may show the view that it has made before."""
        self.game.tiles["other"] = Tile(2, 1, "another")
        self.assertEqual(self.show(), [(True, ["a1"])])


class Plain(Stage):
    """A game without views."""

    asked = 0

    def view(self, player: AnyPlayer) -> View:
        self.asked += 1
        return Game.view(self, player)


class WithoutViews(DisplayTestCase):
    def test_a_game_that_never_has_any_is_not_asked_again(self) -> None:
        game = Plain()
        game.tiles["card"] = Tile(1, 1, "a card")
        self.display.begin()
        for number, asked in ((1, 2), (2, 2), (3, 2)):
            game.text = f"scene {number}"
            self.display.show(game)
            self.assertEqual(game.asked, asked)
        self.display.look(game, self.bob)
        self.display.show(self.game)
        self.assertEqual(game.asked, 3)
        self.display.look(self.game, self.ann)
        self.game.views["ann"] = View({"card": Tile(1, 1, "her other card")})
        self.display.show(self.game)
        self.assertEqual(self.card(self.ann), "her other card")


class Forgetting(DisplayTestCase):
    def test_who_does_not_look_sees_what_everybody_does(self) -> None:
        self.display.forget(self.ann)
        self.assertEqual((self.card(self.ann), self.display.faces_of(self.ann)), ("a card", {}))

    def test_nothing_is_kept_of_them(self) -> None:
        for player in (self.ann, self.bob, self.ann):
            self.display.forget(player)
        self.assertEqual(self.display._views, {})
