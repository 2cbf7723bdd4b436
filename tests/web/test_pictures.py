"""The pictures of the guide are there, and can be taken from the page as it is now."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web import lively
from tests.web.browser import Browser
from tests.web.pictures import FOLDER, PICTURES, size_of, take
from tests.web.running import running_club

GUIDES = FOLDER.parent
SHOWN = re.compile(r"\]\(pictures/(\w+)\.webp\)")


PLOTTED = {"plot"}
"""Made by examples/plot_match.py, without a browser."""


def test_every_picture_is_shown_and_has_its_size() -> None:
    shown = {
        name for page in GUIDES.glob("*.md") for name in SHOWN.findall(page.read_text("utf-8"))
    }
    assert shown - PLOTTED == set(PICTURES)
    assert shown == {file.stem for file in FOLDER.iterdir()}
    for name, wanted in PICTURES.items():
        assert size_of((FOLDER / f"{name}.webp").read_bytes()) == wanted.size


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a club where much has happened."""
    folder: Path = tmp_path_factory.mktemp("town")
    lively.prepare(folder)
    with running_club(folder) as address:
        yield address


@pytest.mark.thorough
@pytest.mark.parametrize("name", PICTURES)
def test_it_can_be_taken_anew(town: str, chromium_browser: Browser, name: str) -> None:
    assert size_of(take(chromium_browser, town, name)) == PICTURES[name].size
