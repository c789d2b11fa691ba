"""The table at which games are tried."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Boom, Lamp, Rang, Stage, stage
from tilenet.catalogue import GamePlugin
from tilenet.game import Go, Key, Points, Say, Tell, Tile, View
from tilenet.testing import READ_LATELY, Seat, Table
from tilenet.wire.codec import Decoder, opening
from tilenet.wire.grammar import SERVER
from tilenet.wire.messages import Message, ServerOpen


class ATable(SynchronousTestCase):
    def setUp(self) -> None:
        self.game = Stage()
        self.game.keys = {"clap": Key("VK_SPACE", "Clap")}
        self.table = Table(stage(self.game))
        self.ann, self.bob = self.table.enter("ann"), self.table.enter("bob")

    def test_makes_the_game_by_its_class_or_its_plugin(self) -> None:
        self.assertIsInstance(Table(Lamp).game, Lamp)
        self.assertIs(self.table.game, self.game)

    def test_chance_is_the_same_each_time(self) -> None:
        rolls = []

        def make(random: Random) -> Lamp:
            rolls.append(random.random())
            return Lamp(random)

        for seed in (1, 1, 2):
            Table(GamePlugin("lamp", Lamp, make), seed)
        self.assertEqual(rolls[0], rolls[1])
        self.assertNotEqual(rolls[0], rolls[2])

    def test_a_player_has_a_name_of_their_own_and_points(self) -> None:
        self.assertEqual((self.ann.name, self.ann.points), ("ann", 10))
        self.assertEqual(self.table.enter("ann").name, "ann2")

    def test_a_player_sees_tiles_keys_and_the_headline(self) -> None:
        seen = self.ann.tile("prop")
        self.assertEqual((seen.name, seen.text, seen.enabled), ("prop", "A prop", True))
        self.assertEqual((seen.fg, seen.bg, seen.image), ("ff000000", "ffffffff", None))
        self.assertEqual((self.ann.key("clap").text, self.ann.headline), ("Clap", "A stage"))
        self.assertRaises(KeyError, self.ann.tile, "nothing")

    def test_a_player_sees_their_own_view(self) -> None:
        self.game.views["ann"] = View({"prop": Tile(0, 1, "mine")})
        self.bob.say("hello")
        self.assertEqual((self.ann.tile("prop").name, self.bob.tile("prop").name), ("mine", "prop"))

    def test_what_a_player_does_reaches_the_game(self) -> None:
        self.ann.click("prop")
        self.ann.press("clap")
        self.ann.say("hello", "prop")
        self.assertTrue(self.ann.is_at_the_table)
        self.ann.leave()
        self.assertFalse(self.ann.is_at_the_table)
        for method, told in (("click", ["prop"]), ("press", ["clap"]), ("say", ["hello", "prop"]), ("leave", [])):
            self.assertEqual(self.game.called(method), [[self.ann.player, *told]])

    def test_a_click_on_what_is_disabled(self) -> None:
        self.game.tiles["prop"] = Tile(0, 1, "prop", enabled=False)
        self.ann.say("hello")
        self.assertFalse(self.ann.tile("prop").enabled)
        with self.assertRaisesRegex(AssertionError, "ann cannot click 'prop': it is disabled"):
            self.ann.click("prop")

    def test_speech_as_fast_as_the_test_likes(self) -> None:
        for number in range(50):
            self.ann.say(str(number))
        self.assertEqual(self.bob.heard[-50:], [str(number) for number in range(50)])

    def test_what_the_room_says_is_heard(self) -> None:
        self.game.acts["click"] = [Say("to all"), Tell(self.bob.player, "to bob")]
        self.ann.click("prop")
        self.assertEqual((self.ann.heard[-1], self.bob.heard[-2:]), ("to all", ["to all", "to bob"]))

    def test_what_everybody_is_sent_is_read_once_and_heard_by_all(self) -> None:
        read: list[bytes] = []
        feed = Decoder.feed

        def noted(decoder: Decoder, data: bytes) -> list[Message]:
            read.append(data)
            return feed(decoder, data)

        self.patch(Decoder, "feed", noted)
        for number in range(3 * READ_LATELY):
            self.game.acts["click"] = [Say(f"news {number}")]
            self.ann.click("prop")
        self.assertEqual(sum(b'"news 7"' in data for data in read), 1)
        news = [f"news {number}" for number in range(3 * READ_LATELY)]
        for one in (self.ann, self.bob):
            self.assertEqual([text for text in one.heard if text.startswith("news")], news)

    def test_what_is_not_legal_or_not_whole_is_never_taken_for_what_was_read_before(self) -> None:
        hear = b'<hear from="m1" to="a1" message="hello"/>'
        decoder = Decoder(SERVER, 2**20)
        decoder.feed(opening(ServerOpen("testing", "table", "open")) + b'<logged-in message="" objid="a1"/>')
        for _ in range(2):
            self.assertEqual(self.table.heard_in(hear, decoder), ["hello"])
        self.assertEqual(self.table.heard_in(hear[:9], decoder), [])
        self.assertEqual(self.table.heard_in(hear[9:] + hear, decoder), ["hello", "hello"])
        self.assertEqual(self.table.heard_in(hear[:9], decoder), [])
        self.assertRaises(AssertionError, self.table.heard_in, hear, decoder)  # a tag inside of a tag
        self.assertRaises(AssertionError, self.table.heard_in, b"<nonsense/>", self.ann._decoder)

    def test_what_happened_is_known(self) -> None:
        rang = Rang()
        self.game.acts["click"] = [rang]
        self.ann.click("prop")
        self.assertEqual(self.bob.happened_here, [rang])

    def test_points_and_go(self) -> None:
        self.game.acts["click"] = [Points(self.bob.player, 5), Go(self.bob.player)]
        self.assertTrue(self.bob.is_at_the_table)
        self.ann.click("prop")
        self.assertEqual((self.bob.points, self.bob.is_at_the_table), (15, False))

    def test_time_passes(self) -> None:
        self.game.deadline = self.table.clock.seconds() + 5
        self.ann.say("hello")
        self.table.advance(5)
        self.assertEqual(len(self.game.called("tick")), 1)


class AGameThatFailsAtATable(SynchronousTestCase):
    """The test gets what the game raises."""

    def tearDown(self) -> None:
        self.flushLoggedErrors(Boom)

    def test_when_it_is_made(self) -> None:
        def make(random: Random) -> Stage:
            raise Boom

        with self.assertRaises(Boom):
            Table(GamePlugin("stage", Stage, make))

    def test_in_any_of_its_methods(self) -> None:
        acts: dict[str, Callable[[Table, Seat], object]] = {
            "enter": lambda table, ann: table.enter("bob"),
            "click": lambda table, ann: ann.click("prop"),
            "press": lambda table, ann: ann.press("clap"),
            "say": lambda table, ann: ann.say("hello"),
            "scene": lambda table, ann: ann.click("prop"),
            "leave": lambda table, ann: ann.leave(),
            "tick": lambda table, ann: table.advance(1),
        }
        for method, act in acts.items():
            game = Stage()
            game.keys = {"clap": Key("VK_SPACE")}
            table = Table(stage(game))
            ann = table.enter("ann")
            game.deadline = table.clock.seconds() + 1
            table.room.rooms_changed({})
            game.acts[method] = Boom()
            with self.assertRaises(Boom, msg=method):
                act(table, ann)
