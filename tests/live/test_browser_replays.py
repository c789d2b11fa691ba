"""A replay in a real browser: it plays, the bar does what it says, and people can use it by eye, hand and ear."""

from __future__ import annotations

import os
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from tests.doubles import axe
from tests.doubles.chromium import SCREENS, TOUCHED, Size
from tests.doubles.cinema import ID
from tests.doubles.processes import LOCAL, Start
from tests.doubles.reading import faults
from tests.doubles.replays import as_file, noughts
from tests.doubles.visitor import Visitors, address
from tilenet.replays.library import FOLDER

PICTURES = os.environ.get("TILENET_PICTURES")
CINEMA = [sys.executable, "-m", "tests.doubles.cinema"]
CROSSES = "document.querySelectorAll('.cell.cross').length"


@pytest.mark.parametrize("sizes", [SCREENS, TOUCHED], ids=["screen", "touch"])
def test_a_replay(start: Start, visitors: Visitors, sizes: list[Size]) -> None:
    replays = start.folder / "data" / FOLDER
    replays.mkdir(parents=True)
    (replays / f"{ID}.jsonl.gz").write_bytes(as_file(noughts(), id=ID, ended=time.time()))
    server = start(CINEMA, "--listen", LOCAL, "--web", LOCAL, "--data", str(start.folder / "data"))
    eve = visitors(sizes[0], is_touch=sizes is TOUCHED)
    page = eve.page
    eve.login(address(server), "eve", "cinema")
    eve.click(1, 0)
    page.wait("document.body.dataset.skin === 'noughts' && document.activeElement.className === 'play'")
    page.press(" ")
    page.wait("document.querySelector('.replay .play').ariaLabel === 'Play'")
    page.press("End")
    page.wait(f"{CROSSES} === 3")
    assert page.run("document.getElementById('ending').hidden")
    page.press("Home")
    page.wait(f"{CROSSES} === 0")
    page.press("n")
    page.wait(f"{CROSSES} === 3")
    page.press("ArrowLeft")
    page.wait(f"{CROSSES} === 2")
    page.press("1")
    page.wait("document.querySelector('.replay .from').value === '1'")
    heard = page.read_aloud()
    assert {"button Back", "button Play", "button Step", "slider Time", "combobox Watch from"} <= {
        " ".join(one.split()[:3]) if one.startswith("combobox") else " ".join(one.split()[:2]) for one in heard
    }
    assert "Your turn" not in page.run("document.title")
    for size, scheme in product(sizes, ("dark", "light")):
        page.resize(size)
        page.prefer({"prefers-color-scheme": scheme})
        eve.settled()
        if PICTURES:
            page.picture(Path(PICTURES, f"replay-{size[0]}x{size[1]}-{scheme}.png").absolute())
        assert faults(page, is_phone=sizes is TOUCHED) == [], (size, scheme)
        assert axe.grave_faults(page) == [], (size, scheme)
