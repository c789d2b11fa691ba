"""Fetches what the tests of the page need into the virtual environment: a browser, axe-core, tsc and eslint."""

from __future__ import annotations

import subprocess
import sys

from tests.doubles import axe, chromium_program, javascript


def main() -> None:
    try:
        for part in (chromium_program, axe, javascript):
            part.install()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"The page cannot be tested: {error}\n`make test BROWSER=` runs all other tests.")


if __name__ == "__main__":
    main()
