"""Knows which scenes can be shown, which objids their tiles and keys have, and what is new from one to the next."""

from __future__ import annotations

from typing import Any

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
    same,
    scene,
    scenes,
    tags,
)
from tilenet.game import HELP, HOME, NO_VIEW, Image, Key, KeyId, Scene, Tile, TileId, View, help_tile, home_tile
from tilenet.world.screens.painter import MAX_IMAGES, IllegalScene, Painter
from tilenet.world.screens.pictures import NO_FACES, Face, Picture, difference


class PainterTest(PictureTestCase):
    def test_a_tile_is_a_token_with_all_its_values(self) -> None:
        """5: name, text, energy, colours, column and row, image."""
        picture = self.paint(Tile(2, 3, "n", "t", True, RED, BLUE, CAT))
        face = picture.faces[self.painter.objid_of(1)]
        self.assertEqual(face, Face(1, "n", "t", BLUE, RED, 2, 3, self.images.register(CAT)))

    def test_a_tile_without_colours_has_the_room_s(self) -> None:
        """c5.1"""
        picture = self.paint(Tile(1, 1), fg=RED, bg=BLUE)
        face = picture.faces[self.painter.objid_of(1)]
        self.assertEqual((face.fgcolor, face.bgcolor), (RED, BLUE))

    def test_a_disabled_tile_or_key_has_no_energy(self) -> None:
        """c5.1: energy <= 0 is disabled; 5: a key's name is a Java virtual key name; text describes it."""
        keys: dict[KeyId, Key] = {"a": Key("VK_A", enabled=False), "go": Key("VK_SPACE", "Go")}
        picture = self.paint(Tile(1, 1, enabled=False), keys=keys)
        self.assertEqual(picture.faces[self.painter.objid_of(1)].energy, 0)
        self.assertEqual(picture.faces[self.painter.objid_of("a")].energy, 0)
        self.assertEqual(picture.faces[self.painter.objid_of("go")], Face(1, "VK_SPACE", "Go"))

    def test_the_room_is_a_matrix_with_all_its_values(self) -> None:
        """5: name, text, colours, size, image."""
        picture = self.paint(text="t", fg=RED, bg=BLUE, size=(3, 2), image=CAT)
        self.assertEqual(picture.matrix, "m1")
        self.assertEqual(picture.face, Face(None, "Room", "t", BLUE, RED, 3, 2, self.images.register(CAT)))

    def test_tokens_and_keys_have_objids_of_their_kind_that_lead_back_to_the_game_s_names(self) -> None:
        """c3.3: t token, k key."""
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        for id, kind in ((HELP, "t"), (1, "t"), ("a", "k")):
            objid = self.painter.objid_of(id)
            self.assertEqual((objid[0], self.painter.id_of(objid)), (kind, id))

    def test_a_tile_keeps_its_objid_as_long_as_it_is_shown(self) -> None:
        self.paint(Tile(1, 1, "a"), keys={"a": Key("VK_A")})
        before = self.painter.objid_of(1), self.painter.objid_of("a")
        self.paint(Tile(2, 2, "b"), size=(5, 5), keys={"a": Key("VK_B")})
        self.assertEqual((self.painter.objid_of(1), self.painter.objid_of("a")), before)

    def test_what_is_gone_has_no_objid_and_is_another_object_when_it_comes_back(self) -> None:
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        before = self.painter.objid_of(1), self.painter.objid_of("a")
        self.paint()
        for id, objid in zip((1, "a"), before, strict=True):
            self.assertRaises(KeyError, self.painter.objid_of, id)
            self.assertRaises(KeyError, self.painter.id_of, objid)
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        self.assertNotIn(self.painter.objid_of(1), before)
        self.assertNotIn(self.painter.objid_of("a"), before)

    def test_the_same_scene_is_not_even_looked_at(self) -> None:
        """An act that has changed nothing costs nothing, however much there is to see."""

        class Once(dict[TileId, Tile]):
            items = keys = None  # type: ignore[assignment]

        shown = scene(Tile(1, 1))
        self.assertIsNotNone(self.painter.paint("title", shown))
        object.__setattr__(shown, "tiles", Once(shown.tiles))
        self.assertIsNone(self.painter.paint("title", shown))

    def test_all_of_a_picture_is_found_once(self) -> None:
        """For the room, and for whoever is the first to see it: a large board is many tiles."""
        change = self.painter.paint("Room", scene(Tile(1, 1)))
        assert change is not None
        self.assertIs(change, self.painter.picture.whole)

    def test_an_equal_scene_gives_the_same_picture(self) -> None:
        picture = self.paint(Tile(1, 1, "a"), keys={"a": Key("VK_A")}, text="t")
        self.assertIs(self.paint(Tile(1, 1, "a"), keys={"a": Key("VK_A")}, text="t"), picture)

    def test_a_tile_that_has_the_rooms_colours_by_name_looks_the_same(self) -> None:
        """c4.3.3: what the client knows is not said, and a tag without values is not, either."""
        plain, named = scene(Tile(1, 1, "a"), fg=RED, bg=BLUE), scene(Tile(1, 1, "a", fg=RED, bg=BLUE), fg=RED, bg=BLUE)
        self.assertEqual(self.told(plain, named), [])
        self.assertEqual(self.told(named, plain), [])

    def test_the_same_scene_under_another_title_is_another_picture(self) -> None:
        same = scene(Tile(1, 1))
        self.painter.paint("Room", same)
        change = self.painter.paint("Hall", same)
        assert change is not None
        self.assertEqual(self.painter.picture.face.name, "Hall")
        self.assertEqual(tags(*change.head, *change.body), ['<set objid="m1" name="Hall"/>'])

    def test_the_picture_before_stays_as_it_was_and_the_one_now_shares_the_faces_that_have_not_changed(self) -> None:
        """So nothing is compared in them."""
        before = self.paint(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A")})
        faces = dict(before.faces)
        now = self.paint(Tile(1, 1, "a"), Tile(2, 2, "c"), keys={"k": Key("VK_A")})
        self.assertEqual(before.faces, faces)
        for id in (HELP, 1, "k"):
            objid = self.painter.objid_of(id)
            self.assertIs(now.faces[objid], before.faces[objid], id)

    def test_the_layout_is_another_when_tiles_or_keys_come_go_or_move(self) -> None:
        """Views have to be painted again then; and else they have not."""
        self.paint(Tile(1, 1, "a"), keys={"k": Key("VK_A")})
        layout = self.painter.layout
        self.paint(Tile(1, 1, "b", "t", False, RED, BLUE, CAT), keys={"k": Key("VK_A")}, text="t", image=DOG)
        self.assertEqual(self.painter.layout, layout)
        known = {layout}
        for tiles, more in (
            ([Tile(2, 1, "b")], {}),
            ([Tile(2, 1, "b"), Tile(1, 1)], {}),
            ([Tile(2, 1, "b")], {}),
            ([Tile(2, 1, "b")], {"size": (5, 5)}),
            ([Tile(2, 1, "b")], {"size": (5, 5), "fg": RED}),
            ([Tile(2, 1, "b")], {"size": (5, 5), "fg": RED, "keys": {"k": Key("VK_B")}}),
            ([Tile(2, 1, "b")], {"size": (5, 5), "fg": RED, "keys": {"l": Key("VK_B")}}),
        ):
            self.paint(*tiles, **more)
            self.assertNotIn(self.painter.layout, known, (tiles, more))
            known.add(self.painter.layout)

    def test_a_scene_stays_as_it_was_when_the_game_goes_on(self) -> None:
        tiles = {**HELP_ONLY, 1: Tile(1, 1, "a")}
        shown = Scene((4, 4), tiles)
        tiles[1] = Tile(1, 1, "b")
        self.painter.paint("Room", shown)
        self.assertEqual(self.painter.picture.faces[self.painter.objid_of(1)].name, "a")


class IllegalSceneTest(PictureTestCase):
    def refuse(self, *tiles: Tile, **more: Any) -> None:
        with self.assertRaises(IllegalScene, msg=repr((tiles, more))):
            self.paint(*tiles, **more)

    def test_a_room_is_2_by_2_at_least(self) -> None:
        """c8.9: sizes are at least 2."""
        self.paint(size=(2, 2))
        for size in ((1, 2), (2, 1), (0, 0), (-2, 5)):
            self.refuse(size=size)

    def test_a_tile_is_inside_of_the_room(self) -> None:
        """c8.9: a cell outside the matrix is illegal, also when the room shrinks."""
        self.paint(Tile(2, 1), size=(3, 2))
        for x, y in ((3, 0), (0, 2), (-1, 0), (0, -1)):
            self.refuse(Tile(x, y), size=(3, 2))
        self.refuse(Tile(2, 1), size=(2, 2))

    def test_a_tile_does_not_move_onto_another(self) -> None:
        """c8.9: a second one would throw the first one out of the cell."""
        for x, y in ((0, 1), (1, 0)):
            self.paint(Tile(x, y))
            self.refuse(Tile(0, 0))
        self.paint(Tile(1, 1), Tile(2, 2), Tile(3, 3))
        self.refuse(Tile(1, 1), Tile(1, 1), Tile(3, 3))
        self.paint(Tile(1, 1), Tile(2, 2), Tile(3, 3))
        with self.assertRaises(IllegalScene):  # one goes, another comes: as many as before
            self.painter.paint("Room", Scene((4, 4), {**HELP_ONLY, 1: Tile(1, 1), 2: Tile(2, 2), 4: Tile(1, 1)}))

    def test_a_key_has_a_java_name_of_its_own(self) -> None:
        """5: VK_A, VK_SPACE, VK_6, VK_F1"""
        self.paint(keys=dict(enumerate(map(Key, ("VK_A", "VK_SPACE", "VK_6", "VK_F1", "VK_PAGE_UP")))))
        for name in ("", "A", "vk_a", "VK_", "VK_a", "VK_A ", "VK_A\n", "XVK_A", "VK_\u00c4"):
            self.refuse(keys={"a": Key(name)})
        self.refuse(keys={"a": Key("VK_A"), "b": Key("VK_A")})

    def test_colours_are_eight_hex_digits(self) -> None:
        """c3.3"""
        for colour in ("red", "fff", "#ff0000ff", "FF0000FF", "ff0000ff ", "ff0000f\n"):
            self.refuse(Tile(1, 1, fg=colour))
            self.refuse(Tile(1, 1, bg=colour))
            self.refuse(fg=colour)
            self.refuse(bg=colour)

    def test_values_are_of_their_types(self) -> None:
        for tile in (
            Tile(4 / 2, 2),  # type: ignore[arg-type]
            Tile(True, 2),
            Tile(2, 2, 7),  # type: ignore[arg-type]
            Tile(2, 2, "prop", None),  # type: ignore[arg-type]
            Tile(2, 2, "prop", enabled="no"),  # type: ignore[arg-type]
            Tile(2, 2, "prop", fg=0xFF),  # type: ignore[arg-type]
            Tile(2, 2, "prop", image=Image(2, 2, "abcd")),  # type: ignore[arg-type]
            Tile(2, 2, "prop", image=Image(2.0, 2, b"abcd")),  # type: ignore[arg-type]
        ):
            self.refuse(tile)

    def test_an_image_has_size_and_data_and_is_not_huge(self) -> None:
        sizes = ((0, 1), (1, 0), (-1, 1))
        for image in (
            *(Image(*size, b"x") for size in sizes),
            *(Image(1, 1, data) for data in (b"", bytes(MAX_IMAGES + 1))),
        ):
            self.refuse(Tile(1, 1, image=image))
            self.refuse(image=image)
        self.paint(Tile(1, 1, image=Image(1, 1, bytes(MAX_IMAGES))))

    def test_every_room_has_help_and_all_but_home_have_home(self) -> None:
        """The names are fixed: scripts rely on them."""
        helps: list[dict[TileId, Tile]] = [
            {},
            {HELP: Tile(0, 0, "Help", enabled=False)},
            {HELP: Tile(0, 0, "help")},
            {"h": help_tile(0, 0)},
        ]
        homes: list[dict[TileId, Tile]] = [{}, {HOME: Tile(1, 0, "Home", enabled=False)}, {HOME: Tile(1, 0, "Exit")}]
        for is_home, tiles in (
            *((True, tiles) for tiles in helps),
            *((False, {**HELP_ONLY, **tiles}) for tiles in homes),
        ):
            with self.assertRaises(IllegalScene):
                new_painter(is_home=is_home).paint("Room", Scene((2, 2), tiles))
        new_painter(is_home=False).paint("Room", Scene((2, 2), {**HELP_ONLY, HOME: home_tile(1, 0)}))

    def test_the_very_first_scene_is_looked_at_too(self) -> None:
        """Nothing was painted before; so nothing is as before."""
        self.assertRaises(IllegalScene, self.painter.paint, "Home", Scene((0, 0), {}))

    def test_what_was_right_before_may_be_wrong_now(self) -> None:
        """Only one thing is another than before, each time."""
        keys: dict[KeyId, Key] = {"k": Key("VK_A")}
        for wrong in (
            Scene((4, 4), {HELP: Tile(0, 0, "help"), 1: Tile(1, 1)}, keys),
            Scene((4, 4), {HELP: Tile(0, 0, "Help", enabled=False), 1: Tile(1, 1)}, keys),
            Scene((4, 4), {1: Tile(1, 1)}, keys),
            Scene((4, 4), {**HELP_ONLY, 1: Tile(1, 1)}, {"k": Key("a")}),
            Scene((4, 4), {**HELP_ONLY, 1: Tile(1, 1)}, {"k": Key("VK_A"), "l": Key("VK_A")}),
            Scene((4, 4), {**HELP_ONLY, 1: Tile(1, 1)}, {1: Key("VK_A")}),
            Scene((4, 4), {**HELP_ONLY, 1: Tile(0, 0)}, keys),
            Scene((4, 4), {**HELP_ONLY, 1: Tile(4, 4)}, keys),
            Scene((4, 1), {**HELP_ONLY, 1: Tile(1, 0)}, keys),
            Scene((4.0, 4.0), {**HELP_ONLY, 1: Tile(1, 1, "b")}, keys),  # type: ignore[arg-type]
            Scene((4, 4), {**HELP_ONLY, 1: Tile(1, 1)}, keys, fg="red"),
            Scene((4, 4), {**HELP_ONLY, 1: Tile(1, 1)}, keys, text=None),  # type: ignore[arg-type]
        ):
            self.painter = new_painter()
            picture = self.paint(Tile(1, 1), keys=keys)
            with self.assertRaises(IllegalScene, msg=repr((wrong.size, wrong.tiles, wrong.keys))):
                self.painter.paint("Room", wrong)
            self.assertIs(self.painter.picture, picture)


class ViewTest(PictureTestCase):
    def see(self, view: View) -> Picture:
        """The picture as somebody with that view sees it."""
        return self.painter.picture.through(self.painter.faces(view))

    def test_a_view_shows_some_things_otherwise(self) -> None:
        """Views: a matrix may give each agent its own values for a token's attributes."""
        shared = self.paint(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A")})
        seen = self.see(View({1: Tile(1, 1, "mine", "t", False, RED, BLUE)}, {"k": Key("VK_B")}))
        one, two, key = map(self.painter.objid_of, (1, 2, "k"))
        self.assertEqual(seen.faces[one], Face(0, "mine", "t", BLUE, RED, 1, 1))
        self.assertEqual(seen.faces[two], shared.faces[two])
        self.assertEqual(seen.faces[key], Face(1, "VK_B", ""))
        self.assertEqual(seen.face, shared.face)
        self.assertIs(self.painter.picture, shared)  # a client can never learn another's
        self.assertEqual(shared.faces[one].name, "a")
        self.assertIs(self.painter.faces(NO_VIEW), NO_FACES)
        self.assertIs(self.see(NO_VIEW), shared)

    def test_a_view_has_only_what_the_scene_has(self) -> None:
        self.paint(Tile(1, 1), keys={"a": Key("VK_A"), "b": Key("VK_B")})
        for view in (
            View({2: Tile(2, 2)}),
            View({1: Tile(2, 1)}),
            View({1: Tile(1, 2)}),
            View(keys={"c": Key("VK_C")}),
            View(keys={"a": Key("VK_B")}),
            View(keys={"a": Key("A")}),
            View({1: Tile(1, 1, fg="red")}),
        ):
            self.assertRaises(IllegalScene, self.painter.faces, view)

    def test_the_images_of_a_view_are_not_huge_together(self) -> None:
        self.paint(Tile(1, 1), Tile(2, 2))
        half = bytes(MAX_IMAGES // 2)
        one = Tile(1, 1, image=Image(1, 1, half))
        self.see(View({1: one, 2: Tile(2, 2, image=Image(2, 2, half))}))
        too_much = View({1: one, 2: Tile(2, 2, image=Image(2, 2, half + b"x"))})
        self.assertRaises(IllegalScene, self.painter.faces, too_much)

    def test_two_keys_may_change_their_names(self) -> None:
        self.paint(keys={"a": Key("VK_A"), "b": Key("VK_B")})
        seen = self.see(View(keys={"a": Key("VK_B"), "b": Key("VK_A")}))
        self.assertEqual(seen.faces[self.painter.objid_of("a")].name, "VK_B")

    def test_home_and_help_are_the_same_for_everybody(self) -> None:
        """Home always works, for everybody, and the names are fixed."""
        painter = new_painter(is_home=False)
        painter.paint("Room", Scene((2, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0)}))
        for view in (View({HOME: Tile(0, 0, "Exit")}), View({HELP: Tile(1, 0, "Help", enabled=False)})):
            self.assertRaises(IllegalScene, painter.faces, view)

    def test_what_is_no_view(self) -> None:
        self.paint(Tile(1, 1))
        self.assertRaises(IllegalScene, self.painter.faces, {1: Tile(1, 1)})

    def test_the_same_view_is_painted_once(self) -> None:
        """However many share it, and as long as nothing moves."""
        self.paint(Tile(1, 1, "a"))
        view = View({1: Tile(1, 1, "mine")})
        faces = self.painter.faces(view)
        self.assertIs(self.painter.faces(view), faces)
        self.paint(Tile(1, 1, "b"))
        self.assertIs(self.painter.faces(view), faces)
        self.paint()
        self.assertRaises(IllegalScene, self.painter.faces, view)  # of what is gone


class PaintingStepByStep(SynchronousTestCase):
    """A painter compares what may have changed, and finds what comparing the whole pictures would find."""

    @settings(deadline=None, max_examples=150)
    @given(st.lists(scenes(), min_size=2, max_size=5))
    def test_is_the_same_as_comparing_whole_pictures(self, shown: list[tuple[Scene, View]]) -> None:
        self.play([one for one, _ in shown])

    @settings(deadline=None, max_examples=150)
    @given(scenes(), st.lists(st.tuples(st.integers(0, 9), looks), min_size=1, max_size=6))
    def test_also_where_one_tile_changes_at_a_time(
        self, start: tuple[Scene, View], steps: list[tuple[int, tuple[Any, ...]]]
    ) -> None:
        """Nearly always it is so in a game; the scenes above have hardly anything in common."""
        shown = [start[0]]
        for number, look in steps:
            last = shown[-1]
            tiles = dict(last.tiles)
            id = [*tiles][number % len(tiles)]
            if id != HELP:
                tiles[id] = Tile(*tiles[id][:2], *look)
            text = "another text" if number == 9 else last.text
            shown.append(Scene(last.size, tiles, last.keys, text, last.fg, last.bg, last.image))
        self.play(shown)

    def play(self, shown: list[Scene]) -> None:
        painter, viewer = new_painter(), Viewer()
        for one in shown:
            before = painter.picture
            change = painter.paint("Room", one)
            whole = difference(before, painter.picture)
            self.assertEqual(painter.picture.faces, self.painted_at_once(painter, one))
            if change is None:
                self.assertIs(painter.picture, before)
                self.assertEqual(([*whole.head], [*whole.body]), ([], []))
                continue
            self.assertTrue(same(change, whole))
            if change.in_place:
                self.assertTrue(whole.in_place)
            self.assertEqual(viewer.see(change), [])
            self.assertEqual(viewer.wrong(painter.picture), [])

    def painted_at_once(self, painter: Painter, scene: Scene) -> dict[str, Face]:
        """The faces of a scene, by the same objids, as a painter makes them that has painted nothing before."""
        fresh = new_painter(images=painter._images)
        fresh.paint("Room", scene)
        return {painter.objid_of(fresh.id_of(objid)): face for objid, face in fresh.picture.faces.items()}
