"""Knows which scenes can be shown, what is new from one to the next, and that clients come to see just that."""

from __future__ import annotations

import gc
from itertools import count
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.model import ModelClient
from tilenet.game import HELP, HOME, NO_VIEW, Image, Key, Scene, Tile, View, help_tile, home_tile
from tilenet.images import BLANK, Defined, Images
from tilenet.messages import LoggedIn, ServerOpen, Set
from tilenet.scene import MAX_IMAGES, NOTHING, Face, IllegalScene, News, Painter, Picture, difference, news
from tilenet.wire import encode, opening

RED, BLUE = "ffff0000", "ff0000ff"
CAT, DOG = Image(4, 4, b"cat"), Image(4, 4, b"dog")
I4, I5 = Defined("i4", CAT), Defined("i5", DOG)
HELP_ONLY = {HELP: help_tile(0, 0)}


def new_painter(is_home: bool = True, images: Images | None = None) -> Painter:
    numbers = count(1)
    return Painter("m1", lambda kind: f"{kind}{next(numbers)}", images or Images(), is_home=is_home)


def scene(*tiles: Tile, keys: dict[Any, Key] | None = None, **more: Any) -> Scene:
    """A scene of these tiles, numbered from 1, and of Help in the first cell."""
    return Scene(more.pop("size", (4, 4)), {**HELP_ONLY, **dict(enumerate(tiles, 1))}, keys or {}, **more)


class PictureTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.images = Images()
        self.painter = new_painter(images=self.images)

    def paint(self, *tiles: Tile, **more: Any) -> Picture:
        return self.painter.paint("Room", scene(*tiles, **more))

    def told(self, old: Scene, new: Scene) -> list[str]:
        """The tags that lead from one scene to the other."""
        before = self.painter.paint("Room", old)
        change = difference(before, self.painter.paint("Room", new))
        return (change.head + change.body).decode().splitlines()


class NewsTest(SynchronousTestCase):
    def test_what_is_known_is_not_said(self) -> None:
        """c4.3.3: the server omits what the client knows."""
        face = Face(1, "n", "t", RED, BLUE, 2, 3, I4)
        self.assertEqual(news("t1", face, face), Set("t1"))

    def test_only_what_is_new_is_said(self) -> None:
        """c4.3.3"""
        face = Face(1, "n", "t", RED, BLUE, 2, 3, I4)
        self.assertEqual(news("t1", face, face._replace(image=I5)), Set("t1", image="i5"))
        for key, value in (("energy", 0), ("name", ""), ("text", ""), ("bgcolor", BLUE), ("fgcolor", RED)):
            self.assertEqual(news("t1", face, face._replace(**{key: value})), Set("t1", **{key: value}))

    def test_of_what_is_not_known_all_is_said(self) -> None:
        face = Face(1, "n", "t", RED, BLUE, 2, 3, I4)
        self.assertEqual(news("t1", NOTHING, face), Set("t1", *face[:7], "i4"))

    def test_of_a_place_only_what_is_new_is_said(self) -> None:
        """c4.3.3"""
        face = Face(x=2, y=3)
        self.assertEqual(news("t1", face, Face(x=2, y=4)), Set("t1", y=4))
        self.assertEqual(news("t1", face, Face(x=1, y=3)), Set("t1", x=1))

    def test_an_image_is_taken_off_by_the_blank_one(self) -> None:
        self.assertEqual(news("t1", Face(image=I4), Face()), Set("t1", image=BLANK.objid))


