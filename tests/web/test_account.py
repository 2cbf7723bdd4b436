"""A guest signs up in a real browser, leaves, and comes back in another one."""

import json

from tests.web.browser import Browser, Tab

OPEN = "document.querySelector('header .btn[aria-label=Account]').click()"
PASSWORD = "lamp gravel tuesday"  # noqa: S105 (of nobody)


def enter(tab: Tab, *values: str) -> None:
    """Fill the fields of the sheet that is open, and press its button."""
    tab.wait("document.querySelector('dialog form')", 30)
    tab.js(
        f"document.querySelectorAll('dialog .labelled input').forEach((field, n) => "
        f"field.value = {json.dumps(values)}[n])"
    )
    tab.js("document.querySelector('dialog form .act').click()")


def opened(tab: Tab, club: str) -> None:
    tab.size(390, 844)
    tab.go(club)
    tab.wait("document.querySelector('.huge')", 30)
    tab.js(OPEN)


def test_an_account_is_made_on_one_device_and_found_on_another(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as first, chromium_browser.tab() as second:
        opened(first, club)
        enter(first, "Gayane <b>", "short")
        told = first.wait("document.querySelector('dialog .problem').textContent", 10)
        assert told == "“Password” needs at least 8 characters, got 5."
        assert first.js("document.activeElement.type") == "password"
        enter(first, "Gayane <b>", "12345678")
        first.wait(
            "/expected a password/.test(document.querySelector('dialog .problem').textContent)", 30
        )
        enter(first, "Gayane <b>", PASSWORD)
        first.wait("document.querySelectorAll('dialog .codes li').length === 8", 30)
        first.js("document.querySelector('dialog .content .act').click()")

        opened(second, club)
        second.wait("document.querySelector('dialog .linkish')", 30)
        second.js("document.querySelector('dialog .linkish').click()")
        second.wait("document.querySelectorAll('dialog .linkish').length === 2", 30)
        enter(second, "gayane <b>", PASSWORD)
        second.wait("!document.querySelector('dialog')", 30)
        second.js(OPEN)
        second.wait("document.querySelectorAll('dialog .sessions li').length === 2", 30)
        # A name is text, whatever it looks like.
        assert second.js("document.querySelector('dialog h2').textContent") == "Gayane <b>"
        assert second.js("document.querySelector('dialog h2 b')") is None
        # The other device is signed out from here, and only the refusals are in the log.
        second.js("document.querySelector('dialog .sessions button').click()")
        second.wait("document.querySelectorAll('dialog .sessions li').length === 1", 30)
        assert first.js("fetch('/api/me').then((answer) => answer.json())")["name"] == ""
        assert not [line for line in first.log + second.log if "400" not in line]
        assert second.js("document.documentElement.scrollWidth") <= 390
        # A sign-out that fails says so, and can be tried again.
        out = "[...document.querySelectorAll('dialog .btn')].find((one) => one.textContent === 'Sign out')"
        second.js(
            "(window.known = fetch, window.fetch = () => Promise.reject(new TypeError('away')))"
        )
        second.js(f"{out}.click()")
        told = "[...document.querySelectorAll('dialog .problem')].some((one) => one.textContent)"
        second.wait(told, 10)
        second.js("window.fetch = window.known")
        second.js(f"{out}.click()")
        second.wait("!document.querySelector('dialog')", 30)
