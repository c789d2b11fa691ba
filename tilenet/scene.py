"""What a scene is on the wire: checks it, gives its tiles and keys their objids, and finds what is new in it.

A `Picture` is a room as somebody in it knows it, by objid, and never changes. All news is the difference of two
pictures: of the one before an act and the one after it, or of the one that somebody left with and the one they come
back to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from tilenet.game import HELP, HOME, NO_VIEW, Image, Key, Scene, Tile, View
from tilenet.images import BLANK, Defined, Images
from tilenet.messages import KEY, TOKEN, Set
from tilenet.wire import encode

Mint: TypeAlias = Callable[[str], str]  # a new objid of a kind, never given before

_KEY_NAME = re.compile(r"VK_[A-Z0-9_]+")
_COLOUR = re.compile(r"[0-9a-f]{8}")
_MAX_IMAGE = 64 * 1024


class IllegalScene(Exception):
    """A game shows something that cannot be shown; the text says what."""


class Face(NamedTuple):
    """The values of one object as clients know them, with all defaults filled in."""

    energy: int | None = None
    name: str | None = None
    text: str | None = None
    bgcolor: str | None = None
    fgcolor: str | None = None
    x: int | None = None
    y: int | None = None
    image: Defined | None = None


NOTHING = Face()


def news(objid: str, old: Face, new: Face) -> Set:
    """The values of one object that are not known yet."""
    energy = new.energy if new.energy != old.energy else None
    name = new.name if new.name != old.name else None
    text = new.text if new.text != old.text else None
    bgcolor = new.bgcolor if new.bgcolor != old.bgcolor else None
    fgcolor = new.fgcolor if new.fgcolor != old.fgcolor else None
    x = new.x if new.x != old.x else None
    y = new.y if new.y != old.y else None
    image = None if new.image is old.image else (new.image or BLANK).objid
    return Set(objid, energy, name, text, bgcolor, fgcolor, x, y, image)


@dataclass(frozen=True, eq=False)
class Picture:
    """A room as somebody knows it: the matrix, and the tokens and keys in it."""

    matrix: str
    face: Face
    faces: Mapping[str, Face]

    @cached_property
    def news(self) -> News:
        """The whole of it, for a client that knows nothing of it."""
        return difference(Picture(self.matrix, NOTHING, {}), self)

    def through(self, view: Mapping[str, Face]) -> Picture:
        """The same room as seen by somebody for whom some things look otherwise."""
        return Picture(self.matrix, self.face, {**self.faces, **view})

    def unknown(self, objid: str) -> Face:
        """What a client takes for granted of an object that is new to it: a token has the matrix's colours [c5.1]."""
        if objid[0] == TOKEN:
            return Face(bgcolor=self.face.bgcolor, fgcolor=self.face.fgcolor)
        return NOTHING


class News(NamedTuple):
    """What leads from one picture to another, as bytes: of the matrix itself, and of what is in it."""

    head: bytes
    body: bytes
    images: frozenset[Defined]  # must be known to the client before the body
    resized: bool  # the head empties the matrix in the client: its agents have to be put back, too


def difference(old: Picture, new: Picture) -> News:
    """What somebody who knows the one picture must be told to know the other."""
    head: list[Set] = []
    body: list[Set] = []
    resized = (old.face.x, old.face.y) != (new.face.x, new.face.y)
    before, after = old.face._replace(image=None), new.face._replace(image=None)
    if before != after:
        head.append(news(new.matrix, before, after))
    images: set[Defined] = set()
    if old.face.image is not new.face.image:  # behind the definition of the image, so not in the head
        images.add(new.face.image or BLANK)
        body.append(Set(new.matrix, image=(new.face.image or BLANK).objid))
    if not resized:
        body.extend(Set(objid, x=-1) for objid in old.faces if objid not in new.faces)
    known = old.faces.get
    taken: set[tuple[int | None, int | None]] = set()  # cells whose former token has been thrown out by another
    for objid, face in new.faces.items():
        was = known(objid)
        if was is not None and not resized and (was is face or was == face):
            continue
        if was is None:
            was = new.unknown(objid)
        elif resized or (was.x, was.y) in taken:
            was = was._replace(x=None, y=None)
        taken.add((face.x, face.y))
        body.append(news(objid, was, face))
        if was.image is not face.image:
            images.add(face.image or BLANK)
    return News(b"".join(map(encode, head)), b"".join(map(encode, body)), frozenset(images), resized)


