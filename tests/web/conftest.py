"""A club that runs and a browser that looks at it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.browser import Browser, browser, chromium
from tests.web.node import lay_out
from tests.web.running import running_club


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a club on an empty database."""
    with running_club(tmp_path_factory.mktemp("club")) as address:
        yield address


@pytest.fixture(scope="session")
def chromium_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser, or no test where there is none."""
    if chromium() is None:
        # Where the checks are the gate it must be there: .ci/run installs it.
        assert not os.environ.get("CI"), "the tests of the page need chromium"
        pytest.skip("no chromium (Debian, Ubuntu: apt install chromium)")
    with browser(Path(tmp_path_factory.mktemp("profile"))) as running:
        yield running


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's engine, for node."""
    return lay_out(tmp_path_factory.mktemp("engine"))
