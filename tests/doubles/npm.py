"""Pinned packages of npm: one as an archive that is checked, or several installed into a folder.

node and npm come with the extra `test`, so they are the same on every machine.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

NODE = Path(sys.executable).with_name("node")
NPM = Path(sys.executable).with_name("npm")


def fetch(package: str, sha512: str) -> bytes:
    """The archive of a package. Raises OSError or CalledProcessError."""
    with TemporaryDirectory() as folder:
        _npm("pack", package, folder=Path(folder))
        data = next(Path(folder).glob("*.tgz")).read_bytes()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != sha512:
        raise OSError(f"{package} is not what it was when it was pinned")
    return data


def install(folder: Path, *packages: str) -> None:
    """Install packages of exact versions, with what they need. Raises OSError or CalledProcessError."""
    folder.mkdir(exist_ok=True)
    (folder / "package.json").write_text("{}\n")
    options = "--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"
    _npm("install", *options, *packages, folder=folder)


def _npm(*words: str, folder: Path) -> None:
    subprocess.run([str(NPM), "--loglevel=error", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
