"""Home: its tiles, its help, recharging, and what happens when it is full."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Lamp, Server, Stage, stage
from tests.doubles.model import say
from tilenet.catalogue import GamePlugin, installed_games
from tilenet.game import Game, Refuse, Summary

LAMP = GamePlugin("lamp", Lamp)


def text_of(client: Client, token: str) -> str:
    return str(client.model.objects[client.token(token)]["text"])


class WhatIsThere(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([stage(), LAMP])
        self.ann = self.server.join("ann")

    def test_a_token_for_every_room_and_help_and_recharge(self) -> None:
        for count in (0, 1, 10):
            ann = Server([GamePlugin(f"lamp{number}", Lamp) for number in range(count)]).join("ann")
            self.assertEqual(ann.room, "Home")
            names = sorted(str(ann.model.objects[token]["name"]) for token in ann.model.grid().values())
            self.assertEqual(names, ["Help", *["Lamp"] * count, "Recharge"])

    def test_a_rooms_text_says_who_is_there(self) -> None:
        """Also to those who come back, and when somebody has left."""
        people = [self.server.join(f"p{number}") for number in range(6)]
        for expected, coming, leaving in (
            ("Nobody is there now.", [], []),
            ("There now: 1 person: p0.", people[:1], []),
            ("There now: 6 people: p0, p1, p2, p3 and 2 more.", people[1:], []),
            ("There now: 2 people: p4, p5.", [], people[:4]),
        ):
            self.ann.click("Stage")
            for client in coming:
                client.click("Lamp")
            for client in leaving:
                client.lose()
            self.server.advance(2)
            self.ann.click("Home")
            self.assertEqual(text_of(self.ann, "Lamp"), f"A lamp. {expected}")

    def test_a_rooms_text_tells_people_from_bots(self) -> None:
        """The numbers come before any name, and people before bots."""
        for name in ("robo", "bob", "dodo"):
            player = self.server.join(name)
            if name != "bob":
                player.send(b'<xrequest options="bot"></xrequest>')
            player.click("Lamp")
        self.server.advance(1.25)
        self.assertEqual(text_of(self.ann, "Lamp"), "A lamp. There now: 1 person and 2 bots: bob, robo, dodo.")

    def test_a_rooms_text_says_how_many_watch(self) -> None:
        """They are counted again when a game begins."""
        game = Stage()
        server = Server([stage(game)])
        ann, bob, cid = (server.join(name) for name in ("ann", "bob", "cid"))
        bob.click("Stage")
        for client, act, watching, expected in (
            (bob, "prop", 1, "1 person, watching: bob."),
            (bob, "prop", 0, "1 person: bob."),
            (cid, "Stage", 1, "2 people, 1 of them watching: "),
        ):
            game.acts["summary"] = lambda watching=watching: Summary(watching=watching)
            client.click(act)
            server.advance(1.25)
            self.assertIn(f"There now: {expected}", text_of(ann, "Stage"))

    def test_games_come_first_then_variants_of_them_then_what_is_one_s_own(self) -> None:
        """Each group begins a row."""
        names = ("a-large", "a", "b", "records", "c", "d-d", "d-d-small", "other-kind")
        ann = Server([GamePlugin(name, Lamp) for name in names]).join("ann")
        cells = {token: cell for cell, token in ann.model.grid().items()}
        texts = {cell: str(ann.model.objects[token]["text"]) for token, cell in cells.items()}
        self.assertEqual(
            [[texts.get((x, y), "").split(":")[0] for x in range(3)] for y in range(4)],
            [
                ["A lamp. Nobody is there now."] * 3,
                ["A lamp. Nobody is there now."] * 2 + [""],
                ["More of Lamp"] * 2 + [""],
                [
                    "A lamp. Nobody is there now.",
                    "Fewer than 5 points? Back to 5, once a minute.",
                    "What is this room?",
                ],
            ],
        )


class Recharging(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([LAMP], home_size=2)
        self.ann = self.server.join("ann")
        self.ann.model.heard.clear()

    def poor(self, client: Client, points: int = 0) -> None:
        player = self.server.world.players[client.agent]
        self.server.world.award(player, points - player.points)
        self.server.settle()

    def points(self, client: Client) -> int:
        return int(client.model.objects[client.agent]["energy"]) - 1

    def test_lifts_to_5_those_who_have_fewer(self) -> None:
        """Having enough does not use it up."""
        for points, after, told in (
            (10, 10, "fewer than 5"),
            (5, 5, "fewer than 5"),
            (4, 5, "You have 5 points again."),
        ):
            self.poor(self.ann, points)
            self.ann.click("Recharge")
            self.assertEqual(self.points(self.ann), after)
            self.assertIn(told, self.ann.heard[0])

    def test_once_a_minute(self) -> None:
        self.poor(self.ann)
        self.ann.click("Recharge")
        self.poor(self.ann)
        for wait, points, told in (
            (20.5, 0, "You can recharge again in 40 s."),
            (39.0, 0, "You can recharge again in 1 s."),
            (0.5, 5, "You have 5 points again."),
        ):
            self.server.advance(wait)
            self.ann.model.heard.clear()
            self.ann.click("Recharge")
            self.assertEqual((self.points(self.ann), self.ann.heard), (points, [told]))

    def test_each_has_a_minute_of_their_own(self) -> None:
        bob = self.server.join("bob")
        for client in (self.ann, bob):
            self.poor(client)
            client.click("Recharge")
        self.assertEqual([self.points(client) for client in (self.ann, bob)], [5, 5])

    def test_once_a_minute_in_all_homes_together(self) -> None:
        self.poor(self.ann)
        self.ann.click("Recharge")
        self.poor(self.ann)
        first = self.ann.model.current
        self.ann.click("Lamp")
        self.server.join("bob")
        self.server.join("cid")
        self.ann.click("Home")
        self.assertNotEqual(self.ann.model.current, first)
        self.ann.click("Recharge")
        self.assertEqual(self.points(self.ann), 0)

    def test_once_a_minute_also_after_the_game_of_home_has_failed(self) -> None:
        self.poor(self.ann)
        self.ann.click("Recharge")
        self.poor(self.ann)
        home = self.server.world.homes[0]
        self.patch(home.game, "scene", lambda: 1 / 0)
        home.rooms_changed({})
        self.flushLoggedErrors(ZeroDivisionError)
        self.server.settle()
        self.ann.click("Recharge")
        self.assertEqual(self.points(self.ann), 0)


class KnownLamp(Lamp):
    kind = "lamp/1"


class RedLamp(Lamp):
    title = "Red lamp"


class AsData(SynchronousTestCase):
    """What programs and skins are told of Home, instead of reading its tiles."""

    def setUp(self) -> None:
        self.server = Server([GamePlugin("lamp", KnownLamp), GamePlugin("lamp-red", RedLamp)])
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        self.player = self.server.world.players[self.ann.agent]

    @property
    def home(self) -> Game:
        return self.server.world.homes[0].game

    def test_every_room_with_its_kind_and_who_is_there(self) -> None:
        self.bob.click("Lamp")
        self.server.advance(1)
        about = Lamp.about
        no_tables = {"table": None, "tables": None}
        lamp = {**no_tables, "room": "lamp", "title": "Lamp", "about": about, "kind": "lamp/1"}
        red = {**no_tables, "room": "lamp-red", "title": "Red lamp", "about": about, "kind": ""}
        here, nobody = {"people": 1, "bots": 0, "watching": 0, "names": ["bob"]}, {"people": 0, "bots": 0}
        self.assertEqual(
            self.home.facts()["rooms"],
            {
                ("room", "lamp"): {**lamp, **here, "variant_of": None},
                ("room", "lamp-red"): {**red, **nobody, "watching": 0, "names": [], "variant_of": "lamp"},
            },
        )

    def test_facts_are_made_anew_only_after_a_census(self) -> None:
        before = self.home.facts()
        self.assertIs(self.home.facts(), before)
        self.bob.click("Lamp")
        self.server.advance(1)
        self.assertIsNot(self.home.facts(), before)

    def test_recharge_is_possible_for_the_poor_and_again_after_a_minute(self) -> None:
        rooms = [("room", "lamp"), ("room", "lamp-red")]
        self.assertEqual(self.home.legal(self.player), rooms)
        self.server.world.award(self.player, -self.player.points)
        self.assertEqual(self.home.legal(self.player), [*rooms, "recharge"])
        self.ann.click("Recharge")
        self.server.world.award(self.player, -self.player.points)
        until = self.server.clock.seconds() + 60
        self.assertEqual(
            (self.home.own_facts(self.player), self.home.legal(self.player)), ({"recharge_at": until}, rooms)
        )
        self.server.advance(59)
        self.ann.click("Lamp")
        self.ann.click("Home")
        self.assertEqual(self.home.own_facts(self.player), {"recharge_at": until})
        self.server.advance(1)
        self.assertEqual(self.home.own_facts(self.player), {"recharge_at": None})
        self.assertEqual(self.home.legal(self.player), [*rooms, "recharge"])

    def test_only_those_whose_own_facts_have_changed_are_asked_again(self) -> None:
        self.server.world.award(self.player, -self.player.points)
        self.home.stale_views()
        for _ in self.home.click(self.player, "recharge", 0):
            pass
        self.assertEqual([*(self.home.stale_views() or ())], [self.player])
        self.assertEqual([*(self.home.stale_views() or ())], [])

    def test_a_recharge_that_is_not_possible_is_refused(self) -> None:
        self.assertEqual([type(event) for event in self.home.click(self.player, "recharge", 0)], [Refuse])


class AFullHome(SynchronousTestCase):
    """home_size"""

    def setUp(self) -> None:
        self.server = Server([LAMP, stage(Stage())], home_size=2)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")

    def home(self, client: Client) -> str:
        self.assertEqual(client.room, "Home")
        return client.model.current or ""

    def test_the_next_ones_find_another_that_is_alike(self) -> None:
        cid, dan = self.server.join("cid"), self.server.join("dan")
        self.assertEqual(self.home(self.ann), self.home(self.bob))
        self.assertNotEqual(self.home(cid), self.home(self.ann))
        dan.click("Lamp")
        self.server.advance(1.25)

        def shown(client: Client) -> dict[tuple[int, int], tuple[object, object]]:
            objects = client.model.objects
            return {cell: (objects[o]["name"], objects[o]["text"]) for cell, o in client.model.grid().items()}

        self.assertEqual(shown(cid), shown(self.ann))
        self.assertEqual(text_of(cid, "Lamp"), "A lamp. There now: 1 person: dan.")
        self.ann.click("Lamp")
        self.assertIn(dan.agent, self.ann.model.members_single())
        self.server.check()

    def test_250_by_default(self) -> None:
        self.assertEqual(Server().limits.home_size, 250)

    def test_nobody_in_it_is_told_of_the_next_ones(self) -> None:
        """c4.1.2: nobody hears of other matrices."""
        self.server.advance(3)
        self.ann.raw = b""
        cid = self.server.join("cid")
        cid.send(say(cid.model.current or "", "anybody here?"))
        self.server.advance(3)
        self.assertEqual(self.ann.raw, b"")

    def test_walking_back_leads_to_where_one_came_from(self) -> None:
        cid = self.server.join("cid")
        second = self.home(cid)
        cid.click("Lamp")
        self.ann.lose()
        cid.click("Home")
        self.assertEqual(self.home(cid), second)

    def test_walking_back_leads_elsewhere_if_that_is_full(self) -> None:
        first = self.home(self.ann)
        self.ann.click("Lamp")
        self.server.join("cid")
        self.ann.click("Home")
        self.assertNotEqual(self.home(self.ann), first)
        self.server.check()

    def test_a_room_in_the_first_is_taken_before_a_new_home_is_made(self) -> None:
        self.server.join("cid")
        self.ann.lose()
        self.assertEqual(self.home(self.server.join("dan")), self.home(self.bob))


class TheOrder(SynchronousTestCase):
    def test_games_that_are_easy_to_join_and_to_like_come_first(self) -> None:
        server = Server([*installed_games(), GamePlugin("lamp", Lamp)])
        scene = server.world.homes[0].game.scene()
        names = [str(tile.name) for tile in scene.tiles.values()]
        games = ["Set", "Tombala", "Memory", "PairPanicking", "Noughts and crosses", "Lamp", "Dancing"]
        self.assertEqual(names[: len(games)], games)
