"""A room: what its members see of the game in it, and what becomes of a game that fails."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import WENT_WRONG, Boom, Client, Lamp, Rang, Secret, Server, Stage, sets, stage, tags
from tests.doubles.model import click, logout, press, say
from tilenet.catalogue import GamePlugin
from tilenet.game import (
    NO_VIEW,
    Chat,
    Cost,
    Event,
    Events,
    Game,
    Go,
    Image,
    Key,
    Open,
    Player,
    Points,
    Result,
    Say,
    Scene,
    Tell,
    Tile,
    View,
)
from tilenet.lines.line import Line
from tilenet.world.players.player import Player as WorldPlayer
from tilenet.world.rooms.commands import ABOUT_HELP
from tilenet.world.screens.painter import IllegalScene

LAMP = GamePlugin("lamp", Lamp)
RED = Image(2, 3, b"red")
BLUE = Image(4, 5, b"blue")


class Neither(Event):
    """An event of a game's own that is neither for all nor for some."""


class RoomTestCase(SynchronousTestCase):
    """ann and bob on a stage, cid in Home."""

    def setUp(self) -> None:
        self.game = Stage()
        self.open(self.game)
        self.come()

    def open(self, *games: Stage) -> None:
        self.plugin = stage(*games)
        self.server = Server([self.plugin, LAMP])
        self.room = self.server.world.rooms["stage"]
        self.ann, self.bob, self.cid = (self.server.join(name) for name in ("ann", "bob", "cid"))

    def come(self) -> None:
        self.ann.click("Stage")
        self.bob.click("Stage")
        self.server.advance(3)
        self.forget()

    def forget(self) -> None:
        for client in self.server.clients:
            client.raw = b""
            client.model.heard.clear()

    def show(self) -> None:
        """Let everybody see what the test has changed in the game, and see that all is right."""
        self.room.rooms_changed({})
        self.server.settle()
        self.server.check()

    def on_click(self, *events: Event) -> None:
        """Let the game tell these events when ann clicks."""
        self.game.acts["click"] = list(events)
        self.ann.click("prop")

    def break_game(self) -> None:
        """Let the game fail when ann clicks."""
        self.game.acts["click"] = Boom()
        self.ann.click("prop")
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)

    def player(self, client: Client) -> WorldPlayer:
        return self.server.world.players[client.agent]

    def listen(self) -> list[tuple[str, Event]]:
        """What happens from now on, with the names of the players who are told."""
        happened: list[tuple[str, Event]] = []
        for client in (self.ann, self.bob, self.cid):
            player = self.player(client)
            assert player.client is not None

            def listener(event: Event, name: str = player.name) -> None:
                happened.append((name, event))

            player.client.listener = listener
            self.server.world.attach(player, player.client)
        self.server.settle()
        self.forget()
        return happened


class WhatIsSeen(RoomTestCase):
    def test_entering(self) -> None:
        """c8.4.6.2.3.3.3.2: the matrix, images before what refers to them, tokens and keys, and agents last."""
        self.game.tiles["prop"] = Tile(0, 1, "prop", image=RED)
        self.game.keys = {"clap": Key("VK_SPACE")}
        self.show()
        self.cid.click("Stage")
        self.assertRegex("".join(new["objid"][0] for new in sets(self.cid.raw)), "^mi+t+k+a+$")
        self.server.check()

    def test_news_of_the_old_matrix_never_comes_after_the_new_one(self) -> None:
        """c5.1: last news first, then the new matrix."""
        self.game.acts["click"] = lambda player, tile: self.game.tiles.update(prop=Tile(0, 1, "moved")) or ()
        home = self.ann.token("Home")
        here = {o for o in self.ann.model.members_single() if o[0] == "t"} | {self.room.objid}
        self.ann.send(click(self.ann.token("prop")), click(home))
        self.game.text = "Something else"
        self.room.rooms_changed({})
        self.server.settle()
        news = [new["objid"] for new in sets(self.ann.raw)]
        entered = news.index(self.server.world.homes[0].objid)
        self.assertEqual(len(here & set(news[:entered])), 1)
        self.assertEqual(here & set(news[entered:]), set())


