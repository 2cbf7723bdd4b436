"""A board of the club on every screen: nothing lies over anything else, and a finger finds every button."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web import lively, tour
from tests.web.browser import Browser, Tab
from tests.web.running import running_club

pytestmark = pytest.mark.thorough
PHONES = ((320, 568), (360, 640), (375, 667), (390, 664), (390, 844))
OTHERS = (
    (667, 375),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
)
PARTS = (".info", ".strip.them", ".board", ".strip.me", ".acts", ".mainbox")
"""Those that stand side by side; where one is not shown it has no size."""
RECTS = """(() => {{ const shown = (e) => e.checkVisibility();
  const box = (e) => {{ const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }};
  return {{
    parts: Object.fromEntries({parts}.map((one) => [one, document.querySelector(`.game ${{one}}`)])
      .filter(([, e]) => e && shown(e)).map(([one, e]) => [one, box(e)])),
    buttons: [...document.querySelectorAll('.game .btn, header .btn')].filter(shown).map((e) => [e.ariaLabel ?? e.innerText, box(e)]),
    clocks: [...document.querySelectorAll('.clockbox')].map((e) => [box(e), box(e.closest('.strip'))]),
    wide: document.documentElement.scrollWidth,
  }}; }})()"""
SHOWN = "[...document.querySelectorAll('.acts .btn')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())"
FINGER = 44
NAVIGATION = 32
"""Of the ways at the head, which stand side by side: their width; they are 44 high."""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A club with a table of people and a match against a bot."""
    folder: Path = tmp_path_factory.mktemp("town")
    lively.prepare(folder)
    with running_club(folder) as address:
        yield address


def within(inner: list[float], outer: list[float]) -> bool:
    (left, top), (right, bottom) = inner[:2], inner[2:]
    return (
        left >= outer[0] - 1
        and top >= outer[1] - 1
        and right <= outer[2] + 1
        and bottom <= outer[3] + 1
    )


def overlap(one: list[float], other: list[float]) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 1 and high > 1


def faults(tab: Tab, width: int, height: int) -> Iterator[str]:
    """What a person would see at once."""
    told = tab.js(RECTS.format(parts=json.dumps(PARTS)))
    screen = [0, 0, width, height]
    parts = list(told["parts"].items())
    assert {".strip.them", ".board", ".strip.me", ".mainbox"} <= set(told["parts"])
    for number, (name, box) in enumerate(parts):
        if not within(box, screen):
            yield f"{name} leaves the screen: {box}"
        yield from (f"{name} over {than}" for than, at in parts[:number] if overlap(box, at))
    for name, (left, top, right, bottom) in told["buttons"]:
        if left < -1 or right > width + 1:
            yield f"{name} leaves the screen: {left:.0f} to {right:.0f}"
        if bottom - top < FINGER or right - left < NAVIGATION:
            yield f"{name}: {right - left:.0f} x {bottom - top:.0f}"
    yield from (
        "a clock leaves its strip" for clock, strip in told["clocks"] if not within(clock, strip)
    )
    if told["wide"] > width:
        yield f"{told['wide']} wide"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", ["match", "people"])
