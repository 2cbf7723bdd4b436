"""Three people talk: two who play and one who looks on; one of the two also keeps order in the club."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web import finished, lively
from tests.web.browser import Browser, Tab
from tests.web.running import running_club
from tests.web.test_extras import say
from tests.web.test_two_people import press

pytestmark = pytest.mark.thorough
LAST = "[...document.querySelectorAll('.lines li')].at(-1)"
WORDS = f"{LAST}?.querySelector('span').textContent"
COUNT = "document.querySelectorAll('.lines li').length"
PROBLEM = "document.querySelector('.talk .problem').textContent"
ACTIONS = "[...document.querySelectorAll('.admin tbody tr')]"
FIELD = "document.querySelector('.say input').value"
MANY = 30
BURST = f"""for (let n = 0; n < {MANY}; n++) {{
  document.querySelector('.say input').value = `Line ${{n}}`;
  document.querySelector('.say').requestSubmit();
}}"""
"""So many lines at once that no slowness of the club makes room for the last of them."""
PRESSED = "(document.querySelector('.say input').value && document.querySelector('.say').requestSubmit(), false)"
"""Say it again: what is refused comes back into the field."""
HEARD = "document.querySelector('body > .spoken').textContent"


@pytest.fixture
def town(tmp_path: Path) -> Iterator[str]:
    """A club where anna, an admin, plays Levan, and both have said something."""
    lively.prepare(tmp_path)
    with running_club(tmp_path) as address:
        yield address


def known(tab: Tab, town: str, token: str) -> None:
    """A browser that the club knows by this token."""
    tab.go(town)
    tab.wait("document.querySelector('#page')", 60)
    tab.sign_in(token)


def sit(tab: Tab, town: str, token: str, language: str = "en", width: int = 1280) -> None:
    """At the table where anna plays Levan, as who has this token."""
    tab.size(width, 844, touch=width < 600)
    tab.prefer(prefers_reduced_motion="reduce")
    known(tab, town, token)
    tab.js(f"localStorage.setItem('nardy', '{{\"language\": \"{language}\"}}')")
    tab.go(f"{town}/play/{lively.TABLE}")
    tab.wait(f"{COUNT} >= 2", 60)
    tab.wait("document.querySelector('.say:not([hidden])')", 30)


def about_last(tab: Tab, words: str) -> None:
    """Open what can be done about the last line, and do it."""
    tab.js(f"{LAST}.querySelector('.more').click()")
    press(tab, "dialog .btn", words)
    tab.wait("!document.querySelector('dialog')", 20)


def test_rude_words_of_both_languages_are_masked_and_shown_to_who_asks(
    town: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        sit(one, town, finished.TOKEN)
        sit(two, town, "token-Levan", "ru")
        assert one.js(WORDS) == "You too. What the •••• was that roll?"
        say(two, "Ну и сука этот зар, fuck it")
        for tab in (one, two):
            tab.wait(f"{WORDS} === 'Ну и •••• этот зар, •••• it'", 20)
        press(one, ".talk .linkish", "show rude words")
        press(two, ".talk .linkish", "показать грубые слова")
        for tab in (one, two):
            tab.wait(f"{WORDS} === 'Ну и сука этот зар, fuck it'", 20)
        two.go(f"{town}/play/{lively.TABLE}")
        two.wait(f"{WORDS} === 'Ну и сука этот зар, fuck it'", 30)  # a choice that is kept
        assert not [*one.log, *two.log]


def test_who_is_muted_is_not_heard_and_does_not_learn_of_it(
    town: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        sit(one, town, finished.TOKEN)
        sit(two, town, "token-Levan")
        about_last(one, "Mute this person")
        one.wait(f"{WORDS} === 'You have muted this person.'", 20)
        say(two, "Do you hear me?")
        two.wait(f"{WORDS} === 'Do you hear me?'", 20)
        one.wait(f"{COUNT} === 3", 20)
        assert "hear me" not in one.js("document.documentElement.outerHTML")
        assert two.js(PROBLEM) == ""
        about_last(one, "Unmute")
        one.wait(f"{WORDS} === 'Do you hear me?'", 20)
        assert not [*one.log, *two.log]


def test_who_looks_on_speaks_aside_while_they_play(town: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as eye, chromium_browser.tab() as at:
        sit(one, town, finished.TOKEN)
        sit(eye, town, "token-Nino")
        sit(at, town, "token-Tigran", "ru")
        say(eye, "I would have hit.")
        for tab, name in ((eye, "You (spectator)"), (at, "Nino (зритель)")):
            tab.wait(f"{WORDS} === 'I would have hit.'", 20)
            assert tab.js(f"{LAST}.querySelector('b').textContent") == name
        say(one, "Your turn.")
        one.wait(f"{WORDS} === 'Your turn.'", 20)
        assert "would have" not in one.js("document.querySelector('.lines').textContent")


def test_a_reported_line_reaches_an_admin_who_silences_its_writer(
    town: str, chromium_browser: Browser
) -> None:
    with (
        chromium_browser.tab() as admin,
        chromium_browser.tab() as two,
        chromium_browser.tab() as eye,
    ):
        sit(two, town, "token-Levan", "ru", width=390)
        two.js("document.querySelector('.talk-button').click()")
        say(two, "You are all idiots.")
        sit(eye, town, "token-Nino")
        eye.wait(f"{WORDS} === 'You are all idiots.'", 20)
        about_last(eye, "Report this message")
        eye.wait(f"{HEARD}.startsWith('Reported')", 20)
        admin.size(1280, 844)
        known(admin, town, finished.TOKEN)
        admin.go(f"{town}/admin")
        admin.wait("document.querySelector('.reports .words')", 30)
        told = admin.js("document.querySelector('.reports li').innerText")
        assert "You are all idiots." in told
        assert "Levan" in told
        assert "reported by Nino" in told
        press(admin, ".reports li:first-child .btn", "Mute")
        press(admin, "dialog .btn", "1 day")
        admin.wait(f"{ACTIONS}.some((row) => row.innerText.includes('Levan'))", 20)
        say(two, "What?")
        two.wait(PROBLEM, 20)
        assert "Вам пока нельзя писать" in two.js(PROBLEM)
        # The words are not lost, and what is told is told where one looks.
        assert two.js(FIELD) == "What?"
        assert two.js("document.querySelector('.talk .problem').checkVisibility()")
        assert two.js(COUNT) == 3
        assert not [*admin.log, *two.log, *eye.log]


def test_who_says_too_much_is_told_when_to_go_on(town: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as one, chromium_browser.tab() as two:
        sit(one, town, finished.TOKEN)
        sit(two, town, "token-Levan", "ru")
        for tab, sentence in ((one, "try again in"), (two, "через")):
            before = tab.js(COUNT)
            tab.js(BURST)
            tab.wait(PROBLEM, 20)
            assert sentence in tab.js(PROBLEM), tab.js(PROBLEM)
            # The first that was refused is in the field again, however many were heard.
            tab.wait(FIELD, 20)
            heard = int(tab.js(FIELD).removeprefix("Line "))
            assert 5 <= heard < MANY
            tab.wait(f"{COUNT} >= {before + heard}", 20)
        words = one.js(FIELD)
        one.wait(f"{PRESSED} || {WORDS} === {words!r}", 30)
        assert one.js(PROBLEM) == one.js(FIELD) == ""
        assert not [*one.log, *two.log]
