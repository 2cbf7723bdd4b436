"""Somebody chooses a picture, by keyboard too, and it is seen wherever the name is."""

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import start
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough
ALIKE = """import("/web/js/avatars/drawing.js").then(({ byName, avatar }) => ({
  names: ["Anna", "Анна", "Anna "].map(byName),
  same: byName("Anna") === byName("Anna"),
  spread: new Set(Array.from({ length: 400 }, (_, i) => byName(`Guest ${i}`))).size,
  bots: ["random", "baseline", "nardy:0", "nardy:1"].map((name) => avatar({ name, is_bot: true }).querySelectorAll("circle.g").length),
  strange: avatar({ name: "x", avatar: "moon-nothing" }).querySelectorAll("path").length > 3,
}))"""
KEPT = "fetch('/api/me').then((answer) => answer.json()).then(({ avatar }) => avatar)"


def visit(tab: Tab, address: str, width: int = 1280) -> None:
    tab.size(width, 800, touch=width < 600)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(address)
    tab.wait("document.querySelector('#page')", 60)


def test_everybody_has_a_picture_by_the_name(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club)
        told = tab.js(ALIKE)
        assert len(set(told["names"])) == 3
        assert told["same"]
        assert told["spread"] > 40  # of 48
        assert told["bots"] == [2, 3, 4, 5]  # the ground, and the pips of a die
        assert told["strange"]


def test_a_guest_chooses_a_picture_and_wears_it_at_the_board(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club, 390)
        press(tab, ".hero .btn", "Play now")
        start(tab)
        tab.wait("document.querySelectorAll('.strip .avatar').length === 2", 60)
        assert tab.js("document.querySelector('.strip.them .avatar').classList.contains('bot')")
        tab.js("document.querySelector('header .btn[aria-label=Account]').click()")
        press(tab, "dialog .btn", "Choose a picture")
        tab.wait("document.querySelectorAll('.pick').length === 14", 30)
        tab.js("document.querySelector('.pick[aria-label=Grapes]').focus()")
        tab.key("Enter")
        tab.wait("document.activeElement.getAttribute('aria-label') === 'Grapes'", 10)
        tab.js("document.querySelector('.pick[aria-label=garnet]').click()")
        assert tab.js("document.querySelector('.seen b').textContent") == "Grapes, garnet"
        press(tab, "dialog .btn", "Save")
        tab.wait(f"{KEPT}.then((avatar) => avatar === 'grapes-garnet')", 20)
        tab.wait("document.querySelector('dialog .picture-row .avatar.garnet')", 20)
        tab.wait("document.querySelector('.strip.me .avatar.garnet')", 20)
        visit(tab, f"{club}/player/me", 390)
        tab.wait("document.querySelector('.profile .avatar.garnet')", 30)
        press(tab, ".profile .linkish", "Change picture")
        press(tab, "dialog .btn", "Default picture")
        tab.wait(f"{KEPT}.then((avatar) => avatar === '')", 20)
        assert not tab.log
