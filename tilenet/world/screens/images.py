"""The images of a world: gives each one an objid, and the news that defines it for a client."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from weakref import WeakValueDictionary

from tilenet.game import Image
from tilenet.wire.messages import IMAGE, Set
from tilenet.world.screens.news import News

RECENT = 256  # images that keep their objids though they show nowhere


@dataclass(frozen=True, eq=False)
class RegisteredImage:
    """An image with its objid."""

    objid: str
    image: Image

    @cached_property
    def definition(self) -> News:
        """What makes the image known to a client; encoded once, as it may be for a whole crowd."""
        return News(Set(self.objid, x=self.image.width, y=self.image.height, text=self.image.data.hex()))


#: An image that shows nothing: TileNet has no way to take an image off a tile, so this one is put on it.
BLANK = RegisteredImage(
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

    So what is shown, hidden and shown again is sent once, and a game that keeps making new images fills no memory.
    """

    def __init__(self) -> None:
        self._numbers = count(2)
        self._registered: WeakValueDictionary[Image, RegisteredImage] = WeakValueDictionary()
        self._recent: OrderedDict[Image, RegisteredImage] = OrderedDict()

    def register(self, image: Image) -> RegisteredImage:
        """The same for equal images."""
        registered = self._registered.get(image)
        if registered is None:
            registered = self._registered[image] = RegisteredImage(f"{IMAGE}{next(self._numbers)}", image)
        self._recent[image] = registered
        self._recent.move_to_end(image)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        return registered
