"""The editor: a position put up by hand is the text that the address says."""

import json
from typing import Any

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table

SETUP = """(async () => {{
  const {{ brushed, positionText }} = await import("/web/js/editor/position.js");
  const facing = (n) => 25 - n;
  let placed = {{ mine: Array(26).fill(0), theirs: Array(26).fill(0), minePinned: [], theirsPinned: [] }};
  for (const [place, brush] of {taps}) placed = brushed(placed, place, brush, facing, 15);
  return [placed.mine[0], placed.theirs[0], positionText(placed, {{ game: "plakoto", side: "white", dice: [2, 5], more: [], checkers: 15 }})];
}})()"""


def set_up(tab: Tab, taps: list[tuple[int, str]]) -> Any:
    return tab.js(SETUP.format(taps=json.dumps(taps)))


@pytest.mark.thorough
def test_checkers_are_put_and_taken_and_pinned(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/board")
        tab.wait("document.querySelector('.editor .place')", 60)
        assert set_up(tab, []) == [0, 0, "plakoto w off:15 off:15 dice=52"]
        taps = [(6, "mine"), (6, "mine"), (6, "pin"), (25, "theirs"), (3, "theirs")]
        assert set_up(tab, taps) == [13, 12, "plakoto w 6:2 bar:1,22:1,19:p dice=52"]
        assert set_up(tab, [*taps, (6, "remove"), (6, "remove")])[2] == (
            "plakoto w off:15 bar:1,22:1,19:1 dice=52"
        )
        assert set_up(tab, [(6, "mine"), (6, "theirs")])[2] == "plakoto w off:15 19:1 dice=52"


@pytest.mark.thorough
def test_a_link_opens_its_position_which_can_be_tried_and_changed(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1440, 900)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(f"{club}/board?text=backgammon+b+24:2,13:5,8:3,6:5+24:2,13:5,8:3,6:5+dice=31")
        tab.wait("document.querySelector('.editor .no.can')", 60)
        table = Table(tab)
        assert set(table.origins()) == {"24", "13", "8", "6"}
        table.tap("8")
        table.tap("5")
        assert any(label.startswith("5, 1 yours") for label in table.labels())
        table.tap("24")
        table.tap("19")
        tab.wait("document.querySelector('.note').textContent.includes('die')", 30)
        chip = (
            "[...document.querySelectorAll('.brushes .chip')].find(e => e.textContent === 'Remove')"
        )
        tab.js(f"{chip}.click()")
        tab.wait("document.querySelector('.note').textContent.includes('borne off')")
        table.tap("24")
        tab.wait("decodeURIComponent(location.search).includes('24:1,13:5')", 30)
        field = "document.querySelector('#position-text')"
        tab.js(f"{field}.value = 'backgammon w 24:20 24:2'")
        tab.js(f"{field}.dispatchEvent(new Event('change'))")
        tab.wait("document.querySelector('.editor .state.problem')", 30)
        assert not [line for line in tab.log if "400" not in line]


@pytest.mark.thorough
def test_the_editor_leaves_the_focus_on_what_was_changed(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1440, 900)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(f"{club}/board?text=backgammon+w+24:2,13:5,8:3,6:5+24:2,13:5,8:3,6:5+dice=31")
        tab.wait("document.querySelector('.editor .no.can')", 60)
        tab.js("(window.die = document.querySelectorAll('.setup select')[2]).focus()")
        tab.js("die.value = '2', die.dispatchEvent(new Event('change'))")
        tab.wait("!die.isConnected", 30)
        assert tab.js("document.activeElement.ariaLabel === die.ariaLabel")
        assert tab.js("document.activeElement.value") == "2"
        tab.js("(window.chip = document.querySelectorAll('.brushes .chip')[3]).focus()")
        tab.key("Enter")
        tab.wait("!chip.isConnected", 30)
        assert tab.js("document.activeElement.textContent === chip.textContent")
        assert tab.js("document.activeElement.ariaPressed") == "true"
        assert not tab.log


@pytest.mark.thorough
def test_a_link_without_a_position_keeps_its_text_beside_a_start(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/board?text=nonsense")
        tab.wait("document.querySelector('.editor .state.problem')?.textContent", 60)
        assert tab.js("document.querySelector('#position-text').value") == "nonsense"
        assert Table(tab).origins()
        ask = "[...document.querySelectorAll('.editor .row .act')][0].click()"
        tab.js(ask)
        tab.wait("document.querySelector('.editor .evaluation li, .evaluation .problem')", 60)
        assert tab.js("document.querySelectorAll('.editor .evaluation li').length") > 1
