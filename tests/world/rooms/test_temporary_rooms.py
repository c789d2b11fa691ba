"""Rooms that games open and that are gone when nobody needs them; and players whose clients see nothing of a room."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from random import Random
from weakref import ref

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.blind import BlindClient
from tests.doubles.harness import WENT_WRONG, Boom, Client, Lamp, Server, Stage, StagePlugin, stage
from tests.doubles.model import logout
from tilenet.catalogue import GamePlugin
from tilenet.game import Close, Event, Events, Game, Go, LookUp, Open, Player, Points, Say, Tell, Tile, View
from tilenet.limits import Limits
from tilenet.world.players.accounts import Guests, Refused
from tilenet.world.players.admission import Naming, Taken
from tilenet.world.players.player import Player as WorldPlayer
from tilenet.world.rooms.acts import Request
from tilenet.world.rooms.outoforder import OutOfOrder
from tilenet.world.rooms.room import Room
from tilenet.world.screens.cache import Cache
from tilenet.world.world import World

LAMP = GamePlugin("lamp", Lamp)
SIDE = "side-1"  # the name of the first room that is opened there


class RoomsTestCase(SynchronousTestCase):
    """ann and bob are on a stage, from which side rooms are opened; cid is in Home."""

    def setUp(self) -> None:
        self.game = Stage()
        self.sides = StagePlugin("side", is_at_home=False)
        self.sides.next_game = self.no_game
        self.stages = stage(self.game)
        self.server = Server([self.stages, LAMP, self.sides], command_burst=10**6)
        self.world = self.server.world
        self.ann, self.bob, self.cid = (self.server.join(name) for name in ("ann", "bob", "cid"))
        self.ann.click("Stage")
        self.bob.click("Stage")
        self.side = Stage()
        self.side.is_done = False
        self.server.advance(3)

    def no_game(self) -> Game:
        raise Boom("there is no game left")

    def opening(self, *games: Game) -> Open:
        """A room with these games, one after the other; after them none can begin."""
        self.sides.games += games or [self.side]
        return Open("side", title="The side")

    @property
    def closed(self) -> list[str]:
        """The rooms that the game was told are closed."""
        return [room for (room,) in self.game.called("closed")]

    def assert_closed(self, message: str | None = None) -> None:
        """The side room is gone, its opener was told once, and the others are there."""
        self.assertEqual((self.closed, self.names()), ([SIDE], {"stage", "lamp"}), message)

    def on_click(self, *events: Event) -> None:
        """Let the game tell these events when ann clicks."""
        self.game.acts["click"] = list(events)
        self.ann.click("prop")

    def open(self, *games: Game) -> Room:
        """A side room is opened, and ann walks in."""
        opening = self.opening(*games)
        self.on_click(opening, Go(self.player(self.ann), opening))
        self.assertEqual(self.ann.room, "The side")
        return self.world.rooms[self.game.called("opened")[-1][1]]

    def player(self, client: Client) -> WorldPlayer:
        return self.world.players[client.agent]

    def cache(self, client: Client) -> Cache:
        """What the world believes that a client knows."""
        known = self.player(client).client
        assert known is not None and known.screen is not None
        return known.screen.cache

    def go(self, client: Client, room: str | None) -> None:
        self.world.send_to(self.player(client), room)
        self.server.settle()

    def names(self) -> set[str]:
        return {*self.world.rooms}


class Opening(RoomsTestCase):
    def test_hundreds_are_opened_and_closed_by_one_act(self) -> None:
        self.on_click(*(self.opening(Stage()) for _ in range(700)))
        rooms = self.names() - {"stage", "lamp"}
        self.on_click(*map(Close, rooms))
        self.assertEqual((len(rooms), {*self.closed}, self.names()), (700, rooms, {"stage", "lamp"}))

    def test_it_is_there_at_once_but_not_in_home(self) -> None:
        self.on_click(self.opening())
        self.assertEqual(self.names(), {"stage", "lamp", SIDE})
        self.assertIs(self.world.rooms[SIDE].game, self.side)
        self.server.advance(2)
        shown = [self.cid.model.objects[o]["name"] for o in self.cid.model.grid().values()]
        self.assertNotIn("The side", shown)

    def test_it_is_there_for_who_is_sent_there_by_the_same_act(self) -> None:
        ann, bob, opening = self.player(self.ann), self.player(self.bob), self.opening()
        self.on_click(opening, Go(ann, opening), Go(bob, opening), Say("Off they go."))
        self.assertEqual([client.room for client in (self.ann, self.bob)], ["The side"] * 2)
        self.assertEqual([args[0] for args in self.side.called("enter")], [ann, bob])
        self.assertIn("Off they go.", self.bob.heard)
        self.server.check()

    def test_what_follows_from_an_act_comes_in_order(self) -> None:
        """A walk before the opening leads nowhere."""
        opening = self.opening()
        self.on_click(Go(self.player(self.ann), opening), opening)
        self.assertEqual(self.ann.room, "Stage")

    def test_the_game_is_told_its_name_when_the_act_is_over(self) -> None:
        opening = self.opening()
        self.game.acts["opened"] = lambda opening, room: [Go(self.player(self.bob), room)]
        self.on_click(opening, Say("Open!"))
        self.assertEqual(self.game.called("opened"), [[opening, SIDE]])
        self.assertEqual((self.bob.room, self.ann.room), ("The side", "Stage"))

    def test_the_world_numbers_rooms_and_uses_no_number_again(self) -> None:
        names = []
        for _ in range(3):
            side = Stage()
            names.append(self.open(side).name)
            side.is_done = True
            self.go(self.ann, "stage")
        self.on_click(Open("lamp"))
        self.assertEqual(names, ["side-1", "side-2", "side-3"])
        self.assertEqual(self.world.rooms["lamp-2"].title, "Lamp 2")

    def test_the_setup_is_handed_to_the_game(self) -> None:
        self.sides.games.append(self.side)
        self.on_click(Open("side", {"size": 3, "names": ["ann"]}))
        self.assertEqual(self.sides.setups, [{"size": 3, "names": ["ann"]}])

    def test_a_game_that_is_not_installed_is_not_opened(self) -> None:
        opening = Open("no such game")
        self.on_click(opening, Go(self.player(self.ann), opening))
        self.assertEqual(self.game.called("opened"), [[opening, None]])
        self.assertEqual((self.ann.room, self.names()), ("Stage", {"stage", "lamp"}))

    def test_each_room_has_chance_of_its_own(self) -> None:
        dice: list[Random] = []

        def make(random: Random) -> Lamp:
            dice.append(random)
            return Lamp(random)

        plugin = GamePlugin("dice", Lamp, make, is_at_home=False)
        worlds = [World(Clock(), Random(seed), [plugin, LAMP], Limits(), Guests()) for seed in (1, 1, 2)]
        for world in worlds:
            for _ in range(2):
                world.open(Open("dice"), world.rooms["lamp"])
        numbers = [one.random() for one in dice]
        self.assertEqual(numbers[:2], numbers[2:4])
        self.assertEqual(len({*numbers}), 4)

    def test_its_people_are_counted_where_it_belongs(self) -> None:
        opening = replace(self.opening(), belongs_to="lamp")
        self.on_click(opening, Go(self.player(self.ann), opening))
        self.server.advance(2)
        text = self.cid.model.objects[self.cid.token("Lamp")]["text"]
        self.assertEqual(text, "A lamp. There now: 1 person: ann.")
        self.side.is_done = True
        self.ann.click("Home")
        self.server.advance(2)
        text = self.cid.model.objects[self.cid.token("Lamp")]["text"]
        self.assertEqual(text, "A lamp. Nobody is there now.")


class Closing(RoomsTestCase):
    def test_not_while_somebody_is_there(self) -> None:
        room = self.open()
        self.go(self.bob, SIDE)
        self.side.is_done = True
        room.rooms_changed({})
        self.ann.click("Home")
        self.assertEqual((self.closed, self.world.rooms[SIDE]), ([], room))
        self.bob.click("prop")
        self.assertEqual(len(self.side.called("click")), 1)
        self.bob.lose()
        self.server.settle()
        self.assert_closed()

    def test_not_while_it_is_not_done(self) -> None:
        room = self.open()
        self.ann.click("Home")
        self.server.advance(5)
        self.assertEqual((self.closed, self.world.rooms[SIDE]), ([], room))
        self.go(self.ann, SIDE)
        self.server.check()

    def test_when_its_own_time_comes(self) -> None:
        """Nobody has ever come."""

        def done(now: float) -> Events:
            self.side.is_done = True
            return ()

        self.side.deadline = self.server.clock.seconds() + 5
        self.side.acts["tick"] = done
        self.on_click(self.opening())
        self.server.advance(4.75)
        self.assertIn(SIDE, self.names())
        self.server.advance(0.25)
        self.assert_closed()

    def test_when_its_game_sends_all_away(self) -> None:
        self.open()
        self.go(self.bob, SIDE)

        def over(player: Player, tile: object) -> Events:
            self.side.is_done = True
            return [Go(self.player(self.ann), "lamp"), Go(self.player(self.bob))]

        self.side.acts["click"] = over
        self.ann.click("prop")
        self.assertEqual((self.ann.room, self.bob.room), ("Lamp", "Home"))
        self.assert_closed()
        self.server.check()

    def test_by_whatever_way_the_last_one_goes(self) -> None:
        """It is gone when its opener is told, nobody can be sent there, and rooms that are there for good stay."""
        ways: list[Callable[[], object]] = [
            lambda: self.ann.click("Home"),
            lambda: self.ann.send(logout()),
            lambda: self.ann.lose(),
            lambda: self.world.leave_room(self.player(self.ann)),
            lambda: self.go(self.ann, "lamp"),
            lambda: self.world.logout(self.player(self.ann)),
        ]
        for number, leave in enumerate(ways):
            self.setUp()
            found: list[bool] = []
            self.game.acts["closed"] = lambda room, found=found: found.append(room in self.world.rooms) or ()
            self.open()
            self.side.is_done = self.game.is_done = True
            leave()
            self.go(self.bob, SIDE)
            self.assertEqual(self.bob.room, "Stage")
            self.server.advance(3)
            self.assert_closed(str(number))
            self.assertEqual(found, [False], number)
            self.server.check()

    def test_no_timer_is_left(self) -> None:
        """Neither the game's nor the one for who came and went."""
        for deadline in (None, 100.0):
            self.setUp()
            room = self.open()
            self.side.deadline = deadline
            room.rooms_changed({})
            self.side.is_done = True
            for client in (self.ann, self.bob, self.cid):
                client.lose()
            self.server.settle()
            self.assert_closed()
            self.server.advance(20)
            self.assertEqual(self.server.clock.getDelayedCalls(), [])

    def test_an_answer_that_comes_later_is_for_nobody(self) -> None:
        answer: Deferred[object] = Deferred()
        self.patch(self.world.building, "look_up", lambda question, found: answer.addCallback(found))
        self.patch(self.side, "found", lambda question, answer, now: [Boom("nobody asked")])
        self.side.acts["click"] = [LookUp("who leads?")]
        room = self.open()
        self.ann.click("prop")
        self.side.is_done = True
        self.ann.click("Home")
        self.assertNotIn(room.name, self.names())
        answer.callback("ann")
        self.assertEqual(self.flushLoggedErrors(), [])

    def test_by_an_event_as_soon_as_nobody_is_there(self) -> None:
        self.open()
        self.game.acts["click"] = [Close(SIDE)]
        self.bob.click("prop")
        self.assertEqual((self.closed, self.ann.room), ([], "The side"))
        self.ann.click("Home")
        self.bob.click("prop")
        self.assert_closed()

    def test_by_an_event_of_its_own(self) -> None:
        self.side.deadline = self.server.clock.seconds() + 1
        self.side.acts["tick"] = lambda now: [Close(SIDE)]
        self.on_click(self.opening())
        self.server.advance(5)
        self.assert_closed()
        self.assertEqual(self.server.clock.getDelayedCalls(), [])

    def test_not_by_an_event_if_it_is_there_for_good(self) -> None:
        self.on_click(Close("lamp"), Close("no such room"))
        self.assertEqual(self.names(), {"stage", "lamp"})

    def test_when_the_server_stops_it_forgets_everybody(self) -> None:
        self.side.deadline = 1000.0
        room = self.open()
        self.world.close()
        alarms = [call for call in self.server.clock.getDelayedCalls() if call.getTime() == 1000.0]
        self.assertEqual((room.members, alarms), ({}, []))