def test_nothing_lies_over_anything_on_any_screen(
    town: str, chromium_browser: Browser, name: str, language: str
) -> None:
    stop = next(one for one in tour.STOPS if one.name == name)
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tour.enter(tab, town, language=language)
        tour.visit(tab, town, stop)
        tab.wait("document.querySelector('.strip.me b') && document.querySelector('.mainbox .btn')")
        found: dict[str, list[str]] = {}
        for width, height in (*PHONES, *OTHERS):
            tab.size(width, height, touch=width < 600)
            tab.js(
                "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            if told := list(faults(tab, width, height)):
                found[f"{width} x {height}"] = told
        assert not found
        assert not tab.log


@pytest.mark.parametrize("language", ["en", "ru"])
def test_four_small_buttons_fit_on_small_phones(
    town: str, chromium_browser: Browser, language: str
) -> None:
    # A game without a cube: beside "Double" there is nothing to undo.
    stop = next(one for one in tour.STOPS if one.name == "game")
    with chromium_browser.tab() as tab:
        for width, height in ((320, 568), (568, 320), (667, 375)):
            tab.size(width, height, touch=True)
            tour.enter(tab, town, language=language)
            tour.visit(tab, town, stop)
            tab.wait(f"{SHOWN}.length === 3")
            # Undo, a hint, and the turns or more; the fourth is there after the first own turn.
            tab.js(
                "document.querySelector('.acts .btn').after(document.querySelector('.acts .btn').cloneNode(true))"
            )
            assert tab.js(f"{SHOWN}.length") == 4
            assert not list(faults(tab, width, height))
            assert not tab.js(f"{SHOWN}.some((one, n, all) => n && one.left < all[n - 1].right)")


def test_live_evaluation_is_seen_on_a_phone_held_sideways(
    town: str, chromium_browser: Browser
) -> None:
    stop = next(one for one in tour.STOPS if one.name == "onlooker")
    with chromium_browser.tab() as tab:
        tab.size(667, 375, touch=True)
        tour.enter(tab, town, language="en")
        tour.visit(tab, town, stop)
        assert tab.js("document.querySelector('.eyes').checkVisibility()")
        box = tab.js(
            "(({ left, top, right, bottom }) => [left, top, right, bottom])(document.querySelector('.eyes').getBoundingClientRect())"
        )
        told = tab.js(RECTS.format(parts=json.dumps(PARTS)))
        assert within(box, [0, 0, 667, 375])
        assert [name for name, part in told["parts"].items() if overlap(part, box)] == []


@pytest.mark.parametrize("path", ["/club/none", "/play/none", "/tournament/none"])
def test_where_there_is_nothing_it_is_said_and_a_way_leads_on(
    town: str, chromium_browser: Browser, path: str
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tour.enter(tab, town, language="ru")
        tab.go(town + path)
        tab.wait("document.querySelector('#page h1') && !document.querySelector('.hero')", 30)
        assert tab.js("/[а-я]{3}/.test(document.querySelector('#page h1').textContent)")
        tab.js("document.querySelector('#page a').click()")
        tab.wait(
            "document.querySelector('#page :is(.hero, h1)') && location.pathname !== " + repr(path),
            30,
        )


def test_members_of_a_club_stay_under_the_finger_while_others_begin_games(
    town: str, chromium_browser: Browser
) -> None:
    asked = "performance.getEntriesByType('resource').filter(({ name }) => /api.groups.[^/]+$/.test(name)).length"
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tour.enter(tab, town, language="en")
        tour.visit(tab, town, next(one for one in tour.STOPS if one.name == "club"))
        tab.js(
            "window.kept = [...document.querySelectorAll('.belongs, .invitation, .ways-out .btn')]"
        )
        before = tab.js(asked)
        tab.js(
            "fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'}, "
            'body: \'{"game": "tapa", "against": "anyone"}\'}).then(({ ok }) => ok)'
        )
        tab.wait(f"{asked} > {before}", 30)
        tab.js("fetch('/api/me').then(({ ok }) => ok)")
        assert tab.js("kept.length > 2 && kept.every((one) => one.isConnected)")
        assert not tab.log


def test_a_clubs_page_on_a_phone_tells_first_who_waits_then_who_belongs(
    town: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tour.enter(tab, town, language="en")
        tour.visit(tab, town, next(one for one in tour.STOPS if one.name == "club"))
        tops = tab.js(
            "['.lobby', '.invitation', '.belongs', '.tablebox'].map((one) =>"
            " document.querySelector(`.groups ${one}`).getBoundingClientRect().top)"
        )
        assert tops == sorted(tops)
        assert not tab.log
