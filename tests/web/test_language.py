"""Another language at an open board: everything on the page is said in it."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web import finished, lively
from tests.web.browser import Browser, Tab
from tests.web.running import running_club

pytestmark = pytest.mark.thorough
SAID = """(() => {
  const said = [];
  const names = ['aria-label', 'title', 'placeholder'];
  for (const e of document.querySelectorAll('body *:not(.spoken, .state)')) {
    for (const name of names) if (e.hasAttribute(name)) said.push(`${name}: ${e.getAttribute(name)}`);
    for (const one of e.childNodes) if (one.nodeType === 3 && one.data.trim()) said.push(one.data.trim());
  }
  return said; })()"""
"""All that can be read or heard, but for the seconds for which somebody is waited."""


@pytest.fixture
def town(tmp_path: Path) -> Iterator[str]:
    """A club where anna, Levan and whoever looks on can talk."""
    lively.prepare(tmp_path)
    with running_club(tmp_path) as address:
        yield address


def opened(tab: Tab, town: str, path: str) -> list[str]:
    """What is said on a page, once all of it is there."""
    tab.go(town + path)
    tab.wait("document.querySelectorAll('.lines li').length >= 2", 60)
    tab.wait("document.querySelector('.say:not([hidden])')", 30)
    return tab.js(SAID)


def test_a_board_in_another_language_says_what_it_says_when_it_is_opened_in_it(
    town: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(town)
        tab.wait("document.querySelector('#page')", 60)
        tab.sign_in(finished.TOKEN)
        tab.js("localStorage.setItem('nardy', JSON.stringify({ language: 'en' }))")
        path = f"/play/{lively.TABLE}"
        english = opened(tab, town, path)
        tab.js("document.querySelector('header [lang=ru]').click()")
        tab.wait("document.querySelector('header [lang=en]')", 20)
        tab.wait("document.querySelector('.talk h2').textContent === 'Чат'", 20)
        changed = tab.js(SAID)
        russian = opened(tab, town, path)
        assert [one for one in changed if one not in russian] == []
        assert changed == russian
        assert not {*english} & {*russian} & {"Chat", "Say something", "Send", "Turns"}
        assert not tab.log


READ = """(async () => {{
  const real = window.fetch, waits = {{}};
  window.fetch = (file) => new Promise((go) => (waits[String(file).split("/locale/")[1]] = () => go(real(file))));
  const come = async (file) => {{
    while (!waits[file]) await new Promise((done) => setTimeout(done));
    waits[file]();
    delete waits[file];
    for (let n = 0; n < 20; n++) await new Promise((done) => setTimeout(done));
  }};
  const words = await import("/web/js/words.js?{number}");
  words.speak("en");
  await come("en.json");
  const learned = words.learn("home"), spoken = words.speak("ru");
  for (const file of {order}) await come(file);
  await Promise.all([learned, spoken]);
  window.fetch = real;
  return [words.spoken(), words.t("home.friend"), words.t("home")];
}})()"""
"""A part of the page is learned while its language changes, and the files come in this order."""


@pytest.mark.parametrize(
    "order",
    [
        ["en/home.json", "ru.json", "ru.json", "ru/home.json"],
        ["ru.json", "en/home.json", "ru/home.json"],
    ],
)
def test_a_part_learned_while_the_language_changes_is_said_in_the_new_one(
    club: str, chromium_browser: Browser, order: list[str]
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.home')", 60)
        told = tab.js(READ.format(order=json.dumps(order), number=len(order)))
        assert told == ["ru", "С другом", "На главную"]


def test_who_changes_his_mind_while_a_language_comes_has_the_last_one(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.home')", 60)
        tab.click("header .btn[aria-label]:nth-of-type(1)")
        tab.wait("document.querySelector('dialog .chip')")
        tab.js(
            "for (const name of ['Русский', 'English'])"
            " [...document.querySelectorAll('dialog .chip')].find((one) => one.textContent === name).click()"
        )
        time.sleep(1)
        assert tab.js("document.documentElement.lang") == "en"
        assert tab.js("document.querySelector('.huge').textContent") == "Play now"


OTHER = "document.querySelector('header [lang=ru]')"
STAY, GO = (f"document.querySelector('dialog .wrap .btn:nth-of-type({n})').click()" for n in (1, 2))


def test_a_clock_that_was_begun_is_asked_about_before_it_is_lost(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/clock")
        tab.wait("document.querySelector('.real-form .act')", 60)
        tab.js("document.querySelector('.real-form .act').click()")
        # The browser may bring a page back that it kept; nothing of it is missing.
        tab.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        tab.js("window.half = document.querySelector('.half')")
        for answer in (STAY, GO):
            assert tab.js("half.isConnected")
            tab.js(f"{OTHER}.focus(), {OTHER}.click()")
            tab.wait("document.querySelector('dialog .wrap .btn')", 30)
            tab.js(answer)
            tab.wait("!document.querySelector('dialog')", 30)
        tab.wait("document.documentElement.lang === 'ru' && !half.isConnected", 30)
        assert tab.js("document.activeElement.matches('header [lang=en]')")
        assert not tab.log


def test_a_form_that_was_filled_in_is_asked_about_and_another_page_is_not(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/tournaments/new")
        tab.wait("document.querySelector('#cup-name')", 60)
        tab.js("document.querySelector('#cup-name').focus()")
        tab.call("Input.insertText", text="Winter cup")
        tab.js(f"{OTHER}.focus(), {OTHER}.click()")
        tab.wait("document.querySelector('dialog .wrap .btn')", 30)
        tab.js(STAY)
        assert tab.js("document.querySelector('#cup-name').value") == "Winter cup"
        assert tab.js("document.documentElement.lang") == "en"
        tab.go(f"{club}/rules")
        tab.wait("document.querySelector('.club-rules')", 60)
        tab.js(f"{OTHER}.focus(), {OTHER}.click()")
        tab.wait("document.documentElement.lang === 'ru'", 30)
        assert tab.js("document.activeElement.matches('header [lang=en]')")
        assert not tab.log


OWN_FORM = """Promise.all([import('/web/js/forms.js'), import('/web/js/unsaved.js')]).then(([{ form, field }, unsaved]) => {
  const made = form('unsaved.go', [field('unsaved', {})], async () => { window.saved = true; });
  document.body.append(made);
  window.made = made; window.mayLose = unsaved.mayLose;
  made.querySelector('input').focus();
})"""


def test_what_a_form_has_saved_is_not_asked_about(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/rules")
        tab.wait("document.querySelector('.club-rules')", 60)
        tab.js(OWN_FORM)
        tab.call("Input.insertText", text="Winter cup")
        tab.js("document.activeElement.blur()")
        assert tab.js("Boolean(made.querySelector(':user-valid'))")
        tab.js("made.requestSubmit()")
        tab.wait("window.saved && !made.querySelector('button').disabled", 30)
        assert tab.js("made.querySelector('input').value") == "Winter cup"
        assert tab.js("mayLose(document.body)") is True
        assert not tab.log
