"""The lessons: what they ask for can be done, and the rule book says what they say it does."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.effort import each
from tests.web import tour
from tests.web.browser import Browser, Tab
from tests.web.lessons import LESSONS, SHARED
from tests.web.table import Table, start

from nardy.core.acts import end_turn
from nardy.core.choices import Contact, HomeHit, Leftovers, Prime
from nardy.core.draft import Draft
from nardy.core.legal_acts import legal_acts
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalTurnError
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.server.web.static_files import web_files

STEPS = [(game, n) for game, lesson in LESSONS.items() for n in range(len(lesson["steps"]))]
NEAR = 0.02
"""Points that the turn of a plan may be worse than the best: the network's own error is as large."""
DEAR = 0.08
"""Points that a mistake costs at least: less is no mistake that a beginner should hear of."""


def step_of(game: str, number: int) -> tuple[dict[str, Any], Situation]:
    step = LESSONS[game]["steps"][number]
    return step, position_text.loads(step["position"])


def made(situation: Situation, moves: list[list[int]]) -> Draft:
    draft = Draft(situation)
    for move in moves:
        draft.move(*move)
    return draft


def is_reached(goal: dict[str, Any], situation: Situation, draft: Draft | None = None) -> bool:
    position = draft.position if draft else situation.position
    mine, theirs = position.player, position.opponent
    facing = situation.rules.facing
    return (
        all(mine[int(place)] >= count for place, count in goal["reach"].items())
        and theirs[25] >= goal.get("theirs", 0)
        and {facing(place) for place in goal.get("pins", ())} <= position.opponent_pinned
        and not any(mine[place] for place in goal.get("empty", ()))
    )


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == set(GAMES)
    listed = re.findall(r'"([\w-]+)"', web_files()["/js/learn/lesson_games.js"].content.decode())
    assert sorted(listed) == sorted(LESSONS)


@each(("game", "number"), STEPS)
def test_what_a_step_asks_for_can_be_done(game: str, number: int) -> None:
    step, situation = step_of(game, number)
    goal, shown = step["goal"], step["show"]
    assert situation.rules.id == game
    assert position_text.dumps(situation) == step["position"]
    if "act" in goal:
        assert goal["act"] in legal_acts(situation)
    elif "law" in goal:
        draft = made(situation, shown[:-1])
        with pytest.raises(IllegalTurnError) as refused:
            draft.move(*shown[-1])
        assert refused.value.law == goal["law"]
    else:
        assert not is_reached(goal, situation)
        draft = made(situation, shown)
        assert draft.is_complete
        assert is_reached(goal, situation, draft)


@each(("game", "number"), STEPS)
def test_a_mistake_is_a_legal_turn_that_misses_the_goal(game: str, number: int) -> None:
    step, situation = step_of(game, number)
    if mistake := step.get("mistake"):
        draft = made(situation, mistake["show"])
        assert draft.is_complete
        assert is_reached(mistake, situation, draft)
        assert not is_reached(step["goal"], situation, draft)
        assert not is_reached(mistake, situation, made(situation, step["show"]))


@each(("game", "number"), STEPS)
def test_a_step_tells_the_points_of_its_win(game: str, number: int) -> None:
    step, situation = step_of(game, number)
    if "show" in step and "reach" in step["goal"]:
        draft = made(situation, step["show"])
        over = end_turn(situation, draft.position, len(step["show"])).result
        assert (over and over.points) == step["goal"].get("points")


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_speaks_both_languages_in_few_words(game: str) -> None:
    lesson = LESSONS[game]
    assert 12 <= len(lesson["steps"]) <= 17
    for step in lesson["steps"]:
        assert {"title", "text", "task"} <= step.keys()
        mistakes = (step.get("mistake", {}).get("says"),)
        for said in filter(None, (*map(step.get, ("title", "text", "task", "done")), *mistakes)):
            assert said.keys() == {"en", "ru"}
            assert all(0 < len(text) <= 220 for text in said.values()), said


def test_all_shared_words_are_used() -> None:
    used = {step.get("like") for lesson in LESSONS.values() for step in lesson["steps"]}
    assert used - {None} == set(SHARED)


