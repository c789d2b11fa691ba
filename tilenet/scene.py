"""What a scene is on the wire: checks it, gives its tiles and keys their objids, and finds what is new in it.

A `Picture` is a room as somebody in it knows it, by objid, and never changes. All news is the difference of two
pictures: of the one before an act and the one after it, or of the one that somebody left with and the one they come
back to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from tilenet.game import HELP, HOME, NO_VIEW, Image, Key, Scene, Tile, View
from tilenet.images import BLANK, Defined, Images
from tilenet.messages import KEY, TOKEN, Set
from tilenet.wire import encode

Mint: TypeAlias = Callable[[str], str]  # a new objid of a kind, never given before

_KEY_NAME = re.compile(r"VK_[A-Z0-9_]+")
_COLOUR = re.compile(r"[0-9a-f]{8}")
MAX_IMAGES = 60 * 1024  # bytes of all the images in a scene, or in a view


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
    def whole(self) -> News:
        """All of it, for a client that knows nothing of it."""
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


class Still(NamedTuple):
    """What leads from one picture to another in which nothing comes, goes or moves: so it can be told in parts."""

    head: bytes
    parts: list[tuple[str, bytes]]  # by objid

    def without(self, others: Mapping[str, Face]) -> bytes:
        """What is new for somebody for whom some things look otherwise, and as before."""
        return self.head + b"".join(part for objid, part in self.parts if objid not in others)


def still_difference(old: Picture, new: Picture) -> Still | None:
    """The difference of two pictures by objid; None if it cannot be told in parts."""
    if old.faces.keys() != new.faces.keys() or old.face[3:] != new.face[3:]:  # colours, size, image
        return None
    parts = []
    for objid, face in new.faces.items():
        was = old.faces[objid]
        if was is face or was == face:
            continue
        if was[-3:] != face[-3:]:
            return None
        parts.append((objid, encode(news(objid, was, face))))
    head = encode(news(new.matrix, old.face, new.face)) if old.face != new.face else b""
    return Still(head, parts)


class Painter:
    """Makes pictures of one room's scenes. It knows which objid belongs to which tile and key of the game."""

    def __init__(self, matrix: str, mint: Mint, images: Images, *, is_home: bool = False) -> None:
        self.picture = Picture(matrix, NOTHING, {})
        self._ids: dict[str, Hashable] = {}
        self._tokens: dict[Hashable, str] = {}
        self._keys: dict[Hashable, str] = {}
        self._scene = Scene((0, 0), {})
        self._views: WeakKeyDictionary[View, dict[str, Face]] = WeakKeyDictionary()  # those that were painted
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
        """The picture of a scene; the very same one as before if the scene is. Nothing changes if it is illegal."""
        if scene is self._scene and title == self.picture.face.name:
            return self.picture
        self._check(scene)
        old, known = self._scene, self.picture.faces
        tokens, keys = self._objids(TOKEN, self._tokens, scene.tiles), self._objids(KEY, self._keys, scene.keys)
        repainted = (old.fg, old.bg, old.size) != (scene.fg, scene.bg, scene.size)
        moved = repainted or len(old.tiles) != len(scene.tiles)
        faces: dict[str, Face] = {}
        for id, tile in scene.tiles.items():
            objid = tokens[id]
            before = old.tiles.get(id)
            if before == tile and not repainted and objid in known:
                faces[objid] = known[objid]
            else:
                faces[objid] = self._face_of_tile(tile, scene)
                moved = moved or before is None or before[:2] != tile[:2]
        if moved:
            _check_cells(scene)
        for id, key in scene.keys.items():
            faces[keys[id]] = _face_of_key(key)
        image = None if scene.image is None else self._image(scene.image)
        face = Face(None, title, _text(scene.text, "text"), _colour(scene.bg), _colour(scene.fg), *scene.size, image)
        _check_images([face, *faces.values()])
        if moved or scene.keys != old.keys:
            self._views.clear()
        self._scene, self._tokens, self._keys = scene, tokens, keys
        self._ids = {objid: id for objids in (tokens, keys) for id, objid in objids.items()}
        self.picture = Picture(self.picture.matrix, face, faces)
        return self.picture

    def paint_view(self, view: View) -> Picture:
        """The picture that was painted last, as seen through a view."""
        return self.picture if view is NO_VIEW else self.picture.through(self.faces(view))

    def faces(self, view: View) -> Mapping[str, Face]:
        """What looks otherwise in a view."""
        if not isinstance(view, View):
            raise IllegalScene(f"view() gave {view!r}, not a View")
        faces = self._views.get(view)
        if faces is None:
            faces = self._views[view] = self._paint_faces(view)
        return faces

    def _paint_faces(self, view: View) -> dict[str, Face]:
        scene = self._scene
        faces: dict[str, Face] = {}
        for id, tile in view.tiles.items():
            if id not in scene.tiles:
                raise IllegalScene(f"the view's tile {id!r} is not in the scene")
            if tile[:2] != scene.tiles[id][:2]:
                raise IllegalScene(f"the view's tile {id!r} is in another cell than the scene's")
            faces[self._tokens[id]] = self._face_of_tile(tile, scene)
        for id, key in view.keys.items():
            if id not in scene.keys:
                raise IllegalScene(f"the view's key {id!r} is not in the scene")
            faces[self._keys[id]] = _face_of_key(key)
        self._check_fixed({**scene.tiles, **view.tiles})
        _check_keys({**scene.keys, **view.keys})
        _check_images(faces.values())
        return faces

    def _objids(self, kind: str, known: dict[Hashable, str], ids: Iterable[Hashable]) -> dict[Hashable, str]:
        """An objid for each id. What is gone is not kept: it would be another object if it came back."""
        return {id: known.get(id) or self._mint(kind) for id in ids}

    def _check(self, scene: Scene) -> None:
        if not isinstance(scene, Scene):
            raise IllegalScene(f"scene() gave {scene!r}, not a Scene")
        width, height = scene.size
        if not (_is_int(width, 2) and _is_int(height, 2)):
            raise IllegalScene(f"a size of {width} x {height}: both are whole numbers, and at least 2")
        for both in scene.tiles.keys() & scene.keys.keys():
            raise IllegalScene(f"a tile and a key have the id {both!r}")
        self._check_fixed(scene.tiles)
        _check_keys(scene.keys)

    def _check_fixed(self, tiles: Mapping[Hashable, Tile]) -> None:
        for id, name in self._fixed.items():
            tile = tiles.get(id)
            if tile is None:
                raise IllegalScene(f"no tile {id!r}: every scene has one, such as {id}_tile(0, 0)")
            if tile.name != name or not tile.enabled:
                raise IllegalScene(f"the tile {id!r} is disabled, or not named {name!r}")

    def _face_of_tile(self, tile: Tile, scene: Scene) -> Face:
        x, y, name, text, enabled, fg, bg, image = tile
        if not (_is_int(x, 0, scene.size[0]) and _is_int(y, 0, scene.size[1])):
            raise IllegalScene(f"the tile {name!r} in cell {x}, {y} of {scene.size[0]} x {scene.size[1]}")
        return Face(
            _energy(enabled, name),
            _text(name, "name"),
            _text(text, "text"),
            _colour(bg or scene.bg),
            _colour(fg or scene.fg),
            x,
            y,
            None if image is None else self._image(image),
        )

    def _image(self, image: Image) -> Defined:
        if not (isinstance(image, Image) and _is_int(image.width, 1) and _is_int(image.height, 1)):
            raise IllegalScene(f"not an Image with a width and a height: {image!r}")
        if not (isinstance(image.data, bytes) and image.data):
            raise IllegalScene("an image without bytes of data")
        return self._images.define(image)


