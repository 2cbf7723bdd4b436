"""The sentences of `nardy play`: locale/*/play.json."""

import re
from pathlib import Path

import pytest

from nardy.cli import play
from nardy.cli.play.input_parser import ACTS, read_line
from nardy.translations import LANGUAGES, texts

CODE = "\n".join(path.read_text("utf-8") for path in Path(play.__file__).parent.glob("*.py"))
BUILT = re.compile(r"^(?:act_\w+|\w+_offered)$")
"""Keys put together from an act."""
PHRASES = texts("en", "play")


@pytest.mark.parametrize("key", PHRASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_asks_for_an_answer_does_so_in_every_language(key: str, language: str) -> None:
    assert PHRASES[key].endswith(" ") == texts(language, "play")[key].endswith(" ")


@pytest.mark.parametrize("key", PHRASES)
def test_every_phrase_is_used(key: str) -> None:
    assert BUILT.match(key) or re.search(rf"""["']{key}["']""", CODE)


def test_every_phrase_that_is_used_exists() -> None:
    said = re.findall(r'(?:\.say|\.word|\.ask)\(\s*"(\w+)"', CODE.replace("labels.say", ""))
    assert set(said) <= set(PHRASES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_a_terminal(language: str) -> None:
    lines = texts(language, "play")["help"].splitlines()
    assert max(map(len, lines)) < 80
    assert len(lines) <= 22


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_act_is_told_and_nothing_that_is_none(language: str) -> None:
    lines = texts(language, "play")["help"].splitlines()
    keys = [line[:20].strip() for line in lines[1:]]
    words = [word for key in keys for word in re.split(r", | (?=[A-ZА-Я]{3})", key)]
    acts = {read_line(word)[0] for word in words if word.isalpha() and not word.isupper()}
    assert acts == set(ACTS) - {"?", "help"}
