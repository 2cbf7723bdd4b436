"""A member makes a program of his own, is told its token once, and ends it again."""

import pytest
from tests.web.browser import Browser
from tests.web.test_account import OPEN, PASSWORD, enter, opened

pytestmark = pytest.mark.thorough
LIST = "[...document.querySelectorAll('dialog .sessions b')].map((one) => one.textContent)"


def test_a_token_is_told_once_and_the_program_stands_in_the_list(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        opened(tab, club)
        enter(tab, "Programmer", PASSWORD)
        tab.wait("document.querySelectorAll('dialog .codes li').length === 8", 30)
        tab.js("document.querySelector('dialog .content .act').click()")
        tab.js(OPEN)
        tab.wait("document.querySelector('dialog .sessions')", 30)
        tab.js(
            "[...document.querySelectorAll('dialog .linkish')]"
            ".find((one) => one.textContent === 'Your programs').click()"
        )
        tab.wait(
            "document.querySelector('dialog form label')?.textContent === 'Name of the program'", 30
        )
        assert (
            tab.js("document.querySelector('dialog form .chip[aria-pressed=true]').textContent")
            == "Play and watch"
        )
        enter(tab, "Engine of Programmer")
        tab.wait("document.querySelector('dialog .token')?.textContent.startsWith('nardy_')", 30)
        assert tab.js("document.documentElement.scrollWidth") <= 390
        # The form that is closed may stand in the page for a moment still, with its button.
        tab.js("document.querySelector('dialog[open] .content .act').click()")
        tab.wait(f"{LIST}.includes('Engine of Programmer')", 30)
        end = "document.querySelector('dialog .sessions .btn:last-child')"
        tab.js(f"{end}.click()")
        assert tab.js(f"{end}.textContent") == "Are you sure?"
        tab.js(f"{end}.click()")
        tab.wait(f"{LIST}.length === 0", 30)
        assert not tab.log