class WhatIsKept(RoomsTestCase):
    def test_nothing_of_500_rooms(self) -> None:
        """Neither by a client that was in all of them, nor by one that was there for a moment, nor by the world.

        Nor does anything of them wait for the garbage collector: it would keep everybody waiting, with large boards.
        """
        gc.disable()
        self.addCleanup(gc.enable)
        rooms: list[ref[Room]] = []
        ann = self.player(self.ann)
        for number in range(500):
            side = Stage()
            side.tiles = {n: Tile(n, 2, f"{n} of {number}") for n in range(4)}
            opening = replace(self.opening(side), title=f"Side {number}")
            self.game.acts["click"] = [opening, Go(ann, opening)]
            self.ann.click("prop")
            name = f"side-{number + 1}"
            if number % 10 == 0:
                self.go(self.bob, name)
                self.go(self.bob, "stage")
            side.is_done = True
            rooms.append(ref(self.world.rooms[name]))
            self.go(self.ann, "stage")
            self.assertEqual(self.closed, [name])
            self.game.acts.clear()
            self.game.calls.clear()
            self.sides.setups.clear()
            del side, opening
        self.server.check()
        known = {room.objid for room in (*self.world.homes, *self.world.rooms.values())}
        for client in (self.ann, self.bob):
            self.assertLessEqual(self.cache(client)._rooms.keys(), known)
            self.assertEqual(len(self.cache(client).agents), 1)  # cid, who was met in Home
        self.assertEqual(self.names(), {"stage", "lamp"})
        self.assertEqual([room() for room in rooms if room() is not None], [])

    def test_other_rooms_are_remembered(self) -> None:
        self.open()
        self.side.is_done = True
        self.go(self.ann, "stage")
        self.ann.click("Home")
        self.ann.raw = b""
        self.ann.click("Stage")
        self.assertNotIn(b"A prop", self.ann.raw)


