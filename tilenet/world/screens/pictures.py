"""Pictures of a room, by objid, as somebody in it knows them; and what leads from one picture to another.

A picture never changes. Everything that clients are told about tiles and keys is the difference of two pictures: of the
one before an act and the one after it, or of the one that somebody left with and the one they come back to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from tilenet.wire.messages import TOKEN, Set
from tilenet.words import Words
from tilenet.world.screens.images import BLANK, RegisteredImage
from tilenet.world.screens.news import News


class Face(NamedTuple):
    """The values of one object as clients know them, with all defaults filled in."""

    energy: int | None = None
    name: str | None = None
    text: str | None = None
    bgcolor: str | None = None
    fgcolor: str | None = None
    x: int | None = None
    y: int | None = None
    image: RegisteredImage | None = None


Faces: TypeAlias = Mapping[str, Face]  # by objid

new_tuple = tuple.__new__  # takes half as long as a call of the class
NOTHING = Face()
NO_FACES: Faces = {}
NO_IMAGES: frozenset[RegisteredImage] = frozenset()


def update(objid: str, old: Face, new: Face) -> Set:
    """The values of one object that are not known yet."""
    energy0, name0, text0, bgcolor0, fgcolor0, x0, y0, image0 = old
    energy, name, text, bgcolor, fgcolor, x, y, image = new
    return new_tuple(
        Set,
        (
            objid,
            None if energy == energy0 else energy,
            None if name == name0 else name,
            None if text == text0 else text,
            None if bgcolor == bgcolor0 else bgcolor,
            None if fgcolor == fgcolor0 else fgcolor,
            None if x == x0 else x,
            None if y == y0 else y,
            None if image is image0 else (image or BLANK).objid,
        ),
    )


class Picture:
    """A room as somebody knows it: the matrix, and the tokens and keys in it. It never changes."""

    __slots__ = ("__weakref__", "_whole", "face", "faces", "matrix")

    def __init__(self, matrix: str, face: Face, faces: Faces) -> None:
        self.matrix = matrix
        self.face = face
        self.faces = faces
        self._whole: Change | None = None

    @property
    def whole(self) -> Change:
        """All of it, for a client that knows nothing of it."""
        return self.since(Picture(self.matrix, NOTHING, {}))

    def since(self, old: Picture) -> Change:
        """What leads here from another picture of the room; from nothing, it is found once for everybody."""
        if old.faces:
            return difference(old, self)
        if self._whole is None:
            self._whole = difference(old, self)
        return self._whole

    def through(self, view: Faces) -> Picture:
        """The same room, seen by a player whose own view replaces some faces, perhaps with another headline."""
        if not view:
            return self
        face = view.get(self.matrix)
        if face is None:
            return Picture(self.matrix, self.face, {**self.faces, **view})
        faces = {objid: one for objid, one in view.items() if objid != self.matrix}
        return Picture(self.matrix, self.face._replace(text=face.text), {**self.faces, **faces})

    def assumed(self, objid: str) -> Face:
        """What a client assumes of an object that is new to it: a token has the matrix's colours [c5.1]."""
        if objid[0] == TOKEN:
            return Face(bgcolor=self.face.bgcolor, fgcolor=self.face.fgcolor)
        return NOTHING


class Change:
    """What leads from one picture to another: updates of the matrix itself, then of what is in it.

    It refers to neither picture: so a picture can keep what newcomers are told, and a large board that nobody needs any
    more does not wait for the garbage collector, which keeps everybody waiting.
    """

    __slots__ = ("_heads", "_parts", "images", "in_place", "news", "resized", "updates")

    def __init__(
        self, updates: list[Set], heads: int, images: frozenset[RegisteredImage], resized: bool, in_place: bool
    ) -> None:
        self.updates = updates
        self.news = News(*updates)  # for a client that knows the images
        self._heads = heads  # how many of them come before the images
        self._parts: tuple[News, News] | None = None
        self.images = images
        self.resized = resized  # the client empties the matrix: its agents have to be put back, too
        self.in_place = in_place  # nothing comes, goes or moves: so each object's update stands for itself

    @property
    def head(self) -> list[Set]:
        """The updates that come before the definitions of images."""
        return self.updates[: self._heads]

    @property
    def body(self) -> list[Set]:
        """The updates that come after them."""
        return self.updates[self._heads :]

    @property
    def parts(self) -> tuple[News, News]:
        """The head and the body as news, the same for all clients."""
        if self._parts is None:
            self._parts = News(*self.head), News(*self.body)
        return self._parts

    def without(self, view: Faces) -> News:
        """The update for a player whose own view covers these faces and has not changed; only if it is in place."""
        return News(*(one for one in self.updates if one.objid not in view))


def without_words(picture: Picture) -> Picture:
    """The picture as a client knows it to whom all Words have to be said again, because it wants another language."""
    faces = {objid: _without_words(face) for objid, face in picture.faces.items()}
    return Picture(picture.matrix, _without_words(picture.face), faces)


def _without_words(face: Face) -> Face:
    if type(face.name) is Words:
        face = face._replace(name=None)
    return face._replace(text=None) if type(face.text) is Words else face


def difference(old: Picture, new: Picture) -> Change:
    """What somebody who knows the one picture must be told to know the other."""
    head: list[Set] = []
    body: list[Set] = []
    resized = (old.face.x, old.face.y) != (new.face.x, new.face.y)
    before, after = old.face._replace(image=None), new.face._replace(image=None)
    if before != after:
        head.append(update(new.matrix, before, after))
    images: set[RegisteredImage] = set()
    if old.face.image is not new.face.image:  # after the definition of the image, so not in the head
        images.add(new.face.image or BLANK)
        body.append(Set(new.matrix, image=(new.face.image or BLANK).objid))
    in_place = old.face[3:] == new.face[3:] and old.faces.keys() == new.faces.keys()  # colours, size, image
    if not resized:
        body.extend(Set(objid, x=-1) for objid in old.faces if objid not in new.faces)
    known = old.faces.get
    taken: set[tuple[int | None, int | None]] = set()  # cells whose former token has been thrown out by another
    for objid, face in new.faces.items():
        was = known(objid)
        if was is not None and not resized and (was is face or was == face):
            continue
        if was is None:
            was = new.assumed(objid)
        elif resized or (was.x, was.y) in taken:
            was = was._replace(x=None, y=None)
        in_place = in_place and was[-3:] == face[-3:]  # cell, image
        taken.add((face.x, face.y))
        body.append(update(objid, was, face))
        if was.image is not face.image:
            images.add(face.image or BLANK)
    return Change([*head, *body], len(head), frozenset(images), resized, in_place)
