"""The tree of a knock-out: what it shows, by eye, by keyboard and as a table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web import lively, tour
from tests.web.browser import Browser
from tests.web.running import running_club
from tests.web.test_ratings import SIDEWAYS

pytestmark = pytest.mark.thorough
SHOWN = """[...document.querySelectorAll('.round')].map((round) => [round.querySelector('h3').textContent,
  [...round.querySelectorAll('.duel')].map((duel) => {
    const [pair, result] = ['.name', '.spoken'].map((one) => [...duel.querySelectorAll(one)].map((e) => e.textContent));
    return duel.ariaLabel ?? [pair.join(" against "), ...result].filter(Boolean).join(", ");
  })])"""
ROWS = "[...document.querySelectorAll('.as-table tbody tr')].map((row) => [...row.cells].map((one) => one.textContent))"
SEEN = {"since": None, "order": [1, 2], "line": {"round": 1}}
UPDATED = """import("/web/js/tournaments/updates.js").then(({{ updated }}) => {{
  const told = updated({known}, {news});
  return [told.entrants, told.standings, told.tables, told.duels].map((part) => part.map((one) => Object.values(one).join()));
}})"""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("town")
    lively.prepare(folder)
    with running_club(folder) as address:
        yield address


def stop(name: str) -> tour.Stop:
    return next(one for one in tour.STOPS if one.name == name)


def test_the_tree_and_the_table_tell_the_same(town: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tour.enter(tab, town, language="en")
        tour.visit(tab, town, stop("knock-out"))
        shown = dict(tab.js(SHOWN))
        assert list(shown) == ["Round 1", "Quarterfinals", "Semifinals", "Final"]
        assert [len(duels) for duels in shown.values()] == [8, 4, 2, 1]
        assert "Anna advances without a game" in shown["Round 1"]
        assert any("playing" in said for said in shown["Semifinals"])
        told = [
            [name, said]
            for name, duels in shown.items()
            for said in duels
            if said != "nobody yet against nobody yet"
        ]
        assert tab.js(ROWS) == told
        # By keyboard: a duel is a link to its board, and the table opens where one was.
        tab.js("document.querySelector('a.duel.live').focus()")
        tab.key("Enter")
        tab.wait("document.querySelector('.boardbox .board')", 60)
        tour.visit(tab, town, stop("knock-out-over"))
        assert "Anna" in tab.js("document.querySelector('.champion').innerText")
        assert not tab.log


def test_on_a_phone_the_rounds_are_swiped_and_nothing_else_is(
    town: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tour.enter(tab, town, language="ru")
        tour.visit(tab, town, stop("knock-out"))
        assert tab.js(SIDEWAYS) <= 0
        wide, seen = tab.js(
            "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('.tree'))"
        )
        assert wide > 2 * seen
        assert not tab.log


def test_what_has_changed_takes_the_place_of_what_was(town: str, chromium_browser: Browser) -> None:
    known = {
        **SEEN,
        "entrants": [{"number": 1}, {"number": 2}],
        "standings": [{"number": 1, "score": 0}, {"number": 2, "score": 0}],
        "tables": [{"table": 1, "result": None}],
        "duels": [],
    }
    news = {
        **SEEN,
        "since": 3,
        "order": [2, 1],
        "entrants": [],
        "standings": [{"number": 2, "score": 1}],
        "tables": [{"table": 1, "result": "0:1"}, {"table": 2, "result": None}],
        "duels": [],
    }
    with chromium_browser.tab() as tab:
        tour.enter(tab, town)
        update = UPDATED.format(known=json.dumps(known), news=json.dumps(news))
        assert tab.js(update) == [["1", "2"], ["2,1", "1,0"], ["1,0:1", "2,"], []]
        whole = UPDATED.format(known=json.dumps(known), news=json.dumps({**news, "since": None}))
        assert tab.js(whole) == [[], ["2,1"], ["1,0:1", "2,"], []]