def _check_keys(keys: Mapping[Hashable, Key]) -> None:
    if len({key.name for key in keys.values()}) < len(keys):
        raise IllegalScene("two keys of one name")


def _check_cells(scene: Scene) -> None:
    taken: dict[tuple[int, int], Hashable] = {}
    for id, tile in scene.tiles.items():
        other = taken.setdefault((tile.x, tile.y), id)
        if other != id:
            raise IllegalScene(f"the tiles {other!r} and {id!r} in one cell: {tile.x}, {tile.y}")


def _check_images(faces: Iterable[Face]) -> None:
    """Who enters gets all images at once, and that must not be more output than may wait for a client."""
    images = {face.image for face in faces if face.image is not None}
    if images and sum(len(image.image.data) for image in images) > MAX_IMAGES:
        raise IllegalScene(f"images of over {MAX_IMAGES} bytes in all")


def _face_of_key(key: Key) -> Face:
    if not _KEY_NAME.fullmatch(_text(key.name, "name")):
        raise IllegalScene(f"a key named {key.name!r}: keys have names like VK_A")
    return Face(_energy(key.enabled, key.name), key.name, _text(key.text, "text"))


def _energy(enabled: bool, name: str) -> int:
    if not isinstance(enabled, bool):
        raise IllegalScene(f"enabled={enabled!r} of {name!r}: True or False")
    return int(enabled)


def _text(value: str, what: str) -> str:
    if not isinstance(value, str):
        raise IllegalScene(f"the {what} {value!r}, which is not a str")
    return value


def _is_int(value: object, least: int, below: int = 2**31) -> bool:
    return type(value) is int and least <= value < below


def _colour(value: str) -> str:
    if not (isinstance(value, str) and _COLOUR.fullmatch(value)):
        raise IllegalScene(f"the colour {value!r}: colours are eight hex digits, aarrggbb")
    return value
