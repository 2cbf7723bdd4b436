"""Passkeys in a real browser, with a device of the browser's own making."""

from tests.web.browser import Browser, Tab
from tests.web.test_ways import ACCOUNT, PASSWORD, opened, press

KEYS = "document.querySelectorAll('dialog .keyname')"


def with_device(tab: Tab) -> None:
    """A phone that always finds the right finger."""
    tab.call("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tab.call("WebAuthn.addVirtualAuthenticator", options=options)


def signed_up(tab: Tab, name: str) -> None:
    fields = "document.querySelectorAll('dialog .labelled input')"
    tab.wait(f"{fields}.length === 2", 30)
    tab.js(f"{fields}[0].value = {name!r}; {fields}[1].value = {PASSWORD!r}")
    tab.js("document.querySelector('dialog form .act').click()")
    press(tab, "I saved them")
    tab.wait("!document.querySelector('dialog')", 30)


def test_a_passkey_is_made_lets_in_and_is_removed(club: str, chromium_browser: Browser) -> None:
    club = club.replace("127.0.0.1", "localhost")
    with chromium_browser.tab() as tab:
        with_device(tab)
        opened(tab, club)
        signed_up(tab, "Kira")
        tab.js(ACCOUNT)
        press(tab, "Add a passkey")
        tab.wait(f"{KEYS}.length === 1", 30)
        assert tab.js(f"{KEYS}[0].value") == "Chrome, Linux"
        # A second one on the same device is none.
        press(tab, "Add a passkey")
        tab.wait("document.querySelector('dialog .problem').textContent.includes('already')", 30)
        tab.js(f"{KEYS}[0].value = 'Old <b>'; {KEYS}[0].dispatchEvent(new Event('change'))")
        press(tab, "Sign out")
        tab.wait("!document.querySelector('dialog')", 30)
        tab.js(ACCOUNT)
        press(tab, "I have an account")
        press(tab, "Sign in with a passkey")
        tab.wait("!document.querySelector('dialog')", 30)
        tab.js(ACCOUNT)
        tab.wait(f"{KEYS}.length === 1", 30)
        assert tab.js("document.querySelector('dialog h2').textContent") == "Kira"
        assert tab.js(f"{KEYS}[0].value") == "Old <b>"
        assert tab.js("document.documentElement.scrollWidth") <= 390
        press(tab, "Remove")
        tab.wait(f"{KEYS}.length === 0", 30)
        press(tab, "Sign out")
        tab.wait("!document.querySelector('dialog')", 30)
        tab.js(ACCOUNT)
        press(tab, "I have an account")
        press(tab, "Sign in with a passkey")
        tab.wait("document.querySelector('dialog .houses-problem:not(:empty)')", 30)
        assert not [line for line in tab.log if "400" not in line]


def test_where_a_browser_keeps_no_keys_the_page_says_why(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        opened(tab, club)
        signed_up(tab, "Lev")
        tab.js(ACCOUNT)
        tab.wait("document.querySelector('dialog .login-methods')", 30)
        address = club.replace("127.0.0.1", "localhost")
        assert f"open {address} to add one" in tab.js("document.querySelector('dialog').innerText")
        # As over plain http in a local network.
        tab.js("document.querySelector('dialog').close()")
        tab.wait("!document.querySelector('dialog')", 30)
        tab.js("void Object.defineProperty(window, 'isSecureContext', { get: () => false })")
        tab.js(ACCOUNT)
        tab.wait("document.querySelector('dialog .login-methods')", 30)
        assert "need a secure page (https)" in tab.js("document.querySelector('dialog').innerText")
