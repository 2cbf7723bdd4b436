"""Another language at an open board: everything on the page is said in it."""

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
        tab.js(f"document.cookie = 'nardy={finished.TOKEN}; path=/'")
        tab.js("localStorage.setItem('nardy', JSON.stringify({ language: 'en' }))")
        path = f"/play/{lively.TABLE}"
        english = opened(tab, town, path)
        tab.js("document.querySelector('header [lang=ru]').click()")
        tab.wait("document.querySelector('header [lang=en]')", 20)
        tab.wait("document.querySelector('.talk h2').textContent === 'Беседа'", 20)
        changed = tab.js(SAID)
        russian = opened(tab, town, path)
        assert [one for one in changed if one not in russian] == []
        assert changed == russian
        assert not {*english} & {*russian} & {"Talk", "Say something", "Send", "Turns"}
        assert not tab.log