class PainterTest(PictureTestCase):
    def test_a_tile_is_a_token_with_all_its_values(self) -> None:
        """5: name, text, energy, colours, column and row, image."""
        picture = self.paint(Tile(2, 3, "n", "t", True, RED, BLUE, CAT))
        face = picture.faces[self.painter.objid_of(1)]
        self.assertEqual(face, Face(1, "n", "t", BLUE, RED, 2, 3, self.images.define(CAT)))

    def test_a_tile_without_colours_has_the_room_s(self) -> None:
        """c5.1"""
        picture = self.paint(Tile(1, 1), fg=RED, bg=BLUE)
        face = picture.faces[self.painter.objid_of(1)]
        self.assertEqual((face.fgcolor, face.bgcolor), (RED, BLUE))

    def test_a_disabled_tile_or_key_has_no_energy(self) -> None:
        """c5.1: energy <= 0 is disabled."""
        picture = self.paint(Tile(1, 1, enabled=False), keys={"a": Key("VK_A", enabled=False)})
        self.assertEqual(picture.faces[self.painter.objid_of(1)].energy, 0)
        self.assertEqual(picture.faces[self.painter.objid_of("a")].energy, 0)

    def test_a_key_has_name_text_and_energy(self) -> None:
        """5: a key's name is a Java virtual key name; text describes it."""
        picture = self.paint(keys={"go": Key("VK_SPACE", "Go")})
        self.assertEqual(picture.faces[self.painter.objid_of("go")], Face(1, "VK_SPACE", "Go"))

    def test_the_room_is_a_matrix_with_all_its_values(self) -> None:
        """5: name, text, colours, size, image."""
        picture = self.paint(text="t", fg=RED, bg=BLUE, size=(3, 2), image=CAT)
        self.assertEqual(picture.matrix, "m1")
        self.assertEqual(picture.face, Face(None, "Room", "t", BLUE, RED, 3, 2, self.images.define(CAT)))

    def test_tokens_and_keys_have_objids_of_their_kind(self) -> None:
        """c3.3: t token, k key."""
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        self.assertEqual((self.painter.objid_of(1)[0], self.painter.objid_of("a")[0]), ("t", "k"))

    def test_objids_lead_back_to_the_game_s_names(self) -> None:
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        for id in (HELP, 1, "a"):
            self.assertEqual(self.painter.id_of(self.painter.objid_of(id)), id)

    def test_a_tile_keeps_its_objid_as_long_as_it_is_shown(self) -> None:
        self.paint(Tile(1, 1, "a"), keys={"a": Key("VK_A")})
        before = self.painter.objid_of(1), self.painter.objid_of("a")
        self.paint(Tile(2, 2, "b"), size=(5, 5), keys={"a": Key("VK_B")})
        self.assertEqual((self.painter.objid_of(1), self.painter.objid_of("a")), before)

    def test_a_tile_that_comes_back_is_another_object(self) -> None:
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        before = self.painter.objid_of(1), self.painter.objid_of("a")
        self.paint()
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        self.assertNotIn(self.painter.objid_of(1), before)
        self.assertNotIn(self.painter.objid_of("a"), before)

    def test_what_is_gone_has_no_objid(self) -> None:
        self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        objids = self.painter.objid_of(1), self.painter.objid_of("a")
        self.paint()
        for id, objid in zip((1, "a"), objids, strict=True):
            self.assertRaises(KeyError, self.painter.objid_of, id)
            self.assertRaises(KeyError, self.painter.id_of, objid)

    def test_the_same_scene_gives_the_same_picture(self) -> None:
        same = scene(Tile(1, 1))
        self.assertIs(self.painter.paint("Room", same), self.painter.paint("Room", same))

    def test_the_same_scene_under_another_title_is_another_picture(self) -> None:
        same = scene(Tile(1, 1))
        self.painter.paint("Room", same)
        self.assertEqual(self.painter.paint("Hall", same).face.name, "Hall")

    def test_a_picture_stays_as_it_was(self) -> None:
        old = self.paint(Tile(1, 1, "a"))
        faces = dict(old.faces)
        self.paint(Tile(1, 1, "b"))
        self.assertEqual(old.faces, faces)

    def test_a_scene_stays_as_it_was_when_the_game_goes_on(self) -> None:
        tiles = {**HELP_ONLY, 1: Tile(1, 1, "a")}
        shown = Scene((4, 4), tiles)
        tiles[1] = Tile(1, 1, "b")
        picture = self.painter.paint("Room", shown)
        self.assertEqual(picture.faces[self.painter.objid_of(1)].name, "a")

    def test_an_image_made_anew_for_each_scene_is_one_image(self) -> None:
        """c8.9: an image is defined before use, and is the same for who comes in late."""
        before = self.paint(Tile(1, 1, image=Image(5, 5, b"moth"))).whole.images
        gc.collect()
        self.assertEqual(self.paint(Tile(1, 1, "a", image=Image(5, 5, b"moth"))).whole.images, before)


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
        """c8.9: a cell outside the matrix is illegal."""
        self.paint(Tile(2, 1), size=(3, 2))
        for x, y in ((3, 0), (0, 2), (-1, 0), (0, -1)):
            self.refuse(Tile(x, y), size=(3, 2))

    def test_a_room_that_shrinks_leaves_no_tile_outside(self) -> None:
        """c8.9: a cell outside the matrix is illegal."""
        self.paint(Tile(3, 3), size=(4, 4))
        self.refuse(Tile(3, 3), size=(3, 3))

    def test_a_cell_has_one_tile(self) -> None:
        """c8.9: a second one would throw the first one out."""
        self.refuse(Tile(1, 1), Tile(1, 1))
        self.refuse(Tile(0, 0))

    def test_a_tile_does_not_move_onto_another(self) -> None:
        """c8.9"""
        self.paint(Tile(1, 1), Tile(2, 2), Tile(3, 3))
        self.refuse(Tile(1, 1), Tile(1, 1), Tile(3, 3))
        self.paint(Tile(1, 1), Tile(2, 2), Tile(3, 3))
        with self.assertRaises(IllegalScene):  # one goes, another comes: as many as before
            self.painter.paint("Room", Scene((4, 4), {**HELP_ONLY, 1: Tile(1, 1), 2: Tile(2, 2), 4: Tile(1, 1)}))

    def test_tiles_may_change_places(self) -> None:
        self.paint(Tile(1, 1), Tile(2, 2))
        picture = self.paint(Tile(2, 2), Tile(1, 1))
        self.assertEqual([picture.faces[self.painter.objid_of(id)][5:7] for id in (1, 2)], [(2, 2), (1, 1)])

    def test_a_key_has_a_java_name(self) -> None:
        """5: VK_A, VK_SPACE, VK_6, VK_F1"""
        self.paint(keys=dict(enumerate(map(Key, ("VK_A", "VK_SPACE", "VK_6", "VK_F1", "VK_PAGE_UP")))))
        for name in ("", "A", "vk_a", "VK_", "VK_a", "VK_A ", "VK_A\n", "XVK_A", "VK_\u00c4"):
            self.refuse(keys={"a": Key(name)})

    def test_two_keys_have_two_names(self) -> None:
        self.refuse(keys={"a": Key("VK_A"), "b": Key("VK_A")})

    def test_colours_are_eight_hex_digits(self) -> None:
        """c3.3"""
        for colour in ("red", "fff", "#ff0000ff", "FF0000FF", "ff0000ff ", "ff0000f\n"):
            self.refuse(Tile(1, 1, fg=colour))
            self.refuse(Tile(1, 1, bg=colour))
            self.refuse(fg=colour)
            self.refuse(bg=colour)

    def test_an_image_has_size_and_data_and_is_not_huge(self) -> None:
        for image in (
            Image(0, 1, b"x"),
            Image(1, 0, b"x"),
            Image(-1, 1, b"x"),
            Image(1, 1, b""),
            Image(1, 1, bytes(MAX_IMAGES + 1)),
        ):
            self.refuse(Tile(1, 1, image=image))
            self.refuse(image=image)
        self.paint(Tile(1, 1, image=Image(1, 1, bytes(MAX_IMAGES))))

    def test_every_room_has_help(self) -> None:
        """The name is fixed: scripts rely on it."""
        for tiles in (
            {},
            {HELP: Tile(0, 0, "Help", enabled=False)},
            {HELP: Tile(0, 0, "help")},
            {"h": help_tile(0, 0)},
        ):
            with self.assertRaises(IllegalScene):
                self.painter.paint("Home", Scene((2, 2), tiles))

    def test_every_room_but_home_has_home(self) -> None:
        """The name is fixed: scripts rely on it."""
        for tiles in ({}, {HOME: Tile(1, 0, "Home", enabled=False)}, {HOME: Tile(1, 0, "Exit")}):
            with self.assertRaises(IllegalScene):
                new_painter(is_home=False).paint("Room", Scene((2, 2), {**HELP_ONLY, **tiles}))
        new_painter(is_home=False).paint("Room", Scene((2, 2), {**HELP_ONLY, HOME: home_tile(1, 0)}))

    def test_the_picture_is_the_one_before(self) -> None:
        picture = self.paint(Tile(1, 1))
        self.refuse(Tile(9, 9))
        self.assertIs(self.painter.picture, picture)

    def test_a_legal_scene_can_follow(self) -> None:
        old = self.paint(Tile(1, 1, "a"), keys={"a": Key("VK_A")})
        self.refuse(Tile(9, 9), Tile(2, 2))
        new = self.paint(Tile(1, 1, "b"), keys={"a": Key("VK_A")})
        viewer = Viewer()
        viewer.see(old.whole)
        viewer.see(difference(old, new))
        self.assertEqual(viewer.wrong(new), [])


