import re

import pytest

from nardy.cli.play.help_text import HELP
from nardy.cli.play.input_parser import ACTS, read_line


@pytest.mark.parametrize("language", HELP)
def test_help_fits_a_terminal(language: str) -> None:
    lines = HELP[language].splitlines()
    assert max(map(len, lines)) < 80
    assert len(lines) <= 22


@pytest.mark.parametrize("language", HELP)
def test_every_act_is_told_and_nothing_that_is_none(language: str) -> None:
    keys = [line[:20].strip() for line in HELP[language].splitlines()[1:]]
    words = [word for key in keys for word in re.split(r", | (?=[A-ZА-Я]{3})", key)]
    acts = {read_line(word)[0] for word in words if word.isalpha() and not word.isupper()}
    assert acts == set(ACTS) - {"?", "help"}
