"""docs/files.md lists every source file by its first sentence; `python -m tests.test_files` writes it anew."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "files.md"
FOLDERS = ("tilenet", "games", "clients", "twisted/plugins")
HEAD = """\
# Files

Every source file, by its own first sentence. `python -m tests.test_files` makes this page, and a test compares it with
the files.
"""


def sources() -> dict[str, list[Path]]:
    """All files with code, by folder; the links to games and clients are not followed."""
    found: dict[str, list[Path]] = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.*")):
            place = path.relative_to(ROOT)
            is_linked = place.parts[:2] in (("tilenet", "games"), ("tilenet", "clients"))
            if path.suffix in (".py", ".js") and path.stem != "__init__" and not is_linked:
                found.setdefault(place.parent.as_posix(), []).append(path)
    return found


def first_sentence(path: Path) -> str:
    """Up to the first full stop, or to the end of the first paragraph."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        said = ast.get_docstring(ast.parse(text)) or ""
    else:
        lines = [line[2:].strip() for line in re.match(r"(?://[^\n]*\n)*", text)[0].splitlines()]  # type: ignore[index]
        said = "\n".join(lines)
    paragraph = " ".join(said.split("\n\n")[0].split())
    return re.split(r"(?<=[.:])(?:\s|$)(?=[A-Z]|$)", paragraph)[0].rstrip(":")


def page() -> str:
    parts = [HEAD]
    for folder, paths in sorted(sources().items()):
        rows = "".join(f"| `{path.name}` | {first_sentence(path).replace('|', chr(92) + '|')} |\n" for path in paths)
        parts.append(f"## {folder}\n\n| file | what it knows |\n| --- | --- |\n{rows}")
    return "\n".join(parts)


class Files(SynchronousTestCase):
    def test_each_says_first_what_it_knows(self) -> None:
        silent = [
            str(path.relative_to(ROOT)) for paths in sources().values() for path in paths if not first_sentence(path)
        ]
        self.assertEqual(silent, [])

    def test_the_page_says_what_the_files_say(self) -> None:
        self.assertEqual(
            PAGE.read_text(encoding="utf-8").splitlines(), page().splitlines(), "python -m tests.test_files"
        )

    def test_architecture_names_only_what_is_there(self) -> None:
        """Every `folder/` and `file.py` that the map names."""
        text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
        places = [ROOT, ROOT / "tilenet", ROOT / "tilenet" / "world", ROOT / "tilenet" / "store"]
        for name in re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:/|\.py))`", text):
            self.assertTrue(any((place / name).exists() for place in places), name)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