class ViewTest(PictureTestCase):
    def test_no_view_is_the_picture_itself(self) -> None:
        picture = self.paint(Tile(1, 1))
        self.assertIs(self.painter.paint_view(NO_VIEW), picture)

    def test_a_view_shows_some_things_otherwise(self) -> None:
        """Views: a matrix may give each agent its own values for a token's attributes."""
        shared = self.paint(Tile(1, 1, "a"), Tile(2, 2, "b"), keys={"k": Key("VK_A")})
        seen = self.painter.paint_view(View({1: Tile(1, 1, "mine", "t", False, RED, BLUE)}, {"k": Key("VK_B")}))
        one, two, key = map(self.painter.objid_of, (1, 2, "k"))
        self.assertEqual(seen.faces[one], Face(0, "mine", "t", BLUE, RED, 1, 1))
        self.assertEqual(seen.faces[two], shared.faces[two])
        self.assertEqual(seen.faces[key], Face(1, "VK_B", ""))
        self.assertEqual(seen.face, shared.face)

    def test_others_see_nothing_of_a_view(self) -> None:
        """Views: a client can never learn another's."""
        shared = self.paint(Tile(1, 1, "a"))
        self.painter.paint_view(View({1: Tile(1, 1, "mine")}))
        self.assertEqual(self.painter.picture.faces, shared.faces)
        self.assertEqual(shared.faces[self.painter.objid_of(1)].name, "a")

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
            self.assertRaises(IllegalScene, self.painter.paint_view, view)

    def test_two_keys_may_change_their_names(self) -> None:
        self.paint(keys={"a": Key("VK_A"), "b": Key("VK_B")})
        seen = self.painter.paint_view(View(keys={"a": Key("VK_B"), "b": Key("VK_A")}))
        self.assertEqual(seen.faces[self.painter.objid_of("a")].name, "VK_B")

    def test_home_and_help_are_the_same_for_everybody(self) -> None:
        """Home always works, for everybody, and the names are fixed."""
        painter = new_painter(is_home=False)
        painter.paint("Room", Scene((2, 2), {HOME: home_tile(0, 0), HELP: help_tile(1, 0)}))
        for view in (View({HOME: Tile(0, 0, "Exit")}), View({HELP: Tile(1, 0, "Help", enabled=False)})):
            self.assertRaises(IllegalScene, painter.paint_view, view)


