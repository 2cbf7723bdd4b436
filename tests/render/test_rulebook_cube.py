import pytest

from nardy.games import find_game
from nardy.render.rulebook import rulebook


def cube(game: str) -> str:
    return " ".join(
        s.text for section in rulebook(find_game(game))[8:10] for s in section.sentences
    )


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("tavla", "without the doubling cube"),
        ("backgammon", "every win counts 1 point unless a double was taken"),
        ("backgammon,cube_cap=64", "no higher than 64"),
        ("backgammon,auto_doubles=2", "to 4 at most"),
        ("backgammon,raccoons=on", "may raccoon"),
        ("nuclear", "There is no Jacoby rule"),
        ("backgammon,crawford=off,holland=on", "before each player has rolled twice"),
    ],
)
def test_cube_and_match(game: str, words: str) -> None:
    assert words in cube(game)


def test_a_game_without_the_cube_tells_nothing_more_of_it() -> None:
    assert "beaver" not in cube("long-nardy")
    assert "Crawford" not in cube("long-nardy")
