"""A match is brought by the page, reviewed, shared and taken back; a pasted position opens the board."""

import json
from pathlib import Path

import pytest
from tests.web.browser import Browser

MATCH = Path(__file__).parents[1] / "formats" / "data" / "money.mat"
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
PATIENCE = 240
"""Seconds: a review takes long on a busy machine."""


@pytest.mark.thorough
def test_a_pasted_match_is_reviewed_shared_and_deleted(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tab.go(f"{club}/matches")
        tab.wait("document.querySelector('#match-text')", PATIENCE)
        text = json.dumps(MATCH.read_text("utf-8"))
        tab.js(f"document.querySelector('#match-text').value = {text}")
        tab.js("[...document.querySelectorAll('.bring .btn')].at(-1).click()")
        tab.wait("location.pathname.startsWith('/review/match-')", PATIENCE)
        tab.wait("document.querySelector('.figures .figure')", PATIENCE)
        tab.go(f"{club}/matches")
        tab.wait("document.querySelector('.kept-game')", PATIENCE)
        tab.js("document.querySelector('.offline-kept [aria-pressed]').click()")
        tab.wait("document.querySelector('.link-of-match input')", PATIENCE)
        link = tab.js("document.querySelector('.link-of-match input').value")
        tab.go(link)
        tab.wait("document.querySelector('.figures .figure')", PATIENCE)
        assert not tab.log


@pytest.mark.thorough
def test_a_position_that_is_pasted_opens_the_board(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/leaders")
        tab.wait("document.querySelector('#page')", PATIENCE)
        data = f"const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', {START!r})"
        tab.js(
            f"{{ {data}; document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData, bubbles: true }})) }}"
        )
        tab.wait("document.querySelector('.editor .ck')", PATIENCE)
        assert tab.js("document.querySelector('#position-text').value") == START
        assert not tab.log