class DifferenceTest(PictureTestCase):
    """c4.3.3: all that is new, and nothing else."""

    def test_of_equal_scenes_there_is_nothing_to_tell(self) -> None:
        self.assertEqual(self.told(scene(Tile(1, 1, "a")), scene(Tile(1, 1, "a"))), [])

    def test_of_a_changed_tile_the_change_is_told(self) -> None:
        self.assertEqual(
            self.told(scene(Tile(1, 1, "a", "t")), scene(Tile(1, 1, "b", "t"))), ['<set objid="t2" name="b"/>']
        )

    def test_a_tile_that_is_gone_is_told_by_a_negative_x(self) -> None:
        """c8.9, rule 3: x to exit."""
        self.assertEqual(self.told(scene(Tile(1, 1)), scene()), ['<set objid="t2" x="-1"/>'])

    def test_a_key_that_is_gone_is_told_by_a_negative_x(self) -> None:
        """c8.9, rule 3: x to exit."""
        self.assertEqual(self.told(scene(keys={"a": Key("VK_A")}), scene()), ['<set objid="k2" x="-1"/>'])

    def test_who_goes_is_told_before_who_comes(self) -> None:
        """c8.9: or the one who comes would throw the other one out."""
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

    def test_a_new_title_or_text_is_no_resize(self) -> None:
        """c8.9: the size is sent once, and never again."""
        self.assertEqual(self.told(scene(text="a"), scene(text="b")), ['<set objid="m1" text="b"/>'])

    def test_a_new_size_puts_everything_back(self) -> None:
        """c8.9: a resize empties the matrix in the client."""
        before = self.paint(Tile(1, 1), keys={"a": Key("VK_A")})
        change = difference(before, self.paint(Tile(1, 1), keys={"a": Key("VK_A")}, size=(5, 4)))
        self.assertTrue(change.resized)
        self.assertEqual(change.head, b'<set objid="m1" x="5"/>\n')
        self.assertEqual(
            change.body.decode().splitlines(),
            ['<set objid="t1" x="0" y="0"/>', '<set objid="t2" x="1" y="1"/>', '<set objid="k3"/>'],
        )

    def test_a_new_size_needs_no_word_of_what_is_gone(self) -> None:
        """c8.9: a resize empties the matrix in the client."""
        self.assertEqual(
            self.told(scene(Tile(1, 1)), scene(size=(5, 5))),
            ['<set objid="m1" x="5" y="5"/>', '<set objid="t1" x="0" y="0"/>'],
        )

    def test_images_that_are_used_are_named(self) -> None:
        """c8.9: an image is defined before use."""
        change = difference(self.paint(Tile(1, 1)), self.paint(Tile(1, 1, image=CAT), image=DOG))
        self.assertEqual(change.images, {self.images.define(CAT), self.images.define(DOG)})
        self.assertNotIn(b"image", change.head)

    def test_images_that_are_used_still_are_not_named(self) -> None:
        change = difference(self.paint(Tile(1, 1, image=CAT)), self.paint(Tile(1, 1, "a", image=CAT)))
        self.assertEqual(change.images, frozenset())

    def test_an_image_is_taken_off_by_the_blank_one(self) -> None:
        change = difference(self.paint(Tile(1, 1, image=CAT), image=DOG), self.paint(Tile(1, 1)))
        self.assertEqual(change.images, {BLANK})
        self.assertEqual(
            change.body.decode().splitlines(),
            [f'<set objid="m1" image="{BLANK.objid}"/>', f'<set objid="t2" image="{BLANK.objid}"/>'],
        )

    def test_the_news_of_a_picture_is_all_of_it(self) -> None:
        change = self.paint(size=(2, 2), text="t", fg=RED, bg=BLUE).whole
        self.assertEqual(
            change.head.decode(),
            f'<set objid="m1" name="Room" text="t" bgcolor="{BLUE}" fgcolor="{RED}" x="2" y="2"/>\n',
        )
        self.assertTrue(change.resized)
        self.assertEqual(
            change.body.decode(),
            '<set objid="t1" energy="1" name="Help" text="What is this room?" x="0" y="0"/>\n',
        )


