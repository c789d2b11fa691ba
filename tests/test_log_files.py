"""Old files of the log: few are kept, and nobody looks for more."""

from __future__ import annotations

import glob
import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from twisted.logger import ILogObserver
from twisted.trial.unittest import SynchronousTestCase

from tilenet.log import OLD_FILES, FewLogFiles, log_observer


class OldFiles(SynchronousTestCase):
    def setUp(self) -> None:
        self.path = Path(self.enterContext(TemporaryDirectory()), "log")

    def opened(self, format: str, files: int = OLD_FILES) -> ILogObserver:
        """An observer that begins a new file after every line; its file is closed after the test."""
        make = FewLogFiles.fromFullPath

        def small(path: str, maxRotatedFiles: int) -> FewLogFiles:
            file: FewLogFiles = make(path, rotateLength=10, maxRotatedFiles=maxRotatedFiles)
            self.addCleanup(file.close)
            return file

        self.patch(FewLogFiles, "fromFullPath", small)
        observer = log_observer(format, str(self.path), files)
        self.patch(FewLogFiles, "fromFullPath", make)
        return observer

    def file(self, files: int) -> FewLogFiles:
        file: FewLogFiles = FewLogFiles.fromFullPath(str(self.path), rotateLength=100, maxRotatedFiles=files)
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

    def test_a_folder_that_cannot_be_written_to_is_no_failure(self) -> None:
        self.patch(os, "access", lambda *args: False)
        file = self.file(3)
        for number in range(5):
            file.write(f"{number}" * 100)
        file.flush()
        self.assertEqual(len(self.path.read_text()), 500)

    def test_an_observer_keeps_ten_or_as_many_as_it_is_told(self) -> None:
        for format, files in (("text", 10), ("json", 10), ("text", 1)):
            observer = self.opened(format, files) if files == 1 else self.opened(format)
            for _ in range(30):
                observer({"log_format": "hello \u00e9\x1b"})
            found = self.found()
            self.assertEqual({*found}, {"", *(f".{n}" for n in range(1, files + 1))})
            for text in found.values():
                self.assertEqual(json.loads(text)["message"] if format == "json" else text[30:-1], "hello \u00e9\\x1b")
            for path in self.path.parent.iterdir():
                path.unlink()
