"""Runs the cases in `*.test.js` in a real browser: each module of the page has a file of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doubles.chromium import Page
from tests.web.site import ROOT

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("**/*.test.js"))
MODULES = sorted((ROOT / "clients" / "web").glob("**/*.js"))
RUN = "import('/tests/web/harness.js').then(({{ run }}) => run('/{file}'))"


@pytest.mark.parametrize("file", FILES, ids=[path.name.removesuffix(".test.js") for path in FILES])
def test_module(page: Page, file: Path) -> None:
    results = page.run(RUN.format(file=file.relative_to(ROOT)))
    assert results, "no cases"
    failed = [f"{name}: {wrong}" for name, wrong in results if wrong]
    assert not failed, "\n\n".join([f"{len(failed)} of {len(results)} cases failed:", *failed])


def test_each_module_has_a_file_of_cases() -> None:
    cases = {path.name.removesuffix(".test.js") for path in FILES}
    assert {path.stem for path in MODULES} - cases == {"main"}  # which begins, and does nothing else