class Viewer:
    """A model client in the room, who is told the news."""

    def __init__(self) -> None:
        self.client = ModelClient()
        self.client.feed(opening(ServerOpen("g", "n", "open")) + encode(LoggedIn("", "a1")))
        self._known: set[str] = set()

    def see(self, change: News) -> list[str]:
        """Take the news; gives what was redundant in it."""
        self.client.redundant.clear()
        lacking = {image.objid: image.definition for image in change.images if image.objid not in self._known}
        self._known |= lacking.keys()
        self.client.feed(change.head + b"".join(lacking.values()) + change.body)
        return self.client.redundant

    def wrong(self, picture: Picture) -> list[str]:
        """What the client does not see as it is in the picture."""
        client = self.client
        lines = [] if client.current == picture.matrix else [f"{client.current} is current"]
        for notion in (client.members_single(), client.members_sets()):
            lines += [f"{objid} is there or is not" for objid in notion ^ picture.faces.keys()]
        for objid, face in {picture.matrix: picture.face, **picture.faces}.items():
            seen = {**Face()._asdict(), **client.objects.get(objid, {})}
            if seen["image"] == BLANK.objid:
                seen["image"] = None
            if seen != {**face._asdict(), "image": face.image and face.image.objid}:
                lines.append(f"{objid}: {seen} is not {face}")
        cells = {face[5:7]: objid for objid, face in picture.faces.items() if objid[0] == "t"}
        if client.grid() != cells:
            lines.append(f"{client.grid()} is not {cells}")
        return lines


