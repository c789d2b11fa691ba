"""Fetches what the tests of the page need into the virtual environment: browsers, axe-core, tsc and eslint."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tests.doubles import axe, chromium_program, firefox_program, javascript

PARTS = chromium_program, firefox_program, axe, javascript


def main() -> None:
    try:
        with ThreadPoolExecutor(len(PARTS)) as pool:  # some wait for the network, some unpack
            for done in [pool.submit(part.install) for part in PARTS]:
                done.result()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"The page cannot be tested: {error}\n`make test BROWSER=` runs all other tests.")


if __name__ == "__main__":
    main()
