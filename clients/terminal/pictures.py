"""Images in half blocks: each character cell shows two pixels, the upper one in front, the lower one as background."""

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

MOST_PIXELS = 1024 * 1024
SOLID = 128  # alpha from which on a pixel is drawn where there are no colours
FORMATS = ("PNG", "GIF", "JPEG", "BMP")

Pixel = tuple[int, int, int, int]


class Pictures:
    """Draws images that the server has sent."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks
        self._shrunk = lru_cache(512)(_shrink)

    def rows(self, image: Thing, width: int, height: int, ground: Colour) -> list[Row] | None:
        """The image in so many cells; None if it cannot be read, or if there is nothing to be seen in it."""
        pixels = self._shrunk(image.text, width, 2 * height, self._inks.depth == 1) if HAS_PILLOW else None
        if pixels is None:
            return None
        ink = self._inks
        found: list[Row] = []
        for line in range(height):
            row: list[Run] = []
            for upper, lower in zip(pixels[2 * line], pixels[2 * line + 1], strict=True):
                if ink.depth == 1:
                    block = " ▄▀█"[2 * (upper[3] >= SOLID) + (lower[3] >= SOLID)]
                    row.append((ink["plain"], block))
                else:
                    row.append(self._block(_over(upper, ground), _over(lower, ground)))
            found.append(row)
        return found

    def _block(self, upper: Colour, lower: Colour) -> Run:
        """Two pixels; if they look the same here it is one, and not what the ink for a text would make of them."""
        whole = self._inks.of(lower, lower)
        if self._inks.of(upper, upper).foreground == whole.background:
            return whole, " "
        return self._inks.of(upper, lower), "▀"


def _over(pixel: Pixel, ground: Colour) -> Colour:
    red, green, blue, alpha = pixel
    return read(f"{alpha:02x}{red:02x}{green:02x}{blue:02x}", ground, ground)


def _shrink(data: str, width: int, height: int, is_outline: bool) -> list[list[Pixel]] | None:
    """The image's pixels in so many columns and lines, its shape kept, transparent around it.

    Where only its outline can be drawn, there is nothing to be seen in an image that has none.
    """
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
    alphas = image.getchannel("A").histogram()
    if not any(alphas[1:]):  # TileNet has no other way to take an image off
        return None
    scale = min(width / image.width, height / image.height)
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    canvas = Image.new("RGBA", (width, height))
    canvas.paste(image.resize(size, Image.Resampling.BOX), ((width - size[0]) // 2, (height - size[1]) // 2))
    parts = iter(canvas.tobytes())
    flat: list[Pixel] = list(zip(parts, parts, parts, parts, strict=True))
    if is_outline and not (any(alphas[:SOLID]) and any(pixel[3] >= SOLID for pixel in flat)):
        return None
    return [flat[line * width : (line + 1) * width] for line in range(height)]
