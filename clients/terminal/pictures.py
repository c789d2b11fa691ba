"""Images in half blocks: each character shows two pixels, the upper one as foreground, the lower as background."""

from __future__ import annotations

import io
import warnings
from functools import lru_cache

from tilenet.clients.model import Thing
from tilenet.clients.terminal.inks import Colour, Inks, read
from tilenet.clients.terminal.paint import Row, Run

try:
    from PIL import Image, UnidentifiedImageError

    HAS_PILLOW = True
except ImportError:  # then names are shown
    HAS_PILLOW = False

MOST_PIXELS = 512 * 512
MOST_BYTES = 64 * 1024  # a file with few pixels can take long, too
ENOUGH = 256  # colours; with fewer, a name says more than a few blocks
FORMATS = ("PNG", "GIF", "JPEG", "BMP")

Pixel = tuple[int, int, int, int]


class Pictures:
    """Draws images that the server has sent."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks
        self._shrunk = lru_cache(256)(_shrink)

    def can_draw(self, image: Thing) -> bool:
        """Whether this terminal can show images, and this one is not too long to be looked at."""
        return HAS_PILLOW and self._inks.depth >= ENOUGH and len(image.text) <= 2 * MOST_BYTES

    def rows(
        self, image: Thing, width: int, height: int, background: Colour, gap: Colour | None = None
    ) -> list[Row] | None:
        """The image in this many columns and lines; None if it cannot be read or is fully transparent.

        With a gap, the lower half of the last line has that colour.
        """
        pixels = self._shrunk(image.text, width, 2 * height - (gap is not None)) if self.can_draw(image) else None
        if pixels is None:
            return None
        if gap is not None:
            pixels = [*pixels, [(*gap, 255)] * width]
        pairs = (zip(pixels[line], pixels[line + 1], strict=True) for line in range(0, 2 * height, 2))
        return [
            [self._block(_over(upper, background), _over(lower, background)) for upper, lower in pair] for pair in pairs
        ]

    def _block(self, upper: Colour, lower: Colour) -> Run:
        """Two pixels. If they look the same on this terminal they are a blank: inks for text would keep them apart."""
        whole = self._inks.of(lower, lower)
        if self._inks.of(upper, upper).foreground == whole.background:
            return whole, " "
        return self._inks.of(upper, lower), "▀"


def _over(pixel: Pixel, background: Colour) -> Colour:
    red, green, blue, alpha = pixel
    return read(f"{alpha:02x}{red:02x}{green:02x}{blue:02x}", background, background)


def _shrink(data: str, width: int, height: int) -> list[list[Pixel]] | None:
    """The image's pixels in this width and height. It keeps its proportions, with transparent edges."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)  # it would be written across the screen
            with Image.open(io.BytesIO(bytes.fromhex(data)), formats=FORMATS) as source:
                if source.width * source.height > MOST_PIXELS:
                    return None
                image = source.convert("RGBA")
    except (
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
        MemoryError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
        UnidentifiedImageError,
    ):
        return None
    if not any(image.getchannel("A").histogram()[1:]):  # in TileNet, that is how an image is removed
        return None
    scale = min(width / image.width, height / image.height)
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    canvas = Image.new("RGBA", (width, height))
    canvas.paste(image.resize(size, Image.Resampling.BOX), ((width - size[0]) // 2, (height - size[1]) // 2))
    parts = iter(canvas.tobytes())
    flat: list[Pixel] = list(zip(parts, parts, parts, parts, strict=True))
    return [flat[line * width : (line + 1) * width] for line in range(height)]
