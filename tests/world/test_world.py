"""The world: names, points, and who is where."""

from __future__ import annotations

import gc
from random import Random
from weakref import ref

from twisted.logger import Logger, LogPublisher
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Lamp, Server, Stage, stage
from tests.doubles.model import click, logout, say
from tilenet.catalogue import GamePlugin
from tilenet.doors.session import Session
from tilenet.game import Events, Key, Player, Points, Tile, View
from tilenet.games.noughts import Noughts
from tilenet.world.players.accounts import NEWCOMER_POINTS, Account, Guests

LAMP = GamePlugin("lamp", Lamp)


class Names(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()

    def name_of(self, given: str) -> str:
        """What somebody who logs in by that name is called in the end."""
        client = self.server.join(given)
        return str(client.model.objects[client.agent]["name"])

    def test_a_free_name_is_kept(self) -> None:
        self.assertEqual(self.name_of("ann"), "ann")

    def test_doubles_are_numbered(self) -> None:
        self.assertEqual([self.name_of("ann") for _ in range(4)], ["ann", "ann2", "ann3", "ann4"])

    def test_a_number_that_is_taken_is_left_out(self) -> None:
        self.name_of("ann2")
        self.name_of("ann")
        self.assertEqual(self.name_of("ann"), "ann3")

    def test_behind_a_digit_comes_a_hyphen(self) -> None:
        self.assertEqual([self.name_of("bot-1") for _ in range(3)], ["bot-1", "bot-1-2", "bot-1-3"])

    def test_case_makes_no_difference(self) -> None:
        self.name_of("ann")
        self.assertEqual(self.name_of("ANN"), "ANN2")

    def test_case_folding_makes_no_difference(self) -> None:
        self.name_of("Straße")
        self.assertEqual(self.name_of("STRASSE"), "STRASSE2")

    def test_compatible_characters_make_no_difference(self) -> None:
        self.name_of("ann")
        self.assertEqual(self.name_of("\uff41\uff4e\uff4e"), "\uff41\uff4e\uff4e2")

    def test_composition_makes_no_difference(self) -> None:
        self.name_of("Ren\u00e9")
        self.assertEqual(self.name_of("Rene\u0301"), "Rene\u03012")

    def test_blanks_around_make_no_difference(self) -> None:
        self.name_of("ann")
        self.assertEqual(self.name_of(" ann "), "ann2")

    def test_blanks_around_are_taken_off(self) -> None:
        self.assertEqual(self.name_of("  ann "), "ann")

    def test_32_characters_may_be(self) -> None:
        self.assertEqual(self.name_of("n" * 32), "n" * 32)

    def test_32_characters_are_counted_without_blanks_around(self) -> None:
        self.assertEqual(self.name_of(f" {'n' * 32} "), "n" * 32)

    def test_a_double_of_32_characters_stays_that_short(self) -> None:
        self.name_of("n" * 32)
        self.assertEqual(self.name_of("n" * 32), "n" * 31 + "2")

    def test_another_script(self) -> None:
        self.assertEqual(self.name_of("Αθηνά 雅典娜"), "Αθηνά 雅典娜")

    def test_a_name_is_free_when_its_owner_logs_out(self) -> None:
        self.server.join("ann").send(logout())
        self.assertEqual(self.name_of("ann"), "ann")

    def test_a_name_is_free_when_its_owner_is_lost(self) -> None:
        self.server.join("ann").lose()
        self.assertEqual(self.name_of("ann"), "ann")

    def test_a_numbered_name_is_free_when_its_owner_leaves(self) -> None:
        self.server.join("ann")
        self.server.join("ann").lose()
        self.assertEqual(self.name_of("ann"), "ann2")

    def test_nobody_is_renamed_when_the_first_leaves(self) -> None:
        first, second = self.server.join("ann"), self.server.join("ann")
        first.lose()
        self.server.settle()
        self.assertEqual(second.model.objects[second.agent]["name"], "ann2")

    def test_a_name_is_taken_all_over_the_world(self) -> None:
        server = Server([LAMP])
        server.join("ann").click("Lamp")
        second = server.join("ann")
        self.assertEqual(second.model.objects[second.agent]["name"], "ann2")


class Keeper(Guests):
    """Accounts that remember what they were told to keep."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, int]] = []

    def keep(self, account: Account) -> None:
        self.kept.append((account.name, account.points))


class PointsInTheWorld(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.accounts = Keeper()
        self.server = Server([stage(self.game), LAMP], accounts=self.accounts)
        self.ann, self.bob = self.server.join("ann"), self.server.join("bob")
        self.ann.click("Stage")

    def award(self, change: int, client: Client | None = None) -> None:
        """Let the game on the stage give points to ann, or to somebody else."""
        player = self.server.world.players[(client or self.ann).agent]
        self.game.acts["click"] = [Points(player, change)]
        self.ann.click("prop")

    def energy(self, client: Client) -> object:
        return client.model.objects[client.agent]["energy"]

    def test_a_newcomer_has_10(self) -> None:
        self.assertEqual(NEWCOMER_POINTS, 10)
        self.assertEqual(self.energy(self.ann), 11)

    def test_they_are_won(self) -> None:
        self.award(3)
        self.assertEqual(self.energy(self.ann), 14)

    def test_they_are_lost(self) -> None:
        self.award(-3)
        self.assertEqual(self.energy(self.ann), 8)

    def test_they_never_fall_below_0(self) -> None:
        self.award(-1000)
        self.assertEqual(self.energy(self.ann), 1)

    def test_they_never_grow_over_what_energy_can_tell(self) -> None:
        """c3.3: an integer has 32 bits."""
        self.award(10**12)
        self.assertEqual(self.energy(self.ann), 2**31 - 1)

    def test_no_debt_is_kept(self) -> None:
        self.award(-1000)
        self.award(2)
        self.assertEqual(self.energy(self.ann), 3)

    def test_they_go_along_from_room_to_room(self) -> None:
        self.award(3)
        self.ann.click("Home")
        self.assertEqual(self.bob.model.objects[self.ann.agent]["energy"], 14)

    def test_they_are_won_elsewhere_too(self) -> None:
        self.award(3, self.bob)
        self.assertEqual(self.energy(self.bob), 14)

    def test_a_guests_points_are_gone_with_the_session(self) -> None:
        self.award(3)
        self.ann.lose()
        self.assertEqual(self.energy(self.server.join("ann")), 11)

    def test_the_account_is_kept(self) -> None:
        self.award(3)
        self.assertEqual(self.accounts.kept, [("ann", 13)])

    def test_nothing_is_kept_that_has_not_changed(self) -> None:
        self.award(0)
        self.assertEqual(self.accounts.kept, [])

    def test_who_has_left_still_gets_theirs(self) -> None:
        player = self.server.world.players[self.bob.agent]
        self.bob.lose()
        self.game.acts["click"] = [Points(player, 5)]
        self.ann.click("prop")
        self.assertEqual(self.accounts.kept, [("bob", 15)])

    def test_on_entering(self) -> None:
        """Whoever comes in is introduced with the points that the coming in has cost."""
        self.game.acts["enter"] = lambda player: [Points(player, -1)]
        self.bob.click("Stage")
        self.assertEqual(self.ann.model.objects[self.bob.agent]["energy"], 10)
        self.server.check()


class Rooms(SynchronousTestCase):
    def test_every_room_but_home_has_home_and_help(self) -> None:
        server = Server([stage(), LAMP, GamePlugin("noughts", Noughts)])
        ann = server.join("ann")
        for room in ("Stage", "Lamp", "Noughts and crosses"):
            ann.click(room)
            ann.token("Help")
            ann.click("Home")

    def test_a_player_is_in_one_room(self) -> None:
        server = Server([LAMP])
        ann = server.join("ann")
        ann.click("Lamp")
        rooms = [*server.world.homes, *server.world.rooms.values()]
        self.assertEqual([room.title for room in rooms if ann.agent in room.members], ["Lamp"])

    def test_a_player_who_has_left_is_nowhere(self) -> None:
        server = Server([LAMP])
        ann = server.join("ann")
        ann.click("Lamp")
        ann.lose()
        rooms = [*server.world.homes, *server.world.rooms.values()]
        self.assertEqual([room.title for room in rooms if ann.agent in room.members], [])
        self.assertEqual(server.world.players, {})

    def test_two_rooms_of_one_game_are_two(self) -> None:
        server = Server([GamePlugin("one", Lamp), GamePlugin("two", Lamp)])
        ann, bob = server.join("ann"), server.join("bob")
        ann.send(click(server.world.homes[0].objid_of(("room", "one"))))
        bob.send(click(server.world.homes[0].objid_of(("room", "two"))))
        ann.click("off")
        ann.token("on")
        bob.token("off")


class Gone(SynchronousTestCase):
    def test_a_game_is_told_who_is_gone_for_good(self) -> None:
        """Only a player who has logged out is; and the game knows it when they leave."""
        left: list[tuple[str, bool]] = []

        def leave(player: Player) -> Events:
            left.append((player.name, player.is_gone))
            return ()

        game = Stage(leave=leave)
        server = Server([stage(game)])
        ann = server.join("ann")
        player = server.world.players[ann.agent]
        ann.click("Stage")
        server.world.detach(player)
        self.assertFalse(player.is_gone)
        server.world.leave_room(player)
        server.world.send_to(player, "stage")
        server.world.logout(player)
        self.assertEqual(left, [("ann", False), ("ann", True)])

    def test_who_is_gone_keeps_nothing_of_the_connection(self) -> None:
        """A game may keep players who have left: it must not keep their sessions with them."""
        self.patch(Session, "log", Logger(observer=LogPublisher()))  # a log that has not begun keeps what it is told
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        player = server.world.players[ann.agent]
        assert player.client is not None and player.client.screen is not None
        alive = [ref(ann.protocol.session), ref(ann.pipe)]
        ann.send(logout())
        server.settle()
        self.assertIsNone(player.client)
        server.clients.clear()
        del ann
        server.advance(10)
        gc.collect()
        self.assertEqual([one() for one in alive], [None, None])
        server.world.award(player, -1)
        self.assertEqual(player.points, NEWCOMER_POINTS - 1)

    def test_rooms_keep_nothing_of_who_has_walked_out(self) -> None:
        server = Server([GamePlugin("lamp", Lamp)])
        ann = server.join("ann")
        alive = ref(server.world.players[ann.agent])
        ann.click("Lamp")
        ann.click("Home")
        server.world.homes[0].leave(server.world.players.pop(ann.agent))
        del ann.protocol.session.player
        server.advance(10)
        gc.collect()
        self.assertIsNone(alive())


class EverybodyAtOnce(SynchronousTestCase):
    """Whatever people do, and in whatever order, nobody is left with a wrong picture [c4.3.3, c8.9.5.3.1.5]."""

    def change(self, game: Stage, random: Random, names: list[str]) -> None:
        """Show something else."""
        width, height = game.size = random.choice([(4, 3), (4, 3), (4, 3), (5, 4)])
        cells = [(x, y) for y in range(1, height) for x in range(width)]
        random.shuffle(cells)
        game.tiles = {"prop": Tile(*cells.pop(), "prop")}
        for id in range(random.randrange(5)):
            game.tiles[id] = Tile(*cells.pop(), str(random.randrange(3)), bg=random.choice([None, "ff000001"]))
        game.keys = {"a": Key("VK_A", str(random.randrange(2)))} if random.randrange(2) else {}
        game.bg = random.choice(["ffffffff", "fffffffe"])
        x, y = game.tiles["prop"][:2]
        game.views = {name: View({"prop": Tile(x, y, name)}) for name in names if random.randrange(3) == 0}

    def test_a_wild_evening(self) -> None:
        random = Random(44455)
        game = Stage()
        server = Server([stage(game), LAMP, GamePlugin("noughts", Noughts)], home_size=3)
        names = [f"p{number}" for number in range(7)]
        inside: list[Client] = []
        for step in range(600):
            match random.randrange(12):
                case 0 if len(inside) < 7:
                    inside.append(server.join(random.choice(names)))
                case 1 if len(inside) > 2:
                    client = inside.pop(random.randrange(len(inside)))
                    if random.choice([True, False]):
                        client.lose()
                    else:
                        client.send(logout())
                    server.settle()
                case 2:
                    self.change(game, random, names)
                    server.world.rooms["stage"].rooms_changed({})
                    server.settle()
                case 3:
                    server.advance(random.choice([0.25, 1, 3]))
                case _ if inside:
                    client = random.choice(inside)
                    objids = sorted(o for o in client.model.members_single() if o[0] == "t")
                    client.send(*(click(objid) for objid in random.choices(objids, k=random.choice([1, 1, 1, 2]))))
                    if step % 50 == 0:
                        client.send(say(client.agent, "here I am"))
            server.check()
        self.assertTrue(all(client.pipe.is_open for client in inside))


class ManyOfOneName(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.people = [self.server.join("ann") for _ in range(15)]

    def names(self) -> list[str]:
        return [player.name for player in self.server.world.players.values()]

    def test_they_are_numbered(self) -> None:
        self.assertEqual(self.names(), ["ann", *(f"ann{number}" for number in range(2, 16))])

    def test_a_small_number_is_given_again(self) -> None:
        self.people[3].lose()
        self.server.join("Ann")
        self.assertEqual(self.names()[-1], "Ann4")

    def test_so_is_a_large_one(self) -> None:
        self.people[11].lose()
        self.server.join("ann")
        self.assertEqual(self.names()[-1], "ann12")