class Views(RoomTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.game.tiles["card"] = Tile(1, 1, "a card")
        self.game.keys = {"flip": Key("VK_F")}
        self.mine = View(
            {"card": Tile(1, 1, "sesame", "sesame seeds", bg="ff5e5a3e", image=Image(1, 1, b"sesame"))},
            {"flip": Key("VK_F", "sesame key")},
        )
        self.game.views["ann"] = self.mine

    def assert_secret(self, *clients: Client) -> None:
        for client in clients:
            for secret in (b"sesame", b"5e5a3e", b"sesame".hex().encode()):
                self.assertNotIn(secret, client.raw)

    def test_the_others_do_not_whatever_happens(self) -> None:
        self.show()
        card = self.bob.token("a card")
        [key] = [o for o in self.bob.model.members_single() if o[0] == "k"]
        self.bob.send(click(card), press(key), say(card, "sesam"), say(self.ann.agent, "sesam"), say(key, "sesam"))
        for client in (self.bob, self.ann):
            client.click("Home")
            client.click("Stage")
        self.assertEqual(self.ann.model.objects[self.ann.token("sesame")]["bgcolor"], "ff5e5a3e")
        self.cid.click("Stage")
        self.game.size = (5, 5)
        self.show()
        self.ann.send(logout())
        self.server.check()
        self.assert_secret(self.bob, self.cid)

    def test_a_tile_that_is_disabled_for_one(self) -> None:
        """c8.2: a disabled token does nothing, for whom it is disabled."""
        for enabled, who in ((True, self.bob), (False, self.ann)):
            self.game.tiles["card"] = Tile(1, 1, "a card", enabled=enabled)
            self.game.views["ann"] = View({"card": Tile(1, 1, "a card", enabled=not enabled)})
            self.show()
            self.game.calls.clear()
            self.ann.click("a card")
            self.bob.click("a card")
            self.assertEqual(self.game.called("click"), [[self.player(who), "card"]])


class SomeViews(Stage):
    """A game that says whose views may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.stale: Iterable[Player] | None = None
        self.tiles["card"] = Tile(1, 1, "a card")

    def stale_views(self) -> Iterable[Player] | None:
        self._do("stale_views")
        return self.stale


class StaleViews(RoomTestCase):
    """A game need not be asked for the views of all players after every act."""

    def setUp(self) -> None:
        self.game = self.some = SomeViews()
        self.open(self.game)
        self.come()
        self.game.calls.clear()

    def asked(self) -> list[str]:
        """Whose views the game was asked for since this was called last."""
        names = [name for [name] in self.game.called("view")]
        self.game.calls.clear()
        return names

    def card(self, client: Client) -> str:
        return str(client.model.objects[self.room.objid_of("card")]["name"])

    def change(self, name: str, *stale: Client) -> None:
        """Let everybody see something else in the same cell, but tell that only these may."""
        self.game.views = {who: View({"card": Tile(1, 1, f"{name} for {who}")}) for who in ("ann", "bob")}
        self.some.stale = [self.player(client) for client in stale]
        self.room.rooms_changed({})
        self.server.settle()

    def test_anybodys_may_have_changed(self) -> None:
        """Where a game does not say."""
        self.show()
        self.assertEqual(self.asked(), ["ann", "bob"])

    def test_only_those_are_asked_for(self) -> None:
        self.change("first", self.ann, self.bob)
        self.assertEqual(len(self.game.called("stale_views")), 1)
        self.assertEqual(self.asked(), ["ann", "bob"])
        self.change("second", self.bob)
        self.assertEqual(self.asked(), ["bob"])
        self.assertEqual((self.card(self.ann), self.card(self.bob)), ("first for ann", "second for bob"))
        self.server.check()
        self.forget()
        self.change("third")
        self.assertEqual((self.asked(), self.ann.raw, self.bob.raw), ([], b"", b""))

    def test_after_something_has_moved_all_are_asked_for(self) -> None:
        """A view shows its tiles where the scene has them."""
        for number, move in enumerate(
            (
                lambda: self.game.tiles.update(prop=Tile(2, 1, "prop")),
                lambda: self.game.tiles.update(more=Tile(3, 1, "more")),
                lambda: self.game.tiles.pop("more"),
                lambda: self.game.keys.update(clap=Key("VK_SPACE")),
                lambda: setattr(self.game, "size", (5, 5)),
                lambda: setattr(self.game, "bg", "ff222222"),
            )
        ):
            move()
            self.change(str(number))
            self.assertEqual(self.asked(), ["ann", "bob"], number)
            self.assertEqual(self.card(self.bob), f"{number} for bob")
            self.server.check()
            self.change("again")
            self.assertEqual(self.asked(), [], number)

    def test_a_newcomer_is_asked_for(self) -> None:
        self.change("first", self.ann, self.bob)
        self.asked()
        self.some.stale = []
        self.game.views["cid"] = View({"card": Tile(1, 1, "first for cid")})
        self.cid.click("Stage")
        self.assertEqual(self.asked(), ["cid"])
        self.assertEqual(self.card(self.cid), "first for cid")
        self.server.check()

    def test_those_who_are_elsewhere_or_gone_are_not_asked_for(self) -> None:
        bob = self.player(self.bob)
        self.bob.lose()
        self.asked()
        self.some.stale = [bob, self.player(self.cid), self.player(self.ann)]
        self.show()
        self.assertEqual(self.asked(), ["ann"])

    def follow(self, game: Game) -> None:
        """Let another game follow."""
        self.plugin.next_game = lambda: game
        self.break_game()

    def test_in_a_game_that_follows_another_all_are_asked_for(self) -> None:
        for count in (2, 0):  # with views of its own, and without
            self.game = self.some = SomeViews()
            self.open(self.game)
            self.come()
            self.change("first", *self.server.clients[:count])
            second = SomeViews()
            second.stale = []
            second.views["ann"] = View({"card": Tile(1, 1, "second for ann")})
            self.follow(second)
            self.assertEqual((self.card(self.ann), self.card(self.bob)), ("second for ann", "a card"))
            self.server.check()

    def test_what_is_no_list_of_players_is_a_failure(self) -> None:
        self.some.stale = 7  # type: ignore[assignment]
        self.room.rooms_changed({})
        self.server.settle()
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)
        self.assertIn(WENT_WRONG, self.ann.heard)
        self.server.check()


class WhatIsTold(RoomTestCase):
    def test_words_reach_those_they_are_for(self) -> None:
        """Nobody elsewhere, and from nobody elsewhere, whose agent clients here may not even know."""
        ann, bob, cid = (self.player(client) for client in (self.ann, self.bob, self.cid))
        here = self.room.objid
        for event, expected in (
            (Say("Hear!"), [[(here, here, "Hear!")], [(here, here, "Hear!")]]),
            (Tell(bob, "sesame"), [[], [(here, bob.objid, "sesame")]]),
            (Tell(cid, "sesame"), [[], []]),
            (Chat(ann, "hello"), [[(ann.objid, here, "hello")], [(ann.objid, here, "hello")]]),
            (Chat(cid, "hello"), [[], []]),
        ):
            self.on_click(event)
            self.assertEqual([client.model.heard for client in (self.ann, self.bob)], expected, event)
            self.assertEqual(self.cid.raw, b"", event)
            self.forget()

    def test_go_leads_those_who_are_here_to_rooms_that_are_there(self) -> None:
        for client, room, expected in (
            (self.cid, "lamp", "Home"),
            (self.bob, "nowhere", "Stage"),
            (self.bob, "lamp", "Lamp"),
            (self.ann, None, "Home"),
        ):
            self.on_click(Go(self.player(client), room))
            self.assertEqual(client.room, expected)
            self.server.check()

    def test_go_comes_last(self) -> None:
        """c5.1: the last news of a room come before the next one."""
        self.game.text = "New"
        self.on_click(Go(self.player(self.bob)), Say("Goodbye."))
        found = [attributes.get("objid", "hear") for _, attributes in tags(self.bob.raw)]
        self.assertEqual(found[:3], [self.room.objid, "hear", self.server.world.homes[0].objid])

    def test_go_on_entering(self) -> None:
        self.game.acts["enter"] = lambda player: [Go(player, "lamp")]
        self.cid.click("Stage")
        self.assertEqual(self.cid.room, "Lamp")
        self.server.check()

    def test_events_of_the_games_own_reach_those_they_are_for_in_order(self) -> None:
        """Private ones wherever they are, but nobody who is gone; and nothing of them is on the wire."""
        eve = self.server.join("eve")
        gone = self.player(eve)
        eve.lose()
        self.server.advance(3)
        happened = self.listen()
        first, last, nobodys = Rang(), Rang(), Secret((), "sesame")
        secret = Secret((self.player(self.bob), gone, self.player(self.cid)), "sesame")
        self.on_click(first, secret, nobodys, last)
        told = {name: [event for who, event in happened if who == name] for name in ("ann", "bob", "cid", "eve")}
        self.assertEqual(told, {"ann": [first, last], "bob": [first, secret, last], "cid": [secret], "eve": []})
        self.assertEqual(self.ann.raw + self.bob.raw + self.cid.raw, b"")

    def test_those_of_a_game_that_fails_in_the_same_act_are_not_told(self) -> None:
        happened = self.listen()

        def click(player: Player, tile: object) -> Events:
            yield Rang()
            yield Secret((player,), "sesame")
            raise Boom

        self.game.acts["click"] = click
        self.ann.click("prop")
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.assertEqual(happened, [])

    def test_home_and_help_are_the_rooms_affair(self) -> None:
        self.ann.click("Help")
        here, ann = self.room.objid, self.ann.agent
        lines = ["Look at the stage.", "Clap.", ABOUT_HELP]
        self.assertEqual(self.ann.model.heard, [(here, ann, line) for line in lines])
        self.assertEqual(self.bob.raw, b"")
        self.ann.click("Home")
        self.assertEqual(self.game.called("click"), [])


class ComingAndGoing(RoomTestCase):
    def test_is_told_in_one_line(self) -> None:
        dan = self.server.join("dan")
        for client in (self.cid, dan):
            client.click("Stage")
        dan.click("Home")  # who only looks in is not mentioned
        self.bob.lose()
        self.server.advance(3)
        self.assertEqual(self.ann.heard, ["cid came in; bob left."])
        dan.click("Lamp")  # and whoever is alone is not told of themselves
        dan.model.heard.clear()
        self.server.advance(3)
        self.assertEqual(dan.heard, [])

    def test_clients_that_take_facts_are_told_the_names_first_and_how_many_more_there_are(self) -> None:
        self.server.advance(3)
        self.ann.send(b'<xrequest options="facts"/>')
        self.ann.model.responses.clear()
        self.bob.lose()
        for number in range(14):
            self.server.join(f"d{number}").click("Stage")
        self.server.advance(3)
        ((_, content),) = [one for one in self.ann.model.responses if one[0] == "next line"]
        names = [f"d{number}" for number in range(12)]
        self.assertEqual(json.loads(content), {"came": names, "more_came": 2, "left": ["bob"]})
        self.assertNotIn(b"next line", self.cid.raw)

    def test_a_newcomer_is_called_by_the_distinct_name(self) -> None:
        self.server.advance(3)
        self.forget()
        self.server.join("CID")
        self.server.advance(3)
        self.assertEqual(self.cid.heard, ["CID2 came in."])

    def test_the_game_is_told(self) -> None:
        self.bob.click("Home")
        self.bob.lose()
        self.assertEqual([player.name for [player] in self.game.called("enter")], ["ann", "bob"])
        self.assertEqual([player.name for [player] in self.game.called("leave")], ["bob"])


class Deadlines(RoomTestCase):
    def test_tick_comes_when_it_is_due(self) -> None:
        """However often it was put off, and whoever comes meanwhile; what it does is told."""
        self.game.acts["tick"] = [Say("Time is up.")]
        for wait in (2, 5):
            self.game.deadline = self.server.clock.seconds() + wait
            self.room.rooms_changed({})
        self.cid.click("Stage")
        self.server.advance(4.75)
        self.assertEqual(self.game.called("tick"), [])
        self.server.advance(0.5)
        self.assertEqual(len(self.game.called("tick")), 1)
        self.assertIn("Time is up.", self.bob.heard)

    def test_a_deadline_that_is_taken_back(self) -> None:
        self.game.deadline = self.server.clock.seconds() + 5
        self.room.rooms_changed({})
        self.game.deadline = None
        self.room.rooms_changed({})
        self.assertEqual(self.server.clock.getDelayedCalls(), [])

    def test_one_that_does_not_move_is_a_failure(self) -> None:
        """It would ring without end."""

        def stay(now: float) -> list[Event]:
            self.game.deadline = now if len(self.game.called("tick")) < 20 else None  # or this test would not end
            return []

        self.game.acts["tick"] = stay
        self.game.deadline = self.server.clock.seconds() + 1
        self.room.rooms_changed({})
        self.server.advance(2)
        self.assertEqual(len(self.flushLoggedErrors(RuntimeError)), 1)
        self.assertIsNot(self.room.game, self.game)
        self.assertEqual(len(self.game.called("tick")), 1)


class AGameThatFails(RoomTestCase):
    """Whichever of its methods raises, the room says so and starts a new game, and everything else goes on."""

    def provoke(self, method: str) -> None:
        match method:
            case "click":
                self.ann.click("prop")
            case "say":
                self.ann.say("hello")
            case "leave":
                self.cid.click("Stage")
                self.cid.click("Home")
            case "lose":
                self.cid.click("Stage")
                self.cid.lose()
            case "enter":
                self.cid.click("Stage")
            case "press":
                self.ann.press("VK_SPACE")
            case "tick":
                self.game.deadline = self.server.clock.seconds()
                self.room.rooms_changed({})
                self.server.advance(1)
            case _:
                self.room.rooms_changed({})
        self.server.settle()

    def test_in_any_method(self) -> None:
        for method, where in (
            ("click", "Home"),
            ("press", "Home"),
            ("say", "Home"),
            ("enter", "Stage"),
            ("leave", "Home"),
            ("lose", None),
            ("tick", "Home"),
            ("scene", "Home"),
            ("view", "Home"),
        ):
            self.game = Stage()
            self.game.keys = {"clap": Key("VK_SPACE")}
            self.open(self.game)
            self.come()
            self.game.acts["leave" if method == "lose" else method] = Boom(method)
            self.provoke(method)
            self.assertEqual(len(self.flushLoggedErrors(Boom)), 1, method)
            self.server.check()
            new = self.room.game
            assert isinstance(new, Stage) and new is not self.game, method
            self.assertEqual([player.name for [player] in new.called("enter")][:2], ["ann", "bob"], method)
            for client in (self.ann, self.bob):
                self.assertTrue(client.pipe.is_open, method)
                self.assertEqual(client.heard.count(WENT_WRONG), 1, method)
                self.assertEqual(client.room, "Stage", method)
            if where is None:
                self.assertNotIn(self.cid.agent, self.ann.model.members_single())
            else:
                self.assertEqual(self.cid.room, where, method)
            if method in ("click", "scene"):
                self.assertEqual(self.cid.raw, b"", "other rooms do not notice")
            new.calls.clear()
            self.bob.click("prop")
            self.assertEqual(len(new.called("click")), 1, method)

    def test_points_yielded_before_the_failure_are_kept_and_all_else_is_not(self) -> None:
        def click(player: Player, tile: object) -> Events:
            yield Points(player, 5)
            yield Say("never told")
            raise Boom

        self.on_click(Points(self.player(self.ann), 2))
        self.game.acts["click"] = click
        self.ann.click("prop")
        self.flushLoggedErrors(Boom)
        self.assertEqual(self.bob.model.objects[self.ann.agent]["energy"], 18)
        self.assertNotIn("never told", self.bob.heard)

    def test_who_comes_in_as_it_fails_is_charged_once(self) -> None:
        """What entering the new game yields does not count: everybody was charged when they came."""

        def enter(player: Player) -> Events:
            yield Points(player, -1)
            raise Boom

        self.game.acts["enter"] = enter
        self.plugin.next_game = lambda: Stage(enter=lambda player: [Points(player, -1)])
        self.cid.click("Stage")
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.assertEqual([self.player(client).points for client in (self.ann, self.bob, self.cid)], [10, 10, 9])
        self.assertEqual(self.ann.model.objects[self.cid.agent]["energy"], 10)
        self.server.check()

    def test_all_else_that_entering_the_new_game_yields_counts(self) -> None:
        def enter(player: Player) -> Events:
            yield Tell(player, f"Welcome back, {player.name}.")
            if player is self.player(self.bob):
                yield Go(player, "lamp")

        self.plugin.next_game = lambda: Stage(enter=enter)
        self.break_game()
        self.assertEqual(self.ann.heard[-1], "Welcome back, ann.")
        self.assertEqual(self.bob.room, "Lamp")
        self.server.check()

    def test_its_deadline_is_gone(self) -> None:
        self.game.deadline = self.server.clock.seconds() + 5
        self.room.rooms_changed({})
        self.break_game()
        self.server.advance(10)
        self.assertEqual(self.game.called("tick"), [])
        assert isinstance(self.room.game, Stage)
        self.assertEqual(self.room.game.called("tick"), [])


class AGameThatCannotStart(SynchronousTestCase):
    def setUp(self) -> None:
        self.is_broken = True
        self.server = Server([GamePlugin("stage", Stage, self.make), LAMP])
        self.room = self.server.world.rooms["stage"]
        self.flushLoggedErrors(Boom)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")

    def make(self, random: Random) -> Stage:
        if self.is_broken:
            raise Boom
        return Stage()

    def test_the_room_says_that_it_is_out_of_order_and_can_be_left(self) -> None:
        self.ann.click("Stage")
        self.flushLoggedErrors(Boom)
        self.assertEqual(self.ann.room, "Stage")
        self.assertIn("out of order", str(self.ann.model.objects[self.room.objid]["text"]))
        self.server.check()
        self.ann.model.heard.clear()
        self.ann.click("Help")
        self.assertIn("fails as soon as it starts", self.ann.heard[0])
        self.ann.click("Home")
        self.assertEqual(self.ann.room, "Home")
        self.server.check()

    def test_it_is_tried_again_for_the_next_who_comes(self) -> None:
        self.ann.click("Stage")
        self.ann.click("Home")
        self.flushLoggedErrors(Boom)
        self.is_broken = False
        self.bob.click("Stage")
        self.bob.token("prop")
        self.server.check()

    def test_a_game_in_which_entering_or_looking_always_fails(self) -> None:
        for method in ("enter", "view"):
            server = Server([GamePlugin("stage", Stage, lambda random, method=method: Stage(**{method: Boom()}))])
            ann = server.join("ann")
            ann.click("Stage")
            self.assertEqual(len(self.flushLoggedErrors(Boom)), 2, method)
            server.check()
            ann.click("Home")
            self.assertEqual(ann.room, "Home")


class Audience(Stage):
    """A game that is told of points won elsewhere."""

    follows_points = True

    def scored(self, player: Player, now: float) -> Events:
        return self._do("scored", player)


class PointsOfMany(RoomTestCase):
    def test_what_an_act_changes_about_people_reaches_each_in_one_piece(self) -> None:
        """Else an act that concerns everybody would cost a call for each pair of them."""
        pieces, singly = list[bytes](), list[bytes]()
        self.patch(self.bob.pipe, "write", pieces.append)
        self.patch(Line, "send", lambda line, data: singly.append(data))
        self.on_click(*(Points(self.player(client), 1) for client in (self.ann, self.bob)))
        expected = [f'<set objid="{client.agent}" energy="12"/>' for client in (self.ann, self.bob)]
        self.assertEqual([piece.decode().split() for piece in pieces], ["\n".join(expected).split()])
        self.assertEqual(singly, [])


class Costs(RoomTestCase):
    """Expensive acts count as several commands, of which a client has 40 at once and 20 a second."""

    def setUp(self) -> None:
        super().setUp()
        self.server.advance(10)

    def assert_held_up(self, *clients: Client) -> None:
        """These are not read from; others are."""
        found = [client for client in self.server.clients if not client.pipe.is_reading]
        self.assertEqual(found, [*clients])

    def test_whoever_acts_pays(self) -> None:
        self.on_click(Cost(self.player(self.ann), 39))
        self.assert_held_up()
        self.ann.click("prop")
        self.assert_held_up(self.ann)
        self.server.advance(1.75)
        self.assert_held_up(self.ann)
        self.server.advance(0.5)
        self.assert_held_up()

    def test_part_of_a_command_counts_too(self) -> None:
        self.game.acts["click"] = [Cost(self.player(self.ann), 0.5)]
        for _ in range(26):
            self.ann.click("prop")
        self.assert_held_up()
        self.ann.click("prop")
        self.assert_held_up(self.ann)

    def test_somebody_elsewhere_can_be_charged(self) -> None:
        self.on_click(Cost(self.player(self.cid), 41))
        self.cid.click("Help")
        self.assert_held_up(self.cid)

    def test_nobody_pays_when_a_game_starts_again(self) -> None:
        self.plugin.next_game = lambda: Stage(enter=lambda player: [Cost(player, 100)])
        self.break_game()
        self.bob.click("Help")
        self.assert_held_up()

    def test_whoever_has_no_client_pays_nothing(self) -> None:
        bob = self.player(self.bob)
        self.server.world.detach(bob)
        self.on_click(Cost(bob, 100))
        self.assert_held_up()


class PointsWonElsewhere(RoomTestCase):
    """ann is on the stage, which gives points; bob is in the audience, and cid at Home."""

    def setUp(self) -> None:
        self.game, self.audience = Stage(), Audience()
        self.server = Server([stage(self.game), stage(self.audience, name="audience")])
        self.room, self.other = self.server.world.rooms["stage"], self.server.world.rooms["audience"]
        self.ann, self.bob, self.cid = (self.server.join(name) for name in ("ann", "bob", "cid"))
        for client, name in ((self.ann, "stage"), (self.bob, "audience")):
            self.server.world.send_to(self.server.world.players[client.agent], name)
        self.server.advance(3)
        self.forget()

    def award(self, *changes: tuple[Client, int]) -> None:
        """Let the game on the stage give points."""
        self.on_click(*(Points(self.player(client), change) for client, change in changes))

    def test_the_game_there_is_told_once_an_act_and_the_player_where_they_are(self) -> None:
        self.award((self.bob, -4), (self.ann, 1), (self.bob, 1))
        self.assertEqual(self.audience.called("scored"), [[self.player(self.bob)]])
        self.assertEqual(self.bob.model.objects[self.bob.agent]["energy"], 8)
        self.assertEqual(self.bob.heard, ["In Stage you have lost 3 points: you have 7 now."])
        self.assertEqual(self.ann.heard, [])

    def test_it_is_told_nothing_if_nothing_has_changed(self) -> None:
        self.award((self.bob, -99))
        self.award((self.bob, -1))
        self.assertEqual(len(self.audience.called("scored")), 1)

    def test_it_is_not_told_of_its_own_points(self) -> None:
        self.audience.acts["click"] = [Points(self.player(self.bob), 1)]
        self.bob.click("prop")
        self.assertEqual(self.bob.model.objects[self.bob.agent]["energy"], 12)
        self.assertEqual(self.audience.called("scored"), [])

    def test_who_is_at_home_or_gone_is_nobodys_affair(self) -> None:
        bob = self.player(self.bob)
        self.bob.lose()
        self.on_click(Points(self.player(self.cid), 1), Points(bob, 1))
        self.assertEqual(self.audience.called("scored"), [])
        self.assertEqual(self.cid.model.objects[self.cid.agent]["energy"], 12)

    def test_it_is_told_when_all_has_been_said_where_it_happened(self) -> None:
        heard: list[str] = []

        def scored(player: object) -> list[Event]:
            self.server.settle()
            heard.extend(self.ann.heard)
            return []

        self.audience.acts["scored"] = scored
        self.on_click(Points(self.player(self.bob), 1), Say("Applause."))
        self.assertEqual(heard, ["Applause."])

    def test_what_follows_soon_is_told_in_one_line(self) -> None:
        self.award((self.bob, -3))
        for _ in range(4):
            self.server.advance(1)
            self.award((self.bob, -1))
        self.server.advance(5)
        self.assertEqual(len(self.bob.heard), 1)
        self.server.advance(1)
        self.assertEqual(self.bob.heard, ["In Stage you have lost 4 points: you have 3 now."])
        self.server.advance(60)
        self.award((self.bob, 2))
        self.assertEqual(self.bob.heard, ["In Stage you have won 2 points: you have 5 now."])

    def test_what_it_does_is_seen_and_heard_there_alone(self) -> None:
        def scored(player: object) -> list[Event]:
            self.audience.text = "A proud audience"
            return [Say("Bravo.")]

        self.audience.acts["scored"] = scored
        self.award((self.bob, 1))
        self.assertEqual(self.bob.heard[0], "Bravo.")
        self.assertEqual(self.bob.model.objects[self.other.objid]["text"], "A proud audience")
        self.assertEqual(self.ann.heard, [])
        self.server.check()

    def test_if_it_fails_only_its_own_room_begins_anew(self) -> None:
        self.audience.acts["scored"] = Boom()
        self.award((self.bob, 1))
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.assertIsNot(self.other.game, self.audience)
        self.assertIs(self.room.game, self.game)

    def test_points_of_an_act_that_fails_are_told_too(self) -> None:
        def act(player: object, tile: object) -> Events:
            yield Points(self.player(self.bob), 1)
            raise Boom

        self.game.acts["click"] = act
        self.ann.click("prop")
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.assertEqual(len(self.audience.called("scored")), 1)


class AGameThatGoesWrong(RoomTestCase):
    """Whatever a game does, its room stays usable, and nobody is sent an illegal byte."""

    def test_by_itself_again_and_again(self) -> None:
        """A tick that fails and a fresh game whose tick fails, too, must not keep the server busy for ever."""

        class Hasty(Lamp):
            title = "Hasty"
            deadline: float | None = 0.0
            ticks = 0

            def tick(self, now: float) -> list[Event]:
                Hasty.ticks += 1
                if Hasty.ticks < 20:  # or this test would not end
                    raise Boom
                self.deadline = None
                return []

        server = Server([GamePlugin("hasty", Hasty)])
        ann = server.join("ann")
        ann.click("Hasty")
        server.advance(5)
        self.assertEqual(ann.model.objects[ann.model.current or ""]["text"], "This room is out of order.")
        self.assertLess(len(self.flushLoggedErrors(Boom)), 10)
        ann.click("Home")
        self.assertEqual(ann.room, "Home")

    def test_with_a_deadline_that_is_no_time(self) -> None:
        for deadline in (float("nan"), float("inf"), "soon"):
            self.game.deadline = deadline  # type: ignore[assignment]
            self.room.rooms_changed({})
            self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1, deadline)
            self.game.deadline = None
            self.room.game = self.game

    def test_with_a_scene_that_was_shown_before(self) -> None:
        """The ids of an illegal scene do not count: what is shown can be clicked."""
        legal = self.game.scene()
        self.game.acts["scene"] = []
        shown = [legal]
        self.game.scene = lambda: shown[0]  # type: ignore[method-assign]
        self.show()
        shown[0] = Scene((4, 3), {"prop": Tile(9, 9)})
        self.plugin.next_game = lambda: self.game
        self.room.rooms_changed({})
        shown[0] = legal
        self.room.rooms_changed({})
        self.server.settle()
        self.assertEqual(len(self.flushLoggedErrors(IllegalScene)), 2)

    def test_in_one_players_view_only(self) -> None:
        """Who was not told the news because another's view failed is told it by the next game."""
        before, after = self.game.scene(), Scene((4, 3), {**self.game.scene().tiles, "new": Tile(3, 2, "new")})
        shown = [before]
        fails: list[str] = []

        class Views(Game):
            title, about, help = "Stage", "x", ()

            def scene(self) -> Scene:
                return shown[0]

            def view(self, player: Player) -> View:
                if player.name in fails:
                    fails.clear()
                    raise Boom
                return NO_VIEW

        self.plugin.next_game = lambda: Views(Random(0))
        self.room.start()
        self.show()
        shown[0] = after
        fails.append("bob")
        self.room.rooms_changed({})
        self.server.settle()
        self.flushLoggedErrors(Boom)
        self.ann.token("new")
        self.bob.token("new")

    def test_with_events_that_are_none(self) -> None:
        bob = self.player(self.bob)
        for events in (
            "well done",
            True,
            Say("hi"),
            ["hi"],
            [Say(5)],  # type: ignore[arg-type]
            [Tell("hi", bob)],  # type: ignore[arg-type]
            [Points(bob, 0.5)],  # type: ignore[arg-type]
            [Points("bob", 1)],  # type: ignore[arg-type]
            [Cost(bob, -1)],
            [Cost(bob, "1")],  # type: ignore[arg-type]
            [Cost("bob", 1)],  # type: ignore[arg-type]
            [Neither()],
            [Open(7)],  # type: ignore[arg-type]
            [Result("Chess", [])],  # type: ignore[arg-type]
            [Secret([bob], "to a list")],  # type: ignore[arg-type]
            [Secret(bob, "to one")],  # type: ignore[arg-type]
        ):
            server = Server([stage(game := Stage())])
            ann = server.join("ann")
            ann.click("Stage")
            game.acts["click"] = lambda *args, events=events: events
            ann.click("prop")
            server.check()
            errors = self.flushLoggedErrors(TypeError)
            self.assertEqual(len(errors), 1, events)
            self.assertIn("Stage.click gave", str(errors[0].value))
