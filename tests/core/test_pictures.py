"""Boards show themselves in notebooks, once something draws."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

import nardy
from nardy import BACKGAMMON, Draft, Game, Match, Roll, Situation
from nardy.core import pictures

START = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))


@pytest.fixture
def _none_draws() -> Iterator[None]:
    draws = pictures.current()
    pictures.offer(None)
    yield
    pictures.offer(draws)


def test_a_board_is_the_picture_of_its_situation() -> None:
    game = Game(BACKGAMMON)
    assert START._repr_svg_() == nardy.render.svg(START)
    assert game._repr_svg_() == nardy.render.svg(game)
    assert Match(BACKGAMMON, 3)._repr_svg_() == nardy.render.svg(Match(BACKGAMMON, 3).game)


def test_a_draft_shows_the_checkers_that_have_moved() -> None:
    draft = Draft(START)
    before = draft._repr_svg_()
    draft.move(8, 5)
    assert before == START._repr_svg_() != draft._repr_svg_()
    assert draft.undo()
    assert draft._repr_svg_() == before


@pytest.mark.usefixtures("_none_draws")
def test_where_nothing_draws_a_notebook_shows_the_text() -> None:
    assert Game(BACKGAMMON)._repr_svg_() is None
    assert Draft(START)._repr_svg_() is None


def test_nothing_is_drawn_before_a_notebook_asks() -> None:
    code = "import sys, nardy; print('nardy.render' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert answer.stdout == "False\n"
