"""A review is a workshop: its list, keys, tried turns, notes and pictures."""

from pathlib import Path

import pytest
from tests.web.browser import Browser
from tests.web.finished import ROOM, TOKEN, prepare
from tests.web.running import running_club

from nardy.server.analysis import evaluations

# One step at least: the address names a decision only after a step.
TURN = """(() => { let n = 0; do document.querySelectorAll('.steps button')[1].click();
  while (n++ < 40 && document.querySelector('.why-box').hidden); })()"""
TRY = "document.querySelector('.evaluation > .tools .btn').click()"
KEEP = """fetch(location.pathname.replace("/review/", "/api/rooms/") + "/notes", {
  method: "POST", headers: { "content-type": "application/json" },
  body: JSON.stringify({ number: Number(location.hash.slice(1)), note: "Think.",
    tried: [{ turn: document.querySelectorAll(".candidates .turn")[1].textContent, moves: [] }] }),
}).then((answer) => { if (!answer.ok) throw new Error(answer.status); })"""
LIST = "document.querySelectorAll('.decisions li').length"


@pytest.mark.thorough
def test_a_review_is_worked_with(tmp_path: Path, chromium_browser: Browser) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    prepare(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 60)
        tab.sign_in(TOKEN)
        tab.go(f"{club}/review/{ROOM}")
        tab.wait("document.querySelector('.figures .figure')", 120)
        tab.wait("document.querySelector('.review .state').textContent === ''", 120)
        # The board is as wide as the columns of a game in play leave.
        assert tab.js("document.querySelector('.boardbox').clientWidth") >= 1280 - 230 - 300 - 84
        # The list has every decision, and only those of a grade where one is chosen.
        every = tab.js(LIST)
        tab.js("document.querySelectorAll('.turn-list .chip')[1].click()")
        assert 0 < tab.js(LIST) < every
        assert tab.js("document.querySelectorAll('.decisions .grade.blunder').length") == tab.js(
            LIST
        )
        tab.js("document.querySelectorAll('.turn-list .chip')[0].click()")
        # A note is there again after a reload, at the turn that the address names.
        tab.js(TURN)
        number = tab.js("location.hash")
        tab.js(
            "(() => { const one = document.querySelector('#review-note'); one.value = 'Think.';"
            " one.dispatchEvent(new Event('input')); })()"
        )
        tab.go("about:blank")
        tab.go(f"{club}/review/{ROOM}{number}")
        tab.wait("document.querySelector('#review-note')?.value === 'Think.'", 120)
        # A turn is tried by moving checkers: the board takes input.
        tab.js(TRY)
        tab.wait("document.querySelector('.boardbox [role=application]')", 60)
        assert tab.js("document.querySelector('.trying .act').disabled")
        tab.js("document.querySelector('.trying .quiet').click()")
        tab.wait("document.querySelector('.boardbox [role=img]')")
        # The picture stands alone: it is drawn without the page's styles.
        tab.js("document.querySelectorAll('.evaluation > .tools .btn')[1].click()")
        tab.wait("document.querySelector('.share-picture')?.naturalWidth", 60)
        tab.js("document.querySelector('dialog[open]').close()")
        # Other stakes are valued, and so are the turns by rollout, with progress.
        tab.js("document.querySelector('.what-if').open = true")
        tab.wait("document.querySelector('.what-if .btn')")
        tab.js("document.querySelector('.what-if .btn').click()")
        tab.wait("document.querySelector('.what-if-answer tbody tr')", 60)
        tab.js("document.querySelector('.rollout .btn').click()")
        tab.wait("document.querySelector('.rollout tbody tr')", 120)
        assert not tab.log


@pytest.mark.thorough
def test_a_variation_goes_on_after_any_roll(tmp_path: Path, chromium_browser: Browser) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    prepare(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(390, 844)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 60)
        tab.sign_in(TOKEN)
        tab.go(f"{club}/review/{ROOM}")
        tab.wait("document.querySelector('.review .state')?.textContent === ''", 240)
        tab.js(TURN)
        number = tab.js("location.hash")
        # A turn that was tried goes on with the other player's roll; the club keeps it, the value is asked for.
        tab.wait("document.querySelector('.notebook .muted.xs').textContent.includes('club')", 60)
        tab.js(KEEP)
        tab.go("about:blank")
        tab.go(f"{club}/review/{ROOM}{number}")
        tab.wait("document.querySelector('.tried .turn')", 120)
        tab.js("document.querySelector('.tried .turn').click()")
        tab.wait("document.querySelector('.tried-turn > .num').textContent", 60)
        tab.js("document.querySelector('.tried [aria-expanded]').click()")
        assert tab.js("document.querySelectorAll('.next-rolls .chip').length") == 21
        tab.js("document.querySelectorAll('.next-rolls .chip')[3].click()")
        tab.wait("document.querySelector('.boardbox [role=application]')", 60)
        tab.js("document.querySelector('.trying .quiet').click()")
        tab.wait("document.querySelector('.boardbox [role=img]')")
        assert not tab.log
