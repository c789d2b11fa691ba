"""What people type in any room, beginning with a slash, and what they say to players in other rooms."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Client, Server
from tilenet.catalogue import GamePlugin, installed_games
from tilenet.game import HELP, HOME, Events, Game, Open, Player, Scene, Tell, TileId, help_tile, home_tile
from tilenet.words import Words
from tilenet.world.players.accounts import Account
from tilenet.world.players.admission import Claim
from tilenet.world.rooms.commands import EVERYWHERE, LOOKED_AT, NAMED, ROOMS
from tilenet.world.rooms.tablecommands import ANYWHERE


class Dice(Game):
    title, about, help = "Dice", "Roll them.", ("Type /roll.",)
    is_recorded = False
    commands = {"roll": Words("/roll rolls the dice."), "who": Words("/who tells whose turn it is.")}  # noqa: RUF012

    def scene(self) -> Scene:
        return Scene((2, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0)})

    def say(self, player: Player, text: str, to: TileId | None, now: float) -> Events:
        if to is None and text.startswith("/"):
            return [Tell(player, f"You have typed {text}")]
        return super().say(player, text, to, now)


class Den(Dice):
    title = "Den"


class CommandsTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.server = Server([GamePlugin("dice", Dice), GamePlugin("den", Den)])
        self.ann, self.bob, self.cid = (self.server.join(name) for name in ("ann", "bob", "cid"))
        self.cid.click("Dice")
        self.server.advance(5)  # until arrivals have been told
        self.forget()

    def forget(self) -> None:
        for client in self.server.clients:
            client.heard  # noqa: B018

    def heard(self, *speeches: tuple[Client, str]) -> list[list[str]]:
        """What ann, bob and cid hear when this is said."""
        for client, text in speeches:
            client.say(text)
        return [client.heard for client in (self.ann, self.bob, self.cid)]


class Help(CommandsTestCase):
    def test_all_commands_are_listed_for_the_one_who_asks(self) -> None:
        everywhere = [about for word, about in EVERYWHERE.items() if word not in ("seed", "bot")]  # of no use at Home
        lines = [*everywhere, *ANYWHERE.values()]
        self.assertEqual(self.heard((self.ann, "/help")), [lines, [], []])

    def test_those_of_the_game_come_first_and_take_the_place_of_others(self) -> None:
        lines = [*Dice.commands.values(), *(EVERYWHERE[word] for word in ("help", "msg", "watch")), *ANYWHERE.values()]
        self.assertEqual(self.heard((self.cid, "/help")), [[], [], lines])
        self.assertEqual(self.heard((self.cid, "/WHO now")), [[], [], ["You have typed /WHO now"]])

    def test_an_unknown_command_is_never_said_aloud(self) -> None:
        for text, word in (
            ("/msgg bob hi", "msgg"),
            ("  /fly", "fly"),
            ("/", ""),
            ("//roll", "/roll"),
            ("/roll", "roll"),
        ):
            why = f"There is no /{word}. /help lists what there is."
            self.assertEqual(self.heard((self.ann, text)), [[why], [], []], text)

    def test_more_commands_than_talk_in_a_moment_but_not_more_whispers(self) -> None:
        whispers = ("@bob hello", "/msg bob hello", "/m\x90sg bob hello")
        for text, count in (("hello", 5), *((one, 5) for one in whispers), ("/who", 17)):
            self.server.advance(60)
            self.forget()
            heard = [line for _ in range(30) for line in self.heard((self.ann, text))[0]]
            muted = sum("talking too fast" in line for line in heard)
            self.assertEqual(30 - muted, count, text)

    def test_what_is_said_to_a_player_or_a_tile_is_no_command(self) -> None:
        self.ann.say("/who", to=self.bob.agent)
        self.assertEqual(self.bob.heard, ["/who"])


class Who(CommandsTestCase):
    def test_everybody_is_listed_where_most_are_first(self) -> None:
        bot = self.server.join("bot-1")
        self.server.world.declare_bot(self.server.world.players[bot.agent])
        self.forget()
        lines = ["4 players are on this server:", "Home: ann, bob, bot-1 (bot)", "Dice: cid"]
        self.assertEqual(self.heard((self.cid, "@ann"), (self.ann, "/who"))[0], lines)

    def test_one_player_is_found_wherever_they_are(self) -> None:
        for text, told in (
            ("/who cid", "cid is at Dice."),
            ("/who CID", "cid is at Dice."),
            ("/who dan", "Nobody here is called dan."),
            ("/who ci", "Nobody here is called ci."),
        ):
            self.assertEqual(self.heard((self.ann, text)), [[told], [], []])

    def test_a_crowd_is_counted_and_costs_more(self) -> None:
        crowd = [self.server.join(f"p{number}") for number in range(LOOKED_AT)]
        self.forget()
        player = self.server.world.players[self.ann.agent]
        charged: list[float] = []
        self.patch(type(player), "charge", lambda one, commands: charged.append(commands))
        _, home, dice = self.heard((self.ann, "/who"))[0]
        self.assertTrue(home.endswith(f"p{NAMED - 3} and {len(crowd) + 2 - NAMED} more"), home)
        self.assertEqual((dice, charged), ("Dice: cid", [(len(crowd) + 3) / LOOKED_AT]))

    def test_there_may_be_more_rooms_than_are_listed(self) -> None:
        for number in range(ROOMS + 1):
            room = self.server.world.building.open(Open("den", {}, f"Den {number}"))
            player = self.server.world.players[self.server.join(f"p{number}").agent]
            self.server.world.send_to(player, room)
        lines = self.heard((self.ann, "/who"))[0]
        self.assertEqual((len(lines), lines[-1]), (ROOMS + 2, "And 3 more in other rooms."))


class PrivatePlaces(SynchronousTestCase):
    def test_a_room_that_its_parent_does_not_list_has_no_title_for_others(self) -> None:
        """As a replay, which the room Replays does not list."""
        server = Server([*installed_games()])
        building = server.world.building
        for parent, title, place in (
            ("records", "Secret 1", "Records"),
            ("tombala", "Tombala: den", "Tombala: den"),
            ("", "Den", "Den"),
        ):
            name = building.open(Open("noughts", {}, title, parent))
            assert name is not None
            self.assertEqual(building.rooms[name].place, place)

    def test_a_table_where_a_private_replay_goes_on_has_none_either(self) -> None:
        server = Server([GamePlugin("den", Den)])
        room = server.world.rooms["den"]
        room.origin = room.origin._replace(replay="den-abcdefgh")
        self.assertEqual(room.place, "a private table")


class Whispers(CommandsTestCase):
    def test_reach_a_player_in_the_same_room_as_a_whisper(self) -> None:
        for text in ("/msg bob hi there", "@bob hi there", "@BOB: hi there", "/MSG bob, hi there", "@bob   hi there"):
            heard = self.heard((self.ann, text))
            self.assertEqual(heard, [["You whisper to bob: hi there"], ["(hi there)"], []], text)
            self.server.advance(2)
        self.ann.say("@bob hi")
        self.assertEqual(self.bob.model.heard, [(self.ann.agent, self.bob.agent, "(hi)")])

    def test_reach_a_player_in_another_room_who_is_told_where_they_come_from(self) -> None:
        for text in ("/msg cid hi", "@cid hi"):
            self.assertEqual(
                self.heard((self.ann, text)), [["You whisper to cid: hi"], [], ["ann whispers from Home: hi"]]
            )

    def test_a_client_that_takes_facts_knows_whose_whisper_it_is(self) -> None:
        self.cid.send(b'<xrequest options="facts"/>')
        self.ann.say("@cid hi")
        options, content = self.cid.model.responses[-1]
        self.assertEqual(
            (options, json.loads(content)), ("next line", {"whisper": "hi", "name": "ann", "place": "Home"})
        )
        self.assertNotIn(b"next line", self.ann.raw + self.bob.raw)
        self.cid.say("@ann yes?")
        options, content = self.cid.model.responses[-1]
        self.assertEqual((options, json.loads(content)), ("next line", {"whispered": "yes?", "name": "ann"}))

    def test_the_longest_name_counts(self) -> None:
        self.server.join("bob the builder")
        self.forget()
        (asked,) = self.heard((self.cid, "@bob the builder of it"))[2]
        self.assertEqual(asked, "bob the builder or bob? Type @bob the builder: and a message.")
        (said,) = self.heard((self.cid, "@bob the builder: of it"))[2]
        self.assertEqual(said, "You whisper to bob the builder: of it")
        self.assertEqual(self.heard((self.cid, "@bob the baker"))[2], ["You whisper to bob: the baker"])

    def test_somebody_who_is_not_there_is_said_to_be_missing(self) -> None:
        for text, told in (
            ("@dan hi", "Nobody here is called dan."),
            ("/msg dan hi", "Nobody here is called dan."),
            ("@" + "x" * 399, f"Nobody here is called {'x' * 32}."),
            ("@", "Who is it for? Type @NAME and a message."),
            ("/msg", "Who is it for? Type @NAME and a message."),
            ("@bob", "To whisper to bob, type @bob and a message."),
            ("@bob: ", "To whisper to bob, type @bob and a message."),
        ):
            self.assertEqual(self.heard((self.ann, text)), [[told], [], []], text)
            self.server.advance(1)

    def test_a_name_that_has_changed_hands_leads_to_its_new_owner(self) -> None:
        self.cid.lose()
        self.assertEqual(self.heard((self.ann, "@cid hi"))[0], ["Nobody here is called cid."])
        cid = self.server.join("cid")
        self.forget()
        self.ann.say("@cid hi")
        self.assertEqual(cid.heard, ["(hi)"])

    def test_a_guest_who_loses_a_name_to_an_account_is_found_under_the_new_one(self) -> None:
        """And the account's owner, once there, under theirs."""
        world = self.server.world
        world._people.reserve("bob")
        player = world.players[self.bob.agent]
        self.assertNotEqual(player.name, "bob")
        self.ann.say(f"@{player.name} hi")
        self.assertEqual(self.bob.heard, ["(hi)"])
        self.ann.heard  # noqa: B018
        self.ann.say("@bob hi")
        self.assertEqual(self.ann.heard, ["Nobody here is called bob."])

    def test_a_blank_before_the_sign_says_it_to_all(self) -> None:
        self.assertEqual(self.heard((self.ann, " @bob is away")), [["@bob is away"], ["@bob is away"], []])

    def test_never_goes_to_somebody_whose_name_begins_like_the_one_meant(self) -> None:
        mallory, eve = self.server.join("bob:"), self.server.join("bob I")
        self.forget()
        self.ann.say("@bob: my password is sesame")
        self.ann.say("@bob I love you")
        self.assertEqual((mallory.heard, eve.heard), ([], []))

    def test_is_not_said_aloud_after_something_invisible(self) -> None:
        self.ann.say("\ufeff/msg bob secret")
        self.ann.say("\u200b@bob secret")
        self.assertEqual(self.heard()[1:], [["(secret)", "(secret)"], []])

    def test_are_speech_with_its_limits(self) -> None:
        self.ann.say("@bob a\u202eb\tc")
        self.assertEqual(self.bob.heard, ["(ab c)"])
        self.ann.say("@bob " + "x" * 400)
        self.assertEqual(self.ann.heard[-1], "Not said: that is over 400 characters.")
        for _ in range(5):
            self.ann.say("@bob psst")
        self.assertEqual((self.ann.heard[-1], len(self.bob.heard)), ("Not said: you are talking too fast.", 4))

    def test_those_to_one_player_are_bounded_from_wherever_they_come(self) -> None:
        crowd = [self.server.join(f"p{number}") for number in range(13)]
        for one in crowd[::2]:
            one.click("Den")
        self.forget()
        for one in crowd:
            for _ in range(5):
                one.say("@cid psst")
        self.assertEqual(len(self.cid.heard), 60)
        self.assertIn("Not said: too many are whispering to cid.", crowd[-1].heard)

    def test_those_who_cannot_hear_are_named(self) -> None:
        server = Server(seat_seconds=60)
        ann, bob = server.join("ann"), server.join("bob")
        bob.lose()
        server.settle()
        ann.heard  # noqa: B018
        ann.say("@bob hi")
        self.assertEqual(ann.heard, ["Not said: bob is not connected."])

    def test_an_account_is_found_by_its_name(self) -> None:
        world = self.server.world
        player = world.enter_world(Account("Zoë", 10, 7), Claim("Zoë"))
        self.assertEqual(world.building.addressed("zoë hi"), (player, "hi"))
        world.logout(player)
        self.assertEqual(world.building.addressed("zoë hi"), (None, "zoë hi"))
