"""Which Firefox tests run: $FIREFOX, or the one in the path, or Debian's, which apt fetches and checks without root.

Debian signs its packages, so no version is pinned. Where there is no apt, or it has no Firefox, there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PACKAGE = "firefox-esr"
NAMES = "firefox-esr", "firefox"
FOLDER = Path(sys.prefix, PACKAGE)
ROOT = FOLDER / "root"  # as if it was that of the system
PROGRAM = ROOT / "usr" / "lib" / PACKAGE / PACKAGE
FINISHED = FOLDER / "finished"

Found = tuple[str, Mapping[str, str]]


def find() -> Found | None:
    """The program, and what it needs in its environment."""
    if chosen := os.environ.get("FIREFOX"):
        return chosen, {}
    for name in NAMES:
        if there := shutil.which(name):
            return there, {}
    if FINISHED.exists():
        libraries = [str(folder) for folder in sorted(ROOT.glob("usr/lib/*-linux-gnu"))]
        return str(PROGRAM), {"LD_LIBRARY_PATH": ":".join(libraries)}
    return None


def install() -> None:
    """Fetch Firefox and the libraries that this system does not have, unless one is here. Tests go without it, too."""
    if find() is not None:
        return
    print("Fetching Firefox for tests")
    try:
        _fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"There is no Firefox for tests here, so only Chromium runs: {error}")


def _fetch() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    archives = FOLDER / "cache" / "archives"
    for folder in (FOLDER / "state" / "lists" / "partial", archives / "partial", ROOT):
        folder.mkdir(parents=True)
    options = {
        "Dir::State": FOLDER / "state",
        "Dir::State::status": "/var/lib/dpkg/status",  # what the system has
        "Dir::Cache": FOLDER / "cache",
        "Debug::NoLocking": 1,
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
    _run(*apt, "update")
    _run(*apt, "install", "--yes", "--download-only", "--no-install-recommends", PACKAGE)
    for archive in sorted(archives.glob("*.deb")):
        _run("dpkg-deb", "--extract", str(archive), str(ROOT))
    if not PROGRAM.exists():
        raise OSError(f"{PACKAGE} has no {PROGRAM.relative_to(ROOT)}")
    for used in ("cache", "state"):
        shutil.rmtree(FOLDER / used)
    FINISHED.touch()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
