"""A finished match is looked at, decision by decision, doubles among them."""

import json
import re
from pathlib import Path

import pytest
from tests.web.browser import Browser
from tests.web.finished import ROOM, TOKEN, prepare
from tests.web.running import running_club

from nardy.server.analysis import evaluations

WORDS = """Promise.all([import("/web/js/words.js"), import("/web/js/parts.js")])
  .then(([words, { open }]) => Promise.all([words.speak("en"), open("game"), open("review")])).then(() => 0)"""
BEST = """import("/web/js/review/cube_tables.js").then(({{ bestWay, cubeTable }}) => {cases}.map(([act, best, advice]) => {{
  const one = {{ act, best, advice, no_double: 0.5, double_take: 0.75, double_pass: 1, match_chances: null }};
  const shown = cubeTable(one, "Anna").querySelectorAll("tbody tr");
  return [bestWay(one), [...shown].map((row) => row.querySelector(".tag")?.textContent ?? "")];
}}))"""
BOMB = """import("/web/js/review/cube_tables.js").then(({ actWord, actVerdict, bombTable }) => {
  const one = { act: "keep", best: "bomb", exploded: 0.25, kept: 0.125, loss: 0.125 };
  return [actWord(one), actVerdict(one), [...bombTable(one, "Anna").querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join(" "))];
})"""
CURVE = """import("/web/js/review/graph.js").then(({ chances }) => chances([
  { player: "white", win: 0.25, lose: 0.25 }, { player: "black", win: 0, lose: 0.5 }, { player: "black", win: null, lose: null },
], "white"))"""
DANCE = """import("/web/js/review/number_words.js").then(({ verdictWord }) => [[], [[6, 3]]].map((moves) =>
  verdictWord({ choices: [{ moves }], chosen: 0, loss: 0, is_forced: true })))"""
HEADING = "document.querySelector('.evaluation h2').textContent"


@pytest.mark.thorough
def test_doubles_are_reviewed_beside_the_turns(tmp_path: Path, chromium_browser: Browser) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    prepare(tmp_path)
    with running_club(tmp_path) as club, chromium_browser.tab() as tab:
        tab.size(390, 844)
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        tab.sign_in(TOKEN)
        tab.go(f"{club}/review/{ROOM}")
        tab.wait("document.querySelector('.figures .figure')", 60)
        tab.wait("document.querySelector('.review .state').textContent === ''", 60)
        # By the keys through all decisions: each says in a sentence what it was worth.
        tab.js("document.querySelector('.steps button').click()")
        tab.js("document.activeElement.blur()")
        assert "PR" in tab.js("document.querySelector('.figures').innerText")
        heard = []
        for _ in range(40):
            heard.append((tab.js(HEADING), tab.js("document.querySelector('.says').textContent")))
            before = heard[-1][0]
            tab.key("ArrowRight")
            if tab.js(HEADING) == before:
                break
        words = [heading.split(": ")[1] for heading, _ in heard]
        for word in ("Double", "Take", "Pass"):
            assert word in words, words
        assert all(says for _, says in heard)
        assert "Match" in tab.js("document.querySelector('.candidates').textContent")
        figures = tab.js("document.querySelector('.figures').innerText")
        assert "blunder" in figures
        assert "decisions" in figures
        assert tab.js("document.documentElement.scrollWidth") <= 390
        assert not tab.log
        # Who looks on is never spoken to as if they had played.
        with chromium_browser.tab() as stranger:
            stranger.size(1280, 800)
            stranger.go(f"{club}/review/{ROOM}")
            stranger.wait("document.querySelector('.review .graph')", 60)
            said = stranger.js("document.querySelector('.review').innerText")
            # Their own notes are a stranger's, too.
            said = said.replace("kept at the club, for you alone", "kept")
            assert not re.search(r"\b[Yy]ou(r|rs)?\b", said), said


