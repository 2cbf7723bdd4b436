from pathlib import Path

import pytest
from tests.server.games.own_game import COURTYARD, write_games
from tests.web.browser import Browser
from tests.web.running import running_club
from tests.web.table import from_card, start

CARD = ".own-game .mini-card"


@pytest.mark.thorough
def test_a_game_of_the_club_tells_its_rules_and_is_played(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    games = str(write_games(tmp_path, COURTYARD))
    with running_club(tmp_path, games=games) as club, chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait(f"document.querySelector({CARD!r})", 60)
        tab.click(".own-game > .btn")
        tab.wait("document.querySelector('dialog .house-rules')")
        told = tab.js("document.querySelector('dialog').textContent")
        assert "Courtyard nardy" in told
        assert "any double lets one more leave" in told
        tab.js("document.querySelector('dialog').close()")
        tab.click(CARD)
        from_card(tab)
        start(tab)
        assert tab.js("document.querySelector('.info h1').textContent") == "Courtyard nardy"
        assert not tab.log
