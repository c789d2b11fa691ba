"""Knows what is new from one picture to the next, and that clients come to see just that."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.world.scenes import (
    BLUE,
    CAT,
    DOG,
    HELP_ONLY,
    RED,
    PictureTestCase,
    Viewer,
    looks,
    new_painter,
    scene,
    scenes,
    tags,
)
from tilenet.game import HELP, Key, Scene, Tile, View
from tilenet.wire.format import XML
from tilenet.wire.messages import Set
from tilenet.world.screens.images import BLANK, RegisteredImage
from tilenet.world.screens.pictures import NO_FACES, NOTHING, Face, Picture, difference, update

I4, I5 = RegisteredImage("i4", CAT), RegisteredImage("i5", DOG)


class UpdateTest(SynchronousTestCase):
    def test_only_what_is_new_is_said(self) -> None:
        """c4.3.3: the server omits what the client knows."""
        face = Face(1, "n", "t", RED, BLUE, 2, 3, I4)
        for old, new, said in (
            (face, face, Set("t1")),
            (face, face._replace(image=I5), Set("t1", image="i5")),
            (face, face._replace(image=None), Set("t1", image=BLANK.objid)),
            (face, face._replace(energy=0), Set("t1", energy=0)),
            (face, face._replace(name=""), Set("t1", name="")),
            (face, face._replace(text=""), Set("t1", text="")),
            (face, face._replace(bgcolor=BLUE), Set("t1", bgcolor=BLUE)),
            (face, face._replace(fgcolor=RED), Set("t1", fgcolor=RED)),
            (face, face._replace(x=1), Set("t1", x=1)),
            (face, face._replace(y=4), Set("t1", y=4)),
            (NOTHING, face, Set("t1", *face[:7], "i4")),
        ):
            self.assertEqual(update("t1", old, new), said)


class DifferenceTest(PictureTestCase):
    """c4.3.3: all that is new, and nothing else."""

    def test_of_what_has_changed_or_is_gone(self) -> None:
        """c8.9, rule 3: x to exit; the size is sent once, and never again."""
        for old, new, lines in (
            (scene(Tile(1, 1, "a")), scene(Tile(1, 1, "a")), []),
            (scene(Tile(1, 1, "a", "t")), scene(Tile(1, 1, "b", "t")), ['<set objid="t2" name="b"/>']),
            (scene(Tile(1, 1)), scene(), ['<set objid="t2" x="-1"/>']),
            (scene(keys={"a": Key("VK_A")}), scene(), ['<set objid="k2" x="-1"/>']),
            (scene(text="a"), scene(text="b"), ['<set objid="m1" text="b"/>']),
        ):
            self.painter = new_painter(images=self.images)
            self.assertEqual(self.told(old, new), lines)

    def test_who_goes_is_told_before_who_comes(self) -> None:
        """c8.9: otherwise the tile that comes would throw the other one out."""
        lines = self.told(
            Scene((4, 4), {**HELP_ONLY, "old": Tile(1, 1)}), Scene((4, 4), {**HELP_ONLY, "new": Tile(1, 1, "n")})
        )
        self.assertEqual(
            lines, ['<set objid="t2" x="-1"/>', '<set objid="t3" energy="1" name="n" text="" x="1" y="1"/>']
        )

    def test_a_tile_that_was_thrown_out_on_the_way_is_told_its_whole_place(self) -> None:
        """c8.9: a token put on an occupied cell throws the old one out."""
        lines = self.told(scene(Tile(1, 1), Tile(2, 1)), scene(Tile(2, 1), Tile(1, 1)))
        self.assertEqual(lines, ['<set objid="t2" x="2"/>', '<set objid="t3" x="1" y="1"/>'])

    def test_a_new_tile_in_the_room_s_colours_is_told_without_them(self) -> None:
        """c5.1: a new token without colours takes the matrix's."""
        lines = self.told(scene(), scene(Tile(1, 1), Tile(2, 2, fg=RED)))
        self.assertEqual(
            lines,
            [
                '<set objid="t2" energy="1" name="" text="" x="1" y="1"/>',
                f'<set objid="t3" energy="1" name="" text="" fgcolor="{RED}" x="2" y="2"/>',
            ],
        )

    def test_new_colours_of_the_room_are_told_for_every_tile_that_had_the_old(self) -> None:
        """c5.1: the matrix's colours count for new tokens only."""
        lines = self.told(scene(Tile(1, 1, fg=BLUE)), scene(Tile(1, 1, fg=BLUE), fg=RED))
        self.assertEqual(lines, [f'<set objid="m1" fgcolor="{RED}"/>', f'<set objid="t1" fgcolor="{RED}"/>'])

    def test_a_new_size_puts_everything_back(self) -> None:
        """c8.9: a resize empties the matrix in the client."""
        keys = {"a": Key("VK_A")}
        change = self.change(scene(Tile(1, 1), keys=keys), scene(Tile(1, 1), keys=keys, size=(5, 4)))
        self.assertTrue(change.resized)
        self.assertEqual(tags(*change.head), ['<set objid="m1" x="5"/>'])
        self.assertEqual(
            tags(*change.body),
            ['<set objid="t1" x="0" y="0"/>', '<set objid="t2" x="1" y="1"/>', '<set objid="k3"/>'],
        )

    def test_images_that_are_used_are_named_once(self) -> None:
        """c8.9: an image is defined before use."""
        change = self.change(scene(Tile(1, 1)), scene(Tile(1, 1, image=CAT), image=DOG))
        self.assertEqual(change.images, {self.images.register(CAT), self.images.register(DOG)})
        self.assertEqual([one.image for one in change.head], [None] * len(change.head))
        self.painter = new_painter(images=self.images)
        change = self.change(scene(Tile(1, 1, image=CAT)), scene(Tile(1, 1, "a", image=CAT)))
        self.assertEqual(change.images, frozenset())

    def test_an_image_is_taken_off_by_the_blank_one(self) -> None:
        change = self.change(scene(Tile(1, 1, image=CAT), image=DOG), scene(Tile(1, 1)))
        self.assertEqual(change.images, {BLANK})
        self.assertEqual(
            tags(*change.body),
            [f'<set objid="m1" image="{BLANK.objid}"/>', f'<set objid="t2" image="{BLANK.objid}"/>'],
        )


