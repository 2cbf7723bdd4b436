"""A rated game of two people, from the lobby to the leaderboard and the profile."""

import json
import time
from pathlib import Path

import pytest
from tests.effort import PATIENCE
from tests.web.browser import Browser, Tab
from tests.web.running import running_club
from tests.web.table import Table
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough
NAMELESS = """[...document.querySelectorAll('a, button')].filter((one) =>
  !(one.innerText.trim() || one.getAttribute('aria-label') || one.textContent.trim()))
  .map((one) => one.outerHTML)"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
MINE = "document.querySelector('.strip.me').innerText"
THEIRS = "document.querySelector('.strip.them').innerText"


def play_until_both_have(tables: list[Table], seconds: float = 120) -> None:
    """Both roll and play until three turns are in the list."""
    end = time.monotonic() + PATIENCE * seconds
    while min(t.tab.js("document.querySelectorAll('.turns li').length") for t in tables) < 2:
        assert time.monotonic() < end, [table.tab.log for table in tables]
        for table in tables:
            if table.button() == "Roll":
                table.press_button()
            if table.origins():
                table.play_turn()
        time.sleep(0.1)


def resign(tables: list[Table]) -> tuple[Tab, Tab]:
    """Whoever is to act gives up; winner and loser."""
    one, two = tables
    while True:
        for mine, other in ((one, two), (two, one)):
            if mine.button() == "Roll" or mine.origins():
                press(mine.tab, ".acts .btn", "Resign")
                press(mine.tab, "dialog .btn.wide", "single")
                press(other.tab, ".mainbox .btn", "Accept")
                return other.tab, mine.tab
        time.sleep(0.1)


def look_at(tab: Tab, address: str, ready: str) -> None:
    """A page on a phone: it fits, and everything on it has a name."""
    tab.size(390, 844)
    tab.go(address)
    tab.wait(ready, 30)
    assert tab.js(SIDEWAYS) <= 0
    assert tab.js(NAMELESS) == []
    assert tab.js("document.querySelectorAll('h1').length") == 1
    assert not tab.log


def test_who_has_not_played_is_told_how_to_begin(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        look_at(tab, f"{club}/player/me", "document.querySelector('.none .btn')")
        look_at(tab, f"{club}/leaders/tapa/rapid", "document.querySelector('.none .btn')")
        assert "choose a clock" in tab.js("document.querySelector('.none').innerText")


def sign_up(tab: Tab, club: str, name: str) -> None:
    """An account in this browser."""
    tab.go(club)
    account = json.dumps({"name": name, "password": "lamp gravel tuesday"})
    how = f"{{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {account!r}}}"
    assert tab.js(f"fetch('/api/account', {how}).then((answer) => answer.status)") == 201


def test_a_guest_is_told_that_a_rating_takes_an_account(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844)
        tab.go(club)
        tab.wait("document.querySelector('.three .btn')", 30)
        press(tab, ".three .btn", "A friend")
        tab.wait("document.querySelector('dialog .rated button:disabled')")
        press(tab, "dialog .chip", "10 min")
        assert tab.js("document.querySelector('dialog .rated button:disabled') !== null")
        assert "accounts on both sides" in tab.js(
            "document.querySelector('dialog .rated').innerText"
        )
        press(tab, "dialog .rated .linkish", "Create an account")
        tab.wait("document.querySelector('dialog[open] input[type=password]')", 30)
        assert not tab.log


def test_a_rated_game_changes_both_ratings_and_is_remembered(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    with (
        running_club(tmp_path, rated_same_place="on") as club,
        chromium_browser.tab() as one,
        chromium_browser.tab() as two,
    ):
        for tab, name in ((one, "Nino"), (two, "Luka")):
            tab.size(1280, 800)
            tab.prefer(prefers_reduced_motion="reduce")
            sign_up(tab, club, name)
        one.go(club)
        one.wait("document.querySelector('.three .btn')", 30)
        press(one, ".three .btn", "A friend")
        one.wait("document.querySelector('dialog .rated button:disabled')")
        press(one, "dialog .chip", "10 min")
        press(one, "dialog .rated .chip", "Rated")
        press(one, ".order .chip", "Anyone")
        press(one, "dialog .btn", "Find an opponent")
        press(one, "dialog .linkish", "Wait at an open board")
        one.wait("document.querySelector('.waiting')", 30)
        two.go(club)
        two.wait("document.querySelector('.seek')?.innerText.includes('1500?')", 30)
        assert "Rated" in two.js("document.querySelector('.seek').innerText")
        press(two, ".seek", "Nino")
        two.wait("document.querySelector('.boardbox .ck')", 30)
        tables = [Table(one), Table(two)]
        one.wait(f"{THEIRS}.includes('1500?')", 30)
        play_until_both_have(tables)
        winner, loser = resign(tables)
        winner.wait(f"{MINE}.includes('1510? (+10.0)') && {THEIRS}.includes('1490? (−10.0)')", 30)
        loser.wait("document.querySelector('.end')?.innerText.includes('Rating 1490?, −10.0')", 30)
        heard = "document.querySelector('.spoken').textContent"
        winner.wait(f"{heard}.includes('Rating 1510?, +10.0')", 30)
        assert not one.log
        assert not two.log

        # The way there by keyboard: the link in the head of the page.
        winner.js("document.querySelector('.nav-links a[href=\"/leaders\"]').focus()")
        winner.key("Enter")
        winner.wait("document.querySelector('.leaders tr.you, .leaders tbody tr')")
        assert winner.js("document.activeElement.tagName") == "H1"
        assert "Nobody is ranked yet" in winner.js("document.querySelector('.leaders').innerText")
        look_at(winner, f"{club}/leaders", "document.querySelector('.leaders tbody tr')")
        look_at(winner, f"{club}/player/me", "document.querySelector('.graph .curve')")
        told = winner.js("document.querySelector('.profile').innerText")
        assert "1510?" in told
        assert "+10.0" in told
        winner.js("document.querySelector('.past a[href^=\"/play/\"]').click()")
        winner.wait("document.querySelector('.boardbox .board')", 30)
