"""The page of all dice: it works out the very figures that Python does, from the counts that it is sent."""

import asyncio
import json
import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.server import thrown
from tests.server.dice_counts.test_findings import thrown as throw
from tests.web.browser import Browser
from tests.web.running import running_club
from tests.web.test_ratings import NAMELESS, SIDEWAYS

from nardy.server.dice_counts.findings import findings, usual_longest
from nardy.server.store.database.opening import open_store

TABLE = json.loads((Path(__file__).parents[1] / "data" / "chi-square.json").read_text("utf-8"))
CHANCES = """import("/web/js/dice/distributions.js").then(({{ chanceOf }}) =>
  Object.entries({values}).map(([degrees, values]) => values.map((x) => chanceOf(x, Number(degrees)))))"""
FIGURES = """import("/web/js/dice/statistics.js").then(({{ findings, usualLongest }}) => {{
  const told = {counts};
  return {{ found: findings(told), usual: [usualLongest(told, 1 / 6), usualLongest(told, 5 / 6)] }};
}})"""


def test_the_page_works_out_what_python_does(club: str, chromium_browser: Browser) -> None:
    counts = throw(Random(4), 60)
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/dice")
        tab.wait("document.querySelector('.fairness h1')")
        told = tab.js(CHANCES.format(values=json.dumps(TABLE["values"])))
        for row in told:
            assert row == pytest.approx(TABLE["chances"], rel=3e-3)
        page = tab.js(FIGURES.format(counts=msgspec.json.encode(counts).decode()))
        for one, other in zip(page["found"], findings(counts), strict=True):
            assert one["name"] == other.name
            assert one["degrees"] == other.degrees
            assert one["statistic"] == pytest.approx(other.statistic, rel=1e-9)
            assert one["chance"] == pytest.approx(other.chance, rel=1e-9)
            assert one["corrected"] == pytest.approx(other.corrected, rel=1e-9)
        assert page["usual"] == [usual_longest(counts, 1 / 6), usual_longest(counts, 5 / 6)]
        assert not tab.log


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "ru"])
def test_all_dice_fit_on_a_phone_and_say_what_they_show(
    tmp_path: Path, chromium_browser: Browser, language: str
) -> None:
    async def fill() -> None:
        store = open_store(tmp_path / "club.db")
        await thrown.fill(store, thrown.tables(30), 900)
        store.close()

    asyncio.run(fill())
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(390, 844)
        tab.go(club)
        tab.wait("document.querySelector('#page')")
        tab.js(f"localStorage.setItem('nardy', '{{\"language\": \"{language}\"}}')")
        tab.go(club)
        tab.wait("document.querySelector('.promise a')")
        tab.click(".promise a[href='/dice']")
        tab.wait("document.querySelectorAll('.intervals').length === 4", 30)
        assert tab.js(SIDEWAYS) <= 0
        assert tab.js(NAMELESS) == []
        assert tab.js("document.querySelectorAll('h1').length") == 1
        assert tab.js("document.querySelectorAll('.bars span').length") == 21 + 6
        words = tab.js("document.querySelector('.fairness').textContent")
        assert not re.search(r"\bdice\.[a-z]", words)
        assert "{" not in words
        assert not tab.log