class Painter:
    """Makes pictures of one room's scenes. It knows which objid belongs to which tile and key of the game."""

    def __init__(self, matrix: str, mint: Mint, images: Images, *, is_home: bool = False) -> None:
        self.picture = Picture(matrix, NOTHING, {})
        self._ids: dict[str, Hashable] = {}
        self._tokens: dict[Hashable, str] = {}
        self._keys: dict[Hashable, str] = {}
        self._scene = Scene((0, 0), {})
        self._mint = mint
        self._images = images
        self._fixed = {HELP: "Help"} if is_home else {HOME: "Home", HELP: "Help"}

    def id_of(self, objid: str) -> Hashable:
        """The game's name for a token or key in the picture."""
        return self._ids[objid]

    def objid_of(self, id: Hashable) -> str:
        """The token of a tile, or the key of a key."""
        return self._tokens[id] if id in self._tokens else self._keys[id]

    def paint(self, title: str, scene: Scene) -> Picture:
        """The picture of a scene; the very same one as before if the scene is."""
        if scene is self._scene and title == self.picture.face.name:
            return self.picture
        old = self._scene
        width, height = scene.size
        if width < 2 or height < 2:
            raise IllegalScene(f"a size of {width} x {height}: both must be at least 2")
        self._check_fixed(scene.tiles)
        self._give_objids(scene)
        faces: dict[str, Face] = {}
        known = self.picture.faces
        repainted = (old.fg, old.bg, old.size) != (scene.fg, scene.bg, scene.size)
        moved = repainted or len(old.tiles) != len(scene.tiles)
        for id, tile in scene.tiles.items():
            objid = self._tokens[id]
            before = old.tiles.get(id)
            if before == tile and not repainted and objid in known:
                faces[objid] = known[objid]
            else:
                faces[objid] = self._face_of_tile(tile, scene)
                moved = moved or before is None or before[:2] != tile[:2]
        if moved and len({tile[:2] for tile in scene.tiles.values()}) < len(scene.tiles):
            raise IllegalScene("two tiles in one cell")
        for id, key in scene.keys.items():
            faces[self._keys[id]] = _face_of_key(key)
        self._check_keys(scene.keys)
        image = None if scene.image is None else self._image(scene.image)
        face = Face(None, title, scene.text, _colour(scene.bg), _colour(scene.fg), width, height, image)
        self.picture = Picture(self.picture.matrix, face, faces)
        self._scene = scene
        return self.picture

    def paint_view(self, view: View) -> Picture:
        """The picture that was painted last, as seen through a view."""
        if view is NO_VIEW:
            return self.picture
        scene = self._scene
        faces: dict[str, Face] = {}
        for id, tile in view.tiles.items():
            if id not in scene.tiles or tile[:2] != scene.tiles[id][:2]:
                raise IllegalScene(f"the view's tile {id!r} is not in that cell of the scene")
            faces[self._tokens[id]] = self._face_of_tile(tile, scene)
        for id, key in view.keys.items():
            if id not in scene.keys:
                raise IllegalScene(f"the view's key {id!r} is not in the scene")
            faces[self._keys[id]] = _face_of_key(key)
        self._check_fixed({**scene.tiles, **view.tiles})
        self._check_keys({**scene.keys, **view.keys})
        return self.picture.through(faces)

    def _give_objids(self, scene: Scene) -> None:
        """New ones to what is new. What is gone loses its own: it would be another object if it came back."""
        for ids, objids, kind in ((scene.tiles, self._tokens, TOKEN), (scene.keys, self._keys, KEY)):
            for gone in objids.keys() - ids.keys():
                del self._ids[objids.pop(gone)]
            for id in ids:
                if id not in objids:
                    objid = objids[id] = self._mint(kind)
                    self._ids[objid] = id

    def _check_fixed(self, tiles: Mapping[Hashable, Tile]) -> None:
        for id, name in self._fixed.items():
            tile = tiles.get(id)
            if tile is None or tile.name != name or not tile.enabled:
                raise IllegalScene(f"no enabled tile {id!r} named {name!r}")

    def _check_keys(self, keys: Mapping[Hashable, Key]) -> None:
        if len({key.name for key in keys.values()}) < len(keys):
            raise IllegalScene("two keys of one name")

    def _face_of_tile(self, tile: Tile, scene: Scene) -> Face:
        x, y, name, text, enabled, fg, bg, image = tile
        if not (0 <= x < scene.size[0] and 0 <= y < scene.size[1]):
            raise IllegalScene(f"the tile {name!r} in cell {x}, {y} of {scene.size[0]} x {scene.size[1]}")
        return Face(
            int(enabled),
            name,
            text,
            _colour(bg or scene.bg),
            _colour(fg or scene.fg),
            x,
            y,
            None if image is None else self._image(image),
        )

    def _image(self, image: Image) -> Defined:
        if image.width < 1 or image.height < 1 or not 0 < len(image.data) <= _MAX_IMAGE:
            raise IllegalScene(f"an image without size or data, or of over {_MAX_IMAGE} bytes")
        return self._images.define(image)


def _face_of_key(key: Key) -> Face:
    if not _KEY_NAME.fullmatch(key.name):
        raise IllegalScene(f"a key named {key.name!r}: keys have names like VK_A")
    return Face(int(key.enabled), key.name, key.text)


def _colour(value: str) -> str:
    if not _COLOUR.fullmatch(value):
        raise IllegalScene(f"the colour {value!r}: colours are eight hex digits, aarrggbb")
    return value
