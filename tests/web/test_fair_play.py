"""A position that is being played in a game that counts: the editor says why it is not judged, and where the rule is."""

import asyncio
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.server.club_room import open_club
from tests.server.fair_play.fair_games import a_game, take_turns
from tests.web.browser import Browser
from tests.web.running import running_club

from nardy.core.text import situation_text
from nardy.server.analysis import evaluations

pytestmark = pytest.mark.thorough
ASKED = """(() => {
  const told = document.querySelector('.evaluation [role=alert]')?.textContent ?? '';
  const waits = document.querySelector('.evaluation:not([hidden]) [role=status]');
  // A club that has just opened loads its engine first: ask again.
  if (!waits && (!told || /still starting|загружаются/.test(told))) document.querySelector('.editor .side .row .act').click();
  return told && !/still starting|загружаются/.test(told);
})()"""


def in_its_middle(folder: Path) -> str:
    """A club in which two people play; the position on their board."""

    async def go() -> str:
        async with open_club(folder) as club:
            room = await a_game(club, game="backgammon")
            await take_turns(club, room, 8)
            return situation_text(room.situation)

    return asyncio.run(go())


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_refused_evaluation_leads_to_the_rule(
    tmp_path: Path, chromium_browser: Browser, language: str
) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    position = in_its_middle(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(360, 740)
        tab.go(f"{club}/board?text={quote(position)}")
        tab.wait("document.querySelector('.editor .boardbox .ck')", 60)
        tab.js(f"localStorage.setItem('nardy', JSON.stringify({{language: '{language}'}}))")
        tab.call("Page.reload")
        tab.wait("document.querySelector('.editor .boardbox .ck')", 60)
        tab.wait(ASKED, 120)
        says = tab.js("document.querySelector('.evaluation [role=alert]').textContent")
        assert says.startswith("Somebody is playing" if language == "en" else "Эту позицию")
        assert not tab.js("document.querySelector('.evaluation .problem')")
        tab.js("document.querySelector('.evaluation a').click()")
        tab.wait("document.activeElement?.id === 'library-fair'", 60)
        assert len(tab.js("document.querySelector('.part-of-fair').innerText")) > 500
