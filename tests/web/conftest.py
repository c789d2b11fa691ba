"""What tests of the page get: a browser, and a page that runs code of tests beside its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.doubles.chromium import Page
from tests.doubles.visitor import open_browser
from tests.web.site import PAGE, site


@pytest.fixture(scope="session")
def shared_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One for all tests of a worker."""
    with site() as address, closing(open_browser(tmp_path_factory.mktemp("browser"))) as browser:
        page = browser.page()
        page.open(f"{address}{PAGE}")
        yield page


@pytest.fixture
def page(shared_page: Page) -> Iterator[Page]:
    """The page before its code begins; it may not complain."""
    yield shared_page
    assert shared_page.errors == []
