"""What clients import of the server: the codec, and nothing else, so that they could be written by anybody."""

from __future__ import annotations

import ast
from pathlib import Path

from twisted.trial.unittest import SynchronousTestCase

from tilenet import clients

FOLDER = Path(clients.__file__).resolve().parent
ALLOWED = ("tilenet.wire", "tilenet.clients")


def imports(path: Path) -> set[str]:
    """Every module that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in {path}"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


class Imports(SynchronousTestCase):
    def test_clients_know_the_codec_alone(self) -> None:
        """Not the bench: it measures the server from inside, too."""
        files = [path for path in FOLDER.rglob("*.py") if "bench" not in path.relative_to(FOLDER).parts]
        self.assertGreater(len(files), 30)
        for path in files:
            ours = {name for name in imports(path) if name.split(".")[0] in ("tilenet", "games", "clients")}
            self.assertEqual({name for name in ours if not name.startswith(ALLOWED)}, set(), path)