class AGameThatFails(RoomsTestCase):
    def break_game(self, client: Client | None = None) -> None:
        room = self.world.rooms[SIDE]
        assert isinstance(room.game, Stage)
        room.game.acts["click"] = Boom()
        (client or self.ann).click("prop")
        self.flushLoggedErrors(Boom)

    def test_begins_anew_in_the_same_room(self) -> None:
        second = Stage()
        room = self.open(self.side, second)
        self.go(self.bob, SIDE)
        self.break_game()
        self.assertIs(room.game, second)
        self.assertEqual(len(second.called("enter")), 2)
        self.assertIs(self.world.rooms[SIDE], room)
        self.assertEqual(self.closed, [])
        self.assertIn(WENT_WRONG, self.bob.heard)
        self.server.check()
        second.is_done = True
        self.ann.click("Home")
        self.bob.click("Home")
        self.assert_closed()

    def test_and_cannot_begin_anew_is_out_of_order_until_all_have_left(self) -> None:
        room = self.open()
        self.go(self.bob, SIDE)
        self.break_game()
        self.assertIsInstance(room.game, OutOfOrder)
        self.assertEqual((self.closed, self.ann.room), ([SIDE], "The side"))
        self.server.check()
        self.ann.click("Home")
        self.assertIn(SIDE, self.names())
        self.bob.click("Home")
        self.assert_closed()
        self.server.check()

    def test_and_cannot_begin_anew_when_the_last_has_left_is_gone(self) -> None:
        self.open()
        self.side.acts["leave"] = Boom()
        self.ann.click("Home")
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 2)
        self.assert_closed()
        self.assertEqual(self.ann.room, "Home")

    def test_and_fails_by_its_timer_in_an_empty_room_is_gone(self) -> None:
        self.side.deadline = self.server.clock.seconds() + 1
        self.side.acts["tick"] = Boom()
        self.on_click(self.opening(self.side, Stage()))
        self.server.advance(1.25)
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.assert_closed()

    def test_is_told_to_the_next_one_also_if_the_room_was_out_of_order_meanwhile(self) -> None:
        took: list[Game] = []

        class Next(Stage):
            def replace_failed(self, failed: Game) -> None:
                took.append(failed)

        self.open(self.side, Next())
        self.assertEqual(took, [])
        self.break_game()
        self.assertEqual(took, [self.side])
        self.ann.click("Home")
        self.ann.click("Stage")
        room = self.world.rooms["stage"]

        def make() -> Game:
            if isinstance(room.game, OutOfOrder):
                return Next()
            raise Boom

        self.stages.next_game = make
        self.game.acts["click"] = Boom()
        self.ann.click("prop")
        self.assertIsInstance(room.game, OutOfOrder)
        for client in (self.ann, self.bob):
            client.click("Home")
        self.ann.click("Stage")
        self.assertEqual(took, [self.side, self.game])
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 2)

    def test_as_soon_as_it_is_made_is_gone_at_once(self) -> None:
        opening = Open("side")
        self.on_click(opening, Go(self.player(self.ann), opening))
        self.assertEqual(len(self.flushLoggedErrors(Boom)), 1)
        self.assertEqual((self.game.called("opened"), self.names()), ([[opening, None]], {"stage", "lamp"}))
        self.assertEqual(self.ann.room, "Stage")
        self.server.check()