class InPlace(PictureTestCase):
    """A change in which nothing comes, goes or moves can be told in parts."""

    def test_other_looks_and_texts_are(self) -> None:
        cat = Tile(2, 2, "b", image=CAT)
        old = scene(Tile(1, 1, "a"), cat, keys={"k": Key("VK_A")}, text="s")
        new = scene(Tile(1, 1, "b", "t", False, RED, BLUE), cat, keys={"k": Key("VK_B")}, text="t")
        self.assertTrue(self.change(old, new).in_place)

    def test_these_are_not(self) -> None:
        old = scene(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A")})
        for what, new in {
            "one comes": scene(Tile(1, 1, "a"), Tile(2, 2, "b"), Tile(3, 3), keys={"k": Key("VK_A")}),
            "one goes": scene(Tile(1, 1, "a"), keys={"k": Key("VK_A")}),
            "one moves": scene(Tile(1, 1, "a"), Tile(3, 2, "b"), keys={"k": Key("VK_A")}),
            "a key comes": scene(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A"), "l": Key("VK_B")}),
            "a key goes": scene(Tile(1, 1, "a"), Tile(2, 2, "b")),
            "an image": scene(Tile(1, 1, "a", image=CAT), Tile(2, 2, "b"), keys={"k": Key("VK_A")}),
            "the room's image": scene(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A")}, image=CAT),
            "the room's colour": scene(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A")}, fg=RED),
            "the room's size": scene(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A")}, size=(5, 5)),
        }.items():
            self.painter = new_painter(images=self.images)
            self.assertFalse(self.change(old, new).in_place, what)

    def test_what_a_view_covers_is_left_out(self) -> None:
        change = self.change(scene(Tile(1, 1, "a"), Tile(2, 2, "b")), scene(Tile(1, 1, "c"), Tile(2, 2, "d"), text="t"))
        one, two = self.painter.objid_of(1), self.painter.objid_of(2)
        matrix = '<set objid="m1" text="t"/>'
        self.assertEqual(tags(*change.without({one: Face()}).messages), [matrix, f'<set objid="{two}" name="d"/>'])
        self.assertEqual(tags(*change.without({one: Face(), two: Face()}).messages), [matrix])
        self.assertEqual(change.without(NO_FACES).messages, change.news.messages)
        self.painter = new_painter(images=self.images)
        change = self.change(scene(Tile(1, 1, "a")), scene(Tile(1, 1, "b")))
        self.assertFalse(change.without({self.painter.objid_of(1): Face()}))


class PictureTest(PictureTestCase):
    def test_the_whole_of_it_is_found_once(self) -> None:
        """However many come in; and through no view it is itself."""
        picture = self.paint(Tile(1, 1))
        self.assertIs(picture.whole, picture.whole)
        self.assertIs(picture.whole.news, picture.whole.news)
        self.assertIs(picture.through(NO_FACES), picture)

    def test_nothing_of_it_waits_for_the_garbage_collector(self) -> None:
        gc.disable()
        self.addCleanup(gc.enable)
        picture = Picture("m1", NOTHING, {"t1": Face(1, "a", "", None, None, 0, 0)})
        self.assertEqual(len(picture.whole.updates), 1)
        is_there = ref(picture)
        del picture
        self.assertIsNone(is_there())

    def test_the_news_of_a_change_is_head_and_body(self) -> None:
        change = self.change(scene(Tile(1, 1, "a")), scene(Tile(1, 1, "b"), text="t"))
        self.assertEqual(change.news.messages, (*change.head, *change.body))
        self.assertIs(change.news, change.news)


class SeenTest(SynchronousTestCase):
    """c8.9.5.3.1.5: never a client with a wrong picture, and nothing that it knows already."""

    @settings(deadline=None, max_examples=150)
    @given(st.lists(scenes(), min_size=2, max_size=4))
    def test_clients_see_each_picture_in_turn_and_their_own_views(self, shown: list[tuple[Scene, View]]) -> None:
        """Those who were away see the last picture, and those who come late see the whole."""
        painter = new_painter()
        steady, own, away, late = Viewer(), Viewer(), Viewer(), Viewer()
        before = mine_before = painter.picture
        pictures = []
        for one, view in shown:
            painter.paint("Room", one)
            picture = painter.picture
            mine = picture.through(painter.faces(view))
            for viewer, old, new in ((steady, before, picture), (own, mine_before, mine)):
                self.assertEqual(viewer.see(difference(old, new)), [])
                self.assertEqual(viewer.wrong(new), [])
            before, mine_before = picture, mine
            pictures.append(picture)
        away.see(pictures[0].whole)
        for viewer, change in ((away, difference(pictures[0], before)), (late, before.whole)):
            self.assertEqual(viewer.see(change), [])
            self.assertEqual(viewer.wrong(before), [])

    @settings(deadline=None, max_examples=150)
    @given(scenes(), st.lists(st.tuples(st.integers(0, 9), looks), min_size=1, max_size=5))
    def test_who_has_a_view_sees_all_around_it(
        self, start: tuple[Scene, View], steps: list[tuple[int, tuple[Any, ...]]]
    ) -> None:
        """Of a change in place they are told what their view does not cover, and that is all there is to know."""
        shown, view = start
        painter, viewer = new_painter(), Viewer()
        painter.paint("Room", shown)
        viewer.see(painter.picture.through(painter.faces(view)).whole)
        for number, look in steps:
            tiles = dict(shown.tiles)
            id = [*tiles][number % len(tiles)]
            if id != HELP:
                tiles[id] = Tile(*tiles[id][:2], *look[:5])._replace(image=tiles[id].image)
            shown = Scene(shown.size, tiles, shown.keys, str(number % 2), shown.fg, shown.bg, shown.image)
            change = painter.paint("Room", shown)
            if change is not None:
                self.assertTrue(change.in_place)
                self.assertEqual(viewer.hear(change.without(painter.faces(view)).encoded(XML)), [])
            self.assertEqual(viewer.wrong(painter.picture.through(painter.faces(view))), [])
