"""Paints scenes: checks them, gives their tiles and keys objids, and makes pictures of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias
from weakref import WeakKeyDictionary

from tilenet.game import HELP, HOME, NEVER_A_VIEW, NO_VIEW, Image, Key, Scene, Tile, View, role
from tilenet.wire.messages import KEY, TOKEN, Set
from tilenet.world.screens.images import Images, RegisteredImage
from tilenet.world.screens.pictures import NO_FACES, NO_IMAGES, NOTHING, Change, Face, Faces, Picture, new_tuple, update

Mint: TypeAlias = Callable[[str], str]  # a new objid of a kind, never given before

_KEY_NAME = re.compile(r"VK_[A-Z0-9_]+")
_COLOUR = re.compile(r"[0-9a-f]{8}")
MAX_IMAGES = 60 * 1024  # bytes of all the images in a scene, or in a view


class IllegalScene(Exception):
    """A game shows something that cannot be shown; the text says what."""


class Painter:
    """Makes pictures of one room's scenes. It knows which objid belongs to which tile and key of the game."""

    def __init__(self, matrix: str, mint: Mint, images: Images, *, is_home: bool = False) -> None:
        self.picture = Picture(matrix, NOTHING, {})
        self._ids: dict[str, Hashable] = {}
        self._tokens: dict[Hashable, str] = {}
        self._keys: dict[Hashable, str] = {}
        self._scene = Scene((0, 0), {})
        self._views: WeakKeyDictionary[View, Faces] = WeakKeyDictionary()  # those that were painted
        self.layout = 0  # another number whenever views have to be painted again
        self._mint = mint
        self._images = images
        self._fixed = {HELP: "Help"} if is_home else {HOME: "Home", HELP: "Help"}

    def id_of(self, objid: str) -> Hashable:
        """The game's name for a token or key in the picture."""
        return self._ids[objid]

    def objid_of(self, id: Hashable) -> str:
        """The token of a tile, or the key of a key."""
        return self._tokens[id] if id in self._tokens else self._keys[id]

    def roles(self) -> dict[str, str]:
        """The role of every token and key in the picture, by objid. An id that cannot be told has the objid as role."""
        found: dict[str, str] = {}
        ids: dict[str, Hashable] = {}
        for objid, id in self._ids.items():
            try:
                found[objid] = role(id)
            except TypeError:
                found[objid] = objid
            other = ids.setdefault(found[objid], id)
            if other is not id:
                raise IllegalScene(f"the ids {other!r} and {id!r} have the same role: {found[objid]}")
        return found

    def paint(self, title: str, scene: Scene) -> Change | None:
        """Make the picture of a scene; None if that is the same as before. An illegal scene changes nothing."""
        old, picture = self._scene, self.picture
        if scene is old and title == picture.face.name:
            return None
        if not isinstance(scene, Scene):
            raise IllegalScene(f"scene() gave {scene!r}, not a Scene")
        if scene.size is not old.size:
            _check_size(scene.size)
        if (
            len(old.tiles) == len(scene.tiles)
            and old.keys == scene.keys
            and old.size == scene.size
            and old.fg == scene.fg
            and old.bg == scene.bg
            and old.image is scene.image is None
        ):
            change = self._change_in_place(title, scene)
            if change is not None:
                return change if change.updates else None
        return self._paint_anew(title, scene)

    def _change_in_place(self, title: str, scene: Scene) -> Change | None:
        """The quick way, for what most acts do: some tiles look different, and perhaps the headline.

        None if there is a tile that was not there before, or one of them moves or has an image, or is a fixed one.
        """
        old = self.picture
        before, known, face, fixed, tokens = self._scene.tiles, old.faces, old.face, self._fixed, self._tokens
        faces: dict[str, Face] = {}
        updates: list[Set] = []
        if scene.text != face.text or title != face.name:
            face = face._replace(name=title, text=_text(scene.text, "text"))
            updates.append(update(old.matrix, old.face, face))
        heads = len(updates)
        for id, tile in scene.tiles.items():
            was = before.get(id)
            if tile is was or tile == was:
                continue
            if was is None or tile.x != was.x or tile.y != was.y or tile.image or was.image or id in fixed:
                return None
            objid = tokens[id]
            seen, new = known[objid], self._face_of_tile(tile, scene)
            if new != seen:  # the room's own colour looks the same, whether it is given or left out
                faces[objid] = new
                updates.append(update(objid, seen, new))
        self._scene = scene
        if updates:
            self.picture = Picture(old.matrix, face, {**known, **faces})
        return Change(updates, heads, NO_IMAGES, False, True)

    def _paint_anew(self, title: str, scene: Scene) -> Change:
        """The same for any scene; what has not changed is still not painted again."""
        old, picture = self._scene, self.picture
        self._check_ids(scene)
        self._check_fixed(scene.tiles)
        tokens, keys = self._objids(TOKEN, self._tokens, scene.tiles), self._objids(KEY, self._keys, scene.keys)
        repainted = (old.fg, old.bg, old.size) != (scene.fg, scene.bg, scene.size)
        moved = repainted or old.tiles.keys() != scene.tiles.keys()
        faces: dict[str, Face] = {}
        for id, tile in scene.tiles.items():
            objid, was = tokens[id], old.tiles.get(id)
            if was == tile and not repainted and objid in picture.faces:
                faces[objid] = picture.faces[objid]
            else:
                faces[objid] = self._face_of_tile(tile, scene)
                moved = moved or was is None or was[:2] != tile[:2]
        if moved:
            _check_cells(scene)
        for id, key in scene.keys.items():
            faces[keys[id]] = _face_of_key(key)
        image = None if scene.image is None else self._image(scene.image)
        face = Face(None, title, _text(scene.text, "text"), _colour(scene.bg), _colour(scene.fg), *scene.size, image)
        _check_images([face, *faces.values()])
        if moved or scene.keys != old.keys:
            self._views.clear()
            self.layout += 1
        self._scene, self._tokens, self._keys = scene, tokens, keys
        self._ids = {objid: id for objids in (tokens, keys) for id, objid in objids.items()}
        self.picture = Picture(picture.matrix, face, faces)
        return self.picture.since(picture)

    def faces(self, view: View) -> Faces:
        """What a view replaces in the picture that was painted last."""
        if view is NO_VIEW or view is NEVER_A_VIEW:
            return NO_FACES
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
        if view.text is not None:
            faces[self.picture.matrix] = Face(text=_text(view.text, "text"))
        self._check_fixed({**scene.tiles, **view.tiles})
        _check_keys({**scene.keys, **view.keys})
        _check_images(faces.values())
        return faces

    def _objids(self, kind: str, known: dict[Hashable, str], ids: Iterable[Hashable]) -> dict[Hashable, str]:
        """An objid for each id. An id that is gone is forgotten: if it came back, it would be another object."""
        return {id: known.get(id) or self._mint(kind) for id in ids}

    def _check_ids(self, scene: Scene) -> None:
        for both in scene.tiles.keys() & scene.keys.keys():
            raise IllegalScene(f"a tile and a key have the id {both!r}")
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
        width, height = scene.size
        if not (type(x) is int and 0 <= x < width and type(y) is int and 0 <= y < height):
            raise IllegalScene(f"the tile {name!r} in cell {x}, {y} of {width} x {height}")
        return new_tuple(
            Face,
            (
                int(enabled) if type(enabled) is bool else _energy(enabled, name),
                name if type(name) is str else _text(name, "name"),
                text if type(text) is str else _text(text, "text"),
                _colour(bg or scene.bg),
                _colour(fg or scene.fg),
                x,
                y,
                None if image is None else self._image(image),
            ),
        )

    def _image(self, image: Image) -> RegisteredImage:
        if not (isinstance(image, Image) and _is_int(image.width, 1) and _is_int(image.height, 1)):
            raise IllegalScene(f"not an Image with a width and a height: {image!r}")
        if not (isinstance(image.data, bytes) and image.data):
            raise IllegalScene("an image without bytes of data")
        return self._images.register(image)


def _check_size(size: tuple[int, int]) -> None:
    width, height = size
    if not (_is_int(width, 2) and _is_int(height, 2)):
        raise IllegalScene(f"a size of {width} x {height}: both are whole numbers, and at least 2")


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
    """A newcomer gets all images at once, and that must not be more output than may wait for a client."""
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


@lru_cache(1024)
def _colour(value: str) -> str:
    if not (isinstance(value, str) and _COLOUR.fullmatch(value)):
        raise IllegalScene(f"the colour {value!r}: colours are eight hex digits, aarrggbb")
    return value