def laws_of(rules: Rules) -> Iterator[str]:
    """The laws of turns that a game has, by its rules; a lesson lets the player run into each."""
    yield from ("closed-point", "longest-play", "larger-die", "not-home", "bear-off")
    if rules.contact is Contact.HIT and not rules.first_hit_wins:
        yield "bar-first"
    if rules.home_hit is HomeHit.NO_MOVE:
        yield "hitter-moved"
    if rules.home_hit is HomeHit.NO_HIDE:
        yield from ("hide", "hitter-off")
    fields = {
        "pinned": rules.contact is Contact.PIN,
        "head": rules.head,
        "prime": rules.prime is not Prime.ALLOW,
        "runner": rules.runner,
        "quarter": rules.quarter,
        "release": rules.release,
        "cascade-order": rules.cascade_count,
    }
    yield from (law for law, has in fields.items() if has)


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_has_a_refused_move_for_every_law_of_its_game(game: str) -> None:
    refused = {step["goal"].get("law") for step in LESSONS[game]["steps"]} - {None}
    assert refused == {*laws_of(GAMES[game])}


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_has_all_that_its_game_adds_to_moves(game: str) -> None:
    rules, steps = GAMES[game], LESSONS[game]["steps"]
    goals = [step["goal"] for step in steps]
    acts = {goal["act"] for goal in goals if "act" in goal}
    assert acts == {
        "roll",
        *(("double", "take") if rules.cube_play else ()),
        *(("bomb",) if rules.bomb else ()),
    }
    assert any(step.get("mistake") for step in steps)
    assert any(goal.get("theirs") for goal in goals) == (rules.contact is Contact.HIT)
    assert any(goal.get("pins") for goal in goals) == (rules.contact is Contact.PIN)
    left = any(" left=" in step["position"] for step in steps)
    assert left == (rules.leftover is Leftovers.OPPONENT)
    assert any(goal.get("reach", {}).get("0") and "points" not in goal for goal in goals)
    assert steps[-1]["goal"]["points"] == rules.stakes[:2][-1]


@pytest.mark.thorough
@each(("game", "number"), [(g, n) for g, n in STEPS if "mistake" in LESSONS[g]["steps"][n]])
def test_the_plan_of_a_lesson_is_the_best_turn_and_the_mistake_costs(
    game: str, number: int
) -> None:
    from nardy.analysis.decisions import rank_turns  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415

    step, situation = step_of(game, number)
    worth = {choice.turn.text: choice.equity for choice in rank_turns(situation, NeuralBot(1))}
    best = max(worth.values())
    plan, mistake = (
        worth[made(situation, moves).turn().text]
        for moves in (step["show"], step["mistake"]["show"])
    )
    assert plan >= best - NEAR
    assert mistake <= best - DEAR


@pytest.mark.thorough
@pytest.mark.parametrize("game", [game for game in LESSONS if GAMES[game].cube_play])
def test_the_acts_of_a_lesson_are_those_of_the_bot(game: str) -> None:
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    acts = {
        step["goal"]["act"]: step["position"]
        for step in LESSONS[game]["steps"]
        if step["goal"].get("act")
    }
    bot = NeuralBot(1)
    assert bot.choose_act(position_text.loads(acts["double"])) == "double"
    doubled = position_text.loads(acts["double"] + " offer=double").flipped()
    assert doubled.phase is Phase.ANSWER
    assert bot.choose_act(doubled) == "pass"
    assert bot.choose_act(position_text.loads(acts["take"])) in ("take", "beaver")
    if "bomb" in acts:
        assert bot.choose_act(position_text.loads(acts["bomb"])) == "bomb"


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
    elif act in ("take", "bomb"):
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
@pytest.mark.parametrize(("by_keys", "language"), [(False, "ru"), (True, "en")])
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


@pytest.mark.thorough
def test_a_mistake_is_answered_in_its_own_words_and_taken_back(
    club: str, chromium_browser: Browser
) -> None:
    number = next(n for n, step in enumerate(LESSONS["fevga"]["steps"]) if "mistake" in step)
    step = LESSONS["fevga"]["steps"][number]
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tour.enter(tab, club, language="en")
        tab.go(f"{club}/learn/fevga#{number + 1}")
        tab.wait("document.querySelector('.learn .no.can')", 60)
        for moves, answer in ((step["mistake"]["show"], "bad"), (step["show"], "good")):
            hears_where(tab, "en")
            for origin, target in moves:
                make(tab, Table(tab), places("en", origin, target), by_keys=True)
            tab.wait("document.querySelector('.mainbox .act')", 60)
            tab.key("c")
            tab.wait(f"document.querySelector('.answer.{answer}')", 60)
            if answer == "bad":
                told = tab.js("document.querySelector('.answer').textContent")
                assert told == step["mistake"]["says"]["en"]
        assert not tab.log
