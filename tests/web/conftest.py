"""A club that runs and a browser that looks at it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.browser import Browser, browser, chromium


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a club on an empty database."""
    folder = tmp_path_factory.mktemp("club")
    environment = {**os.environ, "NARDY_DATABASE": str(folder / "club.db")}
    command = [sys.executable, "-m", "nardy", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
        process.terminate()


@pytest.fixture(scope="session")
def chromium_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser, or no test where there is none."""
    if chromium() is None:
        # Where the checks are the gate it must be there: .ci/run installs it.
        assert not os.environ.get("CI"), "the tests of the page need chromium"
        pytest.skip("no chromium (Debian, Ubuntu: apt install chromium)")
    with browser(Path(tmp_path_factory.mktemp("profile"))) as running:
        yield running
