from dataclasses import replace

import pytest
from tests.effort import each
from tests.server.games.own_game import COURTYARD, LITTLE, own_game

from nardy.core.cube import Cube, Owner
from nardy.core.dice import Roll
from nardy.core.rules import Rules
from nardy.core.situation import Score, Situation
from nardy.errors import NardyError
from nardy.games import BACKGAMMON, GAMES
from nardy.server.games.position_texts import told, understood
from nardy.server.games.related_games import as_related_game


@each("rules", GAMES.values())
def test_another_process_understands_every_game(rules: Rules) -> None:
    at_start = Situation(rules=rules, position=rules.start, roll=Roll(6, 3))
    for seen in (as_related_game(at_start), as_related_game(at_start).flipped()):
        text = told(seen)
        assert text is not None
        assert understood(text) == seen


def test_cube_and_score_come_along() -> None:
    cube = Cube(4, Owner.OPPONENT)
    situation = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, cube=cube)
    situation = replace(situation, score=Score(7, 2, 4))
    assert understood(told(situation) or "") == situation


def test_an_own_game_is_told_by_the_laws_of_its_relative() -> None:
    rules = own_game(COURTYARD).rules
    seen = as_related_game(Situation(rules=rules, position=rules.start, roll=Roll(3, 1)))
    text = told(seen)
    assert text is not None
    assert understood(text) == replace(seen, rules=understood(text).rules)
    assert understood(text).rules.koks == rules.koks == 3


def test_a_game_that_no_other_process_knows_is_not_told() -> None:
    rules = own_game(LITTLE).rules
    assert told(as_related_game(Situation(rules=rules, position=rules.start))) is None


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(NardyError):
        understood("nothing w 1:1 1:1")
