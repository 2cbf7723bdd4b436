"""A finished match is looked at, decision by decision, doubles among them."""

from pathlib import Path

import pytest
from tests.web.browser import Browser
from tests.web.finished import ROOM, TOKEN, prepare
from tests.web.running import running_club

from nardy.server import opinions

HEADING = "document.querySelector('.opinion h2').textContent"


@pytest.mark.thorough
def test_doubles_are_reviewed_beside_the_turns(tmp_path: Path, chromium_browser: Browser) -> None:
    if not opinions.is_awake():
        pytest.skip("the kernel is being compiled")
    prepare(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(390, 844)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        tab.js(f"document.cookie = 'nardy={TOKEN}; path=/'")
        tab.go(f"{club}/review/{ROOM}")
        tab.wait("document.querySelector('.figures .figure')", 60)
        tab.wait("document.querySelector('.review .state').textContent === ''", 60)
        # By the keys through all decisions: each says in a sentence what it was worth.
        tab.js("document.querySelector('.steps button').click()")
        heard = []
        for _ in range(40):
            heard.append((tab.js(HEADING), tab.js("document.querySelector('.says').textContent")))
            before = heard[-1][0]
            tab.js(
                "document.querySelector('.review').dispatchEvent("
                "new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"
            )
            if tab.js(HEADING) == before:
                break
        words = [heading.split(": ")[1] for heading, _ in heard]
        for word in ("Double", "Take", "Pass"):
            assert word in words, words
        assert all(says for _, says in heard)
        assert "Match" in tab.js("document.querySelector('.candidates').textContent")
        figures = tab.js("document.querySelector('.figures').innerText")
        assert "blunder" in figures
        assert "decisions" in figures
        assert tab.js("document.documentElement.scrollWidth") <= 390
        assert not tab.log
