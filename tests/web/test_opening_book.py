"""The opening book on the sheet of rules: at the club, in Russian, and as a page of files."""

from pathlib import Path

import pytest
from tests.web.browser import Browser, Tab
from tests.web.serving import served

from nardy.games import find_game
from nardy.server.games.opening_books import book_of
from nardy.server.web.static_site import write_site

SECTION = "document.querySelector('dialog[open] .opening-book')"
SHEET = "document.querySelector('dialog[open] .content')"
ROWS = (
    "[...{table}.querySelectorAll('tbody tr')].map((row) => row.innerText.replaceAll('\\t', ' '))"
)


def rows(tab: Tab, number: int) -> list[str]:
    """The rows of the first table, of rolls, or of the second, of replies, as they are read."""
    return tab.js(ROWS.format(table=f"{SECTION}.querySelectorAll('table')[{number}]"))


def open_book(tab: Tab, address: str, name: str) -> None:
    tab.size(390, 844, touch=True)
    tab.go(address)
    button = f"document.querySelector('.story [aria-label=\"{name}\"]')"
    tab.wait(button, 60)
    tab.js(f"{button}.click()")
    tab.wait(f"{SECTION}?.querySelector('table')", 60)


def check(tab: Tab) -> None:
    book = book_of(find_game("long-nardy"))
    assert book is not None
    first = rows(tab, 0)
    assert [row.split()[0] for row in first] == [row.roll for row in book.rows]
    assert "24/20" in first[3]
    tab.js(f"{SECTION}.querySelectorAll('button')[3].click()")
    assert tab.js(f"{SECTION}.querySelectorAll('[aria-pressed=true]').length") == 1
    replies = rows(tab, 1)
    assert [row.split()[0] for row in replies] == [row.roll for row in book.rows[3].replies]
    assert tab.js(f"{SHEET}.scrollWidth <= {SHEET}.clientWidth")


def test_the_rules_of_a_game_show_its_first_turns_and_the_replies(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        open_book(tab, f"{club}/learn", "Rules: Long nardy")
        assert "Moving first is worth +0.259 to +0.262" in tab.js(f"{SECTION}.innerText")
        check(tab)
        assert tab.log == []


def test_the_book_is_in_russian_too(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('#page')", 60)
        tab.js("""localStorage.setItem('nardy', '{"language": "ru"}')""")
        open_book(tab, f"{club}/learn", "Правила: Длинные нарды")
        text = tab.js(f"{SECTION}.innerText")
        assert "Право первого хода стоит от +0,259 до +0,262" in text
        assert "МАРСЫ" in text.upper()


@pytest.mark.thorough
def test_a_page_of_files_has_the_book(tmp_path: Path, chromium_browser: Browser) -> None:
    write_site(tmp_path)
    with served(tmp_path) as address, chromium_browser.tab() as tab:
        open_book(tab, f"{address}#/learn", "Rules: Long nardy")
        check(tab)
