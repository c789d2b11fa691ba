"""axe-core (MPL-2.0), which finds faults that keep people from using a page; it is fetched for tests, pinned."""

from __future__ import annotations

import io
import json
import sys
import tarfile
from pathlib import Path
from typing import Any

from tests.doubles.chromium import Page
from tests.doubles.npm import fetch

PACKAGE = "axe-core@4.14.0"
SHA512 = "9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ=="
SCRIPT = Path(sys.prefix, PACKAGE, "axe.min.js")
GRAVE = "serious", "critical"

#: The grave faults of the whole page, each with where it is.
RUN = """
axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations
    .filter(({impact}) => %s.includes(impact))
    .map(({id, impact, nodes}) => `${impact}: ${id}: ${nodes.map(({html}) => html).slice(0, 3).join(' ')}`))
"""


def grave_faults(page: Page) -> list[str]:
    if not page.run("'axe' in window"):
        page.run(f"{SCRIPT.read_text()}; true")
    found: Any = page.run(RUN % json.dumps(GRAVE))
    return [str(one) for one in found]


def install() -> None:
    """Fetch it, unless it is here. Raises OSError or CalledProcessError."""
    if SCRIPT.exists():
        return
    with tarfile.open(fileobj=io.BytesIO(fetch(PACKAGE, SHA512))) as package:
        member = package.extractfile("package/axe.min.js")
        assert member is not None
        SCRIPT.parent.mkdir(exist_ok=True)
        SCRIPT.write_bytes(member.read())
