"""Memory in its room: what players see, hear and win, and that nothing of a card that is down gets out."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.harness import Server, sets
from tests.doubles.memory_cards import PAIRS, Stacked
from tests.doubles.model import click
from tilenet.catalogue import GamePlugin, with_options
from tilenet.game import HELP, Moment
from tilenet.games.memory.colours import WHITE, argb, ink_on, mix
from tilenet.games.memory.game import Memory
from tilenet.games.memory.table import PALE
from tilenet.options import Options
from tilenet.testing import Seat, Table

WAITING = "Nobody else is here: add a bot, or invite a friend."


class Plain(Memory):
    """A board with the cards in order."""

    def __init__(self, random: Random) -> None:
        super().__init__(Stacked())


class RoomTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.table = Table(Plain)

    def sit_down(self, *names: str) -> list[Seat]:
        return [self.table.enter(name) for name in names]

    def find_all(self, *seats: Seat) -> None:
        for number, pair in enumerate(PAIRS):
            for cell in pair:
                seats[number % len(seats)].click(("card", *cell))

    def colour_of(self, seat: Seat) -> Any:
        assert isinstance(self.table.game, Memory)
        return self.table.game.contest.seats[seat.player].colour


class Cards(RoomTestCase):
    def test_down(self) -> None:
        ann, _ = self.sit_down("ann", "bob")
        for x in range(4):
            for y in range(4):
                tile = ann.tile(("card", x, y))
                self.assertEqual((tile.name, tile.text, tile.enabled), ("?", "A card that is face down.", True))

    def test_up_in_the_colour_of_who_turned_it_and_by_name(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        bob.click(("card", 2, 0))
        tile = ann.tile(("card", 2, 0))
        colour = mix(self.colour_of(bob), WHITE, PALE)
        self.assertEqual((tile.name, tile.text, tile.enabled), ("ab", "bob has turned it up.", True))
        self.assertEqual((tile.bg, tile.fg), (argb(colour), argb(ink_on(colour))))

    def test_a_wrong_pair_is_the_same_and_marked(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        bob.click(("card", 2, 0))
        bob.click(("card", 0, 0))
        for cell, name in (((2, 0), "ab!"), ((0, 0), "aa!")):
            tile = ann.tile(("card", *cell))
            self.assertEqual((tile.name, tile.text), (name, "bob has turned it up, and it is not a pair."))
            self.assertEqual(tile.bg, argb(mix(self.colour_of(bob), WHITE, PALE)))

    def test_found_in_the_colour_of_who_found_it(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        bob.click(("card", 0, 0))
        bob.click(("card", 1, 0))
        tile = ann.tile(("card", 1, 0))
        self.assertEqual((tile.name, tile.text, tile.enabled), ("aa", "bob has found it.", False))
        self.assertEqual(tile.bg, argb(self.colour_of(bob)))

    def test_with_a_picture_while_they_are_not_down(self) -> None:
        """The same on both cards of a pair, and another one on all others; those that are down have the same back."""
        ann, bob = self.sit_down("ann", "bob")
        [back] = {ann.tile(("card", x, y)).image for x in range(4) for y in range(4)}
        bob.click(("card", 0, 0))
        bob.click(("card", 1, 0))
        bob.click(("card", 2, 0))
        first, second, other, down = (ann.tile(("card", x, 0)).image for x in range(4))
        self.assertEqual((first, down), (second, back))
        self.assertNotIn(other, (first, back, None))
        self.table.advance(5)
        self.assertEqual(ann.tile(("card", 2, 0)).image, back)

    def test_all_are_disabled_while_there_is_no_game(self) -> None:
        (ann,) = self.sit_down("ann")
        self.assertFalse(any(ann.tile(("card", x, y)).enabled for x in range(4) for y in range(4)))
        bob = self.table.enter("bob")
        self.assertTrue(all(ann.tile(("card", x, y)).enabled for x in range(4) for y in range(4)))
        bob.leave()
        self.assertFalse(any(ann.tile(("card", x, y)).enabled for x in range(4) for y in range(4)))


class Words(RoomTestCase):
    def test_who_leads(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        self.assertEqual(ann.headline, "Turn two cards: 8 pairs to find. Nobody has one yet.")
        ann.click(("card", 0, 0))
        ann.click(("card", 1, 0))
        self.assertEqual(ann.headline, "Turn two cards: 7 pairs to find. ann leads with 2 cards.")
        bob.click(("card", 2, 0))
        bob.click(("card", 3, 0))
        self.assertEqual(ann.headline, "Turn two cards: 6 pairs to find. ann and bob lead with 2 cards.")
        self.assertEqual(bob.heard[-2:], ["ann found a pair.", "bob found a pair."])

    def test_the_end(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        with patch("tilenet.games.memory.game.Moment", side_effect=Moment) as moments:
            self.find_all(ann)
        self.assertEqual(moments.call_count, 8)
        said = ["ann found the last pair.", "Game over: ann wins with 16 cards."]
        ranking = ["Game over. The ranking:", "1. ann           16 (+8)", "2. bob            0"]
        self.assertEqual(ann.heard[-6:], [*said, "You have won with 16 cards.", *ranking])
        self.assertEqual(bob.heard[-6:], [*said, "You have lost with 0 cards.", *ranking])
        self.assertEqual(bob.headline, "A new game in 10 s. Game over: ann wins with 16 cards.")
        self.assertEqual(bob.tile(("card", 3, 3)).name, "bd")

    def test_the_seconds_of_the_pause(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        self.table.advance(0.3)
        self.find_all(ann, bob)
        for seconds in range(10, 0, -1):
            self.assertIn(f"A new game in {seconds} s.", ann.headline)
            assert self.table.game.deadline is not None
            self.table.advance(self.table.game.deadline - self.table.clock.seconds())
        self.assertEqual(self.table.clock.seconds(), 10.3)
        self.assertEqual(ann.headline, "Turn two cards: 8 pairs to find. Nobody has one yet.")
        self.assertEqual(ann.heard[-1], "A new game: 8 pairs to find.")
        self.table.enter("cid")
        self.assertEqual(ann.heard.count("A new game: 8 pairs to find."), 1)
        self.assertEqual(ann.tile(("seat", 0)).name, "ann 0")

    def test_too_few(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        bob.leave()
        self.assertIn("The game waits until there is a second player.", ann.heard)
        self.assertEqual(ann.headline, WAITING)
        self.table.enter("cid")
        self.assertIn("The game continues.", ann.heard)

    def test_only_who_is_too_early_or_picks_a_card_that_is_up_is_told(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        for cell in ((0, 0), (2, 0), (0, 1)):
            ann.click(("card", *cell))
        bob.click(("card", 0, 0))
        early, up = "Wait until your two cards are hidden again.", "That card is already up: pick another."
        self.assertEqual((ann.heard[-1], bob.heard[-1]), (early, up))
        self.assertFalse(up in ann.heard or early in bob.heard)

    def test_help(self) -> None:
        ann, _ = self.sit_down("ann", "bob")
        ann.click(HELP)
        self.assertIn("/bot brings a bot", " ".join(ann.heard))

    def test_a_tie(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        self.find_all(ann, bob)
        for seat in (ann, bob):
            self.assertEqual(
                seat.heard[-5:-3], ["Game over: ann and bob tie, with 8 cards each.", "You have won with 8 cards."]
            )


class Side(RoomTestCase):
    def test_players_with_their_cards_in_their_colours_best_first(self) -> None:
        ann, bob = self.sit_down("ann", "bob")
        self.assertEqual([ann.tile(("seat", seat)).name for seat in (0, 1)], ["ann 0", "bob 0"])
        bob.click(("card", 0, 0))
        bob.click(("card", 1, 0))
        best = ann.tile(("seat", 0))
        self.assertEqual((best.name, best.text, best.enabled), ("bob 2", "bob has found 2 cards.", False))
        self.assertEqual(best.bg, argb(self.colour_of(bob)))
        self.assertEqual(ann.tile(("seat", 1)).name, "ann 0")

    def test_more_than_fit_are_counted(self) -> None:
        seats = self.sit_down(*(f"p{number}" for number in range(6)))
        self.assertEqual(seats[0].tile(("seat", 5)).name, "p5 0")
        self.table.enter("p6")
        more = seats[0].tile("more")
        self.assertEqual((more.name, more.text, more.enabled), ("and 2 more", "7 players.", False))
        self.assertEqual(seats[0].tile(("seat", 4)).name, "p4 0")
        self.assertRaises(KeyError, seats[0].tile, ("seat", 5))

    def test_a_long_name_leaves_room_for_the_cards(self) -> None:
        (ann,) = self.sit_down("a name of thirty-two characters!")
        tile = ann.tile(("seat", 0))
        self.assertEqual(tile.name, "a name of thi… 0")
        self.assertEqual(tile.text, "a name of thirty-two characters! has found 0 cards.")

    def test_a_name_of_wide_letters_leaves_room_for_the_cards_too(self) -> None:
        """Each takes two columns of a terminal."""
        names = ("日本語の名前が", "日本語の名前がと", "x日本語の名前がとても")
        (ann, *_) = self.sit_down(*names)
        shown = [ann.tile(("seat", seat)).name for seat in range(3)]
        self.assertEqual(shown, ["日本語の名前が 0", "日本語の名前… 0", "x日本語の名前… 0"])


class Sizes(SynchronousTestCase):
    def test_a_board_and_a_column(self) -> None:
        for dim, rows in ((2, 8), (4, 8), (8, 8), (10, 10), (26, 26)):
            (plugin,) = with_options([GamePlugin("memory", Memory)], [f"memory.dim={dim}"])
            scene = plugin.make(Random(1), {}).scene()
            self.assertEqual(scene.size, (dim + 1, rows))
            self.assertEqual(len(scene.tiles), dim * dim + 2)

    def test_what_is_no_size_is_refused_with_the_reason(self) -> None:
        for text in ("0", "1", "3", "28", "-4", "4.0", "", "four", "٤", "1000000"):
            with self.assertRaises(ValueError) as caught:
                with_options([GamePlugin("memory", Memory)], [f"memory.dim={text}"])
            self.assertEqual(
                str(caught.exception), f"memory.dim={text}: it must be an even number from 2 to 26, not {text!r}"
            )

    def test_another_size_counts_from_the_next_board_that_nobody_has_begun(self) -> None:
        """The server was started again with another option, in the middle of a board."""
        table = Table(Plain)
        ann, bob = table.enter("ann"), table.enter("bob")
        ann.click(("card", 0, 0))
        shown = table.game.scene()
        with patch.object(Plain, "dim", 6):
            table.game._scene = None  # type: ignore[attr-defined]
            cid = table.enter("cid")
            self.assertEqual(table.game.scene().size, shown.size)
            self.assertEqual(table.game.facts()["options"]["dim"], 4)
            ann.leave()
            bob.leave()
            cid.leave()
            table.enter("dan")
            self.assertEqual(table.game.scene().size, shown.size)  # of this board somebody knows a card
        table = Table(Plain)
        with patch.object(Plain, "dim", 6):
            table.enter("ann")
            self.assertEqual(table.game.scene().size, (7, 8))
            self.assertEqual(
                len([one for one in table.game.scene().tiles if isinstance(one, tuple) and one[0] == "card"]), 36
            )

    def test_both_rooms_are_installed_and_have_the_option(self) -> None:
        options = Options()
        options.parseOptions(["--room-option", "memory.dim=8", "--room-option", "memory-large.dim=26"])
        assert options.games is not None
        made = {plugin.name: plugin.make(Random(1), {}) for plugin in options.games if plugin.name.startswith("memory")}
        dims = {name: game.dim for name, game in made.items() if isinstance(game, Memory)}
        self.assertEqual(dims, {"memory": 8, "memory-large": 26})


class ASecret(SynchronousTestCase):
    def test_hiding_sets_everything_that_could_tell(self) -> None:
        """Who comes later is sent the same as before anything was turned."""
        server = Server([GamePlugin("memory", Memory)])
        ann, bob = server.join("ann"), server.join("bob")
        for client in (ann, bob):
            client.click("Memory")
        ann.send(click(ann.model.grid()[1, 2]))
        server.advance(5)
        cid = server.join("cid")
        cid.click("Memory")
        shown = {
            tuple(sorted((key, value) for key, value in one.items() if key in ("name", "text", "bgcolor", "fgcolor")))
            for one in sets(cid.raw)
            if one.get("name") == "?"
        }
        self.assertEqual(len(shown), 1)
        self.assertEqual(len([one for one in sets(cid.raw) if one.get("name") == "?"]), 16)


class LargeRooms(SynchronousTestCase):
    def test_only_what_has_changed_is_painted_again(self) -> None:
        (plugin,) = with_options([GamePlugin("memory", Memory)], ["memory.dim=26"])
        table = Table(plugin)
        ann, _ = table.enter("ann"), table.enter("bob")
        before = table.game.scene().tiles
        ann.click(("card", 25, 25))
        after = table.game.scene().tiles
        self.assertEqual(
            [id for id, tile in after.items() if tile is not before[id] and isinstance(id, tuple)][:1],
            [("card", 25, 25)],
        )
        self.assertIs(table.game.scene(), table.game.scene())

    def test_nothing_is_painted_again_for_a_pick_that_is_refused(self) -> None:
        table = Table(Plain)
        ann, bob = table.enter("ann"), table.enter("bob")
        ann.click(("card", 0, 0))
        ann.click(("card", 2, 0))
        before = table.game.scene()
        bob.click(("card", 0, 0))  # it is up
        ann.click(("card", 0, 1))  # too early
        self.assertIs(table.game.scene(), before)
