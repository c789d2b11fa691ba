"""The wheel that pip makes: all of the program, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from email.parser import BytesParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.doubles.processes import PATIENCE

ROOT = Path(__file__).parents[2]
MADE = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "node_modules", "dropin.cache")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    """Built from a copy, so that nothing is left in the tree, and nothing of an earlier build gets in."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "tree", symlinks=True, ignore=MADE)
    build = [
        *["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir"],
        str(folder),
    ]
    subprocess.run([sys.executable, *build, str(folder / "tree")], timeout=PATIENCE, check=True)
    (path,) = folder.glob("*.whl")
    with ZipFile(path) as opened:
        yield opened
    shutil.rmtree(folder)


def test_it_has_every_file_of_the_program_and_no_other(wheel: ZipFile) -> None:
    found = (
        Path(folder, name).relative_to(ROOT)
        for top in ("tilenet", "twisted")
        for folder, _, names in os.walk(ROOT / top, followlinks=True)
        for name in names
    )
    expected = {str(path) for path in found if not MADE("", list(path.parts))}
    assert len(expected) > 200
    assert {"tilenet/clients/web/index.html", "tilenet/games/noughts/game.py", "tilenet/py.typed"} < expected
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == expected


def test_its_requirements_end_before_the_next_major_version(wheel: ZipFile) -> None:
    (path,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    needed = BytesParser().parsebytes(wheel.read(path)).get_all("Requires-Dist")
    assert needed is not None and len(needed) > 10
    assert [one for one in needed if "<" not in one and "==" not in one.split(";")[0] and "tilenet[" not in one] == []
