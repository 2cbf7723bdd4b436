"""What joins a game's page: options, hints, spectators, talk."""

import pytest
from tests.web.browser import Browser, Tab
from tests.web.table import Table, start
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough
FORCED = """import("/web/js/game/input/automatic.js").then(({ forced }) => [
  forced([{ moves: [{ from: 6, to: 3, then: 1 }] }, { moves: [] }]),
  forced([{ moves: [{ from: 6, to: 3, then: 1 }, { from: 8, to: 5, then: 2 }] },
          { moves: [{ from: 8, to: 5, then: 3 }] }, { moves: [{ from: 6, to: 3, then: 3 }] }, { moves: [] }]),
  forced([{ moves: [{ from: 6, to: 3, then: 1 }, { from: 8, to: 5, then: 2 }] }, { moves: [] }, { moves: [] }]),
  forced([{ moves: [{ from: 6, to: 3, then: null }] }]),
  forced([{ moves: [] }]),
].map((route) => route && route.map(({ from, to }) => `${from}/${to}`).join(" ")))"""

WHY = """import("/web/js/words.js").then((words) => words.speak("en")).then(() => import("/web/js/game/narration/why_card.js"))
  .then(({ whyCard }) => [["wrong-die", 8, 5], ["wrong-die", 5, 8], ["prime", 5, 4]].map(([law, from, to]) =>
    whyCard({ law, says: { en: "" }, source: "", move: { from, to } }, { example: null, dice: [3], number: String }, {}).heading.textContent))"""


def visit(tab: Tab, club: str) -> None:
    tab.size(1280, 800)
    tab.prefer(prefers_reduced_motion="reduce")
    tab.go(club)
    tab.wait("document.querySelector('.hero')", 30)


def test_a_turn_is_forced_if_all_ways_end_alike(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club)
        assert tab.js(FORCED) == ["6/3", "6/3 8/5", None, None, None]


def test_why_not_has_a_title_of_its_own_for_a_step_back(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club)
        assert tab.js(WHY) == [
            "No die makes this move",
            "Checkers only go forward",
            "Six points in a row",
        ]


def test_options_are_chosen_kept_and_played_by(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        visit(tab, club)
        tab.js("localStorage.setItem('nardy', JSON.stringify({game: 'long-nardy'}))")
        visit(tab, club)
        press(tab, ".hero .btn", "Play now")
        press(tab, ".rules-choice .chip", "With a last throw")
        tab.wait("document.querySelector('.rules-choice summary b')", 20)
        start(tab)
        tab.wait("/a draw is half a point/.test(document.querySelector('.info').textContent)", 30)
        visit(tab, club)
        assert "Custom rules" in tab.js("document.querySelector('.offer .muted').textContent")
        assert not tab.log


def test_a_bots_opponent_gets_hints_and_who_looks_on_the_state_of_the_game(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab, chromium_browser.tab() as eye:
        visit(tab, club)
        press(tab, ".hero .btn", "Play now")
        start(tab)
        Table(tab).wait_for_turn(60)
        press(tab, ".acts .btn", "Hint")
        tab.wait("document.querySelector('.candidates tbody tr')", 60)
        assert tab.js("document.querySelectorAll('.arrow').length") >= 1
        eye.size(1280, 800)
        eye.go(tab.js("location.href"))
        press(eye, ".acts .btn", "Evaluation")
        # What is told is one turn behind, whatever was played by now.
        eye.wait("/one turn behind|to win/.test(document.querySelector('.eyes').innerText)", 60)
        Table(tab).play_turn()
        eye.wait("/to win/.test(document.querySelector('.eyes').innerText)", 60)
        tab.wait("document.querySelector('.watchers')?.innerText.includes('1 spectator')", 20)
        assert not tab.js(
            "[...document.querySelectorAll('.acts .btn')].some(e => /Evaluation/.test(e.innerText))"
        )


def test_two_talk_and_what_they_say_is_never_markup(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        visit(one, club)
        press(one, ".three .btn", "A friend")
        press(one, "dialog .btn", "Make a link")
        one.wait("document.querySelector('.waiting input')", 30)
        two.size(1280, 800)
        two.go(one.js("location.href"))
        press(two, ".end .btn", "Take a seat")
        for tab in (one, two):
            tab.wait("document.querySelector('.say:not([hidden]) input')", 30)
        say(two, "<img src=x onerror=alert(1)> what the fuck")
        one.wait("document.querySelector('.lines li')", 20)
        told = one.js("document.querySelector('.lines li span').textContent")
        assert told == "<img src=x onerror=alert(1)> what the ••••"
        assert one.js("document.querySelectorAll('.lines img').length") == 0
        press(one, ".talk .linkish", "show rude words")
        assert "fuck" in one.js("document.querySelector('.lines li span').textContent")
        one.js("document.querySelector('.lines .more').click()")
        press(one, "dialog .btn", "Mute")
        one.wait("document.querySelector('.lines .muted')", 20)
        say(one, "Good luck!")
        two.wait("document.querySelectorAll('.lines li').length === 2", 20)


def say(tab: Tab, words: str) -> None:
    tab.js(f"document.querySelector('.say input').value = {words!r}")
    tab.js("document.querySelector('.say').requestSubmit()")