@pytest.mark.thorough
def test_the_figures_of_a_review_say_what_they_mean(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        tab.js(WORDS)
        # A draw is nobody's win.
        assert tab.js(CURVE) == [0.25, 0.5, None]
        assert tab.js(DANCE) == ["No legal move.", "Only move."]
        cases = {
            ("roll", "double", "double, take"): ("take", ["chosen", "best", ""]),
            ("roll", "double", "double, pass"): ("pass", ["chosen", "", "best"]),
            ("roll", "roll", "no double"): ("roll", ["chosen", "", ""]),
            ("double", "roll", "no double"): ("roll", ["best", "doubled", "doubled"]),
            ("pass", "beaver", "no double"): ("take", ["", "best", "chosen"]),
            ("take", "pass", "double, pass"): ("pass", ["", "chosen", "best"]),
        }
        told = tab.js(BEST.format(cases=json.dumps([*cases])))
        assert told == [list(way) for way in cases.values()]
        assert tab.js(BOMB) == [
            "Bomb kept",
            "Exploding the bomb was better. It cost 0.125 points.",
            ["Bomb Equity", "Explodebest +0.250", "Keepchosen +0.125"],
        ]


LIST = """import("/web/js/review/decision_list.js").then(({ DecisionList }) => {
  const list = window.list = new DecisionList(() => {});
  const about = { counts: () => true, who: () => " Anna", clean: "none" };
  const one = (n, more) => ({ number: n, dice: [2, 1], turn: `${n + 3}/${n}`, loss: 0, grade: null, ...more });
  window.tell = (...more) => list.show(Array.from({ length: 40 }, (_, n) => one(n + 1, more[n])), 0, about);
  document.body.replaceChildren(list.element);
  list.rows.style = "height: 100px; overflow: auto";
  return window.tell();
})"""
PROGRESS = """Promise.all([import("/web/js/review/page.js"), import("/web/js/review/summary.js")]).then(([{ ReviewPage }, { stateWord }]) => {
  const page = new ReviewPage("own-none", { go() {} });
  const told = { laws: { name: { en: "Tapa" } }, turns: [], cubes: [], bombs: [], of: 9, deep: 0 };
  const spans = [1, 2].map((looked_at) => {
    page.take({ ...told, state: "working", looked_at });
    return [page.state.firstElementChild?.ariaLive, page.state.textContent.includes(`${looked_at} of 9`), page.state.firstChild === page.progress];
  });
  page.take({ ...told, state: "failed", looked_at: 2, reason: "no bot" });
  page.close();
  return [...spans, [page.state.children.length, page.state.textContent.includes("no bot")]];
})"""


@pytest.mark.thorough
def test_a_review_under_way_leaves_focus_and_place_of_its_list(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        tab.js(WORDS)
        tab.js(LIST)
        tab.js("(window.row = list.rows.children[30].firstElementChild).focus()")
        assert tab.js("list.rows.scrollTop") > 0
        top = "Math.round(list.rows.children[30].getBoundingClientRect().top)"
        place = tab.js(top)
        tab.js("tell({ loss: 0.1, grade: 'blunder' })")
        assert tab.js("document.activeElement === window.row")
        assert tab.js(top) == place
        assert "0.1" in tab.js("list.rows.children[0].textContent")
        assert tab.js("list.rows.querySelectorAll('[aria-current=true]').length") == 1
        # A row that is laid anew has the focus of the one before.
        tab.js("tell(...Array(30), { loss: 0.2, grade: 'blunder' })")
        assert tab.js("document.activeElement === list.rows.children[30].firstElementChild")
        assert tab.js("document.activeElement !== window.row")
        assert not tab.log


STAYS = """import("/web/js/review/page.js").then(({ ReviewPage }) => {
  const page = new ReviewPage("own-none", { go() {} });
  document.body.replaceChildren(page.element);
  const counts = Array.from({ length: 26 }, (_, place) => (place === 6 ? 2 : 0));
  const choice = (turn, equity) => ({ turn, moves: [], win: 0.5, gammon: null, equity, loss: -equity, plies: 0 });
  const decision = (equity) => ({
    ...{ number: 1, player: "white", dice: [2, 1], turn: "6/4 6/5", position: "tapa w 6:2 6:2 dice=21", chosen: 0, loss: 0, grade: null },
    ...{ is_forced: false, win: 0.5, lose: 0.5, luck: 0, plies: 0, white: counts, black: counts, white_pinned: [], black_pinned: [], cube: null },
    choices: [choice("6/4 6/5", 0), choice("6/3", equity)],
  });
  const laws = { name: { en: "Tapa" }, direction: "contrary", has_cube: false };
  const told = { laws, cubes: [], bombs: [], games: [], summaries: {}, names: {}, bots: [], you: null, of: 9, deep: 0 };
  Object.assign(told, { state: "working", plies: 0, preview_plies: 0, luck_plies: 0 });
  const tell = (looked_at, equity) => page.take({ ...told, looked_at, turns: [decision(equity)] });
  tell(1, -0.1);
  const [turn] = [...page.element.querySelectorAll("button.turn")].slice(1);
  turn.focus();
  const share = page.tools.querySelector("button:nth-of-type(2)");
  tell(2, -0.1);
  const kept = [turn.isConnected, share.isConnected, document.activeElement === turn];
  tell(3, -0.2);
  const now = [turn.isConnected, document.activeElement.matches("button.turn"), document.activeElement.textContent];
  page.close();
  return [kept, now];
})"""


@pytest.mark.thorough
def test_a_review_under_way_leaves_its_buttons_and_turns(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        tab.js(WORDS)
        assert tab.js(STAYS) == [[True, True, True], [False, True, "6/3"]]


@pytest.mark.thorough
def test_how_far_a_review_is_is_not_read_out(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        tab.js(WORDS)
        assert tab.js(PROGRESS) == [["off", True, True], ["off", True, True], [0, True]]
