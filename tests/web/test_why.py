"""The editor and the review explain a turn in words, with the opponent's rolls as a map."""

import json
from urllib.parse import quote

import pytest
from tests.web.browser import Browser

from nardy.server.analysis import evaluations

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
TOLD = f"""fetch("/api/position/explanation", {{method: "POST", headers: {{"content-type": "application/json"}},
  body: {json.dumps(json.dumps({"position": START, "turn": "8/5 6/5"}))}}}).then((answer) => answer.json())"""


@pytest.mark.thorough
def test_the_editor_says_why_the_best_turn_is_the_best(
    club: str, chromium_browser: Browser
) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    with chromium_browser.tab() as tab:
        tab.size(360, 740)
        tab.go(f"{club}/board?text={quote(START)}")
        tab.wait("document.querySelector('.editor .ck')", 60)
        tab.js("document.querySelector('.editor .act').click()")
        tab.wait("document.querySelector('.why-button')", 60)
        tab.js("document.querySelector('.why-button').click()")
        tab.wait("document.querySelector('.why-says')", 60)
        told = tab.js(TOLD)
        said = tab.js("[...document.querySelectorAll('.why-says p')].map((one) => one.textContent)")
        assert said == [*told["says"]["en"], told["plan"]["en"]]
        cells = tab.js(
            "[...document.querySelectorAll('.roll-map tbody td')].map((one) => one.textContent)"
        )
        dice = {tuple(one["dice"]): one["best"] - one["played"] for one in told["rolls"]}
        hundredths = [
            round(100 * dice[max(one, other), min(one, other)])
            for one in range(1, 7)
            for other in range(1, 7)
        ]
        assert [int(cell.replace("−", "-")) for cell in cells] == pytest.approx(hundredths, abs=1)
        assert tab.js("document.documentElement.scrollWidth") <= 360
        assert not tab.log
