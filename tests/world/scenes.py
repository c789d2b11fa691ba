"""Scenes to paint, whatever they show; and a client that is told of them."""

from __future__ import annotations

from itertools import count
from typing import Any

from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from tests.doubles.model import ModelClient
from tilenet.game import HELP, Image, Key, Scene, Tile, TileId, View, help_tile
from tilenet.wire.codec import encode, opening
from tilenet.wire.format import XML
from tilenet.wire.messages import Facts, Hear, LoggedIn, ServerOpen, Set, Xresponse
from tilenet.world.screens.images import BLANK, Images
from tilenet.world.screens.painter import Painter
from tilenet.world.screens.pictures import Change, Face, Picture, difference

RED, BLUE = "ffff0000", "ff0000ff"
CAT, DOG = Image(4, 4, b"cat"), Image(4, 4, b"dog")
HELP_ONLY: dict[TileId, Tile] = {HELP: help_tile(0, 0)}


def new_painter(is_home: bool = True, images: Images | None = None) -> Painter:
    numbers = count(1)
    return Painter("m1", lambda kind: f"{kind}{next(numbers)}", images or Images(), is_home=is_home)


def scene(*tiles: Tile, keys: dict[Any, Key] | None = None, **more: Any) -> Scene:
    """A scene of these tiles, numbered from 1, and of Help in the first cell."""
    return Scene(more.pop("size", (4, 4)), {**HELP_ONLY, **dict(enumerate(tiles, 1))}, keys or {}, **more)


def tags(*messages: Set | Hear | Facts | Xresponse) -> list[str]:
    """As they are written, each in a line."""
    return b"".join(map(encode, messages)).decode().splitlines()


def same(change: Change, other: Change) -> bool:
    """Whether both are the same to every client: the same tags, and the same images before them."""
    return (
        (tags(*change.head), tags(*change.body)) == (tags(*other.head), tags(*other.body))
        and (change.images, change.resized) == (other.images, other.resized)
        and change.news.encoded(XML) == other.news.encoded(XML)
    )


class PictureTestCase(SynchronousTestCase):
    def setUp(self) -> None:
        self.images = Images()
        self.painter = new_painter(images=self.images)

    def paint(self, *tiles: Tile, **more: Any) -> Picture:
        self.painter.paint("Room", scene(*tiles, **more))
        return self.painter.picture

    def change(self, old: Scene, new: Scene) -> Change:
        """What leads from one scene to the other; painting it finds the same as comparing the whole pictures."""
        self.painter.paint("Room", old)
        before = self.painter.picture
        change = self.painter.paint("Room", new)
        whole = difference(before, self.painter.picture)
        if change is None:
            self.assertIs(self.painter.picture, before)
            return whole
        self.assertTrue(same(change, whole))
        return change

    def told(self, old: Scene, new: Scene) -> list[str]:
        """The tags that lead from one scene to the other."""
        change = self.change(old, new)
        return tags(*change.head, *change.body)


class Viewer:
    """A model client in the room, which is told of all changes."""

    def __init__(self) -> None:
        self.client = ModelClient()
        self.client.feed(opening(ServerOpen("g", "n", "open")) + encode(LoggedIn("", "a1")))
        self._known: set[str] = set()

    def see(self, change: Change) -> list[str]:
        """Take a change; gives what was redundant in it."""
        self.client.redundant.clear()
        lacking = {image.objid: image.definition for image in change.images if image.objid not in self._known}
        self._known |= lacking.keys()
        data = [XML.join(change.head), *(news.encoded(XML) for news in lacking.values()), XML.join(change.body)]
        self.client.feed(b"".join(data))
        return self.client.redundant

    def hear(self, data: bytes) -> list[str]:
        """Take an update that needs no image; gives what was redundant in it."""
        self.client.redundant.clear()
        self.client.feed(data)
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
