"""The images of a world: gives each one an objid, and the bytes that define it for a client."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import count
from weakref import WeakValueDictionary

from tilenet.game import Image
from tilenet.messages import IMAGE, Set
from tilenet.wire import encode

RECENT = 256  # images that keep their objids though they show nowhere


@dataclass(frozen=True, eq=False)
class Defined:
    """An image with its objid."""

    objid: str
    image: Image

    @property
    def definition(self) -> bytes:
        """What makes the image known to a client."""
        return encode(Set(self.objid, x=self.image.width, y=self.image.height, text=self.image.data.hex()))


#: An image that shows nothing: TileNet has no way to take an image off a tile, so this one is put on it.
BLANK = Defined(
    f"{IMAGE}1",
    Image(
        1,
        1,
        bytes.fromhex(
            "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
            "0000000b4944415478da636000020000050001e9fadcd80000000049454e44ae426082"
        ),
    ),
)


class Images:
    """Which images have an objid: those in anybody's picture, and those that were shown last.

    So what is shown, hidden and shown again is sent once, and a game that makes ever new images fills no memory.
    """

    def __init__(self) -> None:
        self._numbers = count(2)
        self._defined: WeakValueDictionary[Image, Defined] = WeakValueDictionary()
        self._recent: OrderedDict[Image, Defined] = OrderedDict()

    def define(self, image: Image) -> Defined:
        """The same for equal images."""
        defined = self._defined.get(image)
        if defined is None:
            defined = self._defined[image] = Defined(f"{IMAGE}{next(self._numbers)}", image)
        self._recent[image] = defined
        self._recent.move_to_end(image)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        return defined
