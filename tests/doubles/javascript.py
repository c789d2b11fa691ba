"""The programs that check the page's code without running it: tsc for its types, eslint for its habits; both pinned.

`python -m tests.doubles.javascript` runs both.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.doubles import npm

PACKAGES = "typescript@7.0.2", "eslint@10.15.0", "@eslint/js@10.0.1"
FOLDER = Path(sys.prefix, "javascript")
ROOT = Path(__file__).parents[2]
COMMANDS = [
    ["tsc", "--project", "tests/web"],
    ["tsc", "--project", "tests/web/tsconfig.tests.json"],
    ["eslint", "--config", "tests/web/eslint.config.js", "--max-warnings", "0", "clients/web", "tests/web"],
]


def install() -> None:
    """Raises OSError or CalledProcessError."""
    npm.install(FOLDER, *PACKAGES)


def main() -> None:
    programs = FOLDER / "node_modules" / ".bin"
    statuses = [
        subprocess.run([npm.NODE, programs / name, *words], cwd=ROOT, check=False).returncode
        for name, *words in COMMANDS
    ]
    sys.exit(max(statuses))


if __name__ == "__main__":
    main()