colours = st.sampled_from((None, RED, BLUE))
looks = st.builds(
    lambda *look: look,
    st.sampled_from(("", "a", "b & <c>")),
    st.sampled_from(("", "t")),
    st.booleans(),
    colours,
    colours,
    st.sampled_from((None, None, CAT, DOG)),
)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Scene, View]:
    """A scene, and somebody's view of it."""
    size = draw(st.sampled_from(((3, 3), (3, 3), (3, 3), (2, 3), (4, 2))))
    cells = draw(st.permutations([(x, y) for x in range(size[0]) for y in range(size[1])]))
    ids = draw(st.lists(st.sampled_from("abcde"), unique=True))
    tiles: dict[Any, Tile] = {HELP: Tile(*cells[0], "Help")}
    tiles.update((id, Tile(*cell, *draw(looks))) for id, cell in zip(ids, cells[1:], strict=False))
    names = draw(st.permutations(("VK_A", "VK_B", "VK_C")))
    key_ids = draw(st.lists(st.sampled_from("xyz"), unique=True))
    keys: dict[Any, Key] = {
        id: Key(name, draw(st.sampled_from(("", "t")))) for id, name in zip(key_ids, names, strict=False)
    }
    more = {"fg": draw(st.sampled_from((RED, BLUE))), "bg": draw(st.sampled_from((RED, BLUE)))}
    shown = Scene(size, tiles, keys, draw(st.sampled_from(("", "t"))), **more, image=draw(st.sampled_from((None, CAT))))
    own = [id for id in ids if id in tiles and draw(st.booleans())]
    view = View(
        {id: Tile(*tiles[id][:2], *draw(looks)) for id in own},
        {id: key._replace(enabled=False) for id, key in keys.items() if draw(st.booleans())},
    )
    return shown, view


class SeenTest(SynchronousTestCase):
    """c8.9.5.3.1.5: never a client with a wrong picture, and nothing that it knows already."""

    @settings(deadline=None, max_examples=120)
    @given(st.lists(scenes(), min_size=2, max_size=4))
    def test_clients_see_each_picture_in_turn(self, shown: list[tuple[Scene, View]]) -> None:
        painter, viewer = new_painter(), Viewer()
        before = painter.picture
        for one, _ in shown:
            picture = painter.paint("Room", one)
            self.assertEqual(viewer.see(difference(before, picture)), [])
            self.assertEqual(viewer.wrong(picture), [])
            before = picture

    @settings(deadline=None, max_examples=80)
    @given(st.lists(scenes(), min_size=2, max_size=4))
    def test_clients_see_their_own_views_in_turn(self, shown: list[tuple[Scene, View]]) -> None:
        painter, viewer = new_painter(), Viewer()
        before = painter.picture
        for one, view in shown:
            painter.paint("Room", one)
            picture = painter.paint_view(view)
            self.assertEqual(viewer.see(difference(before, picture)), [])
            self.assertEqual(viewer.wrong(picture), [])
            before = picture

    @settings(deadline=None, max_examples=80)
    @given(st.lists(scenes(), min_size=3, max_size=4))
    def test_who_was_away_sees_the_last_picture(self, shown: list[tuple[Scene, View]]) -> None:
        painter, viewer = new_painter(), Viewer()
        first = painter.paint("Room", shown[0][0])
        viewer.see(first.whole)
        for one, _ in shown[1:]:
            last = painter.paint("Room", one)
        self.assertEqual(viewer.see(difference(first, last)), [])
        self.assertEqual(viewer.wrong(last), [])

    @settings(deadline=None, max_examples=60)
    @given(st.lists(scenes(), min_size=1, max_size=3))
    def test_who_comes_late_sees_the_whole(self, shown: list[tuple[Scene, View]]) -> None:
        painter, viewer = new_painter(), Viewer()
        for one, _ in shown:
            picture = painter.paint("Room", one)
        self.assertEqual(viewer.see(picture.whole), [])
        self.assertEqual(viewer.wrong(picture), [])