class Asking(RoomsTestCase):
    def test_a_game_gets_what_a_door_asks_for_and_all_see_what_comes_of_it(self) -> None:
        asked: list[object] = []
        bob, room = self.player(self.bob), self.world.rooms["stage"]

        def ask(*args: object) -> Events:
            asked.append(args)
            return [Say("bob asks."), Tell(bob, "Yes."), Points(bob, 3)]

        self.patch(self.game, "ask", ask)
        self.game.text = "Another text"
        self.bob.heard.clear()
        room.act(bob, Request("anything"))
        self.server.settle()
        self.assertEqual(asked, [(bob, "anything", self.server.clock.seconds())])
        self.assertEqual((self.ann.heard[-1], self.bob.heard[-2:]), ("bob asks.", ["bob asks.", "Yes."]))
        self.assertEqual(self.ann.model.objects[room.objid]["text"], "Another text")
        self.assertEqual(bob.points, 13)
        self.server.check()


class BlindPlayers(RoomsTestCase):
    def setUp(self) -> None:
        super().setUp()
        self.blind = BlindClient(self.server, "dan")
        self.dan = self.blind.player
        self.stage = self.world.rooms["stage"]

    def send(self, room: str) -> None:
        self.world.send_to(self.dan, room)
        self.server.settle()

    def assert_told_nothing(self, blind: BlindClient | None = None) -> None:
        blind = blind or self.blind
        self.server.settle()
        self.assertEqual(blind.pipe.written, b"")

    def scenes(self, game: Stage) -> int:
        """How often somebody has looked."""
        return len(game.called("scene")) + len(game.called("view"))

    def test_are_sent_nothing(self) -> None:
        self.assertIsNone(self.dan.room)
        self.assert_told_nothing()
        self.send("stage")
        self.game.text = "Another text"
        self.game.tiles["prop"] = Tile(0, 1, "prop", "Another text")
        self.stage.rooms_changed({})
        self.on_click(Say("Hear!"), Points(self.player(self.ann), 2), Points(self.dan, 2), Tell(self.dan, "sesame"))
        self.assertEqual(self.ann.model.objects[self.dan.objid]["energy"], 13)
        self.ann.say("hello")
        self.bob.click("Home")
        self.bob.click("Stage")
        self.game.size = (5, 5)
        self.stage.rooms_changed({})
        self.server.advance(3)
        self.assertNotIn(["dan"], self.game.called("view"))
        self.assert_told_nothing()
        self.server.check()

    def test_cannot_be_whispered_to(self) -> None:
        self.send("stage")
        self.ann.say("(psst)", to=self.dan.objid)
        self.assertIn("Not said: dan uses a protocol that has no talk.", self.ann.heard)
        self.assert_told_nothing()

    def test_nothing_is_painted_for_them_alone(self) -> None:
        self.on_click(self.opening())
        other = BlindClient(self.server, "eve")
        self.send(SIDE)
        looked = self.scenes(self.side)
        self.world.send_to(other.player, SIDE)
        room = self.world.rooms[SIDE]
        for number in range(5):
            room.act(self.dan, Request(number))
            self.side.deadline = self.server.clock.seconds() + 1
            room.rooms_changed({})
            self.server.advance(1)
        other.hang_up()
        self.assertEqual(len(self.side.called("tick")), 5)
        self.assertEqual(self.scenes(self.side), looked)
        self.assert_told_nothing()

    def test_a_game_that_fails_with_them_alone_begins_anew(self) -> None:
        second = Stage()
        self.on_click(self.opening(self.side, second))
        self.send(SIDE)
        room = self.world.rooms[SIDE]
        self.patch(self.side, "ask", self.side.tick)  # it takes no player
        room.act(self.dan, Request("anything"))
        self.assertEqual(len(self.flushLoggedErrors(TypeError)), 1)
        self.assertIs(room.game, second)
        self.assertEqual(second.called("enter"), [[self.dan]])
        self.assert_told_nothing()
        self.go(self.ann, SIDE)
        self.server.check()

    def test_whatever_all_of_them_do(self) -> None:
        random = Random(8888)
        people = [BlindClient(self.server, f"blind{number}") for number in range(3)]
        games: list[Stage] = []

        def leave(player: Player) -> Events:
            games[-1].is_done = True
            return ()

        def make() -> Stage:
            games.append(Stage(leave=leave))
            return games[-1]

        self.sides.next_game = make

        for step in range(300):
            where = [*self.world.rooms]
            match random.randrange(8):
                case 0 if len(where) == 2:
                    self.world.open(Open("side"), self.stage)
                case 1 | 2:
                    self.world.send_to(random.choice(people).player, random.choice(where))
                case 3:
                    self.world.leave_room(random.choice(people).player)
                case 4 | 5:
                    self.go(random.choice([self.ann, self.bob, self.cid]), random.choice([None, *where]))
                case 6:
                    game = random.choice([self.game, *games[-1:]])
                    game.tiles["prop"] = Tile(0, 1, f"prop {step}")
                    names = random.sample(["ann", "bob", "cid", "blind1"], 2)
                    game.views = {name: View({"prop": Tile(0, 1, name)}) for name in names}
                    if step % 5 == 0:
                        game.size = random.choice([(4, 3), (5, 4)])
                    for name in where:
                        self.world.rooms[name].rooms_changed({})
                case 7:
                    self.server.advance(random.choice([0.25, 1.5]))
            self.server.settle()
            self.server.check()
        self.assertGreater(len(games), 5)
        for blind in people:
            self.assert_told_nothing(blind)


