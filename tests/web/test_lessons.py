"""The lessons: what they ask for can be done, and the rule book says what they say it does."""

import json
from typing import Any

import pytest
from tests.effort import each
from tests.web import tour
from tests.web.browser import Browser, Tab
from tests.web.table import Table, start

from nardy.core.acts import end_turn
from nardy.core.draft import Draft
from nardy.core.legal_acts import legal_acts
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalTurnError
from nardy.formats import position_text
from nardy.server.web.static_files import web_files

LESSONS = {
    name[9:-5]: json.loads(file.content)
    for name, file in web_files().items()
    if name.startswith("/lessons/")
}
STEPS = [(game, n) for game, lesson in LESSONS.items() for n in range(len(lesson["steps"]))]


def step_of(game: str, number: int) -> tuple[dict[str, Any], Situation]:
    step = LESSONS[game]["steps"][number]
    return step, position_text.loads(step["position"])


def is_reached(goal: dict[str, Any], counts: tuple[int, ...], theirs: int) -> bool:
    wanted = all(counts[int(place)] >= n for place, n in goal["reach"].items())
    return wanted and theirs >= goal.get("theirs", 0)


@each(("game", "number"), STEPS)
def test_what_a_step_asks_for_can_be_done(game: str, number: int) -> None:
    step, situation = step_of(game, number)
    goal, shown = step["goal"], step["show"]
    assert situation.rules.id == game
    if "act" in goal:
        assert goal["act"] in legal_acts(situation)
        return
    draft = Draft(situation)
    if "law" in goal:
        for move in shown[:-1]:
            draft.move(*move)
        with pytest.raises(IllegalTurnError) as refused:
            draft.move(*shown[-1])
        assert refused.value.law == goal["law"]
        return
    before = situation.position
    assert not is_reached(goal, before.player, before.opponent[25])
    for move in shown:
        draft.move(*move)
    assert draft.is_complete
    assert is_reached(goal, draft.position.player, draft.position.opponent[25])


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_speaks_both_languages_in_few_words(game: str) -> None:
    lesson = LESSONS[game]
    assert 6 <= len(lesson["steps"]) <= 10
    for step in lesson["steps"]:
        for said in filter(None, map(step.get, ("title", "text", "task", "done"))):
            assert said.keys() == {"en", "ru"}
            assert all(0 < len(text) <= 200 for text in said.values()), said


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_ends_with_a_win_of_two_points(game: str) -> None:
    step, situation = step_of(game, -1)
    draft = Draft(situation)
    for move in step["show"]:
        draft.move(*move)
    over = end_turn(situation, draft.position, len(step["show"]))
    assert over.result is not None
    assert over.result.points == 2


@pytest.mark.thorough
def test_the_cube_of_the_lesson_is_doubled_and_taken_rightly() -> None:
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    found = {
        step["goal"]["act"]: n
        for n, step in enumerate(LESSONS["backgammon"]["steps"])
        if step["goal"].get("act")
    }
    bot = NeuralBot(1)
    assert bot.choose_act(step_of("backgammon", found["double"])[1]) == "double"
    doubled = position_text.loads(
        LESSONS["backgammon"]["steps"][found["double"]]["position"] + " offer=double"
    ).flipped()
    assert doubled.phase is Phase.ANSWER
    assert bot.choose_act(doubled) == "pass"
    assert bot.choose_act(step_of("backgammon", found["take"])[1]) in ("take", "beaver")


WORDS = {
    language: {
        key: word
        for part in ("", "/game", "/learn")
        for key, word in json.loads(web_files()[f"/locale/{language}{part}.json"].content).items()
    }
    for language in ("en", "ru")
}


def hears_where(tab: Tab, language: str) -> None:
    """Ask by key where the checkers can go."""
    words = WORDS[language]["say.where"].split("{from}")[1].split("{to}")[0]
    tab.js("document.querySelector('.place[tabindex=\"0\"]').focus()")
    tab.key("w")
    tab.wait(f"document.querySelector('.spoken').textContent.includes({words!r})", 20)


def finish(tab: Tab, game: str, language: str, *, by_keys: bool) -> None:
    """Do every step of a lesson as it is shown."""
    table = Table(tab)
    for number, step in enumerate(LESSONS[game]["steps"], 1):
        tab.wait(f"location.hash === '#{number}' && document.querySelector('.learn .place')", 60)
        tab.wait(
            f"document.querySelector('.words h1').textContent === {step['title'][language]!r}", 60
        )
        settled(tab)
        if by_keys and not step["goal"].get("act"):
            hears_where(tab, language)
        if act := step["goal"].get("act"):
            press_act(tab, act, WORDS[language][f"act.{act}"], by_keys=by_keys)
        else:
            for origin, target in step["show"]:
                make(tab, table, places(language, origin, target), by_keys=by_keys)
            if "reach" in step["goal"]:
                tab.wait("document.querySelector('.mainbox .act')", 60)
                tab.key("c") if by_keys else tab.click(".mainbox .act")
        if step["goal"].get("act") != "roll":
            tab.wait("document.querySelector('.answer.good')", 60)
            tab.key("Enter") if by_keys else tab.click(".mainbox .act")


def settled(tab: Tab) -> None:
    """Until the board lies still: with more to be read it grows smaller, on a phone."""
    place = "JSON.stringify(document.querySelector('.learn .board').getBoundingClientRect())"
    frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    tab.wait(
        f"(async () => {{ const before = {place}; await {frames}; return before === {place}; }})()"
    )


def press_act(tab: Tab, act: str, words: str, *, by_keys: bool) -> None:
    button = (
        f"[...document.querySelectorAll('.mainbox .btn')].find(e => e.textContent === {words!r})"
    )
    tab.wait(button)
    if not by_keys:
        tab.js(f"{button}.click()")
    elif act == "take":
        tab.js(f"{button}.focus()")
        tab.key("Enter")
    else:
        tab.js("document.querySelector('.place[tabindex=\"0\"]').focus()")
        tab.key(act[0])


def places(language: str, *numbers: int) -> dict[int, str]:
    """What places are called on the board of a language."""
    named = {0: WORDS[language]["place.off"], 25: WORDS[language]["place.bar"]}
    return {number: named.get(number, str(number)) for number in numbers}


def make(tab: Tab, table: Table, move: dict[int, str], *, by_keys: bool) -> None:
    for place, name in move.items():
        if tab.js("Boolean(document.querySelector('.answer.good'))"):
            return  # the law has spoken when the checker was taken up
        if by_keys:
            key_to(tab, place)
        else:
            settled(tab)
            table.tap(name)


def key_to(tab: Tab, place: int) -> None:
    for digit in f"{place:02d}":
        tab.key(digit)
    tab.key("Enter")


@pytest.mark.thorough
@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("language", WORDS)
def test_a_lesson_is_finished_by_hand_and_by_keyboard(
    club: str, chromium_browser: Browser, game: str, by_keys: bool, language: str
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(*((1280, 800) if by_keys else (390, 844)), touch=not by_keys)
        tab.prefer(prefers_reduced_motion="reduce")
        tour.enter(tab, club, language=language)
        tab.go(f"{club}/learn/{game}")
        finish(tab, game, language, by_keys=by_keys)
        end = WORDS[language]["learn.end"]
        tab.wait(f"document.querySelector('.words h1').textContent === {end!r}")
        tab.click(".mainbox .act")
        start(tab)
        tab.wait(
            "location.pathname.startsWith('/play/') && document.querySelector('.turnsbox')", 60
        )
        assert not tab.log
