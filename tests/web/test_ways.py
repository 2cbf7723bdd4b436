"""Ways to sign in beside the password, in a real browser."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.accounts.oidc.house import CLIENT, House, open_house
from tests.web.browser import Browser, Tab
from tests.web.running import running_club

ACCOUNT = "document.querySelector('header .btn[aria-label=Account]').click()"
BUTTON = "[...document.querySelectorAll('dialog button')].find(one => one.textContent === {})"
PASSWORD = "lamp gravel tuesday"  # noqa: S105 (of nobody)


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as house:
        house.secret = ""
        yield house


@pytest.fixture
def club_with_house(tmp_path: Path, house: House) -> Iterator[str]:
    provider = f"name=Home ID, issuer={house.address}, client_id={CLIENT}"
    with running_club(tmp_path, providers=provider) as address:
        yield address


def press(tab: Tab, text: str) -> None:
    tab.wait(BUTTON.format(json.dumps(text)), 30)
    tab.js(BUTTON.format(json.dumps(text)) + ".click()")


def said(tab: Tab) -> str:
    tab.wait("document.querySelector('dialog .result, dialog .problem:not(:empty)')", 30)
    return tab.js(
        "document.querySelector('dialog .result, dialog .problem:not(:empty)').textContent"
    )


def opened(tab: Tab, club: str) -> None:
    tab.size(390, 844)
    tab.go(club)
    tab.wait("document.querySelector('.huge')", 30)
    tab.js(ACCOUNT)


def test_somebody_signs_in_with_an_account_kept_elsewhere(
    club_with_house: str, house: House, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        opened(tab, club_with_house)
        press(tab, "Continue with Home ID")
        assert "an account, Анна." in said(tab)
        # The address is clean again: what it said is not said twice.
        assert tab.js("location.pathname + location.search") == "/"
        press(tab, "Account")
        tab.wait("document.querySelectorAll('dialog .setting').length === 2", 30)
        assert tab.js("document.querySelector('dialog h2').textContent") == "Анна"
        # The last way stays; with a password it may go.
        press(tab, "Unlink")
        assert "another way" in said(tab)
        press(tab, "Set a password")
        tab.wait("document.querySelector('dialog form')", 30)
        tab.js(
            "document.querySelector('#field-account-password-new').value = "
            f"{PASSWORD!r}; document.querySelector('dialog form .act').click()"
        )
        tab.wait("document.querySelector('dialog .result.good').textContent", 30)
        press(tab, "Close")
        tab.js(ACCOUNT)
        press(tab, "Unlink")
        tab.wait(BUTTON.format('"Link"'), 30)
        house.says_no = True
        press(tab, "Link")
        assert "did not confirm" in said(tab)
        house.is_down = True
        tab.go(club_with_house)
        tab.wait("document.querySelector('.huge') && !document.querySelector('dialog')", 30)
        assert tab.js("document.documentElement.scrollWidth") <= 390
        assert not [line for line in tab.log if "400" not in line]
