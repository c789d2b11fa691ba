"""axe-core (MPL-2.0), which finds faults that keep people from using a page; it is fetched for tests, pinned.

`python -m tests.doubles.axe` fetches it into the virtual environment.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

from tests.doubles.chromium import Page
from tests.doubles.npm import fetch

PACKAGE = "axe-core@4.14.0"
SHA512 = "9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ=="
SCRIPT = Path(sys.prefix, "axe-core", "axe.min.js")
GRAVE = "serious", "critical"

#: The grave faults of the whole page, each with where it is.
RUN = """
axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations
    .filter(({impact}) => %s.includes(impact))
    .map(({id, impact, nodes}) => `${impact}: ${id}: ${nodes.map(({html}) => html).slice(0, 3).join(' ')}`))
"""


def is_there() -> bool:
    """Whether it can be used; in CI it must be."""
    if SCRIPT.exists():
        return True
    assert not os.environ.get("CI"), "there is no axe-core, and its checks must not be left out here"
    return False


def grave_faults(page: Page) -> list[str]:
    if not page.run("'axe' in window"):
        page.run(f"{SCRIPT.read_text()}; true")
    found: Any = page.run(RUN % json.dumps(GRAVE))
    return [str(one) for one in found]


def main() -> None:
    if SCRIPT.exists():
        return
    try:
        with tarfile.open(fileobj=io.BytesIO(fetch(PACKAGE, SHA512))) as package:
            member = package.extractfile("package/axe.min.js")
            assert member is not None
            SCRIPT.parent.mkdir(exist_ok=True)
            SCRIPT.write_bytes(member.read())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"There is no axe-core, so what it would find will not be found: {error}")


if __name__ == "__main__":
    main()
