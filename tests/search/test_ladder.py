import pytest
from tests.effort import each

from nardy.data import weights_file
from nardy.games import GAMES, LONG_NARDY
from nardy.search.ladder import BOUND, level_of, levels, with_noise
from nardy.search.level_numbers import NUMBERS


@each("game", GAMES)
def test_a_game_has_eight_levels_and_only_the_last_makes_no_errors(game: str) -> None:
    found = levels(game)
    assert [level.name for level in found] == [f"level-{number}" for number in NUMBERS]
    assert all(level.noise > 0 and level.most == BOUND * level.noise for level in found[:-1])
    assert [level.plies for level in found] == [0] * 7 + [1]
    assert (found[-1].most, any(found[-1].oversight)) == (0, False)


def test_the_first_levels_err_much_more_than_the_last() -> None:
    for game in GAMES:
        if weights_file(game).is_file():
            noises = [level.noise for level in levels(game)]
            assert min(noises[:3]) > max(noises[5:]), game


def test_a_game_of_its_own_has_the_levels_of_its_relative() -> None:
    own = LONG_NARDY.replace(id="courtyard", koks=3)
    assert [level_of(own, number) for number in NUMBERS] == [*levels("long-nardy")]


def test_styles_grow_with_the_errors_up_to_their_full_measure() -> None:
    little, much, more = (with_noise(2, noise).oversight.danger for noise in (0.01, 1.0, 2.0))
    assert 0 < little < much == more
    assert with_noise(3, 1.0).oversight.danger < 0
    assert with_noise(5, 1.0).oversight.walls < 0 < with_noise(4, 1.0).oversight.walls


def test_a_level_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(IndexError):
        level_of(LONG_NARDY, 9)
