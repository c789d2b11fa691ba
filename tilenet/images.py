"""The images of a world: gives each one an objid, and the bytes that define it for a client."""

from __future__ import annotations

from itertools import count
from weakref import WeakKeyDictionary, WeakValueDictionary

from tilenet.game import Image
from tilenet.messages import IMAGE, Set
from tilenet.wire import encode

#: An image that shows nothing: TileNet has no way to take an image off a tile, so this one is put on it.
BLANK = Image(
    1,
    1,
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
        "1f15c4890000000b49444154789c6360000200000500017a5eab3f0000000049454e44ae426082"
    ),
)
BLANK_OBJID = f"{IMAGE}1"


class Images:
    """Which objid an image has. An image that no game holds any more is forgotten."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._objids: WeakKeyDictionary[Image, str] = WeakKeyDictionary()
        self._images: WeakValueDictionary[str, Image] = WeakValueDictionary()
        self.objid(BLANK)

    def objid(self, image: Image) -> str:
        """The same for equal images."""
        objid = self._objids.get(image)
        if objid is None:
            objid = self._objids[image] = f"{IMAGE}{next(self._numbers)}"
            self._images[objid] = image
        return objid

    def definition(self, objid: str) -> bytes:
        """What makes the image known to a client."""
        image = self._images[objid]
        return encode(Set(objid, x=image.width, y=image.height, text=image.data.hex()))
