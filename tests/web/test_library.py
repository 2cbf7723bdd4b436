"""The page of books and words: all games are told of, its words are those of the glossary."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import Browser

from nardy.games import GAMES
from nardy.server.web.static_files import web_files

GLOSSARY = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
SHOWN = "[...document.querySelectorAll('.entry')].filter((one) => one.checkVisibility()).length"


def shelf(name: str) -> list[dict[str, Any]]:
    return json.loads(web_files()[f"/library/{name}.json"].content)


def test_no_game_is_told_of_twice() -> None:
    told = [story["game"] for story in shelf("games")]
    assert len(told) == len(set(told))
    assert set(told) <= set(GAMES)


def test_every_word_is_one_of_the_glossary_with_the_same_russian() -> None:
    rows = dict(re.findall(r"^\| ([^|]+?) \|[^|]+\| ([^|]+?) \|$", GLOSSARY, re.MULTILINE))
    for one in shelf("words"):
        english, russian = one["word"]["en"], one["word"]["ru"]
        assert rows.get(english) == russian, english


@pytest.mark.parametrize("name", ["games", "words", "books", "links"])
def test_all_is_said_in_both_languages(name: str) -> None:
    for one in shelf(name):
        for said in (value for value in one.values() if isinstance(value, dict)):
            assert said.keys() == {"en", "ru"}
            assert all(said.values())


def test_every_isbn_has_a_right_check_digit() -> None:
    numbers = [one["isbn"].replace("-", "") for one in shelf("books") if one["isbn"]]
    assert len(numbers) >= 7
    for number in numbers:
        digits = [10 if digit == "X" else int(digit) for digit in number]
        if len(digits) == 10:
            assert (
                sum(n * digit for n, digit in zip(range(10, 0, -1), digits, strict=True)) % 11 == 0
            )
        else:
            assert sum(digit * (3 if n % 2 else 1) for n, digit in enumerate(digits)) % 10 == 0


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_word_is_found_and_what_leaves_the_club_says_so(
    club: str, chromium_browser: Browser, language: str
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(390, 844, touch=True)
        tab.go(club)
        tab.wait("document.querySelector('#page')", 60)
        tab.js(f"localStorage.setItem('nardy', '{{\"language\": \"{language}\"}}')")
        tab.go(f"{club}/learn")
        tab.wait("document.querySelector('.library .books')", 60)
        every = tab.js(SHOWN)
        tab.js("document.querySelector('#library-find').value = 'кокс'")
        tab.js("document.querySelector('#library-find').dispatchEvent(new Event('input'))")
        assert tab.js(SHOWN) == 1 < every
        told = tab.js("document.querySelector('.find [role=status]').textContent")
        assert told == {"en": "1 word", "ru": "1 слово"}[language]
        outside = tab.js(
            "[...document.querySelectorAll('.library a')].filter((a) => a.host !== location.host)"
            ".map((a) => [a.rel, a.textContent])"
        )
        assert len(outside) == len(shelf("links"))
        assert tab.js("document.querySelectorAll('.story').length") == len(GAMES)
        assert all(rel == "noreferrer" and "↗" in words for rel, words in outside)
        assert tab.js("document.documentElement.scrollWidth") <= 390
        assert {address.split("/")[2] for address in tab.asked} == {club.split("/")[2]}
        assert not tab.log
