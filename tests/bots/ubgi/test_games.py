"""Who reads nothing but GNU ids plays what is played like backgammon."""

import pytest
from tests.effort import each

from nardy.arena.gnubg import is_known
from nardy.bots.ubgi.games import is_backgammon
from nardy.games import GAMES, find_game

LIKE_IT = {"backgammon", "nackgammon", "longgammon"}


@each("game", GAMES)
def test_the_games_are_told_apart_by_their_laws(game: str) -> None:
    assert is_backgammon(GAMES[game]) == (game in LIKE_IT)
    # One word on it: GNU Backgammon's own networks play the same games.
    assert is_known(GAMES[game]) == is_backgammon(GAMES[game])


@pytest.mark.parametrize("options", ["cube_play=off", "cube_cap=8,jacoby=off", "raccoons=on"])
def test_the_cube_does_not_matter(options: str) -> None:
    assert is_backgammon(find_game(f"backgammon,{options}"))


@pytest.mark.parametrize("options", ["bomb=on", "cascade_count=4", "last_throw=half"])
def test_other_laws_do(options: str) -> None:
    assert not is_backgammon(find_game(f"backgammon,{options}"))
