"""Old files of the log: few are kept, and nobody looks for more."""

from __future__ import annotations

import glob
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from tilenet.log import FewLogFiles, log_observer


class OldFiles(SynchronousTestCase):
    def setUp(self) -> None:
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "log")

    def file(self, files: int, length: int = 100) -> FewLogFiles:
        file: FewLogFiles = FewLogFiles.fromFullPath(str(self.path), rotateLength=length, maxRotatedFiles=files)
        self.addCleanup(file.close)
        return file

    def found(self) -> dict[str, str]:
        return {path.name.removeprefix(self.path.name): path.read_text() for path in self.path.parent.glob("*")}

    def test_as_many_are_kept_as_are_wanted_and_the_latest_is_the_first(self) -> None:
        file = self.file(3)
        for number in range(10):
            file.write(f"{number}" * 100)
        self.assertEqual(
            {name: text[0] for name, text in self.found().items()},
            {"": "9", ".1": "8", ".2": "7", ".3": "6"},
        )

    def test_nobody_looks_for_more(self) -> None:
        """However many lie there: each would have to be renamed."""
        renamed: list[Any] = []
        rename = os.rename

        def note(*paths: Any) -> None:
            renamed.append(paths)
            rename(*paths)

        for number in range(1, 3000):
            self.path.with_name(f"{self.path.name}.{number}").touch()
        for module, name in ((glob, "glob"), (os, "listdir"), (os, "scandir")):
            self.patch(module, name, None)
        self.patch(os, "rename", note)
        file = self.file(10)
        for _ in range(2):
            file.write("x" * 100)
        self.assertEqual(len(renamed), 10)
        self.assertTrue(self.path.with_name(f"{self.path.name}.2999").exists())

    def test_one_is_the_least(self) -> None:
        file = self.file(1)
        for number in range(5):
            file.write(f"{number}" * 100)
        self.assertEqual({*self.found()}, {"", ".1"})

    def test_a_folder_that_cannot_be_written_to_is_no_failure(self) -> None:
        self.patch(os, "access", lambda *args: False)
        file = self.file(3)
        for number in range(5):
            file.write(f"{number}" * 100)
        file.flush()
        self.assertEqual(len(self.path.read_text()), 500)

    def test_an_observer_keeps_ten(self) -> None:
        for format in ("text", "json"):
            observer = log_observer(format, str(self.path))
            observer._file.rotateLength = 10  # type: ignore[attr-defined]
            for _ in range(30):
                observer({"log_format": "hello"})
            observer._file.close()
            self.assertEqual({*self.found()}, {"", *(f".{n}" for n in range(1, 11))})
