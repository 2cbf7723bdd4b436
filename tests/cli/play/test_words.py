import re
import string
from pathlib import Path

import pytest
from tests.effort import each

from nardy.cli.play import words
from nardy.cli.play.words import LANGUAGES, PLURALS, WORDS, listed, plural

CLI = Path(words.__file__).parent
CODE = "\n".join(p.read_text("utf-8") for p in CLI.glob("*.py") if p.name != "words.py")
BUILT = re.compile(r"^(?:act_\w+|\w+_offered|white|black)$")
"""Keys put together from an act or a seat."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@each("key", WORDS)
def test_both_languages_say_the_same_with_the_same_values(key: str) -> None:
    english, russian = (WORDS[key][language] for language in LANGUAGES)
    assert fields(english) == fields(russian)
    assert english.endswith(" ") == russian.endswith(" ")


@each("key", WORDS)
def test_every_phrase_is_used(key: str) -> None:
    assert BUILT.match(key) or re.search(rf"""["']{key}["']""", CODE)


def test_every_phrase_that_is_used_exists() -> None:
    said = re.findall(r'(?:\.say|\.word|\.ask)\(\s*"(\w+)"', CODE)
    assert set(said) <= set(WORDS)


def test_plurals() -> None:
    assert [plural("ru", "turns", n) for n in (1, 2, 5, 11, 22)] == [
        "1 ход",
        "2 хода",
        "5 ходов",
        "11 ходов",
        "22 хода",
    ]
    assert plural("en", "points", 0.5) == "0.5 points"


@pytest.mark.parametrize("noun", PLURALS)
def test_every_noun_is_used(noun: str) -> None:
    assert f'"{noun}"' in CODE


def test_a_choice_is_listed() -> None:
    assert listed("en", ["take"]) == "take"
    assert listed("en", ["take", "beaver", "pass"]) == "take, beaver or pass"
