"""The report of `nardy analyze --html` in a browser: axe-core, width, and nothing from elsewhere."""

from pathlib import Path

import pytest
from tests.report.read_back import small_match
from tests.web import axe
from tests.web.browser import Browser

from nardy.report import page, player_profile

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing_and_nothing_is_loaded(
    chromium_browser: Browser, tmp_path: Path, language: str, width: int
) -> None:
    matches = [small_match(), small_match("Anna", "<b>Clara</b>", number=2)]
    file = tmp_path / "report.html"
    profile = player_profile(matches, "Anna")
    file.write_text(page(matches, language, profile=profile, refused=["a"]), "utf-8")
    with chromium_browser.tab() as tab:
        tab.size(width, 800)
        for scheme in ("light", "dark"):
            tab.prefer(prefers_color_scheme=scheme)
            tab.go(file.as_uri())
            tab.wait("document.readyState === 'complete' && document.querySelector('footer')")
            assert tab.js("document.documentElement.scrollWidth <= innerWidth")
            # The policy must let the own style sheet through.
            assert tab.js("getComputedStyle(document.body).margin") == "0px"
            assert not axe.violations(tab)
        assert not tab.log
        assert {address.split(":")[0] for address in tab.asked} == {"file"}