class TheWorld(RoomsTestCase):
    def test_withdrawing_leads_nowhere(self) -> None:
        ann = self.player(self.ann)
        self.world.leave_room(ann)
        self.server.settle()
        self.assertIsNone(ann.room)
        self.assertEqual(self.game.called("leave"), [[ann]])
        self.assertNotIn(ann.objid, self.bob.model.members_single())
        self.assertIs(self.world.players[ann.objid], ann)
        self.world.leave_room(ann)
        self.assertEqual(self.game.called("leave"), [[ann]])
        self.world.send_to(ann, "lamp")
        self.server.settle()
        self.assertEqual(self.ann.room, "Lamp")
        self.server.check()

    def test_who_is_gone_cannot_be_sent_anywhere(self) -> None:
        ann = self.player(self.ann)
        self.ann.send(logout())
        self.bob.raw = b""
        for room in ("stage", "lamp", None):
            self.world.send_to(ann, room)
            self.assertIsNone(ann.room)
        self.server.settle()
        self.assertEqual(self.bob.raw, b"")
        self.assertEqual([*self.world.rooms["stage"].members], [self.bob.agent])
        self.server.check()

    def test_who_is_sent_away_and_lost_in_one_act_is_gone(self) -> None:
        ann = self.player(self.ann)
        self.game.acts["leave"] = lambda player: [Go(player, "lamp")]
        self.ann.lose()
        self.server.settle()
        self.assertIsNone(ann.room)
        self.assertEqual(self.world.rooms["lamp"].members, {})

    def login(self, name: str, naming: Naming) -> object:
        found: list[object] = []
        self.world.login(name, "", naming).addErrback(lambda f: f.value).addCallback(found.append)
        return found[0]

    def names_of(self, name: str, naming: Naming) -> tuple[WorldPlayer, tuple[str, str]]:
        """Who comes in by that name: the names of the login and of the player."""
        player = self.login(name, naming)
        assert isinstance(player, WorldPlayer)
        return player, (player.login_name, player.name)

    def test_a_name_is_kept_numbered_or_refused(self) -> None:
        dan, names = self.names_of("  dan ", Naming.EXACT)
        self.assertEqual(names, ("dan", "dan"))
        taken = self.login("DAN", Naming.EXACT)
        self.assertIsInstance(taken, Taken)
        self.assertEqual(str(taken), "Somebody else is called DAN.")
        self.world.logout(dan)
        self.assertEqual(self.names_of("DAN", Naming.EXACT)[1], ("DAN", "DAN"))
        self.assertEqual(self.names_of("ann", Naming.NUMBERED)[1], ("ann", "ann2"))
        self.assertIsInstance(self.login("ann2", Naming.EXACT), Taken)
        self.assertEqual(self.names_of(" ann ", Naming.AT_ONCE)[1], ("ann3", "ann3"))
        self.assertIsInstance(self.login("a<b", Naming.EXACT), Refused)

    def test_where_nobody_can_ask_for_a_name_the_lowest_free_number_is_given(self) -> None:
        self.login("GUEST-2", Naming.EXACT)
        one, names = self.names_of("guest", Naming.COUNTED)
        self.assertEqual(names, ("guest-1", "guest-1"))
        self.assertEqual(self.names_of("guest", Naming.COUNTED)[1], ("guest-3", "guest-3"))
        self.world.logout(one)
        self.assertEqual(self.names_of("guest", Naming.COUNTED)[1], ("guest-1", "guest-1"))
