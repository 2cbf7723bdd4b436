"""A page that was left open while the club got another version."""

import time

import pytest
from tests.web.browser import Browser
from tests.web.table import Table
from tests.web.test_leaving import at_board

pytestmark = pytest.mark.thorough
OLD = "import('/web/0000000000000000/js/circles/circle.js')"
MOVED = "JSON.parse(localStorage['nardy-turns'] ?? '{}')[location.pathname.split('/')[2]]?.[1].length ?? 0"
RELOADS = "performance.getEntriesByType('navigation')[0].type === 'reload' && !window.before"


def test_it_loads_itself_again_once_and_keeps_the_moves_of_a_turn(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        table = at_board(tab, club)
        table.tap(table.origins()[0])
        table.tap(table.targets()[0])
        tab.wait(f"{MOVED} > 0")
        moved, board = tab.js(MOVED), table.labels()
        tab.js("window.before = true")
        tab.js(f"void {OLD}")
        tab.wait(f"{RELOADS} && document.querySelector('.boardbox .ck')", 20)
        tab.wait(f"{MOVED} === {moved}", 5)
        # The names of the places follow the checkers a moment later.
        end = time.monotonic() + 5
        while Table(tab).labels() != board and time.monotonic() < end:
            time.sleep(0.05)
        assert Table(tab).labels() == board

        tab.js("window.before = true")
        tab.js(f"void {OLD}.catch((error) => (window.refused = error.message))")
        tab.wait("window.refused", 5)
        assert "expected a page of the club's version" in tab.js("window.refused")
        assert tab.js("window.before")
